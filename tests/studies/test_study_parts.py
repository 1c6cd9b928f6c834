"""What studies are made of, held against something independent."""

from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
import pytest
import study_02_kitty as kitty
from study_parts import misere_hands as mis
from study_parts.studied_hands import PASS, solved_deals, thought_of
from studying import mean_and_half, spread, stratified

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.kernels.chunks_double_dummy import double_dummy_counts
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.rules.packs import pack

RULES = mis.RULES


def indices(text: str) -> np.ndarray:
    return np.array([pack(RULES).index(card) for card in parse_hand(text, size=None)], np.int64)


@pytest.fixture(scope="module")
def house():
    return mis.house()


def test_a_mean_has_the_normal_interval_and_says_what_was_not_seen():
    mean, half = mean_and_half([1.0, 2.0, 3.0, 4.0])
    assert mean == 2.5
    assert half == pytest.approx(1.96 * np.sqrt(5 / 3) / 2, rel=1e-4)
    assert mean_and_half([1, 1, 1], alike=0.2) == (1.0, 0.2)
    with pytest.raises(ValueError, match="two values"):
        mean_and_half([1.0])


def test_strata_count_as_often_as_they_come():
    values, strata = pd.Series([1.0, 3.0, 10.0, 10.0]), ["a", "a", "b", "b"]
    mean, half = stratified(values, strata, {"a": 3.0, "b": 1.0})
    assert mean == pytest.approx((3 * 2 + 10) / 4)
    assert half == pytest.approx(1.959964 * np.sqrt(9 * 2 / 2) / 4)


def test_pieces_come_in_order():
    assert spread(lambda first, n: (first, n), 7, 3) == [(0, 3), (3, 3), (6, 1)]


def test_solved_deals_are_those_of_the_solver_engine(house):
    hand, lanes, rows = (
        indices("JK JD KH 9H 5H AS 8S 7C 6C 5D"),
        house.task.lanes,
        np.empty((30, 43), np.int64),
    )
    unseen, order = np.setdiff1d(np.arange(43), hand), np.empty(33, np.int64)
    for deal in range(len(rows)):
        shuffle(9, deal, unseen, order)
        rows[deal] = np.concatenate([hand, order])
    counts = double_dummy_counts(lanes.bit, lanes.play, hand, unseen, 9, 0, len(rows), 1 << 3 | 1 << 4)
    for strain in (3, 4):
        found = np.bincount(solved_deals(house, rows, strain, True), minlength=11)
        assert found.tolist() == counts[strain].tolist()


def test_the_evaluation_passes_a_poor_hand_and_bids_a_strong_one(house):
    hands = np.stack(
        [
            np.sort(indices(text))
            for text in ("5S 6S 8C 9C 4D 5D 9D 4H 7H 8H", "JK JH JD AH KH QH 10H 9H AS AC")
        ]
    )
    thought = thought_of(house, hands)
    assert thought.call[0] == PASS
    assert thought.points[0] == 0
    assert thought.points[1] > 300
    in_hearts = thought_of(house, hands, (3,))
    level, strain = house.bidding.table[in_hearts.call[1], :2]
    assert level >= 8
    assert strain == 3
    assert 0 < in_hearts.points[1] <= thought.points[1]


def test_trumps_of_the_kitty_come_in_for_low_cards_of_suits_of_two_or_more(house):
    deal = indices("AH KH 9H 8H 5S KS 6C 4D 5D KD")
    others = np.setdiff1d(np.arange(43), deal)
    found = indices("JH QC 4H")  # the kitty: two trumps and a queen
    deal = np.concatenate([deal, np.setdiff1d(others, found), found])[None]
    suits, heights = house.evaluation.code[3].T
    after = kitty.with_some(deal, suits, heights, suits == kitty.TRUMPS)[0]
    held = {pack(RULES)[place] for place in after[:10]}
    # The lowest of long suits go (the fives and four); never the lone six of clubs.
    assert {pack(RULES)[place] for place in indices("JH 4H 6C AH KH 9H 8H KS KD")} <= held
    assert sorted(after) == list(range(43))
    assert {pack(RULES)[place] for place in after[40:]} >= {pack(RULES)[place] for place in indices("QC")}


