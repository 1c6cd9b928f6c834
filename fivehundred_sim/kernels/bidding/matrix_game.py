"""The value of a small zero-sum game, exactly: a saddle point where there is one, else the simplex method.

The row player wants much, the column player little. With the matrix moved to be positive, the column player's
best mix comes from the largest sum of w with P w <= 1, w >= 0 (von Neumann; Dantzig): the value is one over
that sum, and the prices of the rows give the row player's mix.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, kernel

_EQUAL = 1e-10  # entries that differ by less are equal; chances to win are known to fewer places
_ZERO = 1e-12
_MOST_PIVOTS = 1000  # Bland's rule ends by itself; this ends what rounding might turn into a circle


@kernel()
def solve_game(matrix: Real, tableau: Real, basis: Ints, row_mix: Real, column_mix: Real) -> Real:
    """Return the value of a game, and write a best mix of each player.

    matrix: float64 (rows, columns), what the row player gets. tableau: float64 (rows + 1, columns + rows + 1)
    and basis: int64 (rows,) are scratch. row_mix: float64 (rows,); column_mix: float64 (columns,).
    """
    rows, columns = matrix.shape
    for i in range(rows):
        row_mix[i] = 0.0
    for j in range(columns):
        column_mix[j] = 0.0
    row, column = _saddle(matrix)
    if row >= 0:
        row_mix[row] = 1.0
        column_mix[column] = 1.0
        return matrix[row, column]
    shift = _lay_out(matrix, tableau, basis)
    for _ in range(_MOST_PIVOTS):
        entering = _entering(tableau)
        if entering < 0:
            break
        _pivot(tableau, basis, _leaving(tableau, basis, entering), entering)
    moved = 1.0 / tableau[rows, rows + columns]
    for i in range(rows):
        row_mix[i] = tableau[rows, columns + i] * moved
        if basis[i] < columns:
            column_mix[basis[i]] = tableau[i, rows + columns] * moved
    return moved - shift


@kernel()
def _saddle(matrix: Real) -> tuple[Int, Int]:
    """Return (row, column) of a saddle point, (-1, -1) where there is none."""
    rows, columns = matrix.shape
    best_row, best_column = np.int64(0), np.int64(0)
    sure, granted = -np.inf, np.inf
    for i in range(rows):
        least = matrix[i, 0]
        for j in range(1, columns):
            least = min(least, matrix[i, j])
        if least > sure + _EQUAL:
            sure, best_row = least, np.int64(i)
    for j in range(columns):
        most = matrix[0, j]
        for i in range(1, rows):
            most = max(most, matrix[i, j])
        if most < granted - _EQUAL:
            granted, best_column = most, np.int64(j)
    if granted - sure > 2 * _EQUAL:
        return np.int64(-1), np.int64(-1)
    return best_row, best_column


@kernel()
def _lay_out(matrix: Real, tableau: Real, basis: Ints) -> Real:
    """Write the first tableau, every row at its bound; return what was added to make the matrix positive."""
    rows, columns = matrix.shape
    least = matrix[0, 0]
    for i in range(rows):
        for j in range(columns):
            least = min(least, matrix[i, j])
    shift = 1.0 - least
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = matrix[i, j] + shift
        for j in range(rows):
            tableau[i, columns + j] = 1.0 if i == j else 0.0
        tableau[i, rows + columns] = 1.0
        basis[i] = columns + i
    for j in range(rows + columns + 1):
        tableau[rows, j] = -1.0 if j < columns else 0.0
    return shift


@kernel()
def _entering(tableau: Real) -> Int:
    """Return the first column that improves the sum, -1 at the optimum (Bland's rule)."""
    lines, width = tableau.shape
    for j in range(width - 1):
        if tableau[lines - 1, j] < -_ZERO:
            return j
    return -1


@kernel()
def _leaving(tableau: Real, basis: Ints, entering: Int) -> Int:
    """Return the row whose bound is met first; of equal ones that of the lowest variable (Bland's rule)."""
    found = np.int64(-1)
    nearest = np.inf
    bound = tableau.shape[1] - 1
    for i in range(len(basis)):
        if tableau[i, entering] <= _ZERO:
            continue
        ratio = tableau[i, bound] / tableau[i, entering]
        if ratio < nearest or (ratio == nearest and basis[i] < basis[found]):
            found, nearest = np.int64(i), ratio
    return found  # never -1: with a positive matrix the sum is bounded


@kernel()
def _pivot(tableau: Real, basis: Ints, row: Int, column: Int) -> None:
    """Let a column take a row's place in the basis."""
    lines, width = tableau.shape
    scale = 1.0 / tableau[row, column]
    for j in range(width):
        tableau[row, j] *= scale
    for i in range(lines):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            for j in range(width):
                tableau[i, j] -= factor * tableau[row, j]
    basis[row] = column
