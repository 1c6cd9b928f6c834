"""The options of the auction, on auctions written out by hand: rounds, re-entry, raising, all-pass."""

import pytest

from fivehundred_sim.cards import BidError
from fivehundred_sim.game import Auction
from fivehundred_sim.rules import load_rules

THREE = {"table.players": 3, "table.sides": "alone"}
SIX = {"table.players": 6, "table.sides": "3v3"}
BY_SUIT = {"auction.after_pass": "on_denomination_change"}
RAISE = {"auction.raise_own_bid": True}
ONE = {"auction.rounds": "one"}
INKLES = ONE | {"auction.inkles": True, "auction.minimum_level": 7}


def auction(calls="", *changes, rules="australian", dealer=None):
    merged = {key: value for change in changes for key, value in change.items()}
    made = Auction(load_rules(rules, merged), dealer)
    for word in calls.split():
        made.call(word)
    return made


# --- one round ----------------------------------------------------------------------------------------------


def test_in_one_round_everybody_calls_once_and_the_dealer_last():
    made = auction("P 6S 7C", ONE, dealer=1)
    assert [call.seat for call in made.calls] == [2, 3, 0]
    assert made.turn == 1
    made.call("7D")
    assert made.contract == ("7D", 1)
    assert auction("6S 6C P P", ONE).contract == ("6C", 1), "seat 0 has no second call"


def test_in_one_round_a_bid_must_be_higher_too():
    assert auction("7C", ONE).legal()[:3] == ["P", "7D", "7H"]
    assert auction("P P P P", ONE).outcome == "redeal_next"


# --- inkles -------------------------------------------------------------------------------------------------


def test_only_the_first_two_players_may_inkle():
    assert auction("", INKLES).legal()[:7] == ["P", "6S", "6C", "6D", "6H", "6NT", "7S"]
    assert auction("P", INKLES).can_call("6S"), "the second player, though the first has passed"
    assert auction("P P", INKLES).legal()[:2] == ["P", "7S"]
    with pytest.raises(BidError, match="only the first two players may call an inkle"):
        auction("6S P", INKLES).call("6H")


def test_inkles_ascend_and_every_real_bid_is_above_them():
    assert auction("6D", INKLES).legal()[:4] == ["P", "6H", "6NT", "7S"]
    assert not auction("7S", INKLES).can_call("6NT")
    assert auction("6NT 7S P P", INKLES).contract == ("7S", 1)


def test_an_inkle_is_never_the_contract():
    made = auction("6S 6C P", INKLES)
    assert made.high is None
    made.call("P")
    assert made.passed_out
    assert made.contract is None
    assert made.outcome == "redeal_next"
    assert auction("6S 6C P P", rules="american").outcome == "redeal_same", "Iowa State: the same dealer"
    assert auction("6S 6C P P", rules="trickster-american").outcome == "redeal_next"


def test_six_players_have_two_who_may_inkle():
    assert auction("6S", INKLES, SIX).can_call("6C")
    assert auction("6S P", INKLES, SIX).legal()[:2] == ["P", "7S"]


def test_an_inkle_is_no_seven_for_misere():
    after_seven = INKLES | {"misere.when": "after_7"}
    assert not auction("6NT", after_seven).can_call("M")
    assert auction("6NT 7S", after_seven).can_call("M")


# --- the lowest level ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "lowest"), [(6, "6S"), (7, "7S"), (8, "8S")])
def test_minimum_level(level, lowest):
    minimum = {"auction.minimum_level": level, "misere.when": "anytime"}
    assert next(word for word in auction("", minimum).legal() if word not in ("P", "M")) == lowest
    assert len(auction("", minimum).legal()) == 1 + 5 * (11 - level) + 2


def test_quebec_1000_starts_at_eight_with_misere_below():
    assert auction(rules="quebec-1000").legal()[:3] == ["P", "M", "8S"]


# --- who has passed -----------------------------------------------------------------------------------------


