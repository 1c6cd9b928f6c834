"""Zero-window search with memory: can the side be given at least `need` of the tricks left?

One recursion a card, so that any number of seats plays. Positions are looked up and remembered at the start
of tricks. The side wants tricks, or in the misère family its opponents want it to take them.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, apart, kernel, load, lowest, store
from fivehundred_sim.kernels.dense import table as tt
from fivehundred_sim.kernels.dense.ducking import avoided
from fivehundred_sim.kernels.dense.law import keep_memory, legal, strength
from fivehundred_sim.kernels.dense.order import next_card, next_lead, next_seat, order_leads, preferred_cards
from fivehundred_sim.kernels.dense.ranges import insert_all, prune, range_of, run_tops, through_run
from fivehundred_sim.kernels.dense.sure import every_card, is_in, settled
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, top_bit

_0 = np.int64(0)


@kernel()
def rank_mask(base: Word, played: Word, best: Word) -> Word:
    """Return the mask of ranks by which a trick was won: down to its winner, if he beat his own suit."""
    if best == ZERO or (best & load(base, tt.JOKERS)) != ZERO:
        return ZERO
    suit = range_of(base, best)
    if (played & suit) == best:
        return ZERO
    return suit & ~(best - ONE)


@kernel()
def last_trick(base: Word, frame: Word) -> tuple[Int, Word]:
    """Return (1 if the last trick counts, mask), where no joker without a suit is out."""
    seats, leader = np.int64(load(base, tt.SEATS)), np.int64(load(frame, tt.LEADER))
    best, winner, played = load(frame, tt.HANDS + leader), leader, ZERO
    strong = range_of(base, best) | load(base, tt.TRUMP)
    for seat in range(seats):
        card = load(frame, tt.HANDS + seat)
        played |= card
        if (card & strong) > best:
            best, winner = card, np.int64(seat)
    return np.int64(is_in(load(base, tt.COUNTED), winner)), rank_mask(base, played, best)


@kernel()
def next_trick(base: Word, frame: Word, played: Word, led: Word, winner: Int) -> Word:
    """Write the position after a complete trick to the next frame, compacted; returns its address."""
    after = frame + tt.FRAME_BYTES
    seats, jokers = np.int64(load(base, tt.SEATS)), load(base, tt.JOKERS)
    lengths, lengths_4 = load(frame, tt.LENGTHS), load(frame, tt.LENGTHS_4)
    for seat in range(seats):
        card = load(frame, tt.CARDS + seat)
        store(after, tt.HANDS + seat, load(frame, tt.HANDS + seat) ^ card)
        if (card & jokers) == ZERO:
            number = load(base, tt.SUIT_OF + lowest(card))
            step = ONE << np.uint64(16 * (seat & 3) + 4 * np.int64(number))
            if seat < 4:
                lengths -= step
            else:
                lengths_4 -= step
    while played != ZERO:
        card = top_bit(played)
        played ^= card
        higher = range_of(base, card) & above(card)
        for seat in range(seats):
            hand = load(after, tt.HANDS + seat)
            store(after, tt.HANDS + seat, (hand & ~higher) | ((hand & higher) >> ONE))
    store(after, tt.LENGTHS, lengths)
    store(after, tt.LENGTHS_4, lengths_4)
    store(after, tt.LEADER, np.uint64(winner))
    if jokers != ZERO:
        keep_memory(base, frame, after, led)
    return after


@kernel()
def known_at_start(base: Word, frame: Word, leader: Int, k: Int, need: Int) -> tuple[Int, Word]:
    """Return (1 or 0, mask) if the question at the start of a trick needs no search, else (-1, 0)."""
    if k == 1 and (every_card(frame) & load(base, tt.JOKERS)) == ZERO:
        answer, mask = last_trick(base, frame)
        return answer, mask
    answer, mask = tt.probe(base, frame, need)
    if answer < 0:
        if load(base, tt.AVOIDS) != ZERO:
            answer, mask = avoided(base, frame, leader, need)
        else:
            answer, mask = settled(base, frame, leader, k, need)
    return answer, mask


@kernel(forceinline=True)
def decided(left: Int, k: Int) -> Int:
    """Return whether `left` of `k` tricks can be taken if that needs no cards: 1, 0, or -1 for unknown."""
    if left <= 0:
        return np.int64(1)
    return np.int64(0) if left > k else np.int64(-1)


@kernel("Tuple((int64, uint64))(uint64, uint64, int64, int64, int64, int64, uint64, uint64, int64, uint64)")
def search(
    base: Word,
    frame: Word,
    k: Int,
    need: Int,
    turn: Int,
    seat: Int,
    led: Word,
    best: Word,
    best_seat: Int,
    played: Word,
) -> tuple[Int, Word]:
    """Can the side be given at least `need` of the `k` tricks left (1 <= need <= k)?

    base: address of the table. frame: address of the position at the start of this trick. turn: how many
    have played to it; `seat` plays now. led: the range led, 0 after a joker that names no suit. best: the
    rank that is winning for `best_seat`. played: the cards of the trick. At `turn` 0 the last four are zero.
    Returns (1 or 0, mask of the cards whose owners the answer rests on).
    """
    if turn == 0:
        answer, mask = known_at_start(base, frame, seat, k, need)
        if answer >= 0:
            return answer, mask
        store(base, tt.NODES, load(base, tt.NODES) + ONE)
        candidates, preferred = order_leads(base, frame, seat), ZERO
    else:
        candidates = run_tops(base, legal(base, frame, seat, load(frame, tt.HANDS + seat), led))
        preferred = preferred_cards(base, frame, seat, turn, led, best, best_seat)
    hand, wants = load(frame, tt.HANDS + seat), np.int64(is_in(load(base, tt.WANTS), seat))
    last = turn + 1 == np.int64(load(base, tt.SEATS))
    answer, relevant, lead = 1 - wants, ZERO, np.int64(0)
    while candidates != ZERO:
        if turn == 0:
            card, suit, lead = next_lead(frame, candidates, lead)
            if card == ZERO:
                break
            rank = card & (suit | load(base, tt.POWER))
        else:
            card, suit = next_card(base, candidates, preferred, wants, best, led), led
            rank = strength(base, frame, seat, card, led)
        winner = seat
        if turn != 0 and rank <= best:
            rank, winner = best, best_seat
        store(frame, tt.CARDS + seat, card)
        if not last:
            following = next_seat(base, seat)
            answer, mask = search(
                base, frame, k, need, turn + 1, following, suit, rank, winner, played | card
            )
        else:
            mask = rank_mask(base, played | card, rank)
            left = need - np.int64(is_in(load(base, tt.COUNTED), winner))
            answer = decided(left, k - 1)
            if answer < 0:
                after = next_trick(base, frame, played | card, suit, winner)
                answer, deeper = search(base, after, k - 1, left, _0, winner, ZERO, ZERO, _0, ZERO)
                mask |= insert_all(base, deeper, played | card)
        if answer == wants:
            relevant = mask
            break
        mask = through_run(base, hand, card, mask)
        relevant |= mask
        if turn != 0 or (card & load(base, tt.JOKERS)) == ZERO:
            candidates = prune(base, candidates, card, mask)
    if turn == 0:
        tt.remember(base, frame, relevant, need, answer, k)
    return answer, relevant


search_apart = apart(search)
