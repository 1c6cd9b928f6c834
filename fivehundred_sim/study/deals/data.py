"""A data set of deals: the cards, and what the solver and the heuristic players make of them.

Deals come in blocks, in their order; a block's columns are arrays with one entry a deal. `solve_H_2` are the
tricks that seat 2 and his side take in hearts with all hands open, his cards as dealt, without the kitty, and
leading first (`study.solve`); `play_H_2` what heuristic players take who see what players see, after seat 2
has taken up the kitty and discarded. In misère (`M`, `OM`, `DM`) the columns are bool: whether no trick is
taken.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import DENOMINATIONS, MISERE, OPEN_MISERE, Bid, Deal, format_bid
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study import manifest
from fivehundred_sim.study.deals.condition import Layout
from fivehundred_sim.study.deals.dealer import Dealer, deal_of
from fivehundred_sim.study.interrupts import interrupts_kept
from fivehundred_sim.study.run import default_jobs, in_order, spans

Ints = NDArray[np.int64]
Column = NDArray[np.int8] | NDArray[np.bool_]
Progress = Callable[[int, int], None]

SCHEMA = "fivehundred.deal/1"
CHUNK, CHUNK_PLAYED, CHUNK_SOLVED = 5_000, 500, 2  # deals of one unit of work: a fraction of a second
CHUNK_SOUGHT = 20  # where deals are found by many tries
AHEAD = 2  # chunks for each thread that may wait for an earlier one


@dataclass(frozen=True)
class DataSet:
    """Which deals, and what is wanted of each: `deals` of them from number `first` on, of one seed."""

    dealer: Dealer
    where: tuple[str, ...] = ()
    deals: int = 10
    seed: int = 1
    first: int = 0
    solve: bool = False
    play: bool = False

    @property
    def layout(self) -> Layout:
        """How the pack is dealt."""
        return self.dealer.layout

    @property
    def rules(self) -> Rules:
        """The house rules."""
        return self.layout.rules

    @property
    def chunk(self) -> int:
        """How many deals are dealt and judged together; no result depends on it."""
        chunk = CHUNK_SOLVED if self.solve else CHUNK_PLAYED if self.play else CHUNK
        return min(chunk, CHUNK_SOUGHT) if self.dealer.seeks else chunk


@dataclass(frozen=True)
class Block:
    """Some deals in a row: their first number, their cards, and the columns of results.

    rows: uint8 (n, cards), pack indices as `Dealer.deals` has them. tries: how many deals were looked at.
    """

    first: int
    rows: NDArray[np.uint8]
    tries: int
    columns: Mapping[str, Column]

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class DealManifest:
    """What deals were made from, so that they can be made again.

    chance: how likely a deal at random fits, exactly or (`chance_exact`) as the share of tries that fitted
    says. Where all conditions were met exactly, `loose` is empty; else it names the places whose terms were
    met by rejection, in so many `tries`. A run that was stopped is not complete.
    """

    schema_version: int
    package_version: str
    kernel_hash: str
    stream_scheme: str
    python: str
    numpy: str
    numba: str
    rules_name: str
    rules_hash: str
    rules_changes: tuple[str, ...]
    rules: Mapping[str, Any]
    seed: int
    first: int
    deals: int
    where: tuple[str, ...]
    chance: float
    chance_exact: bool
    loose: tuple[str, ...]
    tries: int
    solve: bool
    play: bool
    complete: bool

    def to_json_dict(self) -> dict[str, Any]:
        """Return the manifest as plain JSON values."""
        lists = {name: list(getattr(self, name)) for name in ("rules_changes", "where", "loose")}
        return asdict(self) | lists


def manifest_of(asked: DataSet, deals: int, tries: int) -> DealManifest:
    """Return the manifest of the first `deals` deals of a data set, for which so many tries were made."""
    exact = asked.dealer.chance
    return DealManifest(
        schema_version=manifest.SCHEMA,
        **manifest.versions(),
        **manifest.of_rules(asked.rules),
        seed=asked.seed,
        first=asked.first,
        deals=deals,
        where=asked.where,
        chance=float(asked.dealer.tried * deals / tries if exact is None else exact),
        chance_exact=exact is not None,
        loose=asked.dealer.loose,
        tries=tries,
        solve=asked.solve,
        play=asked.play,
        complete=deals == asked.deals,
    )


def blocks(asked: DataSet, jobs: int | None = None, progress: Progress | None = None) -> Iterator[Block]:
    """Yield the deals in their order, each block as soon as it is there; `progress` counts deals.

    `jobs` threads share the work (None: one a processor). Raises ConditionError where no deal can be found.
    """
    with interrupts_kept():  # compile here, where Ctrl-C gets through
        _block(DataSet(asked.dealer, seed=asked.seed, play=asked.play), asked.first, 1)
    workers = jobs or default_jobs()
    done = 0
    with ThreadPoolExecutor(workers, thread_name_prefix="deal") as executor:
        chunks = spans(asked.first, asked.first + asked.deals, asked.chunk)
        for block in in_order(executor, partial(_block, asked), chunks, AHEAD * workers):
            done += len(block)
            if progress is not None:
                progress(done, asked.deals)
            yield block


def _block(asked: DataSet, first: int, n: int) -> Block:
    rows, tries = asked.dealer.deals(asked.seed, first, n)
    columns: dict[str, Column] = {}
    if asked.solve:
        columns |= _solved(rows, asked.layout)
    if asked.play:
        columns |= _played(rows, asked.layout)
    return Block(first, rows.astype(np.uint8), int(tries.sum()), columns)


def _solved(rows: Ints, layout: Layout) -> dict[str, Column]:
    """Return what `study.solve` says of deals, every denomination and seat, the kitty left out."""
    from fivehundred_sim.study.solve import SolvedDeal, solve_many

    deals = [Deal(deal_of(row, layout).hands, ()) for row in rows]
    found: dict[str, list[tuple[int, ...]]] = {}
    for solved in solve_many(deals, rules=layout.rules, jobs=1):
        assert isinstance(solved, SolvedDeal)  # no contract was asked for
        miseres = {"M": solved.misere, "DM": solved.double_misere}
        made = {name: makes for name, makes in miseres.items() if makes is not None}
        for name, seats in (solved.tricks | made).items():
            found.setdefault(name, []).append(seats)
    columns: dict[str, Column] = {}
    for name, by_deal in found.items():
        for seat, values in enumerate(zip(*by_deal, strict=True)):
            kind = np.int8 if name in DENOMINATIONS else np.bool_
            columns[f"solve_{name}_{seat}"] = np.array(values).astype(kind)
    return columns


def played_strains(rules: Rules) -> tuple[int, ...]:
    """Return the strains that are played for a data set: the denominations, and the misères of the house.

    Not the double misère of two partners, which heuristic players do not play.
    """
    miseres = (MISERE, OPEN_MISERE)
    return (*range(len(DENOMINATIONS)), *(strain for strain in miseres if Bid(0, strain) in bids(rules)))


def _played(rows: Ints, layout: Layout) -> dict[str, Column]:
    """Return what heuristic players take with each seat as contractor, after the exchange."""
    from fivehundred_sim.study.bidding.hand_deals import player

    strains = played_strains(layout.rules)
    seats = np.arange(layout.players)
    grid = np.stack(np.meshgrid(np.arange(len(rows)), seats, np.array(strains), indexing="ij"), axis=-1)
    tricks = player(layout.rules)(rows, grid.reshape(-1, 3)).reshape(grid.shape[:-1])
    found: dict[str, Column] = {}
    for place, strain in enumerate(strains):
        name = DENOMINATIONS[strain] if strain < MISERE else format_bid(Bid(0, strain))
        for seat in seats.tolist():
            taken = tricks[:, seat, place]
            found[f"play_{name}_{seat}"] = taken == 0 if strain >= MISERE else taken.astype(np.int8)
    return found
