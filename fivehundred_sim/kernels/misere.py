"""Double-dummy search for misère: can the contractor avoid every trick, all three hands open?

Contractor and two defenders play (the partner's cards are out); open and closed misère are the same question
once everybody sees everything. A proof search over whole tricks that stops at the first trick the contractor
takes, with an exact table of compacted hands.
"""

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels._jit import Flag, Int, Word, Words, kernel, load, store
from fivehundred_sim.kernels.lanes import (
    ALL_LANES,
    JOKER,
    LANE,
    ONE,
    ZERO,
    above,
    compact,
    descending,
    drop,
    lane_index,
    lane_mask_of,
    low_bit,
    top_bit,
)

# header words, then slots of four words: contractor, next, last, and info (generation, result, leader, led)
FORCED, LEAD_RULE, _GENERATION, NODES = 0, 1, 2, 3
_UNLED, _LAST_ONLY = np.uint64(1), np.uint64(2)
_SLOTS = 8
_SLOT_BITS = 15
MISERE_WORDS = _SLOTS + 4 * (1 << _SLOT_BITS)

_HASH_1 = np.uint64(0x9E3779B97F4A7C15)
_HASH_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_HASH_3 = np.uint64(0x165667B19E3779F9)
_HASH_4 = np.uint64(0xD6E8FEB86659FD93)
_SHIFT = np.uint64(64 - _SLOT_BITS)
_2, _8 = np.uint64(2), np.uint64(8)


def new_misere_table() -> NDArray[np.uint64]:
    """Return an empty misère table (1 MB); one a worker, kept between questions."""
    return np.zeros(MISERE_WORDS, np.uint64)


@kernel()
def safe_suits(contractor: Int, defenders: Word) -> Flag:
    """Return whether the contractor can duck every lead of every suit by the defenders, for ever.

    In each suit his i-th lowest card must lie below the defenders' i-th lowest, as far as both reach: then
    he has a card under whatever is led, and keeps having one.
    """
    for i in range(4):
        lane = LANE << np.uint64(16 * i)
        if not safe_suit(contractor & lane, defenders & lane):
            return False
    return True


@kernel(forceinline=True)
def safe_suit(mine: Word, theirs: Word) -> Flag:
    """Return whether the contractor can duck every lead of one suit (see `safe_suits`)."""
    while mine != ZERO and theirs != ZERO:
        a, b = low_bit(mine), low_bit(theirs)
        if a > b:
            return False
        mine ^= a
        theirs ^= b
    return True


@kernel()
def legal_tops(hand: Word, lane: Word, forced: Word) -> Word:
    """Return the legal cards on a led lane, one of each run of equal cards; a forced joker stands alone."""
    follow = hand & lane
    if follow == ZERO:
        follow = hand
        if forced != ZERO and (hand & JOKER) != ZERO:
            return JOKER
    return follow & ~(follow >> ONE)


@kernel()
def next_try(candidates: Word, best: Word, lane: Word, is_contractor: Flag) -> Word:
    """Return the candidate to try next: the contractor ducks as high as he can, defenders play low."""
    if not is_contractor:
        plain = candidates & ~JOKER
        return low_bit(plain) if plain != ZERO else JOKER
    under = candidates & lane & ~above(best)
    if under != ZERO:
        return top_bit(under)
    if (candidates & lane) != ZERO:
        return low_bit(candidates)
    # void: throw the card that lies highest in its lane
    pick, height = ZERO, ZERO
    rest = candidates
    while rest != ZERO:
        card = low_bit(rest)
        rest ^= card
        place = card >> np.uint64(16 * lane_index(card))
        if place >= height:
            pick, height = card, place
    return pick


@kernel()
def in_turn(c: Word, n: Int, p: Word, leader: Int) -> tuple[Word, Word, Word]:
    """Return the three hands in the order in which they play when `leader` (0, 1, 2) leads."""
    if leader == 0:
        return c, n, p
    if leader == 1:
        return n, p, c
    return p, c, n


@kernel()
def next_name(name: Int, led: Word, lead_rule: Word, only_card: Flag) -> tuple[Word, Int]:
    """Return (lane, next name to ask for): the next lane a led joker may name, (0, 4) after the last."""
    if only_card:
        # last trick: the suit is immaterial and every rule allows the lead
        return (LANE, np.int64(4)) if name == 0 else (ZERO, np.int64(4))
    while name < 4 and lead_rule != _LAST_ONLY:
        lane = LANE << np.uint64(16 * name)
        free = lead_rule != _UNLED or ((led >> np.uint64(name)) & ONE) == ZERO
        name += 1
        if free:
            return lane, name
    return ZERO, np.int64(4)


@kernel()
def _slot(base: Word, c: Word, n: Int, p: Word, leader: Int, led: Word) -> Int:
    """Return the index of the slot where a position would be."""
    key = c * _HASH_1 + n * _HASH_2 + p * _HASH_3 + (np.uint64(leader) + led * _8) * _HASH_4
    key = (key ^ (key >> np.uint64(32))) * _HASH_1
    return _SLOTS + 4 * np.int64(key >> _SHIFT)


