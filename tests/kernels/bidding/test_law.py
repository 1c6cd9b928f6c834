"""The law of the auction against the referee: every legal call at every step, over random auctions."""

import numpy as np
import pytest
from houses import random_house

from fivehundred_sim.cards import MISERE, OPEN_MISERE, PASS, format_bid
from fivehundred_sim.game import Auction
from fivehundred_sim.kernels.bidding import law
from fivehundred_sim.kernels.bidding.law import make_call, may_call, start_auction
from fivehundred_sim.rules import bidding
from fivehundred_sim.rules.bidding import encode_bidding
from fivehundred_sim.rules.load import load_rules, preset_names


class Twin:
    """One auction held twice, by the referee and by the kernel."""

    def __init__(self, rules, dealer):
        self.code = encode_bidding(rules)
        self.words = [format_bid(bid) for bid in self.code.calls]
        self.referee = Auction(rules, dealer)
        self.state = np.full(law.STATE_WORDS, -7, np.int64)  # what an earlier auction has left
        start_auction(self.code.options, np.int64(dealer), self.state)

    def legal(self):
        found = (may_call(self.code.table, self.code.options, self.state, i) for i in range(len(self.words)))
        return [i for i, may in enumerate(found) if may]

    def compare(self):
        legal = self.legal()
        assert [self.words[i] for i in legal] == self.referee.legal()
        assert bool(self.state[law.OVER]) == self.referee.over
        assert self.state[law.TURN] == (-1 if self.referee.over else self.referee.turn)
        return legal

    def call(self, call):
        self.referee.call(self.words[call])
        make_call(self.code.table, self.code.options, self.state, np.int64(call))

    def compare_end(self):
        count, state = self.state[law.COUNT], self.state
        listed = state[law.LIST : law.LIST + 2 * count].reshape(-1, 2)
        assert [(int(seat), self.code.calls[call]) for seat, call in listed] == list(self.referee.calls)
        if self.referee.passed_out:
            assert state[law.OUTCOME] == law.NOBODY_BID
            assert (state[law.HIGH], state[law.HIGH_SEAT]) == (0, -1)
        else:
            contract = (self.words[state[law.HIGH]], state[law.HIGH_SEAT])
            assert state[law.OUTCOME] == law.CONTRACT
            assert contract == self.referee.contract


def choose(rng, legal, table, eager, reach):
    """Return a call: mostly a cheap bid, misères now and then, passes the fewer the more eager."""
    bids = [call for call in legal if call]
    if legal[0] == 0 and (not bids or rng.random() > eager):
        return 0
    miseres = [call for call in bids if table[call, law.DENOMINATION] >= MISERE]
    if miseres and rng.random() < (0.3 if reach > 1 else 0.02):
        return miseres[rng.integers(len(miseres))]
    return bids[rng.integers(min(len(bids), reach))]


def play_auction(rules, rng):
    """Hold one auction of both, compare them at every step, and return its calls."""
    twin = Twin(rules, int(rng.integers(rules.table.players)))
    eager, reach = rng.choice([0.1, 0.4, 0.7, 0.95]), rng.choice([1, 1, 3, 30])
    while legal := twin.compare():
        twin.call(choose(rng, legal, twin.code.table, eager, reach))
    twin.compare_end()
    return twin.state[law.LIST + 1 : law.LIST + 2 * twin.state[law.COUNT] : 2], twin


def random_auctions(seed, houses, each):
    """Return over how many auctions misères were bid and nobody bid, and the longest."""
    rng = np.random.default_rng(seed)
    miseres = nobody = longest = 0
    for _ in range(houses):
        rules = random_house(rng)
        for _ in range(each):
            calls, twin = play_auction(rules, rng)
            miseres += bool(np.isin(twin.code.table[calls, law.DENOMINATION], range(MISERE, PASS)).any())
            nobody += twin.state[law.OUTCOME] == law.NOBODY_BID
            longest = max(longest, len(calls))
    return miseres, nobody, longest


