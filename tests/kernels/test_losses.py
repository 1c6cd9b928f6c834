"""The claims about the players in suits and no-trump, at small counts: scripts/measure_losses.py, seeded."""

import numpy as np
import pytest
from measure_losses import RANDOM_CONTRACTOR, RANDOM_DEFENDERS, Played, grouped, loss_rows, summary
from populations import NO_TRUMP, SUITS

DEALS = 300


@pytest.fixture(scope="module", params=[SUITS, NO_TRUMP], ids=["best suit", "no-trump"])
def played(request):
    game = Played(request.param, DEALS).value()
    game.population = request.param
    return game


def test_the_losses_of_both_sides_account_for_the_gap_to_double_dummy(played):
    sign = np.where(played.records[:, :, 0] % 2 == 0, 1, -1)
    lost = (np.maximum(played.losses, 0) * sign).sum(axis=1)
    assert (played.solved - played.tricks == lost).all()


def test_the_contractor_ends_below_double_dummy_but_follows_it(played):
    gap = (played.solved - played.tricks).mean()
    low, high, correlation = (0.2, 0.6, 0.82) if played.population == SUITS else (0.5, 1.1, 0.55)
    assert low < gap < high
    assert np.corrcoef(played.solved, played.tricks)[0, 1] > correlation


def test_a_random_player_on_either_side_loses_clearly(played):
    worse = Played(played.population, DEALS, RANDOM_CONTRACTOR).tricks - played.tricks
    better = Played(played.population, DEALS, RANDOM_DEFENDERS).tricks - played.tricks
    assert worse.mean() < -1.2
    assert better.mean() > 0.8


def test_every_loss_belongs_to_one_kind_of_decision(played):
    decisions, lost, instead = grouped(played)
    assert sum(lost.values()) == np.maximum(played.losses, 0).sum()
    assert sum(decisions.values()) == (played.losses >= 0).sum()
    for key, kinds in instead.items():
        assert sum(kinds.values()) == pytest.approx(lost[key])
    assert {side for side, _ in decisions} == {"contractor", "partner", "defenders"}


def test_the_rows_that_are_published_are_complete(played):
    rows = list(loss_rows("best suit", played, "now"))
    total = sum(row["lost_a_deal"] for row in rows)
    row = summary("best suit", played.population, played, "now")
    by_side = row["lost_by_contractor"] + row["lost_by_partner"] + row["lost_by_defenders"]
    assert total == pytest.approx(by_side, abs=0.02)
    assert row["makes_6"] >= row["makes_7"] >= row["makes_8"] >= row["makes_9"]
