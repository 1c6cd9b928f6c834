"""Intervals hold what they promise: 2,000 small runs of quantities that are known, each with its interval.

The share that covers the truth must lie between 93.5 and 96.5 in a hundred (its own standard error is half a
hundredth). Rates lie between 0.2 and 0.8; of what is hardly ever seen intervals are wider on purpose.
"""

import numpy as np
import pytest

from fivehundred_sim.study.bidding.exchanged import interval
from fivehundred_sim.study.estimate import difference, mean_tricks, mean_tricks_error, points, rate

RUNS = 2_000
TRICKS = np.array([0, 0, 0, 1, 4, 12, 22, 26, 20, 11, 4]) / 100  # of a contract, as an eight of hearts ends
LEVEL, VALUE = 8, 300
MADE = [tricks >= LEVEL for tricks in range(11)]
OURS = [float(VALUE if ok else -VALUE) for ok in MADE]
THEIRS = [10.0 * (10 - tricks) for tricks in range(11)]
GAIN = np.array(OURS) - np.array(THEIRS)
OTHER = np.array([140.0 if tricks >= 7 else -140.0 for tricks in range(11)]) - np.array(THEIRS)


def covered(intervals, truth):
    """Return the share of intervals that hold the truth."""
    return np.mean([low <= truth <= high for low, high in intervals])


def runs(n, seed, chances=TRICKS):
    """Return the counts of each run, int64 (RUNS, outcomes)."""
    return np.random.default_rng(seed).multinomial(n, chances, size=RUNS)


def is_honest(share):
    return 0.935 <= share <= 0.965


@pytest.mark.parametrize("n", [300, 1_000])
@pytest.mark.parametrize("truth", [0.2, 0.35, 0.5, 0.65, 0.8])
def test_rates(truth, n):
    made = np.random.default_rng([n, int(100 * truth)]).binomial(n, truth, RUNS)
    found = (rate(int(k), n) for k in made)
    assert is_honest(covered([(each.low, each.high) for each in found], truth))


@pytest.mark.parametrize("n", [300, 1_000])
def test_mean_points(n):
    found = [points(counts.tolist(), OURS, THEIRS, MADE) for counts in runs(n, 11)]
    assert is_honest(covered([(each.low, each.high) for each in found], TRICKS @ GAIN))


@pytest.mark.parametrize("n", [300, 1_000])
def test_mean_tricks(n):
    truth = TRICKS @ np.arange(11)
    found = [(mean_tricks(list(c)), mean_tricks_error(list(c))) for c in runs(n, 12).tolist()]
    assert is_honest(covered([(mean - half, mean + half) for mean, half in found], truth))


@pytest.mark.parametrize("n", [300, 1_000])
def test_paired_differences_of_contracts(n):
    found = [difference(counts.tolist(), GAIN.tolist(), OTHER.tolist()) for counts in runs(n, 13)]
    assert is_honest(covered([(each.low, each.high) for each in found], TRICKS @ (GAIN - OTHER)))


def test_paired_differences_of_deals():
    """The intervals of matches: every deal a difference of its own."""
    rng = np.random.default_rng(14)
    drawn = rng.choice(GAIN - OTHER, p=TRICKS, size=(RUNS, 300)) + rng.normal(0, 40, (RUNS, 300))
    found = [interval(each) for each in drawn]
    assert is_honest(covered([(each.low, each.high) for each in found], TRICKS @ (GAIN - OTHER)))
