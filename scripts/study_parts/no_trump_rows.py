"""The rows of the no-trump study: what no-trumps make, by hand, by level and by where the joker was."""

from dataclasses import dataclass

import numpy as np

from fivehundred_sim.cards import NO_TRUMP, format_hand, parse_hand
from fivehundred_sim.kernels.bidding.evaluate import LEVELS
from fivehundred_sim.kernels.table.features import ACES, STOPPED
from fivehundred_sim.kernels.table.tally import HANDS
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.advise import advise
from fivehundred_sim.study.bidding.house import all_alike
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.styles import load_style
from fivehundred_sim.study.estimate import rate_around
from fivehundred_sim.study.runs import collect
from fivehundred_sim.study.table.plan import setting_of
from study_parts.hand_cells import (
    ENGINES,
    LADDER,
    MINE,
    PLACES,
    CellsPlan,
    points_of,
    rate_of,
)
from study_parts.solved_hands import both_tricks, made_of, sampled_hands

RULES = load_rules("australian")
SEED, OTHER_SEED = 3, 303
WITHOUT, WITH = "without the joker", "with the joker"
EXAMPLES = {
    "B21": "S:A,K,Q C:A,K D:A,K H:A,K,Q",
    "B35": "S:A,K,10 C:A,K,Q D:A,K H:A,Q",
    "B32 (fives for black fours)": "S:A,K,5 C:A,Q,5 D:K,5 H:A,Q",
}
STYLES = ("natural", "trick-bot")


@dataclass(frozen=True)
class NoTrumps:
    """Every hand in no-trump: by the joker's place, by the level that it would bid, by aces and stoppers."""

    @property
    def sizes(self):
        """How many cells each tally has."""
        return {
            "held": 2,
            "held_place": 4,
            "bid": 2 * LEVELS,
            "bid_place": 4 * LEVELS,
            "pays": 2 * LEVELS,
            "cards": 50,
            "cards_place": 100,
        }

    def sort(self, seen):
        """Return the cells of all contracts; only no-trump has any."""
        place, has = seen.joker, (seen.joker == MINE).astype(np.int64)
        level = best_no_trump(seen)
        cards = 5 * seen.counted[:, :, NO_TRUMP, ACES] + seen.counted[:, :, NO_TRUMP, STOPPED]
        bids, highest = level >= 0, highest_that_pays(seen)
        return {
            "held": alone(has),
            "held_place": alone(place),
            "bid": alone(np.where(bids, level + LEVELS * has, -1)),
            "bid_place": alone(np.where(bids, 4 * level + place, -1)),
            "pays": alone(np.where(highest >= 0, highest + LEVELS * has, -1)),
            "cards": alone(2 * cards + has),
            "cards_place": alone(4 * cards + place),
        }


@dataclass(frozen=True)
class OneHand:
    """The hand of seat 0 in no-trump, all together and by the joker's place."""

    @property
    def sizes(self):
        """How many cells each tally has."""
        return {"all": 1, "place": 4}

    def sort(self, seen):
        """Return the cells of all contracts; only seat 0 in no-trump has any."""
        mine = np.full(seen.joker.shape, -1)
        mine[:, 0] = 0
        return {"all": alone(mine), "place": alone(np.where(mine == 0, seen.joker, -1))}


def alone(cells):
    """Return cells (n, 4) of no-trump as cells of all contracts, int64 (n, 4, 7)."""
    found = np.full((*cells.shape, 7), -1, np.int64)
    found[..., NO_TRUMP] = cells
    return found


