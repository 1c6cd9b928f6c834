"""What the exchange is worth, at small counts: the claims of scripts/measure_discards.py."""

import numpy as np
import pytest
from discard_trials import (
    DISCARDS,
    PLAYED,
    SOLVED,
    all_discards,
    cards_of,
    compare,
    distance_to_best,
    lowest_of_runs,
)
from measure_discards import POPULATIONS, baseline_discard, deals, distances, gains, mean_and_error, namings

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

CODE = encode(load_rules("australian"))
HEARTS, NO_TRUMP, MISERE = 3, 4, 5


def order_of(text):
    """A deal whose first hand and kitty are the thirteen cards named; the rest lies as in the pack."""
    mine = [CODE.pack.index(card) for card in parse_hand(text, size=13)]
    rest = [index for index in range(len(CODE.pack)) if index not in mine]
    return np.array(mine[:10] + rest + mine[10:])


def lanes(text, strain):
    """Cards as a lane word."""
    cards = parse_hand(text, size=len(text.split()))
    return sum(1 << int(CODE.bit[strain][CODE.pack.index(card)]) for card in cards)


@pytest.mark.parametrize("name", POPULATIONS)
def test_the_policy_beats_the_baseline(name):
    """Paired on the same deals: the mean gain exceeds its 95 % interval."""
    mean, half = mean_and_error(gains(CODE, *POPULATIONS[name], 1000, PLAYED))
    assert mean > half > 0


@pytest.mark.parametrize(("name", "most"), [("hearts", 0.1), ("no-trump, no joker", 0.12), ("misère", 0.08)])
def test_the_policy_is_near_the_best_of_all_discards(name, most):
    """Bounds of some three standard errors above the measured distances (docs/players.md)."""
    behind = distances(CODE, *POPULATIONS[name], 8, PLAYED)[:, 0]
    assert behind.mean() < most


def test_a_suitless_joker_is_better_than_a_named_one_in_no_trump():
    gain = namings(CODE, *POPULATIONS["no-trump, joker"], 40, PLAYED)
    for way in range(1, 5):
        mean, half = mean_and_error(gain[:, way])
        assert mean + half < 0


@pytest.mark.parametrize(
    ("cards", "strain", "away"),
    [
        ("JK JH JD AH KH 9H 5S 8S KS 5C AC 4D QD", HEARTS, "4D 5S 5C"),
        ("JK JH JD AH KH QH 10H 9H 8H 7H 6H 5S AD", HEARTS, "5S AD 6H"),
        ("JK AS KS QS JS 10S 9S 8S 7S 4D 4H 5C AC", NO_TRUMP, "4D 4H 5C"),
        ("JK 4D 4H 5S 5C 5D 5H 6S 6C AS AC KS KD", MISERE, "JK AS AC"),
    ],
)
def test_the_baseline_throws_the_lowest_plain_cards(cards, strain, away):
    assert baseline_discard(CODE, strain, order_of(cards)) == lanes(away, strain)


def test_touching_cards_are_one_kind_of_discard():
    """Every one of the 286 discards takes what the one that stands for its kind takes with all hands open."""
    order, strain = deals(CODE, *POPULATIONS["hearts"], 1)
    cards = np.uint64(cards_of(CODE.bit[HEARTS], order[0]))
    every, kinds = np.empty(DISCARDS, np.uint64), np.empty(DISCARDS, np.uint64)
    assert all_discards(cards, False, every) == DISCARDS
    kinds = kinds[: all_discards(cards, True, kinds)]
    stands_for = np.array([lowest_of_runs(cards, thrown) for thrown in every], np.uint64)
    assert len(kinds) < DISCARDS
    assert set(stands_for) == set(kinds)
    tricks = np.zeros((2, 1, DISCARDS), np.int64)
    for thrown, out in zip((every, stands_for), tricks, strict=True):
        no_lanes = np.full((1, DISCARDS), -1)
        compare(CODE.bit, CODE.play, order, strain, thrown[None], no_lanes, SOLVED, out)
    assert (tricks[0] == tricks[1]).all()


@pytest.mark.parametrize("judge", [PLAYED, SOLVED])
def test_the_search_finds_a_discard_that_is_clearly_best(judge):
    """Beside sure trumps the aces stay and the three losers go, whoever judges."""
    order = order_of("JK JH JD AH KH QH 10H 9H AS AC KC 5D 4D")
    cards = np.uint64(cards_of(CODE.bit[HEARTS], order))
    thrown = np.array([lanes(away, HEARTS) for away in ("JK JH JD", "5D AC KC", "KC 5D 4D")], np.uint64)
    assert all(int(away) & int(cards) == int(away) for away in thrown)
    rounds = [(3, 5), (2, 10)]
    behind, flattered, best = distance_to_best(
        CODE, HEARTS, order, thrown, np.full(3, -1), 0, judge, 5, rounds, 10
    )
    assert best != 0
    assert behind > 0.5
    assert flattered > 0.5
