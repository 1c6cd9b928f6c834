"""Which deals a measuring script looks at: seat 0 takes the kitty and plays what such cards would bid.

A population is a small number. SUITS takes every deal, in the suit with the most effective trumps among the
thirteen cards of hand and kitty. The others take only deals whose thirteen cards would bid the strain:

- NO_TRUMP: the joker and two aces, or four aces. NO_TRUMP_JOKER and NO_TRUMP_ACES are its two halves: with
  the joker and two aces; without the joker and with three aces at least.
- MISERE, OPEN_MISERE: at most four of thirteen cards above the nine, the joker counted. MISERE_SURE and
  OPEN_MISERE_SURE: at most three, so that the discard can get rid of them all.
"""

import numba
import numpy as np

from fivehundred_sim.kernels._jit import kernel, popcount
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.codes import MISERE, NO_TRUMP, OPEN_MISERE
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.lanes import LANE

SUITS = 0
NO_TRUMP_JOKER, NO_TRUMP_ACES = 7, 8
MISERE_SURE, OPEN_MISERE_SURE = 9, 10
NO_TRUMP_ANY = 11
_FROM_THE_TEN = 5  # a suit's cards from the ten to the ace: 10 J Q K A


@numba.njit
def thirteen(bits, order):
    """The cards of seat 0 and the kitty as a lane word; `bits` is a row of the layout table."""
    return hand_mask(bits, order, 0, 10) | hand_mask(bits, order, 40, 43)


@numba.njit
def best_suit(bit, order):
    """The suit with the most trumps among hand and kitty, ties by the highest."""
    best, strain = -1, 0
    for s in range(4):
        trumps = thirteen(bit[s], order) >> np.uint64(48)
        worth = popcount(trumps) * 100000 + np.int64(trumps)
        if worth > best:
            best, strain = worth, s
    return strain


@numba.njit
def aces_and_high(bits, cards):
    """How many aces and how many cards above the nine are among `cards`, the joker left out."""
    full = pack_mask(bits)
    aces = high = 0
    for lane in range(4):
        length = popcount(full & (LANE << np.uint64(16 * lane)))
        mine = (cards >> np.uint64(16 * lane)) & LANE
        aces += np.int64(mine >> np.uint64(length - 1))
        high += popcount(mine >> np.uint64(length - _FROM_THE_TEN))
    return aces, high


@numba.njit
def strain_of(bit, order, population):
    """The strain to play in a population, -1 for a deal that is not of it."""
    if population == SUITS:
        return best_suit(bit, order)
    if population == NO_TRUMP_ANY:
        return NO_TRUMP
    cards = thirteen(bit[NO_TRUMP], order)  # no-trump and the misères have the same lanes
    aces, high = aces_and_high(bit[NO_TRUMP], cards)
    joker = np.int64(cards >> np.uint64(63))
    if population == NO_TRUMP:
        return NO_TRUMP if aces + 2 * joker >= 4 else -1
    if population == NO_TRUMP_JOKER:
        return NO_TRUMP if joker == 1 and aces >= 2 else -1
    if population == NO_TRUMP_ACES:
        return NO_TRUMP if joker == 0 and aces >= 3 else -1
    most = 3 if population >= MISERE_SURE else 4
    if high + joker > most:
        return -1
    return MISERE if population in (MISERE, MISERE_SURE) else OPEN_MISERE


@kernel()
def find_deals(bit, population, wanted, seed, orders, strains):
    """Fill `orders` with the first deals of a population, `strains` with what they play.

    wanted: only deals that play this strain, -1 for any. orders: int64 (deals, cards of the pack), each row
    a shuffled pack: seats 0 to 3 hold ten each, the kitty is last.
    """
    pack = np.arange(bit.shape[1])
    deal = found = 0
    while found < orders.shape[0]:
        shuffle(seed, deal, pack, orders[found])
        deal += 1
        strain = strain_of(bit, orders[found], population)
        if strain < 0 or (wanted >= 0 and strain != wanted):
            continue
        strains[found] = strain
        found += 1
