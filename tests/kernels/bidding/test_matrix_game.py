"""Small zero-sum games: known values, and for random ones that neither player can do better."""

import numpy as np
import pytest

from fivehundred_sim.kernels.bidding.matrix_game import solve_game


def solve(matrix):
    """Return the value and both mixes of a game."""
    matrix = np.array(matrix, float)
    rows, columns = matrix.shape
    row_mix, column_mix = np.full(rows, 7.0), np.full(columns, 7.0)  # what an earlier game has left
    tableau, basis = np.full((rows + 1, columns + rows + 1), 7.0), np.zeros(rows, np.int64)
    value = solve_game(matrix, tableau, basis, row_mix, column_mix)
    return value, row_mix, column_mix


def check(matrix):
    """Each mix must be one, and hold its player to the value whatever the other does."""
    value, row_mix, column_mix = solve(matrix)
    for mix in (row_mix, column_mix):
        assert mix.min() >= -1e-12
        assert mix.sum() == pytest.approx(1, abs=1e-9)
    assert (row_mix @ matrix).min() == pytest.approx(value, abs=1e-8)
    assert (matrix @ column_mix).max() == pytest.approx(value, abs=1e-8)


@pytest.mark.parametrize(
    ("matrix", "value", "row_mix"),
    [
        ([[0.3]], 0.3, [1]),
        ([[0.2, 0.6], [0.5, 0.7]], 0.5, [0, 1]),  # a saddle point
        ([[1, -1], [-1, 1]], 0, [0.5, 0.5]),
        ([[3, 0], [1, 2]], 1.5, [0.25, 0.75]),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3, 1 / 3, 1 / 3]),
        ([[0, 2], [3, 0], [1, 1]], 1.2, [0.6, 0.4, 0]),
    ],
)
def test_games_whose_value_is_known(matrix, value, row_mix):
    found, mix, _ = solve(matrix)
    assert found == pytest.approx(value)
    assert mix.tolist() == pytest.approx(row_mix)


@pytest.mark.parametrize("size", [(1, 4), (2, 2), (3, 3), (4, 2), (5, 5)])
def test_nobody_can_do_better_than_the_value(size):
    rng = np.random.default_rng(4)
    for _ in range(300):
        check(rng.random(size))
        check(rng.integers(0, 3, size).astype(float))  # many equal entries: degenerate tableaux
        check(0.5 + 1e-7 * rng.random(size))  # appetites that hardly matter
