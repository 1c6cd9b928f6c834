"""How far learning what calls say moves what `compare` tells: the same houses, taught on other deals.

    python scripts/measure_learning.py [seeds]

Bidders learn in every house from 8,000 deals what calls say (`study.bidding.signals`), and the intervals of a
comparison are those of its own deals alone. Here both houses of a comparison are taught from each of several
seeds and compared on the same 20,000 deals. Writes results/learning.csv: of each measure the first house's
figure and its standard deviation over the seeds, the difference and its own, and the half-width of the
interval that a comparison of so many deals shows.
"""

import sys
from dataclasses import replace

import numpy as np
import pandas as pd
from saving import save

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.house import all_alike
from fivehundred_sim.study.bidding.signals import SEED, fit_signals
from fivehundred_sim.study.compare.hands import quantities
from fivehundred_sim.study.compare.measures import deal_quantities
from fivehundred_sim.study.compare.moments import compared, count
from fivehundred_sim.study.compare.plan import Compare

BASE = "australian"
OTHERS = {
    "misere.value=270": {"misere.value": 270},
    "misere.when=anytime": {"misere.when": "anytime"},
    "auction.rounds=one": {"auction.rounds": "one"},
}
MEASURES = (
    "suit.bid",
    "no-trump.bid",
    "misère.bid",
    "open misère.bid",
    "contracts.rate",
    "level",
    "tricks",
    "points.dealer",
    "points.others",
    "points.contractor",
    "points.defenders",
)
SEEDS = 8
DEALS = 20_000


def taught(table, style, seed):
    """The same table, its bidders taught from another seed."""
    return replace(table, bidders=all_alike(table.house, style, fit_signals(table.house, style, seed=seed)))


def differences(plan, seed):
    """The measures of two houses taught from one seed, in the order of MEASURES."""
    tables = [taught(table, plan.style, seed) for table in plan.tables]
    deals = [table.house.deals(plan.seed, 0, plan.deals) for table in tables]
    unasked = np.zeros(plan.deals, np.int64)  # best contracts do not rest on what calls say
    values = [
        quantities(table, plan.families, 0, dealt, unasked)
        for table, dealt in zip(tables, deals, strict=True)
    ]
    counts = count(np.stack(values), deal_quantities(plan.families), plan.deal_measures)
    keys = [measure.key for measure in plan.deal_measures]
    places = [keys.index(key) for key in MEASURES]
    return [compared(plan.deal_measures[place], place, 1, plan.deals, counts, False) for place in places]


def rows_of(name, changes, seeds, deals=DEALS):
    """One row for each measure: how much figures and differences move from seed to seed."""
    plan = Compare((load_rules(BASE), load_rules(BASE, changes)), (BASE, name), deals=deals, games=0)
    found = [differences(plan, SEED + number) for number in range(seeds)]
    for rows in zip(*found, strict=True):
        figures, apart = ([getattr(row, part) for row in rows] for part in ("a", "diff"))
        yield {
            "other": name,
            "measure": rows[0].measure.key,
            "figure": np.mean(figures),
            "figure_sd": np.std(figures, ddof=1),
            "difference": np.mean(apart),
            "difference_sd": np.std(apart, ddof=1),
            "half_width": np.mean([(row.high - row.low) / 2 for row in rows]),
        }


def main():
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    rows = [row for name, changes in OTHERS.items() for row in rows_of(name, changes, seeds)]
    frame = pd.DataFrame(rows).round(6)
    print(frame.to_string(index=False))
    save(
        frame, "learning", __file__, rules=BASE, seeds=[SEED + number for number in range(seeds)], deals=DEALS
    )


if __name__ == "__main__":
    main()
