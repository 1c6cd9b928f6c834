"""Sampled players for tests: between both quick models by a die, on the same deals, in no time."""

import sys
import types

import numpy as np
from numpy.random import default_rng

NAME = "fivehundred_sim.kernels.sampled.chunks"


def tricks_of(pairs, seed, deal, strain):
    """Tricks in a deal on which rules of thumb and best play take `pairs`."""
    rng = default_rng([seed, deal])
    if strain > 4:
        return int(pairs[int(rng.random() < 0.4)])
    return int(np.clip(np.rint(pairs.mean() - 0.3 + 0.6 * rng.normal()), 0, 10))


def install(monkeypatch, delay=0.0):
    """Put them in the place of the real ones; returns the list of calls (deal, deals, strain, need)."""
    import time

    from fivehundred_sim.kernels.paired import paired_tricks

    calls = []

    def sampled_games(bit, play, hand, unseen, seed, first, n, strain, points, need, worlds):
        assert points.shape == (11,)
        assert worlds == 16
        calls.append((first, n, strain, need))
        time.sleep(delay * n)
        pairs = paired_tricks(bit, play, hand, unseen, seed, first, n, 1 << strain)[strain]
        return np.array([tricks_of(pair, seed, first + i, strain) for i, pair in enumerate(pairs)], np.int64)

    module = types.ModuleType(NAME)
    module.sampled_games = sampled_games
    monkeypatch.setitem(sys.modules, NAME, module)
    return calls
