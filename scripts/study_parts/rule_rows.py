"""What the study of the Australian table counts beside the table: single hands, for players' rules of thumb.

Suits are judged one hand a deal, seat 0's, in the suit whose turn it is, so that all figures of a kind are
independent of each other.
"""

from dataclasses import dataclass
from math import comb

import numpy as np
import pandas as pd

from fivehundred_sim.cards import DIAMONDS, NO_TRUMP
from fivehundred_sim.kernels.bidding.counts import COUNTS, published_count
from fivehundred_sim.kernels.bidding.evaluate import LEVELS, LOWEST_LEVEL
from fivehundred_sim.kernels.table.features import TOPS, TRUMPS
from fivehundred_sim.kernels.table.tally import HANDS
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.estimate import Z95, wilson
from fivehundred_sim.study.runs import collect
from fivehundred_sim.study.table.estimates import mean_and_variance
from fivehundred_sim.study.table.plan import setting_of
from fivehundred_sim.study.table.table import FEW_HANDS
from fivehundred_sim.study.table.worths import PER_ENGINE, TRICK_UNIT, TRICKS
from study_parts.hand_cells import ENGINES, LADDER, CellsPlan, mean_and_half, seen_of, shares

RULES = load_rules("australian")
SEED = 11
LENGTHS, SETS = 11, 16
JOKER, RIGHT, LEFT, ACE = 1, 2, 4, 8  # of `tops`
HONOURS = {"joker": JOKER, "right bower": RIGHT, "left bower": LEFT, "ace of trumps": ACE}
LEAST = 30  # hands of a cell that is compared
MISERE_CLASS, OPEN_CLASS = (
    11,
    12,
)  # of "best": 0 nothing, 1 to 5 suits by level, 6 to 10 no-trump, the misères


def suit_by_turn(seen):
    """Return the suit of each deal in which seat 0 is judged, int64 (n,)."""
    return (seen.first + np.arange(len(seen.rows))) % NO_TRUMP


def only(seen, values):
    """Return values (n,) of seat 0 in the suit by turn as cells of all contracts, int64 (n, 4, 7)."""
    found = np.full(seen.judged.shape[:3], -1)
    found[np.arange(len(values)), 0, suit_by_turn(seen)] = values
    return found


def of_suit(seen, feature):
    """Return a feature of seat 0 in the suit by turn, int64 (n,)."""
    return seen.counted[np.arange(len(seen.rows)), 0, suit_by_turn(seen), feature]


def highest(expected):
    """Return the highest level that pays, 6 to 10 or 0, of points (..., LEVELS)."""
    pays = expected > 0
    level = LOWEST_LEVEL + LEVELS - 1 - pays[..., ::-1].argmax(axis=-1)
    return np.where(pays.any(axis=-1), level, 0)


@dataclass(frozen=True)
class Paying:
    """What pays by the evaluation of ten cards: by trumps in one suit, and on whole hands."""

    @property
    def sizes(self):
        """How many cells each tally has."""
        return {"suit": 2 * LENGTHS * (LEVELS + 1), "level": LEVELS + 1, "best": OPEN_CLASS + 1}

    def sort(self, seen):
        """Return the cells of all contracts; whole hands stand in the place of spades."""
        mine = seen.expected[np.arange(len(seen.rows)), 0, suit_by_turn(seen)]
        headed = (of_suit(seen, TOPS) & (JOKER | RIGHT) > 0).astype(np.int64)
        step = np.maximum(highest(mine) - LOWEST_LEVEL + 1, 0)
        level = highest(seen.expected[:, :, : NO_TRUMP + 1].max(axis=2))
        strain, place = np.divmod(seen.best(), LEVELS)
        kind = np.select(
            [seen.best() < 0, strain < NO_TRUMP, strain == NO_TRUMP, strain == NO_TRUMP + 1],
            [0, 1 + place, 1 + LEVELS + place, MISERE_CLASS],
            OPEN_CLASS,
        )
        return {
            "suit": only(seen, (headed * LENGTHS + of_suit(seen, TRUMPS)) * (LEVELS + 1) + step),
            "level": as_high(level, seen.best() >= 0),
            "best": whole(kind),
        }


