"""A linear count fitted to tricks, and its rounding to what can be added up at a table."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from fivehundred_sim.study.count_features import Reals
from fivehundred_sim.study.estimate import Z95

LINE = 0.002  # square tricks that a line on a card must save, or it is not worth counting
_NOTHING = 1e-12


@dataclass(frozen=True)
class Fitted:
    """A constant (the first) and the worth of each column: exact, half-widths at 95 %, and rounded."""

    exact: Reals
    error: Reals
    rounded: Reals


def fit(columns: Reals, tricks: Reals, unit: float) -> Fitted:
    """Return the least-squares fit of tricks, float64 (n,), to columns, float64 (n, k), and it in `unit`s.

    Errors are those of White (1980), which need no equal spread of the hands. A column that is the same in
    every hand is worth 0; what columns can only explain together is shared among them.
    """
    design = np.column_stack([np.ones(len(columns)), columns])
    used = np.ptp(design, axis=0) > 0
    used[0] = True
    kept = design[:, used]
    gram = kept.T @ kept
    exact, error, rounded = np.zeros((3, len(used)))
    inverse = np.linalg.pinv(gram, hermitian=True)
    exact[used] = inverse @ (kept.T @ tricks)
    left = tricks - design @ exact
    spread = inverse @ ((kept * left[:, None] ** 2).T @ kept) @ inverse
    error[used] = Z95 * np.sqrt(np.diag(spread))
    rounded[used] = _rounded(gram / len(kept), exact[used], unit)
    return Fitted(exact, error, rounded)


def _rounded(gram: Reals, exact: Reals, unit: float) -> Reals:
    """Return multiples of `unit` in place of the exact numbers, for the least excess and the fewest lines.

    gram: the mean products of the columns, of which the excess in mean squares is a quadratic form. Rounding
    each number for itself leaves errors that add up; so one or two at a time are moved by a unit, or to
    nothing, while that lowers the excess plus `LINE` for each number that is left to count.
    """

    def cost(steps: Reals) -> float:
        off = steps * unit - exact
        return float(off @ gram @ off) + LINE * np.count_nonzero(steps[1:])

    best = np.round(exact / unit)
    least = cost(best)
    while True:
        better = min(_moved(best), key=cost)
        if cost(better) > least - _NOTHING:
            return best * unit + 0.0  # no minus zero
        best, least = better, cost(better)


def _moved(steps: Reals) -> Iterator[Reals]:
    """Give `steps` with one or two of them moved by one, or to nothing (the first, the constant, by one)."""
    choices = [{step - 1, step, step + 1} | ({0.0} if k else set()) for k, step in enumerate(steps)]
    for i, j in combinations(range(len(steps)), 2):
        for first, second in product(sorted(choices[i]), sorted(choices[j])):
            moved = steps.copy()
            moved[i], moved[j] = first, second
            yield moved
