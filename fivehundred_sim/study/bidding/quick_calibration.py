"""The quick calibration: what sampled players would take on a deal, from the evaluation and rules of thumb.

Like `calibration`, without best play and without counted deals: a logistic regression a class of contracts,
for the chance that sampled players take at least t tricks in a contract of a level, on a deal on which rules
of thumb take h, with a hand of which the evaluation thinks so much. It is meant for whole auctions, where a
hand is looked up, not counted. `scripts/fit_quick_calibration.py` fits it to the sampled games; coefficients
and manifest lie beside this file. Tricks that are proven stay with the caller.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import DIAMONDS, MISERE, NO_TRUMP
from fivehundred_sim.kernels.bidding.evaluate import BINS, LEVELS, LOWEST_LEVEL, ROWS
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.study.calibration import CLASSES, class_of
from fivehundred_sim.study.run import TRICK_COUNTS

Reals = NDArray[np.float64]

FILE = Path(__file__).with_name("quick_calibration.npz")
HAND = 10
_REACH = 3.0  # tricks past the threshold beyond which more change nothing
_FAR = 6.0  # log-odds are cut off there: further out the evaluation says little


def usual(chances: Reals) -> Reals:
    """Return the log-odds (..., 11) of at least t tricks, from the chances of exactly t (..., 11)."""
    at_least = np.clip(chances[..., ::-1].cumsum(axis=-1)[..., ::-1], 1e-9, 1 - 1e-9)
    return np.asarray(np.clip(np.log(at_least / (1 - at_least)), -_FAR, _FAR), np.float64)


def design(strain: int, row: int, level: int, thought: Reals) -> Reals:
    """Return the regressors, float64 (..., 11 h, 11 t, columns), of hands in one contract.

    row: of the evaluation: trumps in suits, jokers elsewhere. level: 0 in a misère, where t is not to fail,
    so that t = 0 alone means something. thought: float64 (..., 11), `usual` of what the evaluation says.
    """
    h, t = np.meshgrid(np.arange(TRICK_COUNTS), np.arange(TRICK_COUNTS), indexing="ij")
    if strain >= MISERE:
        return _stack(_misere_columns(h == 0, -thought[..., None, 1:2], row > 0))
    return _stack(_columns(h, t, thought[..., None, :], level, row, strain))


def _stack(columns: Sequence[NDArray[np.generic] | float | bool]) -> Reals:
    return np.stack([np.asarray(each, np.float64) for each in np.broadcast_arrays(*columns)], axis=-1)


def _columns(
    h: NDArray[np.int64], t: NDArray[np.int64], thought: Reals, level: int, row: int, strain: int
) -> Sequence[NDArray[np.generic] | float | bool]:
    made, past = h >= t, np.clip(h - t + 0.5, -_REACH, _REACH)
    asked, more, all_tricks = t == level, t > level, t == HAND
    return [
        np.ones(t.shape),
        *(past, made, thought, row, DIAMONDS <= strain < NO_TRUMP),
        *((t - 7) / 3, all_tricks, asked, more),
        *(asked * made, asked * thought, asked * (level - 8) / 2, asked * (level == HAND)),
        *(more & all_tricks, more * thought),
    ]


def _misere_columns(
    made: NDArray[np.bool_], thought: Reals, joker: bool
) -> Sequence[NDArray[np.generic] | float | bool]:
    return [np.ones(made.shape), made, thought, thought * abs(thought) / _FAR, joker]


def outcomes(strain: int, row: int, level: int, thought: Reals, coefficients: Reals) -> Reals:
    """Return the chances that sampled players take t tricks, float64 (..., 11 h, 11 t); arguments: `design`.

    In a misère t = 0 is made and t = 1 failed.
    """
    at_least = 1 / (1 + np.exp(-design(strain, row, level, thought) @ coefficients))
    if strain >= MISERE:
        chances = np.zeros_like(at_least)
        chances[..., 0], chances[..., 1] = at_least[..., 0], 1 - at_least[..., 0]
        return chances
    # More tricks are never likelier than fewer; the number the contract asks for is the one best known.
    at_least[..., 0] = 1.0
    at_least[..., level::-1] = np.maximum.accumulate(at_least[..., level::-1], axis=-1)
    at_least[..., level:] = np.minimum.accumulate(at_least[..., level:], axis=-1)
    return np.asarray(
        at_least - np.concatenate([at_least[..., 1:], np.zeros_like(at_least[..., :1])], axis=-1)
    )


def quick(covered: int, heuristic: Reals) -> Reals:
    """Return float64 (7, ROWS, LEVELS, BINS, 11 h, 11 t): the chance of t tricks on a deal of h by thumb.

    covered: the strains (bit k for strain k) that the lanes kernels play; elsewhere there are no sampled
    games, and t is h. heuristic: float64 (7, ROWS, BINS, 11), of the table's evaluation.
    """
    found = np.empty((STRAINS, ROWS, LEVELS, BINS, TRICK_COUNTS, TRICK_COUNTS))
    found[:] = np.eye(TRICK_COUNTS)
    for strain in range(STRAINS):
        if covered >> strain & 1:
            for row in range(ROWS):
                thought = usual(heuristic[strain, row])
                fitted = coefficients()[class_of(strain, row > 0)]
                for step in range(LEVELS):
                    level = 0 if strain >= MISERE else LOWEST_LEVEL + step
                    found[strain, row, step] = outcomes(strain, row, level, thought, fitted)
    return found


@cache
def coefficients() -> tuple[Reals, ...]:
    """Return the coefficients of each class. Raises FileNotFoundError without their file."""
    with np.load(FILE) as stored:
        return tuple(stored[f"coefficients_{kind}"] for kind in range(len(CLASSES)))
