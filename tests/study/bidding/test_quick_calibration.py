"""The quick calibration: chances that are chances, and where it holds."""

import numpy as np
import pytest

from fivehundred_sim.kernels.bidding.evaluate import BINS, LEVELS, ROWS
from fivehundred_sim.rules.code import lanes_cover
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.evaluation import evaluation
from fivehundred_sim.study.bidding.quick_calibration import design, quick, usual

AUSTRALIAN = load_rules("australian")
FOUND = evaluation(AUSTRALIAN)


def test_chances_of_each_deal_are_chances():
    assert FOUND.quick.shape == (7, ROWS, LEVELS, BINS, 11, 11)
    assert FOUND.quick.min() >= 0
    assert FOUND.quick.sum(axis=-1) == pytest.approx(1)
    assert (FOUND.quick[5:, ..., 2:] == 0).all()


def test_more_by_thumb_and_a_better_hand_are_more_tricks():
    made = FOUND.quick[:5, :, 2, :, :, 8:].sum(axis=-1)  # level 8
    assert (np.diff(made, axis=-1) > -1e-9).all()  # heuristic tricks
    better = made[:, :, 45] - made[:, :, 25]
    assert (better > 0).all()
    assert (FOUND.quick[5:, ..., 0, 0] > FOUND.quick[5:, ..., 1, 0]).all()


def test_where_there_are_no_sampled_games_it_changes_nothing():
    rules = load_rules("australian", {"joker.follow": "always"})
    fast = lanes_cover(rules)
    assert fast == 15
    found = quick(fast, FOUND.heuristic)
    assert (found[:4] == FOUND.quick[:4]).all()
    assert (found[4:] == np.eye(11)).all()


def test_log_odds_of_at_least_so_many():
    chances = np.zeros(11)
    chances[[6, 7, 8]] = 0.2, 0.3, 0.5
    thought = usual(chances)
    assert thought[[0, 6]].tolist() == [6, 6]
    assert thought[7] == pytest.approx(np.log(4))
    assert thought[8] == pytest.approx(0)
    assert thought[9] == -6


def test_regressors_see_the_threshold_and_the_level():
    thought = np.linspace(5, -5, 11)
    x = design(1, 2, 8, thought)
    assert x.shape[:2] == (11, 11)
    constant, past, made, usually, row, red, _, top, asked, more = x[7, 8, :10]
    assert (constant, past, made, usually) == (1, -0.5, 0, thought[8])
    assert (row, red, top, asked, more) == (2, 0, 0, 1, 0)
    assert x[9, 8, 2] == 1
    assert design(2, 0, 8, thought)[0, 0, 5] == 1  # diamonds
    assert design(5, 1, 0, thought)[0, 0].tolist() == [
        1,
        1,
        -thought[1],
        -thought[1] * abs(thought[1]) / 6,
        1,
    ]
