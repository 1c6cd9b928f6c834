"""Questions to the general solver: any number of players, the contractor's side against all others.

Hands come in the wide layout (rules.wide); they are renumbered densely, players who lie down left out.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, apart, kernel, popcount, store
from fivehundred_sim.kernels.dense import table as tt
from fivehundred_sim.kernels.dense.law import looks_at
from fivehundred_sim.kernels.dense.order import set_roles
from fivehundred_sim.kernels.dense.search import search_apart
from fivehundred_sim.kernels.lanes import ONE, ZERO, low_bit
from fivehundred_sim.kernels.wide.state import (
    AVOIDS,
    BINDS,
    FOLLOW,
    FORCED,
    LANES,
    LEAD,
    LOW,
    SUITLESS,
    TRUMP,
    WORTHLESS,
)


@kernel()
def set_rules(base: Word, row: Ints, spans: Words) -> None:
    """Write the constants of a question that depend on the strain: ranges of bits and the law of jokers."""
    trumps = row[TRUMP] == 1
    trump = spans[3] if trumps else ZERO
    jokers = spans[SUITLESS]
    avoids, low = row[AVOIDS] == 1, row[LOW] == 1
    led, renounced = looks_at(row[FOLLOW], row[LEAD], row[WORTHLESS])
    store(base, tt.TRUMP, trump)
    store(base, tt.JOKERS, jokers)
    store(base, tt.POWER, trump if low else trump | jokers)
    store(base, tt.AVOIDS, np.uint64(avoids))
    store(base, tt.FOLLOW, np.uint64(row[FOLLOW]))
    store(base, tt.FORCED, np.uint64(row[FORCED]))
    store(base, tt.LEAD, np.uint64(row[LEAD]))
    store(base, tt.BINDS, np.uint64(row[BINDS]))
    store(base, tt.WORTHLESS, np.uint64(row[WORTHLESS]))
    store(base, tt.LOW, np.uint64(low))
    store(base, tt.TRACKS_LED, np.uint64(led))
    store(base, tt.TRACKS_RENOUNCED, np.uint64(renounced))
    bottoms = ZERO
    for lane in range(LANES):
        bottoms |= low_bit(spans[lane])
        store(base, tt.SUITS + lane, spans[lane])
        for bit in range(64):
            if (spans[lane] >> np.uint64(bit)) & ONE != ZERO:
                store(base, tt.RANGE_OF + bit, spans[lane])
                store(base, tt.SUIT_OF + bit, np.uint64(lane))
    store(base, tt.BOTTOMS, bottoms)


@kernel()
def number_cards(hands: Words, playing: Int, dense: Words, spans: Words) -> Int:
    """Write the dense hands of the seats that play, clockwise, and the five ranges; returns how many play.

    A suit without cards keeps a bit of its own: a joker may still name it.
    """
    seats, start = np.int64(0), np.int64(0)
    for lane in range(LANES):
        everybody = ZERO
        for seat in range(hands.shape[0]):
            if (playing >> seat) & 1:
                everybody |= hands[seat, lane]
        n = popcount(everybody)
        if lane != SUITLESS:
            n = max(n, np.int64(1))
        spans[lane] = ((ONE << np.uint64(n)) - ONE) << np.uint64(start)
        seats = np.int64(0)
        for seat in range(hands.shape[0]):
            if (playing >> seat) & 1:
                rest = hands[seat, lane]
                while rest != ZERO:
                    card = low_bit(rest)
                    rest ^= card
                    place = start + popcount(everybody & (card - ONE))
                    dense[seats] |= ONE << np.uint64(place)
                seats += 1
        start += n
    return seats


@kernel()
def set_first_frame(base: Word, dense: Words, spans: Words, seats: Int, leader: Int) -> None:
    """Write the position to the first frame, and empty hands for seats that nobody has to all."""
    frame = tt.first_frame(base)
    for later in range(tt.FRAMES):
        for seat in range(tt.CARDS - tt.HANDS):
            store(frame + np.uint64(later) * tt.FRAME_BYTES, tt.HANDS + seat, ZERO)
    lengths, lengths_4 = ZERO, ZERO
    for seat in range(dense.shape[0]):
        store(frame, tt.HANDS + seat, dense[seat])
        for suit in range(4):
            n = np.uint64(popcount(dense[seat] & spans[suit])) << np.uint64(16 * (seat & 3) + 4 * suit)
            if seat < 4:
                lengths |= n
            else:
                lengths_4 |= n
    store(frame, tt.LENGTHS, lengths)
    store(frame, tt.LENGTHS_4, lengths_4)
    store(frame, tt.LEADER, np.uint64(leader))
    store(base, tt.SEATS, np.uint64(seats))


@kernel()
def set_memory(
    base: Word, row: Ints, dense: Words, jokers: Word, led: Int, renounced: Ints, playing: Int
) -> None:
    """Write what the law of jokers remembers of earlier tricks, as far as it still matters."""
    frame = tt.first_frame(base)
    tracks_led, tracks_renounced = looks_at(row[FOLLOW], row[LEAD], row[WORTHLESS])
    lanes, word, number = ZERO, ZERO, 0
    for seat in range(renounced.shape[0]):
        if (playing >> seat) & 1:
            if (dense[number] & jokers) != ZERO:
                lanes = np.uint64(led)
                word |= np.uint64(renounced[seat]) << np.uint64(4 * number)
            number += 1
    store(frame, tt.LED, lanes if tracks_led else ZERO)
    store(frame, tt.RENOUNCED, word if tracks_renounced else ZERO)


@kernel()
def chains(row: Ints, seats: Int) -> Int:
    """Return in how many chains a position looks for its entry: one was fastest with up to four seats."""
    if row[AVOIDS] == 1:
        return np.int64(5) if seats > 3 else np.int64(2)
    return np.int64(3) if seats > 4 else np.int64(1)


@kernel(
    "Tuple((int64, int64))(uint64[::1], uint64[:, ::1], int64[::1], int64, int64, int64, int64, int64[::1])"
)
def open_question(
    table: Words,
    hands: Words,
    row: Ints,
    side: Int,
    playing: Int,
    leader: Int,
    led: Int,
    renounced: Ints,
) -> tuple[Int, Int]:
    """Set a table up for one position, all entries forgotten; returns (cards a hand, the leader's number)."""
    base = np.uint64(table.ctypes.data)
    dense, spans = np.zeros(6, np.uint64), np.empty(LANES, np.uint64)
    seats = number_cards(hands, playing, dense, spans)
    counted, first, number = ZERO, np.int64(0), 0
    for seat in range(hands.shape[0]):
        if (playing >> seat) & 1:
            if (side >> seat) & 1:
                counted |= ONE << np.uint64(number)
            if seat == leader:
                first = np.int64(number)
            number += 1
    set_rules(base, row, spans)
    set_first_frame(base, dense, spans, seats, first)
    set_memory(base, row, dense, spans[SUITLESS], led, renounced, playing)
    store(base, tt.COUNTED, counted)
    store(base, tt.WANTS, ~counted if row[AVOIDS] == 1 else counted)
    store(base, tt.DEPTHS, np.uint64(chains(row, seats)))
    set_roles(base)
    store(base, tt.NODES, ZERO)
    tt.forget(base)
    return popcount(dense[0]), first


open_question_apart = apart(open_question)


@kernel()
def reaches(table: Words, k: Int, first: Int, need: Int) -> Int:
    """Return 1 if the side of the open question can be given at least `need` of its `k` tricks, else 0."""
    if need <= 0:
        return np.int64(1)
    if need > k:
        return np.int64(0)
    base = np.uint64(table.ctypes.data)
    zero = np.int64(0)
    answer, _ = search_apart(base, tt.first_frame(base), k, need, zero, first, ZERO, ZERO, zero, ZERO)
    return answer


@kernel()
def dense_value(
    table: Words,
    hands: Words,
    row: Ints,
    side: Int,
    playing: Int,
    leader: Int,
    led: Int,
    renounced: Ints,
    guess: Int,
) -> Int:
    """Return the exact number of tricks (int64) that the side takes with best play by all, hands open.

    In the misère family the side wants none and the others want it to take many.

    Parameters: `table` from `new_dense_table()` (one a thread); `hands` uint64 (players, 5) in the wide
    layout, a nominated joker in its suit; `row` int64 (15,), one strain of `rules.wide.strain_table`; `side`,
    `playing` bit masks of the seats of `hands`, those that play together and those that play cards (equally
    many each); `leader` the seat that leads now; `led` bit mask of the lanes led so far, `renounced` int64
    (players,) of the lanes each has renounced; `guess` a first guess at the answer (any value; a good one
    saves time). Nothing is checked.
    """
    k, first = open_question_apart(table, hands, row, side, playing, leader, led, renounced)
    low, high = np.int64(0), k
    at = min(max(np.int64(guess), np.int64(1)), k)
    while low < high:
        if reaches(table, k, first, at) == 1:
            low = at
            at += 1
        else:
            high = at - 1
            at -= 1
    return low


@kernel()
def dense_reaches(
    table: Words,
    hands: Words,
    row: Ints,
    side: Int,
    playing: Int,
    leader: Int,
    led: Int,
    renounced: Ints,
    need: Int,
) -> Int:
    """Return 1 if `dense_value` of the same arguments is at least `need`, else 0 (int64)."""
    k, first = open_question_apart(table, hands, row, side, playing, leader, led, renounced)
    return reaches(table, k, first, np.int64(need))


@kernel()
def dense_makes(
    table: Words,
    hands: Words,
    row: Ints,
    side: Int,
    playing: Int,
    leader: Int,
    led: Int,
    renounced: Ints,
) -> Int:
    """Return 1 if the side of a misère can avoid every trick, all hands open, else 0 (int64)."""
    return 1 - dense_reaches(table, hands, row, side, playing, leader, led, renounced, np.int64(1))
