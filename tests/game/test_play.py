"""The play: turns, following, winners, endings, what is decided, and the reasons for refusals."""

import random

import numpy as np
import pytest

from fivehundred_sim.cards import BidError, CardError, format_hand, parse_card, parse_deal
from fivehundred_sim.game import Move, Play, PlayError, replay
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import pack

RULES = load_rules()
# A full deal after the exchange: spades 5 6 7, thrown, are missing.
DEAL = [
    "JK JH JD AH KH QH AS KS 8S 7C",
    "10H 9H 8H AC KC QC JC 10C 9C 8C",
    "7H 6H 5H 4H AD KD QD 10D 9D 8D",
    "QS JS 10S 9S 6C 5C 7D 6D 5D 4D",
]


def start(hands, bid, contractor=0, rules=None, **kwargs):
    return Play(load_rules("australian", rules) if rules else RULES, hands, bid, contractor, **kwargs)


def run(play, words):
    for word in words.split():
        play.play(word)
    return play


def test_contractor_leads_and_play_goes_clockwise():
    play = start(DEAL, "8H", 2)
    assert [play.turn, play.leader, play.suit_led] == [2, 2, None]
    record = play.play("AD")
    assert record == (2, parse_card("AD"), None, 0, None)
    assert [play.turn, play.suit_led] == [3, 2]
    assert [str(move) for move in play.trick] == ["AD"]
    run(play, "4D JK")
    assert play.turn == 1
    record = play.play("8C")
    assert record.winner == 0
    assert [play.turn, play.leader, play.trick, play.tricks] == [0, 0, (), (1, 0, 0, 0)]
    assert play.history[-1] == record
    assert len(play.history) == 4
    assert play.contractor_tricks == 1, "partner's tricks count for the contractor's side"


def test_left_bower_follows_trumps_only():
    play = start(["KH 9D", "6D 5H", "JD 10D", "5S 6S"], "6H", 0)
    run(play, "KH 5H")
    assert play.legal() == ["JD"], "the left bower is the only heart"
    with pytest.raises(PlayError, match='"10D" cannot be played: seat 2 must follow hearts'):
        play.play("10D")
    play = start(["KD AS", "JD 5H", "7D 8D", "5S 6S"], "6H", 0)
    play.play("KD")
    assert play.legal() == ["5H", "JD"], "a player with only the left bower is void of diamonds"
    play = start(["JD AS", "9D 5H", "7D 8D", "5S 6S"], "6H", 0)
    play.play("JD")
    assert play.legal() == ["5H"], "a left bower that is led calls for trumps"


def test_a_bower_of_the_black_suits():
    play = start(["KC 5D", "JC 9D", "6D 7D", "8D 9H"], "6S", 0)
    play.play("KC")
    assert play.legal() == ["JC", "9D"]
    play = start(["KS 5D", "JC 9D", "6D 7D", "8D 9H"], "6S", 0)
    play.play("KS")
    assert play.legal() == ["JC"]


def test_no_duty_to_win_or_to_ruff():
    play = start(["KC 5D", "AC 6C", "6D 7S", "8D 9H"], "6S", 0)
    run(play, "KC")
    assert play.legal() == ["AC", "6C"]
    run(play, "6C")
    assert play.legal() == ["7S", "6D"]


def test_joker_led_with_trumps_is_a_trump_lead():
    play = start(["JK 5D", "AC 6H", "6D 7S", "8D JD"], "6H", 0)
    assert play.legal() == ["JK", "5D"]
    play.play("JK")
    assert play.legal() == ["6H"]
    with pytest.raises(PlayError, match="a suit is named only when a joker without a suit is led"):
        play.verify_play("6H=S")
    with pytest.raises(PlayError, match="a suit is named only"):
        start(["JK 5D", "AC 6H", "6D 7S", "8D JD"], "6H", 0).play("JK=S")


