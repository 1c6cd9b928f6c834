"""The exchange: thirteen cards, three laid away, and every fault named."""

import pytest

from fivehundred_sim.cards import CardError, format_hand, parse_bid, parse_hand
from fivehundred_sim.game import Exchange
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import pack

RULES = load_rules()
HAND, KITTY = "JK JD KH 9H 5H AS 8S 7C 6C 5D", "AH 4D QC"


def test_take_and_lay_away():
    exchange = Exchange(RULES, HAND, KITTY)
    assert format_hand(exchange.cards, sort=False) == f"{HAND} {KITTY}"
    result = exchange.discard("7C 6C QC")
    assert format_hand(result.discard, sort=False) == "7C 6C QC"
    assert format_hand(result.hand, sort=False) == "JK JD KH 9H 5H AS 8S 5D AH 4D"


def test_any_card_may_go():
    result = Exchange(RULES, parse_hand(HAND), parse_hand(KITTY, size=3)).discard(
        parse_hand("JK AH AS", size=3)
    )
    assert "JK" not in format_hand(result.hand)
    assert len(result.hand) == 10


def test_faults():
    exchange = Exchange(RULES, HAND, KITTY)
    with pytest.raises(CardError, match='discard: "KD" is not held; "QD" is not held'):
        exchange.discard("KD QD JK")
    with pytest.raises(CardError, match="2 cards, expected 3"):
        exchange.discard("7C 6C")
    with pytest.raises(CardError, match='"7C" is there twice'):
        exchange.verify_discard("7C 7C 6C")
    assert exchange.can_discard("JK AH AS")
    assert not exchange.can_discard("JK AH KS")
    with pytest.raises(CardError, match='"AH" is there twice'):
        Exchange(RULES, HAND.replace("KH", "AH"), KITTY)
    with pytest.raises(CardError, match="9 cards, expected 10"):
        Exchange(RULES, HAND[3:], KITTY)
    with pytest.raises(CardError, match="1 card, expected 3"):
        Exchange(RULES, HAND, "AH")


def test_rules_by_name_and_cards_as_words():
    exchange = Exchange("australian", HAND.split(), KITTY.split())
    assert exchange.cards == Exchange(RULES, HAND, KITTY).cards
    assert exchange.discard(["7C", "6C", "QC"]) == exchange.discard("7C 6C QC")
    with pytest.raises(CardError, match="discard: expected text, card codes or card words"):
        exchange.discard(None)
    assert not exchange.can_discard([None])


@pytest.mark.parametrize(
    ("overrides", "hand", "kitty", "discard"),
    [
        (
            {"pack.kitty": 6, "pack.jokers": 2},
            HAND.replace("JK", "BJ"),
            "RJ 4S 5S 6S 4C 5C",
            "4S 5S 6S 4C 5C 6C",
        ),
        ({"pack.kitty": 2, "pack.jokers": 0}, HAND.replace("JK", "QH"), "AH 4D", "AH 5D"),
        (
            {"table.players": 3, "table.sides": "alone"},
            "JK JD KH 9H 7H AS 8S 7C 8C 7D",
            "AH QD QC",
            "QD QC 7C",
        ),
        (
            {"table.players": 6, "table.sides": "3v3", "pack.kitty": 5},
            "JK JD KH 9H 5H AS 8S 2C 6C 5D",
            "13S 13C 12H 11D 2S",
            "2S 2C 6C 11D 5D",
        ),
    ],
)
def test_kitties_of_every_size(overrides, hand, kitty, discard):
    rules = load_rules("australian", overrides)
    result = Exchange(rules, hand, kitty).discard(discard)
    assert len(result.hand) == 10
    kept = set(f"{hand} {kitty}".split()) - set(discard.split())
    assert set(format_hand(result.hand, pack(rules)).split()) == kept


def test_without_a_kitty_there_is_nothing_to_exchange():
    rules = load_rules(
        "australian", {"table.players": 6, "table.sides": "3v3", "pack.kitty": 0, "pack.jokers": 0}
    )
    assert len(pack(rules)) == 60
    hand = "AS KS QS JS 12S 11S 10S 9S 8S 7S"
    assert Exchange(rules, hand, "").discard("") == (parse_hand(hand), ())


@pytest.mark.parametrize("bid", ["BN", "8H/sk", "7NT/sk"])
def test_contracts_without_the_kitty_leave_the_hand_as_it_is(bid):
    for kitty in ("", KITTY):
        exchange = Exchange(RULES, HAND, kitty, bid)
        assert exchange.discard("") == (parse_hand(HAND), ())
        with pytest.raises(CardError, match="1 card, expected 0"):
            exchange.discard("JK")


@pytest.mark.parametrize("bid", ["8H", "M", "OM", "BM", "DM", parse_bid("7NT"), None])
def test_every_other_contract_takes_the_kitty(bid):
    assert len(Exchange(RULES, HAND, KITTY, bid).cards) == 13
