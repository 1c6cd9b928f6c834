"""`odds`: which cards the chances are about, in every pack, and dealt cards as an independent check."""

import random
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from dealings import DEALINGS, every_dealing

from fivehundred_sim import load_rules, odds, parse_hand
from fivehundred_sim.cards import JOKER, CardError, effective_suit, format_card
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.rules.load import rules_hash
from fivehundred_sim.study.chances import Dealing
from fivehundred_sim.study.manifest import exact
from fivehundred_sim.study.odds import Odds, many_to_json_dict
from fivehundred_sim.study.question import QuestionError

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
AUSTRALIAN = load_rules()


@pytest.fixture(scope="module")
def answer():
    return odds(HAND)


def in_pack(dealing, hand):
    return Odds(parse_hand(hand, dealing.pack), dealing, exact(AUSTRALIAN))


def test_the_promised_fields_and_figures(answer):
    fields = answer.to_json_dict()
    assert fields["schema"] == "fivehundred.odds/1"
    assert fields["hand"] == HAND.split()
    assert fields["rules"] == {"name": "australian", "hash": rules_hash(AUSTRALIAN)}
    assert [row["card"] for row in fields["cards"]] == ["JS", "JC", "JH", "AC", "AD", "AH"]
    for row in fields["cards"]:
        assert [row[key] for key in ("partner", "opponents", "kitty")] == [10 / 33, 20 / 33, 3 / 33]
    jack = fields["cards"][2]
    assert (jack["right_bower"], jack["left_bower"]) == ("H", "D")
    trumps = {row["denomination"]: row for row in fields["trumps"]}
    assert {name: row["held"] for name, row in trumps.items()} == {"S": 3, "C": 3, "D": 3, "H": 5, "NT": 1}
    assert {name: row["out"] for name, row in trumps.items()} == {"S": 9, "C": 9, "D": 10, "H": 8, "NT": 0}
    assert round(trumps["H"]["kitty_any"], 3) == 0.578
    assert round(trumps["H"]["partner_mean"], 2) == 2.42
    assert len(trumps["H"]["kitty"]) == 4
    assert trumps["H"]["top"]["cards"] == ["JH"]
    assert trumps["S"]["top"]["cards"] == ["JS", "JC"]
    walks = {row["suit"]: row for row in fields["walks"]}
    assert {suit: row["held"] for suit, row in walks.items()} == {"S": 2, "C": 2, "D": 2, "H": 3}
    assert round(walks["S"]["both_follow"], 3) == 0.929
    assert fields["manifest"]["rules_hash"] == fields["rules"]["hash"]


def test_walks_by_length_of_the_suit(answer):
    spades, _, diamonds, hearts = answer.walks
    assert (spades.holding, spades.winners) == ("A-x", 1)
    assert (spades.natural.cards, spades.as_mate.cards) == (10, 9)
    assert f"{float(spades.as_mate.both_follow):.1%}" == "88.6%"
    # The jack of diamonds is a trump when hearts are: it leaves both the suit and the hand's part of it.
    assert (diamonds.natural.cards, diamonds.natural.held) == (11, 2)
    assert (diamonds.as_mate.cards, diamonds.as_mate.held) == (10, 1)
    assert diamonds.as_mate.both_follow == diamonds.natural.both_follow
    assert (hearts.holding, hearts.winners) == ("K-x-x", 0)
    with_king = odds("AS KS 5S 6C 7C 8C 4H 5H 6H 4D")
    assert (with_king.walks[0].holding, with_king.walks[0].winners) == ("A-K-x", 2)


def test_a_joker_not_held():
    answer = odds("AS KS 5S 6C 7C 8C 4H 5H 6H 4D")
    assert answer.word(answer.cards[0]) == "JK"
    no_trump = answer.trumps[4]
    assert (no_trump.held, no_trump.out.cards) == (0, (JOKER,))
    assert no_trump.out.kitty == (Fraction(30, 33), Fraction(3, 33), 0, 0)
    assert [format_card(card) for card in answer.trumps[3].top.cards] == ["JK", "JH", "JD"]


@every_dealing
def test_every_pack_adds_up(dealing):
    hand = random.Random(len(dealing.pack)).sample(dealing.pack, 10)
    answer = Odds(tuple(hand), dealing, exact(AUSTRALIAN))
    place = answer.any_card
    assert (place.partner or 0) + place.opponents + place.kitty + place.dead == 1
    assert (place.partner is None) == (dealing.partners == 0)
    for row in answer.trumps:
        assert sum(row.out.kitty) == 1
        mine = sum(effective_suit(card, row.denomination) == row.denomination for card in hand)
        assert row.held == mine
    for row in answer.walks:
        cards = [card for card in dealing.pack if card < JOKER and card >> 4 == row.suit]
        assert (row.natural.cards, row.as_mate.cards) == (len(cards), len(cards) - 1)
    fields = answer.to_json_dict()
    assert (fields["cards"][0]["partner"] is None) == (dealing.partners == 0)
    assert len(answer.frame()) == len(fields["cards"]) + 5 + 4


