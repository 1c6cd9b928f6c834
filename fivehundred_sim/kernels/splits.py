"""How many cards to throw from each suit: the search that the discards of all strains and tables share."""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, kernel
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import ZERO, top_bit

IMPOSSIBLE = -(1 << 40)  # the value of throwing more cards from a suit than are there
VALUES = 8  # places of a lane in the array of values: 0 to 6 cards thrown, the largest kitty there is
SPLIT_BITS, SPLIT_MASK = 4, 15  # a split is a nibble a lane, lane 0 lowest


@kernel()
def best_split(values: Ints, number: Int) -> tuple[Int, Int]:
    """Return (split, its value): `number` cards over four suits with the highest sum of values.

    values: int64, `values[VALUES * lane + t]` for t (0 to `number`) cards thrown from a lane.
    Equal sums go to the first found, which throws least from lane 0.
    """
    best = np.int64(4 * IMPOSSIBLE - 1)
    split = np.int64(0)
    for a in range(number + 1):
        for b in range(number + 1 - a):
            for c in range(number + 1 - a - b):
                d = number - a - b - c
                value = values[a] + values[VALUES + b] + values[2 * VALUES + c] + values[3 * VALUES + d]
                if value > best:
                    best = value
                    split = a | b << SPLIT_BITS | c << 2 * SPLIT_BITS | d << 3 * SPLIT_BITS
    return split, best


@kernel(forceinline=True)
def of_lane(split: Int, lane: Int) -> Int:
    """Return how many cards a split throws from a lane."""
    return (split >> (SPLIT_BITS * lane)) & SPLIT_MASK


@kernel(forceinline=True)
def cards_thrown(mine: Word, number: Int, from_top: Flag) -> Word:
    """Return the cards thrown from one suit: the `number` highest of it, or the lowest."""
    kept = mine
    for _ in range(number):
        kept = kept ^ top_bit(kept) if from_top else kept & (kept - np.uint64(1))
    return mine ^ kept


@kernel()
def cards_of_split(cards: Word, split: Int, from_top: Flag) -> Word:
    """Return the cards that a split throws from a hand of lanes: the highest of each suit, or the lowest."""
    thrown = ZERO
    for lane in range(4):
        thrown |= cards_thrown(cards & lane_mask(lane), of_lane(split, lane), from_top)
    return thrown
