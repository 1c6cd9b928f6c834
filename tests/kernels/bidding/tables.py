"""Tables of bidders for tests: any house with the shipped evaluation, decisions taken one by one.

What hands are worth is borrowed from the australian evaluation everywhere: tests ask whether calls are legal
and follow from that, not whether it is right for another pack.
"""

from functools import cache

import numpy as np

from fivehundred_sim.cards import format_bid
from fivehundred_sim.kernels.bidding import law
from fivehundred_sim.kernels.bidding.auction import look_at
from fivehundred_sim.kernels.bidding.choose import choose_call, new_room
from fivehundred_sim.kernels.bidding.styles import FACTS
from fivehundred_sim.rules.bidding import encode_bidding
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.bidding.evaluation import Evaluation, evaluation
from fivehundred_sim.study.bidding.house import House, seated
from fivehundred_sim.study.bidding.inference import first_weights
from fivehundred_sim.study.bidding.styles import load_style, style_names
from fivehundred_sim.study.question import resolve_hand


@cache
def borrowed(name="australian", **overrides):
    """Return a house that values hands as the australian one does."""
    rules = load_rules(name, {key.replace("__", "."): value for key, value in overrides.items()})
    ours = evaluation(load_rules("australian"))
    valued = Evaluation(hand_code(rules), ours.weights, ours.heuristic, ours.quick, ours.chances, {})
    return House(rules, encode_bidding(rules), valued)


def random_weights(rng):
    """Return weights of somebody who makes something of all he hears."""
    weights = first_weights()
    return weights + rng.normal(0, 0.15, len(weights))


def mixed(house, rng, names=None, hears=True):
    """Return styles drawn for every seat, and the bidders that they make."""
    drawn = [load_style(str(name)) for name in rng.choice(names or style_names(), house.players)]
    known = {style: random_weights(rng) if hears else first_weights() for style in drawn}
    return drawn, seated(house, drawn, [known[style] for style in drawn])


def alike(house, style):
    """Return a table of one style that makes nothing of what it hears but conventions."""
    style = load_style(style) if isinstance(style, str) else style
    return seated(house, [style] * house.players, [first_weights()] * house.players)


def place_of(house, word):
    """Return the number of a call."""
    return words_of(house).index(word)


def words_of(house):
    """Return every call of a house as text."""
    return [format_bid(bid) for bid in house.bidding.calls]


def state_after(house, auction="", dealer=None):
    """Return an auction in the kernels' form after the calls of a text; the last seat deals by default."""
    state = np.empty(law.STATE_WORDS, np.int64)
    dealer = house.players - 1 if dealer is None else dealer
    law.start_auction(house.bidding.options, np.int64(dealer), state)
    for word in auction.split():
        call = np.int64(place_of(house, word))
        assert law.may_call(house.bidding.table, house.bidding.options, state, call), word
        law.make_call(house.bidding.table, house.bidding.options, state, call)
    return state


def places_of(house, hand):
    """Return a hand as the indices of its cards in the pack."""
    cards = set(resolve_hand(hand, house.rules))
    return np.array([place for place, card in enumerate(pack(house.rules)) if card in cards])


def looked_at(house, hand):
    """Return what a hand is worth by strain, and what conventions ask of it."""
    strength, facts = np.empty((STRAINS, 2)), np.empty(FACTS, np.int64)
    look_at(hand, house.evaluation.code, house.evaluation.weights, strength, facts)
    return strength, facts


def decide(house, bidders, state, hand):
    """Return the call that the seat on turn makes, and what every call was worth to it."""
    seat, values = state[law.TURN], np.full(len(house.bidding.calls), np.nan)
    call = choose_call(
        *(house.bidding.table, house.bidding.options, state, hand, house.evaluation.code),
        *looked_at(house, hand),
        *(bidders.rows, bidders.style_of, bidders.weights, bidders.worth[seat], bidders.passing[seat]),
        *(new_room(), values),
    )
    return int(call), values


def call_of(house, bidders, hand, auction="", dealer=None):
    """Return the call that the seat on turn makes after an auction, as text."""
    state = state_after(house, auction, dealer)
    return words_of(house)[decide(house, bidders, state, places_of(house, hand))[0]]
