"""Double-dummy search for suit and no-trump contracts: exact tricks with all four hands open.

Method (docs/architecture.md, "The search"): zero-window alpha-beta over whole tricks with partition search.
Every result comes with the cards whose ranks it depends on, so one table entry answers for all deals with
the same suit lengths and the same owners of those cards. Hands are relative to the leader and compacted
after each trick, so equal endings look equal.

Masks of relevant cards are prefixes from the top of each lane, always filled up to bit 14.
"""

import numpy as np

from fivehundred_sim.kernels import solver_table as tt
from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, apart, kernel, load, popcount, store
from fivehundred_sim.kernels.lanes import (
    JOKER,
    LANE_3,
    ONE,
    ZERO,
    above,
    compact,
    descending,
    drop,
    lane_index,
    lane_lengths,
    lane_mask_of,
    top_bit,
)
from fivehundred_sim.kernels.solver_order import lead_of, order_leads, pick
from fivehundred_sim.kernels.solver_sure import bounds

_TRUE, _FALSE = np.int64(1), np.int64(0)


@kernel()
def insert(mask: Word, card: Word) -> Word:
    """Undo `drop` on a mask of relevant cards: make room for `card`, filled if a lower card matters."""
    lane = lane_mask_of(card)
    shifted = (mask << ONE) & lane
    if card == JOKER or (shifted & card) != ZERO:
        return mask
    return (mask & ~lane) | shifted


@kernel()
def down_to(card: Word) -> Word:
    """Return the prefix mask of a lane from its top down to `card`; nothing for the joker."""
    if card == JOKER:
        return ZERO
    return lane_mask_of(card) & ~(card - ONE)


@kernel()
def through_run(hand: Word, card: Word, mask: Word) -> Word:
    """Lengthen a mask that reaches the run of equal cards which `card` (its top) stood for to the run's end.

    Without this, a deal in which the run is broken would find the entry (solver notes: 0.15 % wrong values).
    """
    if (card & mask) == ZERO or card == JOKER:
        return mask
    lane = lane_mask_of(card)
    gap = top_bit(~hand & (card - ONE) & lane)
    if gap == ZERO:
        return mask | lane
    return mask | (lane & above(gap))


@kernel()
def prune(candidates: Word, card: Word, mask: Word) -> Word:
    """Drop a failed card, and with it all cards of its lane whose ranks, like its own, did not matter."""
    candidates &= ~card
    if (card & mask) == ZERO and card != JOKER:
        candidates &= mask | ~lane_mask_of(card)
    return candidates


@kernel()
def candidates_of(hand: Word, lane: Word) -> Word:
    """Return the legal cards on a led lane, one (the top) of each run of equal cards.

    A joker without a suit (bit 63) may be played only by a hand void in the suit, and need not be.
    """
    follow = hand & lane
    if follow == ZERO:
        follow = hand
    return follow & ~(follow >> ONE)


@kernel()
def winner_of(c0: Word, c1: Word, c2: Word, c3: Word, strong: Word) -> tuple[Int, Word]:
    """Return (seat, relevant mask) of a complete trick; `strong` = led lane, trump lane and joker."""
    card, seat = c0, 0
    if (c1 & strong) > (card & strong):
        card, seat = c1, 1
    if (c2 & strong) > (card & strong):
        card, seat = c2, 2
    if (c3 & strong) > (card & strong):
        card, seat = c3, 3
    lane = lane_mask_of(card)
    if card == JOKER or ((c0 | c1 | c2 | c3) & lane) == card:
        return seat, ZERO
    return seat, down_to(card)


@kernel()
def last_trick(h0: Word, h1: Word, h2: Word, h3: Word, trump: Word) -> tuple[Int, Word]:
    """Return (1 if the leader's side wins the last trick, relevant mask)."""
    lane = lane_mask_of(h0)
    if h0 == JOKER:
        lane = ZERO
    seat, mask = winner_of(h0, h1, h2, h3, lane | trump | JOKER)
    return np.int64(1 - (seat & 1)), mask


@kernel()
def without(
    h0: Word, owner_low: Word, owner_high: Word, a: Word, b: Word, c: Word, d: Word, seat: Int
) -> tuple[Word, Word, Word, Word]:
    """Return the four hands after a trick, compacted, from its winner `seat` clockwise.

    a to d: the trick's cards from high to low. Three words are compacted, not four: all cards, and the two
    bits of each card's owner.
    """
    low, high, cards = owner_low, owner_high, h0 | owner_low | owner_high
    low = drop(drop(drop(drop(low, a), b), c), d)
    high = drop(drop(drop(drop(high, a), b), c), d)
    cards = drop(drop(drop(drop(cards, a), b), c), d)
    n3 = low & high
    n0, n1, n2 = cards & ~(low | high), low ^ n3, high ^ n3
    if seat == 0:
        return n0, n1, n2, n3
    if seat == 1:
        return n1, n2, n3, n0
    if seat == 2:
        return n2, n3, n0, n1
    return n3, n0, n1, n2


