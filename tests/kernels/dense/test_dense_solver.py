"""The general solver against brute force, solved deals, and itself under harmless changes."""

import csv
from pathlib import Path

import numpy as np
import pytest
from brute_every_rule import value_of
from table_positions import house, random_house, random_position, strains_of, words_of

from fivehundred_sim.cards import MISERE, parse_bid, parse_deal
from fivehundred_sim.kernels.dense.solve import dense_makes, dense_reaches, dense_value
from fivehundred_sim.kernels.dense.table import new_dense_table

ORACLE = Path(__file__).parents[2] / "data" / "double_dummy_4p43.csv"


def question(found, position):
    """The arguments of the solver for a position, the table first and what is asked left out."""
    row = found.rows[position.strain]
    return position.hands, row, *position[3:]


def check_endings(seed, n, sizes, strains=None):
    """Compare `n` endings of random houses for each number of players; `sizes` are the hands by players."""
    rng = np.random.default_rng(seed)
    table = new_dense_table()
    players_of = list(sizes)
    for i in range(n * len(players_of)):
        if i % 5 == 0:
            players = players_of[i // 5 % len(players_of)]
            found, hand_sizes = random_house(rng, players), sizes[players]
        strain = int(rng.choice([s for s in strains_of(found) if strains is None or s in strains]))
        k = int(rng.choice(hand_sizes))
        position = random_position(rng, found, k, strain)
        expected = value_of(found, position)
        asked = question(found, position)
        context = (found.rules.table, found.rules.joker, position)
        assert dense_value(table, *asked, k // 2) == expected, (expected, context)
        for need in range(k + 2):
            assert dense_reaches(table, *asked, need) == (expected >= need), (need, context)
        if strain >= MISERE:
            assert dense_makes(table, *asked) == (expected == 0), context


def test_equals_brute_force_under_every_rule():
    check_endings(51, 600, {2: (2, 3, 4, 5), 3: (2, 3, 4), 4: (2, 3, 4), 5: (2, 3), 6: (2, 3)})


@pytest.mark.long
def test_equals_brute_force_on_many_endings():
    check_endings(52, 8000, {2: (3, 4, 5, 6), 3: (2, 3, 4, 5), 4: (2, 3, 4), 5: (2, 3), 6: (2, 3)})


@pytest.mark.long
def test_equals_brute_force_on_long_endings():
    check_endings(53, 250, {3: (5,), 4: (5,), 5: (4,), 6: (3,)})


def oracle():
    """Hands, strain, contractor and tricks of the solved deals."""
    with ORACLE.open() as file:
        for row in csv.DictReader(file):
            strain, seat = parse_bid(row["contract"]).denomination, int(row["declarer"])
            yield parse_deal(row["deal"]).hands, strain, seat, int(row["tricks"])


def test_equals_every_solved_deal_of_four_players():
    table, found = new_dense_table(), house({})
    deals = list(oracle())
    assert len(deals) == 1000
    nothing = np.zeros(4, np.int64)
    for hands, strain, contractor, tricks in deals:
        seats = [(contractor + step) % 4 for step in range(4)]
        places = [[found.code.place[strain][found.code.pack.index(c)] for c in hands[s]] for s in seats]
        row, words = found.rows[strain], words_of(found.code, places)
        assert dense_value(table, words, row, 0b0101, 0b1111, 0, 0, nothing, 7) == tricks, hands


def test_seats_are_only_names():
    """Turning the table, or asking in a table that another game has used, changes nothing."""
    rng = np.random.default_rng(54)
    table = new_dense_table()
    for players in (6, 3, 5, 2, 4) * 4:
        found = random_house(rng, players)
        position = random_position(rng, found, 5 if players < 5 else 4, int(rng.choice(strains_of(found))))
        hands, row, side, playing, leader, led, renounced = question(found, position)
        expected = dense_value(new_dense_table(), hands, row, side, playing, leader, led, renounced, 2)
        for turn in range(players):
            moved = [
                sum(1 << (s + turn) % players for s in range(players) if mask >> s & 1)
                for mask in (side, playing)
            ]
            turned = np.roll(hands, turn, axis=0), row, *moved, (leader + turn) % players, led
            assert dense_value(table, *turned, np.roll(renounced, turn), turn) == expected


def six_handed(strain, deals, seed):
    """Full deals of six players, two sides of three, 66 cards."""
    found = house({"table.players": 6, "table.sides": "3v3", "pack.jokers": 2, "pack.kitty": 6})
    rng = np.random.default_rng(seed)
    for _ in range(deals):
        cards = rng.permutation(len(found.code.pack))
        places = [[int(p) for p in found.code.place[strain][cards[10 * s : 10 * s + 10]]] for s in range(6)]
        yield found, words_of(found.code, places)


def test_both_sides_of_a_full_six_handed_deal_share_ten_tricks():
    """What one side can take, the other cannot: one deal asked from both, with trumps of 19 cards."""
    table, nothing = new_dense_table(), np.zeros(6, np.int64)
    for found, words in six_handed(3, 4, 55):
        row = found.rows[3]
        ours = dense_value(table, words, row, 0b010101, 0b111111, 0, 0, nothing, 5)
        theirs = dense_value(table, words, row, 0b101010, 0b111111, 0, 0, nothing, 5)
        assert ours + theirs == 10
        assert dense_reaches(table, words, row, 0b010101, 0b111111, 0, 0, nothing, ours) == 1
        assert dense_reaches(table, words, row, 0b010101, 0b111111, 0, 0, nothing, ours + 1) == 0
