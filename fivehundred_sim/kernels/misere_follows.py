"""The defenders' other cards against a misère, described by small numbers (see `misere_leads`).

Void: the highest card of each suit. Following suit, where the trick is not the contractor's: before him the
lowest card, the highest that frees no more of what he may hold, and the highest; after him the highest that
leaves the trick to the other defender, and the highest of all.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.knowledge import EXPOSED, lane_mask
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, low_bit, top_bit
from fivehundred_sim.kernels.misere_leads import (
    LEAD_PLACES,
    all_gaps,
    elsewhere,
    expected,
    gaps,
    gaps_of,
    share_of,
    talk,
)
from fivehundred_sim.kernels.options import offer

# Rows: open and closed for each of the two defenders; of a card played one more, under the contractor's lead.
ROWS = 4
FOLLOW_ROWS = 5
_T_PLACE, _T_LOW, _T_GAPS, _T_LENGTHS, _T_TIME, _T_TALK = 0, 144, 224, 288, 438, 478
THROW_ROW = 606
_F_PLACE, _F_LOW, _F_GAPS, _F_LENGTHS, _F_TIME, _F_AWAY = 0, 72, 136, 200, 300, 344
_FOLLOW_BLOCK = 440
FOLLOW_ROW = 3 * _FOLLOW_BLOCK
FOLLOWS_START = LEAD_PLACES + ROWS * THROW_ROW
PLACES = FOLLOWS_START + FOLLOW_ROWS * FOLLOW_ROW


@kernel(forceinline=True)
def _row(seat: Int, public: Word) -> Int:
    """Return which of the four rows a decision belongs to."""
    return decision_row(seat >> 1, load(public, EXPOSED) != ZERO)


@kernel(forceinline=True)
def decision_row(right: Int, exposed: Flag) -> Int:
    """Return which of the four rows a decision belongs to; right: 1 for the contractor's right-hand side."""
    return right + (np.int64(0) if exposed else np.int64(2))


