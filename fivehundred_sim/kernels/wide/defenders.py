"""The defenders against a misère at any table: the judgement of `misere_defenders`, lane by lane.

Who must take no trick counts as one hand where there are two, the other defenders as one holding more cards.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, popcount, store
from fivehundred_sim.kernels.lanes import ONE, ZERO, top_bit
from fivehundred_sim.kernels.misere_defenders import catches
from fivehundred_sim.kernels.misere_follows import (
    ROWS,
    decision_row,
    suit_follows,
    suit_throws,
)
from fivehundred_sim.kernels.misere_leads import (
    closed_row,
    closed_suit_leads,
    elsewhere,
    gaps,
    gaps_of,
    goodness_away,
    open_row,
    open_suit_leads,
    share_among,
)
from fivehundred_sim.kernels.wide.beliefs import may_hold
from fivehundred_sim.kernels.wide.law import count_words
from fivehundred_sim.kernels.wide.seats import role
from fivehundred_sim.kernels.wide.state import (
    ALLIES,
    BEHIND,
    BEST,
    BEST_SEAT,
    DENIED,
    DUMMY,
    EXPOSED,
    FOES,
    FULL,
    LANES,
    LED,
    LED_LANE,
    LEGAL,
    MINE,
    MISERE_JUDGEMENT,
    OPEN,
    OTHERS,
    PLAYED,
    SEAT,
    SUITLESS,
    SUITS,
    THEIRS,
    VOID,
    any_suit,
    has_lane,
    lane_bit,
    tag,
)

_COUNT = ~ZERO


@kernel()
def believe(base: Word) -> None:
    """Write what the misère's side holds or may hold to `THEIRS`, what the other defenders may to `OTHERS`.

    What the contractor did not play is believed not to be there: he follows with the highest card that loses,
    and throws the top of a suit.
    """
    exposed = load(base, OPEN) != ZERO
    believed = ZERO
    for lane in range(LANES):
        believed |= may_hold(ONE, lane, base) & ~load(base, DENIED + lane)
    partner = load(base, FOES) & ~ONE
    for lane in range(LANES):
        if exposed:
            his = load(base, EXPOSED + lane) & ~load(base, PLAYED + lane)
        else:
            his = may_hold(ONE, lane, base) & ~(load(base, DENIED + lane) if believed else ZERO)
        dummy = load(base, DUMMY + lane) & ~load(base, PLAYED + lane)
        his |= dummy | may_hold(partner, lane, base) if partner else ZERO
        store(base, THEIRS + lane, his)
        others = may_hold(load(base, ALLIES), lane, base)
        store(base, OTHERS + lane, others & ~his if exposed else others)


@kernel(forceinline=True)
def _share(base: Word) -> Int:
    """Return the chance, in 24ths, that one of the other defenders holds a given card that they may hold."""
    theirs = count_words(MINE, base) * popcount(load(base, ALLIES))
    return share_among(theirs, count_words(OTHERS, base))


@kernel()
def _all_gaps(of_mine: Word, of_others: Word, share: Int, base: Word) -> Word:
    """Return the gaps of the four suits, a byte each; own cards count, the other defenders', or both."""
    found = ZERO
    for lane in range(SUITS):
        mine, others = load(base, MINE + lane) & of_mine, load(base, OTHERS + lane) & of_others
        loose = gaps(load(base, THEIRS + lane), mine, others, share)
        found |= np.uint64(loose) << np.uint64(8 * lane)
    return found


@kernel(forceinline=True)
def _talk(lane: Int, base: Word) -> Int:
    """Return who has led a suit (1 this seat, 2 another defender, 4 the contractor) + 8, the others void."""
    led, allies = load(base, LED + lane), load(base, ALLIES)
    return (
        1 * (led & lane_bit(np.int64(load(base, SEAT))) != ZERO)
        + 2 * (led & allies != ZERO)
        + 4 * (led & load(base, FOES) != ZERO)
        + 8 * (allies & ~load(base, VOID + lane) == ZERO)
    )


@kernel(forceinline=True)
def _right(base: Word) -> Int:
    """Return 1 for a defender nearer on the contractor's right, else 0."""
    return role(np.int64(load(base, SEAT)), base) >> 1


@kernel()
def lead_offers(base: Word, at: Any) -> Any:
    """Offer a defender's leads; `at`: the choice so far (see `options.offer`), which is returned."""
    share = _share(base)
    if load(base, OPEN):
        return _open_leads(share, base, at)
    return _closed_leads(share, base, at)


