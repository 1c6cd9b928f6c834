"""Tricks that a hand takes by itself, whoever holds the other cards and whatever everybody else does.

A lower bound that is proven, so that a contract which cannot fail is certain under every player model; no
more is claimed: a hand may well be sure of more than is said here.
"""

from collections.abc import Iterable, Sequence

from fivehundred_sim.cards import JOKER, NO_TRUMP
from fivehundred_sim.rules.code import height
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack, suit_of

HAND = 10


def sure_tricks(hand: Sequence[int], strain: int, rules: Rules) -> int:
    """Return how many tricks a contractor who leads first cannot fail to take with these ten cards.

    hand: card codes; strain: 0 to 3 the suits, 4 no-trump; rules: such that the lanes kernels play the strain
    (`rules.code.lanes_cover`: four players, one joker, which belongs to no suit in no-trump, can be played
    when void, and wins). The kitty and the discard can only add to it.

    Trumps: each of mine is played to some trick, and fails only to another trump above it. So all win but as
    many as the unseen trumps can beat, one each. If as many of mine stand above all unseen ones as there are
    unseen ones, leading them draws every trump out, then all my trumps are good; and so are, in each other
    suit, the cards above all unseen ones, or the whole suit if those are enough to draw the unseen ones.
    In no-trump that is so at once for who holds the joker, and the joker takes a trick of its own; who does
    not hold it may lose any lead to it, and then the lead for good.
    """
    cards = set(hand)
    unseen = [card for card in pack(rules) if card not in cards]
    suits = [(_held(hand, suit, strain, rules), _held(unseen, suit, strain, rules)) for suit in range(4)]
    if strain == NO_TRUMP:
        return 1 + sum(_from_the_top(*suit) for suit in suits) if JOKER in cards else 0
    mine, others = suits.pop(strain)
    if _above(mine, others) < len(others):
        return len(mine) - _beaten(mine, others)
    return min(HAND, len(mine) + sum(_from_the_top(*suit) for suit in suits))


def _held(cards: Iterable[int], suit: int, strain: int, rules: Rules) -> list[int]:
    """The heights of the cards of an effective suit, the highest first."""
    held = (height(card, strain) for card in cards if suit_of(rules, card, strain) == suit)
    return sorted(held, reverse=True)


def _above(mine: Sequence[int], others: Sequence[int]) -> int:
    """How many of my cards stand above all others."""
    return sum(not others or card > others[0] for card in mine)


def _from_the_top(mine: Sequence[int], others: Sequence[int]) -> int:
    """How many tricks a suit takes that is led from its top, when nobody can ruff."""
    top = _above(mine, others)
    return len(mine) if top >= len(others) else top


def _beaten(mine: Sequence[int], others: Sequence[int]) -> int:
    """The most of my cards that others can beat, each by a card of its own above it."""
    beaten = 0
    for card in mine:  # the highest can be beaten by the fewest
        if beaten < len(others) and others[beaten] > card:
            beaten += 1
    return beaten
