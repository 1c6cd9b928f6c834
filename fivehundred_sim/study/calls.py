"""Bid against pass: what every legal call is worth now, on the same deals.

The unseen cards fit what was called (`fitting_deals`). After each call the auction goes on by the styles;
the contract it ends with, whoever's it is, is played by the quick calibrated model, and scored. Calls are
compared deal by deal.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import format_bid
from fivehundred_sim.kernels.bidding.law import STATE_WORDS, make_call, start_auction
from fivehundred_sim.kernels.bidding.rollout import ends_of_calls
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study.estimate import Z95
from fivehundred_sim.study.fitting_deals import Fitting
from fivehundred_sim.study.house import Bidders, House
from fivehundred_sim.study.situation import Situation
from fivehundred_sim.study.stakes import ANOTHERS, OURS, Stakes
from fivehundred_sim.study.sure import sure_tricks

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
BLOCK = 500


@dataclass(frozen=True)
class CallEstimate:
    """What one call is worth.

    Points are ours less theirs a deal; p_win the chance to win the game, None where no score is kept. diff:
    this call less the best one, in chances to win where a score is kept, else in points, with its interval
    (95 %, deal by deal); the best call's are zero. The shares of deals that end as our contract, made and
    set, as theirs, made and set, and with no bid add up to one.
    """

    call: str
    mean_points: float
    mean_points_low: float
    mean_points_high: float
    p_win: float | None
    p_win_low: float | None
    p_win_high: float | None
    diff: float
    diff_low: float
    diff_high: float
    p_ours: float
    p_made: float
    p_set: float
    p_theirs: float
    p_theirs_made: float
    p_theirs_set: float
    p_nobody: float


@dataclass(frozen=True)
class Played:
    """What every candidate leads to on every deal, float64 (n, candidates), and the deals' weights (n,).

    points: ours less theirs. wins: chances to win the game, None without a score. made, set_, theirs_made,
    theirs_set: chances that the deal ends so; what is missing to one is nobody's.
    """

    weights: Reals
    points: Reals
    wins: Reals | None
    made: Reals
    set_: Reals
    theirs_made: Reals
    theirs_set: Reals

    @property
    def measure(self) -> Reals:
        """What calls are ranked by."""
        return self.points if self.wins is None else self.wins


def play_calls(
    house: House,
    bidders: Bidders,
    situation: Situation,
    fitting: Fitting,
    game: Stakes | None,
    executor: ThreadPoolExecutor,
) -> Played:
    """Return what every candidate leads to on the deals of a fitting; `game`: what results do for it."""
    before = np.empty(STATE_WORDS, np.int64)
    table, options = house.bidding.table, house.bidding.options
    start_auction(options, situation.dealer, before)
    for call in situation.calls:
        make_call(table, options, before, call)

    def played(first: int) -> list[Reals]:
        deals = fitting.deals[first : first + BLOCK]
        strengths = np.empty((len(deals), house.players, STRAINS, 2))
        ends = ends_of_calls(
            table,
            options,
            before,
            np.array(situation.candidates, np.int64),
            deals,
            house.evaluation.code,
            house.evaluation.weights,
            *bidders.arguments(),
            strengths,
        )
        return _scored(house, situation, deals, strengths, ends, game)

    parts = list(executor.map(played, range(0, len(fitting.deals), BLOCK)))
    points, wins, *shares = (np.concatenate(each) for each in zip(*parts, strict=True))
    return Played(fitting.weights, points, None if game is None else wins, *shares)


def _scored(
    house: House, situation: Situation, deals: Ints, strengths: Reals, ends: Ints, game: Stakes | None
) -> list[Reals]:
    """Return points, wins, made, set, theirs made, theirs set of a block of deals, each (n, candidates)."""
    n, candidates = ends.shape[:2]
    rows = np.repeat(np.arange(n), candidates)
    contracts = np.stack([rows, ends[:, :, 1].reshape(-1), ends[:, :, 0].reshape(-1)], axis=1)
    unique, back = np.unique(contracts, axis=0, return_inverse=True)
    bid = unique[:, 2] > 0
    row, seat, call = unique[bid].T
    strain = house.bidding.table[call, 1]
    tricks, partners = house.tricks(deals, np.stack([row, seat, strain], axis=1))
    known = np.minimum(strain, STRAINS - 1)
    shares = house.shares(call, tricks, strengths[row, seat, known])
    mine = seat == situation.seat
    shares[mine] = _kept_certain(house, situation, call[mine], shares[mine])
    ours = np.array([side_of(house.rules, each) for each in range(house.players)])
    with_us = (ours[seat] == ours[situation.seat]) | (partners == situation.seat)
    whose = np.where(with_us, OURS, ANOTHERS)
    made = np.where(house.made[call], shares, 0.0).sum(axis=1)
    found = np.zeros((6, len(unique)))
    found[0, bid] = (shares * house.points.results[whose, call]).sum(axis=1)
    found[0, ~bid] = house.points.nobody
    if game is not None:
        found[1, bid] = (shares * game.results[whose, call]).sum(axis=1)
        found[1, ~bid] = game.nobody
    found[2:, bid] = [with_us * made, with_us * (1 - made), ~with_us * made, ~with_us * (1 - made)]
    return [each[back.reshape(-1)].reshape(n, candidates) for each in found]


def _kept_certain(house: House, situation: Situation, calls: Ints, shares: Reals) -> Reals:
    """Return shares of tricks of one's own contracts in which what is proven never fails."""
    from fivehundred_sim.rules.packs import pack

    cards = [pack(house.rules)[place] for place in situation.hand]
    for call in np.unique(calls):
        level, strain = house.bidding.table[call, :2]
        if level and strain < STRAINS and (sure := sure_tricks(cards, int(strain), house.rules)) >= level:
            mine = calls == call
            shares[mine, sure] += shares[mine, :sure].sum(axis=1)
            shares[np.ix_(np.flatnonzero(mine), range(sure))] = 0.0
    return shares


