"""Hold the heuristic players against sampled self-play on the same deals, and double-dummy beside both.

    python scripts/measure_sampled.py [FOLDER] [--deals 1000] [--jobs 2]

Seat 0 takes the kitty and plays the suit in which hand and kitty have most trumps, once at each of the levels
7, 8 and 9: sampled players play for the contract, so that every level is a game of its own. Writes
results/sampled.csv: mean tricks and make rates of each model and their paired differences with 95 %
intervals, and the processor time of a deal. With FOLDER, games that are there are not played again.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
from populations import best_suit
from saving import save

from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.paired import paired_tricks
from fivehundred_sim.kernels.sampled.chunks import sampled_games
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.contracts import contracts_of

RULES = load_rules("australian")
CODE = encode(RULES)
SEED, WORLDS = 51, 16
LEVELS = (7, 8, 9)
SUITS = "SCDH"


def deal_of(number):
    """The hand of seat 0, the other cards, and the suit it plays in one deal."""
    order, rest = np.empty(43, np.int64), np.empty(33, np.int64)
    shuffle(SEED, number, np.arange(43), order)
    hand, unseen = np.sort(order[:10]), np.sort(order[10:])
    shuffle(SEED + 1, number, unseen, rest)
    return hand, unseen, int(best_suit(CODE.bit, np.concatenate([hand, rest])))


def points_of(strain, level):
    """Ours minus theirs by tricks of the contractor's side, int64 (11,)."""
    bid = f"{level}{SUITS[strain]}"
    return np.rint(next(each.gain for each in contracts_of(RULES) if each.bid == bid)).astype(np.int64)


def row_of(number):
    """Tricks of one deal: heuristic, double-dummy, sampled at each level; then seconds a sampled game."""
    hand, unseen, strain = deal_of(number)
    asked = (CODE.bit, CODE.play, hand, unseen, SEED + 1, number, 1)
    pair = paired_tricks(*asked, 1 << strain)[strain, 0]
    start = time.thread_time()
    games = [sampled_games(*asked, strain, points_of(strain, need), need, WORLDS)[0] for need in LEVELS]
    return [*pair, *games, (time.thread_time() - start) / len(LEVELS)]


def part_of(folder, first, n):
    """The rows of some deals, from the folder if they are there."""
    path = None if folder is None else folder / f"sampled-{first:05}-{n}.npy"
    if path is not None and path.exists():
        return np.load(path)
    rows = np.array([row_of(number) for number in range(first, first + n)], float)
    if path is not None:
        np.save(path, rows)
    return rows


def mean_and_error(values):
    """The mean and the half-width of its 95 % interval."""
    return values.mean(), 1.96 * values.std(ddof=1) / len(values) ** 0.5


def compared(name, heuristic, sampled, solved):
    """One line of the table: three means, and the paired difference of the first two."""
    apart, error = mean_and_error(heuristic - sampled)
    values = (heuristic.mean(), sampled.mean(), solved.mean(), apart, error)
    return (name, len(heuristic), *(round(float(value), 4) for value in values))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if asked.folder is not None:
        asked.folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(asked.jobs) as executor:
        parts = executor.map(lambda first: part_of(asked.folder, first, 25), range(0, asked.deals, 25))
        rows = np.concatenate(list(parts))
    heuristic, solved, seconds = rows[:, 0], rows[:, 1], rows[:, -1]
    lines = []
    for i, need in enumerate(LEVELS):
        sampled = rows[:, 2 + i]
        lines.append(compared(f"tricks, played at level {need}", heuristic, sampled, solved))
        made = [(tricks >= need).astype(float) for tricks in (heuristic, sampled, solved)]
        lines.append(compared(f"share made at level {need}", *made))
    columns = ["measure", "deals", "heuristic", "sampled", "double_dummy", "difference", "difference_95"]
    second = round(float(seconds.mean()), 3)
    frame = pd.DataFrame(lines, columns=columns)
    save(frame, "sampled", __file__, seed=SEED, worlds=WORLDS, seconds_a_sampled_deal=second)
    print(f"{second} s of one core a sampled deal, exchange included")


if __name__ == "__main__":
    main()
