"""What results are worth to a side: in points, or in chances to win the game from a score."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.bidding import BiddingRules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import hand_points, is_made
from fivehundred_sim.rules.seats import HAND_PARTNERSHIPS, side_count

Reals = NDArray[np.float64]

OUTCOMES = 11
EVEN_TRICKS = 5  # of both sides, where a hand that nobody bids is played; elsewhere tricks change nothing
LEAST_POINT = 1e-6  # of a chance to win: what a point is worth at least, where a game is as good as lost
OURS, ANOTHERS = 0, 1


@dataclass(frozen=True)
class Stakes:
    """What the results of a deal are worth to one side.

    results: float64 (2, calls, 11), of a contract (an index of `BiddingRules.calls`) of one's own side (0)
    or of another's (1), by the tricks of its contractor's side; what is no contract has zeros. nobody: what
    a deal is worth that nobody bids. point: what a point is worth, for margins.
    """

    results: Reals
    nobody: float
    point: float

    def weighted(self, made: NDArray[np.bool_], loss_weight: float) -> Reals:
        """Return the results as a style sees them, to whom a loss counts `loss_weight` times."""
        seen = self.results.copy()
        lost = self.nobody + loss_weight * (seen[OURS] - self.nobody)
        seen[OURS] = np.where(made, seen[OURS], lost)
        return seen


def made_table(bidding: BiddingRules) -> NDArray[np.bool_]:
    """Return which tricks make which call, bool (calls, 11); the pass and inkles make nothing."""
    return np.array(
        [
            [not bid.is_pass and not row[-1] and is_made(bid, tricks) for tricks in range(OUTCOMES)]
            for bid, row in zip(bidding.calls, bidding.table, strict=True)
        ]
    )


def points_table(rules: Rules, bidding: BiddingRules, *, alone: bool = False) -> Reals:
    """Return points by contract, float64 (calls, 11, 2): the contractor's side, the mean of the others.

    What is no contract scores nothing. Caps on the points of tricks, which depend on the score, are left out.
    alone: of a contractor who has found no partner where one is found for a hand.
    """
    found = np.zeros((len(bidding.calls), OUTCOMES, 2))
    for call, bid in enumerate(bidding.calls):
        if bid.is_pass or bidding.table[call, -1]:
            continue
        partnered = rules.table.sides in HAND_PARTNERSHIPS and not bid.is_misere and not alone
        for tricks in range(OUTCOMES):
            found[call, tricks] = hand_points(rules, bid, tricks, partnered=partnered)
    return found


def point_stakes(rules: Rules, bidding: BiddingRules) -> Stakes:
    """Return stakes in points: one's own side's less the mean of the others'."""
    points = points_table(rules, bidding)
    own, others = points[:, :, 0], points[:, :, 1]
    rest = side_count(rules) - 1
    # Of the sides that are not ours one (or, with a partner for one hand, two) plays the contract.
    playing = np.array(
        [2 if rules.table.sides in HAND_PARTNERSHIPS and not bid.is_misere else 1 for bid in bidding.calls]
    )[:, None]
    mean = (playing * own + (rest - playing) * others) / rest
    return Stakes(np.stack([own - others, others - mean]), 0.0, 1.0)


def game_stakes(points: Stakes, after: Reals) -> tuple[Stakes, Stakes]:
    """Return results as chances to win the game, as the side sees them whose they are, and as the other does.

    points: the same results in points. after: float64 (2, calls, 11), as `Equity.after` gives them. A point
    is worth what it is on average over the contracts that are possible.
    """
    nobody = float(after[OURS, 0, EVEN_TRICKS])
    point = max(float(after[:, 1:].std() / points.results[:, 1:].std()), LEAST_POINT)
    return Stakes(after, nobody, point), Stakes(1 - after[::-1], 1 - nobody, point)
