"""The general solver's memory: the question's constants, a frame a trick, and the table of results.

One uint64 array, addressed raw (`_jit.load`). The table is a hash of suit lengths, leader and what the law of
jokers remembers, to chains of entries. An entry says: if the owners of the cards in `mask` are these, the
side takes at least `lower` and at most `upper` of the tricks left. Entries that rest on the highest card of
every suit, or on the two highest, stand in chains of their own, hashed with the owners of those cards: with
many players one chain would grow to thousands. In the misère family, where every low card counts, owners must
agree in every card and are all part of the hash.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, Words, kernel, load, store
from fivehundred_sim.kernels.lanes import ONE, ZERO, top_bit

# Header words. SEATS: players of this question, numbered 0 … SEATS-1 clockwise. TRUMP, JOKERS: their ranges
# of bits. POWER: what beats plain cards. BOTTOMS: the lowest bit of every range. COUNTED: seats whose tricks
# count; WANTS: seats that want the side to take tricks.
SEATS, TRUMP, JOKERS, POWER, BOTTOMS, COUNTED, WANTS, AVOIDS = range(8)
# The law of jokers (rules.wide.JokerCode), and whether it looks at the suits led and renounced.
FOLLOW, FORCED, LEAD, BINDS, WORTHLESS, LOW, TRACKS_LED, TRACKS_RENOUNCED = range(8, 16)
# DEPTHS: chains that a position may find its entry in.
DEPTHS, NODES, GENERATION, USED, SLOTS_USED = range(16, 21)
SUITS = 24  # the five ranges: suits 0–3, suitless jokers
RANGE_OF = 32  # of each bit: the range it lies in
SUIT_OF = 96  # of each bit: the number of its suit
ROLES = 160  # of each leader (times 6) and seat: what the seat is to the leader (order)
_FRAMES = 200

# Frame words: the position at the start of a trick, the cards played to it, and its leads in order.
HANDS, CARDS, LENGTHS, LENGTHS_4, LED, RENOUNCED, LEADER, LEADS = 0, 6, 12, 13, 14, 15, 16, 17
_FRAME_WORDS = 64  # up to 14 leads of (card, suit, score) after their count
FRAME_BYTES = np.uint64(8 * _FRAME_WORDS)

_SLOT_BITS = 17
_SLOT_COUNT = 1 << _SLOT_BITS
FRAMES = 11
_SLOTS = _FRAMES + FRAMES * _FRAME_WORDS
_POOL = _SLOTS + 3 * _SLOT_COUNT
_POOL_COUNT = 1 << 20
_TABLE_WORDS = _POOL + 5 * _POOL_COUNT

_SLOT_MASK = np.uint64(_SLOT_COUNT - 1)
_SLOTS_FULL = np.uint64(_SLOT_COUNT * 3 // 4)  # past this, probing gets long: start anew
_HASH_1 = np.uint64(0x9E3779B97F4A7C15)
_HASH_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_HASH_3 = np.uint64(0x165667B19E3779F9)
_SHIFT = np.uint64(64 - _SLOT_BITS)
_4, _8, _15, _32 = np.uint64(4), np.uint64(8), np.uint64(15), np.uint64(32)
_LEADER_AT, _LED_AT, _RENOUNCED_AT = np.uint64(32), np.uint64(35), np.uint64(39)
_LOW_32 = np.uint64(0xFFFFFFFF)


@kernel()
def new_dense_table() -> Words:
    """Return an empty table of the general solver (uint64); one a worker, kept between questions.

    Up to 45 MB, of which the system provides only what has been written to: 3 MB at first.
    """
    table = np.empty(_TABLE_WORDS, np.uint64)
    table[:_POOL] = ZERO
    return table


@kernel()
def forget(base: Word) -> None:
    """Make every slot stale by starting a new generation."""
    generation = load(base, GENERATION) + ONE
    if generation > _LOW_32:
        for i in range(3 * _SLOT_COUNT):
            store(base, _SLOTS + i, ZERO)
        generation = ONE
    store(base, GENERATION, generation)
    store(base, USED, ONE)  # entry 0 is the end of every chain
    store(base, SLOTS_USED, ZERO)


@kernel(forceinline=True)
def first_frame(base: Word) -> Word:
    """Return the address of the frame of the first trick; those of later tricks follow it."""
    return base + np.uint64(8 * _FRAMES)


@kernel(forceinline=True)
def owners(frame: Word) -> tuple[Word, Word, Word]:
    """Return the three bits of each card's owner, who is coded as seat + 1 (0: no such card left)."""
    h2, h4, h5 = load(frame, HANDS + 2), load(frame, HANDS + 4), load(frame, HANDS + 5)
    low = load(frame, HANDS) | h2 | h4
    middle = load(frame, HANDS + 1) | h2 | h5
    return low, middle, load(frame, HANDS + 3) | h4 | h5


@kernel(forceinline=True)
def highest(base: Word, cards: Word, depth: Int) -> Word:
    """Return the prefix mask of the `depth` highest cards of every suit, of all where there are fewer."""
    mask = ZERO
    for suit in range(4):
        span = load(base, SUITS + suit)
        rest, card = cards & span, ZERO
        for _ in range(depth):
            if rest != ZERO:
                card = top_bit(rest)
                rest ^= card
        if card != ZERO:
            mask |= span & ~(card - ONE)
    return mask


