"""Positions in the middle of a trick: what they are worth, and what each card of a deal played out cost.

Inside the trick cards are tried as in `solver.search` (one of each run of equal cards, and none that a
failed card's mask shows to fail too); complete tricks lead to positions that `search` values, all on one
table. Reuse between the cards of one deal makes scoring all forty of them cost a few times one value.
`solver_scores` builds on it the scores of every card of one decision.
"""

import numpy as np

from fivehundred_sim.kernels import solver_table as tt
from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, kernel, load, popcount, store
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import (
    JOKER,
    LANE_3,
    ONE,
    ZERO,
    compact,
    descending,
    lane_index,
    lane_mask_of,
    top_bit,
)
from fivehundred_sim.kernels.solver import (
    candidates_of,
    insert,
    lengths_of,
    prune,
    search_apart,
    shorter,
    through_run,
    winner_of,
    without,
)
from fivehundred_sim.kernels.solver_order import pick

# Words of a trick in progress, at an address: hands as they were before it, compact, from its leader
# clockwise, the cards played to it in that order, the lane led, the lanes led in earlier tricks, the suit
# lengths of the hands.
HAND, CARD, LANE_LED, LED_BEFORE, LENGTHS = 0, 4, 8, 9, 10
TRICK_WORDS = 11


@kernel()
def ended_trick_reaches(base: Word, trick: Word, k: Int, need: Int) -> tuple[Int, Word]:
    """Return (1 if the leader's side takes `need` of `k` tricks, this complete one included, mask)."""
    c0, c1, c2, c3 = (load(trick, CARD), load(trick, CARD + 1), load(trick, CARD + 2), load(trick, CARD + 3))
    lane = load(trick, LANE_LED)
    seat, mask = winner_of(c0, c1, c2, c3, lane | load(base, tt.TRUMP) | JOKER)
    left = need - 1 + (seat & 1)
    if left <= 0:
        return np.int64(1), mask
    if left > k - 1:
        return np.int64(0), mask
    h1, h2, h3 = load(trick, HAND + 1), load(trick, HAND + 2), load(trick, HAND + 3)
    a, b, c, d = descending(c0, c1, c2, c3)
    n0, n1, n2, n3 = without(load(trick, HAND), h1 | h3, h2 | h3, a, b, c, d, seat)
    led = ZERO
    if load(base, tt.LEAD_RULE) == tt.UNLED and ((n0 | n1 | n2 | n3) & JOKER) != ZERO:
        led = load(trick, LED_BEFORE) | (ONE << np.uint64(lane_index(lane)))
    lengths = shorter(load(trick, LENGTHS), c0, c1, c2, c3, seat)
    ask = k - left if seat & 1 else left
    reached, child = search_apart(base, n0, n1, n2, n3, lengths, led, k - 1, ask)
    return reached ^ (seat & 1), mask | insert(insert(insert(insert(child, d), c), b), a)


@kernel()
def pick_on_trick(base: Word, trick: Word, played: Int, cards: Word) -> Word:
    """Return the card to try next of those that the player on turn may put on the `played` (1-3) others."""
    lane, lengths = load(trick, LANE_LED), load(trick, LENGTHS)
    strong = lane | load(base, tt.TRUMP) | JOKER
    first = load(trick, CARD) & strong
    if played == 1:
        third, fourth = load(trick, HAND + 2), load(trick, HAND + 3)
        return pick(cards, first, ZERO, third, fourth, lane, strong, lengths, 1)
    second = load(trick, CARD + 1) & strong
    if played == 2:
        return pick(cards, second, first, load(trick, HAND + 3), ZERO, lane, strong, lengths, 2)
    return pick(cards, first | (load(trick, CARD + 2) & strong), second, ZERO, ZERO, lane, strong, lengths, 3)


