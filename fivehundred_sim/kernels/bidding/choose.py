"""A style's call: from one's own hand, what was called, the rules, and what results are worth at the score.

`judge` says what each call would be worth if the auction ended with it: a bid as one's own contract, a pass
as the contract that stands. The call worth most is made, unless a convention of the style comes first. A
style that counts by a published count (`counts`) bids as high as that says.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, apart, kernel
from fivehundred_sim.kernels.bidding.counts import published_count
from fivehundred_sim.kernels.bidding.expect import (
    MADE,
    opponent_features,
    opponent_index,
    own_features,
    own_shift,
    partner_features,
    partner_index,
    worth_at,
)
from fivehundred_sim.kernels.bidding.hear import first_call_of, hear
from fivehundred_sim.kernels.bidding.law import (
    DENOMINATION,
    HEIGHT,
    HIGH,
    HIGH_SEAT,
    INKLE,
    LAST_HEIGHT,
    LEVEL,
    PASS_CALL,
    SIDES,
    STRAIN,
    TURN,
    may_call,
)
from fivehundred_sim.kernels.bidding.styles import (
    ACES_HELD,
    ACES_UP,
    AGAINST,
    COUNT,
    DENOMINATIONS,
    GATE,
    HEARD,
    INKLE_FROM,
    INKLES,
    JOKER_SIX,
    JOKERS_HELD,
    LEAST,
    MARGIN,
    MISERE_MARGIN,
    MISERES,
    OWN_FEATURES,
    PARTNER_ACES,
    PARTNERS_PASSED,
    PARTNERS_WAITING,
    TOP_TRICKS,
    TRUST,
    WITH,
)
from fivehundred_sim.kernels.codes import MISERE, NO_TRUMP, OPEN_MISERE

NOT_A_CHOICE = -1e9  # the worth of a call that is not legal, or that no style makes
HELD_BACK = 1e6  # what a bid is marked down by whose chance is below the least that the style asks
_TYPICAL_TRUMPS = np.int64(1)  # the row of a contractor whose hand is not known: five trumps
INDEX = HEARD  # in the room of a decision: after what was heard, the tricks to expect in each strain,
FEATURES = INDEX + 7  # the features at hand,
LEVELS = FEATURES + OWN_FEATURES  # and the levels that a published count bids
ROOM = LEVELS + DENOMINATIONS


@kernel()
def new_room() -> Real:
    """Return the working memory of a decision, float64 (ROOM,)."""
    return np.zeros(ROOM)


@kernel()
def judge(
    table: Ints,
    options: Ints,
    state: Ints,
    strength: Real,
    facts: Ints,
    style: Real,
    weights: Real,
    worth: Real,
    passing: Real,
    room: Real,
    values: Real,
) -> None:
    """Write what each call is worth as the last of the auction, float64 (calls,); `NOT_A_CHOICE` if illegal.

    A pass has the style's margin on top; bids below the style's least chance are `HELD_BACK`, unless it must
    bid. Blind and double misère, bar nullo and bids without the kitty are never chosen. Arguments as in
    `choose_call`, after `hear`.
    """
    seat = state[TURN]
    for strain in range(NO_TRUMP + 1):
        own_features(room, strain, strength[strain, 0], room[FEATURES:])
        shift = own_shift(weights, strain, strength[strain, 0], room[FEATURES:])
        room[INDEX + strain] = strength[strain, 0] + style[TRUST] * shift
    for strain in (MISERE, OPEN_MISERE):
        room[INDEX + strain] = strength[strain, 0]
    values[0] = NOT_A_CHOICE
    may_pass = may_call(table, options, state, PASS_CALL)
    if may_pass:
        standing = _worth_of_standing(
            table, options, state, seat, strength, facts, weights, worth, passing, room
        )
        values[0] = standing + style[MARGIN] * passing[1]
    for call in range(1, table.shape[0]):
        values[call] = NOT_A_CHOICE
        strain = table[call, STRAIN]
        if table[call, HEIGHT] <= state[LAST_HEIGHT] or table[call, INKLE] or strain > OPEN_MISERE:
            continue
        if may_call(table, options, state, call):
            row = np.int64(strength[strain, 1])
            index = room[INDEX + strain]
            values[call] = worth_at(worth, np.int64(0), call, row, index)
            if strain > NO_TRUMP:
                values[call] -= style[MISERE_MARGIN] * passing[1]
            if may_pass and worth_at(worth, MADE, call, row, index) < style[LEAST]:
                values[call] -= HELD_BACK


@kernel()
def _worth_of_standing(
    table: Ints,
    options: Ints,
    state: Ints,
    seat: Int,
    strength: Real,
    facts: Ints,
    weights: Real,
    worth: Real,
    passing: Real,
    room: Real,
) -> Real:
    """Return what it is worth to a seat that the auction ends as it stands."""
    high = state[HIGH]
    if high == PASS_CALL:
        return passing[0]
    bidder, strain = state[HIGH_SEAT], table[high, STRAIN]
    whose = np.int64(bidder % options[SIDES] != seat % options[SIDES])
    if strain > NO_TRUMP:
        return worth_at(worth, whose, high, np.int64(0), weights[MISERES + whose])
    if bidder == seat:
        return worth_at(worth, whose, high, np.int64(strength[strain, 1]), room[INDEX + strain])
    row = np.int64(facts[JOKERS_HELD] == 0) if strain == NO_TRUMP else _TYPICAL_TRUMPS
    standing_features(table, state, whose, strength, facts, room)
    features = room[FEATURES:]
    index = (
        partner_index(weights, strain, features) if whose == 0 else opponent_index(weights, strain, features)
    )
    return worth_at(worth, whose, high, row, index)


@kernel()
def standing_features(table: Ints, state: Ints, whose: Int, strength: Real, facts: Ints, room: Real) -> None:
    """Write the features of the suit or no-trump contract of somebody else that stands, into the room.

    whose: 0 a partner's, 1 an opponent's. The rest as in `judge`.
    """
    high = state[HIGH]
    strain, level = table[high, STRAIN], table[high, LEVEL]
    held, aces, joker = (
        strength[strain, 0],
        float(_bits(facts[ACES_HELD])),
        min(float(facts[JOKERS_HELD]), 1.0),
    )
    if whose == 0:
        partner_features(room, strain, level, held, aces, joker, room[FEATURES:])
    else:
        opponent_features(room, strain, level, held, aces, joker, room[FEATURES:])


@kernel(forceinline=True)
def _bits(mask: Int) -> Int:
    number = np.int64(0)
    for suit in range(4):
        number += (mask >> suit) & 1
    return number


# --- conventions --------------------------------------------------------------------------------------------


@kernel()
def _convention(
    table: Ints, options: Ints, state: Ints, facts: Ints, style: Real, strength: Real, room: Real
) -> Int:
    """Return the call by which a style shows a card before anything else, 0 for none.

    Joker by 6NT (cases.md C1): on one's first call, partner still to speak. Aces up the line (C3): the lowest
    ace that no partner has shown, by a six bid of its suit; with no ace but the joker 6NT.
    """
    if (style[JOKER_SIX] == 0 and style[ACES_UP] == 0) or first_call_of(state, state[TURN]) >= 0:
        return PASS_CALL
    if style[ACES_UP] > 0:
        aces = facts[ACES_HELD] & ~np.int64(room[PARTNER_ACES])
        for suit in range(4):
            if (aces >> suit) & 1:
                return _six(table, options, state, suit)
        return _six(table, options, state, NO_TRUMP) if facts[JOKERS_HELD] > 0 else PASS_CALL
    strong = facts[JOKERS_HELD] > 0 and facts[TOP_TRICKS] >= style[GATE]
    return _six(table, options, state, NO_TRUMP) if strong and room[PARTNERS_WAITING] > 0 else PASS_CALL


@kernel()
def _six(table: Ints, options: Ints, state: Ints, denomination: Int) -> Int:
    """Return the legal six bid (or inkle) of a denomination, 0 if there is none."""
    for call in range(1, table.shape[0]):
        six = table[call, LEVEL] == 6 and table[call, DENOMINATION] == denomination
        if six and may_call(table, options, state, call):
            return call
    return PASS_CALL


@kernel()
def _inkle(table: Ints, options: Ints, state: Ints, facts: Ints, style: Real, strength: Real) -> Int:
    """Return the inkle of a hand that has no bid (cases.md C2): 6NT for the joker, else its best suit."""
    if facts[JOKERS_HELD] > 0:
        call = _six_inkle(table, options, state, NO_TRUMP)
        if call > 0:
            return call
    best, choice = style[INKLE_FROM], PASS_CALL
    for suit in range(4):
        if strength[suit, 0] >= best:
            call = _six_inkle(table, options, state, suit)
            if call > 0:
                best, choice = strength[suit, 0], call
    return choice


@kernel()
def _six_inkle(table: Ints, options: Ints, state: Ints, denomination: Int) -> Int:
    call = _six(table, options, state, denomination)
    return call if table[call, INKLE] == 1 else PASS_CALL


# --- published counts ---------------------------------------------------------------------------------------


@kernel()
def _call_by_count(
    which: Int, table: Ints, options: Ints, state: Ints, hand: Ints, code: Ints, room: Real
) -> Int:
    """Return the call of a published count: the cheapest bid in the best denomination that it reaches.

    A partner's bid is raised or overcalled only by a count of more than its level.
    """
    calls = np.zeros((3, 5), np.int64)
    for denomination in range(DENOMINATIONS):
        calls[0, denomination] = np.int64(room[WITH + denomination])
        calls[1, denomination] = np.int64(room[AGAINST + denomination])
    calls[2, 0] = np.int64(room[PARTNERS_PASSED] > 0 or options[SIDES] == options[0])
    levels = room[LEVELS:]
    published_count(which, hand, code, calls, levels)
    high = state[HIGH]
    least = 6.0
    if high != PASS_CALL and state[HIGH_SEAT] % options[SIDES] == state[TURN] % options[SIDES]:
        least = float(table[high, LEVEL] + 1)
    for _ in range(DENOMINATIONS):
        best = np.int64(0)
        for denomination in range(1, DENOMINATIONS):
            if levels[denomination] >= levels[best]:  # of equals the dearer
                best = np.int64(denomination)
        if levels[best] < least:
            break
        call = _cheapest(table, options, state, best)
        if call > 0 and table[call, LEVEL] <= levels[best]:
            return call
        levels[best] = -1.0
    return (
        PASS_CALL if may_call(table, options, state, PASS_CALL) else _cheapest_of_all(table, options, state)
    )


@kernel()
def _cheapest(table: Ints, options: Ints, state: Ints, denomination: Int) -> Int:
    """Return the lowest legal bid in a denomination that is a contract, 0 if there is none."""
    for call in range(1, table.shape[0]):
        natural = table[call, STRAIN] == denomination and table[call, INKLE] == 0
        if natural and may_call(table, options, state, call):
            return call
    return PASS_CALL


@kernel()
def _cheapest_of_all(table: Ints, options: Ints, state: Ints) -> Int:
    """Return the lowest legal bid of a dealer who may not pass."""
    for call in range(1, table.shape[0]):
        if table[call, INKLE] == 0 and may_call(table, options, state, call):
            return call
    return PASS_CALL


# --- the choice ---------------------------------------------------------------------------------------------


@kernel(
    "int64(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[:, :, ::1], float64[:, ::1], int64[::1], "
    "float64[:, ::1], int64[::1], float64[:, ::1], float64[:, :, :, ::1], float64[::1], float64[::1], "
    "float64[::1])"
)
def choose_call(
    table: Ints,
    options: Ints,
    state: Ints,
    hand: Ints,
    code: Ints,
    strength: Real,
    facts: Ints,
    styles: Real,
    style_of: Ints,
    weights: Real,
    worth: Real,
    passing: Real,
    room: Real,
    values: Real,
) -> Int:
    """Return the call that the seat on turn makes.

    table, options, state: see `law`. hand: int64 (10,); code: see `rules.hands`. strength: float64 (7, 2),
    its index and row by strain (`evaluate`). facts: int64 (FACTS,). styles: float64 (n, STYLE_COLUMNS);
    style_of: int64 (players,); weights: float64 (n, WEIGHTS). worth: float64 (3, calls, ROWS, BINS), what
    contracts are worth to the seat's side (0 its own, 1 another's, 2 the chance to make them) by the tricks
    to expect. passing: float64 (2,), what a deal that nobody bids is worth, and what a point is. room:
    `new_room`. values: float64 (calls,), overwritten with what `judge` says.
    """
    seat = state[TURN]
    style = styles[style_of[seat]]
    hear(table, options, state, seat, styles, style_of, room)
    if style[COUNT] > 0:
        return _call_by_count(np.int64(style[COUNT]) - 1, table, options, state, hand, code, room)
    judge(
        table, options, state, strength, facts, style, weights[style_of[seat]], worth, passing, room, values
    )
    shown = _convention(table, options, state, facts, style, strength, room)
    if shown > 0:
        return shown
    best = np.int64(values.argmax())
    if best == PASS_CALL and style[INKLES] > 0:
        return _inkle(table, options, state, facts, style, strength)
    return best


choose_call_apart = apart(choose_call)
