"""The evaluation of a table: where it comes from, and whether what it says comes true."""

from concurrent.futures import ThreadPoolExecutor

import measure_evaluation
import numpy as np
import pandas as pd
import pytest

from fivehundred_sim.kernels.bidding import evaluate as at
from fivehundred_sim.kernels.bidding.sift import all_values
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.load import load_rules, preset_names
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.bidding import evaluation as module
from fivehundred_sim.study.bidding.evaluation import evaluation, evaluation_key, write
from fivehundred_sim.study.bidding.hand_deals import APART, EVERY, hand_counts, liked_orders
from fivehundred_sim.study.question import QuestionError
from fivehundred_sim.study.run import HEURISTIC, Task

AUSTRALIAN = load_rules("australian")


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """An empty folder for evaluations, and small fits."""
    monkeypatch.setattr(module, "kept_folder", lambda: tmp_path)
    monkeypatch.setattr(module, "DEALS", 4_000)
    return tmp_path


@pytest.mark.parametrize("name", [name for name in preset_names() if name != "two-handed-tables"])
def test_presets_are_there_without_fitting(name):
    def told(done, total):
        raise AssertionError("fitted")

    rules = load_rules(name)
    found = evaluation(rules, told)
    assert found.code.tolist() == hand_code(rules).tolist()
    assert found.weights.shape == (at.WEIGHTS,)
    assert found.heuristic.shape == (7, at.ROWS, at.BINS, 11)
    assert found.chances.shape == (7, at.ROWS, at.LEVELS, at.BINS, 11)
    for chances in (found.heuristic, found.chances):
        assert chances.min() >= 0
        assert chances.sum(axis=-1) == pytest.approx(1)
    assert (found.heuristic[5:, :, :, 2:] == 0).all()
    assert found.manifest["key"] == evaluation_key(rules)
    assert name in found.manifest["presets"]
    # Corrected chances are those of the heuristic tricks, each through what sampled players make of it.
    for strain, row, step, place in ((0, 1, 2, 35), (3, 0, 0, 28), (4, 1, 3, 40), (5, 0, 0, 20)):
        mixed = found.heuristic[strain, row, place] @ found.quick[strain, row, step, place]
        assert found.chances[strain, row, step, place] == pytest.approx(mixed)


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


def test_other_tables_are_fitted_once_and_kept(kept):
    rules = load_rules("australian", {"joker.set": "last"})
    told = []
    first = evaluation(rules, lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] == len(told) - 1  # every piece of work, and the end
    assert [path.name for path in kept.iterdir()] == [f"{evaluation_key(rules)}.npz"]
    asked = len(told)
    other = load_rules("australian", {"joker.set": "last", "scoring.slam_250": False})
    again = evaluation(other, lambda done, total: told.append((done, total)))
    assert len(told) == asked
    assert (again.chances == first.chances).all()
    # Even so few deals tell strong hands from weak ones.
    expected = first.heuristic[:5, 0] @ np.arange(11)
    assert (expected[:, 45] > expected[:, 25] + 1.5).all()
    assert (first.heuristic[5:, 0, 40, 0] > first.heuristic[5:, 0, 10, 0] + 0.15).all()


def test_the_same_fit_again_is_the_same(kept):
    rules = load_rules("two-handed")
    for name in ("one", "two"):
        write(kept / f"{name}.npz", rules, 5, 600, 1 if name == "one" else 2)
    one, two = (np.load(kept / f"{name}.npz") for name in ("one", "two"))
    for part in ("weights", "heuristic"):
        assert (one[part] == two[part]).all()


@pytest.mark.parametrize("name", ["australian", "two-handed", "hoyle-1909"])
def test_deals_of_many_hands_are_those_of_the_engine(name):
    """Counted hand by hand by the kernels of the heuristic engine, on the same deals."""
    rules = load_rules(name)
    cards = len(pack(rules))
    orders = liked_orders(np.random.default_rng(8), np.zeros((5, cards)))
    deals = np.array([1, 3, 2, 4, 2])
    strains = np.array([EVERY, 1, 0b1010000, EVERY, 0b100100])
    with ThreadPoolExecutor(2) as executor:
        counts = hand_counts(rules, 9, orders, deals, strains, executor)
    engine = HEURISTIC.load()
    for i, order in enumerate(orders):
        task = Task(rules, order[:10].copy(), order[10:].copy(), 9)
        assert (counts[i] == engine(task, APART * i, int(deals[i]), int(strains[i]))[:7]).all()


def test_table_piles_are_refused():
    with pytest.raises(QuestionError, match="table piles"):
        evaluation(load_rules("two-handed-tables"))


def test_what_is_said_of_fresh_hands_comes_true():
    """By tenths of predicted chances, every strain and level, on other hands and deals than the fit's."""
    rows = pd.DataFrame(measure_evaluation.rows_of(AUSTRALIAN, evaluation(AUSTRALIAN), 4_000, 2))
    tenths = rows[rows.level.notna() & (rows.hands >= 30)]
    assert set(tenths.strain) == {"SC", "DH", "NT", "M", "OM"}
    assert len(tenths) > 200
    error = abs(tenths.off / tenths.z)
    assert (abs(tenths.off) < 0.02 + 3.5 * error).all()
    assert np.sqrt((tenths.z**2).mean()) < 1.6  # 1 for a perfect one
    explained = rows[rows.kind == "R2, random"]
    assert (explained.share > 0.85).all()


def test_games_of_sampled_players_come_out_as_said():
    rows = pd.DataFrame(measure_evaluation.sampled_rows(evaluation(AUSTRALIAN)))
    whole = rows[rows.tenth == "all"]
    assert len(whole) == 5
    assert (abs(whole.z) < 3).all()


def index_of(hands, strain):
    found = evaluation(AUSTRALIAN)
    values = np.empty((len(hands), 7, 2))
    all_values(hands, found.code, found.weights, values)
    return values[:, strain, 0]


def test_a_higher_card_for_a_low_one_is_worth_more():
    """The lowest card of a hand for a high one: more tricks in suits and no-trump, fewer misères."""
    found = evaluation(AUSTRALIAN)
    orders = liked_orders(np.random.default_rng(3), np.zeros((4_000, 43)))
    for strain in range(7):
        suits, heights = found.code[strain].T
        low_first = heights if strain >= 5 else -heights
        wanted = 0 if strain < 4 else 1  # a trump; elsewhere any suit
        hands, better = [], []
        for order in orders:
            hand = order[:10].copy()
            mine = [place for place in range(10) if suits[hand[place]] == (1 if strain < 4 else wanted)]
            others = [card for card in order[10:] if suits[card] == wanted]
            if not mine or not others:
                continue
            give = min(mine, key=lambda place: low_first[hand[place]])
            take = max(others, key=lambda card: low_first[card])
            if strain >= 4 and low_first[take] <= low_first[hand[give]]:
                continue
            hands.append(hand.copy())
            hand[give] = take
            better.append(hand)
        gain = index_of(np.array(better), strain) - index_of(np.array(hands), strain)
        sign = 1 if strain < 5 else -1
        assert sign * gain.mean() > 0.4
        assert (sign * gain > -0.15).mean() > 0.97
