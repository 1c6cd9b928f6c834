"""Card codes as lane words, for tests of the solvers: one place that joins rules.code with random endings."""

import numpy as np

from fivehundred_sim.cards import JOKER
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

CODE = encode(load_rules("australian"))
NOMINATED_PLACE = 14


def lane_words(hands, strain, nominated=-1):
    """Hands of card codes as uint64 lane words; `nominated` is the lane the joker was named into, or -1."""
    words = []
    for hand in hands:
        word = 0
        for card in hand:
            if card == JOKER and strain >= 4 and nominated >= 0:
                word |= 1 << (16 * nominated + NOMINATED_PLACE)
            else:
                word |= 1 << int(CODE.bit[strain][CODE.pack.index(card)])
        words.append(word)
    return np.array(words, np.uint64)


def random_hands(rng, seats, k, joker_seat=None):
    """Disjoint random hands of k cards of the 43-card pack; with `joker_seat` that seat holds the joker."""
    cards = rng.permutation(len(CODE.pack))[: seats * k]
    hands = [[CODE.pack[i] for i in cards[s * k : (s + 1) * k]] for s in range(seats)]
    if joker_seat is not None and not any(JOKER in hand for hand in hands):
        hands[joker_seat][0] = JOKER
    return hands
