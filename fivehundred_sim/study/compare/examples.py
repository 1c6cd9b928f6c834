"""Hands whose best contract is another one under other rules: the first of the stream, as examples."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fivehundred_sim.cards import HAND_SIZE, format_bid, format_card, sort_hand
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.compare.best import PASS_CALL, Change, changes, valued
from fivehundred_sim.study.compare.hands import dealers_of
from fivehundred_sim.study.compare.houses import Table
from fivehundred_sim.study.compare.plan import Compare

EACH = 2  # examples of each kind of change
MOST_LOOKED_AT = 20_000  # deals of the stream
BLOCK = 1_000
PASS = "P"


@dataclass(frozen=True)
class Choice:
    """The contract worth most to a hand in one house: the bid, its points and the chance to make it."""

    bid: str
    points: float
    chance: float | None

    def to_json_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values; a pass has no chance."""
        chance = None if self.chance is None else round(self.chance, 3)
        return {"bid": self.bid, "points": round(self.points, 1), "chance": chance}


@dataclass(frozen=True)
class Example:
    """A hand of the first caller of a deal, and its best contract in the first house (a) and another (b)."""

    deal: int
    hand: tuple[str, ...]
    change: Change
    a: Choice
    b: Choice

    def to_json_dict(self) -> dict[str, Any]:
        """Return the example as plain JSON values."""
        return {
            "deal": self.deal,
            "hand": " ".join(self.hand),
            "change": self.change.name.lower(),
            "a": self.a.to_json_dict(),
            "b": self.b.to_json_dict(),
        }


def examples(plan: Compare, place: int, each: int = EACH) -> tuple[Example, ...]:
    """Return the first hands of the stream whose best contract changes from the first set to another.

    By kind of change in the order of `Change`; none where the packs differ. They depend on the question
    alone, not on how the run was cut.
    """
    if not plan.shuffled_alike[place]:
        return ()
    found: dict[Change, list[Example]] = {change: [] for change in Change if change is not Change.SAME}
    for example in _changed(plan, place):
        if len(found[example.change]) < each:
            found[example.change].append(example)
        if all(len(some) == each for some in found.values()):
            break
    return tuple(example for some in found.values() for example in some)


def _changed(plan: Compare, place: int) -> Iterator[Example]:
    """Yield the changed hands of the stream, in its order."""
    first, other = plan.tables[0], plan.tables[place]
    cards = pack(first.house.rules)
    for start in range(0, min(plan.deals, MOST_LOOKED_AT), BLOCK):
        deals = first.house.deals(plan.seed, start, min(BLOCK, plan.deals - start))
        seats = (dealers_of(first.house, start, len(deals)) + 1) % first.house.players
        chosen = [_Chosen(table, *valued(table, deals, seats)) for table in (first, other)]
        found = changes(first.house, chosen[0].best, other.house, chosen[1].best)
        for row in np.flatnonzero(found != Change.SAME):
            held = deals[row, HAND_SIZE * seats[row] : HAND_SIZE * (seats[row] + 1)]
            hand = tuple(format_card(card, cards) for card in sort_hand([cards[place] for place in held]))
            a, b = (each.choice(int(row)) for each in chosen)
            yield Example(start + int(row), hand, Change(found[row]), a, b)


class _Chosen:
    """The best contracts of a block of hands in one house."""

    def __init__(self, table: Table, calls: Any, points: Any, chances: Any) -> None:
        self._table, self._points, self._chances = table, points, chances
        self._place = points.argmax(axis=1)
        best = points.max(axis=1)
        self.best = np.where(best > 0, calls[self._place], PASS_CALL)

    def choice(self, row: int) -> Choice:
        """Return the best contract of one hand."""
        if self.best[row] == PASS_CALL:
            return Choice(PASS, 0.0, None)
        place = self._place[row]
        bid = format_bid(self._table.house.bidding.calls[self.best[row]])
        return Choice(bid, float(self._points[row, place]), float(self._chances[row, place]))
