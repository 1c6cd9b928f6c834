"""`advise`: what every contract is worth with one hand, and whether to bid the one asked about."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TypedDict, Unpack

import numpy as np

from fivehundred_sim.cards import Bid, format_bid, format_card, parse_bid
from fivehundred_sim.rules.ladder import inkles
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study import manifest, run
from fivehundred_sim.study.advice import Advice, Asked, ContractEstimate
from fivehundred_sim.study.bidding.auction_question import AuctionQuestion, calls_of, check_auction
from fivehundred_sim.study.budget import Clock, spend
from fivehundred_sim.study.contracts import Contract, contracts_of, find_contract, opposing_sides
from fivehundred_sim.study.counting import Plan, Tally, strains_of
from fivehundred_sim.study.notes import notes
from fivehundred_sim.study.question import QuestionError, check_table, resolve_hand
from fivehundred_sim.study.readings import Reading
from fivehundred_sim.study.run import ENGINES, Engine, Meter, Progress, Task, Workers
from fivehundred_sim.study.sampled import Sampled

FINEST, COARSEST = 0.0005, 0.25
ALL = "all"
LEAST_BUDGET, MOST_BUDGET = 1.0, 86_400.0


def resolve_engines(
    engines: str | Engine | Sequence[str | Engine] | None, rules: Rules
) -> tuple[Engine, ...]:
    """Return engines by name, without repeats, in the order in which they are shown, the primary one first.

    None asks for those that are quick under these rules, "all" for all that know their game. Sampled games
    are set beside calibrated predictions, so they bring these along. Raises QuestionError naming every
    unknown name, and for models that do not know the game of these rules.
    """
    strains = strains_of(contracts_of(rules))
    if engines is None:
        return run.default_engines(rules, strains)
    asked = [engines] if isinstance(engines, (str, Engine)) else list(engines)
    if ALL in asked:
        asked = [each for each in ENGINES.values() if not each.fitted or run.lanes_play(rules, strains)]
    unknown = [name for name in asked if isinstance(name, str) and name not in ENGINES]
    if unknown or not asked:
        words = ", ".join(f'"{name}"' for name in unknown) or "none"
        raise QuestionError(f"engines: {words}; expected {' or '.join(ENGINES)}")
    found = [ENGINES[name] if isinstance(name, str) else name for name in asked]
    if any(engine.name == run.SAMPLED.name for engine in found):
        found.append(run.CALIBRATED)
    by_name = {engine.name: engine for engine in found[::-1]}
    fitted = [name for name, engine in by_name.items() if engine.fitted]
    if fitted and not run.lanes_play(rules, strains):
        raise QuestionError(
            f"engines: {fitted[-1]} knows the four-handed game with 43 cards and the usual joker and misère,"
            f" not every contract of these rules ({rules.name}); expected heuristic or double-dummy"
        )
    order = list(ENGINES)
    shown = sorted(by_name.values(), key=lambda each: order.index(each.name) if each.name in order else 9)
    return tuple(run.at_table(engine, rules) for engine in shown)


def verify_question(hand: str | Sequence[int | str], bid: str | Bid | None, rules: Rules) -> None:
    """Raise CardError, BidError or QuestionError with the reason if `advise` cannot answer about this."""
    check_table(rules)
    resolve_hand(hand, rules)
    if bid is not None:
        find_contract(contracts_of(rules), bid)


def _check_numbers(
    seed: int, deals: int | None, precision: float | None, budget: float | None, jobs: int | None
) -> None:
    if not 0 <= seed < 2**63:
        raise QuestionError(f"seed {seed}: expected a whole number from 0 to {2**63 - 1}")
    goals = {"deals": deals, "precision": precision, "budget": budget}
    given = [f"{name} {value}" for name, value in goals.items() if value is not None]
    if len(given) > 1:
        raise QuestionError(f"{' and '.join(given)} exclude each other: give one of them")
    if deals is not None and not 1 <= deals <= 10**9:
        raise QuestionError(f"deals {deals}: expected a whole number from 1 to {10**9}")
    if precision is not None and not FINEST <= precision <= COARSEST:
        raise QuestionError(
            f"precision {precision}: expected a half-width from {FINEST} to {COARSEST} (0.01 is one per cent)"
        )
    if budget is not None and not LEAST_BUDGET <= budget <= MOST_BUDGET:
        raise QuestionError(f"budget {budget}: expected seconds from {LEAST_BUDGET:g} to {MOST_BUDGET:g}")
    if jobs is not None and jobs < 1:
        raise QuestionError(f"jobs {jobs}: expected at least 1")


@contextmanager
def _workers(jobs: int | None, meter: Meter) -> Iterator[Workers]:
    """Worker threads; leaving waits only for the chunks being counted, a fraction of a second."""
    threads = jobs or run.default_jobs()
    with ThreadPoolExecutor(threads, thread_name_prefix="deals") as executor:
        yield Workers(executor, ahead=run.AHEAD * threads, meter=meter)


def advise(
    hand: str | Sequence[int | str],
    bid: str | Bid | None = None,
    *,
    rules: str | Rules = "australian",
    engines: str | Engine | Sequence[str | Engine] | None = None,
    seed: int = 1,
    deals: int | None = None,
    precision: float | None = None,
    budget: float | None = None,
    jobs: int | None = None,
    auction: AuctionQuestion | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Return what every contract is worth with this hand, and the verdict on `bid` if one is asked about.

    Parameters
    ----------
    hand : ten cards as text ("JK JD KH 9H 5H AS 8S 7C 6C 5D"), card words or card codes.
    bid : the bid asked about, such as "8H".
    rules : a preset's name, a path of a rules file, or rules already loaded.
    engines : player models by name ("calibrated", "sampled", "heuristic", "double-dummy"), or `Engine`
        objects; by default all but the sampled one, which takes long, as far as they know the game and
        solving a deal is not too slow (five and six players). The sampled one plays `bid`, or the best bid of
        each denomination.
    seed : the deals are a function of it; the same seed gives the same integers, whatever `jobs`.
    deals : deals a contract, for each engine; by default each engine has its own number.
    precision : instead of `deals`, the half-width (0.0005 to 0.25) of the make rate of `bid`, or of every
        make rate without a bid. Each engine goes on until it is reached, at most to its cap; whether all
        reached it stands in `precision_reached`.
    budget : instead of both, seconds (1 to 86400) to spend where they narrow the interval of that rate most.
        The deals reached then depend on the machine's speed.
    jobs : worker threads; by default one a processor.
    auction : what was called, who deals, the score and how everybody bids; with it the answer says what every
        call is worth, passing too, and the verdict on `bid` is about calling it now.
    progress : called as progress(done, total) in units of work of a fraction of a second each; a precision
        goal makes the total an estimate.

    Raises CardError, BidError, RulesError or QuestionError (all ValueError) with one sentence.
    """
    _check_numbers(seed, deals, precision, budget, jobs)
    rules = load_rules(rules) if isinstance(rules, str) else rules
    check_table(rules)
    chosen = resolve_engines(engines, rules)
    if auction is not None:
        check_auction(auction, hand, None if bid is None else _word(bid), rules)
    cards = resolve_hand(hand, rules)
    contracts = contracts_of(rules)
    asked = None if bid is None or _is_only_a_call(bid, auction, rules) else find_contract(contracts, bid)
    plan = Plan(contracts, (asked,) if asked else contracts, deals, precision)
    tally = Tally(chosen, plan, _task(rules, cards, seed))
    meter = Meter(progress, tally.chunks()) if budget is None else Clock(progress, budget)
    with _workers(jobs, meter) as workers:
        if budget is None:
            tally.count(workers)
        else:
            spend(tally, budget, workers)
    meter.finish()
    left_out = engines is None and not any(engine.name == run.DOUBLE_DUMMY.name for engine in chosen)
    said = notes(rules, chosen, left_out, budget is not None)
    answer = _advice(tally, cards, asked, said, budget)
    if auction is None:
        return answer
    word = None if bid is None else _word(bid)
    return replace(
        answer, calls=calls_of(auction, hand, word, rules, seed=seed, jobs=jobs, progress=progress)
    )


