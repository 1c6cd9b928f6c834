"""Weights of table cells by least squares or logistic regression, drawn towards what a plain model says.

A hand is a few cells; its figure is the sum of their weights. Cells are many and some are rare, so each has a
prior: a smooth function of what the cell stands for (its traits), fitted first. What the data add to the
prior is shrunk by a ridge, so a cell that was never seen stays at its prior.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
ROUNDS = 12
SETTLED = 1e-4
PLAIN_RIDGE = 1e-3


@dataclass(frozen=True)
class Seen:
    """What was seen of hands: cells, int64 (n, k); the mean of a figure, and the deals it is the mean of."""

    cells: Ints
    mean: Reals
    deals: Reals


def fit_cells(seen: Seen, traits: Reals, ridge: float, logistic: bool) -> Reals:
    """Return the weight of every cell, float64 (cells,).

    traits: float64 (cells, traits). ridge: as many deals as a prior is worth. With `logistic` the sum of a
    hand's weights is the log-odds of the figure, a chance; otherwise it is the figure.
    """
    rows = np.zeros((len(seen.cells), traits.shape[1]))
    for cells in seen.cells.T:
        rows += traits[cells]
    solve = _logistic if logistic else _linear
    prior = traits @ solve(_Dense(rows), seen, np.zeros(len(rows)), PLAIN_RIDGE)
    return prior + solve(_Cells(seen.cells, len(traits)), seen, prior[seen.cells].sum(axis=1), ridge)


class _Dense:
    """Regressors as a plain matrix."""

    def __init__(self, rows: Reals) -> None:
        self._rows = rows
        self.width = rows.shape[1]

    def moments(self, weights: Reals) -> Reals:
        return np.asarray((self._rows * weights[:, None]).T @ self._rows)

    def products(self, values: Reals) -> Reals:
        return np.asarray(values @ self._rows)

    def sums(self, solution: Reals) -> Reals:
        return np.asarray(self._rows @ solution)


class _Cells:
    """Regressors that are 1 in a few cells of each row, 0 elsewhere."""

    def __init__(self, cells: Ints, width: int) -> None:
        self._cells = cells
        self.width = width

    def moments(self, weights: Reals) -> Reals:
        found = np.zeros(self.width * self.width)
        for one in self._cells.T:
            for other in self._cells.T:
                found += np.bincount(one * self.width + other, weights, len(found))
        return found.reshape(self.width, self.width)

    def products(self, values: Reals) -> Reals:
        return np.asarray(sum(np.bincount(cells, values, self.width) for cells in self._cells.T))

    def sums(self, solution: Reals) -> Reals:
        return np.asarray(solution[self._cells].sum(axis=1))


def _linear(design: _Dense | _Cells, seen: Seen, known: Reals, ridge: float) -> Reals:
    moments = design.moments(seen.deals) + ridge * np.eye(design.width)
    return np.asarray(np.linalg.solve(moments, design.products(seen.deals * (seen.mean - known))))


def _logistic(design: _Dense | _Cells, seen: Seen, known: Reals, ridge: float) -> Reals:
    solution = np.zeros(design.width)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-(known + design.sums(solution))))
        moments = design.moments(seen.deals * chance * (1 - chance)) + ridge * np.eye(design.width)
        gradient = design.products(seen.deals * (seen.mean - chance)) - ridge * solution
        step = np.linalg.solve(moments, gradient)
        solution += step
        if abs(step).max() < SETTLED:
            break
    return solution
