"""What the advice is worth: a side that makes the call that `bid_or_pass` ranks first, in duplicate matches.

    python scripts/measure_advice.py [--deals 600] [--against natural hen ...] [--each 200] [--processes 2]

Australian rules, for points. Every deal is played at two tables, the advised side at seats 0 and 2, then at
1 and 3; the other side bids in one of the package's styles, which the advice knows. Each call of the
advised side is the one that `bid_or_pass` ranks first on `--each` deals of its own, found among twenty
thousand at most, its partner and itself taken to bid in the style natural. Contracts are scored as in
`study.bidding.match`.

Writes results/advice.csv with its manifest, a row for each style met: the points a hand that the advised side
takes from it, the points a hand that it takes more than the style natural does on the same deals, each with
its 95 % interval, and what share of its calls are other ones than natural's. Rows of other styles stay.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import repeat
from typing import NamedTuple

import numpy as np
import pandas as pd
from saving import merged, save

from fivehundred_sim.cards import HAND_SIZE, format_bid
from fivehundred_sim.kernels.bidding import law
from fivehundred_sim.kernels.bidding.auction import look_at_all
from fivehundred_sim.kernels.bidding.choose import choose_call, new_room
from fivehundred_sim.kernels.bidding.styles import FACTS
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.bid_or_pass import bid_or_pass
from fivehundred_sim.study.bidding.house import house_of, seated
from fivehundred_sim.study.bidding.match import interval, points_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.situation import Situation
from fivehundred_sim.study.bidding.styles import DEFAULT, load_style, manners_of

RULES = "australian"
SEED = 2026
SAVED_EVERY = 50  # deals
MOST_DRAWN = 20_000
OTHERS = ("natural", "trick-bot", "mcg46", "hen", "zh", "ari", "patrick")


class Dealt(NamedTuple):
    """Points a hand on one deal, mean of its tables: the advised side's, natural's; calls, and other ones."""

    advised: float
    natural: float
    calls: int
    others: int


@cache
def the_house():
    return house_of(load_rules(RULES))


class Table:
    """One deal at one table, the styles of its seats, and what everybody holds in the kernels' form."""

    def __init__(self, house, deal, styles):
        self.house, self.deal = house, deal
        self.bidders = seated(house, styles, [signals(house, style) for style in styles])
        self.strengths = np.empty((house.players, STRAINS, 2))
        self.facts = np.empty((house.players, FACTS), np.int64)
        code, weights = house.evaluation.code, house.evaluation.weights
        look_at_all(deal, np.int64(house.players), code, weights, self.strengths, self.facts)
        self.room, self.values = new_room(), np.empty(len(house.bidding.calls))

    def hand(self, seat):
        return self.deal[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]

    def call_of_style(self, state):
        """Return the call that the style of the seat on turn makes."""
        seat, bidders = int(state[law.TURN]), self.bidders
        return int(
            choose_call(
                *(self.house.bidding.table, self.house.bidding.options, state),
                *(self.hand(seat), self.house.evaluation.code, self.strengths[seat], self.facts[seat]),
                *(bidders.rows, bidders.style_of, bidders.weights, bidders.worth[seat]),
                *(bidders.passing[seat], self.room, self.values),
            )
        )

    def points(self, ends, side):
        """Return the points of a side where the deal ends so."""
        worth = self.strengths[ends[1], min(self.house.bidding.table[ends[0], 1], STRAINS - 1)]
        found, _ = points_of(self.house, self.deal[None], np.array([ends]), worth[None], side)
        return float(found[0])


def situation_at(table, state):
    """Return the situation of the seat on turn."""
    house, count, seat = table.house, state[law.COUNT], int(state[law.TURN])
    seats, calls = state[law.LIST : law.LIST + 2 * count].reshape(-1, 2).T.tolist()
    may = [
        call
        for call in range(len(house.bidding.calls))
        if law.may_call(house.bidding.table, house.bidding.options, state, np.int64(call))
    ]
    return Situation(
        hand=np.sort(table.hand(seat)),
        seat=seat,
        dealer=int(state[law.DEALER]),
        calls=tuple(calls),
        candidates=tuple(may),
        others=tuple(dict.fromkeys(other for other in seats if other != seat)),
    )


def auction(table, dealer, advise=lambda state, style_call: style_call):
    """Return how an auction ends, final call and seat; `advise` may change the call of a style."""
    bidding = table.house.bidding
    state = np.empty(law.STATE_WORDS, np.int64)
    law.start_auction(bidding.options, np.int64(dealer), state)
    while not state[law.OVER]:
        call = advise(state, table.call_of_style(state))
        law.make_call(bidding.table, bidding.options, state, np.int64(call))
    return state[law.HIGH], state[law.HIGH_SEAT]


def play_deal(number, style_name, each):
    """Play a deal at both tables, advised and by natural alone."""
    house = the_house()
    natural, other = load_style(DEFAULT), load_style(style_name)
    deal, dealer = house.deals(SEED, number, 1)[0], number % house.players
    places = {format_bid(bid): call for call, bid in enumerate(house.bidding.calls)}
    advised = plain = 0.0
    calls = others = 0
    for side in range(2):
        table = Table(house, deal, [natural if seat % 2 == side else other for seat in range(4)])

        def advise(state, style_call, table=table, side=side):
            nonlocal calls, others
            if state[law.TURN] % 2 != side:
                return style_call
            answer = bid_or_pass(
                *(house, situation_at(table, state), manners_of(None, None, other)),
                deals=each,
                most_drawn=MOST_DRAWN,
                seed=number + 1,
                jobs=1,
            )
            chosen = places[answer.best.call]
            calls, others = calls + 1, others + (chosen != style_call)
            return chosen

        advised += table.points(auction(table, dealer, advise), side)
        plain += table.points(auction(table, dealer), side)
    return Dealt(advised / 2, plain / 2, calls, others)


def row_of(style_name, found, each, seconds):
    """Return what was found against a style as a row."""
    advised, natural, calls, others = np.array(found).T
    points, more = interval(advised), interval(advised - natural)
    return {
        "against": style_name,
        "deals": len(found),
        "deals a call": each,
        "points": round(points.mean, 1),
        "low": round(points.low, 1),
        "high": round(points.high, 1),
        "more than natural": round(more.mean, 1),
        "more low": round(more.low, 1),
        "more high": round(more.high, 1),
        "calls a hand": round(calls.sum() / len(found) / 2, 2),
        "other calls": round(others.sum() / calls.sum(), 3),
        "seconds a call": round(seconds / calls.sum(), 2),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", nargs="+", default=OTHERS)
    parser.add_argument("--deals", type=int, default=600)
    parser.add_argument("--each", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.processes) as executor:
        for style in asked.against:
            start, found = time.perf_counter(), []
            numbers = range(asked.deals)
            for dealt in executor.map(play_deal, numbers, repeat(style), repeat(asked.each)):
                found.append(dealt)
                if len(found) % SAVED_EVERY == 0 or len(found) == asked.deals:
                    seconds = (time.perf_counter() - start) * asked.processes
                    keep(row_of(style, found, asked.each, seconds))


def keep(row):
    """Write a row over the one that is kept of the same style."""
    frame = merged(pd.DataFrame([row]), "advice", "against")
    save(frame, "advice", __file__, rules=RULES, seed=SEED, most_drawn=MOST_DRAWN)


if __name__ == "__main__":
    main()