def test_without_a_side_card_nothing_is_taken(house):
    hand, found = indices("JK JH JD AH KH QH 10H 9H 8H 7H"), indices("6H AS AC")
    rest = np.setdiff1d(np.arange(43), np.concatenate([hand, found]))
    deal = np.concatenate([hand, rest, found])[None]
    suits, heights = house.evaluation.code[3].T
    assert (kitty.with_some(deal, suits, heights, suits == kitty.TRUMPS) == deal).all()


def test_gaps_are_missing_cards_below_the_highest_held():
    hands = np.stack(
        [
            np.sort(indices(text))
            for text in (
                "7C 6C 5C 6D 5D 4D 7H 6H 5H 4H",
                "8S 7C 5C 6D 5D 4D 7H 6H 5H 4H",
                "9S AC 5C 6D 5D 4D 7H 6H 5H JK",
            )
        ]
    )
    gaps, lengths, high, joker = mis.counted(hands)
    assert gaps.tolist() == [[0, 0, 0, 0], [3, 1, 0, 0], [4, 8, 0, 1]]
    assert lengths.tolist() == [[0, 3, 3, 4], [1, 2, 3, 4], [1, 2, 3, 3]]
    assert high.tolist() == [0, 0, 3]
    assert joker.tolist() == [False, False, True]
    counts = list(zip(gaps, lengths, high, joker, strict=True))
    assert [mis.m07_closed(*each) for each in counts] == [True, True, False]
    assert [mis.m07_open(*each) for each in counts] == [True, False, False]
    assert [mis.m09_closed(*each) for each in counts] == [True, True, True]
    assert mis.confidence(*(counts[0][k] for k in (0, 1, 3))) == 9.0  # a void, and three suits without a gap
    assert mis.confidence(*(counts[1][k] for k in (0, 1, 3))) == pytest.approx(8 - 2 + 0.5)


def test_ways_of_a_suit_are_counted_as_listing_them_says():
    for size, most in ((5, 2), (8, 3), (10, 0)):
        for n in range(1, size + 1):
            listed = sum(max(each) + 1 - n <= most for each in combinations(range(size), n))
            assert mis.suit_ways(size, most)[n] == listed


def test_all_hands_are_hands_of_any_number_of_gaps():
    assert mis.ways_left(99, 0, 10) == comb(42, 10)
    assert mis.ways_left(99, 0, 9) == comb(42, 9)


def test_hands_of_few_gaps_are_as_likely_as_among_random_hands(house):
    hands = house.deals(77, 0, 60_000)[:, :10]
    gaps, _, _, joker = mis.counted(hands)
    few = (gaps.max(axis=1) <= 5) & ~joker
    share = mis.ways_left(5, 0, 10) / comb(43, 10)
    assert abs(few.mean() - share) < 4 * np.sqrt(share / len(hands))
    rng = np.random.default_rng(5)
    drawn = np.stack([mis.with_gaps(rng, 5, 0) for _ in range(3_000)])
    assert all(len(set(hand)) == 10 for hand in drawn.tolist())
    assert mis.counted(drawn)[0].max() == 5
    # The same mean of each card as among random hands of the class, to four standard errors.
    expected = (hands[few][:, :, None] == np.arange(43)).any(axis=1).mean(axis=0)
    found = (drawn[:, :, None] == np.arange(43)).any(axis=1).mean(axis=0)
    error = np.sqrt(expected * (1 - expected) * (1 / few.sum() + 1 / len(drawn))) + 1e-3
    assert (np.abs(found - expected) < 4 * error).all()


def test_hands_by_high_cards_have_so_many():
    rng = np.random.default_rng(6)
    for number, joker in ((0, 0), (3, 0), (4, 1)):
        hands = np.stack([mis.with_high(rng, number, joker) for _ in range(20)])
        assert (mis.counted(hands)[2] == number + 2 * joker).all()
        assert (mis.counted(hands)[3] == bool(joker)).all()
    assert max(mis.counted(np.stack([mis.high_of(rng, 4) for _ in range(200)]))[2]) == 3
