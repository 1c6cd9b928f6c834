"""What calls say: weights fitted to auctions that the styles themselves call, and to what came of them.

A bid of partner's makes one's own tricks in that suit more by so much, two passes of opponents by so much,
and his contract takes so many with a hand like mine. Least squares on the lines of
`kernels.bidding.observe`; the players who called them judged by the weights of the round before, beginning
with none.
"""

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.bidding.expect import NEAR_ALL
from fivehundred_sim.kernels.bidding.observe import (
    A_PARTNERS,
    AN_OPPONENTS,
    BID,
    CONTRACTOR,
    DEAL,
    EXPECTED,
    FIRST_FEATURE,
    KIND,
    LINE,
    OWN_CONTRACT,
    STRAIN_ASKED,
    WHOSE,
)
from fivehundred_sim.kernels.bidding.styles import (
    CEILING,
    MISERES,
    OF_OPPONENT,
    OF_PARTNER,
    OPPONENT_FEATURES,
    OWN,
    OWN_FEATURES,
    PARTNER_FEATURES,
    WEIGHTS,
)

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

RIDGE = 20.0  # lines' worth of doubt that a feature means anything
ROUNDS = 4
FOR_BIDS = 7.0  # how much more a contract counts that was then bid: to be right there matters most
MISERE_MADE = 5.0  # ten times the chance that others' misères are made, before any are seen
_PLACES = {
    OWN_CONTRACT: (OWN, OWN_FEATURES),
    A_PARTNERS: (OF_PARTNER, PARTNER_FEATURES),
    AN_OPPONENTS: (OF_OPPONENT, OPPONENT_FEATURES),
}


def first_weights() -> Reals:
    """Return weights of somebody who hears nothing, float64 (WEIGHTS,): a contract takes what it asks."""
    weights = np.zeros(WEIGHTS)
    for place, features in (_PLACES[A_PARTNERS], _PLACES[AN_OPPONENTS]):
        for kind in range(2):
            weights[place + kind * features : place + kind * features + 2] = 6.5, 1.0
    weights[MISERES : MISERES + 2] = MISERE_MADE
    return weights


def fitted(lines: Reals, tricks: Ints, before: Reals) -> Reals:
    """Return weights fitted to lines and the tricks of the contracts they judge.

    lines: float64 (n, LINE); tricks: int64 (n,). Where a kind of contract was never judged `before` stays.
    """
    weights = before.copy()
    for whose, (place, features) in _PLACES.items():
        for kind in range(2):
            mine = (lines[:, WHOSE] == whose) & (lines[:, KIND] == kind)
            if mine.sum() < 10 * features:
                continue
            x = lines[mine, FIRST_FEATURE : FIRST_FEATURE + features]
            y = tricks[mine] - lines[mine, EXPECTED]
            weighed = x * (1.0 + FOR_BIDS * lines[mine, BID])[:, None]
            at = place + kind * features
            weights[at : at + features] = np.linalg.solve(
                weighed.T @ x + RIDGE * np.eye(int(features)), weighed.T @ y
            )
            if whose == OWN_CONTRACT:
                weights[CEILING + kind] = _ceiling(x @ weights[at : at + features], lines[mine], y)
    return weights


def _ceiling(shifts: Reals, lines: Reals, y: Reals) -> float:
    """Return by what part help loses its worth for each trick past `NEAR_ALL`, at least 0."""
    past = np.maximum(lines[:, EXPECTED] + shifts - NEAR_ALL, 0.0)
    lost = np.where(shifts > 0, shifts, 0.0) * past
    weighed = lost * (1.0 + FOR_BIDS * lines[:, BID])
    return max(float(weighed @ (shifts - y)) / (float(weighed @ lost) + RIDGE), 0.0)


def asked_of(lines: Reals) -> Ints:
    """Return the contracts that lines judge, int64 (n, 3), as `kernels.bidding.deals` plays them."""
    return lines[:, [DEAL, CONTRACTOR, STRAIN_ASKED]].astype(np.int64)


def new_lines(number: int) -> Reals:
    """Return room for so many lines, float64 (number, LINE)."""
    return np.empty((number, LINE))
