"""What each card that a player may play leads to in one world, all hands open: the solver's answer, exactly.

Cards are places 0 to 63 of the lanes; a suitless joker that is led has a place for each lane it may name.
"""

import numpy as np

from fivehundred_sim.kernels import solver_table as tt
from fivehundred_sim.kernels._jit import Int, Word, kernel, load, lowest, store
from fivehundred_sim.kernels.codes import MISERE, NO_TRUMP
from fivehundred_sim.kernels.knowledge import LANES_LED, lane_mask
from fivehundred_sim.kernels.lanes import JOKER, LANE_3, ONE, ZERO, compact, lane_mask_of, top_bit
from fivehundred_sim.kernels.playout import nameable
from fivehundred_sim.kernels.position import (
    LED_BEFORE as TRICK_LED_BEFORE,
)
from fivehundred_sim.kernels.position import (
    begin_trick,
    lanes_to_name,
    set_card,
    trick_reaches,
)
from fivehundred_sim.kernels.sampled.state import LEADER, ON_TABLE, TABLE, TRICKS, lanes_as_bits
from fivehundred_sim.kernels.sampled.state import LANE_LED as LED_NOW
from fivehundred_sim.kernels.sampled.state import LED_BEFORE as LED_EARLIER

PLACES = 68  # 64 + lane: the joker led to that lane
NOT_LEGAL = -1


@kernel()
def exact(base: Word, trick: Word, played: Int, k: Int, guess: Int) -> Int:
    """Return how many of `k` tricks the leader's side takes after `played` cards, stepping from a guess."""
    low, high = np.int64(0), np.int64(k)
    at = min(max(guess, 1), k)
    while low < high:
        if trick_reaches(base, trick, played, k, at):
            low = at
            at += 1
        else:
            high = at - 1
            at -= 1
    return low


@kernel()
def set_position(base: Word, trick: Word, hands: Word) -> Int:
    """Lay the trick in progress out for the solver; return the place in it of the player on turn.

    base: the game, of which only public words are read. hands: uint64 (4,) by relative seat, without the
    cards on the table. trick: address of the solver's words of a trick.
    """
    leader, placed = np.int64(load(base, LEADER)), np.int64(load(base, ON_TABLE))
    before = hands.copy()
    for i in range(placed):
        before[(leader + i) & 3] |= load(base, TABLE + i)
    led = load(base, LED_EARLIER) if placed > 0 else load(base, LANES_LED)
    begin_trick(trick, before, leader, lanes_as_bits(led))
    cards = before[0] | before[1] | before[2] | before[3]
    for i in range(placed):
        set_card(trick, i, compact(cards, load(base, TABLE + i)), load(base, LED_NOW))
    return placed


@kernel()
def score_world(
    base: Word, table: Word, trick: Word, hands: Word, legal: Word, k: Int, guess: Int, scores: Int
) -> Int:
    """Write the tricks of the contractor's side after each legal card in one world; return a guess for the next.

    table, trick: addresses of a solver table that was started and of its words of a trick. hands: uint64 (4,)
    by relative seat. k: tricks left, this one included. scores: int64 (PLACES,), NOT_LEGAL elsewhere. Cards
    already taken count: the scores are of the whole deal.
    """
    placed = set_position(base, trick, hands)
    leader, tricks = np.int64(load(base, LEADER)), np.int64(load(base, TRICKS))
    cards = hands[0] | hands[1] | hands[2] | hands[3]
    for i in range(placed):
        cards |= load(base, TABLE + i)
    mine = hands[(leader + placed) & 3]
    last, last_card, value = ZERO, ZERO, np.int64(guess)
    rest = legal
    while rest:
        card = top_bit(rest)
        rest ^= card
        small = compact(cards, card)
        if card == JOKER and placed == 0:
            lanes = lanes_to_name(table, trick, mine, JOKER)
            for lane in range(4):
                if lanes & lane_mask(lane):
                    set_card(trick, 0, JOKER, lane_mask(lane))
                    value = exact(table, trick, np.int64(1), k, value)
                    scores[64 + lane] = tricks + (value if leader & 1 == 0 else k - value)
            continue
        if last_card == ZERO or card == JOKER or (small << ONE) != last or last == JOKER:
            set_card(trick, placed, small, lane_mask_of(small))
            value = exact(table, trick, placed + 1, k, value)
        last, last_card = small, card
        scores[lowest(card)] = tricks + (value if leader & 1 == 0 else k - value)
    return value
