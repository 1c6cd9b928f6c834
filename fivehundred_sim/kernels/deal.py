"""Dealing: cards that nobody has shown fall uniformly on the hands and the kitty."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, kernel
from fivehundred_sim.kernels.stream import below, next_word, stream_start


@kernel()
def shuffle(seed: Int, deal: Int, cards: Ints, out: Ints) -> None:
    """Write a uniform permutation of `cards` (int64, any length) into `out`, from the stream of (seed, deal).

    Fisher-Yates from the front: place i takes one of the cards not placed yet, so any prefix of `out` is a
    uniform sample. Callers read hands off it as consecutive slices, the kitty last.
    """
    n = cards.shape[0]
    for i in range(n):
        out[i] = cards[i]
    state = stream_start(seed, deal)
    for i in range(n - 1):
        state, word = next_word(state)
        j = i + below(word, n - i)
        out[i], out[j] = out[j], out[i]


@kernel()
def lane_mask(bits: Ints, cards: Ints, first: Int, last: Int) -> Word:
    """Return the uint64 hand of pack indices `cards[first:last]`; `bits` is one row of the layout table."""
    hand = np.uint64(0)
    for i in range(first, last):
        hand |= np.uint64(1) << np.uint64(bits[cards[i]])
    return hand
