"""Long ladders: which bids without the kitty tables show, and which of them charts."""

import re
from dataclasses import replace

import pytest
from fake_engine import make_engine

from fivehundred_sim import advise, load_rules
from fivehundred_sim.report import chart
from fivehundred_sim.report.glyphs import ASCII, UNICODE, heading, split_bid
from fivehundred_sim.report.groups import groups_of, hides_some, panels_of
from fivehundred_sim.report.markdown import to_markdown

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
RULES = load_rules("gamerules", {"bar_nullo.value": 500})


def answer(bid=None, worse=True):
    """An answer whose bids without the kitty all bring less than with it, or more."""
    advice = advise(HAND, bid, rules=RULES, engines=make_engine()[0], deals=40)
    shift = -2000 if worse else 2000
    rows = [
        replace(row, mean_points=row.mean_points + shift) if row.bid.endswith("/sk") else row
        for row in advice.contracts
    ]
    return replace(advice, contracts=tuple(rows), best="8H", ties=())


def shown(advice):
    return [bid for group in groups_of(advice) for bid in group.shown]


def test_every_bid_is_in_one_group():
    advice = answer()
    groups = groups_of(advice)
    assert sorted(bid for group in groups for bid in group.bids) == sorted(advice.bids)
    assert [heading(group.bids[0], UNICODE) for group in groups][:4] == [
        *("♠ spades", "♠ no kitty", "♣ clubs", "♣ no kitty")
    ]
    assert groups[-1].bids == ("M", "OM", "BN")


def test_bids_without_the_kitty_are_shown_if_wanted():
    assert not any(bid.endswith("/sk") for bid in shown(answer()))
    assert hides_some(answer())
    assert [bid for bid in shown(answer("9D/sk")) if bid.endswith("/sk")] == ["9D/sk"]
    assert "7S/sk" in shown(replace(answer(), ties=("7S/sk",)))
    everything = answer(worse=False)
    assert sorted(shown(everything)) == sorted(everything.bids)
    assert not hides_some(everything)
    assert not hides_some(advise(HAND, engines=make_engine()[0], deals=5))


def test_a_chart_has_one_panel_a_denomination_that_of_the_bid_asked_about():
    assert [bids[0] for bids in panels_of(answer())] == ["6S", "6C", "6D", "6H", "6NT", "M"]
    assert [bids[0] for bids in panels_of(answer("9D/sk"))] == ["6S", "6C", "6D/sk", "6H", "6NT", "M"]
    titles = [axes.get_title() for axes in chart.overview(answer("9D/sk")).axes]
    assert titles.count("♦ no kitty") == 2
    assert "♦ diamonds" not in titles


def test_the_lowest_bid_of_the_house_begins_the_shaded_part():
    rules = load_rules("american")
    figure = chart.trick_distribution(advise(HAND, rules=rules, engines=make_engine()[0], deals=40))
    assert figure.axes[0].patches[0].get_x() == pytest.approx(6.5)


def test_bids_without_the_kitty_in_words():
    assert split_bid("10NT/sk") == ("10", "NT")
    assert UNICODE.bid("8H/sk") == "8♥/sk"
    assert ASCII.bid("8H/sk") == "8H/sk"
    assert heading("8NT/sk", ASCII) == "NT no kitty"
    assert split_bid("DM") == split_bid("BN") == ("", "misère")
    page = to_markdown(answer("9D/sk"))
    assert "| **9♦/sk** (asked)" in page
    assert len(re.findall(r"^\| ♦ no kitty", page, re.MULTILINE)) == 1


def test_hands_of_the_pack_of_six_are_grouped_so_that_they_can_be_read():
    words = ["BJ", "RJ", "AS", "13S", "11S", "10S", "KH", "10H", "9H", "2C"]
    assert UNICODE.grouped_hand(words) == "BJ RJ ♠A,13,11,10 ♥K109 ♣2"
    assert ASCII.grouped_hand(words) == "BJ RJ S:A,13,11,10 H:K109 C:2"