@kernel("int64(uint64, uint64, uint64, uint64, int64, uint64)")
def can_duck(base: Word, c: Word, n: Int, p: Word, leader: Int, led: Word) -> Int:
    """Return 1 if the contractor can avoid all remaining tricks, else 0.

    c, n, p: compact hands of the contractor, the next and the last player clockwise, equally long; `leader`
    0, 1, 2 among them leads; `led`: lanes already led, kept while a suitless joker is out and it matters.
    """
    if c == ZERO:
        return np.int64(1)
    if leader != 0 and safe_suits(c, (n | p) & ALL_LANES):
        return np.int64(1)
    slot = _slot(base, c, n, p, leader, led)
    info = (load(base, _GENERATION) << _8) | (np.uint64(leader) << np.uint64(1)) | (led << np.uint64(3))
    if load(base, slot) == c and load(base, slot + 1) == n and load(base, slot + 2) == p:
        known = load(base, slot + 3)
        if (known & ~ONE) == info:
            return np.int64(known & ONE)
    store(base, NODES, load(base, NODES) + ONE)
    forced, lead_rule = load(base, FORCED), load(base, LEAD_RULE)
    first, second, third = in_turn(c, n, p, leader)
    mine_0, mine_1, mine_2 = leader == 0, leader == 2, leader == 1  # which of the three plays is his
    all_cards = c | n | p
    result = np.int64(not mine_0)
    want_0, want_1, want_2 = np.int64(mine_0), np.int64(mine_1), np.int64(mine_2)
    cand_0, name = first & ~(first >> ONE), np.int64(0)
    while cand_0 != ZERO:
        c0 = next_try(cand_0, ZERO, ALL_LANES, mine_0)
        lane = lane_mask_of(c0)
        if c0 == JOKER:
            # one lead for each suit it may name, then it is done
            lane, name = next_name(name, led, lead_rule, first == JOKER)
            if lane == ZERO:
                cand_0 ^= JOKER
                continue
        else:
            cand_0 ^= c0
        strong = lane | JOKER
        r1, cand_1 = 1 - want_1, legal_tops(second, lane, forced)
        while cand_1 != ZERO and r1 != want_1:
            c1 = next_try(cand_1, c0 & strong, lane, mine_1)
            cand_1 ^= c1
            best = max(c0 & strong, c1 & strong)
            r2, cand_2 = 1 - want_2, legal_tops(third, lane, forced)
            while cand_2 != ZERO and r2 != want_2:
                c2 = next_try(cand_2, best, lane, mine_2)
                cand_2 ^= c2
                seat = 0
                if (c1 & strong) > (c0 & strong):
                    seat = 1
                if (c2 & strong) > best:
                    seat = 2
                winner = (leader + seat) % 3
                if winner == 0:
                    r2 = np.int64(0)
                    continue
                a, b, d, _ = descending(c0, c1, c2, ZERO)
                left = drop(drop(drop(all_cards, a), b), d)
                new_led = ZERO
                if lead_rule == _UNLED and (left & JOKER) != ZERO:
                    new_led = led | (ONE << np.uint64(lane_index(lane)))
                r2 = can_duck(
                    base,
                    drop(drop(drop(c, a), b), d),
                    drop(drop(drop(n, a), b), d),
                    drop(drop(drop(p, a), b), d),
                    winner,
                    new_led,
                )
            r1 = r2
        if r1 == want_0:
            result = r1
            break
    store(base, slot, c)
    store(base, slot + 1, n)
    store(base, slot + 2, p)
    store(base, slot + 3, info | np.uint64(result))
    return result


@kernel()
def play_by(base: Word, misere_forced: Int, lead_rule: Int) -> None:
    """Set the joker's rules for the questions that follow, and forget what other rules may have left behind.

    Positions are kept whole, so every question under the same rules may use what earlier ones found.
    """
    store(base, FORCED, np.uint64(misere_forced))
    store(base, LEAD_RULE, np.uint64(lead_rule))
    store(base, _GENERATION, load(base, _GENERATION) + ONE)
    store(base, NODES, ZERO)


@kernel()
def misere_makes(
    table: Words, hands: Words, leader: Int, misere_forced: Int, lead_rule: Int, led: Int
) -> Int:
    """Return 1 if the contractor of a misère can avoid every trick with all hands open, else 0 (int64).

    Parameters: `table` from `new_misere_table()` (uint64, one a thread); `hands` uint64[3] lane words of the
    contractor, the next and the last player clockwise (partner left out), equally many cards each; `leader`
    0..2 among these; `misere_forced` 1 if a void hand must play the joker; `lead_rule` and `led` as in
    `solver.solve_tricks`. A contractor who holds a joker without a suit must take a trick (rules: he plays
    it at the latest to the last trick, where nothing beats it).
    """
    if (hands[0] & JOKER) != ZERO:
        return np.int64(0)
    base = np.uint64(table.ctypes.data)
    play_by(base, misere_forced, lead_rule)
    cards = hands[0] | hands[1] | hands[2]
    led_word = ZERO
    if lead_rule == 1 and (cards & JOKER) != ZERO:
        led_word = np.uint64(led)
    return can_duck(
        base,
        compact(cards, hands[0]),
        compact(cards, hands[1]),
        compact(cards, hands[2]),
        np.int64(leader),
        led_word,
    )
