"""How hands end, as the kernels of `kernels.bidding.equity` take it: points by result, and what ends a game.

A hand ends as a contract of one side with so many tricks, or with nobody having bid. What that scores depends
on the scores before it only through a cap on points for tricks, so that points are worked out here, once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import Bid
from fivehundred_sim.rules.bidding import encode_bidding
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import TRICK_POINTS, TRICKS, contract_value, hand_points, is_made
from fivehundred_sim.rules.seats import side_count
from fivehundred_sim.study.question import QuestionError

STEP = 10  # every score is a multiple of ten
PAST_TARGET = 300  # how far the table goes past the target
MOST_TARGET = 2000  # the table of scores grows with its square
_REDEALS = {"redeal_same": 1, "redeal_next": 2}


class Outcomes(NamedTuple):
    """Results of hands that score alike, as one.

    results: int64 (results, 6), the columns of `kernels.bidding.equity`: side, own, given, tricks, made,
    redeal. chances: float64 (results, A * A) by the appetites of the dealer's side and of the other.
    """

    results: NDArray[np.int64]
    chances: NDArray[np.float64]


def check_game(rules: Rules) -> None:
    """Raise QuestionError for a game that is not one of two sides on the way to a target.

    The order of the tricks matters only where both sides may come to the target without a contract made.
    """
    sides = side_count(rules)
    match = rules.match
    if sides != 2:
        raise QuestionError(
            f"the chance to win is computed for games of two sides, not of {sides}"
            f" (table.sides = {rules.table.sides})"
        )
    if match.hands:
        raise QuestionError(
            f"the chance to win is computed for games to a target, not of {match.hands} hands (match.hands)"
        )
    if match.target > MOST_TARGET:
        raise QuestionError(
            f"the chance to win is computed for targets up to {MOST_TARGET} (match.target is {match.target})"
        )
    if match.defenders_over != "higher" and rules.auction.all_pass == "play_no_trump":
        raise QuestionError(
            f"match.defenders_over = {match.defenders_over} asks for the order of the tricks, which is not"
            " known where the chance to win is computed (expected higher)"
        )


def house_row(rules: Rules) -> NDArray[np.int64]:
    """Return what decides a game, int64 (7,): the places of `kernels.bidding.equity`, the lowest score last.

    The lowest score is the first above the floor; 0 where a failed contract costs nothing, and never below
    minus twice the target, from where hardly a game is won.
    """
    match, scoring = rules.match, rules.scoring
    deepest = 0 if scoring.failed_value_to_opponents else -2 * match.target // STEP * STEP
    lowest = max(deepest, match.floor // STEP * STEP + STEP) if match.floor else deepest
    return np.array(
        [
            match.target,
            match.floor,
            match.must_win_on_contract,
            match.both_over == "contractor",
            scoring.trick_cap,
            scoring.cap_kind == "freeze",
            lowest,
        ],
        np.int64,
    )


def scores_of(rules: Rules) -> tuple[int, ...]:
    """Return the scores of the table of chances, low to high.

    They go past the target, since where it counts only with a contract a side may be there and play on. From
    300 above it nearly every failure leaves a side at the target, and its next contract wins: to go higher
    changes no chance below the target by 1e-8 (measured).
    """
    lowest = int(house_row(rules)[-1])
    return tuple(range(lowest, rules.match.target + PAST_TARGET + 1, STEP))


def result_rows(rules: Rules) -> NDArray[np.int64]:
    """Return the columns of `kernels.bidding.equity` for every result, int64 (2, calls, 11, 6).

    First the side that plays the contract (0: the dealer's), then the call, 0 where nobody bids, then the
    tricks of that side; of a hand without a contract they are those of the side named.
    """
    calls = encode_bidding(rules).calls
    rows = np.empty((2, len(calls), TRICKS + 1, 6), np.int64)
    for call, bid in enumerate(calls):
        for tricks in range(TRICKS + 1):
            rows[0, call, tricks] = (0, *_scored(rules, bid, tricks))
    rows[1] = rows[0]
    rows[1, ..., 0] = 1
    return rows


def _scored(rules: Rules, bid: Bid, tricks: int) -> tuple[int, int, int, int, int]:
    """Return own, given, tricks, made and redeal of a result. Inkles become no contracts: nobody has bid."""
    ending = rules.auction.all_pass
    if bid not in bids(rules):
        if ending in _REDEALS:
            return 0, 0, 0, 0, _REDEALS[ending]
        # Ten a trick, which no cap stops; where the dealer must bid it does not happen.
        return TRICK_POINTS * tricks, TRICK_POINTS * (TRICKS - tricks), 0, 0, 0
    own, theirs = hand_points(rules, bid, tricks)
    made = is_made(bid, tricks)
    given = contract_value(rules, bid) if rules.scoring.failed_value_to_opponents and not made else 0
    return own, given, int(theirs) - given, int(made), 0


def outcomes_of(rules: Rules, chances: NDArray[np.float64]) -> Outcomes:
    """Return the results that can happen with their points, those that score alike put together.

    chances: float64 (A, A, 2, calls, 11), as `study.bidding.equity.equity` takes them. Raises QuestionError
    for chances of another shape, below 0 or not adding up to 1.
    """
    rows = result_rows(rules)
    _check_chances(chances, rows.shape[:3])
    appetites = len(chances)
    flat = chances.reshape(appetites, appetites, -1).transpose(2, 0, 1)
    happens = flat.any(axis=(1, 2))
    results, place = np.unique(rows.reshape(-1, 6)[happens], axis=0, return_inverse=True)
    merged = np.zeros((len(results), appetites, appetites))
    np.add.at(merged, place.reshape(-1), flat[happens])
    return Outcomes(results, merged.reshape(len(results), -1))


def _check_chances(chances: NDArray[np.float64], results: tuple[int, ...]) -> None:
    shape = chances.shape
    if len(shape) != 5 or shape[0] != shape[1] or shape[0] == 0 or shape[2:] != results:
        raise QuestionError(
            f"results of hands of shape {shape}: expected (A, A, {', '.join(map(str, results))})"
        )
    if not (chances >= 0).all() or not np.allclose(chances.sum(axis=(2, 3, 4)), 1, rtol=0, atol=1e-6):
        raise QuestionError("results of hands: expected chances that add up to 1 for each pair of appetites")
