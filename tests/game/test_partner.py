"""Five players: the called card, the named player, and what the table knows of the partner."""

import pytest

from fivehundred_sim.cards import CardError, format_hand, parse_bid, parse_card
from fivehundred_sim.game import Play, PlayError, callable_cards, replay
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import pack

HANDS = ["AS KS 9H", "AH 8H 7H", "JK JD 2C", "JH KH 3C", "JS JC 4C"]


def house(**overrides):
    keys = {key.replace("__", "."): value for key, value in overrides.items()}
    return load_rules("australian", {"table.players": 5, "table.sides": "call_card"} | keys)


def start(bid="8H", contractor=0, rules=None, **kwargs):
    return Play(rules or house(), HANDS, bid, contractor, **kwargs)


def test_holder_of_the_called_card_is_the_secret_partner():
    play = start(called="AH", leader=1)
    assert [play.called, play.partner, play.known_partner, play.side] == [parse_card("AH"), 1, None, (0, 1)]
    play.play("8H")
    assert play.known_partner is None
    for card in ["JK", "KH", "4C", "9H"]:
        play.play(card)
    assert play.tricks == (0, 0, 1, 0, 0)
    assert play.contractor_tricks == 0
    for card in ["2C", "3C", "JC", "AS", "AH"]:
        play.play(card)
    assert play.known_partner == 1, "the card has been played"
    assert play.contractor_tricks == 1, "his ace of trumps took the club trick"


def test_called_partner_may_be_known_at_once():
    assert start(called="AH", rules=house(partner__reveal="at_once")).known_partner == 1


def test_contractor_who_calls_nothing_is_alone():
    play = start()
    assert [play.called, play.partner, play.known_partner, play.side] == [None, None, None, (0,)]


@pytest.mark.parametrize(
    ("option", "bid", "called", "refusal"),
    [
        ("no_bower", "8H", "AH", None),
        ("no_bower", "8H", "JH", r'"JH" cannot be called: it is a bower \(partner.card is no_bower\)'),
        ("no_bower", "8H", "JD", '"JD" cannot be called: it is a bower'),
        ("no_bower", "8H", "JS", None),
        ("no_bower", "8H", "JK", '"JK" cannot be called: it is a joker'),
        ("no_bower", "7NT", "JH", None),
        ("no_trump", "8H", "AH", r'"AH" cannot be called: it is a trump \(partner.card is no_trump\)'),
        ("no_trump", "8H", "JD", '"JD" cannot be called: it is a trump'),
        ("no_trump", "8H", "JC", None),
        ("no_trump", "7NT", "AH", None),
        ("no_joker", "8H", "JH", None),
        ("no_joker", "8H", "JK", "it is a joker"),
        ("no_joker", "8H", "AS", "the contractor, seat 0, holds it himself"),
        ("no_joker", "8H", "QD", "no other player holds it"),
    ],
)
def test_cards_that_may_be_called(option, bid, called, refusal):
    rules = house(partner__card=option)
    if refusal is None:
        assert start(bid, rules=rules, called=called).partner is not None
        assert parse_card(called) in callable_cards(rules, parse_bid(bid))
    else:
        with pytest.raises(PlayError, match=refusal):
            start(bid, rules=rules, called=called)


def test_callable_cards():
    def missing(bid, **overrides):
        rules = house(**overrides)
        return format_hand(card for card in pack(rules) if card not in callable_cards(rules, parse_bid(bid)))

    assert missing("8H") == "JK JH JD"
    assert missing("8S") == "JK JS JC"
    assert missing("8NT") == "JK"
    assert missing("8H", partner__card="no_joker") == "JK"
    assert missing("8C", partner__card="no_trump") == "JK JS AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C"
    assert callable_cards(house(), parse_bid("M")) == ()
    assert callable_cards(load_rules(), parse_bid("8H")) == ()


def test_named_player_is_known_at_once():
    rules = house(table__sides="name_player")
    play = start(rules=rules, partner=3)
    assert [play.partner, play.known_partner, play.side] == [3, 3, (0, 3)]
    with pytest.raises(PlayError, match="the partner is seat 0, the contractor himself"):
        start(rules=rules, partner=0)
    with pytest.raises(PlayError, match="the partner is seat 5, expected 0 to 4"):
        start(rules=rules, partner=5)
    assert start(rules=rules).side == (0,)


def test_partners_that_these_rules_or_this_contract_do_not_have():
    with pytest.raises(
        PlayError, match=r"no partner can be named in these rules \(table.sides is call_card\)"
    ):
        start(partner=3)
    with pytest.raises(
        PlayError, match=r"no card can be called in these rules \(table.sides is name_player\)"
    ):
        start(rules=house(table__sides="name_player"), called="AH")
    with pytest.raises(PlayError, match="no card can be called: in misère the contractor is alone"):
        start("M", called="AH")
    with pytest.raises(PlayError, match="no partner can be named: in misère the contractor is alone"):
        start("M", rules=house(table__sides="name_player"), partner=2)
    with pytest.raises(PlayError, match="no card can be called: this hand has no contract"):
        start(None, None, house(auction__all_pass="play_no_trump"), called="AH")
    with pytest.raises(CardError, match='"XX" is not a card'):
        start(called="XX")


def test_replay_with_a_called_card():
    play = replay(house(), HANDS, "8H", 0, [parse_card("AS")], [-1], called=parse_card("AH"))
    assert [play.partner, play.turn] == [1, 1]
