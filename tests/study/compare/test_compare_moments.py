"""Sums and what follows from them: plain arithmetic, and how often intervals hold the truth."""

from fractions import Fraction

import numpy as np
import pytest

from fivehundred_sim.study.compare.measures import Measure
from fivehundred_sim.study.compare.moments import compared, count

NAMES = ("one", "y", "x")
MEAN = Measure("mean", "points", "y", "one", Fraction(1, 10), 50.0)
RATIO = Measure("ratio", "share", "y", "x", Fraction(1), 1.0)


def values_of(*houses):
    """Return quantities of houses from pairs of arrays (y, x)."""
    return np.array([[np.ones(len(y)), y, x] for y, x in houses], np.int64)


def rows_of(values, same=False):
    counts = count(values, NAMES, (MEAN, RATIO))
    return [
        compared(measure, place, 1, values.shape[2], counts, same)
        for place, measure in enumerate((MEAN, RATIO))
    ]


def random_houses(seed, n=500):
    dice = np.random.default_rng(seed)
    x0, x = (dice.random((2, n)) < [[0.6], [0.5]]) * 10_000
    shared = dice.integers(0, 10_000, n)
    y0 = np.where(x0, shared, 0)
    y = np.where(x, (shared + dice.integers(0, 3_000, n)) % 10_000, 0)
    return values_of((y0, x0), (y, x))


def test_a_mean_is_the_mean_of_paired_differences():
    values = random_houses(1)
    mean, _ = rows_of(values)
    apart = (values[1, 1] - values[0, 1]) / 10
    assert mean.diff == pytest.approx(apart.mean())
    half = 1.959963984540054 * apart.std(ddof=1) / np.sqrt(len(apart))
    assert (mean.low, mean.high) == pytest.approx((apart.mean() - half, apart.mean() + half))


def test_a_ratio_has_the_error_of_leaving_out_one_at_a_time():
    values = random_houses(2)
    _, ratio = rows_of(values)
    assert ratio.a == pytest.approx(values[0, 1].sum() / values[0, 2].sum())
    y, x = values[:, 1], values[:, 2]
    without = (y.sum(axis=1, keepdims=True) - y) / (x.sum(axis=1, keepdims=True) - x)
    apart = without[1] - without[0]
    n = len(apart)
    jackknife = np.sqrt((n - 1) / n * ((apart - apart.mean()) ** 2).sum())
    assert (ratio.high - ratio.low) / 2 == pytest.approx(1.959963984540054 * jackknife, rel=0.02)


def test_equal_counts_have_exactly_no_error_and_known_equals_say_so():
    values = random_houses(3)
    values[1] = values[0]
    for row in rows_of(values, same=True):
        assert (row.diff, row.low, row.high, row.verdict) == (0.0, 0.0, 0.0, "same")
    for row in rows_of(values):
        assert row.diff == 0
        assert row.low < 0 < row.high
        assert row.verdict == "close"


def test_hardly_ever_seen_differences_are_known_no_better_than_their_rate():
    values = random_houses(4, 1_000)
    values[1] = values[0]
    values[1, 1, :3] += 10
    mean, _ = rows_of(values)
    assert mean.diff == pytest.approx(0.003)
    assert mean.high - mean.diff == pytest.approx(50 * (0.008787 - 0.003), rel=0.01)  # Wilson, 3 of 1000


def test_what_never_went_one_way_may_yet():
    # Every deal moves by the same: without a spread the normal interval would be empty.
    values = values_of((np.zeros(12), np.full(12, 100)), (np.full(12, 100), np.full(12, 100)))
    mean, ratio = rows_of(values)
    assert (ratio.diff, ratio.high) == (1, 1)
    assert 0.5 < ratio.low < 0.8
    assert mean.diff == 10
    assert mean.low == pytest.approx(10 - 50 * 0.2425, rel=0.01)  # Wilson, 0 of 12
    assert mean.high == pytest.approx(10 + 50 * 0.2425, rel=0.01)


def test_rates_at_their_end_have_wilsons_error():
    always = np.full(40, 10_000)
    values = values_of((always, always), (always, always))
    values[1, 1, 0] = values[1, 2, 0] = 0  # one contract fewer
    _, ratio = rows_of(values)
    assert ratio.diff == 0
    assert ratio.low == pytest.approx(-0.0897, rel=0.01)
    assert ratio.high == pytest.approx(0.0876, rel=0.01)


def test_few_contracts_have_no_interval_and_none_no_rate():
    few = values_of((np.arange(20) * 10, np.arange(20) < 9), (np.arange(20) * 10, np.arange(20) < 12))
    assert rows_of(few)[1].verdict == "few"
    assert rows_of(few)[1].low is None
    none = values_of((np.zeros(20), np.zeros(20)), (np.arange(20), np.ones(20)))
    assert (rows_of(none)[1].a, rows_of(none)[1].diff, rows_of(none)[1].b) == (None, None, 9.5)


def test_sums_add_up_over_parts():
    values = random_houses(5)
    whole = count(values, NAMES, (MEAN, RATIO))
    parts = [count(values[:, :, cut], NAMES, (MEAN, RATIO)) for cut in (slice(0, 123), slice(123, None))]
    for name, sums in whole.items():
        np.testing.assert_array_equal(parts[0][name] + parts[1][name], sums)


def test_intervals_hold_the_truth_95_times_in_100():
    truth_mean, truth_ratio = (values_diff(random_houses(99, 2_000_000), place) for place in (0, 1))
    inside = np.array(
        [
            [row.low <= truth <= row.high for row, truth in zip(rows_of(random_houses(1_000 + run, 300)),
                                                               (truth_mean, truth_ratio), strict=True)]
            for run in range(2_000)
        ]
    )  # fmt: skip
    assert ((inside.mean(axis=0) > 0.935) & (inside.mean(axis=0) < 0.965)).all()


def values_diff(values, place):
    y, x = values[:, 1].mean(axis=1), values[:, 2].mean(axis=1)
    return (y[1] - y[0]) / 10 if place == 0 else y[1] / x[1] - y[0] / x[0]
