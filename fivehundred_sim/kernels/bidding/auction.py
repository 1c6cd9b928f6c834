"""Auctions of whole deals, called by styles, from their beginning or from any point."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, kernel
from fivehundred_sim.kernels.bidding.choose import choose_call_apart, new_room
from fivehundred_sim.kernels.bidding.evaluate import evaluate
from fivehundred_sim.kernels.bidding.law import (
    HIGH,
    HIGH_SEAT,
    OVER,
    PLAYERS,
    STATE_WORDS,
    STRAIN,
    TURN,
    make_call,
    start_auction,
)
from fivehundred_sim.kernels.bidding.styles import ACES_HELD, FACTS, JOKERS_HELD, TOP_TRICKS
from fivehundred_sim.kernels.codes import HAND, NO_TRUMP, STRAINS

NOBODY = np.int64(-1)
_JOKERS = np.int64(4)  # the class of jokers in no-trump


@kernel()
def look_at(hand: Ints, code: Ints, tables: Real, strength: Real, facts: Ints) -> None:
    """Write what a hand is worth in every strain, and what conventions ask of it.

    hand: int64 (10,). code: int64 (7, cards, 2). tables: the evaluation's weights. strength: float64 (7, 2).
    facts: int64 (FACTS,).
    """
    evaluate(hand, code, tables, strength)
    facts[:] = 0
    held = np.zeros(4, np.int64)
    for i in range(HAND):
        suit, height = code[NO_TRUMP, hand[i], 0], code[NO_TRUMP, hand[i], 1]
        if suit == _JOKERS:
            facts[JOKERS_HELD] += 1
        else:
            held[suit] |= 1 << height
    facts[TOP_TRICKS] = facts[JOKERS_HELD]
    for suit in range(4):
        facts[ACES_HELD] |= (held[suit] & 1) << suit
        while held[suit] & 1:
            facts[TOP_TRICKS] += 1
            held[suit] >>= 1


@kernel()
def look_at_all(deal: Ints, players: Int, code: Ints, tables: Real, strengths: Real, facts: Ints) -> None:
    """Do the same for every seat: strengths float64 (players, 7, 2), facts int64 (players, FACTS)."""
    for seat in range(players):
        look_at(deal[HAND * seat : HAND * (seat + 1)], code, tables, strengths[seat], facts[seat])


@kernel()
def finish_auction(
    table: Ints,
    options: Ints,
    state: Ints,
    deal: Ints,
    code: Ints,
    strengths: Real,
    facts: Ints,
    styles: Real,
    style_of: Ints,
    weights: Real,
    worth: Real,
    passing: Real,
    room: Real,
    values: Real,
) -> None:
    """Let the styles call until the auction in `state` is over.

    Arguments as in `choose_call`, of every seat: deal int64 (cards,), strengths float64 (players, 7, 2),
    facts int64 (players, FACTS), worth float64 (players, 3, calls, ROWS, BINS), passing float64 (players,
    2).
    """
    while state[OVER] == 0:
        seat = state[TURN]
        call = choose_call_apart(
            table,
            options,
            state,
            deal[HAND * seat : HAND * (seat + 1)],
            code,
            strengths[seat],
            facts[seat],
            styles,
            style_of,
            weights,
            worth[seat],
            passing[seat],
            room,
            values,
        )
        make_call(table, options, state, call)


@kernel()
def auctions(
    table: Ints,
    options: Ints,
    dealers: Ints,
    deals: Ints,
    code: Ints,
    tables: Real,
    styles: Real,
    style_of: Ints,
    weights: Real,
    worth: Real,
    passing: Real,
    states: Ints,
    contractors: Real,
) -> Ints:
    """Return int64 (n, 2), the final call and the contractor's seat of each deal, 0 and -1 if nobody bids.

    dealers: int64 (n,). deals: int64 (n, cards). states: int64 (n, STATE_WORDS) to be filled with the whole
    auctions, or (0, STATE_WORDS). contractors: float64 (n, 2), filled with index and row of the contractors'
    hands in their strains (open misère for what is not evaluated). The rest as in `finish_auction`.
    """
    players, n = options[PLAYERS], deals.shape[0]
    ends = np.empty((n, 2), np.int64)
    strengths, facts = np.empty((players, STRAINS, 2)), np.empty((players, FACTS), np.int64)
    room, values, own = new_room(), np.empty(table.shape[0]), np.empty(STATE_WORDS, np.int64)
    for i in range(n):
        state = states[i] if states.shape[0] else own
        look_at_all(deals[i], players, code, tables, strengths, facts)
        start_auction(options, dealers[i], state)
        finish_auction(
            table,
            options,
            state,
            deals[i],
            code,
            strengths,
            facts,
            styles,
            style_of,
            weights,
            worth,
            passing,
            room,
            values,
        )
        ends[i, 0], ends[i, 1] = state[HIGH], state[HIGH_SEAT] if state[HIGH] else NOBODY
        if state[HIGH]:
            strain = min(table[state[HIGH], STRAIN], np.int64(STRAINS - 1))
            contractors[i] = strengths[state[HIGH_SEAT], strain]
    return ends
