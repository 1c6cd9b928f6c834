"""Fit the contractor's discard to playouts and write `fivehundred_sim/kernels/discard_tables.py`.

    python scripts/fit_discard.py [deals]

Rerun it when the players change; the same players and count give the same file. In each deal the contractor
(in his best suit, or in no-trump) throws his three cards in every way of taking the lowest of some suits, and
each is played out by the heuristic players against the same hidden hands. What one way takes more than the
average of the same deal is fitted by least squares: a value for what is kept of each suit, beside so many
trumps (or aces), plus a value for the number of trumps. Comparing within a deal leaves out how good the cards
are, which the discard cannot change. A second pass leaves out the ways that the first finds hopeless, so that
the values are right where the choice is close.
"""

import sys
from pathlib import Path

import numba
import numpy as np
from populations import NO_TRUMP_ANY, SUITS, strain_of, thirteen

from fivehundred_sim.kernels import discard_tables
from fivehundred_sim.kernels._jit import popcount
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.codes import NO_TRUMP, THROWN
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import (
    LOWS,
    ROWS,
    SHAPES,
    row_of_trumps,
    row_without_trumps,
    suit_shape,
)
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import LANE_3
from fivehundred_sim.kernels.playout import new_scratch, play_out
from fivehundred_sim.kernels.splits import SPLIT_BITS, cards_of_split
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

SEED = 3
COUNTS = ROWS * SHAPES  # place of the first trump count among the features
FEATURES = COUNTS + 14
RIDGE = 5.0
STEP = 40  # hundredths of a trick: a trump more or less where too few were seen to fit it
FEW = 1000  # a cell seen less often takes its value from lesser holdings
HOPELESS = 120  # hundredths of a trick behind the best of the first pass
SPLITS = np.array(
    [
        a | b << SPLIT_BITS | c << 2 * SPLIT_BITS | (THROWN - a - b - c) << 3 * SPLIT_BITS
        for a in range(THROWN + 1)
        for b in range(THROWN + 1 - a)
        for c in range(THROWN + 1 - a - b)
    ]
)


@numba.njit
def features_of(strain, kept, row, full, found):
    """Write the four features of ten cards kept: what is held of each suit, or of three and the trumps."""
    for lane in range(4):
        suit = full & lane_mask(lane)
        found[lane] = row * SHAPES + suit_shape(kept & suit, suit)
    if strain < NO_TRUMP:
        found[3] = COUNTS + popcount(kept & LANE_3)


@numba.njit
def ways_to_throw(strain, cards, full, values, hands, features):
    """Write what every split not hopeless by `values` leaves, and its features; return how many there are."""
    worth = np.empty(len(SPLITS))
    count = 0
    for split in SPLITS:
        thrown = cards_of_split(cards, split, False)
        if popcount(thrown) < THROWN:
            continue
        kept = cards & ~thrown
        row = row_of_trumps(popcount(kept & LANE_3))
        if strain == NO_TRUMP:
            row = row_without_trumps(cards, full)
        features_of(strain, kept, row, full, features[count])
        hands[count] = kept
        worth[count] = values[features[count]].sum()
        count += 1
    chosen = 0
    for way in range(count):
        if worth[way] >= worth[:count].max() - HOPELESS:
            hands[chosen] = hands[way]
            features[chosen] = features[way]
            chosen += 1
    return chosen


@numba.njit
def gather(bit, play, deals, population, values, moments, sums, seen):
    """Add to the normal equations what the ways of a deal take beside their average, for all deals."""
    pack = np.arange(bit.shape[1])
    order = np.empty_like(pack)
    hands = np.empty(4, np.uint64)
    kept = np.empty(len(SPLITS), np.uint64)
    features = np.empty((len(SPLITS), 4), np.int64)
    tricks = np.empty(len(SPLITS))
    scratch = new_scratch()
    record = np.empty((0, 3), np.int64)
    for deal in range(deals):
        shuffle(SEED, deal, pack, order)
        strain = strain_of(bit, order, population)
        if strain < 0:
            continue
        full, cards = pack_mask(bit[strain]), thirteen(bit[strain], order)
        for seat in range(1, 4):
            hands[seat] = hand_mask(bit[strain], order, 10 * seat, 10 * seat + 10)
        count = ways_to_throw(strain, cards, full, values, kept, features)
        for way in range(count):
            hands[0] = kept[way]
            tricks[way] = play_out(strain, hands, 0, cards & ~kept[way], -1, full, play, 0, scratch, record)
        mean = tricks[:count].mean()
        for way in range(count):
            for a in features[way]:
                seen[a] += 1
                sums[a] += tricks[way] - mean
                for b in features[way]:
                    moments[a, b] += 1
                for other in features[:count].flat:
                    moments[a, other] -= 1 / count


