"""Whole games under several sets of rules: how many hands they take, and how they end.

The same game under every set: the same deals, the same luck with tricks, the same first dealer. Bidders bid
for points, or to the score, what they play for being the chance to win; and without any playing, the length
that value iteration expects from the chances of each result of a hand.
"""

from collections.abc import Sequence

import numpy as np

from fivehundred_sim.kernels.bidding.equity import GOES_ON, REDEAL, steps
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study.bidding.equity import Equity, equity
from fivehundred_sim.study.bidding.equity_store import equity_of, results_of
from fivehundred_sim.study.bidding.games import ENDINGS, MOST_DEALS, luck, played_tricks
from fivehundred_sim.study.bidding.hand_results import DEALS, SEED
from fivehundred_sim.study.bidding.house import house_of, seated
from fivehundred_sim.study.bidding.outcomes import STEP, house_row, outcomes_of, result_rows, scores_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.stakes import game_stakes
from fivehundred_sim.study.bidding.styles import Style
from fivehundred_sim.study.compare.games import first_deals
from fivehundred_sim.study.compare.standings import after_hands, start

ENOUGH = 1e-4  # hands: when the expected length stands
MOST_SWEEPS = 2_000


def equity_for(rules: Rules, base: Rules) -> Equity:
    """The chances to win under some rules.

    Caps on points for tricks change no hand that is bid for points: results of the base rules' hands serve.
    """
    if not rules.scoring.trick_cap:
        return equity_of(rules)
    return equity(rules, results=results_of(base, None, DEALS, SEED, None))


def play(
    rules: Rules, seats: Sequence[Style], games: int, seed: int, chances: Equity | None = None
) -> dict[str, np.ndarray]:
    """Games played to their ends: hands, shares won and ways to end, float64 (games,).

    seats: the style of every seat. chances: to win; with them a contract is worth to its bidder the chance to
    win that it leaves, without them points. won: by side 0; first: by the side of the first dealer. Games are
    numbered, dealt and lucky as in `study.compare.games`.
    """
    house, number = house_of(rules), np.arange(games)
    weights = [signals(house, style) for style in seats]
    standings, dealers, results = start(games), number % house.players, result_rows(rules)[0]
    sides = np.array([side_of(rules, seat) for seat in range(house.players)])
    lucks = np.stack([luck(seed, int(game)) for game in number])
    for deal in range(MOST_DEALS):
        rows = np.flatnonzero(~standings.over)
        if not len(rows):
            break
        firsts = first_deals(rows) + deal
        dealt = np.concatenate([house.deals(seed, int(first), 1) for first in firsts])
        ends, worths = np.empty((len(rows), 2), np.int64), np.empty((len(rows), 2))
        situations = np.column_stack([standings.scores[rows], sides[dealers[rows]]])
        if chances is None:
            situations[:] = 0
        distinct, place = np.unique(situations, axis=0, return_inverse=True)
        for k, (ours, theirs, dealing) in enumerate(distinct.tolist()):
            alike = place.reshape(-1) == k
            bidders = _bidders(house, seats, weights, chances, ours, theirs, dealing)
            ends[alike], worths[alike] = house.auctions(bidders, dealers[rows[alike]], dealt[alike])
        leaders, tricks, scored = played_tricks(house, dealers[rows], dealt, ends, worths, lucks[rows, deal])
        hands = results[ends[scored, 0], tricks[scored]]
        after_hands(rules, standings, rows[scored], sides[leaders[scored]], hands)
        dealers[rows] = (dealers[rows] + 1) % house.players
    decided = standings.over & (standings.winners.sum(axis=1) == 1)
    first = sides[number % house.players]
    return {
        "hands": standings.hands + 0.0,
        "won": np.where(decided, standings.winners[:, 0], 0.5),
        "first": np.where(decided, standings.winners[number, first], 0.5),
        **{f"end.{name}": (standings.ending == k) + 0.0 for k, name in enumerate(ENDINGS)},
    }


def _bidders(house, seats, weights, chances, ours, theirs, dealing):
    """The bidders at a score, side 0's first, with a side dealing."""
    if chances is None:
        return seated(house, seats, weights)
    stakes = game_stakes(house.points, chances.after(ours, theirs, dealing == 0))
    by_seat = [stakes[side_of(house.rules, seat)] for seat in range(house.players)]
    return seated(house, seats, weights, by_seat)


def both_ways(
    rules: Rules, a: Style, b: Style, games: int, seed: int, chances: Equity
) -> dict[str, np.ndarray]:
    """Games of two styles, A with side 0 and then with side 1: the means of both, won by A."""
    first, second = (play(rules, seats, games, seed, chances) for seats in ((a, b) * 2, (b, a) * 2))
    second["won"] = 1 - second["won"]
    return {name: (first[name] + second[name]) / 2 for name in first}


def expected_hands(rules: Rules, base: Rules) -> float:
    """How many hands a game takes from 0:0, each side bidding as boldly as is best at every score.

    The chances of the results of a hand are those of the base rules (`results_of`); the rest is arithmetic.
    """
    chances, results = equity_for(rules, base), results_of(base, None, DEALS, SEED, None)
    outcomes, row, scores = outcomes_of(rules, results.chances), house_row(rules), scores_of(rules)
    size, number = len(scores), len(outcomes.results)
    after, counts = np.empty((size * size, number), np.int64), np.zeros((size * size, number))
    redeal = outcomes.results[:, REDEAL]
    landed = np.empty((number, 3), np.int64)
    for state in range(size * size):
        i, j = divmod(state, size)
        steps(row, outcomes.results, np.int64(scores[i]), np.int64(scores[j]), landed)
        places = np.clip((landed[:, :2] - scores[0]) // STEP, 0, size - 1)
        on = places[:, 1] * size + places[:, 0]  # the deal passes to the other side
        after[state] = np.where(redeal == 0, on, np.where(redeal == 1, state, j * size + i))
        counts[state] = (redeal > 0) | (landed[:, 2] == GOES_ON)
    ours, theirs = chances.mixes[:, :, 0], chances.mixes[:, :, 1]
    mixes = np.einsum("ija,ijb->ijab", ours, theirs).reshape(size * size, -1)
    likely = mixes @ outcomes.chances.T
    played = likely @ (redeal == 0)
    likely *= counts
    length = np.zeros(size * size)
    for _ in range(MOST_SWEEPS):
        before, length = length, played + np.einsum("sk,sk->s", likely, length[after])
        if np.abs(length - before).max() < ENOUGH:
            break
    start = scores.index(0)
    return float(length[start * size + start])
