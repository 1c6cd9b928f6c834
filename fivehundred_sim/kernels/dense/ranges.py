"""Arithmetic on dense hands: a suit is a range of bits as wide as the suit was long when the question began.

Cards left in play fill each range from its bottom. Masks of relevant cards are prefixes from the top of a
range, filled to its top bit, so that putting a dropped card back is a shift.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, lowest
from fivehundred_sim.kernels.dense import table as tt
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, top_bit


@kernel(forceinline=True)
def range_of(base: Word, card: Word) -> Word:
    """Return the range of bits in which a one-bit word lies."""
    return load(base, tt.RANGE_OF + lowest(card))


@kernel(forceinline=True)
def suit_number(base: Word, card: Word) -> Int:
    """Return the suit (0–3, 4 for a suitless joker, int64) of a one-bit word, or of a range."""
    return np.int64(load(base, tt.SUIT_OF + lowest(card)))


@kernel(forceinline=True)
def length_of(frame: Word, seat: Int, suit: Int) -> Int:
    """Return how many cards of a suit (0–3) a seat holds, from the lengths kept in the frame."""
    word = load(frame, tt.LENGTHS + (seat >> 2))
    return np.int64((word >> np.uint64(16 * (seat & 3) + 4 * suit)) & np.uint64(15))


@kernel(forceinline=True)
def run_tops(base: Word, hand: Word) -> Word:
    """Return the highest card of every run of equal cards in a hand."""
    return hand & ~((hand & ~load(base, tt.BOTTOMS)) >> ONE)


@kernel(forceinline=True)
def insert(base: Word, mask: Word, card: Word) -> Word:
    """Undo the dropping of `card` on a mask: make room for it, filled if a lower card matters."""
    suit = range_of(base, card)
    shifted = (mask << ONE) & suit
    if (shifted & card) != ZERO:
        return mask
    return (mask & ~suit) | shifted


@kernel()
def insert_all(base: Word, mask: Word, cards: Word) -> Word:
    """Return a mask of the cards left after a trick as one of the cards before it; `cards` were played."""
    while cards != ZERO:
        card = cards & (~cards + ONE)
        cards ^= card
        mask = insert(base, mask, card)
    return mask


@kernel()
def through_run(base: Word, hand: Word, card: Word, mask: Word) -> Word:
    """Lengthen a mask that reaches the run which `card` (its top) stood for to the run's end.

    Without this, a deal in which the run is broken would find the entry.
    """
    if (card & mask) == ZERO:
        return mask
    suit = range_of(base, card)
    gap = top_bit(~hand & (card - ONE) & suit)
    if gap == ZERO:
        return mask | suit
    return mask | (suit & above(gap))


@kernel()
def prune(base: Word, candidates: Word, card: Word, mask: Word) -> Word:
    """Drop a failed card, and with it all cards of its suit whose ranks, like its own, did not matter."""
    candidates &= ~card
    if (card & mask) == ZERO:
        candidates &= mask | ~range_of(base, card)
    return candidates
