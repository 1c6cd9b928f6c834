"""Which cards are legal on the lanes, and which suits a joker without one may name when it is led."""

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel
from fivehundred_sim.kernels.codes import ANY_SUIT, UNLED_SUIT
from fivehundred_sim.kernels.lanes import ALL_LANES, JOKER, ZERO


@kernel()
def nameable(hand: Word, lead_rule: Int, lanes_led: Word) -> Word:
    """Return the lanes (uint64 mask) that a suitless joker in `hand` may name when led, 0 if not leadable.

    The joker as the last card is free (else a hand could be stuck).
    """
    if hand == JOKER or lead_rule == ANY_SUIT:
        return ~JOKER
    if lead_rule == UNLED_SUIT:
        return ~JOKER & ~lanes_led
    return ZERO


@kernel()
def may_lead(hand: Word, lead_rule: Int, lanes_led: Word) -> Word:
    """Return the cards of `hand` that may be led."""
    if hand & JOKER and (nameable(hand, lead_rule, lanes_led) & ALL_LANES) == ZERO:
        return hand & ~JOKER
    return hand


@kernel()
def may_follow(hand: Word, led: Word, joker_forced: Flag) -> Word:
    """Return the cards of `hand` that may be played to the lane `led`; a suitless joker only when void."""
    suited = hand & led
    if suited:
        return suited
    if joker_forced and hand & JOKER:
        return JOKER
    return hand
