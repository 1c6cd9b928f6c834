"""The bit instructions against Python's ints, and the salt of the kernel cache."""

import os
import shutil
from pathlib import Path

import numba
import numpy as np

from fivehundred_sim.kernels import _jit
from fivehundred_sim.kernels._jit import kernel, leading_zeros, load, lowest, popcount, store


@kernel()
def instructions(word):
    return popcount(word), lowest(word), leading_zeros(word)


@kernel()
def poke(address, index, value):
    before = load(address, index)
    store(address, index, value)
    return before


def test_bit_instructions():
    rng = np.random.default_rng(61)
    words = [0, 1, 2**63, 2**64 - 1, *(int(w) for w in rng.integers(0, 2**64, 200, dtype=np.uint64))]
    for word in words:
        low = (word & -word).bit_length() - 1 if word else 64
        assert instructions(np.uint64(word)) == (word.bit_count(), low, 64 - word.bit_length())


def test_load_and_store():
    array = np.arange(5, dtype=np.uint64)
    assert poke(np.uint64(array.ctypes.data), 3, np.uint64(2**64 - 1)) == 3
    assert array.tolist() == [0, 1, 2, 2**64 - 1, 4]


def test_an_edit_of_any_kernel_changes_the_cache_folder(tmp_path, monkeypatch):
    """numba does not see edits in functions that a cached one calls, so the folder's name must."""
    folder = Path(_jit.__file__).parent
    if "NUMBA_CACHE_DIR" not in os.environ:  # a user's own choice is left alone
        assert Path(numba.config.CACHE_DIR).name == _jit.KERNEL_HASH
    assert _jit.source_hash() == _jit.KERNEL_HASH
    copy = tmp_path / "kernels"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(_jit, "__file__", str(copy / "_jit.py"))
    assert _jit.source_hash() == _jit.KERNEL_HASH
    (copy / "lanes.py").write_text((copy / "lanes.py").read_text() + "\n# edited\n")
    assert _jit.source_hash() != _jit.KERNEL_HASH