def fit(population, deals):
    """The fitted tables: suits (rows, shapes) and trump counts, in hundredths of a trick, as ints."""
    code = encode(load_rules("australian"))
    values = np.zeros(FEATURES)
    for _ in range(2):
        moments, sums, seen = np.zeros((FEATURES, FEATURES)), np.zeros(FEATURES), np.zeros(FEATURES)
        gather(code.bit, code.play, deals, population, values, moments, sums, seen)
        values = 100 * np.linalg.solve(moments + RIDGE * np.eye(FEATURES), sums)
    table = values[:COUNTS].reshape(ROWS, SHAPES)
    voids = table[:, :1]
    counts = values[COUNTS:] + 3 * np.array([voids[row_of_trumps(n), 0] for n in range(14)])
    table = table - voids
    fill_seldom(table, seen[:COUNTS].reshape(ROWS, SHAPES) < FEW)
    return np.rint(table).astype(int), np.rint(with_steps(counts, seen[COUNTS:])).astype(int)


def fill_seldom(table, seldom):
    """Give every seldom cell the value of the holding with a low card less, plus the last step up.

    The step makes each card of a long running suit count. A fourth honour alone counts as a low card.
    """
    for shape in range(1, SHAPES):
        honours, low = divmod(shape, LOWS)
        value = table[:, shape]
        if low >= 2:
            before = table[:, shape - 1]
            value = before + np.maximum(before - table[:, shape - 2], 0)
        elif low == 1:
            value = table[:, shape - 1]
        elif honours % 2:
            value = table[:, (honours - 1) * LOWS + 1]
        table[:, shape] = np.where(seldom[:, shape], value, table[:, shape])


def with_steps(counts, seen):
    """The values of trump counts, continued by equal steps where too few hands were seen."""
    known = np.flatnonzero(seen >= FEW)
    for n in range(len(counts)):
        nearest = min(max(n, known[0]), known[-1]) if len(known) else n
        counts[n] = counts[nearest] + STEP * (n - nearest)
    return counts - counts[0]


def rows_of(table):
    """The rows of a table as source text, a line for every two sets of honours."""
    width = 2 * LOWS
    lines = []
    for row in table:
        lines.append("        [")
        for start in range(0, len(row), width):
            lines.append(
                "            " + ", ".join(f"{value:4d}" for value in row[start : start + width]) + ","
            )
        lines.append("        ],")
    return "\n".join(lines)


TEXT = '''"""What the contractor's discard weighs: the worth of what is kept, in hundredths of a trick.

Written by scripts/fit_discard.py, which fits it to playouts; rerun that when the players change. Columns of
the suit tables are the shapes of `discard.suit_shape`: a line has two sets of honours (none, the fourth, Q, Q
and the fourth, K ... all four), each with 0 to {lows} lower cards. A void is the zero.
"""

import numpy as np

# fmt: off
# A plain suit beside up to three trumps, four, five, six, seven, and more.
SIDE_SUIT = np.array(
    [
{suits}
    ],
    np.int64,
)

# The number of trumps kept, 0 to 13.
TRUMP_COUNT = np.array(
    [{counts}],
    np.int64,
)

# A suit in no-trump: without the joker up to two aces, three, four; with it up to one ace, two, more.
NO_TRUMP_SUIT = np.array(
    [
{no_trump}
    ],
    np.int64,
)
# fmt: on
'''


def main():
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 800_000
    suits, counts = fit(SUITS, deals)
    no_trump, _ = fit(NO_TRUMP_ANY, deals)
    text = TEXT.format(
        lows=LOWS - 1,
        suits=rows_of(suits),
        counts=", ".join(map(str, counts)),
        no_trump=rows_of(no_trump),
    )
    Path(discard_tables.__file__).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
