"""How hands end, by how boldly each side bids: simulated auctions and contracts, counted.

The bidders are `natural` with an appetite on top: by so many points a bid may fall short of passing. Every
pair of appetites is played on the same deals.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study.bidding.equity import HandResults
from fivehundred_sim.study.bidding.house import House, seated
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.stakes import OUTCOMES
from fivehundred_sim.study.bidding.styles import DEFAULT, Style, load_style
from fivehundred_sim.study.run import default_jobs

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

APPETITES = (-60.0, 0.0, 50.0, 150.0, 400.0)
LEAST_CHANCES = (0.5, 0.45, 0.35, 0.2, 0.0)  # to make a contract, by appetite: the hungry bid on little
DEALS = 20_000
SEED = 1
BLOCK = 2_000


def hand_results(
    house: House, deals: int = DEALS, seed: int = SEED, progress: Callable[[int, int], None] | None = None
) -> HandResults:
    """Return how hands end at a table of two sides, for every pair of `APPETITES`.

    deals: of each pair, the same for all. The dealer is the last seat.
    """
    natural = load_style(DEFAULT)
    weights = signals(house, natural)
    styles = [
        natural.model_copy(update={"margin": -appetite, "least_chance": least})
        for appetite, least in zip(APPETITES, LEAST_CHANCES, strict=True)
    ]
    number = len(APPETITES)
    chances = np.zeros((number, number, 2, len(house.bidding.calls), OUTCOMES))
    pairs = [(i, j) for i in range(number) for j in range(number)]
    stop = Event()
    with ThreadPoolExecutor(default_jobs()) as executor:
        counted = executor.map(
            lambda pair: _counted(house, styles[pair[0]], styles[pair[1]], weights, deals, seed, stop), pairs
        )
        try:
            for done, ((i, j), found) in enumerate(zip(pairs, counted, strict=True), 1):
                chances[i, j] = found
                if progress is not None:
                    progress(done, len(pairs))
        finally:
            # After Ctrl-C the executor waits for its threads, which must not go on to the last deal.
            stop.set()
    return HandResults(chances, APPETITES, seed, deals)


def _counted(
    house: House, dealers: Style, others: Style, weights: Reals, deals: int, seed: int, stop: Event
) -> Reals:
    """Return the chances of every end, float64 (2, calls, 11), side 0 the dealer's; too few once stopped."""
    dealer = house.players - 1
    mine = side_of(house.rules, dealer)
    styles = [dealers if side_of(house.rules, seat) == mine else others for seat in range(house.players)]
    bidders = seated(house, styles, [weights] * house.players)
    found = np.zeros((2, len(house.bidding.calls), OUTCOMES))
    for first in range(0, deals, BLOCK):
        if stop.is_set():
            break
        dealt = house.deals(seed, first, min(BLOCK, deals - first))
        ends, worths = house.auctions(bidders, np.full(len(dealt), dealer), dealt)
        found += _ends_counted(house, dealt, ends, worths, mine)
    return found / deals


def _ends_counted(house: House, dealt: Ints, ends: Ints, worths: Reals, dealers: int) -> Reals:
    found = np.zeros((2, len(house.bidding.calls), OUTCOMES))
    bid = ends[:, 0] > 0
    if not bid.all():
        found[:, 0] = _without_a_bid(house, dealt[~bid], dealers)
    call, seat = ends[bid].T
    asked = np.stack([np.flatnonzero(bid), seat, house.bidding.table[call, 1]], axis=1)
    tricks, _ = house.tricks(dealt, asked)
    sides = np.array([side_of(house.rules, each) for each in range(house.players)])
    places = (sides[seat] != dealers).astype(int), call
    np.add.at(found, places, house.shares(call, tricks, worths[bid]))
    return found


def _without_a_bid(house: House, dealt: Ints, dealers: int) -> Reals:
    """Return the counts of hands that nobody bids, float64 (2, 11), by the side whose tricks are counted.

    Where they are played at no-trump the eldest hand leads, the kitty untouched; elsewhere all count as no
    tricks of the dealer's side.
    """
    found = np.zeros((2, OUTCOMES))
    if house.rules.auction.all_pass != "play_no_trump":
        found[0, 0] = len(dealt)
        return found
    eldest = 0  # the seat after the last one, who deals
    no_kitty = 14  # no-trump without the kitty
    asked = np.stack([np.arange(len(dealt)), np.full(len(dealt), eldest), np.full(len(dealt), no_kitty)], 1)
    tricks, _ = house.tricks(dealt, asked)
    np.add.at(found[int(side_of(house.rules, eldest) != dealers)], tricks, 1.0)
    return found
