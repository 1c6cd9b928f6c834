"""A deal in progress: the words of `playout`, then the trick on the table and what each seat has played.

Seats are relative to the contractor, as in `knowledge`. In misère seat 2 holds ten cards that nobody plays.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, Words, kernel, load, popcount, store
from fivehundred_sim.kernels.codes import MISERE, NO_TRUMP, OPEN_MISERE
from fivehundred_sim.kernels.judgement import JUDGEMENT_TABLE
from fivehundred_sim.kernels.knowledge import (
    EXPOSED,
    HANDS,
    JUDGEMENT,
    LANES_LED,
    LED,
    MISERE_JUDGEMENT,
    PLAYED,
    TRICKS,
    VOID,
)
from fivehundred_sim.kernels.lanes import JOKER, LANE_3, LANE_BOTTOMS, ONE, ZERO
from fivehundred_sim.kernels.law import may_follow, may_lead
from fivehundred_sim.kernels.misere_judgement import MISERE_TABLE
from fivehundred_sim.kernels.playout import SCRATCH_WORDS, deny, start_play

LEADER = SCRATCH_WORDS  # seat that leads the trick in progress
ON_TABLE = LEADER + 1  # cards that lie on the table
TABLE = LEADER + 2  # these cards, from the leader on
LANE_LED = LEADER + 6  # lane led to this trick
LED_BEFORE = LEADER + 7  # lanes led to earlier tricks
BEST = LEADER + 8  # the winning card so far, and who played it
BEST_SEAT = LEADER + 9
DISCARDS = LEADER + 10  # what the contractor threw, known to him alone
NOMINATED = LEADER + 11  # lane of the joker + 1, 0 without one
SHOWN = LEADER + 12  # cards played, by seat
NOT_HELD = LEADER + 16  # cards that a misère contractor would have played sooner: he ducks as high as he can
GAME_WORDS = LEADER + 17


@kernel()
def new_game() -> Words:
    """Return the working memory of one deal, uint64 (GAME_WORDS,)."""
    game = np.zeros(GAME_WORDS, np.uint64)
    game[JUDGEMENT] = np.uint64(JUDGEMENT_TABLE.ctypes.data)
    game[MISERE_JUDGEMENT] = np.uint64(MISERE_TABLE.ctypes.data)
    return game


@kernel()
def begin(base: Word, strain: Int, hands: Words, thrown: Word, nominated: Int, full: Word, play: Any) -> None:
    """Set a deal up: `hands` uint64 (4,) by relative seat, after the exchange; the contractor leads."""
    for i in range(LEADER, GAME_WORDS):
        store(base, i, ZERO)
    start_play(base, strain, np.int64(0), hands, nominated, full)
    store(base, DISCARDS, thrown)
    store(base, NOMINATED, np.uint64(nominated + 1))
    expose(base, strain, play)


@kernel()
def expose(base: Word, strain: Int, play: Any) -> None:
    """Lay the contractor's cards open where it is time."""
    if strain != OPEN_MISERE:
        return
    done = 0
    for seat in range(4):
        done = max(done, popcount(load(base, SHOWN + seat)))
    if done >= play.exposed_after and load(base, ON_TABLE) == ZERO:
        store(base, EXPOSED, load(base, HANDS))


@kernel()
def next_seat(seat: Int, strain: Int) -> Int:
    """Return the seat that plays after `seat`."""
    seat = (seat + 1) & 3
    return np.int64(3) if strain >= MISERE and seat == 2 else np.int64(seat)


@kernel()
def on_turn(base: Word, strain: Int) -> Int:
    """Return the seat that plays now."""
    seat = np.int64(load(base, LEADER))
    for _ in range(np.int64(load(base, ON_TABLE))):
        seat = next_seat(seat, strain)
    return seat


@kernel()
def legal_cards(base: Word, seat: Int, strain: Int, play: Any) -> Word:
    """Return the cards that the seat may play now."""
    hand = load(base, HANDS + seat)
    if load(base, ON_TABLE) == ZERO:
        return may_lead(hand, play.lead, load(base, LANES_LED))
    return may_follow(hand, load(base, LANE_LED), strain >= MISERE and play.misere_forced == 1)


@kernel()
def strong_lanes(strain: Int, lane: Word) -> Word:
    """Return the cards that can win a trick led in `lane`."""
    return lane | (JOKER if strain >= NO_TRUMP else LANE_3)


@kernel()
def lay(base: Word, strain: Int, seat: Int, card: Word, lane: Word, play: Any) -> None:
    """Play a card; `lane` is what it leads, if it is the first. A complete trick is taken up."""
    placed = np.int64(load(base, ON_TABLE))
    store(base, HANDS + seat, load(base, HANDS + seat) & ~card)
    store(base, PLAYED, load(base, PLAYED) | card)
    store(base, SHOWN + seat, load(base, SHOWN + seat) | card)
    store(base, TABLE + placed, card)
    if placed == 0:
        store(base, LANE_LED, lane)
        store(base, LED_BEFORE, load(base, LANES_LED))
        store(base, LED + seat, load(base, LED + seat) | lane)
        store(base, LANES_LED, load(base, LANES_LED) | lane)
        store(base, BEST, ZERO)
    else:
        lane = load(base, LANE_LED)
        _note(base, strain, seat, card, lane)
    strong = card & strong_lanes(strain, lane)
    if strong > load(base, BEST):
        store(base, BEST, strong)
        store(base, BEST_SEAT, np.uint64(seat))
    store(base, ON_TABLE, np.uint64(placed + 1))
    if placed + 1 == (3 if strain >= MISERE else 4):
        store(base, ON_TABLE, ZERO)
        store(base, LEADER, load(base, BEST_SEAT))
        if load(base, BEST_SEAT) & ONE == ZERO:
            store(base, TRICKS, load(base, TRICKS) + ONE)
        expose(base, strain, play)


@kernel()
def _note(base: Word, strain: Int, seat: Int, card: Word, lane: Word) -> None:
    """Keep what a card that follows tells everybody."""
    if card & lane == ZERO:
        store(base, VOID + seat, load(base, VOID + seat) | lane)
    if strain >= MISERE and seat == 0 and card != JOKER:
        best = load(base, BEST)
        if card & lane and card < best:
            ducked = lane & ~((card << ONE) - ONE) & (best - ONE)
            store(base, NOT_HELD, load(base, NOT_HELD) | ducked)
        deny(card, lane, best, base)


@kernel()
def lanes_as_bits(lanes: Word) -> Int:
    """Return a mask of whole lanes as four bits, the form in which the solvers take lanes led."""
    bits = np.int64(0)
    for lane in range(4):
        if lanes & (LANE_BOTTOMS & (ONE << np.uint64(16 * lane))):
            bits |= np.int64(1) << np.int64(lane)
    return bits
