"""What studies of hands share: random deals whose contracts fall into cells, are played, and tallied.

A study's `Sorting` names a cell for each contract that it wants; `CellsPlan` deals, plays and adds them up as
`study.table` does for its own groupings, so estimates and their intervals (clustered by deal) are the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Protocol

import numpy as np

from fivehundred_sim.kernels.bidding.evaluate import BINS, LEVELS, LOW, LOWEST_LEVEL, ROWS, STEP
from fivehundred_sim.kernels.table.features import FEATURES, look
from fivehundred_sim.kernels.table.tally import BESIDE, DEALS, HANDS, PER_VALUE, VALUES_AT, tally
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.deals.dealer import dealer_of
from fivehundred_sim.study.estimate import Z95, wilson
from fivehundred_sim.study.table.estimates import Means, means, points, rates
from fivehundred_sim.study.table.plan import setting_of
from fivehundred_sim.study.table.worths import (
    PER_ENGINE,
    POINT_UNIT,
    POINTS,
    RATE,
    RATE_UNIT,
    outcomes_of,
)

HAND, SEATS = 10, 4
PARTNER, KITTY, OPPONENTS, MINE = range(4)  # where the joker is, seen from a hand
PLACES = ("partner", "kitty", "opponents", "own hand")
ENGINES = ("calibrated", "heuristic")
NAMES = ("S", "C", "D", "H", "NT", "M", "OM")
LADDER = tuple(range(LOWEST_LEVEL, LOWEST_LEVEL + LEVELS))
CHUNK = 4_000


@dataclass(frozen=True)
class Seen:
    """Deals and what each player sees in his ten cards.

    rows: int64 (n, cards), hands by seat, then the kitty, numbered from `first`. counted: int64 (n, 4, 7,
    FEATURES), `kernels.table.features`. judged: float64 (n, 4, 7, 2), index and row of the evaluation.
    """

    rules: Rules
    first: int
    rows: np.ndarray
    counted: np.ndarray
    judged: np.ndarray

    @cached_property
    def joker(self):
        """Where the joker is, seen from each seat, int64 (n, 4): PARTNER, KITTY, OPPONENTS or MINE."""
        at = (self.rows == len(pack(self.rules)) - 1).argmax(axis=1)
        holder = np.where(at < HAND * SEATS, at // HAND, -1)[:, None]
        apart = (holder - np.arange(SEATS)) % SEATS
        place = np.select([apart == 0, apart == 2], [MINE, PARTNER], OPPONENTS)
        return np.where(holder < 0, KITTY, place)

    @cached_property
    def bins(self):
        """The points of the index's grid and the rows, each int64 (n, 4, 7)."""
        bins = np.clip(np.rint((self.judged[..., 0] - LOW) / STEP).astype(np.int64), 0, BINS - 1)
        return bins, np.minimum(self.judged[..., 1].astype(np.int64), ROWS - 1)

    @cached_property
    def chances(self):
        """The chance of each contract by the evaluation (calibrated), float64 (n, 4, 7, LEVELS)."""
        return self._looked_up(0)

    @cached_property
    def expected(self):
        """The points each contract brings by the evaluation (calibrated), float64 (n, 4, 7, LEVELS).

        −inf where the house has no such contract.
        """
        return self._looked_up(1)

    def _looked_up(self, which):
        bins, rows = self.bins
        table = evaluated(self.rules)[which]
        return table[np.arange(STRAINS), rows, bins]

    def best(self):
        """Return the contract with most points of each hand, int64 (n, 4): strain * LEVELS + level's place.

        −1 where nothing brings more than it costs.
        """
        flat = self.expected.reshape(*self.expected.shape[:2], -1)
        best = flat.argmax(axis=2)
        return np.where(flat.max(axis=2) > 0, best, -1)


@lru_cache(maxsize=4)
def evaluated(rules):
    """Return what the evaluation makes of hands: chances and points, float64 (7, ROWS, BINS, LEVELS) each."""
    setting = setting_of(rules)
    chances, contracts = setting.house.evaluation.chances, setting.contracts
    made = np.einsum("srlbt,slt->srbl", chances, contracts.made.astype(float))
    gain = np.einsum("srlbt,slt->srbl", chances, contracts.gain)
    known = (contracts.calls >= 0)[:, None, None, :]
    return made, np.where(known, gain, -np.inf)


def seen_of(rules, rows, first=0):
    """Return deals as the players see them; rows: int64 (n, cards)."""
    setting, n = setting_of(rules), len(rows)
    counted, judged = (
        np.empty((n, SEATS, STRAINS, FEATURES), np.int64),
        np.empty((n, SEATS, STRAINS, 2)),
    )
    look_at = setting.house.evaluation.code, setting.house.evaluation.weights, setting.above_nine
    look(rows, SEATS, *look_at, counted, judged)
    return Seen(rules, first, rows, counted, judged)


class Sorting(Protocol):
    """What a study sorts contracts by: a frozen dataclass, so that a plan pickles."""

    @property
    def sizes(self) -> Mapping[str, int]:
        """How many cells each tally has."""

    def sort(self, seen: Seen) -> Mapping[str, np.ndarray]:
        """Return the cell of each contract in each tally, int64 (n, 4, 7), −1 for one to leave out."""


