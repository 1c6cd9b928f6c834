"""The rows of the study of ten without the joker: who makes it, by hand and by where the joker was."""

from dataclasses import dataclass

import numpy as np

from fivehundred_sim.cards import HEARTS, NO_TRUMP, format_hand, parse_hand
from fivehundred_sim.kernels.table.features import TRUMPS
from fivehundred_sim.kernels.table.tally import HANDS
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.advise import advise
from fivehundred_sim.study.runs import collect
from study_parts.hand_cells import (
    ENGINES,
    KITTY,
    LADDER,
    MINE,
    OPPONENTS,
    PARTNER,
    PLACES,
    CellsPlan,
    deal_share,
    dealer,
    points_of,
    rate_of,
    shares,
    step_of,
)
from study_parts.solved_hands import both_tricks, made_of, sampled_hands

RULES = load_rules("australian")
SEED, OTHER_SEED = 4, 404
LEAST = (10, 20, 30, 40)  # chances of ten tricks by the evaluation, in %, from which hands are looked at
TEN = len(LADDER) - 1
STEPS = ((10, 8), (10, 9))
SOLID = "0: JH JD AH KH, !JK, trumps(H)>=7"
EXAMPLES = {
    "B47": "JH JD AH KH QH 10H 9H 8H 7H AS",
    "ten trumps in a row": "JH JD AH KH QH 10H 9H 8H 7H 6H",
}
ANY, UNITS = "any", 20  # contracts of a deal: four hands, five denominations


def places(kind):
    """Return what each of a tally's four cells by the joker's place is."""
    return {place: (kind, PLACES[place]) for place in range(MINE)}


@dataclass(frozen=True)
class Tens:
    """Contracts of hands without the joker whose chance of ten tricks, by the evaluation, is so high."""

    @property
    def sizes(self):
        """How many cells each tally has: by least chance; all together, and by place."""
        return {f"{least}": 1 for least in LEAST} | {f"{least}_place": 4 for least in LEAST}

    def sort(self, seen):
        """Return the cells of all contracts."""
        chance, place = hopes(seen), np.repeat(seen.joker[:, :, None], 7, axis=2)
        found = {}
        for least in LEAST:
            high = chance >= least / 100
            found |= {f"{least}": np.where(high, 0, -1), f"{least}_place": np.where(high, place, -1)}
        return found


def hopes(seen):
    """Return the chance of ten tricks of hands without the joker, float64 (n, 4, 7), −1 for others."""
    chance = seen.chances[..., TEN].copy()
    chance[..., NO_TRUMP + 1 :] = -1
    chance[seen.joker == MINE] = -1
    return chance


@dataclass(frozen=True)
class Hearts:
    """Seat 0 in hearts by its trumps: 7, 8, 9 and 10; all together and by the joker's place."""

    @property
    def sizes(self):
        """How many cells each tally has."""
        return {"trumps": 4, "place": 16}

    def sort(self, seen):
        """Return the cells of all contracts."""
        trumps = seen.counted[:, 0, HEARTS, TRUMPS] - 7
        found = {name: np.full(seen.judged.shape[:3], -1) for name in self.sizes}
        found["trumps"][:, 0, HEARTS] = trumps
        found["place"][:, 0, HEARTS] = 4 * trumps + seen.joker[:, 0]
        return found


# --- rows ---------------------------------------------------------------------------------------------------


def line(kind, hands, joker, engine, n, made, **figures):
    """Return a row: the rate (of ten tricks, or a share), and other figures, with their bounds by name."""
    row = {"kind": kind, "hands": hands, "joker": joker, "engine": engine, "n": int(n)}
    for name, figure in {"rate": made, **figures}.items():
        row |= dict(zip((name, f"{name}_low", f"{name}_high"), map(float, figure), strict=True))
    return row


