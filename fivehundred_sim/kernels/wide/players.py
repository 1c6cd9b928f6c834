"""The choices of a player at any table: which card, and which suit for a joker that is led.

A choice reads the view of the seat on turn and the public state (`state`), nothing else.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, apart, kernel, load, lowest
from fivehundred_sim.kernels.lanes import ONE, ZERO, low_bit
from fivehundred_sim.kernels.options import chosen, no_options
from fivehundred_sim.kernels.players import naming_score
from fivehundred_sim.kernels.wide.certain import consider_leads
from fivehundred_sim.kernels.wide.defenders import (
    believe,
    defender_rule,
    follow_offers,
    lead_offers,
    sure_catch,
)
from fivehundred_sim.kernels.wide.follows import by_rule, follow_options
from fivehundred_sim.kernels.wide.leads import lead_options
from fivehundred_sim.kernels.wide.misere import avoider_follows, avoider_leads
from fivehundred_sim.kernels.wide.state import (
    ABOVE,
    AVOIDS,
    FOES,
    LEGAL,
    MINE,
    NAMEABLE,
    NOMINATED,
    OPEN,
    REST,
    SUITLESS,
    SUITS,
    has_lane,
    rule,
    tag,
)

_40 = np.uint64(40)


@kernel()
def choose_name(base: Word) -> Int:
    """Return the lane to name for a joker without a suit that is led."""
    best, best_score = np.int64(0), np.int64(-(1 << 30))
    for lane in range(SUITS):
        score = naming_score(load(base, MINE + lane), load(base, REST + lane))
        if has_lane(load(base, NAMEABLE), lane) == ONE and score > best_score:
            best_score = score
            best = np.int64(lane)
    return best


@kernel(forceinline=True)
def _avoids(base: Word) -> Flag:
    """Return whether the seat on turn must take no trick in this misère: the contractor is no opponent."""
    return has_lane(load(base, FOES), np.int64(0)) == ZERO


@kernel()
def _misere_lead(base: Word) -> Word:
    """Return the card to lead in a misère, tagged."""
    if _avoids(base):
        return avoider_leads(base)
    believe(base)
    card = sure_catch(base) if load(base, OPEN) else ZERO
    if card:
        return card
    card = chosen(lead_offers(base, no_options()))
    return card if card else low_bit(load(base, LEGAL + SUITLESS)) | tag(SUITLESS)


@kernel()
def _misere_follow(base: Word) -> Word:
    """Return the card to play in a misère, tagged."""
    if _avoids(base):
        return avoider_follows(base)
    believe(base)
    card = chosen(follow_offers(base, no_options()))
    return card if card else defender_rule(base)


@kernel()
def _place(card: Word, base: Word) -> Int:
    """Return the place of a tagged card; one on top of a suit that is not held there is a free joker."""
    lane, word = np.int64(card >> _40), card & (ABOVE - ONE)
    if load(base, LEGAL + lane) & word:
        return 32 * lane + lowest(word)
    return 32 * SUITLESS + lowest(word) - NOMINATED


@kernel("int64(uint64)")
def choose_lead(base: Word) -> Int:
    """Return the place of the card to lead."""
    if rule(base, AVOIDS) == 1:
        return _place(_misere_lead(base), base)
    consider_leads(base)
    return _place(chosen(lead_options(base, no_options())), base)


@kernel("int64(uint64)")
def choose_follow(base: Word) -> Int:
    """Return the place of the card to play to the trick on the table."""
    if rule(base, AVOIDS) == 1:
        return _place(_misere_follow(base), base)
    card = chosen(follow_options(base, no_options()))
    return _place(card if card else by_rule(base), base)


lead_apart, follow_apart = apart(choose_lead), apart(choose_follow)
