"""Two styles against each other: every deal is played at several tables, with the seats exchanged.

At table r the style A sits at the seats of side r and the style B everywhere else (`exchanged.placings`), so
luck with the cards cancels out: a deal's result is A's points less B's, the mean of its tables. Contracts are
played by the quick calibrated model, and a deal counts what it brings on average over the tricks it may take.
Whole games (`study.bidding.games`) are played on top if they are asked for.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import format_bid
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study import manifest
from fivehundred_sim.study.bidding.equity import Equity
from fivehundred_sim.study.bidding.exchanged import DIGITS, Interval, interval, placings, tables_of
from fivehundred_sim.study.bidding.games import TABLES, Games, games
from fivehundred_sim.study.bidding.house import Bidders, House
from fivehundred_sim.study.bidding.outcomes import check_game
from fivehundred_sim.study.bidding.stakes import ANOTHERS, OURS
from fivehundred_sim.study.bidding.styles import Style
from fivehundred_sim.study.question import QuestionError
from fivehundred_sim.study.run import default_jobs

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
Progress = Callable[[int, int], None]
Decided = Literal["a", "b", "close"]

SCHEMA = "fivehundred.match/1"
DEALS = 10_000
BLOCK = 1_000


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

    def to_json_dict(self) -> dict[str, Any]:
        """Return how it fared as plain JSON values."""
        return {
            "style": self.style,
            "contracts": round(self.contracts, DIGITS),
            "made": round(self.made, DIGITS),
            "level": round(self.level, DIGITS),
            "bids": [
                {"bid": bid, "share": round(share, DIGITS), "made": round(made, DIGITS)}
                for bid, share, made in self.by_bid
            ],
        }


@dataclass(frozen=True)
class Match:
    """What came of a match: A's points less B's a deal, and how both came by their contracts.

    styles: A and B, all that they are. deals: dealt, each played at every table. nobody: share of deals that
    nobody bid. games: whole games, None where none were asked for, or none can be played, and then
    `why_no_games` says why in a sentence.
    """

    styles: tuple[Style, Style]
    a: Bidding
    b: Bidding
    points: Interval
    deals: int
    tables: int
    nobody: float
    games: Games | None
    why_no_games: str
    manifest: manifest.Manifest

    @property
    def decided(self) -> Decided:
        """Who is better by points: A, B, or neither that can be told."""
        return decided(self.points)

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `match --json` prints."""
        return {
            "schema": SCHEMA,
            "rules": {"name": self.manifest.rules_name, "hash": self.manifest.rules_hash},
            "styles": {
                name: style.model_dump(mode="json")
                for name, style in zip(("a", "b"), self.styles, strict=True)
            },
            "better": self.decided,
            "points": self.points.to_json_dict(),
            "games": None if self.games is None else self.games.to_json_dict(),
            "why_no_games": self.why_no_games or None,
            "deals": self.deals,
            "tables": self.tables,
            "nobody": round(self.nobody, DIGITS),
            "a": self.a.to_json_dict(),
            "b": self.b.to_json_dict(),
            "manifest": self.manifest.to_json_dict(),
        }

    def records(self) -> list[dict[str, Any]]:
        """Return flat records: for each style one of everything, its bid empty, then one for each final bid.

        share: of all deals at all tables; made: of its contracts. Points and games are those of the style.
        """
        found: list[dict[str, Any]] = []
        for name, bidding in (("a", self.a), ("b", self.b)):
            label = {"side": name, "style": bidding.style}
            figures = self._figures(name)
            whole = {
                "bid": "",
                "share": round(bidding.contracts, DIGITS),
                "made": round(bidding.made, DIGITS),
            }
            found.append({**label, **whole, "level": round(bidding.level, DIGITS), **figures})
            found += [{**label, **row} for row in bidding.to_json_dict()["bids"]]
        return found

    def _figures(self, side: str) -> dict[str, float]:
        """Return the points, and the share of games if there are any, as one side sees them."""
        points = self.points if side == "a" else turned(self.points)
        shown = {"points": points}
        if self.games is not None:
            shown["won"] = self.games.won if side == "a" else turned(self.games.won, 1.0)
        return {
            f"{name}{end}": value
            for name, figure in shown.items()
            for end, value in zip(("", "_low", "_high"), figure.to_json_dict().values(), strict=True)
        }


@dataclass(frozen=True)
class Played:
    """Deals played at every table: A's points of each, float64 (n,), mean of the tables; and the contracts.

    tally: float64 (2, calls, 2), the contracts of A and B by call, and how many of them are made.
    """

    points: Reals
    tally: Reals


