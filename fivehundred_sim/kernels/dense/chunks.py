"""A range of deals of one hand at any table, solved with all hands open in every strain asked for.

Exchange, nominations and the five-handed contractor's partner are the players' (`wide.deal`), decided from
what they see; only the play is double-dummy. So both engines judge the same exchanged hands.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Words, kernel
from fivehundred_sim.kernels.codes import TRICK_COUNTS
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.dense.solve import dense_makes, dense_value
from fivehundred_sim.kernels.dense.table import new_dense_table
from fivehundred_sim.kernels.discard import DISCARD_WORDS
from fivehundred_sim.kernels.wide.deal import CHOICES, PARTNER, deal_out, jokers_of, prepare_apart
from fivehundred_sim.kernels.wide.state import (
    AVOIDS,
    COUNTED_OUT,
    EXPOSED_AFTER,
    LANES,
    PLAYERS,
    PLAYING,
    SIDE,
    STRAIN_CODES,
)

_NOTHING = np.int64(0)


@kernel()
def answered_by(strains: Ints, strain: Int, asked: Int) -> Int:
    """Return the first strain asked for that is the same question once all hands are open, or this one.

    Misères differ by kitty and by who plays; when the contractor's cards are shown does not matter here.
    """
    for other in range(strain):
        if (asked >> other) & 1 == 0 or strains[other, AVOIDS] == 0:
            continue
        same = True
        for code in range(STRAIN_CODES):
            if code != EXPOSED_AFTER and strains[other, code] != strains[strain, code]:
                same = False
        if same:
            return np.int64(other)
    return np.int64(strain)


@kernel()
def solve_deal(table: Words, strain: Ints, hands: Words, partner: Int, renounced: Ints, guess: Int) -> Int:
    """Return the column in which a deal counts: the side's tricks, or 0 and 1 where a misère stops early."""
    side, playing = np.int64(strain[SIDE]), np.int64(strain[PLAYING])
    if partner > 0:
        side |= np.int64(1) << partner
    if strain[AVOIDS] == 1 and strain[COUNTED_OUT] == 1:
        return 1 - dense_makes(table, hands, strain, side, playing, _NOTHING, _NOTHING, renounced)
    return dense_value(table, hands, strain, side, playing, _NOTHING, _NOTHING, renounced, guess)


@kernel()
def dense_counts(
    place: Ints,
    strains: Ints,
    table: Ints,
    hand: Ints,
    unseen: Ints,
    seed: Int,
    first: Int,
    n: Int,
    asked: Int,
) -> Ints:
    """Return int64 (15, 11): in how many deals the contractor's side takes k tricks with best play by all.

    Arguments and counts as `wide.chunks.wide_counts`; the deals and what comes before the first lead are the
    same. In misère the side takes as few tricks as it can be held to.
    """
    counts = np.zeros((strains.shape[0], TRICK_COUNTS), np.int64)
    order = np.empty(unseen.shape[0], np.int64)
    hands = np.zeros((table[PLAYERS], LANES), np.uint64)
    kitty, full, thrown = np.zeros(LANES, np.uint64), np.zeros(LANES, np.uint64), np.zeros(LANES, np.uint64)
    choices, values = np.zeros(CHOICES, np.int64), np.zeros(DISCARD_WORDS, np.int64)
    renounced = np.zeros(table[PLAYERS], np.int64)
    memory, jokers = new_dense_table(), jokers_of(place[4])
    tricks = np.full(
        strains.shape[0], 5, np.int64
    )  # the last deal's answer is a good first guess for the next
    for deal in range(first, first + n):
        shuffle(seed, deal, unseen, order)
        for strain in range(strains.shape[0]):
            if (asked >> strain) & 1 == 0:
                continue
            row, earlier = strains[strain], strain
            if row[AVOIDS] == 1:
                earlier = answered_by(strains, strain, asked)
            if earlier < strain:
                tricks[strain] = tricks[earlier]
            else:
                deal_out(place[strain], table, hand, order, hands, kitty, full)
                prepare_apart(row, table, jokers, hands, kitty, full, thrown, choices, values)
                partner = np.int64(choices[PARTNER])
                tricks[strain] = solve_deal(memory, row, hands, partner, renounced, tricks[strain])
            counts[strain, tricks[strain]] += 1
    return counts
