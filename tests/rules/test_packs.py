"""Packs for two to six players: which cards, how many, and how long the suits are under each trump suit."""

from collections import Counter

import pytest

from fivehundred_sim.cards import JOKER, RED_JOKER, format_card, parse_card
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import dead_cards, hands_dealt, kitties, pack, suit_cards, suit_of

S, C, D, H, NT = range(5)
SEATS = {
    2: {"table.players": 2, "table.sides": "alone"},
    3: {"table.players": 3, "table.sides": "alone"},
    4: {},
    5: {"table.players": 5, "table.sides": "call_card"},
    6: {"table.players": 6, "table.sides": "3v3"},
}


def house(players, kitty=3, jokers=1, **options):
    more = {f"pack.{key}": value for key, value in options.items()}
    return load_rules("australian", SEATS[players] | {"pack.kitty": kitty, "pack.jokers": jokers} | more)


def ranks(rules, suit):
    return " ".join(format_card(card)[:-1] for card in pack(rules) if card >> 4 == suit and card < JOKER)


def lengths(rules, trumps):
    """Return how many cards count as S, C, D and H."""
    counted = Counter(suit_of(rules, card, trumps) for card in pack(rules))
    return tuple(counted[suit] for suit in range(4))


# The deck table of the rules reference: players, kitty, jokers, kind: cards, lowest of S C D H, and the ranks
# above the ten.
DECKS = {
    "D33": ((3, 3, 1), {}, 33, "7 7 7 7", ""),
    "D32": ((3, 2, 0), {}, 32, "7 7 7 7", ""),
    "D34": ((3, 4, 2), {}, 34, "7 7 7 7", ""),
    "D43": ((4, 3, 1), {}, 43, "5 5 4 4", ""),
    "D44j": ((4, 4, 2), {}, 44, "5 5 4 4", ""),
    "D45": ((4, 5, 1), {}, 45, "4 4 4 4", ""),
    "D46": ((4, 6, 2), {}, 46, "4 4 4 4", ""),
    "D42": ((4, 2, 0), {}, 42, "5 5 4 4", ""),
    "D44": ((4, 4, 0), {}, 44, "4 4 4 4", ""),
    "D53": ((5, 3, 1), {}, 53, "2 2 2 2", ""),
    "D52": ((5, 2, 0), {}, 52, "2 2 2 2", ""),
    "D54": ((5, 4, 2), {}, 54, "2 2 2 2", ""),
    "D60": ((6, 0, 0), {}, 60, "2 2 2 2", "11 12,11 12,11 12,11 12"),
    "D61": ((6, 1, 1), {}, 61, "2 2 2 2", "11 12,11 12,11 12,11 12"),
    "D62": ((6, 2, 0), {}, 62, "2 2 2 2", "11 12,11 12,11 12 13,11 12 13"),
    "D63": ((6, 3, 1), {}, 63, "2 2 2 2", "11 12,11 12,11 12 13,11 12 13"),
    "D65": ((6, 5, 1), {}, 65, "2 2 2 2", "11 12 13,11 12 13,11 12 13,11 12 13"),
    "D66": ((6, 6, 2), {}, 66, "2 2 2 2", "11 12 13,11 12 13,11 12 13,11 12 13"),
    "D2-33": ((2, 3, 1), {}, 33, "7 7 7 7", ""),
    "D2-43": ((2, 3, 1), {"kind": "table_piles"}, 43, "5 5 4 4", ""),
    "D2-24": ((2, 4, 0), {"kind": "24"}, 24, "9 9 9 9", ""),
    "D2-25": ((2, 5, 1), {"kind": "24"}, 25, "9 9 9 9", ""),
}


@pytest.mark.parametrize("deck", DECKS)
def test_every_pack_is_dealt_out(deck):
    arguments, options, size, lowest, special = DECKS[deck]
    rules = house(*arguments, **options)
    cards = pack(rules)
    assert len(cards) == len(set(cards)) == size
    assert cards == tuple(sorted(cards))
    assert len(cards) == 10 * hands_dealt(rules) + rules.pack.kitty
    assert suit_cards(rules) + rules.pack.jokers == size
    assert rules.pack.kitty in kitties(rules)
    assert [card for card in cards if card >= JOKER] == [JOKER, RED_JOKER][: arguments[2]]
    above = special.split(",") if special else ["", "", "", ""]
    plain = ["2", "3", "4", "5", "6", "7", "8", "9", "10"]
    for suit in range(4):
        low = plain[plain.index(lowest.split()[suit]) :]
        assert ranks(rules, suit).split() == [*low, *above[suit].split(), *"JQKA"], suit


