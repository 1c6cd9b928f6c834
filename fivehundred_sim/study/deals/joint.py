"""How many deals fit conditions, exactly, and what the places hold in a random one of them.

Every term limits how many cards of some set a place holds. The sets cut the pack into kinds, cards of one
kind being alike to every condition, so what a place holds is a vector: how many of each kind. A vector stands
for a product of binomial coefficients of hands. Places are filled one after the other: what is left of each
kind after one is the state that the next one starts from, and the later ones tell fewer kinds apart, which
keeps the states few. The number of ways from a state on is worked out once for each state that can come
about; a random deal draws a vector for each place by weight. So the deals are uniform among all that fit, to
the precision of float64, and their number is a whole number without error.

Where one place has too many vectors, or several places too many states, there is `TooManyError`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import HAND_SIZE
from fivehundred_sim.study.deals.condition import Condition, Flags, Layout

Ints = NDArray[np.int64]
Small = NDArray[np.int8]
Reals = NDArray[np.float64]

MOST_VECTORS = 1_000_000  # of one place
MOST_WORK = 50_000_000  # entries of vectors looked at while counting: a second or two
KEPT = 10_000_000  # float64 of cumulated weights that are kept from deal to deal
MOST_KEY = 1 << 62
_CARDS = 67  # more than any pack has
CHOOSE: Ints = np.array([[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(_CARDS)])


class TooManyError(Exception):
    """There are more possibilities than can be looked at one by one."""


@dataclass(frozen=True)
class Stage:
    """One place to be filled: its vectors, and how its kinds look to the next place.

    kinds: int64 (cards,), the kind of each card. vectors: int8 (n, kinds), all that its condition allows of a
    full pack. onward: int64 (kinds, kinds of the next place), 0 or 1. radix: int64 (kinds,), what turns a
    state into one number and back.
    """

    size: int
    kinds: Ints
    sizes: Ints
    vectors: Small
    onward: Ints
    radix: Ints

    def key(self, states: Ints) -> Ints:
        """Return states, int64 (n, kinds), as numbers (n,)."""
        return np.asarray(states @ self.radix)

    def state(self, key: int) -> Ints:
        """Return the state of a number: how many cards of each kind are left, int64 (kinds,)."""
        return np.asarray(key // self.radix % (self.sizes + 1))

    def weights(self, key: int) -> Ints:
        """Return how many hands each vector stands for in a state, int64 (n,); exact, below 2**53."""
        left, ways = self.state(key), np.ones(len(self.vectors), np.int64)
        for kind, number in enumerate(left):
            ways *= CHOOSE[number][self.vectors[:, kind]]
        return ways


class Joint:
    """Conditions on different places, counted and drawn from together. Raises TooManyError.

    most_work: how many entries of vectors may be looked at while counting, MOST_WORK if not said.
    """

    def __init__(self, conditions: Sequence[Condition], layout: Layout, most_work: int | None = None) -> None:
        self._most_work = MOST_WORK if most_work is None else most_work
        # The most demanding place goes first, where there is a single state.
        order = sorted(conditions, key=lambda each: -(len(each.limits) + 4 * bool(each.lengths)))
        self.conditions = tuple(_apart(order))
        self.stages = _stages(self.conditions, layout)
        self._ways: dict[tuple[int, int], int] = {}
        self._cumulated: dict[tuple[int, int], Reals] = {}
        self._work = self._kept = 0
        self.ways = self._count(0, self._start) if self.stages else 1
        self.chance = Fraction(self.ways, _all_ways(self.conditions, len(layout.pack)))

    @property
    def _start(self) -> int:
        return int(self.stages[0].key(self.stages[0].sizes))

    def _count(self, place: int, key: int) -> int:
        """Return the number of ways to fill the places from `place` on, from a state."""
        if (place, key) in self._ways:
            return self._ways[place, key]
        stage = self.stages[place]
        self._work += stage.vectors.size
        if self._work > self._most_work:
            raise TooManyError
        ways = stage.weights(key)
        if place + 1 == len(self.stages):
            total = int(ways.sum())
        else:
            fit = ways > 0
            keys, which = np.unique(self._after(place, key, stage.vectors[fit]), return_inverse=True)
            # Sums of float64 below 2**53 are exact.
            sums = np.bincount(which, weights=ways[fit], minlength=len(keys))
            total = sum(
                int(number) * self._count(place + 1, int(after))
                for number, after in zip(sums, keys, strict=True)
            )
        self._ways[place, key] = total
        return total

    def _after(self, place: int, key: int, vectors: Small) -> Ints:
        """Return the states of the next place after some vectors of this one, as numbers (n,)."""
        stage = self.stages[place]
        return self.stages[place + 1].key((stage.state(key) - vectors) @ stage.onward)

    def _cumulate(self, place: int, key: int) -> Reals:
        """Return the weights of a place's vectors in a state, cumulated, float64 (n,)."""
        found = self._cumulated.get((place, key))
        if found is not None:
            return found
        stage = self.stages[place]
        weights = stage.weights(key).astype(np.float64)
        if place + 1 < len(self.stages):
            fit = weights > 0
            keys, which = np.unique(self._after(place, key, stage.vectors[fit]), return_inverse=True)
            weights[fit] *= np.array([float(self._count(place + 1, int(after))) for after in keys])[which]
        found = np.cumsum(weights)
        if self._kept + found.size > KEPT:
            self._cumulated, self._kept = {}, 0
        self._kept += found.size
        self._cumulated[place, key] = found
        return found

    def takes(self, uniforms: Reals) -> Ints:
        """Return how many cards of each kind every place takes, int64 (n, places, most kinds).

        uniforms: float64 (n, places), random numbers in [0, 1); at least one row.
        """
        most = max(len(stage.sizes) for stage in self.stages)
        found = np.zeros((*uniforms.shape, most), np.int64)
        keys = np.full(len(uniforms), self._start)
        for place, stage in enumerate(self.stages):
            onward = np.empty_like(keys)
            order = np.argsort(keys, kind="stable")
            bounds = np.flatnonzero(np.diff(keys[order], prepend=-1))
            for rows in np.split(order, bounds[1:]):
                key = int(keys[rows[0]])
                cumulated = self._cumulate(place, key)
                # Rounding may reach the very end: the last vector that has a weight is the last to be drawn.
                last = np.searchsorted(cumulated, cumulated[-1], "left")
                drawn = np.searchsorted(cumulated, uniforms[rows, place] * cumulated[-1], "right")
                vectors = stage.vectors[np.minimum(drawn, last)]
                found[rows, place, : vectors.shape[1]] = vectors
                if place + 1 < len(self.stages):
                    onward[rows] = self._after(place, key, vectors)
            keys = onward
        return found

    def kinds(self) -> Ints:
        """Return the kind of each card as each place sees it, int64 (places, cards)."""
        return np.stack([stage.kinds for stage in self.stages])


