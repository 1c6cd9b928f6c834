"""The contractor's three discards, the joker's suit, and the whole exchange that every engine shares.

Nothing here sees more than the contractor does: his ten cards and the kitty.
"""

from typing import TypeAlias

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, apart, kernel, lowest, popcount
from fivehundred_sim.kernels.certain import keep_certain
from fivehundred_sim.kernels.codes import HAND, NO_TRUMP, THROWN
from fivehundred_sim.kernels.discard_tables import NO_TRUMP_SUIT, SIDE_SUIT, TRUMP_COUNT
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import JOKER, LANE_3, NOMINATED, ONE, ZERO, top_bit
from fivehundred_sim.kernels.misere_discard import misere_discard, misere_nominate
from fivehundred_sim.kernels.splits import IMPOSSIBLE, VALUES

DISCARD_WORDS = 4 * VALUES
# The columns of the suit tables: a suit's honours, and how many lower cards (0 to 7 of at most eleven cards).
HONOURS, LOWS = 4, 8
SHAPES = LOWS << HONOURS
ROWS = 6
# What is known of a suit after throwing its lowest 0, 1, 2 or 3 cards (THROWN is three).
_Four: TypeAlias = tuple[Int, Int, Int, Int]
# Ways to throw are compared as value << _CODE_BITS less the way's code, lane 0 the highest nibble of it: the
# maximum is the best sum, and of equals the way that throws least from lane 0, then from lane 1 and 2.
_CODE_BITS = 12
_CODES = (1 << _CODE_BITS) - 1


@kernel()
def suit_shape(mine: Word, suit: Word) -> Int:
    """Return the table column of what is held of a suit whose cards in the pack are `suit`.

    Which of its four highest cards are held (ace 8, king 4, queen 2, the next 1) times LOWS, plus the number
    of lower cards, at most LOWS - 1.
    """
    mine >>= np.uint64(lowest(suit))  # the cards of a lane stand without gaps
    lows = np.uint64(popcount(suit) - HONOURS)
    lower = popcount(mine & ((ONE << lows) - ONE))
    return LOWS * np.int64(mine >> lows) + min(lower, LOWS - 1)


@kernel()
def row_of_trumps(trumps: Int) -> Int:
    """Return the table row for a number of trumps kept: 0 for up to three, 1 for four ... 5 for eight."""
    return min(max(trumps - 3, 0), 5)


@kernel()
def row_without_trumps(cards: Word, full: Word) -> Int:
    """Return the table row of thirteen cards in no-trump, by the joker and the aces among them.

    See `row_of_aces`.
    """
    aces = 0
    for lane in range(4):
        if cards & top_bit(full & lane_mask(lane)):
            aces += 1
    return row_of_aces(aces, cards & JOKER != ZERO)


@kernel()
def row_of_aces(aces: Int, joker: Flag) -> Int:
    """Return the table row of no-trump for a number of aces beside the joker or without it.

    Without the joker 0 for up to two aces, 1 for three, 2 for four; with it 3 for up to one, 4 for two, 5 for
    more.
    """
    return 3 + min(max(aces - 1, 0), 2) if joker else max(aces - 2, 0)


@kernel()
def choose_discard(strain: Int, cards: Word, full: Word, nominate: Int, scratch: Ints) -> Word:
    """Return the three cards (uint64 mask) to throw from the contractor's thirteen.

    cards: hand and kitty in the lanes of `strain`. full: every card of the pack in these lanes. scratch:
    int64 (DISCARD_WORDS,), overwritten in misère. A suit is thrown from its bottom (in misère from its top),
    so a choice is how many to throw from each suit: all splits are compared by the sum of the suits' values.
    """
    if strain > NO_TRUMP:
        return misere_discard(cards, full, nominate, scratch)
    first, second, third = _shapes(cards, full, 0), _shapes(cards, full, 1), _shapes(cards, full, 2)
    if strain == NO_TRUMP:
        row = row_without_trumps(cards, full)
        pair = _together(_worths(NO_TRUMP_SUIT, row, first, 0), _worths(NO_TRUMP_SUIT, row, second, 1))
        last = _worths(NO_TRUMP_SUIT, row, _shapes(cards, full, 3), 3)
        choice = _together(_together(pair, _worths(NO_TRUMP_SUIT, row, third, 2)), last)[3]
        return keep_certain(False, cards, full & ~cards, _thrown_in(cards, choice))
    best = np.int64(4 * IMPOSSIBLE)
    choice = np.int64(0)
    trumps = popcount(cards & LANE_3)
    for kept in range(max(trumps - THROWN, 0), trumps + 1):
        # A trump fewer changes what the other suits are worth, so each number of trumps is its own sum.
        if kept < trumps - 1 and trumps < HAND:
            continue  # two trumps are thrown only by a hand of little else
        row = row_of_trumps(kept)
        pair = _together(_worths(SIDE_SUIT, row, first, 0), _worths(SIDE_SUIT, row, second, 1))
        beside = _together(pair, _worths(SIDE_SUIT, row, third, 2))
        thrown = trumps - kept
        ways = (
            beside[3]
            if thrown == 0
            else beside[2]
            if thrown == 1
            else beside[1]
            if thrown == 2
            else beside[0]
        )
        value = ((ways + _CODES) >> _CODE_BITS) + TRUMP_COUNT[kept]
        if value > best:
            best = value
            choice = ways
    return keep_certain(True, cards, full & ~cards, _thrown_in(cards, choice))