@dataclass(frozen=True)
class CellsPlan:
    """Contracts of random deals, sorted, played by heuristic players, and tallied.

    where: conditions of the deals (docs/deals.md), or none. played: whether contracts are played; where not,
    cells count hands alone. steps: pairs of levels; by how much the first brings more points than the
    second is one more value of each player model.
    """

    kind: ClassVar[str] = "study"
    rules: Rules
    sorting: Sorting
    seed: int
    deals: int
    chunk: int = CHUNK
    where: tuple[str, ...] = ()
    played: bool = True
    steps: tuple[tuple[int, int], ...] = ()

    def question(self) -> dict[str, Any]:
        """Return all that decides the counts, as plain JSON values."""
        return {
            "kind": self.kind,
            "rules": self.rules.model_dump(mode="json"),
            "seed": self.seed,
            "deals": self.deals,
            "worths": setting_of(self.rules).worths.digest,
            "sorting": repr(self.sorting),
            "where": list(self.where),
            "steps": [list(step) for step in self.steps],
        }

    def warm(self) -> None:
        """Load or compile every kernel that `count` uses."""
        self.count(0, 1)

    def count(self, first, n):
        """Return the tallies over deals `first` to `first + n - 1`, int64 (cells, 3 + 3 * values) each."""
        house, table = setting_of(self.rules).house, self._table
        rows = dealer(self.rules, self.where).deals(self.seed, first, n)[0]
        seen = seen_of(self.rules, rows, first)
        cells = self.sorting.sort(seen)
        tricks = np.zeros((n, SEATS, STRAINS), np.int64)
        if self.played:
            asked = np.argwhere(np.max([own >= 0 for own in cells.values()], axis=0))
            tricks[tuple(asked.T)] = house.tricks(rows, asked)[0]
        outcome = outcomes_of(seen.judged, tricks).reshape(n, -1)
        found = {}
        for name, size in self.sorting.sizes.items():
            found[name] = np.zeros((size, VALUES_AT + PER_VALUE * table.shape[1]), np.int64)
            tally(np.ascontiguousarray(cells[name]).reshape(n, -1), outcome, table, found[name])
        return found

    @property
    def _table(self):
        """What outcomes are worth: the values of each player model, then the steps of each."""
        if not self.played:
            return np.zeros((len(setting_of(self.rules).worths.table), 0), np.int64)
        table = setting_of(self.rules).worths.table
        more = [
            table[:, [_points(model, one)]] - table[:, [_points(model, other)]]
            for model in range(len(ENGINES))
            for one, other in self.steps
        ]
        return np.ascontiguousarray(np.hstack([table, *more]))


@lru_cache(maxsize=16)
def dealer(rules, where):
    """Return what deals under conditions; without any the deals are the plain ones of the stream."""
    return dealer_of(rules, where)


def _points(model, level):
    return PER_ENGINE * model + POINTS + level - LOWEST_LEVEL


# --- estimates ----------------------------------------------------------------------------------------------


def rate_of(counts, engine, level):
    """Return the make rates of cells at a level (0 for a misère), with intervals: `Means`, (cells,) each."""
    place = max(level - LOWEST_LEVEL, 0)
    return rates(counts, PER_ENGINE * ENGINES.index(engine) + RATE + place, RATE_UNIT)


def step_of(counts, engine, step, steps):
    """Return by how many points the first level of a step is better: `Means`, (cells,) each."""
    value = PER_ENGINE * len(ENGINES) + len(steps) * ENGINES.index(engine) + steps.index(step)
    return means(counts, value, POINT_UNIT)


def points_of(counts, engine, level, rules, strain):
    """Return the mean points of cells at a level, with intervals. All contracts are of that strain."""
    contracts, place = setting_of(rules).contracts, level - LOWEST_LEVEL
    gain, swing = contracts.gain[strain, place], float(contracts.swing[strain, place])
    rate = rate_of(counts, engine, level)
    value = _points(ENGINES.index(engine), level)
    return points(counts, value, POINT_UNIT, rate, swing, (float(gain.min()), float(gain.max())))


def shares(counts, deals, units):
    """Return in what share of `units` places a deal (hands, contracts) cells are found: `Means`.

    The places of a deal are one cluster, and deals without any count too. Wilson's interval, for as many
    places as have the same variance.
    """
    n = float(deals * units)
    hands, beside = counts[:, HANDS].astype(float), counts[:, BESIDE].astype(float)
    rate = hands / n
    variance = np.maximum(hands + beside - hands * hands / deals, 0.0) / (n * n)
    inner = (hands + 0.5) / (n + 1)
    with np.errstate(divide="ignore"):
        alike = np.where(variance > 0, inner * (1 - inner) / variance, float(deals))
    trials = np.clip(alike, 1.0, n)
    return Means(rate, *wilson(rate * trials, trials))


def deal_share(counts, deals):
    """Return in what share of deals cells are found at all: `Means`."""
    found = counts[:, DEALS].astype(float)
    return Means(found / deals, *wilson(found, deals))


def mean_and_half(values):
    """Return the mean of independent values and the half-width of its 95 % interval."""
    return float(np.mean(values)), Z95 * float(np.std(values, ddof=1)) / len(values) ** 0.5
