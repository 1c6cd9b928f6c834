"""The tricks to expect of a contract, after what has been heard, on the scale of the evaluation's index.

Features times weights; the weights are fitted to whole deals (`study.bidding.inference`), so each says what
a call has been worth to those who heard it. What a contract is worth to a side is looked up by that index.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Real, kernel
from fivehundred_sim.kernels.bidding.evaluate import BINS, LOW, STEP
from fivehundred_sim.kernels.bidding.styles import (
    AGAINST,
    CEILING,
    LEVEL_WITH,
    OF_OPPONENT,
    OF_PARTNER,
    OPPONENT_FEATURES,
    OPPONENT_JOKER,
    OPPONENTS_BID,
    OPPONENTS_LEVEL,
    OPPONENTS_MISERE,
    OPPONENTS_PASSED,
    OWN,
    OWN_BID,
    OWN_FEATURES,
    PARTNER_ACES,
    PARTNER_FEATURES,
    PARTNER_JOKER,
    PARTNERS_BID,
    PARTNERS_LEVEL,
    PARTNERS_MISERE,
    PARTNERS_PASSED,
    RAISED,
    WITH,
)
from fivehundred_sim.kernels.codes import NO_TRUMP

MADE = np.int64(2)
NEAR_ALL = 8.0  # tricks from which further help is worth less


@kernel(forceinline=True)
def own_features(heard: Real, strain: Int, index: Real, features: Real) -> None:
    """Write what changes the tricks of one's own contract in a strain, float64 (OWN_FEATURES,).

    index: what the hand alone expects there. Help is worth less to a hand that takes most tricks itself, and
    a partner who has raised one's own bid has counted on it.
    """
    shown = np.int64(heard[PARTNER_ACES])
    aces = 0.0
    for suit in range(4):
        aces += float((shown >> suit) & 1)
    others = heard[PARTNERS_BID] - heard[WITH + strain] - heard[PARTNERS_MISERE]
    strong = max(index - 7.0, 0.0)
    features[0] = 1.0
    features[1] = heard[WITH + strain]
    features[2] = heard[LEVEL_WITH + strain]
    features[3] = others
    features[4] = heard[PARTNERS_LEVEL] - heard[LEVEL_WITH + strain]
    features[5] = heard[PARTNERS_PASSED]
    features[6] = heard[PARTNERS_MISERE]
    features[7] = heard[AGAINST + strain]
    features[8] = heard[OPPONENTS_BID] - heard[AGAINST + strain] - heard[OPPONENTS_MISERE]
    features[9] = heard[OPPONENTS_PASSED]
    features[10] = heard[OPPONENTS_LEVEL]
    features[11] = heard[OPPONENTS_MISERE]
    features[12] = heard[PARTNER_JOKER]
    features[13] = aces
    features[14] = heard[OPPONENT_JOKER]
    features[15] = heard[RAISED + strain]
    features[16] = heard[RAISED + strain] * heard[LEVEL_WITH + strain]
    features[17] = strong
    features[18] = heard[WITH + strain] * strong
    features[19] = min(index - 6.0, 0.0)


@kernel(forceinline=True)
def _of_a_standing_bid(heard: Real, level: Int, index: Real, aces: Real, joker: Real, features: Real) -> None:
    """Write what the tricks of anybody else's contract go by: one's own hand, and the joker if it was shown.

    index: one's own in the contract's strain.
    """
    features[0] = 1.0
    features[1] = float(level - 6)
    features[2] = index
    features[3] = max(index - 6.0, 0.0)
    features[4] = aces
    features[5] = joker
    features[8] = heard[PARTNER_JOKER]
    features[9] = heard[OPPONENT_JOKER]


@kernel(forceinline=True)
def partner_features(
    heard: Real, strain: Int, level: Int, index: Real, aces: Real, joker: Real, features: Real
) -> None:
    """Write what the tricks of a partner's contract go by, float64 (PARTNER_FEATURES,)."""
    same = heard[OWN_BID] == 1.0 + strain
    _of_a_standing_bid(heard, level, index, aces, joker, features)
    features[6] = heard[OPPONENTS_BID]
    features[7] = heard[OPPONENTS_PASSED]
    features[10] = 1.0 if same else 0.0
    features[11] = 1.0 if heard[OWN_BID] > 0.0 and not same else 0.0
    features[12] = heard[RAISED + strain] * (level - 6)


@kernel(forceinline=True)
def opponent_features(
    heard: Real, strain: Int, level: Int, index: Real, aces: Real, joker: Real, features: Real
) -> None:
    """Write what the tricks of an opponent's contract go by, float64 (OPPONENT_FEATURES,)."""
    _of_a_standing_bid(heard, level, index, aces, joker, features)
    features[6] = heard[PARTNERS_BID]
    features[7] = heard[PARTNERS_PASSED]
    features[10] = 1.0 if heard[OWN_BID] > 0.0 else 0.0
    features[11] = heard[AGAINST + strain] - 1.0
    features[12] = heard[PARTNERS_LEVEL]


@kernel(forceinline=True)
def kind_of(strain: Int) -> Int:
    """Return the kind of a strain: 0 a suit, 1 no-trump."""
    return np.int64(strain == NO_TRUMP)


@kernel(forceinline=True)
def _dot(weights: Real, first: Int, features: Real, n: Int) -> Real:
    total = 0.0
    for i in range(n):
        total += weights[first + i] * features[i]
    return total


@kernel(forceinline=True)
def own_shift(weights: Real, strain: Int, index: Real, features: Real) -> Real:
    """Return by how many tricks what was heard moves one's own contract in a strain."""
    shift = _dot(weights, OWN + kind_of(strain) * OWN_FEATURES, features, OWN_FEATURES)
    past = max(index + shift - NEAR_ALL, 0.0)
    return shift * max(1.0 - weights[CEILING + kind_of(strain)] * past, 0.0) if shift > 0.0 else shift


@kernel(forceinline=True)
def partner_index(weights: Real, strain: Int, features: Real) -> Real:
    """Return the tricks to expect of a partner's contract."""
    return _dot(weights, OF_PARTNER + kind_of(strain) * PARTNER_FEATURES, features, PARTNER_FEATURES)


@kernel(forceinline=True)
def opponent_index(weights: Real, strain: Int, features: Real) -> Real:
    """Return the tricks to expect of an opponent's contract."""
    return _dot(weights, OF_OPPONENT + kind_of(strain) * OPPONENT_FEATURES, features, OPPONENT_FEATURES)


@kernel(forceinline=True)
def worth_at(worth: Real, whose: Int, call: Int, row: Int, index: Real) -> Real:
    """Return what a contract is worth to a side, between the two bins next to `index`.

    worth: float64 (3, calls, ROWS, BINS); whose: 0 one's own side's contract, 1 another's; `MADE` for the
    chance that it is made.
    """
    place = min(max((index - LOW) / STEP, 0.0), float(BINS - 1))
    low = np.int64(min(place, float(BINS - 2)))
    part = place - low
    return worth[whose, call, row, low] * (1.0 - part) + worth[whose, call, row, low + 1] * part
