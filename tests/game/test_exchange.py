"""The exchange: thirteen cards, three laid away, and every fault named."""

import pytest

from fivehundred_sim.cards import CardError, format_hand, parse_hand
from fivehundred_sim.game import Exchange
from fivehundred_sim.rules import load_rules

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
