"""A range of deals of one hand, played out by heuristic players in every strain asked for."""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, kernel
from fivehundred_sim.kernels.codes import HAND, STRAINS, TRICK_COUNTS
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange_apart
from fivehundred_sim.kernels.play_for_tricks import play_for_tricks
from fivehundred_sim.kernels.playout import new_scratch


@kernel()
def pack_mask(bits: Ints) -> Word:
    """Return the uint64 mask of every card of the pack; `bits` is one row of the layout table."""
    full = np.uint64(0)
    for i in range(bits.shape[0]):
        full |= np.uint64(1) << np.uint64(bits[i])
    return full


@kernel()
def heuristic_counts(
    bit: Ints, play: Any, hand: Ints, unseen: Ints, seed: Int, first: Int, n: Int, strains: Int
) -> Ints:
    """Return int64 (7, 11): in how many deals the contractor's side took k tricks in each strain.

    The hand asked about is seat 0 and contractor: it picks up the kitty, discards, names its joker and leads.
    bit: int64 (7, cards), lane bit of each pack card. play: a PlayCode. hand, unseen: pack indices (10 and
    the rest, int64); of a shuffled `unseen` seats 1, 2, 3 hold ten each in order and the kitty is last.
    Deals first … first + n - 1 of the stream `seed`; strains: bit k asks for strain k. A misère counts in
    column 0 when made and 1 when a trick was taken.
    """
    counts = np.zeros((STRAINS, TRICK_COUNTS), np.int64)
    order = np.empty(unseen.shape[0], np.int64)
    hands = np.empty(4, np.uint64)
    scratch = new_scratch()
    values = np.empty(DISCARD_WORDS, np.int64)
    record = np.empty((0, 3), np.int64)
    packs, own = np.empty(STRAINS, np.uint64), np.empty(STRAINS, np.uint64)
    for strain in range(STRAINS):
        packs[strain] = pack_mask(bit[strain])
        own[strain] = hand_mask(bit[strain], hand, 0, HAND)
    for deal in range(first, first + n):
        shuffle(seed, deal, unseen, order)
        for strain in range(STRAINS):
            if (strains >> strain) & 1 == 0:
                continue
            bits = bit[strain]
            full = packs[strain]
            for seat in range(1, 4):
                hands[seat] = hand_mask(bits, order, HAND * (seat - 1), HAND * seat)
            kitty = hand_mask(bits, order, 3 * HAND, order.shape[0])
            kept, thrown, lane = exchange_apart(strain, own[strain], kitty, full, play.nominate, values)
            hands[0] = kept
            tricks = play_for_tricks(strain, hands, thrown, lane, full, play, scratch, record)
            counts[strain, tricks] += 1
    return counts