def test_australian_pack_has_red_fours_and_no_black_ones():
    names = {format_card(card) for card in pack(load_rules())}
    assert {"4H", "4D", "5S", "5C", "JK", "AS", "AC"} <= names
    assert not {"4S", "4C", "3H", "11S", "RJ"} & names


# Trump-suit lengths with joker(s) and left bower, and those of the other suits, S C D H by trump suit.
LENGTHS = {
    "D33": [(10, 7, 8, 8), (7, 10, 8, 8), (8, 8, 10, 7), (8, 8, 7, 10)],
    "D43": [(12, 9, 11, 11), (9, 12, 11, 11), (10, 10, 13, 10), (10, 10, 10, 13)],
    "D45": [(13, 10, 11, 11), (10, 13, 11, 11), (11, 11, 13, 10), (11, 11, 10, 13)],
    "D46": [(14, 10, 11, 11), (10, 14, 11, 11), (11, 11, 14, 10), (11, 11, 10, 14)],
    "D53": [(15, 12, 13, 13), (12, 15, 13, 13), (13, 13, 15, 12), (13, 13, 12, 15)],
    "D63": [(17, 14, 16, 16), (14, 17, 16, 16), (15, 15, 18, 15), (15, 15, 15, 18)],
    "D65": [(18, 15, 16, 16), (15, 18, 16, 16), (16, 16, 18, 15), (16, 16, 15, 18)],
    "D66": [(19, 15, 16, 16), (15, 19, 16, 16), (16, 16, 19, 15), (16, 16, 15, 19)],
}


@pytest.mark.parametrize("deck", LENGTHS)
def test_lengths_of_suits_under_each_trump_suit(deck):
    arguments, options, *_ = DECKS[deck]
    rules = house(*arguments, **options)
    assert [lengths(rules, trumps) for trumps in range(4)] == LENGTHS[deck]


# --- floating fours -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kitty", "jokers", "trumps"), [(3, 1, 13), (4, 2, 14), (2, 0, 12)])
def test_floating_fours_make_every_trump_suit_equally_long(kitty, jokers, trumps):
    rules = house(4, kitty, jokers, floating_four=True)
    assert len(pack(rules)) == 40 + kitty
    names = {format_card(card) for card in pack(rules)}
    assert {"4C", "4H", "5S", "5D"} <= names
    assert not {"4S", "4D"} & names
    for suit in range(4):
        # Ten cards and the left bower, the four and the jokers; its twin suit lacks its jack and its four.
        assert lengths(rules, suit)[suit] == trumps
        assert lengths(rules, suit)[suit ^ 1] == 9
        assert sum(lengths(rules, suit)) == 40 + kitty
    assert lengths(rules, NT) == (10, 11, 10, 11)


@pytest.mark.parametrize(
    ("card", "trumps", "suit"),
    [
        ("4C", S, S),
        ("4C", C, C),
        ("4C", D, C),
        ("4C", H, C),
        ("4C", NT, C),
        ("4H", S, H),
        ("4H", C, H),
        ("4H", D, D),
        ("4H", H, H),
        ("4H", NT, H),
        ("JC", S, S),
        ("JH", D, D),
        ("5H", D, H),
    ],
)
def test_the_floating_four_of_the_trump_colour_is_a_trump(card, trumps, suit):
    rules = house(4, floating_four=True)
    assert suit_of(rules, parse_card(card), trumps) == suit


def test_fours_do_not_float_in_the_usual_pack():
    rules = load_rules()
    assert suit_of(rules, parse_card("4H"), D) == H
    assert suit_of(rules, parse_card("4D"), H) == D


# --- dead hands and kitties ---------------------------------------------------------------------------------


def test_two_players_leave_a_dead_hand():
    assert dead_cards(house(2)) == 10
    assert dead_cards(house(2, kind="table_piles")) == 0
    assert dead_cards(house(2, 5, kind="24")) == 0
    assert [dead_cards(house(players)) for players in (3, 4, 5, 6)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("players", "jokers", "expected"),
    [
        (3, 1, (3,)),
        (4, 0, (2, 4)),
        (4, 1, (3, 5)),
        (4, 2, (4, 6)),
        (5, 1, (3,)),
        (6, 1, (1, 3, 5)),
        (6, 2, (2, 4, 6)),
    ],
)
def test_kitties_that_a_pack_can_give(players, jokers, expected):
    assert kitties(house(players, expected[0], jokers)) == expected
