"""The law of the cards for dense hands: what may be played and led, and which card wins (docs/rulings.md).

What the law of suitless jokers remembers, the suits led and those renounced by holders of a joker, is kept
only while a joker is out and a rule in force looks at it, so that positions that are equal look equal.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, store
from fivehundred_sim.kernels.dense import table as tt
from fivehundred_sim.kernels.dense.ranges import suit_number
from fivehundred_sim.kernels.lanes import ONE, ZERO

# values of FOLLOW and LEAD (rules.wide)
_FIRST_ROUND, _UNLESS_RENOUNCED, _ALWAYS = np.uint64(1), np.uint64(2), np.uint64(3)
_ANY_SUIT, _UNLED, _LAST_TRICK = np.uint64(0), np.uint64(1), np.uint64(2)
_UNRENOUNCED, _ONLY_JOKERS, _UNLED_OR_EXHAUSTED = np.uint64(3), np.uint64(4), np.uint64(5)


@kernel()
def looks_at(follow: Int, lead: Int, worthless: Int) -> tuple[Flag, Flag]:
    """Return whether these rules look at the suits led, and at the suits renounced."""
    led = lead == 1 or lead == 5 or follow == 1
    return led, lead == 3 or lead == 5 or follow == 2 or worthless == 1


@kernel()
def was_led(frame: Word, suit: Int) -> Flag:
    """Return whether a suit (0–3) was led before this trick."""
    return ((load(frame, tt.LED) >> np.uint64(suit)) & ONE) != ZERO


@kernel()
def has_renounced(frame: Word, seat: Int, suit: Int) -> Flag:
    """Return whether a holder of a joker had renounced a suit (0–3) before this trick."""
    return ((load(frame, tt.RENOUNCED) >> np.uint64(4 * seat + suit)) & ONE) != ZERO


@kernel()
def may_join(base: Word, frame: Word, seat: Int, suit: Int) -> Flag:
    """Return whether a joker may be played to a suit (0–3) of which the seat holds other cards."""
    rule = load(base, tt.FOLLOW)
    if rule == _FIRST_ROUND:
        return not was_led(frame, suit)
    if rule == _UNLESS_RENOUNCED:
        return not has_renounced(frame, seat, suit)
    return rule == _ALWAYS


@kernel()
def legal(base: Word, frame: Word, seat: Int, hand: Word, led: Word) -> Word:
    """Return the cards that a seat may play to the range led, which is 0 after a joker that names no suit."""
    follows = hand & led
    jokers = hand & load(base, tt.JOKERS)
    if jokers == ZERO:
        return hand if follows == ZERO else follows
    if led == ZERO:
        return hand
    if follows == ZERO:
        return jokers if load(base, tt.FORCED) != ZERO else hand
    if may_join(base, frame, seat, suit_number(base, led)):
        return follows | jokers
    return follows


@kernel()
def may_name(base: Word, frame: Word, seat: Int, hand: Word, suit: Int) -> Flag:
    """Return whether a joker that is led may name a suit (0–3)."""
    rule = load(base, tt.LEAD)
    if rule == _ANY_SUIT or (hand & ~load(base, tt.JOKERS)) == ZERO:
        return True
    if rule == _UNLED:
        return not was_led(frame, suit)
    if rule == _UNRENOUNCED:
        return not has_renounced(frame, seat, suit)
    if rule == _UNLED_OR_EXHAUSTED:
        exhausted = (hand & load(base, tt.SUITS + suit)) == ZERO and not has_renounced(frame, seat, suit)
        return exhausted or not was_led(frame, suit)
    return False


@kernel()
def strength(base: Word, frame: Word, seat: Int, card: Word, led: Word) -> Word:
    """Return the rank of a follower's card in the trick: the highest one wins, 0 never does."""
    rank = card & (led | load(base, tt.POWER))
    if load(base, tt.WORTHLESS) == ZERO or led == ZERO or (rank & load(base, tt.JOKERS)) == ZERO:
        return rank
    return ZERO if has_renounced(frame, seat, suit_number(base, led)) else rank


@kernel()
def keep_memory(base: Word, frame: Word, after: Word, led: Word) -> None:
    """Write the suits led and renounced, as they stand after a trick, to the frame of the next one."""
    jokers = load(base, tt.JOKERS)
    lanes, renounced, out = ZERO, ZERO, False
    seats = np.int64(load(base, tt.SEATS))
    number = np.uint64(suit_number(base, led)) if led != ZERO else ZERO
    for seat in range(seats):
        if (load(after, tt.HANDS + seat) & jokers) == ZERO:
            continue
        out = True
        mine = (load(frame, tt.RENOUNCED) >> np.uint64(4 * seat)) & np.uint64(15)
        card = load(frame, tt.CARDS + seat)
        led_it = np.int64(load(frame, tt.LEADER)) == seat
        if led != ZERO and not led_it and (card & (led | jokers)) == ZERO:
            mine |= ONE << number
        renounced |= mine << np.uint64(4 * seat)
    if out:
        lanes = load(frame, tt.LED)
        if led != ZERO:
            lanes |= ONE << number
    store(after, tt.LED, lanes if load(base, tt.TRACKS_LED) != ZERO else ZERO)
    store(after, tt.RENOUNCED, renounced if load(base, tt.TRACKS_RENOUNCED) != ZERO else ZERO)
