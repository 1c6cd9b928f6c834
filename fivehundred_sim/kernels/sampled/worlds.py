"""Worlds: the cards that a player cannot see, dealt anew, every deal that fits the suits shown as likely.

Three receivers share the unseen cards, each with so many places and suits that he may hold. Suit by suit the
ways to share the rest are counted; then each suit is split in proportion to the ways that remain. So no deal
is tried in vain, however many voids have been shown. The cards out of play (the contractor's three discards,
in an ending all that is not dealt) go to receiver 0 and are taken from him afterwards.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Real, Word, kernel, popcount
from fivehundred_sim.kernels.knowledge import lane_mask, nth
from fivehundred_sim.kernels.lanes import JOKER, ZERO
from fivehundred_sim.kernels.stream import below, next_word

SUITS = 5  # four lanes and the joker without a suit
MOST = 44  # places of a receiver + 1
WAYS_SHAPE = (SUITS + 1, MOST, MOST)
_UNIT = 1.0 / 18446744073709551616.0


@kernel()
def suit_of(index: Int) -> Word:
    """Return the lane of a suit, or the joker."""
    return JOKER if index == 4 else lane_mask(index)


@kernel()
def choose_of(n: Int, k: Int) -> Real:
    """Return the number of ways to choose k of n cards."""
    ways = 1.0
    for i in range(k):
        ways *= (n - i) / (i + 1)
    return ways


@kernel()
def count_ways(unseen: Word, places: Int, allowed: Word, ways: Real) -> Real:
    """Fill `ways` and return in how many ways `unseen` can be shared, 0 if in none.

    places: int64 (3,), summing to the number of unseen cards. allowed: uint64 (3,), the cards each receiver
    may hold. ways[s, a, b]: ways to share suits s and later, with a and b places left with receivers 0 and 1.
    """
    n0, n1 = places[0], places[1]
    total = 0
    for a in range(n0 + 1):
        for b in range(n1 + 1):
            ways[SUITS, a, b] = 0.0
    ways[SUITS, 0, 0] = 1.0
    for s in range(SUITS - 1, -1, -1):
        suit = suit_of(s)
        n = popcount(unseen & suit)
        total += n
        for a in range(n0 + 1):
            for b in range(n1 + 1):
                c = total - a - b
                sum_of_ways = 0.0
                if 0 <= c <= places[2]:
                    for i in range((min(a, n) if allowed[0] & suit else 0) + 1):
                        first = choose_of(n, i)
                        for j in range((min(b, n - i) if allowed[1] & suit else 0) + 1):
                            k = n - i - j
                            if k > c or (k > 0 and allowed[2] & suit == ZERO):
                                continue
                            sum_of_ways += first * choose_of(n - i, j) * ways[s + 1, a - i, b - j]
                ways[s, a, b] = sum_of_ways
    return ways[0, n0, n1]


@kernel()
def draw(cards: Word, n: Int, rng: Word) -> Word:
    """Return n cards of a mask, each subset as likely; `rng` is a uint64 array of one word."""
    out = ZERO
    for _ in range(n):
        rng[0], word = next_word(rng[0])
        card = nth(cards, below(word, popcount(cards)))
        cards ^= card
        out |= card
    return out


@kernel()
def fraction(rng: Word) -> Real:
    """Return a random number in [0, 1)."""
    rng[0], word = next_word(rng[0])
    return float(word) * _UNIT


@kernel()
def share(unseen: Word, places: Int, allowed: Word, ways: Real, rng: Word, out: Word) -> None:
    """Deal the unseen cards to the three receivers, uint64 (3,) `out`; `count_ways` has filled `ways`."""
    a, b = places[0], places[1]
    out[0], out[1], out[2] = ZERO, ZERO, ZERO
    for s in range(SUITS):
        suit = suit_of(s)
        cards = unseen & suit
        n = popcount(cards)
        if n == 0:
            continue
        i, j = _split(s, suit, n, a, b, allowed, ways, fraction(rng) * ways[s, a, b])
        first = draw(cards, i, rng)
        second = draw(cards ^ first, j, rng)
        out[0] |= first
        out[1] |= second
        out[2] |= cards ^ first ^ second
        a -= i
        b -= j


@kernel()
def _split(
    s: Int, suit: Word, n: Int, a: Int, b: Int, allowed: Word, ways: Real, goal: Real
) -> tuple[Int, Int]:
    """Return how many of a suit's n cards receivers 0 and 1 get: where the sum of ways passes `goal`."""
    last_i, last_j = np.int64(0), np.int64(0)
    for i in range((min(a, n) if allowed[0] & suit else 0) + 1):
        first = choose_of(n, i)
        for j in range((min(b, n - i) if allowed[1] & suit else 0) + 1):
            if n - i - j > 0 and allowed[2] & suit == ZERO:
                continue
            part = first * choose_of(n - i, j) * ways[s + 1, a - i, b - j]
            if part == 0.0:
                continue
            last_i, last_j = np.int64(i), np.int64(j)
            goal -= part
            if goal < 0.0:
                return last_i, last_j
    return last_i, last_j


@kernel()
def take_out(cards: Word, n: Int, allowed: Word, rng: Word) -> tuple[Word, Flag]:
    """Split receiver 0's cards into the n that he holds and those out of play.

    Among his cards only those of `allowed` can be held. So that every deal is as likely, a deal with fewer
    ways to split counts less: it is refused with the chance that makes up for it. Returns (cards held, ok).
    """
    possible = cards & allowed
    if popcount(possible) < n:
        return ZERO, False
    chance = choose_of(popcount(possible), n) / choose_of(popcount(cards), n)
    if chance < 1.0 and fraction(rng) >= chance:
        return ZERO, False
    return draw(possible, n, rng), True
