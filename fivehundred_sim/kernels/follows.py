"""The choice of a follower in suits and no-trump: the cards worth playing, described by small numbers.

Following suit: the lowest card, the lowest that wins for now, the lowest that wins for certain, the highest.
Void: the lowest ruff, the lowest sure ruff, and the lowest card of each plain suit. The suitless joker of a
no-trump contract is treated as a trump suit of one card, which it is in all but the lead.

`suit_follows`, `ruffs` and `throws` look at one suit alone, so that the general kernels (`wide`) share them.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.knowledge import LED, TRUMP, VOID, lane_mask, unseen
from fivehundred_sim.kernels.lanes import (
    ALL_LANES,
    LANE_3,
    ONE,
    ZERO,
    above,
    lane_mask_of,
    low_bit,
    top_bit,
    under,
)
from fivehundred_sim.kernels.leads import LEAD_PLACES, side_suits
from fivehundred_sim.kernels.options import ROWS, can_ruff, offer, row_of, with_losers, with_winners

# The table has a row a seat (`row_of`), a row a block for each kind of decision: six of following suit, by
# standing and whether trumps were led, and five of a player void in the suit led, by standing. Standing:
# 0 second hand; 1 third hand, an opponent wins; 2 third hand, partner wins; 3 and 4 so for fourth hand.
DECISION_PLACES = 369
ROW_PLACES = 11 * DECISION_PLACES
PLACES = LEAD_PLACES + ROWS * ROW_PLACES
VOID_IN_SUIT = 6
LONG = 5  # cards of a suit out, from which on it is long
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
def suit_follows(
    legal: Word,
    out: Word,
    tag: Word,
    row: Int,
    best: Word,
    threat: Word,
    threats: Int,
    partners: Int,
    own: Int,
    theirs: Int,
    cards: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer the cards of a player who follows suit and could win; see `offer`.

    legal, out: cards of the suit led, held and not seen. row: where the decision's numbers begin. best: what
    wins so far. threat: what an opponent to come may beat it with, above all of the suit where he may ruff.
    threats, partners: up to four cards with which an opponent or partner to come may win, 5 more if he may
    ruff. own, theirs: trumps. cards: in hand.
    """
    winners = legal & above(best)
    low, high, for_now = low_bit(legal), top_bit(legal), low_bit(winners)
    for_certain = low_bit(winners & above(top_bit(threat)))
    last = for_certain if for_certain else high
    length = min(popcount(legal), 4) - 1
    card = ZERO
    while card != last:  # low, for now, last: from low to high, some of them the same card
        card = low if card == ZERO else for_now if card < for_now else last
        kind = 2 if card == for_certain else 1 if card == for_now else 0 if card < for_now else 3
        block = row + _FOLLOW_BLOCK * kind
        between = popcount(out & above(best) & (card - ONE)) if card > best else np.int64(0)
        at = offer(
            table,
            at,
            card | tag,
            block + _F_HIGHER + 4 * min(popcount(out & above(card)), 4) + length,
            block + _F_GAP + 4 * min(between, 3) + min(popcount(legal & above(card)), 3),
            block + _F_THREAT + threats,
            block + _F_PARTNER + partners,
            block + _F_TIME + cards,
            block + _F_TRUMPS + 5 * min(own, 4) + min(theirs, 4),
        )
    return at


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
    at: Any,
) -> Any:
    """Offer the cards of a player who follows suit and could win; see `offer`."""
    trump = load(public, TRUMP)
    left = rest & ~load(public, VOID + ((seat + 1) & 3))
    partner = rest & ~load(public, VOID + (seat ^ 2)) if standing == 0 else ZERO
    own, theirs = _trumps(seat, hand, rest, public)
    threat = _to_beat(left, led, trump, best)
    if trump != LANE_3:
        own = with_winners(own, side_suits(hand & ~led, rest, trump)[0])
        theirs = with_losers(theirs, np.int64(popcount(rest & led) >= LONG))
    threats = 5 * (threat > led) + min(popcount(threat), 4)
    partners = 5 * can_ruff(partner, led, trump) + min(popcount(partner & led & above(best)), 4)
    decision = row + DECISION_PLACES * (np.int64(3 * (led & trump != ZERO)) + standing)
    cards = popcount(hand)
    return suit_follows(
        legal, rest & led, ZERO, decision, best, threat, threats, partners, own, theirs, cards, table, at
    )


