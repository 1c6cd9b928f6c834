"""`advise`: what every contract is worth with one hand, and whether to bid the one asked about."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TypedDict, Unpack

import numpy as np

from fivehundred_sim.cards import Bid, format_card
from fivehundred_sim.rules.load import load_rules, rule_changes, rules_hash
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study import estimate, manifest, run
from fivehundred_sim.study.advice import Advice, Asked, ContractEstimate
from fivehundred_sim.study.contracts import (
    Contract,
    contracts_of,
    estimate_contract,
    find_contract,
    opposing_sides,
    points_apart,
)
from fivehundred_sim.study.notes import notes
from fivehundred_sim.study.question import QuestionError, check_table, resolve_hand
from fivehundred_sim.study.run import ENGINES, Counts, Engine, Meter, Progress, Task, Workers

FINEST, COARSEST = 0.0005, 0.25
_AHEAD = 4  # chunks submitted a worker: enough that a slow chunk holds nobody up


@dataclass(frozen=True)
class Plan:
    """How long to count: `deals` of every contract, then on until `focus` is known to within `precision`."""

    contracts: tuple[Contract, ...]
    focus: tuple[Contract, ...]
    deals: int | None
    precision: float | None

    def strains(self, contracts: Sequence[Contract]) -> int:
        """The bit mask of the strains of some contracts."""
        mask = 0
        for contract in contracts:
            mask |= 1 << contract.strain
        return mask

    def table_deals(self, engine: Engine) -> int:
        """The deals counted for every contract."""
        return engine.deals if self.deals is None else self.deals

    def last_deal(self, engine: Engine) -> int:
        """The most deals that may be counted."""
        start = self.table_deals(engine)
        return start if self.precision is None else max(start, engine.cap)

    def missing(self, engine: Engine, counts: Counts) -> int:
        """About how many more chunks the precision will take after `counts`."""
        if self.precision is None:
            return 0
        rows = [estimate_contract(contract, counts, engine.name) for contract in self.focus]
        needed = max(estimate.deals_needed(row.made, row.deals, self.precision) for row in rows)
        more = min(needed, self.last_deal(engine)) - rows[0].deals
        return max(0, ceil(more / engine.chunk))

    def reached(self, counts: Counts) -> bool:
        """Whether every rate of the focus has a half-width of at most `precision`."""
        return self.precision is None or all(
            self._half_width(contract, counts) <= self.precision for contract in self.focus
        )

    def _half_width(self, contract: Contract, counts: Counts) -> float:
        row = estimate_contract(contract, counts, "")
        return (row.p_make_high - row.p_make_low) / 2


def count(engine: Engine, task: Task, plan: Plan, workers: Workers) -> Counts:
    """Return one engine's counts (15, 11) under a plan.

    Every contract is judged on the same first deals. A precision goal then goes on with the strains that it
    asks about, so those rows have more deals.
    """
    start = plan.table_deals(engine)
    counts = run.total(workers.count(engine, task, plan.strains(plan.contracts), 0, start))
    if plan.reached(counts):
        return counts
    workers.meter.expect(plan.missing(engine, counts))
    more = workers.count(engine, task, plan.strains(plan.focus), start, plan.last_deal(engine))
    return run.continue_until(counts, more, plan.reached)


def resolve_engines(
    engines: str | Engine | Sequence[str | Engine] | None, rules: Rules
) -> tuple[Engine, ...]:
    """Return engines by name, without repeats, the primary one (heuristic if it is there) first.

    None asks for those that are quick under these rules. Raises QuestionError naming every unknown name.
    """
    if engines is None:
        return run.default_engines(rules)
    asked = [engines] if isinstance(engines, (str, Engine)) else list(engines)
    unknown = [name for name in asked if isinstance(name, str) and name not in ENGINES]
    if unknown or not asked:
        words = ", ".join(f'"{name}"' for name in unknown) or "none"
        raise QuestionError(f"engines: {words}; expected {' or '.join(ENGINES)}")
    found = [ENGINES[name] if isinstance(name, str) else name for name in asked]
    by_name = {engine.name: engine for engine in found}
    primary_first = sorted(by_name.values(), key=lambda engine: engine.name != run.HEURISTIC.name)
    return tuple(run.at_table(engine, rules) for engine in primary_first)


def verify_question(hand: str | Sequence[int | str], bid: str | Bid | None, rules: Rules) -> None:
    """Raise CardError, BidError or QuestionError with the reason if `advise` cannot answer about this."""
    check_table(rules)
    resolve_hand(hand, rules)
    if bid is not None:
        find_contract(contracts_of(rules), bid)


def _check_numbers(seed: int, deals: int | None, precision: float | None, jobs: int | None) -> None:
    if not 0 <= seed < 2**63:
        raise QuestionError(f"seed {seed}: expected a whole number from 0 to {2**63 - 1}")
    if deals is not None and precision is not None:
        raise QuestionError(f"deals {deals} and precision {precision} exclude each other: give one of them")
    if deals is not None and not 1 <= deals <= 10**9:
        raise QuestionError(f"deals {deals}: expected a whole number from 1 to {10**9}")
    if precision is not None and not FINEST <= precision <= COARSEST:
        raise QuestionError(
            f"precision {precision}: expected a half-width from {FINEST} to {COARSEST} (0.01 is one per cent)"
        )
    if jobs is not None and jobs < 1:
        raise QuestionError(f"jobs {jobs}: expected at least 1")


@contextmanager
def _workers(jobs: int | None, meter: Meter) -> Iterator[Workers]:
    """Worker threads; leaving waits only for the chunks being counted, a fraction of a second."""
    threads = jobs or run.default_jobs()
    with ThreadPoolExecutor(threads, thread_name_prefix="deals") as executor:
        yield Workers(executor, ahead=_AHEAD * threads, meter=meter)


def advise(
    hand: str | Sequence[int | str],
    bid: str | Bid | None = None,
    *,
    rules: str | Rules = "australian",
    engines: str | Engine | Sequence[str | Engine] | None = None,
    seed: int = 1,
    deals: int | None = None,
    precision: float | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Return what every contract is worth with this hand, and the verdict on `bid` if one is asked about.

    Parameters
    ----------
    hand : ten cards as text ("JK JD KH 9H 5H AS 8S 7C 6C 5D"), card words or card codes.
    bid : the bid asked about, such as "8H".
    rules : a preset's name, a path of a rules file, or rules already loaded.
    engines : player models by name ("heuristic", "double-dummy"), or `Engine` objects; by default both, where
        solving a deal is not too slow (five and six players).
    seed : the deals are a function of it; the same seed gives the same integers, whatever `jobs`.
    deals : deals a contract, for each engine; by default each engine has its own number.
    precision : instead of `deals`, the half-width (0.0005 to 0.25) of the make rate of `bid`, or of every
        make rate without a bid. Each engine goes on until it is reached, at most to its cap; whether all
        reached it stands in `precision_reached`.
    jobs : worker threads; by default one a processor.
    progress : called as progress(done, total) in units of work of a fraction of a second each; a precision
        goal makes the total an estimate.

    Raises CardError, BidError, RulesError or QuestionError (all ValueError) with one sentence.
    """
    _check_numbers(seed, deals, precision, jobs)
    rules = load_rules(rules) if isinstance(rules, str) else rules
    check_table(rules)
    chosen = resolve_engines(engines, rules)
    cards = resolve_hand(hand, rules)
    contracts = contracts_of(rules)
    asked = None if bid is None else find_contract(contracts, bid)
    plan = Plan(contracts, (asked,) if asked else contracts, deals, precision)
    task = _task(rules, cards, seed)
    meter = Meter(progress, sum(ceil(plan.table_deals(engine) / engine.chunk) for engine in chosen))
    with _workers(jobs, meter) as workers:
        counts = {engine.name: count(engine, task, plan, workers) for engine in chosen}
    meter.finish()
    left_out = engines is None and len(chosen) < len(ENGINES)
    return _advice(task, cards, chosen, plan, counts, asked, notes(rules, chosen, left_out))


