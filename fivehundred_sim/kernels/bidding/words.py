"""Arrays of int64 read and written at their addresses: passing arrays from kernel to kernel costs more.

Nothing is checked, and whoever takes an address keeps the array alive. Arrays are contiguous.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, kernel, load, store


@kernel(forceinline=True)
def address(array: Ints) -> Word:
    """Return the address of an array."""
    return np.uint64(array.ctypes.data)


@kernel(forceinline=True)
def get(base: Word, word: Int) -> Int:
    """Return a number of an array."""
    return np.int64(load(base, word))


@kernel(forceinline=True)
def put(base: Word, word: Int, value: Int) -> None:
    """Write a number of an array."""
    store(base, word, np.uint64(value))
