"""Weights of cells: known ones are found again, unknown ones stay at their prior."""

import numpy as np
import pytest

from fivehundred_sim.kernels.bidding import evaluate as at
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding import cell_traits
from fivehundred_sim.study.bidding.cell_fit import Seen, fit_cells
from fivehundred_sim.study.bidding.evaluation_fit import groups, smooth

CELLS = 12
TRAITS = np.stack([np.ones(CELLS), np.arange(CELLS) % 6, np.arange(CELLS) // 6], axis=1).astype(float)


def sample(n, rng):
    """Two cells of each hand, one of the first six and one of the last; the very last is never seen."""
    return np.stack([rng.integers(0, 6, n), rng.integers(6, 11, n)], axis=1)


@pytest.mark.parametrize("logistic", [False, True])
def test_weights_that_the_traits_do_not_know_are_found(logistic):
    rng = np.random.default_rng(1)
    cells = sample(30_000, rng)
    true = TRAITS @ [0.2, 0.15, -0.5] + rng.normal(0, 0.3, CELLS)
    sums = true[cells].sum(axis=1)
    deals = rng.integers(1, 5, len(cells))
    if logistic:
        mean = rng.binomial(deals, 1 / (1 + np.exp(-sums))) / deals
    else:
        mean = sums + rng.normal(0, 0.5, len(cells)) / np.sqrt(deals)
    found = fit_cells(Seen(cells, mean, deals.astype(float)), TRAITS, 1.0, logistic)
    assert found[cells].sum(axis=1) == pytest.approx(sums, abs=0.08)


def test_what_was_never_seen_is_as_its_traits_say():
    rng = np.random.default_rng(2)
    cells = sample(20_000, rng)
    true = TRAITS @ [1.0, 0.5, 2.0]
    seen = Seen(cells, true[cells].sum(axis=1), np.ones(len(cells)))
    found = fit_cells(seen, TRAITS, 1e9, logistic=False)
    assert found[cells].sum(axis=1) == pytest.approx(true[cells].sum(axis=1), abs=1e-3)
    assert found[11] - found[10] == pytest.approx(0.5, abs=1e-3)


def test_traits_are_there_for_every_cell():
    assert len(cell_traits.suit_traits()) == at.SUIT_SIZE
    assert len(cell_traits.no_trump_traits()) == at.LONG_SIZE + at.STOPPED_SIZE
    assert len(cell_traits.misere_traits()) == at.MISERE_SIZE


@pytest.mark.parametrize(
    ("name", "together"),
    [
        ("australian", [[0, 1], [2, 3]]),
        ("american", [[0, 1, 2, 3]]),  # with all four fours
        ("two-handed", [[0, 1, 2, 3]]),
    ],
)
def test_suits_that_the_pack_treats_alike_are_fitted_together(name, together):
    assert groups(hand_code(load_rules(name))) == together


def test_smoothing_keeps_what_is_well_known_and_fills_the_rest():
    rng = np.random.default_rng(4)
    chance = np.clip(np.arange(at.BINS) / 60, 0.05, 0.95)
    seen = np.zeros((at.ROWS, at.BINS, 11))
    seen[0, 10:50, 1] = rng.binomial(100_000, chance[10:50])
    seen[0, 10:50, 0] = 100_000 - seen[0, 10:50, 1]
    found = smooth(seen)
    assert found.sum(axis=2) == pytest.approx(1)
    assert found[0, 11:49, 1] == pytest.approx(chance[11:49], abs=0.02)
    assert found[3, 11:49, 1] == pytest.approx(chance[11:49], abs=0.02)  # a row never seen is as the others
    assert (found[:, :10] == found[:, 10:11]).all()
    assert (found[:, 50:] == found[:, 49:50]).all()
