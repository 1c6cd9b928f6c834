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
PLAIN_ROWS = 40_000  # enough for a prior's few traits
CHUNK = 200_000  # rows whose moments are summed at once


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
    solve = _logistic if logistic else _linear
    some = slice(None, None, -(-len(seen.cells) // PLAIN_ROWS))
    few = Seen(seen.cells[some], seen.mean[some], seen.deals[some])
    rows = np.zeros((len(few.cells), traits.shape[1]))
    for column in few.cells.T:
        rows += traits[column]
    weights = traits @ solve(_Dense(rows), few, np.zeros(len(rows)), PLAIN_RIDGE)
    met, cells = np.unique(seen.cells, return_inverse=True)
    design = _Cells(cells.reshape(seen.cells.shape), len(met))
    weights[met] += solve(design, seen, weights[seen.cells].sum(axis=1), ridge)
    return np.asarray(weights)


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
        one, other = np.triu_indices(self._cells.shape[1], 1)
        for start in range(0, len(weights), CHUNK):
            cells = self._cells[start : start + CHUNK]
            pairs = cells[:, one] * self.width + cells[:, other]
            share = np.repeat(weights[start : start + CHUNK], len(one))
            found += np.bincount(pairs.ravel(), share, len(found))
        square = found.reshape(self.width, self.width)
        return np.asarray(square + square.T + np.diag(self.products(weights)))

    def products(self, values: Reals) -> Reals:
        each = np.repeat(values, self._cells.shape[1])
        return np.asarray(np.bincount(self._cells.ravel(), each, self.width), np.float64)

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
