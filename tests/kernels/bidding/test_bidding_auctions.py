"""Whole auctions by styles, held to the referee: every call legal, on turn, and the same end."""

import numpy as np
import pytest
from tables import borrowed, looked_at, mixed, words_of

from fivehundred_sim.cards import BLIND_MISERE
from fivehundred_sim.game import Auction
from fivehundred_sim.kernels.bidding import law
from fivehundred_sim.kernels.codes import STRAINS
from fivehundred_sim.rules.load import preset_names
from fivehundred_sim.study.bidding.styles import style_names

HAND = 10


def replayed(house, dealer, state):
    """Make the calls of a finished auction once more at the referee's table, and return him."""
    referee = Auction(house.rules, int(dealer))
    listed = state[law.LIST : law.LIST + 2 * state[law.COUNT]].reshape(-1, 2)
    for seat, call in listed.tolist():
        assert referee.turn == seat
        referee.call(words_of(house)[call])  # raises if it is not legal
    return referee, listed


def hold(house, rng, number, seed):
    """Let drawn styles bid some deals, compare each auction with the referee, and return the calls made."""
    styles, bidders = mixed(house, rng)
    deals = house.deals(seed, 0, number)
    dealers = rng.integers(house.players, size=number)
    states = np.full((number, law.STATE_WORDS), -9)
    ends, worths = house.auctions(bidders, dealers, deals, states)
    made = {style.name: [] for style in styles}
    for deal, dealer, state, end, worth in zip(deals, dealers, states, ends, worths, strict=True):
        referee, listed = replayed(house, dealer, state)
        assert referee.over
        for seat, call in listed.tolist():
            made[styles[seat].name].append(call)
        if referee.passed_out:
            assert end.tolist() == [0, -1]
        else:
            assert (words_of(house)[end[0]], end[1]) == referee.contract
            strength, _ = looked_at(house, deal[HAND * end[1] : HAND * (end[1] + 1)])
            strain = min(house.bidding.table[end[0], law.STRAIN], STRAINS - 1)
            assert worth.tolist() == strength[strain].tolist()
    return made


def hold_many(names, tables, number, seed):
    """Return what every style called, over tables of every preset."""
    called = {name: {} for name in style_names()}
    for preset in names:
        house, rng = borrowed(preset), np.random.default_rng(seed)
        for table in range(tables):
            for style, calls in hold(house, rng, number, seed + table).items():
                for call in calls:
                    bid = house.bidding.calls[call]
                    called[style].setdefault(bid, 0)
                    called[style][bid] += 1
    return called


def check_what_was_called(called):
    for style, bids in called.items():
        assert sum(bids.values()) > 5, style
        assert any(bid.is_pass for bid in bids), style
        # HEN counts neither partner nor kitty, so it has six tricks but seldom.
        assert any(bid.level for bid in bids) or style == "hen", style
        # What no style ever calls: it takes more than ten cards in hand to judge.
        assert not any(
            bid.sans_kitty or (bid.denomination >= BLIND_MISERE and not bid.is_pass) for bid in bids
        )


def test_styles_bid_as_the_referee_allows():
    called = hold_many(preset_names(), 2, 10, 31)
    check_what_was_called(called)
    assert any(bid.is_misere for bid in called["natural"])
    assert not any(bid.is_misere for bid in called["no-misere"])


@pytest.mark.long
def test_many_styles_bid_as_the_referee_allows():
    """More than twenty thousand auctions."""
    check_what_was_called(hold_many(preset_names(), 14, 100, 32))


def test_a_dealer_may_be_forced_to_bid():
    house, rng = borrowed("australian", auction__all_pass="force_dealer"), np.random.default_rng(33)
    for seed in range(6):
        hold(house, rng, 20, seed)
    _, bidders = mixed(house, rng, ["natural", "mcg46", "patrick"])
    ends, _ = house.auctions(bidders, np.zeros(200, np.int64), house.deals(34, 0, 200))
    assert (ends[:, 0] > 0).all()


def test_the_same_deals_end_alike_whatever_stands_in_memory():
    house = borrowed("american")
    _, bidders = mixed(house, np.random.default_rng(35))
    deals, dealers = house.deals(36, 0, 60), np.arange(60) % 4
    together = house.auctions(bidders, dealers, deals)
    for i in reversed(range(60)):
        ends, worths = house.auctions(bidders, dealers[i : i + 1], deals[i : i + 1])
        assert ends[0].tolist() == together[0][i].tolist()
        assert worths[0].tolist() == together[1][i].tolist()
