"""What the contractor is sure of on lead, whatever the others hold and do, and what keeps it.

The heuristic players play once and are counted at every level, so from six tricks on whatever is certain is a
contract that must not be lost: the contractor leads nothing that lowers it, and throws nothing that it needs.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, popcount
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import JOKER, LANE_3, LANE_BOTTOMS, ZERO, low_bit, under
from fivehundred_sim.kernels.options import tops

LOWEST_CONTRACT = 6


@kernel(forceinline=True)
def running(mine: Word, out: Word, top: Int) -> Int:
    """Return how many tricks a suit led from its top takes that nobody ruffs, `top` of it above all out."""
    return popcount(mine) if popcount(out) <= top else top


@kernel()
def trumps_to_lose(mine: Word, out: Word) -> Int:
    """Return how many of a holding of trumps can fail to win a trick for its side, however they are played.

    Each is played to some trick and wins it unless an opponent's higher one falls on it, which then falls on
    no other: at worst as many are lost as cards can be paired with a higher one that is out.
    """
    lost = np.int64(0)
    while mine:
        card = low_bit(mine)
        mine ^= card
        higher = out & ~((card << np.uint64(1)) - np.uint64(1))
        if higher == ZERO:
            break
        out ^= low_bit(higher)
        lost += 1
    return lost


@kernel()
def sure_on_lead(mine: Word, out: Word, trump: Flag) -> Int:
    """Return tricks (int64) that the hand on lead takes for certain.

    mine: its cards. out: all cards not seen by its holder, at worst all in one hand. trump: whether lane 3 is
    the trump suit. The trumps that win whatever happens (`trumps_to_lose`); or, if the best trumps draw all
    that are out, every trump and the plain winners after them. Without trumps the plain winners, as long as
    no suitless joker is out, and one trick for a joker of one's own.
    """
    plain = np.int64(0)
    for lane in range(3 if trump else 4):
        suit = lane_mask(lane)
        plain += running(mine & suit, out & suit, tops(mine & suit, out & suit))
    if not trump:
        if out & JOKER:
            return np.int64(0)
        return plain + np.int64(mine & JOKER != ZERO)
    own, theirs = mine & LANE_3, out & LANE_3
    if popcount(theirs) <= tops(own, theirs):
        return popcount(own) + plain
    return popcount(own) - trumps_to_lose(own, theirs)


@kernel(forceinline=True)
def keeping_leads(hand: Word, legal: Word, out: Word, trump: Word, tricks: Int) -> Word:
    """Return the leads that keep what is certain, all of `legal` where that is no contract or cannot be lost.

    What is certain as in `sure_on_lead`: to be kept are trumps that draw those of the others and the plain
    suits that run after them. A trump is played to one trick whatever happens, so what trumps take by their
    number alone no lead can lose; nor can a suitless joker of one's own lose its trick.

    out: what the contractor has not seen. trump: word TRUMP. tricks: of his side so far.
    """
    own, theirs = hand & trump, ZERO
    if trump == LANE_3:
        theirs = out & trump
        if popcount(theirs) > tops(own, theirs):
            return legal
    elif out & JOKER:
        return legal
    best = hand & ~under(out)
    if best == own:
        return legal
    missing = LOWEST_CONTRACT - tricks
    if popcount(own | best) < missing and _all_sure(hand, out, own, best) < missing:
        return legal
    return legal & best & (trump if theirs else ~ZERO)


@kernel()
def _all_sure(hand: Word, out: Word, own: Word, best: Word) -> Int:
    """Return the certain tricks of a hand whose trumps are all good, low cards of running suits included."""
    sure, plain = popcount(own), hand & ~own
    for lane in range(4):
        suit = lane_mask(lane)
        if plain & suit:
            sure += running(plain & suit, out & suit, popcount(best & suit))
    return sure


@kernel()
def keep_certain(trump: Flag, cards: Word, out: Word, thrown: Word) -> Word:
    """Return `thrown`, or what to throw instead so that no certain contract goes with it.

    trump: whether lane 3 is the trump suit. cards: the contractor's thirteen, of which `thrown` is to go.
    out: all others. Each card that is needed changes places with the lowest one that is not.
    """
    if trump:
        own, theirs = cards & LANE_3, out & LANE_3
        if thrown & LANE_3 == ZERO and popcount(theirs) > tops(own, theirs):
            return thrown
    elif cards & JOKER == ZERO:
        return thrown
    most = min(sure_on_lead(cards, out, trump), popcount(cards & ~thrown))
    if most < LOWEST_CONTRACT:
        return thrown
    sure = sure_on_lead(cards & ~thrown, out, trump)
    while sure < most:
        better = _exchanged(trump, cards, out, thrown, sure)
        if better == thrown:
            break
        thrown = better
        sure = sure_on_lead(cards & ~thrown, out, trump)
    return thrown


@kernel()
def _exchanged(trump: Flag, cards: Word, out: Word, thrown: Word, sure: Int) -> Word:
    """Return `thrown` with one card changed so that more than `sure` is certain, the lowest one possible."""
    for height in range(16):
        kept = cards & ~thrown & (LANE_BOTTOMS << np.uint64(height))
        while kept:
            card = low_bit(kept)
            kept ^= card
            back = thrown
            while back:
                needed = low_bit(back)
                back ^= needed
                trial = thrown ^ needed ^ card
                if sure_on_lead(cards & ~trial, out, trump) > sure:
                    return trial
    return thrown
