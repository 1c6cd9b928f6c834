"""The choice of a lead in suits and no-trump: every card worth leading, described by small numbers.

The highest and the lowest trump, and one card of each plain suit: its highest where nothing out beats it
or where it heads a sequence, otherwise its lowest. Each comes with features (see `options`): the length of
the suit, what is out above it, who may ruff, how many trumps are held and unseen.

`trump_leads` and `suit_leads` look at one suit alone, so that the general kernels (`wide`) share them; a
`tag` goes into the card offered, to tell suits apart whose words do not.
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
from fivehundred_sim.kernels.options import (
    ROWS,
    is_out_of,
    offer,
    row_of,
    tops,
    touching,
    with_losers,
    with_winners,
)

# The table has a row a seat (`row_of`), in it a block for each kind of lead, in it a block a feature.
_TRUMP = 1  # three ways to lead a trump: the master, the highest though not master, the lowest
_T_COUNTS, _T_TOPS, _T_SIDE, _T_TIME, _T_TALK, _T_SHORT = 0, 64, 80, 92, 103, 111
_TRUMP_BLOCK = 120
_CASH = _TRUMP + 3 * _TRUMP_BLOCK  # the highest card left of a plain suit
_C_SUIT, _C_RUFF, _C_OWN, _C_TIME, _C_TALK, _C_MORE = 0, 40, 72, 88, 99, 115
_CASH_BLOCK = 123
_PLAIN = (
    _CASH + _CASH_BLOCK
)  # three ways to lead another plain suit: low from length, top of a sequence, a singleton
_P_SHAPE, _P_OUT, _P_TRUMPS, _P_RUFF, _P_TALK, _P_TIME = 0, 20, 30, 94, 102, 110
_PLAIN_BLOCK = 121
ROW_PLACES = _PLAIN + 3 * _PLAIN_BLOCK
LEAD_PLACES = ROWS * ROW_PLACES


@kernel(forceinline=True)
def side_suits(hand: Word, rest: Word, trump: Word) -> tuple[Int, Int]:
    """Return (plain suits whose highest card left is in hand, plain suits held short: none or one card)."""
    winners = short = 0
    for lane in range(4):
        suit = lane_mask(lane) & ~trump
        mine = hand & suit
        if mine > rest & suit:
            winners += 1
        if mine & (mine - ONE) == ZERO and suit:
            short += 1
    return winners, short


@kernel(forceinline=True)
def trump_leads(
    mine: Word,
    out: Word,
    tag: Word,
    row: Int,
    own: Int,
    theirs: Int,
    winners: Int,
    short: Int,
    void: Int,
    talk: Int,
    cards: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer the highest trump and the lowest; see `offer`.

    mine, out: trumps held and not seen, own and theirs their numbers. winners, short: see `side_suits`. void:
    how many opponents have no trump. talk: 1 partner has none + 2 our side has led trumps + 4 theirs. cards:
    in hand.
    """
    high, low = top_bit(mine), low_bit(mine)
    higher = popcount(out & above(high))
    for way in range(2):
        if way == 1 and (low == high or out & above(low) & (high - ONE) == ZERO):
            break
        block = _TRUMP + _TRUMP_BLOCK * (2 if way else np.int64(higher > 0))
        at = offer(
            table,
            at,
            (low if way else high) | tag,
            row + block + _T_COUNTS + 8 * own + theirs,
            row + block + _T_TOPS + 4 * min(higher, 3) + min(tops(mine, out), 3),
            row + block + _T_SIDE + 3 * min(winners, 3) + void,
            row + block + _T_TIME + cards,
            row + block + _T_TALK + talk,
            row + block + _T_SHORT + short,
        )
    return at


