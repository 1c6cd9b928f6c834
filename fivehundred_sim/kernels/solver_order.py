"""Which card the solver tries first. Order changes only speed, never a result."""

import numpy as np

from fivehundred_sim.kernels import solver_table as tt
from fivehundred_sim.kernels._jit import Int, Word, kernel, load, popcount, store
from fivehundred_sim.kernels.lanes import JOKER, LANE, ONE, ZERO, above, lane_mask_of, low_bit, top_bit

# Weights of the leads, found from a first guess by coordinate search on the nodes of random deals, of
# contractors in their best suit and (second row) of strong no-trump hands. Held-out deals took 27 % fewer
# nodes in suits than the guess, 14 % in no-trump.
TOP, TOP_AND_SECOND, TOP_PARTNER_SECOND, UNDER_OWN_TOP, PARTNER_TOP, SECOND_TO_PARTNER = range(6)
LEFT_TOP, SECOND_TO_LEFT, LEFT_TOP_PARTNER_SECOND = 6, 7, 8
RIGHT_TOP, SECOND_TO_RIGHT, RIGHT_TOP_PARTNER_SECOND = 9, 10, 11
LEFT_RUFFS, RIGHT_RUFFS, PARTNER_RUFFS, SINGLETON = 12, 13, 14, 15
LENGTH, LEFT_LENGTH, PARTNER_LENGTH, RIGHT_LENGTH, LOWER = 16, 17, 18, 19, 20
PLAIN = np.array(
    [
        [24, 4, 0, 2, 15, 9, -2, 3, 9, -8, 7, 6, -57, -53, 28, 3, 0, 0, 3, 1, 4],
        [19, 6, 1, -52, 16, 13, -5, 7, 7, -9, 5, 9, -24, -41, 20, 0, 2, 0, 10, 1, 2],
    ],
    np.int64,
)
_NOTHING_TO_DRAW, _TOP_TRUMP, _UNDER_TOP_TRUMP, _TO_PARTNERS_TRUMP = -24, 17, -27, 16
_TO_LEFT_TRUMP, _TO_RIGHT_TRUMP, _PARTNERS_TRUMPS, _LOWER_TRUMPS = 9, 0, 1, -5
_JOKER, _JOKER_FOES, _JOKER_OWN, _JOKER_PARTNER = -1, -2, 7, 9


@kernel()
def pick(
    candidates: Word,
    theirs: Word,
    ours: Word,
    next_hand: Word,
    last_hand: Word,
    lane: Word,
    strong: Word,
    seat: Int,
) -> Word:
    """Return the candidate a follower tries next: the cheapest card that should win, or the lowest one.

    `theirs` and `ours` are the strong cards that the other side and the own partner have played to the
    trick (0 if none that counts), `next_hand` and `last_hand` the hands still to play (seat 1: opponent,
    partner; seat 2: opponent, 0; seat 3: none).
    """
    best = max(theirs, ours)
    if seat == 3:
        if ours > theirs:
            return low_bit(candidates)
        wins = candidates & strong & above(top_bit(theirs))
        return low_bit(wins) if wins != ZERO else low_bit(candidates)
    threat = next_hand & lane
    if threat == ZERO:
        threat = next_hand & strong
    bar = top_bit(max(threat, best))
    if seat == 2 and top_bit(ours) == bar:
        return low_bit(candidates)
    if seat == 1:
        hope = last_hand & lane
        if hope == ZERO:
            hope = last_hand & strong
        if top_bit(hope) > bar:
            return low_bit(candidates)
    wins = candidates & strong & above(bar)
    return low_bit(wins) if wins != ZERO else low_bit(candidates)


@kernel()
def trump_lead_score(card: Word, x0: Word, x1: Word, x2: Word, x3: Word) -> Int:
    """Return how promising it is to lead a trump; x0 to x3 are the trumps of the four hands."""
    if (x1 | x3) == ZERO:
        return _NOTHING_TO_DRAW
    top = top_bit(x0 | x1 | x2 | x3)
    if card == top:
        score = _TOP_TRUMP
    elif (top & x0) != ZERO:
        score = _UNDER_TOP_TRUMP
    elif (top & x2) != ZERO:
        score = _TO_PARTNERS_TRUMP
    else:
        score = _TO_LEFT_TRUMP if (top & x1) != ZERO else _TO_RIGHT_TRUMP
    return score + _PARTNERS_TRUMPS * popcount(x2) + _LOWER_TRUMPS * popcount(x0 & (card - ONE))


