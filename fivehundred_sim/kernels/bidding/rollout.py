"""From the middle of an auction: which deals fit the calls made, and where every call would lead.

The same deals serve every call, so calls are compared by pairs. Hands are looked at only when their seat has
called, or when an auction goes on.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, kernel
from fivehundred_sim.kernels.bidding.auction import NOBODY, finish_auction, look_at, look_at_all
from fivehundred_sim.kernels.bidding.choose import HELD_BACK, NOT_A_CHOICE, choose_call_apart, new_room
from fivehundred_sim.kernels.bidding.law import (
    HIGH,
    HIGH_SEAT,
    PLAYERS,
    STATE_WORDS,
    TURN,
    make_call,
    start_auction,
)
from fivehundred_sim.kernels.bidding.styles import COUNT, FACTS
from fivehundred_sim.kernels.codes import HAND, STRAINS

OTHERWISE = 40.0  # points short, for a call that a count, a convention or its poor chances would not allow


@kernel()
def shortfalls(
    table: Ints,
    options: Ints,
    dealer: Int,
    calls: Ints,
    me: Int,
    most: Real,
    deals: Ints,
    code: Ints,
    tables: Real,
    styles: Real,
    style_of: Ints,
    weights: Real,
    worth: Real,
    passing: Real,
) -> Real:
    """Return float64 (n,): by how many points, all together, the others' calls fall short of their styles'.

    calls: int64 (k,), the auction so far. me: the seat whose calls are taken as given. A deal on which every
    call is the one that the style makes has 0; what falls short by more than `most` is not looked at further.
    deals, … : as in `auction.auctions`.
    """
    players = options[PLAYERS]
    found, state = np.empty(deals.shape[0]), np.empty(STATE_WORDS, np.int64)
    strengths, facts = np.empty((players, STRAINS, 2)), np.empty((players, FACTS), np.int64)
    room, values = new_room(), np.empty(table.shape[0])
    for i in range(deals.shape[0]):
        start_auction(options, dealer, state)
        short, seen = 0.0, np.int64(0)
        for call in calls:
            seat = state[TURN]
            if seat != me:
                hand = deals[i, HAND * seat : HAND * (seat + 1)]
                if (seen >> seat) & 1 == 0:
                    look_at(hand, code, tables, strengths[seat], facts[seat])
                    seen |= np.int64(1) << seat
                own = hand, code, strengths[seat], facts[seat], styles, style_of, weights
                chosen = choose_call_apart(
                    table, options, state, *own, worth[seat], passing[seat], room, values
                )
                short += _short(styles[style_of[seat], COUNT] > 0, call, chosen, values, passing[seat, 1])
                if short > most:
                    break
            make_call(table, options, state, call)
        found[i] = short
    return found


@kernel(forceinline=True)
def _short(counts: Int, call: Int, chosen: Int, values: Real, point: Real) -> Real:
    """Return how many points a call falls short of the one that the style makes."""
    if call == chosen:
        return 0.0
    worth, held_back = values[call], 0.0
    if counts or worth <= NOT_A_CHOICE:
        return OTHERWISE
    if worth < -HELD_BACK / 2:  # for its chances alone: what it is worth still says how far off it is
        worth, held_back = worth + HELD_BACK, OTHERWISE
    if values[chosen] <= worth:
        return OTHERWISE
    return held_back + (values[chosen] - worth) / point


@kernel()
def ends_of_calls(
    table: Ints,
    options: Ints,
    before: Ints,
    candidates: Ints,
    deals: Ints,
    code: Ints,
    tables: Real,
    styles: Real,
    style_of: Ints,
    weights: Real,
    worth: Real,
    passing: Real,
    strengths: Real,
) -> Ints:
    """Return int64 (n, candidates, 2): the final call and its seat on each deal, 0 and -1 for none.

    before: the auction (STATE_WORDS) with the chooser on turn. candidates: int64, calls he may make.
    strengths: float64 (n, players, 7, 2), filled with what `evaluate` says of every hand. The rest as in
    `auctions`.
    """
    players = options[PLAYERS]
    ends = np.empty((deals.shape[0], candidates.shape[0], 2), np.int64)
    state, facts = np.empty(STATE_WORDS, np.int64), np.empty((players, FACTS), np.int64)
    room, values = new_room(), np.empty(table.shape[0])
    for i in range(deals.shape[0]):
        look_at_all(deals[i], players, code, tables, strengths[i], facts)
        around = deals[i], code, strengths[i], facts, styles, style_of, weights, worth, passing, room, values
        for j in range(candidates.shape[0]):
            state[:] = before
            make_call(table, options, state, candidates[j])
            finish_auction(table, options, state, *around)
            ends[i, j, 0] = state[HIGH]
            ends[i, j, 1] = state[HIGH_SEAT] if state[HIGH] else NOBODY
    return ends
