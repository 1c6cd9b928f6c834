"""What every card of the seat on turn is worth with best play by all, at any point of a trick, hands open.

Each card is one position for `search.search`; all share the table, so that a hand of cards costs a few times
one value. Cards that are equal (no card left in play between them) are asked about once.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, Words, kernel, load, lowest, popcount, store
from fivehundred_sim.kernels.dense import table as tt
from fivehundred_sim.kernels.dense.law import legal, may_name, strength
from fivehundred_sim.kernels.dense.order import next_seat
from fivehundred_sim.kernels.dense.ranges import range_of, run_tops
from fivehundred_sim.kernels.dense.search import decided, next_trick, search_apart
from fivehundred_sim.kernels.dense.solve import open_question_apart
from fivehundred_sim.kernels.dense.sure import is_in
from fivehundred_sim.kernels.lanes import ONE, ZERO, low_bit
from fivehundred_sim.kernels.wide.state import LANE_BITS, LANES, SUITS

# Columns of a move; MOVES: room for eight cards and two jokers that may each name four suits.
PLACE, NAMED, SCORE = map(np.int64, range(3))
MOVES = 16
_0 = np.int64(0)


@kernel()
def everybody(hands: Words, playing: Int, lane: Int) -> Word:
    """Return the cards of a lane that are held by seats that play."""
    cards = ZERO
    for seat in range(hands.shape[0]):
        if (playing >> seat) & 1:
            cards |= hands[seat, lane]
    return cards


@kernel()
def dense_card(base: Word, hands: Words, playing: Int, place: Int) -> Word:
    """Return the dense one-bit word of a place of the wide layout in the open question."""
    lane, bit = place // LANE_BITS, ONE << np.uint64(place % LANE_BITS)
    below = popcount(everybody(hands, playing, lane) & (bit - ONE))
    return low_bit(load(base, tt.SUITS + lane)) << np.uint64(below)


@kernel()
def led_range(base: Word, card: Word, named: Int) -> Word:
    """Return the range that a card leads; a joker without a suit leads the lane it names, or none (0)."""
    if (card & load(base, tt.JOKERS)) == ZERO:
        return range_of(base, card)
    return load(base, tt.SUITS + named) if load(base, tt.BINDS) != ZERO else ZERO


@kernel()
def joined(
    base: Word, frame: Word, turn: Int, seat: Int, card: Word, led: Word, best: Word, best_seat: Int
) -> tuple[Word, Int]:
    """Put a card on the trick; returns (the rank that wins now, its seat). `led` includes this lead's."""
    store(frame, tt.CARDS + seat, card)
    if turn == 0:
        return card & (led | load(base, tt.POWER)), seat
    rank = strength(base, frame, seat, card, led)
    if rank <= best:
        return best, best_seat
    return rank, seat


@kernel()
def card_reaches(
    base: Word,
    frame: Word,
    k: Int,
    need: Int,
    turn: Int,
    seat: Int,
    card: Word,
    led: Word,
    best: Word,
    best_seat: Int,
    played: Word,
) -> Int:
    """Return 1 if the side takes at least `need` of `k` tricks once the seat has played this card, else 0.

    Arguments as `search`, before the card; but `led` is the range led also where this card leads it.
    """
    rank, winner = joined(base, frame, turn, seat, card, led, best, best_seat)
    played |= card
    if turn + 1 < np.int64(load(base, tt.SEATS)):
        if need <= 0 or need > k:
            return np.int64(need <= 0)
        following = next_seat(base, seat)
        answer, _ = search_apart(base, frame, k, need, turn + 1, following, led, rank, winner, played)
        return answer
    left = need - np.int64(is_in(load(base, tt.COUNTED), winner))
    answer = decided(left, k - 1)
    if answer < 0:
        after = next_trick(base, frame, played, led, winner)
        answer, _ = search_apart(base, after, k - 1, left, _0, winner, ZERO, ZERO, _0, ZERO)
    return answer


@kernel()
def position_value(
    base: Word,
    frame: Word,
    k: Int,
    low: Int,
    high: Int,
    turn: Int,
    seat: Int,
    led: Word,
    best: Word,
    best_seat: Int,
    played: Word,
) -> Int:
    """Return the side's tricks before the seat on turn plays, `low` if fewer and `high` if more."""
    at = (low + high + 1) >> 1
    while low < high:
        answer, _ = search_apart(base, frame, k, at, turn, seat, led, best, best_seat, played)
        if answer == 1:
            low = at
            at += 1
        else:
            high = at - 1
            at -= 1
    return low


@kernel()
def may_play(base: Word, frame: Word, turn: Int, seat: Int, card: Word, led: Word, named: Int) -> Flag:
    """Return whether a card is legal; `named` is the lane that a joker without a suit would name if led."""
    hand = load(frame, tt.HANDS + seat)
    if turn > 0:
        return named < 0 and (legal(base, frame, seat, hand, led) & card) != ZERO
    if (card & load(base, tt.JOKERS)) == ZERO:
        return named < 0
    if load(base, tt.BINDS) != ZERO:
        return named >= 0 and may_name(base, frame, seat, hand, named)
    free = False
    for suit in range(SUITS):
        free = free or may_name(base, frame, seat, hand, np.int64(suit))
    return named < 0 and free


