"""Deals of one hand, solved: the same exchange as the players', counts that add up, known answers."""

import numpy as np
import pytest
from table_positions import house

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.kernels.chunks_double_dummy import double_dummy_counts
from fivehundred_sim.kernels.dense.chunks import answered_by, dense_counts
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.wide import table_row

ALL_AUSTRALIAN = 0b1111111  # S C D H NT M OM


def counts(found, text, n, asked, *, first=0, seed=1):
    """Counts of `n` deals of a hand at the table of a house."""
    pack = found.code.pack
    hand = parse_hand(text, pack)
    held = np.array([pack.index(card) for card in hand])
    unseen = np.array([i for i, card in enumerate(pack) if card not in hand])
    table = table_row(found.code)
    return dense_counts(found.code.place, found.rows, table, held, unseen, seed, first, n, asked)


def test_four_players_count_as_the_four_handed_engine():
    """The same deals, the same exchange, the same values in all seven strains."""
    found = house({})
    code, text, n = encode(found.rules), "JK JD KH 9H 5H AS 8S 7C 6C 5D", 40
    hand = parse_hand(text)
    held = np.array([code.pack.index(card) for card in hand])
    unseen = np.array([i for i, card in enumerate(code.pack) if card not in hand])
    four = double_dummy_counts(code.bit, code.play, held, unseen, 1, 0, n, ALL_AUSTRALIAN)
    assert counts(found, text, n, ALL_AUSTRALIAN)[:7].tolist() == four.tolist()


@pytest.mark.parametrize(
    "overrides",
    [
        {"table.players": 2, "table.sides": "alone"},
        {"table.players": 3, "table.sides": "alone"},
        {"pack.jokers": 2, "pack.kitty": 6, "joker.set": "nz"},
        {"table.players": 5, "table.sides": "call_card"},
        {"table.players": 6, "table.sides": "3v3"},
    ],
)
def test_chunks_of_deals_add_up_at_every_table(overrides):
    found = house(overrides)
    joker = "BJ" if found.rules.pack.jokers == 2 else "JK"
    text = f"{joker} JD KH QH 9H 8H AS 8S 7C 8D"
    strains = 0b0000101111
    whole = counts(found, text, 6, strains)
    assert whole.sum(axis=1).tolist() == [6 if strains >> strain & 1 else 0 for strain in range(15)]
    parts = counts(found, text, 2, strains) + counts(found, text, 4, strains, first=2)
    assert whole.tolist() == parts.tolist()


def test_ten_sure_tricks_are_ten_at_every_table():
    """Joker, both bowers and the trumps from the top down to the seven: nobody else can win a trick."""
    text = "JK JH JD AH KH QH 10H 9H 8H 7H"
    for overrides in (
        {"table.players": 3, "table.sides": "alone"},
        {"table.players": 5, "table.sides": "call_card"},
    ):
        assert counts(house(overrides), text, 5, 1 << 3)[3, 10] == 5


def test_a_misere_that_counts_tricks_is_played_out():
    """The highest cards of every suit: where tricks count the side is held to many, else to a failure."""
    text = "AS KS AC KC AD KD AH KH QH QS"
    table = {"table.players": 3, "table.sides": "alone"}
    stopped = counts(house(table), text, 4, 1 << 5)[5]
    counted = counts(house(table | {"misere.defender_points": "per_trick_taken_by_bidder"}), text, 4, 1 << 5)[
        5
    ]
    assert stopped[1] == 4
    assert counted[2:].sum() == 4


def test_misere_open_and_blind_are_one_question_but_not_without_the_kitty():
    rows = house({"blind_misere.value": 500, "bar_nullo.value": 500, "double_misere.value": 500}).rows
    asked = 0b1111100000
    assert [int(answered_by(rows, strain, asked)) for strain in range(5, 10)] == [5, 5, 5, 8, 9]