@kernel()
def shorter(lengths: Word, c0: Word, c1: Word, c2: Word, c3: Word, seat: Int) -> Word:
    """Return the suit lengths after a trick, from its winner `seat` clockwise."""
    lengths = lengths - tt.length_step(c0, 0) - tt.length_step(c1, 1)
    lengths = lengths - tt.length_step(c2, 2) - tt.length_step(c3, 3)
    if seat == 0:
        return lengths
    turn = np.uint64(16 * seat)
    return (lengths >> turn) | (lengths << (np.uint64(64) - turn))


@kernel("Tuple((int64, uint64))(uint64, uint64, uint64, uint64, uint64, uint64, uint64, int64, int64)")
def search(
    base: Word, h0: Word, h1: Word, h2: Word, h3: Word, lengths: Word, led: Word, k: Int, need: Int
) -> tuple[Int, Word]:
    """Can the leader's side take at least `need` of the remaining `k` tricks (1 <= need <= k)?

    `base` is the address of a solver table (solver_table.py), h0..h3 compact hands from the leader
    clockwise, `lengths` their suit lengths (16 bits a hand, 4 a lane), `led` the lanes already led while
    that matters. Returns (1 or 0, mask of the cards whose owners the answer rests on).
    """
    trump = load(base, tt.TRUMP)
    if k == 1:
        result, relevant = last_trick(h0, h1, h2, h3, trump)
        return result, relevant
    owner_low, owner_high = h1 | h3, h2 | h3
    slot = tt.find_slot(base, lengths, led)
    known, mask = tt.probe(base, slot, owner_low, owner_high, need)
    if known >= 0:
        return known, mask
    known, mask = bounds(h0, h1, h2, h3, trump, k, need)
    if known >= 0:
        return known, mask
    store(base, tt.NODES, load(base, tt.NODES) + ONE)
    follow_led = load(base, tt.LEAD_RULE) == tt.UNLED
    scratch = tt.scratch_of(base, k)
    alive = order_leads(base, scratch, h0, h1, h2, h3, led)
    result, relevant = _FALSE, ZERO
    for i in range(np.int64(load(scratch, 0))):
        c0, lane = lead_of(scratch, i)
        if (c0 & alive) == ZERO:
            continue
        strong = lane | trump | JOKER
        ok1, m1, cand1 = _TRUE, ZERO, candidates_of(h1, lane)
        while cand1 != ZERO:
            c1 = pick(cand1, c0 & strong, ZERO, h2, h3, lane, strong, lengths, 1)
            ok2, m2, cand2 = _FALSE, ZERO, candidates_of(h2, lane)
            while cand2 != ZERO:
                c2 = pick(cand2, c1 & strong, c0 & strong, h3, ZERO, lane, strong, lengths, 2)
                ok3, m3, cand3 = _TRUE, ZERO, candidates_of(h3, lane)
                while cand3 != ZERO:
                    c3 = pick(cand3, (c0 | c2) & strong, c1 & strong, ZERO, ZERO, lane, strong, lengths, 3)
                    seat, m = winner_of(c0, c1, c2, c3, strong)
                    left = need - 1 + (seat & 1)
                    if left <= 0:
                        r = _TRUE
                    elif left > k - 1:
                        r = _FALSE
                    else:
                        a, b, c, d = descending(c0, c1, c2, c3)
                        n0, n1, n2, n3 = without(h0, owner_low, owner_high, a, b, c, d, seat)
                        new_led = ZERO
                        if follow_led and ((n0 | n1 | n2 | n3) & JOKER) != ZERO:
                            new_led = led | (ONE << np.uint64(lane_index(lane)))
                        new_lengths = shorter(lengths, c0, c1, c2, c3, seat)
                        ask = k - left if seat & 1 else left
                        r, child = search(base, n0, n1, n2, n3, new_lengths, new_led, k - 1, ask)
                        r = r ^ (seat & 1)
                        m |= insert(insert(insert(insert(child, d), c), b), a)
                    if r == 0:
                        ok3, m3 = _FALSE, m
                        break
                    m = through_run(h3, c3, m)
                    m3 |= m
                    cand3 = prune(cand3, c3, m)
                if ok3 == 1:
                    ok2, m2 = _TRUE, m3
                    break
                m3 = through_run(h2, c2, m3)
                m2 |= m3
                cand2 = prune(cand2, c2, m3)
            if ok2 == 0:
                ok1, m1 = _FALSE, m2
                break
            m2 = through_run(h1, c1, m2)
            m1 |= m2
            cand1 = prune(cand1, c1, m2)
        if ok1 == 1:
            result, relevant = _TRUE, m1
            break
        m1 = through_run(h0, c0, m1)
        relevant |= m1
        if c0 != JOKER:
            alive = prune(alive, c0, m1)
    tt.remember(base, lengths, led, owner_low, owner_high, relevant, need, result, k)
    return result, relevant


