"""Estimates of cells: their intervals cover as often as they say, though hands of one deal hang together."""

import numpy as np
import pytest

from fivehundred_sim.kernels.table.tally import (
    BESIDE,
    DEALS,
    HANDS,
    PER_VALUE,
    SQUARED,
    SUM,
    SUM_BESIDE,
    VALUES_AT,
)
from fivehundred_sim.study.estimate import wilson
from fivehundred_sim.study.table.cells import Ladder, best_levels
from fivehundred_sim.study.table.estimates import Means, mean_and_variance, means, points, rates

RUNS = 2000
UNIT = 1000


def counts_of(sizes, sums):
    """The tally of one value in each run: sizes and sums int64 (runs, deals), 0 hands in a deal left out."""
    counts = np.zeros((len(sizes), VALUES_AT + PER_VALUE), np.int64)
    others = np.maximum(sizes - 1, 0)
    counts[:, HANDS], counts[:, DEALS] = sizes.sum(axis=1), (sizes > 0).sum(axis=1)
    counts[:, BESIDE] = (sizes * others).sum(axis=1)
    counts[:, VALUES_AT + SUM] = sums.sum(axis=1)
    counts[:, VALUES_AT + SQUARED] = (sums**2).sum(axis=1)
    counts[:, VALUES_AT + SUM_BESIDE] = (sums * others).sum(axis=1)
    return counts


def clustered(rate, deals, together, seed):
    """Runs of hands made or not, up to three in a deal; in `together` of the deals all fare alike."""
    rng = np.random.default_rng(seed)
    sizes = rng.choice([0, 1, 2, 3], p=[0.3, 0.4, 0.2, 0.1], size=(RUNS, deals))
    common = rng.random((RUNS, deals)) < together
    one = rng.random((RUNS, deals)) < rate
    alone = rng.binomial(sizes, rate)
    return sizes, np.where(common, sizes * one, alone) * UNIT


def coverage(found, truth):
    return float(((found.low <= truth) & (truth <= found.high)).mean())


@pytest.mark.parametrize("rate", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("together", [0.0, 0.5, 1.0])
def test_intervals_of_rates_cover(rate, together):
    sizes, sums = clustered(rate, 400, together, int(100 * rate + together))
    assert 0.935 <= coverage(rates(counts_of(sizes, sums), 0, UNIT), rate) <= 0.965


@pytest.mark.parametrize("together", [0.0, 1.0])
def test_intervals_of_means_cover(together):
    rng = np.random.default_rng(7)
    sizes = rng.choice([1, 2, 4], size=(RUNS, 300))
    common = rng.normal(0, 60 * together, (RUNS, 300))
    sums = np.rint(sizes * (20 + common) + rng.normal(0, 80, (RUNS, 300)) * np.sqrt(sizes)).astype(np.int64)
    counts = counts_of(sizes, sums)
    assert 0.935 <= coverage(means(counts, 0, 1), 20.0) <= 0.965
    sure = Means(*np.full((3, RUNS), 0.5))
    assert 0.935 <= coverage(points(counts, 0, 1, sure, 0.0, (-1e9, 1e9)), 20.0) <= 0.965


def test_hands_that_hang_together_make_intervals_wider():
    apart = rates(counts_of(*clustered(0.5, 400, 0.0, 1)), 0, UNIT)
    together = rates(counts_of(*clustered(0.5, 400, 1.0, 1)), 0, UNIT)
    assert (together.high - together.low).mean() > 1.1 * (apart.high - apart.low).mean()


def test_single_hands_have_wilsons_interval():
    sizes = np.ones((1, 200), np.int64)
    sums = np.where(np.arange(200) < 60, UNIT, 0)[None]
    found = rates(counts_of(sizes, sums), 0, UNIT)
    low, high = wilson(60, 200)
    assert found.mean[0] == 0.3
    assert found.low[0] == pytest.approx(low, abs=2e-3)
    assert found.high[0] == pytest.approx(high, abs=2e-3)


@pytest.mark.parametrize("made", [0, 1])
def test_what_never_varies_counts_a_hand_a_deal(made):
    sizes = np.full((1, 30), 2)
    found = rates(counts_of(sizes, 2 * made * UNIT * np.ones((1, 30), np.int64)), 0, UNIT)
    low, high = wilson(30 * made, 30)
    assert (found.low[0], found.high[0]) == (pytest.approx(low), pytest.approx(high))
    assert found.low[0] <= found.mean[0] <= found.high[0]


def test_the_hands_of_one_deal_have_no_variance_but_an_interval():
    counts = counts_of(np.array([[2]]), np.array([[UNIT]]))
    assert np.isnan(mean_and_variance(counts, 0, UNIT)[1][0])
    found = rates(counts, 0, UNIT)
    assert found.low[0] < 0.2
    assert found.high[0] > 0.8
    scored = points(counts, 0, UNIT, found, 200.0, (-100.0, 100.0))
    assert scored.low[0] < 0 < scored.high[0]


def test_points_of_a_contract_that_never_failed_reach_down():
    sizes = np.ones((1, 50), np.int64)
    counts = counts_of(sizes, 100 * sizes)
    never = rates(counts_of(sizes, UNIT * sizes), 0, UNIT)
    scored = points(counts, 0, 1, never, 200.0, (-110.0, 100.0))
    assert scored.high[0] == 100
    assert scored.low[0] == pytest.approx(100 - (1 - never.low[0]) * 200)


def figures(*cells):
    """Points of one level: a cell each, (mean, half-width)."""
    mean, half = np.array(cells, np.float64).T
    return Means(mean, mean - half, mean + half)


def test_the_best_level_is_the_highest_that_pays():
    sixes = figures((-20, 5), (-2, 5), (30, 5), (40, 5), (3, 5), (-5, 5), (40, 5))
    sevens = figures((-90, 5), (-90, 5), (-40, 5), (20, 5), (-80, 5), (-9, 4), (-3, 5))
    eights = figures((-190, 5), (-190, 5), (-140, 5), (-80, 5), (-180, 5), (2, 4), (-90, 5))
    levels, words = best_levels(Ladder((0, 1, 2), [], [sixes, sevens, eights]))
    assert levels.tolist() == [0, 0, 6, 7, 6, 8, 6]
    assert words.tolist() == ["no", "close", "yes", "yes", "close", "close", "close"]


def test_levels_that_a_house_lacks_have_no_number():
    levels, _ = best_levels(Ladder((1, 2), [], [figures((5, 1), (5, 1)), figures((-5, 1), (5, 1))]))
    assert levels.tolist() == [7, 8]


def test_a_misere_pays_or_not():
    _, words = best_levels(Ladder((0,), [], [figures((5, 1), (-5, 1), (5, 9), (-5, 9))]))
    assert words.tolist() == ["yes", "no", "close", "close"]
