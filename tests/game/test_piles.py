"""The two-player game with table piles: deal, order of the zones, following, turning up, misère."""

import random

import pytest

from fivehundred_sim.cards import CardError, format_hand, parse_card
from fivehundred_sim.game import PilesPlay, Play, PlayError, deal_piles
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import pack

TABLES = {"table.players": 2, "table.sides": "alone", "pack.kind": "table_piles"}
RULES = load_rules("australian", TABLES)

# Contractor 0. Piles are (face down, face up).
HANDS = ["AS KS", "QS 9H"]
PILES = [["5D AC"], ["6D KC"]]


def house(**overrides):
    return load_rules(
        "australian", TABLES | {key.replace("__", "."): value for key, value in overrides.items()}
    )


def start(hands=HANDS, piles=PILES, bid="7NT", contractor=0, rules=RULES, **kwargs):
    return PilesPlay(rules, hands, piles, bid, contractor, **kwargs)


def run(play, words):
    for word in words.split():
        play.play(word)
    return play


# --- the deal ---


@pytest.mark.parametrize("dealer", [0, 1])
def test_deal_goes_in_three_rounds_to_piles_hands_and_kitty(dealer):
    """The cards are numbered as they are dealt: the opponent's come first in every packet."""
    deal = deal_piles(range(43), dealer)
    opponent = 1 - dealer
    assert deal.hands[opponent] == (6, 7, 8, 21, 22, 23, 24, 36, 37, 38)
    assert deal.hands[dealer] == (9, 10, 11, 25, 26, 27, 28, 39, 40, 41)
    # Face down 0 1 2, then 13 14; face up 15 16 on the first two piles, then 30 31 32 on the others.
    assert deal.piles[opponent] == ((0, 15), (1, 16), (2, 30), (13, 31), (14, 32))
    assert deal.piles[dealer] == ((3, 19), (4, 20), (5, 33), (17, 34), (18, 35))
    assert deal.kitty == (12, 29, 42)


def test_deal_of_a_wrong_number_of_cards_or_by_nobody():
    with pytest.raises(ValueError, match="42 cards were dealt, expected 43"):
        deal_piles(range(42))
    with pytest.raises(ValueError, match="dealer 2 does not sit at the table"):
        deal_piles(range(43), 2)


# --- the order of the zones ---


def zones(play, words):
    """Seat and zone of each card of a trick."""
    seen = []
    for word in words.split():
        seen.append((play.turn, play.zone))
        play.play(word)
    return seen


def test_first_trick_goes_hand_hand_table_table():
    play = start()
    assert zones(play, "AS QS AC KC") == [(0, "hand"), (1, "hand"), (0, "table"), (1, "table")]
    assert play.tricks == (1, 0)
    assert play.history[-1].winner == 0


@pytest.mark.parametrize(
    ("hands", "piles", "trick", "next_zones"),
    [
        # A hand card wins: the winner's hand, the loser's, then the tables in the same order.
        (HANDS, PILES, "AS QS AC KC", [(0, "hand"), (1, "hand"), (0, "table"), (1, "table")]),
        (["9S 8S", "QS 8C"], PILES, "9S QS AC KC", [(1, "hand"), (0, "hand"), (1, "table"), (0, "table")]),
        # A table card wins: the winner's table, the loser's, then the hands.
        (
            ["9S 8S", "QS 8C"],
            [["5D AS"], ["6D KC"]],
            "9S QS AS KC",
            [(0, "table"), (1, "table"), (0, "hand"), (1, "hand")],
        ),
        (
            ["9S 8S", "QS 8C"],
            [["5D AC"], ["6D KS"]],
            "9S QS AC KS",
            [(1, "table"), (0, "table"), (1, "hand"), (0, "hand")],
        ),
    ],
)
def test_winner_leads_from_the_zone_that_won(hands, piles, trick, next_zones):
    play = run(start(hands, piles), trick)
    seen = []
    while not play.over:
        seen.append((play.turn, play.zone))
        play.play(play.moves()[0])
    assert seen == next_zones
    assert [play.turn, play.zone] == [None, None]


def test_other_first_leads():
    assert start(contractor=1).turn == 1
    assert start(contractor=1, leader=0).turn == 0
    rules = house(play__first_lead="left_of_dealer")
    assert start(rules=rules, contractor=1, dealer=1).turn == 0
    assert start(rules=rules, contractor=0).zone == "hand"


