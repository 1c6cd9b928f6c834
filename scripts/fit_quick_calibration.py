"""Fit the quick calibration to sampled games: `study/bidding/quick_calibration.npz` and its manifest.

    python scripts/fit_quick_calibration.py results/calibration_games.npz

The games are those of scripts/fit_calibration.py (seed 1), and so is the regression. Of each game it sees
what the evaluation says of the ten cards and what rules of thumb took on the deal, with one row for every
number of tricks. To be made again after scripts/fit_evaluation.py has written the Australian evaluation.
"""

import json
import sys

import numpy as np
from calibration_games import RULES, WORLDS, load
from fit_calibration import RIDGE, SEED, regression

from fivehundred_sim.cards import MISERE
from fivehundred_sim.kernels.bidding.evaluate import LEVELS, contract_chances
from fivehundred_sim.kernels.bidding.sift import all_values
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.study.bidding.evaluation import tables
from fivehundred_sim.study.bidding.quick_calibration import FILE, HAND, design, usual
from fivehundred_sim.study.calibration import CLASSES, class_of
from fivehundred_sim.study.manifest import versions


def values_of(games, found):
    """What the hands of some games are worth in their strain: index and row."""
    values = np.empty((len(games["number"]), 7, 2))
    all_values(games["hand"].astype(np.int64), hand_code(RULES), found.weights, values)
    return values[np.arange(len(values)), games["strain"]]


def rows_of(games, found):
    """The class, regressors (t, columns) and outcomes of each game."""
    by_level = np.repeat(found.heuristic[:, :, None], LEVELS, axis=2)
    out = np.empty(11)
    rows = []
    for i, (index, row) in enumerate(values_of(games, found)):
        strain, level, h = (int(games[key][i]) for key in ("strain", "level", "heuristic"))
        contract_chances(by_level, np.int64(strain), np.int64(row), np.int64(level), index, out)
        x = design(strain, int(row), level, usual(out))[h]
        tricks = np.arange(1, HAND + 1)
        kind = class_of(strain, row > 0)
        taken = games["sampled"][i]
        rows.append((kind, x[:1], [taken == 0]) if strain >= MISERE else (kind, x[tricks], taken >= tricks))
    return rows


def main():
    games = load(sys.argv[1], SEED)
    found = tables(RULES)
    rows = rows_of(games, found)
    stored, about = {}, []
    for kind, name in enumerate(CLASSES):
        mine = [row for row in rows if row[0] == kind]
        x, y = (np.concatenate([row[part] for row in mine]).astype(float) for part in (1, 2))
        which = np.repeat(np.arange(len(mine)), [len(row[2]) for row in mine])
        w, _ = regression(x, y, which)
        stored[f"coefficients_{kind}"] = w
        p = 1 / (1 + np.exp(-x @ w))
        loss = -np.mean(np.log(np.where(y > 0, p, 1 - p)))
        about.append({"class": name, "games": len(mine), "rows": len(y), "log_loss": round(loss, 4)})
        print(about[-1], np.round(w, 2).tolist())
    np.savez(FILE, **stored)
    manifest = {"script": "scripts/fit_quick_calibration.py", "games": len(rows), "seed": SEED}
    manifest |= {"worlds": WORLDS, "rules": RULES.name, "ridge": RIDGE, "evaluation": found.manifest["key"]}
    manifest |= {"classes": about, **versions()}
    FILE.with_suffix(".json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
