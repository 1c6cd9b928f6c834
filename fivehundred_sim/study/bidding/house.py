"""A house at work: its auction, its hands evaluated and its contracts played, all in the form kernels take.

One `House` serves every question under one set of rules; `Bidders` are the styles that sit around its table,
with what is at stake for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.bidding.evaluate import BINS, LOW, ROWS, STEP
from fivehundred_sim.kernels.bidding.law import STATE_WORDS
from fivehundred_sim.rules.bidding import BiddingRules, encode_bidding
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.bidding.evaluation import Evaluation, evaluation
from fivehundred_sim.study.bidding.stakes import OUTCOMES, Stakes, made_table, point_stakes
from fivehundred_sim.study.bidding.styles import Style, rows_of
from fivehundred_sim.study.run import Progress, Task, lanes_play

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

NO_CARDS = np.empty(0, np.int64)
NO_STATES = np.empty((0, STATE_WORDS), np.int64)
LOWEST_LEVEL = 6


@dataclass(frozen=True)
class House:
    """Rules with all that simulated auctions need."""

    rules: Rules
    bidding: BiddingRules
    evaluation: Evaluation

    @cached_property
    def task(self) -> Task:
        """The rules as the kernels that play contracts take them; its hand is nobody's."""
        return Task(self.rules, NO_CARDS, np.arange(self.cards), 0)

    @cached_property
    def cards(self) -> int:
        """How many cards the pack has."""
        return len(pack(self.rules))

    @cached_property
    def made(self) -> NDArray[np.bool_]:
        """Which tricks make which call, bool (calls, 11)."""
        return made_table(self.bidding)

    @cached_property
    def points(self) -> Stakes:
        """What results are worth in points."""
        return point_stakes(self.rules, self.bidding)

    @cached_property
    def calibrated(self) -> bool:
        """Whether contracts are played by the calibrated model; elsewhere rules of thumb stand."""
        return lanes_play(self.rules, sum(1 << strain for strain in self.strains))

    @cached_property
    def strains(self) -> tuple[int, ...]:
        """The strains (0-6) in which this house has contracts."""
        return tuple(sorted({int(strain) for strain in self.bidding.table[1:, 1] if strain < STRAINS}))

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.rules.table.players

    def deals(self, seed: int, first: int, n: int, hand: Ints = NO_CARDS, seat: int = 0) -> Ints:
        """Return deals of a stream, int64 (n, cards) pack indices; `seat` holds `hand` if one is given."""
        from fivehundred_sim.kernels.bidding.deals import deal_around

        unseen = np.setdiff1d(np.arange(self.cards), hand)
        deals = np.empty((n, self.cards), np.int64)
        deal_around(hand, unseen, seat, seed, first, deals)
        return deals

    def auctions(
        self, bidders: "Bidders", dealers: Ints, deals: Ints, states: Ints = NO_STATES
    ) -> tuple[Ints, Reals]:
        """Return how the auctions of deals end, and what the contractors' hands are worth in their strains.

        dealers: int64 (n,). The ends are int64 (n, 2), final call and seat, 0 and -1 where nobody bids; the
        worths float64 (n, 2), index and row. states: int64 (n, STATE_WORDS), filled with the auctions if
        given.
        """
        from fivehundred_sim.kernels.bidding.auction import auctions

        contractors = np.zeros((len(deals), 2))
        look = self.evaluation.code, self.evaluation.weights
        table, options = self.bidding.table, self.bidding.options
        ends = auctions(table, options, dealers, deals, *look, *bidders.arguments(), states, contractors)
        return ends, contractors

    def tricks(self, deals: Ints, contracts: Ints) -> tuple[Ints, Ints]:
        """Return the tricks that heuristic players take, and the contractors' partners found for one hand.

        contracts: int64 (m, 3): row of the deal, contractor, strain (0-14). Both are int64 (m,), of the
        contractor's side (misère: 0 made, else 1 or the tricks taken); no partner is -1.
        """
        tricks, partners = np.empty(len(contracts), np.int64), np.full(len(contracts), -1)
        fast = (self.task.fast >> contracts[:, 2] & 1).astype(bool)
        if fast.any():
            from fivehundred_sim.kernels.bidding.deals import lanes_tricks

            lanes = self.task.lanes
            tricks[fast] = lanes_tricks(lanes.bit, lanes.play, deals, contracts[fast])
        if not fast.all():
            from fivehundred_sim.kernels.bidding.wide_deals import wide_tricks

            found = wide_tricks(*self.task.wide, deals, contracts[~fast])
            tricks[~fast], partners[~fast] = found[:, 0], found[:, 1]
        return tricks, partners

    def shares(self, calls: Ints, tricks: Ints, strengths: Reals) -> Reals:
        """Return the chances of each number of tricks in contracts as they are played, float64 (m, 11).

        calls: int64 (m,), the contracts; tricks: int64 (m,), what heuristic players take on these very deals;
        strengths: float64 (m, 2), index and row of the contractor's hand in the strain. The quick calibration
        says what sampled players make of such a deal; where it does not hold, the heuristic tricks stand.
        """
        shares = np.zeros((len(calls), OUTCOMES))
        shares[np.arange(len(calls)), tricks] = 1.0
        strains = self.bidding.table[calls, 1]
        known = strains < STRAINS
        levels = np.maximum(self.bidding.table[calls[known], 0] - LOWEST_LEVEL, 0)
        rows = np.minimum(strengths[known, 1].astype(np.int64), ROWS - 1)
        bins = np.clip(np.rint((strengths[known, 0] - LOW) / STEP).astype(np.int64), 0, BINS - 1)
        shares[known] = self.evaluation.quick[strains[known], rows, levels, bins, tricks[known]]
        return shares

    @cached_property
    def _chances(self) -> Reals:
        """The chances of tricks in every call by row and index, float64 (calls, ROWS, BINS, 11)."""
        found = np.zeros((len(self.bidding.calls), ROWS, BINS, OUTCOMES))
        for call, (level, strain, *_) in enumerate(self.bidding.table):
            if 0 <= strain < STRAINS:
                found[call] = self.evaluation.chances[strain, :, max(level - LOWEST_LEVEL, 0)]
        return found

    def worth(self, stakes: Stakes, loss_weight: float = 1.0) -> Reals:
        """Return what contracts are worth by the tricks to expect, float64 (3, calls, ROWS, BINS).

        To the side that plays them, to another, and last the chance that they are made.
        """
        results = np.concatenate([stakes.weighted(self.made, loss_weight), self.made[None]])
        # One product of matrices a call, its rows and bins as one axis.
        found = self._chances.reshape(len(self.bidding.calls), -1, OUTCOMES) @ results.transpose(1, 2, 0)
        shape = len(self.bidding.calls), ROWS, BINS, 3
        return np.ascontiguousarray(found.reshape(shape).transpose(3, 0, 1, 2))


