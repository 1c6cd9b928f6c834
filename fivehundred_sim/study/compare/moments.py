"""Sums that tell how far houses differ, and what follows from them: figures with paired 95 % intervals.

Every measure is y for each x (x is 1 for a plain mean). Of every house the sums of y and x are kept, of their
squares and products, and of the products with those of the first house on the same deal: whole numbers, so
that parts of a run add up exactly. The difference of two ratios is linear in them for small errors, and its
variance is that of the linear form (the delta method; Cochran, Sampling Techniques, 1977, chapter 6).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.study.compare.measures import ONE, Measure
from fivehundred_sim.study.estimate import FEW, Z95, wilson

Ints = NDArray[np.int64]
Verdict = Literal["more", "less", "close", "same", "few"]

DIGITS = 6  # of a figure in JSON and CSV


def count(values: Ints, quantities: Sequence[str], measures: Sequence[Measure]) -> dict[str, Ints]:
    """Return the sums of some deals or games.

    values: int64 (houses, quantities, n), the first house first. The sums are int64 by house and measure:
    sums (., ., 2) of y, x; own (., ., 3) of yy, yx, xx; across (., ., 4) of y0 y, y0 x, x0 y, x0 x with the
    first house's; moved (., ., 3), on how many y or x is another than there, y is more, and y is less.
    """
    tops = [quantities.index(measure.top) for measure in measures]
    belows = [quantities.index(measure.below) for measure in measures]
    y0, x0 = values[0][tops], values[0][belows]
    parts = []
    for house in values:
        y, x = house[tops], house[belows]
        sums = np.stack([y.sum(axis=1), x.sum(axis=1)], axis=1)
        own = np.stack([_products(y, y), _products(y, x), _products(x, x)], axis=1)
        across = np.stack([_products(y0, y), _products(y0, x), _products(x0, y), _products(x0, x)], axis=1)
        moved = [((y != y0) | (x != x0)).sum(axis=1), (y > y0).sum(axis=1), (y < y0).sum(axis=1)]
        parts.append((sums, own, across, np.stack(moved, axis=1)))
    return {
        name: np.stack(found).astype(np.int64)
        for name, found in zip(("sums", "own", "across", "moved"), zip(*parts, strict=True), strict=True)
    }


def _products(a: Ints, b: Ints) -> Ints:
    return np.asarray(np.einsum("mn,mn->m", a, b), np.int64)


@dataclass(frozen=True)
class Compared:
    """A measure under the first house (a) and under another (b), with b - a and its 95 % interval.

    None where nothing was seen: no contract to be made of those never bid. The difference has no interval
    where either house has fewer than `FEW` of what it is a share of. verdict: `more` or `less` where the
    interval leaves zero out, `close` where not, `same` where both must be equal, `few` without an interval.
    """

    measure: Measure
    a: float | None
    b: float | None
    diff: float | None
    low: float | None
    high: float | None
    verdict: Verdict

    def to_json_dict(self) -> dict[str, Any]:
        """Return the figures as plain JSON values; shares are fractions."""
        values = {"a": self.a, "b": self.b, "diff": self.diff, "diff_low": self.low, "diff_high": self.high}
        rounded = {name: None if value is None else round(value, DIGITS) for name, value in values.items()}
        return {
            "measure": self.measure.key,
            "unit": self.measure.unit,
            **rounded,
            "verdict": self.verdict,
        }


def compared(
    measure: Measure, place: int, house: int, units: int, counts: Mapping[str, Ints], same: bool
) -> Compared:
    """Return one measure of one house beside the first.

    place: of the measure in the counts; units: deals or games counted; same: both must be equal by their
    rules, so that not having seen a difference is knowing that there is none.
    """
    y0, x0 = map(int, counts["sums"][0, place])
    y, x = map(int, counts["sums"][house, place])
    a, b = _ratio(y0, x0, measure), _ratio(y, x, measure)
    if a is None or b is None:
        return Compared(measure, _float(a), _float(b), None, None, None, "same" if same else "few")
    diff = b - a
    if same:
        return Compared(measure, float(a), float(b), float(diff), 0.0, 0.0, "same")
    seen = min(_units(counts, 0, place), _units(counts, house, place))
    if measure.below != ONE and seen < FEW:
        return Compared(measure, float(a), float(b), float(diff), None, None, "few")
    half = Z95 * sqrt(_variance(counts, place, house, units)) * float(measure.scale)
    below, above = _at_least(measure, counts["moved"][house, place], units, seen, half)
    if measure.below != ONE and measure.unit == "share" and max(a, b, 1 - a, 1 - b) * seen > seen - FEW:
        below, above = _apart((float(a), _units(counts, 0, place)), (float(b), _units(counts, house, place)))
    low, high = float(diff) - max(half, below), float(diff) + max(half, above)
    if measure.unit == "share":
        low, high = max(low, -1.0), min(high, 1.0)
    return Compared(measure, float(a), float(b), float(diff), low, high, _verdict(low, high))


def _at_least(measure: Measure, moved: Ints, units: int, seen: float, half: float) -> tuple[float, float]:
    """Return how far an interval reaches at least, down and up, where differences were hardly ever seen.

    They may be of any size, and their rate is known no better than so (Wilson). moved: the three numbers of
    `count`; of a share of all deals those up and down count apart. seen: units of which it is a share. half:
    the normal error; without one no other difference was seen than one and the same.
    """
    numbers = [int(moved[0])] * 2 if half else [0, 0]
    if measure.below == ONE and measure.unit == "share":
        numbers = [int(moved[2]), int(moved[1])]
    reach = [
        (float(wilson(number, units)[1]) - number / units) * measure.swing * units / seen
        if number < FEW
        else 0.0
        for number in numbers
    ]
    return reach[0], reach[1]


def _apart(first: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """Return how far the interval of a difference of two rates reaches, down and up, rates near 0 or 1.

    first and other: rate and number. From Wilson's bounds of each, as if not paired (Newcombe 1998, Stat.
    Med. 17: 873-890, method 10): the normal interval is empty where nothing ever failed.
    """
    (p, n), (q, m) = first, other
    (p_low, p_high), (q_low, q_high) = wilson(p * n, n), wilson(q * m, m)
    return float(np.hypot(q - q_low, p_high - p)), float(np.hypot(q_high - q, p - p_low))


def _units(counts: Mapping[str, Ints], house: int, place: int) -> float:
    """Return on how many deals x was not 0: it is always 0 or the same number."""
    x, xx = int(counts["sums"][house, place, 1]), int(counts["own"][house, place, 2])
    return x * x / xx if xx else 0.0


def _ratio(y: int, x: int, measure: Measure) -> Fraction | None:
    return Fraction(y, x) * measure.scale if x else None


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _verdict(low: float, high: float) -> Verdict:
    if low <= 0 <= high:
        return "close"
    return "more" if low > 0 else "less"


def _variance(counts: Mapping[str, Ints], place: int, house: int, units: int) -> float:
    """Return the variance of the difference of two ratios, in units of the counts.

    Exact until the last step, so that equal counts have exactly none.
    """
    (y0, x0), (y, x) = (map(int, counts["sums"][each, place]) for each in (0, house))
    mean0, mean = Fraction(y0, x0), Fraction(y, x)
    square0 = _square(mean0, *map(int, counts["own"][0, place])) / Fraction(x0, units) ** 2
    square = _square(mean, *map(int, counts["own"][house, place])) / Fraction(x, units) ** 2
    y0y, y0x, x0y, x0x = map(int, counts["across"][house, place])
    both = y0y - mean * y0x - mean0 * x0y + mean0 * mean * x0x
    product = both / (Fraction(x0, units) * Fraction(x, units))
    return float((square0 + square - 2 * product) / (units * max(units - 1, 1)))


def _square(mean: Fraction, yy: int, yx: int, xx: int) -> Fraction:
    """Return the sum of the squares of y - mean * x."""
    return yy - 2 * mean * yx + mean * mean * xx