def test_two_jokers_are_told_apart():
    dealing = DEALINGS["4, 46 cards"]
    answer = in_pack(dealing, "RJ AS KS 5S 6C 7C 8C 4H 5H 6H")
    assert answer.word(answer.cards[0]) == "BJ"
    assert answer.trumps[0].to_json_dict()["top"]["cards"] == ["BJ", "JS", "JC"]
    assert (answer.trumps[4].held, len(answer.trumps[4].out.cards)) == (1, 1)
    assert answer.to_json_dict()["hand"][0] == "RJ"


def test_a_four_that_floats_between_suits():
    """44 cards, 5 up, one red and one black four: the four of trumps' colour is a trump whatever its suit."""
    pack = tuple(card for card in DEALINGS["4, 44 cards"].pack if card & 15 != 2)
    red, black = 16 * 3 + 2, 16 * 1 + 2

    def suit_of(card, denomination):
        trumps = {red: (2, 3), black: (0, 1)}.get(card, ())
        return denomination if denomination in trumps else effective_suit(card, denomination)

    answer = in_pack(Dealing((*pack, red, black), 4, suit_of=suit_of), "BJ AS KS 5S 6C 7C 8C 5H 6H 7D")
    assert [row.held + len(row.out.cards) for row in answer.trumps[:4]] == [14, 14, 14, 14]
    assert [row.natural.cards for row in answer.walks] == [10, 11, 10, 11]
    assert [row.as_mate.cards for row in answer.walks] == [
        9,
        9,
        9,
        9,
    ]  # without the jack and, if any, the four


DEALS = 20_000


def test_against_dealt_cards():
    """The kernels' own shuffle, a fixed seed: every frequency within five standard errors of its chance."""
    answer = odds(HAND)
    unseen = np.array([card for card in answer.dealing.pack if card not in answer.hand], np.int64)
    dealt = np.empty((DEALS, len(unseen)), np.int64)
    for deal in range(DEALS):
        shuffle(7, deal, unseen, dealt[deal])
    left, partner, right, kitty = (dealt[:, i : i + 10] for i in (0, 10, 20, 30))
    for row in answer.trumps[:4]:
        for spread, place in ((row.out.kitty, kitty), (row.out.partner, partner)):
            counts = np.isin(place, row.out.cards).sum(axis=1)
            for number, chance in enumerate(spread):
                assert_near(counts == number, chance)
        tops = np.isin(np.hstack([partner, kitty]), row.top.cards).sum(axis=1)
        assert_near(tops == len(row.top.cards), row.top.ours_all)
    for row in answer.walks:
        for denomination, walk in ((4, row.natural), (row.mate, row.as_mate)):
            suit = [card for card in unseen if effective_suit(int(card), denomination) == row.suit]
            fewest = np.minimum(*(np.isin(hand, suit).sum(axis=1) for hand in (left, right)))
            assert_near(fewest >= 1, walk.both_follow)
            assert_near(fewest >= 2, walk.both_follow_twice)


def assert_near(happened, chance):
    error = (float(chance * (1 - chance)) / DEALS) ** 0.5
    assert abs(happened.mean() - float(chance)) <= 5 * error + 1 / DEALS


def test_a_hand_is_text_words_or_codes(answer):
    assert odds(HAND.split()) == answer
    assert odds(list(parse_hand(HAND))) == answer
    assert odds(HAND, rules=AUSTRALIAN) == answer
    with pytest.raises(CardError, match="9 cards, expected 10"):
        odds(HAND[3:])
    with pytest.raises(QuestionError, match="expected text"):
        odds(7)


def test_the_frame_has_a_row_a_card_denomination_and_suit(answer):
    frame = answer.frame()
    assert list(frame["about"]) == ["card"] * 6 + ["trumps"] * 5 + ["walk"] * 4
    assert set(frame["hand"]) == {HAND}
    trumps = frame[frame["about"] == "trumps"].set_index("denomination")
    assert trumps.loc["H", "held"] == 5
    assert trumps.loc["H", [f"kitty_{i}" for i in range(4)]].sum() == pytest.approx(1)
    assert trumps.loc["S", "top_cards"] == "JS JC"
    walks = frame[frame["about"] == "walk"].set_index("suit")
    assert walks.loc["S", "mate_trumps"] == "C"
    assert frame["held"].dtype == pd.Int64Dtype()
    assert frame.attrs["manifest"] == answer.manifest.to_json_dict()


def test_many_answers_are_a_list(answer):
    many = many_to_json_dict([answer, answer])
    assert many == {"schema": "fivehundred.odds-many/1", "answers": [answer.to_json_dict()] * 2}


def test_changed_rules_are_named_in_the_manifest():
    rules = load_rules("australian", {"misere.value": "210"})
    assert odds(HAND, rules=rules).manifest.rules_changes == ("misere.value=210",)
