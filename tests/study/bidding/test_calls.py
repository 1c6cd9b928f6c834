"""What calls are worth on the same deals: sums of shares, differences by pairs, what is certain, bluffs."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields

import numpy as np
import pytest
from auctions import australian, bidders_of, cases_of

from fivehundred_sim.cards import format_bid
from fivehundred_sim.kernels.bidding import law
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.calls import Ends, Played, estimates, play_calls
from fivehundred_sim.study.bidding.fitting_deals import Fitting, fitting_deals
from fivehundred_sim.study.bidding.house import all_alike, house_of
from fivehundred_sim.study.bidding.match import points_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.situation import situation_of
from fivehundred_sim.study.bidding.styles import load_style

TEN = "JK JH JD AH KH QH 10H 9H AS AC"  # eight trumps without the eight, and two aces: ten sure tricks


@pytest.fixture(scope="module")
def executor():
    with ThreadPoolExecutor(2) as threads:
        yield threads


def asked(auction, hand="JK JD KH 9H 5H AS 8S 7C 6C 5D"):
    return situation_of(hand, australian().rules, australian().bidding, auction)


def played_on(situation, executor, wanted=120):
    house, bidders = australian(), bidders_of()
    fitting = fitting_deals(house, bidders, situation, wanted, 3, executor)
    return fitting, play_calls(house, bidders, situation, fitting, None, executor)


def words(situation):
    return [format_bid(australian().bidding.calls[call]) for call in situation.candidates]


@pytest.mark.parametrize("auction", ["", "P 7S", "6H P P"])
def test_shares_add_up_and_every_deal_ends_once(auction, executor):
    situation = asked(auction)
    _, played = played_on(situation, executor)
    for ends in (played.after, played.alone):
        total = ends.made + ends.set_ + ends.theirs_made + ends.theirs_set
        assert (total < 1 + 1e-9).all()
        nobody = total < 0.5
        assert total[~nobody] == pytest.approx(1)
        assert (ends.points[nobody] == 0).all()
        assert (ends.wins == 0).all()
        for each in fields(Ends):
            assert getattr(ends, each.name).shape == (120, len(situation.candidates))
    for row in estimates(australian(), situation, played):
        shares = [row.p_made, row.p_set, row.p_theirs_made, row.p_theirs_set, row.p_nobody]
        assert min(shares) >= 0
        assert sum(shares) == pytest.approx(1)
        assert row.p_ours == pytest.approx(row.p_made + row.p_set)
        assert row.p_theirs == pytest.approx(row.p_theirs_made + row.p_theirs_set)


def test_a_call_leads_where_the_auction_of_the_styles_leads(executor):
    """The style's own call, in its own auctions, ends as those auctions do, scored as in a match."""
    house, bidders = australian(), bidders_of()
    for situation, deal in cases_of("natural", 950, 12, lambda calls, n: n in (1, 2, 5)):
        states = np.empty((1, law.STATE_WORDS), np.int64)
        dealer = np.array([situation.dealer])
        ends, worths = house.auctions(bidders, dealer, deal[None], states)
        n = len(situation.calls)
        call = int(states[0, law.LIST + 2 * n + 1])
        assert states[0, law.LIST + 1 : law.LIST + 2 * n : 2].tolist() == list(situation.calls)
        own_deals = Fitting(deal[None], np.ones(1), 1, "all")
        played = play_calls(house, bidders, situation, own_deals, None, executor)
        points, _ = points_of(house, deal[None], ends, worths, situation.seat % 2)
        assert played.after.points[0, situation.candidates.index(call)] == pytest.approx(points[0])


def test_the_differences_are_those_of_pairs(executor):
    situation = asked("P 7S")
    _, played = played_on(situation, executor)
    rows = estimates(australian(), situation, played)
    order = [words(situation).index(row.call) for row in rows]
    best = played.after.points[:, order[0]]
    for row, j in zip(rows, order, strict=True):
        values = played.after.points[:, j]
        gap = values - best
        assert row.mean_points == pytest.approx(values.mean())
        assert row.diff == pytest.approx(gap.mean(), abs=1e-9)
        half = 1.959964 * gap.std() / np.sqrt(len(gap))
        assert row.diff_high - row.diff == pytest.approx(half, rel=1e-3, abs=1e-9)
        assert row.diff - row.diff_low == pytest.approx(half, rel=1e-3, abs=1e-9)
    means = [row.mean_points for row in rows[1:]]
    assert means == sorted(means, reverse=True)
    assert rows[0].diff == rows[0].diff_low == rows[0].diff_high == 0


