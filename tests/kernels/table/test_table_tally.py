"""Tallies: against loops over hands and over pairs of hands, and their sums over ranges of deals."""

from collections import defaultdict

import numpy as np
import pytest

from fivehundred_sim.kernels.table import tally as at
from fivehundred_sim.kernels.table.features import FEATURES
from fivehundred_sim.study.table.estimates import mean_and_variance

CELLS, VALUES, OUTCOMES = 6, 3, 9
WORTH = np.random.default_rng(3).integers(-50, 100, (OUTCOMES, VALUES))


def random_hands(seed, deals=40, hands=12):
    rng = np.random.default_rng(seed)
    return rng.integers(-1, CELLS, (deals, hands)), rng.integers(0, OUTCOMES, (deals, hands))


def tallied(cells, outcomes):
    out = np.zeros((CELLS, at.VALUES_AT + at.PER_VALUE * VALUES), np.int64)
    at.tally(cells, outcomes, WORTH, out)
    return out


def by_cell_and_deal(cells, outcomes):
    """The values of the hands of each cell, a list a deal."""
    found = [defaultdict(list) for _ in range(CELLS)]
    for deal, (own, came) in enumerate(zip(cells.tolist(), outcomes.tolist(), strict=True)):
        for cell, outcome in zip(own, came, strict=True):
            if cell >= 0:
                found[cell][deal].append(WORTH[outcome])
    return found


@pytest.mark.parametrize("seed", range(4))
def test_tallies_are_what_a_loop_over_hands_counts(seed):
    cells, outcomes = random_hands(seed)
    found = tallied(cells, outcomes)
    for cell, deals in enumerate(by_cell_and_deal(cells, outcomes)):
        groups = [np.array(values) for values in deals.values()]
        sizes = np.array([len(values) for values in groups])
        assert found[cell, at.HANDS] == sizes.sum()
        assert found[cell, at.DEALS] == len(groups)
        assert found[cell, at.BESIDE] == (sizes * (sizes - 1)).sum()
        sums = np.array([values.sum(axis=0) for values in groups])
        for value in range(VALUES):
            first = at.VALUES_AT + at.PER_VALUE * value
            assert found[cell, first + at.SUM] == sums[:, value].sum()
            assert found[cell, first + at.SQUARED] == (sums[:, value] ** 2).sum()
            assert found[cell, first + at.SUM_BESIDE] == (sums[:, value] * (sizes - 1)).sum()


def test_the_variance_counts_pairs_of_hands_of_one_deal():
    cells, outcomes = random_hands(9, deals=25)
    counts = tallied(cells, outcomes)
    for cell, deals in enumerate(by_cell_and_deal(cells, outcomes)):
        for value in range(VALUES):
            hands = [(deal, row[value]) for deal, rows in deals.items() for row in rows]
            mean = np.mean([x for _, x in hands])
            spread = sum((x - mean) * (y - mean) for own, x in hands for other, y in hands if own == other)
            k = len(deals)
            found_mean, found_variance = mean_and_variance(counts[cell : cell + 1], value, 10)
            assert found_mean[0] == pytest.approx(mean / 10)
            assert found_variance[0] == pytest.approx(spread / len(hands) ** 2 * k / (k - 1) / 100)


def test_ranges_add_up():
    cells, outcomes = random_hands(5)
    parts = [tallied(cells[first : first + 7], outcomes[first : first + 7]) for first in range(0, 40, 7)]
    assert np.array_equal(sum(parts), tallied(cells, outcomes))


def test_a_cell_is_a_number_in_mixed_radix():
    rng = np.random.default_rng(8)
    counted = rng.integers(0, 5, (6, 4, 7, FEATURES))
    start, stride = np.array([0, 100, -1, 200, 300, 400, -1]), rng.integers(0, 9, (7, FEATURES))
    cells = np.empty((6, 4, 7), np.int64)
    at.cells_of(counted, start, stride, cells)
    expected = np.where(start < 0, -1, start + (counted * stride).sum(axis=-1))
    assert np.array_equal(cells, expected)
