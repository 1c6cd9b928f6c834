"""When each bid of the misère family may be called, and the redeal that can take misère away."""

from math import comb

import pytest

from fivehundred_sim.cards import BidError, CardError, format_card
from fivehundred_sim.game import Auction
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import pack

ANYTIME = {"misere.when": "anytime"}
BY_VALUE = {"misere.eight_spades_overbids": False}
IOWA = {"auction.no_ace_no_face_redeal": True} | ANYTIME
LOW = "10H 9H 8H 7H 6H 5H 4H 10S 9S 8S"  # no ace, no face


def auction(calls="", *changes, dealer=None):
    merged = {key: value for change in changes for key, value in change.items()}
    made = Auction(load_rules("australian", merged), dealer)
    for word in calls.split():
        made.call(word)
    return made


# --- misère -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "options", "legal"),
    [
        ("", {}, False),
        ("6NT", {}, False),
        ("7S", {}, True),
        ("P 7NT P", {}, True),
        ("7S 7C P P", {}, True),  # over his own seven and a higher one
        ("8S", {}, False),  # all sevens, no eight
        ("8S", BY_VALUE, True),  # an eight is more than a seven
        ("7S 8S", BY_VALUE, True),
        ("8C", BY_VALUE, False),
        ("7H", {"misere.value": 210}, True),
        ("7NT", {"misere.value": 210}, False),
        ("6S P P", {}, False),
        ("6S P P", ANYTIME, True),
        ("", ANYTIME, True),
        ("7NT", {"misere.when": "off"}, False),
    ],
)
def test_when_misere_may_be_called(calls, options, legal):
    assert auction(calls, options).can_call("M") == legal


def test_nobody_calls_misere_after_his_own_pass():
    assert auction("P 6S 7S P").turn == 1, "seat 0, who has passed, cannot come in with misère"
    assert auction("P 7S P P", {"auction.after_pass": "always"}).can_call("M")


def test_the_dos_ladder_of_misere():
    """Nullo above 8S and below 8C; double only after partner's nullo; bar nullo 500 at any time."""
    dos = ANYTIME | BY_VALUE | {"double_misere.value": 500, "bar_nullo.value": 500, "auction.rounds": "one"}
    assert auction("8S", dos).can_call("M")
    assert auction("M", dos).legal()[1] == "8C"
    assert not auction("M", dos).can_call("DM"), "an opponent's nullo"
    assert auction("M P", dos).can_call("DM")
    assert auction("M 8C", dos).can_call("DM"), "though it was overcalled"
    assert auction("", dos).can_call("BN")
    assert not auction("BN", dos).can_call("OM")
    with pytest.raises(BidError, match="his partner has not bid misère"):
        auction("OM P", dos).call("DM")


# --- open, blind, double, bar -------------------------------------------------------------------------------


def test_open_misere_at_any_time_though_misere_waits_for_a_seven():
    assert auction().can_call("OM")
    assert auction("6S").can_call("OM")
    assert auction("10D").can_call("OM")
    assert not auction("10H").can_call("OM")
    assert auction("10H", {"open_misere.place": "above_10H"}).can_call("OM")


@pytest.mark.parametrize(
    ("calls", "legal"), [("", False), ("7NT", False), ("8S", True), ("7S M 8C P", True), ("9S", True)]
)
def test_open_misere_only_after_an_eight(calls, legal):
    assert auction(calls, {"open_misere.after_8": True}).can_call("OM") == legal


@pytest.mark.parametrize("value", [500, 1000])
def test_blind_misere_only_as_a_first_call(value):
    blind = ANYTIME | {"blind_misere.value": value, "auction.after_pass": "always"}
    assert auction("", blind).can_call("BM")
    assert auction("6S 7S P", blind).can_call("BM")
    with pytest.raises(BidError, match="it may only be a player's first call"):
        auction("6S 7S P P", blind).call("BM")
    with pytest.raises(BidError, match="it may only be a player's first call"):
        auction("P 7S P P", blind).call("BM")


def test_blind_misere_of_500_stands_right_above_open_misere_and_of_1000_above_everything():
    assert auction("OM", ANYTIME, {"blind_misere.value": 500}).legal() == ["P", "BM", "10H", "10NT"]
    assert auction("10NT", ANYTIME, {"blind_misere.value": 1000}).legal() == ["P", "BM"]
    assert auction("BM", ANYTIME, {"blind_misere.value": 1000}).contract == ("BM", 0)


def test_blind_double_and_bar_wait_for_a_seven_where_misere_does():
    kin = {"blind_misere.value": 500, "double_misere.value": 500, "bar_nullo.value": 500}
    assert not {"BM", "DM", "BN"} & set(auction("6NT", kin).legal())
    assert {"BM", "BN"} <= set(auction("7S", kin).legal())
    assert auction("7S M P", kin).can_call("DM"), "seat 3 after seat 1"


