"""Kernels on a processor without special instructions, and the memory that a worker needs."""

import os
import subprocess
import sys

import pytest

from fivehundred_sim.kernels.dense.table import new_dense_table
from fivehundred_sim.kernels.misere import new_misere_table
from fivehundred_sim.kernels.sampled.room import new_room
from fivehundred_sim.kernels.solver_table import new_table

BIT_CODE = """
import numpy as np
from fivehundred_sim.kernels import lanes
from fivehundred_sim.kernels._jit import kernel, leading_zeros, lowest, popcount

@kernel(cache=False)
def bits(word):
    return popcount(word), lowest(word), leading_zeros(word)

rng = np.random.default_rng(5)
for _ in range(2_000):
    word = int(rng.integers(1, 2**64, dtype=np.uint64)) & int(rng.integers(1, 2**64, dtype=np.uint64)) or 1
    asked = np.uint64(word)
    assert bits(asked) == (word.bit_count(), (word & -word).bit_length() - 1, 64 - word.bit_length())
    assert int(lanes.top_bit(asked)) == 1 << word.bit_length() - 1
    assert int(lanes.low_bit(asked)) == word & -word
    cards = np.uint64(word & int(lanes.ALL_LANES))
    packed = int(lanes.compact(cards, cards))
    for lane in range(4):
        number = (int(cards) >> 16 * lane & 0x7FFF).bit_count()
        assert packed >> 16 * lane & 0xFFFF == (1 << number) - 1
"""

SOLVER = """
import csv
import numpy as np
from fivehundred_sim import solve

with open("tests/data/double_dummy_4p43.csv") as file:
    rows = list(csv.DictReader(file))[::25]
for row in rows:
    assert solve(row["deal"], row["contract"], int(row["declarer"])).tricks == int(row["tricks"])
"""


def run_on_a_plain_cpu(code, tmp_path):
    """Run Python code whose kernels are compiled for a processor without special instructions."""
    env = {**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    env["FIVEHUNDRED_CACHE_DIR"] = str(tmp_path)
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_bit_code_needs_no_special_instructions(tmp_path):
    run_on_a_plain_cpu(BIT_CODE, tmp_path)


@pytest.mark.long
def test_the_solver_needs_no_special_instructions(tmp_path):
    run_on_a_plain_cpu(SOLVER, tmp_path)


def test_a_worker_needs_less_than_100_megabytes_for_tables():
    arrays = [new_table(), new_misere_table(), new_dense_table(), *new_room(16)]
    assert sum(array.nbytes for array in arrays) < 100e6
