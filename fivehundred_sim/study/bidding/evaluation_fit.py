"""Fit the evaluation of hands of a table to heuristic play: weights of cells, then tricks by index.

Three steps, all from the stream of one seed: (1) hands at random, and hands drawn with a liking for the cards
of each contract, a few deals of each, give the weights; (2) hands are sifted by the index that these weights
give, as many of every index; (3) their deals, counted, say how the tricks of each index are spread.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import MISERE, NO_TRUMP, OPEN_MISERE
from fivehundred_sim.kernels.bidding import evaluate as at
from fivehundred_sim.kernels.bidding.sift import all_cells, all_values, sift
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.bidding import cell_traits
from fivehundred_sim.study.bidding.cell_fit import Seen, fit_cells
from fivehundred_sim.study.bidding.hand_deals import (
    CHUNK,
    EVERY,
    HAND,
    LIKING,
    Orders,
    hand_counts,
    liked_orders,
    liking,
)
from fivehundred_sim.study.run import TRICK_COUNTS, Meter, Progress

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

RIDGE = 30.0  # deals that the prior of a suit's or no-trump cell is worth
MISERE_RIDGE = 3.0  # the same in a misère, in units of its variance
DEALS = 4  # deals of a hand in the first step
UNIFORM = 0.4  # the share of its hands that is drawn without a liking
AT_MOST, LEAST = 40, 2  # deals of a hand in the third step
SIFTED = 3  # random hands looked at for each deal of the fit
FILLED = 30  # random hands for each one that is drawn with a liking to fill up
SHRINK = 60.0  # deals of the neighbourhood that a row's own counts are mixed with
NARROW = 0.6  # the least width of the neighbourhood, in points of the grid
SOME = 200.0  # deals without which a point of the grid is taken to be as the next one
ENOUGH = 4_000.0  # deals wanted around a point of the grid, before the neighbourhood is widened


@dataclass(frozen=True)
class Sample:
    """Hands with their deals: orders, int64 (n, cards); counts, uint8 (n, 7, 11)."""

    orders: Ints
    counts: NDArray[np.uint8]


@dataclass(frozen=True)
class Fitted:
    """weights: float64 (WEIGHTS,). heuristic: float64 (7, ROWS, BINS, 11), chances of tricks by index."""

    weights: Reals
    heuristic: Reals


def fit(rules: Rules, seed: int, deals: int, jobs: int = 2, progress: Progress | None = None) -> Fitted:
    """Return the evaluation of a table, fitted to about so many deals of every strain, twice."""
    code = hand_code(rules)
    hands = max(deals // DEALS, 100)
    most = max(deals // (8 * at.BINS), 4)
    meter = Meter(progress, 2 * -(-hands // CHUNK))
    with ThreadPoolExecutor(jobs) as executor:
        first = first_sample(rules, code, seed, hands, executor, meter.tick)
        weights = weights_of(code, first)
        chosen, deals_of, strains = sifted(code, weights, seed + 1, deals * SIFTED, most)
        meter.expect(-(-len(chosen) // CHUNK) - (meter.total - meter.done))
        counts = hand_counts(rules, seed + 2, chosen, deals_of, 1 << strains, executor, meter.tick)
    meter.finish()
    return Fitted(weights, spread(code, weights, chosen, strains, counts))


def first_sample(
    rules: Rules, code: Ints, seed: int, hands: int, executor: Executor, tick: Callable[[], None]
) -> Sample:
    """Return hands with deals: at random in every strain, and with a liking in the strain that is liked."""
    rng = np.random.default_rng(seed)
    cards = code.shape[1]
    liked = np.zeros((hands, cards))
    strains = np.full(hands, EVERY)
    likings = np.stack([liking(code, strain) for strain in range(STRAINS)])
    biased = np.arange(int(UNIFORM * hands), hands)
    wanted = biased % STRAINS
    liked[biased] = likings[wanted] * rng.uniform(0, LIKING, len(biased))[:, None]
    strains[biased] = 1 << wanted
    orders = liked_orders(rng, liked)
    deals = np.where(strains == EVERY, 2, DEALS)
    return Sample(orders, hand_counts(rules, seed, orders, deals, strains, executor, tick))


def groups(code: Ints) -> list[list[int]]:
    """Return the suits that are alike as trumps: as many cards in each class of the pack."""
    found: dict[tuple[int, ...], list[int]] = {}
    for strain in range(NO_TRUMP):
        trumps, mate, *others = np.bincount(code[strain, :, 0], minlength=4).tolist()
        found.setdefault((trumps, mate, *sorted(others)), []).append(strain)
    return list(found.values())


def weights_of(code: Ints, sample: Sample) -> Reals:
    """Return the weights that fit a sample best, float64 (WEIGHTS,)."""
    weights = np.zeros(at.WEIGHTS)
    for suits in groups(code):
        found = fit_cells(_seen(code, sample, suits), cell_traits.suit_traits(), RIDGE, logistic=False)
        for suit in suits:
            weights[_part(suit)] = found
    for strain in (NO_TRUMP, MISERE, OPEN_MISERE):
        seen = _seen(code, sample, [strain])
        if strain == NO_TRUMP:
            weights[_part(strain)] = fit_cells(seen, cell_traits.no_trump_traits(), RIDGE, logistic=False)
        else:
            found = fit_cells(seen, cell_traits.misere_traits(), MISERE_RIDGE, logistic=True)
            weights[_part(strain)] = found
    return weights


def _part(strain: int) -> slice:
    """Return where the weights of a strain lie."""
    if strain < NO_TRUMP:
        return slice(at.SUIT_AT + strain * at.SUIT_SIZE, at.SUIT_AT + (strain + 1) * at.SUIT_SIZE)
    starts = (at.NO_TRUMP_AT, at.MISERE_AT, at.OPEN_AT, at.WEIGHTS)
    return slice(starts[strain - NO_TRUMP], starts[strain - NO_TRUMP + 1])


def _seen(code: Ints, sample: Sample, strains: Sequence[int]) -> Seen:
    """Return the cells, from the start of a strain's part, and what was seen, of all strains together."""
    cells, means, deals = [], [], []
    for strain in strains:
        counts = sample.counts[:, strain].astype(np.float64)
        played = counts.sum(axis=1)
        mine = np.flatnonzero(played)
        total = counts[mine] @ np.arange(TRICK_COUNTS) if strain < MISERE else counts[mine, 0]
        room, rows = np.full((len(mine), at.CELLS), -1), np.empty(len(mine), np.int64)
        all_cells(strain, sample.orders[mine, :HAND].copy(), code, room, rows)
        cells.append(room[:, room[0] >= 0] - _part(strain).start)
        means.append(total / played[mine])
        deals.append(played[mine])
    return Seen(np.concatenate(cells), np.concatenate(means), np.concatenate(deals))


