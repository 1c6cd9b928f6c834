"""Auctions that a style itself produced, as questions of one of its players with the truth beside them."""

from functools import cache
from typing import NamedTuple

import numpy as np

from fivehundred_sim.kernels.bidding import law
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.house import all_alike, house_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.situation import Situation
from fivehundred_sim.study.bidding.styles import load_style

HAND = 10


@cache
def australian():
    return house_of(load_rules("australian"))


@cache
def bidders_of(style="natural"):
    return all_alike(australian(), load_style(style), signals(australian(), load_style(style)))


class Case(NamedTuple):
    """What a player was asked in a real auction, and the whole deal that he did not see."""

    situation: Situation
    deal: np.ndarray


def situation_at(house, deal, dealer, listed):
    """Return the situation after the calls in `listed`, rows of seat and call."""
    state = np.empty(law.STATE_WORDS, np.int64)
    table, options = house.bidding.table, house.bidding.options
    law.start_auction(options, np.int64(dealer), state)
    for _, call in listed:
        law.make_call(table, options, state, np.int64(call))
    seat = int(state[law.TURN])
    candidates = [i for i in range(len(table)) if law.may_call(table, options, state, np.int64(i))]
    return Situation(
        hand=np.sort(deal[HAND * seat : HAND * (seat + 1)]),
        seat=seat,
        dealer=int(dealer),
        calls=tuple(int(call) for _, call in listed),
        candidates=tuple(candidates),
        others=tuple(dict.fromkeys(int(who) for who, _ in listed if who != seat)),
    )


def auctions_of(style, seed, number):
    """Return deals of a stream and the calls that a style makes on them, dealers in turn."""
    house = australian()
    deals, dealers = house.deals(seed, 0, number), np.arange(number) % 4
    states = np.empty((number, law.STATE_WORDS), np.int64)
    house.auctions(bidders_of(style), dealers, deals, states)
    calls = [state[law.LIST : law.LIST + 2 * state[law.COUNT]].reshape(-1, 2) for state in states]
    return deals, dealers, calls


def cases_of(style, seed, number, accepts):
    """Return the first `number` questions of a style's auctions that are wanted: `accepts(words, n)`.

    words: the calls of a whole auction as numbers of calls; n: how many of them come before the question.
    """
    house, found, first = australian(), [], 0
    while len(found) < number:
        deals, dealers, calls = auctions_of(style, seed + first, 5_000)
        for deal, dealer, listed in zip(deals, dealers, calls, strict=True):
            for n in range(1, len(listed)):
                if accepts(listed[:, 1].tolist(), n):
                    found.append(Case(situation_at(house, deal, dealer, listed[:n]), deal))
        first += 1
    return found[:number]