@kernel(forceinline=True)
def suit_leads(
    mine: Word,
    out: Word,
    tag: Word,
    row: Int,
    own: Int,
    theirs: Int,
    ruffs: Int,
    partner_ruffs: Flag,
    partner_void: Flag,
    talk: Int,
    me_led: Flag,
    cards: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer the lead of a plain suit: its master, the top of a sequence, or its lowest; see `offer`.

    mine, out: cards of the suit held and not seen. own, theirs: trumps. ruffs: 1 the opponent on the left may
    ruff + 2 the one on the right. talk: 1 partner has led the suit + 2 an opponent. cards: in hand.
    """
    high = top_bit(mine)
    length = popcount(mine)
    outside = min(popcount(out), 9)
    if out & above(high) == ZERO:
        return offer(
            table,
            at,
            high | tag,
            row + _CASH + _C_SUIT + 4 * outside + min(length, 4) - 1,
            row + _CASH + _C_RUFF + 4 * theirs + ruffs,
            row + _CASH + _C_OWN + 2 * own + partner_void,
            row + _CASH + _C_TIME + cards,
            row + _CASH + _C_TALK + talk + 4 * me_led + 8 * partner_ruffs,
            row + _CASH + _C_MORE + min(tops(mine, out), 3) + 4 * (theirs > 0),
        )
    sequence = touching(mine, out)
    block = _PLAIN + _PLAIN_BLOCK * (2 if length == 1 else np.int64(sequence))
    higher = popcount(out & above(high))
    return offer(
        table,
        at,
        (high if sequence else low_bit(mine)) | tag,
        row + block + _P_SHAPE + 5 * (min(higher, 4) - 1) + min(length, 5) - 1,
        row + block + _P_OUT + outside,
        row + block + _P_TRUMPS + 8 * own + theirs,
        row + block + _P_RUFF + 4 * partner_ruffs + ruffs,
        row + block + _P_TALK + talk + 4 * me_led,
        row + block + _P_TIME + cards,
    )


@kernel(forceinline=True)
def lead_options(
    seat: Int, hand: Word, legal: Word, hidden: Word, public: Word, table: Word, at: Word
) -> Word:
    """Offer the cards worth leading (1-6) at an address; return the address behind them (see `offer`)."""
    trump = load(public, TRUMP)
    row = np.int64(ROW_PLACES * row_of(seat, trump))
    rest = unseen(hand, hidden, public)
    partner = rest & ~load(public, VOID + (seat ^ 2))
    left = rest & ~load(public, VOID + ((seat + 1) & 3))
    right = rest & ~load(public, VOID + ((seat + 3) & 3))
    led_us = load(public, LED + (seat ^ 2))
    led_me = load(public, LED + seat)
    led_foe = load(public, LED + ((seat + 1) & 3)) | load(public, LED + ((seat + 3) & 3))
    cards = popcount(hand)
    own = min(popcount(hand & trump), 7)
    theirs = min(popcount((left | right) & trump), 7)
    winners, short = np.int64(0), np.int64(0)
    if legal & trump or trump != LANE_3:
        winners, short = side_suits(hand, rest, trump)
    if trump != LANE_3:
        own, theirs = with_winners(own, winners), with_losers(theirs, cards - popcount(hand & ~under(rest)))
    if legal & trump:
        void = (left & trump == ZERO) + (right & trump == ZERO)
        talk = (
            1 * (partner & trump == ZERO)
            + 2 * ((led_us | led_me) & trump != ZERO)
            + 4 * (led_foe & trump != ZERO)
        )
        mine, out = legal & trump, rest & trump
        at = trump_leads(mine, out, ZERO, row, own, theirs, winners, short, void, talk, cards, table, at)
    plain = legal & ~trump & ALL_LANES
    while plain != ZERO:  # from suit to suit held
        suit = lane_mask_of(plain)
        mine = plain & suit
        plain ^= mine
        at = suit_leads(
            mine,
            rest & suit,
            ZERO,
            row,
            own,
            theirs,
            1 * is_out_of(left, suit, trump) + 2 * is_out_of(right, suit, trump),
            is_out_of(partner, suit, trump),
            partner & suit == ZERO,
            1 * (led_us & suit != ZERO) + 2 * (led_foe & suit != ZERO),
            led_me & suit != ZERO,
            cards,
            table,
            at,
        )
    return at
