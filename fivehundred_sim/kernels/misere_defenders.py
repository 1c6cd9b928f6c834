"""The two defenders against a misère: what they believe of the contractor, and how they choose.

Each chooses from his own cards and the public state alone; docs/players.md says it in words. The cards worth
playing come from `misere_leads` and `misere_follows`, each with a handful of features; the table of
`misere_judgement` says what the features are worth.
"""

from typing import Any

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.knowledge import (
    DENIED,
    EXPOSED,
    MISERE_JUDGEMENT,
    PLAYED,
    VOID,
    lane_mask,
)
from fivehundred_sim.kernels.lanes import JOKER, ONE, ZERO, above, low_bit, top_bit
from fivehundred_sim.kernels.misere_follows import follows, throws
from fivehundred_sim.kernels.misere_leads import closed_leads, open_leads
from fivehundred_sim.kernels.options import chosen, no_options


@kernel(forceinline=True)
def contractor_may(rest: Word, public: Word) -> Word:
    """Return what the contractor may hold as a defender sees it, or does hold when he lies open.

    What he did not play is believed not to be there: he follows with the highest card that loses, and throws
    the top of a suit.
    """
    if load(public, EXPOSED):
        return load(public, EXPOSED) & ~load(public, PLAYED)
    believed = rest & ~load(public, VOID) & ~load(public, DENIED)
    return believed if believed else rest & ~load(public, VOID)


@kernel(forceinline=True)
def contractor_has_played(seat: Int, position: Int) -> Flag:
    """Return whether the contractor (seat 0) sits among the `position` players before `seat` in this trick.

    The turn goes 0, 1, 3: before seat 1 the contractor was the last to play, before seat 3 the one before.
    """
    return seat == 1 or position == 2


@kernel(forceinline=True)
def _other_may(seat: Int, rest: Word, theirs: Word, public: Word) -> Word:
    """Return what the other defender may hold; `theirs`, what the contractor holds or may."""
    others = rest & ~load(public, VOID + (4 - seat))
    return others & ~theirs if load(public, EXPOSED) else others


@kernel()
def lead_offers(seat: Int, hand: Word, legal: Word, rest: Word, public: Word, table: Word, at: Any) -> Any:
    """Offer a defender's leads at an address (see `options.offer`); `rest`, the cards he has not seen."""
    theirs = contractor_may(rest, public)
    others = _other_may(seat, rest, theirs, public)
    if load(public, EXPOSED):
        return open_leads(seat, hand, legal, theirs, others, public, table, at)
    return closed_leads(seat, hand, legal, theirs, others, public, table, at)


@kernel()
def follow_offers(
    seat: Int,
    hand: Word,
    legal: Word,
    rest: Word,
    public: Word,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
    table: Word,
    at: Any,
) -> Any:
    """Offer a defender's cards to a trick; none where `_by_rule` knows."""
    theirs = contractor_may(rest, public)
    others = _other_may(seat, rest, theirs, public)
    if legal & led == ZERO:
        if _joker_goes(seat, legal, best_seat, position):
            return at
        return throws(seat, hand, legal, theirs, others, public, table, at)
    if best_seat == 0 and popcount(load(public, PLAYED)) != 1:
        return at  # last to play
    after = contractor_has_played(seat, position)
    return follows(seat, hand, legal, theirs, others, public, led, best, best_seat, after, table, at)


@kernel(forceinline=True)
def _joker_goes(seat: Int, legal: Word, best_seat: Int, position: Int) -> Flag:
    """Return whether a void defender gets rid of the joker.

    Where it would take the trick and save the contractor, he does not unless he must.
    """
    if legal == JOKER:
        return True
    return legal & JOKER != ZERO and best_seat != 0 and contractor_has_played(seat, position)


@kernel(forceinline=True)
def _by_rule(legal: Word, led: Word, best: Word) -> Word:
    """Return the card where nothing is judged: the joker, or the highest under the contractor's card."""
    if legal & led == ZERO:
        return legal & JOKER if legal & JOKER else top_bit(legal)
    under = legal & (best - ONE)
    return top_bit(under) if under else top_bit(legal)


@kernel(forceinline=True)
def _sure_catch(legal: Word, theirs: Word, others: Word) -> Word:
    """Return a lead under all the open hand's cards of a suit where the other defender has none above, or 0.

    The fit sees no hurry where the catch can wait; there is nothing to wait for.
    """
    for lane in range(4):
        suit = lane_mask(lane)
        card = catches(legal & suit, theirs & suit, others & suit)
        if card:
            return card
    return ZERO


@kernel(forceinline=True)
def catches(mine: Word, his: Word, out: Word) -> Word:
    """Return the lowest card of a suit if it is a sure catch (see `_sure_catch`), or 0."""
    floor = low_bit(his)
    return low_bit(mine) if floor and out & above(floor) == ZERO and mine & (floor - ONE) else ZERO


@kernel()
def defender_leads(seat: Int, hand: Word, legal: Word, rest: Word, public: Word) -> Word:
    """Return a defender's lead; `rest`, the cards he has not seen."""
    if load(public, EXPOSED):
        theirs = contractor_may(rest, public)
        card = _sure_catch(legal, theirs, _other_may(seat, rest, theirs, public))
        if card:
            return card
    card = chosen(lead_offers(seat, hand, legal, rest, public, load(public, MISERE_JUDGEMENT), no_options()))
    return card if card else legal


@kernel()
def defender_follows(
    seat: Int,
    hand: Word,
    legal: Word,
    rest: Word,
    public: Word,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
) -> Word:
    """Return a defender's card to a trick that stands with `best` at `best_seat`."""
    table = load(public, MISERE_JUDGEMENT)
    card = chosen(
        follow_offers(seat, hand, legal, rest, public, led, best, best_seat, position, table, no_options())
    )
    return card if card else _by_rule(legal, led, best)
