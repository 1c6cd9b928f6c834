"""The law of the auction: who calls next, what he may call, and when the auction is over.

`game.auction.Auction` is the readable form, and what this one is tested against call by call; docs/rulings.md
says how the options are read. A call is a row of the table of calls (`rules.bidding`), 0 the pass. The redeal
that a player without ace or face card may propose is not modelled: no bidding style ever proposes one.

An auction is one int64 array. What the law asks of the past is kept in running words, so that nothing rescans
the list of calls; a call takes no memory. Table, options and state are contiguous int64 arrays, read by their
addresses: nothing is checked, a call made must be one that may be made.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, kernel, lowest
from fivehundred_sim.kernels.bidding.words import address, get, put

# Columns of the table of calls (rules.bidding.CallCode).
LEVEL, STRAIN, DENOMINATION, HEIGHT, INKLE = map(np.int64, range(5))
COLUMNS = np.int64(5)
# Places in the row of options (rules.bidding.AuctionCode), and what two of them may say.
PLAYERS, SIDES, ONE_ROUND, AFTER_PASS, RAISES, ALL_PASS = map(np.int64, range(6))
MISERE_AFTER, OPEN_MISERE_AFTER, TOP_PLAIN, CALLS = map(np.int64, range(6, 10))
NEVER, ALWAYS, ON_CHANGE = map(np.int64, range(3))
REDEAL_NEXT, REDEAL_SAME, PLAY_NO_TRUMP, FORCE_DEALER = map(np.int64, range(4))
# Denominations that the law asks for (cards).
MISERE, OPEN_MISERE, BLIND_MISERE, DOUBLE_MISERE = map(np.int64, range(5, 9))
PASS_CALL = np.int64(0)
SIGNALLERS = np.int64(2)  # only the first two callers may call an inkle

SEATS = np.int64(6)
# Before the first bid come at most 5 passes, after each of the 30 heights of the longest ladder 5 more.
MOST_CALLS = np.int64(192)

# Words of an auction. Sets of seats have bit s for seat s.
DEALER = np.int64(0)
TURN = np.int64(1)  # the seat to call, -1 once over
OVER = np.int64(2)
OUTCOME = np.int64(3)
COUNT = np.int64(4)  # calls so far
OUT = np.int64(5)  # seats that may not call again, as things stand
HIGH = np.int64(6)  # the highest bid that can become the contract, 0 before the first
HIGH_SEAT = np.int64(7)  # its bidder, -1 before the first
LAST_SEAT = np.int64(8)  # who called last, before the first call the dealer
LAST_HEIGHT = np.int64(9)  # height of the last bid, inkles counted
TOP_LEVEL = np.int64(10)  # the highest level bid, inkles counted
CALLED = np.int64(11)  # seats that have called
BID_MISERE = np.int64(12)  # seats that have bid misère itself
OWN = np.int64(13)  # each seat's last bid, 0 before its first
LIST = OWN + SEATS  # the calls in order, two words each: seat, call
STATE_WORDS = LIST + 2 * MOST_CALLS

OPEN, CONTRACT, NOBODY_BID = map(np.int64, range(3))  # values of OUTCOME


@kernel()
def start_auction(options: Ints, dealer: Int, state: Ints) -> None:
    """Begin an auction in `state` (STATE_WORDS); the seat after the dealer calls first.

    The list of calls is not cleared: only its first COUNT pairs mean anything.
    """
    for word in range(LIST):
        state[word] = 0
    state[DEALER] = dealer
    state[LAST_SEAT] = dealer
    state[TURN] = (dealer + 1) % options[PLAYERS]
    state[HIGH_SEAT] = -1
    state[LAST_HEIGHT] = -1000  # rules.bidding.BELOW_ALL


@kernel(forceinline=True)
def may_call(table: Ints, options: Ints, state: Ints, call: Int) -> Flag:
    """Return whether the seat on turn may make a call; nobody may once the auction is over."""
    return _may_call(address(table), address(options), address(state), call)


@kernel(forceinline=True)
def make_call(table: Ints, options: Ints, state: Ints, call: Int) -> None:
    """Make a call that the seat on turn may make, and say who is next or how the auction has ended."""
    _make_call(address(table), address(options), address(state), call)


# --- below, the three arrays are addresses: passing arrays on costs more than the law itself ----------------


@kernel(forceinline=True)
def _code(table: Word, call: Int, column: Int) -> Int:
    """Return a number of a call's row in the table."""
    return get(table, call * COLUMNS + column)


@kernel(forceinline=True)
def _add_seat(state: Word, word: Int, seat: Int) -> None:
    """Add a seat to one of the sets of seats."""
    put(state, word, get(state, word) | (np.int64(1) << seat))


@kernel()
def _may_call(table: Word, options: Word, state: Word, call: Int) -> Flag:
    if get(state, OVER):
        return False
    seat = get(state, TURN)
    if call == PASS_CALL:
        return not _must_bid(options, state, seat)
    if _code(table, call, INKLE):  # of two players the dealer is the second
        early = get(state, COUNT) < SIGNALLERS and not _must_bid(options, state, seat)
        return early and _code(table, call, HEIGHT) > get(state, LAST_HEIGHT)
    return _may_bid(table, options, state, seat, call)