def test_reasons():
    play = start(DEAL, "8H", 0)
    for word, reason in [
        ("AC", '"AC" cannot be played: seat 0 does not hold it'),
        ("4S", '"4S" cannot be played: seat 0 does not hold it'),
        ("XX", '"XX" is not a card'),
        ("JK=X", '"X" is not a suit'),
        ("", '"" is no cards, expected one'),
    ]:
        with pytest.raises(PlayError) as caught:
            play.play(word)
        assert reason in str(caught.value)
        assert not play.can_play(word)
    assert play.can_play("jk")
    assert play.history == ()
    with pytest.raises(TypeError, match="expected a card word or a Move, not int"):
        play.play(64)


def test_a_finished_hand():
    play = start(["AS", "KS", "QS", "JS"], "6H", 3, leader=0)
    run(play, "AS KS QS JS")
    assert [play.over, play.turn, play.moves(), play.legal()] == [True, None, (), []]
    assert play.tricks == (1, 0, 0, 0)
    with pytest.raises(PlayError, match='"AS" cannot be played: the hand is over'):
        play.play("AS")


def test_misere_is_played_by_three():
    play = start(DEAL, "M", 1)
    assert play.turn == 1
    run(play, "8C")
    assert play.turn == 2
    run(play, "4H")
    assert play.turn == 0, "seat 3, the partner, is skipped"
    record = play.play("7C")
    assert record.winner == 1
    assert play.tricks == (0, 1, 0, 0)
    assert play.made is False
    with pytest.raises(PlayError, match="seat 3 cannot lead: the contractor's partner sits out"):
        start(DEAL, "M", 1, leader=3)
    while not play.over:
        play.play(play.moves()[0])
    assert sum(play.tricks) == 10
    assert play.tricks[3] == 0
    assert len(play.hands[3]) == 10


def test_what_is_decided():
    play = start(["AH KH 4D", "QH 10H 5D", "9H 8H 6D", "7H 6H 7D"], "6H", 0)
    assert play.made is False, "three tricks cannot be six"
    misere = start(["5S 5C", "AS 8D", "9S 9D", "8S JD"], "M", 0)
    assert [misere.made, misere.decided] == [None, False]
    run(misere, "5S AS 8S")
    assert misere.made is None
    run(misere, "8D JD 5C")
    assert [misere.over, misere.made] == [True, True]

    full = start(DEAL, "6H", 0)
    while full.made is None:
        full.play(full.moves()[0])
    assert full.made is True
    assert full.decided
    assert full.contractor_tricks == 6
    assert not full.over, "overtricks are still to play"


def test_exposure_of_an_open_misere():
    assert start(DEAL, "M", 1).exposed is None
    assert start(DEAL, "8H", 1).exposed is None
    early = start(DEAL, "OM", 1, {"open_misere.exposed": "before_lead"})
    assert early.exposed == early.hands[1]
    late = start(DEAL, "OM", 1)
    run(late, "8C 4H")
    assert late.exposed is None
    run(late, "7C")
    assert late.exposed == late.hands[1]
    assert len(late.exposed) == 9


def test_copies_are_independent():
    play = run(start(DEAL, "8H", 0), "AH 10H")
    other = play.copy()
    run(other, "7H QS")
    assert play.turn == 2
    assert play.tricks == (0, 0, 0, 0)
    assert len(play.history) == 2
    assert len(play.hands[2]) == 10
    assert other.tricks == (1, 0, 0, 0)
    assert other.history[:2] == play.history


def test_hands_as_text_or_codes():
    play = start(DEAL, "8H", 0)
    same = start(play.hands, "8H", 0)
    assert same.hands == play.hands
    assert format_hand(play.hands[1], sort=False) == DEAL[1]


