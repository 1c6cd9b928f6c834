"""Players in suits and no-trump: each chooses a card from his own hand and the public state alone.

docs/players.md describes the play in words. The cards worth considering come from `leads` and `follows`, each
with a handful of features; the table of `judgement` says what the features are worth to which seat.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.certain import keeping_leads
from fivehundred_sim.kernels.follows import by_rule, follow_options
from fivehundred_sim.kernels.knowledge import JUDGEMENT, TRICKS, TRUMP, lane_mask, unseen
from fivehundred_sim.kernels.lanes import ZERO, above, top_bit
from fivehundred_sim.kernels.leads import lead_options
from fivehundred_sim.kernels.options import chosen, no_options


@kernel(forceinline=True)
def naming_score(mine: Word, out: Word) -> Int:
    """Return how good a suit is to be named by a joker that is led: long, and its top missing."""
    score = popcount(out)
    if mine:
        score += 4 * popcount(mine) - 3 * popcount(out & above(top_bit(mine)))
    return score


@kernel(forceinline=True)
def name_suit(seat: Int, hand: Word, lanes: Word, hidden: Word, public: Word) -> Word:
    """Return the lane to name for a suitless joker that is led: the one where the holder has most to gain.

    The others must follow the suit named, so the holder names the long suit whose top is missing.
    """
    rest = unseen(hand, hidden, public)
    best = ZERO
    best_score = -(1 << 30)
    for lane in range(4):
        suit = lane_mask(lane)
        if suit & lanes == ZERO:
            continue
        score = naming_score(hand & suit, rest & suit)
        if score > best_score:
            best_score = score
            best = suit
    return best


@kernel(forceinline=True)
def lead(seat: Int, hand: Word, legal: Word, hidden: Word, public: Word) -> Word:
    """Return the card to lead in a suit or no-trump contract."""
    if seat == 0:
        out, tricks = unseen(hand, hidden, public), np.int64(load(public, TRICKS))
        legal = keeping_leads(hand, legal, out, load(public, TRUMP), tricks)
    return chosen(lead_options(seat, hand, legal, hidden, public, load(public, JUDGEMENT), no_options()))


@kernel(forceinline=True)
def follow(
    seat: Int,
    hand: Word,
    legal: Word,
    hidden: Word,
    public: Word,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
) -> Word:
    """Return the card to play to a trick that was led in lane `led` and stands with `best` at `best_seat`.

    position: 1 to 3, how many cards lie on the table.
    """
    table = load(public, JUDGEMENT)
    card = chosen(
        follow_options(seat, hand, legal, hidden, public, led, best, best_seat, position, table, no_options())
    )
    return card if card else by_rule(seat, legal, led, best, best_seat, position)
