"""`bench`: what this machine does a second, and beside a peer on the same deals.

A round measures every batch on one thread, ours and the peer's in turn, so that a machine whose speed moves
slows both; then the same batches on all threads. One thread is timed by the time it was given
(`thread_time`), all threads by the clock; `scaling` compares the clock with the clock. Figures are medians
over rounds with their quartiles. Answers are compared: with the peer's, between threads, and with what else
must be true of them.
"""

import platform
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from fivehundred_sim.rules.code import lanes_cover
from fivehundred_sim.rules.load import load_rules, rules_hash
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.bench_measures import Answers, Batch, Bench, Measure
from fivehundred_sim.study.interrupts import interrupts_kept
from fivehundred_sim.study.manifest import versions
from fivehundred_sim.study.peer import Peer, PeerError, load_peer
from fivehundred_sim.study.question import check_table
from fivehundred_sim.study.run import Progress, default_jobs

SCHEMA = "fivehundred.bench/1"
SECONDS, ROUNDS = 12.0, 5
_ALL_THREADS_COST = 1.7  # times what one thread takes, deals made included


@dataclass(frozen=True)
class Row:
    """One measure with one number of threads: things a second, and how many times the peer's.

    `_low` and `_high` are quartiles over rounds. `scaling`: how many times one thread's speed. Without a peer
    its fields are None. `number` is how many things were measured; as many answers were compared.
    """

    measure: str
    threads: int
    number: int
    per_second: float
    per_second_low: float
    per_second_high: float
    scaling: float | None = None
    peer: str | None = None
    peer_per_second: float | None = None
    peer_ratio: float | None = None
    peer_ratio_low: float | None = None
    peer_ratio_high: float | None = None
    peer_scaling: float | None = None


@dataclass(frozen=True)
class Benched:
    """What a machine does a second; `faults` are the answers that are not what they must be, in words."""

    rules: Rules
    seed: int
    seconds: float
    rounds: int
    jobs: int
    rows: tuple[Row, ...]
    faults: tuple[str, ...]

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `bench --json` prints."""
        return {
            "schema": SCHEMA,
            "rules": {"name": self.rules.name, "hash": rules_hash(self.rules)},
            "seed": self.seed,
            "seconds": self.seconds,
            "rounds": self.rounds,
            "jobs": self.jobs,
            "machine": {
                "processor": platform.processor() or platform.machine(),
                "processors": default_jobs(),
            },
            "versions": versions(),
            "rows": [asdict(row) for row in self.rows],
            "faults": list(self.faults),
        }


def check_bench(rules: Rules, peer: bool) -> None:
    """Raise QuestionError or PeerError, before any kernel is loaded, if there is nothing to measure."""
    check_table(rules)
    if peer and not lanes_cover(rules):
        raise PeerError(
            "DDS plays only the four-handed game in pairs with its 43 cards: no measure has a peer"
        )
    if peer:
        load_peer()


def bench(
    *,
    rules: str | Rules = "australian",
    seed: int = 1,
    seconds: float = SECONDS,
    rounds: int = ROUNDS,
    jobs: int | None = None,
    peer: bool = False,
    progress: Progress | None = None,
) -> Benched:
    """Return what this machine does a second by these rules, on one thread and on `jobs` (None: all).

    Parameters
    ----------
    seconds : about how long all measures take together, kernels being compiled; slow tables take longer.
    rounds : how many times each measure is repeated, on fresh deals of the stream of `seed`.
    peer : whether Bo Haglund's DDS solves the same deals, where it can.
    progress : called as (rounds done, of all measures).

    Raises RulesError, QuestionError, or PeerError where DDS is not installed or cannot play these rules.
    """
    in_force = load_rules(rules) if isinstance(rules, str) else rules
    check_bench(in_force, peer)
    threads = jobs or default_jobs()
    measures = Bench(in_force, seed, Peer(threads) if peer else None).measures()
    budget = seconds / (len(measures) * rounds * (_ALL_THREADS_COST if threads > 1 else 1))
    rows, faults, done = list[Row](), list[str](), 0
    with ThreadPoolExecutor(threads, thread_name_prefix="bench") as pool:
        for measure in measures:
            with interrupts_kept():
                _warm_up(measure)
            first, found = 1, list[_Round]()
            for _ in range(rounds):
                found.append(_round(measure, first, budget, threads, pool))
                first += found[-1].batches
                done += 1
                if progress is not None:
                    progress(done, len(measures) * rounds)
            rows += _rows(measure.name, found, threads)
            faults += [f"{measure.name}: {fault}" for each in found for fault in each.faults]
    return Benched(in_force, seed, seconds, rounds, threads, tuple(rows), tuple(dict.fromkeys(faults)))


# --- rounds -------------------------------------------------------------------------------------------------


@dataclass
class _Round:
    """Seconds of one round, on one thread and on all, our own and the peer's; `clock` is one thread's too."""

    batches: int = 0
    number: int = 0
    one: float = 0.0
    clock: float = 0.0
    all: float = 0.0
    peer_one: float = 0.0
    peer_clock: float = 0.0
    peer_all: float = 0.0
    faults: list[str] = field(default_factory=list)

    def ask(self, ours: Callable[[], Answers]) -> Answers:
        """Return our answers, timed on this thread."""
        answers, given, clock = _timed(ours)
        self.one += given
        self.clock += clock
        return answers

    def ask_peer(self, theirs: Callable[[], Answers]) -> Answers:
        """Return the peer's answers, timed on this thread."""
        answers, given, clock = _timed(theirs)
        self.peer_one += given
        self.peer_clock += clock
        return answers

    def compare(self, batch: Batch, some: Answers, others: Answers) -> None:
        """Note a fault where our answers and the peer's differ."""
        differ = sum(one != other for one, other in zip(some, others, strict=True))
        if differ:
            self.faults.append(f"{differ} of {batch.number} answers differ from the peer's")


