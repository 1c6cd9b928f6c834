"""The misère contractor's discards and the suit of his joker: throw what cannot get under."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, kernel, popcount
from fivehundred_sim.kernels.codes import THROWN
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import JOKER, NOMINATED, ONE, ZERO, above, low_bit
from fivehundred_sim.kernels.splits import IMPOSSIBLE, VALUES, best_split, cards_of_split


@kernel(forceinline=True)
def exposed(card: Word, covered: Int, out: Word) -> Int:
    """Return how exposed one card of a suit is in a misère; `covered` cards of the hand lie below it.

    It is safe when fewer cards out lie below it than it has below itself in the hand, since the defenders
    spend one of theirs each time the suit is led; every gap beyond that counts, and again when nothing out
    lies above. Among safe cards the lower is still the better.
    """
    under = popcount(out & (card - ONE))
    danger = under
    gaps = under - covered
    if gaps > 0:
        danger += 100 * gaps * gaps // (1 + covered)
        if out & above(card) == ZERO:
            danger += 50 * gaps
    return danger


@kernel(forceinline=True)
def exposure(mine: Word, out: Word) -> Int:
    """Return how exposed the cards of one suit are, 0 when no card out lies below any of them."""
    danger = np.int64(0)
    covered = np.int64(0)
    while mine:
        card = low_bit(mine)
        mine ^= card
        danger += exposed(card, covered, out)
        covered += 1
    return danger


@kernel()
def misere_discard(cards: Word, full: Word, nominate: Int, scratch: Ints) -> Word:
    """Return the three cards to throw from thirteen in a misère: those that leave the least exposure.

    Lower cards are always better, so each suit is thrown from its top. A joker is thrown when it has to stay
    suitless (`nominate` 0, it would take a trick), and otherwise tried in each suit in turn.
    """
    plain = cards & ~JOKER
    for lane in range(4):
        _fill(plain, full, lane, scratch)
    if cards & JOKER == ZERO:
        return cards_of_split(plain, best_split(scratch, THROWN)[0], True)
    if nominate == 0:
        return JOKER | cards_of_split(plain, best_split(scratch, THROWN - 1)[0], True)
    best = np.int64(4 * IMPOSSIBLE - 1)
    choice = ZERO
    for lane in range(4):
        joker = ONE << np.uint64(16 * lane + NOMINATED)
        _fill(plain | joker, full, lane, scratch)
        split, value = best_split(scratch, THROWN)
        _fill(plain, full, lane, scratch)
        if value > best:
            best = value
            thrown = cards_of_split(plain | joker, split, True)
            choice = (thrown ^ joker) | JOKER if thrown & joker else thrown
    return choice


@kernel()
def _fill(cards: Word, full: Word, lane: Int, scratch: Ints) -> None:
    """Write the values of a suit after throwing its highest 0 to 3 cards."""
    suit = lane_mask(lane)
    mine = cards & suit
    suit_exposures(mine, full & suit & ~mine, THROWN, lane, scratch)


@kernel(forceinline=True)
def suit_exposures(mine: Word, out: Word, most: Int, lane: Int, scratch: Ints) -> None:
    """Write the value (minus the exposure) of a suit after throwing its highest 0 to `most` cards."""
    # A suit without its t highest cards is a prefix of it: one walk gives all values.
    number = popcount(mine)
    value = covered = np.int64(0)
    for thrown in range(number, most + 1):
        scratch[VALUES * lane + thrown] = IMPOSSIBLE if thrown > number else np.int64(0)
    while mine:
        card = low_bit(mine)
        mine ^= card
        value -= exposed(card, covered, out)
        covered += 1
        if number - covered <= most:
            scratch[VALUES * lane + number - covered] = value


@kernel()
def misere_nominate(hand: Word, full: Word) -> Int:
    """Return the lane in which the joker of a misère contractor is least exposed.

    A suitless joker would win the first trick it is played to, so it is always named.
    """
    best = np.int64(1) << np.int64(60)
    choice = 0
    for lane in range(4):
        suit = lane_mask(lane)
        mine = hand & suit
        danger = exposure_of_joker(mine, full & suit & ~mine, ONE << np.uint64(16 * lane + NOMINATED))
        if danger < best:
            best = danger
            choice = lane
    return choice


@kernel(forceinline=True)
def exposure_of_joker(mine: Word, out: Word, joker: Word) -> Int:
    """Return how much more exposed a suit is with the joker (or jokers) on top of it."""
    return exposure(mine | joker, out) - exposure(mine, out)
