"""Sure tricks: what is claimed is there with best play by all, and textbook hands are claimed in full."""

import numpy as np
import pytest

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.kernels.paired import paired_tricks
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.sure import sure_tricks

RULES = load_rules("australian")
CODE = encode(RULES)
DEALS = 4


@pytest.mark.parametrize(
    ("hand", "strain", "sure"),
    [
        ("JK JH JD AH KH QH 10H 9H 8H 7H", 3, 10),
        ("JK JH JD AH KH QH 10H AS KS 4D", 3, 9),  # all six other trumps fall on the seven
        ("JK JH JD AH KH 9H 5H AS KS 7C", 3, 5),  # five rounds leave a trump: the others may lose
        ("JK JH JD AH KH QH 10H 9H AS KD", 3, 9),  # the king may lose to the ace
        ("JH JD AH KH QH 10H 9H 8H 7H 6H", 3, 9),  # only the joker beats a trump
        ("4H 5H 6H 7H 8H 9H 10H QH KH AH", 3, 7),  # the joker and both bowers beat one each
        ("JK AS KS QS JS 10S 9S 8S 7S 6S", 4, 10),
        ("JK AS KS QS AC KC AD 4D AH 5H", 4, 8),  # 1 + 3 + 2 + 1 + 1
        ("AS KS QS JS 10S 9S 8S 7S 6S 5S", 4, 0),  # the joker may take the first lead, and the lead for good
        ("JK 5S 6S 7S 5C 6C 7C 4D 5D 4H", 4, 1),
        ("5S 6S 7S 5C 6C 7C 4D 5D 4H 5H", 0, 0),
    ],
)
def test_textbook_hands(hand, strain, sure):
    assert sure_tricks(parse_hand(hand), strain, RULES) == sure


def strong_hands(number, seed):
    """Hands drawn with a liking for what the strain needs, sure of something: (hand, strain, sure)."""
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < number:
        strain = int(rng.integers(5))
        bits = CODE.bit[strain]
        height = bits % 16 / 13
        liked = np.where(bits >= 48, 1 + height, 0.8 * height) if strain < 4 else 1.5 * height
        hand = np.sort(np.argsort(rng.gumbel(size=43) + rng.uniform(0.5, 6) * liked)[-10:])
        sure = sure_tricks([CODE.pack[place] for place in hand], strain, RULES)
        if sure >= 4:
            found.append((hand, strain, sure))
    return found


def shortfalls(number, seed):
    """How many deals fell below what was sure: (deals, by rules of thumb, by best play)."""
    short = np.zeros(2, np.int64)
    for count, (hand, strain, sure) in enumerate(strong_hands(number, seed)):
        unseen = np.setdiff1d(np.arange(43), hand)
        pairs = paired_tricks(CODE.bit, CODE.play, hand, unseen, seed + count, 0, DEALS, 1 << strain)[strain]
        short += (pairs < sure).sum(axis=0)
    return number * DEALS, *short.tolist()


def test_best_play_always_takes_what_is_sure():
    deals, by_thumb, solved = shortfalls(400, 5)
    assert solved == 0
    assert by_thumb <= 0.001 * deals  # of four or five tricks: what is a contract is kept (kernels.certain)


@pytest.mark.long
def test_best_play_always_takes_what_is_sure_on_many_hands():
    deals, by_thumb, solved = shortfalls(10_000, 50_000)
    assert solved == 0
    assert by_thumb <= 0.001 * deals
