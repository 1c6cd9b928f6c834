"""The auction: turns, what may be called when, how it ends, and the reasons given."""

import random

import pytest

from fivehundred_sim.cards import BidError, format_bid
from fivehundred_sim.game import Auction, Call, Contract
from fivehundred_sim.rules import RulesError, load_rules
from fivehundred_sim.rules.ladder import bids


def auction(calls="", dealer=3, **overrides):
    rules = load_rules("australian", {key.replace("__", "."): value for key, value in overrides.items()})
    made = Auction(rules, dealer)
    for word in calls.split():
        made.call(word)
    return made


def test_first_call_is_left_of_the_dealer():
    assert auction().turn == 0
    assert auction(dealer=1).turn == 2
    assert Auction(load_rules()).turn == 0
    with pytest.raises(ValueError, match="dealer 4 does not sit at the table"):
        auction(dealer=4)


def test_opening_calls():
    legal = auction().legal()
    assert legal[:3] == ["P", "6S", "6C"]
    assert legal[-3:] == ["OM", "10H", "10NT"]
    assert "M" not in legal
    assert len(legal) == 27


def test_calls_ascend_and_records_say_who():
    made = auction()
    assert made.call("6D") == made.calls[0]
    assert made.calls[0] == Call(0, bids(made.rules)[2])
    assert made.turn == 1
    assert made.legal()[1] == "6H"
    with pytest.raises(BidError, match='"6D" cannot be called: it is not higher than 6D'):
        made.call("6D")
    with pytest.raises(BidError, match="not higher than 6D"):
        made.verify_call("6S")
    assert made.can_call("6H")
    assert not made.can_call("6C")
    assert not made.can_call("nonsense")
    assert made.turn == 1, "a refused call changes nothing"


def test_six_hearts_over_six_no_trump_is_illegal():
    assert not auction("6NT P").can_call("6H")


@pytest.mark.parametrize("seven", ["7S", "7C", "7D", "7H", "7NT"])
def test_misere_over_any_seven(seven):
    assert "M" in auction(seven).legal()
    assert "M" in auction(f"P {seven} P").legal(), "also over partner's seven"


def test_misere_may_answer_only_a_seven():
    assert not auction().can_call("M")
    with pytest.raises(BidError, match='"M" cannot be called: nobody has bid 7 yet'):
        auction("6NT").call("M")
    with pytest.raises(BidError, match='"M" cannot be called: it is not higher than 8S'):
        auction("8S").call("M")
    assert auction("7D M").legal()[1] == "8S"


def test_misere_by_value():
    by_value = {"misere__eight_spades_overbids": False}
    assert auction("8S", **by_value).can_call("M")
    assert not auction("8C", **by_value).can_call("M")
    assert auction("7D M", **by_value).legal()[1] == "8C"
    low = {"misere__value": 210}
    assert auction("7H", **low).can_call("M")
    assert not auction("7NT", **low).can_call("M")


def test_misere_at_any_time_or_never():
    assert auction(misere__when="anytime").can_call("M")
    assert auction("6S", misere__when="anytime").can_call("M")
    off = auction("7S", misere__when="off")
    assert not {"M", "OM"} & set(off.legal())
    with pytest.raises(BidError, match=r'"OM" is not a bid of these rules \(misère is off\)'):
        off.call("OM")


def test_open_misere():
    assert auction().can_call("OM")
    assert auction("OM").legal() == ["P", "10H", "10NT"]
    assert auction("OM", open_misere__place="above_10H").legal() == ["P", "10NT"]
    waits = {"open_misere__after_8": True}
    with pytest.raises(BidError, match="nobody has bid 8 yet"):
        auction("7NT", **waits).call("OM")
    assert auction("8S P", **waits).can_call("OM")


def test_passed_players_are_out():
    made = auction("6S P 7C P")
    assert made.turn == 0
    made.call("7D")
    assert made.turn == 2, "seat 1 has passed and does not speak again"
    made.call("P")
    assert made.over
    assert made.contract == Contract("7D", 0)
    assert made.contract == ("7D", 0)


def test_after_pass_always():
    made = auction("6S P 7C P", auction__after_pass="always")
    made.call("7D")
    assert made.turn == 1
    for _ in range(2):
        made.call("P")
        assert not made.over
    made.call("P")
    assert made.contract == ("7D", 0)
    assert auction("P P P 6S", auction__after_pass="always").turn == 0
    assert auction("P P P P", auction__after_pass="always").passed_out


def test_the_fourth_player_may_bid_after_three_passes():
    made = auction("P P P")
    assert not made.over
    made.call("6S")
    assert made.contract == ("6S", 3)


def test_all_pass():
    made = auction("P P P P")
    assert made.over
    assert made.passed_out
    assert made.contract is None
    assert made.turn is None
    assert made.legal() == []
    with pytest.raises(BidError, match='"6S" cannot be called: the auction is over'):
        made.call("6S")


def test_nobody_raises_his_own_last_bid():
    made = auction("6D P P P")
    assert made.contract == ("6D", 0)
    assert not made.can_call("8D")


def test_the_highest_bid_ends_it():
    made = auction("6S 10NT")
    assert made.contract == ("10NT", 1)
    assert auction("OM", open_misere__place="top").contract == ("OM", 0)
    assert not auction("10NT", open_misere__place="top").over


def test_bids_of_other_houses():
    for word, reason in [("BM", "it is not played here"), ("8H/sk", "it is not played here")]:
        with pytest.raises(BidError, match=reason):
            auction().call(word)
    with pytest.raises(BidError, match="the lowest level is 7"):
        auction(auction__minimum_level=7).call("6S")


@pytest.mark.parametrize("after_pass", ["never", "always"])
def test_random_auctions_end_in_the_last_bid(after_pass):
    rng = random.Random(11)
    for _ in range(60):
        made = auction(dealer=rng.randrange(4), auction__after_pass=after_pass)
        while not made.over:
            legal = made.legal()
            made.call("P" if rng.random() < 0.6 else rng.choice(legal[:8]))
        last = [call for call in made.calls if not call.bid.is_pass]
        assert made.contract == ((str(last[-1].bid), last[-1].seat) if last else None)
        ranks = [bids(made.rules).index(call.bid) for call in last]
        assert ranks == sorted(set(ranks))
        if after_pass == "never":
            passes = [call.seat for call in made.calls if call.bid.is_pass]
            assert len(passes) == len(set(passes))


def test_rules_may_be_a_name_or_a_file(tmp_path):
    assert Auction("australian").rules == load_rules()
    house = tmp_path / "house.toml"
    house.write_text('base = "australian"\n[misere]\nwhen = "off"\n')
    assert "M" not in [format_bid(bid) for bid in bids(Auction(house).rules)]
    with pytest.raises(RulesError, match="nowhere"):
        Auction("nowhere")