@kernel(forceinline=True)
def that_matter(base: Word, frame: Word, cards: Word) -> Word:
    """Return the cards whose owners chains may be told apart by; `cards` are all that are left.

    In misère the ranks of a suit rarely matter that only one side holds, so few entries would rest on it.
    """
    if load(base, AVOIDS) == ZERO:
        return cards
    side, mine = load(base, COUNTED), ZERO
    for seat in range(np.int64(load(base, SEATS))):
        if ((side >> np.uint64(seat)) & ONE) != ZERO:
            mine |= load(frame, HANDS + seat)
    matter = ZERO
    for suit in range(4):
        span = load(base, SUITS + suit)
        if (mine & span) != ZERO and (cards & ~mine & span) != ZERO:
            matter |= cards & span
    return matter


@kernel(forceinline=True)
def public_word(frame: Word) -> Word:
    """Return one word of all that a position's key holds beside the hands of seats 0 to 3."""
    word = load(frame, LENGTHS_4) | (load(frame, LEADER) << _LEADER_AT)
    return word | (load(frame, LED) << _LED_AT) | (load(frame, RENOUNCED) << _RENOUNCED_AT)


@kernel(forceinline=True)
def mix(low: Word, middle: Word, high: Word) -> Word:
    """Return a hash of the owners of some cards."""
    word = (low * _HASH_1) ^ (middle * _HASH_2) ^ (high * _HASH_3)
    return word ^ (word >> _32)


@kernel(forceinline=True)
def deep_key(frame: Word, low: Word, middle: Word, high: Word, seen: Word, depth: Int) -> Word:
    """Return the first word of the key of entries that rest on the owners of the cards `seen`, at least.

    From depth 1 on, lengths and owners are hashed into one word; two positions of one question that meet
    there by chance are not to be expected (64 bits).
    """
    return load(frame, LENGTHS) + mix(low & seen, middle & seen, high & seen) + np.uint64(depth)


@kernel()
def find_slot(base: Word, first: Word, second: Word) -> Int:
    """Return the index of the slot of this key, or of the free one where it belongs.

    A slot is three words: the key, and generation (high 32 bits) with the head of its chain.
    """
    generation = load(base, GENERATION)
    place = (first * _HASH_1) ^ (second * _HASH_2)
    place = ((place ^ (place >> _32)) * _HASH_3) >> _SHIFT
    while True:
        index = _SLOTS + 3 * np.int64(place)
        if (load(base, index + 2) >> _32) != generation:
            return index
        if load(base, index) == first and load(base, index + 1) == second:
            return index
        place = (place + ONE) & _SLOT_MASK


@kernel()
def probe_chain(base: Word, slot: Int, low: Word, middle: Word, high: Word, need: Int) -> tuple[Int, Word]:
    """Return (1 or 0, mask) if a chain knows whether `need` tricks can be taken, else (-1, 0)."""
    word = load(base, slot + 2)
    if (word >> _32) != load(base, GENERATION):
        return np.int64(-1), ZERO
    compared = load(base, JOKERS)
    entry = np.int64(word & _LOW_32)
    while entry != 0:
        at = _POOL + 5 * entry
        mask, info = load(base, at + 3), load(base, at + 4)
        differ = (load(base, at) ^ low) | (load(base, at + 1) ^ middle) | (load(base, at + 2) ^ high)
        if (differ & (mask | compared)) == ZERO:
            if np.int64(info & _15) >= need:
                return np.int64(1), mask
            if np.int64((info >> _4) & _15) < need:
                return np.int64(0), mask
        entry = np.int64(info >> _8)
    return np.int64(-1), ZERO


@kernel()
def probe(base: Word, frame: Word, need: Int) -> tuple[Int, Word]:
    """Return (1 or 0, mask) if the table knows whether `need` tricks can be taken, else (-1, 0)."""
    low, middle, high = owners(frame)
    second = public_word(frame)
    cards = that_matter(base, frame, low | middle | high)
    for depth in range(np.int64(load(base, DEPTHS))):
        seen = highest(base, cards, depth)
        first = deep_key(frame, low, middle, high, seen, depth)
        known, mask = probe_chain(base, find_slot(base, first, second), low, middle, high, need)
        if known >= 0:
            return known, mask
    return np.int64(-1), ZERO


@kernel()
def key_for(base: Word, frame: Word, mask: Word) -> Word:
    """Return the first word of the key under which an entry with this mask belongs."""
    low, middle, high = owners(frame)
    depth, seen = np.int64(0), ZERO
    cards = that_matter(base, frame, low | middle | high)
    for deeper in range(1, np.int64(load(base, DEPTHS))):
        more = highest(base, cards, deeper)
        if (more & ~mask) == ZERO:
            depth, seen = np.int64(deeper), more
    return deep_key(frame, low, middle, high, seen, depth)


@kernel()
def remember(base: Word, frame: Word, mask: Word, need: Int, result: Int, k: Int) -> None:
    """Add an entry; a table that is full starts anew."""
    used = load(base, USED)
    if used >= np.uint64(_POOL_COUNT - 1) or load(base, SLOTS_USED) >= _SLOTS_FULL:
        forget(base)
        used = ONE
    first, second, generation = key_for(base, frame, mask), public_word(frame), load(base, GENERATION)
    slot, head = find_slot(base, first, second), ZERO
    word = load(base, slot + 2)
    if (word >> _32) == generation:
        head = word & _LOW_32
    else:
        store(base, SLOTS_USED, load(base, SLOTS_USED) + ONE)
    store(base, slot, first)
    store(base, slot + 1, second)
    store(base, slot + 2, (generation << _32) | used)
    lower, upper = np.int64(0), need - 1
    if result == 1:
        lower, upper = need, k
    low, middle, high = owners(frame)
    at = _POOL + 5 * np.int64(used)
    store(base, at, low)
    store(base, at + 1, middle)
    store(base, at + 2, high)
    store(base, at + 3, mask)
    store(base, at + 4, np.uint64(lower) | (np.uint64(upper) << _4) | (head << _8))
    store(base, USED, used + ONE)
