"""Worlds are dealt as they should be: every deal that fits is as likely, and no other is dealt."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from fivehundred_sim.kernels.sampled.worlds import WAYS_SHAPE, count_ways, share, take_out


def bits(*places):
    return np.uint64(sum(1 << place for place in places))


def deals_that_fit(cards, places, allowed):
    """All ways to share cards (places of bits) among three receivers, as tuples of frozensets."""
    found = []
    for first in combinations(cards, places[0]):
        rest = [card for card in cards if card not in first]
        for second in combinations(rest, places[1]):
            third = [card for card in rest if card not in second]
            hands = (first, second, tuple(third))
            if all(int(allowed[i]) >> card & 1 for i in range(3) for card in hands[i]):
                found.append(hands)
    return found


CASES = {
    "nothing shown": ((0, 1, 2, 16, 17, 48, 49), (3, 2, 2), (~0, ~0, ~0)),
    "one void": ((0, 1, 2, 16, 17, 48, 49), (2, 3, 2), (~0, ~0x7FFF, ~0)),
    "two voids and the joker": (
        (0, 1, 16, 17, 32, 48, 49, 63),
        (3, 3, 2),
        (~0, ~0x7FFF0000, ~(0x7FFF << 48) & ~(1 << 63)),
    ),
    "an empty place": ((0, 1, 16, 32, 48, 49), (2, 4, 0), (~0x7FFF, ~0, ~0)),
}


@pytest.mark.parametrize("case", CASES)
def test_every_deal_that_fits_is_as_likely_and_no_other_is_dealt(case):
    cards, places, masks = CASES[case]
    allowed = np.array([mask & (2**64 - 1) for mask in masks], np.uint64)
    fitting = deals_that_fit(cards, places, allowed)
    ways, out = np.zeros(WAYS_SHAPE), np.zeros(3, np.uint64)
    where = np.array(places, np.int64)
    assert count_ways(bits(*cards), where, allowed, ways) == len(fitting)
    index = {tuple(int(bits(*hand)) for hand in deal): i for i, deal in enumerate(fitting)}
    rng, draws = np.array([7], np.uint64), 60 * len(fitting)
    seen = np.zeros(len(fitting), int)
    for _ in range(draws):
        share(bits(*cards), where, allowed, ways, rng, out)
        seen[index[tuple(int(word) for word in out)]] += 1
    assert chisquare(seen).pvalue > 0.001


def test_what_cannot_be_shared_has_no_ways():
    ways = np.zeros(WAYS_SHAPE)
    nowhere = np.full(3, ~np.uint64(0x7FFF))
    assert count_ways(bits(0, 16, 17), np.array([1, 1, 1]), nowhere, ways) == 0


def test_discards_come_out_of_the_contractors_cards_as_if_all_deals_were_as_likely():
    # he is out of lane 0, of which two cards are unseen: they were thrown, or another holds them
    cards, where = bits(0, 1, 16, 17, 18, 48), np.array([4, 2, 0], np.int64)
    free = np.full(3, ~np.uint64(0))
    ways, out = np.zeros(WAYS_SHAPE), np.zeros(3, np.uint64)
    count_ways(cards, where, free, ways)
    rng, seen = np.array([3], np.uint64), {}
    for _ in range(20_000):
        share(cards, where, free, ways, rng, out)
        held, ok = take_out(out[0], 2, ~np.uint64(0x7FFF), rng)
        if ok:
            assert not held & np.uint64(0x7FFF)
            key = (int(held), int(out[1]))
            seen[key] = seen.get(key, 0) + 1
    possible = [
        (held, other)
        for held in combinations((16, 17, 18, 48), 2)
        for other in combinations([card for card in (0, 1, 16, 17, 18, 48) if card not in held], 2)
    ]
    counts = [seen.pop((int(bits(*held)), int(bits(*other)))) for held, other in possible]
    assert not seen
    assert chisquare(counts).pvalue > 0.001
