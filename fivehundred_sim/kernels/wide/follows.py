"""Following in suits and no-trump at any table: the four-handed judgement of `kernels.follows`.

What counts is who is still to play. With partner and opponent behind him a player is in second hand, with
opponents only in third, with nobody last, however many cards lie on the table. A joker without a suit that
may be played by one who could follow is to him the highest card of the suit led.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.follows import (
    DECISION_PLACES,
    LONG,
    ROW_PLACES,
    VOID_IN_SUIT,
    ruffs,
    suit_follows,
    throws,
)
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, low_bit
from fivehundred_sim.kernels.leads import LEAD_PLACES
from fivehundred_sim.kernels.options import with_losers, with_winners
from fivehundred_sim.kernels.wide.beliefs import (
    TRUMPS,
    beating,
    losers,
    may_hold,
    overruffing,
    suits_to_cash,
    winning_chances,
)
from fivehundred_sim.kernels.wide.law import NOTHING, count_words, strength
from fivehundred_sim.kernels.wide.seats import judged_row
from fivehundred_sim.kernels.wide.state import (
    ABOVE,
    ALLIES,
    BEHIND,
    BEST,
    BEST_SEAT,
    BEST_TRUMP,
    FOES,
    JUDGEMENT,
    LED,
    LED_LANE,
    LEGAL,
    MINE,
    NO_LANE,
    NOMINATED,
    REST,
    SEAT,
    SUITLESS,
    SUITS,
    TRUMP_LANE,
    has_lane,
    tag,
)

LAST = 3  # standings from here on: nobody is behind
_NOMINATED = np.uint64(NOMINATED)


@kernel(forceinline=True)
def partner_wins(base: Word) -> Int:
    """Return 1 where the trick on the table is a partner's so far, else 0."""
    return np.int64(has_lane(load(base, ALLIES), np.int64(load(base, BEST_SEAT))))


@kernel(forceinline=True)
def standing(base: Word) -> Int:
    """Return where a player stands in the trick, as `kernels.follows` numbers it.

    0 second hand; 1 third hand and an opponent wins so far, 2 and partner does; 3 and 4 so for the last.
    """
    wins = partner_wins(base)
    behind = load(base, BEHIND)
    foes, allies = load(base, FOES) & behind, load(base, ALLIES) & behind
    if foes | allies == ZERO:
        return LAST + wins
    if allies != ZERO and wins == 0:
        return np.int64(0)
    return 1 + wins


@kernel(forceinline=True)
def followers(base: Word) -> Word:
    """Return the cards that follow suit, a joker that may be played beside them on top, 0 for one void."""
    led = np.int64(load(base, LED_LANE))
    suited = load(base, LEGAL + led)
    return suited | (load(base, LEGAL + SUITLESS) << _NOMINATED) if suited else ZERO


@kernel()
def follow_options(base: Word, at: Any) -> Any:
    """Offer the cards worth playing to the trick, none where a rule will do; see `lead_options`."""
    where = standing(base)
    row = np.int64(LEAD_PLACES + ROW_PLACES * judged_row(base))
    legal = followers(base)
    if legal == ZERO:
        at = _ruff(row + DECISION_PLACES * (VOID_IN_SUIT + where), where, base, at)
        return _throw(row + DECISION_PLACES * (VOID_IN_SUIT + where), base, at)
    best, foes = load(base, BEST), load(base, FOES) & load(base, BEHIND)
    if where >= LAST or legal & above(best) == ZERO:
        return at
    threat, ruff = beating(foes, base), overruffing(foes, base)
    if partner_wins(base) and threat | ruff == ZERO:
        return at
    led, trump = np.int64(load(base, LED_LANE)), np.int64(load(base, TRUMP_LANE))
    own, theirs = _own_trumps(base), _their_trumps(base)
    if trump != TRUMPS:
        own = with_winners(own, suits_to_cash(led, base))
        theirs = with_losers(theirs, np.int64(popcount(load(base, REST + led)) >= LONG))
    return suit_follows(
        legal,
        load(base, REST + led),
        tag(led),
        row + DECISION_PLACES * (np.int64(3 * (led == trump)) + where),
        best,
        threat | (ABOVE if ruff else ZERO),
        np.int64(5 * (ruff != ZERO)) + min(popcount(threat) + popcount(ruff), 4),
        winning_chances(load(base, ALLIES) & load(base, BEHIND), base) if where == 0 else np.int64(0),
        own,
        theirs,
        count_words(MINE, base),
        load(base, JUDGEMENT),
        at,
    )


