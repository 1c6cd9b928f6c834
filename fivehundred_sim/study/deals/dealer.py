"""Deals that fit conditions: exactly where that can be counted, by rejection for what is left.

Deal number d of a seed depends on (seed, d) and the conditions alone. Without conditions it is the plain deal
of the stream (seed, d), as every other command deals it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import Deal
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.deals.condition import (
    Condition,
    ConditionError,
    Flags,
    ImpossibleError,
    Layout,
    layout_of,
    merged,
    wanted_twice,
)
from fivehundred_sim.study.deals.joint import Joint, TooManyError
from fivehundred_sim.study.deals.words import parse_conditions

Ints = NDArray[np.int64]

TRIES = 200_000  # for one deal, before it is given up
BATCH = 4_096  # tries looked at together
SOME_WORK = 5_000_000  # of counting one set of seats, where some seat must hold something
NUMBERS = 1 << 32  # deals of one seed


@dataclass(frozen=True)
class Way:
    """One way to meet the conditions: `joint` deals exactly, and what is `loose` is met by rejection.

    earlier: where some seat must hold something, the seats before the one that does it here; none of them
    may, so that a deal comes about in one way only.
    """

    joint: Joint
    loose: tuple[Condition, ...] = ()
    earlier: tuple[Condition, ...] = ()

    def fit(self, rows: Ints, suits: Flags) -> Flags:
        """Return which deals, int64 (n, cards), fit what is not met by itself, bool (n,)."""
        good = np.ones(len(rows), np.bool_)
        for condition in self.loose:
            good &= condition.fit(rows, suits)
        for condition in self.earlier:
            good &= ~condition.fit(rows, suits)
        return good

    def deals(self, seed: int, numbers: Ints, cards: int) -> Ints:
        """Return a deal for each number, int64 (n, cards), that meets what is exact."""
        from fivehundred_sim.kernels.deal_where import draws, place_cards

        out = np.empty((len(numbers), cards), np.int64)
        places = [condition.place for condition in self.joint.conditions]
        starts = np.array([place.start for place in places], np.int64)
        sizes = np.array([place.size for place in places], np.int64)
        takes, kinds = np.zeros((len(numbers), 0, 0), np.int64), np.zeros((0, cards), np.int64)
        if places:
            uniforms = np.empty((len(numbers), len(places)))
            draws(seed, numbers, uniforms)
            takes, kinds = self.joint.takes(uniforms), self.joint.kinds()
        place_cards(seed, numbers, kinds, takes, starts, sizes, out)
        return out


@dataclass(frozen=True)
class Dealer:
    """What deals under conditions: one way or, where some seat must hold something, one for each seat.

    chance: how likely a deal at random fits, exactly; None where that could not be counted.
    """

    layout: Layout
    ways: tuple[Way, ...]
    chance: Fraction | None

    @property
    def loose(self) -> tuple[str, ...]:
        """The places whose terms are met by rejection; none where every deal fits at the first try."""
        some = {condition.place.name: None for way in self.ways for condition in way.loose}
        return (*some, *(["some seat"] if len(self.ways) > 1 else []))

    @property
    def seeks(self) -> bool:
        """Whether a deal may take many tries; where some seat must hold something, most tries fit."""
        return any(way.loose for way in self.ways)

    @property
    def tried(self) -> Fraction:
        """What the share of tries that fit is of: with it, the chance that a deal at random fits."""
        return sum((way.joint.chance for way in self.ways), Fraction(0))

    def deals(self, seed: int, first: int, n: int) -> tuple[Ints, Ints]:
        """Return deals from number `first` on, int64 (n, cards) pack indices, and their tries, int64 (n,).

        A row holds the hands by seat, then the kitty, then cards dealt to nobody. Raises ConditionError where
        no try fits, or for numbers that there are not.
        """
        from fivehundred_sim.kernels.deal_where import TRY

        if first < 0 or first + n > NUMBERS:
            raise ConditionError(f"deals {first} to {first + n - 1} are not all from 0 to {NUMBERS - 1}")
        numbers = np.arange(first, first + n)
        rows, tries = np.empty((n, len(self.layout.pack)), np.int64), np.zeros(n, np.int64)
        waiting, tried = np.arange(n), 0
        while len(waiting):
            block = min(max(BATCH // len(waiting), 1) if tried else 1, TRIES - tried)
            if block == 0:
                places = " and ".join(self.loose)
                raise ConditionError(
                    f"no deal number {numbers[waiting[0]]} found in {TRIES} tries: what {places} must hold is"
                    " too rare beside the rest, and cannot be counted exactly with it"
                )
            asked = numbers[waiting, None] + TRY * (tried + np.arange(block))
            found, good = self._try(seed, asked.reshape(-1))
            fit = good.reshape(asked.shape)
            done, at = fit.any(axis=1), fit.argmax(axis=1)
            rows[waiting[done]] = found.reshape(*asked.shape, -1)[done, at[done]]
            tries[waiting[done]] = tried + at[done] + 1
            waiting, tried = waiting[~done], tried + block
        return rows, tries

    def _try(self, seed: int, numbers: Ints) -> tuple[Ints, Flags]:
        """Return one try for each number, int64 (n, cards), and which of them fit, bool (n,)."""
        out, good = (
            np.empty((len(numbers), len(self.layout.pack)), np.int64),
            np.empty(len(numbers), np.bool_),
        )
        chosen = self._choose(seed, numbers)
        for place in np.unique(chosen):
            way, mine = self.ways[place], chosen == place
            out[mine] = way.deals(seed, numbers[mine], out.shape[1])
            good[mine] = way.fit(out[mine], self.layout.suits)
        return out, good

    def _choose(self, seed: int, numbers: Ints) -> Ints:
        """Return the way that each try goes, by weight, int64 (n,)."""
        from fivehundred_sim.kernels.deal_where import LAST_STREAM, draws

        if len(self.ways) == 1:
            return np.zeros(len(numbers), np.int64)
        uniforms = np.empty((len(numbers), 1))
        draws(seed, numbers + LAST_STREAM, uniforms)
        shares = np.cumsum([float(way.joint.chance / self.tried) for way in self.ways[:-1]])
        return np.searchsorted(shares, uniforms[:, 0], "right")


def dealer_of(rules: Rules, conditions: Sequence[str] = ()) -> Dealer:
    """Return what deals under conditions given as text (docs/deals.md).

    All places are dealt exactly together if that can be counted. Else the terms of the likeliest places are
    met by rejection, one place after the other until it can; their cards named one by one are exact all the
    same. What some seat must hold is dealt exactly to each seat in turn, by weight, and a deal is kept if no
    earlier seat holds it too. Raises ConditionError for what cannot be read or met, QuestionError for a game
    that is not dealt this way.
    """
    layout = layout_of(rules)
    asked, anyone = parse_conditions(conditions, layout)
    if not anyone:
        only = _way(asked, layout)
        return Dealer(layout, (only,), None if only.loose else only.joint.chance)
    ways: list[Way] = []
    faults: list[ImpossibleError] = []
    for seat, condition in enumerate(anyone):
        together = merged([*asked, condition])
        if any(wanted_twice(together)):
            continue  # a card that lies elsewhere
        try:
            ways.append(replace(_way(together, layout), earlier=anyone[:seat]))
        except ImpossibleError as error:
            faults.append(error)
    if not ways:
        elsewhere = ImpossibleError("no seat can hold what some seat must: its cards lie elsewhere")
        raise faults[0] if faults else elsewhere
    return Dealer(layout, tuple(ways), _chance_of_some(asked, anyone, layout))


def _chance_of_some(
    asked: Sequence[Condition], anyone: Sequence[Condition], layout: Layout
) -> Fraction | None:
    """Return how likely some seat fits beside what else is asked; None where that takes too long to count.

    By inclusion and exclusion: one seat or another, less both, and so on.
    """
    chance = Fraction(0)
    for number in range(1, len(anyone) + 1):
        for seats in combinations(anyone, number):
            together = merged([*asked, *seats])
            if any(wanted_twice(together)):
                continue
            try:
                # The chance of filling these places so; it does not depend on other places.
                both = Joint(together, layout, SOME_WORK).chance
            except TooManyError:
                return None
            chance += both if number % 2 else -both
    return chance


def _way(asked: Sequence[Condition], layout: Layout) -> Way:
    """Return how conditions on different places are met, as much as possible exactly."""
    likely = sorted(((_chance_alone(each, layout), each) for each in asked), key=lambda pair: pair[0])
    for loose in range(len(asked) + 1):
        strict = [each for _, each in likely[: len(likely) - loose]]
        rest = [each for _, each in likely[len(strict) :]]
        try:
            joint = Joint([*strict, *(each.loosened() for each in rest)], layout)
        except TooManyError:
            continue
        if not joint.ways:
            places = " and ".join(each.place.name for each in asked)
            raise ImpossibleError(f"no deal fits what {places} must hold together")
        return Way(joint, tuple(rest))
    raise ConditionError("the conditions name too many different cards to be dealt")


def _chance_alone(condition: Condition, layout: Layout) -> Fraction:
    """Return how likely one condition is met, 1 where that cannot be counted; never is a ConditionError."""
    try:
        chance = Joint([condition], layout).chance
    except TooManyError:
        return Fraction(1)
    if not chance:
        shaped = layout.rules.pack.jokers and any(term.measure == "shape" for term in condition.lengths)
        hint = (
            " (a joker belongs to no suit of a shape: with one, the lengths add up to one less)"
            if shaped
            else ""
        )
        size = condition.place.size
        raise ImpossibleError(f'no {size} cards of {condition.place.name} fit "{condition.text}"{hint}')
    return chance


def deals_where(
    rules: str | Rules = "australian",
    conditions: Sequence[str] = (),
    n: int = 10,
    seed: int = 1,
    *,
    first: int = 0,
) -> tuple[Deal, ...]:
    """Return random deals that fit conditions, every deal that fits being equally likely.

    Parameters
    ----------
    rules : a preset's name, a path of a rules file, or rules already loaded.
    conditions : texts such as "0: trumps(H)>=5, JK" or "kitty: has JK"; docs/deals.md has the language.
    n, seed : how many, and of which stream; deal number d depends on the seed, d and the conditions alone.
    first : the number of the first deal.

    Raises ConditionError, RulesError or QuestionError (all ValueError) with one sentence.
    """
    dealer = dealer_of(load_rules(rules) if isinstance(rules, str) else rules, conditions)
    rows, _ = dealer.deals(seed, first, n)
    return tuple(deal_of(row, dealer.layout) for row in rows)


def deal_of(row: Ints, layout: Layout) -> Deal:
    """Return a row of pack indices as a deal of card codes; dead cards are left out."""
    parts = [
        tuple(layout.pack[card] for card in row[place.start : place.start + place.size])
        for place in layout.places
    ]
    return Deal(tuple(parts[: layout.players]), parts[layout.players] if layout.kitty else ())
