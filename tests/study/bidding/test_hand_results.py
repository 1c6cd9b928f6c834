"""How hands end: chances that add up, bolder sides that bid more, and the files they are kept in."""

from threading import Event

import numpy as np
import pytest

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding import equity_store
from fivehundred_sim.study.bidding.hand_results import APPETITES, BLOCK, _counted, hand_results
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.styles import load_style


@pytest.fixture(scope="module")
def results():
    return hand_results(house_of(load_rules("australian")), deals=400, seed=5)


def test_chances_add_up(results):
    number = len(APPETITES)
    assert results.chances.shape[:3] == (number, number, 2)
    assert np.allclose(results.chances.sum(axis=(2, 3, 4)), 1)
    assert results.chances.min() >= 0
    assert results.appetites == APPETITES == tuple(sorted(APPETITES))


def test_the_bolder_side_plays_more_contracts_and_makes_fewer_of_them(results):
    timid, bold = 0, len(APPETITES) - 1
    contracts = results.chances[:, :, :, 1:].sum(axis=(3, 4))
    assert contracts[bold, timid, 0] > 0.7 > 0.3 > contracts[bold, timid, 1]
    assert contracts[timid, bold, 1] > 0.7 > 0.3 > contracts[timid, bold, 0]


def test_threads_that_are_stopped_play_no_more():
    house, stop, told = house_of(load_rules("australian")), Event(), []

    def interrupt(done, total):
        told.append(done)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hand_results(house, deals=BLOCK, progress=interrupt)
    assert told == [1]
    stop.set()
    natural = load_style("natural")
    assert not _counted(house, natural, natural, signals(house, natural), 10**12, 1, stop).any()


def test_a_hand_that_nobody_bids_is_played_where_the_house_plays_it():
    rules = load_rules("american", {"auction.all_pass": "play_no_trump"})
    found = hand_results(house_of(rules), deals=60, seed=2).chances[0, 0]
    nobody = found[:, 0]
    assert 0 < nobody.sum() < 1
    assert nobody[1].sum() == pytest.approx(nobody.sum())  # the eldest hand is of the other side
    assert nobody[:, 0].sum() < nobody.sum()


def test_results_are_kept_and_read_again(tmp_path, monkeypatch):
    monkeypatch.setenv("FIVEHUNDRED_CACHE_DIR", str(tmp_path))
    rules = load_rules("australian")
    once = equity_store.equity_of(rules, deals=40, seed=9)
    names = sorted(path.name for path in equity_store.kept_folder().iterdir())
    assert len(names) == 2
    monkeypatch.setattr(equity_store, "hand_results", None)  # nothing is simulated again,
    monkeypatch.setattr(equity_store, "equity", None)  # nor worked out
    again = equity_store.equity_of("australian", deals=40, seed=9)
    assert np.array_equal(once.table, again.table)
    assert once.to_json_dict() == again.to_json_dict()
    other = load_rules("australian", {"match.target": 400})
    with pytest.raises(TypeError):
        equity_store.equity_of(other, deals=40, seed=9)  # another game: worked out anew


def test_the_presets_of_two_sides_have_theirs():
    for name in ("australian", "american", "quebec", "six-handed", "two-handed"):
        assert (equity_store.SHIPPED / f"{equity_store.equity_key(load_rules(name))}.npz").exists(), name
