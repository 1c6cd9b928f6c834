"""The checks that scripts/measure_counts.py makes of its own, on few deals."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from measure_counts import against_sampled, by_trumps, distances, own_cards

from fivehundred_sim import load_rules
from fivehundred_sim.study.count import FEWEST, count
from fivehundred_sim.study.count_answer import OURS

RULES = load_rules("australian")


@pytest.fixture(scope="module")
def answer():
    return count(RULES, deals=FEWEST)


@pytest.mark.parametrize(("contract", "hands"), [("suits", 30), ("no-trump", 200)])
def test_every_trick_is_taken_by_somebodys_cards(contract, hands):
    """`own_cards` itself holds each trick against who leads the next one, and the sides against the count."""
    rows = own_cards(RULES, contract, hands)
    assert [row["name"] for row in rows] == ["contractor", "partner", "defenders"]
    assert sum(row["exact"] for row in rows) == pytest.approx(10)
    assert rows[0]["exact"] > rows[1]["exact"]


def test_distances_are_those_of_the_games():
    found = distances(np.array([7.0, 6.5]), np.array([7.0, 8.0]), np.array([8, 6]), np.array([7.5, 6.5]))
    assert found["bias"] == pytest.approx((-1 + 0.5) / 2)
    assert found["rmse"] == pytest.approx(((1 + 0.25) / 2) ** 0.5)
    assert found["rmse_ours"] == pytest.approx(((1 + 4) / 2) ** 0.5)
    assert found["within_one"] == 1
    assert found["hand_error"] == pytest.approx((0.25 / 2) ** 0.5)


def test_the_count_is_about_right_for_sampled_games_and_every_length(answer):
    rows = {(row["count"], row["contract"]): row for row in against_sampled(answer, RULES)}
    assert abs(rows[OURS, "suits"]["bias"]) < 0.4
    assert rows["zh", "suits"]["rmse"] > rows["zh", "suits"]["rmse_ours"]
    assert ("zh", "no-trump") not in rows
    with ThreadPoolExecutor(1) as pool:
        lengths = by_trumps(answer, RULES, pool, 200)
    assert sum(row["deals"] for row in lengths) >= 1980  # a length that one hand alone has is left out
    assert all(abs(row["bias"]) < 3 * row["error"] for row in lengths)
