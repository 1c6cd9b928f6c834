"""The patterns of suit lengths, numbered.

A pattern under a trump suit is the number of trumps and the lengths of the three side suits, longest first;
elsewhere it is the number of jokers held and the lengths of the four suits, longest first. Patterns are
numbered with the longest first suit (trumps, or the most jokers last) in front.
"""

from collections.abc import Iterator

import numpy as np

from fivehundred_sim.kernels._jit import Ints
from fivehundred_sim.kernels.codes import HAND

MOST_JOKERS = 2
Pattern = tuple[int, ...]


def _partitions(cards: int, suits: int, longest: int) -> Iterator[Pattern]:
    """Yield all ways to part some cards into so many suits, each at most as long as the one before it."""
    if suits == 1:
        if cards <= longest:
            yield (cards,)
        return
    for first in range(min(cards, longest), -1, -1):
        for rest in _partitions(cards - first, suits - 1, first):
            yield (first, *rest)


def trump_patterns() -> tuple[Pattern, ...]:
    """Return (trumps, side suits longest first) of every hand there can be, by number."""
    return tuple(
        (trumps, *sides)
        for trumps in range(HAND, -1, -1)
        for sides in _partitions(HAND - trumps, 3, HAND - trumps)
    )


def open_patterns() -> tuple[Pattern, ...]:
    """Return (jokers, four suits longest first) of every hand there can be, by number."""
    return tuple(
        (jokers, *suits)
        for jokers in range(MOST_JOKERS + 1)
        for suits in _partitions(HAND - jokers, 4, HAND - jokers)
    )


def _numbers(patterns: tuple[Pattern, ...]) -> Ints:
    """Return the number of each pattern by all its lengths but the last, which follows; -1 for none."""
    found = np.full((HAND + 1,) * (len(patterns[0]) - 1), -1, np.int64)
    for number, pattern in enumerate(patterns):
        found[pattern[:-1]] = number
    return found


TRUMP_SHAPES = _numbers(trump_patterns())  # [trumps, longest side suit, second]
OPEN_SHAPES = _numbers(open_patterns())[: MOST_JOKERS + 1]  # [jokers, longest suit, second, third]
