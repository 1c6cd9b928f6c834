"""The law of jokers that belong to no suit: no-trump, the misère family, the hand without a contract.

As docs/rulings.md tells it, with its letters: `led` is L, the suits led before this trick (those that a joker
named included), `renounced` is R, the suits that the player has renounced. Jokers that were given a suit, and
those of a trump contract, are ordinary cards and never come here.
"""

from collections.abc import Set
from typing import NamedTuple

from fivehundred_sim.rules.model import Rules

ALL_SUITS = (0, 1, 2, 3)


class JokerLaw(NamedTuple):
    """The joker keys of a house as they hold in one contract.

    `forced`: a void player must play a joker he holds. `binds`: a joker that is led names a suit, which the
    others must follow. `worthless`: a joker thrown on a suit renounced before wins nothing. `low`: jokers are
    the lowest cards.
    """

    follow: str
    lead: str
    forced: bool
    binds: bool
    worthless: bool
    low: bool


def joker_law(rules: Rules, misere: bool) -> JokerLaw:
    """Return the law of jokers without a suit in the misère family, or in other play without a trump suit."""
    joker = rules.joker
    low = misere and joker.misere_rank == "low"
    return JokerLaw(
        follow="void_only" if low else joker.follow,
        lead=joker.lead,
        forced=misere and joker.misere_forced,
        binds=joker.lead_binds,
        worthless=joker.renounced_worthless,
        low=low,
    )


def may_follow(law: JokerLaw, suit: int, void: bool, led: Set[int], renounced: Set[int]) -> bool:
    """Return whether a joker may be played to a trick in which `suit` was led."""
    if law.follow == "always":
        return True
    if law.follow == "first_round_or_void":
        return void or suit not in led
    if law.follow == "unless_renounced":
        return void or suit not in renounced
    return void


def names(
    law: JokerLaw, held: Set[int], only_jokers: bool, led: Set[int], renounced: Set[int]
) -> tuple[int, ...]:
    """Return the suits that a joker may be led as; none where it may not be led.

    `held` are the suits of the leader's other cards, `only_jokers` says that he has none: then every suit is
    free under every rule, so that nobody ever lacks a legal card.
    """

    def free(suit: int) -> bool:
        if only_jokers or law.lead == "any_suit":
            return True
        if law.lead == "unled_suit":
            return suit not in led
        if law.lead == "unrenounced_suit":
            return suit not in renounced
        if law.lead == "unled_or_exhausted":
            return suit not in led or (suit not in held and suit not in renounced)
        return False  # last_trick_only, only_jokers_left

    return tuple(suit for suit in ALL_SUITS if free(suit))