@kernel(forceinline=True)
def _shapes(cards: Word, full: Word, lane: Int) -> _Four:
    """Return the shapes of a suit after throwing its lowest 0 to 3 cards, -1 where it has not so many."""
    suit = full & lane_mask(lane)
    mine = cards & suit
    one = mine & (mine - ONE)
    two = one & (one - ONE)
    three = two & (two - ONE)
    return (
        suit_shape(mine, suit),
        suit_shape(one, suit) if mine else np.int64(-1),
        suit_shape(two, suit) if one else np.int64(-1),
        suit_shape(three, suit) if two else np.int64(-1),
    )


@kernel(forceinline=True)
def _worths(table: Ints, row: Int, shapes: _Four, lane: Int) -> _Four:
    """Return what a suit is worth after throwing 0 to 3 cards, each less the code of that throw."""
    code = (1 << 8) >> (4 * lane)
    return (
        _worth(table, row, shapes[0]),
        _worth(table, row, shapes[1]) - code,
        _worth(table, row, shapes[2]) - 2 * code,
        _worth(table, row, shapes[3]) - 3 * code,
    )


@kernel(forceinline=True)
def _worth(table: Ints, row: Int, shape: Int) -> Int:
    """Return the worth of a shape, above the bits of the codes."""
    return (table[row, max(shape, 0)] if shape >= 0 else np.int64(IMPOSSIBLE)) << _CODE_BITS


@kernel(forceinline=True)
def _together(a: _Four, b: _Four) -> _Four:
    """Return the best of throwing 0 to 3 cards from two sets of suits."""
    return (
        a[0] + b[0],
        max(a[0] + b[1], a[1] + b[0]),
        max(max(a[0] + b[2], a[1] + b[1]), a[2] + b[0]),
        max(max(a[0] + b[3], a[1] + b[2]), max(a[2] + b[1], a[3] + b[0])),
    )


@kernel(forceinline=True)
def _thrown_in(cards: Word, way: Int) -> Word:
    """Return the cards thrown in a way: the lowest of each suit, from lane 3 what is left of the three."""
    code = -way & _CODES
    a, b, c = code >> 8, (code >> 4) & 15, code & 15
    return (
        _lowest_cards(cards & lane_mask(0), a)
        | _lowest_cards(cards & lane_mask(1), b)
        | _lowest_cards(cards & lane_mask(2), c)
        | _lowest_cards(cards & LANE_3, THROWN - a - b - c)
    )


@kernel(forceinline=True)
def _lowest_cards(mine: Word, number: Int) -> Word:
    """Return the lowest 0 to 3 cards of a suit."""
    one = mine & (mine - ONE)
    two = one & (one - ONE)
    three = two & (two - ONE)
    return mine ^ (mine if number == 0 else one if number == 1 else two if number == 2 else three)


@kernel()
def suit_values(table: Ints, mine: Word, suit: Word, most: Int, lane: Int, scratch: Ints) -> None:
    """Write what a suit is worth after throwing its lowest 0 to `most` cards; `suit`: all its cards."""
    for thrown in range(most + 1):
        if thrown > 0:
            if mine == ZERO:
                scratch[VALUES * lane + thrown] = IMPOSSIBLE
                continue
            mine &= mine - ONE
        scratch[VALUES * lane + thrown] = table[suit_shape(mine, suit)]


@kernel()
def nominate_suit(strain: Int, hand: Word, full: Word, nominate: Int) -> Int:
    """Return the lane in which the contractor's joker shall stand, or -1 to leave it suitless.

    hand: his ten cards after the discard. nominate: the rule (PlayCode.nominate), 0 forbids it. In no-trump
    a suitless joker wins a trick whenever it can be played, so it is left alone (figures: docs/players.md).
    """
    if nominate == 0 or strain <= NO_TRUMP or hand & JOKER == ZERO:
        return -1
    return misere_nominate(hand, full)


@kernel()
def nominated_mask(cards: Word, lane: Int) -> Word:
    """Return `cards` with the suitless joker moved to the top of `lane`; unchanged for lane -1."""
    if lane < 0 or cards & JOKER == ZERO:
        return cards
    return (cards ^ JOKER) | (ONE << np.uint64(16 * lane + NOMINATED))


@kernel("Tuple((uint64, uint64, int64))(int64, uint64, uint64, uint64, int64, int64[::1])")
def exchange(
    strain: Int, hand: Word, kitty: Word, full: Word, nominate: Int, scratch: Ints
) -> tuple[Word, Word, Int]:
    """Return (hand after discard and nomination, cards thrown, nominated lane or -1).

    hand, kitty and full are uint64 masks in the lanes of `strain`; the hand returned has a nominated joker
    as bit 14 of its lane, the cards thrown are as they were.
    """
    cards = hand | kitty
    thrown = choose_discard(strain, cards, full, nominate, scratch)
    kept = cards & ~thrown
    lane = nominate_suit(strain, kept, full, nominate)
    return nominated_mask(kept, lane), thrown, lane


exchange_apart = apart(exchange)