def test_random_houses_agree_with_the_referee():
    miseres, nobody, longest = random_auctions(6, 90, 8)
    assert miseres > 100
    assert nobody > 20
    assert longest > 40


@pytest.mark.long
def test_many_random_houses_agree_with_the_referee():
    _, _, longest = random_auctions(7, 2_500, 8)
    assert longest > 60


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_agrees_with_the_referee(name):
    rng = np.random.default_rng(8)
    for _ in range(20):
        play_auction(load_rules(name), rng)


DOUBLE = {"double_misere.value": 500, "misere.when": "anytime"}
BLIND = {"blind_misere.value": 1000, "misere.when": "anytime"}
RAISE = {"auction.raise_own_bid": True}


@pytest.mark.parametrize(
    ("overrides", "calls", "turn"),
    [
        ({}, "10NT", -1),  # nobody can overcall it
        ({"open_misere.place": "top", "open_misere.value": 520}, "10NT OM", -1),
        (BLIND, "10NT", 1),  # those yet to call may bid blind
        (BLIND, "P P P 10NT", -1),  # all have called
        (RAISE, "6S P P P 6C P P P 6D", 1),  # in again with every new denomination
        (RAISE, "6S P P P 7S", -1),  # in the same one it ends the auction
        (RAISE, "P P P 6S", -1),  # a bid made when all others are out stands
        (RAISE, "6S P P P P", -1),  # he keeps it
        ({"auction.after_pass": "always"}, "6S P P 6C P P 6D", 3),
        ({"auction.after_pass": "on_denomination_change"}, "6S P P 6C 6D P P 7D", 0),
        (DOUBLE, "M P DM", 3),  # 10H and more are left to those who have not passed
        (DOUBLE, "M 8S 9S P 10S P DM", 0),
        ({"auction.all_pass": "force_dealer"}, "P P P", 3),
        ({"auction.all_pass": "force_dealer"}, "P P P 6S", -1),
        ({"auction.all_pass": "play_no_trump"}, "P P P P", -1),
    ],
)
def test_what_random_auctions_reach_seldom(overrides, calls, turn):
    twin = Twin(load_rules("australian", overrides), 3)
    for word in calls.split():
        twin.compare()
        twin.call(twin.words.index(word))
    twin.compare()
    assert twin.state[law.TURN] == turn


def test_both_sides_read_the_columns_in_one_order():
    for record in (bidding.CallCode, bidding.AuctionCode):
        fields = [name.upper() for name in record._fields]
        assert [getattr(law, name) for name in fields] == list(range(len(fields)))
    after_pass = [law.NEVER, law.ALWAYS, law.ON_CHANGE]
    assert after_pass == list(bidding.AFTER_PASS.values())
    all_pass = [law.REDEAL_NEXT, law.REDEAL_SAME, law.PLAY_NO_TRUMP, law.FORCE_DEALER]
    assert all_pass == list(bidding.ALL_PASS.values())
    assert (law.MISERE, law.OPEN_MISERE) == (MISERE, OPEN_MISERE)


def test_the_table_of_an_american_house():
    code = encode_bidding(load_rules("american"))
    words = [format_bid(bid) for bid in code.calls]
    assert words[:8] == ["P", "6S", "6C", "6D", "6H", "6NT", "7S", "7C"]
    assert code.table[1].tolist() == [6, 0, 0, -5, 1]
    assert code.table[6].tolist() == [7, 0, 0, 0, 0]
    assert code.table[0].tolist() == [0, bidding.NO_STRAIN, PASS, bidding.BELOW_ALL, 0]
    assert code.options[law.CALLS] == len(words)


def test_bids_without_the_kitty_have_the_height_of_those_with_it():
    code = encode_bidding(load_rules("gamerules"))
    words = [format_bid(bid) for bid in code.calls]
    with_it, without = code.table[words.index("8H")], code.table[words.index("8H/sk")]
    assert with_it[law.HEIGHT] == without[law.HEIGHT]
    assert (with_it[law.STRAIN], without[law.STRAIN]) == (3, 13)
