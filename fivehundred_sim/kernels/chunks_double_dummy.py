"""A range of deals of one hand, solved with all hands open in every strain asked for.

The exchange is the players': the contractor discards and names the joker from what he can see; only the
play is double-dummy. So both engines judge the same exchanged hands of the same deals.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Words, kernel
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.codes import HAND, MISERE, NO_TRUMP, OPEN_MISERE, STRAINS, TRICK_COUNTS
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange_apart
from fivehundred_sim.kernels.misere import misere_makes, new_misere_table
from fivehundred_sim.kernels.solver import solve_tricks
from fivehundred_sim.kernels.solver_table import new_table

NOT_ASKED = -1


def double_dummy_counts(
    bit: Ints, play: Any, hand: Ints, unseen: Ints, seed: Int, first: Int, n: Int, strains: Int
) -> Ints:
    """Return int64 (7, 11): in how many deals the contractor's side takes k tricks with best play by all.

    Arguments and counts as `heuristic_counts`; the deals are the same.
    """
    counts = np.zeros((STRAINS, TRICK_COUNTS), np.int64)
    for strain, tricks in enumerate(solved_tricks(bit, play, hand, unseen, seed, first, n, strains)):
        if strains >> strain & 1:
            counts[strain] = np.bincount(tricks, minlength=TRICK_COUNTS)
    return counts


def solved_tricks(
    bit: Ints, play: Any, hand: Ints, unseen: Ints, seed: Int, first: Int, n: Int, strains: Int
) -> Ints:
    """Return int64 (7, n): tricks of the contractor's side in each deal with best play by all.

    Arguments and deals as `heuristic_counts`, the exchange too: the contractor discards and names the joker
    from what he can see. `NOT_ASKED` in other strains; a misère is 0 when made and 1 when it is not.
    """
    tricks = np.full((STRAINS, n), NOT_ASKED, np.int64)
    solve_deals(bit, play, hand, unseen, seed, first, strains, new_table(), new_misere_table(), tricks)
    return tricks


@kernel()
def solve_deals(
    bit: Ints,
    play: Any,
    hand: Ints,
    unseen: Ints,
    seed: Int,
    first: Int,
    strains: Int,
    table: Words,
    misere_table: Words,
    tricks: Ints,
) -> None:
    """Write the tricks of the contractor's side into `tricks` (7, deals), in the strains asked for."""
    order = np.empty(unseen.shape[0], np.int64)
    hands = np.empty(4, np.uint64)
    three = np.empty(3, np.uint64)
    values = np.empty(DISCARD_WORDS, np.int64)
    for i in range(tricks.shape[1]):
        shuffle(seed, first + i, unseen, order)
        for strain in range(STRAINS):
            if (strains >> strain) & 1 == 0:
                continue
            if strain == OPEN_MISERE and (strains >> MISERE) & 1:
                # the same exchange and, with all hands open anyway, the same question
                tricks[strain, i] = tricks[MISERE, i]
                continue
            bits = bit[strain]
            held = hand_mask(bits, hand, 0, HAND)
            for seat in range(1, 4):
                hands[seat] = hand_mask(bits, order, HAND * (seat - 1), HAND * seat)
            kitty = hand_mask(bits, order, 3 * HAND, order.shape[0])
            hands[0], _, _ = exchange_apart(strain, held, kitty, pack_mask(bits), play.nominate, values)
            if strain <= NO_TRUMP:
                trump = np.int64(strain < NO_TRUMP)
                guess = tricks[strain, i - 1] if i > 0 else 7  # the last deal's answer is a good first guess
                tricks[strain, i] = solve_tricks(table, hands, 0, trump, play.lead, 0, HAND, guess)
            else:
                # the partner, seat 2, lays his cards down
                three[0], three[1], three[2] = hands[0], hands[1], hands[3]
                made = misere_makes(misere_table, three, 0, play.misere_forced, play.lead, 0)
                tricks[strain, i] = 1 - made
