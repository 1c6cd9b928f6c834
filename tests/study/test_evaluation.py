"""The evaluation of a table: where it comes from, and whether what it says comes true."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from fivehundred_sim.kernels.bidding import evaluate as at
from fivehundred_sim.kernels.bidding.sift import all_values
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study import evaluation as module
from fivehundred_sim.study.evaluation import evaluation, evaluation_key
from fivehundred_sim.study.hand_deals import EVERY, counter, hand_counts, liked_orders
from fivehundred_sim.study.question import QuestionError

AUSTRALIAN = load_rules("australian")


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """An empty cache folder, and nothing shipped."""
    monkeypatch.setenv("FIVEHUNDRED_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(module, "SHIPPED", tmp_path / "shipped")
    monkeypatch.setattr(module, "DEALS", 4_000)
    return tmp_path


def test_the_preset_is_there_without_fitting():
    def told(done, total):
        raise AssertionError("fitted")

    found = evaluation(AUSTRALIAN, told)
    assert found.weights.shape == (at.WEIGHTS,)
    assert found.heuristic.shape == (7, at.ROWS, at.BINS, 11)
    assert found.chances.shape == (7, at.ROWS, at.LEVELS, at.BINS, 11)
    for chances in (found.heuristic, found.chances):
        assert chances.min() >= 0
        assert chances.sum(axis=-1) == pytest.approx(1)
    assert (found.heuristic[5:, :, :, 2:] == 0).all()
    assert found.manifest["key"] == evaluation_key(AUSTRALIAN)


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({"scoring.schedule": "original"}, True),
        ({"match.target": 1000}, True),
        ({"misere.value": 230}, True),
        ({"auction.minimum_level": 7}, True),
        ({"joker.set": "holder"}, False),
        ({"pack.jokers": 2, "pack.kitty": 4}, False),
        ({"open_misere.exposed": "before_lead"}, False),
        ({"misere.defender_points": "per_own_trick"}, False),
        ({"pack.floating_four": True}, False),
    ],
)
def test_the_key_holds_what_is_played_and_nothing_else(changes, same):
    assert (evaluation_key(load_rules("australian", changes)) == evaluation_key(AUSTRALIAN)) is same


def test_other_tables_are_fitted_once_and_kept(folders):
    rules = load_rules("australian", {"joker.set": "holder"})
    told = []
    first = evaluation(rules, lambda done, total: told.append((done, total)))
    assert told
    assert told[-1][0] == told[-1][1]
    assert [path.name for path in (folders / "evaluations").iterdir()] == [f"{evaluation_key(rules)}.npz"]
    asked_again = len(told)
    other = load_rules("australian", {"joker.set": "holder", "scoring.slam_250": False})
    again = evaluation(other, lambda done, total: told.append((done, total)))
    assert len(told) == asked_again
    assert (again.chances == first.chances).all()
    # Even so few deals tell strong hands from weak ones.
    made = first.heuristic[:5, 0] @ np.arange(11)
    assert (made[:, 45] > made[:, 25] + 2).all()


def test_table_piles_are_refused():
    with pytest.raises(QuestionError, match="table piles"):
        evaluation(load_rules("two-handed-tables"))


def test_what_is_expected_of_fresh_hands_comes_true():
    """Tricks to expect, and chances of a misère, against other hands and deals than the fit's."""
    found = evaluation(AUSTRALIAN)
    n, deals = 6_000, 2
    orders = liked_orders(np.random.default_rng(7), np.zeros((n, 43)))
    values = np.empty((n, 7, 2))
    all_values(orders[:, :10].copy(), found.code, found.weights, values)
    with ThreadPoolExecutor(2) as executor:
        counts = hand_counts(
            counter(AUSTRALIAN, 71), orders, np.full(n, deals), np.full(n, EVERY), executor, lambda: None
        )
    for strain in range(7):
        tricks = counts[:, strain] @ np.arange(11) / deals
        seen = tricks if strain < 5 else 10 * counts[:, strain, 0] / deals
        for tenth in np.array_split(np.argsort(values[:, strain, 0]), 10):
            error = seen[tenth].std() / np.sqrt(len(tenth))
            assert abs(seen[tenth].mean() - values[tenth, strain, 0].mean()) < 4 * error + 0.03, strain
