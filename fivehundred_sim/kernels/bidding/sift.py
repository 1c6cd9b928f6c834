"""Random hands by what they are worth: as many of every index, so that rare strong hands are known too."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, kernel
from fivehundred_sim.kernels.bidding.evaluate import BINS, CELLS, LOW, STEP, cells_of, evaluate
from fivehundred_sim.kernels.codes import HAND, STRAINS
from fivehundred_sim.kernels.deal import shuffle


@kernel(forceinline=True)
def bin_of(index: Real) -> Int:
    """Return the point of the grid that is nearest to an index."""
    return np.int64(min(max((index - LOW) / STEP + 0.5, 0.0), BINS - 1.0))


@kernel()
def sift(
    seed: Int, first: Int, n: Int, code: Ints, weights: Ints, most: Int, found: Ints, orders: Ints
) -> None:
    """Keep random hands of each strain, at most `most` of each point of the grid.

    Hands first ... first + n - 1 of the stream `seed`. found: int64 (7, BINS), how many there are of each,
    carried on from call to call. orders: int8 (7, BINS, most, cards), the whole pack of each hand kept, its
    ten cards in front. code, weights: as in `evaluate`.
    """
    pack = np.arange(code.shape[1])
    order = np.empty(code.shape[1], np.int64)
    values = np.empty((STRAINS, 2))
    for deal in range(first, first + n):
        shuffle(seed, deal, pack, order)
        evaluate(order[:HAND], code, weights, values)
        for strain in range(STRAINS):
            place = bin_of(values[strain, 0])
            if found[strain, place] < most:
                orders[strain, place, found[strain, place]] = order
                found[strain, place] += 1


@kernel()
def all_cells(strain: Int, hands: Ints, code: Ints, cells: Ints, rows: Ints) -> None:
    """Write the cells (n, CELLS) and rows (n,) of many hands (n, 10) in one strain; see `cells_of`."""
    masks, room = np.empty(5, np.uint64), np.empty(CELLS, np.int64)
    for i in range(hands.shape[0]):
        number, rows[i] = cells_of(strain, hands[i], code, masks, room)
        for k in range(number):
            cells[i, k] = room[k]


@kernel()
def all_values(hands: Ints, code: Ints, weights: Ints, values: Ints) -> None:
    """Write what many hands (n, 10) are worth: values, float64 (n, 7, 2); see `evaluate`."""
    for i in range(hands.shape[0]):
        evaluate(hands[i], code, weights, values[i])


@kernel()
def deal_each(seed: Int, first: Int, apart: Int, orders: Ints, deals: Ints, out: Ints) -> None:
    """Write some deals of each hand into the rows of `out`, int64 (sum of `deals`, cards).

    orders: packs (n, cards), the hand's ten in front, int8 or int64. deals: int64 (n,), how many of each.
    Hand i keeps its ten cards; the others are shuffled by deals apart * (first + i), and on, of the stream.
    """
    cards = orders.shape[1]
    unseen = np.empty(cards - HAND, np.int64)
    row = 0
    for i in range(orders.shape[0]):
        for place in range(HAND, cards):
            unseen[place - HAND] = orders[i, place]
        for k in range(deals[i]):
            for place in range(HAND):
                out[row, place] = orders[i, place]
            shuffle(seed, apart * (first + i) + k, unseen, out[row, HAND:])
            row += 1
