"""The sampled contractor's exchange: at most a dozen discards of the policy, judged by solving worlds.

The policy of `discard` gives every way to throw three cards a value; the best dozen are candidates. All are
judged on the same worlds, the better half on more of them than the rest.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels import solver_table as tt
from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, apart, kernel, popcount
from fivehundred_sim.kernels.certain import sure_on_lead
from fivehundred_sim.kernels.codes import HAND, NO_TRUMP, THROWN
from fivehundred_sim.kernels.discard import row_of_trumps, row_without_trumps, suit_values
from fivehundred_sim.kernels.discard_tables import NO_TRUMP_SUIT, SIDE_SUIT, TRUMP_COUNT
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import LANE_3, ZERO
from fivehundred_sim.kernels.sampled.choose import MADE
from fivehundred_sim.kernels.sampled.worlds import draw
from fivehundred_sim.kernels.solver import step_to_value
from fivehundred_sim.kernels.splits import IMPOSSIBLE, SPLIT_BITS, VALUES, cards_of_split

CANDIDATES = 12


@kernel()
def value_of_split(strain: Int, cards: Word, full: Word, a: Int, b: Int, c: Int, d: Int, values: Int) -> Int:
    """Return what the policy gives for throwing the lowest a, b, c and d cards of the lanes."""
    if strain == NO_TRUMP:
        table = NO_TRUMP_SUIT[row_without_trumps(cards, full)]
    else:
        kept = popcount(cards & LANE_3) - d
        if kept < 0:
            return np.int64(4 * IMPOSSIBLE)
        table = SIDE_SUIT[row_of_trumps(kept)]
    for lane in range(4):
        suit = full & lane_mask(lane)
        suit_values(table, cards & suit, suit, THROWN, lane, values)
    value = values[a] + values[VALUES + b] + values[2 * VALUES + c]
    if strain == NO_TRUMP:
        return value + values[3 * VALUES + d]
    return value + TRUMP_COUNT[kept]


@kernel()
def candidate_discards(strain: Int, cards: Word, full: Word, values: Ints, thrown: Words, worth: Ints) -> Int:
    """Write the best discards by the policy into `thrown`, uint64 (CANDIDATES,); return how many.

    cards: thirteen, in the lanes of a suit or no-trump strain. worth: int64 (CANDIDATES,), scratch.
    """
    number: Int = np.int64(0)
    for a in range(THROWN + 1):
        for b in range(THROWN + 1 - a):
            for c in range(THROWN + 1 - a - b):
                d = THROWN - a - b - c
                value = value_of_split(strain, cards, full, a, b, c, d, values)
                if value <= IMPOSSIBLE // 2:
                    continue
                at: Int = min(number, CANDIDATES - 1)
                if number == CANDIDATES and value <= worth[at]:
                    continue
                while at > 0 and worth[at - 1] < value:
                    worth[at], thrown[at] = worth[at - 1], thrown[at - 1]
                    at -= 1
                split = a | b << SPLIT_BITS | c << 2 * SPLIT_BITS | d << 3 * SPLIT_BITS
                worth[at], thrown[at] = value, cards_of_split(cards, np.int64(split), False)
                number = min(number + 1, CANDIDATES)
    return number


@kernel()
def keep_claims(strain: Int, cards: Word, full: Word, need: Int, thrown: Word, number: Int) -> Int:
    """Keep only discards after which the contract is certain, if there are any; return how many are left."""
    kept = 0
    for i in range(number):
        mine = cards & ~thrown[i]
        if sure_on_lead(mine, full & ~cards, strain < NO_TRUMP) >= need:
            thrown[kept] = thrown[i]
            kept += 1
    return kept if kept > 0 else number


@kernel("int64(uint64, uint64[::1], int64)")
def contractor_takes(base: Word, hands: Words, guess: Int) -> Int:
    """Return the tricks of the contractor's side of a whole deal that he leads to; keeps the table."""
    zero = np.int64(0)
    return step_to_value(base, hands, zero, zero, zero, np.int64(HAND), guess)


_contractor_takes = apart(contractor_takes)


@kernel()
def sampled_discard(
    strain: Int, cards: Word, full: Word, lead_rule: Int, worlds: Int, need: Int, points: Ints, table: Words,
    room: Any,
) -> Word:  # fmt: skip
    """Return the three cards that the sampled contractor throws from thirteen, in a suit or no-trump.

    room.rng holds the stream to draw worlds from. A quarter of the worlds judges all candidates, the next
    quarter the better half of them, the rest the best three.
    """
    thrown, worth = np.zeros(CANDIDATES, np.uint64), np.zeros(CANDIDATES, np.int64)
    number = candidate_discards(strain, cards, full, room.values, thrown, worth)
    number = keep_claims(strain, cards, full, need, thrown, number)
    worth[:] = 0
    hands = np.zeros(4, np.uint64)
    base = np.uint64(table.ctypes.data)
    tt.start(base, LANE_3 if strain < NO_TRUMP else ZERO, lead_rule)
    guess = np.int64(7)
    for w in range(worlds):
        if w == max(worlds // 4, 1):
            number = _best_first(thrown, worth, number, max(number // 2, min(number, 3)))
        elif w == max(worlds // 2, 2):
            number = _best_first(thrown, worth, number, min(number, 3))
        if number == 1:
            break
        unseen = full & ~cards
        hands[1] = draw(unseen, HAND, room.rng)
        hands[2] = draw(unseen & ~hands[1], HAND, room.rng)
        hands[3] = unseen & ~hands[1] & ~hands[2]
        for i in range(number):
            hands[0] = cards & ~thrown[i]
            guess = _contractor_takes(base, hands, guess)
            worth[i] += points[guess] + MADE * np.int64(guess >= need)
    _best_first(thrown, worth, number, 1)
    return thrown[0]


@kernel()
def _best_first(thrown: Word, worth: Int, number: Int, keep: Int) -> Int:
    """Sort candidates by what they are worth so far, ties by the policy's order; return `keep`."""
    for i in range(1, number):
        at = i
        while at > 0 and worth[at - 1] < worth[at]:
            worth[at], worth[at - 1] = worth[at - 1], worth[at]
            thrown[at], thrown[at - 1] = thrown[at - 1], thrown[at]
            at -= 1
    return np.int64(keep)
