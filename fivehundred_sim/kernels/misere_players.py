"""Players in misère: the contractor, who must take no trick, and the table at which all three choose.

The defenders' judgement is in `misere_defenders`. Each player chooses from his own cards and the public state
alone; docs/players.md says it in words.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Real, Word, kernel, load, popcount
from fivehundred_sim.kernels.knowledge import VOID, lane_mask, unseen
from fivehundred_sim.kernels.lanes import ALL_LANES, JOKER, ONE, ZERO, low_bit, top_bit
from fivehundred_sim.kernels.misere import safe_suits
from fivehundred_sim.kernels.misere_defenders import defender_follows, defender_leads
from fivehundred_sim.kernels.misere_discard import exposure

_DEFENDER = 1.0 / 3.0  # before the first trick each defender holds ten of the thirty cards not seen
# Of a lead by a hand that is safe in every suit, and by any other: how much a surer one gains less, and what
# a unit of exposure got rid of is worth, as a chance.
_SAFE_LESS, _SAFE_GAIN = 1.0, 0.0007
_LESS, _GAIN = 1.4, 0.00017
WORST_LEAD = -1e9


@kernel()
def _power(base: Real, n: Int) -> Real:
    """Return base ** n for small n, without the library call."""
    result = 1.0
    for _ in range(n):
        result *= base
    return result


@kernel()
def _contractor_throws(legal: Word, rest: Word) -> Word:
    """Return the card whose loss makes the contractor's hand safest; `rest`, what a defender may hold."""
    if legal & JOKER:
        return JOKER
    best = ZERO
    best_gain = -1
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit
        if mine == ZERO:
            continue
        gain = gain_of_throw(mine, rest & suit)
        if gain > best_gain:
            best_gain = gain
            best = top_bit(mine)
    return best


@kernel(forceinline=True)
def gain_of_throw(mine: Word, out: Word) -> Int:
    """Return how much safer a suit is without its highest card; the higher card is the better to lose."""
    high = top_bit(mine)
    return 64 * (exposure(mine, out) - exposure(mine ^ high, out)) + popcount(out & (high - ONE))


@kernel()
def _contractor_leads(hand: Word, rest: Word) -> Word:
    """Return the lead to the first trick: most likely to lose, then ridding the hand of exposed cards.

    A defender takes the trick when he holds higher cards of the suit and none lower. A hand with gaps keeps
    its surest cards, which it will need under later leads.
    """
    safe = safe_suits(hand, rest & ALL_LANES)
    best = ZERO
    best_score = WORST_LEAD
    for lane in range(4):
        suit = lane_mask(lane)
        card, score = best_lead(hand & suit, rest & suit, safe, np.int64(2), _DEFENDER)
        if score > best_score:
            best_score = score
            best = card
    return best if best else hand


@kernel(forceinline=True)
def best_lead(mine: Word, out: Word, safe: Flag, defenders: Int, share: Real) -> tuple[Word, Real]:
    """Return (the contractor's best lead of a suit, its score), (0, WORST_LEAD) where he has none.

    share: the chance that one defender holds a given card of `out`. safe: whether all suits are safe.
    """
    less = _SAFE_LESS if safe else _LESS
    gain = _SAFE_GAIN if safe else _GAIN
    best, best_score = ZERO, WORST_LEAD
    before, left = exposure(mine, out), mine
    while left:
        card = top_bit(left)
        left ^= card
        under = popcount(out & (card - ONE))
        over = popcount(out) - under
        forced = _power(1.0 - share, under) * (1.0 - _power(1.0 - share, over))
        score = forced
        for _ in range(np.int64(1), defenders):
            score = score + forced - less * score * forced
        score += gain * (before - exposure(mine ^ card, out))
        if score > best_score:
            best_score = score
            best = card
    return best, best_score


@kernel()
def misere_lead(seat: Int, hand: Word, legal: Word, hidden: Word, public: Word) -> Word:
    """Return the card to lead in a misère."""
    rest = unseen(hand, hidden, public)
    if seat == 0:
        return _contractor_leads(legal & ALL_LANES, rest) if legal & ALL_LANES else legal
    return defender_leads(seat, hand, legal, rest, public)


@kernel()
def misere_follow(
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
    """Return the card to play to a trick of a misère that stands with `best` at `best_seat`."""
    rest = unseen(hand, hidden, public)
    if seat != 0:
        return defender_follows(seat, hand, legal, rest, public, led, best, best_seat, position)
    if legal & led == ZERO:
        return _contractor_throws(legal, rest & ~(load(public, VOID + 1) & load(public, VOID + 3)))
    under = legal & (best - ONE)
    return top_bit(under) if under else low_bit(legal)
