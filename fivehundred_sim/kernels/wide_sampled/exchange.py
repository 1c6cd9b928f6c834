"""The contractor's exchange judged in sampled deals: what he throws, and where he names his jokers.

The candidates are what our players would throw and its neighbours: one card thrown of one suit exchanged for
the card that would go next of another. All are judged in the same deals, with all hands open from the lead
on: first in a quarter of them, the better half of the candidates (four at most) then in all.
"""

from typing import NamedTuple

import numpy as np

from fivehundred_sim.kernels._jit import Ints, Words, kernel
from fivehundred_sim.kernels.codes import HAND
from fivehundred_sim.kernels.dense.solve import dense_makes, dense_value
from fivehundred_sim.kernels.discard import DISCARD_WORDS
from fivehundred_sim.kernels.stream import stream_start
from fivehundred_sim.kernels.wide.exchange import calls, holder_names, name_jokers, wide_exchange
from fivehundred_sim.kernels.wide.state import (
    AVOIDS,
    CALLS,
    COUNTED_OUT,
    LANES,
    NOMINATE,
    PLAYERS,
    PLAYING,
    SIDE,
    SUITLESS,
    SUITS,
)
from fivehundred_sim.kernels.wide_sampled.decide import RESULTS, Goal
from fivehundred_sim.kernels.wide_sampled.public import new_public
from fivehundred_sim.kernels.wide_sampled.view import deal_world, look, worlds_of

_MOST = 12  # candidates
_FINALISTS = 4
_EXCHANGE = 511  # in place of the number of cards played, in the stream of a decision
_CARD, _SEAT = 1, 2  # of the code CALLS
_NAMED_SEAT = 2  # a contractor who names a player names the seat opposite: two to his left
_MANDATORY = 2  # of the code NOMINATE


class Table(NamedTuple):
    """A strain's row, the table's row (`rules.wide`), how many jokers the pack has, and the whole pack."""

    row: Ints
    table: Ints
    jokers: int
    full: Words


class Exchanged(NamedTuple):
    """The contractor's hand for the play (named jokers in their suit), what he threw, the lane that he named
    for his jokers or -1, and the place of the card that he calls or -1."""

    kept: Words
    thrown: Words
    named: int
    called: int


