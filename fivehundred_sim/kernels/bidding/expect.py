"""The tricks to expect of a contract, after what has been heard, on the scale of the evaluation's index.

Features times weights; the weights are fitted to whole deals (`study.inference`), so each says what a call
has been worth to those who heard it. What a contract is worth to a side is looked up by that index.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Real, kernel
from fivehundred_sim.kernels.bidding.evaluate import BINS, LOW, STEP
from fivehundred_sim.kernels.bidding.styles import (
    AGAINST,
    LEVEL_WITH,
    OF_OPPONENT,
    OF_PARTNER,
    OPPONENT_FEATURES,
    OPPONENT_JOKER,
    OPPONENTS_BID,
    OPPONENTS_LEVEL,
    OPPONENTS_PASSED,
    OWN,
    OWN_FEATURES,
    PARTNER_ACES,
    PARTNER_FEATURES,
    PARTNER_JOKER,
    PARTNERS_BID,
    PARTNERS_PASSED,
    WITH,
)
from fivehundred_sim.kernels.codes import NO_TRUMP


@kernel(forceinline=True)
def own_features(heard: Real, strain: Int, features: Real) -> None:
    """Write what changes the tricks of one's own contract in a strain, float64 (OWN_FEATURES,)."""
    shown = np.int64(heard[PARTNER_ACES])
    aces = 0.0
    for suit in range(4):
        aces += float((shown >> suit) & 1)
    features[0] = 1.0
    features[1] = heard[WITH + strain]
    features[2] = heard[LEVEL_WITH + strain]
    features[3] = heard[PARTNERS_BID] - heard[WITH + strain]
    features[4] = heard[PARTNERS_PASSED]
    features[5] = heard[AGAINST + strain]
    features[6] = heard[OPPONENTS_BID] - heard[AGAINST + strain]
    features[7] = heard[OPPONENTS_PASSED]
    features[8] = heard[OPPONENTS_LEVEL]
    features[9] = heard[PARTNER_JOKER]
    features[10] = aces
    features[11] = heard[OPPONENT_JOKER]


@kernel(forceinline=True)
def partner_features(heard: Real, level: Int, index: Real, aces: Real, joker: Real, features: Real) -> None:
    """Write what the tricks of a partner's contract go by, float64 (PARTNER_FEATURES,).

    index: one's own in his strain.
    """
    features[0] = 1.0
    features[1] = float(level - 6)
    features[2] = index
    features[3] = max(index - 6.0, 0.0)
    features[4] = aces
    features[5] = joker
    features[6] = heard[OPPONENTS_BID]
    features[7] = heard[OPPONENTS_PASSED]
    features[8] = heard[PARTNER_JOKER]
    features[9] = heard[OPPONENT_JOKER]


@kernel(forceinline=True)
def opponent_features(heard: Real, level: Int, index: Real, aces: Real, joker: Real, features: Real) -> None:
    """Write what the tricks of an opponent's contract go by, float64 (OPPONENT_FEATURES,)."""
    features[0] = 1.0
    features[1] = float(level - 6)
    features[2] = index
    features[3] = max(index - 6.0, 0.0)
    features[4] = aces
    features[5] = joker
    features[6] = heard[PARTNERS_BID]
    features[7] = heard[PARTNERS_PASSED]
    features[8] = heard[PARTNER_JOKER]
    features[9] = heard[OPPONENT_JOKER]


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
def own_shift(weights: Real, strain: Int, features: Real) -> Real:
    """Return by how many tricks what was heard moves one's own contract in a strain."""
    return _dot(weights, OWN + kind_of(strain) * OWN_FEATURES, features, OWN_FEATURES)


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

    worth: float64 (2, calls, ROWS, BINS); whose: 0 one's own side's contract, 1 another's.
    """
    place = min(max((index - LOW) / STEP, 0.0), float(BINS - 1))
    low = min(np.int64(place), BINS - 2)
    part = place - low
    return worth[whose, call, row, low] * (1.0 - part) + worth[whose, call, row, low + 1] * part
