"""Values of contracts and points of hands, against the published tables and examples."""

import numpy as np
import pytest

from fivehundred_sim.cards import Bid, BidError, parse_bid
from fivehundred_sim.rules import RulesError, load_rules
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.scoring import contract_value, hand_points, is_made, score_hand

AU = load_rules()
SUIT_BIDS = [Bid(level, denomination) for level in range(6, 11) for denomination in range(5)]

# Rows 6 to 10, columns S C D H NT, as printed.
TABLES = {
    "avondale": """40 60 80 100 120   140 160 180 200 220   240 260 280 300 320   340 360 380 400 420
        440 460 480 500 520""",
    "original": """40 60 80 100 120   80 120 160 200 240   120 180 240 300 360   160 240 320 400 480
        200 300 400 500 600""",
    "inverted": """60 40 80 100 120   120 80 160 200 240   180 120 240 300 360   240 160 320 400 480
        300 200 400 500 600""",
    "perfect": """20 40 60 80 100   120 140 160 180 200   220 240 260 280 300   320 340 360 380 400
        420 440 460 480 500""",
}


def points(bid, tricks, **overrides):
    rules = load_rules("australian", {key.replace("__", "."): value for key, value in overrides.items()})
    return hand_points(rules, parse_bid(bid), tricks)


@pytest.mark.parametrize("schedule", TABLES)
def test_schedules(schedule):
    rules = load_rules("australian", {"scoring.schedule": schedule})
    printed = [int(word) for word in TABLES[schedule].split()]
    assert [contract_value(rules, bid) for bid in SUIT_BIDS] == printed


def test_avondale_values():
    assert len({contract_value(AU, bid) for bid in SUIT_BIDS}) == 25
    assert [contract_value(AU, parse_bid(b)) for b in ("6S", "7NT", "8C", "10NT")] == [40, 220, 260, 520]
    assert [contract_value(AU, parse_bid(b)) for b in ("M", "OM")] == [250, 500]
    other = load_rules("australian", {"misere.value": 230, "open_misere.value": 430})
    assert [contract_value(other, parse_bid(b)) for b in ("M", "OM")] == [230, 430]


@pytest.mark.parametrize(
    ("bid", "tricks", "expected"),
    [
        ("7C", 10, (250, 0)),
        ("8S", 10, (250, 0)),
        ("8C", 10, (260, 0)),
        ("7C", 6, (-160, 40)),
        ("9H", 9, (400, 10)),
        ("7S", 10, (250, 0)),
        ("8H", 10, (300, 0)),
        ("7S", 9, (140, 10)),
        ("6S", 0, (-40, 100)),
        ("10NT", 10, (520, 0)),
        ("10NT", 9, (-520, 10)),
        ("M", 0, (250, 0)),
        ("M", 1, (-250, 0)),
        ("M", 10, (-250, 0)),
        ("OM", 0, (500, 0)),
        ("OM", 3, (-500, 0)),
    ],
)
def test_points_of_hands(bid, tricks, expected):
    assert points(bid, tricks) == expected


def test_slam_minimum_can_be_off():
    assert points("7S", 10, scoring__slam_250=False) == (140, 0)
    assert points("8C", 10, scoring__slam_250=False) == (260, 0)


@pytest.mark.parametrize(
    ("option", "made", "failed"), [("always", 20, 40), ("only_if_fails", 0, 40), ("never", 0, 0)]
)
def test_points_of_defenders(option, made, failed):
    assert points("7H", 8, scoring__defender_points=option) == (200, made)
    assert points("7H", 6, scoring__defender_points=option) == (-200, failed)
    assert points("M", 2, scoring__defender_points=option) == (-250, 0)


def test_points_agree_with_made_everywhere():
    for bid in bids(AU):
        value = contract_value(AU, bid)
        for tricks in range(11):
            ours, theirs = hand_points(AU, bid, tricks)
            assert (ours > 0) == is_made(bid, tricks)
            assert abs(ours) == value or (ours, tricks) == (250, 10)
            assert theirs == (0 if bid.is_misere else 10 * (10 - tricks))


