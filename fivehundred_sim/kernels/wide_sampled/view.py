"""What one seat knows of a hand in play, and deals drawn from it.

A `View` is all that a choice is made from. It is made of what everybody has seen (`public`) and of the cards
that this seat has seen beside: its own, open hands, and for the contractor what he threw.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, Words, kernel, lowest, popcount
from fivehundred_sim.kernels.discard import DISCARD_WORDS
from fivehundred_sim.kernels.lanes import ONE, ZERO
from fivehundred_sim.kernels.wide.exchange import wide_exchange
from fivehundred_sim.kernels.wide.state import (
    LANE_BITS,
    LANES,
    NOMINATED,
    SUITLESS,
    SUITS,
    card_of_place,
    lane_of_place,
)
from fivehundred_sim.kernels.wide_sampled.fit import (
    CLASSES,
    NOBODY,
    RECEIVERS,
    draw,
    make_plan,
    new_memo,
    number_of_ways,
)
from fivehundred_sim.kernels.wide_sampled.public import Public

CALLED_CLASS = np.int64(5)
_NOMINATED = np.uint64(NOMINATED)
_IN_SUIT = np.uint64(3 << NOMINATED)
_TRIES = 12  # worlds drawn for one in which the contractor would have thrown what he threw


class View(NamedTuple):
    """What a seat knows; seats are relative to the contractor, cards in the wide layout.

    players: seats at the table. seat: whose card is chosen. public: what everybody has seen. known: uint64
    (players, 5), cards that a seat is known to hold now. held: int64 (6,), how many it holds. unseen: uint64
    (5,), cards neither known, played nor seen to be thrown. side: who is known to play with the contractor
    (himself included), a mask. called: place of the card whose unseen holder is his partner, -1 for none;
    callees: who may hold it, a mask of receivers (`fit`). full: uint64 (5,), the pack, jokers that were given
    suits there. threw: how many unseen cards the contractor chose to throw, 0 where that is not so.
    """

    players: Int
    seat: Int
    public: Public
    known: Words
    held: Ints
    unseen: Words
    side: Int
    called: Int
    callees: Int
    full: Words
    threw: Int


@kernel()
def look(
    public: Public,
    players: Int,
    seat: Int,
    known: Words,
    thrown: Words,
    full: Words,
    length: Int,
    side: Int,
    called: Int,
    callees: Int,
    threw: Int,
) -> View:
    """Return the view of a seat.

    known: as in View, without what has been played. thrown: uint64 (5,), the cards that it has seen thrown.
    length: cards that each who plays had at the start of `public`. called: the card called, played or not, -1
    for none; `side` holds its holder only where he is known otherwise. Other arguments as in View.
    """
    unseen, held = full & ~public.played & ~thrown, np.zeros(RECEIVERS - 1, np.int64)
    for other in range(players):
        unseen &= ~known[other]
        if (public.playing >> other) & 1:
            held[other] = length - public.shown[other]
    if called >= 0:
        lane, card = lane_of_place(called), card_of_place(called)
        for other in range(players):
            if known[other, lane] & card:
                side |= np.int64(1) << other
        if unseen[lane] & card == ZERO:
            called = np.int64(-1)
    return View(players, seat, public, known, held, unseen, side, called, callees, full, threw)


@kernel()
def rooms(view: View) -> Ints:
    """Return how many unseen cards each receiver takes, int64 (RECEIVERS,); whatever is left is nobody's."""
    room, left = np.zeros(RECEIVERS, np.int64), np.int64(0)
    for lane in range(LANES):
        left += popcount(view.unseen[lane])
    for seat in range(view.players):
        room[seat] = view.held[seat]
        for lane in range(LANES):
            if room[seat] > 0:
                room[seat] -= popcount(view.known[seat, lane])
        left -= room[seat]
    room[NOBODY] = left
    return room


@kernel()
def allowed(view: View) -> Ints:
    """Return for each class of cards the mask of the receivers that may hold them, int64 (CLASSES,)."""
    masks = np.full(CLASSES, np.int64(1) << NOBODY)
    for lane in range(LANES):
        for seat in range(view.players):
            if (view.public.void[seat] >> lane) & 1 == 0:
                masks[lane] |= np.int64(1) << seat
    if view.called >= 0:
        masks[CALLED_CLASS] = view.callees & (masks[lane_of_place(view.called)] | np.int64(1) << NOBODY)
    return masks


