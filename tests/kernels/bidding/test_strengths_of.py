"""Hands of many deals at once against one hand at a time."""

import numpy as np
import pytest

from fivehundred_sim.kernels.bidding.evaluate import evaluate
from fivehundred_sim.kernels.bidding.hands import strengths_of
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.house import house_of


@pytest.mark.parametrize("rules", ["australian", "howstuffworks"])
def test_many_hands_are_judged_as_each_alone(rules):
    house = house_of(load_rules(rules))
    deals = house.deals(5, 0, 40)
    seats = np.arange(40) * 7 % house.players
    look = house.evaluation.code, house.evaluation.weights
    found = strengths_of(deals, seats, *look)
    alone = np.empty((7, 2))
    for deal, seat, strengths in zip(deals, seats, found, strict=True):
        evaluate(deal[10 * seat : 10 * seat + 10], *look, alone)
        np.testing.assert_array_equal(strengths, alone)
    assert len(np.unique(found[:, 0, 0])) > 30
