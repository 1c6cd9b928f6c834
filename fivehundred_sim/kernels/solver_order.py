"""Which card the solver tries first. Order changes only speed, never a result."""

import numpy as np

from fivehundred_sim.kernels import solver_table as tt
from fivehundred_sim.kernels._jit import Int, Word, kernel, load, popcount, store
from fivehundred_sim.kernels.lanes import JOKER, LANE, ONE, ZERO, above, lane_mask_of, low_bit, top_bit

# Weights of lead_score, found by hand from zero on random and on contractor deals (node counts).
_CASH, _CASH_INTO_RUFF = 24, -20
_TO_PARTNER, _TO_PARTNER_RUFFED = 16, -16
_PARTNER_RUFFS = 20
_DRAW, _DRAW_TO_PARTNER, _NOTHING_TO_DRAW = 28, 14, -24
_INTO_TOP = -8


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
def lead_score(card: Word, lane: Word, h0: Word, h1: Word, h2: Word, h3: Word, trump: Word) -> Int:
    """Return how promising a lead is (int64, higher first)."""
    x0, x1, x2, x3 = h0 & lane, h1 & lane, h2 & lane, h3 & lane
    top = top_bit(x0 | x1 | x2 | x3)
    length = popcount(x0) + popcount(x2)
    score = np.int64(0)
    if lane == trump:
        if (x1 | x3) == ZERO:
            return np.int64(_NOTHING_TO_DRAW)
        if (top & x0) != ZERO:
            score = np.int64(_DRAW) if card == top else np.int64(4)
        elif (top & x2) != ZERO:
            score = np.int64(_DRAW_TO_PARTNER)
        else:
            score = np.int64(_INTO_TOP)
    else:
        power = trump | JOKER
        left_ruffs = x1 == ZERO and (h1 & power) != ZERO
        right_ruffs = x3 == ZERO and (h3 & power) != ZERO
        if (top & x0) != ZERO and card == top:
            score = np.int64(_CASH_INTO_RUFF if left_ruffs or right_ruffs else _CASH)
        elif (top & x2) != ZERO:
            score = np.int64(_TO_PARTNER_RUFFED if left_ruffs or right_ruffs else _TO_PARTNER)
        elif x2 == ZERO and (h2 & power) != ZERO:
            score = np.int64(_PARTNER_RUFFS)
            if right_ruffs:
                score -= 12
        elif (top & x0) == ZERO:
            score = np.int64(_INTO_TOP)
        if trump == ZERO:
            score += 2 * length
    if card != top:
        # low cards first: a middle card rarely does more than the lowest
        score -= popcount(x0 & (card - ONE)) * 2
    return score


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
            # leading the joker where opponents hold high cards and the own side wants them out
            score = 2 * popcount((h1 | h3) & lane)
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
