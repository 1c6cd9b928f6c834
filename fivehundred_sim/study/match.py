"""Two styles against each other: every deal played at as many tables as there are sides, seats exchanged.

At table r the style A sits at the seats of side r and the style B everywhere else, so luck with the cards
cancels out: a deal's result is A's points less the others', over all its tables. Contracts are played by the
quick calibrated model, and a deal counts what it brings on average over the tricks it may take.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import format_bid
from fivehundred_sim.rules.seats import side_count, side_of
from fivehundred_sim.study.estimate import Z95
from fivehundred_sim.study.house import Bidders, House, seated
from fivehundred_sim.study.run import default_jobs
from fivehundred_sim.study.signals import signals
from fivehundred_sim.study.stakes import ANOTHERS, OURS
from fivehundred_sim.study.styles import Style

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
Progress = Callable[[int, int], None]

DEALS = 10_000
BLOCK = 1_000


@dataclass(frozen=True)
class Interval:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Bidding:
    """How a style fared as contractor: shares of all deals at all tables, or of its own contracts.

    contracts: the chance that a deal ends as a contract of its side. made: of these, how many are made.
    level: their mean level, misères left out. by_bid: the final bids with their shares of all deals and how
    often they are made.
    """

    style: str
    contracts: float
    made: float
    level: float
    by_bid: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True)
class Match:
    """What came of a match: A's points less the others' a deal, and how both came by their contracts.

    deals: dealt, each played at every table. nobody: share of deals that nobody bid.
    """

    a: Bidding
    b: Bidding
    points: Interval
    deals: int
    tables: int
    nobody: float


def match(
    house: House,
    a: Style,
    b: Style,
    *,
    deals: int = DEALS,
    seed: int = 1,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Match:
    """Return what comes of a match between two styles over so many deals; dealers take turns."""
    tables = tables_of(house, a, b)
    starts = range(0, deals, BLOCK)
    with ThreadPoolExecutor(jobs or default_jobs(), thread_name_prefix="match") as executor:
        parts = []
        counted = executor.map(
            lambda first: _played(house, tables, seed, first, min(BLOCK, deals - first)), starts
        )
        for done, part in enumerate(counted, 1):
            parts.append(part)
            if progress is not None:
                progress(done, len(starts))
    points = np.concatenate([part.points for part in parts])
    tally = np.sum([part.tally for part in parts], axis=0)
    dealt = deals * len(tables)
    return Match(
        a=_bidding(house, a, tally[0], dealt),
        b=_bidding(house, b, tally[1], dealt),
        points=interval(points),
        deals=deals,
        tables=len(tables),
        nobody=1 - float(tally[:, :, 0].sum()) / dealt,
    )


def tables_of(house: House, a: Style, b: Style) -> tuple[Bidders, ...]:
    """Return the bidders of each table: A at the seats of one side, B at all others."""
    weights = {style: signals(house, style) for style in (a, b)}
    found = []
    for side in range(side_count(house.rules)):
        styles = [a if side_of(house.rules, seat) == side else b for seat in range(house.players)]
        found.append(seated(house, styles, [weights[style] for style in styles]))
    return tuple(found)


def interval(values: Reals) -> Interval:
    """Return the mean of independent values with its 95 % interval."""
    mean = float(values.mean())
    half = Z95 * float(values.std()) / sqrt(max(len(values) - 1, 1))
    return Interval(mean, mean - half, mean + half)


@dataclass(frozen=True)
class _Part:
    """A block of deals: A's points of each, mean of its tables; counts (2, calls, 2), contracts and made."""

    points: Reals
    tally: Reals


def _played(house: House, tables: Sequence[Bidders], seed: int, first: int, n: int) -> _Part:
    deals = house.deals(seed, first, n)
    dealers = np.arange(first, first + n) % house.players
    points, tally = np.zeros(n), np.zeros((2, len(house.bidding.calls), 2))
    for side, bidders in enumerate(tables):
        ends, worths = house.auctions(bidders, dealers, deals)
        scored, made = points_of(house, deals, ends, worths, side)
        points += scored
        bid = ends[:, 0] > 0
        who = ends[bid, 1] % len(tables) != side
        np.add.at(tally, (who.astype(int), ends[bid, 0], 0), 1.0)
        np.add.at(tally, (who.astype(int), ends[bid, 0], 1), made[bid])
    return _Part(points / len(tables), tally)


def points_of(house: House, deals: Ints, ends: Ints, worths: Reals, side: int) -> tuple[Reals, Reals]:
    """Return a side's points less the others' on deals that were bid, and the chances that bids are made.

    deals: int64 (n, cards); ends: int64 (n, 2), final call and seat; worths: float64 (n, 2), index and row of
    the contractor's hand in his strain. Both float64 (n,), zero where nobody bid.
    """
    points, made = np.zeros(len(deals)), np.zeros(len(deals))
    sides = np.array([side_of(house.rules, seat) for seat in range(house.players)])
    bid = np.flatnonzero(ends[:, 0])
    call, seat = ends[bid].T
    tricks, partners = house.tricks(deals, np.stack([bid, seat, house.bidding.table[call, 1]], axis=1))
    shares = house.shares(call, tricks, worths[bid])
    ours = (sides[seat] == side) | ((partners >= 0) & (sides[partners] == side))
    whose = np.where(ours, OURS, ANOTHERS)
    points[bid] = (shares * house.points.results[whose, call]).sum(axis=1)
    made[bid] = np.where(house.made[call], shares, 0.0).sum(axis=1)
    return points, made


def _bidding(house: House, style: Style, tally: Reals, dealt: int) -> Bidding:
    contracts = tally[:, 0].sum()
    levels = house.bidding.table[:, 0]
    plain = tally[:, 0] * (levels > 0)
    return Bidding(
        style=style.name,
        contracts=float(contracts / dealt),
        made=float(tally[:, 1].sum() / contracts) if contracts else 0.0,
        level=float(plain @ levels / plain.sum()) if plain.sum() else 0.0,
        by_bid=tuple(
            (format_bid(bid), float(number / dealt), float(made / number))
            for bid, (number, made) in zip(house.bidding.calls, tally, strict=True)
            if number
        ),
    )
