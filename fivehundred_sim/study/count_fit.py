"""A linear count fitted to tricks, and its rounding to what can be added up at a table."""

from dataclasses import dataclass

import numpy as np

from fivehundred_sim.study.count_features import Reals
from fivehundred_sim.study.estimate import Z95

_ROUNDS = 50  # of the search for the best rounded numbers; it stops by itself after two or three


@dataclass(frozen=True)
class Fitted:
    """A constant (the first) and the worth of each column: exact, half-widths at 95 %, and rounded."""

    exact: Reals
    error: Reals
    rounded: Reals


def fit(columns: Reals, tricks: Reals, unit: float) -> Fitted:
    """Return the least-squares fit of tricks, float64 (n,), to columns, float64 (n, k), and it in `unit`s.

    Errors are those of White (1980), which need no equal spread of the hands. A column that is the same in
    every hand is worth 0.
    """
    design = np.column_stack([np.ones(len(columns)), columns])
    used = np.ptp(design, axis=0) > 0
    used[0] = True
    kept = design[:, used]
    gram = kept.T @ kept
    exact, error, rounded = np.zeros((3, len(used)))
    exact[used] = np.linalg.solve(gram, kept.T @ tricks)
    left = tricks - design @ exact
    inverse = np.linalg.inv(gram)
    spread = inverse @ ((kept * left[:, None] ** 2).T @ kept) @ inverse
    error[used] = Z95 * np.sqrt(np.diag(spread))
    rounded[used] = _rounded(kept, tricks, exact[used], unit)
    return Fitted(exact, error, rounded)


def _rounded(design: Reals, tricks: Reals, exact: Reals, unit: float) -> Reals:
    """Return multiples of `unit` near the exact numbers, no single one of which would better be another.

    Rounding each for itself leaves errors that add up; so they are moved one at a time, by whole units, while
    that lowers the sum of squares.
    """
    gram, moment = design.T @ design / len(design), design.T @ tricks / len(design)
    steps = np.round(exact / unit)
    for _ in range(_ROUNDS):
        before = steps.copy()
        for k in range(len(steps)):
            others = gram[k] @ steps - gram[k, k] * steps[k]
            steps[k] = np.round((moment[k] / unit - others) / gram[k, k])
        if np.array_equal(before, steps):
            break
    return steps * unit + 0.0  # no minus zero
