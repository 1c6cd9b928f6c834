"""Auctions watched: what each player heard when he had to call, and whose contract he had to judge.

Every line is a contract that somebody had in mind, with the features that he judges its tricks by; the same
deal then says what it takes. `study.bidding.inference` fits the weights to such lines.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, kernel
from fivehundred_sim.kernels.bidding.auction import look_at_all
from fivehundred_sim.kernels.bidding.choose import FEATURES, choose_call_apart, new_room, standing_features
from fivehundred_sim.kernels.bidding.expect import kind_of, own_features
from fivehundred_sim.kernels.bidding.hear import hear
from fivehundred_sim.kernels.bidding.law import (
    HIGH,
    HIGH_SEAT,
    OVER,
    PLAYERS,
    SIDES,
    STATE_WORDS,
    STRAIN,
    TURN,
    make_call,
    start_auction,
)
from fivehundred_sim.kernels.bidding.styles import (
    FACTS,
    OPPONENT_FEATURES,
    OWN_FEATURES,
    PARTNER_FEATURES,
)
from fivehundred_sim.kernels.codes import HAND, NO_TRUMP, STRAINS

# Columns of a line, float64: the deal, the contractor, the strain; who judges (OWN_CONTRACT, …); suit or
# no-trump; what the hand alone expects of its own contract; whether it was then bid; the features.
DEAL, CONTRACTOR, STRAIN_ASKED, WHOSE, KIND, EXPECTED, BID, FIRST_FEATURE = map(np.int64, range(8))
LINE = FIRST_FEATURE + OWN_FEATURES
OWN_CONTRACT, A_PARTNERS, AN_OPPONENTS = map(np.int64, range(3))
_WORTH_A_THOUGHT = 5.0  # tricks from which a strain of one's own is judged
MOST_LINES = 64  # a deal, at most


@kernel()
def observed(
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
    lines: Real,
) -> Int:
    """Play the auctions of some deals, write a line for each contract judged, and return how many.

    lines: float64 (n, LINE); once it is full nothing more is written. The rest as in `auction.auctions`.
    """
    players, number = options[PLAYERS], np.int64(0)
    strengths, facts = np.empty((players, STRAINS, 2)), np.empty((players, FACTS), np.int64)
    room, values, state = new_room(), np.empty(table.shape[0]), np.empty(STATE_WORDS, np.int64)
    for i in range(deals.shape[0]):
        if number + MOST_LINES > lines.shape[0]:
            break
        look_at_all(deals[i], players, code, tables, strengths, facts)
        start_auction(options, dealers[i], state)
        last = number + MOST_LINES
        while state[OVER] == 0:
            seat = state[TURN]
            hear(table, options, state, seat, styles, style_of, room)
            begun = number
            if number + NO_TRUMP + 2 <= last:
                number = _own_lines(i, seat, strengths[seat], room, lines, number)
                number = _standing_line(
                    i, table, options, state, strengths[seat], facts[seat], room, lines, number
                )
            hand = deals[i, HAND * seat : HAND * (seat + 1)]
            own = hand, code, strengths[seat], facts[seat], styles, style_of, weights
            call = choose_call_apart(table, options, state, *own, worth[seat], passing[seat], room, values)
            for line in lines[begun:number]:
                bid = line[WHOSE] == OWN_CONTRACT and line[STRAIN_ASKED] == table[call, STRAIN]
                line[BID] = 1.0 if bid else 0.0
            make_call(table, options, state, call)
    return number


@kernel()
def _own_lines(deal: Int, seat: Int, strength: Real, room: Real, lines: Real, number: Int) -> Int:
    """Write a line for every strain of one's own that is worth a thought."""
    for strain in range(NO_TRUMP + 1):
        if strength[strain, 0] < _WORTH_A_THOUGHT:
            continue
        own_features(room, strain, strength[strain, 0], room[FEATURES:])
        number = _line(
            deal, seat, strain, OWN_CONTRACT, strength[strain, 0], OWN_FEATURES, room, lines, number
        )
    return number


@kernel()
def _standing_line(
    deal: Int,
    table: Ints,
    options: Ints,
    state: Ints,
    strength: Real,
    facts: Ints,
    room: Real,
    lines: Real,
    number: Int,
) -> Int:
    """Write a line for the contract that stands, a suit or no-trump of somebody else's."""
    high, bidder, seat = state[HIGH], state[HIGH_SEAT], state[TURN]
    if high == 0 or bidder == seat or table[high, STRAIN] > NO_TRUMP:
        return number
    strain = table[high, STRAIN]
    whose = np.int64(bidder % options[SIDES] != seat % options[SIDES])
    standing_features(table, state, whose, strength, facts, room)
    if whose == 0:
        return _line(deal, bidder, strain, A_PARTNERS, 0.0, PARTNER_FEATURES, room, lines, number)
    return _line(deal, bidder, strain, AN_OPPONENTS, 0.0, OPPONENT_FEATURES, room, lines, number)


@kernel()
def _line(
    deal: Int,
    contractor: Int,
    strain: Int,
    whose: Int,
    expected: Real,
    features: Int,
    room: Real,
    lines: Real,
    number: Int,
) -> Int:
    """Write one line and return how many there are now."""
    line = lines[number]
    line[DEAL], line[CONTRACTOR], line[STRAIN_ASKED] = float(deal), float(contractor), float(strain)
    line[WHOSE], line[KIND], line[EXPECTED] = float(whose), float(kind_of(strain)), expected
    for i in range(OWN_FEATURES):
        line[FIRST_FEATURE + i] = room[FEATURES + i] if i < features else 0.0
    return number + 1
