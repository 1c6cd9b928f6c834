"""The nomination: who may give which joker a suit, who must, and what it then is."""

import pytest

from fivehundred_sim.cards import JOKER, RED_JOKER, CardError
from fivehundred_sim.game import Play, PlayError
from fivehundred_sim.rules import load_rules

TWO_JOKERS = {"pack.kitty": 6, "pack.jokers": 2}
MANDATORY = {"joker.set": "holder"}
ONE_HAND = ["BJ RJ 9H", "AD KD QD", "AS KS QS", "AC KC QC"]
TWO_HANDS = ["BJ 9H 8H", "RJ KD QD", "AS KS QS", "AC KC QC"]
ONE_JOKER = ["9H 8H 5S", "JK KD QD", "AS KS QS", "AC KC QC"]


def start(hands, bid="7NT", contractor=0, overrides=None, **kwargs):
    return Play(load_rules("australian", overrides or {}), hands, bid, contractor, **kwargs)


def test_contractor_gives_both_his_jokers_one_suit():
    play = start(ONE_HAND, overrides=TWO_JOKERS, nominate="D")
    assert play.nominations == {JOKER: 2, RED_JOKER: 2}
    assert play.nominated == 2
    assert play.legal() == ["BJ", "RJ", "9H"]
    assert start(ONE_HAND, overrides=TWO_JOKERS, nominate="BJ=D RJ=D").nominations == play.nominations
    assert start(ONE_HAND, overrides=TWO_JOKERS, nominate={64: 2, 65: 2}).nominations == play.nominations
    with pytest.raises(PlayError, match="two jokers in one hand get one suit"):
        start(ONE_HAND, overrides=TWO_JOKERS, nominate="BJ=D RJ=S")
    with pytest.raises(PlayError, match="RJ was given no suit"):
        start(ONE_HAND, overrides=TWO_JOKERS, nominate="BJ=D")


def test_nominated_black_joker_above_red_above_the_ace():
    hands = ["RJ 9C", "AD 9S", "BJ 8C", "KD 8S"]
    overrides = TWO_JOKERS | MANDATORY
    play = start(hands, overrides=overrides, nominate="BJ=D RJ=D")
    for card in ["RJ", "AD", "BJ", "KD"]:
        play.play(card)
    assert play.tricks == (0, 0, 1, 0)
    play = start(["AD 9C", "RJ 9S", "5D 8C", "BJ 8S"], overrides=overrides, nominate="BJ=S RJ=D")
    play.play("AD")
    assert play.legal() == ["RJ"], "it must follow its suit"
    for card in ["RJ", "5D"]:
        play.play(card)
    assert play.legal() == ["BJ", "8S"]
    play.play("BJ")
    assert play.tricks == (0, 1, 0, 0), "a joker of another suit loses"


def test_nomination_leaves_the_other_players_joker_without_a_suit():
    """The contractor names his own; the defender's red joker still beats all, his black one included."""
    play = start(["BJ 9C", "AD RJ", "5D 8C", "KD 8S"], overrides=TWO_JOKERS, nominate="S")
    assert play.nominations == {JOKER: 0}
    play.play("BJ")
    assert play.legal() == ["RJ", "AD"], "void of spades"
    for card in ["RJ", "5D", "8S"]:
        play.play(card)
    assert play.tricks == (0, 1, 0, 0)
    with pytest.raises(PlayError, match="RJ cannot be nominated: it is not held by one who may"):
        start(TWO_HANDS, overrides=TWO_JOKERS, nominate="BJ=S RJ=D")


def test_every_holder_must_nominate_where_it_is_mandatory():
    play = start(ONE_JOKER, overrides=MANDATORY, nominate="S")
    assert play.nominations == {JOKER: 0}
    assert play.nominated is None, "the contractor holds none"
    assert start(TWO_HANDS, overrides=TWO_JOKERS | MANDATORY, nominate="BJ=S RJ=♦").nominations == {
        64: 0,
        65: 2,
    }
    for hands, overrides, nominate, words in [
        (ONE_JOKER, MANDATORY, None, r"seat 1 must give JK a suit \(joker.nominate is holder_mandatory\)"),
        (TWO_HANDS, TWO_JOKERS | MANDATORY, None, "seat 0 must give BJ a suit"),
        (TWO_HANDS, TWO_JOKERS | MANDATORY, "S", "two players hold a joker: name each, such as BJ=D RJ=S"),
        (TWO_HANDS, TWO_JOKERS | MANDATORY, "BJ=S", "RJ was given no suit"),
    ]:
        with pytest.raises(PlayError, match=words):
            start(hands, overrides=overrides, nominate=nominate)


def test_where_no_joker_must_be_nominated():
    nobody = ["9H 8H", "KD QD", "AS KS", "AC KC"]
    assert start(nobody, overrides=MANDATORY).nominations == {}
    with pytest.raises(PlayError, match="cannot be nominated: no player holds it"):
        start(nobody, overrides=MANDATORY, nominate="S")
    assert start(ONE_JOKER, "7H", overrides=MANDATORY).nominations == {}, "a trump in this contract"
    assert start(ONE_JOKER, "M", 3, overrides=MANDATORY).nominations == {}, "held by the partner who sits out"
    low = MANDATORY | {"joker.misere_rank": "low"}
    assert start(ONE_JOKER, "M", overrides=low).nominations == {}
    with pytest.raises(PlayError, match=r"not in misère in these rules \(joker.misere_rank is low\)"):
        start(ONE_JOKER, "M", 1, overrides=low, nominate="S")
    assert start(ONE_JOKER, "7NT", 1, overrides=low, nominate="S").nominated == 0


def test_nominations_that_cannot_be_read():
    for nominate, words in [
        ("BJ=D", '"BJ" is not in this pack'),
        ("JK=X", '"X" is not a suit'),
        ("JK=", '"" is not a suit'),
        ("AS=D", '"AS=D" nominates no joker'),
        ("JK=D AS", '"AS" nominates no joker'),
        ({64: 9}, "9 is not a suit"),
    ]:
        with pytest.raises((PlayError, CardError)) as caught:
            start(ONE_JOKER, contractor=1, nominate=nominate)
        assert words in str(caught.value)
