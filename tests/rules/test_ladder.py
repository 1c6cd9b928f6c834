"""The pack and the ladder of bids: counts, order, and where the misères stand under every option."""

import itertools
from collections import Counter

import pytest

from fivehundred_sim.cards import JOKER, BidError, effective_suit, format_card, parse_bid
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.ladder import bids, rank
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.scoring import contract_value


def words(**overrides):
    rules = load_rules("australian", {key.replace("__", "."): value for key, value in overrides.items()})
    return [str(bid) for bid in bids(rules)]


def neighbours(ladder, bid):
    place = ladder.index(bid)
    return ladder[place - 1], ladder[place + 1] if place + 1 < len(ladder) else None


def test_pack_of_43():
    cards = pack(load_rules())
    assert len(cards) == len(set(cards)) == 43
    assert cards == tuple(sorted(cards))
    names = {format_card(card) for card in cards}
    assert {"4H", "4D", "5S", "5C", "JK"} <= names
    assert not {"4S", "4C", "3H", "11S", "RJ"} & names


@pytest.mark.parametrize(
    ("trumps", "lengths"),
    # Effective suits S C D H: with black trumps 12, 9, 11, 11; with red ones 10, 10 and 13, 10.
    [(0, (12, 9, 11, 11)), (1, (9, 12, 11, 11)), (2, (10, 10, 13, 10)), (3, (10, 10, 10, 13))],
)
def test_lengths_of_effective_suits(trumps, lengths):
    counted = Counter(effective_suit(card, trumps) for card in pack(load_rules()))
    assert tuple(counted[suit] for suit in range(4)) == lengths
    counted = Counter(effective_suit(card, 4) for card in pack(load_rules()))
    assert [counted[suit] for suit in range(5)] == [10, 10, 11, 11, 1]
    assert effective_suit(JOKER, 4) == 4


def test_australian_ladder():
    suits = ["S", "C", "D", "H", "NT"]
    expected = [f"{n}{s}" for n in range(6, 11) for s in suits]
    expected.insert(expected.index("8S"), "M")
    expected.insert(expected.index("10H"), "OM")
    assert words() == expected
    rules = load_rules()
    assert [rank(rules, bid) for bid in bids(rules)] == list(range(27))


@pytest.mark.parametrize(
    ("value", "overbids", "below", "above"),
    [
        (210, True, "7H", "7NT"),
        (210, False, "7H", "7NT"),
        (230, True, "7NT", "8S"),
        (230, False, "7NT", "8S"),
        (250, True, "7NT", "8S"),
        (250, False, "8S", "8C"),
        (270, True, "7NT", "8S"),
        (270, False, "8C", "8D"),
    ],
)
def test_place_of_misere(value, overbids, below, above):
    assert neighbours(words(misere__value=value, misere__eight_spades_overbids=overbids), "M") == (
        below,
        above,
    )


@pytest.mark.parametrize(
    ("value", "place", "below", "above"),
    [
        (330, "by_value", "8NT", "9S"),
        (430, "by_value", "9NT", "10S"),
        (500, "by_value", "10D", "10H"),
        (520, "by_value", "10NT", None),
        (500, "below_10H", "10D", "10H"),
        (500, "above_10H", "10H", "10NT"),
        (500, "top", "10NT", None),
        (330, "below_10H", "10D", "10H"),
    ],
)
def test_place_of_open_misere(value, place, below, above):
    assert neighbours(words(open_misere__value=value, open_misere__place=place), "OM") == (below, above)


def test_misere_off_takes_open_misere_with_it():
    ladder = words(misere__when="off")
    assert "M" not in ladder
    assert "OM" not in ladder
    assert len(ladder) == 25


def test_minimum_level():
    assert words(auction__minimum_level=7)[0] == "7S"
    assert len(words(auction__minimum_level=7)) == 22


@pytest.mark.parametrize("schedule", ["original", "inverted"])
def test_schedules_of_1904_rank_by_value_then_level(schedule):
    rules = load_rules("australian", {"scoring.schedule": schedule})
    ladder = [bid for bid in bids(rules) if not bid.is_misere]
    keys = [(contract_value(rules, bid), bid.level) for bid in ladder]
    assert keys == sorted(set(keys)), "strictly ascending: no two bids tie"
    assert len(ladder) == 25
    first = ["6S", "6C", "6D", "7S"] if schedule == "original" else ["6C", "6S", "6D", "7C"]
    assert [str(bid) for bid in ladder[:4]] == first
    values = [contract_value(rules, bid) for bid in bids(rules)]
    assert max(values[: values.index(250)]) < 250 <= min(values[values.index(250) :])


def test_every_ladder_is_complete_and_strict():
    options = itertools.product(
        ["avondale", "original", "inverted", "perfect"],
        [210, 230, 250, 270],
        [True, False],
        [330, 430, 500, 520],
        ["by_value", "below_10H", "above_10H", "top"],
    )
    for schedule, misere, overbids, open_misere, place in options:
        ladder = words(
            scoring__schedule=schedule,
            misere__value=misere,
            misere__eight_spades_overbids=overbids,
            open_misere__value=open_misere,
            open_misere__place=place,
        )
        assert len(ladder) == len(set(ladder)) == 27
        assert ladder.index("M") < ladder.index("OM")


@pytest.mark.parametrize(
    ("bid", "overrides", "reason"),
    [
        ("P", {}, "a pass is no bid"),
        ("BM", {}, "it is not played here"),
        ("8H/sk", {}, "it is not played here"),
        ("M", {"misere.when": "off"}, "misère is off"),
        ("6S", {"auction.minimum_level": 7}, "the lowest level is 7"),
    ],
)
def test_bids_a_house_does_not_have(bid, overrides, reason):
    with pytest.raises(BidError) as caught:
        rank(load_rules("australian", overrides), parse_bid(bid))
    assert str(caught.value) == f'"{bid}" is not a bid of these rules ({reason})'
