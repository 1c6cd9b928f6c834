"""A pack of eleven cards for two hands of three, a kitty of two and three dead cards: 92,400 deals."""

from functools import cache
from itertools import combinations

import numpy as np

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.deals.condition import Layout, Place

PACK = tuple(sorted(parse_hand("9S KS AS JC AC 10D JD AD QH AH JK", size=None)))


class Tiny(Layout):
    """Hands of three, in rules that are not asked for anything but trumps and jokers."""

    pack = PACK
    players = 2
    kitty = 2
    places = (Place("seat 0", 0, 3), Place("seat 1", 3, 3), Place("the kitty", 6, 2))


def tiny() -> Tiny:
    return Tiny(load_rules("australian"))


@cache
def every_deal() -> np.ndarray:
    """Return every deal once, int64 (n, cards): hands, kitty and dead cards as sets in ascending order."""
    cards = set(range(len(PACK)))
    found = []
    for first in combinations(sorted(cards), 3):
        for second in combinations(sorted(cards - {*first}), 3):
            for kitty in combinations(sorted(cards - {*first, *second}), 2):
                dead = sorted(cards - {*first, *second, *kitty})
                found.append((*first, *second, *kitty, *dead))
    return np.array(found)


def sorted_places(rows: np.ndarray) -> np.ndarray:
    """Return rows in the form of `every_deal`."""
    parts = np.split(rows, [3, 6, 8], axis=1)
    return np.concatenate([np.sort(part, axis=1) for part in parts], axis=1)