@kernel(forceinline=True)
def _open_leads(share: Int, base: Word, at: Any) -> Any:
    """Offer the leads against an open hand."""
    row, table, cards = (
        open_row(_right(base)),
        load(base, MISERE_JUDGEMENT),
        count_words(MINE, base),
    )
    found = _all_gaps(_COUNT, _COUNT, share, base)
    own, partners = _all_gaps(_COUNT, ZERO, share, base), _all_gaps(ZERO, _COUNT, share, base)
    for i in range(SUITS):
        lane = np.int64(i)
        mine, his, out = load(base, LEGAL + lane), load(base, THEIRS + lane), load(base, OTHERS + lane)
        if mine == ZERO:
            continue
        away, told = goodness_away(own, partners, lane, cards), _talk(lane, base)
        before = gaps_of(found, lane)
        at = open_suit_leads(mine, his, out, tag(lane), row, share, before, away, told, table, at)
    return at


@kernel(forceinline=True)
def _closed_leads(share: Int, base: Word, at: Any) -> Any:
    """Offer the leads against a closed hand."""
    row, table, cards = (
        closed_row(_right(base)),
        load(base, MISERE_JUDGEMENT),
        count_words(MINE, base),
    )
    density = min(4 * cards // max(count_words(THEIRS, base), 1), 3)
    for i in range(SUITS):
        lane = np.int64(i)
        mine, his, out = load(base, LEGAL + lane), load(base, THEIRS + lane), load(base, OTHERS + lane)
        if mine == ZERO:
            continue
        pack, gone, told = load(base, FULL + lane), popcount(load(base, PLAYED + lane)), _talk(lane, base)
        at = closed_suit_leads(
            mine, his, out, pack, gone, tag(lane), row, share, density, told, cards, table, at
        )
    return at


@kernel(forceinline=True)
def _contractor_has_played(base: Word) -> Flag:
    """Return whether all who must take no trick have played to this one."""
    return load(base, BEHIND) & load(base, FOES) == ZERO


@kernel(forceinline=True)
def _contractor_wins(base: Word) -> Flag:
    """Return whether one who must take no trick wins this one so far."""
    return has_lane(load(base, FOES), np.int64(load(base, BEST_SEAT))) == ONE


@kernel()
def follow_offers(base: Word, at: Any) -> Any:
    """Offer a defender's cards to a trick, none where `defender_rule` knows; see `lead_offers`."""
    led = np.int64(load(base, LED_LANE))
    wins = _contractor_wins(base)
    share = _share(base)
    if load(base, LEGAL + led) == ZERO:
        return at if _joker_goes(wins, base) else _throws(share, base, at)
    if wins and load(base, BEHIND) == ZERO:
        return at
    own, partners = _all_gaps(_COUNT, ZERO, share, base), _all_gaps(ZERO, _COUNT, share, base)
    return suit_follows(
        load(base, LEGAL + led),
        load(base, THEIRS + led),
        load(base, OTHERS + led),
        tag(led),
        np.int64(ROWS) if wins else decision_row(_right(base), load(base, OPEN) != ZERO),
        load(base, BEST),
        _contractor_has_played(base),
        share,
        4 * (elsewhere(own, led) >> 1) + min(elsewhere(partners, led), 3),
        count_words(MINE, base),
        load(base, MISERE_JUDGEMENT),
        at,
    )


@kernel(forceinline=True)
def _throws(share: Int, base: Word, at: Any) -> Any:
    """Offer the highest card of each suit to be thrown."""
    row = decision_row(_right(base), load(base, OPEN) != ZERO)
    found, size = _all_gaps(_COUNT, _COUNT, share, base), count_words(MINE, base)
    table = load(base, MISERE_JUDGEMENT)
    for i in range(SUITS):
        lane = np.int64(i)
        mine, his, out = load(base, LEGAL + lane), load(base, THEIRS + lane), load(base, OTHERS + lane)
        if mine == ZERO:
            continue
        before, away, told = gaps_of(found, lane), elsewhere(found, lane), _talk(lane, base)
        at = suit_throws(mine, his, out, tag(lane), row, share, before, away, told, size, table, at)
    return at


@kernel(forceinline=True)
def _joker_goes(wins: Flag, base: Word) -> Flag:
    """Return whether a void defender gets rid of the joker.

    Where it would take the trick and save the contractor, he does not unless he must.
    """
    if any_suit(LEGAL, base) == ZERO:
        return True
    return load(base, LEGAL + SUITLESS) != ZERO and not wins and _contractor_has_played(base)


@kernel()
def defender_rule(base: Word) -> Word:
    """Return the card where nothing is judged, tagged: a joker, or the highest under the card that wins."""
    led = np.int64(load(base, LED_LANE))
    suited = load(base, LEGAL + led)
    if suited == ZERO:
        return top_bit(load(base, LEGAL + SUITLESS)) | tag(SUITLESS)
    best = load(base, BEST)
    under = suited & (best - ONE) if best else ZERO
    return (top_bit(under) if under else top_bit(suited)) | tag(led)


@kernel()
def sure_catch(base: Word) -> Word:
    """Return a lead, tagged, under all the open cards of a suit that no other defender can beat, or 0."""
    for lane in range(SUITS):
        card = catches(load(base, LEGAL + lane), load(base, THEIRS + lane), load(base, OTHERS + lane))
        if card:
            return card | tag(np.int64(lane))
    return ZERO
