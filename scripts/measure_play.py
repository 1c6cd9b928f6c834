"""Hold the heuristic players against sampled ones on the games of the calibration, by strain and by level.

    python scripts/measure_play.py FOLDER

FOLDER is what scripts/calibration_games.py filled: hands that somebody would bid, each contract played once
by sampled players for its level; heuristic players play the same deal, and the solver solves it. Writes
results/play.csv: mean tricks and share made of each model, and the paired differences heuristic - sampled
with 95 % intervals. A misère counts one trick when it fails.
"""

import sys

import numpy as np
import pandas as pd
from calibration_games import WORLDS, load
from saving import save

STRAINS = ("S", "C", "D", "H", "NT", "M", "OM")
NO_TRUMP, MISERE = 4, 5


def mean_and_error(values):
    """A mean and the half-width of its 95 % interval."""
    return values.mean(), 1.96 * values.std(ddof=1) / len(values) ** 0.5


def row_of(games, name, level, chosen):
    """One line: who took how many tricks, how often each made the contract, and by how much they differ."""
    tricks = {model: games[model][chosen] for model in ("heuristic", "sampled", "solved")}
    misere, need = games["strain"][chosen] >= MISERE, games["level"][chosen]
    made = {model: np.where(misere, taken == 0, taken >= need) for model, taken in tricks.items()}
    line = {"contract": name, "level": level, "games": int(chosen.sum())}
    for measure, values in (("tricks", tricks), ("made", {key: each * 1.0 for key, each in made.items()})):
        line |= {f"{measure}_{model}": each.mean() for model, each in values.items()}
        apart, error = mean_and_error(values["heuristic"] - values["sampled"])
        line |= {f"{measure}_apart": apart, f"{measure}_apart_95": error}
    return line


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python scripts/measure_play.py FOLDER")
    games = load(sys.argv[1])
    strain, level = games["strain"], games["level"]
    rows = [row_of(games, "suits", "all", strain < NO_TRUMP)]
    rows += [row_of(games, "suits", n, (strain < NO_TRUMP) & (level == n)) for n in range(6, 11)]
    rows += [row_of(games, name, "all", strain == number) for number, name in enumerate(STRAINS)]
    rows += [row_of(games, "NT", n, (strain == NO_TRUMP) & (level == n)) for n in range(6, 11)]
    save(pd.DataFrame(rows).round(3), "play", __file__, games=len(strain), worlds=WORLDS)


if __name__ == "__main__":
    main()
