"""Published counts that add up points or a level to bid: MCG46, ARI and Patrick.

Known from short descriptions of a university course's game and of an open engine's two bidding scripts, not
from their code. What the descriptions leave open is filled in here, and every filling is named.

All share the signature of `counts.published_count`: `out` float64 (5,) gets the level bid in S C D H NT.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, Word, kernel, lowest, popcount
from fivehundred_sim.kernels.bidding.held import (
    CLASSES,
    JOKERS,
    TRUMPS,
    has,
    held_above,
    jokers_of_pack,
    lay_out,
    run_from,
)
from fivehundred_sim.kernels.bidding.trick_counts import NEVER, OPPONENTS, PARTNERS
from fivehundred_sim.kernels.codes import HAND, NO_TRUMP

# --- MCG46 --------------------------------------------------------------------------------------------------


@kernel()
def joker_points(jokers: Word) -> Int:
    """Return MCG46's points of jokers by height: 6 for the highest (or only one), 5 for the second."""
    return 6 * has(jokers, np.int64(0)) + 5 * has(jokers, np.int64(1))


@kernel()
def band(points: Real, six: Real, seven: Real, eight: Real, nine: Real, ten: Real) -> Real:
    """Return the level that points bid, given what each level begins at; between two levels in proportion.

    Its floor is the level of the source; what is behind the point tells two hands of one level apart.
    """
    if points < six:
        return NEVER
    if points < seven:
        return 6.0 + (points - six) / (seven - six)
    if points < eight:
        return 7.0 + (points - seven) / (eight - seven)
    if points < nine:
        return 8.0 + (points - eight) / (nine - eight)
    if points < ten:
        return 9.0 + (points - nine) / (ten - nine)
    return float(HAND)


@kernel()
def mcg(hand: Ints, code: Ints, calls: Ints, out: Real) -> None:
    """MCG46 (C10), a point count for the 46 cards with two jokers.

    Trumps: jokers 6 and 5, right bower 4, left 3, ace 2, king 1, each trump above four 2; with four trumps
    and seven points it bids 6 from 6, 7 from 9, 8 from 11, 9 from 14, 10 from 16. No-trump: ace 4, king 3,
    queen 2, jack 1, two cards at least in each suit; 6 from 9, then 13, 17, 21, 25. Five more where a partner
    has bid the denomination, four fewer for each opponent who has. Filled in: jokers count in no-trump as
    they do in trumps, as trumps they count towards length, and a single joker is 6.
    """
    jokers = jokers_of_pack(code)
    held = np.empty(CLASSES, np.uint64)
    for strain in range(NO_TRUMP + 1):
        lay_out(hand, code, strain, held)
        points = -4 * calls[OPPONENTS, strain] + (5 if calls[PARTNERS, strain] > 0 else 0)
        if strain < NO_TRUMP:
            trumps = np.uint64(held[TRUMPS])
            length = popcount(trumps)
            points += joker_points(trumps & ((np.uint64(1) << np.uint64(jokers)) - np.uint64(1)))
            points += 2 * max(length - 4, 0)
            for below in range(4):
                points += (4 - below) * has(trumps, jokers + below)
            out[strain] = band(points, 6.0, 9.0, 11.0, 14.0, 16.0) if points >= 7 and length >= 4 else NEVER
            continue
        points += joker_points(held[JOKERS])
        shortest = np.int64(HAND)
        for suit in range(JOKERS):
            shortest = min(shortest, popcount(held[suit]))
            for below in range(4):
                points += (4 - below) * has(held[suit], np.int64(below))
        out[strain] = band(points, 9.0, 13.0, 17.0, 21.0, 25.0) if shortest >= 2 else NEVER


# --- ARI ----------------------------------------------------------------------------------------------------


@kernel()
def face_values(cards: Word) -> Int:
    """Return the sum of printed values, ace 14 down to 2, from the places of one printed suit's cards.

    Where a suit goes on below the ten without gaps the place says the rank. Six-handed packs have 11, 12 and
    13 below the jack: they count as 10, 9 and 8 then, and so on down to 2 for the lowest.
    """
    total, rest = np.int64(0), np.uint64(cards)
    while rest != np.uint64(0):
        total += max(14 - lowest(rest), np.int64(2))
        rest &= rest - np.uint64(1)
    return total


@kernel()
def ari(hand: Ints, code: Ints, calls: Ints, out: Real) -> None:
    """ARI (C13): in a suit two a joker, one for each card printed in the suit and a twentieth of its values,
    half a trick for the left bower and one for each other suit headed by its ace, rounded (halves go up).

    No-trump: two a joker, the cards in rows from the aces down, and three; at most seven without a joker.
    That the count is of printed cards is read off its tests (B26: left bower, joker, K 10 and an ace are 7).
    """
    jokers = jokers_of_pack(code)
    printed, held = np.empty(CLASSES, np.uint64), np.empty(CLASSES, np.uint64)
    lay_out(hand, code, np.int64(NO_TRUMP), printed)
    joker = popcount(printed[JOKERS])
    rows = np.int64(0)
    for suit in range(JOKERS):
        rows += run_from(printed[suit], np.int64(0))
    no_trump = 2 * joker + rows + 3
    out[NO_TRUMP] = min(no_trump, 7 if joker == 0 else HAND)
    for strain in range(NO_TRUMP):
        lay_out(hand, code, strain, held)
        tricks = 2.0 * joker + popcount(printed[strain]) + face_values(printed[strain]) / 20.0
        tricks += 0.5 * has(held[TRUMPS], jokers + 1)
        for part in range(1, JOKERS):
            tricks += has(held[part], np.int64(0))
        out[strain] = min(np.floor(tricks + 0.5), float(HAND))


# --- Patrick ------------------------------------------------------------------------------------------------


@kernel()
def patrick(hand: Ints, code: Ints, calls: Ints, out: Real) -> None:
    """Patrick (C14), a weak opponent: what it counts is the level it bids.

    A joker 2 (3 in no-trump), each jack 2 in both suits of its colour, each ace 1 everywhere, each small
    trump 1; kings and queens count in no-trump only. Filled in: 1 each there; small is below the queen.
    """
    jokers = jokers_of_pack(code)
    held = np.empty(CLASSES, np.uint64)
    lay_out(hand, code, np.int64(NO_TRUMP), held)
    joker, aces = popcount(held[JOKERS]), np.int64(0)
    level = 3 * joker
    for suit in range(JOKERS):
        aces += has(held[suit], np.int64(0))
        level += has(held[suit], np.int64(1)) + has(held[suit], np.int64(2))
    out[NO_TRUMP] = min(level + aces, HAND)
    for strain in range(NO_TRUMP):
        lay_out(hand, code, strain, held)
        trumps = np.uint64(held[TRUMPS])
        jacks = has(trumps, jokers) + has(trumps, jokers + 1)
        small = popcount(trumps) - held_above(trumps, jokers + 5)
        out[strain] = min(2 * joker + 2 * jacks + aces + small, HAND)