@kernel("Tuple((int64, uint64))(uint64, uint64, int64, int64, int64)")
def finish_trick(base: Word, trick: Word, played: Int, k: Int, need: Int) -> tuple[Int, Word]:
    """Return (1 if the leader's side takes `need` of `k` tricks with best play from here, else 0; mask).

    base: address of a solver table that was started. trick: address of TRICK_WORDS words, of which `played`
    (1-4) cards are set; the rest are overwritten. The trick in progress is one of the k, 1 <= need <= k. The
    mask holds the cards whose owners the answer rests on, as in `search`.
    """
    if played == 4:
        result, mask = ended_trick_reaches(base, trick, k, need)
        return result, mask
    leaders = np.int64(1) - (played & 1)
    hand, mask = load(trick, HAND + played), ZERO
    cards = candidates_of(hand, load(trick, LANE_LED))
    while cards != ZERO:
        card = pick_on_trick(base, trick, played, cards)
        store(trick, CARD + played, card)
        result, child = finish_trick(base, trick, played + 1, k, need)
        if result == leaders:
            return leaders, child
        child = through_run(hand, card, child)
        mask |= child
        cards = prune(cards, card, child)
    return np.int64(1) - leaders, mask


@kernel()
def begin_trick(trick: Word, hands: Words, leader: Int, led: Int) -> None:
    """Write the hands of a trick not begun yet; `hands` uint64 (4,) by seat, `led` the lanes led before."""
    cards = hands[0] | hands[1] | hands[2] | hands[3]
    for i in range(4):
        store(trick, HAND + i, compact(cards, hands[(leader + i) & 3]))
    store(trick, LED_BEFORE, np.uint64(led))
    set_lengths(trick)


@kernel()
def set_lengths(trick: Word) -> None:
    """Write the suit lengths of the hands."""
    h0, h1, h2, h3 = load(trick, HAND), load(trick, HAND + 1), load(trick, HAND + 2), load(trick, HAND + 3)
    store(trick, LENGTHS, lengths_of(h0, h1, h2, h3))


@kernel()
def start_reaches(base: Word, trick: Word, k: Int, need: Int) -> Int:
    """Return 1 if the leader's side takes `need` of `k` tricks, nothing led yet, else 0."""
    h0, h1, h2, h3 = load(trick, HAND), load(trick, HAND + 1), load(trick, HAND + 2), load(trick, HAND + 3)
    led = ZERO
    if load(base, tt.LEAD_RULE) == tt.UNLED and ((h0 | h1 | h2 | h3) & JOKER) != ZERO:
        led = load(trick, LED_BEFORE)
    reached, _ = search_apart(base, h0, h1, h2, h3, load(trick, LENGTHS), led, k, need)
    return reached


@kernel()
def start_value(base: Word, trick: Word, k: Int, guess: Int) -> Int:
    """Return how many of `k` tricks the leader's side takes, nothing led yet.

    guess: a first guess, any value. Arguments otherwise as `finish_trick`.
    """
    low, high = np.int64(0), k
    at = min(max(guess, 1), k)
    while low < high:
        if start_reaches(base, trick, k, at):
            low = at
            at += 1
        else:
            high = at - 1
            at -= 1
    return low


@kernel()
def value_after(base: Word, trick: Word, played: Int, k: Int, value: Int) -> Int:
    """Return the leader's side's tricks after the last of `played` cards; before it, it had `value`.

    The side that played it can only lose by it, so one question settles most cards.
    """
    if played & 1:
        while value > 0:
            reached, _ = finish_trick(base, trick, played, k, value)
            if reached:
                break
            value -= 1
    else:
        while value < k:
            reached, _ = finish_trick(base, trick, played, k, value + 1)
            if not reached:
                break
            value += 1
    return value


@kernel()
def set_card(trick: Word, played: Int, card: Word, lane: Word) -> None:
    """Put a compact card on the trick; the first one sets the lane led."""
    store(trick, CARD + played, card)
    if played == 0:
        store(trick, LANE_LED, lane)


@kernel()
def lanes_to_name(base: Word, trick: Word, hand: Word, card: Word) -> Word:
    """Return the lanes that a card led from `hand` may lead: its own, or those a suitless joker may name."""
    if card != JOKER:
        return lane_mask_of(card)
    rule = load(base, tt.LEAD_RULE)
    if hand == JOKER or rule == tt.ANY_SUIT:
        return ~JOKER
    lanes = ZERO
    if rule == tt.UNLED:
        for lane in range(4):
            if (load(trick, LED_BEFORE) >> np.uint64(lane)) & ONE == ZERO:
                lanes |= lane_mask(lane)
    return lanes


