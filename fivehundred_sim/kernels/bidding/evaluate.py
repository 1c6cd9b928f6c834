"""What ten cards are worth as contractor in every strain: an index looked up in tables, and chances from it.

A hand is taken apart into a few *cells*, each the number of a weight; the index is their sum. In suits and
no-trump it is the tricks to expect, in the misères the log-odds of making them, which `evaluate` turns into
ten times the chance. The weights are fitted by `study.bidding.evaluation_fit`; they are one flat table:

- SUIT_AT + strain * SUIT_SIZE: the six highest trumps held as bits (bit 0 the highest) x number of trumps;
  then, for each side suit, trumps (0 or 1, 2, ... 7 or more) x of the trumps' colour? x the three highest
  cards held as bits x length.
- NO_TRUMP_AT: for each suit, jokers held (bit 0 the highest) x the five highest cards held as bits x length;
  then jokers x aces x suits stopped.
- MISERE_AT, and OPEN_AT for open misère: for each of the six cards most exposed, jokers x its rank among them
  x cards out below it x own cards below it; then jokers x voids x suits whose lowest card is in hand; then,
  for each suit, jokers x the five lowest cards held as bits x length.

The *row* of a hand parts hands of one index whose tricks spread otherwise: trumps (4 or fewer, 5, 6, 7 or
more) in suits, jokers held (as bits) elsewhere.
"""

from math import exp, floor

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, kernel, lowest, popcount
from fivehundred_sim.kernels.codes import HAND, MISERE, NO_TRUMP, STRAINS

ROWS = 4
LOW, STEP, BINS = 0.0, 0.2, 61  # the grid of the index: 0 to 12
LEVELS = 5  # 6 to 10; a misère stands in the first
LOWEST_LEVEL = 6

LENGTHS = HAND + 1
TRUMP_TOPS, SIDE_TOPS, SUIT_TOPS = 6, 3, 5  # how many of the highest cards of a suit are told apart
TRUMP_ROWS = 7
TRUMPS_SIZE = (1 << TRUMP_TOPS) * LENGTHS
SIDE_SIZE = TRUMP_ROWS * 2 * (1 << SIDE_TOPS) * LENGTHS
SUIT_SIZE = TRUMPS_SIZE + SIDE_SIZE
JOKERS = 4  # jokers held, as bits
LONG_SIZE = JOKERS * (1 << SUIT_TOPS) * LENGTHS
STOPPED_SIZE = JOKERS * 5 * 5
WORST = 6  # the cards of a misère that are looked at
UNDER, COVERED = 16, 4  # cards out below, own cards below: from 0, the last one or more
EXPOSED_SIZE = JOKERS * WORST * UNDER * COVERED
VOIDS_SIZE = JOKERS * 4 * 5
MISERE_SIZE = EXPOSED_SIZE + VOIDS_SIZE + LONG_SIZE

SUIT_AT = 0
NO_TRUMP_AT = SUIT_AT + 4 * SUIT_SIZE
MISERE_AT = NO_TRUMP_AT + LONG_SIZE + STOPPED_SIZE
OPEN_AT = MISERE_AT + MISERE_SIZE
WEIGHTS = OPEN_AT + MISERE_SIZE
CELLS = WORST + 5  # the most that a hand has in a strain

_ONE = np.uint64(1)
_PLACES = UNDER * COVERED  # of a card among those of its rank


def _dangers() -> Ints:
    """Return int64 (32, 16): for cards out and own cards below a card, 64 * its danger + its place.

    Danger as in `misere_discard.exposed`: every card out below that is not answered by an own one below.
    """
    under, covered = np.indices((32, 16))
    gaps = np.maximum(under - covered, 0)
    danger = under + 100 * gaps * gaps // (1 + covered)
    place = np.minimum(under, UNDER - 1) * COVERED + np.minimum(covered, COVERED - 1)
    return np.asarray(_PLACES * danger + place, np.int64)


_DANGERS = _dangers()


@kernel(forceinline=True)
def _take_apart(code: Ints, hand: Ints, masks: Ints) -> None:
    """Write the cards of each class as bits, bit 0 for height 0; code: (cards, 2), masks: uint64 (5,)."""
    for suit in range(5):
        masks[suit] = np.uint64(0)
    for i in range(HAND):
        card = hand[i]
        masks[code[card, 0]] |= _ONE << np.uint64(code[card, 1])


@kernel(forceinline=True)
def _tops(mask: Int, number: Int) -> Int:
    """Return which of the first cards are held, as bits: the highest, or in a misère the lowest."""
    return np.int64(mask & ((_ONE << np.uint64(number)) - _ONE))


@kernel(forceinline=True)
def _within(value: Int, number: Int) -> Int:
    """Return the value, or the nearest of 0 ... number - 1."""
    return np.int64(min(max(value, 0), number - 1))


@kernel(forceinline=True)
def _suit_cells(strain: Int, masks: Ints, cells: Ints) -> Int:
    """Write the four cells of a trump contract; return the hand's row."""
    start = SUIT_AT + strain * SUIT_SIZE
    trumps = popcount(masks[0])
    cells[0] = start + _tops(masks[0], TRUMP_TOPS) * LENGTHS + trumps
    start += TRUMPS_SIZE
    row = _within(trumps - 1, TRUMP_ROWS)
    for suit in range(1, 4):
        other = np.int64(suit > 1)
        tops = _tops(masks[suit], SIDE_TOPS)
        length = popcount(masks[suit])
        cells[suit] = start + ((row * 2 + other) * (1 << SIDE_TOPS) + tops) * LENGTHS + length
    return _within(trumps - 4, ROWS)


