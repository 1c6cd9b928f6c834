"""Placing cards, against a plain twin."""

import numpy as np

from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.deal_where import LAST_STREAM, STREAM, TRY, draws, place_cards
from fivehundred_sim.kernels.stream import next_word, stream_start


def shuffled(seed, number, cards):
    order = np.empty(cards, np.int64)
    shuffle(seed, number, np.arange(cards), order)
    return order.tolist()


def naive_place_cards(seed, number, kinds, takes, starts, sizes, cards):
    """The same deal with lists: each place picks from its own shuffle, the rest falls into what is free."""
    row, left = [None] * cards, set(range(cards))
    for stage, start in enumerate(starts):
        held, wanted = [], list(takes[stage])
        for card in shuffled(seed, number + STREAM * (2 * stage + 2), cards):
            if card in left and wanted[kinds[stage][card]]:
                wanted[kinds[stage][card]] -= 1
                held.append(card)
        left -= {*held}
        row[start : start + sizes[stage]] = held
    rest = iter([card for card in shuffled(seed, number, cards) if card in left])
    return [next(rest) if card is None else card for card in row]


def test_placing_is_what_the_twin_does():
    cards, starts, sizes = 20, np.array([5, 12]), np.array([4, 3])
    kinds = np.array([np.arange(20) % 3, np.arange(20) // 10])
    takes = np.array([[1, 2, 1], [0, 3, 0]])
    numbers = np.array([0, 1, 77, 5 * TRY + 3])
    out = np.empty((len(numbers), cards), np.int64)
    place_cards(9, numbers, kinds, np.tile(takes, (len(numbers), 1, 1)), starts, sizes, out)
    for number, row in zip(numbers.tolist(), out.tolist(), strict=True):
        assert row == naive_place_cards(9, number, kinds.tolist(), takes.tolist(), starts, sizes, cards)
        assert sorted(row) == list(range(cards))
        assert [sum(card % 3 == kind for card in row[5:9]) for kind in range(3)] == [1, 2, 1]
        assert all(card >= 10 for card in row[12:15])


def test_draws_are_first_words_of_streams_of_their_own():
    numbers = np.array([0, 4, TRY])
    out = np.empty((3, 2))
    draws(5, numbers, out)
    for number, row in zip(numbers.tolist(), out, strict=True):
        for stage, drawn in enumerate(row):
            _, word = next_word(np.uint64(stream_start(5, number + STREAM * (2 * stage + 1))))
            assert drawn == (int(word) >> 11) / 2**53
    # The last stream is one that seven places, with two streams each, leave free within a try.
    assert 2 * 6 + 2 < LAST_STREAM // STREAM + 1 < TRY // STREAM