def sifted(code: Ints, weights: Reals, seed: int, hands: int, most: int) -> tuple[Orders, Ints, Ints]:
    """Return hands, as many of every index: orders, int8 (n, cards), deals of each, and its strain.

    Random hands; where they are too few (the strongest), hands with a liking for the contract fill up.
    """
    found = np.zeros((STRAINS, at.BINS), np.int64)
    orders = np.zeros((STRAINS, at.BINS, most, code.shape[1]), np.int8)
    sift(seed, 0, hands, code, weights, most, found, orders)
    rng = np.random.default_rng(seed)
    for which in range(STRAINS):
        liked = rng.uniform(0, LIKING, hands // FILLED)[:, None] * liking(code, which)
        _fill_up(which, liked_orders(rng, liked), code, weights, found, orders)
    strains, place, rank = np.nonzero(np.arange(most) < found[:, :, None])
    deals = np.clip(-(-LEAST * most // np.maximum(found, 1)), LEAST, AT_MOST)
    return orders[strains, place, rank], deals[strains, place], strains


def _fill_up(
    strain: int, packs: Ints, code: Ints, weights: Reals, found: Ints, orders: NDArray[np.int8]
) -> None:
    """Put hands where there is room for their index in one strain; found, orders: as in `sift`."""
    values = np.empty((len(packs), STRAINS, 2))
    all_values(packs[:, :HAND].copy(), code, weights, values)
    places = grid_place(values[:, strain, 0])
    for place in range(at.BINS):
        have = found[strain, place]
        more = packs[places == place][: orders.shape[2] - have]
        orders[strain, place, have : have + len(more)] = more
        found[strain, place] += len(more)


def grid_place(index: Reals) -> Ints:
    """Return the nearest points of the grid."""
    return np.clip((index - at.LOW) / at.STEP + 0.5, 0, at.BINS - 1).astype(np.int64)


def spread(code: Ints, weights: Reals, orders: Orders, strains: Ints, counts: NDArray[np.uint8]) -> Reals:
    """Return how tricks are spread at each point of the index, float64 (7, ROWS, BINS, 11).

    orders, strains, counts: the sifted hands, the strain of each and its deals' tricks, uint8 (n, 7, 11).
    """
    values = np.empty((len(orders), STRAINS, 2))
    all_values(orders[:, :HAND].astype(np.int64), code, weights, values)
    seen = np.zeros((STRAINS, at.ROWS, at.BINS, TRICK_COUNTS))
    every = np.arange(len(orders))
    index, row = values[every, strains].T
    np.add.at(seen, (strains, row.astype(np.int64), grid_place(index)), counts[every, strains])
    seen[MISERE:, :, :, 1] = seen[MISERE:, :, :, 1:].sum(axis=3)
    seen[MISERE:, :, :, 2:] = 0.0
    chances = np.empty_like(seen)
    for suits in [*groups(code), [NO_TRUMP], [MISERE], [OPEN_MISERE]]:
        chances[suits] = smooth(seen[suits].sum(axis=0))
    return chances


def smooth(seen: Reals) -> Reals:
    """Return chances (ROWS, BINS, 11) from counts: each point with its neighbours, each row with the others.

    The neighbourhood is a bell curve, as narrow as a point of the grid where there are deals enough. Points
    beyond the last hands seen are as the nearest one with some.
    """
    together = seen.sum(axis=0)
    deals = together.sum(axis=1)
    enough, some = min(ENOUGH, deals.sum() / 40), min(SOME, deals.sum() / 400)  # fits of few deals, in tests
    known = np.flatnonzero(deals >= some)
    places = np.arange(len(together))
    chances = np.empty_like(seen)
    for place in known:
        for width in NARROW * 1.3 ** np.arange(20):
            near = np.exp(-(((places - place) / width) ** 2) / 2)
            if near @ deals >= enough:
                break
        mean = near @ together
        mine = np.einsum("b,rbt->rt", near, seen) + SHRINK * mean / mean.sum()
        chances[:, place] = mine / mine.sum(axis=1, keepdims=True)
    nearest = known[abs(np.subtract.outer(places, known)).argmin(axis=1)]
    return np.asarray(chances[:, nearest])
