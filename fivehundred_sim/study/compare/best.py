"""The contract that is worth most to a hand, under each set of rules: what it should bid if it is let.

Looked up, not played: ten cards, the kitty and the others unseen, nothing heard. A misère counts as a
contract wherever the house has it, whoever must have bid what before.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.bidding.evaluate import BINS, LOW, STEP
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.study.bidding.house import House
from fivehundred_sim.study.bidding.stakes import OURS
from fivehundred_sim.study.compare.houses import Table

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

PASS_CALL = 0


class Change(IntEnum):
    """What becomes of the best contract of a hand under other rules."""

    SAME = 0
    HIGHER = 1  # the same denomination at a higher level
    LOWER = 2
    ELSEWHERE = 3  # another denomination, misères included
    NOW_BIDS = 4  # passed before
    NOW_PASSES = 5


def contracts_of(house: House) -> Ints:
    """Return the calls that can become a hand's best contract, int64 (k,), low to high.

    What styles bid: suits, no-trump, misère and open misère with the kitty; no signals.
    """
    table = house.bidding.table
    return np.flatnonzero((table[:, 1] >= 0) & (table[:, 1] < STRAINS) & (table[:, -1] == 0))


def best_contracts(table: Table, deals: Ints, seats: Ints) -> tuple[Ints, Reals]:
    """Return the calls worth most to a seat's hand of each deal, int64 (n,), and their points, float64 (n,).

    0 (pass) and 0.0 where no contract is worth more than nothing; of equals the lowest.
    """
    calls, values, _ = valued(table, deals, seats)
    place = values.argmax(axis=1)
    best = values[np.arange(len(deals)), place]
    return np.where(best > 0, calls[place], PASS_CALL), np.maximum(best, 0.0)


def valued(table: Table, deals: Ints, seats: Ints) -> tuple[Ints, Reals, Reals]:
    """Return the contracts, int64 (k,), with their points and chances for each hand, float64 (n, k)."""
    from fivehundred_sim.kernels.bidding.hands import strengths_of

    house, worth = table.house, table.worth
    strengths = strengths_of(deals, seats, house.evaluation.code, house.evaluation.weights)
    calls = contracts_of(house)
    strains = house.bidding.table[calls, 1]
    place = np.clip((strengths[:, strains, 0] - LOW) / STEP, 0.0, BINS - 1.0)
    left = np.minimum(place.astype(np.int64), BINS - 2)
    rows, part = strengths[:, strains, 1].astype(np.int64), place - left

    def between_bins(values: Reals) -> Reals:
        return np.asarray(values[calls, rows, left] * (1 - part) + values[calls, rows, left + 1] * part)

    return calls, between_bins(worth[OURS]), between_bins(worth[-1])


def changes(first: House, first_calls: Ints, other: House, other_calls: Ints) -> Ints:
    """Return what becomes of best contracts from one house to the other, int64 (n,) of `Change`."""
    levels, denominations = first.bidding.table[first_calls][:, [0, 2]].T
    new_levels, new_denominations = other.bidding.table[other_calls][:, [0, 2]].T
    passed, passes = first_calls == PASS_CALL, other_calls == PASS_CALL
    found = np.full(len(first_calls), int(Change.SAME))
    found[new_levels > levels] = Change.HIGHER
    found[new_levels < levels] = Change.LOWER
    found[new_denominations != denominations] = Change.ELSEWHERE
    found[passed & ~passes] = Change.NOW_BIDS
    found[~passed & passes] = Change.NOW_PASSES
    return found
