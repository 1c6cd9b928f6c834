"""The figures that every medium shows: chances, points, tricks and gaps, with their errors."""

from fractions import Fraction
from math import ceil, floor, log10
from typing import NamedTuple

from fivehundred_sim.report.glyphs import Glyphs
from fivehundred_sim.study.advice import ContractEstimate

UNSEEN = 0.005  # a share of deals too small for a bar, where it is predicted and not counted
LOPSIDED = 0.75  # an interval whose shorter side is below this part of the longer one is printed with both
WHOLE_FROM = 0.5  # a half-width in per cent; a narrower interval would collapse if its ends were whole


def decimals(error: float) -> int:
    """Return how many decimals show one significant digit of an error, 0 to 2."""
    return 2 if error <= 0 else min(2, max(0, -floor(log10(error))))


def percent(row: ContractEstimate, glyphs: Glyphs, places: int | None = None) -> tuple[str, str]:
    """Return (chance, interval) in per cent, such as ("54.3", "53.6–55.0").

    Digits follow the error unless `places` says how many. A rate that was never (or always) seen shows its
    bound, such as "<0.02": no chance is ever printed as 0 or 100, and no bound is unless it is exactly that.
    A contract that is proven not to fail is ("100", "sure").
    """
    if row.certain:
        return "100", "sure"
    low, high = 100 * row.p_make_low, 100 * row.p_make_high
    if places is None:
        places = decimals((high - low) / 2)
    interval = f"{_bound(low, places)}{glyphs.dash}{_bound(high, places)}"
    if row.made == 0:
        return f"<{_bound(high, places)}", interval
    if row.made == row.deals:
        return f">{_bound(low, places)}", interval
    value = f"{100 * row.p_make:.{places}f}"
    smallest = 10**-places
    if float(value) == 0:
        value = f"<{smallest:.{places}f}"
    elif float(value) == 100:
        value = f">{100 - smallest:.{places}f}"
    return value, interval


def spoken_percent(row: ContractEstimate, glyphs: Glyphs) -> tuple[str, str]:
    """Return (chance, interval) as one would say them: ("54", "53–55"), whole where the error allows."""
    if row.certain:
        return percent(row, glyphs)
    low, high = 100 * row.p_make_low, 100 * row.p_make_high
    interval = percent(row, glyphs, 0 if high - low >= 2 * WHOLE_FROM else None)[1]
    if high < 1 or low > 99:
        return ("<1" if high < 1 else ">99"), interval
    return percent(row, glyphs, 0)[0], interval


def cell_percent(row: ContractEstimate, glyphs: Glyphs) -> str:
    """Return a chance with its interval for a table: "54.3 (53.6–55.0)"."""
    value, interval = percent(row, glyphs)
    return f"{value} ({interval})"


def short_percent(row: ContractEstimate, glyphs: Glyphs) -> str:
    """Return a chance with its interval in whole per cents, for narrow tables: "54 (54–55)".

    A chance that is below 1, above 99, or was never (or always) seen is its bound alone: "<1", ">93". An
    interval that would shrink to one number is rounded outward.
    """
    if row.certain:
        return "100 (sure)"
    low, high = 100 * row.p_make_low, 100 * row.p_make_high
    if row.made == 0 or high < 1:
        return f"<{ceil(high)}"
    if row.made == row.deals or low > 99:
        return f">{floor(low)}"
    value, interval = percent(row, glyphs, 0)
    if round(low) == round(high):
        interval = f"{floor(low) or _bound(low, 1)}{glyphs.dash}{min(99, ceil(high))}"
    return f"{value} ({interval})"


def _bound(value: float, places: int) -> str:
    """Return a bound of an interval; only one that is exactly 0 or 100 is printed so, without decimals.

    Any other gets as many decimals more as show that it is neither: 0.0009, where two would be 0.00.
    """
    if value in (0, 100):
        return f"{value:.0f}"
    while float(text := f"{value:.{places}f}") in (0, 100):
        places += 1
    return text


def signed(value: float, glyphs: Glyphs) -> str:
    """Return points with their sign, rounded to whole points: "+44", "−12", "0"."""
    return _signed(round(value), 0, glyphs)


