"""How many cards to throw from each suit: the search that the discards of all strains share."""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, kernel
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import ONE, ZERO, top_bit

IMPOSSIBLE = -(1 << 40)  # the value of throwing more cards from a suit than are there


@kernel()
def best_split(values: Ints, number: Int) -> tuple[Int, Int]:
    """Return (split, its value): `number` cards over four suits with the highest sum of values.

    values: int64, `values[4 * lane + t]` for t (0 to 3) cards thrown from a lane. The split is two bits a
    lane, lane 0 lowest; equal sums go to the first found, which throws least from lane 0.
    """
    best = np.int64(4 * IMPOSSIBLE - 1)
    split = np.int64(0)
    for a in range(number + 1):
        for b in range(number + 1 - a):
            for c in range(number + 1 - a - b):
                d = number - a - b - c
                value = values[a] + values[4 + b] + values[8 + c] + values[12 + d]
                if value > best:
                    best = value
                    split = a | b << 2 | c << 4 | d << 6
    return split, best


@kernel()
def cards_of_split(cards: Word, split: Int, from_top: Flag) -> Word:
    """Return the cards that a split throws from a hand: the highest of each suit, or the lowest."""
    thrown = ZERO
    for lane in range(4):
        mine = cards & lane_mask(lane)
        kept = mine
        for _ in range((split >> (2 * lane)) & 3):
            kept = kept ^ top_bit(kept) if from_top else kept & (kept - ONE)
        thrown |= mine ^ kept
    return thrown
