"""Misère at any table, by those who must take no trick: the judgement of `misere_players`, lane by lane.

In a double misère, and where the contractor plays his partner's hand, both seats choose so.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Word, kernel, load, popcount
from fivehundred_sim.kernels.lanes import ONE, ZERO, low_bit, top_bit
from fivehundred_sim.kernels.misere import safe_suit
from fivehundred_sim.kernels.misere_players import WORST_LEAD, best_lead, gain_of_throw
from fivehundred_sim.kernels.wide.beliefs import may_hold
from fivehundred_sim.kernels.wide.law import NOTHING, count_words, strength
from fivehundred_sim.kernels.wide.state import (
    BEST,
    FOES,
    LED_LANE,
    LEGAL,
    LOW,
    MINE,
    REST,
    SEAT,
    SUITLESS,
    SUITS,
    WORTHLESS,
    any_suit,
    rule,
    tag,
)


@kernel()
def avoider_leads(base: Word) -> Word:
    """Return the lead, tagged: most likely to lose, then ridding the hand of exposed cards."""
    share = count_words(MINE, base) / max(count_words(REST, base), 1)
    defenders = popcount(load(base, FOES))
    safe = True
    for lane in range(SUITS):
        safe = safe and safe_suit(load(base, LEGAL + lane), load(base, REST + lane))
    best, best_score = low_bit(load(base, LEGAL + SUITLESS)) | tag(SUITLESS), WORST_LEAD
    for lane in range(SUITS):
        card, score = best_lead(
            load(base, LEGAL + lane), load(base, REST + lane), safe, defenders, min(share, 1.0)
        )
        if score > best_score:
            best_score = score
            best = card | tag(np.int64(lane))
    return best


@kernel()
def avoider_follows(base: Word) -> Word:
    """Return the card, tagged: the highest that loses, or the lowest; void, what is most in danger."""
    led = np.int64(load(base, LED_LANE))
    suited = load(base, LEGAL + led)
    if suited == ZERO:
        return _avoider_throws(base)
    best = load(base, BEST)
    under = suited & (best - ONE) if best else ZERO
    return (top_bit(under) if under else low_bit(suited)) | tag(led)


@kernel(forceinline=True)
def _joker_goes(base: Word) -> Flag:
    """Return whether a joker is thrown: where it wins nothing, or where it must win some time anyway.

    One that is low, or will be worthless once its suit is renounced, can wait.
    """
    if load(base, LEGAL + SUITLESS) == ZERO:
        return False
    if any_suit(LEGAL, base) == ZERO:
        return True
    if rule(base, LOW) == 1:
        return False
    seat = np.int64(load(base, SEAT))
    return rule(base, WORTHLESS) == 0 or strength(seat, SUITLESS, ONE, base) == NOTHING


@kernel(forceinline=True)
def _avoider_throws(base: Word) -> Word:
    """Return the card whose loss makes the hand safest."""
    if _joker_goes(base):
        return low_bit(load(base, LEGAL + SUITLESS)) | tag(SUITLESS)
    best, best_gain = ZERO, np.int64(-1)
    for i in range(SUITS):
        lane = np.int64(i)
        mine = load(base, LEGAL + lane)
        if mine:
            gain = gain_of_throw(mine, may_hold(load(base, FOES), lane, base))
            if gain > best_gain:
                best_gain = gain
                best = top_bit(mine) | tag(lane)
    return best
