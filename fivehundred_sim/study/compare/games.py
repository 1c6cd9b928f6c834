"""Whole games of one house, all running ones a hand at a time, as the quantities of `measures`.

Game g takes the deals 200 g and on of the run's stream, under every set of rules, and the same random numbers
pick the tricks (`study.bidding.games`). Seat g in turn deals first. Bidders bid for points, not to the score.
"""

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study.bidding.games import ENDINGS, MOST_DEALS, luck, played_tricks
from fivehundred_sim.study.compare.houses import Table
from fivehundred_sim.study.compare.measures import GAME_QUANTITIES, SHARE
from fivehundred_sim.study.compare.standings import SIDES, Standings, after_hands, start

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

EVEN = SHARE // SIDES  # a game without one winner counts half for both


def first_deals(games: Ints) -> Ints:
    """Return the numbers of the first deals of games in their run's stream, int64."""
    return games * MOST_DEALS


def game_quantities(table: Table, seed: int, games: Ints) -> Ints:
    """Return what is counted of games, int64 (GAME_QUANTITIES, games); games: int64, consecutive numbers."""
    first = games % table.house.players
    standings = play(table, seed, games)
    sides = np.array([side_of(table.house.rules, seat) for seat in range(table.house.players)])[first]
    decided = standings.over & (standings.winners.sum(axis=1) == 1)
    k = np.arange(len(games))
    winner = standings.winners.argmax(axis=1)
    by_dealers = np.where(decided, (winner == sides) * SHARE, EVEN)
    endings = [(standings.ending == place) * SHARE for place in range(len(ENDINGS))]
    found = np.stack(
        [
            np.ones(len(games), np.int64),
            standings.hands,
            by_dealers,
            decided * SHARE,
            np.where(decided, standings.scores[k, winner], 0),
            np.where(decided, standings.scores[k, 1 - winner], 0),
            *endings,
        ]
    )
    assert len(found) == len(GAME_QUANTITIES)
    return found


def play(table: Table, seed: int, games: Ints) -> Standings:
    """Return games played to their ends, or for `MOST_DEALS` deals; games: int64, consecutive numbers."""
    house, number = table.house, len(games)
    standings = start(number)
    if not number:
        return standings
    dealt = house.deals(seed, int(first_deals(games[0])), number * MOST_DEALS).reshape(number, MOST_DEALS, -1)
    numbers = np.stack([luck(seed, int(game)) for game in games])
    sides = np.array([side_of(house.rules, seat) for seat in range(house.players)])
    dealers = games % house.players
    for deal in range(MOST_DEALS):
        rows = np.flatnonzero(~standings.over)
        if not len(rows):
            break
        ends, worths = house.auctions(table.bidders, dealers[rows], dealt[rows, deal])
        leaders, tricks, scored = played_tricks(
            house, dealers[rows], dealt[rows, deal], ends, worths, numbers[rows, deal]
        )
        calls = ends[scored, 0]
        results = table.results[calls, tricks[scored]]
        after_hands(house.rules, standings, rows[scored], sides[leaders[scored]], results)
        moves_on = scored | (house.rules.auction.all_pass != "redeal_same")
        dealers[rows[moves_on]] = (dealers[rows[moves_on]] + 1) % house.players
    return standings
