"""The choice of a follower in suits and no-trump: the cards worth playing, described by small numbers.

Following suit: the lowest card, the lowest that wins for now, the lowest that wins for certain, the highest.
Void: the lowest ruff, the lowest sure ruff, and the lowest card of each plain suit. The suitless joker of a
no-trump contract is treated as a trump suit of one card, which it is in all but the lead.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.knowledge import LED, TRUMP, VOID, lane_mask, unseen
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, low_bit, top_bit
from fivehundred_sim.kernels.leads import LEAD_PLACES
from fivehundred_sim.kernels.options import ROWS, can_ruff, offer, row_of

# The table has a row a seat (`row_of`), a row a block for each kind of decision: six of following suit, by
# standing and whether trumps were led, and five of a player void in the suit led, by standing. Standing:
# 0 second hand; 1 third hand, an opponent wins; 2 third hand, partner wins; 3 and 4 so for fourth hand.
DECISION_PLACES = 369
ROW_PLACES = 11 * DECISION_PLACES
PLACES = LEAD_PLACES + ROWS * ROW_PLACES
_VOID_IN_SUIT = 6
# Following suit, four ways: low, wins for now, wins for certain, high.
_F_HIGHER, _F_GAP, _F_THREAT, _F_PARTNER, _F_TIME, _F_TRUMPS = 0, 20, 36, 46, 56, 67
_FOLLOW_BLOCK = 92
# Void: ruffing for now or for certain, then throwing off.
_R_COUNTS, _R_HEIGHT, _R_OTHERS, _R_TIME, _R_OUT, _R_SUITS = 0, 64, 80, 90, 101, 111
_RUFF_BLOCK = 121
_THROW = 2 * _RUFF_BLOCK
_D_SHAPE, _D_OUT, _D_RANK, _D_TRUMPS, _D_TALK, _D_TIME = 0, 25, 35, 60, 100, 116


@kernel(forceinline=True)
def _trumps(seat: Int, hand: Word, rest: Word, public: Word) -> tuple[Int, Int]:
    """Return (trumps in hand, trumps that the opponents may hold), at most 7 each."""
    trump = load(public, TRUMP)
    foes = rest & ~(load(public, VOID + ((seat + 1) & 3)) & load(public, VOID + ((seat + 3) & 3)))
    return min(popcount(hand & trump), 7), min(popcount(foes & trump), 7)


@kernel(forceinline=True)
def _to_beat(left: Word, led: Word, trump: Word, best: Word) -> Word:
    """Return the cards with which the opponent still to play, who may hold `left`, could take the trick."""
    threat = left & led
    if threat == ZERO:
        threat = left & trump
    return threat & above(best)


@kernel(forceinline=True)
def _follow_suit(
    row: Int,
    seat: Int,
    hand: Word,
    legal: Word,
    rest: Word,
    public: Word,
    led: Word,
    best: Word,
    standing: Int,
    table: Word,
    at: Word,
) -> Word:
    """Offer the cards of a player who follows suit and could win; see `offer`."""
    trump = load(public, TRUMP)
    left = rest & ~load(public, VOID + ((seat + 1) & 3))
    partner = rest & ~load(public, VOID + (seat ^ 2)) if standing == 0 else ZERO
    own, theirs = _trumps(seat, hand, rest, public)
    threat = _to_beat(left, led, trump, best)
    winners = legal & above(best)
    low, high, for_now = low_bit(legal), top_bit(legal), low_bit(winners)
    for_certain = low_bit(winners & above(top_bit(threat)))
    decision = np.int64(3 * (led & trump != ZERO)) + standing
    threats = _F_THREAT + 5 * (threat > led) + min(popcount(threat), 4)
    partners = _F_PARTNER + 5 * can_ruff(partner, led, trump) + min(popcount(partner & led & above(best)), 4)
    length = min(popcount(legal), 4) - 1
    before = ZERO
    for way in range(4):
        card = low if way == 0 else for_now if way == 1 else for_certain if way == 2 else high
        if card in (ZERO, before) or (way == 3 and for_certain):
            continue
        before = card
        kind = 2 if card == for_certain else 1 if card == for_now else way
        block = row + DECISION_PLACES * decision + _FOLLOW_BLOCK * kind
        between = popcount(rest & led & above(best) & (card - ONE)) if card > best else np.int64(0)
        at = offer(
            table,
            at,
            card,
            block + _F_HIGHER + 4 * min(popcount(rest & led & above(card)), 4) + length,
            block + _F_GAP + 4 * min(between, 3) + min(popcount(legal & above(card)), 3),
            block + threats,
            block + partners,
            block + _F_TIME + popcount(hand),
            block + _F_TRUMPS + 5 * min(own, 4) + min(theirs, 4),
        )
    return at


@kernel(forceinline=True)
def _ruff(
    row: Int,
    seat: Int,
    hand: Word,
    legal: Word,
    rest: Word,
    public: Word,
    led: Word,
    best: Word,
    standing: Int,
    table: Word,
    at: Word,
) -> Word:
    """Offer the ways (0-2) to take a trick with a trump, void in the suit led."""
    trump = load(public, TRUMP)
    winners = legal & trump & above(best)
    if winners == ZERO:
        return at
    left = rest & ~load(public, VOID + ((seat + 1) & 3)) if standing < 3 else ZERO
    own, theirs = _trumps(seat, hand, rest, public)
    threat = left & trump & above(best) if left & led == ZERO else ZERO
    for_now, for_certain = low_bit(winners), low_bit(winners & above(top_bit(threat)))
    # Second hand: whether partner might take the trick; third hand: whether the last player might.
    other = rest & ~load(public, VOID + (seat ^ 2)) if standing == 0 else left
    others = _R_OTHERS + 5 * can_ruff(other, led, trump) + min(popcount(other & led & above(best)), 4)
    suits = np.int64(0)
    for lane in range(4):
        suits += np.int64(legal & lane_mask(lane) & ~trump != ZERO)
    for way in range(2):
        card = for_certain if way else for_now
        if card == ZERO or (way == 1 and card == for_now):
            continue
        block = row + DECISION_PLACES * (_VOID_IN_SUIT + standing) + _RUFF_BLOCK * (card == for_certain)
        higher = 4 * min(popcount(rest & trump & above(card)), 3) + min(
            popcount(legal & trump & above(card)), 3
        )
        at = offer(
            table,
            at,
            card,
            block + _R_COUNTS + 8 * own + theirs,
            block + _R_HEIGHT + higher,
            block + others,
            block + _R_TIME + popcount(hand),
            block + _R_OUT + min(popcount(rest & led), 9),
            block + _R_SUITS + suits + 5 * (best & trump != ZERO),
        )
    return at


@kernel(forceinline=True)
def _throw(
    row: Int,
    seat: Int,
    hand: Word,
    legal: Word,
    rest: Word,
    public: Word,
    standing: Int,
    table: Word,
    at: Word,
) -> Word:
    """Offer the lowest card of each plain suit, to be thrown off."""
    trump = load(public, TRUMP)
    own, theirs = _trumps(seat, hand, rest, public)
    partner = rest & ~load(public, VOID + (seat ^ 2))
    led_us = load(public, LED + (seat ^ 2))
    led_foe = load(public, LED + ((seat + 1) & 3)) | load(public, LED + ((seat + 3) & 3))
    block = row + DECISION_PLACES * (_VOID_IN_SUIT + standing) + _THROW
    counts = _D_TRUMPS + 5 * min(own, 3) + min(theirs, 4)
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit & ~trump
        if mine == ZERO:
            continue
        out = rest & suit
        low = low_bit(mine)
        length = popcount(mine)
        beaten_by = min(popcount(out & above(top_bit(mine))), 4)
        rank = 5 * min(popcount(out & (low - ONE)), 4) + min(popcount(out & above(low)), 4)
        talk = 1 * (led_us & suit != ZERO) + 2 * (led_foe & suit != ZERO) + 4 * (partner & suit == ZERO)
        at = offer(
            table,
            at,
            low,
            block + _D_SHAPE + 5 * beaten_by + min(length, 5) - 1,
            block + _D_OUT + min(popcount(out), 9),
            block + _D_RANK + rank,
            block + counts + 20 * (length == 1),
            block + _D_TALK + talk,
            block + _D_TIME + popcount(hand),
        )
    return at


@kernel(forceinline=True)
def follow_options(
    seat: Int,
    hand: Word,
    legal: Word,
    hidden: Word,
    public: Word,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
    table: Word,
    at: Word,
) -> Word:
    """Offer the cards worth playing to a trick at an address, none where a rule will do (see `offer`).

    The trick was led in lane `led` and stands with `best` at `best_seat`; position: 1 to 3, how many cards
    lie on the table. At most one opponent is still to play, on the left.
    """
    trump = load(public, TRUMP)
    row = np.int64(LEAD_PLACES + ROW_PLACES * row_of(seat, trump))
    rest = unseen(hand, hidden, public)
    partner_wins = (best_seat ^ seat) & 1 == 0
    standing = np.int64(0) if position == 1 else np.int64(2 * position - 3 + partner_wins)
    if legal & led == ZERO:
        at = _ruff(row, seat, hand, legal, rest, public, led, best, standing, table, at)
        return _throw(row, seat, hand, legal, rest, public, standing, table, at)
    if position == 3 or legal & above(best) == ZERO:
        return at
    left = rest & ~load(public, VOID + ((seat + 1) & 3))
    if partner_wins and _to_beat(left, led, trump, best) == ZERO:
        return at
    return _follow_suit(row, seat, hand, legal, rest, public, led, best, standing, table, at)


@kernel(forceinline=True)
def by_rule(seat: Int, legal: Word, led: Word, best: Word, best_seat: Int, position: Int) -> Word:
    """Return the card that needs no judgement: fourth hand takes a trick cheaply, or else the lowest."""
    winners = legal & led & above(best)
    if position == 3 and winners and (best_seat ^ seat) & 1:
        return low_bit(winners)
    return low_bit(legal)
