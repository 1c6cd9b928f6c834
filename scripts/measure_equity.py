"""How far the chances to win move with the simulated hands they rest on: the same scores from several seeds.

    python scripts/measure_equity.py [PRESET]

Writes results/equity.csv with its manifest: at ten scattered scores and either dealer the chance to win from
the seed that ships, the mean over all seeds and their spread (one standard deviation).
"""

import sys

import numpy as np
import pandas as pd
from saving import save

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.equity_store import equity_of
from fivehundred_sim.study.bidding.hand_results import DEALS, SEED
from fivehundred_sim.study.bidding.house import house_of

SEEDS = (SEED, 11, 12, 13)
SCORES = (
    (0, 0),
    (0, 300),
    (300, 0),
    (220, 340),
    (340, 220),
    (460, 460),
    (480, 0),
    (-300, 340),
    (-200, -200),
    (490, 490),
)


def main():
    name = sys.argv[1] if len(sys.argv) > 1 else "australian"
    rules = load_rules(name)
    house = house_of(rules)
    found = [equity_of(rules, house=house, seed=seed) for seed in SEEDS]
    rows = []
    for ours, theirs in SCORES:
        for we_deal in (True, False):
            chances = np.array([each.win(ours, theirs, we_deal) for each in found])
            rows.append(
                {
                    "score": f"{ours}:{theirs}",
                    "dealer": "us" if we_deal else "them",
                    "wins": chances[0],
                    "mean": chances.mean(),
                    "spread": chances.std(ddof=1),
                }
            )
    save(pd.DataFrame(rows).round(4), "equity", __file__, rules=name, deals=DEALS, seeds=SEEDS)


if __name__ == "__main__":
    main()
