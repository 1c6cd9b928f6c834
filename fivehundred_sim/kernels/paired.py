"""The same deals of one hand by both quick player models, deal by deal: what one takes beside the other."""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints
from fivehundred_sim.kernels.chunks_double_dummy import NOT_ASKED, solved_tricks
from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts
from fivehundred_sim.kernels.codes import STRAINS

PLAYED, SOLVED = 0, 1  # the last axis of `paired_tricks`


def paired_tricks(
    bit: Ints, play: Any, hand: Ints, unseen: Ints, seed: Int, first: Int, n: Int, strains: Int
) -> Ints:
    """Return int64 (7, n, 2): tricks of each deal by the heuristic players and double-dummy.

    Arguments as `heuristic_counts`; `NOT_ASKED` in strains that were not asked for. A misère is 0 when made
    and 1 when a trick was taken. Counted up they are `heuristic_counts` and `double_dummy_counts`.
    """
    pairs = np.full((STRAINS, n, 2), NOT_ASKED, np.int64)
    pairs[:, :, SOLVED] = solved_tricks(bit, play, hand, unseen, seed, first, n, strains)
    asked = [strain for strain in range(STRAINS) if strains >> strain & 1]
    heuristic_counts(bit, play, hand, unseen, seed, first, 0, strains)  # compiles it, if there are no deals
    for i in range(n):
        # A deal at a time, by the kernel that plays them all: another one of its size would have to compile.
        counts = heuristic_counts(bit, play, hand, unseen, seed, first + i, 1, strains)
        pairs[asked, i, PLAYED] = counts[asked].argmax(axis=1)
    return pairs
