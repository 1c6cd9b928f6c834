"""A league of styles: everyone against everyone else on the same deals, seats exchanged as in a match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.study import manifest
from fivehundred_sim.study.bidding.exchanged import DIGITS, Interval, interval, learn, tables_of
from fivehundred_sim.study.bidding.house import House
from fivehundred_sim.study.bidding.match import DEALS, decided, match_manifest, play_deals, turned
from fivehundred_sim.study.bidding.styles import Style
from fivehundred_sim.study.question import QuestionError

Reals = NDArray[np.float64]
Progress = Callable[[int, int], None]

SCHEMA = "fivehundred.league/1"


@dataclass(frozen=True)
class Place:
    """How a style fared: points a deal against the average opponent, and how many it beats.

    wins, losses, close: opponents that it beats, that beat it, and that cannot be told from it.
    """

    style: Style
    points: Interval
    wins: int
    losses: int
    close: int


@dataclass(frozen=True)
class League:
    """The places, best first, and the points of every style against every other.

    pairs: by the places' order of both, the points of the first less those of the second; both orders are
    there. deals: of each pair, dealt at `tables` tables.
    """

    places: tuple[Place, ...]
    pairs: dict[tuple[int, int], Interval]
    deals: int
    tables: int
    manifest: manifest.Manifest

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `match --all --json` prints."""
        return {
            "schema": SCHEMA,
            "rules": {"name": self.manifest.rules_name, "hash": self.manifest.rules_hash},
            "styles": [place.style.model_dump(mode="json") for place in self.places],
            "deals": self.deals,
            "tables": self.tables,
            "places": [
                {
                    "style": place.style.name,
                    "points": place.points.to_json_dict(),
                    "wins": place.wins,
                    "losses": place.losses,
                    "close": place.close,
                }
                for place in self.places
            ],
            "pairs": [
                {
                    "a": self.places[i].style.name,
                    "b": self.places[j].style.name,
                    "points": points.to_json_dict(),
                    "better": decided(points),
                }
                for (i, j), points in self.pairs.items()
                if i < j
            ],
            "manifest": self.manifest.to_json_dict(),
        }

    def records(self) -> list[dict[str, Any]]:
        """Return flat records: each style against all (its opponent empty), then against each other one."""
        found: list[dict[str, Any]] = []
        for i, place in enumerate(self.places):
            counts = {"wins": place.wins, "losses": place.losses, "close": place.close}
            found.append(_record(place.style, "", place.points) | counts)
            for j, other in enumerate(self.places):
                if i != j:
                    found.append(_record(place.style, other.style.name, self.pairs[i, j]))
        return found


def league(
    house: House,
    styles: Sequence[Style],
    *,
    deals: int = DEALS,
    seed: int = 1,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> League:
    """Return the league of some styles. Raises QuestionError for fewer than two, and for two of one name."""
    _check(styles)
    learn(house, styles)
    number = len(styles)
    pairs = list(combinations(range(number), 2))
    found: dict[tuple[int, int], Interval] = {}
    sums, tables = np.zeros((number, deals)), 0
    for done, (i, j) in enumerate(pairs, 1):
        seats = tables_of(house, styles[i], styles[j])
        points = play_deals(house, seats, deals, seed, jobs=jobs).points
        found[i, j] = interval(points)
        found[j, i] = turned(found[i, j])
        sums[i] += points
        sums[j] -= points
        tables = len(seats)
        if progress is not None:
            progress(done, len(pairs))
    places = [_place(styles, i, found, sums[i] / (number - 1)) for i in range(number)]
    order = sorted(range(number), key=lambda i: -round(places[i].points.mean, DIGITS))
    return League(
        places=tuple(places[i] for i in order),
        pairs={(k, m): found[i, j] for k, i in enumerate(order) for m, j in enumerate(order) if i != j},
        deals=deals,
        tables=tables,
        manifest=match_manifest(house, deals, seed, 0),
    )


def _check(styles: Sequence[Style]) -> None:
    names = [style.name for style in styles]
    if len(names) < 2:
        raise QuestionError("a league needs two styles or more")
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise QuestionError(
            f"a league needs styles of different names (several are called {', '.join(twice)})"
        )


def _place(styles: Sequence[Style], i: int, found: dict[tuple[int, int], Interval], points: Reals) -> Place:
    """Return how a style fared; points: float64 (deals,), against the average opponent."""
    results = [decided(found[i, j]) for j in range(len(styles)) if j != i]
    return Place(styles[i], interval(points), results.count("a"), results.count("b"), results.count("close"))


def _record(style: Style, opponent: str, points: Interval) -> dict[str, Any]:
    figures = {
        f"points{end}": round(value, DIGITS)
        for end, value in zip(("", "_low", "_high"), (points.mean, points.low, points.high), strict=True)
    }
    return {"style": style.name, "opponent": opponent, **figures}