@dataclass(frozen=True)
class Bidders:
    """The styles around a table as kernels take them, with what is at stake for each seat.

    rows: float64 (n, 10); style_of: int64 (players,); weights: float64 (n, WEIGHTS); worth: float64 (players,
    3, calls, ROWS, BINS); passing: float64 (players, 2).
    """

    rows: Reals
    style_of: Ints
    weights: Reals
    worth: Reals
    passing: Reals

    def arguments(self) -> tuple[Reals, Ints, Reals, Reals, Reals]:
        """Return all of it in the kernels' order."""
        return self.rows, self.style_of, self.weights, self.worth, self.passing


def house_of(rules: Rules, progress: Progress | None = None) -> House:
    """Return a house; its evaluation is fitted first (`progress`) if nobody has played there yet."""
    return House(rules, encode_bidding(rules), evaluation(rules, progress))


def seated(
    house: House, styles: Sequence[Style], weights: Sequence[Reals], stakes: Sequence[Stakes] | None = None
) -> Bidders:
    """Return the bidders of a table: by seat a style, its weights (`signals`) and what is at stake.

    Without `stakes` everybody plays for points.
    """
    at_stake = [house.points] * house.players if stakes is None else stakes
    distinct = tuple(dict.fromkeys(styles))
    known: dict[tuple[Style, int], Reals] = {}
    for style, own in zip(styles, at_stake, strict=True):
        if (style, id(own)) not in known:
            known[style, id(own)] = house.worth(own, style.loss_weight)
    by_style = dict(zip(styles, weights, strict=True))
    return Bidders(
        rows=rows_of(distinct).rows,
        style_of=np.array([distinct.index(style) for style in styles]),
        weights=np.stack([by_style[style] for style in distinct]),
        worth=np.stack([known[style, id(own)] for style, own in zip(styles, at_stake, strict=True)]),
        passing=np.array([[own.nobody, own.point] for own in at_stake]),
    )


def all_alike(house: House, style: Style, weights: Reals) -> Bidders:
    """Return a table at which everybody bids in one style, for points."""
    return seated(house, [style] * house.players, [weights] * house.players)


def with_weights(bidders: Bidders, weights: Reals) -> Bidders:
    """Return the same bidders who hear otherwise: weights float64 (WEIGHTS,) for every style."""
    return replace(bidders, weights=np.tile(weights, (len(bidders.rows), 1)))
