"""Ten cards laid out by suits, from the top of each suit down: what every count of a hand looks at."""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, Words, kernel, lowest, popcount
from fivehundred_sim.kernels.codes import NO_TRUMP

CLASSES = 5  # suit classes of a code, see `rules.hands`
TRUMPS, JOKERS = 0, 4  # classes: trumps in a suit, jokers without trumps
_ONE = np.uint64(1)


@kernel()
def lay_out(hand: Ints, code: Ints, strain: Int, held: Words) -> None:
    """Write into `held`, uint64 (5,), the cards of each suit class: bit k for the k-th card from the top.

    hand: int64 (10,), pack indices. code: int64 (7, cards, 2), see `rules.hands.hand_code`.
    """
    for part in range(CLASSES):
        held[part] = np.uint64(0)
    for i in range(hand.shape[0]):
        card = hand[i]
        held[code[strain, card, 0]] |= _ONE << np.uint64(code[strain, card, 1])


@kernel()
def jokers_of_pack(code: Ints) -> Int:
    """Return how many jokers the pack has; they are its last cards."""
    cards = code.shape[1]
    jokers = np.int64(0)
    while code[NO_TRUMP, cards - 1 - jokers, 0] == JOKERS:
        jokers += 1
    return jokers


@kernel()
def trumps_of_pack(code: Ints, strain: Int) -> Int:
    """Return how many trumps the pack has, jokers and bowers among them."""
    trumps = np.int64(0)
    for card in range(code.shape[1]):
        trumps += np.int64(code[strain, card, 0] == TRUMPS)
    return trumps


@kernel()
def has(cards: Word, place: Int) -> Flag:
    """Return 1 where the card at this place from the top is held, else 0 (int64)."""
    return np.int64((np.uint64(cards) >> np.uint64(place)) & _ONE)


@kernel()
def held_above(cards: Word, place: Int) -> Int:
    """Return how many cards are held above a place from the top."""
    return popcount(np.uint64(cards) & ((_ONE << np.uint64(place)) - _ONE))


@kernel()
def run_from(cards: Word, place: Int) -> Int:
    """Return how many cards in a row are held from a place down, the card at that place the first."""
    return lowest(~(np.uint64(cards) >> np.uint64(place)))
