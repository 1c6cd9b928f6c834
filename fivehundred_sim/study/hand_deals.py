"""Many hands, a few deals of each, played by rules of thumb: what the evaluation of hands is fitted to."""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import MISERE, NO_TRUMP
from fivehundred_sim.rules.code import STRAINS, encode, lanes_cover
from fivehundred_sim.rules.hands import SUITLESS
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.wide import encode_wide, strain_table, table_row
from fivehundred_sim.study.run import TRICK_COUNTS, in_order, interrupts_kept, spans

Ints = NDArray[np.int64]
Orders = NDArray[np.signedinteger[Any]]
Count = Callable[[Ints, Ints, int, int, int], Ints]  # hand, unseen, first, deals, strains: (7, 11)
HAND = 10
CHUNK = 2_000  # hands
APART = 64  # deals of the stream that belong to one hand
EVERY = (1 << STRAINS) - 1
LIKING = 1.5  # the strongest liking for the cards that a contract needs


def counter(rules: Rules, seed: int) -> Count:
    """Return what counts deals of one hand by rules of thumb: lanes kernels where they can, else the general.

    As `run.HEURISTIC`, without a `Task` for each of a million hands.
    """
    fast = lanes_cover(rules)
    count = np.zeros((STRAINS, TRICK_COUNTS), np.int64)
    lanes = general = None
    if fast:
        from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts

        code = encode(rules)
        lanes = heuristic_counts
    if EVERY & ~fast:
        from fivehundred_sim.kernels.wide.chunks import wide_counts

        wide = encode_wide(rules)
        arrays = (wide.place, strain_table(wide), table_row(wide))
        general = wide_counts

    def counted(hand: Ints, unseen: Ints, first: int, deals: int, strains: int) -> Ints:
        found = count.copy()
        if lanes is not None and strains & fast:
            found += lanes(code.bit, code.play, hand, unseen, seed, first, deals, strains & fast)
        if general is not None and strains & ~fast:
            found += general(*arrays, hand, unseen, seed, first, deals, strains & ~fast, 0)[:STRAINS]
        return found

    return counted


def hand_counts(
    count: Count, orders: Orders, deals: Ints, strains: Ints, executor: Executor, tick: Callable[[], None]
) -> NDArray[np.uint8]:
    """Return uint8 (n, 7, 11): in how many deals the contractor's side took so many tricks, by hand.

    orders: int64 (n, cards), pack indices, the hand's ten in front. deals: int64 (n,), at most 64 of a hand.
    strains: int64 (n,), bit masks of the strains to play. Hand `i` has deals 64 i, 64 i + 1, ... of the
    stream. `tick` is called after every 2,000 hands.
    """

    def chunk(first: int, n: int) -> Ints:
        found = np.zeros((n, STRAINS, TRICK_COUNTS), np.int64)
        for k in range(n):
            i = first + k
            order = orders[i].astype(np.int64)
            hand, unseen = order[:HAND], order[HAND:]
            found[k] = count(hand, unseen, APART * i, int(deals[i]), int(strains[i]))
        return found

    with interrupts_kept():  # compile here, where Ctrl-C gets through
        order = np.arange(orders.shape[1])
        count(order[:HAND], order[HAND:], 0, 0, EVERY)
    parts = []
    for part in in_order(executor, chunk, spans(0, len(orders), CHUNK), 4):
        parts.append(part.astype(np.uint8))
        tick()
    return np.concatenate(parts)


def liked_orders(rng: np.random.Generator, liked: NDArray[np.float64]) -> Ints:
    """Return packs in random order, int64 (n, cards) pack indices.

    liked: float64 (n, cards), how much more likely a card is to stand in front, as log-odds; 0 everywhere for
    an even shuffle (Gumbel's trick: Plackett-Luce in one sort).
    """
    return np.argsort(-(rng.gumbel(size=liked.shape) + liked), axis=1)


def liking(code: Ints, strain: int) -> NDArray[np.float64]:
    """Return how much each card of the pack helps a contract, float64 (cards,), for drawing hands with it."""
    suits, heights = code[strain].T
    sizes = np.bincount(suits, minlength=SUITLESS + 1)[suits]
    from_low = heights / sizes
    if strain >= MISERE:
        return np.where(suits == SUITLESS, -4.0, -2.5 * from_low)
    if strain == NO_TRUMP:
        return np.where(suits == SUITLESS, 2.0, 1.5 * (1 - from_low))
    side = np.where(from_low < 0.4, 0.8 * (1 - from_low), 0.0)
    return np.where(suits == 0, 2.0 - from_low, side)