# --- following and turning up ---


def test_each_zone_follows_suit_with_its_own_open_cards():
    # Seat 0 has no spade in hand but one on the table, and one face down that does not count.
    play = start(["9H 8H", "QS 9S"], [["KS AC"], ["JS KC"]], contractor=1)
    run(play, "QS")
    assert play.legal() == ["9H", "8H"], "void in hand"
    run(play, "9H")
    assert play.legal() == ["KC"], "the jack of spades is covered"
    run(play, "KC AC")
    assert play.face_up == (((parse_card("KS")),), ((parse_card("JS")),))


def test_open_cards_must_follow():
    piles = [["5D AC", "6D 10S"], ["6C KC", "7C 9C"]]
    play = run(start(["AS KS 6S 5S", "QS 9H 8H 7H"], piles), "AS QS")
    assert play.legal() == ["10S"]
    with pytest.raises(PlayError, match='"AC" cannot be played: seat 0 must follow spades'):
        play.play("AC")
    with pytest.raises(PlayError, match='"KS" cannot be played: seat 0 must play from the table now'):
        play.play("KS")
    with pytest.raises(PlayError, match='"5D" cannot be played: seat 0 does not hold it'):
        play.play("5D")
    with pytest.raises(PlayError, match='"10S" cannot be played: seat 0 must play from his hand now'):
        start(["AS KS 6S 5S", "QS 9H 8H 7H"], piles).play("10S")


def test_uncovered_cards_are_turned_up_after_the_trick():
    play = run(start(["9S 8S", "QS 8C"], [["5D AS"], ["6D KC"]]), "9S QS AS")
    assert play.face_up == ((), (parse_card("KC"),)), "not before the trick is over"
    run(play, "KC")
    assert play.face_up == ((parse_card("5D"),), (parse_card("6D"),))
    assert play.piles == (((parse_card("5D"),),), ((parse_card("6D"),),))
    assert play.legal() == ["5D"]
    assert format_hand(play.hands[0]) == "8S"


def test_trumps_are_led_and_ruffed_from_either_zone():
    play = run(start(["9S 8S", "QS 8C"], [["5D AC"], ["6D JH"]], "7D"), "9S QS AC JH")
    assert play.tricks == (0, 1), "the left bower on the table ruffs"
    assert play.zone == "table"


# --- jokers ---


def test_renouncing_counts_zone_by_zone():
    """Seat 1's hand renounces spades; his table has not, so that a joker there still wins."""
    rules = house(joker__set="hoyle09")
    hands = ["AS KS 9S 8S", "9H 8H JK 7H"]
    piles = [["5D AC", "6D KC"], ["7D QC", "8D JC"]]
    play = run(start(hands, piles, rules=rules), "AS 9H AC QC KS JK KC JC")
    assert play.tricks == (2, 0), "worthless: his hand has renounced spades"
    hands = ["AS KS 9S 8S", "9H 8H 6H 7H"]
    piles = [["5D AC", "6D KC"], ["7D 5S", "8D JK"]]
    play = run(start(hands, piles, rules=rules), "AS 9H AC 5S KS 8H KC JK")
    assert play.tricks == (1, 1)


def test_table_that_has_renounced_a_suit_may_hold_it_again():
    """New Zealand: a joker no longer counts as a spade where spades were renounced, void now or not."""
    rules = house(joker__set="nz")
    piles = [["5D AC", "6D KC"], ["9S QC", "JK JC"]]
    play = run(start(["AS KS 10S 8S", "9H 8H 6H 7H"], piles, rules=rules), "AS 9H AC JC KS 8H KC")
    assert play.legal() == ["JK", "QC"], "void of spades: as a discard"
    run(play, "QC")
    assert play.tricks == (2, 0)
    run(play, "10S 6H 5D")
    assert play.legal() == ["9S"], "turned up, it must follow, and the joker may not"


def test_joker_that_is_turned_up_belongs_to_no_suit():
    piles = [["JK AC"], ["6D KC"]]
    assert start(piles=[["5D JK"], ["6D KC"]], nominate="H").nominated == 3
    with pytest.raises(PlayError, match="the contractor, seat 0, does not hold it"):
        start(piles=piles, nominate="H")
    play = start(["9S 8S", "8D 8C"], piles)
    run(play, "9S 8D AC KC 8S 8C")
    assert play.legal() == ["JK"]
    run(play, "JK 6D")
    assert play.tricks == (2, 0)


