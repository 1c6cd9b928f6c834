"""What a player counts in ten cards, for many hands at once: the columns of a count.

A column is a number of cards or suits. Names are those of `SUIT_FEATURES` and `NO_TRUMP_FEATURES`; a pack
without jokers, or with one, has no columns for those that it lacks.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import NO_TRUMP
from fivehundred_sim.study.run import Ints

Reals = NDArray[np.float64]
_JOKERS = ("joker", "second_joker")  # high to low
_HONOURS = ("right_bower", "left_bower", "ace", "king", "queen")
SUIT_FEATURES = ("trump", *_JOKERS, *_HONOURS, "side_ace", "side_king", "void", "singleton")
NO_TRUMP_FEATURES = (*_JOKERS, "ace", "king_with_ace", "guarded_king", "queen", "long_card", "open_suit")
_SUITS = slice(0, 4)  # classes of the suits in no-trump; the fifth are jokers
_SIDES = slice(1, 4)  # classes of the side suits
_JOKERS_AT = 4
ENOUGH = 4  # trumps with which a void or singleton is counted, and cards of a suit that are not long


@dataclass(frozen=True)
class Laid:
    """Hands laid out by suit classes in one strain.

    cards: int64 (n, 5), bit k for the k-th card of the class from the top. lengths: int64 (n, 5).
    """

    cards: Ints
    lengths: Ints

    def has(self, part: int | slice, place: int) -> Ints:
        """Return 1 where the card at a place from the top of a class (or of several) is held."""
        return (self.cards[:, part] >> place) & 1


def lay_out(hands: Ints, code: Ints, strain: int) -> Laid:
    """Return hands, int64 (n, 10) pack indices, by the classes of a strain; code: `rules.hands.hand_code`."""
    parts, places = np.moveaxis(code[strain][hands], 2, 0)
    classes = [parts == part for part in range(_JOKERS_AT + 1)]
    cards = [np.where(own, 1 << places, 0).sum(axis=1) for own in classes]
    return Laid(np.stack(cards, axis=1), np.stack([own.sum(axis=1) for own in classes], axis=1))


def jokers_in(code: Ints) -> int:
    """Return how many jokers the pack has."""
    return int((code[NO_TRUMP, :, 0] == _JOKERS_AT).sum())


def suit_columns(hands: Ints, code: Ints, strain: int) -> dict[str, Ints]:
    """Return the columns of a suit contract, each int64 (n,).

    A trump is counted as such and once more where it is a joker, bower, ace, king or queen. A side king
    counts if another card of its suit is held, a void or singleton with four trumps.
    """
    laid, jokers = lay_out(hands, code, strain), jokers_in(code)
    names = (*_JOKERS[:jokers], *_HONOURS)
    columns = {"trump": laid.lengths[:, 0]}
    columns |= {name: laid.has(0, place) for place, name in enumerate(names)}
    sides, ruffs = laid.lengths[:, _SIDES], laid.lengths[:, 0] >= ENOUGH
    columns["side_ace"] = laid.has(_SIDES, 0).sum(axis=1)
    columns["side_king"] = (laid.has(_SIDES, 1) * (sides > 1)).sum(axis=1)
    columns["void"] = (sides == 0).sum(axis=1) * ruffs
    columns["singleton"] = (sides == 1).sum(axis=1) * ruffs
    return columns


def no_trump_columns(hands: Ints, code: Ints) -> dict[str, Ints]:
    """Return the columns of no-trump, each int64 (n,).

    A king beside its ace and a guarded king (another card, no ace) are two things; a queen counts below ace
    or king; long cards are those past four of a suit headed by ace or king; an open suit has neither ace,
    nor king and another card, nor queen and two.
    """
    laid = lay_out(hands, code, NO_TRUMP)
    ace, king, queen = (laid.has(_SUITS, place) for place in range(3))
    length = laid.lengths[:, _SUITS]
    stopped = ace | (king & (length > 1)) | (queen & (length > 2))
    columns = {name: laid.has(_JOKERS_AT, place) for place, name in enumerate(_JOKERS[: jokers_in(code)])}
    columns["ace"] = ace.sum(axis=1)
    columns["king_with_ace"] = (king & ace).sum(axis=1)
    columns["guarded_king"] = (king * (1 - ace) * (length > 1)).sum(axis=1)
    columns["queen"] = (queen & (ace | king)).sum(axis=1)
    columns["long_card"] = (np.maximum(length - ENOUGH, 0) * (ace | king)).sum(axis=1)
    columns["open_suit"] = (1 - stopped).sum(axis=1)
    return columns


def best_suit(hands: Ints, code: Ints) -> Ints:
    """Return int64 (n,): the suit with the most trumps, of equal ones the one with the higher trumps."""
    longest = int(code[:NO_TRUMP, :, 1].max()) + 1
    worth = []
    for strain in range(NO_TRUMP):
        laid = lay_out(hands, code, strain)
        # The first place is the highest card: read backwards, its bits are a number that compares.
        height = sum(laid.has(0, place) << (longest - place) for place in range(longest))
        worth.append((laid.lengths[:, 0] << (longest + 1)) + height)
    best: Ints = np.argmax(np.stack(worth), axis=0)
    return best


def thinks_of_no_trump(hands: Ints, code: Ints) -> NDArray[np.bool_]:
    """Return which hands would think of no-trump: a joker and an ace, or three aces."""
    laid = lay_out(hands, code, NO_TRUMP)
    aces = laid.has(_SUITS, 0).sum(axis=1)
    thinks: NDArray[np.bool_] = (aces > 2) | ((aces > 0) & (laid.lengths[:, _JOKERS_AT] > 0))
    return thinks