@kernel()
def honour_score(row: Int, card: Word, x0: Word, x1: Word, x2: Word, x3: Word) -> Int:
    """Return what a plain lead is worth for who holds the two highest cards of the suit."""
    suit = x0 | x1 | x2 | x3
    top = top_bit(suit)
    second = top_bit(suit ^ top)
    is_second = card == second
    partner_second = (second & x2) != ZERO
    if card == top:
        own_second = (second & x0) != ZERO
        score = PLAIN[row, TOP] + PLAIN[row, TOP_AND_SECOND] * own_second
        return score + PLAIN[row, TOP_PARTNER_SECOND] * partner_second
    if (top & x0) != ZERO:
        return PLAIN[row, UNDER_OWN_TOP]
    if (top & x2) != ZERO:
        return PLAIN[row, PARTNER_TOP] + PLAIN[row, SECOND_TO_PARTNER] * is_second
    if (top & x1) != ZERO:
        score = PLAIN[row, LEFT_TOP] + PLAIN[row, SECOND_TO_LEFT] * is_second
        return score + PLAIN[row, LEFT_TOP_PARTNER_SECOND] * partner_second
    score = PLAIN[row, RIGHT_TOP] + PLAIN[row, SECOND_TO_RIGHT] * is_second
    return score + PLAIN[row, RIGHT_TOP_PARTNER_SECOND] * partner_second


@kernel()
def lead_score(card: Word, lane: Word, h0: Word, h1: Word, h2: Word, h3: Word, trump: Word) -> Int:
    """Return how promising a lead is (int64, higher first)."""
    x0, x1, x2, x3 = h0 & lane, h1 & lane, h2 & lane, h3 & lane
    if lane == trump:
        return trump_lead_score(card, x0, x1, x2, x3)
    row = 0 if trump != ZERO else 1
    power = trump | JOKER
    length = popcount(x0)
    score = honour_score(row, card, x0, x1, x2, x3)
    score += PLAIN[row, LEFT_RUFFS] * (x1 == ZERO and (h1 & power) != ZERO)
    score += PLAIN[row, RIGHT_RUFFS] * (x3 == ZERO and (h3 & power) != ZERO)
    score += PLAIN[row, PARTNER_RUFFS] * (x2 == ZERO and (h2 & power) != ZERO)
    score += PLAIN[row, SINGLETON] * (length == 1)
    score += PLAIN[row, LENGTH] * length + PLAIN[row, LEFT_LENGTH] * popcount(x1)
    score += PLAIN[row, PARTNER_LENGTH] * popcount(x2) + PLAIN[row, RIGHT_LENGTH] * popcount(x3)
    return score + PLAIN[row, LOWER] * popcount(x0 & (card - ONE))


@kernel()
def order_leads(base: Word, scratch: Word, h0: Word, h1: Word, h2: Word, h3: Word, led: Word) -> Word:
    """Write the leads worth trying to `scratch`, best first: a count, then (card, lane, score) words.

    A joker without a suit is one lead for each lane it may name; lanes that nobody else holds are the same
    lead. Returns the mask of all lead cards.
    """
    trump = load(base, tt.TRUMP)
    count = np.int64(0)
    tops = h0 & ~(h0 >> ONE)
    rest = tops & ~JOKER
    while rest != ZERO:
        card = low_bit(rest)
        rest ^= card
        lane = lane_mask_of(card)
        count = _place(scratch, count, card, lane, lead_score(card, lane, h0, h1, h2, h3, trump))
    if (h0 & JOKER) != ZERO and load(base, tt.LEAD_RULE) != tt.LAST_ONLY:
        nobody = False
        for i in range(4):
            lane = LANE << np.uint64(16 * i)
            if ((led >> np.uint64(i)) & ONE) != ZERO:
                continue
            if ((h1 | h2 | h3) & lane) == ZERO:
                if nobody:
                    continue
                nobody = True
            score = _JOKER + _JOKER_FOES * popcount((h1 | h3) & lane)
            score += _JOKER_OWN * popcount(h0 & lane) + _JOKER_PARTNER * popcount(h2 & lane)
            count = _place(scratch, count, JOKER, lane, np.int64(score))
    store(scratch, 0, np.uint64(count))
    return tops


@kernel()
def _place(scratch: Word, count: Int, card: Word, lane: Word, score: Int) -> Int:
    """Insert one lead into the sorted list; returns the new count."""
    at = count
    while at > 0 and np.int64(load(scratch, 3 * at)) < score:
        for j in range(3):
            store(scratch, 3 * at + 1 + j, load(scratch, 3 * at - 2 + j))
        at -= 1
    store(scratch, 3 * at + 1, card)
    store(scratch, 3 * at + 2, lane)
    store(scratch, 3 * at + 3, np.uint64(score))
    return count + 1
