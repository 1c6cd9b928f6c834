"""Random words as a function of (seed, deal) alone: any chunking or thread count gives the same deals.

The generator is the splitmix64 construction (Steele, Lea, Flood 2014): a Weyl sequence through a strong
mixing function. About 1 ns a draw, where numpy's Generator inside a kernel costs 44 ns.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel

SCHEME = "splitmix64-v1"

_WEYL = np.uint64(0x9E3779B97F4A7C15)
_DEAL_STEP = np.uint64(0xD1B54A32D192ED03)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_ONE = np.uint64(1)


@kernel()
def mix(word: Word) -> Word:
    """Return a uint64 whose every bit depends on every bit of `word` (uint64); a bijection."""
    word = np.uint64(word)
    word = (word ^ (word >> _S30)) * _M1
    word = (word ^ (word >> _S27)) * _M2
    return word ^ (word >> _S31)


@kernel()
def stream_start(seed: Int, deal: Int) -> Word:
    """Return the start state (uint64) of the stream of one deal; `seed` and `deal` are non-negative ints."""
    return mix(mix(np.uint64(seed) + _WEYL) + (np.uint64(deal) + _ONE) * _DEAL_STEP)


@kernel()
def next_word(state: Word) -> tuple[Word, Word]:
    """Return (new state, 64 random bits)."""
    state = np.uint64(state) + _WEYL
    return state, mix(state)


@kernel()
def below(word: Word, n: Int) -> Int:
    """Map a random word to an int64 in [0, n) by multiply-shift on its high half.

    The bias is below n / 2**32: one part in 10**8 for a pack of cards.
    """
    return np.int64(((np.uint64(word) >> _S32) * np.uint64(n)) >> _S32)