@pytest.mark.parametrize(
    ("args", "error", "reason"),
    [
        ((["AS", "KS", "QS"], "6S", 0), CardError, "3 parts"),
        ((["AS", "KS", "AS", "4S"], "6S", 0), CardError, '"AS" is there twice'),
        ((["AS", "KS", "AS", "4S"], "6S", 0), CardError, 'seat 3: "4S" is not in this pack'),
        ((["AS KS", "QS", "JS", "10S"], "6S", 0), CardError, "hands of 2, 1, 1 and 1 cards"),
        (([[15], [14], [13], [70]], "6S", 0), CardError, "70 is not the code of a card"),
        ((DEAL, "P", 0), BidError, "a pass is no bid"),
        ((DEAL, "BM", 0), BidError, "it is not played here"),
        ((DEAL, "5S", 0), BidError, "the level must be 6 to 10"),
        ((DEAL, "6S", 4), PlayError, "the contractor is seat 4, expected 0 to 3"),
        ((DEAL, "6S", -1), PlayError, "the contractor is seat -1"),
    ],
)
def test_what_cannot_be_played(args, error, reason):
    with pytest.raises(error) as caught:
        start(*args)
    assert reason in str(caught.value)
    with pytest.raises(PlayError, match="the leader is seat 7"):
        start(DEAL, "6S", 0, leader=7)
    with pytest.raises(PlayError, match="9 is not a suit"):
        start(DEAL, "6NT", 0, led=[9])


@pytest.mark.parametrize("bid", ["6S", "7C", "8D", "9H", "10NT", "M", "OM"])
def test_random_playouts(bid):
    """Every trick has one winner, nobody is ever stuck, and the tricks sum to the cards of a hand."""
    rng = random.Random(bid)
    cards = list(pack(RULES))
    misere = bid.endswith("M")
    for _ in range(40):
        rng.shuffle(cards)
        size, contractor = rng.randint(1, 10), rng.randrange(4)
        play = start([cards[10 * s : 10 * s + size] for s in range(4)], bid, contractor)
        while not play.over:
            moves = play.moves()
            assert moves
            assert all(play.can_play(str(move)) for move in moves)
            legal = {move.card for move in moves}
            assert all(not play.can_play(Move(card)) for card in play.hands[play.turn] if card not in legal)
            play.play(rng.choice(moves))
        assert sum(play.tricks) == size
        assert len(play.history) == size * (3 if misere else 4)
        assert len({record.card for record in play.history}) == len(play.history)
        assert sum(record.winner is not None for record in play.history) == size
        assert play.decided


def test_hands_may_be_text_codes_words_or_a_deal():
    texts = ["JK AH", "5S 6S", "KH QH", "7S 8S"]
    words = [text.split() for text in texts]
    codes = [[parse_card(word) for word in hand] for hand in words]
    mixed = [texts[0], words[1], tuple(codes[2]), np.array(codes[3])]
    deal = parse_deal(" | ".join(texts) + " | 9S 10S JS")
    expected = run(Play(RULES, texts, "7NT", 0), "AH 5S KH 7S").history
    for hands in (words, codes, mixed, deal, np.array(codes)):
        assert run(Play(RULES, hands, "7NT", contractor=0), "AH 5S KH 7S").history == expected
        assert Play("australian", hands, "7NT", contractor=0).rules == RULES
    assert replay("australian", deal, "7NT", 0, [parse_card("AH")], [-1]).turn == 1


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (None, "expected 4 hands or a Deal, not an object of type NoneType"),
        (7, "expected 4 hands or a Deal, not an object of type int"),
        ("JK | 5S | KH | 7S", "not an object of type str (parse_deal reads the text of a deal)"),
        ([5, 6, 7, 8], "seat 0: expected text, card codes or card words, not an object of type int"),
        (["JK", None, "KH", "7S"], "seat 1: expected text, card codes or card words"),
        (["JK", b"5S", "KH", "7S"], "seat 1: expected text, card codes or card words"),
        (
            ["JK", "5S", [2.5], "7S"],
            "seat 2: a card is a code or a word such as JK, not an object of type float",
        ),
        ([["JK"], ["5S"], ["KH"], [["7S"]]], "seat 3: a card is a code or a word such as JK"),
        ([["JK"], ["5S"], ["XX"], ["7S"]], 'seat 2: "XX" is not a card'),
        ([["JK"], ["5S|KH"], ["7S"]], 'seat 1: "|" stands between hands, not in one'),
        ([["JK"], ["5S"], ["KH"], [99]], "99 is not the code of a card"),
    ],
    ids=repr,
)
def test_other_hands_are_refused_in_a_sentence(hands, words):
    with pytest.raises((PlayError, CardError)) as caught:
        Play(RULES, hands, "7NT", 0)
    assert words in str(caught.value)
