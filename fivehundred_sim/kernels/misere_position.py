"""Any position of a misère, inside a trick too: which cards of the player on turn let the contractor make it?

All hands open. `misere` answers at the start of a trick; here the rest of the running trick is tried above
it, card by card. Three players in the order of play: 0 contractor, 1 the defender on his left, 2 the other.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load
from fivehundred_sim.kernels.codes import UNLED_SUIT
from fivehundred_sim.kernels.lanes import (
    JOKER,
    ONE,
    ZERO,
    compact,
    lane_index,
    lane_mask_of,
    low_bit,
)
from fivehundred_sim.kernels.misere import FORCED, LEAD_RULE, can_duck, next_name, next_try


@kernel()
def _legal(hand: Word, lane: Word, forced: Word) -> Word:
    """Return the cards of `hand` that may be played to the lane led."""
    suited = hand & lane
    if suited != ZERO:
        return suited
    if forced != ZERO and hand & JOKER != ZERO:
        return JOKER
    return hand


@kernel()
def _next_trick(base: Word, c: Word, n: Word, p: Word, leader: Int, lanes_led: Word) -> Int:
    """Return 1 if the contractor can avoid every trick from here, `leader` to lead."""
    if c & JOKER != ZERO:
        return np.int64(0)  # without a suit it takes a trick in the end
    cards = c | n | p
    led = lanes_led if load(base, LEAD_RULE) == np.uint64(UNLED_SUIT) and cards & JOKER != ZERO else ZERO
    return can_duck(base, compact(cards, c), compact(cards, n), compact(cards, p), leader, led)


@kernel("int64(uint64, uint64, uint64, uint64, int64, uint64, int64, uint64, int64, uint64, uint64)")
def made_after(
    base: Word,
    c: Word,
    n: Word,
    p: Word,
    turn: Int,
    card: Word,
    best_turn: Int,
    best: Word,
    leader: Int,
    lane: Word,
    lanes_led: Word,
) -> Int:
    """Return 1 if the contractor still makes it with best play once `turn` has played `card`, else 0.

    base: address of a table after `play_by`. c, n, p: the hands, `card` still among them. best: the card of
    `best_turn` that is winning the trick of `leader`, 0 if this is the lead. lane: the lane led, by this card
    if it is the first. lanes_led: a bit for each lane led before this trick.
    """
    c, n, p = c & ~card, n & ~card, p & ~card
    if card & (lane | JOKER) > best:
        best = card & (lane | JOKER)
        best_turn = turn
    turn = np.int64((turn + 1) % 3)
    if turn == leader:
        if best_turn == 0:
            return np.int64(0)
        return _next_trick(base, c, n, p, best_turn, lanes_led | (ONE << np.uint64(lane_index(lane))))
    hand = c if turn == 0 else (n if turn == 1 else p)
    cards = _legal(hand, lane, load(base, FORCED))
    want = np.int64(turn == 0)
    while cards != ZERO:
        reply = next_try(cards, best, lane, turn == 0)
        cards ^= reply
        if made_after(base, c, n, p, turn, reply, best_turn, best, leader, lane, lanes_led) == want:
            return want
    return np.int64(1) - want


@kernel()
def _made_by_joker_lead(base: Word, c: Word, n: Word, p: Word, leader: Int, lanes_led: Word) -> Int:
    """Return 1 if the contractor makes it whatever suit a defender's joker names as it is led, else 0.

    Also 1 where it may not be led at all.
    """
    hand = n if leader == 1 else p
    name = np.int64(0)
    while True:
        lane, name = next_name(name, lanes_led, load(base, LEAD_RULE), hand == JOKER)
        if lane == ZERO:
            return np.int64(1)
        if made_after(base, c, n, p, leader, JOKER, leader, ZERO, leader, lane, lanes_led) == 0:
            return np.int64(0)


@kernel()
def making_cards(
    base: Word,
    c: Word,
    n: Word,
    p: Word,
    turn: Int,
    best_turn: Int,
    best: Word,
    leader: Int,
    lane: Word,
    lanes_led: Word,
) -> Word:
    """Return the legal cards (uint64 mask) of `turn` after which the contractor makes it with best play.

    Arguments as `made_after`, with lane and best 0 when `turn` is on lead. A defender's joker counts as led
    to the suit that is worst for the contractor.
    """
    hand = c if turn == 0 else (n if turn == 1 else p)
    cards = hand if lane == ZERO else _legal(hand, lane, load(base, FORCED))
    making = ZERO
    while cards != ZERO:
        card = low_bit(cards)
        cards ^= card
        if lane == ZERO and card == JOKER:
            made = _made_by_joker_lead(base, c, n, p, turn, lanes_led) if turn != 0 else np.int64(0)
        else:
            led = lane_mask_of(card) if lane == ZERO else lane
            made = made_after(base, c, n, p, turn, card, best_turn, best, leader, led, lanes_led)
        if made == 1:
            making |= card
    return making