def test_passed_is_out_whatever_is_bid_later():
    made = auction("6S P 7C P")
    assert made.turn == 0
    made.call("8D")
    assert made.turn == 2, "seats 1 and 3 have passed"
    made.call("8H")
    assert made.turn == 0
    made.call("P")
    assert made.contract == ("8H", 2)


def test_a_change_of_suit_lets_all_back_in():
    made = auction("6D P 7C P", BY_SUIT)
    made.call("7D")  # seat 0 keeps to his suit
    assert made.turn == 2
    changed = auction("6D P 7C P 7H", BY_SUIT)
    assert changed.turn == 1, "the left-hand opponent, who has passed, speaks again"
    assert changed.can_call("8S")
    assert auction("6D P 7C P 7H P P P", BY_SUIT).contract == ("7H", 0)


def test_a_first_bid_is_no_change_of_suit():
    made = auction("P 6D 6H P", BY_SUIT)
    assert made.turn == 1, "seat 0 stays out though seat 2 named a new suit"


def test_the_change_counts_from_his_own_last_bid():
    made = auction("6S P 7C P 7D", BY_SUIT)
    assert made.turn == 1
    for word in ["P", "8C", "P", "8D"]:  # clubs again, diamonds again
        made.call(word)
    assert made.calls[-1].seat == 0
    assert made.turn == 2


def test_from_misere_to_open_misere_is_no_change():
    anytime = {"misere.when": "anytime"}
    assert auction("M P 8S OM", anytime, BY_SUIT, THREE).turn == 2, "seat 1 stays out"
    assert auction("M P 8S 9H", anytime, BY_SUIT, THREE).turn == 1


def test_a_bid_without_the_kitty_in_the_same_suit_is_no_change():
    made = auction("6D P 7C P 7D/sk", BY_SUIT, {"sans_kitty.allowed": True})
    assert made.turn == 2


def test_always_lets_back_in_after_any_bid():
    always = {"auction.after_pass": "always"}
    made = auction("6D P 7C P", always)
    made.call("7D")
    assert made.turn == 1
    assert auction("6D P 7C P P P", always).contract == ("7C", 2), "three passes in a row end it"
    assert auction("P P P 6S P P P", always).contract == ("6S", 3)
    assert not auction("P P P 6S P P", always).over


# --- raising one's own bid ----------------------------------------------------------------------------------


def test_nobody_raises_where_it_is_not_allowed():
    assert auction("6D P P P").over
    assert auction("6D P P P", BY_SUIT).over


def test_the_high_bidder_may_raise_or_keep_when_all_others_have_passed():
    made = auction("6D P P P", RAISE)
    assert made.turn == 0
    assert made.legal()[:3] == ["P", "6H", "6NT"]
    assert auction("6D P P P P", RAISE).contract == ("6D", 0)
    assert auction("6D P P P 8D", RAISE).contract == ("8D", 0), "in the same suit nobody answers"


def test_he_may_keep_a_bid_that_wins_the_game_already():
    made = auction("6NT P 7D P P", RAISE)
    assert made.turn == 2
    assert made.legal()[0] == "P"
    made.call("P")
    assert made.contract == ("7D", 2)


def test_a_raise_in_another_suit_lets_the_others_answer():
    for options in (RAISE, RAISE | BY_SUIT):
        made = auction("6D P P P 7C", options)
        assert made.turn == 1
        assert made.can_call("7D")
        assert auction("6D P P P 7C P P P", options).turn == 0, "he may raise again"
        assert auction("6D P P P 7C P P P P", options).contract == ("7C", 0)
        assert auction("6D P P P 7C P 7H P P P", options).contract == ("7H", 2)


def test_a_raise_lets_all_in_where_any_bid_does():
    assert auction("6D P P P 8D", RAISE, {"auction.after_pass": "always"}).turn == 1


def test_a_bid_after_three_passes_stands():
    assert auction("P P P 6S", RAISE).contract == ("6S", 3)