def test_weights_count_deals_that_often(executor):
    """A deal of weight two counts as two of weight one do."""
    house, situation = australian(), asked("P 7S")
    fitting, played = played_on(situation, executor, 60)
    twice = np.concatenate([fitting.deals, fitting.deals[:20]])
    weights = np.where(np.arange(60) < 20, 2.0, 1.0)
    weighed = Played(weights, played.after, played.alone, scored=False)
    doubled = play_calls(
        house, bidders_of(), situation, Fitting(twice, np.ones(80), 80, "all"), None, executor
    )
    for one, other in zip(
        estimates(house, situation, weighed), estimates(house, situation, doubled), strict=True
    ):
        assert one.call == other.call
        assert one.mean_points == pytest.approx(other.mean_points)
        assert (one.p_made, one.p_theirs) == pytest.approx((other.p_made, other.p_theirs))


@pytest.mark.parametrize("auction", ["", "P 7S", "6S P 7C"])
def test_what_is_certain_never_fails(auction, executor):
    situation = asked(auction, TEN)
    _, played = played_on(situation, executor, 80)
    names = words(situation)
    ten = names.index("10H")
    assert (played.after.made[:, ten] == 1).all()
    assert (played.after.points[:, ten] == 500).all()
    for word in ("7H", "8H", "9H"):
        if word in names:
            assert (played.alone.made[:, names.index(word)] == 1).all()
    assert (played.alone.made[:, names.index("8C")] < 1).any()
    rows = estimates(australian(), situation, played)
    assert rows[0].call == "10H"
    assert rows[0].mean_points_low == rows[0].mean_points_high == 500


def test_a_bluff_is_never_the_best_call(executor):
    """Eight no-trump on nothing fails; were its auction all gain, it would still not rest on the cards."""
    situation = asked("P 7S", "QH 9H KD 9D 8D QC 9C 8C KS 8S")
    _, played = played_on(situation, executor)
    by_call = {row.call: row for row in estimates(australian(), situation, played)}
    assert by_call["8NT"].p_alone < 0.1
    assert by_call["8NT"].mean_points < by_call["P"].mean_points
    assert not by_call["8NT"].bluff, "it gains nothing"
    assert by_call["P"].p_alone is None
    after = Ends(*(getattr(played.after, each.name).copy() for each in fields(Ends)))
    after.points[:, words(situation).index("8NT")] = 700.0
    rows = estimates(australian(), situation, Played(played.weights, after, played.alone, scored=False))
    assert (rows[1].call, rows[1].bluff) == ("8NT", True)
    assert rows[1].diff > 0
    assert not rows[0].bluff


def test_of_equals_the_lowest_comes_first():
    situation = asked("", TEN)
    n = len(situation.candidates)
    ends = Ends(*(np.ones((5, n)) for _ in fields(Ends)))
    ends.points[:] += np.linspace(1e-13, 0, n)[::-1]
    rows = estimates(australian(), situation, Played(np.ones(5), ends, ends, scored=False))
    assert [row.call for row in rows] == words(situation)


def test_a_signal_is_no_bluff(executor):
    """The joker shown by an American inkle cannot be left in, so nothing about it can fail."""
    house = house_of(load_rules("american"))
    inkle = load_style("inkle")
    bidders = all_alike(house, inkle, signals(house, inkle))
    hand = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
    situation = situation_of(hand, house.rules, house.bidding, "6H")
    fitting = fitting_deals(house, bidders, situation, 200, 1, executor)
    played = play_calls(house, bidders, situation, fitting, None, executor)
    rows = {row.call: row for row in estimates(house, situation, played)}
    assert rows["6NT"].p_alone == 0
    assert not rows["6NT"].bluff


def test_a_suit_that_another_of_its_level_clearly_beats_is_not_advised(executor):
    """Five hearts with joker and left bower: diamonds might gain by being outbid, and are no honest bid."""
    situation = asked("")
    _, played = played_on(situation, executor, wanted=400)
    after = Ends(*(getattr(played.after, each.name).copy() for each in fields(Ends)))
    after.points[:, words(situation).index("7D")] = 300.0
    loud = Played(played.weights, after, played.alone, scored=False)
    rows = {row.call: row for row in estimates(australian(), situation, loud)}
    assert rows["7D"].false_suit
    assert rows["7D"].bluff
    assert not rows["7H"].false_suit
    assert rows["7D"].diff > 0
    after.points[:, words(situation).index("6D")] = 400.0
    shown = {row.call: row for row in estimates(australian(), situation, loud, shows=True)}
    assert not shown["6D"].false_suit  # a six may show something
