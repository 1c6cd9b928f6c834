import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from fivehundred_sim.study import estimate

# 8H under Avondale: value 300, ten a trick to the defenders.
OURS = [-300] * 8 + [300] * 3
THEIRS = [10 * (10 - t) for t in range(11)]
MADE = [t >= 8 for t in range(11)]
SWING = (300 - 20) - (-300 - 30)


@pytest.mark.parametrize("n", [1, 2, 7, 100, 20_000, 5_000_000])
def test_wilson_is_statsmodels_wilson(n):
    k = np.unique(np.linspace(0, n, 50).astype(int))
    low, high = estimate.wilson(k, n)
    expected = np.array([proportion_confint(int(each), n, alpha=0.05, method="wilson") for each in k])
    np.testing.assert_allclose(low, expected[:, 0], atol=1e-12)
    np.testing.assert_allclose(high, expected[:, 1], atol=1e-12)


def test_t_is_scipys_t():
    freedom = [*range(1, 200), 1_000, 9_999, 10**6]
    found = [estimate.t95(each) for each in freedom]
    np.testing.assert_allclose(found, stats.t.ppf(0.975, freedom), rtol=2e-3)
    np.testing.assert_allclose(found[9:], stats.t.ppf(0.975, freedom[9:]), rtol=2e-5)


def test_wilson_ends_are_exact_and_never_a_point():
    low, high = estimate.wilson([0, 50], 50)
    assert low[0] == 0.0
    assert high[1] == 1.0
    assert high[0] == pytest.approx(1 - low[1])
    assert high[0] > 0.05
    assert [float(bound) for bound in estimate.wilson(0, 0)] == [0.0, 1.0]


def test_wilson_covers_at_its_level():
    rng = np.random.default_rng(5)
    for p in (0.5, 0.1, 0.02):
        low, high = estimate.wilson(rng.binomial(400, p, 20_000), 400)
        assert 0.94 < np.mean((low <= p) & (p <= high)) < 0.975


def brute_force(counts, ours, theirs):
    deals = [ours[t] - theirs[t] for t, count in enumerate(counts) for _ in range(count)]
    return np.mean(deals), 1.959963984540054 * np.std(deals, ddof=1) / np.sqrt(len(deals))


def test_points_are_the_mean_over_single_deals():
    counts = [0, 1, 3, 8, 20, 41, 60, 70, 66, 30, 9]
    mean, half = brute_force(counts, OURS, THEIRS)
    points = estimate.points(counts, OURS, THEIRS, MADE)
    assert points.mean == pytest.approx(mean)
    assert points.low == pytest.approx(mean - half)
    assert points.high == pytest.approx(mean + half)
    assert points.ours - points.theirs == pytest.approx(points.mean)
    assert points.theirs == pytest.approx(np.average(THEIRS, weights=counts))


def test_points_stay_exact_where_floats_would_not():
    counts = [0] * 11
    counts[8], counts[7] = 10**15, 10**15 + 1
    points = estimate.points(counts, OURS, THEIRS, MADE)
    assert points.mean == pytest.approx((280 * 10**15 - 330 * (10**15 + 1)) / (2 * 10**15 + 1), abs=1e-9)
    assert points.high - points.low == pytest.approx(2 * 1.96 * 305 / np.sqrt(2e15), rel=1e-3)


def test_a_contract_that_always_made_has_an_interval():
    counts = [0] * 10 + [100]
    points = estimate.points(counts, OURS, THEIRS, MADE)
    failing = 1 - float(estimate.wilson(100, 100)[0])
    assert points.mean == points.high == 300
    assert points.low == pytest.approx(300 - failing * SWING)


def test_a_contract_that_never_made_has_an_interval():
    points = estimate.points([0, 200], [250, -250], [0, 0], [True, False])
    assert points.mean == points.low == -250
    assert points.high == pytest.approx(-250 + 500 * float(estimate.wilson(0, 200)[1]))


def test_few_failures_widen_the_interval_downwards():
    counts = [0] * 7 + [2, 400, 0, 0]
    mean, half = brute_force(counts, OURS, THEIRS)
    points = estimate.points(counts, OURS, THEIRS, MADE)
    assert points.low < mean - 1.5 * half
    assert points.high == pytest.approx(mean + half)


@pytest.mark.parametrize("p", [0.5, 0.9, 0.99, 0.998])
def test_points_intervals_cover_near_certainties_too(p):
    rng = np.random.default_rng(17)
    truth = 280 * p - 330 * (1 - p)
    covered = 0
    for made in rng.binomial(300, p, 2_000):
        counts = [0] * 11
        counts[8], counts[7] = int(made), 300 - int(made)
        points = estimate.points(counts, OURS, THEIRS, MADE)
        covered += points.low <= truth <= points.high
    assert covered / 2_000 > 0.93


