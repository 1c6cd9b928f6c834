"""Lane arithmetic: hands as uint64 words of four 16-bit lanes (docs/architecture.md), and compaction."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, leading_zeros, lowest, popcount

ZERO, ONE = np.uint64(0), np.uint64(1)
JOKER = np.uint64(1 << 63)
LANE = np.uint64(0x7FFF)  # 15 usable bits; bit 15 of lane 3 is the joker without a suit
LANE_3 = np.uint64(0x7FFF << 48)
ALL_LANES = np.uint64(0x7FFF7FFF7FFF7FFF)
LANE_BOTTOMS = np.uint64(0x0001000100010001)
NOMINATED = 14  # place of a joker nominated as a suit, above the ace of its lane
_48, _63 = np.uint64(48), np.uint64(63)
# The places of every lane that a shift down by so much can reach from the same lane.
_UNDER_1, _UNDER_2 = np.uint64(0x3FFF3FFF3FFF3FFF), np.uint64(0x1FFF1FFF1FFF1FFF)
_UNDER_4, _UNDER_8 = np.uint64(0x07FF07FF07FF07FF), np.uint64(0x007F007F007F007F)
_2, _4, _8 = np.uint64(2), np.uint64(4), np.uint64(8)


@kernel(forceinline=True)
def lane_mask_of(card: Word) -> Word:
    """Return the 15 bits of the lane in which a one-bit word lies (lane 3 for the joker)."""
    return LANE << (np.uint64(lowest(card)) & _48)


@kernel(forceinline=True)
def lane_index(card: Word) -> Int:
    """Return the lane (0-3, int64) of a one-bit word."""
    return lowest(card) >> 4


@kernel(forceinline=True)
def top_bit(word: Word) -> Word:
    """Return the highest set bit of a word as a one-bit word, 0 for 0."""
    if word == ZERO:
        return ZERO
    return ONE << np.uint64(63 - leading_zeros(word))


@kernel(forceinline=True)
def low_bit(word: Word) -> Word:
    """Return the lowest set bit of a word as a one-bit word, 0 for 0."""
    return word & (~word + ONE)


@kernel(forceinline=True)
def above(card: Word) -> Word:
    """Return all bits numerically above a one-bit word (everything for 0)."""
    if card == ZERO:
        return ~ZERO
    return ~((card << ONE) - ONE)


@kernel(forceinline=True)
def under(cards: Word) -> Word:
    """Return every place of a lane that lies under a card of `cards`; nothing lies under a suitless joker."""
    cards &= ALL_LANES
    low = (cards >> ONE) & _UNDER_1
    low |= (low >> ONE) & _UNDER_1
    low |= (low >> _2) & _UNDER_2
    low |= (low >> _4) & _UNDER_4
    return low | ((low >> _8) & _UNDER_8)


@kernel(forceinline=True)
def drop(hand: Word, card: Word) -> Word:
    """Take one bit out of a word and let the higher bits of its lane slide down."""
    higher = lane_mask_of(card) & above(card)
    return (hand & ~(card | higher)) | ((hand & higher) >> ONE)


@kernel(forceinline=True)
def descending(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word]:
    """Return four words sorted from high to low (a sorting network)."""
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return a, b, c, d


@kernel(forceinline=True)
def compact(cards: Word, hand: Word) -> Word:
    """Return `hand` renumbered so that the cards of `cards` (a superset) fill each lane from its bottom.

    The joker without a suit keeps bit 63.
    """
    out = hand & JOKER
    rest = hand & ALL_LANES
    while rest != ZERO:
        card = low_bit(rest)
        rest ^= card
        place = popcount(cards & lane_mask_of(card) & (card - ONE))
        out |= ONE << np.uint64(16 * lane_index(card) + place)
    return out


@kernel(forceinline=True)
def lane_lengths(hand: Word) -> Word:
    """Return the four suit lengths of a hand as nibbles, lane 0 lowest (uint64)."""
    out = ZERO
    for lane in range(4):
        out |= np.uint64(popcount(hand & (LANE << np.uint64(16 * lane)))) << np.uint64(4 * lane)
    return out
