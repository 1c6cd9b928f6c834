"""What everybody has seen of a hand in play, card by card, and what it shows (docs/rulings.md).

Seats are relative to the contractor; cards are places of the wide layout (32 * lane + bit).
"""

from typing import NamedTuple

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Words, kernel
from fivehundred_sim.kernels.wide.state import (
    BINDS,
    FOLLOW,
    FORCED,
    LANES,
    LEAD,
    LOW,
    NO_LANE,
    SEATS,
    STRAIN_CODES,
    SUITLESS,
    TRUMP,
    WORTHLESS,
    card_of_place,
    lane_of_place,
)

# Words of `now`: who leads this trick, the lanes led in earlier ones, cards on the table, cards played; the
# lane led, the seat that wins the trick so far and the strength of its card.
LEADER, LED, ON_TABLE, NUMBER, LANE_LED, WINNER, STRENGTH = range(7)
NOW = 7

_FIRST_ROUND, _UNLESS_RENOUNCED, _ALWAYS = 1, 2, 3  # values of FOLLOW
_UNLED, _LAST_TRICK, _UNRENOUNCED, _ONLY_JOKERS, _UNLED_OR_EXHAUSTED = range(1, 6)  # values of LEAD
_SUITS = np.int64(15)  # all four, a mask
_NOTHING, _TRUMPS, _JOKERS = np.int64(-1), np.int64(64), np.int64(128)


class Public(NamedTuple):
    """The public facts of a hand; arrays, changed by `show`.

    row: int64 (15,), the strain (`rules.wide.strain_table`). playing: who plays cards, a mask of seats.
    void: int64 (6,), of each seat the mask of the lanes in which it has shown that it holds nothing (bit 4:
    no joker without a suit). renounced: int64 (6,), as before this trick. tricks: int64 (6,), taken by seat.
    shown: int64 (6,), cards played by seat. trick: int64 (6, 2), the cards on the table, place and lane named
    or -1. played: uint64 (5,). by_contractor: uint64 (5,), what he has played. now: int64 (NOW,).
    """

    row: Ints
    playing: Int
    void: Ints
    renounced: Ints
    tricks: Ints
    shown: Ints
    trick: Ints
    played: Words
    by_contractor: Words
    now: Ints


@kernel()
def new_public(row: Ints, playing: Int, leader: Int, led: Int) -> Public:
    """Return the facts before the first card; `led` is the mask of lanes led before these cards."""
    now = np.zeros(NOW, np.int64)
    now[LEADER], now[LED] = leader, led
    return Public(
        row[:STRAIN_CODES].copy(),
        np.int64(playing),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        np.full((SEATS, 2), -1, np.int64),
        np.zeros(LANES, np.uint64),
        np.zeros(LANES, np.uint64),
        now,
    )


@kernel()
def number_playing(public: Public) -> Int:
    """Return how many seats play cards."""
    number = np.int64(0)
    for seat in range(SEATS):
        number += (public.playing >> seat) & 1
    return number


@kernel()
def next_to_play(public: Public, players: Int) -> Int:
    """Return the seat on turn, whether or not any card is left."""
    seat = public.now[LEADER]
    for _ in range(public.now[ON_TABLE]):
        seat = (seat + 1) % players
        while (public.playing >> seat) & 1 == 0:
            seat = (seat + 1) % players
    return seat


@kernel()
def strength_of(public: Public, seat: Int, place: Int, leads: Flag) -> Int:
    """Return the strength of a card in the trick; the highest wins, the first of equals."""
    row, lane, height = public.row, lane_of_place(place), place % 32
    led = public.now[LANE_LED]
    if lane == SUITLESS:
        if leads:
            return np.int64(0) if row[LOW] == 1 else _JOKERS + height
        renounced = led != NO_LANE and (public.renounced[seat] >> led) & 1 == 1
        if row[LOW] == 1 or (renounced and row[WORTHLESS] == 1):
            return _NOTHING
        return _JOKERS + height
    if lane == 3 and row[TRUMP] == 1:
        return _TRUMPS + height
    return 1 + height if lane == led else _NOTHING


