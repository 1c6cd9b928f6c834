"""What calls say: weights that ship, weights that are fitted, and the names under which they are kept."""

import numpy as np
import pytest

from fivehundred_sim.kernels.bidding.styles import OWN, OWN_FEATURES, WEIGHTS
from fivehundred_sim.rules.load import load_rules, preset_names
from fivehundred_sim.study.bidding import signals
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.bidding.inference import first_weights
from fivehundred_sim.study.bidding.styles import load_style, style_names

WITH, PASSED, AGAINST = 1, 5, 7  # features of one's own contract
NATURAL = load_style("natural")


@pytest.fixture(scope="module")
def house():
    return house_of(load_rules("australian"))


def test_the_presets_have_their_weights():
    shipped = signals._shipped()
    for name in preset_names():
        if name != "two-handed-tables":
            assert signals.signals_key(house_of(load_rules(name)), NATURAL) in shipped, name


def test_every_style_has_them_in_the_australian_game(house):
    shipped = signals._shipped()
    for name in style_names():
        style = load_style(name)
        assert not style.fitted or signals.signals_key(house, style) in shipped, name


def test_partners_help_and_opponents_cost(house):
    weights = signals.signals(house, NATURAL)
    for kind in range(2):
        own = weights[OWN + kind * OWN_FEATURES :]
        assert own[WITH] > 0.3
        assert own[PASSED] < -0.1
        assert own[AGAINST] < -0.2


def test_a_fit_on_few_deals_comes_near(house, tmp_path, monkeypatch):
    monkeypatch.setattr(signals, "DEALS", 600)
    few = signals.fit_signals(house, NATURAL, deals=600, seed=3)
    shipped = signals.signals(house, NATURAL)
    assert few.shape == (WEIGHTS,)
    assert abs(few[OWN + WITH] - shipped[OWN + WITH]) < 0.4
    assert abs(few[OWN + PASSED] - shipped[OWN + PASSED]) < 0.4


def test_names_change_with_what_is_played_and_not_with_words(house):
    key = signals.signals_key(house, NATURAL)
    assert key == signals.signals_key(house, NATURAL.model_copy(update={"name": "x", "about": "y"}))
    assert key != signals.signals_key(house, NATURAL.model_copy(update={"margin": 5.0}))
    other = house_of(load_rules("australian", {"scoring.schedule": "perfect"}))
    assert key != signals.signals_key(other, NATURAL)
    same = house_of(load_rules("australian", {"match.target": 1000}))
    assert key == signals.signals_key(same, NATURAL)


def test_other_weights_are_kept_in_the_cache(house, tmp_path, monkeypatch):
    monkeypatch.setenv("FIVEHUNDRED_CACHE_DIR", str(tmp_path))
    calls = []

    def fit(house, style):
        calls.append(style.name)
        return first_weights()

    monkeypatch.setattr(signals, "fit_signals", fit)
    mine = NATURAL.model_copy(update={"name": "mine", "margin": 7.0})
    assert not signals.are_known(house, mine)
    assert np.array_equal(signals.signals(house, mine), signals.signals(house, mine))
    assert signals.are_known(house, mine)
    assert calls == ["mine"]


def test_a_published_count_needs_none(house):
    assert np.array_equal(signals.signals(house, load_style("zh")), first_weights())
    assert signals.are_known(house, load_style("zh"))
