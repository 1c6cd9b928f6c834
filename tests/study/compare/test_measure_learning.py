"""The script that measures what learning moves, with made-up learning."""

import measure_learning
import pytest

from fivehundred_sim.study.bidding.inference import first_weights


def test_what_learning_moves_is_the_spread_over_seeds(monkeypatch):
    seeds = []

    def crude(house, style, seed):
        seeds.append(seed)
        return first_weights() * (1 + 0.2 * (seed % 2))

    monkeypatch.setattr(measure_learning, "fit_signals", crude)
    rows = list(measure_learning.rows_of("misere.value=270", {"misere.value": 270}, 2, 300))
    assert [row["measure"] for row in rows] == list(measure_learning.MEASURES)
    assert seeds == [500, 500, 501, 501]
    assert any(row["figure_sd"] > 0 for row in rows)
    assert all(row["half_width"] >= 0 for row in rows)
    shares = {row["measure"]: row["figure"] for row in rows}
    assert sum(shares[key] for key in measure_learning.MEASURES[:4]) == pytest.approx(1, abs=0.01)
