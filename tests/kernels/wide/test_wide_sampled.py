"""Deals played by sampled players, held to the referee card by card."""

import numpy as np
import pytest
from wide_tables import ALL_CALLS, TABLES, WideTable

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.game.moves import Move
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.dense.table import new_dense_table
from fivehundred_sim.kernels.wide.one import PlayedDeal, _Indices
from fivehundred_sim.kernels.wide_sampled.deal import play_sampled
from fivehundred_sim.kernels.wide_sampled.decide import goal_of
from fivehundred_sim.rules.scoring import hand_points
from fivehundred_sim.rules.wide import strain_of

# Strains in which most of what a table has of its own comes to pass.
DEFAULT = (
    ("2", {}, "8H"),
    ("2, 24 cards", {}, "7NT"),
    ("3", {"joker.set": "hoyle09"}, "8NT"),
    ("3", {}, "M"),
    ("4, two jokers", {"joker.nominate": "holder_mandatory"}, "7NT"),
    ("4", {"misere.plays": "both_hands"}, "M"),
    ("4", {"joker.nominate": "contractor_optional"}, "OM"),
)
LARGE = (
    ("5, card called", {}, "8S"),
    ("5, card called", {"partner.reveal": "at_once"}, "7NT"),
    ("5, player named", {}, "9C"),
    ("5, alone", {}, "8D"),
    ("6", {}, "8H"),
    ("6, two jokers", {"joker.nominate": "holder_mandatory"}, "8NT"),
    ("6, pairs", {}, "7S"),
)


def check_deal(name, changed, text, worlds, deal):
    """Play one deal and hold all that happened to the referee; returns what happened."""
    table, bid = WideTable(TABLES[name] | ALL_CALLS | changed), parse_bid(text)
    order = np.random.default_rng(5).permutation(len(table.cards))
    points = np.array([np.subtract(*hand_points(table.rules, bid, t)) for t in range(11)], np.float64)
    goal = goal_of(bid.level, bid.is_misere, points)
    strain = strain_of(bid)
    asked = table.place, table.strains, table.row, strain, order[:10], order[10:], goal, 3, deal, worlds
    played = play_sampled(new_dense_table(), *asked)
    indices = _Indices(table.place[strain], table.place[4])
    record = [(int(s), indices.of_place(int(p)), int(n)) for s, p, n in played.record]
    thrown = tuple(indices.of_words(played.thrown))
    rest = np.empty(len(order) - 10, np.int64)
    shuffle(3, deal, order[10:], rest)
    others = rest[: 10 * (table.players - 1)].reshape(-1, 10)
    kitty = rest[others.size : others.size + table.code.kitty]
    called = -1 if played.called < 0 else indices.of_place(played.called)
    told = PlayedDeal(played.tricks, thrown, played.named, played.partner, called, ())
    play = table.referee(bid, [order[:10], *others], kitty, told, contractor=1)
    for seat, card, named in record:
        assert play.turn == (seat + 1) % table.players
        play.play(Move(int(table.cards[card]), None if named < 0 else named))
    assert play.contractor_tricks == played.tricks
    ended = bid.is_misere and table.rules.misere.defender_points == "none" and played.tricks == 1
    assert play.over or ended
    assert len(thrown) == (table.code.kitty if table.strains[strain][4] else 0)
    return played, asked


@pytest.mark.parametrize(("name", "changed", "text"), DEFAULT)
def test_every_card_is_legal(name, changed, text):
    check_deal(name, changed, text, worlds=2, deal=1)


@pytest.mark.long
@pytest.mark.parametrize(("name", "changed", "text"), LARGE)
def test_every_card_is_legal_with_five_and_six_players(name, changed, text):
    check_deal(name, changed, text, worlds=2, deal=1)


def test_the_same_seed_plays_the_same_deal():
    played, asked = check_deal("3", {}, "7S", worlds=2, deal=2)
    again = play_sampled(new_dense_table(), *asked)
    assert np.array_equal(played.record, again.record)
    assert np.array_equal(played.thrown, again.thrown)