search_apart = apart(search)


@kernel()
def lengths_of(h0: Word, h1: Word, h2: Word, h3: Word) -> Word:
    """Return the sixteen suit lengths of four hands as nibbles, the key of the solver's table."""
    lengths = lane_lengths(h0) | (lane_lengths(h1) << np.uint64(16))
    return lengths | (lane_lengths(h2) << np.uint64(32)) | (lane_lengths(h3) << np.uint64(48))


@kernel()
def step_to_value(base: Word, hands: Words, leader: Int, led: Int, low: Int, high: Int, guess: Int) -> Int:
    """Return the tricks of the leader's side on a started table; they are known to lie in low..high."""
    h0, h1, h2, h3 = relative_hands(hands, leader)
    lengths, k = lengths_of(h0, h1, h2, h3), popcount(h0)
    led_word = ZERO
    if load(base, tt.LEAD_RULE) == tt.UNLED and ((h0 | h1 | h2 | h3) & JOKER) != ZERO:
        led_word = np.uint64(led)
    at = min(max(guess, low + 1), high)
    while low < high:
        reached, _ = search_apart(base, h0, h1, h2, h3, lengths, led_word, k, at)
        if reached == 1:
            low = at
            at += 1
        else:
            high = at - 1
            at -= 1
    return low


@kernel()
def solve_tricks(
    table: Words, hands: Words, leader: Int, trump: Int, lead_rule: Int, led: Int, k: Int, guess: Int
) -> Int:
    """Return the exact number of tricks (int64, 0..k) that the leader's side takes, all hands open.

    Parameters: `table` from `new_table()` (uint64, one a thread); `hands` uint64[4] lane words by seat, `k`
    cards each; `leader` 0..3 leads now; `trump` 1 if lane 3 is the trump suit, 0 in no-trump; `lead_rule`
    0 any suit, 1 unled suit, 2 last trick only (joker without a suit, bit 63); `led` bitmask of the lanes
    already led; `guess` a first guess at the answer (any value; a good one saves time). Nothing is checked.
    """
    base = np.uint64(table.ctypes.data)
    tt.start(base, LANE_3 if trump == 1 else ZERO, lead_rule)
    return step_to_value(base, hands, leader, led, np.int64(0), np.int64(k), guess)


@kernel()
def reaches(
    table: Words, hands: Words, leader: Int, trump: Int, lead_rule: Int, led: Int, k: Int, need: Int
) -> Int:
    """Return 1 if the leader's side takes at least `need` of `k` tricks, all hands open, else 0 (int64).

    One question, several times cheaper than the value. Arguments as `solve_tricks`; any `need`.
    """
    if need <= 0 or need > k:
        return np.int64(need <= 0)
    base = np.uint64(table.ctypes.data)
    tt.start(base, LANE_3 if trump == 1 else ZERO, lead_rule)
    low, high = np.int64(need - 1), np.int64(need)
    return step_to_value(base, hands, leader, led, low, high, high) - low


@kernel()
def solve_leaders(
    table: Words, hands: Words, trump: Int, lead_rule: Int, led: Int, k: Int, guess: Int, values: Ints
) -> None:
    """Write to `values` int64 (4,) the tricks of the leader's side for each of the four leaders.

    All four share one table, which halves the cost. `guess`: a first guess at the tricks of seats 0 and 2.
    Other arguments as `solve_tricks`.
    """
    base = np.uint64(table.ctypes.data)
    tt.start(base, LANE_3 if trump == 1 else ZERO, lead_rule)
    ours = np.int64(guess)
    for leader in (0, 2, 1, 3):
        first = k - ours if leader & 1 else ours
        value = step_to_value(base, hands, np.int64(leader), led, np.int64(0), np.int64(k), first)
        values[leader] = value
        ours = k - value if leader & 1 else value


@kernel()
def relative_hands(hands: Words, leader: Int) -> tuple[Word, Word, Word, Word]:
    """Return the four hands compacted, from the leader clockwise."""
    cards = hands[0] | hands[1] | hands[2] | hands[3]
    return (
        compact(cards, hands[leader]),
        compact(cards, hands[(leader + 1) & 3]),
        compact(cards, hands[(leader + 2) & 3]),
        compact(cards, hands[(leader + 3) & 3]),
    )