def whole(values):
    """Return a value of each hand (n, 4) as cells of all contracts."""
    found = np.full((*values.shape, 7), -1)
    found[..., 0] = values
    return found


def as_high(level, anything):
    """Return cells of whole hands, int64 (n, 4, 7): 0 to 4 where six to ten pays, 5 where anything does."""
    found = np.full((*level.shape, 7), -1)
    for place in range(LEVELS):
        found[..., place] = np.where(level >= LOWEST_LEVEL + place, place, -1)
    found[..., LEVELS] = np.where(anything, LEVELS, -1)
    return found


@dataclass(frozen=True)
class Holdings:
    """Seat 0 in the suit by turn, played: by colour, number of trumps, and which of the highest it holds."""

    @property
    def sizes(self):
        """How many cells the tally has."""
        return {"held": 2 * LENGTHS * SETS}

    def sort(self, seen):
        """Return the cells of all contracts."""
        red = (suit_by_turn(seen) >= DIAMONDS).astype(np.int64)
        return {"held": only(seen, (red * LENGTHS + of_suit(seen, TRUMPS)) * SETS + of_suit(seen, TOPS))}


# --- rows ---------------------------------------------------------------------------------------------------


def row(grouping, what, engine, n, value, low, high):
    """Return a row beside the table's: what it is, and a figure with its interval."""
    figures = {"value": value, "value_low": low, "value_high": high}
    rounded = {name: round(float(figure), 5) for name, figure in figures.items()}
    return {"grouping": grouping, "what": what, "engine": engine, "n": int(n), **rounded}


def paying_rows(deals):
    """Yield in what share of hands something pays, and in what share of suits by trumps."""
    counts = collect(CellsPlan(RULES, Paying(), SEED, deals, played=False))
    suit = counts["suit"][:, HANDS].reshape(2, LENGTHS, LEVELS + 1)
    for name, own in (("", suit.sum(axis=0)), (", neither joker nor right bower", suit[0])):
        for trumps in range(2, 9):
            for level in LADDER:
                n, pays = own[trumps].sum(), own[trumps, level - LOWEST_LEVEL + 1 :].sum()
                if n:
                    figures = pays / n, *wilson(pays, n)
                    yield row("suits that pay", f"{trumps} trumps{name}, {level}", ENGINES[0], n, *figures)
    names = [*(f"suits or no-trump, {level} or higher" for level in LADDER), "anything, misères too"]
    for name, *figures in zip(names, *shares(counts["level"], deals, 4), strict=True):
        yield row("hands with a bid that pays", name, ENGINES[0], 4 * deals, *figures)
    names = ["nothing", *(f"suits, {n}" for n in LADDER), *(f"no-trump, {n}" for n in LADDER)]
    names += ["misère", "open misère"]
    for name, *figures in zip(names, *shares(counts["best"], deals, 4), strict=True):
        yield row("best bid of a hand", name, ENGINES[0], 4 * deals, *figures)


def trick_rows(deals):
    """Yield what one more trump, and one of the highest instead of a low one, is worth in tricks."""
    counts = collect(CellsPlan(RULES, Holdings(), SEED, deals))["held"]
    cells = np.arange(len(counts)).reshape(2, LENGTHS, SETS)
    for engine in ENGINES:
        for trumps in range(3, 8):
            pairs = cells[:, trumps].ravel(), cells[:, trumps - 1].ravel()
            yield row("tricks", f"trump number {trumps}", engine, *apart(counts, engine, *pairs))
        for name, bit in HONOURS.items():
            without = np.array([held for held in range(SETS) if not held & bit])
            pairs = cells[:, 3:, without | bit].ravel(), cells[:, 3:, without].ravel()
            yield row("tricks", f"{name} for a lower trump", engine, *apart(counts, engine, *pairs))
        pairs = cells[:, 4:, ACE].ravel(), cells[:, 4:, 0].ravel()
        yield row("tricks", "ace as best trump for a lower one", engine, *apart(counts, engine, *pairs))


