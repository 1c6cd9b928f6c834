"""The bit instructions against Python's ints, and the salt of the kernel cache."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

from fivehundred_sim.kernels import _cache
from fivehundred_sim.kernels._jit import apart, kernel, leading_zeros, load, lowest, popcount, store


@kernel()
def instructions(word):
    return popcount(word), lowest(word), leading_zeros(word)


@kernel()
def poke(address, index, value):
    before = load(address, index)
    store(address, index, value)
    return before


@kernel("Tuple((int64, uint64))(int64, uint64, uint64[::1])")
def counted_down(n, word, words):
    words[n] = word
    if n == 0:
        return np.int64(words.shape[0]), word
    return counted_down(n - 1, word + np.uint64(1), words)


counted_down_apart = apart(counted_down)


@kernel()
def count_apart(n, words):
    return counted_down_apart(n, np.uint64(7), words)


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


def test_a_kernel_called_apart_does_the_same():
    """A recursive one with a tuple and an array: linked by name, not compiled into its caller."""
    mine, other = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    assert count_apart(3, mine) == counted_down(3, np.uint64(7), other) == (4, 10)
    assert mine.tolist() == other.tolist() == [10, 9, 8, 7]
    (caller,) = count_apart.overloads.values()
    bodies = [each.name for each in caller.library.get_defined_functions()]
    assert not any("counted_down" in name for name in bodies)


def test_a_cached_kernel_finds_what_it_calls_apart_in_another_process(tmp_path):
    """The name stands for another address there; and the same code in another folder is the same kernel."""
    code = (
        "from fivehundred_sim.kernels._jit import apart, kernel\n"
        "@kernel('int64(int64)')\n"
        "def twice(n):\n    return 2 * n\n"
        "twice_apart = apart(twice)\n"
        "@kernel()\n"
        "def once_more(n):\n    return twice_apart(n) + 1\n"
        "print(once_more(20), sum(once_more.stats.cache_hits.values()))\n"
    )
    environment = os.environ | {"FIVEHUNDRED_CACHE_DIR": str(tmp_path)}
    environment.pop("NUMBA_CACHE_DIR", None)

    def told_in(folder):
        module = tmp_path / folder / "two_kernels.py"
        module.parent.mkdir()
        module.write_text(code)
        command = [sys.executable, str(module)]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    assert [told_in("here"), told_in("there")] == ["41 0\n", "41 1\n"]


def test_an_edit_changes_the_cache_folder_of_what_rests_on_it(tmp_path, monkeypatch):
    """numba does not see edits in functions that a cached one calls, so the folder's name must."""
    assert _cache.source_hash() == _cache.KERNEL_HASH
    copy = tmp_path / "kernels"
    shutil.copytree(Path(_cache.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(_cache, "__file__", str(copy / "_cache.py"))
    assert _cache.source_hash() == _cache.KERNEL_HASH
    rests_on = {"lanes.py", "players.py", "chunks_heuristic.py", "sampled/chunks.py"}
    stands_alone = {"stream.py", "tally.py"}
    before = _hashes(copy, rests_on | stands_alone)
    (copy / "lanes.py").write_text((copy / "lanes.py").read_text() + "\n# edited\n")
    after = _hashes(copy, rests_on | stands_alone)
    assert {name for name in before if before[name] != after[name]} == rests_on
    assert _cache.source_hash() != _cache.KERNEL_HASH


def test_a_table_is_part_of_what_reads_it(tmp_path, monkeypatch):
    copy = tmp_path / "kernels"
    shutil.copytree(Path(_cache.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(_cache, "__file__", str(copy / "_cache.py"))
    before = _hashes(copy, {"judgement.py", "chunks_heuristic.py"})
    (copy / "judgement.npy").write_bytes(b"other")
    after = _hashes(copy, set(before))
    assert not set(before.items()) & set(after.items())


def _hashes(folder, names):
    _cache.module_hash.cache_clear()
    _cache._imported.cache_clear()
    found = {name: _cache.module_hash(folder / name) for name in names}
    _cache.module_hash.cache_clear()
    _cache._imported.cache_clear()
    return found