def test_without_re_entry_only_a_new_suit_after_all_passed_lets_back_in():
    assert auction("6D P 7C P 7H", RAISE).turn == 2, "a change while others still bid lets nobody back in"


def test_his_own_seven_is_good_for_misere():
    assert auction("7D P P P", RAISE).can_call("M")


# --- the highest bid ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "options", "contract"),
    [
        ("10NT", {}, ("10NT", 0)),
        ("10NT", RAISE, ("10NT", 0)),
        ("P OM", {"open_misere.place": "top"}, ("OM", 1)),
        ("10NT/sk", {"sans_kitty.allowed": True}, ("10NT/sk", 0)),
        ("6S 10NT", ONE, ("10NT", 1)),
    ],
)
def test_a_bid_nobody_can_exceed_ends_it(calls, options, contract):
    assert auction(calls, options).contract == contract


def test_bids_with_and_without_the_kitty_do_not_overcall_each_other():
    made = auction("8H", {"sans_kitty.allowed": True})
    assert made.legal()[:3] == ["P", "8NT", "8NT/sk"]
    assert not made.can_call("8H/sk")
    assert not auction("8H/sk", {"sans_kitty.allowed": True}).can_call("8H")
    assert auction("8H/sk P P P", {"sans_kitty.allowed": True}).contract == ("8H/sk", 0)


def test_a_higher_bid_that_is_closed_to_all_does_not_keep_it_open():
    blind = {"blind_misere.value": 1000, "misere.when": "anytime"}
    assert auction("10NT", blind).turn == 1, "three players have not called yet"
    assert auction("P P P 10NT", blind).over, "all have called"
    assert auction("P 6S 7S 10NT", blind).over


def test_who_may_raise_keeps_it_open_though_the_others_can_only_pass():
    double = {"double_misere.value": 500, "open_misere.place": "top", "misere.when": "anytime"}
    assert auction("M P OM", double).over, "only seat 2, whose partner bid misère, could bid double misère"
    made = auction("M P OM", double, RAISE)
    assert (made.turn, made.legal()) == (3, ["P"])
    made.call("P")
    assert (made.turn, made.legal()) == (0, ["P"])
    made.call("P")
    assert (made.turn, made.legal()) == (2, ["P", "DM"])


# --- all pass -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["redeal_next", "redeal_same", "play_no_trump"])
@pytest.mark.parametrize("table", [{}, THREE, SIX])
def test_what_follows_when_all_pass(ending, table):
    made = auction("", table, {"auction.all_pass": ending})
    for _ in range(made.rules.table.players):
        assert made.outcome is None
        made.call("P")
    assert made.outcome == ending
    assert made.passed_out
    assert (made.contract, made.turn, made.legal()) == (None, None, [])


def test_the_dealer_must_bid_when_all_others_have_passed():
    forced = {"auction.all_pass": "force_dealer"}
    made = auction("P P P", forced)
    assert made.turn == 3
    assert made.legal()[:2] == ["6S", "6C"]
    with pytest.raises(BidError, match='"P" cannot be called: nobody has bid, so that the dealer must'):
        made.call("P")
    made.call("6S")
    assert (made.outcome, made.contract) == ("contract", ("6S", 3))
    assert auction("P 6S P", forced).legal()[0] == "P", "only when nobody has bid"


def test_a_forced_dealer_cannot_hide_behind_inkles():
    made = auction("6S 6C P", INKLES, {"auction.all_pass": "force_dealer"})
    assert made.legal()[0] == "7S"


def test_the_auction_does_not_ask_who_will_lead():
    for lead in ("contractor", "left_of_dealer"):
        made = auction("6S P 7C P", {"play.first_lead": lead}, dealer=1)
        assert [call.seat for call in made.calls] == [2, 3, 0, 1]


def test_six_no_is_no_call_of_its_own():
    assert auction().verify_call("6N") == auction().verify_call("6NT")
    with pytest.raises(BidError, match='"6 No" is not a bid'):
        auction().verify_call("6 No")
