"""One decision of a sampled player: every legal card judged in deals that fit what its player knows.

In each deal every legal card is solved with all hands open. The card chosen makes (or sets) the contract in
most deals, then brings most points, then is the lowest.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, Words, kernel
from fivehundred_sim.kernels.dense.cards import MOVES, NAMED, PLACE, SCORE, dense_card_scores
from fivehundred_sim.kernels.stream import stream_start
from fivehundred_sim.kernels.wide.state import (
    AVOIDS,
    LANE_BITS,
    SUITLESS,
    TRUMP,
    card_of_place,
    lane_of_place,
)
from fivehundred_sim.kernels.wide_sampled.public import LEADER, LED, NUMBER, ON_TABLE, Public
from fivehundred_sim.kernels.wide_sampled.view import View, can_be, draw_world, worlds_of

RESULTS = 11  # a side takes 0 to 10 tricks
_STEP = np.int64(8)  # seats and more: (cards played, seat) as one number


class Goal(NamedTuple):
    """What a contract is worth. need: tricks that make it (0 in misère, where any trick fails it).

    points: float64 (11,), what the contractor's side wins by its tricks. low, high: the results between which
    anything changes; below and above all results are the same.
    """

    need: Int
    points: NDArray[np.float64]
    low: Int
    high: Int


def goal_of(need: int, avoids: bool, points: NDArray[np.float64]) -> Goal:
    """Return the goal of a contract; `avoids` where it is a misère."""
    made = [(taken == 0) if avoids else (taken >= need) for taken in range(RESULTS)]
    steps = [t for t in range(RESULTS - 1) if made[t] != made[t + 1] or points[t] != points[t + 1]]
    low, high = (steps[0], steps[-1] + 1) if steps else (0, 0)
    return Goal(np.int64(need), points, np.int64(low), np.int64(high))


@kernel()
def is_made(goal: Goal, avoids: Flag, taken: Int) -> Flag:
    """Return whether the contract is made with so many tricks of its side."""
    return taken == 0 if avoids else taken >= goal.need


@kernel()
def side_in(view: View, hands: Words) -> Int:
    """Return who plays the contract in a world, a mask: the holder of a card called too."""
    side = view.side
    if view.called >= 0:
        for seat in range(view.players):
            if hands[seat, lane_of_place(view.called)] & card_of_place(view.called):
                side |= np.int64(1) << seat
    return side


@kernel()
def taken_by(public: Public, side: Int) -> Int:
    """Return the tricks that some seats have taken so far."""
    taken = np.int64(0)
    for seat in range(public.tricks.shape[0]):
        if (side >> seat) & 1:
            taken += public.tricks[seat]
    return taken


@kernel()
def before_trick(public: Public, players: Int, hands: Words) -> None:
    """Give the cards on the table back to those who played them."""
    seat = public.now[LEADER]
    for i in range(public.now[ON_TABLE]):
        hands[seat, lane_of_place(public.trick[i, 0])] |= card_of_place(public.trick[i, 0])
        seat = (seat + 1) % players
        while (public.playing >> seat) & 1 == 0:
            seat = (seat + 1) % players


@kernel()
def judge(
    table: Words,
    view: View,
    goal: Goal,
    worlds: Int,
    stream: Word,
    moves: Ints,
    made: Ints,
    points: NDArray[np.float64],
) -> Int:
    """Judge every legal card in deals that fit; returns how many there are, 0 if no deal fits.

    moves: int64 (MOVES, 3), as `dense_card_scores` writes them. made: int64 (MOVES,), in how many worlds the
    contract is made, points: float64 (MOVES,), the sum of the points; both of the contractor's side.
    """
    public, drawn = view.public, worlds_of(view)
    row, n, avoids = public.row, np.int64(0), public.row[AVOIDS] == 1
    if not can_be(drawn):
        return n
    hands = view.known.copy()
    trick = public.trick[: public.now[ON_TABLE]]
    made[:], points[:] = 0, 0.0
    for _ in range(worlds):
        stream = draw_world(view, drawn, stream, hands)
        side = side_in(view, hands)
        taken = taken_by(public, side)
        before_trick(public, view.players, hands)
        low, high = max(goal.low - taken, np.int64(0)), max(goal.high - taken, np.int64(0))
        n = dense_card_scores(
            table,
            hands,
            row,
            side,
            public.playing,
            public.now[LEADER],
            public.now[LED],
            public.renounced[: view.players],
            trick,
            low,
            high,
            moves,
        )
        for i in range(n):
            result = min(taken + moves[i, SCORE], np.int64(RESULTS - 1))
            made[i] += np.int64(is_made(goal, avoids, result))
            points[i] += goal.points[result]
    return n


@kernel()
def height_of(row: Ints, place: Int) -> Int:
    """Return the order in which equally good cards are preferred: plain cards low to high, trumps, jokers."""
    lane, height = lane_of_place(place), place % LANE_BITS
    order = 8 * height + lane
    if lane == SUITLESS:
        return order + 1024
    return order + 512 if lane == 3 and row[TRUMP] == 1 else order


@kernel()
def chosen(view: View, n: Int, moves: Ints, made: Ints, points: NDArray[np.float64]) -> Int:
    """Return the index of the best of `n` judged moves for the seat on turn."""
    sign = np.int64(1) if (view.side >> view.seat) & 1 else np.int64(-1)
    best = np.int64(0)
    for i in range(1, n):
        better = sign * (made[i] - made[best])
        gain = sign * (points[i] - points[best])
        if better == 0 and gain == 0.0:
            lower = height_of(view.public.row, moves[i, PLACE]) < height_of(
                view.public.row, moves[best, PLACE]
            )
            better = np.int64(lower)
        elif better == 0:
            better = np.int64(1) if gain > 0.0 else np.int64(-1)
        if better > 0:
            best = np.int64(i)
    return best


@kernel()
def stream_of(seed: Int, view: View) -> Word:
    """Return the start of the random stream of a decision: it depends on seed, cards played and seat only."""
    return stream_start(seed, view.public.now[NUMBER] * _STEP + view.seat)


@kernel()
def decide(table: Words, view: View, goal: Goal, worlds: Int, seed: Int) -> tuple[Int, Int]:
    """Return the card that a sampled player chooses: (place, lane named by a joker that is led or -1).

    table: from `new_dense_table`. worlds: how many deals are solved. (-1, -1) if no deal fits the view.
    """
    moves, made = np.empty((MOVES, 3), np.int64), np.empty(MOVES, np.int64)
    points = np.empty(MOVES, np.float64)
    n = judge(table, view, goal, worlds, stream_of(seed, view), moves, made, points)
    if n == 0:
        return np.int64(-1), np.int64(-1)
    best = chosen(view, n, moves, made, points)
    return moves[best, PLACE], moves[best, NAMED]
