"""The defenders' leads against a misère: the cards worth leading, each described by small numbers.

Of each suit the lowest card; the highest of those that lie no higher among the contractor's cards; and the
highest of all. The features are joint counts (see `options`): what he has below and above the card, what is
left to lead under him after his duck, what the other defender may hold, and how good the other suits are.

What looks at one suit alone is shared with the general kernels (`wide`).
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.knowledge import FULL, LED, PLAYED, VOID, lane_mask
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, low_bit, top_bit
from fivehundred_sim.kernels.options import offer

# The table has a row for each of the two defenders, in it a block a way (lowest, middle, highest), in it a
# block a feature.
WAYS = 3
DEFENDERS = 2
# Against an open hand the first three features have numbers in common for all ways.
_O_MINE, _O_OTHERS, _O_BOTH = 0, 432, 2032
_O_AWAY = 2707
_O_WAYS = 3283
_O_GAPS, _O_TALK = 0, 160
_OPEN_BLOCK = 208
OPEN_ROW = _O_WAYS + WAYS * _OPEN_BLOCK
_C_PLACE, _C_RANK, _C_NEXT, _C_OTHER, _C_TIME, _C_TALK = 0, 144, 214, 294, 390, 438
_CLOSED_BLOCK = 566
CLOSED_ROW = WAYS * _CLOSED_BLOCK
OPEN_PLACES = DEFENDERS * OPEN_ROW
LEAD_PLACES = OPEN_PLACES + DEFENDERS * CLOSED_ROW


@kernel(forceinline=True)
def share_of(hand: Word, others: Word) -> Int:
    """Return the chance, in 24ths, that the other defender holds one given card of those he may hold."""
    return share_among(popcount(hand), popcount(others))


@kernel(forceinline=True)
def share_among(cards: Int, possible: Int) -> Int:
    """Return the chance, in 24ths, that one given card of so many possible is among `cards`."""
    return min(24 * cards // max(possible, 1), 24)


@kernel(forceinline=True)
def expected(cards: Word, share: Int, most: Int) -> Int:
    """Return how many of the cards the other defender is likely to hold, in thirds rounded up."""
    return min((popcount(cards) * share + 7) >> 3, most)


@kernel(forceinline=True)
def gaps(theirs: Word, mine: Word, others: Word, share: Int) -> Int:
    """Return how loose a suit of the contractor is, in halves, 0 to 7.

    That is, at his worst card, how many defenders' cards lie below it beyond his own.
    """
    worst = covered = np.int64(0)
    while theirs:
        card = low_bit(theirs)
        theirs ^= card
        worst = max(
            worst, 24 * (popcount(mine & (card - ONE)) - covered) + share * popcount(others & (card - ONE))
        )
        covered += 1
    return min((worst + 6) // 12, 7)


@kernel(forceinline=True)
def all_gaps(theirs: Word, mine: Word, others: Word, share: Int) -> Word:
    """Return the gaps of the four suits, a byte each."""
    found = ZERO
    for lane in range(4):
        suit = lane_mask(lane)
        loose = gaps(theirs & suit, mine & suit, others & suit, share)
        found |= np.uint64(loose) << np.uint64(8 * lane)
    return found


@kernel(forceinline=True)
def gaps_of(found: Word, lane: Int) -> Int:
    """Return the gaps of one suit, from `all_gaps`."""
    return np.int64((found >> np.uint64(8 * lane)) & np.uint64(255))


@kernel(forceinline=True)
def elsewhere(found: Word, lane: Int) -> Int:
    """Return the gaps of the loosest suit but one, from `all_gaps`."""
    worst = np.int64(0)
    for other in range(4):
        if other != lane:
            worst = max(worst, gaps_of(found, other))
    return worst


@kernel(forceinline=True)
def talk(seat: Int, suit: Word, public: Word) -> Int:
    """Return who has led a suit (1 the seat, 2 the other defender, 4 the contractor) + 8, the other void."""
    other = 4 - seat
    return (
        1 * (load(public, LED + seat) & suit != ZERO)
        + 2 * (load(public, LED + other) & suit != ZERO)
        + 4 * (load(public, LED) & suit != ZERO)
        + 8 * (load(public, VOID + other) & suit != ZERO)
    )


@kernel(forceinline=True)
def _middle(mine: Word, theirs: Word) -> Word:
    """Return the highest card of `mine` under which no more of `theirs` lie than under the lowest."""
    higher = theirs & above(low_bit(mine))
    return top_bit(mine & (low_bit(higher) - ONE)) if higher else top_bit(mine)


@kernel(forceinline=True)
def way_of(way: Int, mine: Word, theirs: Word) -> Word:
    """Return the card of `mine` for a way (lowest, middle, highest), 0 if it is offered already."""
    low, high = low_bit(mine), top_bit(mine)
    if way == 0:
        return low
    if way == 2:
        return high if high != low else ZERO
    middle = _middle(mine, theirs)
    return middle if middle != low and middle != high else ZERO


@kernel(forceinline=True)
def _between(theirs: Word) -> tuple[Word, Word, Word]:
    """Return what lies below the contractor's lowest card, then below the next, then below the third."""
    first = low_bit(theirs)
    second = low_bit(theirs ^ first)
    third = low_bit(theirs ^ first ^ second)
    return first - ONE, (second - ONE) & ~(first - ONE), (third - ONE) & ~(second - ONE)


