"""Hold the calibrated make rates against fresh sampled games.

    python scripts/measure_calibration.py results/calibration_games.npz

or on games played anew: `python scripts/calibration_games.py FOLDER --seed 2 --games 6000`, then FOLDER.
The kept games of seed 3 are 1,035 more in no-trump (`--seed 3 --games 6000 --only NT`), played because 8NT
was 3.05 standard errors off among those of seed 2; alone (rows "no-trump of seed 3") they show that it was
chance.

Writes results/calibration.csv with its manifest, results/calibration.json. Every game is a question of its
own (another hand, another deal, other seeds than the fit): the calibrated chance to make the contract, as
`advise` estimates it from 10,000 deals played and 100 solved, against whether sampled players made it.

Rows: all games; each level and denomination; each tenth of predicted chances; each class of the fit. `z` is
the difference in standard errors, by the predicted chances. The manifest has the chi-square over the cells of
at least 150 games, and how both raw models do on the same games.
"""

import sys

import numpy as np
import pandas as pd
from calibration_games import CODE, RULES, WORLDS, contract_of, load, unseen_by
from saving import save

from fivehundred_sim.cards import MISERE
from fivehundred_sim.study.calibrated import Calibrated, column
from fivehundred_sim.study.calibration import CLASSES, class_of
from fivehundred_sim.study.run import Task

SEEDS = (2, 3)  # 1 is the fit's
LEAST = 150  # games of a cell that is judged


def predicted(game):
    """The contract and its chance: calibrated, by rules of thumb, by best play."""
    strain, level = int(game["strain"]), int(game["level"])
    contract = contract_of(strain, level)
    hand = game["hand"].astype(np.int64)
    played, paired = np.zeros((15, 11), np.int64), np.zeros((15, 2, 11, 11), np.int64)
    played[strain] = game["counts"]
    h, d = game["pairs"].T.astype(np.int64)
    np.add.at(paired[strain], (np.arange(len(h)) % 2, h, d), 1)
    model = Calibrated(Task(RULES, hand, unseen_by(hand), 0), played, paired)
    found = model.predicted(contract)
    chance = 1.0 if found.certain else model.mean(contract, found.worth(column(contract.made))).mean[0]
    made = np.array(contract.made)
    by_thumb = (played[strain][: len(made)] * made).sum() / played[strain].sum()
    solved = paired[strain].sum(axis=(0, 1))
    by_best = (solved[: len(made)] * made).sum() / solved.sum()
    return contract, float(np.clip(chance, 0, 1)), by_thumb, by_best


def row_of(kind, name, rows):
    """How some games went against what was predicted of them."""
    p, made = rows["chance"], rows["made"]
    error = np.sqrt((p * (1 - p)).sum()) / len(rows)
    off = made.mean() - p.mean()
    return {
        "kind": kind,
        "name": name,
        "games": len(rows),
        "predicted": p.mean(),
        "made": made.mean(),
        "z": off / error if error > 0 else 0.0,
        "heuristic": rows["heuristic"].mean(),
        "double_dummy": rows["double_dummy"].mean(),
    }


def table_of(games):
    """A row a game: its cell, its class, the chances and whether it was made."""
    joker = CODE.pack.index(64)
    rows = []
    for i in range(len(games["number"])):
        game = {key: values[i] for key, values in games.items()}
        contract, chance, by_thumb, by_best = predicted(game)
        strain = contract.strain
        made = bool(contract.made[int(game["sampled"])])
        rows.append(
            {
                "bid": contract.bid,
                "class": CLASSES[class_of(strain, joker in game["hand"])],
                "tenth": min(int(10 * chance), 9),
                "chance": chance,
                "heuristic": by_thumb,
                "double_dummy": by_best,
                "made": made,
                "misere": strain >= MISERE,
                "seed": int(game["seed"]),
            }
        )
    return pd.DataFrame(rows)


def fresh(games):
    """The games of the seeds that the fit has not seen."""
    mine = np.isin(games["seed"], SEEDS)
    return {key: values[mine] for key, values in games.items()}


def brier(chance, made):
    """The mean square of what a chance was off."""
    return round(float(((chance - made) ** 2).mean()), 4)


def main():
    from scipy.stats import chi2  # of the test extra: the studies use what is above without it

    table = table_of(fresh(load(sys.argv[1])))
    rows = [row_of("all", "all games", table)]
    cells = [row_of("bid", bid, part) for bid, part in table.groupby("bid", sort=False)]
    rows += cells
    for tenth, part in table.groupby("tenth"):
        rows.append(row_of("chance", f"{10 * tenth} to {10 * tenth + 10} %", part))
    rows += [row_of("class", name, part) for name, part in table.groupby("class", sort=False)]
    later = table[table.seed == SEEDS[-1]]
    rows += [row_of("no-trump of seed 3", bid, part) for bid, part in later.groupby("bid", sort=False)]
    judged = [cell["z"] for cell in cells if cell["games"] >= LEAST]
    square = float(np.square(judged).sum())
    scores = {name: brier(table[name], table["made"]) for name in ("chance", "heuristic", "double_dummy")}
    save(
        pd.DataFrame(rows).round(4),
        "calibration",
        __file__,
        games=len(table),
        seeds=SEEDS,
        worlds=WORLDS,
        rules=RULES.name,
        cells=len(judged),
        largest_z=round(max(map(abs, judged), default=0.0), 2),
        chi_square=round(square, 2),
        p=round(float(chi2.sf(square, len(judged))), 4),
        brier=scores,
    )


if __name__ == "__main__":
    main()
