"""The contractor's exchange at any table: what he throws of hand and kitty, and where jokers are named.

The judgement is that of `discard` and `misere_discard`: the worth of each suit after throwing 0, 1, ...
cards, and the best sum over all ways to split the throw. Nothing here sees more than one player's own cards.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, kernel, popcount
from fivehundred_sim.kernels.codes import HAND
from fivehundred_sim.kernels.discard import row_of_aces, row_of_trumps, suit_values
from fivehundred_sim.kernels.discard_tables import NO_TRUMP_SUIT, SIDE_SUIT, TRUMP_COUNT
from fivehundred_sim.kernels.lanes import ZERO, top_bit
from fivehundred_sim.kernels.misere_discard import exposure_of_joker, suit_exposures
from fivehundred_sim.kernels.splits import IMPOSSIBLE, VALUES, best_split, cards_thrown, of_lane
from fivehundred_sim.kernels.wide.certain import keep_certain
from fivehundred_sim.kernels.wide.state import AVOIDS, LANES, LOW, NOMINATE, NOMINATED, SUITLESS, SUITS, TRUMP

_MANDATORY = 2  # of the code NOMINATE: every holder names his jokers; 1: the contractor may; 0: nobody
_NOMINATED = np.uint64(NOMINATED)
_IN_SUIT = np.uint64(3 << NOMINATED)  # the jokers in the lane of their suit


@kernel()
def wide_exchange(strain: Ints, cards: Words, full: Words, kept: Words, thrown: Words, values: Ints) -> Int:
    """Throw what is more than ten cards, and name the jokers; return the lane named, -1 for none.

    strain: a row of the strains' table. cards: uint64 (5,), the contractor's hand and the kitty, or his hand
    alone where he does not take it. full: uint64 (5,), the whole pack in the strain's lanes. kept, thrown:
    uint64 (5,), overwritten: the hand for the play, nominated jokers in their suit, and the cards thrown as
    they were. values: int64 (DISCARD_WORDS,), overwritten.
    """
    number = np.int64(0)
    for lane in range(LANES):
        number += popcount(cards[lane])
        thrown[lane] = ZERO
    number = max(number - HAND, np.int64(0))
    if strain[AVOIDS] == 1:
        _misere_discard(strain, cards, full, number, values, thrown)
    elif strain[TRUMP] == 1:
        _trump_discard(cards, full, number, values, thrown)
    else:
        _no_trump_discard(cards, full, number, values, thrown)
    if strain[AVOIDS] == 0 and number > 0:
        keep_certain(strain, cards, full, np.int64(HAND), thrown)
    for lane in range(LANES):
        kept[lane] = cards[lane] & ~thrown[lane]
    lane = contractor_names(strain, kept, full)
    name_jokers(kept, lane)
    return lane


@kernel()
def contractor_names(strain: Ints, hand: Words, full: Words) -> Int:
    """Return the lane in which the contractor's jokers shall stand, -1 to leave them without a suit.

    In misère a joker without a suit would take a trick; in no-trump it takes one whenever it can be played,
    so it is given a suit only where the rules demand it.
    """
    if strain[NOMINATE] == 0 or hand[SUITLESS] == ZERO:
        return np.int64(-1)
    if strain[AVOIDS] == 0:
        return holder_names(strain, hand)
    best = np.int64(1) << np.int64(60)
    choice = np.int64(0)
    for lane in range(SUITS):
        danger = exposure_of_joker(hand[lane], full[lane] & ~hand[lane], hand[SUITLESS] << _NOMINATED)
        if danger < best:
            best = danger
            choice = np.int64(lane)
    return choice


@kernel()
def holder_names(strain: Ints, hand: Words) -> Int:
    """Return the lane that a player must give his jokers, -1 where he has none or need not: his longest suit.

    There the cards below the joker are the most: led after it they win, and in misère they follow instead.
    """
    if strain[NOMINATE] != _MANDATORY or hand[SUITLESS] == ZERO:
        return np.int64(-1)
    choice = np.int64(0)
    for lane in range(1, SUITS):
        if popcount(hand[lane]) > popcount(hand[choice]):
            choice = np.int64(lane)
    return choice


@kernel()
def name_jokers(hand: Words, lane: Int) -> None:
    """Move the jokers of a hand to the top of a lane; nothing for lane -1."""
    if lane >= 0:
        hand[lane] |= hand[SUITLESS] << _NOMINATED
        hand[SUITLESS] = ZERO


@kernel()
def _throw(cards: Words, split: Int, from_top: bool, thrown: Words) -> None:
    """Write the cards that a split throws from the suits."""
    for lane in range(SUITS):
        thrown[lane] = cards_thrown(cards[lane], of_lane(split, lane), from_top)


@kernel()
def _no_trump_discard(cards: Words, full: Words, number: Int, values: Ints, thrown: Words) -> None:
    """Write what to throw in no-trump; a second joker counts as an ace."""
    aces = np.int64(0)
    for lane in range(SUITS):
        if cards[lane] & top_bit(full[lane]):
            aces += 1
    jokers = popcount(cards[SUITLESS])
    table = NO_TRUMP_SUIT[row_of_aces(min(aces + max(jokers - 1, 0), 4), jokers > 0)]
    for lane in range(SUITS):
        suit_values(table, cards[lane], full[lane], number, lane, values)
    _throw(cards, best_split(values, number)[0], False, thrown)


@kernel()
def _trump_discard(cards: Words, full: Words, number: Int, values: Ints, thrown: Words) -> None:
    """Write what to throw with a trump suit, each number of trumps kept a sum of its own (see `discard`)."""
    best = np.int64(4 * IMPOSSIBLE - 1)
    choice = np.int64(0)
    trumps = popcount(cards[3])
    for kept in range(max(trumps - number, 0), trumps + 1):
        if kept < trumps - 1 and trumps < HAND:
            continue
        for lane in range(3):
            suit_values(SIDE_SUIT[row_of_trumps(kept)], cards[lane], full[lane], number, lane, values)
        for thrown_trumps in range(number + 1):
            worth = TRUMP_COUNT[min(kept, TRUMP_COUNT.shape[0] - 1)]
            values[3 * VALUES + thrown_trumps] = worth if thrown_trumps == trumps - kept else IMPOSSIBLE
        split, value = best_split(values, number)
        if value > best:
            best = value
            choice = split
    _throw(cards, choice, False, thrown)


@kernel()
def _misere_discard(
    strain: Ints, cards: Words, full: Words, number: Int, values: Ints, thrown: Words
) -> None:
    """Write what to throw in a misère: each suit from its top, a joker where it would take a trick.

    Low jokers take none and stay. Where jokers may be named, each suit is tried for them.
    """
    jokers = cards[SUITLESS]
    for lane in range(SUITS):
        suit_exposures(cards[lane], full[lane] & ~cards[lane], number, lane, values)
    if jokers == ZERO or strain[LOW] == 1:
        _throw(cards, best_split(values, number)[0], True, thrown)
        return
    if strain[NOMINATE] == 0:
        gone = cards_thrown(jokers, min(number, popcount(jokers)), True)
        _throw(cards, best_split(values, number - popcount(gone))[0], True, thrown)
        thrown[SUITLESS] = gone
        return
    best = np.int64(4 * IMPOSSIBLE - 1)
    split, named = np.int64(0), np.int64(0)
    for lane in range(SUITS):
        out = full[lane] & ~cards[lane]
        suit_exposures(cards[lane] | (jokers << _NOMINATED), out, number, lane, values)
        found, value = best_split(values, number)
        suit_exposures(cards[lane], out, number, lane, values)
        if value > best:
            best = value
            split = found
            named = np.int64(lane)
    _throw(cards, split, True, thrown)
    gone = cards_thrown(cards[named] | (jokers << _NOMINATED), of_lane(split, named), True)
    thrown[named] = gone & ~_IN_SUIT
    thrown[SUITLESS] = gone >> _NOMINATED


@kernel()
def calls(strain: Ints, table: Ints, jokers: Int, kept: Words, thrown: Words, full: Words) -> Int:
    """Return the place of the card that a five-handed contractor calls, -1 where he calls none.

    The highest trump that he misses and may call, else the highest missing card of his longest plain suit
    (docs/rulings.md), the first of equals. jokers: how many the pack has.
    """
    missing = full[3] & ~(kept[3] | thrown[3])
    if strain[TRUMP] == 1 and table[4] != 1:
        tops = jokers + (2 if table[4] == 0 else 0)
        allowed = cards_left(full[3], tops) & missing
        if allowed:
            return np.int64(96) + popcount(top_bit(allowed) - np.uint64(1))
    best, length = np.int64(-1), np.int64(-1)
    for lane in range(3 if strain[TRUMP] == 1 else SUITS):
        missing = full[lane] & ~(kept[lane] | thrown[lane])
        if missing and popcount(kept[lane]) > length:
            length = popcount(kept[lane])
            best = 32 * np.int64(lane) + popcount(top_bit(missing) - np.uint64(1))
    return best


@kernel()
def cards_left(cards: Word, number: Int) -> Word:
    """Return a suit without its `number` highest cards."""
    return cards & ~cards_thrown(cards, number, True)
