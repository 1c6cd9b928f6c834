"""What the scripts share that fit judgement tables: the normal equations of decisions, and their solution."""

import json
import sys

import numpy as np

from fivehundred_sim.kernels._jit import kernel, load
from fivehundred_sim.kernels.options import FEATURES, OPTION_BYTES
from fivehundred_sim.study.manifest import versions

REGULARISED = 100.0
MEMORY = 0.6  # what a round counts after the next
FROM_ZERO = "--from-zero"


@kernel()
def add_decision(options, number, values, start, moments, products):
    """Add what the options of one decision brought to the normal equations of its kind.

    options: address of the listed options, whose places in the table begin at `start`. values: float64, what
    each brought. moments, products: float64 (places, places) and (places,).
    """
    places = np.empty((number, FEATURES), np.int64)
    for a in range(number):
        for f in range(FEATURES):
            places[a, f] = np.int64(load(options + OPTION_BYTES * np.uint64(a), 1 + f)) - start
    mean = values[:number].mean()
    for a in range(number):
        for i in places[a]:
            products[i] += values[a] - mean
            for j in places[a]:
                moments[i, j] += 1.0
            for b in range(number):
                for j in places[b]:
                    moments[i, j] -= 1.0 / number


def no_sums(kinds, places):
    """Empty normal equations of some kinds of decision: (moments, products)."""
    return np.zeros((kinds, places, places)), np.zeros((kinds, places))


def fade(kept):
    """Let the sums of earlier rounds count less."""
    for pair in kept:
        for sums in pair:
            sums *= MEMORY


def remember(kept, shares, weight=1.0):
    """Add to `kept` the sums that the workers bring from a round."""
    for one, pair in enumerate(kept):
        for which, sums in enumerate(pair):
            for share in shares:
                sums += weight * share[one][which]


def solved(families):
    """The table that the normal equations of all kinds give, in thousandths."""
    parts = [
        np.linalg.solve(moments + REGULARISED * np.eye(len(moments)), products)
        for sums in families
        for moments, products in zip(*sums, strict=True)
    ]
    return np.rint(1000 * np.concatenate(parts)).astype(np.int16)


def asked(rounds, table):
    """The deals a round, the rounds and the table to start from that the command line asks for."""
    words = [word for word in sys.argv[1:] if word != FROM_ZERO]
    deals = int(words[0]) if words else 100_000
    start = np.zeros_like(table) if FROM_ZERO in sys.argv else table
    return deals, int(words[1]) if len(words) > 1 else rounds, start


def keep(file, table, **made_from):
    """Write a fitted table, and beside it what it was made from.

    `kernel_hash` names the kernels and tables that the fit began with.
    """
    np.save(file, table)
    about = {"from_zero": FROM_ZERO in sys.argv, **made_from, **versions()}
    file.with_suffix(".json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")
