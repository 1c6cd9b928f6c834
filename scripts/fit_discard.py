"""Fit the tables of the contractor's discard (`fivehundred_sim/kernels/discard_tables.py`) to playouts.

    python scripts/fit_discard.py [deals]

Deals thirteen cards to a contractor with the most effective trumps (or, in no-trump, the joker or three
aces), throws three cards at random, low ones first, plays each deal out with the heuristic players, and fits
by least squares: tricks = sum over the suits of a value for what is kept of the suit + a value for the number
of trumps. Prints the tables in hundredths of a trick, ready to be pasted. Rerun it when the players change.
"""

import sys

import numba
import numpy as np

from fivehundred_sim.kernels._jit import popcount
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import row_of_trumps, suit_shape
from fivehundred_sim.kernels.lanes import JOKER, low_bit
from fivehundred_sim.kernels.playout import new_scratch, play_out
from fivehundred_sim.kernels.stream import below, next_word, stream_start
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

SHAPES = 32
ROWS = 3
COUNTS = ROWS * SHAPES
FEATURES = COUNTS + 14
RIDGE = 5.0
LAST_TRUMP = 8  # more trumps are too rare to fit: each counts STEP more
STEP = 40
FEW = 300  # a cell seen less often takes the value of the next shorter holding
LANE = np.uint64(0x7FFF)


@numba.njit
def contract_of(bit, order, no_trump):
    """The strain to play with these thirteen cards, -1 for a hand that would not play no-trump."""
    if no_trump:
        cards = hand_mask(bit[4], order, 0, 10) | hand_mask(bit[4], order, 40, 43)
        full = pack_mask(bit[4])
        aces = 0
        for lane in range(4):
            suit = LANE << np.uint64(16 * lane)
            top = np.int64(popcount(full & suit)) - 1
            aces += np.int64((cards >> np.uint64(16 * lane + top)) & np.uint64(1))
        return 4 if cards & JOKER or aces >= 3 else -1
    best, strain = -1, 0
    for s in range(4):
        cards = (hand_mask(bit[s], order, 0, 10) | hand_mask(bit[s], order, 40, 43)) >> np.uint64(48)
        if popcount(cards) * 100000 + np.int64(cards) > best:
            best, strain = popcount(cards) * 100000 + np.int64(cards), s
    return strain


@numba.njit
def throw_at_random(cards, strain, state):
    """Thirteen cards without three low ones from suits drawn at random, a trump seldom, the joker never."""
    thrown = 0
    while thrown < 3:
        state, word = next_word(state)
        lane = below(word, 4)
        mine = cards & (LANE << np.uint64(16 * lane))
        if mine and (lane < 3 or strain == 4 or word & np.uint64(15) == 0):
            cards ^= low_bit(mine)
            thrown += 1
    return cards


@numba.njit
def gather(bit, play, seed, deals, no_trump, moments, sums):
    """Add each deal's features to the normal equations."""
    pack = np.arange(bit.shape[1])
    order = np.empty_like(pack)
    hands = np.empty(4, np.uint64)
    scratch = new_scratch()
    record = np.empty((0, 3), np.int64)
    found = np.empty(5, np.int64)
    for deal in range(deals):
        shuffle(seed, deal, pack, order)
        strain = contract_of(bit, order, no_trump)
        if strain < 0:
            continue
        full = pack_mask(bit[strain])
        for seat in range(4):
            hands[seat] = hand_mask(bit[strain], order, 10 * seat, 10 * seat + 10)
        cards = hands[0] | hand_mask(bit[strain], order, 40, 43)
        hands[0] = throw_at_random(cards, strain, stream_start(seed + 1, deal))
        tricks = play_out(strain, hands, 0, cards & ~hands[0], -1, full, play, 0, scratch, record)
        trumps = popcount(hands[0] & JOKER) if no_trump else popcount(hands[0] >> np.uint64(48))
        row = trumps if no_trump else row_of_trumps(trumps)
        suits = 4 if no_trump else 3
        for lane in range(suits):
            suit = full & (LANE << np.uint64(16 * lane))
            found[lane] = row * SHAPES + suit_shape(hands[0] & suit, suit)
        found[suits] = COUNTS + trumps
        for a in range(suits + 1):
            sums[found[a]] += tricks
            for b in range(suits + 1):
                moments[found[a], found[b]] += 1


def fit(no_trump, deals):
    """The fitted tables: suits (rows, shapes) and trump counts, in hundredths of a trick, as ints."""
    code = encode(load_rules("australian"))
    moments, sums = np.zeros((FEATURES, FEATURES)), np.zeros(FEATURES)
    gather(code.bit, code.play, 3, deals, no_trump, moments, sums)
    values = 100 * np.linalg.solve(moments + RIDGE * np.eye(FEATURES), sums)
    table = values[:COUNTS].reshape(ROWS, SHAPES)
    seen = np.diag(moments)[:COUNTS].reshape(ROWS, SHAPES)
    voids = table[:, :1].copy()
    table = table - voids
    for shape in range(SHAPES):
        if shape & 3:
            table[:, shape] = np.where(seen[:, shape] < FEW, table[:, shape - 1], table[:, shape])
    counts = values[COUNTS:] + np.array(
        [(4 if no_trump else 3) * voids[n if no_trump and n < 2 else row_of_trumps(n), 0] for n in range(14)]
    )
    for n in range(LAST_TRUMP + 1, 14):
        counts[n] = counts[n - 1] + STEP
    return np.rint(table).astype(int), np.rint(counts).astype(int)


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    np.set_printoptions(linewidth=100)
    for without in (False, True):
        suit_table, trump_table = fit(without, number * (2 if without else 1))
        print("no-trump" if without else "suits")
        print(np.array2string(suit_table, separator=", "))
        print(np.array2string(trump_table, separator=", "))
