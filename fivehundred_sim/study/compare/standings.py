"""Where many games of two sides stand at once: `rules.standing` on arrays, which tests hold it to.

With two sides the order of the tricks matters only if both come to the target without a contract made, which
asks for equal scores past the target or a hand without a contract: then the higher score wins here, whatever
`match.defenders_over` says (houses with such hands are left out, `houses.why_no_games`).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.bidding.games import ENDINGS, Ending

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

SIDES = 2
UNFINISHED = ENDINGS.index("unfinished")


@dataclass
class Standings:
    """Games between hands; everything is changed in place.

    scores: int64 (games, 2). hands: int64 (games,), played. sunk: bool (games, 2), sides that have been at
    the floor. over: bool (games,). winners: bool (games, 2), both where equals win. ending: int64 (games,),
    an index of `ENDINGS`.
    """

    scores: Ints
    hands: Ints
    sunk: Flags
    over: Flags
    winners: Flags
    ending: Ints


def start(games: int) -> Standings:
    """Return so many games before their first hands."""
    return Standings(
        scores=np.zeros((games, SIDES), np.int64),
        hands=np.zeros(games, np.int64),
        sunk=np.zeros((games, SIDES), bool),
        over=np.zeros(games, bool),
        winners=np.zeros((games, SIDES), bool),
        ending=np.full(games, UNFINISHED),
    )


def after_hands(rules: Rules, standings: Standings, rows: Ints, sides: Ints, results: Ints) -> None:
    """Put a hand on the score of some games that are not over.

    rows: int64 (k,), which games. sides: int64 (k,), whose hand it was: the contractor's side, or the eldest
    hand's where nobody bid. results: int64 (k, 6), rows of `outcomes.result_rows`: own points, what is given
    to the others, their points for tricks, and whether a contract was made.
    """
    match = rules.match
    own, given, tricks, made = results[:, 1], results[:, 2], results[:, 3], results[:, 4] > 0
    scores, k = standings.scores[rows], np.arange(len(rows))
    scores[k, sides] += own
    scores[k, 1 - sides] += given + _capped(rules, scores[k, 1 - sides], tricks)
    standings.scores[rows] = scores
    standings.hands[rows] += 1
    below = (scores <= match.floor) if match.floor else np.zeros_like(scores, bool)
    standings.sunk[rows] |= below
    if match.hands:
        done = standings.hands[rows] >= match.hands
        _end(standings, rows, done, _highest(scores), _contracts_win(sides, made, _highest(scores)))
        return
    sinks = _any(below) & (match.floor_rule == "loses")
    first = _first_at_target(rules, scores, sides, made)
    winners = first & ~standings.sunk[rows]
    _end(standings, rows, ~sinks & _any(first), winners, _contracts_win(sides, made, winners))
    _end(standings, rows, sinks, ~below, np.full(len(rows), ENDINGS.index("floor")))


def _any(sides: Flags) -> Flags:
    return np.asarray(sides.any(axis=1))


def _capped(rules: Rules, scores: Ints, points: Ints) -> Ints:
    """Return what a cap leaves of points for tricks."""
    cap = rules.scoring.trick_cap
    if not cap:
        return points
    if rules.scoring.cap_kind == "freeze":
        return np.where(scores >= cap, 0, points)
    return np.minimum(points, np.maximum(0, cap - scores))


def _first_at_target(rules: Rules, scores: Ints, sides: Ints, made: Flags) -> Flags:
    """Return which sides win by their scores, bool (k, 2); none while a game is open."""
    match = rules.match
    there = scores >= match.target
    ours = np.asarray((np.arange(SIDES) == sides[:, None]) & made[:, None] & there)
    if match.must_win_on_contract:
        return ours
    highest = there & _highest(np.where(there, scores, np.iinfo(np.int64).min))
    alone = highest & (highest.sum(axis=1, keepdims=True) == 1)  # equals play on
    first = match.both_over == "contractor" and _any(ours)[:, None]
    return np.where(first, ours, alone)


def _highest(scores: Ints) -> Flags:
    return np.asarray(scores == scores.max(axis=1, keepdims=True))


def _contracts_win(sides: Ints, made: Flags, winners: Flags) -> Ints:
    """Return how games end that are not lost at the floor: indices of `ENDINGS`, int64 (k,)."""
    places: dict[Ending, int] = {name: place for place, name in enumerate(ENDINGS)}
    by_contract = made & winners[np.arange(len(sides)), sides]
    found = np.where(by_contract, places["contract"], places["tricks"])
    return np.asarray(np.where(winners.any(axis=1), found, places["nobody"]))


def _end(standings: Standings, rows: Ints, done: Flags, winners: Flags, endings: Ints) -> None:
    """End those of the games that are done."""
    ended = rows[done]
    standings.over[ended] = True
    standings.winners[ended] = winners[done]
    standings.ending[ended] = endings[done]
