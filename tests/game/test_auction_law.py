"""Random auctions under random options: each ends, never lacks a call, and follows the law told twice."""

import random

import pytest
from auction_twin import FAMILY, Walk

from fivehundred_sim.cards import format_bid
from fivehundred_sim.game import Auction
from fivehundred_sim.rules import RulesError, load_rules
from fivehundred_sim.rules.ladder import bids, inkles
from fivehundred_sim.rules.model import options

TABLES = (
    {"table.players": 2, "table.sides": "alone"},
    {"table.players": 3, "table.sides": "alone"},
    {},
    {"table.players": 5, "table.sides": "call_card"},
    {"table.players": 6, "table.sides": "3v3"},
    {"table.players": 6, "table.sides": "2v2v2"},
)
# What the auction depends on, with every value of the model.
ASKED = ("auction", "misere", "open_misere", "blind_misere", "double_misere", "bar_nullo", "sans_kitty")
CHOICES = {
    key: values
    for key, values in options().items()
    if key.split(".")[0] in ASKED or key == "scoring.schedule"
}
# What seldom fits together when it is drawn key by key.
DOUBLE = {"misere.when": "anytime", "double_misere.value": 500, "open_misere.after_8": False}
ONE_ROUND = {"auction.rounds": "one", "auction.after_pass": "never", "auction.raise_own_bid": False}
INKLES = ONE_ROUND | {"auction.inkles": True, "auction.minimum_level": 7}
LOW = {
    43: "10H 9H 8H 7H 6H 5H 4H 10S 9S 8S",
    33: "10H 9H 8H 7H 10S 9S 8S 7S 10D 9D",
}


def random_rules(rng):
    """Rules with random values of about half of the options, as long as they do not contradict each other."""
    while True:
        chosen = {key: rng.choice(values) for key, values in CHOICES.items() if rng.random() < 0.4}
        chosen |= rng.choice(({}, {}, {}, DOUBLE, ONE_ROUND, INKLES))
        try:
            return load_rules("australian", rng.choice(TABLES) | chosen)
        except RulesError:
            continue


class Told:
    """An auction and what the second telling needs to follow it."""

    def __init__(self, rules, dealer):
        self.auction = Auction(rules, dealer)
        self.inkles = [format_bid(bid) for bid in inkles(rules)]
        self.words = self.inkles + [format_bid(bid) for bid in bids(rules)]
        self.order = [word for word in self.words if not word.endswith("/sk")]
        self.refused = set()

    def expected(self):
        """(seat, calls) of the second telling, None where the auction is over."""
        made = self.auction
        walk = Walk(made.rules, self.order, self.inkles, made.dealer, self.refused)
        return walk.asks([format_bid(call.bid) for call in made.calls], self.words)

    def agrees(self):
        asked, made = self.expected(), self.auction
        if asked is None:
            return made.over and made.turn is None and made.legal() == []
        return not made.over and (made.turn, made.legal()) == asked

    def maybe_refuse(self, rng):
        """Now and then somebody with a poor hand proposes a redeal and his partner refuses."""
        made = self.auction
        hand = LOW.get(33 if made.rules.table.players < 4 else 43)
        if rng.random() < 0.2 and made.can_propose_redeal(hand):
            walk = Walk(made.rules, self.order, self.inkles, made.dealer)
            seat = made.turn
            if walk.partners(seat):
                made.propose_redeal(hand)
                made.answer_redeal(False)
                self.refused |= {seat, *walk.partners(seat)}


def next_call(rng, legal, daring):
    """A pass, a bid a little higher, or now and then any bid at all, misère bids above all."""
    if "P" in legal and (rng.random() > daring or len(legal) == 1):
        return "P"
    made = legal[1:] if "P" in legal else legal
    family = [word for word in made if word in FAMILY]
    if family and rng.random() < 0.3:
        return rng.choice((family[0], rng.choice(family)))
    return rng.choice(made if rng.random() < 0.1 else made[:4])


def play_auction(rng, rules):
    """Play one random auction, compared with the second telling before each call and at the end."""
    told = Told(rules, rng.randrange(rules.table.players))
    made, daring = told.auction, rng.choice((0.1, 0.3, 0.6, 0.9))
    bound = rules.table.players * (len(told.order) + 1)
    while not made.over:
        told.maybe_refuse(rng)
        if made.over:  # only misère was higher, and who could have bid it may not now
            break
        assert told.agrees(), (rules, made.calls, told.refused, told.expected(), made.turn, made.legal())
        assert made.legal()
        made.call(next_call(rng, made.legal(), daring))
        assert len(made.calls) <= bound
    assert told.agrees(), (rules, made.calls, told.refused, told.expected())
    check_end(made, told)


def check_end(made, told):
    """The contract is the last real bid; without one the deal ends as the rules say."""
    last = [call for call in made.calls if format_bid(call.bid) not in ("P", *told.inkles)]
    if last:
        assert made.outcome == "contract"
        assert made.contract == (format_bid(last[-1].bid), last[-1].seat)
        return
    assert made.rules.auction.all_pass != "force_dealer"
    assert (made.outcome, made.contract) == (made.rules.auction.all_pass, None)
    assert made.passed_out


@pytest.mark.parametrize("seed", range(6))
def test_random_auctions_end_and_follow_the_law_told_twice(seed):
    rng = random.Random(seed)
    for _ in range(50):
        rules = random_rules(rng)
        for _ in range(6):
            play_auction(rng, rules)


def test_every_call_that_is_not_listed_is_refused():
    rng = random.Random(4)
    for _ in range(20):
        rules = random_rules(rng)
        told = Told(rules, None)
        made = told.auction
        while not made.over:
            legal = made.legal()
            assert {word for word in [*told.words, "P"] if made.can_call(word)} == set(legal)
            assert not made.can_call("5H")
            made.call(next_call(rng, legal, 0.6))


def test_the_options_drawn_cover_every_value_of_the_auction():
    rng = random.Random(0)
    drawn = [random_rules(rng) for _ in range(300)]
    for key, values in CHOICES.items():
        table, name = key.split(".")
        assert {getattr(getattr(rules, table), name) for rules in drawn} == set(values), key
