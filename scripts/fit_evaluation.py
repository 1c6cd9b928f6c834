"""Fit the evaluation of hands for every preset and write `fivehundred_sim/study/bidding/evaluations/`.

    python scripts/fit_evaluation.py [PRESET ...] [--deals N] [--jobs 2]

Presets that play the same cards by the same laws share a file; one that is there already is made again only
when the preset is named. Each file holds its own manifest; evaluations.json beside them lists all of them.
"""

import argparse
import json
import time

import numpy as np

from fivehundred_sim.rules.load import load_rules, preset_names
from fivehundred_sim.study.bidding.evaluation import SEED, SHIPPED, SHIPPED_DEALS, evaluation_key, write


def by_key():
    """The presets that share each evaluation; those with table piles have none."""
    found = {}
    for name in preset_names():
        rules = load_rules(name)
        if rules.pack.kind != "table_piles":
            found.setdefault(evaluation_key(rules), []).append(name)
    return found


def manifests(keys):
    """What each file was made from, as it says itself."""
    found = []
    for key in keys:
        with np.load(SHIPPED / f"{key}.npz") as kept:
            found.append(json.loads(kept["manifest"].tobytes()))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("presets", nargs="*")
    parser.add_argument("--deals", type=int, default=SHIPPED_DEALS)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    keys = by_key()
    for key, names in keys.items():
        path = SHIPPED / f"{key}.npz"
        if set(names) & set(asked.presets) or not (asked.presets or path.exists()):
            start = time.monotonic()
            write(path, load_rules(names[0]), SEED, asked.deals, asked.jobs, presets=names)
            print(f"{key} {', '.join(names)}: {time.monotonic() - start:.0f} s", flush=True)
    there = [key for key in keys if (SHIPPED / f"{key}.npz").exists()]
    for path in SHIPPED.glob("*.npz"):
        if path.stem not in keys:
            path.unlink()  # of rules that no preset plays any more
    record = {"script": "scripts/fit_evaluation.py", "evaluations": manifests(there)}
    (SHIPPED / "evaluations.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
