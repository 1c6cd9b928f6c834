"""The chance to win a game of two sides from every score, by value iteration.

A *state* is a pair of scores with a deal about to happen: those of the dealer's side first. In each state
both sides choose at once how boldly to bid, their *appetite*: a zero-sum game over the chances to win after
the hand (`matrix_game`). Scores are multiples of ten from `LOWEST` up; what lies outside counts as the
nearest. `rules.standing.after_hand` is the readable form of `step`, and what it is tested against.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Real, Word, kernel
from fivehundred_sim.kernels.bidding.matrix_game import solve_game
from fivehundred_sim.kernels.bidding.words import address, get

# Columns of a result of a hand (study.bidding.outcomes):
# SIDE: 0 where the dealer's side played it, 1 the other; OWN:
# points of that side; GIVEN: of its opponents, whatever their score; TRICKS: theirs for tricks, which a cap
# may stop; MADE: 1 where a contract was made; REDEAL: 1 where nobody bid and the same dealer deals again, 2
# where the next one does.
SIDE, OWN, GIVEN, TRICKS, MADE, REDEAL = map(np.int64, range(6))
COLUMNS = np.int64(6)
# Places in the row of what decides a game (study.bidding.outcomes).
TARGET, FLOOR, ON_CONTRACT, CONTRACT_FIRST, CAP, FREEZES, LOWEST = map(np.int64, range(7))
STEP = np.int64(10)  # every score is a multiple of ten

# How a hand leaves the game.
GOES_ON, DEALERS_WIN, OTHERS_WIN, NOBODY_WINS = map(np.int64, range(4))


@kernel(forceinline=True)
def step(house: Word, result: Word, dealers: Int, others: Int) -> tuple[Int, Int, Int]:
    """Return the scores of the dealer's side and of the other after a hand, and how it leaves the game.

    `house` and `result` are addresses of the row of a game and of a row of results that is no redeal.
    """
    by_others = get(result, SIDE)
    own, opposing = (others, dealers) if by_others else (dealers, others)
    opposing += get(result, GIVEN) + _trick_points(house, opposing, get(result, TRICKS))
    own += get(result, OWN)
    won = _won(house, own, opposing, get(result, MADE))
    if by_others:
        own, opposing, won = opposing, own, -won
    if won == 0:
        return own, opposing, GOES_ON
    return own, opposing, DEALERS_WIN if won > 0 else OTHERS_WIN


@kernel(forceinline=True)
def _trick_points(house: Word, score: Int, points: Int) -> Int:
    """Return what a cap leaves of points for tricks (rules.standing)."""
    cap = get(house, CAP)
    if cap == 0:
        return points
    if get(house, FREEZES):
        return np.int64(0) if score >= cap else points
    return min(points, max(np.int64(0), cap - score))


@kernel(forceinline=True)
def _won(house: Word, own: Int, opposing: Int, made: Flag) -> Int:
    """Return 1 where these scores win for the side that played the contract, -1 for its opponents, else 0.

    A side at the floor has lost, also where the rules let it play on without a chance to win. Both cannot get
    there in one hand, since opponents lose no points.
    """
    floor, target = get(house, FLOOR), get(house, TARGET)
    if floor and (own <= floor or opposing <= floor):
        return np.int64(-1) if own <= floor else np.int64(1)
    first = made and own >= target
    if get(house, ON_CONTRACT) or (first and get(house, CONTRACT_FIRST)):
        return np.int64(1) if first else np.int64(0)
    if max(own, opposing) < target or own == opposing:
        return np.int64(0)  # equals play on
    return np.int64(1) if own > opposing else np.int64(-1)


@kernel(forceinline=True)
def _place(house: Word, own: Int, opposing: Int, size: Int) -> Int:
    """Return where a state stands in the table, each score the nearest that there is."""
    lowest = get(house, LOWEST)
    row = min(max((own - lowest) // STEP, np.int64(0)), size - 1)
    return row * size + min(max((opposing - lowest) // STEP, np.int64(0)), size - 1)


@kernel(forceinline=True)
def _landing(house: Word, result: Word, dealers: Int, others: Int, size: Int) -> tuple[Real, Real, Int]:
    """Return (fixed, share, place): the dealer's side wins with chance fixed + share * table[place]."""
    redeal = get(result, REDEAL)
    if redeal == 1:
        return 0.0, 1.0, _place(house, dealers, others, size)
    if redeal == 0:
        dealers, others, ending = step(house, result, dealers, others)
        if ending != GOES_ON:
            return 1.0 if ending == DEALERS_WIN else 0.0, 0.0, np.int64(0)
    return 1.0, -1.0, _place(house, others, dealers, size)  # the deal passes to the other side