@kernel()
def unseen_cards(view: View) -> tuple[Ints, Ints]:
    """Return the places of the unseen cards and their classes, int64 (n,) each."""
    places, classes, n = np.empty(70, np.int64), np.empty(70, np.int64), np.int64(0)
    for lane in range(LANES):
        rest = view.unseen[lane]
        while rest != ZERO:
            places[n] = LANE_BITS * lane + lowest(rest)
            classes[n] = CALLED_CLASS if places[n] == view.called else lane
            rest &= rest - ONE
            n += 1
    return places[:n].copy(), classes[:n].copy()


class Worlds(NamedTuple):
    """How to draw deals that fit a view: a plan (`fit`) with its memory, the unseen cards, and the rooms."""

    plan: Ints
    memo: NDArray[np.float64]
    places: Ints
    classes: Ints
    room: Ints


@kernel()
def worlds_of(view: View) -> Worlds:
    """Return how to draw the deals that fit a view."""
    places, classes = unseen_cards(view)
    counts, room = np.zeros(CLASSES, np.int64), rooms(view)
    for i in range(places.shape[0]):
        counts[classes[i]] += 1
    plan = make_plan(counts, allowed(view), room)
    return Worlds(plan, new_memo(plan), places, classes, room)


@kernel()
def can_be(worlds: Worlds) -> Flag:
    """Return whether any deal fits; none does only if the view contradicts itself."""
    return worlds.room.min() >= 0 and number_of_ways(worlds.plan, worlds.memo) > 0.0


@kernel()
def deal_world(view: View, worlds: Worlds, stream: Word, hands: Words, threw: Words) -> Word:
    """Write a deal that fits, each as likely, to `hands`, uint64 (players, 5), as they are held now.

    threw: uint64 (5,), overwritten with what the contractor threw, where the view tells how many. Returns the
    new state of the stream.
    """
    receivers = np.empty(worlds.places.shape[0], np.int64)
    stream = draw(worlds.plan, worlds.memo, worlds.places, worlds.classes, worlds.room, stream, receivers)
    hands[:] = view.known
    threw[:] = ZERO
    left = view.threw
    for i in range(receivers.shape[0]):
        lane, card = lane_of_place(worlds.places[i]), card_of_place(worlds.places[i])
        if receivers[i] != NOBODY:
            hands[receivers[i], lane] |= card
        elif left > 0:
            threw[lane] |= card
            left -= 1
    return stream


@kernel()
def out_of_suits(cards: Words) -> None:
    """Take jokers back that were given a suit."""
    for lane in range(SUITS):
        cards[SUITLESS] |= (cards[lane] & _IN_SUIT) >> _NOMINATED
        cards[lane] &= ~_IN_SUIT


@kernel()
def announce(full: Words, hands: Words) -> None:
    """Move the jokers that hands have given suits in the picture of the pack."""
    for seat in range(hands.shape[0]):
        for lane in range(SUITS):
            named = hands[seat, lane] & _IN_SUIT
            full[lane] |= named
            full[SUITLESS] &= ~(named >> _NOMINATED)


@kernel()
def rethrow(view: View, hands: Words, threw: Words, values: Ints) -> Flag:
    """Have the contractor throw again what he would of all his cards; returns whether that fits the view.

    If so `hands` and `threw` are changed, else not. The cards are what he holds, has played and threw.
    """
    cards, full, kept, gone = hands[0] | threw, view.full.copy(), threw.copy(), threw.copy()
    cards |= view.public.by_contractor
    out_of_suits(cards)
    out_of_suits(full)
    wide_exchange(view.public.row, cards, full, kept, gone, values)
    stays = view.public.by_contractor | view.known[0]
    out_of_suits(stays)
    for lane in range(LANES):
        empty = (view.public.void[0] >> lane) & 1 == 1
        held = (hands[0, lane] | threw[lane]) & ~gone[lane]
        if gone[lane] & stays[lane] != ZERO or (empty and held != ZERO):
            return False
    for lane in range(LANES):
        hands[0, lane] = (hands[0, lane] | threw[lane]) & ~gone[lane]
        threw[lane] = gone[lane]
    return True


@kernel()
def draw_world(view: View, worlds: Worlds, stream: Word, hands: Words) -> Word:
    """Write a plausible deal to `hands`, uint64 (players, 5), as held now; returns the stream's new state.

    Of the cards that a contractor held before his discard, all sets that fit are as likely, and he threw what
    our players throw of them; if several tries do not agree with what he has played, he threw any cards.
    """
    threw, values = np.zeros(LANES, np.uint64), np.zeros(DISCARD_WORDS, np.int64)
    for _ in range(_TRIES):
        stream = deal_world(view, worlds, stream, hands, threw)
        if view.threw == 0 or rethrow(view, hands, threw, values):
            break
    return stream