def best_exchange(memory: Words, given: Table, goal: Goal, cards: Words, worlds: int, seed: int) -> Exchanged:
    """Return what a sampled contractor does with hand and kitty; `cards` uint64 (5,), both together."""
    candidates = [_finish(given, thrown, named, cards) for thrown, named in _candidates(given, cards)]
    if len(candidates) == 1:
        return candidates[0]
    others = _others(given, cards, worlds, seed)
    few = max(worlds // 4, 1)
    judged = [_judge(memory, given, goal, candidate, others[:few]) for candidate in candidates]
    ranks = sorted(range(len(candidates)), key=lambda i: (-judged[i][0], -judged[i][1], i))
    finalists = sorted(ranks[: min(_FINALISTS, (len(ranks) + 1) // 2)])
    final = {i: _judge(memory, given, goal, candidates[i], others) for i in finalists}
    return candidates[min(finalists, key=lambda i: (-final[i][0], -final[i][1], i))]


# --- candidates ---------------------------------------------------------------------------------------------


def _candidates(given: Table, cards: Words) -> list[tuple[Words, int]]:
    """Return what may be thrown, the players' own choice first, and a lane for the jokers kept or -1."""
    kept, thrown = np.zeros(LANES, np.uint64), np.zeros(LANES, np.uint64)
    values = np.zeros(DISCARD_WORDS, np.int64)
    named = int(wide_exchange(given.row, cards.copy(), given.full, kept, thrown, values))
    throws = [thrown, *_neighbours(thrown, cards, avoids=given.row[AVOIDS] == 1)]
    found = []
    for throw in throws:
        found += [(throw, lane) for lane in _lanes(given, cards & ~throw, named)]
    return found[:_MOST]


def _neighbours(thrown: Words, cards: Words, *, avoids: bool) -> list[Words]:
    """Return throws with one card of a suit exchanged for the next one of another.

    A suit is thrown from its bottom, in the misère family from its top.
    """
    found = []
    kept = cards & ~thrown
    for out in range(int(SUITS)):
        for back in range(int(SUITS)):
            if out == back or not kept[out] or not thrown[back]:
                continue
            throw = thrown.copy()
            throw[out] |= np.uint64(_end(int(kept[out]), top=avoids))
            throw[back] &= ~np.uint64(_end(int(thrown[back]), top=not avoids))
            found.append(throw)
    return found


def _end(cards: int, *, top: bool) -> int:
    """Return the highest or the lowest card of a lane that is not empty."""
    return 1 << (cards.bit_length() - 1) if top else cards & -cards


def _lanes(given: Table, kept: Words, named: int) -> tuple[int, ...]:
    """Return the lanes that the jokers kept may be given: the players' choice first, -1 for none."""
    rule = given.row[NOMINATE]
    if rule == 0 or not kept[SUITLESS]:
        return (-1,)
    choices = (*range(int(SUITS)),) if rule == _MANDATORY else (-1, *range(int(SUITS)))
    return tuple(sorted(choices, key=lambda lane: lane != named))


def _finish(given: Table, thrown: Words, named: int, cards: Words) -> Exchanged:
    """Return a candidate with all that follows from it."""
    kept = cards & ~thrown
    called = -1
    if given.table[CALLS] == _CARD and given.row[AVOIDS] == 0:
        called = int(calls(given.row, given.table, given.jokers, kept, thrown, given.full))
    name_jokers(kept, named)
    return Exchanged(kept, thrown, named, called)


def partner_of(given: Table, hands: Words, called: int) -> int:
    """Return the seat that plays with a five-handed contractor, -1 for nobody; `called` as in Exchanged."""
    if given.row[AVOIDS] == 1:
        return -1
    if given.table[CALLS] == _SEAT:
        return _NAMED_SEAT
    if called < 0:
        return -1
    holders = hands[:, called // 32] >> np.uint64(called % 32) & np.uint64(1)
    return int(holders.argmax()) if holders.any() else -1


# --- their worth --------------------------------------------------------------------------------------------


@kernel()
def _name_others(row: Ints, hands: Words) -> None:
    """Have the other seats name their jokers, where they must."""
    for seat in range(1, hands.shape[0]):
        if (row[PLAYING] >> seat) & 1:
            name_jokers(hands[seat], holder_names(row, hands[seat]))


def _others(given: Table, cards: Words, worlds: int, seed: int) -> list[Words]:
    """Return deals of the cards that the contractor does not see, uint64 (players, 5), his hand empty."""
    seats = np.int64(given.table[PLAYERS])
    nothing, zero = np.zeros(LANES, np.uint64), np.int64(0)
    public = new_public(given.row, np.int64(given.row[PLAYING]), zero, zero)
    known = np.zeros((int(seats), LANES), np.uint64)
    known[0] = cards
    none = np.int64(-1)
    view = look(
        public, seats, zero, known, nothing, given.full, np.int64(HAND), np.int64(1), none, zero, zero
    )
    view.held[0] = 0  # he holds more for a moment, and takes no card
    drawing, stream, found = worlds_of(view), stream_start(seed, _EXCHANGE), []
    for _ in range(worlds):
        hands = known.copy()
        stream = deal_world(view, drawing, np.uint64(stream), hands, nothing.copy())
        hands[0] = 0
        _name_others(given.row, hands)
        found.append(hands)
    return found


def _judge(
    memory: Words, given: Table, goal: Goal, candidate: Exchanged, others: list[Words]
) -> tuple[int, float]:
    """Return in how many deals a candidate makes the contract, and the sum of its points."""
    row, made, points = given.row, 0, 0.0
    playing, zero = np.int64(row[PLAYING]), np.int64(0)
    renounced, guess = np.zeros(int(given.table[PLAYERS]), np.int64), 5
    for world in others:
        hands = world.copy()
        hands[0] = candidate.kept
        partner = partner_of(given, hands, candidate.called)
        side = np.int64(row[SIDE] | (1 << partner if partner > 0 else 0))
        asked = memory, hands, row, side, playing, zero, zero, renounced
        if row[AVOIDS] == 1 and row[COUNTED_OUT] == 1:
            taken = 1 - int(dense_makes(*asked))
        else:
            taken = guess = int(dense_value(*asked, np.int64(guess)))
        taken = min(taken, RESULTS - 1)
        made += int(goal.made[taken])
        points += float(goal.points[taken])
    return made, points
