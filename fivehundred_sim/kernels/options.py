"""The cards that a player considers, each described by a handful of features, and the scoring of them.

A feature is a place in one table of numbers; the score of an option is the sum of the numbers at its places,
and the option with the highest score is played. The numbers are fitted to what came of each option in play
(`judgement`, scripts/fit_players.py); only the player's own hand and the public state go into the features.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load_short, popcount, store
from fivehundred_sim.kernels.lanes import LANE_3, ONE, ZERO, above, top_bit

# Options at an address, to be listed: each its card, then its features as places in the table.
FEATURES = 6
OPTION_WORDS = 1 + FEATURES
OPTION_BYTES = np.uint64(8 * OPTION_WORDS)
MOST_OPTIONS = 8
ROWS = 8
_WORST = -(1 << 62)


@kernel(forceinline=True)
def row_of(seat: Int, trump: Word) -> Int:
    """Return the row of the table for a seat: 0-3 with a trump suit, 4-7 without."""
    return seat if trump == LANE_3 else seat + 4


@kernel(forceinline=True)
def no_options() -> tuple[Word, Int]:
    """Return the choice so far where nothing has been offered: no card, and a score below all others."""
    return ZERO, np.int64(_WORST)


@kernel(forceinline=True)
def chosen(so_far: tuple[Word, Int]) -> Word:
    """Return the card with the highest score (the first of equals), 0 if there was no option."""
    return so_far[0]


@kernel(forceinline=True)
def offer(table: Word, at: Any, card: Word, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) -> Any:
    """Add an option with its six features, and return `at` as the next one is to get it.

    `at`: the choice so far, (card, score), to which the option with the higher score is preferred; table is
    the address of the int16 numbers. By value, since memory written between two options would have the
    public state read anew. Or the address where options are listed; the table does not matter then.
    """
    if not isinstance(at, tuple):  # known when numba compiles
        store(at, 0, card)
        store(at, 1, np.uint64(a))
        store(at, 2, np.uint64(b))
        store(at, 3, np.uint64(c))
        store(at, 4, np.uint64(d))
        store(at, 5, np.uint64(e))
        store(at, 6, np.uint64(f))
        return at + OPTION_BYTES
    score = load_short(table, a) + load_short(table, b) + load_short(table, c)
    score += load_short(table, d) + load_short(table, e) + load_short(table, f)
    if score > at[1]:
        return card, score
    return at


@kernel(forceinline=True)
def touching(mine: Word, out: Word) -> Flag:
    """Return whether the two highest cards of `mine` have no unseen card between them."""
    high = top_bit(mine)
    second = top_bit(mine ^ high)
    return second != ZERO and out & above(second) & (high - ONE) == ZERO


@kernel(forceinline=True)
def tops(mine: Word, out: Word) -> Int:
    """Return how many cards of `mine` no unseen card beats."""
    return popcount(mine & above(top_bit(out))) if out else popcount(mine)


@kernel(forceinline=True)
def can_ruff(cards: Word, suit: Word, trump: Word) -> Flag:
    """Return whether someone who may hold `cards` is known to be void in `suit` and may hold a trump."""
    return cards & suit == ZERO and cards & trump != ZERO


@kernel(forceinline=True)
def is_out_of(cards: Word, suit: Word, trump: Word) -> Flag:
    """Return whether who may hold `cards` must be void in `suit`, and may ruff it if suits are ruffed.

    Without a trump suit a void counts by itself: it says on whom a suit can be run.
    """
    return cards & suit == ZERO and (trump != LANE_3 or cards & trump != ZERO)


@kernel(forceinline=True)
def with_winners(jokers: Int, suits: Int) -> Int:
    """Return what stands for one's own trumps in no-trump: jokers held, and up to 3 suits one can cash."""
    return min(jokers, 1) + 2 * min(suits, 3)


@kernel(forceinline=True)
def with_losers(jokers: Int, losers: Int) -> Int:
    """Return what stands for their trumps in no-trump: jokers out, and up to 3 cards that may lose."""
    return min(jokers, 1) + 2 * min(losers, 3)
