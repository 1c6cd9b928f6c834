"""A budget of time, spent where it narrows the interval most.

The variance of an estimate is a sum of parts, one a kind of deals, and each part falls as one over its number
of deals. So a second more brings most where part / (deals x seconds a deal) is largest; always taking that
one leads to the allocation that is best for the time (Neyman 1934, with the costs of Giles 2008).
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from fivehundred_sim.study.calibrated import column
from fivehundred_sim.study.contracts import Contract
from fivehundred_sim.study.counting import Tally
from fivehundred_sim.study.run import AHEAD, CALIBRATED, SAMPLED, Meter, Progress, Workers
from fivehundred_sim.study.sampled import chosen

_USUAL = 5.0  # seconds from which on every contract of the table has its usual deals
_FEWEST = 20  # of them, in less time
_FEW = 4  # sampled games to begin with
_GROWTH = 0.1  # a step adds so much of the deals there are, and at least a chunk a worker
_LONGEST = 0.1  # of the budget, a step


class Clock(Meter):
    """A meter that tells how much of a budget of seconds is gone, in tenths."""

    def __init__(self, report: Progress | None, seconds: float) -> None:
        super().__init__(report, round(10 * seconds))
        self._start = time.monotonic()

    def tick(self) -> None:
        """One more unit of work is done."""
        self.done = min(self.total, round(10 * (time.monotonic() - self._start)))
        self._tell()

    def expect(self, more: int) -> None:
        """More units change nothing: time is the measure."""


@dataclass
class Arm:
    """One kind of deals: how many there are, how to get more, and what a deal takes in seconds."""

    deals: Callable[[], int]
    more: Callable[[int], None]
    least: int
    seconds: float = 0.0

    def step(self, left: float, budget: float) -> int:
        """How many deals to go on with, as far as the time goes; 0 when it is too short."""
        wanted = max(self.least, int(_GROWTH * self.deals()))
        affordable = int(min(left, max(_LONGEST * budget, self.least * self.seconds)) / self.seconds)
        return wanted if wanted <= affordable else affordable if affordable >= self.least else 0

    def run(self, deals: int) -> None:
        """Get so many more deals, and learn what they take."""
        start = time.perf_counter()
        self.more(deals)
        self.seconds = max((time.perf_counter() - start) / deals, 1e-9)


def spend(tally: Tally, seconds: float, workers: Workers) -> None:
    """Count for about so many seconds (more if the first few deals take longer).

    The clock starts when the kernels are there.
    """
    tally.load(workers)
    end = time.perf_counter() + seconds
    share = min(1.0, seconds / _USUAL)
    tally.begin(workers, lambda engine: max(_FEWEST, int(share * engine.deals)))
    focus = tally.plan.focus
    if SAMPLED.name in tally.by_name:
        focus = chosen(focus[0] if len(focus) == 1 else None, tally.calibrated, tally.plan.contracts)
    arms = _arms(tally, focus, workers)
    for arm in arms.values():
        arm.run(arm.least)
    while True:
        gained = gains(_parts(tally, focus), arms)
        for key in sorted(gained, key=lambda key: -gained[key]):
            step = arms[key].step(end - time.perf_counter(), seconds) if gained[key] > 0 else 0
            if step:
                arms[key].run(step)
                break
        else:
            return


def gains(parts: Mapping[str, float], arms: Mapping[str, Arm]) -> dict[str, float]:
    """Return how fast a second more of each kind lowers the variance, whose parts are given."""
    return {key: part / (arms[key].deals() * arms[key].seconds) for key, part in parts.items()}


def _arms(tally: Tally, focus: Sequence[Contract], workers: Workers) -> dict[str, Arm]:
    """The kinds of deals that the estimate of the contracts in focus rests on."""
    threads = max(1, workers.ahead // AHEAD)
    if not tally.calibrates:
        return {
            engine.name: Arm(
                partial(tally.deals, engine, focus),
                partial(tally.more, engine, focus, workers),
                threads * engine.chunk,
            )
            for engine in tally.shown
        }
    arms = {
        engine.name: Arm(
            partial(tally.deals, engine, focus),
            partial(tally.more, engine, focus, workers),
            threads * engine.chunk,
        )
        for engine in (tally.helper, tally.by_name[CALIBRATED.name])
    }
    if SAMPLED.name in tally.by_name:
        for contract in focus:
            deals = partial(_games, tally, contract)
            arms[contract.bid] = Arm(deals, partial(_play, tally, contract, workers), max(_FEW, threads))
    return arms


def _games(tally: Tally, contract: Contract) -> int:
    games = tally.games.get(contract.bid)
    return 0 if games is None else len(games)


def _play(tally: Tally, contract: Contract, workers: Workers, more: int) -> None:
    last = _games(tally, contract) + more
    tally.solve_more([contract], 2 * last, workers)  # as many again, that tell what is usual
    tally.play_more(contract, last, workers)


def _parts(tally: Tally, focus: Sequence[Contract]) -> dict[str, float]:
    """The parts of the variance of the make rates in focus that each kind of deals answers for, added up."""
    parts: dict[str, float] = {}
    if not tally.calibrates:
        for name, reading in tally.readings().items():
            parts[name] = sum(reading.half_width(contract) ** 2 for contract in focus)
        return parts
    model, sampled = tally.calibrated, tally.sampled
    parts = dict.fromkeys((tally.helper.name, CALIBRATED.name), 0.0)
    for contract in focus:
        if model.predicted(contract).certain:
            continue
        made = column(contract.made)
        base = model.mean(contract, model.predicted(contract).worth(made))
        own, whole = float(base.own[0]), float(base.variance[0])
        rest = whole
        if contract.bid in tally.games:
            found = sampled.mean(contract, made)
            parts[contract.bid] = float(found.own[0])
            rest = float(found.variance[0] - found.own[0])
        solved = own / whole if whole > 0 else 0.0
        parts[CALIBRATED.name] += rest * solved
        parts[tally.helper.name] += rest * (1 - solved)
    return parts