@kernel()
def _shows_void(public: Public, seat: Int, lane: Int, led: Int) -> Flag:
    """Return whether a card of this lane, played to `led`, shows that its player has none of it."""
    if lane == led or led == NO_LANE:
        return False
    if lane != SUITLESS:
        return True
    follow = public.row[FOLLOW]
    if follow == _FIRST_ROUND:
        return (public.now[LED] >> led) & 1 == 1
    if follow == _UNLESS_RENOUNCED:
        return (public.renounced[seat] >> led) & 1 == 1
    return follow != _ALWAYS


@kernel()
def _shown_by_joker(public: Public, seat: Int, named: Int) -> Int:
    """Return the lanes, a mask, that are empty in the hand of one who leads a joker without a suit.

    Against the rule for leads only a hand of nothing but jokers may lead one. A joker that names no suit
    shows nothing under rules that ask for one suit of several.
    """
    lead, led, renounced = public.row[LEAD], public.now[LED], public.renounced[seat]
    if lead in (_LAST_TRICK, _ONLY_JOKERS):
        return _SUITS
    if named < 0:
        return _SUITS if lead == _UNLED and led == _SUITS else np.int64(0)
    again, refused = (led >> named) & 1 == 1, (renounced >> named) & 1 == 1
    if lead == _UNLED:
        return _SUITS if again else np.int64(0)
    if lead == _UNRENOUNCED:
        return _SUITS if refused else np.int64(0)
    if lead == _UNLED_OR_EXHAUSTED and again:
        return _SUITS if refused else np.int64(1) << named
    return np.int64(0)


@kernel()
def _learn(public: Public, seat: Int, lane: Int, named: Int) -> None:
    """Note what a card shows of the cards that its player keeps."""
    if public.now[ON_TABLE] == 0:
        if lane == SUITLESS:
            public.void[seat] |= _shown_by_joker(public, seat, named)
        return
    led = public.now[LANE_LED]
    if _shows_void(public, seat, lane, led):
        public.void[seat] |= np.int64(1) << led
        if lane != SUITLESS and public.row[FORCED] == 1:
            public.void[seat] |= np.int64(1) << SUITLESS


@kernel()
def _end_trick(public: Public, players: Int) -> None:
    """Give a full trick to its winner, and remember who renounced what."""
    led, seat = public.now[LANE_LED], public.now[LEADER]
    for i in range(public.now[ON_TABLE]):
        lane = lane_of_place(public.trick[i, 0])
        if i > 0 and led != NO_LANE and lane != led and lane != SUITLESS:
            public.renounced[seat] |= np.int64(1) << led
        seat = (seat + 1) % players
        while (public.playing >> seat) & 1 == 0:
            seat = (seat + 1) % players
    if led != NO_LANE:
        public.now[LED] |= np.int64(1) << led
    winner = public.now[WINNER]
    public.tricks[winner] += 1
    public.now[LEADER], public.now[ON_TABLE] = winner, 0
    public.trick[:] = -1


@kernel()
def show(public: Public, players: Int, place: Int, named: Int) -> None:
    """Let everybody see the next card: its place, and the lane named by a joker that is led, else -1."""
    seat, lane = next_to_play(public, players), lane_of_place(place)
    position = public.now[ON_TABLE]
    _learn(public, seat, lane, named)
    if position == 0:
        led = lane
        if lane == SUITLESS:
            led = named if public.row[BINDS] == 1 else NO_LANE
        public.now[LANE_LED] = led
    strength = strength_of(public, seat, place, position == 0)
    if position == 0 or strength > public.now[STRENGTH]:
        public.now[WINNER], public.now[STRENGTH] = seat, strength
    public.trick[position, 0], public.trick[position, 1] = place, named
    public.played[lane] |= card_of_place(place)
    if seat == 0:
        public.by_contractor[lane] |= card_of_place(place)
    public.shown[seat] += 1
    public.now[NUMBER] += 1
    public.now[ON_TABLE] = position + 1
    if public.now[ON_TABLE] == number_playing(public):
        _end_trick(public, players)


@kernel()
def public_after(row: Ints, playing: Int, leader: Int, led: Int, players: Int, record: Ints) -> Public:
    """Return the facts after the cards of a record, int64 (n, 2): place and lane named or -1, in order."""
    public: Public = new_public(row, playing, leader, led)
    for i in range(record.shape[0]):
        show(public, players, record[i, 0], record[i, 1])
    return public