def _signed(units: int, places: int, glyphs: Glyphs) -> str:
    """Return a number of units of the last decimal with its sign; zero has none."""
    sign = glyphs.minus if units < 0 else "+" if units > 0 else ""
    return sign + _decimal(abs(units), places)


def _decimal(units: int, places: int) -> str:
    """Return a number of units of the last decimal: 46 with one decimal is "4.6"."""
    whole, rest = divmod(units, 10**places)
    return f"{whole}.{rest:0{places}}" if places else f"{whole}"


class _Points(NamedTuple):
    """Mean points as printed and how far their interval reaches down and up, in units of the last decimal."""

    mean: int
    below: int
    above: int
    places: int

    @property
    def covers_zero(self) -> bool:
        """Whether a reader would conclude that the mean may be zero."""
        return self.mean - self.below <= 0 <= self.mean + self.above


def _rounded_points(row: ContractEstimate) -> _Points:
    """Return the points in whole points, or with the fewest decimals that say what the verdict says.

    Fractions are exact, so enough decimals always exist.
    """
    mean = Fraction(row.mean_points)
    below, above = mean - Fraction(row.mean_points_low), Fraction(row.mean_points_high) - mean
    longer = max(below, above)
    close = row.verdict == "close"
    # One error for both sides is the longer: near zero it could hide what the shorter side shows.
    if min(below, above) >= LOPSIDED * longer and (mean - longer <= 0 <= mean + longer) == close:
        below = above = longer
    places = 0
    while (shown := _with_decimals(mean, below, above, places)).covers_zero != close:
        places += 1
    return shown


def _with_decimals(mean: Fraction, below: Fraction, above: Fraction, places: int) -> _Points:
    unit = 10**places
    return _Points(round(mean * unit), _round_up(below * unit), _round_up(above * unit), places)


def _round_up(length: Fraction) -> int:
    """Round up, but not for the sake of a floating-point error: 75.0000000001 is 75."""
    return ceil(round(length, 6))


def points(row: ContractEstimate, glyphs: Glyphs) -> str:
    """Return mean points with their error rounded up: "+44 ±3", or "+520 −75/+0" if the sides differ."""
    mean, below, above, places = _rounded_points(row)
    value = _signed(mean, places, glyphs)
    if below == above:
        return f"{value} {glyphs.plus_minus}{_decimal(below, places)}"
    return f"{value} {glyphs.minus}{_decimal(below, places)}/+{_decimal(above, places)}"


def spark(row: ContractEstimate, glyphs: Glyphs) -> str:
    """Return the distribution of 0 to 10 tricks as eleven glyphs; the highest bar is the commonest number.

    A number of tricks that happened at all is never blank, one that is predicted in less than one deal in 200
    is. A misère has no distribution: a dash.
    """
    if row.is_misere:
        return glyphs.none
    peak = max(row.tricks)
    steps = len(glyphs.bars) - 1
    least = UNSEEN if row.made is None else 0
    return "".join(glyphs.bars[ceil(steps * count / peak) if count > least else 0] for count in row.tricks)


def tricks(row: ContractEstimate, glyphs: Glyphs) -> str:
    """Return mean tricks with their error: "7.44 ±0.02"; a dash in a misère."""
    if row.mean_tricks is None or row.tricks_error is None:
        return glyphs.none
    places = max(1, decimals(row.tricks_error))
    return f"{row.mean_tricks:.{places}f} {glyphs.plus_minus}{max(row.tricks_error, 10**-places):.{places}f}"


def tricks_gap(first: ContractEstimate, second: ContractEstimate, glyphs: Glyphs) -> str:
    """Return how many tricks more the second model takes than the first: "+0.5"; a dash in a misère."""
    if first.mean_tricks is None or second.mean_tricks is None:
        return glyphs.none
    gap = round(second.mean_tricks - first.mean_tricks, 1)
    return f"{glyphs.minus if gap < 0 else '+'}{abs(gap):.1f}"


def chance_gap(first: ContractEstimate, second: ContractEstimate, glyphs: Glyphs) -> str:
    """Return how much higher the second model's chance is than the first one's, in per cent: "+7"."""
    return signed(100 * (second.p_make - first.p_make), glyphs)
