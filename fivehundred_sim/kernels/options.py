"""The cards that a player considers, each described by a handful of features, and the scoring of them.

A feature is a place in one table of numbers; the score of an option is the sum of the numbers at its places,
and the option with the highest score is played. The numbers are fitted to what came of each option in play
(`judgement`, scripts/fit_players.py); only the player's own hand and the public state go into the features.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, load_short, popcount, store
from fivehundred_sim.kernels.lanes import LANE_3, ONE, ZERO, above, top_bit

# An option at an address: the card, then its features as places in the table.
FEATURES = 6
OPTION_WORDS = 1 + FEATURES
OPTION_BYTES = np.uint64(8 * OPTION_WORDS)
MOST_OPTIONS = 8
ROWS = 8


@kernel(forceinline=True)
def row_of(seat: Int, trump: Word) -> Int:
    """Return the row of the table for a seat: 0-3 with a trump suit, 4-7 without."""
    return seat if trump == LANE_3 else seat + 4


@kernel(forceinline=True)
def write(at: Word, card: Word, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) -> Word:
    """Write an option and return the address of the next."""
    store(at, 0, card)
    store(at, 1, np.uint64(a))
    store(at, 2, np.uint64(b))
    store(at, 3, np.uint64(c))
    store(at, 4, np.uint64(d))
    store(at, 5, np.uint64(e))
    store(at, 6, np.uint64(f))
    return at + OPTION_BYTES


@kernel(forceinline=True)
def score(table: Word, at: Word) -> Int:
    """Return the score of the option at an address; `table` is the address of int16 numbers."""
    total = np.int64(0)
    for i in range(1, OPTION_WORDS):
        total += load_short(table, np.int64(load(at, i)))
    return total


@kernel(forceinline=True)
def best_option(table: Word, at: Word, number: Int) -> Word:
    """Return the card of the option with the highest score (the first of equals) of `number` >= 1."""
    best = load(at, 0)
    if number == 1:
        return best
    best_score = score(table, at)
    for _ in range(1, number):
        at += OPTION_BYTES
        this = score(table, at)
        if this > best_score:
            best_score = this
            best = load(at, 0)
    return best


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
