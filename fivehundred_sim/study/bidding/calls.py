"""Bid against pass: what every legal call is worth now, on the same deals.

The unseen cards fit what was called (`fitting_deals`). After each call the auction goes on by the styles;
the contract it ends with, whoever's it is, is played by the quick calibrated model, and scored. Calls are
compared deal by deal.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import NO_TRUMP, format_bid
from fivehundred_sim.kernels.bidding.law import (
    HIGH,
    HIGH_SEAT,
    INKLE,
    LEVEL,
    STATE_WORDS,
    STRAIN,
    make_call,
    start_auction,
)
from fivehundred_sim.kernels.bidding.rollout import ends_of_calls
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study.bidding.fitting_deals import Fitting
from fivehundred_sim.study.bidding.house import Bidders, House
from fivehundred_sim.study.bidding.situation import Situation
from fivehundred_sim.study.bidding.stakes import ANOTHERS, OURS, Stakes
from fivehundred_sim.study.estimate import Z95
from fivehundred_sim.study.sure import sure_tricks

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
BLOCK = 500
DIGITS = 9  # of a mean that are more than rounding
LEAST_CHANCE = 0.45  # a bid that is made less often, and gains only by being believed, is a bluff


@dataclass(frozen=True)
class CallEstimate:
    """What one call is worth.

    Points are ours less theirs a deal; p_win the chance to win the game, None where no score is kept. diff:
    this call less the best one, in chances to win where a score is kept, else in points, with its interval
    (95 %, deal by deal); the best call's are zero. The shares of deals that end as our contract, made and
    set, as theirs, made and set, and with no bid add up to one. p_alone: the chance to make the bid if
    everybody passes, None for a pass. A `bluff` will mostly fail, and to play it is worth less than to pass:
    what it gains is others' belief in it, so it is never the best call. So is a bid in a `false_suit`: one
    that another of its level clearly beats if everybody passes.
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
    p_alone: float | None
    bluff: bool
    false_suit: bool = False


@dataclass(frozen=True)
class Ends:
    """How deals end, float64 of one shape: points ours less theirs, chances to win, and shares of the ends.

    wins: zero without a score. What is missing to one in the four shares is nobody's.
    """

    points: Reals
    wins: Reals
    made: Reals
    set_: Reals
    theirs_made: Reals
    theirs_set: Reals

    def measure(self, scored: bool) -> Reals:
        """Return what calls are ranked by: chances to win where a score is kept, else points."""
        return self.wins if scored else self.points


@dataclass(frozen=True)
class Played:
    """What every candidate leads to on every deal, and what its contract is worth if everybody passes.

    weights: float64 (n,), of the deals. after, alone: float64 (n, candidates).
    """

    weights: Reals
    after: Ends
    alone: Ends
    scored: bool


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
    candidates = np.array(situation.candidates, np.int64)

    def played(first: int) -> tuple[Ends, Ends]:
        deals = fitting.deals[first : first + BLOCK]
        strengths = np.empty((len(deals), house.players, STRAINS, 2))
        ends = ends_of_calls(
            table,
            options,
            before,
            candidates,
            deals,
            house.evaluation.code,
            house.evaluation.weights,
            *bidders.arguments(),
            strengths,
        )
        own = np.stack([candidates, np.full(len(candidates), situation.seat)], axis=1)
        standing = [before[HIGH], before[HIGH_SEAT]] if before[HIGH] else [0, -1]
        own[candidates == 0] = standing
        alone = np.broadcast_to(own, ends.shape)
        return (
            _scored(house, situation, deals, strengths, ends, game),
            _scored(house, situation, deals, strengths, alone, game),
        )

    parts = list(executor.map(played, range(0, len(fitting.deals), BLOCK)))
    after, alone = (_joined(each) for each in zip(*parts, strict=True))
    return Played(fitting.weights, after, alone, game is not None)


