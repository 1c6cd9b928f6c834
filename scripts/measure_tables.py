"""Measure the general kernels at each table: how strong and how fast the heuristic players are.

    python scripts/measure_tables.py [hands]

Random hands, a few hundred deals each, with exchange: the mean tricks of the contractor's side in spades and
no-trump, and the share of misères made, when all play by heuristics, when the others play random legal cards,
and when the contractor's side does. Double-dummy on twenty of the deals of each hand, at up to four players,
and the gap to the heuristic players on the same deals. `±` are 95 % half-widths over hands; `per_second` are
playouts on one core. Writes results/tables.csv with its manifest.
"""

import sys
import time

import numpy as np
import pandas as pd
from saving import save

from fivehundred_sim.kernels.dense.chunks import dense_counts
from fivehundred_sim.kernels.wide.chunks import wide_counts
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.wide import encode_wide, strain_table, table_row

SEED, DEALS, SOLVED = 9, 300, 20
# One preset a table and pack; misère is on everywhere, so that it can be compared.
TABLES = (
    "two-handed",
    "howstuffworks",
    "australian",
    "quebec",
    "five-handed",
    "six-handed",
    "six-handed-pairs",
)
STRAINS = {"spades": 0, "no-trump": 4, "misère": 5}
PLAYERS = {"heuristic": 0, "others random": 2, "contractor's side random": 1}
MOST_SOLVED = 4


def of_counts(counts, strain):
    """Return the mean tricks of counts (11,), in misère the share made."""
    values = np.arange(11) if strain < 5 else np.arange(11) == 0
    return (counts * values).sum() / counts.sum()


def row(preset, name, strain, hands):
    """Return what is measured of one strain at one table."""
    rules = load_rules(preset, {"misere.when": "anytime"})
    code = encode_wide(rules)
    fixed = code.place, strain_table(code), table_row(code)
    rng, asked = np.random.default_rng(SEED), 1 << strain
    found = {player: [] for player in (*PLAYERS, "double-dummy", "gap")}
    spent = 0.0
    for i in range(hands):
        order = rng.permutation(len(code.pack))
        cards = order[:10].copy(), order[10:].copy()
        for player, policies in PLAYERS.items():
            start = time.perf_counter()
            counts = wide_counts(*fixed, *cards, SEED, 0, DEALS, asked, policies)[strain]
            spent += time.perf_counter() - start if i and not policies else 0.0  # the first hand may compile
            found[player].append(of_counts(counts, strain))
        if code.players <= MOST_SOLVED:
            played = wide_counts(*fixed, *cards, SEED, 0, SOLVED, asked, 0)[strain]
            solved = dense_counts(*fixed, *cards, SEED, 0, SOLVED, asked)[strain]
            found["double-dummy"].append(of_counts(solved, strain))
            found["gap"].append(of_counts(solved, strain) - of_counts(played, strain))
    figures = {"preset": preset, "strain": name, "hands": hands, "deals": hands * DEALS}
    for player, values in found.items():
        known = len(values) > 1
        figures[player] = np.mean(values) if known else np.nan
        figures[f"{player} ±"] = 1.96 * np.std(values, ddof=1) / len(values) ** 0.5 if known else np.nan
    figures["per_second"] = round((hands - 1) * DEALS / spent, -3)
    return figures


def main():
    hands = int(sys.argv[1]) if len(sys.argv) == 2 else 200
    rows = [row(preset, name, strain, hands) for preset in TABLES for name, strain in STRAINS.items()]
    made_from = {"seed": SEED, "hands": hands, "deals_a_hand": DEALS, "solved_a_hand": SOLVED}
    save(pd.DataFrame(rows).round(3), "tables", __file__, **made_from)


if __name__ == "__main__":
    main()
