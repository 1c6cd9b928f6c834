"""Streams and dealing: an independent twin in big ints, and uniformity."""

import numpy as np
from scipy import stats

from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.stream import below, mix, next_word, stream_start

MASK = 2**64 - 1


def mix_twin(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def test_splitmix_reference_values():
    """First outputs of splitmix64 from state 0 (published test vector of the generator)."""
    state, out = np.uint64(0), []
    for _ in range(3):
        state, word = map(np.uint64, next_word(state))
        out.append(int(word))
    assert out == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_start_is_the_documented_function_of_seed_and_deal():
    for seed, deal in [(0, 0), (1, 0), (1, 1), (2**62, 10**12)]:
        expected = mix_twin(
            (mix_twin((seed + 0x9E3779B97F4A7C15) & MASK) + (deal + 1) * 0xD1B54A32D192ED03) & MASK
        )
        assert int(stream_start(seed, deal)) == expected
        assert int(mix(np.uint64(expected))) == mix_twin(expected)


def test_below_covers_its_range_evenly():
    state = np.uint64(stream_start(7, 0))
    counts = np.zeros(33, np.int64)
    for _ in range(33_000):
        state, word = map(np.uint64, next_word(state))
        counts[below(word, 33)] += 1
    assert stats.chisquare(counts).pvalue > 0.001


def test_shuffles_are_uniform_by_card_and_place_and_by_pairs():
    n, deals = 33, 20_000
    cards = np.arange(100, 100 + n)
    place = np.zeros((n, 4), np.int64)  # seats 1, 2, 3 and the kitty
    together = 0
    out = np.empty(n, np.int64)
    groups = np.array([0] * 10 + [1] * 10 + [2] * 10 + [3] * 3)
    for deal in range(deals):
        shuffle(3, deal, cards, out)
        where = np.empty(n, np.int64)
        where[out - 100] = groups
        place[np.arange(n), where] += 1
        together += where[4] == where[29]
    assert sorted(out) == list(cards)
    expected = deals * np.array([10, 10, 10, 3]) / n
    chi2 = ((place - expected) ** 2 / expected).sum()
    assert stats.chi2.sf(chi2, (n - 1) * 3) > 0.001
    p = (3 * 10 * 9 + 3 * 2) / (33 * 32)
    assert abs(together - deals * p) < 4 * np.sqrt(deals * p * (1 - p))


def test_a_deal_does_not_depend_on_the_ones_before_it():
    cards = np.arange(33)
    a, b = np.empty(33, np.int64), np.empty(33, np.int64)
    for deal in range(50):
        shuffle(9, deal, cards, a)
    shuffle(9, 49, cards, b)
    assert (a == b).all()
    shuffle(10, 49, cards, b)
    assert (a != b).any()