@kernel()
def list_moves(
    base: Word,
    frame: Word,
    turn: Int,
    seat: Int,
    led: Word,
    hands: Words,
    playing: Int,
    holder: Int,
    moves: Ints,
    dense: Words,
) -> Int:
    """Write the legal moves of the seat on turn, lanes and cards low to high, and their dense cards."""
    count = np.int64(0)
    for lane in range(LANES):
        rest = hands[holder, lane]
        while rest != ZERO:
            place = LANE_BITS * lane + lowest(rest)
            rest &= rest - ONE
            card = dense_card(base, hands, playing, place)
            for named in range(-1, SUITS):
                if may_play(base, frame, turn, seat, card, led, np.int64(named)):
                    moves[count, PLACE], moves[count, NAMED] = place, named
                    dense[count] = card
                    count += 1
    return count


@kernel()
def run_top(base: Word, hand: Word, card: Word) -> Word:
    """Return the highest card of the run of equal cards in which a card of the hand lies."""
    tops = run_tops(base, hand) & ~(card - ONE)
    return low_bit(tops)


@kernel()
def dense_card_scores(
    table: Words,
    hands: Words,
    row: Ints,
    side: Int,
    playing: Int,
    leader: Int,
    led: Int,
    renounced: Ints,
    trick: Ints,
    low: Int,
    high: Int,
    moves: Ints,
) -> Int:
    """Write every legal card of the seat on turn with the side's tricks after it; returns how many (int64).

    Best play by all with hands open, exact; the tricks are those from this one on (in the misère family too,
    where the side wants none). Scores below `low` are told as `low`, above `high` as `high`: a narrow window
    saves time, 0 and 10 ask for everything.

    Parameters: `table` … `renounced` as in `dense_value`, all as before the trick: `hands` include the cards
    on the table, `leader` leads or has led, `led` and `renounced` tell of earlier tricks only. `trick` int64
    (n, 2): the n cards on the table in the order played, each its place (32 * lane + bit) and the lane it
    named if it is a joker that was led without a suit, else -1; fewer than all seats have played. `moves`
    int64 (MOVES, 3), overwritten: place, lane named or -1, score; lanes and cards low to high. A joker that
    is led appears once for each lane that it may name, or once with -1 where it binds nobody.
    """
    base = np.uint64(table.ctypes.data)
    k, first = open_question_apart(table, hands, row, side, playing, leader, led, renounced)
    frame = tt.first_frame(base)
    seat, holder, turn = first, np.int64(leader), np.int64(trick.shape[0])
    lane_led, best, best_seat, played = ZERO, ZERO, first, ZERO
    for i in range(turn):
        card = dense_card(base, hands, playing, trick[i, PLACE])
        if i == 0:
            lane_led = led_range(base, card, trick[i, NAMED])
        best, best_seat = joined(base, frame, np.int64(i), seat, card, lane_led, best, best_seat)
        played |= card
        seat = next_seat(base, seat)
        holder = next_playing(hands, playing, holder)
    cards = np.empty(MOVES, np.uint64)
    count = list_moves(base, frame, turn, seat, lane_led, hands, playing, holder, moves, cards)
    low, high = max(np.int64(low), _0), min(np.int64(high), k)
    value = position_value(base, frame, k, low, high, turn, seat, lane_led, best, best_seat, played)
    hand, wants = load(frame, tt.HANDS + seat), is_in(load(base, tt.WANTS), seat)
    for i in range(count):
        known = equal_move(base, hand, moves, cards, i)
        if known >= 0:
            moves[i, SCORE] = moves[known, SCORE]
            continue
        suit = led_range(base, cards[i], moves[i, NAMED]) if turn == 0 else lane_led
        score, step = (value, np.int64(0)) if wants else (value, np.int64(1))
        while low < score + step <= high:
            reached = card_reaches(
                base, frame, k, score + step, turn, seat, cards[i], suit, best, best_seat, played
            )
            if (reached == 1) == wants:
                break
            score += 2 * step - 1
        moves[i, SCORE] = score
    return count


@kernel()
def next_playing(hands: Words, playing: Int, seat: Int) -> Int:
    """Return the next seat clockwise that plays cards."""
    seat = (seat + 1) % hands.shape[0]
    while (playing >> seat) & 1 == 0:
        seat = (seat + 1) % hands.shape[0]
    return seat


@kernel()
def equal_move(base: Word, hand: Word, moves: Ints, cards: Words, index: Int) -> Int:
    """Return an earlier move of an equal card that names the same lane, -1 without one."""
    top = run_top(base, hand, cards[index])
    for i in range(index):
        if moves[i, NAMED] == moves[index, NAMED] and run_top(base, hand, cards[i]) == top:
            return np.int64(i)
    return np.int64(-1)