def estimates(house: House, situation: Situation, played: Played) -> tuple[CallEstimate, ...]:
    """Return the candidates' estimates, the best one first."""
    weights = played.weights / played.weights.sum()
    measure = played.measure
    means = weights @ measure
    order = np.argsort(-means, kind="stable")
    best = measure[:, order[0]]
    return tuple(_estimate(house, situation, played, weights, int(j), best) for j in order)


def _estimate(
    house: House, situation: Situation, played: Played, weights: Reals, j: int, best: Reals
) -> CallEstimate:
    def interval(values: Reals) -> tuple[float, float, float]:
        mean = float(weights @ values)
        half = Z95 * sqrt(float((weights**2) @ (values - mean) ** 2))
        return mean, mean - half, mean + half

    diff, diff_low, diff_high = interval(played.measure[:, j] - best)
    p_win: tuple[float | None, ...] = (None, None, None)
    if played.wins is not None:
        mean, low, high = interval(played.wins[:, j])
        p_win = mean, max(0.0, low), min(1.0, high)
    chances = [played.made, played.set_, played.theirs_made, played.theirs_set]
    made, failed, theirs_made, theirs_set = (float(weights @ each[:, j]) for each in chances)
    return CallEstimate(
        format_bid(house.bidding.calls[situation.candidates[j]]),
        *interval(played.points[:, j]),
        *p_win,
        diff,
        diff_low,
        diff_high,
        p_ours=made + failed,
        p_made=made,
        p_set=failed,
        p_theirs=theirs_made + theirs_set,
        p_theirs_made=theirs_made,
        p_theirs_set=theirs_set,
        p_nobody=max(0.0, 1.0 - made - failed - theirs_made - theirs_set),
    )


def too_close(rows: Sequence[CallEstimate]) -> tuple[str, ...]:
    """Return the calls that cannot be told from the best one, that one first."""
    return tuple(row.call for row in rows if row.diff_high >= 0)
