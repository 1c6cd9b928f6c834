"""What `count` answers: a card for suits and one for no-trump, and how they fare."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from fivehundred_sim.study.count_features import Reals
from fivehundred_sim.study.count_measure import Accuracy, BidMade, Points
from fivehundred_sim.study.manifest import Manifest
from fivehundred_sim.study.run import Ints

SCHEMA = "fivehundred.count/1"
OURS, UNROUNDED = "this count", "unrounded"
SUITS_NAME, NO_TRUMP_NAME = "suits", "no-trump"
BIDDING, ANY = "bidding", "any"  # the hands that an accuracy is about: would bid it, or every one


@dataclass(frozen=True)
class Worth:
    """What one thing counts: rounded, as fitted with the half-width of its 95 % interval, in tricks."""

    name: str
    rounded: float
    exact: float
    error: float


@dataclass(frozen=True)
class Card:
    """A count in one kind of contract: a start, and what is added for each thing in hand.

    The start is kitty plus partner. kitty: mean tricks with the exchange minus those without it, on the same
    deals. partner: the rest of the start, that is, what the side takes beside what is counted and the
    exchange; without a partner too it is what cards bring that are not counted. deals: fitted to so many.
    """

    contract: str
    start: Worth
    kitty: Worth
    worths: tuple[Worth, ...]
    deals: int

    @property
    def partner(self) -> float:
        """The rounded rest of the start."""
        return self.start.rounded - self.kitty.rounded

    def values(self, columns: Mapping[str, Ints], *, exact: bool = False) -> Reals:
        """Return the count of hands given their columns, float64 (n,)."""
        total = np.full(len(next(iter(columns.values()))), self.start.exact if exact else self.start.rounded)
        for worth in self.worths:
            total += columns[worth.name] * (worth.exact if exact else worth.rounded)
        return total


@dataclass(frozen=True)
class TableCount:
    """The counts of a house, how they fare, and what they were made from.

    margin: the tricks to keep back before the rest is bid, that brought most points on the deals fitted to.
    bids: how the bids fare that this count makes so. points: of all counts, ours with its margin and the
    published ones as they are; tuned: where each keeps back what suited it best on the deals fitted to.
    """

    suits: Card
    no_trump: Card
    margin: float
    accuracy: tuple[Accuracy, ...]
    bids: tuple[BidMade, ...]
    points: tuple[Points, ...]
    tuned: tuple[Points, ...]
    partners: bool
    manifest: Manifest

    @property
    def cards(self) -> tuple[Card, Card]:
        """Both counts."""
        return self.suits, self.no_trump

    def to_json_dict(self) -> dict[str, Any]:
        """Return the answer as plain JSON values (schema `fivehundred.count/1`)."""
        made_from = self.manifest.to_json_dict()
        return {
            "schema": SCHEMA,
            "rules": {"name": made_from["rules_name"], "hash": made_from["rules_hash"]},
            "seed": self.manifest.seed,
            "cards": [{**asdict(card), "partner": card.partner} for card in self.cards],
            "margin": self.margin,
            "partners": self.partners,
            "accuracy": [asdict(row) for row in self.accuracy],
            "bids": [asdict(row) for row in self.bids],
            "points": [asdict(row) for row in self.points],
            "tuned": [asdict(row) for row in self.tuned],
            "manifest": made_from,
        }

    def records(self) -> list[dict[str, Any]]:
        """Return the answer as flat rows: what each thing is worth, then accuracies, bids and points."""
        return list(self._records())

    def _records(self) -> Iterator[dict[str, Any]]:
        for card in self.cards:
            about: dict[str, Any] = {"about": "worth", "contract": card.contract}
            for worth in (card.start, card.kitty, *card.worths):
                yield about | asdict(worth)
            rest = card.start.exact - card.kitty.exact
            yield about | {"name": "partner", "rounded": card.partner, "exact": rest}
        for row in self.accuracy:
            yield {"about": "accuracy", **asdict(row)}
        for made in self.bids:
            yield {"about": "bids", "count": OURS, **asdict(made)}
        for played, rows in (("points", self.points), ("tuned points", self.tuned)):
            for each in rows:
                yield {"about": played, **asdict(each)}
