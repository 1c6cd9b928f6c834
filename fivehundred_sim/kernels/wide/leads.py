"""Leads in suits and no-trump at any table: the four-handed judgement of `kernels.leads`, lane by lane.

Several partners, or several opponents on one side, count together: they may hold what any of them may.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.lanes import ONE, ZERO
from fivehundred_sim.kernels.leads import ROW_PLACES, suit_leads, trump_leads
from fivehundred_sim.kernels.options import with_losers, with_winners
from fivehundred_sim.kernels.wide.beliefs import TRUMPS, foes_by_side, is_out_of, losers, may_hold
from fivehundred_sim.kernels.wide.law import count_words
from fivehundred_sim.kernels.wide.seats import judged_row
from fivehundred_sim.kernels.wide.state import (
    ALLIES,
    FOES,
    JUDGEMENT,
    LEADS,
    LED,
    MINE,
    REST,
    SEAT,
    SUITS,
    TRUMP_LANE,
    lane_bit,
    tag,
)


@kernel(forceinline=True)
def _side(trump: Int, base: Word) -> tuple[Int, Int]:
    """Return (plain suits whose highest card left is in hand, plain suits held short: none or one card)."""
    winners = short = 0
    for lane in range(SUITS):
        mine = load(base, MINE + lane)
        if lane != trump:
            winners += mine > load(base, REST + lane)
            short += mine & (mine - ONE) == ZERO
    return winners, short


@kernel()
def lead_options(base: Word, at: Any) -> Any:
    """Offer the cards worth leading; `at`: the choice so far (see `options.offer`), which is returned."""
    trump, table = np.int64(load(base, TRUMP_LANE)), load(base, JUDGEMENT)
    me, allies, foes = lane_bit(np.int64(load(base, SEAT))), load(base, ALLIES), load(base, FOES)
    left, right = foes_by_side(base)
    row = np.int64(ROW_PLACES * judged_row(base))
    cards = count_words(MINE, base)
    own = min(popcount(load(base, MINE + trump)), 7)
    theirs = min(popcount(may_hold(foes, trump, base)), 7)
    winners, short = _side(trump, base)
    if trump != TRUMPS:
        own, theirs = with_winners(own, winners), with_losers(theirs, losers(base))
    if load(base, LEADS + trump):
        void = np.int64(may_hold(left, trump, base) == ZERO) + (may_hold(right, trump, base) == ZERO)
        led = load(base, LED + trump)
        talk = (
            1 * (may_hold(allies, trump, base) == ZERO)
            + 2 * (led & (allies | me) != ZERO)
            + 4 * (led & foes != ZERO)
        )
        mine, out = load(base, LEADS + trump), load(base, REST + trump)
        at = trump_leads(
            mine, out, tag(trump), row, own, theirs, winners, short, void, talk, cards, table, at
        )
    for i in range(SUITS):
        lane = np.int64(i)
        mine = load(base, LEADS + lane)
        if lane == trump or mine == ZERO:
            continue
        led = load(base, LED + lane)
        at = suit_leads(
            mine,
            load(base, REST + lane),
            tag(lane),
            row,
            own,
            theirs,
            1 * is_out_of(left, lane, base) + 2 * is_out_of(right, lane, base),
            is_out_of(allies, lane, base),
            may_hold(allies, lane, base) == ZERO,
            1 * (led & allies != ZERO) + 2 * (led & foes != ZERO),
            led & me != ZERO,
            cards,
            table,
            at,
        )
    return at