@kernel(forceinline=True)
def open_suit_leads(
    mine: Word,
    his: Word,
    out: Word,
    tag: Word,
    row: Int,
    share: Int,
    before: Int,
    away: Int,
    told: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer the leads of one suit against an open hand; see `offer`.

    mine, his, out: cards of the suit held, the contractor's, and those the other defender may hold, one of
    them with chance `share`. before: the suit's gaps. away: how good the other suits are. told: see `talk`.
    """
    held = min(popcount(his), 3)
    zone_0, zone_1, zone_2 = _between(his)
    mine_0, mine_1 = min(popcount(mine & zone_0), 2), min(popcount(mine & zone_1), 2)
    out_0, out_1 = expected(out & zone_0, share, 4), expected(out & zone_1, share, 4)
    mine_2, out_2 = min(popcount(mine & zone_2), 2), expected(out & zone_2, share, 3)
    shape = 20 * before + 5 * (min(popcount(mine), 4) - 1) + expected(out, share, 4)
    for way in range(WAYS):
        card = way_of(way, mine, his)
        if card == ZERO:
            continue
        block = row + _O_WAYS + _OPEN_BLOCK * way
        under = min(popcount(his & (card - ONE)), 3)
        state = 0 if his == ZERO else (1 if under == 0 else 2)
        higher = expected(out & above(card), share, 2)
        at = offer(
            table,
            at,
            card | tag,
            row + _O_MINE + 108 * held + 27 * under + 9 * mine_0 + 3 * mine_1 + mine_2,
            row + _O_OTHERS + 400 * held + 100 * under + 20 * out_0 + 4 * out_1 + out_2,
            row + _O_BOTH + 225 * min(under, 2) + 75 * mine_0 + 25 * mine_1 + 5 * out_0 + out_1,
            block + _O_GAPS + shape,
            row + _O_AWAY + 192 * state + 64 * higher + away,
            block + _O_TALK + 3 * told + higher,
        )
    return at


@kernel(forceinline=True)
def open_row(right: Int) -> Int:
    """Return where the numbers of a lead against an open hand begin; right: 1 the defender on his right."""
    return np.int64(OPEN_ROW * right)


@kernel(forceinline=True)
def goodness_away(found: Word, partners: Word, lane: Int, cards: Int) -> Int:
    """Return how good the suits but one are, by own gaps and the other defender's; cards: in hand."""
    phase = min((cards - 2) >> 1, 3)
    return 16 * phase + 4 * (elsewhere(found, lane) >> 1) + min(elsewhere(partners, lane), 3)


@kernel(forceinline=True)
def open_leads(
    seat: Int, hand: Word, legal: Word, theirs: Word, others: Word, public: Word, table: Word, at: Word
) -> Word:
    """Offer the leads against the open cards `theirs`; the other defender holds some of `others`."""
    row = open_row(seat >> 1)
    share = share_of(hand, others)
    found = all_gaps(theirs, hand, others, share)
    own, partners = all_gaps(theirs, hand, ZERO, share), all_gaps(theirs, ZERO, others, share)
    cards = popcount(hand)
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit
        if mine == ZERO:
            continue
        away = goodness_away(own, partners, np.int64(lane), cards)
        told = talk(seat, suit, public)
        before = gaps_of(found, lane)
        at = open_suit_leads(
            mine, theirs & suit, others & suit, ZERO, row, share, before, away, told, table, at
        )
    return at


@kernel(forceinline=True)
def closed_suit_leads(
    mine: Word,
    his: Word,
    out: Word,
    pack: Word,
    gone: Int,
    tag: Word,
    row: Int,
    share: Int,
    density: Int,
    told: Int,
    cards: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer the leads of one suit against a closed hand; see `offer`.

    mine, his, out: cards of the suit held, those the contractor may hold, and those the other defender may,
    one of them with chance `share`; pack: all cards of the suit, gone: how many were played. density: how
    likely the contractor holds a card he may hold. told: see `talk`. cards: in hand.
    """
    length = min(popcount(mine), 4) - 1
    for way in range(WAYS):
        card = way_of(way, mine, his)
        if card == ZERO:
            continue
        block = row + _CLOSED_BLOCK * way
        under = popcount(his & (card - ONE))
        over = popcount(his) - under
        beyond = low_bit(mine ^ card)
        following = min(popcount(his & (beyond - ONE)), 3) if beyond else np.int64(4)
        lower = expected(out & (card - ONE), share, 3)
        higher = expected(out & above(card), share, 2)
        rank = min(popcount(pack & (card - ONE)), 9)
        at = offer(
            table,
            at,
            card | tag,
            block + _C_PLACE + 36 * density + 6 * min(under, 5) + min(over, 5),
            block + _C_RANK + 7 * rank + min(gone, 6),
            block + _C_NEXT + 16 * following + 4 * min(under, 3) + length,
            block + _C_OTHER + 24 * min(length, 3) + 6 * lower + 2 * higher + (his == ZERO),
            block + _C_TIME + 4 * cards + min(popcount(his), 3),
            block + _C_TALK + 8 * told + 2 * lower + (higher > 0),
        )
    return at


@kernel(forceinline=True)
def closed_row(right: Int) -> Int:
    """Return where the numbers of a lead against a closed hand begin; right: 1 the defender on his right."""
    return np.int64(OPEN_PLACES + CLOSED_ROW * right)


@kernel(forceinline=True)
def closed_leads(
    seat: Int, hand: Word, legal: Word, theirs: Word, others: Word, public: Word, table: Word, at: Word
) -> Word:
    """Offer the leads against a closed hand that may hold `theirs`; the other defender may hold `others`."""
    row = closed_row(seat >> 1)
    size = popcount(hand)
    share = share_of(hand, others)
    density = min(4 * size // max(popcount(theirs), 1), 3)
    played, full = load(public, PLAYED), load(public, FULL)
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit
        if mine == ZERO:
            continue
        gone = popcount(played & suit)
        told = talk(seat, suit, public)
        his, out, pack = theirs & suit, others & suit, full & suit
        at = closed_suit_leads(mine, his, out, pack, gone, ZERO, row, share, density, told, size, table, at)
    return at
