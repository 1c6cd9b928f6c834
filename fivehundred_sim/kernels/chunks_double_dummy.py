"""A range of deals of one hand, solved with all hands open in every strain asked for.

The exchange is the players': the contractor discards and names the joker from what he can see; only the
play is double-dummy. So both engines judge the same exchanged hands of the same deals.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, kernel
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.codes import HAND, MISERE, NO_TRUMP, OPEN_MISERE, STRAINS, TRICK_COUNTS
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.misere import MISERE_WORDS, misere_makes
from fivehundred_sim.kernels.solver import solve_tricks
from fivehundred_sim.kernels.solver_table import TABLE_WORDS


@kernel()
def double_dummy_counts(
    bit: Ints, play: Any, hand: Ints, unseen: Ints, seed: Int, first: Int, n: Int, strains: Int
) -> Ints:
    """Return int64 (7, 11): in how many deals the contractor's side takes k tricks with best play by all.

    Arguments and counts as `heuristic_counts`; the deals are the same.
    """
    counts = np.zeros((STRAINS, TRICK_COUNTS), np.int64)
    order = np.empty(unseen.shape[0], np.int64)
    hands = np.empty(4, np.uint64)
    three = np.empty(3, np.uint64)
    values = np.empty(DISCARD_WORDS, np.int64)
    table = np.zeros(TABLE_WORDS, np.uint64)
    misere_table = np.zeros(MISERE_WORDS, np.uint64)
    guess = np.full(STRAINS, 7, np.int64)  # the last deal's answer is a good first guess for the next
    for deal in range(first, first + n):
        shuffle(seed, deal, unseen, order)
        tricks = np.int64(0)
        for strain in range(STRAINS):
            if (strains >> strain) & 1 == 0:
                continue
            if strain == OPEN_MISERE and (strains >> MISERE) & 1:
                # the same exchange and, with all hands open anyway, the same question
                counts[strain, tricks] += 1
                continue
            bits = bit[strain]
            held = hand_mask(bits, hand, 0, HAND)
            for seat in range(1, 4):
                hands[seat] = hand_mask(bits, order, HAND * (seat - 1), HAND * seat)
            kitty = hand_mask(bits, order, 3 * HAND, order.shape[0])
            hands[0], _, _ = exchange(strain, held, kitty, pack_mask(bits), play.nominate, values)
            if strain <= NO_TRUMP:
                trump = np.int64(strain < NO_TRUMP)
                tricks = solve_tricks(table, hands, 0, trump, play.lead, 0, HAND, guess[strain])
                guess[strain] = tricks
            else:
                # the partner, seat 2, lays his cards down
                three[0], three[1], three[2] = hands[0], hands[1], hands[3]
                tricks = 1 - misere_makes(misere_table, three, 0, play.misere_forced, play.lead, 0)
            counts[strain, tricks] += 1
    return counts
