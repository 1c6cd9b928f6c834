"""From a question to integer counts: engines, chunks, workers and stopping.

Deals are numbered from 0, and the stream of a deal depends on (seed, number) alone. An engine's chunk size is
fixed, chunks are merged in the order of their deals by integer addition, and a stopping rule sees only such
prefixes, never the chunk that happened to return first. So the counts depend on the seed and on the number of
deals (or the precision), and neither on how many workers there are nor on their speed.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.code import KernelRules, encode, lanes_cover
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.wide import STRAINS, encode_wide, strain_table, table_row
from fivehundred_sim.study.interrupts import interrupts_kept

Counts = NDArray[np.int64]
Ints = NDArray[np.int64]
Progress = Callable[[int, int], None]
Kernel = Callable[..., Counts]
Found = TypeVar("Found")

TRICK_COUNTS = 11
AHEAD = 4  # chunks submitted a worker: enough that a slow chunk holds nobody up
SLOW_FROM = 5  # players, see `solving_is_slow`
SLOW_DEALS, SLOW_CAP = 10, 1_000  # deals of an engine that solves them where that is slow


@dataclass(frozen=True)
class Task:
    """One hand under one set of rules, as kernels take it.

    `hand` and `unseen`: int64 pack indices of the ten cards held and of all the others.
    """

    rules: Rules
    hand: Ints
    unseen: Ints
    seed: int

    @cached_property
    def fast(self) -> int:
        """The bit mask of the strains that the lanes kernels play."""
        return lanes_cover(self.rules)

    @cached_property
    def lanes(self) -> KernelRules:
        """The rules as the lanes kernels take them."""
        return encode(self.rules)

    @cached_property
    def wide(self) -> tuple[Ints, Ints, Ints]:
        """The rules as the general kernels take them: places, strains, table."""
        wide = encode_wide(self.rules)
        return wide.place, strain_table(wide), table_row(wide)


class CountFunction(Protocol):
    """What an engine does: deals `first` to `first + n - 1` of one hand, counted."""

    def __call__(self, task: Task, first: int, n: int, strains: int, /) -> Counts:
        """Return int64 (15 strains, 11): deals in which the contractor's side took so many tricks.

        `strains` is a bit mask of the strains to play. A misère that stops at the first trick has the deals
        made in column 0 and those failed in column 1. Deals counted by both quick models (`CALIBRATED`) are
        int64 (15, 2, 11, 11): by strain, even or odd number, tricks by rules of thumb and by best play.
        """


@dataclass(frozen=True)
class Engine:
    """A player model: who plays the cards once the hands are dealt.

    `chunk` deals are one unit of work (a fraction of a second); `deals` is the default number of deals (that
    of the bid asked about is at least `asked`) and `cap` the most that a precision goal may cost. `leans`
    says in one line how it plays and which way its answers err, and `elsewhere` what is left of that at
    tables where it was not measured; docs/reading.md says more. `solves` where it plays by solving whole
    deals. `fitted` where it holds only for what the lanes kernels play: its figures are fitted to four-handed
    games, or played by players who know no other.
    """

    name: str
    load: Callable[[], CountFunction]
    chunk: int
    deals: int
    cap: int
    asked: int = 0
    leans: str = ""
    elsewhere: str = ""
    solves: bool = False
    fitted: bool = False


def by_rules(lanes: Callable[[], Kernel], general: Callable[[], Kernel]) -> CountFunction:
    """Return an engine's function: the lanes kernel for the strains it covers, the general one for the rest.

    Each is imported when first needed, so that a game which the lanes cover never loads the general one.
    """

    def count(task: Task, first: int, n: int, strains: int) -> Counts:
        counts = np.zeros((STRAINS, TRICK_COUNTS), np.int64)
        fast, rest = strains & task.fast, strains & ~task.fast
        if fast:
            bit, play = task.lanes.bit, task.lanes.play
            few = lanes()(bit, play, task.hand, task.unseen, task.seed, first, n, fast)
            counts[: len(few)] += few
        if rest:
            counts += general()(*task.wide, task.hand, task.unseen, task.seed, first, n, rest)
        return counts

    return count


def _heuristic() -> CountFunction:
    def lanes() -> Kernel:
        from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts

        kernel: Kernel = heuristic_counts
        return kernel

    def general() -> Kernel:
        from fivehundred_sim.kernels.wide.chunks import wide_counts

        def played(*question: object) -> Counts:
            counts: Counts = wide_counts(*question, 0)  # 0: everybody plays as he means to
            return counts

        return played

    return by_rules(lanes, general)


def _paired() -> CountFunction:
    def count(task: Task, first: int, n: int, strains: int) -> Counts:
        from fivehundred_sim.kernels.paired import PLAYED, SOLVED, paired_tricks

        bit, play = task.lanes.bit, task.lanes.play
        pairs = paired_tricks(bit, play, task.hand, task.unseen, task.seed, first, n, strains)
        counts = np.zeros((STRAINS, 2, TRICK_COUNTS, TRICK_COUNTS), np.int64)
        odd = np.arange(first, first + n) & 1
        for strain in range(len(pairs)):
            if strains >> strain & 1:
                np.add.at(counts[strain], (odd, pairs[strain, :, PLAYED], pairs[strain, :, SOLVED]), 1)
        return counts

    return count


def _no_counts() -> CountFunction:
    raise TypeError("sampled players are asked about one contract at a time (study.sampled)")


def _double_dummy() -> CountFunction:
    def lanes() -> Kernel:
        from fivehundred_sim.kernels.chunks_double_dummy import double_dummy_counts

        kernel: Kernel = double_dummy_counts
        return kernel

    def general() -> Kernel:
        from fivehundred_sim.kernels.dense.chunks import dense_counts

        kernel: Kernel = dense_counts
        return kernel

    return by_rules(lanes, general)


HEURISTIC = Engine(
    name="heuristic",
    load=_heuristic,
    chunk=2_000,
    deals=10_000,  # a warm command answers within three seconds, both player models together
    cap=5_000_000,
    leans="heuristic: rules of thumb, no peeking; good players do better on both sides",
)
DOUBLE_DUMMY = Engine(
    name="double-dummy",
    load=_double_dummy,
    chunk=10,
    deals=100,
    cap=100_000,  # only the strain asked about goes on that far
    leans="double-dummy: perfect play, seeing all; overbids by half a trick, underrates M",
    elsewhere="double-dummy: perfect play, seeing all hands; its bias here is not measured",
    solves=True,
)
CALIBRATED = Engine(
    name="calibrated",
    load=_paired,
    chunk=10,
    deals=100,  # solved and played; its cheaper half are the deals of HEURISTIC
    asked=400,
    cap=100_000,
    leans="calibrated: the other two, corrected to what sampled players make of such deals",
    solves=True,
    fitted=True,
)
SAMPLED = Engine(
    name="sampled",
    load=_no_counts,
    chunk=1,
    deals=60,  # of a contract, half a minute on one core
    cap=5_000,
    leans="sampled: each card chosen by solving 16 deals that fit what the player knows",
    solves=True,
    fitted=True,
)
# In the order in which they are shown; the first is the primary one.
ENGINES: dict[str, Engine] = {
    engine.name: engine for engine in (CALIBRATED, SAMPLED, HEURISTIC, DOUBLE_DUMMY)
}


def solving_is_slow(rules: Rules) -> bool:
    """Return whether solving a contract of a whole deal with open hands takes more than 50 ms on average.

    With up to four players it takes 1 to 30 ms. With five it is 10 to 100 ms in suits and no-trump, but
    seconds in misère, against four defenders; with six from 50 ms to more than a second.
    """
    return rules.table.players >= SLOW_FROM


def lanes_play(rules: Rules, strains: int) -> bool:
    """Return whether the lanes kernels play all these strains (a bit mask) under these rules."""
    return strains & ~lanes_cover(rules) == 0


def default_engines(rules: Rules, strains: int) -> tuple[Engine, ...]:
    """Return the player models that answer where none are asked for: those that are quick at this table.

    `strains` (a bit mask) are played there: where a model is fitted to some of them only, it is left out.
    """
    slow, fitted = solving_is_slow(rules), lanes_play(rules, strains)
    quick = (engine for engine in ENGINES.values() if engine is not SAMPLED)
    return tuple(
        at_table(engine, rules)
        for engine in quick
        if not (slow and engine.solves) and (fitted or not engine.fitted)
    )


def at_table(engine: Engine, rules: Rules) -> Engine:
    """Return the engine with what is true of it at this table: deals in reason, and how it leans."""
    if engine.elsewhere and not lanes_cover(rules):
        engine = replace(engine, leans=engine.elsewhere)
    if not (engine.solves and solving_is_slow(rules)):
        return engine
    return replace(engine, chunk=1, deals=SLOW_DEALS, cap=SLOW_CAP)


def default_jobs() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spans(first: int, last: int, size: int) -> Iterator[range]:
    """The deals `first` to `last - 1` in chunks of `size`; the last chunk may be shorter."""
    for start in range(first, last, size):
        yield range(start, min(start + size, last))


def in_order(
    executor: Executor, count: Callable[[int, int], Found], chunks: Iterable[range], ahead: int
) -> Iterator[Found]:
    """What `count(first, n)` finds in each chunk, in the order of `chunks`.

    Up to `ahead` chunks are submitted. Those that nobody waits for any more (the caller stopped, Ctrl-C) are
    cancelled.
    """
    pending: deque[Future[Found]] = deque()
    try:
        for chunk in chunks:
            pending.append(executor.submit(count, chunk.start, len(chunk)))
            if len(pending) >= ahead:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()


class Meter:
    """How many units of work are done, out of how many expected; tells `report(done, total)` of each."""

    def __init__(self, report: Progress | None, total: int) -> None:
        self.done = 0
        self.total = total
        self._report = report

    def tick(self) -> None:
        """One more unit is done."""
        self.done += 1
        self.total = max(self.total, self.done)
        self._tell()

    def expect(self, more: int) -> None:
        """So many more units are expected than was known before."""
        self.total += more

    def finish(self) -> None:
        """Nothing more will come, whatever was expected."""
        self.total = self.done
        self._tell()

    def _tell(self) -> None:
        if self._report is not None:
            self._report(self.done, self.total)


@dataclass(frozen=True)
class Workers:
    """Who counts: an executor, how many chunks to keep submitted, and the meter of finished chunks."""

    executor: Executor
    ahead: int
    meter: Meter

    def count(self, engine: Engine, task: Task, strains: int, first: int, last: int) -> Iterator[Counts]:
        """The counts of deals `first` to `last - 1`, an array a chunk, in the order of the deals."""
        counter = engine.load()
        # Compiles (or loads) the kernels in the calling thread, where Ctrl-C still gets through.
        with interrupts_kept():
            counter(task, first, 0, strains)

        def count_chunk(start: int, n: int) -> Counts:
            return counter(task, start, n, strains)

        for counts in in_order(self.executor, count_chunk, spans(first, last, engine.chunk), self.ahead):
            self.meter.tick()
            yield counts


def total(parts: Iterable[Counts]) -> Counts:
    """The sum of integer count arrays of one shape; without any, none of (15, 11)."""
    merged: Counts | None = None
    for counts in parts:
        merged = counts.copy() if merged is None else merged + counts
    return np.zeros((STRAINS, TRICK_COUNTS), np.int64) if merged is None else merged


def continue_until(counts: Counts, parts: Iterable[Counts], enough: Callable[[Counts], bool]) -> Counts:
    """Add parts to `counts` until `enough` says so or they end; the rule sees whole prefixes only."""
    merged = counts.copy()
    if not enough(merged):
        for part in parts:
            merged += part
            if enough(merged):
                break
    return merged
