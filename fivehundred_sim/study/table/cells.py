"""The cells of one block as columns of a table: what their hands share, rates, points, and what pays."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import MISERE
from fivehundred_sim.kernels.bidding.evaluate import LOWEST_LEVEL
from fivehundred_sim.kernels.table.tally import DEALS, HANDS
from fivehundred_sim.study.table.estimates import Means, means, points, rates
from fivehundred_sim.study.table.groupings import Block, as_text
from fivehundred_sim.study.table.worths import (
    PER_ENGINE,
    POINT_UNIT,
    POINTS,
    RATE,
    RATE_UNIT,
    TRICK_UNIT,
    TRICKS,
    Contracts,
)

Ints = NDArray[np.int64]
Columns = dict[str, Any]

YES, CLOSE, NO = "yes", "close", "no"
RATE_DIGITS, POINT_DIGITS, TRICK_DIGITS = 5, 2, 3


class Ladder(NamedTuple):
    """The contracts of one denomination in cells, by level: places 0 to 4, rates and points of each."""

    places: tuple[int, ...]
    rates: list[Means]
    points: list[Means]


def ladder(counts: Ints, block: Block, model: int, contracts: Contracts) -> Ladder:
    """Return rates and points of every contract of a block for the player model of that number.

    Suits alike are one block: a hand's points are those in its own suit, and the swing is the widest of
    theirs.
    """
    strains = list(block.strains)
    places = contracts.levels(strains[0])
    found = Ladder(places, [], [])
    for place in places:
        rate = rates(counts, PER_ENGINE * model + RATE + place, RATE_UNIT)
        gain = contracts.gain[strains, place]
        most = float(gain.min()), float(gain.max())
        swing = float(contracts.swing[strains, place].max())
        value = PER_ENGINE * model + POINTS + place
        found.rates.append(rate)
        found.points.append(points(counts, value, POINT_UNIT, rate, swing, most))
    return found


def best_levels(known: Ladder) -> tuple[Ints, NDArray[np.str_]]:
    """Return the highest level with mean points above zero in each cell, 0 for none, and how sure that is.

    The word is "yes" where that level's interval lies above zero and the next one's below, "no" where no
    level pays and the lowest one's interval lies below zero, else "close". Of a misère, which has one place
    and no level, the word alone means something.
    """
    mean, low, high = (np.stack([each[bound] for each in known.points]) for bound in range(3))
    steps = len(known.places)
    pays = mean > 0
    best = np.where(pays.any(axis=0), steps - 1 - pays[::-1].argmax(axis=0), -1)
    cells = np.arange(mean.shape[1])
    sure = (best < 0) | (low[best, cells] > 0)
    above = np.minimum(best + 1, steps - 1)
    sure &= (best == steps - 1) | (high[above, cells] < 0)
    words = np.where(sure, np.where(best < 0, NO, YES), CLOSE)
    return np.where(best < 0, 0, LOWEST_LEVEL + np.array(known.places)[best]), words


def shared(block: Block, cells: Ints, jokers: int) -> Columns:
    """Return what the hands of each cell have in common, by column; cells are those of the whole grouping."""
    rows = [as_text(block.features(int(cell)), block.strains[0], jokers) for cell in cells]
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def estimated(counts: Ints, block: Block, model: int, contracts: Contracts) -> Columns:
    """Return the figures of each cell for a player model, by column; counts: the rows of these cells."""
    known = ladder(counts, block, model, contracts)
    levels, pays = best_levels(known)
    found: Columns = {"n": counts[:, HANDS], "deals": counts[:, DEALS]}
    misere = block.strains[0] >= MISERE
    for name, figures, digits in (
        ("p_make", known.rates, RATE_DIGITS),
        ("points", known.points, POINT_DIGITS),
    ):
        for place, figure in zip(known.places, figures, strict=True):
            found |= _spread(name if misere else f"{name}_{LOWEST_LEVEL + place}", figure, digits)
    if not misere:
        tricks = means(counts, PER_ENGINE * model + TRICKS, TRICK_UNIT)
        found |= _spread("tricks", tricks, TRICK_DIGITS)
        found["best_level"] = levels
    found["pays"] = pays
    return found


def _spread(name: str, figure: Means, digits: int) -> Columns:
    """Return a figure as three columns: the mean and its bounds."""
    return {
        f"{name}{end}": np.round(values, digits)
        for end, values in zip(("", "_low", "_high"), figure, strict=True)
    }
