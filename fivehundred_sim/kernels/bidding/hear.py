"""What the calls so far say to the seat on turn: the features that its expectations rest on.

Conventions are heard as such where the caller's style has them, since partners and opponents know it: a
joker's 6NT shows the joker and no wish for no-trump, an ace shown up the line says nothing of length.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Real, kernel
from fivehundred_sim.kernels.bidding.law import (
    COUNT as CALLS_MADE,
)
from fivehundred_sim.kernels.bidding.law import (
    DENOMINATION,
    INKLE,
    LEVEL,
    LIST,
    PASS_CALL,
    PLAYERS,
    SIDES,
)
from fivehundred_sim.kernels.bidding.law import (
    OWN as LAST_BID,
)
from fivehundred_sim.kernels.bidding.styles import (
    ACES_UP,
    AGAINST,
    DENOMINATIONS,
    HEARD,
    INKLES,
    JOKER_SIX,
    LEVEL_WITH,
    OPPONENT_JOKER,
    OPPONENTS_BID,
    OPPONENTS_LEVEL,
    OPPONENTS_MISERE,
    OPPONENTS_PASSED,
    OWN_BID,
    PARTNER_ACES,
    PARTNER_JOKER,
    PARTNERS_BID,
    PARTNERS_LEVEL,
    PARTNERS_MISERE,
    PARTNERS_PASSED,
    PARTNERS_WAITING,
    RAISED,
    WITH,
)
from fivehundred_sim.kernels.codes import NO_TRUMP

_SIX = np.int64(6)
SHOWS_NOTHING, SHOWS_JOKER, SHOWS_ACE = map(np.int64, range(3))


@kernel(forceinline=True)
def shown_by(table: Ints, style: Real, call: Int) -> Int:
    """Return what a player's first call shows by a convention of his style."""
    level, denomination = table[call, LEVEL], table[call, DENOMINATION]
    if level != _SIX:
        return SHOWS_NOTHING
    if denomination == NO_TRUMP:
        signal = style[JOKER_SIX] > 0 or style[ACES_UP] > 0 or (style[INKLES] > 0 and table[call, INKLE] == 1)
        return SHOWS_JOKER if signal else SHOWS_NOTHING
    return SHOWS_ACE if style[ACES_UP] > 0 else SHOWS_NOTHING


@kernel(forceinline=True)
def first_call_of(state: Ints, seat: Int) -> Int:
    """Return the first call of a seat, -1 before it has called."""
    for i in range(state[CALLS_MADE]):
        if state[LIST + 2 * i] == seat:
            return state[LIST + 2 * i + 1]
    return np.int64(-1)


@kernel(forceinline=True)
def _last_place(state: Ints, seat: Int) -> Int:
    """Return the place in the list of calls of a seat's last bid, -1 for none."""
    for i in range(state[CALLS_MADE] - 1, -1, -1):
        if state[LIST + 2 * i] == seat and state[LIST + 2 * i + 1] != PASS_CALL:
            return np.int64(i)
    return np.int64(-1)


@kernel()
def hear(
    table: Ints, options: Ints, state: Ints, seat: Int, styles: Real, style_of: Ints, heard: Real
) -> None:
    """Write what `seat` hears, float64 (HEARD,).

    styles: float64 (n, STYLE_COLUMNS). style_of: int64 (players,), the style of each seat.
    """
    for i in range(HEARD):
        heard[i] = 0.0
    players, sides = options[PLAYERS], options[SIDES]
    partners, own = 0, _last_place(state, seat)
    if own >= 0:
        heard[OWN_BID] = 1.0 + table[state[LIST + 2 * own + 1], DENOMINATION]
    for step in range(1, players):
        other = (seat + step) % players
        ours = other % sides == seat % sides
        partners += ours
        first = first_call_of(state, other)
        if first < 0:
            heard[PARTNERS_WAITING] += ours
            continue
        _hear_one(table, state, other, ours, first, styles[style_of[other]], heard)
        bid = state[LAST_BID + other]
        natural = bid != PASS_CALL and table[bid, DENOMINATION] < DENOMINATIONS
        if ours and own >= 0 and natural and table[bid, DENOMINATION] == heard[OWN_BID] - 1.0:
            heard[RAISED + table[bid, DENOMINATION]] = 1.0 if _last_place(state, other) > own else 0.0
    if partners > 1:
        heard[PARTNERS_BID] /= partners
        heard[PARTNERS_PASSED] /= partners


@kernel(forceinline=True)
def _hear_one(table: Ints, state: Ints, other: Int, ours: Flag, first: Int, style: Real, heard: Real) -> None:
    """Add what one seat's calls say: the first if it is a convention, and the last natural bid."""
    shown = SHOWS_NOTHING if first == PASS_CALL else shown_by(table, style, first)
    if shown == SHOWS_JOKER:
        heard[PARTNER_JOKER if ours else OPPONENT_JOKER] = 1.0
    elif shown == SHOWS_ACE and ours:
        heard[PARTNER_ACES] = float(np.int64(heard[PARTNER_ACES]) | (1 << table[first, DENOMINATION]))
    last = state[LAST_BID + other]
    if last == PASS_CALL:
        heard[PARTNERS_PASSED if ours else OPPONENTS_PASSED] += 1.0
        return
    if shown != SHOWS_NOTHING and last == first:
        return
    denomination, level = table[last, DENOMINATION], float(table[last, LEVEL] - _SIX)
    heard[PARTNERS_BID if ours else OPPONENTS_BID] += 1.0
    if denomination >= DENOMINATIONS:
        heard[PARTNERS_MISERE if ours else OPPONENTS_MISERE] += 1.0
        return
    if ours:
        heard[PARTNERS_LEVEL] = max(heard[PARTNERS_LEVEL], level)
        heard[WITH + denomination] += 1.0
        heard[LEVEL_WITH + denomination] = max(heard[LEVEL_WITH + denomination], level)
    else:
        heard[AGAINST + denomination] += 1.0
        heard[OPPONENTS_LEVEL] = max(heard[OPPONENTS_LEVEL], level)
