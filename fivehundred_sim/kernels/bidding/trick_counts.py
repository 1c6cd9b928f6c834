"""Published counts that add up tricks: T-BOT's trick count, HEN's fractions and ZH's sum.

Known from short descriptions of three programs (a bot of a public 500 site, a phone game and a strategy
table), not from their code. What the descriptions leave open is filled in here, and every filling is named.

All share the signature of `counts.published_count`: `out` float64 (5,) gets the tricks of S C D H NT.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Real, Word, Words, kernel, lowest, popcount
from fivehundred_sim.kernels.bidding.held import (
    CLASSES,
    JOKERS,
    TRUMPS,
    has,
    held_above,
    jokers_of_pack,
    lay_out,
    run_from,
    trumps_of_pack,
)
from fivehundred_sim.kernels.codes import HAND, NO_TRUMP

NEVER = -1e9  # what a count that would not bid a denomination gives it
# The rows of `calls` (`counts.published_count`) and the place in the third that says nobody helps.
PARTNERS, OPPONENTS, SIDE = 0, 1, 2
ALONE = 0


# --- T-BOT --------------------------------------------------------------------------------------------------


@kernel()
def bot_suit(held: Words, jokers: Int) -> Int:
    """Return the tricks that T-BOT counts in the hand itself; fewer than four trumps are no suit to bid.

    Each void side suit is two ruffs and each singleton one. Then come winners in a row; in a side suit ace
    and king alone. One trick less for each trump short of five, and one where the best is below the ace.

    Filled in: in trumps the ace and each card above it is a winner, and so are those in a row below the ace;
    without any of them the row begins at the best trump held, and in a side suit it may begin at the king.
    The bot's tests (cases B01, B02, B17) fit no reading in which a row must begin at the top.
    """
    trumps, length = np.uint64(held[TRUMPS]), popcount(held[TRUMPS])
    ace = jokers + 2
    tricks = held_above(trumps, ace)
    if tricks == 0 or has(trumps, ace) == 1:
        tricks += run_from(trumps, lowest(trumps) if tricks == 0 else ace)
    for part in range(1, JOKERS):
        cards = popcount(held[part])
        tricks += max(np.int64(2) - cards, np.int64(0)) + popcount(np.uint64(held[part]) & np.uint64(3))
    tricks -= max(np.int64(5) - length, np.int64(0))
    if lowest(trumps) > ace:
        tricks -= np.int64(1)
    return tricks


@kernel()
def bot_no_trump(held: Words) -> Int:
    """Return the tricks that T-BOT counts in no-trump: jokers, and rows that begin with ace, king or queen.

    The queen comes from the bot's tests (B15: three queens count); its rule says nothing of no-trump rows.
    """
    tricks = popcount(held[JOKERS])
    for suit in range(JOKERS):
        best = lowest(held[suit])
        if best < 3:
            tricks += run_from(held[suit], best)
    return tricks


@kernel()
def trick_bot(hand: Ints, code: Ints, calls: Ints, out: Real) -> None:
    """T-BOT (C9): own tricks, two of a partner (one where nobody helps) and one of the kitty.

    What the others bring is scaled by 4 / own tricks where these are more than four, and nothing is added to
    eight (so eight are worth a fraction less than seven, but no lower level). Nine needs a joker in hand; a
    suit that an opponent has bid is not bid; no-trump only with a joker or after a partner's no-trump.
    """
    jokers = jokers_of_pack(code)
    held = np.empty(CLASSES, np.uint64)
    for strain in range(NO_TRUMP + 1):
        lay_out(hand, code, strain, held)
        place = JOKERS if strain == NO_TRUMP else TRUMPS
        joker = held_above(held[place], jokers)
        with_joker = joker > 0 or calls[PARTNERS, strain] > 0
        bids = with_joker if strain == NO_TRUMP else popcount(held[TRUMPS]) >= 4
        if not bids or calls[OPPONENTS, strain] > 0:
            out[strain] = NEVER
            continue
        own = bot_no_trump(held) if strain == NO_TRUMP else bot_suit(held, jokers)
        brought = 2.0 if calls[SIDE, ALONE] == 1 else 3.0
        tricks = float(own)
        if own < 8:
            tricks += brought * (4.0 / own if own > 4 else 1.0)
        out[strain] = min(tricks, 8.0 if joker == 0 else float(HAND))


# --- HEN ----------------------------------------------------------------------------------------------------


@kernel()
def hen_trumps(trumps: Word, jokers: Int) -> Real:
    """Return what HEN counts in trumps: the high ones, those that go together, and the length."""
    joker, right, left = held_above(trumps, jokers), has(trumps, jokers), has(trumps, jokers + 1)
    tricks = 1.1 * joker + 1.0 * right + 0.9 * left
    if joker > 0 and right == 1:
        tricks += 0.5 if left == 1 else 0.4
    # Filled in: the higher of two figures for ace and king where a joker or bower stands above them.
    led = held_above(trumps, jokers + 2) > 0
    tricks += (0.7 if led else 0.5) * has(trumps, jokers + 2) + (0.4 if led else 0.2) * has(
        trumps, jokers + 3
    )
    tricks += 0.15 * has(trumps, jokers + 4)
    length = popcount(trumps)
    if length >= 7:
        return tricks + 1.5
    if length == 6:
        return tricks + 1.0
    return tricks + (0.7 if length == 5 else 0.3 if length == 4 else 0.0)


@kernel()
def hen_side(cards: Word) -> Real:
    """Return what HEN counts in a side suit's ace (0.6 to 0.85) and king (0.15 to 0.7).

    Filled in: an ace is 0.85 alone or with one card, 0.7 with two, 0.6 with more; a king is 0.7 under the
    ace, 0.4 with another card, 0.15 bare.
    """
    length, ace, king = popcount(cards), has(cards, np.int64(0)), has(cards, np.int64(1))
    tricks = 0.0
    if ace == 1:
        tricks += 0.85 if length <= 2 else 0.7 if length == 3 else 0.6
    if king == 1:
        tricks += 0.7 if ace == 1 else 0.4 if length >= 2 else 0.15
    return tricks


@kernel()
def hen(hand: Ints, code: Ints, calls: Ints, out: Real) -> None:
    """HEN v2 (C11): fractions of a trick for high trumps, their length, side aces and kings, and ruffs.

    A void is 0.8 and a singleton 0.4 beside four trumps or more. Over another's bid it goes up to half a
    trick higher than it counts, so half a trick is added where anybody has bid. Filled in: no-trump counts
    1.1 a joker and aces and kings as in side suits; partner and kitty bring nothing, since nothing is said.
    """
    jokers = jokers_of_pack(code)
    held = np.empty(CLASSES, np.uint64)
    over = 0.5 if calls[PARTNERS].sum() + calls[OPPONENTS].sum() > 0 else 0.0
    for strain in range(NO_TRUMP + 1):
        lay_out(hand, code, strain, held)
        if strain == NO_TRUMP:
            tricks = 1.1 * popcount(held[JOKERS]) + hen_side(held[0])
        else:
            tricks = hen_trumps(held[TRUMPS], jokers)
        for part in range(1, JOKERS):
            tricks += hen_side(held[part])
            if strain < NO_TRUMP and popcount(held[TRUMPS]) >= 4:
                cards = popcount(held[part])
                tricks += 0.8 if cards == 0 else 0.4 if cards == 1 else 0.0
        out[strain] = min(tricks + over, float(HAND))


# --- ZH -----------------------------------------------------------------------------------------------------


@kernel()
def zh(hand: Ints, code: Ints, calls: Ints, out: Real) -> None:
    """ZH (C12): 3.8 tricks and what the trumps add, from 3.2 to 8.6; six are a bid. It knows no no-trump.

    Joker 1.25, right bower 1, left 0.9, ace of trumps 0.75, each trump above four 0.12, each trump more than
    ten cards hold on average 0.16 and each fewer -0.12, a side ace 0.4, a void 0.1; 0.8 less without ace and
    right bower and with two honours at most. The average is the source's, which counts the trump suit as
    printed. Filled in: honours are jokers, bowers, ace and king.
    """
    jokers = jokers_of_pack(code)
    held = np.empty(CLASSES, np.uint64)
    for strain in range(NO_TRUMP):
        lay_out(hand, code, strain, held)
        trumps, length = np.uint64(held[TRUMPS]), popcount(held[TRUMPS])
        right, ace = has(trumps, jokers), has(trumps, jokers + 2)
        tricks = 3.8 + 1.25 * held_above(trumps, jokers) + 1.0 * right + 0.9 * has(trumps, jokers + 1)
        tricks += 0.75 * ace + 0.12 * max(length - 4, 0)
        printed = trumps_of_pack(code, strain) - jokers - 1
        more = length - HAND * printed / code.shape[1]
        tricks += (0.16 if more > 0 else 0.12) * more
        for part in range(1, JOKERS):
            tricks += 0.4 * has(held[part], np.int64(0)) + (0.1 if popcount(held[part]) == 0 else 0.0)
        if right + ace == 0 and held_above(trumps, jokers + 4) <= 2:
            tricks -= 0.8
        out[strain] = min(max(tricks, 3.2), 8.6)
    out[NO_TRUMP] = NEVER
