"""What is counted of every deal and of every game, and what is told of it.

A *quantity* is one whole number a deal (or a game): shares in 1/10,000, points in 1/10, tricks in 1/1,000.
A *measure* is the mean of a quantity, or one quantity for each unit of another: contracts made for each that
is bid. Their order is fixed by the houses compared, so that counts of different chunks can be added.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import MISERE, NO_TRUMP, OPEN_MISERE, Bid, format_bid
from fivehundred_sim.study.bidding.games import ENDINGS, Ending

SHARE, POINT, TRICK, WHOLE = 10_000, 10, 1_000, 1
ONE = "one"  # the quantity that counts the deals or games themselves
Unit = Literal["share", "points", "tricks", "level", "hands"]
LONG_GAME = 20.0  # hands: what a hardly ever seen difference of games may come to at most
LEVELS = (6, 7, 8, 9, 10)
KINDS = ("suit", "no-trump", "misère", "open misère")
ALL = "contracts"  # the family of all that is bid
BEST = ("best.pass", *(f"best.level {level}" for level in LEVELS), "best.misère")  # contracts of one hand


@dataclass(frozen=True)
class Measure:
    """One figure of a comparison: `top` for each `below`.

    key: its name in files, words joined by dots. scale: what the ratio of both sums is multiplied with to
    be in the `unit`. swing: by how much two houses may differ on one deal at most, in that unit, for what is
    hardly ever seen.
    """

    key: str
    unit: Unit
    top: str
    below: str
    scale: Fraction
    swing: float


def families(bids: Iterable[Bid]) -> tuple[str, ...]:
    """Return what contracts are counted by: all, by kind, by level, and each bid by its name."""
    return (ALL, *KINDS, *map(_level, LEVELS), *dict.fromkeys(map(format_bid, _in_order(bids))))


def _level(level: int) -> str:
    return f"level {level}"


def _in_order(bids: Iterable[Bid]) -> list[Bid]:
    """Return bids by level and denomination, misères last: an order that all houses share."""
    return sorted(bids, key=lambda bid: (bid.is_misere, bid.level, bid.denomination, bid.sans_kitty))


def members(names: Sequence[str], calls: Sequence[Bid], contracts: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return which calls belong to which families, 0 or 1, int64 (families, calls).

    contracts: bool (calls,), which calls are contracts: neither the pass nor inkles.
    """
    belongs = [
        {ALL, _kind(bid), _level(bid.level), format_bid(bid)} if is_contract else set()
        for bid, is_contract in zip(calls, contracts, strict=True)
    ]
    return np.array([[name in own for own in belongs] for name in names], np.int64)


def _kind(bid: Bid) -> str:
    if not bid.is_misere:
        return KINDS[bid.denomination == NO_TRUMP]
    return {MISERE: KINDS[2], OPEN_MISERE: KINDS[3]}.get(bid.denomination, "other misère")


# --- of deals -----------------------------------------------------------------------------------------------


def deal_quantities(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of what is counted of a deal, in the order of the counts."""
    of_contracts = [f"{name}.{what}" for what in ("bid", "made", "set") for name in names]
    points = [f"points.{whose}" for whose in ("dealer", "others", "contractor", "defenders")]
    return (ONE, *of_contracts, "dealer.bid", "level", "plain", "tricks", *points, *BEST)


def deal_measures(names: Sequence[str], most_points: float) -> tuple[Measure, ...]:
    """Return what is told of deals. most_points: between the best and the worst result of a hand."""
    swing = most_points
    return (
        *(measure for name in names for measure in _of_contracts(name)),
        _per("dealer.bid", "share", "dealer.bid", f"{ALL}.bid", Fraction(1), 1.0),
        _per("level", "level", "level", "plain", Fraction(SHARE), 4.0),
        _per("tricks", "tricks", "tricks", "plain", Fraction(SHARE, TRICK), 10.0),
        _mean("points.dealer", "points", POINT, swing),
        _mean("points.others", "points", POINT, swing),
        _per("points.contractor", "points", "points.contractor", f"{ALL}.bid", Fraction(SHARE, POINT), swing),
        _per("points.defenders", "points", "points.defenders", f"{ALL}.bid", Fraction(SHARE, POINT), swing),
        *(_mean(name, "share", SHARE, 1.0) for name in BEST),
    )


def _of_contracts(name: str) -> tuple[Measure, ...]:
    """Return how often a family of contracts is bid, made and set, of all deals, and made of those bid."""
    return (
        *(_mean(f"{name}.{what}", "share", SHARE, 1.0) for what in ("bid", "made", "set")),
        _per(f"{name}.rate", "share", f"{name}.made", f"{name}.bid", Fraction(1), 1.0),
    )


# --- of games -----------------------------------------------------------------------------------------------

GAME_QUANTITIES = (
    ONE,
    "hands",
    "first dealer",
    "decided",
    "points.winner",
    "points.loser",
    *(f"end.{name}" for name in ENDINGS),
)


def game_measures(target: int) -> tuple[Measure, ...]:
    """Return what is told of games; `target` bounds by how much scores at the end may differ."""
    swing = 3.0 * target
    return (
        _mean("game.hands", "hands", WHOLE, LONG_GAME, top="hands"),
        _mean("game.first dealer", "share", SHARE, 1.0, top="first dealer"),
        _per("game.points.winner", "points", "points.winner", "decided", Fraction(SHARE), swing),
        _per("game.points.loser", "points", "points.loser", "decided", Fraction(SHARE), swing),
        *(_mean(f"game.end.{name}", "share", SHARE, 1.0, top=f"end.{name}") for name in ENDINGS),
    )


def ending_row(name: Ending) -> int:
    """Return the row of an ending among the quantities of a game."""
    return GAME_QUANTITIES.index(f"end.{name}")


def _mean(key: str, unit: Unit, scale: int, swing: float, top: str = "") -> Measure:
    return Measure(key, unit, top or key, ONE, Fraction(1, scale), swing)


def _per(key: str, unit: Unit, top: str, below: str, scale: Fraction, swing: float) -> Measure:
    return Measure(key, unit, top, below, scale, swing)