@given(st.lists(st.integers(0, 10_000), min_size=11, max_size=11).filter(any))
@settings(deadline=None, max_examples=200)
def test_intervals_hold_their_means(counts):
    points = estimate.points(counts, OURS, THEIRS, MADE)
    assert -400 <= points.low <= points.mean + 1e-9
    assert points.mean - 1e-9 <= points.high <= 300
    rate = estimate.rate(sum(counts[8:]), sum(counts))
    assert 0 <= rate.low <= rate.rate <= rate.high <= 1
    assert rate.low < rate.high
    assert 0 <= estimate.mean_tricks(counts) <= 10
    assert estimate.mean_tricks_error(counts) > 0


def test_mean_tricks_and_their_error():
    counts = [0, 0, 5, 10, 40, 80, 100, 70, 30, 4, 1]
    deals = np.repeat(np.arange(11), counts)
    assert estimate.mean_tricks(counts) == pytest.approx(deals.mean())
    half = 1.959963984540054 * deals.std(ddof=1) / np.sqrt(len(deals))
    assert estimate.mean_tricks_error(counts) == pytest.approx(half)
    assert estimate.mean_tricks_error([0] * 10 + [50]) == pytest.approx(float(estimate.wilson(0, 50)[1]))


def test_no_deals_are_refused():
    with pytest.raises(ValueError, match="at least one deal"):
        estimate.rate(0, 0)
    with pytest.raises(ValueError, match="at least one deal"):
        estimate.points([0] * 11, OURS, THEIRS, MADE)


@pytest.mark.parametrize(("p", "half"), [(0.5, 0.01), (0.1, 0.02), (0.9, 0.005)])
def test_deals_needed_are_about_what_wilson_takes(p, half):
    n = estimate.deals_needed(round(1_000 * p), 1_000, half)
    low, high = estimate.wilson(round(n * p), n)
    assert float(high - low) / 2 == pytest.approx(half, rel=0.05)
    assert estimate.deals_needed(0, 100, half) > 0


# 7H beside 8H: the same tricks, another promise. Value 200.
OURS_7H = [-200] * 7 + [200] * 3 + [250]


def gains(ours):
    return [a - b for a, b in zip(ours, THEIRS, strict=True)]


def test_a_difference_is_the_mean_over_pairs_of_single_deals():
    counts = [0, 1, 3, 8, 20, 41, 60, 70, 66, 30, 9]
    mean, half = brute_force(counts, gains(OURS), gains(OURS_7H))
    found = estimate.difference(counts, gains(OURS), gains(OURS_7H))
    assert found == pytest.approx((mean, mean - half, mean + half))
    back = estimate.difference(counts, gains(OURS_7H), gains(OURS))
    assert back == pytest.approx((-mean, -mean - half, -mean + half))


def test_a_difference_that_was_always_the_same_has_an_interval():
    counts = [0] * 9 + [100, 0]
    found = estimate.difference(counts, gains(OURS), gains(OURS_7H))
    unseen = float(estimate.wilson(0, 100)[1])
    # In 8H instead of 7H seven tricks cost 500 more, nine bring 100 more.
    assert (found.mean, found.high) == (100, 100)
    assert found.low == pytest.approx(100 - unseen * 600)
    with pytest.raises(ValueError, match="at least one deal"):
        estimate.difference([0] * 11, gains(OURS), gains(OURS_7H))


def test_a_difference_stays_exact_where_floats_would_not():
    counts = [0] * 11
    counts[6], counts[8] = 10**15, 10**15 + 1  # a loss of 100 and a gain of 100
    found = estimate.difference(counts, gains(OURS), gains(OURS_7H))
    assert found.mean == pytest.approx(100 / (2 * 10**15 + 1), rel=1e-9)


@pytest.mark.parametrize("p", [0.5, 0.9, 0.99, 0.998])
def test_difference_intervals_cover_near_certainties_too(p):
    rng = np.random.default_rng(23)
    truth = 100 * p - 500 * (1 - p)
    covered = 0
    for better in rng.binomial(300, p, 2_000):
        counts = [0] * 11
        counts[8], counts[7] = int(better), 300 - int(better)
        found = estimate.difference(counts, gains(OURS), gains(OURS_7H))
        covered += found.low <= truth <= found.high
    assert covered / 2_000 > 0.93