def _word(bid: str | Bid) -> str:
    return bid if isinstance(bid, str) else format_bid(bid)


def _is_only_a_call(bid: str | Bid, auction: AuctionQuestion | None, rules: Rules) -> bool:
    """Return whether a pass or an inkle is asked about, which are no contracts: only in an auction."""
    call = parse_bid(_word(bid))
    return auction is not None and (call.is_pass or call in inkles(rules))


class Options(TypedDict, total=False):
    """The options of `advise` that are the same for many hands."""

    engines: str | Engine | Sequence[str | Engine] | None
    seed: int
    deals: int | None
    precision: float | None
    budget: float | None
    jobs: int | None
    auction: AuctionQuestion | None


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
        only_call = bid is not None and _is_only_a_call(bid, options.get("auction"), rules)
        verify_question(hand, None if only_call else bid, rules)
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
    tally: Tally,
    cards: tuple[int, ...],
    asked: Contract | None,
    said: tuple[str, ...],
    budget: float | None,
) -> Advice:
    rules, plan = tally.task.rules, tally.plan
    readings = tally.readings()
    rows = tuple(
        reading.estimate(contract)
        for reading in readings.values()
        for contract in plan.contracts
        if not isinstance(reading, Sampled) or contract.bid in reading.games
    )
    primary = tally.shown[0].name
    own = [row for row in rows if row.engine == primary]
    best = max(own, key=lambda row: row.mean_points)
    reached = all(_reached(plan, reading) for reading in readings.values())
    return Advice(
        hand=tuple(format_card(card, pack(rules)) for card in cards),
        seed=tally.task.seed,
        engine=primary,
        contracts=rows,
        best=best.bid,
        ties=_ties(best, own, plan.contracts, readings[primary]),
        asked=None if asked is None else _asked([row for row in rows if row.bid == asked.bid]),
        precision_reached=None if plan.precision is None else reached,
        notes=said,
        players=rules.table.players,
        opposing_sides=opposing_sides(rules),
        manifest=manifest.Manifest(
            schema_version=manifest.SCHEMA,
            **manifest.of_rules(rules),
            seed=tally.task.seed,
            precision=plan.precision,
            budget=budget,
            engines=tuple(_record(engine, tally, readings[engine.name]) for engine in tally.shown),
            complete=reached,
            **manifest.versions(),
        ),
    )


