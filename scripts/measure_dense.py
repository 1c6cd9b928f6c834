"""Print how long the general solver takes for a value, by table and strain, on random full deals.

`python scripts/measure_dense.py --deals 20`. One thread; no exchange: ten cards a seat as they fall. In
misère the question is whether it is made; random hands are kinder to it than the low ones that are called.
"""

import argparse
import time

import numpy as np

from fivehundred_sim.kernels.dense.solve import dense_makes, dense_value
from fivehundred_sim.kernels.dense.table import new_dense_table
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.wide import LANE_BITS, encode_wide, strain_table

STRAINS = {"suit": 3, "no-trump": 4, "misère": 5}
TABLES = {
    "three players": {"table.players": 3, "table.sides": "alone"},
    "four players": {},
    "four, two jokers": {"pack.jokers": 2, "pack.kitty": 6},
    "five, partner": {"table.players": 5, "table.sides": "call_card"},
    "six, 3v3": {"table.players": 6, "table.sides": "3v3"},
    "six, 2v2v2": {"table.players": 6, "table.sides": "2v2v2"},
}
FIVE_HANDED_PARTNER = 0b100  # the seat opposite, where a partner would be called


def measure(overrides, strain, deals, seed=1):
    """Return the milliseconds of each of `deals` values."""
    code = encode_wide(load_rules("australian", overrides))
    row, rng, table = strain_table(code)[strain], np.random.default_rng(seed), new_dense_table()
    side = int(row[1]) | (FIVE_HANDED_PARTNER if code.calls and strain <= 4 else 0)
    spent, guess, nothing = [], 5, np.zeros(code.players, np.int64)
    for _ in range(deals + 1):
        cards = rng.permutation(len(code.pack))
        hands = np.zeros((code.players, 5), np.uint64)
        for i, card in enumerate(cards[: 10 * code.players]):
            lane, bit = divmod(int(code.place[strain][card]), LANE_BITS)
            hands[i // 10, lane] |= np.uint64(1 << bit)
        start = time.perf_counter()
        if strain == STRAINS["misère"]:
            dense_makes(table, hands, row, side, int(row[2]), 0, 0, nothing)
        else:
            guess = int(dense_value(table, hands, row, side, int(row[2]), 0, 0, nothing, guess))
        spent.append(1000 * (time.perf_counter() - start))
    return np.array(spent[1:])  # the first one compiles


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    deals = parser.parse_args().deals
    print(f"{'table':20}{'strain':10}{'mean ms':>10}{'median':>10}{'worst':>10}")
    for name, overrides in TABLES.items():
        for word, strain in STRAINS.items():
            spent = measure(overrides, strain, deals)
            figures = f"{spent.mean():10.2f}{np.median(spent):10.2f}{spent.max():10.2f}"
            print(f"{name:20}{word:10}{figures}", flush=True)


if __name__ == "__main__":
    main()