@kernel(forceinline=True)
def ruffs(
    mine: Word,
    out: Word,
    tag: Word,
    row: Int,
    winners: Word,
    threat: Word,
    others: Int,
    outside: Int,
    suits: Int,
    over: Flag,
    own: Int,
    theirs: Int,
    cards: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer the lowest trump that wins for now and the lowest that wins for certain; see `offer`.

    mine, out: trumps that may be played and trumps not seen; winners: those of `mine` that beat the trick.
    row: where the decision's numbers begin. threat: trumps with which an opponent to come may overruff.
    others: up to four cards with which partner (or the last player) may win, 5 more if he may ruff. outside:
    cards of the suit led not seen. suits: plain suits held. over: a trump has been played. cards: in hand.
    """
    for_now, for_certain = low_bit(winners), low_bit(winners & above(top_bit(threat)))
    for way in range(2):
        card = for_certain if way else for_now
        if card == ZERO or (way == 1 and card == for_now):
            continue
        block = row + _RUFF_BLOCK * (card == for_certain)
        higher = 4 * min(popcount(out & above(card)), 3) + min(popcount(mine & above(card)), 3)
        at = offer(
            table,
            at,
            card | tag,
            block + _R_COUNTS + 8 * own + theirs,
            block + _R_HEIGHT + higher,
            block + _R_OTHERS + others,
            block + _R_TIME + cards,
            block + _R_OUT + min(outside, 9),
            block + _R_SUITS + suits + 5 * over,
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
    at: Any,
) -> Any:
    """Offer the ways (0-2) to take a trick with a trump, void in the suit led."""
    trump = load(public, TRUMP)
    winners = legal & trump & above(best)
    if winners == ZERO:
        return at
    left = rest & ~load(public, VOID + ((seat + 1) & 3)) if standing < 3 else ZERO
    own, theirs = _trumps(seat, hand, rest, public)
    threat = left & trump & above(best) if left & led == ZERO else ZERO
    # Second hand: whether partner might take the trick; third hand: whether the last player might.
    other = rest & ~load(public, VOID + (seat ^ 2)) if standing == 0 else left
    others = 5 * can_ruff(other, led, trump) + min(popcount(other & led & above(best)), 4)
    suits = np.int64(0)
    for lane in range(4):
        suits += np.int64(legal & lane_mask(lane) & ~trump != ZERO)
    if trump != LANE_3:
        own = with_winners(own, side_suits(hand, rest, trump)[0])
        theirs = with_losers(theirs, popcount(hand & under(rest)))
    return ruffs(
        legal & trump,
        rest & trump,
        ZERO,
        row + DECISION_PLACES * (VOID_IN_SUIT + standing),
        winners,
        threat,
        others,
        popcount(rest & led),
        suits,
        best & trump != ZERO,
        own,
        theirs,
        popcount(hand),
        table,
        at,
    )


@kernel(forceinline=True)
def throws(
    mine: Word,
    out: Word,
    tag: Word,
    row: Int,
    talk: Int,
    own: Int,
    theirs: Int,
    cards: Int,
    ruffing: Flag,
    table: Word,
    at: Any,
) -> Any:
    """Offer the lowest card of a plain suit, to be thrown off; see `offer`.

    mine, out: cards of the suit held and not seen. row: where the decision's numbers begin. talk: 1 partner
    has led the suit + 2 an opponent + 4 partner has none of it + 8 the contractor has none (if he or his
    partner throws: no opponent). own, theirs: trumps. cards: in hand. ruffing: whether there is a trump suit;
    without one what counts is how good the suit is so late in the play.
    """
    block = row + _THROW
    low = low_bit(mine)
    length = popcount(mine)
    beaten_by = min(popcount(out & above(top_bit(mine))), 4)
    rank = 5 * min(popcount(out & (low - ONE)), 4) + min(popcount(out & above(low)), 4)
    state = 5 * min(own, 3) + min(theirs, 4) if ruffing else 5 * min(beaten_by, 3) + min(cards >> 1, 4)
    return offer(
        table,
        at,
        low | tag,
        block + _D_SHAPE + 5 * beaten_by + min(length, 5) - 1,
        block + _D_OUT + min(popcount(out), 9),
        block + _D_RANK + rank,
        block + _D_TRUMPS + 20 * (length == 1) + state,
        block + _D_TALK + talk,
        block + _D_TIME + cards,
    )


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
    at: Any,
) -> Any:
    """Offer the lowest card of each plain suit, to be thrown off."""
    trump = load(public, TRUMP)
    own, theirs = _trumps(seat, hand, rest, public)
    partner = rest & ~load(public, VOID + (seat ^ 2))
    led_us = load(public, LED + (seat ^ 2))
    gone = load(public, VOID) if seat & 1 else load(public, VOID + 1) & load(public, VOID + 3)
    led_foe = load(public, LED + ((seat + 1) & 3)) | load(public, LED + ((seat + 3) & 3))
    decision = row + DECISION_PLACES * (VOID_IN_SUIT + standing)
    cards, ruffing = popcount(hand), trump == LANE_3
    plain = legal & ~trump & ALL_LANES
    while plain != ZERO:  # from suit to suit held
        suit = lane_mask_of(plain)
        mine = plain & suit
        plain ^= mine
        talk = (
            1 * (led_us & suit != ZERO)
            + 2 * (led_foe & suit != ZERO)
            + 4 * (partner & suit == ZERO)
            + 8 * (rest & ~gone & suit == ZERO)
        )
        at = throws(mine, rest & suit, ZERO, decision, talk, own, theirs, cards, ruffing, table, at)
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
    at: Any,
) -> Any:
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
