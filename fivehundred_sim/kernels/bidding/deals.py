"""Whole deals as rows of pack indices: dealt from a stream, and played for any contractor.

A row holds ten cards of seat 0, ten of seat 1, …, then the kitty, then cards dealt to nobody. Nothing is
known of an auction here: who plays what is asked for, a contract at a time, by heuristic players.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, kernel
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.codes import HAND
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange_apart
from fivehundred_sim.kernels.play_for_tricks import play_for_tricks
from fivehundred_sim.kernels.playout import new_scratch

DEAL, CONTRACTOR, STRAIN = 0, 1, 2  # columns of what is asked


@kernel()
def deal_around(hand: Ints, unseen: Ints, seat: Int, seed: Int, first: Int, out: Ints) -> None:
    """Write deals `first`, `first` + 1, … of the stream `seed` into the rows of `out`, int64 (n, cards).

    hand: pack indices (int64, ten) that `seat` holds in every deal, or none. unseen: all others. Of the
    shuffled `unseen` the other seats take ten each, clockwise from seat 0.
    """
    order = np.empty(unseen.shape[0], np.int64)
    held = hand.shape[0]
    for i in range(out.shape[0]):
        shuffle(seed, first + i, unseen, order)
        own = HAND * seat if held else out.shape[1]
        for place in range(out.shape[1]):
            if place < own:
                out[i, place] = order[place]
            elif place < own + held:
                out[i, place] = hand[place - own]
            else:
                out[i, place] = order[place - held]


@kernel()
def lanes_tricks(bit: Ints, play: Any, deals: Ints, asked: Ints) -> Ints:
    """Return int64 (m,): tricks of the contractor's side in each contract, as `heuristic_counts` has them.

    bit: int64 (7, cards), play: a PlayCode, as there. deals: int64 (n, cards), of four. asked: int64
    (m, 3), the row of the deal, the contractor's seat and the strain (0-6).
    """
    tricks = np.empty(asked.shape[0], np.int64)
    hands, scratch = np.empty(4, np.uint64), new_scratch()
    values, record = np.empty(DISCARD_WORDS, np.int64), np.empty((0, 3), np.int64)
    packs = np.empty(bit.shape[0], np.uint64)
    for strain in range(bit.shape[0]):
        packs[strain] = pack_mask(bit[strain])
    for i in range(asked.shape[0]):
        order, contractor, strain = deals[asked[i, DEAL]], asked[i, CONTRACTOR], asked[i, STRAIN]
        bits, full = bit[strain], packs[strain]
        for seat in range(4):
            hands[(seat - contractor) & 3] = hand_mask(bits, order, HAND * seat, HAND * (seat + 1))
        kitty = hand_mask(bits, order, 4 * HAND, order.shape[0])
        kept, thrown, lane = exchange_apart(strain, hands[0], kitty, full, play.nominate, values)
        hands[0] = kept
        tricks[i] = play_for_tricks(strain, hands, thrown, lane, full, play, scratch, record)
    return tricks
