"""Heuristic players on both sides, from the first lead, for the tricks alone: what counts of deals ask.

The play itself is called apart, so that all kernels that count share one compiled playout.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, apart, kernel
from fivehundred_sim.kernels.codes import MISERE
from fivehundred_sim.kernels.playout import play_misere_apart, play_tricks, start_play


@kernel("int64(int64, uint64, int64, uint64, int64[:, ::1])")
def _play_quietly(strain: Int, discards: Word, lead_rule: Int, base: Word, record: Ints) -> Int:
    """Play a suit or no-trump contract from the first lead, heuristic players on both sides."""
    first = np.int64(0)
    return play_tricks(strain, first, first, discards, lead_rule, first, base, record)


_play_quietly_apart = apart(_play_quietly)


@kernel(inline="always")
def play_for_tricks(
    strain: Int,
    hands: Words,
    discards: Word,
    nominated: Int,
    full: Word,
    play: Any,
    scratch: Words,
    record: Ints,
) -> Int:
    """Return what `play_out` does for heuristic players and seat 0 as contractor, with nothing recorded.

    record: int64 (0, 3).
    """
    base = np.uint64(scratch.ctypes.data)
    first = np.int64(0)
    start_play(base, strain, first, hands, nominated, full)
    if strain >= MISERE:
        law = play.lead, play.misere_forced, play.exposed_after
        return play_misere_apart(strain, first, first, discards, *law, first, base, record)
    return _play_quietly_apart(strain, discards, play.lead, base, record)
