"""Tables that differ in who sits where: two styles with the seats exchanged, so that luck cancels out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.seats import side_count, side_of
from fivehundred_sim.study.bidding.house import Bidders, House, seated
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.styles import Style
from fivehundred_sim.study.estimate import t95

Progress = Callable[[int, int], None]

DIGITS = 6  # of a figure in JSON and CSV


@dataclass(frozen=True)
class Interval:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def covers(self, value: float) -> bool:
        """Return whether the interval holds a value."""
        return self.low <= value <= self.high

    def to_json_dict(self) -> dict[str, float]:
        """Return the interval as plain JSON values."""
        return {name: round(getattr(self, name), DIGITS) for name in ("mean", "low", "high")}


def interval(values: NDArray[np.float64]) -> Interval:
    """Return the mean of independent values with its 95 % interval, by Student's t; one value has none."""
    mean, freedom = float(values.mean()), max(len(values) - 1, 1)
    half = t95(freedom) * float(values.std()) / sqrt(freedom)
    return Interval(mean, mean - half, mean + half)


def learn(house: House, styles: Sequence[Style], progress: Progress | None = None) -> None:
    """Fit what the calls of each style say, where nobody has done so yet: then `tables_of` does not wait."""
    for done, style in enumerate(styles):
        if progress is not None:
            progress(done, len(styles))
        signals(house, style)


class Placing(NamedTuple):
    """Who sits where at a table: one style at the seats of a side, the other at all others."""

    side: int
    a_alone: bool


def placings(house: House) -> tuple[Placing, ...]:
    """Return the tables at which a deal is played: A at the seats of each side in turn, B everywhere else.

    Where there are more sides than two the same with A and B exchanged: it is not the same to be alone
    among others as to be among one's like.
    """
    sides = range(side_count(house.rules))
    alone = tuple(Placing(side, True) for side in sides)
    return alone if len(sides) == 2 else (*alone, *(Placing(side, False) for side in sides))


def tables_of(house: House, a: Style, b: Style) -> tuple[Bidders, ...]:
    """Return the bidders of each of the `placings`, for points."""
    weights = {style: signals(house, style) for style in (a, b)}
    found = []
    for styles in seats_of(house, a, b):
        found.append(seated(house, styles, [weights[style] for style in styles]))
    return tuple(found)


def seats_of(house: House, a: Style, b: Style) -> tuple[tuple[Style, ...], ...]:
    """Return the style of every seat at each of the `placings`."""
    return tuple(
        tuple(a if (side_of(house.rules, seat) == side) == a_alone else b for seat in range(house.players))
        for side, a_alone in placings(house)
    )
