"""Whole games between two styles: every pair of games is dealt the same cards, with the sides exchanged.

Fitted styles bid to the score: what a contract is worth to them is the chance to win the game that it leaves
(`Equity.after`), each side its own. Published counts know no score. Contracts are played by the quick
calibrated model: it says how likely each number of tricks is on these very cards, and the same random number
picks one at both tables. Scores and winners are those of `rules.standing`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.scoring import TRICKS, is_made
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.rules.standing import FinishedHand, Standing, after_hand, start
from fivehundred_sim.study.bidding.equity import Equity
from fivehundred_sim.study.bidding.equity_store import equity_of
from fivehundred_sim.study.bidding.exchanged import DIGITS, Interval, interval, seats_of, tables_of
from fivehundred_sim.study.bidding.house import Bidders, House
from fivehundred_sim.study.bidding.outcomes import check_game
from fivehundred_sim.study.bidding.stakes import game_stakes
from fivehundred_sim.study.bidding.styles import Style
from fivehundred_sim.study.run import default_jobs

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]
Progress = Callable[[int, int], None]

MOST_DEALS = 200  # a game that is not over then counts half for both
BLOCK = 500  # pairs that are played side by side: bounds the memory, and changes no result
NO_KITTY = 14  # the strain of no-trump as it is dealt
TABLES = 2
Ending = Literal["contract", "tricks", "floor", "nobody", "unfinished"]
ENDINGS: tuple[Ending, ...] = ("contract", "tricks", "floor", "nobody", "unfinished")


@dataclass(frozen=True)
class Games:
    """What came of whole games.

    won: the share that A wins, with its interval from pairs; games without one winner count half. hands:
    played in a game, on average. endings: shares of games that end by a contract made, by points for tricks
    alone, at the floor, with nobody winning, and not within `MOST_DEALS` deals.
    """

    won: Interval
    games: int
    hands: float
    endings: tuple[tuple[Ending, float], ...]

    def to_json_dict(self) -> dict[str, Any]:
        """Return the games as plain JSON values."""
        return {
            "games": self.games,
            "won": self.won.to_json_dict(),
            "hands": round(self.hands, DIGITS),
            "endings": {name: round(share, DIGITS) for name, share in self.endings},
        }


class Dealt(NamedTuple):
    """One hand of a game: the deal of the pair's stream, who dealt, and what is scored (None: thrown in).

    call: an index of `BiddingRules.calls`, 0 where nobody bids.
    """

    deal: int
    dealer: int
    call: int
    hand: FinishedHand | None


@dataclass
class Game:
    """A game being played: A sits at the seats of side `table`."""

    pair: int
    table: int
    dealer: int
    standing: Standing
    record: list[Dealt]

    @property
    def a_wins(self) -> float:
        """1 where A has won alone, 0 where B has, else a half."""
        winners = self.standing.winners
        return float(winners[0] == self.table) if self.standing.over and len(winners) == 1 else 0.5


def games(
    house: House,
    a: Style,
    b: Style,
    *,
    pairs: int,
    seed: int = 1,
    equity: Equity | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Games:
    """Return what comes of so many pairs of games.

    equity: the chances to win in this house, worked out if they are not given. Raises QuestionError for games
    of more than two sides, or not to a target.
    """
    blocks = played_games(house, a, b, pairs=pairs, seed=seed, equity=equity, jobs=jobs)
    played: list[Game] = []
    for block in blocks:
        played += block
        if progress is not None:
            progress(len(played), TABLES * pairs)
    won = interval(np.array([game.a_wins for game in played]).reshape(-1, TABLES).mean(axis=1))
    ends = Counter(ending_of(house, game) for game in played)
    return Games(
        won=Interval(won.mean, max(won.low, 0.0), min(won.high, 1.0)),
        games=len(played),
        hands=sum(game.standing.hands for game in played) / len(played),
        endings=tuple((name, ends[name] / len(played)) for name in ENDINGS),
    )


def played_games(
    house: House,
    a: Style,
    b: Style,
    *,
    pairs: int,
    seed: int = 1,
    equity: Equity | None = None,
    jobs: int | None = None,
) -> Iterator[list[Game]]:
    """Yield the games, pair by pair, in blocks: the game in which A is side 0 first. Raises as `games`."""
    check_game(house.rules)
    table = _Tables(house, a, b, equity or equity_of(house.rules, house=house))
    with ThreadPoolExecutor(jobs or default_jobs(), thread_name_prefix="games") as executor:
        for first in range(0, pairs, BLOCK):
            yield _block(table, first, min(BLOCK, pairs - first), seed, executor)


def ending_of(house: House, game: Game) -> Ending:
    """Return how a game came to its end."""
    if not game.standing.over:
        return "unfinished"
    if game.standing.losers:
        return "floor"
    if not game.standing.winners:
        return "nobody"
    hand = game.record[-1].hand
    if hand is None or hand.bid is None or hand.contractor is None:
        return "tricks"
    won = side_of(house.rules, hand.contractor) in game.standing.winners
    return "contract" if won and is_made(hand.bid, hand.tricks[hand.contractor]) else "tricks"


def luck(seed: int, pair: int) -> Reals:
    """Return the numbers from 0 to 1 that pick the tricks of a pair's deals, float64 (MOST_DEALS,)."""
    return np.random.Generator(np.random.PCG64([seed, pair])).random(MOST_DEALS)


