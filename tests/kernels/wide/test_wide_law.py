"""The general kernels against the referee, card by card and by points, over random options and tables."""

import numpy as np
import pytest
from wide_tables import ALL_CALLS, TABLES, WideTable, random_bid, random_overrides

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.rules.load import load_rules, preset_names

EVERY_TABLE = pytest.mark.parametrize("overrides", TABLES.values(), ids=TABLES)


def compare(table, rng, deals):
    """Play deals of all four pairings of heuristic and random players, and replay them card by card."""
    for i in range(deals):
        bid = random_bid(table, rng)
        hands, kitty = table.shuffled(rng)
        deal = table.play(bid, hands, kitty, i % 4, int(rng.integers(1 << 30)))
        table.follow_referee(bid, hands, kitty, deal, int(rng.integers(table.players)))


@EVERY_TABLE
def test_play_is_legal_and_every_legal_card_is_known(overrides):
    rng = np.random.default_rng(len(overrides))
    compare(WideTable({**overrides, **ALL_CALLS}), rng, 16)


@EVERY_TABLE
def test_endings_are_played_like_whole_hands(overrides):
    """A deal of k cards is a hand of k tricks that has just begun; bids without a kitty, as there is none."""
    table = WideTable({**overrides, **ALL_CALLS})
    rng = np.random.default_rng(5)
    for i in range(12):
        bid = parse_bid(("8S/sk", "8NT/sk", "BN")[i % 3])
        hands, _ = table.shuffled(rng)
        ending, nothing = hands[:, : rng.integers(1, 10)], np.empty(0, np.int64)
        deal = table.play(bid, ending, nothing, i % 4, i + 1)
        table.follow_referee(bid, ending, nothing, deal, 0)


def options_against_the_referee(seed, houses, deals):
    rng = np.random.default_rng(seed)
    for _ in range(houses):
        table = WideTable(random_overrides(rng))
        compare(table, rng, deals)


def presets_against_the_referee(seed, deals):
    rng = np.random.default_rng(seed)
    simulated = [name for name in preset_names() if load_rules(name).pack.kind != "table_piles"]
    for name in simulated:
        compare(WideTable({}, name), rng, deals)
    return len(simulated)


def test_random_options_agree_with_the_referee():
    options_against_the_referee(41, 60, 8)


def test_every_preset_agrees_with_the_referee():
    assert presets_against_the_referee(43, 20) == 14


@pytest.mark.long
def test_twenty_thousand_deals_over_random_options_agree_with_the_referee():
    options_against_the_referee(42, 2000, 10)


@pytest.mark.long
def test_seven_thousand_deals_over_all_presets_agree_with_the_referee():
    presets_against_the_referee(44, 500)
