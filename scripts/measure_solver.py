"""Measure the double-dummy solver on full deals, interleaved with Bo Haglund's DDS (if endplay is there).

    python scripts/measure_solver.py [deals]

Populations: random deals in a random suit; the same with seat 0 as contractor in its longest suit (its ten
longest-suit-first cards of thirteen); no-trump with the joker out of play. Single calls on one thread, both
solvers on the same deals, one after the other. Writes results/solver.csv with its manifest,
results/solver.json. Times belong to the machine they were measured on; the ratio travels better.
"""

import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
from saving import save

from fivehundred_sim.cards import JOKER
from fivehundred_sim.kernels.solver import solve_tricks
from fivehundred_sim.kernels.solver_table import NODES, new_table
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

ROOT = Path(__file__).parents[1]
SEED, NO_TRUMP = 21, 4
CODE = encode(load_rules("australian"))
PACK = np.arange(len(CODE.pack))
JOKER_INDEX = CODE.pack.index(JOKER)

sys.path.insert(0, str(ROOT / "tests" / "kernels"))


def peer():
    """DDS as a function of (hands, leader, trump), or None where it is not installed."""
    try:
        import endplay._dds  # noqa: F401
    except ImportError:
        return None
    import dds

    return dds.tricks


def words(hands, strain):
    return np.array([sum(1 << int(CODE.bit[strain][i]) for i in hand) for hand in hands], np.uint64)


def random_suit(rng):
    order = rng.permutation(PACK)
    strain = int(rng.integers(4))
    return words([order[10 * s : 10 * s + 10] for s in range(4)], strain), strain


def contractor(rng):
    order = rng.permutation(PACK)
    thirteen = [*order[:10], *order[40:]]
    strain = max(range(4), key=lambda s: sum(CODE.bit[s][i] >= 48 for i in thirteen))
    thirteen.sort(key=lambda i: (CODE.bit[strain][i] < 48, -(CODE.bit[strain][i] % 16)))
    return words([thirteen[:10], *(order[10 * s : 10 * s + 10] for s in (1, 2, 3))], strain), strain


def no_trump(rng):
    order = rng.permutation(np.delete(PACK, JOKER_INDEX))
    return words([order[10 * s : 10 * s + 10] for s in range(4)], NO_TRUMP), NO_TRUMP


def measure(name, deal, number, other):
    rng, table = np.random.default_rng(SEED), new_table()
    ours, theirs, nodes, differ = [], [], [], 0
    for _ in range(number):
        hands, strain = deal(rng)
        start = time.perf_counter()
        tricks = solve_tricks(table, hands, 0, int(strain < NO_TRUMP), CODE.play.lead, 0, 10, 5)
        ours.append(time.perf_counter() - start)
        nodes.append(int(table[NODES]))
        if other is not None:
            start = time.perf_counter()
            differ += other(hands, 0, strain < NO_TRUMP) != tricks
            theirs.append(time.perf_counter() - start)
    return {
        "deals": name,
        "number": number,
        "mean_ms": 1000 * np.mean(ours),
        "p99_ms": 1000 * np.quantile(ours, 0.99),
        "mean_nodes": np.mean(nodes),
        "dds_mean_ms": 1000 * np.mean(theirs) if theirs else None,
        "times_dds": np.sum(theirs) / np.sum(ours) if theirs else None,
        "values_that_differ": differ if theirs else None,
    }


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    other = peer()
    populations = {"random, suit": random_suit, "contractor, best suit": contractor, "no-trump": no_trump}
    measure("warm up", random_suit, 3, other)
    frame = pd.DataFrame([measure(name, deal, number, other) for name, deal in populations.items()]).round(2)
    save(frame, "solver", __file__, deals=number, seed=SEED)


if __name__ == "__main__":
    main()