@kernel()
def steps(house: Ints, results: Ints, dealers: Int, others: Int, out: Ints) -> None:
    """Write what `step` returns for each of several results, int64 (results, 6), into `out` (results, 3)."""
    base, rows = address(house), address(results)
    for k in range(len(results)):
        out[k] = step(base, rows + np.uint64(8 * COLUMNS * k), dealers, others)


@kernel()
def chances_after(house: Ints, results: Ints, dealers: Int, others: Int, table: Real, out: Real) -> None:
    """Write the chance that the dealer's side wins after each result, int64 (results, 6), into `out`.

    `dealers` and `others` are the scores before the hand; table: float64 (n, n), the chances of all states.
    """
    base, rows, size, states = address(house), address(results), len(table), table.ravel()
    for k in range(len(results)):
        row = rows + np.uint64(8 * COLUMNS * k)
        fixed, share, place = _landing(base, row, dealers, others, size)
        out[k] = fixed + share * states[place]


@kernel()
def _lay_out_game(
    house: Word, rows: Word, chances: Real, dealers: Int, others: Int, size: Int, states: Real, game: Real
) -> None:
    """Write the chance that the dealer's side wins by both appetites, float64 (A * A,)."""
    pairs = len(game)
    for pair in range(pairs):
        game[pair] = 0.0
    for k in range(len(chances)):
        row = rows + np.uint64(8 * COLUMNS * k)
        fixed, share, place = _landing(house, row, dealers, others, size)
        value = fixed + share * states[place]
        for pair in range(pairs):
            game[pair] += chances[k, pair] * value


@kernel()
def solve_equity(
    house: Ints, results: Ints, chances: Real, tolerance: Real, sweeps: Int, table: Real, mixes: Real
) -> tuple[Int, Real]:
    """Improve the chances of all states until a sweep changes none by `tolerance`; return (sweeps, change).

    house: int64 (7,), see the places above. results: int64 (results, 6). chances: float64 (results, A * A),
    of each result where the dealer's side has appetite i and the other j. table: float64 (n, n), the chance
    that the dealer's side wins, rows its own score; it holds a first guess. mixes: float64 (n, n, 2, A),
    written: how often the dealer's side, and the other, choose each appetite. Not more than `sweeps` sweeps.

    Sweeps go from high scores down, where games end, each state with the one in which the scores change
    places, on which it rests when nobody scores.
    """
    size, appetites = len(table), mixes.shape[3]
    states, base, rows = table.ravel(), address(house), address(results)
    game = np.zeros(appetites * appetites)
    square = game.reshape(appetites, appetites)
    tableau = np.zeros((appetites + 1, 2 * appetites + 1))
    basis = np.zeros(appetites, np.int64)
    done, change = 0, np.inf
    while done < sweeps and change >= tolerance:
        change = 0.0
        for pair in range(size * size - 1, -1, -1):
            i, j = pair // size, pair % size
            if j > i:
                continue
            for turned in range(2 if j < i else 1):
                if turned:
                    i, j = j, i
                dealers, others = house[LOWEST] + STEP * i, house[LOWEST] + STEP * j
                _lay_out_game(base, rows, chances, dealers, others, size, states, game)
                value = solve_game(square, tableau, basis, mixes[i, j, 0], mixes[i, j, 1])
                change = max(change, abs(value - table[i, j]))
                table[i, j] = value
        done += 1
    return done, change
