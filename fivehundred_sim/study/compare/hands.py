"""Deals bid, played and scored in one house, as the quantities of `measures`.

A contract is not one result but the chances of each number of tricks (`House.shares`): what it scores and
whether it is made are means over them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.scoring import TRICK_POINTS, TRICKS
from fivehundred_sim.rules.seats import side_count, side_of
from fivehundred_sim.study.bidding.games import NO_KITTY
from fivehundred_sim.study.bidding.house import House
from fivehundred_sim.study.compare.best import PASS_CALL
from fivehundred_sim.study.compare.houses import Table
from fivehundred_sim.study.compare.measures import BEST, LEVELS, POINT, SHARE, TRICK, members

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

ALONE = 1  # the second of a table's point tables


class Played(NamedTuple):
    """Deals bid and played in one house.

    calls: int64 (n,), the contracts, 0 where nobody bids. leaders: int64 (n,), the contractors, or the eldest
    hands. partners: int64 (n,), found for one hand, -1 for none. made, tricks: float64 (n,), the chance that
    a contract is made and the mean tricks of its side, 0 where there is none. points: float64 (n, 2), of the
    leader's side and the mean of the others.
    """

    calls: Ints
    leaders: Ints
    partners: Ints
    made: Reals
    tricks: Reals
    points: Reals


def dealers_of(house: House, first: int, n: int) -> Ints:
    """Return who deals the deals `first` and on of a run, int64 (n,): the seats in turn."""
    return np.arange(first, first + n) % house.players


def played(table: Table, dealers: Ints, deals: Ints) -> Played:
    """Return deals bid and played; dealers int64 (n,), deals int64 (n, cards)."""
    house, n = table.house, len(deals)
    ends, worths = house.auctions(table.bidders, dealers, deals)
    calls = ends[:, 0]
    leaders = np.where(calls > 0, ends[:, 1], (dealers + 1) % house.players)
    found = Played(calls, leaders, np.full(n, -1), np.zeros(n), np.zeros(n), np.zeros((n, 2)))
    bid = np.flatnonzero(calls)
    strains = house.bidding.table[calls[bid], 1]
    taken, partners = house.tricks(deals, np.stack([bid, leaders[bid], strains], axis=1))
    shares = house.shares(calls[bid], taken, worths[bid])
    found.partners[bid] = partners
    found.made[bid] = np.where(house.made[calls[bid]], shares, 0.0).sum(axis=1)
    found.tricks[bid] = shares @ np.arange(TRICKS + 1)
    points = np.where(
        (partners < 0)[:, None, None], table.points[ALONE, calls[bid]], table.points[0, calls[bid]]
    )
    found.points[bid] = (shares[:, :, None] * points).sum(axis=1)
    _score_nobodys(house, deals, found)
    return found


def _score_nobodys(house: House, deals: Ints, found: Played) -> None:
    """Write the points of hands that nobody bids and that are played at no-trump, the eldest hand leading.

    Where such hands are not played they are thrown in, and score nothing.
    """
    rows = np.flatnonzero(found.calls == PASS_CALL)
    if house.rules.auction.all_pass != "play_no_trump" or not len(rows):
        return
    asked = np.stack([rows, found.leaders[rows], np.full(len(rows), NO_KITTY)], axis=1)
    taken, _ = house.tricks(deals, asked)
    found.points[rows, 0] = TRICK_POINTS * taken
    found.points[rows, 1] = TRICK_POINTS * (TRICKS - taken) / (side_count(house.rules) - 1)


def quantities(table: Table, names: Sequence[str], first: int, deals: Ints, best: Ints) -> Ints:
    """Return what is counted of deals in one house, int64 (quantities, n), as `deal_quantities` names them.

    names: of the families of contracts. deals: int64 (n, cards), the deals `first` and on of a run. best:
    int64 (n,), the call worth most to the first caller's hand.
    """
    house = table.house
    dealers = dealers_of(house, first, len(deals))
    found = played(table, dealers, deals)
    bid = found.calls > 0
    levels = house.bidding.table[found.calls, 0]
    plain = bid & (levels > 0)
    belongs = members(names, house.bidding.calls, np.asarray(house.made.any(axis=1)))[:, found.calls]
    made = np.rint(found.made * SHARE).astype(np.int64)
    of_dealer, dealers_points, others_points = _by_dealer(house, dealers, found)
    of_contract = np.where(bid[:, None], found.points, 0.0).T
    points = np.stack([dealers_points, others_points, *of_contract])
    return np.concatenate(
        [
            np.ones((1, len(deals)), np.int64),
            belongs * SHARE,
            belongs * made,
            belongs * (SHARE - made),
            np.stack([(bid & of_dealer) * SHARE, np.where(plain, levels, 0), plain * SHARE]),
            np.rint(np.where(plain, found.tricks, 0.0) * TRICK).astype(np.int64)[None],
            np.rint(points * POINT).astype(np.int64),
            _best_levels(house, best),
        ]
    )


def _by_dealer(house: House, dealers: Ints, found: Played) -> tuple[NDArray[np.bool_], Reals, Reals]:
    """Return whether the dealer's side leads, its points, and the mean points of all other sides, each (n,).

    A partner found for one hand belongs to both sides' hand: he scores as the contractor does.
    """
    sides = np.array([side_of(house.rules, seat) for seat in range(house.players)])
    number = side_count(house.rules)
    partnered = (found.partners >= 0) & (sides[found.partners] != sides[found.leaders])
    leads = (sides[found.leaders] == sides[dealers]) | (partnered & (sides[found.partners] == sides[dealers]))
    own, others = found.points.T
    scoring = 1 + partnered
    whole = scoring * own + (number - scoring) * others
    dealers_own = np.where(leads, own, others)
    return leads, dealers_own, (whole - dealers_own) / (number - 1)


def _best_levels(house: House, best: Ints) -> Ints:
    """Return the share that each of `BEST` has in the best contracts, all or nothing, int64 (BEST, n)."""
    levels = house.bidding.table[best, 0]
    misere = (best != PASS_CALL) & (levels == 0)
    found = [best == PASS_CALL, *(levels == level for level in LEVELS), misere]
    assert len(found) == len(BEST)
    return np.stack(found).astype(np.int64) * SHARE
