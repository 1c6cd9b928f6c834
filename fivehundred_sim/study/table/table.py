"""Bidding tables: what hands that look alike make and bring, in every denomination.

The hands are random ones, each the contractor's in turn with kitty and discard. A level *pays* where it
brings more points on average than it costs, against scoring nothing: what the other side would have made of
the deal is not weighed, nor what the auction says (`advise --auction` does both).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.bidding.evaluate import LEVELS, LOWEST_LEVEL
from fivehundred_sim.kernels.table.features import MOST_GAPS
from fivehundred_sim.kernels.table.tally import HANDS
from fivehundred_sim.study import manifest
from fivehundred_sim.study.table.cells import estimated, shared
from fivehundred_sim.study.table.groupings import COLUMNS, Block
from fivehundred_sim.study.table.plan import TablePlan

if TYPE_CHECKING:
    import pandas as pd

Ints = NDArray[np.int64]
Row = dict[str, Any]

__all__ = ["FEW_HANDS", "MOST_GAPS", "Row", "Table"]

SCHEMA = "fivehundred.table/1"
FEW_HANDS = 100  # fewer in a cell say too little for a printed page


def _with_bounds(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"


FIGURES = (
    "n",
    "deals",
    *(
        column
        for name in ("p_make", "points")
        for level in range(LOWEST_LEVEL, LOWEST_LEVEL + LEVELS)
        for column in _with_bounds(f"{name}_{level}")
    ),
    *_with_bounds("tricks"),
    "best_level",
    *_with_bounds("p_make"),
    *_with_bounds("points"),
    "pays",
)
LABELS = ("grouping", "denomination", *COLUMNS, "engine")
WHOLE = ("trumps", "tops_held", "side_aces", "voids", "aces", "stoppers", "longest", "gaps", "worst_gap")
WHOLE_NUMBERS = (*WHOLE, "high_cards", "n", "deals", "best_level")


@dataclass(frozen=True)
class Table:
    """The answer of `table`: the plan, and what was counted in each grouping.

    counts: by the name of the grouping, int64 (cells, 3 + 3 * values), as `TablePlan.count` has them.
    """

    plan: TablePlan
    counts: Mapping[str, Ints]

    @property
    def engines(self) -> tuple[str, ...]:
        """The player models, the one shown first in front."""
        return self.plan.setting.worths.engines

    @property
    def manifest(self) -> manifest.Manifest:
        """What the tables were made from."""
        rules = self.plan.rules
        return manifest.Manifest(
            schema_version=manifest.SCHEMA,
            **manifest.of_rules(rules),
            seed=self.plan.seed,
            precision=None,
            budget=None,
            engines=tuple(
                manifest.EngineRecord(name, self.plan.deals, self.plan.deals, chunk=0)
                for name in self.engines
            ),
            complete=True,
            **manifest.versions(),
        )

    def blocks(self, grouping: str) -> tuple[Block, ...]:
        """Return the parts of a grouping: a denomination each, or suits alike."""
        return self.plan.setting.groupings[grouping].blocks

    def frame(self, by: Sequence[str] | None = None) -> "pd.DataFrame":
        """Return every cell that has hands, a row for each player model; what says nothing of a row is empty.

        by: the groupings wanted, all of them if not said. A column that is empty in all rows is left out.
        """
        import pandas as pd

        parts = [
            pd.DataFrame(self.columns(grouping, block, engine)) for grouping, block, engine in self._parts(by)
        ]
        whole = pd.concat([part for part in parts if len(part)], ignore_index=True)
        whole = whole.reindex(columns=[*LABELS, *FIGURES]).dropna(axis=1, how="all")
        return whole.astype({name: "Int64" for name in WHOLE_NUMBERS if name in whole})

    def _parts(self, by: Sequence[str] | None) -> Iterator[tuple[str, Block, str]]:
        """Yield grouping, block and player model of every part of a table."""
        for grouping in by or self.counts:
            for block in self.blocks(grouping):
                for engine in self.engines:
                    yield grouping, block, engine

    def columns(self, grouping: str, block: Block, engine: str) -> dict[str, Any]:
        """Return the cells of a block that have hands, as columns; without any, none."""
        counts = self.counts[grouping][block.first : block.first + block.cells]
        cells = np.flatnonzero(counts[:, HANDS])
        if not len(cells):
            return {}
        setting, model = self.plan.setting, self.engines.index(engine)
        labels = {"grouping": grouping, "denomination": block.denomination}
        common = shared(block, cells + block.first, self.plan.rules.pack.jokers)
        figures = estimated(counts[cells], block, model, setting.contracts)
        return {**labels, **common, "engine": engine, **figures}

    def rows(self, grouping: str, block: Block, engine: str | None = None) -> list[Row]:
        """Return the cells of a block that have hands, a record each, for one player model (the first)."""
        columns = self.columns(grouping, block, engine or self.engines[0])
        number = len(columns.get("n", ()))
        return [{name: _plain(values, place) for name, values in columns.items()} for place in range(number)]

    def about(self) -> dict[str, Any]:
        """Return what files of any kind say of themselves, as plain JSON values."""
        made = self.manifest
        return {
            "schema": SCHEMA,
            "rules": {"name": made.rules_name, "hash": made.rules_hash},
            "manifest": made.to_json_dict(),
        }

    def to_json_dict(self, by: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the object that `table --json` prints; `by`: the groupings wanted, all if not said."""
        return {
            **self.about(),
            "seed": self.plan.seed,
            "deals": self.plan.deals,
            "engines": list(self.engines),
            "rows": [row for part in self._parts(by) for row in self.rows(*part)],
        }


def _plain(values: Any, place: int) -> Any:
    """Return one value of a column as JSON has it; a label stands for every row."""
    if isinstance(values, str):
        return values
    value = values[place]
    if isinstance(value, np.generic):
        value = value.item()
    return None if value != value else value  # a bound that cannot be known
