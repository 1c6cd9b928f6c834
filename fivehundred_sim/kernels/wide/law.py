"""The law of the play in every house: which cards may be played, and what wins (docs/rulings.md).

Each function reads the state at an address (`state`). Its referee is `game.play`; the tests hold them
together card by card.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, lowest, popcount, store
from fivehundred_sim.kernels.lanes import ONE, ZERO
from fivehundred_sim.kernels.wide.state import (
    ALL_SUITS,
    BINDS,
    FOLLOW,
    FORCED,
    FRESH,
    LANES,
    LANES_LED,
    LEAD,
    LED_LANE,
    LEGAL,
    LOW,
    MINE,
    NAMEABLE,
    NO_LANE,
    RENOUNCED,
    SUITLESS,
    SUITS,
    TRUMP,
    WORTHLESS,
    any_suit,
    has_lane,
    lane_bit,
    rule,
)

# Values of the joker's code.
_ANY, _UNLED, _LAST_TRICK, _UNRENOUNCED, _ONLY_JOKERS = range(5)  # 5: unled or exhausted
_VOID_ONLY, _FIRST_ROUND, _UNLESS_RENOUNCED, _ALWAYS = range(4)
# Strengths: a card of the led lane is its word; trumps and jokers come above, the rest below.
NOTHING = np.int64(-1)
TRUMPS = np.int64(1 << 33)
JOKERS = np.int64(1 << 34)


@kernel()
def nameable(seat: Int, base: Word) -> Word:
    """Return the lanes that a joker without a suit in the hand `MINE` may name, 0 where it may not be led.

    A hand of nothing but jokers is free, or it could be stuck.
    """
    lead = rule(base, LEAD)
    if lead == _ANY or any_suit(MINE, base) == ZERO:
        return ALL_SUITS
    if lead == _UNLED:
        return ALL_SUITS & ~load(base, LANES_LED)
    if lead in (_LAST_TRICK, _ONLY_JOKERS):
        return ZERO
    lanes = ZERO if lead == _UNRENOUNCED else ALL_SUITS & ~load(base, LANES_LED)
    for lane in range(SUITS):
        exhausted = lead == _UNRENOUNCED or load(base, MINE + lane) == ZERO
        if exhausted and has_lane(load(base, RENOUNCED + lane), seat) == ZERO:
            lanes |= lane_bit(lane)
    return lanes


@kernel()
def find_leads(seat: Int, base: Word) -> None:
    """Write the cards of `MINE` that may be led to `LEGAL`, and the lanes a joker may name to `NAMEABLE`."""
    for lane in range(SUITS):
        store(base, LEGAL + lane, load(base, MINE + lane))
    jokers = load(base, MINE + SUITLESS)
    lanes = nameable(seat, base) if jokers else ZERO
    store(base, NAMEABLE, lanes)
    store(base, LEGAL + SUITLESS, jokers if lanes else ZERO)


@kernel()
def find_follows(seat: Int, base: Word) -> None:
    """Write the cards of `MINE` that may be played to the trick on the table to `LEGAL`."""
    led = np.int64(load(base, LED_LANE))
    jokers = load(base, MINE + SUITLESS)
    void = led == NO_LANE or load(base, MINE + led) == ZERO
    forced = void and led != NO_LANE and jokers != ZERO and rule(base, FORCED) == 1
    for lane in range(SUITS):
        may = (void and not forced) or lane == led
        store(base, LEGAL + lane, load(base, MINE + lane) if may else ZERO)
    may_joker = void or (jokers != ZERO and _joker_follows(seat, led, base))
    store(base, LEGAL + SUITLESS, jokers if may_joker else ZERO)


@kernel()
def _joker_follows(seat: Int, led: Int, base: Word) -> Flag:
    """Return whether a player who holds cards of the led lane may play a joker without a suit."""
    follow = rule(base, FOLLOW)
    if follow == _FIRST_ROUND:
        return load(base, FRESH) == ONE
    if follow == _UNLESS_RENOUNCED:
        return has_lane(load(base, RENOUNCED + led), seat) == ZERO
    return follow == _ALWAYS


@kernel()
def leads_lane(lane: Int, named: Int, base: Word) -> Int:
    """Return the lane that a card leads; a joker without a suit the one it names, or none at all."""
    if lane != SUITLESS:
        return lane
    return named if rule(base, BINDS) == 1 else NO_LANE


@kernel()
def strength_of_lead(lane: Int, card: Word, base: Word) -> Int:
    """Return the strength of the card that is led: the highest in the trick wins."""
    if lane == SUITLESS:
        if rule(base, LOW) == 1 and rule(base, BINDS) == 1:
            return np.int64(0)  # below every card of the suit it names
        return JOKERS + np.int64(card)
    return np.int64(card) + (TRUMPS if lane == 3 and rule(base, TRUMP) == 1 else np.int64(0))


@kernel()
def strength(seat: Int, lane: Int, card: Word, base: Word) -> Int:
    """Return the strength of a card that is played to the trick on the table."""
    led = np.int64(load(base, LED_LANE))
    if lane == SUITLESS:
        renounced = has_lane(load(base, RENOUNCED + led), seat) == ONE
        if rule(base, LOW) == 1 or (renounced and rule(base, WORTHLESS) == 1):
            return NOTHING
        return JOKERS + np.int64(card)
    if lane == 3 and rule(base, TRUMP) == 1:
        return TRUMPS + np.int64(card)
    return np.int64(card) if lane == led else NOTHING


@kernel()
def count_words(first: Int, base: Word) -> Int:
    """Return how many cards the five words from `first` on hold."""
    number = np.int64(0)
    for lane in range(LANES):
        number += popcount(load(base, first + lane))
    return number


@kernel()
def nth_place(first: Int, n: Int, base: Word) -> Int:
    """Return the place of the card with exactly n before it in five words (0 <= n < count)."""
    for lane in range(LANES):
        cards = load(base, first + lane)
        here = popcount(cards)
        if n < here:
            for _ in range(n):
                cards &= cards - np.uint64(1)
            return 32 * lane + lowest(cards)
        n -= here
    return np.int64(-1)
