"""Contracts of whole deals: the counts of the engines, deal by deal, for any contractor."""

import numpy as np
import pytest

from fivehundred_sim.kernels.bidding.deals import deal_around, lanes_tricks
from fivehundred_sim.kernels.bidding.wide_deals import wide_tricks
from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts
from fivehundred_sim.kernels.wide.one import play_deal
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.wide import encode_wide, strain_table, table_row

NOTHING = np.empty(0, np.int64)
DEALS = 40


def some_deals(cards, seed, n=DEALS):
    deals = np.empty((n, cards), np.int64)
    deal_around(NOTHING, np.arange(cards), 0, seed, 0, deals)
    return deals


def test_a_held_hand_stays_with_its_seat_and_no_card_is_lost():
    hand = np.array([3, 7, 11, 12, 20, 21, 30, 31, 40, 42])
    unseen = np.setdiff1d(np.arange(43), hand)
    for seat in range(4):
        deals = np.empty((50, 43), np.int64)
        deal_around(hand, unseen, seat, 5, 10, deals)
        assert (deals[:, 10 * seat : 10 * seat + 10] == hand).all()
        assert (np.sort(deals, axis=1) == np.arange(43)).all()
        assert len({tuple(deal) for deal in deals.tolist()}) == 50


def test_seat_0_takes_what_the_engine_counts():
    """The stream's deal of a hand is the engine's own deal, so whole counts must agree, strain by strain."""
    code = encode(load_rules("australian"))
    hand = np.array([0, 4, 9, 13, 17, 22, 28, 33, 38, 42])
    unseen = np.setdiff1d(np.arange(43), hand)
    deals = np.empty((DEALS, 43), np.int64)
    deal_around(hand, unseen, 0, 9, 0, deals)
    counts = heuristic_counts(code.bit, code.play, hand, unseen, 9, 0, DEALS, 127)
    for strain in range(7):
        asked = np.array([[i, 0, strain] for i in range(DEALS)])
        tricks = lanes_tricks(code.bit, code.play, deals, asked)
        assert np.bincount(tricks, minlength=11).tolist() == counts[strain].tolist()


def test_a_contractor_elsewhere_is_seat_0_of_the_table_turned_round():
    code = encode(load_rules("australian"))
    deals = some_deals(43, 3)
    for seat in range(1, 4):
        turned = np.concatenate([np.roll(deals[:, :40], -10 * seat, axis=1), deals[:, 40:]], axis=1)
        asked = np.array([[i, seat, i % 7] for i in range(DEALS)])
        first = asked * [1, 0, 1]
        here = lanes_tricks(code.bit, code.play, deals, asked)
        assert here.tolist() == lanes_tricks(code.bit, code.play, turned, first).tolist()


@pytest.mark.parametrize(
    "name", ["american", "quebec", "howstuffworks", "five-handed", "six-handed", "two-handed"]
)
def test_other_tables_play_each_contract_as_one_deal_does(name):
    wide = encode_wide(load_rules(name))
    rules = wide.place, strain_table(wide), table_row(wide)
    cards, players = len(wide.pack), wide.players
    deals = some_deals(cards, 4, 12)
    rng = np.random.default_rng(8)
    asked = np.array([[i, rng.integers(players), i % 6] for i in range(12)])
    found = wide_tricks(*rules, deals, asked)
    for (i, seat, strain), (tricks, partner) in zip(asked.tolist(), found.tolist(), strict=True):
        hands = np.roll(deals[i, : 10 * players].reshape(players, 10), -seat, axis=0)
        kitty = deals[i, 10 * players : 10 * players + wide.kitty]
        played = play_deal(*rules, strain, hands, kitty)
        assert tricks == played.tricks
        assert partner == (-1 if played.partner < 0 else (played.partner + seat) % players)
