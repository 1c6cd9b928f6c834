"""Hold the evaluation of hands against deals that it was not fitted to.

    python scripts/measure_evaluation.py [--rules australian] [--hands 100000] [--jobs 2]

Writes results/evaluation.csv with its manifest. Fresh random hands are each played on two fresh deals in
every strain by rules of thumb; the quick calibration says what sampled players would make of these deals,
level by level. Against it stands what the evaluation says from the ten cards alone. Random hands are seldom
strong, so as many again are drawn with a liking for what one strain needs, and played in that one; rows say
which.

Rows: a strain, a level and a tenth of predicted chances (a pair of suits that the pack treats alike stands
together), with `off`, the share made less the prediction, and `z`, in its standard errors (a hand's two deals
together). Rows of R2: `share` is how much of the variance between hands the index explains, measured without
the noise of deals by the two deals of each hand; `one_deal` and `most` how much of the variance of one deal
the index explains, and a perfect index would.

The last rows, `sampled`, are against the games of sampled players of results/calibration_games.npz that no
fit has seen (seeds 2 and 3): nothing but ten cards and a level is known of each.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
from calibration_games import KEPT, load
from measure_calibration import fresh
from saving import save

from fivehundred_sim.cards import MISERE, NO_TRUMP, OPEN_MISERE
from fivehundred_sim.kernels.bidding.evaluate import BINS, LOW, LOWEST_LEVEL, STEP
from fivehundred_sim.kernels.bidding.sift import all_values
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.evaluation import evaluation
from fivehundred_sim.study.bidding.evaluation_fit import grid_place, groups
from fivehundred_sim.study.bidding.hand_deals import EVERY, HAND, LIKING, hand_counts, liked_orders, liking

SEED = 500_500  # the fit's streams begin at 1, 2 and 3
DEALS = 2
LEVELS = range(6, 11)
TRICKS = np.arange(HAND + 1)
NAMES = ("S", "C", "D", "H", "NT", "M", "OM")
LEAST = 300  # hands of a tenth that is judged


def drawn(code, hands):
    """Packs in random order and the strains to play: random hands, then as many with a liking for one."""
    rng = np.random.default_rng(SEED)
    liked, strains = np.zeros((2 * hands, code.shape[1])), np.full(2 * hands, EVERY)
    likings = np.stack([liking(code, strain) for strain in range(len(NAMES))])
    later = np.arange(hands, 2 * hands)
    liked[later] = likings[later % len(NAMES)] * rng.uniform(0, LIKING, hands)[:, None]
    strains[later] = 1 << later % len(NAMES)
    return liked_orders(rng, liked), strains


def played(rules, orders, strains, jobs):
    """The tricks of each deal of each hand, uint8 (deals, hands, 7, 11)."""
    once = np.ones(len(orders), np.int64)
    with ThreadPoolExecutor(jobs) as executor:
        return np.stack(
            [hand_counts(rules, SEED + 1 + k, orders, once, strains, executor) for k in range(DEALS)]
        )


def between(table, index):
    """A table (..., BINS, 11) at each index, (hands, 11): straight between the points of its grid."""
    place = np.clip((index - LOW) / STEP, 0, BINS - 1)
    left = np.minimum(place.astype(np.int64), BINS - 2)
    share = (place - left)[:, None]
    rows = np.arange(len(index))
    return (1 - share) * table[rows, left] + share * table[rows, left + 1]


def made_of(found, strain, level, index, row, taken):
    """The chance of a contract as predicted, and what deals make of it: (hands,), (deals, hands).

    taken: (deals, hands), heuristic tricks. The quick calibration is that of the nearest point of the grid.
    """
    step = max(level - LOWEST_LEVEL, 0)
    asked = slice(0, 1) if strain >= MISERE else slice(level, None)
    predicted = between(found.chances[strain, :, step][row], index)[:, asked].sum(axis=1)
    made = found.quick[strain, row, step, grid_place(index), taken][..., asked].sum(axis=-1)
    return predicted, made


def tenths(kind, name, level, predicted, made):
    """A row for each tenth of predicted chances. made: (deals, hands)."""
    tenth = np.minimum((10 * predicted).astype(int), 9)
    for one in np.unique(tenth):
        mine = tenth == one
        off = made[:, mine].mean(axis=0) - predicted[mine]
        error = off.std() / np.sqrt(len(off))
        yield {
            "kind": kind,
            "strain": name,
            "level": level,
            "tenth": f"{10 * one} to {10 * one + 10} %",
            "hands": int(mine.sum()),
            "predicted": predicted[mine].mean(),
            "made": made[:, mine].mean(),
            "off": off.mean(),
            "z": off.mean() / error if error > 0 else 0.0,
        }


def explained(kind, name, strain, index, taken):
    """How much of the variance of tricks (in misère of being made) the index explains."""
    seen = taken.astype(float) if strain < MISERE else (taken == 0).astype(float)
    thought = index if strain < MISERE else index / 10
    hands = float(np.cov(seen)[0, 1])  # between hands: what two deals of a hand have in common
    missed = float(((seen[0] - thought) * (seen[1] - thought)).mean())
    one = float(seen.var())
    return {
        "kind": f"R2, {kind}",
        "strain": name,
        "hands": len(index),
        "share": 1 - missed / hands,
        "one_deal": (hands - missed) / one,
        "most": hands / one,
    }


def rows_of(rules, found, hands, jobs):
    """All rows against deals by rules of thumb."""
    orders, strains = drawn(found.code, hands)
    counts = played(rules, orders, strains, jobs)
    values = np.empty((len(orders), len(NAMES), 2))
    all_values(orders[:, :HAND].copy(), found.code, found.weights, values)
    for together in [*groups(found.code), [NO_TRUMP], [MISERE], [OPEN_MISERE]]:
        name = "".join(NAMES[strain] for strain in together)
        for kind, part in (("random", slice(0, hands)), ("liked", slice(hands, None))):
            parts = []
            for strain in together:
                mine = np.flatnonzero(strains[part] >> strain & 1) + (part.start or 0)
                index, row = values[mine, strain].T
                parts.append((strain, index, row.astype(np.int64), counts[:, mine, strain].argmax(axis=2)))
            index, taken = (np.concatenate([each[i] for each in parts], axis=-1) for i in (1, 3))
            yield explained(kind, name, together[0], index, taken)
            for level in LEVELS if together[0] < MISERE else [0]:
                pairs = [made_of(found, strain, level, *rest) for strain, *rest in parts]
                predicted, made = (np.concatenate(each, axis=-1) for each in zip(*pairs, strict=True))
                yield from tenths(kind, name, level, predicted, made)


def sampled_rows(found):
    """Rows against games of sampled players: all of them, by class of strain, by tenth."""
    games = fresh(load(KEPT))
    values = np.empty((len(games["hand"]), len(NAMES), 2))
    all_values(games["hand"].astype(np.int64), found.code, found.weights, values)
    strain, level, taken = (games[key].astype(np.int64) for key in ("strain", "level", "sampled"))
    index, row = values[np.arange(len(strain)), strain].T
    step = np.maximum(level - LOWEST_LEVEL, 0)
    chances = between(found.chances[strain, row.astype(np.int64), step], index)
    misere = strain >= MISERE
    asked = np.where(misere[:, None], TRICKS == 0, level[:, None] <= TRICKS)
    predicted = (chances * asked).sum(axis=1)
    made = np.where(misere, taken == 0, taken >= level)[None].astype(float)
    for name, mine in (
        ("all", strain >= 0),
        ("suits", strain < NO_TRUMP),
        *((NAMES[each], strain == each) for each in range(NO_TRUMP, OPEN_MISERE + 1)),
    ):
        rows = list(tenths("sampled", name, 0, predicted[mine], made[:, mine]))
        off = made[0, mine] - predicted[mine]
        whole = {"tenth": "all", "hands": int(mine.sum()), "predicted": predicted[mine].mean()}
        whole |= {"made": made[0, mine].mean(), "off": off.mean()}
        whole |= {"z": off.mean() / (off.std() / np.sqrt(len(off)))}
        yield {"kind": "sampled", "strain": name, "level": 0, **whole}
        yield from rows


def worst(frame, kind):
    """The tenth that is furthest off, of those with hands enough to say."""
    judged = frame[(frame.kind == kind) & (frame.hands >= LEAST)]
    row = judged.loc[judged.off.abs().idxmax()]
    record = {key: row[key] for key in ("strain", "level", "tenth", "hands", "off", "z")}
    return {key: value.item() if hasattr(value, "item") else value for key, value in record.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rules", default="australian")
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    rules = load_rules(asked.rules)
    found = evaluation(rules)
    rows = list(rows_of(rules, found, asked.hands, asked.jobs))
    if asked.rules == "australian":
        rows += list(sampled_rows(found))
    frame = pd.DataFrame(rows)
    furthest = {kind: worst(frame, kind) for kind in ("random", "liked")}
    save(
        frame.round(4),
        "evaluation" if asked.rules == "australian" else f"evaluation_{asked.rules}",
        __file__,
        rules=asked.rules,
        hands=asked.hands,
        deals=DEALS,
        seed=SEED,
        evaluation=found.manifest["key"],
        worst=furthest,
    )
    print(furthest)


if __name__ == "__main__":
    main()
