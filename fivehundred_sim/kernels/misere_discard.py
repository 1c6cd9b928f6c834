"""The misère contractor's discards and the suit of his joker: throw what cannot get under."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, kernel, popcount
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import JOKER, ONE, ZERO, above, low_bit, top_bit

THROWN = 3


@kernel()
def exposure(mine: Word, out: Word) -> Int:
    """Return how exposed the cards of one suit are in a misère, 0 when no card out lies below any of them.

    The i-th lowest card is safe when fewer than i cards out lie below it, since the defenders spend one of
    theirs each time the suit is led; every gap beyond that counts, and again so when nothing lies above.
    Among safe cards the lower is still the better.
    """
    danger = 0
    covered = 0
    while mine:
        card = low_bit(mine)
        mine ^= card
        under = popcount(out & (card - ONE))
        danger += under
        gaps = under - covered
        if gaps > 0:
            danger += 100 * gaps * gaps // (1 + covered)
            if out & above(card) == ZERO:
                danger += 50 * gaps
        covered += 1
    return danger


@kernel()
def misere_discard(cards: Word, full: Word, nominate: Int, scratch: Ints) -> Word:
    """Return the three cards to throw from thirteen in a misère: those that leave the least exposure.

    Lower cards are always better, so each suit is thrown from its top. A joker is thrown when it has to stay
    suitless (`nominate` 0, it would take a trick), and otherwise tried in each suit in turn.
    """
    if cards & JOKER == ZERO:
        return _least_exposed(cards, full, np.int64(THROWN), scratch)[0]
    if nominate == 0:
        return JOKER | _least_exposed(cards ^ JOKER, full, np.int64(THROWN - 1), scratch)[0]
    best = np.int64(1) << np.int64(60)
    choice = ZERO
    for lane in range(4):
        joker = ONE << np.uint64(16 * lane + 14)
        thrown, danger = _least_exposed(
            (cards ^ JOKER) | joker, (full ^ JOKER) | joker, np.int64(THROWN), scratch
        )
        if danger < best:
            best = danger
            choice = (thrown ^ joker) | JOKER if thrown & joker else thrown
    return choice


@kernel()
def _least_exposed(cards: Word, full: Word, number: Int, scratch: Ints) -> tuple[Word, Int]:
    """Return (mask of the `number` cards whose loss leaves the least exposure, that exposure)."""
    for lane in range(4):
        suit = lane_mask(lane)
        mine = cards & suit
        out = full & suit & ~mine
        for thrown in range(number + 1):
            if thrown > 0:
                if mine == ZERO:
                    scratch[4 * lane + thrown] = np.int64(1) << np.int64(40)
                    continue
                mine ^= top_bit(mine)
            scratch[4 * lane + thrown] = exposure(mine, out)
    best = np.int64(1) << np.int64(60)
    split = 0
    for a in range(number + 1):
        for b in range(number + 1 - a):
            for c in range(number + 1 - a - b):
                d = number - a - b - c
                danger = scratch[a] + scratch[4 + b] + scratch[8 + c] + scratch[12 + d]
                if danger < best:
                    best = danger
                    split = a | b << 2 | c << 4 | d << 6
    thrown_cards = ZERO
    for lane in range(4):
        mine = cards & lane_mask(lane)
        for _ in range((split >> (2 * lane)) & 3):
            thrown_cards |= top_bit(mine)
            mine ^= top_bit(mine)
    return thrown_cards, best


@kernel()
def misere_nominate(hand: Word, full: Word) -> Int:
    """Return the lane in which the joker of a misère contractor is least exposed.

    A suitless joker would win the first trick it is played to, so it is always named.
    """
    best = np.int64(1) << np.int64(60)
    choice = 0
    for lane in range(4):
        suit = lane_mask(lane)
        joker = ONE << np.uint64(16 * lane + 14)
        mine = hand & suit
        out = full & suit & ~mine
        danger = exposure(mine | joker, out) - exposure(mine, out)
        if danger < best:
            best = danger
            choice = lane
    return choice
