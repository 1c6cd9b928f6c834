"""Deals that fit the calls: unseen cards such that everybody would have called what he did.

Deals are drawn from one stream and those kept on which each call of the others is the one that its style
makes. Where hardly any deal is, calls may fall short of the style's own by some points: a deal then counts
`exp(-points / tolerance)`, with the smallest tolerance that leaves enough deals to go by, and the answer
says so.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.bidding.rollout import shortfalls
from fivehundred_sim.study.bidding.house import Bidders, House
from fivehundred_sim.study.bidding.situation import Situation

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
How = Literal["all", "exact", "near", "any"]
Progress = Callable[[int, int], None]

BLOCK = 10_000
LOOKED_AT = 5  # deals a block for each one wanted, up to BLOCK
MOST_DRAWN = 600_000  # a few seconds of two processors
FEWEST = 250  # exact deals, or as many effective ones: with fewer the calls are taken less strictly
NEAR_DRAWN = 100_000
HOPE = 50_000  # deals after which it is asked whether enough will be found
TOLERANCES = (5.0, 7.0, 10.0, 14.0, 20.0, 28.0, 40.0, 56.0, 80.0, 113.0, 160.0, 226.0, 320.0, inf)  # points


@dataclass(frozen=True)
class Fitting:
    """Deals of a situation, and how well they fit.

    deals: int64 (n, cards). weights: float64 (n,), 1 where calls fit exactly, else how often a deal was
    drawn. drawn: how many deals were looked at. how: "all" where nobody else has called, "exact", "near"
    within `tolerance` points, or "any" where the calls had to be left out of account.
    """

    deals: Ints
    weights: Reals
    drawn: int
    how: How
    tolerance: float = 0.0

    @property
    def effective(self) -> float:
        """The number of equally likely deals that would tell as much (Kish 1965)."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())


def fitting_deals(
    house: House,
    bidders: Bidders,
    situation: Situation,
    wanted: int,
    seed: int,
    executor: ThreadPoolExecutor,
    progress: Progress | None = None,
    most_drawn: int = MOST_DRAWN,
) -> Fitting:
    """Return `wanted` deals that fit a situation, or as many as are found among `most_drawn`.

    The deals are the first ones of the stream `seed` that fit, whatever the number of threads.
    """
    if not situation.others:
        return Fitting(
            house.deals(seed, 0, wanted, situation.hand, situation.seat), np.ones(wanted), wanted, "all"
        )
    kept: list[Ints] = []
    found = drawn = 0
    block = min(BLOCK, max(FEWEST, LOOKED_AT * wanted))
    for deals, short in _blocks(house, bidders, situation, seed, 0.0, most_drawn, block, executor):
        kept.append(deals[short == 0.0])
        found += len(kept[-1])
        drawn += len(deals)
        if progress is not None:
            progress(min(found, wanted), wanted)
        if found >= wanted or _hopeless(found, drawn, most_drawn, wanted):
            break
    if found >= _enough(wanted):
        deals = np.concatenate(kept)[:wanted]
        return Fitting(deals, np.ones(len(deals)), drawn, "exact")
    return _near(house, bidders, situation, seed, wanted, min(NEAR_DRAWN, most_drawn), executor)


def _near(
    house: House,
    bidders: Bidders,
    situation: Situation,
    seed: int,
    wanted: int,
    most_drawn: int,
    executor: ThreadPoolExecutor,
) -> Fitting:
    parts = list(_blocks(house, bidders, situation, seed, inf, most_drawn, BLOCK, executor))
    deals = np.concatenate([part[0] for part in parts])
    short = np.concatenate([part[1] for part in parts])
    for tolerance in TOLERANCES:
        weights = np.exp(-(short - short.min()) / tolerance) if tolerance < inf else np.ones(len(short))
        how: How = "near" if tolerance < inf and short.min() < short.max() else "any"
        chosen, times = _resampled(weights, wanted)
        fitting = Fitting(deals[chosen], times, len(deals), how, tolerance)
        if fitting.effective >= _enough(wanted):
            break
    return fitting


def _resampled(weights: Reals, wanted: int) -> tuple[Ints, Reals]:
    """Return `wanted` draws by weight at even steps: which deals, and how often each.

    Systematic resampling: every deal is drawn in proportion to its weight, the light ones seldom.
    """
    steps = (np.arange(wanted) + 0.5) / wanted * weights.sum()
    places = np.minimum(np.searchsorted(weights.cumsum(), steps), len(weights) - 1)
    chosen, times = np.unique(places, return_counts=True)
    return chosen, times.astype(np.float64)


def _hopeless(found: int, drawn: int, most_drawn: int, wanted: int) -> bool:
    """Return whether, at the rate so far, not half of the fewest that are needed would be found in time."""
    return drawn >= HOPE and found * most_drawn < _enough(wanted) * drawn / 2


def _enough(wanted: int) -> int:
    """Return how many equally likely deals are enough to go by: who asks for few is content with half."""
    return min(FEWEST, -(-wanted // 2))


def _blocks(
    house: House,
    bidders: Bidders,
    situation: Situation,
    seed: int,
    most: float,
    drawn: int,
    block: int,
    executor: ThreadPoolExecutor,
) -> Iterator[tuple[Ints, Reals]]:
    """Yield deals of the stream in order, and by how many points the others' calls fall short on each."""
    calls = np.array(situation.calls, np.int64)

    def looked_at(first: int) -> tuple[Ints, Reals]:
        deals = house.deals(seed, first, min(block, drawn - first), situation.hand, situation.seat)
        short = shortfalls(
            house.bidding.table,
            house.bidding.options,
            situation.dealer,
            calls,
            situation.seat,
            most,
            deals,
            house.evaluation.code,
            house.evaluation.weights,
            *bidders.arguments(),
        )
        return deals, short

    waiting = []
    starts = iter(range(0, drawn, block))
    for first in starts:
        waiting.append(executor.submit(looked_at, first))
        if len(waiting) > 3:
            yield waiting.pop(0).result()
    for future in waiting:
        yield future.result()