def lines(kind, counts, named, strain=None):
    """Yield rows of cells that have hands: named gives words for the hands and the joker, by cell.

    Where the joker is known, of heuristic players alone: the quick calibration does not know it.
    """
    there = [cell for cell in named if counts[cell, HANDS] > 0]
    engines = [engine for engine in ENGINES if engine == "heuristic" or named[min(named)][1] == ANY]
    for engine in engines if there else ():
        figures = {f"ten_over_{low}": step_of(counts[there], engine, (10, low), STEPS) for _, low in STEPS}
        if strain is not None:
            for level in (8, 9, 10):
                figures[f"points_{level}"] = points_of(counts[there], engine, level, RULES, strain)
        rate = rate_of(counts[there], engine, 10)
        for at, cell in enumerate(there):
            own = {name: [bound[at] for bound in figure] for name, figure in figures.items()}
            yield line(kind, *named[cell], engine, counts[cell, HANDS], [bound[at] for bound in rate], **own)


def evaluated_rows(deals):
    """Yield rows of random hands by the chance that the evaluation gives them, and how rare they are."""
    counts = collect(CellsPlan(RULES, Tens(), SEED, deals, steps=STEPS))
    for least in LEAST:
        kind = f"evaluation {least} % or more"
        yield from lines("random", counts[f"{least}"], {0: (kind, ANY)})
        yield from lines("random", counts[f"{least}_place"], places(kind))
        for name, figure in (
            ("contracts", shares(counts[f"{least}"], deals, UNITS)),
            ("deals", deal_share(counts[f"{least}"], deals)),
        ):
            yield line(f"share of {name}", kind, ANY, "", deals, [bound[0] for bound in figure])


def dealt_rows(deals):
    """Yield rows of hearts with both bowers, ace, king and no joker, by trumps."""
    plan = CellsPlan(RULES, Hearts(), SEED, deals, where=(SOLID,), steps=STEPS)
    counts = collect(plan)
    kinds = {cell: f"R L A K and {7 + cell} trumps" for cell in range(4)}
    named = {cell: (kind, ANY) for cell, kind in kinds.items()}
    yield from lines("hearts", counts["trumps"], named, HEARTS)
    named = {4 * cell + place: (kind, PLACES[place]) for cell, kind in kinds.items() for place in range(MINE)}
    yield from lines("hearts", counts["place"], named, HEARTS)
    chance = float(dealer(RULES, plan.where).chance)
    yield line("share of deals", "hearts with R L A K, 7 trumps", ANY, "exact", 0, (chance,) * 3)


def solved_rows(small):
    """Yield rows of hands with 20 % and more, each on one deal, as played and with all hands open."""
    number, most = (20, 40_000) if small else (1_500, 3_000_000)
    hands, strains = sampled_hands(RULES, OTHER_SEED, lambda seen: hopes(seen) >= 0.2, number, most)
    if not len(hands):
        return
    place, played, solved = both_tricks(RULES, hands, strains, OTHER_SEED + 1)
    for joker, own in ((ANY, place >= 0), *((PLACES[at], place == at) for at in (PARTNER, KITTY, OPPONENTS))):
        for engine, tricks in (("heuristic, same deals", played), ("double-dummy", solved)):
            if own.any():
                yield line(
                    "sampled", "evaluation 20 % or more", joker, engine, own.sum(), made_of(tricks[own], 10)
                )


def example_rows(small):
    """Yield rows of single hands in hearts: as `advise` has them, and by the joker's place."""
    for name, text in EXAMPLES.items():
        answer = advise(text, rules=RULES, seed=SEED, deals=20 if small else 2_000)
        for engine in ("calibrated", "heuristic", "double-dummy"):
            rows = [answer.row(engine, f"{level}H") for level in (8, 9, 10)]
            points = {
                f"points_{level}": (row.mean_points, row.mean_points_low, row.mean_points_high)
                for level, row in zip((8, 9, 10), rows, strict=True)
            }
            made = rows[-1].p_make, rows[-1].p_make_low, rows[-1].p_make_high
            yield line("example", name, ANY, engine, rows[-1].deals, made, **points)
        where = (f"0: {format_hand(parse_hand(text))}",)
        counts = collect(CellsPlan(RULES, Hearts(), SEED, 500 if small else 50_000, where=where, steps=STEPS))
        named = {4 * cell + place: (name, PLACES[place]) for cell in range(4) for place in range(MINE)}
        yield from lines("example", counts["place"], named, HEARTS)
