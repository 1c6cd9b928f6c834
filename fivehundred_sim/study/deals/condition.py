"""What a hand or the kitty must hold, as limits on how many cards of a set it has and on its suit lengths."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import HAND_SIZE, SUITS, printed_suit
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.question import check_table

Whole = NDArray[np.signedinteger[Any]]
Flags = NDArray[np.bool_]
Measure = Literal["shape", "voids", "longest"]

ANY_LENGTH = -1


class ConditionError(ValueError):
    """A condition that cannot be read or met; the message is one sentence that names the word."""


class ImpossibleError(ConditionError):
    """Conditions that no deal fits."""


@dataclass(frozen=True)
class Place:
    """Where cards lie in a deal: `size` of them from `start` on in a row of pack indices."""

    name: str
    start: int
    size: int


@dataclass(frozen=True)
class Layout:
    """A pack and its places: a hand of ten a player, clockwise from seat 0, then the kitty, if there is one.

    Cards beyond are dealt to nobody (the dead hand of two players).
    """

    rules: Rules

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """The card codes of the pack."""
        return pack(self.rules)

    @property
    def players(self) -> int:
        """How many hands there are."""
        return self.rules.table.players

    @property
    def kitty(self) -> int:
        """How many cards lie in the kitty."""
        return self.rules.pack.kitty

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places by their numbers: the seats, then the kitty."""
        hands = [Place(f"seat {seat}", HAND_SIZE * seat, HAND_SIZE) for seat in range(self.players)]
        kitty = Place("the kitty", HAND_SIZE * self.players, self.kitty)
        return (*hands, *([kitty] if self.kitty else []))

    @cached_property
    def suits(self) -> Flags:
        """Which cards have which suit printed on them, bool (4, cards)."""
        printed = np.array([printed_suit(card) for card in self.pack])
        return np.asarray(printed == np.arange(len(SUITS))[:, None])


def layout_of(rules: Rules) -> Layout:
    """Return how the pack of a house is dealt. Raises QuestionError for the game with table piles."""
    check_table(rules)
    return Layout(rules)


@dataclass(frozen=True)
class Limit:
    """How many cards of a set a place holds, at least and at most; `cards` are pack indices."""

    word: str
    cards: frozenset[int]
    low: int
    high: int

    @property
    def settles_cards(self) -> bool:
        """Whether it says of each of its cards that it is held, or that it is not."""
        return self.high == 0 or self.low == len(self.cards)

    def member(self, cards: int) -> Flags:
        """Return which of so many cards are in the set, bool (cards,)."""
        return np.isin(np.arange(cards), list(self.cards))


@dataclass(frozen=True)
class Lengths:
    """What the four printed suits are long together: a shape, how many voids, or the longest suit.

    low, high: of voids, or of the longest suit's cards. shape: the lengths in any order, ANY_LENGTH for any.
    """

    word: str
    measure: Measure
    low: int = 0
    high: int = HAND_SIZE
    shape: tuple[int, ...] = ()

    def fit(self, lengths: Whole) -> Flags:
        """Return which rows of int (n, 4) fit, bool (n,)."""
        if self.measure == "shape":
            known = [length for length in self.shape if length != ANY_LENGTH]
            needed = ((length, known.count(length)) for length in set(known))
            found = [(lengths == length).sum(axis=1) >= number for length, number in needed]
            return np.asarray(np.all([np.ones(len(lengths), np.bool_), *found], axis=0))
        value = (lengths == 0).sum(axis=1) if self.measure == "voids" else lengths.max(axis=1)
        return np.asarray((value >= self.low) & (value <= self.high))


@dataclass(frozen=True)
class Condition:
    """All that is asked of one place; `number` is that of the place in its layout."""

    number: int
    place: Place
    limits: tuple[Limit, ...] = ()
    lengths: tuple[Lengths, ...] = ()

    @property
    def held(self) -> frozenset[int]:
        """The cards that must lie here."""
        return frozenset().union(*(limit.cards for limit in self.limits if limit.low == len(limit.cards)))

    @property
    def text(self) -> str:
        """The terms as they were written."""
        terms: tuple[Limit | Lengths, ...] = (*self.limits, *self.lengths)
        return ", ".join(term.word for term in terms)

    def loosened(self) -> "Condition":
        """Return what is left if only the terms stand that settle single cards."""
        limits = tuple(limit for limit in self.limits if limit.settles_cards)
        return Condition(self.number, self.place, limits)

    def without(self, cards: frozenset[int]) -> "Condition":
        """Return the same where none of some cards may lie here, since they lie elsewhere."""
        if not cards:
            return self
        return Condition(self.number, self.place, (*self.limits, Limit("", cards, 0, 0)), self.lengths)

    def fit(self, rows: Whole, suits: Flags) -> Flags:
        """Return which deals fit, bool (n,): rows of pack indices (n, cards), suits bool (4, cards)."""
        mine = rows[:, self.place.start : self.place.start + self.place.size]
        good = np.ones(len(rows), np.bool_)
        for limit in self.limits:
            held = limit.member(suits.shape[1])[mine].sum(axis=1)
            good &= (held >= limit.low) & (held <= limit.high)
        if self.lengths:
            lengths = np.stack([suit[mine].sum(axis=1) for suit in suits], axis=1)
            for term in self.lengths:
                good &= term.fit(lengths)
        return good


def merged(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """Return one condition a place, in the order of the places."""
    numbers = sorted({condition.number for condition in conditions})
    return tuple(_together([each for each in conditions if each.number == number]) for number in numbers)


def _together(conditions: Sequence[Condition]) -> Condition:
    first = conditions[0]
    limits = tuple(limit for each in conditions for limit in each.limits)
    return Condition(
        first.number, first.place, limits, tuple(term for each in conditions for term in each.lengths)
    )


def wanted_twice(conditions: Sequence[Condition]) -> Iterator[tuple[int, str, str]]:
    """Yield (card, place, other place) for each card that must lie in two places at once."""
    for place, condition in enumerate(conditions):
        for other in conditions[place + 1 :]:
            for card in sorted(condition.held & other.held):
                yield card, condition.place.name, other.place.name
