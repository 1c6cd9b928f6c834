"""A pack as the evaluation of ten cards takes it: of each card its suit class and its height, by strain."""

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import JOKER, MISERE, NO_TRUMP, RANKS
from fivehundred_sim.rules.code import STRAINS, height
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack, suit_of

SUITLESS = 4  # the class of jokers that belong to no suit


def hand_code(rules: Rules) -> NDArray[np.int64]:
    """Return int64 (7 strains, cards, 2): the suit class of each card of the pack, and its height there.

    Strains 0-3 the suits, 4 no-trump, 5 misère, 6 open misère. Under a trump suit class 0 are the trumps with
    bowers and jokers, 1 the other suit of their colour, 2 and 3 the others, the lower printed suit first. In
    the other strains a class is a suit S C D H, and 4 the jokers. Heights count from 0 for the highest card
    of the class; in the misères from 0 for the lowest.
    """
    cards = pack(rules)
    code = np.empty((STRAINS, len(cards), 2), np.int64)
    for strain in range(STRAINS):
        denomination = min(strain, NO_TRUMP)
        classes = _classes(denomination)
        suits = [suit_of(rules, card, denomination) for card in cards]
        for suit in range(SUITLESS + 1):
            members = [place for place, own in enumerate(suits) if own == suit]
            members.sort(key=lambda place: height(cards[place], denomination), reverse=strain < MISERE)
            for high, place in enumerate(members):
                code[strain, place] = classes[suit], high
    return code


def _classes(denomination: int) -> tuple[int, ...]:
    """Return the class of each effective suit, jokers without a suit last."""
    if denomination >= NO_TRUMP:
        return (0, 1, 2, 3, SUITLESS)
    mate = denomination ^ 1
    others = [suit for suit in range(4) if suit not in (denomination, mate)]
    order = [denomination, mate, *others]
    return (*(order.index(suit) for suit in range(4)), SUITLESS)


def above_nine(rules: Rules) -> NDArray[np.int64]:
    """Return int64 (cards,): 1 for each suit card of the pack above the nine, else 0 (jokers too)."""
    nine = RANKS.index("9")
    return np.array([int(card < JOKER and card % 16 > nine) for card in pack(rules)], np.int64)