def match(
    house: House,
    a: Style,
    b: Style,
    *,
    deals: int = DEALS,
    pairs: int = 0,
    seed: int = 1,
    equity: Equity | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Match:
    """Return what comes of a match between two styles over so many deals; dealers take turns.

    pairs: of whole games. equity: the chances to win in this house, for games, worked out if not given.
    """
    why = why_no_games(house) if pairs else ""
    tables = tables_of(house, a, b)
    played = play_deals(house, tables, deals, seed, jobs=jobs, progress=progress)
    whole = None
    if pairs and not why:
        whole = games(house, a, b, pairs=pairs, seed=seed, equity=equity, jobs=jobs, progress=progress)
    dealt = deals * len(tables)
    return Match(
        styles=(a, b),
        a=_bidding(house, a, played.tally[0], dealt),
        b=_bidding(house, b, played.tally[1], dealt),
        points=interval(played.points),
        deals=deals,
        tables=len(tables),
        nobody=1 - float(played.tally[:, :, 0].sum()) / dealt,
        games=whole,
        why_no_games=why,
        manifest=match_manifest(house, deals, seed, 0 if whole is None else TABLES * pairs),
    )


def why_no_games(house: House) -> str:
    """Return why no whole games can be played in this house, in a sentence; empty if they can."""
    try:
        check_game(house.rules)
    except QuestionError as error:
        return f"No whole games: {error}."
    return ""


def decided(points: Interval) -> Decided:
    """Return who is better, A or B; close where the interval covers zero."""
    if points.covers(0):
        return "close"
    return "a" if points.mean > 0 else "b"


def turned(figure: Interval, whole: float = 0.0) -> Interval:
    """Return a figure as the other side has it: what is left of `whole`."""
    return Interval(whole - figure.mean, whole - figure.high, whole - figure.low)


def match_manifest(house: House, deals: int, seed: int, whole_games: int) -> manifest.Manifest:
    """Return what a match was made from: deals of each pair of styles, and whole games."""
    model = "calibrated" if house.calibrated else "heuristic"
    records = [manifest.EngineRecord(model, deals=deals, deals_asked=deals, chunk=BLOCK)]
    if whole_games:
        records.append(manifest.EngineRecord("games", deals=whole_games, deals_asked=whole_games, chunk=0))
    return manifest.Manifest(
        schema_version=manifest.SCHEMA,
        **manifest.of_rules(house.rules),
        seed=seed,
        precision=None,
        budget=None,
        engines=tuple(records),
        complete=True,
        **manifest.versions(),
    )


def play_deals(
    house: House,
    tables: Sequence[Bidders],
    deals: int,
    seed: int,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Played:
    """Return the first deals of a stream, played at every table (`exchanged.tables_of`)."""
    starts = range(0, deals, BLOCK)
    parts: list[Played] = []
    with ThreadPoolExecutor(jobs or default_jobs(), thread_name_prefix="match") as executor:
        played = executor.map(
            lambda first: _played(house, tables, seed, first, min(BLOCK, deals - first)), starts
        )
        for done, part in enumerate(played, 1):
            parts.append(part)
            if progress is not None:
                progress(done, len(starts))
    tally = np.sum([part.tally for part in parts], axis=0)
    return Played(np.concatenate([part.points for part in parts]), tally)


def _played(house: House, tables: Sequence[Bidders], seed: int, first: int, n: int) -> Played:
    deals = house.deals(seed, first, n)
    dealers = np.arange(first, first + n) % house.players
    # Of A where it sits alone among the others, and of B: apart, so that exchanging them just turns the sign.
    points, tally = np.zeros((2, n)), np.zeros((2, len(house.bidding.calls), 2))
    sides = np.array([side_of(house.rules, seat) for seat in range(house.players)])
    for (side, a_alone), bidders in zip(placings(house), tables, strict=True):
        ends, worths = house.auctions(bidders, dealers, deals)
        scored, made = points_of(house, deals, ends, worths, side)
        points[0 if a_alone else 1] += scored
        bid = ends[:, 0] > 0
        who = ((sides[ends[bid, 1]] == side) != a_alone).astype(int)
        np.add.at(tally, (who, ends[bid, 0], 0), 1.0)
        np.add.at(tally, (who, ends[bid, 0], 1), made[bid])
    return Played((points[0] - points[1]) / len(tables), tally)


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
