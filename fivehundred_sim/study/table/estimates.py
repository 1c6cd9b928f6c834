"""From a tally to estimates: means of cells with 95 % intervals that know which hands come of one deal.

With m hands of a deal in a cell and s the sum of a value over them, the mean is a ratio of two sums over
deals, and its variance that of a ratio (Cochran 1977, Sampling Techniques, 3rd ed., 6.3): sum((s - mean
m)^2) / sum(m)^2, times k / (k - 1) for k deals. Rates get Wilson's interval for as many hands as would have
that variance by themselves (Korn and Graubard 1998, Survey Methodology 24: 193-201), points the normal one.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
from fivehundred_sim.study.estimate import FEW, RARE, Z95, wilson

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]


class Means(NamedTuple):
    """Means of cells with the bounds of their 95 % intervals, each float64 (cells,)."""

    mean: Reals
    low: Reals
    high: Reals


def mean_and_variance(counts: Ints, value: int, unit: int) -> tuple[Reals, Reals]:
    """Return the mean of a value in each cell, and the variance of that mean, float64 (cells,).

    counts: int64 (cells, 3 + 3 * values), cells that have hands. unit: parts of one. A cell whose hands come
    of one deal has no variance that could be known: nan.
    """
    at = VALUES_AT + PER_VALUE * value
    n, deals = counts[:, HANDS].astype(np.float64), counts[:, DEALS].astype(np.float64)
    sums = counts[:, at + SUM].astype(np.float64)
    mean = sums / n
    by_hands, hands_squared = sums + counts[:, at + SUM_BESIDE], n + counts[:, BESIDE]
    squares = counts[:, at + SQUARED] - 2 * mean * by_hands + mean * mean * hands_squared
    # Where all values are equal the difference of large numbers may come out a hair below nothing.
    variance = np.maximum(squares, 0.0) / (n * n)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.where(deals > 1, variance * deals / (deals - 1), np.nan)
    return mean / unit, variance / unit**2


def rates(counts: Ints, value: int, unit: int) -> Means:
    """Return the rates of cells: Wilson's interval for as many independent hands as have the same variance.

    At least one hand and at most those there are: a predicted chance is no better known than if its deal had
    been played out. A rate at 0 or 1 is half a hand away from it there; where nothing varies, one hand a
    deal counts.
    """
    mean, variance = mean_and_variance(counts, value, unit)
    n, deals = counts[:, HANDS].astype(np.float64), counts[:, DEALS].astype(np.float64)
    inner = (mean * n + 0.5) / (n + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        alike = np.where(variance > 0, inner * (1 - inner) / variance, deals)
    trials = np.clip(alike, 1.0, n)
    low, high = wilson(mean * trials, trials)
    return Means(mean, np.minimum(low, mean), np.maximum(high, mean))


def points(
    counts: Ints, value: int, unit: int, rate: Means, swing: float, most: tuple[float, float]
) -> Means:
    """Return the mean points of cells with normal intervals, within the least and the most there can be.

    rate: of the same contract; swing: the points between just failing and just making it. Where it is hardly
    ever made, or hardly ever fails, or few deals were seen, the interval reaches at least as far as that of
    the rate does.
    """
    mean, variance = mean_and_variance(counts, value, unit)
    half = Z95 * np.sqrt(np.nan_to_num(variance))
    low, high = mean - half, mean + half
    poor = (rate.mean < RARE) | (rate.mean > 1 - RARE) | (counts[:, DEALS] < FEW)
    low = np.where(poor, np.minimum(low, mean - (rate.mean - rate.low) * swing), low)
    high = np.where(poor, np.maximum(high, mean + (rate.high - rate.mean) * swing), high)
    # A mean is whole parts of a point, which may round it past the end.
    return Means(
        mean, np.minimum(np.maximum(low, most[0]), mean), np.maximum(np.minimum(high, most[1]), mean)
    )


def means(counts: Ints, value: int, unit: int) -> Means:
    """Return means of cells with normal intervals; the hands of one deal alone have none: nan."""
    mean, variance = mean_and_variance(counts, value, unit)
    half = Z95 * np.sqrt(variance)
    return Means(mean, mean - half, mean + half)
