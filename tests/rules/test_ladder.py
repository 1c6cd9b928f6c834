"""The ladder of bids: its order under the usual options, and the bids that a house does not have."""

import pytest

from fivehundred_sim.cards import BidError, parse_bid
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.ladder import bids, rank
from fivehundred_sim.rules.scoring import contract_value


def words(**overrides):
    rules = load_rules("australian", {key.replace("__", "."): value for key, value in overrides.items()})
    return [str(bid) for bid in bids(rules)]


def test_australian_ladder():
    suits = ["S", "C", "D", "H", "NT"]
    expected = [f"{n}{s}" for n in range(6, 11) for s in suits]
    expected.insert(expected.index("8S"), "M")
    expected.insert(expected.index("10H"), "OM")
    assert words() == expected
    rules = load_rules()
    assert [rank(rules, bid) for bid in bids(rules)] == list(range(27))


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


@pytest.mark.parametrize(
    ("bid", "overrides", "reason"),
    [
        ("P", {}, "a pass is no bid"),
        ("BM", {}, "it is not played here"),
        ("8H/sk", {}, "it is not played here"),
        ("M", {"misere.when": "off"}, "misère is off"),
        ("OM", {"open_misere.value": 0}, "it is not played here"),
        ("6S", {"auction.minimum_level": 7}, "the lowest level is 7"),
        (
            "6S",
            {"auction.rounds": "one", "auction.inkles": True, "auction.minimum_level": 7},
            "a six bid is an inkle here, no contract",
        ),
    ],
)
def test_bids_a_house_does_not_have(bid, overrides, reason):
    with pytest.raises(BidError) as caught:
        rank(load_rules("australian", overrides), parse_bid(bid))
    assert str(caught.value) == f'"{bid}" is not a bid of these rules ({reason})'
