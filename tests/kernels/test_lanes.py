"""Lane arithmetic against lists of cards."""

import numpy as np

from fivehundred_sim.kernels import lanes
from fivehundred_sim.kernels.solver import insert

U = np.uint64


def bits(word):
    return [b for b in range(64) if int(word) >> b & 1]


def word_of(places):
    return U(sum(1 << int(b) for b in places))


def random_word(rng, joker=True):
    places = [16 * lane + p for lane in range(4) for p in range(13) if rng.random() < 0.4]
    if joker and rng.random() < 0.5:
        places.append(63)
    return word_of(places)


def test_compact_keeps_order_and_fills_from_the_bottom():
    rng = np.random.default_rng(51)
    for _ in range(300):
        cards = random_word(rng)
        hand = word_of(b for b in bits(cards) if rng.random() < 0.5)
        expected = []
        for lane in range(4):
            in_lane = [b for b in bits(cards) if b // 16 == lane and b != 63]
            expected += [16 * lane + in_lane.index(b) for b in bits(hand) if b in in_lane]
        expected += [63] if 63 in bits(hand) else []
        assert bits(lanes.compact(cards, hand)) == sorted(expected)


def test_drop_is_compaction_without_that_card():
    rng = np.random.default_rng(52)
    for _ in range(300):
        full = lanes.compact(random_word(rng), ~U(0))
        cards = lanes.compact(full, full)
        if not bits(cards):
            continue
        card = word_of([rng.choice(bits(cards))])
        hand = word_of(b for b in bits(cards) if rng.random() < 0.5)
        rest = cards & ~card
        assert lanes.drop(hand, card) == lanes.compact(rest, hand & ~card)


def test_insert_puts_a_mask_back_around_the_dropped_card():
    """A prefix mask from place p upwards, one card put back below or above p: the same cards are meant."""
    rng = np.random.default_rng(53)
    for _ in range(300):
        n, lane = int(rng.integers(1, 14)), int(rng.integers(4))
        gone, p = int(rng.integers(n)), int(rng.integers(15))
        mask = word_of(range(16 * lane + p, 16 * lane + 15))
        back = bits(insert(mask, word_of([16 * lane + gone])))
        remaining = [i for i in range(n) if i != gone]
        meant = {i for place, i in enumerate(remaining) if place >= p}
        found = {b - 16 * lane for b in back if b - 16 * lane < n}
        assert found - {gone} == meant
        assert gone not in found or any(i < gone for i in meant)


def test_words_of_one_bit():
    assert lanes.top_bit(U(0)) == 0
    assert lanes.low_bit(U(0)) == 0
    for b in range(64):
        one = U(1 << b)
        assert lanes.top_bit(one | U(1)) == one
        assert lanes.low_bit(one | U(1 << 63)) == one
        assert int(lanes.above(one)) == sum(1 << i for i in range(b + 1, 64))
        assert int(lanes.lane_mask_of(one)) == 0x7FFF << (b // 16 * 16)
    assert int(lanes.above(U(0))) == 2**64 - 1