@pytest.mark.parametrize(
    ("bid", "contractor", "tricks", "expected"),
    [
        ("7S", 1, [0, 6, 1, 3], (10, 140)),
        ("7S", 0, [0, 6, 1, 3], (-140, 90)),
        ("7S", 2, [4, 1, 4, 1], (140, 20)),
        ("7S", 3, [4, 1, 4, 1], (80, -140)),
        ("M", 3, [5, 0, 5, 0], (0, 250)),
        ("OM", 0, [1, 0, 0, 0], (-500, 0)),
        (Bid(8, 4), 0, (8, 1, 0, 1), (320, 20)),
    ],
)
def test_score_by_side(bid, contractor, tricks, expected):
    assert score_hand(AU, bid, contractor, tricks) == expected


def test_what_cannot_have_been_played():
    with pytest.raises(ValueError, match=r"tricks \[1, 2, 3, 5\] are 11 together, expected 10"):
        score_hand(AU, "7S", 0, [1, 2, 3, 5])
    with pytest.raises(ValueError, match="expected the tricks of 4 seats"):
        score_hand(AU, "7S", 0, [5, 5])
    with pytest.raises(ValueError, match="expected the tricks of 4 seats"):
        score_hand(AU, "7S", 0, [11, -1, 0, 0])
    with pytest.raises(ValueError, match="none can be won by who lays down his cards"):
        score_hand(AU, "M", 0, [0, 0, 1, 0])
    with pytest.raises(ValueError, match="there is no seat 4"):
        score_hand(AU, "7S", 4, [4, 1, 4, 1])
    with pytest.raises(ValueError, match="11 tricks are not possible"):
        hand_points(AU, Bid(7, 0), 11)
    for word in ("P", "BM", "DM", "BN", "8H/sk"):
        with pytest.raises(BidError, match="is not a contract of these rules"):
            contract_value(AU, parse_bid(word))


@pytest.mark.parametrize(
    ("overrides", "bid", "reason"),
    [
        ({"misere.when": "off"}, "M", "misère is off"),
        ({"misere.when": "off"}, "OM", "misère is off"),
        ({"auction.minimum_level": 7}, "6S", "the lowest level is 7"),
        ({}, "P", "a pass is no bid"),
        ({}, "8H/sk", "it is not played here"),
    ],
    ids=str,
)
def test_contracts_that_a_house_does_not_have_score_nothing(overrides, bid, reason):
    tricks = [0, 5, 0, 5] if bid in ("M", "OM") else [4, 1, 4, 1]
    with pytest.raises(BidError, match=rf'"{bid}" is not a bid of these rules \({reason}\)'):
        score_hand(load_rules("australian", overrides), bid, 0, tricks)


@pytest.mark.parametrize("tricks", [[4.5, 1, 3.5, 1], [4.0, 1, 4, 1], ["4", "1", "4", "1"], [None, 5, 4, 1]])
def test_tricks_are_whole_numbers(tricks):
    with pytest.raises(ValueError, match="expected whole numbers"):
        score_hand(AU, "7S", 0, tricks)
    assert score_hand(AU, "7S", 0, np.array([4, 1, 4, 1])) == (140, 20)


def test_seats_are_whole_numbers():
    with pytest.raises(ValueError, match=r"there is no seat 1\.0"):
        score_hand(AU, "7S", 1.0, [4, 1, 4, 1])


def test_a_hand_is_scored_by_rules_given_by_name_or_file(tmp_path):
    assert score_hand("australian", "8H", 0, [5, 1, 3, 1]) == score_hand(AU, "8H", 0, [5, 1, 3, 1])
    house = tmp_path / "house.toml"
    house.write_text('base = "australian"\n[scoring]\nschedule = "original"\n')
    assert score_hand(house, "8H", 0, [5, 1, 3, 1])[0] == 300
    with pytest.raises(RulesError, match="nowhere"):
        score_hand("nowhere", "8H", 0, [5, 1, 3, 1])
