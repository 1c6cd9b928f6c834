"""One decision of a sampled player: every legal card judged in deals that fit what its player knows.

In each deal every legal card is solved with all hands open. The card chosen makes (or sets) the contract in
most deals, then brings most points, then is the lowest.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels._jit import Int, Words, kernel
from fivehundred_sim.kernels.dense.cards import MOVES, NAMED, PLACE, SCORE, dense_card_scores
from fivehundred_sim.kernels.stream import stream_start
from fivehundred_sim.kernels.wide.state import (
    LANE_BITS,
    LANES,
    SUITLESS,
    TRUMP,
    card_of_place,
    lane_of_place,
)
from fivehundred_sim.kernels.wide_sampled.claim import claims_of
from fivehundred_sim.kernels.wide_sampled.public import LEADER, LED, NUMBER, ON_TABLE
from fivehundred_sim.kernels.wide_sampled.view import View, can_be, draw_world, worlds_of

RESULTS = 11  # a side takes 0 to 10 tricks
_STEP = 8  # seats and more: (cards played, seat) as one number


class Goal(NamedTuple):
    """What a contract is worth, by the tricks of the contractor's side.

    made: int64 (11,), 1 where it is made. points: float64 (11,), what the side wins. low, high: the results
    between which anything changes; below and above all results are the same.
    """

    made: NDArray[np.int64]
    points: NDArray[np.float64]
    low: int
    high: int

    @property
    def need(self) -> int | None:
        """The tricks that make the contract, None in misère and where nothing makes it."""
        return int(self.made.argmax()) if self.made[-1] else None


class Judged(NamedTuple):
    """A legal card: its place, the lane it names (a joker that is led) or -1, and how its worlds came out.

    made: in how many worlds the contractor's side makes the contract; points: the sum of its points.
    """

    place: int
    named: int
    made: int
    points: float


def goal_of(need: int, avoids: bool, points: NDArray[np.float64]) -> Goal:
    """Return the goal of a contract; `avoids` where it is a misère."""
    made = np.array([(taken == 0) if avoids else (taken >= need) for taken in range(RESULTS)], np.int64)
    steps = [t for t in range(RESULTS - 1) if made[t] != made[t + 1] or points[t] != points[t + 1]]
    low, high = (steps[0], steps[-1] + 1) if steps else (0, 0)
    return Goal(made, points, low, high)


@kernel()
def set_up(view: View, hands: Words) -> tuple[Int, Int]:
    """Give the cards on the table back to those who played them; returns (contractor's side, its tricks).

    hands: uint64 (players, 5), a world as `draw_world` writes it. The side, a mask of seats, has in it the
    holder of a card called.
    """
    public, side, taken = view.public, view.side, np.int64(0)
    if view.called >= 0:
        for seat in range(view.players):
            if hands[seat, lane_of_place(view.called)] & card_of_place(view.called):
                side |= np.int64(1) << seat
    for seat in range(view.players):
        if (side >> seat) & 1:
            taken += public.tricks[seat]
    seat = public.now[LEADER]
    for i in range(public.now[ON_TABLE]):
        hands[seat, lane_of_place(public.trick[i, 0])] |= card_of_place(public.trick[i, 0])
        seat = (seat + 1) % view.players
        while (public.playing >> seat) & 1 == 0:
            seat = (seat + 1) % view.players
    return side, taken


def judge(table: Words, view: View, goal: Goal, worlds: int, seed: int) -> list[Judged]:
    """Return every legal card of the seat on turn, judged in deals that fit; none if no deal does.

    The loop is not compiled: beside the solver it takes no time, and compiled it would be built anew around
    the solver. The random stream depends on the seed, the cards played and the seat alone.
    """
    public, drawing = view.public, worlds_of(view)
    if not can_be(drawing):
        return []
    stream = stream_start(seed, public.now[NUMBER] * _STEP + view.seat)
    trick = public.trick[: public.now[ON_TABLE]]
    hands, moves = view.known.copy(), np.empty((MOVES, 3), np.int64)
    made, points = np.zeros(MOVES, np.int64), np.zeros(MOVES, np.float64)
    n = 0
    for _ in range(worlds):
        stream = draw_world(view, drawing, np.uint64(stream), hands)
        side, taken = set_up(view, hands)
        n = dense_card_scores(
            table,
            hands,
            public.row,
            side,
            public.playing,
            public.now[LEADER],
            public.now[LED],
            public.renounced[: view.players],
            trick,
            max(goal.low - taken, 0),
            max(goal.high - taken, 0),
            moves,
        )
        results = np.minimum(taken + moves[:n, SCORE], RESULTS - 1)
        made[:n] += goal.made[results]
        points[:n] += goal.points[results]
    return [
        Judged(int(moves[i, PLACE]), int(moves[i, NAMED]), int(made[i]), float(points[i])) for i in range(n)
    ]


def preference(view: View, place: int) -> tuple[bool, bool, int, int]:
    """Return what equally good cards are ordered by: plain cards low to high, then trumps, then jokers."""
    lane, height = divmod(place, int(LANE_BITS))
    return lane == SUITLESS, lane == 3 and view.public.row[TRUMP] == 1, height, lane


def decide(table: Words, view: View, goal: Goal, worlds: int, seed: int) -> Judged | None:
    """Return the card that a sampled player plays, None if no deal fits the view; arguments as `judge`."""
    judged = judge(table, view, goal, worlds, seed)
    if not judged:
        return None
    leads = claims_of(view, goal.need) if goal.need is not None else [0] * int(LANES)
    sure = [card for card in judged if leads[card.place // 32] >> card.place % 32 & 1]
    return chosen(view, sure or judged)


def chosen(view: View, judged: list[Judged]) -> Judged:
    """Return the best of the judged cards for the seat on turn."""
    sign = 1 if (view.side >> view.seat) & 1 else -1

    def worth(card: Judged) -> tuple[int, float]:
        return sign * card.made, sign * card.points

    most = max(map(worth, judged))
    return min(
        (card for card in judged if worth(card) == most), key=lambda card: preference(view, card.place)
    )
