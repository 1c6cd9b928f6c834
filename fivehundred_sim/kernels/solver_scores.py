"""The exact worth of every card of one decision, at a trick's start or in its middle, all hands open.

What the sampled player asks some five hundred times a deal, so starting a question costs next to nothing: no
memory is taken, nothing is cleared. One table serves all cards, and the mask of an answer (the cards it rests
on) often answers for the other cards of that suit as well.
"""

import numpy as np

from fivehundred_sim.kernels import solver_table as tt
from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, kernel, load, lowest, popcount, store
from fivehundred_sim.kernels.lanes import (
    JOKER,
    LANE,
    LANE_3,
    ONE,
    ZERO,
    compact,
    lane_mask_of,
    low_bit,
)
from fivehundred_sim.kernels.position import (
    CARD,
    HAND,
    LANE_LED,
    LED_BEFORE,
    finish_trick,
    pick_on_trick,
    set_card,
    set_lengths,
    start_reaches,
)
from fivehundred_sim.kernels.solver import candidates_of, through_run
from fivehundred_sim.kernels.solver_order import lead_of, order_leads

# `scores` has a place for each lane bit; a joker that is led has one for each lane it may name as well
JOKER_LEADS = 64
SCORES = 68

# scratch rows of the table that no search uses: a search of k tricks writes rows 2 to k, k <= 11
_TRICK_ROW, _LEADS_ROW, _CHOICE_ROW = np.int64(12), np.int64(13), np.int64(14)
_CARD, _LANE, _LOW, _HIGH, _CHOICE_WORDS = 0, 1, 2, 3, 4  # a choice: card, lane led, bounds of its worth


@kernel()
def card_scores(
    table: Words,
    hands: Words,
    leader: Int,
    on_table: Words,
    played: Int,
    named: Int,
    trump: Int,
    lead_rule: Int,
    led: Int,
    low: Int,
    high: Int,
    guess: Int,
    scores: Ints,
) -> Int:
    """Write how many tricks seats 0 and 2 take after each legal card of the seat on turn; return the best.

    table: from `new_table()`, one a thread. hands: uint64 (4,) lane words by seat, the cards still held.
    leader: the seat that led to this trick. on_table: uint64 (4,), the `played` (0-3) cards of the running
    trick, one bit each, in order of play. named: the lane (0-3) a joker without a suit named as it was led,
    else anything. trump, lead_rule: as `solve_tricks`. led: bit mask of the lanes led in earlier tricks.
    low, high: scores are exact from low to high and cut off there: 0 and the number of tricks left for exact
    scores, need - 1 and need to ask which cards reach `need` tricks (cheaper). guess: a first guess at the
    best, any value. scores: int64 (SCORES,), written whole: by lane bit the tricks of seats 0 and 2 from here
    on, the running trick included, -1 where a card may not be played. A joker without a suit on lead has the
    scores of the lanes it may name at JOKER_LEADS + lane, and the best of them for its side at 63.
    Nothing is checked.
    """
    base = np.uint64(table.ctypes.data)
    tt.start(base, LANE_3 if trump == 1 else ZERO, lead_rule)
    trick = tt.scratch_of(base, _TRICK_ROW)
    cards = _lay_out(trick, hands, leader, on_table, played, named, led if lead_rule == 1 else np.int64(0))
    k = popcount(load(trick, HAND))
    count = _list_choices(base, trick, played)
    ours = ((leader + played) & 1) == 0
    if ours:
        best = _worth_of_choices(base, trick, played, k, count, max(low, 0), min(high, k), guess)
    else:
        worst, most = max(k - high, 0), min(k - low, k)
        best = k - _worth_of_choices(base, trick, played, k, count, worst, most, k - guess)
    mine = hands[(leader + played) & 3]
    _write_scores(base, trick, mine, cards, played, count, k if not ours else np.int64(-1), scores)
    return best


@kernel()
def _lay_out(
    trick: Word, hands: Words, leader: Int, on_table: Words, played: Int, named: Int, led: Int
) -> Word:
    """Write the trick's words for `position`; return all cards in play, those on the table included."""
    cards = hands[0] | hands[1] | hands[2] | hands[3]
    for i in range(played):
        cards |= on_table[i]
    for i in range(4):
        hand = hands[(leader + i) & 3]
        if i < played:
            hand |= on_table[i]
            store(trick, CARD + i, compact(cards, on_table[i]))
        store(trick, HAND + i, compact(cards, hand))
    store(trick, LED_BEFORE, np.uint64(led))
    if played > 0:
        first = on_table[0]
        store(trick, LANE_LED, LANE << np.uint64(16 * named) if first == JOKER else lane_mask_of(first))
    set_lengths(trick)
    return cards


@kernel()
def _list_choices(base: Word, trick: Word, played: Int) -> Int:
    """Write one choice for each run of equal cards (and each lane a joker may name); return their number."""
    choices, count = tt.scratch_of(base, _CHOICE_ROW), np.int64(0)
    hand = load(trick, HAND + played)
    if played > 0:
        lane = load(trick, LANE_LED)
        cards = candidates_of(hand, lane)
        while cards != ZERO:
            card = pick_on_trick(base, trick, played, cards)
            cards ^= card
            count = _add_choice(choices, count, card, lane)
    elif hand == JOKER:
        # the last trick: the suit is immaterial and every rule allows the lead
        count = _add_choice(choices, count, JOKER, LANE)
    else:
        leads = tt.scratch_of(base, _LEADS_ROW)
        h1, h2, h3 = load(trick, HAND + 1), load(trick, HAND + 2), load(trick, HAND + 3)
        order_leads(base, leads, hand, h1, h2, h3, load(trick, LED_BEFORE))
        for i in range(np.int64(load(leads, 0))):
            card, lane = lead_of(leads, i)
            count = _add_choice(choices, count, card, lane)
    return count