# --- no ace, no face ----------------------------------------------------------------------------------------


def test_a_redeal_that_the_partner_agrees_to_ends_the_auction():
    made = auction("P", IOWA)
    made.propose_redeal(LOW)
    assert (made.asked, made.turn, made.legal()) == (3, 3, [])
    with pytest.raises(BidError, match="seat 3 has yet to agree to a redeal or refuse it"):
        made.call("P")
    assert made.answer_redeal(True) == (1, True)
    assert made.over
    assert (made.outcome, made.passed_out, made.contract) == ("redeal_same", False, None)


def test_a_redeal_also_ends_an_auction_in_which_somebody_has_bid():
    made = auction("6S", IOWA)
    made.propose_redeal(LOW)
    made.answer_redeal(True)
    assert (made.outcome, made.contract) == ("redeal_same", None)


def test_the_side_that_refuses_a_redeal_may_bid_no_misere():
    made = auction("", IOWA, {"bar_nullo.value": 500})
    made.propose_redeal(LOW)
    assert made.answer_redeal(False) == (0, False)
    assert made.turn == 0, "the proposer calls"
    assert not {"M", "OM", "BN"} & set(made.legal())
    with pytest.raises(BidError, match='"M" cannot be called: his side has refused a redeal'):
        made.call("M")
    made.call("6S")
    assert {"M", "OM", "BN"} <= set(made.legal()), "the other side may"
    made.call("P")
    assert "M" not in made.legal(), "nor his partner"


def test_a_redeal_is_proposed_before_the_first_call_and_once():
    with pytest.raises(BidError, match="seat 0 has called"):
        auction("6S 7S P P", IOWA).propose_redeal(LOW)
    made = auction("", IOWA)
    made.propose_redeal(LOW)
    with pytest.raises(BidError, match="seat 0 has proposed one"):
        made.propose_redeal(LOW)
    made.answer_redeal(False)
    assert not made.can_propose_redeal(LOW)
    with pytest.raises(BidError, match="no redeal is proposed"):
        made.answer_redeal(True)
    with pytest.raises(BidError, match="the auction is over"):
        auction("10NT", IOWA).propose_redeal(LOW)


def test_a_redeal_asks_for_a_hand_without_ace_face_and_joker():
    made = auction("", IOWA)
    assert made.can_propose_redeal(LOW)
    for high in ("AH", "KC", "QD", "JS", "JK"):
        with pytest.raises(BidError, match="the hand holds an ace, a face card or a joker"):
            made.propose_redeal(LOW.replace("10H", high))
    with pytest.raises(CardError, match="9 cards, expected 10"):
        made.propose_redeal(LOW.replace("10H ", ""))
    with pytest.raises(BidError, match="no_ace_no_face_redeal is false"):
        auction().propose_redeal(LOW)


def test_the_eleven_twelve_and_thirteen_are_no_faces():
    made = auction("", IOWA, {"table.players": 6, "table.sides": "3v3"})
    assert made.can_propose_redeal("13H 13D 12S 12C 12D 12H 11S 11C 11D 11H")


def test_without_a_partner_nobody_can_refuse():
    made = auction("", IOWA, {"table.players": 3, "table.sides": "alone"})
    assert made.propose_redeal("10H 9H 8H 7H 10S 9S 8S 7S 10D 9D") == (0, True)
    assert made.outcome == "redeal_same"


def test_of_two_partners_both_must_agree():
    six = IOWA | {"table.players": 6, "table.sides": "3v3"}
    made = auction("", six)
    made.propose_redeal("2H 3H 4H 5H 6H 7H 8H 9H 10H 2S")
    assert made.asked == 2
    assert made.answer_redeal(True) == (0, None)
    assert (made.asked, made.over) == (4, False)
    assert made.answer_redeal(True) == (0, True)
    refused = auction("", six)
    refused.propose_redeal("2H 3H 4H 5H 6H 7H 8H 9H 10H 2S")
    assert refused.answer_redeal(False) == (0, False)
    assert (refused.asked, refused.turn) == (None, 0)


@pytest.mark.parametrize(("kitty", "cards", "percent"), [(3, 43, 0.28), (5, 45, 0.41)])
def test_how_often_a_hand_has_neither_ace_nor_face(kitty, cards, percent):
    """Exactly: the ways to choose ten of the cards that allow a redeal, of all ways to choose ten."""
    made = auction("", IOWA, {"pack.kitty": kitty})
    deck = [format_card(card) for card in pack(made.rules)]
    assert len(deck) == cards
    spare = [*LOW.split(), "7S", "6S"]  # twelve low cards, to fill a hand that holds the one asked about

    def allows(card):
        return made.can_propose_redeal([card, *[other for other in spare if other != card][:9]])

    allowing = sum(allows(card) for card in deck)
    assert round(100 * comb(allowing, 10) / comb(cards, 10), 2) == percent
