"""Hands that look alike, tallied together, with what intervals need.

A hand falls into one *cell* of each grouping. The hands of one deal are not independent (the joker that one
of them holds, another has to do without), so a cell keeps sums over deals and not over hands: with m hands of
a deal in the cell and s the sum of some value over them, the mean of the value is sum(s) / sum(m), and its
variance, exactly as if hands were compared pair by pair, sum((s - mean m)^2) / sum(m)^2. What this takes are
the sums of s^2, s m and m^2; of the last two only what a lone hand leaves at 0 is kept, s (m - 1) and
m (m - 1), since most cells never have two hands of one deal. All are integers, so ranges of deals add up to
the same numbers in any order.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, kernel

# Columns of a cell: hands, deals with such a hand, hands times the others of their deal in the cell; then,
# for each value, its sum over hands, the squares of its sum over a deal, and these sums times the others.
HANDS, DEALS, BESIDE, VALUES_AT = 0, 1, 2, 3
SUM, SQUARED, SUM_BESIDE = range(3)
PER_VALUE = 3


@kernel()
def cells_of(counted: Ints, start: Ints, stride: Ints, cells: Ints) -> None:
    """Write the cell of every hand in every strain: cells, int64 (n, players, 7), -1 where none is kept.

    counted: int64 (n, players, 7, FEATURES). start: int64 (7,), the first cell of each strain, -1 for one
    that is left out. stride: int64 (7, FEATURES).
    """
    for deal in range(counted.shape[0]):
        for seat in range(counted.shape[1]):
            for strain in range(counted.shape[2]):
                cell = start[strain]
                if cell >= 0:
                    for place in range(counted.shape[3]):
                        cell += counted[deal, seat, strain, place] * stride[strain, place]
                cells[deal, seat, strain] = cell


@kernel()
def tally(cells: Ints, outcome: Ints, worth: Ints, out: Ints) -> None:
    """Add the hands of some deals to their cells: out, int64 (cells, 3 + 3 * values).

    cells: int64 (n, hands), -1 for a hand to leave out. outcome: int64 (n, hands), the row of `worth`, int64
    (outcomes, values), that says what a hand came to.
    """
    hands, values = cells.shape[1], worth.shape[1]
    own = np.empty(hands, np.int64)  # the cells of one deal
    number = np.empty(hands, np.int64)
    sums = np.empty((hands, values), np.int64)
    for deal in range(cells.shape[0]):
        different = np.int64(0)
        for hand in range(hands):
            cell = cells[deal, hand]
            if cell < 0:
                continue
            place = _place_of(cell, own, different)
            if place == different:
                own[place] = cell
                number[place] = 0
                sums[place] = 0
                different += 1
            number[place] += 1
            row = worth[outcome[deal, hand]]
            for value in range(values):
                sums[place, value] += row[value]
        for place in range(different):
            _add(out[own[place]], number[place], sums[place])


@kernel(forceinline=True)
def _place_of(cell: Int, own: Ints, different: Int) -> Int:
    """Return where a cell stands among those of the deal so far, or their number if it is not there."""
    for place in range(different):
        if own[place] == cell:
            return np.int64(place)
    return different


@kernel(forceinline=True)
def _add(out: Ints, number: Int, sums: Ints) -> None:
    """Add one deal's hands to the columns of their cell."""
    others = number - 1
    out[HANDS] += number
    out[DEALS] += 1
    out[BESIDE] += number * others
    for value in range(sums.shape[0]):
        at = VALUES_AT + PER_VALUE * value
        out[at + SUM] += sums[value]
        out[at + SQUARED] += sums[value] * sums[value]
        out[at + SUM_BESIDE] += sums[value] * others
