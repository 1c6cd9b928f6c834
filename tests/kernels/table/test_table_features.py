"""What a player counts: the kernel against the same told from the cards, hand by hand, for several packs."""

import numpy as np
import pytest
from told_hands import told

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.kernels.table import features as at
from fivehundred_sim.kernels.table.shapes import open_patterns, trump_patterns
from fivehundred_sim.rules.hands import above_nine, hand_code
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.table.groupings import _places, as_text

HOUSES = (
    ("australian", {}),
    ("american", {}),
    ("quebec", {}),
    ("six-handed", {}),
    ("two-handed", {}),
    ("australian", {"pack.floating_four": True, "pack.kitty": 3}),
)


def counted(rules, hand):
    """The features of one hand of pack indices as text, by strain."""
    out = np.empty((7, at.FEATURES), np.int64)
    at.features(np.array(hand), hand_code(rules), above_nine(rules), np.empty(5, np.uint64), out)
    return [
        as_text(
            {name: int(out[strain, place]) for name, place in _places(strain).items()},
            strain,
            rules.pack.jokers,
        )
        for strain in range(7)
    ]


@pytest.mark.parametrize(("name", "changes"), HOUSES, ids=str)
def test_features_are_what_the_cards_say(name, changes):
    rules = load_rules(name, changes)
    cards = np.array(pack(rules))
    rng = np.random.default_rng(len(cards))
    for _ in range(600):
        places = rng.permutation(len(cards))[:10]
        hand = [int(card) for card in cards[places]]
        for strain, found in enumerate(counted(rules, places)):
            expected = told(rules, hand, strain)
            assert {column: found[column] for column in expected} == expected, (hand, strain)


@pytest.mark.parametrize(
    ("text", "gaps", "worst"),
    [
        ("7C 6C 5C 6D 5D 4D 7H 6H 5H 4H", 0, 0),  # nothing can be forced to win
        ("9S 7C 6C 5C 6D 5D 4D 6H 5H 4H", 4, 4),  # 5 to 8 lie below the nine
        ("9S 5S 7C 6C 5C 6D 5D 4D 5H 4H", 2, 2),  # the five answers one of three
        ("9S 6S 7C 5C 6D 5D 4D 6H 5H 4H", 2, 2),  # the five of clubs answers the six
        ("AS JS 7C 5C 6D 5D 4D 5H 4H QH", 7 + 4, 7),  # AS: 8 less JS; QH: 6 to 10 and J less two
    ],
)
def test_gaps(text, gaps, worst):
    rules = load_rules("australian")
    cards = pack(rules)
    hand = [cards.index(card) for card in parse_hand(text, cards)]
    found = counted(rules, hand)[5]
    assert (found["gaps"], found["worst_gap"]) == (gaps, worst)


def test_every_pattern_has_one_number():
    for patterns in (trump_patterns(), open_patterns()):
        assert len(set(patterns)) == len(patterns)
        assert all(list(pattern[1:]) == sorted(pattern[1:], reverse=True) for pattern in patterns)
        assert all(sum(pattern) == 10 for pattern in patterns)
    # Partitions of what is left into at most three parts; of 10, 9 and 8 into at most four.
    assert len(trump_patterns()) == 1 + 1 + 2 + 3 + 4 + 5 + 7 + 8 + 10 + 12 + 14
    assert len(open_patterns()) == 23 + 18 + 15
