"""Which worlds a player may believe in: cards seen, suits shown out of, and what the exchange says.

The contractor knows his discards, the others know that he threw three cards as the policy of `discard` throws
them; a misère is bid by a hand with few high cards, and its contractor ducks as high as he can. Nothing else
is read into the auction or into a card. Worlds are drawn as likely as they are (`worlds`) and refused if the
exchange would have gone otherwise; if all are refused, only cards and suits count.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, Words, kernel, load, popcount
from fivehundred_sim.kernels.codes import HAND, MISERE, NO_TRUMP, THROWN
from fivehundred_sim.kernels.discard import exchange_apart
from fivehundred_sim.kernels.knowledge import EXPOSED, FULL, HANDS, PLAYED, VOID
from fivehundred_sim.kernels.lanes import JOKER, LANE, NOMINATED, ONE, ZERO
from fivehundred_sim.kernels.sampled.state import DISCARDS, NOT_HELD, SHOWN
from fivehundred_sim.kernels.sampled.state import NOMINATED as NAMED
from fivehundred_sim.kernels.sampled.worlds import count_ways, draw, share, take_out

TRIES, MISERE_TRIES = 40, 400  # worlds drawn before what the exchange says is given up
HIGH_CARDS = 4  # of thirteen, the most that a hand bidding misère may hold above the nine


@kernel()
def joker_of(base: Word) -> Word:
    """Return the card that is the joker in this deal's lanes (with a trump suit there is none apart)."""
    named = np.int64(load(base, NAMED))
    if named > 0:
        return ONE << np.uint64(16 * (named - 1) + NOMINATED)
    return JOKER


@kernel()
def may_hold(base: Word, seat: Int, strain: Int, forced: Flag) -> Word:
    """Return the cards that a seat may hold by what he has shown.

    Who was out of a suit and did not play the joker, where he would have had to, does not hold it.
    """
    void = load(base, VOID + seat)
    allowed = ~void
    if strain >= MISERE and forced and void != ZERO:
        allowed &= ~JOKER
    return allowed


@kernel()
def low_enough(cards: Word, full: Word) -> Flag:
    """Return whether thirteen cards, the joker without a suit, would bid misère: few above the nine."""
    high = popcount(cards & JOKER)
    for lane in range(4):
        shift = np.uint64(16 * lane)
        nine = popcount((full >> shift) & LANE) - 6  # ten, jack, queen, king and ace lie above it
        high += popcount(((cards >> shift) & LANE) >> np.uint64(nine + 1))
    return high <= HIGH_CARDS


@kernel()
def contractor_keeps(
    base: Word, strain: Int, drawn: Word, nominate: Int, strict: Flag, values: Int
) -> tuple[Word, Flag]:
    """Return (cards still held, ok) of a contractor who had these cards and those he has shown.

    drawn: his hand and discards, unseen. ok if he would have kept all that he has played, given the joker
    the suit it has, and shown out of the suits that he has shown out of. strict: also bid and ducked so.
    """
    played = load(base, SHOWN)
    cards, full = drawn | played, load(base, FULL)
    joker = joker_of(base)
    if joker != JOKER:
        full = (full & ~joker) | JOKER
        if cards & joker:
            cards = (cards & ~joker) | JOKER
    if strain >= MISERE and strict and not low_enough(cards, full):
        return ZERO, False
    kept, _, lane = exchange_apart(strain, cards, ZERO, full, nominate, values)
    held = kept & ~played
    if kept & played != played or lane != np.int64(load(base, NAMED)) - 1 or held & load(base, VOID):
        return ZERO, False
    if strict and held & load(base, NOT_HELD):
        return ZERO, False
    return held, True


