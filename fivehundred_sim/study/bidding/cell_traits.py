"""What each cell of the evaluation stands for, in a few numbers: the prior of its weight is linear in them.

The numbering of the cells is that of `kernels.bidding.evaluate`, from the start of the strain's part.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.bidding import evaluate as at

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
_LONG = 5  # lengths of a side suit told apart one by one


def suit_traits() -> Reals:
    """Return the traits of the cells of a trump contract, float64 (SUIT_SIZE, traits)."""
    tops, trumps = _grid(1 << at.TRUMP_TOPS, at.LENGTHS)
    trump_traits: list[NDArray[np.generic]] = [
        np.ones(tops.shape),
        trumps,
        trumps**2 / 10,
        np.maximum(trumps - 5, 0),
    ]
    for one in _bits(tops, at.TRUMP_TOPS):
        trump_traits += [one, one * trumps / 5]
    row, other, tops, length = _grid(at.TRUMP_ROWS, 2, 1 << at.SIDE_TOPS, at.LENGTHS)
    side_traits: list[NDArray[np.generic]] = [other]
    for long in range(_LONG):
        side_traits += [length == long, (length == long) * row / 5]
    side_traits += [np.maximum(length - _LONG, 0), np.maximum(length - _LONG, 0) * row / 5]
    ace, king, queen = _bits(tops, at.SIDE_TOPS)
    for one in (ace, king, queen, ace * king, ace * king * queen, king * queen * (1 - ace)):
        side_traits += [one, one * row / 5, one * length / 5, one * other]
    return _blocks([_columns(trump_traits), _columns(side_traits)])


def no_trump_traits() -> Reals:
    """Return the traits of the cells of a no-trump contract, float64 (LONG_SIZE + STOPPED_SIZE, traits)."""
    jokers, aces, stopped = _grid(at.JOKERS, 5, 5)
    stop_traits: list[NDArray[np.generic]] = []
    for row in range(at.JOKERS):
        mine = (jokers == row).astype(float)
        stop_traits += [mine, mine * aces, mine * stopped, mine * aces**2 / 4, mine * stopped**2 / 4]
    return _blocks([_long_traits(), _columns(stop_traits)])


def misere_traits() -> Reals:
    """Return the traits of the cells of a misère, float64 (MISERE_SIZE, traits)."""
    jokers, rank, under, covered = _grid(at.JOKERS, at.WORST, at.UNDER, at.COVERED)
    gaps = np.maximum(under - covered, 0)
    card_traits: list[NDArray[np.generic]] = []
    for place in range(at.WORST):
        mine = (rank == place).astype(float)
        held = mine * (jokers > 0)
        card_traits += [mine * gaps, mine * np.minimum(gaps, 2), mine * under, held * gaps]
        card_traits += [mine * gaps / (1 + covered), mine * (gaps > 0)]
    jokers, voids, lows = _grid(at.JOKERS, 4, 5)
    shape_traits: list[NDArray[np.generic]] = []
    for row in range(at.JOKERS):
        mine = (jokers == row).astype(float)
        shape_traits += [mine, mine * voids, mine * lows]
    return _blocks([_columns(card_traits), _columns(shape_traits), _long_traits()])


def _long_traits() -> Reals:
    """Return the traits of one suit without trumps: jokers, its highest (misère: lowest) cards and length."""
    jokers, tops, length = _grid(at.JOKERS, 1 << at.SUIT_TOPS, at.LENGTHS)
    bits = _bits(tops, at.SUIT_TOPS)
    run = np.sum([np.prod(bits[: k + 1], axis=0) for k in range(at.SUIT_TOPS)], axis=0)  # from the end on
    traits: list[NDArray[np.generic]] = []
    for row in range(at.JOKERS):
        mine = (jokers == row).astype(float)
        for one in (*bits, run, length, length**2 / 10, run * length / 5, length == 0):
            traits.append(mine * one)
    return _columns(traits)


def _grid(*sizes: int) -> list[Ints]:
    """Return the index of each cell along each axis, flat."""
    return [axis.ravel() for axis in np.indices(sizes)]


def _bits(mask: Ints, number: int) -> list[Ints]:
    return [mask >> bit & 1 for bit in range(number)]


def _columns(traits: Sequence[NDArray[np.generic]]) -> Reals:
    return np.stack([np.asarray(trait, np.float64) for trait in traits], axis=1)


def _blocks(parts: list[Reals]) -> Reals:
    """Return a matrix with the parts along its diagonal."""
    whole = np.zeros((sum(len(part) for part in parts), sum(part.shape[1] for part in parts)))
    row = column = 0
    for part in parts:
        whole[row : row + len(part), column : column + part.shape[1]] = part
        row, column = row + len(part), column + part.shape[1]
    return whole