@kernel(forceinline=True)
def _no_trump_cells(masks: Ints, cells: Ints) -> Int:
    """Write the five cells of a no-trump contract; return the hand's row, the jokers held."""
    jokers = np.int64(masks[4])
    aces = stopped = np.int64(0)
    for suit in range(4):
        tops, length = _tops(masks[suit], SUIT_TOPS), popcount(masks[suit])
        cells[suit] = NO_TRUMP_AT + (jokers * (1 << SUIT_TOPS) + tops) * LENGTHS + length
        aces += tops & 1
        # An ace, a king with a card beside it, a queen with two.
        stopped += np.int64((tops & 1) | ((tops & 2) > 0 and length > 1) | ((tops & 4) > 0 and length > 2))
    cells[4] = NO_TRUMP_AT + LONG_SIZE + (jokers * 5 + aces) * 5 + stopped
    return jokers


@kernel(forceinline=True)
def _misere_cells(masks: Ints, cells: Ints) -> Int:
    """Write the eleven cells of a misère, as numbers from its start; return the hand's row, the jokers held.

    Masks count from the lowest card. While the worst are looked for, a cell holds a card's danger and place.
    """
    jokers = np.int64(masks[4])
    voids = lows = np.int64(0)
    for rank in range(WORST):
        cells[rank] = 0
    for suit in range(4):
        mask = masks[suit]
        place = (jokers * (1 << SUIT_TOPS) + _tops(mask, SUIT_TOPS)) * LENGTHS + popcount(mask)
        cells[WORST + 1 + suit] = EXPOSED_SIZE + VOIDS_SIZE + place
        voids += np.int64(mask == 0)
        lows += np.int64(mask & _ONE)
        covered = np.int64(0)
        while mask:
            under = lowest(mask) - covered
            mask &= mask - _ONE
            word = _DANGERS[under, covered]
            covered += 1
            for rank in range(WORST):  # the worst first
                if word > cells[rank]:
                    word, cells[rank] = cells[rank], word
    for rank in range(WORST):
        cells[rank] = (jokers * WORST + rank) * _PLACES + (cells[rank] & (_PLACES - 1))
    cells[WORST] = EXPOSED_SIZE + (jokers * 4 + _within(voids, 4)) * 5 + lows
    return jokers


@kernel()
def cells_of(strain: Int, hand: Ints, code: Ints, masks: Ints, cells: Ints) -> tuple[Int, Int]:
    """Write the cells of a hand in one strain; return their number and the row of the hand.

    hand: int64 (10,) pack indices. code: int64 (7, cards, 2), `rules.hands.hand_code`. masks: uint64 (5,),
    room to work in. cells: int64 (CELLS,), places in the weights.
    """
    _take_apart(code[strain], hand, masks)
    if strain < NO_TRUMP:
        return np.int64(4), _suit_cells(strain, masks, cells)
    if strain == NO_TRUMP:
        return np.int64(5), _no_trump_cells(masks, cells)
    row = _misere_cells(masks, cells)
    start = MISERE_AT if strain == MISERE else OPEN_AT
    for i in range(CELLS):
        cells[i] += start
    return np.int64(CELLS), row


@kernel()
def evaluate(hand: Ints, code: Ints, weights: Ints, out: Ints) -> None:
    """Write what a hand is worth as contractor, before the kitty: out, float64 (7, 2), by strain.

    [strain, 0] the index: tricks to expect of both partners; in the misères ten times the chance to make it.
    [strain, 1] the row (0 to ROWS - 1). hand: int64 (10,) pack indices. code: int64 (7, cards, 2),
    `rules.hands.hand_code`. weights: float64 (WEIGHTS,).
    """
    masks, cells = np.empty(5, np.uint64), np.empty(CELLS, np.int64)
    for strain in range(NO_TRUMP + 1):
        number, row = cells_of(strain, hand, code, masks, cells)
        index = 0.0
        for i in range(number):
            index += weights[cells[i]]
        out[strain, 0] = index
        out[strain, 1] = row
    number, row = cells_of(np.int64(MISERE), hand, code, masks, cells)  # open misère has the same, further on
    for strain in range(MISERE, STRAINS):
        index = 0.0
        for i in range(number):
            index += weights[cells[i] + MISERE_SIZE * (strain - MISERE)]
        out[strain, 0] = 10.0 / (1.0 + exp(-index))
        out[strain, 1] = row


@kernel()
def contract_chances(chances: Ints, strain: Int, row: Int, level: Int, index: Real, out: Ints) -> None:
    """Write the chance of exactly t tricks in a contract into out, float64 (11,).

    chances: float64 (7, ROWS, LEVELS, BINS, 11). level: 6 to 10, or 0 for a misère, of which out[0] is the
    chance to make it and out[1] to fail. index: as `evaluate` says, or shifted by what a call has shown;
    between the points of the grid the chances go straight, outside it they stay as at its end.
    """
    place = min(max((index - LOW) / STEP, 0.0), BINS - 1.0)
    left = _within(np.int64(floor(place)), BINS - 1)
    share = place - left
    table = chances[strain, row, max(level - LOWEST_LEVEL, 0)]
    for t in range(table.shape[1]):
        out[t] = (1.0 - share) * table[left, t] + share * table[left + 1, t]