def best_no_trump(seen):
    """Return the place of the level at which no-trump is a hand's best bid, int64 (n, 4), −1 where none is.

    The best of all contracts, misères too, by the points that the evaluation expects, against nothing.
    """
    best = seen.best()
    return np.where(best // LEVELS == NO_TRUMP, best % LEVELS, -1)


def highest_that_pays(seen):
    """Return the place of the highest no-trump that brings points by the evaluation, int64 (n, 4), or −1."""
    pays = seen.expected[:, :, NO_TRUMP] > 0
    return np.where(pays.any(axis=2), LEVELS - 1 - pays[..., ::-1].argmax(axis=2), -1)


# --- rows ---------------------------------------------------------------------------------------------------


def line(kind, hands, joker, level, engine, n, rate, points=None):
    """Return a row of the table; rate and points are a mean and its bounds."""
    row = {"kind": kind, "hands": hands, "joker": joker, "level": level, "engine": engine, "n": int(n)}
    row |= dict(zip(("p_make", "p_make_low", "p_make_high"), map(float, rate), strict=True))
    if points is not None:
        row |= dict(zip(("points", "points_low", "points_high"), map(float, points), strict=True))
    return row


def lines(kind, counts, named):
    """Yield rows of cells that have hands. named: by cell what hands these are, the joker, and the levels.

    Where the joker is known, of heuristic players alone: the quick calibration does not know it.
    """
    for engine in ENGINES:
        there = [
            cell
            for cell in named
            if counts[cell, HANDS] > 0 and (engine == "heuristic" or named[cell][1] in (WITHOUT, WITH))
        ]
        for level in LADDER if there else ():
            rate = rate_of(counts[there], engine, level)
            points = points_of(counts[there], engine, level, RULES, NO_TRUMP)
            for at, cell in enumerate(there):
                hands, joker, levels = named[cell]
                if level in levels:
                    figures = [each[at] for each in rate], [each[at] for each in points]
                    yield line(kind, hands, joker, level, engine, counts[cell, HANDS], *figures)


def counted_rows(counts):
    """Yield the rows of all tallies of random deals."""
    words = (WITHOUT, WITH)
    yield from lines("random", counts["held"], {has: ("any", words[has], LADDER) for has in range(2)})
    where = {place: ("any", f"{WITHOUT}: {PLACES[place]}", LADDER) for place in range(MINE)}
    yield from lines("random", counts["held_place"], where)
    bids = {
        step + LEVELS * has: (f"best bid {LADDER[step]}NT", words[has], LADDER[step : step + 1])
        for step in range(LEVELS)
        for has in range(2)
    }
    yield from lines("would bid it", counts["bid"], bids)
    highest = {
        cell: (words.replace("best bid", "highest that pays"), joker, levels)
        for cell, (words, joker, levels) in bids.items()
    }
    yield from lines("highest that pays", counts["pays"], highest)
    where = {
        4 * step + place: (
            f"best bid {LADDER[step]}NT",
            f"{WITHOUT}: {PLACES[place]}",
            LADDER[step : step + 1],
        )
        for step in range(LEVELS)
        for place in range(MINE)
    }
    yield from lines("would bid it", counts["bid_place"], where)
    cards = {
        2 * (5 * aces + stopped) + has: (held(aces, stopped), words[has], LADDER)
        for aces in range(5)
        for stopped in range(5)
        for has in range(2)
    }
    yield from lines("by cards", counts["cards"], cards)


def held(aces, stopped):
    """Return aces and stoppers in words."""
    return f"{aces} aces, {stopped} suits stopped"


def solved_rows(small):
    """Yield rows of hands of some kinds, each on one deal, by heuristic players and with all hands open."""
    kinds = {
        ("random", "any", WITHOUT): lambda seen: seen.joker != MINE,
        ("random", "any", WITH): lambda seen: seen.joker == MINE,
        **{
            ("would bid it", f"best bid {level}NT", WITHOUT): lambda seen, step=step: (
                (best_no_trump(seen) == step) & (seen.joker != MINE)
            )
            for step, level in enumerate(LADDER[:3])
        },
    }
    number, most = (20, 20_000) if small else (1_000, 2_000_000)
    for kind, ((group, hands, joker), wanted) in enumerate(kinds.items()):
        found = sampled_hands(
            RULES, OTHER_SEED + kind, lambda seen, w=wanted: alone(w(seen) - 1) == 0, number, most
        )
        if not len(found[0]):
            continue  # among few deals there may be no such hand
        _, played, solved = both_tricks(RULES, *found, OTHER_SEED + 100 + kind)
        levels = LADDER if group == "random" else (int(hands.split()[-1][:-2]),)
        for level in levels:
            for engine, tricks in (("heuristic, same deals", played), ("double-dummy", solved)):
                yield line(group, hands, joker, level, engine, len(tricks), made_of(tricks, level))


def example_rows(small):
    """Yield rows of the hands of public discussions: as `advise` has them, and by the joker's place."""
    deals = 500 if small else 50_000
    for name, text in EXAMPLES.items():
        answer = advise(text, rules=RULES, seed=SEED, deals=20 if small else 2_000)
        for engine in ("calibrated", "heuristic", "double-dummy"):
            for level in LADDER:
                row = answer.row(engine, f"{level}NT")
                rate = row.p_make, row.p_make_low, row.p_make_high
                points = row.mean_points, row.mean_points_low, row.mean_points_high
                yield line("example", name, WITHOUT, level, engine, row.deals, rate, points)
        counts = collect(
            CellsPlan(RULES, OneHand(), SEED, deals, where=(f"0: {format_hand(parse_hand(text))}",))
        )
        where = {place: (name, f"{WITHOUT}: {PLACES[place]}", LADDER) for place in range(MINE)}
        yield from lines("example", counts["place"], where)


def auction_rows(small):
    """Yield rows of the no-trumps in which auctions end, each at the level that was bid, levels together."""
    house, deals = setting_of(RULES).house, 1_000 if small else 100_000
    for name in STYLES:
        style = load_style(name)
        bidders = all_alike(house, style, signals(house, style))
        rows = house.deals(SEED, 0, deals)
        ends, strengths = house.auctions(bidders, np.full(deals, 3), rows)
        at = np.flatnonzero(house.bidding.table[ends[:, 0], 1] == NO_TRUMP)
        at = at[ends[at, 0] > 0]
        call, seat = ends[at].T
        asked = np.stack([at, seat, np.full(len(at), NO_TRUMP)], axis=1)
        tricks, _ = house.tricks(rows, asked)
        played = house.made[call, tricks].astype(float)
        chance = (house.shares(call, tricks, strengths[at]) * house.made[call]).sum(axis=1)
        mine = ((rows[at] == house.cards - 1).argmax(axis=1) // 10) == seat
        for has, joker in enumerate((WITHOUT, WITH)):
            for engine, values in zip(ENGINES, (chance, played), strict=True):
                own = values[mine == bool(has)]
                if len(own) > 1:
                    rate = rate_around(own.mean(), own.var(ddof=1) / len(own), len(own), len(own))
                    yield line(f"auctions of {name}", "contracts", joker, "as bid", engine, len(own), rate)
