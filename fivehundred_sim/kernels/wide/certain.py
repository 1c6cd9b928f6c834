"""What the contractor is sure of at any table, and what keeps it (see `kernels.certain`)."""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, Words, kernel, load, popcount, store
from fivehundred_sim.kernels.certain import LOWEST_CONTRACT, running, trumps_to_lose
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, low_bit, top_bit
from fivehundred_sim.kernels.options import tops
from fivehundred_sim.kernels.wide.beliefs import may_hold
from fivehundred_sim.kernels.wide.state import (
    DUMMY,
    LANES,
    LEADS,
    LEGAL,
    LOW,
    MINE,
    PLAYING,
    SEAT,
    SUITLESS,
    SUITS,
    TAKEN,
    TRUMP,
    WORTHLESS,
    rule,
)

_TRUMPS = np.int64(3)
_HEIGHTS = 32


@kernel(forceinline=True)
def _out(lane: Int, base: Word) -> Word:
    """Return the cards of a lane that anybody but the contractor may hold, an open hand included."""
    return may_hold(np.uint64(rule(base, PLAYING)) & ~ONE, lane, base) | load(base, DUMMY + lane)


@kernel()
def consider_leads(base: Word) -> None:
    """Write to `LEADS` what the seat on turn considers leading: what it may, or what keeps it certain."""
    for lane in range(LANES):
        store(base, LEADS + lane, load(base, LEGAL + lane))
    if load(base, SEAT) != ZERO or rule(base, WORTHLESS) == 1 or rule(base, LOW) == 1:
        return
    trump = rule(base, TRUMP) == 1
    last = _TRUMPS if trump else SUITLESS  # what is good whatever is led: all below it are plain suits
    own, theirs = load(base, MINE + last), _out(last, base)
    best = tops(own, theirs)
    if popcount(theirs) > (best if trump else np.int64(0)):
        return
    plain = np.int64(0)
    for lane in range(last):
        mine, out = load(base, MINE + lane), _out(np.int64(lane), base)
        plain += running(mine, out, tops(mine, out))
    sure = np.int64(load(base, TAKEN)) + popcount(own) + plain
    if sure < LOWEST_CONTRACT or (plain == 0 and best == popcount(own)):
        return
    for lane in range(last + 1):
        keeps = lane == last or theirs == ZERO
        unbeaten = load(base, LEGAL + lane) & above(top_bit(_out(np.int64(lane), base)))
        store(base, LEADS + lane, unbeaten if keeps else ZERO)


@kernel()
def sure_of(trump: Flag, cards: Words, thrown: Words, full: Words) -> Int:
    """Return the tricks that a contractor on lead takes for certain with what he keeps (see `sure_on_lead`).

    cards, thrown, full: uint64 (5,): hand and kitty, what of them is thrown, and the whole pack.
    """
    plain = np.int64(0)
    for lane in range(SUITS):
        if trump and lane == _TRUMPS:
            continue
        mine, out = cards[lane] & ~thrown[lane], full[lane] & ~cards[lane]
        plain += running(mine, out, tops(mine, out))
    last = _TRUMPS if trump else SUITLESS
    own, theirs = cards[last] & ~thrown[last], full[last] & ~cards[last]
    if not trump:
        return np.int64(0) if theirs else plain + popcount(own)
    if popcount(theirs) <= tops(own, theirs):
        return popcount(own) + plain
    return popcount(own) - trumps_to_lose(own, theirs)


@kernel()
def keep_certain(strain: Ints, cards: Words, full: Words, kept: Int, thrown: Words) -> None:
    """Change `thrown` so that no certain contract goes with it; `kept` is how many cards stay.

    Each card that is needed changes places with the lowest one that is not.
    """
    trump = strain[TRUMP] == 1
    if strain[WORTHLESS] == 1 or strain[LOW] == 1 or (not trump and full[SUITLESS] & ~cards[SUITLESS]):
        return
    own, theirs = cards[_TRUMPS], full[_TRUMPS] & ~cards[_TRUMPS]
    if trump and thrown[_TRUMPS] == ZERO and popcount(theirs) > tops(own, theirs):
        return
    most = min(sure_of(trump, cards, np.zeros(LANES, np.uint64), full), kept)
    if most < LOWEST_CONTRACT:
        return
    sure = sure_of(trump, cards, thrown, full)
    while sure < most and _changed(trump, cards, full, sure, thrown):
        sure = sure_of(trump, cards, thrown, full)


@kernel()
def _changed(trump: Flag, cards: Words, full: Words, sure: Int, thrown: Words) -> Flag:
    """Change one card of `thrown` so that more than `sure` is certain; return whether that is possible."""
    for height in range(_HEIGHTS):
        card = ONE << np.uint64(height)
        for lane in range(LANES):
            if cards[lane] & ~thrown[lane] & card == ZERO:
                continue
            for other in range(LANES):
                back = thrown[other]
                while back:
                    needed = low_bit(back)
                    back ^= needed
                    thrown[other] ^= needed
                    thrown[lane] ^= card
                    if sure_of(trump, cards, thrown, full) > sure:
                        return True
                    thrown[lane] ^= card
                    thrown[other] ^= needed
    return False