def apart(counts, engine, more, fewer):
    """Return hands, and by how many tricks cells beat others, pair by pair, with the 95 % interval.

    more, fewer: int64 (pairs,), cells. Pairs are weighed as differences of two means are best weighed where
    all hands vary alike; hands are independent.
    """
    n = counts[:, HANDS].astype(float)
    there = (n[more] >= LEAST) & (n[fewer] >= LEAST)
    more, fewer = more[there], fewer[there]
    if not len(more):
        return 0, np.nan, np.nan, np.nan
    value = PER_ENGINE * ENGINES.index(engine) + TRICKS
    mean, variance = np.zeros(len(counts)), np.zeros(len(counts))
    there = np.flatnonzero(n > 1)
    mean[there], variance[there] = mean_and_variance(counts[there], value, TRICK_UNIT)
    weight = n[more] * n[fewer] / (n[more] + n[fewer])
    weight /= weight.sum()
    found = float(weight @ (mean[more] - mean[fewer]))
    half = Z95 * float(weight**2 @ (variance[more] + variance[fewer])) ** 0.5
    return n[more].sum() + n[fewer].sum(), found, found - half, found + half


def count_rows(deals):
    """Yield what six published counts bid on seat 0's hand as first call, beside what the evaluation says."""
    house = setting_of(RULES).house
    rows = house.deals(SEED, 0, deals)
    seen = seen_of(RULES, rows)
    tricks = slice(0, NO_TRUMP + 1)
    points, chances = seen.expected[:, 0, tricks], seen.chances[:, 0, tricks]
    best = np.maximum(points.max(axis=(1, 2)), 0.0)
    yield mean_row("published count: points a hand", "the best suit or no-trump bid", best)
    calls, out = np.zeros((3, NO_TRUMP + 1), np.int64), np.empty(NO_TRUMP + 1)
    hands = np.ascontiguousarray(rows[:, :10])
    for which, name in enumerate(COUNTS):
        said = np.empty((deals, NO_TRUMP + 1))
        for deal in range(deals):
            published_count(np.int64(which), hands[deal], house.evaluation.code, calls, out)
            said[deal] = out
        # The highest level, of two alike the dearer denomination.
        level = np.minimum(np.floor(said), 10.0)
        strain = NO_TRUMP - level[:, ::-1].argmax(axis=1)
        place = level.max(axis=1).astype(np.int64) - LOWEST_LEVEL
        bid = np.flatnonzero(place >= 0)
        own = np.zeros(deals)
        own[bid] = points[bid, strain[bid], place[bid]]
        yield mean_row("published count: points a hand", name, own)
        yield mean_row("published count: share made", name, chances[bid, strain[bid], place[bid]])
        for what, hit, n in (
            ("share bid", len(bid), deals),
            ("bids that pay", int((own[bid] > 0).sum()), len(bid)),
            ("passes what would pay", int((best[place < 0] > 0).sum()), int((place < 0).sum())),
        ):
            if n:
                yield row(f"published count: {what}", name, ENGINES[0], n, hit / n, *wilson(hit, n))


def mean_row(grouping, what, values):
    """Return a row of the mean of independent values."""
    mean, half = mean_and_half(values)
    return row(grouping, what, ENGINES[0], len(values), mean, mean - half, mean + half)


def even_split():
    """Return how likely the six other trumps lie 2-2-2, and so that an opponent has three, exactly.

    Of thirteen trumps seven are held; ten cards each lie with partner and two opponents, three in the kitty.
    """
    ways = {
        (one, two, three, 6 - one - two - three): comb(10, one) * comb(10, two) * comb(10, three)
        * comb(3, 6 - one - two - three)
        for one in range(7)
        for two in range(7 - one)
        for three in range(7 - one - two)
        if 6 - one - two - three <= 3
    }  # fmt: skip
    total = sum(ways.values())
    long = sum(number for (_, left, right, _), number in ways.items() if max(left, right) >= 3)
    return ways[2, 2, 2, 0] / total, long / total


def frame_of(table, rows):
    """Return the CSV's rows: the table's cells of many hands, then those of the rules of thumb."""
    cells = table.frame(["pooled", "honours"]).drop(columns="deals")
    cells = cells[cells.n >= FEW_HANDS].copy()
    for start, digits in (("p_make", 3), ("points", 1), ("tricks", 2)):
        names = [name for name in cells if name.startswith(start)]
        cells[names] = cells[names].round(digits)
    return pd.concat([cells, pd.DataFrame(rows)], ignore_index=True)