def _reached(plan: Plan, reading: Reading) -> bool:
    if isinstance(reading, Sampled):
        plan = replace(plan, focus=tuple(each for each in plan.contracts if each.bid in reading.games))
    return plan.reached([reading])


def _record(engine: Engine, tally: Tally, reading: Reading) -> manifest.EngineRecord:
    """Return how an engine was run; the deals of every contract are the fewest of any strain."""
    every = [reading.deals(contract) for contract in tally.plan.contracts]
    asked = reading.deals(tally.plan.focus[0])
    deals, solved = (min(numbers) for numbers in zip(*every, strict=True))
    record = manifest.EngineRecord(engine.name, deals, asked[0], engine.chunk)
    if not engine.fitted:
        return record
    games = {bid: len(games) for bid, games in tally.games.items()} if isinstance(reading, Sampled) else None
    return replace(record, solved=solved, solved_asked=asked[1], games=games)


def _ties(
    best: ContractEstimate,
    rows: Sequence[ContractEstimate],
    contracts: Sequence[Contract],
    reading: Reading,
) -> tuple[str, ...]:
    """Return the other bids that cannot be told from the best one at 95 %.

    Within one strain a model says the difference deal by deal, and its own interval decides. Across
    strains the deals are the same too, but the model does not say how both contracts went together: there the
    error of the difference is taken as the sum of both errors, the most it can be whatever the correlation,
    so that some bids are called ties that a paired comparison would tell apart.
    """
    by_bid = {contract.bid: contract for contract in contracts}
    leader = by_bid[best.bid]

    def tied(row: ContractEstimate) -> bool:
        contract = by_bid[row.bid]
        if contract.strain == leader.strain:
            return reading.apart(leader, contract).low <= 0
        reach = (best.mean_points - best.mean_points_low) + (row.mean_points_high - row.mean_points)
        return best.mean_points - row.mean_points <= reach

    return tuple(row.bid for row in rows if row is not best and tied(row))


def _asked(rows: list[ContractEstimate]) -> Asked:
    """Return the answer about one bid. Sampled games, where there are some, know more than predictions."""
    rows = sorted(rows, key=lambda row: row.engine != run.SAMPLED.name)
    verdicts = {row.verdict for row in rows}
    return Asked(
        bid=rows[0].bid,
        verdict=rows[0].verdict,
        engine=rows[0].engine,
        models_agree=None if len(rows) < 2 else len(verdicts) == 1,
        rows=tuple(rows),
    )
