"""A comparison of house rules as a plan: deals and games, counted piece by piece in whole numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.bidding.styles import DEFAULT, Style, load_style
from fivehundred_sim.study.compare import moments
from fivehundred_sim.study.compare.best import Change, best_contracts, changes
from fivehundred_sim.study.compare.evaluations import lenders, shared_strains
from fivehundred_sim.study.compare.games import game_quantities
from fivehundred_sim.study.compare.hands import dealers_of, quantities
from fivehundred_sim.study.compare.houses import (
    Table,
    same_hands,
    same_shuffles,
    table_of,
    why_no_games,
)
from fivehundred_sim.study.compare.measures import (
    GAME_QUANTITIES,
    Measure,
    deal_measures,
    deal_quantities,
    families,
    game_measures,
)
from fivehundred_sim.study.question import QuestionError, check_table

Ints = NDArray[np.int64]

DEALS = 20_000
CHUNK = 4_000  # deals of one unit of work, all sets together: about 0.3 s where the fast kernels play
DEALS_PER_GAME = 20  # unless the user says how many games
MOST_SETS = 24
WARM_DEALS = 40  # enough for a game and a contract in most strains


@dataclass(frozen=True)
class Compare:
    """Rule sets compared with the first of them, on the first deals of a stream.

    labels: what each set is called, all different. games: whole games, spread evenly over the deals, at most
    as many; None for one in `DEALS_PER_GAME` deals. chunk: 0 for what the sets share of `CHUNK`. Raises
    QuestionError for what cannot be compared.
    """

    kind: ClassVar[str] = "compare"

    rules: tuple[Rules, ...]
    labels: tuple[str, ...]
    deals: int = DEALS
    games: int | None = None
    seed: int = 1
    style: Style = field(default_factory=lambda: load_style(DEFAULT))
    chunk: int = 0

    def __post_init__(self) -> None:
        check_sets(self.rules)
        if not self.chunk:
            object.__setattr__(self, "chunk", max(CHUNK // len(self.rules), 1))
        if self.games is None:
            object.__setattr__(self, "games", self.deals // DEALS_PER_GAME)
        if self.whole_games > self.deals:
            raise QuestionError(
                f"{self.whole_games:,} games with {self.deals:,} deals: expected at most a game for each deal"
            )

    @property
    def whole_games(self) -> int:
        """How many games are played under each set of rules."""
        return self.games or 0

    def question(self) -> dict[str, Any]:
        """Return all that decides the counts, as plain JSON."""
        return {
            "rules": [rules.model_dump(mode="json") for rules in self.rules],
            "style": self.style.model_dump(mode="json"),
            "seed": self.seed,
            "deals": self.deals,
            "games": self.whole_games,
        }

    def warm(self) -> None:
        """Load or fit what the houses need, and compile the kernels that they play with."""
        self.count(0, min(self.deals, WARM_DEALS))

    # --- what is counted ------------------------------------------------------------------------------------

    @property
    def tables(self) -> tuple[Table, ...]:
        """The houses at work, in the order of the rules."""
        return tuple(
            table_of(rules, self.style, self.rules[alike], lent, self.calibrated)
            for rules, alike, lent in zip(self.rules, self.like, self._lent, strict=True)
        )

    @cached_property
    def _lent(self) -> tuple[tuple[Rules, ...], ...]:
        return lenders(self.rules)

    @cached_property
    def calibrated(self) -> int:
        """The strains (bit k for strain k) that are played by the quick calibration under every set."""
        return shared_strains(self.rules)

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The families of contracts that are counted."""
        return families(bid for rules in self.rules for bid in bids(rules))

    @cached_property
    def deal_measures(self) -> tuple[Measure, ...]:
        """What is told of deals, in the order of the counts."""
        points = np.concatenate([table.points.reshape(-1) for table in self.tables])
        return deal_measures(self.families, float(points.max() - points.min()))

    @cached_property
    def game_measures(self) -> tuple[Measure, ...]:
        """What is told of games, in the order of the counts."""
        return game_measures(max(rules.match.target for rules in self.rules))

    @cached_property
    def playable(self) -> tuple[bool, ...]:
        """Which sets have games that can be played, and compared with those of the first."""
        alone = [not why_no_games(rules) for rules in self.rules]
        return tuple(own and alone[0] for own in alone)

    def games_of(self, first: int, n: int) -> Ints:
        """Return the numbers of the games that go with deals `first` to `first + n - 1`, int64."""
        ends = (-(-place * self.whole_games // self.deals) for place in (first, first + n))
        return np.arange(*ends, dtype=np.int64)

    def count(self, first: int, n: int) -> dict[str, Ints]:
        """Return the counts of deals `first` to `first + n - 1` and of the games that go with them.

        `moments.count` of deals and, under names that begin with game_, of games; best: int64 (sets, 6),
        what becomes of the best contracts of the first house (`best.Change`), 0 where packs differ.
        """
        tables = self.tables
        dealt = self._dealt(tables, first, n)
        calls = [_best_calls(table, first, deals) for table, deals in zip(tables, dealt, strict=True)]
        found: list[Ints] = []
        for place, table in enumerate(tables):
            alike = self.like[place]
            found.append(
                found[alike]
                if alike < place
                else quantities(table, self.families, first, dealt[place], calls[place])
            )
        numbers = self.games_of(first, n)
        played = np.stack(
            [
                game_quantities(table, self.seed, numbers)
                if playable
                else np.zeros((len(GAME_QUANTITIES), len(numbers)), np.int64)
                for table, playable in zip(tables, self.playable, strict=True)
            ]
        )
        of_games = moments.count(played, GAME_QUANTITIES, self.game_measures)
        return {
            "units": np.array([n, len(numbers)], np.int64),
            **moments.count(np.stack(found), deal_quantities(self.families), self.deal_measures),
            **{f"game_{name}": sums for name, sums in of_games.items()},
            "best": self._changes(calls),
        }

    @cached_property
    def like(self) -> tuple[int, ...]:
        """For each set the first one in which every deal goes the same way, often itself."""
        return tuple(
            next(place for place, other in enumerate(self.rules) if same_hands(other, rules))
            for rules in self.rules
        )

    @cached_property
    def shuffled_alike(self) -> tuple[bool, ...]:
        """Which sets are dealt the first one's deals; the others just start from the same seeds."""
        return tuple(same_shuffles(self.rules[0], rules) for rules in self.rules)

    def _dealt(self, tables: Sequence[Table], first: int, n: int) -> list[Ints]:
        """Return the deals of every set, int64 (n, cards) each."""
        shared = tables[0].house.deals(self.seed, first, n)
        return [
            shared if alike else table.house.deals(self.seed, first, n)
            for table, alike in zip(tables, self.shuffled_alike, strict=True)
        ]

    def _changes(self, calls: Sequence[Ints]) -> Ints:
        """Return what becomes of the best contracts of the first house, int64 (sets, 6)."""
        house = self.tables[0].house
        return np.stack(
            [
                np.bincount(changes(house, calls[0], table.house, own), minlength=len(Change))
                if alike
                else np.zeros(len(Change), np.int64)
                for table, own, alike in zip(self.tables, calls, self.shuffled_alike, strict=True)
            ]
        )


def _best_calls(table: Table, first: int, deals: Ints) -> Ints:
    """Return the calls worth most to the first callers' hands, int64 (n,)."""
    callers = (dealers_of(table.house, first, len(deals)) + 1) % table.house.players
    return best_contracts(table, deals, callers)[0]


def check_sets(rules: Sequence[Rules]) -> None:
    """Raise QuestionError for sets of rules that cannot be compared: too few, too many, table piles."""
    if not 2 <= len(rules) <= MOST_SETS:
        given = {0: "none given", 1: "1 given"}.get(len(rules), f"{len(rules)} given")
        raise QuestionError(f"which sets of rules? ({given}; expected 2 to {MOST_SETS} of them)")
    for each in rules:
        check_table(each)


def labels_of(names: Sequence[str]) -> tuple[str, ...]:
    """Return what sets are called: their names, with a letter where two share one."""
    return tuple(
        name if names.count(name) == 1 else f"{name} ({chr(ord('A') + place)})"
        for place, name in enumerate(names)
    )
