"""Suits, heights and winners of single tricks, by hand and against the kernels' lane layout."""

import random

import pytest

from fivehundred_sim.cards import JOKER, parse_card, parse_hand
from fivehundred_sim.game.trick import NO_SUIT, height, suit_in_play, trick_winner
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.code import encode, lane_of
from fivehundred_sim.rules.packs import pack

SPADES, CLUBS, DIAMONDS, HEARTS, NT = range(5)


def winner(cards, led, denomination, nominated=None):
    codes = parse_hand(cards, size=None)
    suits = [suit_in_play(card, denomination, nominated) for card in codes]
    return cards.split()[trick_winner(codes, suits, led, denomination)]


@pytest.mark.parametrize(
    ("cards", "led", "denomination", "expected"),
    [
        ("JD JH 5H 6H", HEARTS, HEARTS, "JH"),  # the right bower beats the left, in either order
        ("JH JD 5H 6H", HEARTS, HEARTS, "JH"),
        ("AH JD KH QH", HEARTS, HEARTS, "JD"),
        ("JH JK JD AH", HEARTS, HEARTS, "JK"),
        ("AS 5H KS QS", SPADES, HEARTS, "5H"),
        ("AS KD KS QS", SPADES, HEARTS, "AS"),
        ("9S 10S JS AH", SPADES, DIAMONDS, "JS"),  # a jack that is no bower ranks below its queen
        ("JS QS 9S 5S", SPADES, DIAMONDS, "QS"),
        ("JC QC AC 5S", CLUBS, NT, "AC"),  # no bowers in no-trump
        ("5C AH JK AC", CLUBS, NT, "JK"),
        ("JK AH KH QH", HEARTS, NT, "JK"),
    ],
)
def test_winners(cards, led, denomination, expected):
    assert winner(cards, led, denomination) == expected


def test_nominated_joker_is_the_top_card_of_its_suit_and_no_more():
    assert suit_in_play(JOKER, NT, DIAMONDS) == DIAMONDS
    assert suit_in_play(JOKER, NT) == NO_SUIT
    assert winner("AD JK KD QD", DIAMONDS, NT, DIAMONDS) == "JK"
    assert winner("5C JK AD QD", CLUBS, NT, DIAMONDS) == "5C"


def test_heights_ascend():
    trumps = parse_hand("5S 9S 10S QS KS AS JC JS JK", size=None)
    assert [height(card, SPADES) for card in trumps] == sorted({height(card, SPADES) for card in trumps})
    assert height(parse_card("JH"), SPADES) < height(parse_card("QH"), SPADES)


def test_winner_agrees_with_the_lanes_of_the_kernels():
    """The winner of a trick is the numerically largest of `card & (led lane | trump lane | joker)`."""
    rules = load_rules()
    cards, bit = pack(rules), encode(rules).bit
    rng = random.Random(5)
    for _ in range(3000):
        strain = rng.randrange(7)
        denomination = min(strain, NT)
        trick = rng.sample(range(len(cards)), 4)
        led = suit_in_play(cards[trick[0]], denomination)
        led = rng.randrange(4) if led == NO_SUIT else led
        mask = 0xFFFF << 16 * lane_of(led, strain) | 1 << 63
        mask |= 0xFFFF << 48 if denomination < NT else 0
        lanes = [(1 << int(bit[strain][i])) & mask for i in trick]
        suits = [suit_in_play(cards[i], denomination) for i in trick]
        assert trick_winner([cards[i] for i in trick], suits, led, denomination) == lanes.index(max(lanes))