@kernel()
def _add_choice(choices: Word, count: Int, card: Word, lane: Word) -> Int:
    """Add one choice; return the new number."""
    store(choices, _CHOICE_WORDS * count + _CARD, card)
    store(choices, _CHOICE_WORDS * count + _LANE, lane)
    return count + 1


@kernel()
def _asked(base: Word, trick: Word, on_table: Int, played: Int, k: Int, worth: Int) -> tuple[Int, Word]:
    """Return (1 if the side on turn after `played` cards takes `worth` of k tricks, mask).

    on_table: cards set, one more than `played` if its choice is made.
    """
    need = k - worth + 1 if played & 1 else worth
    if on_table == 0:
        return start_reaches(base, trick, k, need), ~ZERO
    reached, mask = finish_trick(base, trick, on_table, k, need)
    return reached ^ (played & 1), mask


@kernel()
def _worth_of_choices(
    base: Word, trick: Word, played: Int, k: Int, count: Int, low: Int, high: Int, guess: Int
) -> Int:
    """Set the bounds of each choice to its worth for the side on turn, within low..high; return the best.

    First the position itself, which bounds them all; then each choice steps down from there.
    """
    choices = tt.scratch_of(base, _CHOICE_ROW)
    if count > 1:
        at, floor = min(max(guess, low + 1), high), low
        while floor < high:
            reached, _ = _asked(base, trick, played, played, k, at)
            if reached == 1:
                floor = at
                at += 1
            else:
                high = at - 1
                at -= 1
    for i in range(count):
        store(choices, _CHOICE_WORDS * i + _LOW, np.uint64(low))
        store(choices, _CHOICE_WORDS * i + _HIGH, np.uint64(high))
    best = low
    for i in range(count):
        best = max(best, _settle(base, trick, played, k, count, i))
    return best


@kernel()
def _settle(base: Word, trick: Word, played: Int, k: Int, count: Int, i: Int) -> Int:
    """Close the bounds of choice i; what is learnt narrows those of its equals too. Returns its worth.

    An answer that does not rest on the card itself holds for every other card of that hand and suit on which
    it does not rest: they might change places.
    """
    choices = tt.scratch_of(base, _CHOICE_ROW)
    mine = choices + np.uint64(8 * _CHOICE_WORDS * i)
    card, lane = load(mine, _CARD), load(mine, _LANE)
    hand = load(trick, HAND + played)
    while load(mine, _LOW) < load(mine, _HIGH):
        worth = np.int64(load(mine, _HIGH))
        set_card(trick, played, card, lane)
        reached, mask = _asked(base, trick, played + 1, played, k, worth)
        mask = through_run(hand, card, mask)
        if reached == 1:
            store(mine, _LOW, np.uint64(worth))
        else:
            store(mine, _HIGH, np.uint64(worth - 1))
        if card == JOKER or (card & mask) != ZERO:
            continue
        for j in range(i + 1, count):
            other = choices + np.uint64(8 * _CHOICE_WORDS * j)
            equal = load(other, _CARD)
            if equal == JOKER or (equal & mask) != ZERO or (equal & lane_mask_of(card)) == ZERO:
                continue
            if reached == 1:
                store(other, _LOW, max(load(other, _LOW), np.uint64(worth)))
            else:
                store(other, _HIGH, min(load(other, _HIGH), np.uint64(worth - 1)))
    return np.int64(load(mine, _LOW))


@kernel()
def _write_scores(
    base: Word, trick: Word, mine: Word, cards: Word, played: Int, count: Int, total: Int, scores: Ints
) -> None:
    """Write the worth of each choice to all cards of its run; `total` >= 0: the tricks the others leave."""
    choices = tt.scratch_of(base, _CHOICE_ROW)
    scores[:] = -1
    hand = load(trick, HAND + played)
    for i in range(count):
        at = choices + np.uint64(8 * _CHOICE_WORDS * i)
        card, worth = load(at, _CARD), np.int64(load(at, _LOW))
        score = worth if total < 0 else total - worth
        if card == JOKER:
            _write_joker(trick, played, load(at, _LANE), score, total, scores)
            continue
        rest = mine & lane_mask_of(card) & ~JOKER
        while rest != ZERO:
            bit = low_bit(rest)
            rest ^= bit
            if _run_top(hand, compact(cards, bit)) == card:
                scores[lowest(bit)] = score


@kernel()
def _write_joker(trick: Word, played: Int, lane: Word, score: Int, total: Int, scores: Ints) -> None:
    """Write the score of a joker without a suit: on lead for the lane named, and lanes equal to it."""
    known = scores[63]
    if known < 0 or (score > known if total < 0 else score < known):
        scores[63] = score
    if played > 0:
        return
    held = load(trick, HAND + 1) | load(trick, HAND + 2) | load(trick, HAND + 3)
    alone = load(trick, HAND) == JOKER
    for name in range(4):
        other = LANE << np.uint64(16 * name)
        free = (load(trick, LED_BEFORE) >> np.uint64(name)) & ONE == ZERO
        same = lane == other or ((held & lane) == ZERO and (held & other) == ZERO)
        if alone or (free and same):
            scores[JOKER_LEADS + name] = score


@kernel()
def _run_top(hand: Word, card: Word) -> Word:
    """Return the highest card of the run of equal cards of `hand` to which `card` belongs (no joker)."""
    lane = lane_mask_of(card)
    while (hand & lane & (card << ONE)) != ZERO:
        card <<= ONE
    return card