@kernel()
def receivers(
    base: Word, me: Int, strain: Int, forced: Flag, places: Int, allowed: Word, seats: Int
) -> tuple[Word, Int]:
    """Lay out who shares the unseen cards; return (these cards, places out of play, given to receiver 0).

    Writes places int64 (3,), allowed uint64 (3,) and the seats int64 (3,) of the receivers. Receiver 0 is the
    contractor where his cards are hidden, so that his discards come out of what he gets.
    """
    unseen = load(base, FULL) & ~(load(base, PLAYED) | load(base, HANDS + me))
    if me == 0:
        unseen &= ~load(base, DISCARDS)
    open_hand = load(base, EXPOSED) if me != 0 else ZERO
    unseen &= ~open_hand
    n, taken = 0, 0
    for step in range(4):
        seat = np.int64(step)
        if seat == me or (seat == 0 and open_hand != ZERO):
            continue
        seats[n] = seat
        places[n] = popcount(load(base, HANDS + seat))  # how many cards somebody holds is no secret
        allowed[n] = may_hold(base, seat, strain, forced)
        taken += places[n]
        n += 1
    if n == 2:  # an open hand: nobody is the third receiver
        seats[2], places[2], allowed[2] = -1, 0, ~ZERO
    return unseen, popcount(unseen) - taken


@kernel(
    "int64(uint64, int64, int64, int64, int64, int64,"
    " uint64[::1], float64[:, :, ::1], int64[::1], uint64[:, ::1])"
)
def deal_worlds(
    base: Word,
    me: Int,
    strain: Int,
    nominate: Int,
    forced: Int,
    worlds: Int,
    rng: Words,
    ways: Any,
    values: Ints,
    out: Any,
) -> Int:
    """Write up to `worlds` worlds into `out` and return how many.

    out: uint64 (worlds, 5), hands by seat, then what the contractor threw (0: not asked for).
    nominate, forced: of the rules (PlayCode).
    ways, values: scratch, float64 WAYS_SHAPE and int64 (DISCARD_WORDS,). Only the player's own cards, the
    contractor's discards for himself, an open hand and the public state are read: of the other hands no more
    than how many cards they are.
    """
    places, seats = np.zeros(3, np.int64), np.zeros(3, np.int64)
    allowed, dealt = np.zeros(3, np.uint64), np.zeros(3, np.uint64)
    unseen, spare = receivers(base, me, strain, forced == 1, places, allowed, seats)
    exchanged = seats[0] == 0 and spare == THROWN and places[0] + popcount(load(base, SHOWN)) == HAND
    held_places, held_allowed = places[0], allowed[0]
    must = joker_of(base) & unseen if strain > NO_TRUMP and seats[0] == 0 and load(base, NAMED) else ZERO
    unseen &= ~must
    places[0] = held_places + spare - popcount(must)
    if spare > 0:
        allowed[0] = ~ZERO
    if count_ways(unseen, places, allowed, ways) == 0.0:
        return 0
    number, tries = 0, 0
    most = worlds * (MISERE_TRIES if strain >= MISERE else TRIES) if exchanged else 0
    while number < worlds:
        share(unseen, places, allowed, ways, rng, dealt)
        dealt[0] |= must
        tries += 1
        if spare > 0:
            if tries <= most:
                held, ok = contractor_keeps(base, strain, dealt[0], nominate, tries <= most // 2, values)
            else:
                held, ok = take_out(dealt[0] ^ must, held_places - popcount(must), held_allowed, rng)
                held |= must
            if not ok and tries > most + 200:
                # the last resort keeps to the suits shown, though not every deal is as likely then
                possible = dealt[0] & held_allowed
                if popcount(possible) < held_places:
                    if tries > most + 400:
                        return number
                    continue
                held, ok = draw(possible, held_places, rng), True
            if not ok:
                continue
            out[number, 4] = dealt[0] ^ held if seats[0] == 0 else ZERO
            dealt[0] = held
        else:
            out[number, 4] = load(base, DISCARDS) if me == 0 else ZERO
        for seat in range(4):
            out[number, seat] = load(base, HANDS + seat) if seat == me or (seat == 0 and me != 0) else ZERO
        for i in range(3):
            if seats[i] >= 0:
                out[number, seats[i]] = dealt[i]
        number += 1
    return number