@kernel()
def _make_call(table: Word, options: Word, state: Word, call: Int) -> None:
    seat, count = get(state, TURN), get(state, COUNT)
    put(state, LIST + 2 * count, seat)
    put(state, LIST + 2 * count + 1, call)
    if call != PASS_CALL:
        if _lets_all_in(table, options, state, seat, call):
            put(state, OUT, np.int64(0))
        _enter_bid(table, state, seat, call)
    if call == PASS_CALL or get(options, ONE_ROUND):
        _add_seat(state, OUT, seat)
    _add_seat(state, CALLED, seat)
    put(state, COUNT, count + 1)
    put(state, LAST_SEAT, seat)
    _settle(table, options, state)


@kernel(forceinline=True)
def _enter_bid(table: Word, state: Word, seat: Int, call: Int) -> None:
    """Keep what a bid changes for those that follow."""
    put(state, OWN + seat, call)
    put(state, LAST_HEIGHT, _code(table, call, HEIGHT))
    put(state, TOP_LEVEL, max(get(state, TOP_LEVEL), _code(table, call, LEVEL)))
    if _code(table, call, DENOMINATION) == MISERE:
        _add_seat(state, BID_MISERE, seat)
    if not _code(table, call, INKLE):
        put(state, HIGH, call)
        put(state, HIGH_SEAT, seat)


@kernel(forceinline=True)
def _settle(table: Word, options: Word, state: Word) -> None:
    """Write who is on turn, or the end and the outcome."""
    everybody = (np.int64(1) << get(options, PLAYERS)) - 1
    waiting = everybody & ~get(state, OUT)
    high_seat = get(state, HIGH_SEAT)
    if high_seat >= 0:
        high_bit = np.int64(1) << high_seat
        waiting &= ~high_bit
        asked = waiting
        if get(options, RAISES):
            asked |= high_bit
            if waiting == 0 and get(state, LAST_SEAT) != high_seat:
                waiting = high_bit  # all others have passed since his bid
        if waiting == 0 or not _can_overcall(table, options, state, asked):
            _end(state, CONTRACT)
            return
    elif waiting == 0:
        _end(state, NOBODY_BID)
        return
    put(state, TURN, _next_of(waiting, get(state, LAST_SEAT)))


@kernel(forceinline=True)
def _end(state: Word, outcome: Int) -> None:
    put(state, OVER, np.int64(1))
    put(state, OUTCOME, outcome)
    put(state, TURN, np.int64(-1))


@kernel(forceinline=True)
def _next_of(seats: Int, last: Int) -> Int:
    """Return the first seat of a set, clockwise after the last one to call."""
    behind = seats & ~((np.int64(2) << last) - 1)
    return lowest(np.uint64(behind if behind else seats))


@kernel()
def _can_overcall(table: Word, options: Word, state: Word, seats: Int) -> Flag:
    """Return whether some bid of the ladder is left to some seat of a set."""
    if get(state, LAST_HEIGHT) < get(options, TOP_PLAIN):
        return True
    for call in range(get(options, CALLS) - 1, 0, -1):
        if _code(table, call, HEIGHT) <= get(state, LAST_HEIGHT):
            return False
        for seat in range(get(options, PLAYERS)):
            if (seats >> seat) & 1 and _may_bid(table, options, state, seat, np.int64(call)):
                return True
    return False


@kernel(forceinline=True)
def _must_bid(options: Word, state: Word, seat: Int) -> Flag:
    """Return whether the dealer, whose turn comes last, may not pass because nobody has bid."""
    return get(options, ALL_PASS) == FORCE_DEALER and seat == get(state, DEALER) and get(state, HIGH_SEAT) < 0


@kernel(forceinline=True)
def _may_bid(table: Word, options: Word, state: Word, seat: Int, call: Int) -> Flag:
    """Return whether a seat may make a bid of the ladder, were it its turn."""
    if _code(table, call, HEIGHT) <= get(state, LAST_HEIGHT):
        return False
    if _code(table, call, LEVEL):
        return True
    denomination = _code(table, call, DENOMINATION)
    needed = get(options, OPEN_MISERE_AFTER) if denomination == OPEN_MISERE else get(options, MISERE_AFTER)
    if get(state, TOP_LEVEL) < needed:
        return False
    if denomination == BLIND_MISERE:
        return not (get(state, CALLED) >> seat) & 1
    if denomination == DOUBLE_MISERE:
        return _partner_bid_misere(options, state, seat)
    return True


@kernel()
def _partner_bid_misere(options: Word, state: Word, seat: Int) -> Flag:
    """Return whether a lasting partner of a seat has bid misère."""
    sides = get(options, SIDES)
    for other in range(seat % sides, get(options, PLAYERS), sides):
        if other != seat and (get(state, BID_MISERE) >> other) & 1:
            return True
    return False


@kernel(forceinline=True)
def _lets_all_in(table: Word, options: Word, state: Word, seat: Int, call: Int) -> Flag:
    """Return whether a bid, before it is entered, lets those who have passed call again."""
    if get(options, ONE_ROUND):
        return False
    if get(options, AFTER_PASS) == ALWAYS:
        return True
    own = get(state, OWN + seat)
    if own == 0 or _family(table, own) == _family(table, call):
        return False
    return get(options, AFTER_PASS) == ON_CHANGE or seat == get(state, HIGH_SEAT)  # who raises his own bid


@kernel(forceinline=True)
def _family(table: Word, call: Int) -> Int:
    """Return the denomination a player changes from or to; the misère family is one."""
    return min(_code(table, call, DENOMINATION), MISERE)
