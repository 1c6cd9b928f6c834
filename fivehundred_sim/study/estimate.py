"""From integer counts to estimates: rates and points with their 95 % intervals."""

from collections.abc import Callable, Sequence
from math import ceil, pi, sqrt, tan
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Z95 = 1.959963984540054  # two-sided 95 % of the normal distribution
RARE = 0.05  # nearer to 0 or 1 than this the normal interval of predicted points is not trusted
FEW = 10  # below this many deals of one kind the normal interval of the points is not trusted


def t95(freedom: int) -> float:
    """Return Student's t, two-sided 95 %, for degrees of freedom of at least 1.

    Closed forms for one and two degrees, else the expansion about the normal distribution, good to 0.2 %, and
    from ten degrees on to 0.002 %. Abramowitz, M. & Stegun, I. A. (1964), Handbook of Mathematical Functions,
    26.7.5.
    """
    if freedom == 1:
        return tan(0.475 * pi)
    if freedom == 2:
        return 0.95 / sqrt(2 * 0.975 * 0.025)
    z, n = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def wilson(
    successes: ArrayLike, trials: ArrayLike, z: float = Z95
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the bounds (low, high) of Wilson's score interval of rates, as probabilities.

    Arguments broadcast; no trials give (0, 1). At 0 (or all) successes the lower (upper) bound is exactly
    0 (1). Wilson, E. B. (1927), J. Am. Stat. Assoc. 22: 209-212.
    """
    k, n = np.broadcast_arrays(np.asarray(successes, np.float64), np.asarray(trials, np.float64))
    safe = np.maximum(n, 1.0)
    rate = k / safe
    weight = z * z / safe
    centre = (rate + weight / 2) / (1 + weight)
    half = z / (1 + weight) * np.sqrt(rate * (1 - rate) / safe + weight / (4 * safe))
    low = np.where(k == 0, 0.0, np.maximum(centre - half, 0.0))
    high = np.where(k == n, 1.0, np.minimum(centre + half, 1.0))
    return low, high


class Rate(NamedTuple):
    """A rate with the bounds of its 95 % interval, as probabilities."""

    rate: float
    low: float
    high: float


def rate(made: int, deals: int) -> Rate:
    """Return the rate `made / deals` with its Wilson interval. Raises ValueError without deals."""
    if deals < 1:
        raise ValueError("a rate needs at least one deal")
    low, high = wilson(made, deals)
    return Rate(made / deals, float(low), float(high))


def rate_around(mean: float, variance: float, deals: int, trials: float) -> Rate:
    """Return an estimated rate with an interval, from the variance of the estimate.

    It is Wilson's for as many trials as would have that variance, at most `deals`: an average of predicted
    chances is no better known than if all its deals had been played out. `trials` is the number of deals from
    which the variance was taken: a rate at 0 or 1 is half a deal away from it there.
    """
    p = min(max(mean, 0.0), 1.0)
    inner = (p * trials + 0.5) / (trials + 1)
    alike = inner * (1 - inner) / variance if variance > 0 else float(deals)
    n = min(max(alike, 1.0), float(deals))
    low, high = wilson(p * n, n)
    return Rate(p, min(p, float(low)), max(p, float(high)))


def deals_needed(made: int, deals: int, half_width: float) -> int:
    """Return about how many deals a Wilson interval of this half-width takes, from what was seen so far.

    Two deals of each kind are added to the count (Agresti and Coull 1998), so that a rate of 0 or 1 needs
    some deals too.
    """
    p = (made + 2) / (deals + 4)
    return ceil(Z95 * Z95 * p * (1 - p) / (half_width * half_width))


class Points(NamedTuple):
    """Mean points a deal, ours minus theirs, with its 95 % interval, and the two sides' own means."""

    mean: float
    low: float
    high: float
    ours: float
    theirs: float


def points(
    counts: Sequence[int], ours: Sequence[float], theirs: Sequence[float], made: Sequence[bool]
) -> Points:
    """Return the mean points of a contract.

    `counts[t]` deals ended with `ours[t]` and `theirs[t]` points; `made[t]` says which of them made the
    contract. Sums and sums of squares are exact while the points are whole, and the interval is the normal
    one. With fewer than `FEW` deals made (or failed) that interval is too narrow, and empty when nothing ever
    failed; then it reaches at least as far as the Wilson bound of the rate times the swing between making and
    failing.
    Raises ValueError without deals.
    """
    n = sum(counts)
    if n < 1:
        raise ValueError("points need at least one deal")
    gain = [a - b for a, b in zip(ours, theirs, strict=True)]
    mean, half = _mean_and_error(counts, gain)
    low, high = mean - half, mean + half
    successes = sum(c for c, ok in zip(counts, made, strict=True) if ok)
    if min(successes, n - successes) < FEW:
        p, p_low, p_high = rate(successes, n)
        swing = _swing(gain, made)
        low = min(low, mean - (p - p_low) * swing)
        high = max(high, mean + (p_high - p) * swing)
    return Points(
        mean=mean,
        low=max(low, float(min(gain))),
        high=min(high, float(max(gain))),
        ours=sum(c * a for c, a in zip(counts, ours, strict=True)) / n,
        theirs=sum(c * b for c, b in zip(counts, theirs, strict=True)) / n,
    )


def points_around(
    shares: Sequence[float],
    ours: Sequence[float],
    theirs: Sequence[float],
    made: Sequence[bool],
    rate: Rate,
    variance: float,
) -> Points:
    """Return the mean points of a contract of which each number of tricks is taken in so many `shares`.

    `variance` is that of the mean gain as an estimate. Where the contract hardly ever fails, or is hardly
    ever made, the normal interval is too narrow, and reaches at least as far as that of the `rate` does,
    times the swing between making and failing.
    """
    gain = [a - b for a, b in zip(ours, theirs, strict=True)]
    mean, our_mean, their_mean = (
        sum(share * value for share, value in zip(shares, values, strict=True))
        for values in (gain, ours, theirs)
    )
    half = Z95 * sqrt(variance)
    low, high = mean - half, mean + half
    if not RARE <= rate.rate <= 1 - RARE:
        swing = _swing(gain, made)
        low = min(low, mean - (rate.rate - rate.low) * swing)
        high = max(high, mean + (rate.high - rate.rate) * swing)
    return Points(
        mean=mean,
        low=max(low, float(min(gain))),
        high=min(high, float(max(gain))),
        ours=our_mean,
        theirs=their_mean,
    )


def _mean_and_error(counts: Sequence[int], values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of `values[t]` over `counts[t]` deals, and the half-width of its normal interval."""
    n = sum(counts)
    first = sum(c * v for c, v in zip(counts, values, strict=True))
    second = sum(c * v * v for c, v in zip(counts, values, strict=True))
    spread = max(n * second - first * first, 0)  # thirds of points are no exact floats
    return first / n, Z95 * sqrt(spread / (n * n * max(n - 1, 1)))


class Difference(NamedTuple):
    """A mean difference of points a deal with its 95 % interval."""

    mean: float
    low: float
    high: float


def difference(counts: Sequence[int], gain: Sequence[float], other: Sequence[float]) -> Difference:
    """Return the mean of `gain[t] - other[t]` over `counts[t]` deals, paired deal by deal.

    The interval is the normal one. Where fewer than `FEW` deals favour the first
    contract (or do not), it reaches at least as far as the Wilson bound of their rate times the widest swing
    between two numbers of tricks: what was hardly seen may be of any size. Raises ValueError without deals.
    """
    n = sum(counts)
    if n < 1:
        raise ValueError("a difference needs at least one deal")
    apart = [a - b for a, b in zip(gain, other, strict=True)]
    mean, half = _mean_and_error(counts, apart)
    low, high = mean - half, mean + half
    better = sum(c for c, d in zip(counts, apart, strict=True) if d > 0)
    if min(better, n - better) < FEW:
        p, p_low, p_high = rate(better, n)
        swing = max(apart) - min(apart)
        low = min(low, mean - (p - p_low) * swing)
        high = max(high, mean + (p_high - p) * swing)
    return Difference(mean, max(low, float(min(apart))), min(high, float(max(apart))))


def _swing(gain: Sequence[float], made: Sequence[bool]) -> float:
    """The points between the cheapest way to make the contract and the dearest of the narrow failures."""
    best_failure = max(g for g, ok in zip(gain, made, strict=True) if not ok)
    worst_success = min(g for g, ok in zip(gain, made, strict=True) if ok)
    return worst_success - best_failure


def break_even(counts: Sequence[float], gain: Sequence[float], made: Sequence[bool]) -> float:
    """Return the make rate at which the mean of `gain[t]` over `counts[t]` deals would be zero.

    Deals made and deals failed keep the means that were seen; where there was none of a kind, the narrowest
    outcome of that kind stands for it. Above 1 if making the contract still costs points.
    """
    won = _mean_where(counts, gain, made, min)
    lost = _mean_where(counts, gain, [not ok for ok in made], max)
    return -lost / (won - lost)


def _mean_where(
    counts: Sequence[float],
    gain: Sequence[float],
    counted: Sequence[bool],
    narrowest: Callable[[list[float]], float],
) -> float:
    """Return the mean of `gain` over the outcomes counted; without deals the narrowest of these gains."""
    outcomes = [(c, g) for c, g, ok in zip(counts, gain, counted, strict=True) if ok]
    n = sum(count for count, _ in outcomes)
    if n == 0:
        return narrowest([g for _, g in outcomes])
    return sum(count * g for count, g in outcomes) / n


def mean_tricks(counts: Sequence[int]) -> float:
    """Return the mean tricks of the contractor's side; `counts[t]` deals ended with t tricks."""
    return sum(t * c for t, c in enumerate(counts)) / sum(counts)


def mean_tricks_error(counts: Sequence[int]) -> float:
    """Return the half-width of the 95 % interval of `mean_tricks`.

    Where every deal took the same number of tricks, one trick times the Wilson bound of another number.
    """
    n = sum(counts)
    first = sum(t * c for t, c in enumerate(counts))
    second = sum(t * t * c for t, c in enumerate(counts))
    if n * second == first * first:
        return rate(0, n).high
    return Z95 * sqrt((n * second - first * first) / (n * n * (n - 1)))
