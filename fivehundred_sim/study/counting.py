"""How long each player model counts, and which counts models share: from engines to readings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from fivehundred_sim.study import estimate, run
from fivehundred_sim.study.advice import ContractEstimate
from fivehundred_sim.study.calibrated import Calibrated
from fivehundred_sim.study.contracts import Contract
from fivehundred_sim.study.readings import Counted, Reading
from fivehundred_sim.study.run import (
    CALIBRATED,
    DOUBLE_DUMMY,
    HEURISTIC,
    SAMPLED,
    Counts,
    Engine,
    Task,
    Workers,
)
from fivehundred_sim.study.sampled import PAIRED, Games, Sampled, chosen, joined, play

_PAUSE = 1.05  # predictions are read anew after so many times as many deals
Read = Callable[[Counts], Sequence[Reading]]


def strains_of(contracts: Sequence[Contract]) -> int:
    """Return the bit mask of the strains of some contracts."""
    mask = 0
    for contract in contracts:
        mask |= 1 << contract.strain
    return mask


@dataclass(frozen=True)
class Plan:
    """How long to count: `deals` of every contract, then on until `focus` is known to within `precision`."""

    contracts: tuple[Contract, ...]
    focus: tuple[Contract, ...]
    deals: int | None = None
    precision: float | None = None

    def table_deals(self, engine: Engine) -> int:
        """The deals counted for every contract."""
        return engine.deals if self.deals is None else self.deals

    def last_deal(self, engine: Engine) -> int:
        """The most deals that may be counted."""
        start = self.table_deals(engine)
        return start if self.precision is None else max(start, engine.cap)

    def reached(self, readings: Sequence[Reading]) -> bool:
        """Whether every rate of the focus has a half-width of at most `precision` in every reading."""
        return self.precision is None or all(
            reading.half_width(contract) <= self.precision for reading in readings for contract in self.focus
        )

    def missing(self, engine: Engine, readings: Sequence[Reading]) -> int:
        """About how many more chunks the precision will take an engine after what was read."""
        if self.precision is None:
            return 0
        start = self.table_deals(engine)
        rows = [reading.estimate(contract) for reading in readings for contract in self.focus]
        needed = max(_deals_needed(row, start, self.precision) for row in rows)
        return max(0, ceil((min(needed, self.last_deal(engine)) - start) / engine.chunk))


def _deals_needed(row: ContractEstimate, deals: int, precision: float) -> int:
    """Return about how many deals a row needs to be known so well, after `deals`."""
    if row.made is not None:
        return estimate.deals_needed(row.made, row.deals, precision)
    wider = (row.p_make_high - row.p_make_low) / 2 / precision
    return ceil(deals * wider**2)  # the error of a prediction falls with the root of the deals


def count(engine: Engine, task: Task, plan: Plan, workers: Workers, read: Read) -> Counts:
    """Return one engine's counts under a plan; `read` says what counts mean, for a precision goal.

    Every contract is judged on the same first deals. A precision goal then goes on with the strains that it
    asks about, so those rows have more deals.
    """
    start = plan.table_deals(engine)
    counts = run.total(workers.count(engine, task, strains_of(plan.contracts), 0, start))
    if plan.precision is None:
        return counts
    readings = read(counts)
    if plan.reached(readings):
        return counts
    workers.meter.expect(plan.missing(engine, readings))
    more = workers.count(engine, task, strains_of(plan.focus), start, plan.last_deal(engine))
    return run.continue_until(counts, more, _Patience(plan, read, counts, engine.fitted))


class _Patience:
    """Looks whether a precision is reached: after every chunk or, where looking takes long, ever less often.

    When it looks depends on the deals alone, and so the answer does.
    """

    def __init__(self, plan: Plan, read: Read, counts: Counts, slow: bool) -> None:
        self._plan, self._read = plan, read
        self._strain = plan.focus[0].strain
        self._pause = _PAUSE if slow else 1.0
        self._next = self._pause * self._deals(counts)

    def __call__(self, counts: Counts) -> bool:
        deals = self._deals(counts)
        if deals < self._next:
            return False
        self._next = self._pause * deals
        return self._plan.reached(self._read(counts))

    def _deals(self, counts: Counts) -> int:
        return int(counts[self._strain].sum())


@dataclass
class Tally:
    """What was counted for the engines shown: by each alone, or for all that rest on the calibrated one.

    alone: counts (15, 11) by engine. played, paired: as `Calibrated` takes them. games: of sampled players,
    by bid. All are of the first deals of the task's stream.
    """

    shown: tuple[Engine, ...]
    plan: Plan
    task: Task
    alone: dict[str, Counts] = field(default_factory=dict)
    played: Counts | None = None
    paired: Counts | None = None
    games: dict[str, Games] = field(default_factory=dict)

    @property
    def by_name(self) -> dict[str, Engine]:
        """The engines shown, by name."""
        return {engine.name: engine for engine in self.shown}

    @property
    def calibrates(self) -> bool:
        """Whether a calibrated answer is among those shown."""
        return CALIBRATED.name in self.by_name

    @property
    def calibrated(self) -> Calibrated:
        """The calibrated reading."""
        assert self.played is not None
        assert self.paired is not None
        return Calibrated(self.task, self.played, self.paired)

    def chunks(self) -> int:
        """Return how many chunks the deals of every contract will take (sampled games left out)."""
        engines = [engine for engine in self.shown if engine.name != SAMPLED.name]
        if self.calibrates:
            engines = [self.helper, self.by_name[CALIBRATED.name]]
        return sum(ceil(self._plan_of(engine).table_deals(engine) / engine.chunk) for engine in engines)

    def count(self, workers: Workers) -> None:
        """Count the deals of the plan, for every engine shown."""
        if not self.calibrates:
            for engine in self.shown:
                self.alone[engine.name] = count(engine, self.task, self.plan, workers, _counted(engine))
            return
        helper = self.helper
        self.played = count(helper, self.task, self._plan_of(helper), workers, _counted(helper))
        self.paired = count(self.by_name[CALIBRATED.name], self.task, self.plan, workers, self._read_paired)
        if self.plan.deals is None and len(self.plan.focus) == 1:
            self.solve_more(self.plan.focus, self.by_name[CALIBRATED.name].asked, workers)
        if SAMPLED.name in self.by_name:
            self.sample(workers)

    def sample(self, workers: Workers) -> None:
        """Have sampled players play the contract asked about, or the best ones."""
        engine = self.by_name[SAMPLED.name]
        asked = self.plan.focus[0] if len(self.plan.focus) == 1 else None
        contracts = chosen(asked, self.calibrated, self.plan.contracts)
        deals = self.plan.table_deals(engine)
        workers.meter.expect(deals * len(contracts))
        if self.plan.deals is None:
            self.solve_more(contracts, PAIRED * deals, workers)
        for contract in contracts:
            self.play_more(contract, deals, workers)
            while not replace(self.plan, focus=(contract,)).reached([self.sampled]):
                done = len(self.games[contract.bid])
                if done >= engine.cap:
                    break
                last = min(engine.cap, ceil(_PAUSE * done))
                workers.meter.expect(last - done)
                self.solve_more([contract], PAIRED * last, workers)
                self.play_more(contract, last, workers)

    def load(self, workers: Workers) -> None:
        """Have the kernels compiled, or loaded, that the counts will take."""
        for engine in (self.helper, self.by_name[CALIBRATED.name]) if self.calibrates else self.shown:
            for _ in workers.count(engine, self.task, strains_of(self.plan.contracts), 0, 0):
                pass
        if SAMPLED.name in self.by_name:
            contracts = self.plan.focus if len(self.plan.focus) == 1 else self.plan.contracts
            kinds = {contract.counts_tricks: contract for contract in contracts}
            for contract in kinds.values():  # misères have kernels of their own
                list(play(contract, self.task, 0, 0, workers))

    def begin(self, workers: Workers, first: Callable[[Engine], int]) -> None:
        """Count every contract on the first deals, as many as `first` says for each engine."""
        engines = (self.helper, self.by_name[CALIBRATED.name]) if self.calibrates else self.shown
        for engine in engines:
            strains = strains_of(self.plan.contracts)
            self._add(engine, run.total(workers.count(engine, self.task, strains, 0, first(engine))))

    def deals(self, engine: Engine, contracts: Sequence[Contract]) -> int:
        """Return the deals that every one of some contracts has from an engine's counts."""
        counts = self._counts(engine)
        return 0 if counts is None else min(int(counts[contract.strain].sum()) for contract in contracts)

    def more(self, engine: Engine, contracts: Sequence[Contract], workers: Workers, deals: int) -> None:
        """Count so many more deals of the strains of some contracts."""
        last = self.deals(engine, contracts) + deals
        for strain in sorted({contract.strain for contract in contracts}):
            counts = self._counts(engine)
            first = 0 if counts is None else int(counts[strain].sum())
            if first < last:
                self._add(engine, run.total(workers.count(engine, self.task, 1 << strain, first, last)))

    def solve_more(self, contracts: Sequence[Contract], last: int, workers: Workers) -> None:
        """Solve (and play) the deals before `last` in the strains of some contracts too."""
        engine = self.by_name[CALIBRATED.name]
        for contract in contracts:
            missing = last - self.deals(engine, [contract])
            if missing > 0:
                workers.meter.expect(ceil(missing / engine.chunk))
                self.more(engine, [contract], workers, missing)

    def _counts(self, engine: Engine) -> Counts | None:
        if not self.calibrates:
            return self.alone.get(engine.name)
        return self.paired if engine.name == CALIBRATED.name else self.played

    def _add(self, engine: Engine, counts: Counts) -> None:
        known = self._counts(engine)
        counts = counts if known is None else known + counts
        if not self.calibrates:
            self.alone[engine.name] = counts
        elif engine.name == CALIBRATED.name:
            self.paired = counts
        else:
            self.played = counts

    def play_more(self, contract: Contract, last: int, workers: Workers) -> None:
        """Have sampled players play the deals before `last` of a contract."""
        known = self.games.get(contract.bid, joined([]))
        if len(known) < last:
            more = play(contract, self.task, len(known), last, workers)
            self.games[contract.bid] = joined([known, *more])

    @property
    def sampled(self) -> Sampled:
        """The sampled reading."""
        return Sampled(self.calibrated, self.games)

    def readings(self) -> dict[str, Reading]:
        """Return what each engine shown says, in the order shown."""
        if not self.calibrates:
            return {name: Counted(name, counts) for name, counts in self.alone.items()}
        assert self.played is not None
        assert self.paired is not None
        found: dict[str, Reading] = {
            CALIBRATED.name: self.calibrated,
            SAMPLED.name: self.sampled,
            HEURISTIC.name: Counted(HEURISTIC.name, self.played),
            DOUBLE_DUMMY.name: Counted(DOUBLE_DUMMY.name, self.paired.sum(axis=(1, 2))),
        }
        return {engine.name: found[engine.name] for engine in self.shown}

    def _read_paired(self, paired: Counts) -> list[Reading]:
        assert self.played is not None
        found: list[Reading] = [Calibrated(self.task, self.played, paired)]
        if DOUBLE_DUMMY.name in self.by_name:
            found.append(Counted(DOUBLE_DUMMY.name, paired.sum(axis=(1, 2))))
        return found

    @property
    def helper(self) -> Engine:
        """The heuristic players, shown or not."""
        return self.by_name.get(HEURISTIC.name, HEURISTIC)

    def _plan_of(self, engine: Engine) -> Plan:
        """The plan, in which who only helps others plays at least his own number of deals."""
        if engine.name in self.by_name or self.plan.deals is None:
            return self.plan
        return replace(self.plan, deals=max(self.plan.deals, engine.deals))


def _counted(engine: Engine) -> Read:
    return lambda counts: [Counted(engine.name, counts)]