def _joined(parts: Sequence[Ends]) -> Ends:
    names = [each.name for each in fields(Ends)]
    return Ends(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def _scored(
    house: House, situation: Situation, deals: Ints, strengths: Reals, ends: Ints, game: Stakes | None
) -> Ends:
    """Return how a block of deals ends, each array (n, candidates); ends: int64 (n, candidates, 2)."""
    n, candidates = ends.shape[:2]
    rows = np.repeat(np.arange(n), candidates)
    calls, seats = ends[:, :, 0].reshape(-1), ends[:, :, 1].reshape(-1)
    # Many calls lead to the same contract of a deal; as one number each, they sort fast.
    numbers = (rows * len(house.bidding.calls) + calls) * (house.players + 1) + seats + 1
    _, first, back = np.unique(numbers, return_index=True, return_inverse=True)
    row, call, seat = rows[first], calls[first], seats[first]
    found = np.zeros((6, len(first)))
    bid = np.flatnonzero(call)
    found[:, bid] = _contracts(house, situation, deals, strengths, row[bid], call[bid], seat[bid], game)
    found[0, call == 0] = house.points.nobody
    if game is not None:
        found[1, call == 0] = game.nobody
    return Ends(*(each[back.reshape(-1)].reshape(n, candidates) for each in found))


def _contracts(
    house: House,
    situation: Situation,
    deals: Ints,
    strengths: Reals,
    row: Ints,
    call: Ints,
    seat: Ints,
    game: Stakes | None,
) -> Reals:
    """Return how contracts end, float64 (6, m), in the order of `Ends`."""
    strain = house.bidding.table[call, 1]
    tricks, partners = house.tricks(deals, np.stack([row, seat, strain], axis=1))
    shares = house.shares(call, tricks, strengths[row, seat, np.minimum(strain, STRAINS - 1)])
    mine = seat == situation.seat
    shares[mine] = _kept_certain(house, situation, call[mine], shares[mine])
    sides = np.array([side_of(house.rules, each) for each in range(house.players)])
    with_us = (sides[seat] == sides[situation.seat]) | (partners == situation.seat)
    whose = np.where(with_us, OURS, ANOTHERS)
    made = np.where(house.made[call], shares, 0.0).sum(axis=1)
    points = (shares * house.points.results[whose, call]).sum(axis=1)
    wins = np.zeros(len(call)) if game is None else (shares * game.results[whose, call]).sum(axis=1)
    ours = [with_us * made, with_us * (1 - made)]
    return np.stack([points, wins, *ours, ~with_us * made, ~with_us * (1 - made)])


def _kept_certain(house: House, situation: Situation, calls: Ints, shares: Reals) -> Reals:
    """Return shares of tricks of one's own contracts in which what is proven never fails."""
    cards = [pack(house.rules)[place] for place in situation.hand]
    for call in np.unique(calls):
        level, strain = house.bidding.table[call, :2]
        if level and strain < STRAINS and (sure := sure_tricks(cards, int(strain), house.rules)) >= level:
            mine = calls == call
            shares[mine, sure] += shares[mine, :sure].sum(axis=1)
            shares[np.ix_(np.flatnonzero(mine), np.arange(sure))] = 0.0
    return shares


def estimates(
    house: House, situation: Situation, played: Played, *, shows: bool = False
) -> tuple[CallEstimate, ...]:
    """Return the candidates' estimates, the best first; bluffs stand in their place, but are never best.

    shows: whether six bids may show something by a convention, so that they name no suit to play in.
    """
    weights = played.weights / played.weights.sum()
    measure = played.after.measure(played.scored)
    means = weights @ measure
    false = _false_suits(house, situation, weights, played, 7 if shows else 6)
    bluffs = _bluffs(house, situation, weights, played) | false
    # Of calls that are worth the same, such as those that win the game for certain, the lowest comes first.
    order = sorted(range(len(means)), key=lambda j: (-round(float(means[j]), DIGITS), j))
    best = next(j for j in order if not bluffs[j])
    order.remove(best)
    marks = [(bool(bluff), bool(suit)) for bluff, suit in zip(bluffs, false, strict=True)]
    return tuple(_estimate(house, situation, played, weights, j, best, *marks[j]) for j in (best, *order))


def _false_suits(
    house: House, situation: Situation, weights: Reals, played: Played, lowest: int
) -> NDArray[np.bool_]:
    """Return which bids name a denomination that another one of their level clearly beats if all pass.

    And are yet worth more as the auction goes on: what they gain is that the others take them at their word.
    """
    candidates = np.array(situation.candidates)
    levels, strains, inkles = house.bidding.table[candidates][:, [LEVEL, STRAIN, INKLE]].T
    plain = (levels >= lowest) & (strains <= NO_TRUMP) & (inkles == 0)
    alone = played.alone.measure(played.scored)
    worth = weights @ played.after.measure(played.scored)
    false = np.zeros(len(candidates), bool)
    for j in np.flatnonzero(plain):
        mates = np.flatnonzero(plain & (levels == levels[j]) & (worth < worth[j]))
        better = alone[:, mates] - alone[:, [j]]
        mean = weights @ better
        half = Z95 * np.sqrt((weights**2) @ (better - mean) ** 2)
        false[j] = bool((mean - half > 0).any())
    return false


def _bluffs(house: House, situation: Situation, weights: Reals, played: Played) -> NDArray[np.bool_]:
    """Return which candidates are worth more than a pass only because others believe them.

    Contracts that would mostly fail, worth less than a pass if everybody passes, yet more, or as far as these
    deals can tell not less, as the auction goes on. An inkle is none.
    """
    candidates = np.array(situation.candidates)
    passes = np.flatnonzero(candidates == 0)
    if not len(passes):
        return np.zeros(len(candidates), bool)
    worth = played.after.measure(played.scored)
    passing = worth[:, passes[0]]
    alone, made = weights @ played.alone.measure(played.scored), weights @ played.alone.made
    gains = worth - passing[:, None]
    gain = weights @ gains
    half = Z95 * np.sqrt((weights**2) @ (gains - gain) ** 2)
    contracts = (candidates != 0) & (house.bidding.table[candidates, INKLE] == 0)
    return np.asarray(contracts & (made < LEAST_CHANCE) & (alone < weights @ passing) & (gain + half > 0))


def _estimate(
    house: House,
    situation: Situation,
    played: Played,
    weights: Reals,
    j: int,
    best: int,
    bluff: bool,
    false_suit: bool,
) -> CallEstimate:
    def interval(values: Reals) -> tuple[float, float, float]:
        mean = float(weights @ values)
        half = Z95 * sqrt(float((weights**2) @ (values - mean) ** 2))
        return mean, mean - half, mean + half

    after, call = played.after, situation.candidates[j]
    measure = after.measure(played.scored)
    points, diff = interval(after.points[:, j]), interval(measure[:, j] - measure[:, best])
    wins = interval(after.wins[:, j]) if played.scored else None
    chances = [after.made, after.set_, after.theirs_made, after.theirs_set]
    made, failed, theirs_made, theirs_set = (_chance(weights @ each[:, j]) for each in chances)
    return CallEstimate(
        call=format_bid(house.bidding.calls[call]),
        mean_points=points[0],
        mean_points_low=points[1],
        mean_points_high=points[2],
        p_win=None if wins is None else _chance(wins[0]),
        p_win_low=None if wins is None else _chance(wins[1]),
        p_win_high=None if wins is None else _chance(wins[2]),
        diff=diff[0],
        diff_low=diff[1],
        diff_high=diff[2],
        p_ours=made + failed,
        p_made=made,
        p_set=failed,
        p_theirs=theirs_made + theirs_set,
        p_theirs_made=theirs_made,
        p_theirs_set=theirs_set,
        p_nobody=max(0.0, 1.0 - made - failed - theirs_made - theirs_set),
        p_alone=_chance(weights @ played.alone.made[:, j]) if call else None,
        bluff=bluff,
        false_suit=false_suit,
    )


def _chance(value: Any) -> float:
    """Return a chance that rounding or a symmetric interval may have put beyond certainty."""
    return min(max(float(value), 0.0), 1.0)
