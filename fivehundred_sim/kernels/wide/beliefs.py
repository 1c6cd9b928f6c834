"""What the seat on turn may think of the others' cards: who may hold what, who may ruff, who plays when.

Everything here reads the public state and the view of the seat on turn (`sight`).
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, top_bit
from fivehundred_sim.kernels.wide.state import (
    ALLIES,
    BEST,
    BEST_TRUMP,
    FOES,
    LANES,
    LED_LANE,
    MINE,
    REST,
    SEAT,
    SEATS_AT_TABLE,
    SUITS,
    TRUMP_LANE,
    VOID,
)

TRUMPS = np.uint64(3)  # the lane of the trump suit, where there is one


@kernel(forceinline=True)
def may_hold(seats: Word, lane: Int, base: Word) -> Word:
    """Return the cards of a lane that any of the seats may hold."""
    return load(base, REST + lane) if seats & ~load(base, VOID + lane) else ZERO


@kernel(forceinline=True)
def may_ruff(seats: Word, lane: Int, base: Word) -> Flag:
    """Return whether one of the seats must be void in a lane and may hold a trump (or joker without suit)."""
    trump = np.int64(load(base, TRUMP_LANE))
    return lane != trump and may_hold(_cannot_follow(seats, lane, base), trump, base) != ZERO


@kernel(forceinline=True)
def is_out_of(seats: Word, lane: Int, base: Word) -> Flag:
    """Return whether one of the seats must be void in a lane, and may ruff it if suits are ruffed."""
    if load(base, TRUMP_LANE) == TRUMPS:
        return may_ruff(seats, lane, base)
    return _cannot_follow(seats, lane, base) != ZERO


@kernel(forceinline=True)
def suits_to_cash(but: Int, base: Word) -> Int:
    """Return of how many plain suits, one apart, the seat on turn has the highest card left."""
    suits, trump = np.int64(0), np.int64(load(base, TRUMP_LANE))
    for lane in range(SUITS):
        if lane not in (but, trump):
            suits += np.int64(load(base, MINE + lane) > load(base, REST + lane))
    return suits


@kernel(forceinline=True)
def losers(base: Word) -> Int:
    """Return how many cards of the seat on turn lie below one of their lane that it has not seen."""
    number = np.int64(0)
    for lane in range(LANES):
        number += popcount(load(base, MINE + lane) & ~above(top_bit(load(base, REST + lane))))
    return number


@kernel(forceinline=True)
def _cannot_follow(seats: Word, lane: Int, base: Word) -> Word:
    """Return those of the seats that can have no card of a lane."""
    return seats & load(base, VOID + lane) if load(base, REST + lane) else seats


@kernel(forceinline=True)
def beating(seats: Word, base: Word) -> Word:
    """Return the cards of the led lane with which any of the seats might take the trick on the table."""
    return may_hold(seats, np.int64(load(base, LED_LANE)), base) & above(load(base, BEST))


@kernel(forceinline=True)
def overruffing(seats: Word, base: Word) -> Word:
    """Return the trumps with which those of the seats who cannot follow might take the trick on the table."""
    led, trump = np.int64(load(base, LED_LANE)), np.int64(load(base, TRUMP_LANE))
    if led == trump:
        return ZERO
    return may_hold(_cannot_follow(seats, led, base), trump, base) & above(load(base, BEST_TRUMP))


@kernel(forceinline=True)
def winning_chances(seats: Word, base: Word) -> Int:
    """Return up to four cards of the led lane with which the seats may win, and 5 more if one may ruff."""
    led = np.int64(load(base, LED_LANE))
    return 5 * may_ruff(seats, led, base) + min(popcount(beating(seats, base)), 4)


@kernel(forceinline=True)
def foes_by_side(base: Word) -> tuple[Word, Word]:
    """Return the opponents of a leader in two sets: who plays before his last partner, and who after.

    Without a partner the first half of them and the rest. With four players these are the left and the right.
    """
    players = np.uint64(load(base, SEATS_AT_TABLE))
    turn = (load(base, SEAT) + ONE) % players
    allies, foes = _rotated(load(base, ALLIES), turn, players), _rotated(load(base, FOES), turn, players)
    if allies:
        early = foes & (top_bit(allies) - ONE)
    else:
        early = foes
        for _ in range((popcount(foes) + 1) // 2):
            early ^= top_bit(early)
    back = players - turn
    return _rotated(early, back, players), _rotated(foes ^ early, back, players)


@kernel(forceinline=True)
def _rotated(seats: Word, by: Word, players: Word) -> Word:
    """Return a set of seats as one counts them from seat `by`."""
    return ((seats >> by) | (seats << (players - by))) & ((ONE << players) - ONE)