@kernel(forceinline=True)
def _own_trumps(base: Word) -> Int:
    """Return how many trumps are held, at most 7."""
    return min(popcount(load(base, MINE + np.int64(load(base, TRUMP_LANE)))), 7)


@kernel(forceinline=True)
def _their_trumps(base: Word) -> Int:
    """Return how many trumps the opponents may hold, at most 7."""
    return min(popcount(may_hold(load(base, FOES), np.int64(load(base, TRUMP_LANE)), base)), 7)


@kernel(forceinline=True)
def _ruff(row: Int, where: Int, base: Word, at: Any) -> Any:
    """Offer the ways (0-2) to take a trick with a trump, or a joker, void in the suit led."""
    led, trump = np.int64(load(base, LED_LANE)), np.int64(load(base, TRUMP_LANE))
    seat, mine, best = np.int64(load(base, SEAT)), load(base, LEGAL + trump), load(base, BEST_TRUMP)
    winners = mine & above(best)
    if winners == ZERO or strength(seat, trump, low_bit(winners), base) == NOTHING:
        return at
    behind = load(base, BEHIND)
    foes = load(base, FOES) & behind
    suits = np.int64(0)
    for lane in range(SUITS):
        suits += np.int64(lane != trump and load(base, LEGAL + lane) != ZERO)
    own, theirs = _own_trumps(base), _their_trumps(base)
    if trump != TRUMPS:
        own = with_winners(own, suits_to_cash(NO_LANE, base))
        theirs = with_losers(theirs, losers(base))
    return ruffs(
        mine,
        load(base, REST + trump),
        tag(trump),
        row,
        winners,
        overruffing(foes, base),
        winning_chances(load(base, ALLIES) & behind if where == 0 else foes, base),
        popcount(load(base, REST + led)),
        suits,
        best != ZERO,
        own,
        theirs,
        count_words(MINE, base),
        load(base, JUDGEMENT),
        at,
    )


@kernel(forceinline=True)
def _throw(row: Int, base: Word, at: Any) -> Any:
    """Offer the lowest card of each plain suit, to be thrown off."""
    trump, allies, foes = np.int64(load(base, TRUMP_LANE)), load(base, ALLIES), load(base, FOES)
    own, theirs, cards = _own_trumps(base), _their_trumps(base), count_words(MINE, base)
    feared = ONE if foes & ONE else foes
    for i in range(SUITS):
        lane = np.int64(i)
        mine = load(base, LEGAL + lane)
        if lane == trump or mine == ZERO:
            continue
        led = load(base, LED + lane)
        talk = (
            1 * (led & allies != ZERO)
            + 2 * (led & foes != ZERO)
            + 4 * (may_hold(allies, lane, base) == ZERO)
            + 8 * (may_hold(feared, lane, base) == ZERO)
        )
        out, table = load(base, REST + lane), load(base, JUDGEMENT)
        at = throws(mine, out, tag(lane), row, talk, own, theirs, cards, trump == TRUMPS, table, at)
    return at


@kernel()
def by_rule(base: Word) -> Word:
    """Return the card that needs no judgement, tagged: last hand takes a trick cheaply, else the lowest."""
    led = np.int64(load(base, LED_LANE))
    winners = followers(base) & above(load(base, BEST))
    if standing(base) == LAST and winners != ZERO:
        return low_bit(winners) | tag(led)
    for lane in range(SUITS):
        if load(base, LEGAL + lane):
            return low_bit(load(base, LEGAL + lane)) | tag(np.int64(lane))
    return low_bit(load(base, LEGAL + SUITLESS)) | tag(SUITLESS)