def drawn(shares: Reals, numbers: Reals) -> Ints:
    """Return the tricks that random numbers pick, int64 (n,).

    shares: float64 (n, 11), how likely each number of tricks is; numbers: float64 (n,), from 0 to 1. What
    has no share is never picked.
    """
    sums = shares.cumsum(axis=1)
    # Strictly below the whole: a sum of shares may miss 1 by a rounding error.
    wanted = np.minimum(numbers * sums[:, -1], np.nextafter(sums[:, -1], 0))
    return np.asarray((sums <= wanted[:, None]).sum(axis=1), np.int64)


class _Tables:
    """Both tables of a pair, whose fitted bidders are told the score."""

    def __init__(self, house: House, a: Style, b: Style, equity: Equity) -> None:
        self.house, self.equity = house, equity
        self._seats = seats_of(house, a, b)
        self._for_points = tables_of(house, a, b)
        self.heeds_score = a.fitted or b.fitted

    def bidders(self, table: int, scores: tuple[int, ...], dealer: int) -> Bidders:
        """Return the bidders of a table at these scores of sides 0 and 1, with a side (0 or 1) dealing."""
        base = self._for_points[table]
        if not self.heeds_score:
            return base
        sides = game_stakes(self.house.points, self.equity.after(scores[0], scores[1], dealer == 0))
        worth, passing = np.empty_like(base.worth), base.passing.copy()
        known: dict[int, Reals] = {}
        for seat, style in enumerate(self._seats[table]):
            side = side_of(self.house.rules, seat)
            if not style.fitted:
                worth[seat] = base.worth[seat]
                continue
            if side not in known:
                known[side] = self.house.worth(sides[side], style.loss_weight)
            worth[seat] = known[side]
            passing[seat] = sides[side].nobody, sides[side].point
        return replace(base, worth=worth, passing=passing)


def _block(tables: _Tables, first: int, pairs: int, seed: int, executor: Executor) -> list[Game]:
    """Play the games of some pairs to their ends, a hand of all running ones at a time."""
    house = tables.house
    dealt = house.deals(seed, first * MOST_DEALS, pairs * MOST_DEALS).reshape(pairs, MOST_DEALS, -1)
    numbers = np.stack([luck(seed, pair) for pair in range(first, first + pairs)])
    played = [
        Game(pair, table, pair % house.players, start(house.rules), [])
        for pair in range(first, first + pairs)
        for table in range(TABLES)
    ]
    for deal in range(MOST_DEALS):
        running = [game for game in played if not game.standing.over]
        if not running:
            break
        rows = np.array([game.pair - first for game in running])
        deals = dealt[rows, deal]
        ends, worths = _auctions(tables, running, deals, executor)
        hands = _hands(house, running, deals, ends, worths, numbers[rows, deal])
        for game, call, hand in zip(running, ends[:, 0], hands, strict=True):
            _score(house, game, Dealt(deal, game.dealer, int(call), hand))
    return played


