"""What the players in suits and no-trump weigh, in tables: found by play against each other, not by hand.

Rows: the four seats relative to the contractor in a trump contract, then the same four without trumps.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, kernel

# Leads. A suit whose highest cards out are in hand: cash from the top.
CASH, CASH_OUT, CASH_LENGTH, CASH_RUFFED, CASH_RISK, CASH_MORE = 0, 1, 2, 3, 4, 5
# Any other plain suit.
PLAIN, HIGHER, LENGTH, SINGLETON, RUFF_PARTNER, PARTNER_LED = 6, 7, 8, 9, 10, 11
LEFT_VOID, RIGHT_VOID, LONG, OUT, FOE_LED, TOUCHING = 12, 13, 14, 15, 16, 17
# Trumps (or the joker alone, without trumps).
TRUMPS, TRUMP_LENGTH, TRUMP_FOES, TRUMP_MASTER = 18, 19, 20, 21
TRUMP_HIGHER, TRUMP_NO_PARTNER, TRUMP_LED = 22, 23, 24
LEAD_WEIGHTS = 25

LEAD = np.array(
    [
        [74, -10, 8, -94, -17, 2, 36, -4, -6, 6, 73, 6, -10, -10, 22, 0, 0, -6, -18, 34, -19, 48, 4, 24, -12],
        [50, 2, -4, -46, -5, 14, 12, -4, 0, 42, 25, 6, -10, -46, 4, 0, 12, 12, -44, 0, -6, 40, -24, 36, 30],
        [74, 2, -4, -70, -5, 2, 0, -28, 9, 6, 25, -18, -10, -34, 28, 0, 0, 0, -26, 24, 0, 64, 0, 0, 30],
        [62, 2, -4, -70, 19, 26, 24, 8, 36, 30, 25, 6, 50, -10, 16, -6, 0, 12, 4, -12, -12, 16, 0, 0, 30],
        [47, -10, 7, 4, 0, 14, -12, -1, 6, -12, -11, 30, 2, 26, 4, 0, -12, 18, -20, 0, 0, 0, 0, 3, 0],
        [38, 2, 4, 4, 0, 26, 0, -4, 18, 0, -23, 30, -10, 38, 34, 0, -24, 0, -20, 0, 0, 0, 0, 0, 0],
        [68, -10, 16, 28, 24, 2, 12, -4, 3, 0, -23, 30, 14, 38, 4, 0, -24, 0, -44, 0, 0, -12, 0, 0, 0],
        [56, 2, 4, 4, 0, 50, 9, -7, 30, 0, -23, 42, 14, -10, -2, 0, -48, 12, -20, 0, 0, 0, 0, 0, 0],
    ],
    np.int64,
)

# Following. Ruff when the sum is positive.
RUFF, RUFF_OWN, RUFF_BEATABLE, RUFF_UNSURE, RUFF_HIGHER, RUFF_PARTNER_ACE = 0, 1, 2, 3, 4, 5
# Second hand takes with a sure winner when the sum is positive; tries with an unsure one likewise.
TAKE, TAKE_OUT, TAKE_TRUMP, TRY_SECOND, TRY_HIGHER, TRY_TRUMP = 6, 7, 8, 9, 10, 11
# Third hand plays high with no sure winner when the sum is positive; overtakes a partner likewise.
THIRD, THIRD_HIGHER, THIRD_TRUMP, OVER, OVER_HIGHER, OVER_TRUMP = 12, 13, 14, 15, 16, 17
# What a card thrown away costs.
MASTER_ALONE, MASTER_SPARE, GUARD_SPARE, GUARD_LAST = 18, 19, 20, 21
GUARD_STEP, IDLE_RANK, IDLE_LENGTH, KEPT_OUT = 22, 23, 24, 25
FOLLOW_WEIGHTS = 26

FOLLOW = np.array(
    [
        [50, 0, 0, 0, 0, 0, 62, 0, 0, -50, 0, 0, 50, 0, 0, 50, 0, 0, 60, 30, 12, 40, -8, 8, 1, -12],
        [38, -24, -36, 0, 42, 0, 50, 0, 0, -50, 0, 0, 50, 0, 0, 50, 0, 0, 60, 30, 12, 64, -8, 2, 7, 0],
        [50, 0, 0, 0, 0, 0, 50, 0, 0, -50, 0, 0, 50, 0, 0, 50, 0, 0, 60, 30, 12, 40, -2, 2, 1, 0],
        [50, -6, -36, 0, 0, 0, 50, 0, 0, -50, 0, 0, 50, 0, 0, 50, 0, 0, 60, 30, 12, 40, 4, 2, 1, 0],
        [50, -12, -24, 0, 0, 0, 44, -24, 0, -50, 0, 0, 50, 0, 0, 50, 0, 0, 60, 30, 18, 34, -8, 2, 1, 0],
        [38, 0, -24, 0, 0, 0, 38, -24, 0, -50, 0, 0, 50, 0, 0, 50, 0, 0, 60, 30, 30, 55, -8, 2, 7, -3],
        [50, 0, -24, 0, 0, 0, 50, 0, 0, -50, 0, 0, 50, 0, 0, 50, 0, 0, 60, 30, 18, 64, -8, 14, -11, -3],
        [38, 0, -24, 0, 0, 0, 68, -12, 0, -50, 0, 0, 50, 0, 0, 50, 0, 0, 60, 30, 12, 52, -8, 2, 1, 0],
    ],
    np.int64,
)


@kernel(forceinline=True)
def lead_weight(row: Int, place: Int) -> Int:
    """Return one weight of the leader's table."""
    return LEAD[row, place]


@kernel(forceinline=True)
def follow_weight(row: Int, place: Int) -> Int:
    """Return one weight of the follower's table."""
    return FOLLOW[row, place]
