"""What is certain in the misère family without search, with the cards it rests on."""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.dense import table as tt
from fivehundred_sim.kernels.dense.sure import is_in
from fivehundred_sim.kernels.lanes import ONE, ZERO, low_bit

_UNKNOWN = np.int64(-1)


@kernel()
def all_low(mine: Word, theirs: Word) -> Flag:
    """Return whether a hand can duck every lead of a suit by the opponents, for ever, given the suit's cards.

    Its i-th lowest card must lie below their i-th lowest, as far as both reach: then it has a card under
    whatever is led, and keeps having one.
    """
    while mine != ZERO and theirs != ZERO:
        a, b = low_bit(mine), low_bit(theirs)
        if a > b:
            return False
        mine ^= a
        theirs ^= b
    return True


@kernel()
def both_sides(base: Word, frame: Word) -> tuple[Word, Word]:
    """Return the cards of the side that wants no trick, and those of its opponents."""
    side, mine, theirs = load(base, tt.COUNTED), ZERO, ZERO
    for seat in range(np.int64(load(base, tt.SEATS))):
        if is_in(side, seat):
            mine |= load(frame, tt.HANDS + seat)
        else:
            theirs |= load(frame, tt.HANDS + seat)
    return mine, theirs


@kernel()
def high_suits(base: Word, frame: Word, theirs: Word) -> Word:
    """Return the suits (bit s for suit s) in which a hand of the side cannot duck for ever."""
    side, high = load(base, tt.COUNTED), ZERO
    for suit in range(4):
        span = load(base, tt.SUITS + suit)
        for seat in range(np.int64(load(base, tt.SEATS))):
            if is_in(side, seat) and not all_low(load(frame, tt.HANDS + seat) & span, theirs & span):
                high |= ONE << np.uint64(suit)
    return high


@kernel()
def ranks_of_ducking(base: Word, mine: Word, theirs: Word) -> Word:
    """Return the mask that `high_suits` rests on: below the opponents' lowest card all is the side's."""
    mask = ZERO
    for suit in range(4):
        span = load(base, tt.SUITS + suit)
        if (mine & span) != ZERO and (theirs & span) != ZERO:
            mask |= span & ~(low_bit(theirs & span) - ONE)
    return mask


@kernel()
def losing_lead(base: Word, frame: Word, mine: Word, theirs: Word, high: Word) -> Word:
    """Return a card that a hand alone against all may lead to be rid of the lead, and duck ever after, or 0.

    His lowest of a suit, which an opponent with nothing lower must beat.
    """
    for suit in range(4):
        span = load(base, tt.SUITS + suit)
        card = low_bit(mine & span)
        if card == ZERO or (high & ~(ONE << np.uint64(suit))) != ZERO:
            continue
        if not all_low((mine & span) ^ card, theirs & span):
            continue
        for seat in range(np.int64(load(base, tt.SEATS))):
            hand = load(frame, tt.HANDS + seat) & span & theirs
            if hand != ZERO and low_bit(hand) > card:
                return card
    return ZERO


@kernel()
def forcing_suit(base: Word, frame: Word, leader: Int) -> Word:
    """Return the mask of a suit whose lead by an opponent gives the side this trick at once, or 0.

    All of a hand of the side's in the suit is higher than some card of every opponent who has any; the
    leader has one.
    """
    side, seats = load(base, tt.COUNTED), np.int64(load(base, tt.SEATS))
    for suit in range(4):
        span = load(base, tt.SUITS + suit)
        if (load(frame, tt.HANDS + leader) & span) == ZERO:
            continue
        bar, highest = ZERO, ZERO  # the highest of the side's lowest cards, and of the opponents'
        for seat in range(seats):
            card = low_bit(load(frame, tt.HANDS + seat) & span)
            if is_in(side, seat):
                bar = max(bar, card)
            else:
                highest = max(highest, card)
        if bar > highest:
            return span & ~(bar - ONE)
    return ZERO


@kernel()
def avoided(base: Word, frame: Word, leader: Int, need: Int) -> tuple[Int, Word]:
    """Return (answer, mask) for a side that wants no trick: 0 if it is sure to take none, else -1 or 1.

    1 if one trick is asked for and a hand holds the highest joker, and never a worthless one, or must win
    this trick. No trick is sure only while no joker could win one for the side: its own high one, or a low
    one that is led to it.
    """
    side, jokers = load(base, tt.COUNTED), load(base, tt.JOKERS)
    mine, theirs = both_sides(base, frame)
    low, leads = load(base, tt.LOW) != ZERO, is_in(side, leader)
    if need == 1:
        holds_highest = not low and (mine & jokers) > (theirs & jokers)
        if holds_highest and load(base, tt.WORTHLESS) == ZERO:
            return np.int64(1), ZERO
        if not leads and ((mine | theirs) & jokers) == ZERO:
            mask = forcing_suit(base, frame, leader)
            if mask != ZERO:
                return np.int64(1), mask
    danger = theirs if low else mine
    if (danger & jokers) != ZERO:
        return _UNKNOWN, ZERO
    high = high_suits(base, frame, theirs)
    if not leads:
        return (np.int64(0), ranks_of_ducking(base, mine, theirs)) if high == ZERO else (_UNKNOWN, ZERO)
    everybody = (ONE << load(base, tt.SEATS)) - ONE
    must_win = (theirs & jokers) == ZERO or load(base, tt.WORTHLESS) == ZERO  # whoever cannot play lower
    if popcount(side & everybody) == 1 and popcount(high) <= 1 and must_win:
        card = losing_lead(base, frame, mine, theirs, high)
        if card != ZERO:
            span = load(base, tt.RANGE_OF + popcount(card - ONE))
            return np.int64(0), ranks_of_ducking(base, mine, theirs) | (span & ~(card - ONE))
    return _UNKNOWN, ZERO