class Options(TypedDict, total=False):
    """The options of `advise` that are the same for many hands."""

    engines: str | Engine | Sequence[str | Engine] | None
    seed: int
    deals: int | None
    precision: float | None
    jobs: int | None


def advise_many(
    questions: Sequence[tuple[str | Sequence[int | str], str | Bid | None]],
    *,
    rules: str | Rules = "australian",
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Iterator[Advice]:
    """Yield the answer to each (hand, bid); `options` are those of `advise`, progress counts all questions.

    All questions are checked before the first is answered.
    """
    rules = load_rules(rules) if isinstance(rules, str) else rules
    for hand, bid in questions:
        verify_question(hand, bid, rules)
    for index, (hand, bid) in enumerate(questions):
        step = None if progress is None else partial(_overall, progress, index, len(questions))
        yield advise(hand, bid, rules=rules, progress=step, **options)


def _overall(progress: Progress, index: int, questions: int, done: int, total: int) -> None:
    progress(index * total + done, questions * total)


def _task(rules: Rules, cards: tuple[int, ...], seed: int) -> Task:
    held = set(cards)
    places = list(enumerate(pack(rules)))
    hand = [place for place, card in places if card in held]
    unseen = [place for place, card in places if card not in held]
    return Task(rules, np.array(hand, np.int64), np.array(unseen, np.int64), seed)


def _advice(
    task: Task,
    cards: tuple[int, ...],
    engines: tuple[Engine, ...],
    plan: Plan,
    counts: dict[str, Counts],
    asked: Contract | None,
    said: tuple[str, ...],
) -> Advice:
    rules = task.rules
    rows = tuple(
        estimate_contract(contract, counts[engine.name], engine.name)
        for engine in engines
        for contract in plan.contracts
    )
    primary = [row for row in rows if row.engine == engines[0].name]
    best = max(primary, key=lambda row: row.mean_points)
    reached = all(plan.reached(counts[engine.name]) for engine in engines)
    records = tuple(_record(engine, plan, counts[engine.name]) for engine in engines)
    return Advice(
        hand=tuple(format_card(card, pack(rules)) for card in cards),
        seed=task.seed,
        engine=engines[0].name,
        contracts=rows,
        best=best.bid,
        ties=_ties(best, primary, plan.contracts, counts[engines[0].name]),
        asked=None if asked is None else _asked([row for row in rows if row.bid == asked.bid]),
        precision_reached=None if plan.precision is None else reached,
        notes=said,
        players=rules.table.players,
        opposing_sides=opposing_sides(rules),
        manifest=manifest.Manifest(
            schema_version=manifest.SCHEMA,
            rules_name=rules.name,
            rules_hash=rules_hash(rules),
            rules_changes=rule_changes(rules),
            rules=rules.model_dump(mode="json"),
            seed=task.seed,
            precision=plan.precision,
            engines=records,
            complete=reached,
            **manifest.versions(),
        ),
    )


def _record(engine: Engine, plan: Plan, counts: Counts) -> manifest.EngineRecord:
    asked = int(counts[plan.focus[0].strain].sum())
    return manifest.EngineRecord(engine.name, plan.table_deals(engine), asked, engine.chunk)


def _ties(
    best: ContractEstimate,
    rows: Sequence[ContractEstimate],
    contracts: Sequence[Contract],
    counts: Counts,
) -> tuple[str, ...]:
    """Return the other bids that cannot be told from the best one at 95 %.

    Within one strain the counts give the difference deal by deal, and its own interval decides. Across
    strains the deals are the same too, but the counts do not say how both contracts went together: there the
    error of the difference is taken as the sum of both errors, the most it can be whatever the correlation,
    so that some bids are called ties that a paired comparison would tell apart.
    """
    by_bid = {contract.bid: contract for contract in contracts}
    leader = by_bid[best.bid]

    def tied(row: ContractEstimate) -> bool:
        contract = by_bid[row.bid]
        if contract.strain == leader.strain:
            return points_apart(leader, contract, counts).low <= 0
        reach = (best.mean_points - best.mean_points_low) + (row.mean_points_high - row.mean_points)
        return best.mean_points - row.mean_points <= reach

    return tuple(row.bid for row in rows if row is not best and tied(row))


def _asked(rows: list[ContractEstimate]) -> Asked:
    verdicts = {row.verdict for row in rows}
    return Asked(
        bid=rows[0].bid,
        verdict=rows[0].verdict,
        engine=rows[0].engine,
        models_agree=None if len(rows) < 2 else len(verdicts) == 1,
        rows=tuple(rows),
    )
