"""The plan of a bidding table: random deals, every hand the contractor's in every strain, tallied."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.code import STRAINS, lanes_cover
from fivehundred_sim.rules.hands import above_nine
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.bidding.evaluation import tables
from fivehundred_sim.study.bidding.house import House, house_of
from fivehundred_sim.study.question import check_table
from fivehundred_sim.study.run import Progress
from fivehundred_sim.study.table.groupings import Grouping, groupings
from fivehundred_sim.study.table.worths import Contracts, Worths, contracts_of, outcomes_of, worths_of

Ints = NDArray[np.int64]
Counts = dict[str, NDArray[np.int64]]

DEALS = 100_000
# Deals of a unit of work: two thirds of a second on one core where the lanes kernels play, and about the same
# elsewhere. What is kept of a chunk is a megabyte however few its deals are, so it is not made shorter.
CHUNK = 8_000
WIDE_CHUNK = 1_000


@dataclass(frozen=True)
class Setting:
    """A house with all that its tables are made with."""

    house: House
    contracts: Contracts
    worths: Worths
    groupings: dict[str, Grouping]
    above_nine: Ints


@lru_cache(maxsize=8)
def setting_of(rules: Rules) -> Setting:
    """Return a house ready to be counted; its evaluation is fitted first if nobody has played there yet."""
    house = house_of(rules)
    contracts = contracts_of(house)
    return Setting(
        house=house,
        contracts=contracts,
        worths=worths_of(house, contracts),
        groupings=groupings(rules, contracts.strains),
        above_nine=above_nine(rules),
    )


@dataclass(frozen=True)
class TablePlan:
    """Bidding tables under some rules: `deals` random deals of the stream `seed`."""

    kind: ClassVar[str] = "table"
    rules: Rules
    seed: int = 1
    deals: int = DEALS
    chunk: int = CHUNK

    def prepare(self, progress: Progress | None = None) -> None:
        """Fit what hands are worth in this house, telling `progress`, if nobody has played there yet."""
        tables(self.rules, progress)

    @property
    def setting(self) -> Setting:
        """The house that is counted in."""
        return setting_of(self.rules)

    def question(self) -> dict[str, Any]:
        """Return all that decides the counts besides the versions, as plain JSON values."""
        return {
            "kind": self.kind,
            "rules": self.rules.model_dump(mode="json"),
            "seed": self.seed,
            "deals": self.deals,
            "worths": self.setting.worths.digest,
        }

    def warm(self) -> None:
        """Load or compile every kernel that `count` uses."""
        self.count(0, 1)

    def count(self, first: int, n: int) -> Counts:
        """Return the tally of each grouping over deals `first` to `first + n - 1`.

        int64 (cells, 3 + 3 * values), the columns of `kernels.table.tally`. Additive over ranges of deals.
        """
        from fivehundred_sim.kernels.table.tally import PER_VALUE, VALUES_AT, cells_of, tally

        setting = self.setting
        counted, outcomes = looked_at(setting, setting.house.deals(self.seed, first, n))
        found: Counts = {}
        for name, grouping in setting.groupings.items():
            cells = np.empty(counted.shape[:3], np.int64)
            cells_of(counted, grouping.start, grouping.stride, cells)
            out = np.zeros((grouping.cells, VALUES_AT + PER_VALUE * setting.worths.table.shape[1]), np.int64)
            tally(cells.reshape(n, -1), outcomes.reshape(n, -1), setting.worths.table, out)
            found[name] = out
        return found


def plan_of(rules: Rules, *, seed: int = 1, deals: int = DEALS) -> TablePlan:
    """Return the plan of tables, in chunks of a fraction of a second.

    Raises QuestionError for table piles.
    """
    check_table(rules)
    return TablePlan(rules, seed, deals, CHUNK if lanes_cover(rules) else WIDE_CHUNK)


def looked_at(setting: Setting, deals: Ints) -> tuple[Ints, Ints]:
    """Return the features of every hand in every strain, and what it came to as a row of `Worths.table`.

    deals: int64 (n, cards). int64 (n, players, 7, FEATURES) and int64 (n, players, 7).
    """
    from fivehundred_sim.kernels.table.features import FEATURES, look

    house, n = setting.house, len(deals)
    counted = np.empty((n, house.players, STRAINS, FEATURES), np.int64)
    judged = np.empty((n, house.players, STRAINS, 2))
    look_at = house.evaluation.code, house.evaluation.weights, setting.above_nine
    look(deals, house.players, *look_at, counted, judged)
    return counted, outcomes_of(judged, _tricks(setting, deals))


def _tricks(setting: Setting, deals: Ints) -> Ints:
    """Return the tricks of heuristic players, int64 (n, players, 7), contractor and strain; 0 if unplayed."""
    strains = np.array(setting.contracts.strains)
    seats = np.arange(setting.house.players)
    asked = np.stack(np.meshgrid(np.arange(len(deals)), seats, strains, indexing="ij"), axis=-1)
    tricks = np.zeros((len(deals), len(seats), STRAINS), np.int64)
    played, _ = setting.house.tricks(deals, asked.reshape(-1, 3))
    tricks[:, :, strains] = played.reshape(asked.shape[:3])
    return tricks
