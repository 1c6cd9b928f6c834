"""A hand as it is valued: the part that each card's suit has in a strain, and how high the card stands."""

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import MISERE, NO_TRUMP
from fivehundred_sim.rules.code import STRAINS, height
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack, suit_of


def suit_class(suit: int, strain: int) -> int:
    """Return the part of an effective suit: 0 trumps, 1 the other suit of their colour, 2 and 3 the others.

    Without trumps it is the suit itself, and 4 for jokers that belong to none.
    """
    if strain >= NO_TRUMP:
        return suit
    if suit >> 1 == strain >> 1:
        return suit ^ strain
    return 2 + (suit & 1)


def hand_code(rules: Rules) -> NDArray[np.int64]:
    """Return int64 (7 strains, cards, 2): the `suit_class` of each card of the pack, and its height.

    The height is counted from the highest card of the effective suit in the pack, 0, jokers and bowers
    included; in the two misères from the lowest.
    """
    cards = pack(rules)
    code = np.empty((STRAINS, len(cards), 2), np.int64)
    for strain in range(STRAINS):
        denomination = min(strain, NO_TRUMP)
        suits = [suit_of(rules, card, denomination) for card in cards]
        for i, card in enumerate(cards):
            mates = [
                height(other, strain) for other, suit in zip(cards, suits, strict=True) if suit == suits[i]
            ]
            mates.sort(reverse=strain < MISERE)
            code[strain, i] = suit_class(suits[i], strain), mates.index(height(card, strain))
    return code
