"""Many hands, a few deals of each, played by rules of thumb: what the evaluation of hands is fitted to."""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import MISERE, NO_TRUMP
from fivehundred_sim.kernels.bidding.sift import deal_each
from fivehundred_sim.rules.code import STRAINS, encode, lanes_cover
from fivehundred_sim.rules.hands import SUITLESS
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.wide import encode_wide, strain_table, table_row
from fivehundred_sim.study.interrupts import interrupts_kept
from fivehundred_sim.study.run import TRICK_COUNTS, in_order, spans

Ints = NDArray[np.int64]
Orders = NDArray[np.signedinteger[Any]]
Play = Callable[[Ints, Ints], Ints]  # deals (n, cards) and contracts (m, 3), see `lanes_tricks`: tricks (m,)
HAND = 10
CHUNK = 2_000  # hands
APART = 64  # deals of the stream that belong to one hand
EVERY = (1 << STRAINS) - 1
LIKING = 1.5  # the strongest liking for the cards that a contract needs


def player(rules: Rules) -> Play:
    """Return what plays contracts of whole deals by rules of thumb: lanes kernels where they can."""
    fast = lanes_cover(rules)
    code = encode(rules) if fast else None
    wide = encode_wide(rules)
    arrays = (wide.place, strain_table(wide), table_row(wide))

    def play(deals: Ints, asked: Ints) -> Ints:
        tricks = np.empty(len(asked), np.int64)
        covered = (fast >> asked[:, 2] & 1).astype(bool)
        if code is not None and covered.any():
            from fivehundred_sim.kernels.bidding.deals import lanes_tricks

            tricks[covered] = lanes_tricks(code.bit, code.play, deals, asked[covered])
        if not covered.all():
            from fivehundred_sim.kernels.bidding.wide_deals import wide_tricks

            tricks[~covered] = wide_tricks(*arrays, deals, asked[~covered])[:, 0]
        return tricks

    return play


def hand_counts(
    rules: Rules,
    seed: int,
    orders: Orders,
    deals: Ints,
    strains: Ints,
    executor: Executor,
    tick: Callable[[], None] = lambda: None,
) -> NDArray[np.uint8]:
    """Return uint8 (n, 7, 11): in how many deals the contractor's side took so many tricks, by hand.

    orders: integers (n, cards), pack indices, the hand's ten in front. deals: int64 (n,), at most 64 of a
    hand. strains: int64 (n,), bit masks of the strains to play. Hand `i` has deals 64 i, 64 i + 1, ... of the
    stream `seed`. In a misère column 0 are the deals that made it. `tick` is called after every 2,000 hands.
    """
    play = player(rules)

    def chunk(first: int, n: int) -> Ints:
        mine = slice(first, first + n)
        dealt = np.empty((deals[mine].sum(), orders.shape[1]), np.int64)
        deal_each(seed, first, APART, orders[mine], deals[mine], dealt)
        hand = np.repeat(np.arange(n), deals[mine])
        row, strain = np.nonzero(strains[mine][hand, None] >> np.arange(STRAINS) & 1)
        tricks = play(dealt, np.stack([row, np.zeros_like(row), strain], axis=1))
        cells = (hand[row] * STRAINS + strain) * TRICK_COUNTS + tricks
        counts = np.bincount(cells, minlength=n * STRAINS * TRICK_COUNTS)
        return counts.reshape(n, STRAINS, TRICK_COUNTS)

    with interrupts_kept():  # compile here, where Ctrl-C gets through
        chunk(0, 1)
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
