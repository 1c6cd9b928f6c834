"""The contractor's three discards, the joker's suit, and the whole exchange that every engine shares.

Nothing here sees more than the contractor does: his ten cards and the kitty.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, kernel, lowest, popcount
from fivehundred_sim.kernels.codes import HAND, NO_TRUMP, THROWN
from fivehundred_sim.kernels.discard_tables import NO_TRUMP_SUIT, SIDE_SUIT, TRUMP_COUNT
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import JOKER, LANE_3, NOMINATED, ONE, ZERO, top_bit
from fivehundred_sim.kernels.misere_discard import misere_discard, misere_nominate
from fivehundred_sim.kernels.splits import IMPOSSIBLE, VALUES, best_split, cards_of_split

DISCARD_WORDS = 4 * VALUES
# The columns of the suit tables: a suit's honours, and how many lower cards (0 to 7 of at most eleven cards).
HONOURS, LOWS = 4, 8
SHAPES = LOWS << HONOURS
ROWS = 6


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
    int64 (DISCARD_WORDS,), overwritten. A suit is thrown from its bottom (in misère from its top), so
    a choice is how many to throw from each suit: all splits are compared by the sum of the suits' values.
    """
    if strain > NO_TRUMP:
        return misere_discard(cards, full, nominate, scratch)
    if strain == NO_TRUMP:
        table = NO_TRUMP_SUIT[row_without_trumps(cards, full)]
        for lane in range(4):
            _fill(table, cards, full, lane, scratch)
        return cards_of_split(cards, best_split(scratch, THROWN)[0], False)
    best = np.int64(4 * IMPOSSIBLE - 1)
    choice = np.int64(0)
    trumps = popcount(cards & LANE_3)
    for kept in range(max(trumps - THROWN, 0), trumps + 1):
        # A trump fewer changes what the other suits are worth, so each number of trumps is its own sum.
        if kept < trumps - 1 and trumps < HAND:
            continue  # two trumps are thrown only by a hand of little else
        for lane in range(3):
            _fill(SIDE_SUIT[row_of_trumps(kept)], cards, full, lane, scratch)
        for thrown in range(THROWN + 1):
            scratch[3 * VALUES + thrown] = TRUMP_COUNT[kept] if thrown == trumps - kept else IMPOSSIBLE
        split, value = best_split(scratch, THROWN)
        if value > best:
            best = value
            choice = split
    return cards_of_split(cards, choice, False)


@kernel()
def _fill(table: Ints, cards: Word, full: Word, lane: Int, scratch: Ints) -> None:
    """Write the values of a suit after throwing its lowest 0 to 3 cards into the scratch array."""
    suit = full & lane_mask(lane)
    suit_values(table, cards & suit, suit, THROWN, lane, scratch)


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


@kernel()
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
