"""The solver's memory: one uint64 array that holds the question's constants, scratch space and the table.

The table is a hash of suit lengths (sixteen nibbles fill one word) to chains of entries. An entry says: if
the owners of the cards in `mask` are these, the leader's side takes at least `lower` and at most `upper`
tricks. Everything is addressed raw: numba arrays in a recursion cost a fifth of the time in reference counts.
"""

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, lowest, store
from fivehundred_sim.kernels.lanes import JOKER, ONE, ZERO

# header words
TRUMP, LEAD_RULE, NODES, GENERATION, USED, SLOTS_USED = 0, 1, 2, 3, 4, 5
ANY_SUIT, UNLED, LAST_ONLY = np.uint64(0), np.uint64(1), np.uint64(2)  # values of LEAD_RULE
_SCRATCH = 8
_SCRATCH_WORDS = 64  # per depth: a count and up to 14 leads of (card, lane, score)
_SLOTS = _SCRATCH + 16 * _SCRATCH_WORDS
_SLOT_BITS = 14
_SLOT_COUNT = 1 << _SLOT_BITS
_POOL = _SLOTS + 2 * _SLOT_COUNT
_POOL_COUNT = 1 << 17
TABLE_WORDS = _POOL + 4 * _POOL_COUNT

_SLOT_MASK = np.uint64(_SLOT_COUNT - 1)
_SLOTS_FULL = np.uint64(_SLOT_COUNT * 3 // 4)  # past this, probing gets long: start anew
_HASH_1 = np.uint64(0x9E3779B97F4A7C15)
_HASH_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT = np.uint64(64 - _SLOT_BITS)
_4, _8, _15, _32 = np.uint64(4), np.uint64(8), np.uint64(15), np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)


def new_table() -> NDArray[np.uint64]:
    """Return an empty solver table (about 4.7 MB); one a worker, kept between questions."""
    return np.zeros(TABLE_WORDS, np.uint64)


@kernel()
def start(base: Word, trump: Word, lead_rule: Int) -> None:
    """Forget all entries and set the constants of a new question (a new deal, trump suit or joker rule)."""
    store(base, TRUMP, trump)
    store(base, LEAD_RULE, np.uint64(lead_rule))
    store(base, NODES, ZERO)
    forget(base)


@kernel()
def forget(base: Word) -> None:
    """Make every slot stale by starting a new generation."""
    generation = load(base, GENERATION) + ONE
    if generation > _LOW_32:
        for i in range(2 * _SLOT_COUNT):
            store(base, _SLOTS + i, ZERO)
        generation = ONE
    store(base, GENERATION, generation)
    store(base, USED, ONE)  # entry 0 is the end of every chain
    store(base, SLOTS_USED, ZERO)


@kernel()
def scratch_of(base: Word, k: Int) -> Word:
    """Return the address of the scratch words of the trick with `k` tricks left."""
    return base + np.uint64(8 * (_SCRATCH + k * _SCRATCH_WORDS))


@kernel()
def length_step(card: Word, seat: Int) -> Word:
    """Return what playing `card` takes off the suit-lengths word of a hand (nothing for a suitless joker)."""
    if card == JOKER:
        return ZERO
    return ONE << np.uint64(16 * seat + 4 * (lowest(card) >> 4))


@kernel()
def find_slot(base: Word, lengths: Word, led: Word) -> Int:
    """Return the index of the slot of these suit lengths and led lanes, or of the free one where it belongs.

    A slot is two words: the lengths, and generation (high 32 bits) with chain head and led lanes.
    """
    generation = load(base, GENERATION)
    place = ((lengths + (led + ONE) * _HASH_2) * _HASH_1) >> _SHIFT
    while True:
        index = _SLOTS + 2 * np.int64(place)
        word = load(base, index + 1)
        if (word >> _32) != generation:
            return index
        if load(base, index) == lengths and (word & _15) == led:
            return index
        place = (place + ONE) & _SLOT_MASK


@kernel()
def probe(base: Word, slot: Int, owner_low: Word, owner_high: Word, need: Int) -> tuple[Int, Word]:
    """Return (1 or 0, mask) if the table knows whether `need` tricks can be taken, else (-1, 0)."""
    word = load(base, slot + 1)
    if (word >> _32) != load(base, GENERATION):
        return np.int64(-1), ZERO
    entry = np.int64((word & _LOW_32) >> _4)
    while entry != 0:
        at = _POOL + 4 * entry
        mask = load(base, at + 2)
        info = load(base, at + 3)
        if (((load(base, at) ^ owner_low) | (load(base, at + 1) ^ owner_high)) & mask) == ZERO:
            if np.int64(info & _15) >= need:
                return np.int64(1), mask
            if np.int64((info >> _4) & _15) < need:
                return np.int64(0), mask
        entry = np.int64(info >> _8)
    return np.int64(-1), ZERO


@kernel()
def remember(
    base: Word,
    lengths: Word,
    led: Word,
    owner_low: Word,
    owner_high: Word,
    mask: Word,
    need: Int,
    result: Int,
    k: Int,
) -> None:
    """Add an entry, under a slot looked up anew: a deeper search may have taken the one found before it."""
    used = load(base, USED)
    if used >= np.uint64(_POOL_COUNT - 1) or load(base, SLOTS_USED) >= _SLOTS_FULL:
        forget(base)
        used = ONE
    slot = find_slot(base, lengths, led)
    generation = load(base, GENERATION)
    word = load(base, slot + 1)
    head = ZERO
    if (word >> _32) == generation:
        head = (word & _LOW_32) >> _4
    else:
        store(base, SLOTS_USED, load(base, SLOTS_USED) + ONE)
    lower, upper = np.int64(0), need - 1
    if result == 1:
        lower, upper = need, k
    at = _POOL + 4 * np.int64(used)
    store(base, at, owner_low)
    store(base, at + 1, owner_high)
    store(base, at + 2, mask)
    store(base, at + 3, np.uint64(lower) | (np.uint64(upper) << _4) | (head << _8))
    store(base, slot, lengths)
    store(base, slot + 1, (generation << _32) | (used << _4) | led)
    store(base, USED, used + ONE)
