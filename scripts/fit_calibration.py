"""Fit the calibration to sampled games and write `fivehundred_sim/study/calibration.npz` with its manifest.

    python scripts/fit_calibration.py results/calibration_games.npz

or, with games played anew:

    python scripts/calibration_games.py FOLDER --seed 1 --games 5050
    python scripts/calibration_games.py FOLDER --seed 1 --first 5050 --games 10000 --only NT
    python scripts/fit_calibration.py FOLDER

One logistic regression a class of contracts, on every number of tricks that a hand could take at least in
each game (one row each; those that are certain are left out), by iteratively reweighted least squares with a
ridge. The covariance of the coefficients takes the rows of a game together (a sandwich: Huber 1967), since
they stand and fall together.
"""

import json
import sys

import numpy as np
from calibration_games import CODE, RULES, WORLDS, load

from fivehundred_sim.study.calibration import CLASSES, CLOSED, FILE, TRICKS, class_of, design, holding_of
from fivehundred_sim.study.manifest import versions

SEED = 1
RIDGE = 2.0
ROUNDS = 30
SMOOTH = 0.5  # deals added to each cell of `beside`


def row_of(game):
    """The class, regressors (t, columns), outcomes and weights of one game."""
    cards = [CODE.pack[place] for place in game["hand"]]
    strain, level = int(game["strain"]), int(game["level"])
    holding = holding_of(cards, strain, RULES)
    kind = class_of(strain, holding.joker)
    solved = np.bincount(game["pairs"][:, 1], minlength=TRICKS)
    regressors = design(kind, holding, game["counts"].astype(np.int64), solved, level)
    deal = regressors[game["heuristic"], game["solved"]]
    if kind >= CLOSED:
        return kind, deal[:1], np.array([game["sampled"] == 0])
    open_ones = np.arange(holding.sure + 1, TRICKS)
    return kind, deal[open_ones], game["sampled"] >= open_ones


def regression(x, y, games):
    """The coefficients of a logistic regression, and their covariance with rows grouped by game."""
    w = np.zeros(x.shape[1])
    penalty = RIDGE * np.eye(x.shape[1])
    penalty[0, 0] = 0.0
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-x @ w))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + penalty
        step = np.linalg.solve(hessian, x.T @ (y - p) - penalty @ w)
        w += step
        if abs(step).max() < 1e-8:
            break
    scores = np.zeros((games.max() + 1, x.shape[1]))
    np.add.at(scores, games, x * (y - p)[:, None])
    bread = np.linalg.inv(hessian)
    return w, bread @ (scores.T @ scores) @ bread


def beside(pairs):
    """How often best play takes d tricks where rules of thumb take h, (11, 11), from pairs of them."""
    counts = np.zeros((TRICKS, TRICKS))
    np.add.at(counts, (pairs[:, 0], pairs[:, 1]), 1.0)
    near = np.exp(-abs(np.subtract.outer(np.arange(TRICKS), np.arange(TRICKS))))
    counts += SMOOTH * near
    return counts / counts.sum(1, keepdims=True)


def main():
    games = load(sys.argv[1], SEED)
    number = len(games["number"])
    rows = [row_of({key: values[i] for key, values in games.items()}) for i in range(number)]
    kinds = np.array([row[0] for row in rows])
    stored, about = {}, []
    for kind, name in enumerate(CLASSES):
        mine = np.flatnonzero(kinds == kind)
        x = np.concatenate([rows[i][1] for i in mine])
        y = np.concatenate([rows[i][2] for i in mine]).astype(float)
        which = np.repeat(np.arange(len(mine)), [len(rows[i][2]) for i in mine])
        w, covariance = regression(x, y, which)
        stored[f"coefficients_{kind}"] = w
        stored[f"covariance_{kind}"] = covariance
        stored[f"beside_{kind}"] = beside(np.concatenate(games["pairs"][mine]).astype(int))
        p = 1 / (1 + np.exp(-x @ w))
        loss = -np.mean(np.log(np.where(y > 0, p, 1 - p)))
        about.append({"class": name, "games": len(mine), "rows": len(y), "log_loss": round(loss, 4)})
        print(about[-1], np.round(w, 2).tolist())
    np.savez(FILE, **stored)
    manifest = {"script": "scripts/fit_calibration.py", "games": number, "seed": SEED, "worlds": WORLDS}
    manifest |= {"rules": RULES.name, "ridge": RIDGE, "classes": about, **versions()}
    FILE.with_suffix(".json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