@kernel(forceinline=True)
def suit_throws(
    mine: Word,
    his: Word,
    out: Word,
    tag: Word,
    row: Int,
    share: Int,
    before: Int,
    away: Int,
    told: Int,
    size: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer the highest card of a suit to be thrown; see `offer`.

    mine, his, out: cards of the suit held, those the contractor has or may have, and those the other defender
    may, one of them with chance `share`. row: see `decision_row`. before: the suit's gaps, away: those of the
    loosest other. told: see `talk`. size: cards in hand.
    """
    row = np.int64(LEAD_PLACES + THROW_ROW * row)
    card, low = top_bit(mine), low_bit(mine)
    length = min(popcount(mine), 4) - 1
    under, below = popcount(his & (card - ONE)), popcount(his & (low - ONE))
    return offer(
        table,
        at,
        card | tag,
        row + _T_PLACE + 36 * length + 6 * min(under, 5) + min(popcount(his) - under, 5),
        row + _T_LOW + 20 * length + 4 * min(below, 4) + min(popcount(his) - below, 3),
        row + _T_GAPS + 8 * before + gaps(his, mine ^ card, out, share),
        row + _T_LENGTHS + 25 * min(popcount(his), 5) + 5 * expected(out, share, 4) + min(length, 4),
        row + _T_TIME + 4 * min(size, 9) + 2 * (his == ZERO) + (length == 0),
        row + _T_TALK + 8 * told + away,
    )


@kernel(forceinline=True)
def throws(
    seat: Int, hand: Word, legal: Word, theirs: Word, others: Word, public: Word, table: Word, at: Word
) -> Word:
    """Offer the highest card of each suit to be thrown; the contractor has, or may have, `theirs`."""
    row = _row(seat, public)
    share = share_of(hand, others)
    found = all_gaps(theirs, hand, others, share)
    size = popcount(hand)
    for lane in range(4):
        suit = lane_mask(lane)
        mine, his, out = legal & suit, theirs & suit, others & suit
        if mine == ZERO:
            continue
        before, away = gaps_of(found, lane), elsewhere(found, np.int64(lane))
        told = talk(seat, suit, public)
        at = suit_throws(mine, his, out, ZERO, row, share, before, away, told, size, table, at)
    return at


@kernel(forceinline=True)
def _sheds(legal: Word, theirs: Word, best: Word) -> Word:
    """Return the highest card that frees no more of what the contractor may hold than the lowest would.

    The higher the trick stands, the higher the card he gets rid of.
    """
    freed = theirs & above(max(best, low_bit(legal)))
    return top_bit(legal & (low_bit(freed) - ONE)) if freed else top_bit(legal)


@kernel(forceinline=True)
def _way(way: Int, low: Word, middle: Word, high: Word) -> Word:
    """Return the card for a way, 0 if it is offered already."""
    if way == 0:
        return low
    if way == 1:
        return middle if middle != low and middle != high else ZERO
    return high if high != low else ZERO


@kernel(forceinline=True)
def suit_follows(
    legal: Word,
    his: Word,
    out: Word,
    tag: Word,
    row: Int,
    best: Word,
    after: Int,
    share: Int,
    away: Int,
    size: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer the cards to follow suit with; see `offer`.

    legal, his, out: cards of the suit held, those the contractor has or may have, and those the other
    defender may, one of them with chance `share`. row: see `decision_row`, `ROWS` under the contractor's
    card. best: what wins so far. after: the contractor has played. away: how good the other suits are. size:
    cards in hand.
    """
    row = np.int64(FOLLOWS_START + FOLLOW_ROW * row)
    low, high = low_bit(legal), top_bit(legal)
    middle = top_bit(legal & (best - ONE)) if after else _sheds(legal, his, best)
    for way in range(3):
        card = _way(way, low, middle, high)
        if card == ZERO:
            continue
        block = row + _FOLLOW_BLOCK * way
        stands = max(card, best)
        under = his & (stands - ONE)
        left = his if after else his ^ top_bit(under)
        rest = legal ^ card
        floor = low_bit(left) - ONE if left else ZERO
        takes = np.int64(card > best)
        at = offer(
            table,
            at,
            card | tag,
            block
            + _F_PLACE
            + 36 * takes
            + 9 * min(popcount(under), 3)
            + 3 * min(popcount(his) - popcount(under), 2)
            + expected(out & above(stands), share, 2),
            block + _F_LOW + 16 * min(popcount(rest & floor), 3) + 4 * min(popcount(out & floor), 3)
            + min(popcount(left), 3),
            block + _F_GAPS + 8 * gaps(his, legal, out, share) + gaps(left, rest, out, share),
            block + _F_LENGTHS + 20 * min(popcount(his), 4) + 5 * (min(popcount(legal), 4) - 1)
            + expected(out, share, 4),
            block + _F_TIME + 2 * 2 * size + 2 * takes + (his == ZERO),
            block + _F_AWAY + 6 * away + 3 * takes + min(popcount(rest), 2),
        )  # fmt: skip
    return at


@kernel(forceinline=True)
def follows(
    seat: Int,
    hand: Word,
    legal: Word,
    theirs: Word,
    others: Word,
    public: Word,
    led: Word,
    best: Word,
    best_seat: Int,
    after: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer the cards to follow suit with; `after`: the contractor has played."""
    row = ROWS if best_seat == 0 else _row(seat, public)
    share = share_of(hand, others)
    own, partners = all_gaps(theirs, hand, ZERO, share), all_gaps(theirs, ZERO, others, share)
    away = np.int64(0)
    for lane in range(4):
        if lane_mask(lane) == led:
            away = 4 * (elsewhere(own, np.int64(lane)) >> 1) + min(elsewhere(partners, np.int64(lane)), 3)
    his, out, size = theirs & led, others & led, popcount(hand)
    return suit_follows(legal, his, out, ZERO, row, best, after, share, away, size, table, at)