def _apart(conditions: Sequence[Condition]) -> list[Condition]:
    """Return conditions that leave each other the cards that must lie elsewhere."""
    found = []
    for condition in conditions:
        elsewhere = frozenset().union(*(other.held for other in conditions if other is not condition))
        found.append(condition.without(elsewhere))
    return found


def _all_ways(conditions: Sequence[Condition], cards: int) -> int:
    """Return the number of ways to fill the places with any cards."""
    ways = 1
    for condition in conditions:
        ways *= comb(cards, condition.place.size)
        cards -= condition.place.size
    return ways


def _stages(conditions: Sequence[Condition], layout: Layout) -> tuple[Stage, ...]:
    cards = len(layout.pack)
    found: list[Stage] = []
    sets: list[Flags] = [np.ones(cards, np.bool_)]
    following: Stage | None = None
    for condition in reversed(conditions):
        sets += [limit.member(cards) for limit in condition.limits]
        if condition.lengths:
            sets += list(layout.suits)
        _, first, kinds, sizes = np.unique(
            np.stack(sets, axis=1), axis=0, return_index=True, return_inverse=True, return_counts=True
        )
        radix = _radix(sizes)
        onward = np.zeros((len(sizes), len(following.sizes) if following else 0), np.int64)
        if following is not None:
            onward[np.arange(len(sizes)), following.kinds[first]] = 1
        vectors = _vectors(condition, sizes, first, layout)
        following = Stage(condition.place.size, kinds.reshape(-1), sizes, vectors, onward, radix)
        found.insert(0, following)
    return tuple(found)


def _radix(sizes: Ints) -> Ints:
    values, value = [], 1
    for size in sizes.tolist():
        values.append(value)
        value *= size + 1
    if value > MOST_KEY:
        raise TooManyError
    return np.array(values)


def _vectors(condition: Condition, sizes: Ints, first: Any, layout: Layout) -> Small:
    """Return all vectors that fit a condition, int8 (n, kinds); `first` is a card of each kind."""
    cards = len(layout.pack)
    # The number of cards is one more limit: rows of what has low, high and its kinds.
    limits = [(limit.low, limit.high, limit.member(cards)[first]) for limit in condition.limits]
    limits.append((condition.place.size, condition.place.size, np.ones(len(sizes), np.bool_)))
    rows: Small = np.zeros((1, 0), np.int8)
    sums: Small = np.zeros((1, len(limits)), np.int8)
    for kind, size in enumerate(sizes.tolist()):
        most = min(size, condition.place.size)
        number = np.tile(np.arange(most + 1, dtype=np.int8), len(rows))
        members = np.array([member[kind] for _, _, member in limits], np.int8)
        grown = np.asarray(np.repeat(sums, most + 1, axis=0) + number[:, None] * members, np.int8)
        good = np.ones(len(number), np.bool_)
        for place, (low, high, member) in enumerate(limits):
            to_come = int(sizes[kind + 1 :][member[kind + 1 :]].sum())
            good &= (grown[:, place] <= high) & (grown[:, place] >= low - to_come)
        kept = np.flatnonzero(good)
        if len(kept) > MOST_VECTORS:
            raise TooManyError
        rows = np.column_stack([rows[kept // (most + 1)], number[kept]])
        sums = grown[kept]
    if condition.lengths:
        lengths = np.stack([rows[:, suit[first]].sum(axis=1) for suit in layout.suits], axis=1)
        for place, term in enumerate(condition.lengths):
            good = term.fit(lengths) if place == 0 else good & term.fit(lengths)
        rows = rows[good]
    return np.ascontiguousarray(rows)
