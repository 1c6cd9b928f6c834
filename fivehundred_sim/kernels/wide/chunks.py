"""A range of deals of one hand at any table, played out in every strain asked for."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, kernel
from fivehundred_sim.kernels.codes import TRICK_COUNTS
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS
from fivehundred_sim.kernels.wide.conduct import conduct_apart
from fivehundred_sim.kernels.wide.deal import CHOICES, deal_out, jokers_of
from fivehundred_sim.kernels.wide.playout import new_scratch
from fivehundred_sim.kernels.wide.state import LANES, PLAYERS, RECORD


@kernel()
def wide_counts(
    place: Ints,
    strains: Ints,
    table: Ints,
    hand: Ints,
    unseen: Ints,
    seed: Int,
    first: Int,
    n: Int,
    asked: Int,
    policies: Int,
) -> Ints:
    """Return int64 (15, 11): in how many deals the contractor's side took k tricks in each strain.

    The hand asked about is the contractor's, who exchanges, names jokers and a partner where the rules let
    him, and leads. place: int64 (15, cards), strains: int64 (15, 15), table: int64 (6,), see `rules.wide`.
    hand, unseen: pack indices (10 and the rest, int64); of a shuffled `unseen` seats 1, 2, ... hold ten each
    in order, then comes the kitty, then cards dealt to nobody. Deals first ... first + n - 1 of the stream
    `seed`; asked: bit k asks for strain k. A misère that stops at its first trick counts in column 0 when
    made and 1 when not. policies: as in `play_out`, 0 for play that is meant.
    """
    counts = np.zeros((strains.shape[0], TRICK_COUNTS), np.int64)
    order = np.empty(unseen.shape[0], np.int64)
    hands = np.zeros((table[PLAYERS], LANES), np.uint64)
    kitty, full, thrown = np.zeros(LANES, np.uint64), np.zeros(LANES, np.uint64), np.zeros(LANES, np.uint64)
    choices, values = np.zeros(CHOICES, np.int64), np.zeros(DISCARD_WORDS, np.int64)
    scratch, record = new_scratch(), np.empty((0, RECORD), np.int64)
    jokers = jokers_of(place[4])
    for deal in range(first, first + n):
        shuffle(seed, deal, unseen, order)
        for strain in range(strains.shape[0]):
            if (asked >> strain) & 1 == 0:
                continue
            deal_out(place[strain], table, hand, order, hands, kitty, full)
            tricks = conduct_apart(
                strains[strain],
                table,
                jokers,
                hands,
                kitty,
                full,
                np.int64(0),
                policies,
                thrown,
                choices,
                values,
                scratch,
                record,
            )
            counts[strain, tricks] += 1
    return counts
