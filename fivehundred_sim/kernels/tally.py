"""Dealing alone, and where every card fell: what dealing costs, and whether it is fair."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, kernel
from fivehundred_sim.kernels.deal import shuffle


@kernel()
def dealt_counts(cards: Int, seats: Int, size: Int, seed: Int, first: Int, n: Int) -> Ints:
    """Return int64 (seats + 1, cards): in how many deals each card of the pack fell to each seat.

    Deals first … first + n - 1 of the stream `seed`: of a shuffled pack of `cards` cards seats 0, 1, … hold
    `size` each in order; the last row counts the rest, the kitty and cards dealt to nobody.
    """
    counts = np.zeros((seats + 1, cards), np.int64)
    whole, order = np.arange(cards), np.empty(cards, np.int64)
    for deal in range(first, first + n):
        shuffle(seed, deal, whole, order)
        place = 0
        for seat in range(seats):
            for _ in range(size):
                counts[seat, order[place]] += 1
                place += 1
        for i in range(place, cards):
            counts[seats, order[i]] += 1
    return counts