def _warm_up(measure: Measure) -> None:
    """Answer a batch, so that kernels are compiled and tables are there."""
    batch = measure.batch(0)
    batch.fault(batch.ours())
    if batch.peer is not None:
        batch.peer()


def _round(measure: Measure, first: int, budget: float, threads: int, pool: ThreadPoolExecutor) -> _Round:
    """Return one round, batches from `first` on, as many as one thread answers in `budget` seconds."""
    found, batches, answers = _Round(), list[Batch](), list[Answers]()
    while found.one + found.peer_one < budget or len(batches) < threads:
        batch = measure.batch(first + len(batches))
        # In turn, and in turn which of both is first.
        if batch.peer is not None and len(batches) % 2:
            found.compare(batch, found.ask_peer(batch.peer), ours := found.ask(batch.ours))
        elif batch.peer is not None:
            found.compare(batch, ours := found.ask(batch.ours), found.ask_peer(batch.peer))
        else:
            ours = found.ask(batch.ours)
        batches.append(batch)
        answers.append(ours)
    if wrong := batches[0].fault(answers[0]):
        found.faults.append(wrong)
    found.batches, found.number = len(batches), sum(batch.number for batch in batches)
    if threads > 1:
        found.all, again = _timed_by_all(pool, [batch.ours for batch in batches])
        if again != answers:
            found.faults.append("several threads answer otherwise than one")
        if all(batch.peer for batch in batches):
            found.peer_all, _ = _timed_by_all(pool, [batch.peer for batch in batches if batch.peer])
    return found


def _timed(answer: Callable[[], Answers]) -> tuple[Answers, float, float]:
    """Return answers, and the seconds of this thread and of the clock that they took."""
    clock, start = time.perf_counter(), time.thread_time()
    answers = answer()
    return answers, time.thread_time() - start, time.perf_counter() - clock


def _timed_by_all(
    pool: ThreadPoolExecutor, asked: Sequence[Callable[[], Answers]]
) -> tuple[float, list[Answers]]:
    start = time.perf_counter()
    answers = list(pool.map(lambda answer: answer(), asked))
    return time.perf_counter() - start, answers


# --- figures ------------------------------------------------------------------------------------------------


def _rows(name: str, rounds: Sequence[_Round], threads: int) -> list[Row]:
    """Return the rows of one measure: one thread, and all threads where there are several."""
    rows = [_row(name, 1, rounds, [each.one for each in rounds], [each.peer_one for each in rounds])]
    if threads > 1:
        row = _row(name, threads, rounds, [each.all for each in rounds], [each.peer_all for each in rounds])
        scaling = _median([each.clock / each.all for each in rounds])
        theirs = _median([each.peer_clock / each.peer_all for each in rounds]) if row.peer else None
        rows.append(Row(**asdict(row) | {"scaling": scaling, "peer_scaling": theirs}))
    return rows


def _row(
    name: str, threads: int, rounds: Sequence[_Round], own: Sequence[float], peer: Sequence[float]
) -> Row:
    rates = [each.number / seconds for each, seconds in zip(rounds, own, strict=True)]
    low, middle, high = _quartiles(rates)
    row = Row(name, threads, sum(each.number for each in rounds), middle, low, high)
    if not all(peer):
        return row
    low, middle, high = _quartiles([theirs / ours for ours, theirs in zip(own, peer, strict=True)])
    theirs = _median([each.number / seconds for each, seconds in zip(rounds, peer, strict=True)])
    of_peer = {
        "peer": Peer.name,
        "peer_per_second": theirs,
        "peer_ratio": middle,
        "peer_ratio_low": low,
        "peer_ratio_high": high,
    }
    return Row(**asdict(row) | of_peer)


def _median(values: Sequence[float]) -> float:
    return float(np.median(values))


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    low, middle, high = np.quantile(values, (0.25, 0.5, 0.75))
    return float(low), float(middle), float(high)
