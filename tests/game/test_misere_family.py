"""Double misère, blind misère and bar nullo in play, and bids without the kitty."""

import pytest

from fivehundred_sim.cards import BidError
from fivehundred_sim.game import Play
from fivehundred_sim.rules import load_rules

HANDS = ["5S 5C", "6S 6C", "AS AC", "7S 7C"]
ALL = {
    "double_misere.value": 500,
    "blind_misere.value": 500,
    "bar_nullo.value": 500,
    "sans_kitty.allowed": True,
}


def start(bid, hands=HANDS, contractor=0, **overrides):
    return Play(load_rules("australian", ALL | overrides), hands, bid, contractor)


def run(play, words):
    for word in words.split():
        play.play(word)
    return play


@pytest.mark.parametrize("plays", ["own_hand", "both_hands"])
def test_double_misere_is_played_by_both_partners_concealed(plays):
    play = start("DM", **{"misere.plays": plays})
    assert [play.side, play.dummy, play.seen, play.chooser] == [(0, 2), None, (), 0]
    run(play, "5S 6S")
    assert [play.turn, play.chooser] == [2, 2], "the partner plays for himself"
    run(play, "AS 7S")
    assert [play.tricks, play.made] == [(0, 0, 1, 0), False]


def test_double_misere_is_made_when_neither_takes_a_trick():
    play = run(start("DM", ["5S 5C", "AS AC", "6S 6C", "7S 7C"]), "5S AS 6S 7S")
    assert play.made is None
    assert run(play, "AC 6C 7C 5C").made is True


@pytest.mark.parametrize("bid", ["BM", "BN"])
def test_blind_misere_and_bar_nullo_are_played_alone(bid):
    play = start(bid)
    assert [play.side, play.exposed, play.seen] == [(0,), None, ()]
    run(play, "5S 6S")
    assert play.turn == 3
    run(play, "7S")
    assert play.made is None


@pytest.mark.parametrize("bid", ["BM", "BN", "DM"])
def test_joker_is_forced_in_the_whole_misere_family(bid):
    play = start(bid, ["5S 5C", "JK 6C", "AS AC", "7S 7C"])
    assert run(play, "5S").legal() == ["JK"]


def test_joker_may_be_nominated_in_the_whole_misere_family():
    for bid in ("BM", "BN", "DM"):
        hands = ["JK 5C", "6S 6C", "AS AC", "7S 7C"]
        assert Play(load_rules("australian", ALL), hands, bid, 0, nominate="D").nominated == 2


def test_bid_without_the_kitty_is_played_as_the_bid_with_it():
    play = start("7S/sk")
    assert [play.side, play.turn] == [(0, 2), 0]
    assert run(play, "5S").legal() == ["6S"]
    assert run(start("7NT/sk", ["JK 5C", "6S 6C", "AS AC", "7S 7C"]), "JK=S").legal() == ["6S"]


@pytest.mark.parametrize("bid", ["DM", "BM", "BN", "7S/sk"])
def test_houses_without_these_bids(bid):
    with pytest.raises(BidError):
        Play(load_rules(), HANDS, bid, 0)
