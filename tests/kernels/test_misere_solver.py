"""The misère solver against brute force and hands whose answer is known."""

import brute
import numpy as np
import pytest
from lane_hands import CODE, lane_words, random_hands
from test_solver import brute_cards

from fivehundred_sim.cards import JOKER, parse_hand
from fivehundred_sim.kernels.misere import NODES, misere_makes, new_misere_table

MISERE = 5


def makes(hands, leader, *, forced=1, lead_rule=1, led=0, nominated=-1, table=None):
    table = new_misere_table() if table is None else table
    return int(misere_makes(table, lane_words(hands, MISERE, nominated), leader, forced, lead_rule, led))


def low_hand_first(rng, hands):
    """Give seat 0 the lowest cards of all three hands, so that the question is close."""
    k = len(hands[0])
    cards = sorted((c for hand in hands for c in hand), key=lambda c: (c == JOKER, c % 16))
    rest = cards[k:]
    rng.shuffle(rest)
    return [cards[:k], rest[:k], rest[k:]]


def check_endings(seed, n):
    rng = np.random.default_rng(seed)
    table = new_misere_table()
    made = 0
    for _ in range(n):
        k = int(rng.integers(2, 6))
        hands = random_hands(rng, 3, k)
        if rng.random() < 0.7:
            hands = low_hand_first(rng, hands)
        if rng.random() < 0.4 and not any(JOKER in hand for hand in hands):
            hands[int(rng.integers(1, 3))][0] = JOKER
        nominated = int(rng.integers(4)) if rng.random() < 0.3 else -1
        forced, lead_rule, leader = int(rng.integers(2)), int(rng.integers(3)), int(rng.integers(3))
        led = int(rng.integers(16)) if lead_rule == 1 else 0
        expected = brute.misere(brute_cards(hands, 4, nominated), leader, forced, lead_rule, led)
        found = makes(
            hands, leader, forced=forced, lead_rule=lead_rule, led=led, nominated=nominated, table=table
        )
        assert found == expected, (hands, leader, forced, lead_rule, led, nominated)
        made += found
    assert n // 10 < made < n * 9 // 10


def test_equals_brute_force_on_endings():
    check_endings(seed=41, n=600)


@pytest.mark.long
def test_equals_brute_force_on_many_endings():
    check_endings(seed=42, n=30_000)


def test_the_lowest_hand_never_loses():
    rng = np.random.default_rng(43)
    low = list(parse_hand("4D 4H 5S 5C 5D 5H 6S 6C 6D 6H"))
    others = [c for c in CODE.pack if c not in low]
    for _ in range(200):
        cards = rng.permutation(others)[:20]
        assert makes([low, list(cards[:10]), list(cards[10:])], leader=0) == 1


def test_a_joker_without_a_suit_must_take_a_trick():
    rng = np.random.default_rng(44)
    low = list(parse_hand("JK 4D 4H 5S 5C 5D 5H 6S 6C 6D"))
    others = [c for c in CODE.pack if c not in low]
    cards = list(rng.permutation(others)[:20])
    for forced in (0, 1):
        assert makes([low, cards[:10], cards[10:]], leader=0, forced=forced) == 0


def test_no_more_positions_are_searched_than_before():
    """100 fixed close questions; integers of the code alone, so the same everywhere, with 2 % of room."""
    rng, table, nodes = np.random.default_rng(45), new_misere_table(), 0
    for i in range(100):
        cards = [c for c in rng.permutation(CODE.pack) if c != JOKER]
        hands = [sorted(cards[:13], key=lambda c: c % 16)[:10], cards[13:23], cards[23:33]]
        if i % 3 == 0:
            hands[1][0] = JOKER
        makes(hands, leader=0, table=table)
        nodes += int(table[NODES])
    assert nodes <= 10_515 * 1.02
