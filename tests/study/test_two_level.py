"""Control variates: no bias where the answer is known, honest errors, and less of them."""

import itertools

import numpy as np
import pytest

from fivehundred_sim.study.two_level import Half, Mean, corrected, mean_of

REPEATS = 20_000  # of the whole estimate, each a column


def population(rng, deals, slope=1.0, columns=REPEATS):
    """Deals with a dear and a cheap figure that goes with it; their means are 3 and 2."""
    cheap = 1 + rng.exponential(size=(deals, columns))
    dear = 3 + slope * (cheap - 2) + 0.5 * rng.choice([-1, 2], (deals, columns), p=[2 / 3, 1 / 3])
    return dear, cheap


def halves_of(dear, cheap):
    """The deals in two halves, by even and odd number."""
    return [Half(dear[start::2], cheap[start::2], np.ones(len(dear[start::2]))) for start in (0, 1)]


def far(found, known):
    """How many standard errors the mean of many estimates is from what is known."""
    return abs(found.mean() - known) / (found.std() / np.sqrt(len(found)))


@pytest.mark.parametrize("slope", [1.0, -0.7, 0.0])
@pytest.mark.parametrize("deals", [3, 8, 60])
def test_the_estimate_is_unbiased_and_its_error_is_the_one_it_says(deals, slope):
    rng = np.random.default_rng(deals)
    reference = mean_of(population(rng, 100)[1], np.ones(100))
    found = corrected(halves_of(*population(rng, deals, slope)), reference)
    assert far(found.mean, 3) < 4
    if deals > 3:
        assert found.variance.mean() == pytest.approx(found.mean.var(), rel=0.2)


def test_fitting_the_coefficient_to_the_deals_it_corrects_would_be_biased():
    """The fault that splitting the deals avoids, so that the test above would see it."""
    cheap = np.random.default_rng(1).exponential(size=(6, REPEATS))
    dear = cheap**2  # mean 2; it is no straight line over the cheap figure, whose mean is 1
    off = cheap - cheap.mean(0)
    slope = (off * dear).sum(0) / (off * off).sum(0)
    assert far(dear.mean(0) - slope * (cheap.mean(0) - 1), 2) > 20
    exact = Mean(np.ones(REPEATS), np.zeros(REPEATS), np.zeros(REPEATS), 1e9)
    assert far(corrected(halves_of(dear, cheap), exact).mean, 2) < 4


def test_over_all_samples_of_a_small_population_the_mean_is_exact():
    """Every ordered sample of four deals of a population of four, each as likely: no noise is left."""
    dear, cheap = np.array([1.0, 4.0, 2.0, 9.0])[:, None], np.array([0.0, 3.0, 1.0, 4.0])[:, None]
    exact = mean_of(cheap, np.ones(4))
    known = Mean(exact.mean, np.array([0.1]), np.array([0.1]), 20)
    samples = np.array(list(itertools.product(range(4), repeat=4))).T  # a column each
    found = corrected(halves_of(dear[samples, 0], cheap[samples, 0]), known)
    assert found.mean.mean() == pytest.approx(dear.mean(), abs=1e-12)


def test_chained_levels_beat_plain_means():
    rng = np.random.default_rng(5)
    cheapest = rng.normal(size=(4_000, 500))
    cheap = cheapest[:400] + 0.5 * rng.normal(size=(400, 500))
    dear = cheap[:40] + 0.3 * rng.normal(size=(40, 500))
    base = mean_of(cheapest[400:], np.ones(3_600))
    middle = corrected(halves_of(cheap[40:], cheapest[40:400]), base)
    one = corrected(halves_of(dear, cheap[:40]), mean_of(cheap[40:], np.ones(360))).mean
    two = corrected(halves_of(dear, cheap[:40]), middle).mean
    assert two.std() < 0.9 * one.std() < 0.7 * dear.mean(0).std()
    assert far(two, 0) < 4


def test_what_never_changes_is_known_and_without_a_reference_the_mean_is_plain():
    always = np.ones((6, 1))
    estimate = corrected(halves_of(always, always), mean_of(always, np.ones(6)))
    assert (estimate.mean[0], estimate.variance[0]) == (1.0, 0.0)
    dear, cheap = population(np.random.default_rng(2), 9, columns=1)
    assert corrected(halves_of(dear, cheap), None).mean[0] == pytest.approx(dear[:, 0].mean())
    assert mean_of([[1.0]], [0]) is None
    with pytest.raises(ValueError, match="at least one deal"):
        corrected([Half(dear[:0], cheap[:0], np.zeros(0))] * 2, None)
