"""Deals on which one side bids by a convention and, beside it, without: what showing a card has changed.

Every deal is bid with the convention at the seats of side 0, then of side 1; the others are the opponents.
What a deal brings is the side's points less the other's, the contract played by the quick calibrated model.
A convention is *applied* where the first call in which both auctions differ is a first call that shows a card
by it.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields

import numpy as np

from fivehundred_sim.cards import HAND_SIZE, NO_TRUMP, Bid
from fivehundred_sim.kernels.bidding.auction import look_at
from fivehundred_sim.kernels.bidding.law import COUNT, LIST, STATE_WORDS
from fivehundred_sim.kernels.bidding.styles import (
    FACTS,
    JOKERS_HELD,
    OF_OPPONENT,
    OF_PARTNER,
    OPPONENT_FEATURES,
    OWN,
    OWN_FEATURES,
    PARTNER_FEATURES,
    TOP_TRICKS,
)
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study.bidding.house import House, seated
from fivehundred_sim.study.bidding.match import points_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.styles import Style
from fivehundred_sim.study.estimate import Z95
from fivehundred_sim.study.run import default_jobs

BLOCK = 2_000
LONGEST = 64  # calls that are compared: hardly any auction is as long
NOBODY = -1
SIX = 6
NO_GATE, ANY_CARD = -1, 0  # nothing is shown; cards other than the joker too
# The features that say an opponent has shown the joker, of one's own, a partner's and an opponent's contract.
_OPPONENT_SHOWS = (
    (OWN, OWN_FEATURES, 14),
    (OF_PARTNER, PARTNER_FEATURES, 9),
    (OF_OPPONENT, OPPONENT_FEATURES, 9),
)


def told(weights, convention):
    """Weights of somebody who draws from an opponent's joker what the convention's own players draw from it.

    weights, convention: float64 (WEIGHTS,), his own and those of the convention's players. Without a joker
    shown he bids as before.
    """
    found = weights.copy()
    for start, features, place in _OPPONENT_SHOWS:
        for kind in range(2):
            found[start + kind * features + place] = convention[start + kind * features + place]
    return found


def tables(house: House, ours: Style, opponents: Style, hear: Style | None = None, heard=None):
    """The bidders of both tables, `ours` at side 0 and then at side 1.

    hear: the opponents draw their conclusions from a joker that is shown by this style; None: they hear it
    shown, so that they do not take it for no-trump, and conclude nothing. heard: what calls mean to our side,
    float64 (WEIGHTS,), if it is not what its style has learnt.
    """
    weights = {style: signals(house, style) for style in (ours, opponents)}
    if heard is not None:
        weights[ours] = heard
    if hear is not None:
        weights[opponents] = told(weights[opponents], signals(house, hear))
    sides = [side_of(house.rules, seat) for seat in range(house.players)]
    found = []
    for side in range(2):
        styles = [ours if each == side else opponents for each in sides]
        found.append(seated(house, styles, [weights[style] for style in styles]))
    return found


@dataclass(frozen=True)
class BidOut:
    """Deals bid at both tables, arrays (2, n): by the side whose seats are ours.

    points: ours less theirs. lists: int64 (2, n, LONGEST, 2), seats and calls, -1 after the last. calls,
    seats: the contract, 0 and -1 if there is none. made: the chance that it is made.
    """

    points: np.ndarray
    lists: np.ndarray
    calls: np.ndarray
    seats: np.ndarray
    made: np.ndarray


def bid_out(house: House, bidders, deals, dealers) -> BidOut:
    """Bid and play some deals at both tables."""
    n = len(deals)
    points, made = np.empty((2, n)), np.empty((2, n))
    lists, ends = np.empty((2, n, LONGEST, 2), np.int64), np.empty((2, n, 2), np.int64)
    for side in range(2):
        states = np.empty((n, STATE_WORDS), np.int64)
        ends[side], worths = house.auctions(bidders[side], dealers, deals, states)
        calls = states[:, LIST : LIST + 2 * LONGEST].reshape(n, LONGEST, 2)
        over = np.arange(LONGEST) >= states[:, COUNT, None]
        lists[side] = np.where(over[:, :, None], NOBODY, calls)
        points[side], made[side] = points_of(house, deals, ends[side], worths, side)
    return BidOut(points, lists, ends[:, :, 0], ends[:, :, 1], made)


@dataclass(frozen=True)
class Shown:
    """What a convention does on deals, arrays (2, n) by the side that plays it.

    gains: points more than without it. applied: where it is. tops: top tricks in no-trump of the hand that
    shows, the joker one of them. left: the call that showed is the contract. made: the chance that the
    contract is made. calls: the contract, if it is ours, else 0.
    """

    gains: np.ndarray
    applied: np.ndarray
    tops: np.ndarray
    left: np.ndarray
    made: np.ndarray
    calls: np.ndarray


def shown(house: House, deals, with_it: BidOut, without: BidOut, gate: int) -> Shown:
    """Compare deals bid with a convention and without.

    gate: the top tricks that the joker's 6NT asks, or `ANY_CARD`, `NO_GATE`.
    """
    table = house.bidding.table
    six_no_trump = house.bidding.calls.index(Bid(SIX, NO_TRUMP))
    rows = np.indices(with_it.points.shape)
    place = (with_it.lists != without.lists).any(axis=3).argmax(axis=2)
    differs = (with_it.lists != without.lists).any(axis=(2, 3))
    seat, call = (with_it.lists[rows[0], rows[1], place, k] for k in (0, 1))
    before = (with_it.lists[..., 0] == seat[..., None]) & (np.arange(LONGEST) < place[..., None])
    sides = np.array([side_of(house.rules, each) for each in range(house.players)])
    ours = sides[seat] == np.arange(2)[:, None]
    applied = differs & ours & ~before.any(axis=2) & (call > 0) & (table[call, 0] == SIX)
    tops = np.zeros(applied.shape, np.int64)
    for side, row in np.argwhere(applied):
        jokers, tops[side, row] = facts_of(house, deals[row], seat[side, row])
        by_joker = jokers > 0 and call[side, row] == six_no_trump and tops[side, row] >= gate
        applied[side, row] = gate == ANY_CARD or (gate > 0 and by_joker)
    our_contract = (with_it.calls > 0) & (sides[with_it.seats] == np.arange(2)[:, None])
    return Shown(
        gains=with_it.points - without.points,
        applied=applied,
        tops=tops,
        left=applied & (with_it.calls == call) & (with_it.seats == seat),
        made=with_it.made,
        calls=np.where(our_contract, with_it.calls, 0),
    )


def facts_of(house: House, deal, seat) -> tuple[int, int]:
    """Return the jokers and the top tricks in no-trump of a seat's hand."""
    facts, strength = np.empty(FACTS, np.int64), np.empty((STRAINS, 2))
    hand = deal[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]
    look_at(hand, house.evaluation.code, house.evaluation.weights, strength, facts)
    return int(facts[JOKERS_HELD]), int(facts[TOP_TRICKS])