def _auctions(
    tables: _Tables, running: Sequence[Game], deals: Ints, executor: Executor
) -> tuple[Ints, Reals]:
    """Return how the auctions of these games end, as `House.auctions` does; who stand alike together."""
    house = tables.house
    dealers = np.array([game.dealer for game in running])
    alike: dict[tuple[int, tuple[int, ...], int], list[int]] = {}
    for place, game in enumerate(running):
        scores = game.standing.scores if tables.heeds_score else ()
        side = side_of(house.rules, game.dealer) if tables.heeds_score else 0
        alike.setdefault((game.table, scores, side), []).append(place)
    ends, worths = np.empty((len(running), 2), np.int64), np.empty((len(running), 2))

    def call(item: tuple[tuple[int, tuple[int, ...], int], list[int]]) -> None:
        key, places = item
        ends[places], worths[places] = house.auctions(tables.bidders(*key), dealers[places], deals[places])

    list(executor.map(call, alike.items()))
    return ends, worths


def _hands(
    house: House, running: Sequence[Game], deals: Ints, ends: Ints, worths: Reals, numbers: Reals
) -> list[FinishedHand | None]:
    """Return what each game scores: a contract, or a hand that nobody bid where such hands are played."""
    dealers = np.array([game.dealer for game in running])
    leaders, tricks, scored = played_tricks(house, dealers, deals, ends, worths, numbers)
    return [
        _finished(house, int(call), int(seat), int(taken)) if counts else None
        for call, seat, taken, counts in zip(ends[:, 0], leaders, tricks, scored, strict=True)
    ]


def played_tricks(
    house: House, dealers: Ints, deals: Ints, ends: Ints, worths: Reals, numbers: Reals
) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Return who leads, the tricks of his side, and whether the hand counts, each (n,).

    ends and worths: as `House.auctions` gives them; numbers: float64 (n,), from 0 to 1, which pick the tricks
    of contracts (`drawn`). A hand that nobody bids counts where such hands are played: the eldest leads.
    """
    bid = ends[:, 0] > 0
    leaders = np.where(bid, ends[:, 1], (dealers + 1) % house.players)
    strains = np.where(bid, house.bidding.table[ends[:, 0], 1], NO_KITTY)
    asked = np.stack([np.arange(len(deals)), leaders, strains], axis=1)
    scored = bid if house.rules.auction.all_pass != "play_no_trump" else np.ones(len(deals), bool)
    tricks = np.zeros(len(deals), np.int64)
    tricks[scored], _ = house.tricks(deals, asked[scored])
    shares = house.shares(ends[bid, 0], tricks[bid], worths[bid])
    tricks[bid] = drawn(shares, numbers[bid])
    return leaders, tricks, scored


def _finished(house: House, call: int, seat: int, taken: int) -> FinishedHand:
    """Return a hand in which the side of a seat takes so many tricks; the neighbour takes what is left."""
    tricks = [0] * house.players
    tricks[seat], tricks[(seat + 1) % house.players] = taken, TRICKS - taken
    if not call:
        return FinishedHand(None, None, tuple(tricks))
    return FinishedHand(house.bidding.calls[call], seat, tuple(tricks))


def _score(house: House, game: Game, dealt: Dealt) -> None:
    """Put a hand on the score, and let the next one deal."""
    game.record.append(dealt)
    if dealt.hand is not None:
        game.standing = after_hand(house.rules, game.standing, dealt.hand)
    if dealt.hand is not None or house.rules.auction.all_pass != "redeal_same":
        game.dealer = (game.dealer + 1) % house.players