@kernel()
def cards_that_keep(base: Word, trick: Word, played: Int, k: Int, value: Int) -> Word:
    """Return the compact cards (one of each run) with which the seat on turn keeps the `value`."""
    hand = load(trick, HAND + played)
    cards = hand & ~(hand >> ONE) if played == 0 else candidates_of(hand, load(trick, LANE_LED))
    keeping = ZERO
    while cards:
        card = top_bit(cards)
        cards ^= card
        lanes = lanes_to_name(base, trick, hand, card) if played == 0 else load(trick, LANE_LED)
        while lanes:
            lane = lane_mask_of(top_bit(lanes)) if played == 0 else lanes
            lanes &= ~lane
            set_card(trick, played, card, lane)
            if value_after(base, trick, played + 1, k, value) == value:
                keeping |= card
    return keeping


@kernel()
def expanded(cards: Word, chosen: Word) -> Word:
    """Return the cards that `compact(cards, ...)` turned into `chosen`."""
    out = chosen & JOKER
    left = cards & ~JOKER
    while left:
        card = left & (~left + ONE)
        left ^= card
        if compact(cards, card) & chosen:
            out |= card
    return out


@kernel()
def judge_card(
    base: Word, trick: Word, played: Int, k: Int, value: Int, card: Word, lane: Word
) -> tuple[Int, Word]:
    """Play a compact card; return what it cost its side, and the cards that would have kept the `value`.

    The cost is -1 for a card without an alternative; the cards (one of each run) are told if it is above 0.
    """
    hand = load(trick, HAND + played)
    choice = hand & ~(hand >> ONE) if played == 0 else candidates_of(hand, load(trick, LANE_LED))
    set_card(trick, played, card, lane)
    if choice & (choice - ONE) == ZERO:
        return np.int64(-1), ZERO
    lost = abs(value_after(base, trick, played + 1, k, value) - value)
    if lost == 0:
        return lost, ZERO
    keeping = cards_that_keep(base, trick, played, k, value)
    set_card(trick, played, card, lane)
    return lost, keeping


@kernel()
def card_losses(
    table: Words, hands: Words, trump: Int, lead_rule: Int, record: Ints, losses: Ints, better: Words
) -> Int:
    """Return the tricks of the leader's side with best play; write what each card played cost its side.

    table: from `new_table()`. hands: uint64 (4,) of k cards, by seat, before the first lead. trump: 1 if lane
    3 is the trump suit. lead_rule: PlayCode.lead. record: int64 (4 k, 3) as `play_out` fills it for these
    hands and contractor 0. losses: int64 (4 k,), tricks lost by each card, -1 where there was no choice.
    better: uint64 (4 k,), where tricks were lost the cards that would have kept them, one of each run.
    """
    base, words = np.uint64(table.ctypes.data), np.empty(TRICK_WORDS, np.uint64)
    trick = np.uint64(words.ctypes.data)
    tt.start(base, LANE_3 if trump == 1 else ZERO, lead_rule)
    left, led, first, value = hands.copy(), np.int64(0), np.int64(-1), np.int64(7)
    tricks = popcount(hands[0])
    for t in range(tricks):
        begin_trick(trick, left, record[4 * t, 0], led)
        value = start_value(base, trick, tricks - t, value)
        first = value if t == 0 else first
        cards = left[0] | left[1] | left[2] | left[3]
        for played in range(4):
            place = 4 * t + played
            card, named = ONE << np.uint64(record[place, 1]), record[place, 2]
            lane = lane_mask_of(card) if named < 0 else lane_mask(named)
            lost, keeping = judge_card(base, trick, played, tricks - t, value, compact(cards, card), lane)
            losses[place], better[place] = lost, expanded(cards, keeping)
            if lost > 0:
                value += lost if played & 1 else -lost
            left[record[place, 0]] &= ~card
        led |= np.int64(1) << lane_index(load(trick, LANE_LED))
    return first