def in_blocks(work: Callable[[int, int], list[Shown]], deals: int) -> list[Shown]:
    """Return what `work(first, n)` says of blocks of deals, joined, on all processors this may use."""
    with ThreadPoolExecutor(default_jobs()) as executor:
        starts = range(0, deals, BLOCK)
        parts = list(executor.map(lambda first: work(first, min(BLOCK, deals - first)), starts))
    return [
        Shown(
            *(np.concatenate([getattr(part, each.name) for part in parts_], axis=1) for each in fields(Shown))
        )
        for parts_ in zip(*parts, strict=True)
    ]


# --- figures ------------------------------------------------------------------------------------------------


def a_hand(gains) -> tuple[float, float]:
    """Return the mean of gains (2, n) and half its 95 % interval; deals are independent, their tables not."""
    return per_case(gains, np.ones(gains.shape, bool))


def per_case(values, cases) -> tuple[float, float]:
    """Return the mean of values over cases, both (2, n), and half its 95 % interval, from deals.

    A ratio of two sums over deals, its error by the delta method (Cochran, Sampling Techniques, 1977).
    """
    y, x = (values * cases).sum(axis=0), cases.sum(axis=0)
    mean = y.sum() / x.sum()
    n = len(x)
    error = np.sqrt(((y - mean * x) ** 2).sum() * n / max(n - 1, 1)) / x.sum()
    return float(mean), float(Z95 * error)
