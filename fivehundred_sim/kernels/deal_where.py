"""Deals in which some places hold so many cards of each kind: the cards themselves, at random.

How many of each kind a place holds is settled by `study.deals.joint`; here the places take that many, each
from a shuffle of its own, and what is left falls on the other places as in any deal. A deal has a number; its
streams are those of (seed, number + multiples of `STREAM`), so numbers must be below `STREAM`, and tries
beyond the first are numbered in steps of `TRY`.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, kernel
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.stream import next_word, stream_start

STREAM = 1 << 32
LAST_STREAM = 14 * STREAM  # one that no place uses
TRY = 1 << 36  # room for seven places with two streams each, the deal's own and one more

_S11 = np.uint64(11)
_UNIT = 2.0**-53


@kernel()
def draws(seed: Int, numbers: Ints, out: Real) -> None:
    """Write random numbers in [0, 1) into `out`, float64 (n, places), for the deals `numbers`, int64 (n,)."""
    for i in range(out.shape[0]):
        for stage in range(out.shape[1]):
            state = stream_start(seed, numbers[i] + STREAM * (2 * stage + 1))
            state, word = next_word(state)
            out[i, stage] = np.float64(word >> _S11) * _UNIT


@kernel()
def place_cards(
    seed: Int, numbers: Ints, kinds: Ints, takes: Ints, starts: Ints, sizes: Ints, out: Ints
) -> None:
    """Write the deals `numbers` (int64 (n,)) into the rows of `out`, int64 (n, cards) pack indices.

    kinds: int64 (places, cards), the kind of each card as a place sees it. takes: int64 (n, places, kinds),
    how many of each kind it takes; used up here. starts, sizes: int64 (places,), where its cards stand in a
    row, and how many. The places take in their order; each has its own shuffle, since cards that were passed
    over in one stand early in it. The rest is in the order of the plain deal (seed, number), so that a deal
    without places is that deal.
    """
    cards = out.shape[1]
    pack, order = np.arange(cards), np.empty(cards, np.int64)
    taken, filled = np.empty(cards, np.bool_), np.zeros(cards, np.bool_)
    for stage in range(starts.shape[0]):
        filled[starts[stage] : starts[stage] + sizes[stage]] = True
    for i in range(out.shape[0]):
        taken[:] = False
        for stage in range(starts.shape[0]):
            shuffle(seed, numbers[i] + STREAM * (2 * stage + 2), pack, order)
            at = starts[stage]
            for card in order:
                kind = kinds[stage, card]
                if not taken[card] and takes[i, stage, kind] > 0:
                    takes[i, stage, kind] -= 1
                    taken[card] = True
                    out[i, at] = card
                    at += 1
        shuffle(seed, numbers[i], pack, order)
        at = 0
        for card in order:
            if not taken[card]:
                while filled[at]:
                    at += 1
                out[i, at] = card
                at += 1