# --- misère and the count ---


@pytest.mark.parametrize(
    ("piles", "trick", "made"),
    [
        ([["5D 5C"], ["6D KC"]], "5S QS 5C KC", None),
        ([["5D AS"], ["6D KC"]], "5S QS AS KC", False),
    ],
)
def test_either_zone_fails_a_misere(piles, trick, made):
    play = run(start(["5S 7S", "QS 9H"], piles, "M"), trick)
    assert play.made is made
    assert play.side == (0,)


def test_open_misere_shows_the_hand():
    play = start(bid="OM")
    assert play.exposed is None
    run(play, "AS QS AC KC")
    assert play.exposed == play.hands[0]


def test_random_hands_are_ten_tricks_of_four_cards():
    rng = random.Random(4)
    for number in range(60):
        cards = list(pack(RULES))
        rng.shuffle(cards)
        deal = deal_piles(cards, number % 2)
        bid = ["7S", "7D", "7NT", "M"][number % 4]
        play = start(deal.hands, deal.piles, bid, rng.randrange(2))
        other = play.copy()
        check_played_out(play, rng)
        assert sum(play.tricks) == 10
        assert sorted(record.card for record in play.history) == sorted(set(cards) - set(deal.kitty))
        assert play.made == (play.contractor_tricks == 0 if bid == "M" else play.contractor_tricks >= 7)
        assert other.history == ()
        assert other.piles == deal.piles


@pytest.mark.parametrize("joker", ["pagat", "hsw", "hoyle09", "nz", "last", "firstlast", "qc", "free"])
def test_nobody_lacks_a_card_under_any_joker_set(joker):
    rng = random.Random(joker)
    rules = house(joker__set=joker)
    for number in range(24):
        cards = list(pack(rules))
        rng.shuffle(cards)
        deal = deal_piles(cards)
        check_played_out(start(deal.hands, deal.piles, ["7NT", "M"][number % 2], 0, rules), rng)


def check_played_out(play, rng):
    """Play at random and hold every trick to the order of its zones, and every card to its zone."""
    while not play.over:
        first, order = (play.turn, play.zone), []
        for _ in range(4):
            order.append((play.turn, play.zone))
            zone = play.hands if play.zone == "hand" else play.face_up
            legal = play.moves()
            assert legal
            assert {move.card for move in legal} <= set(zone[play.turn])
            last = play.play(rng.choice(legal))
        seat, zone_name = first
        across = "table" if zone_name == "hand" else "hand"
        assert order == [(seat, zone_name), (1 - seat, zone_name), (seat, across), (1 - seat, across)]
        assert play.turn in (last.winner, None)


# --- what cannot be ---


@pytest.mark.parametrize(
    ("hands", "piles", "words"),
    [
        (["AS KS", "QS"], PILES, "hands of 2 and 1 cards, piles of 2 and 2, expected one equal number"),
        (["AS", "QS"], PILES, "hands of 1 and 1 cards, piles of 2 and 2"),
        (["AS KS"], PILES, "1 hands and the piles of 2 seats, expected two of each"),
        (HANDS, [["5D AC"]], "2 hands and the piles of 1 seats"),
        (
            ["AS KS 5S", "QS 9H 8H"],
            [["5D AC 6C"], ["6D KC 7C"]],
            "a pile has one card, or one face down under",
        ),
        (HANDS, [["5D AS"], ["6D KC"]], '"AS" is there twice'),
        (HANDS, [["5D XX"], ["6D KC"]], '"XX" is not a card'),
    ],
)
def test_cards_that_cannot_lie_so(hands, piles, words):
    with pytest.raises((PlayError, CardError)) as caught:
        start(hands, piles)
    assert words in str(caught.value)


def test_each_game_has_its_own_play():
    with pytest.raises(PlayError, match=r"there are no table piles in these rules \(pack.kind is standard\)"):
        start(rules=load_rules())
    with pytest.raises(PlayError, match="these rules have table piles"):
        Play(RULES, HANDS, "7NT", 0)
