"""Counts of heuristic play: certainties, common sense, and that they lose no trick to random players."""

import numpy as np
import pytest

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts, pack_mask
from fivehundred_sim.kernels.deal import lane_mask, shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.playout import RANDOM_LEGAL, new_scratch, play_out
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

CODE = encode(load_rules("australian"))
SPADES, CLUBS, DIAMONDS, HEARTS, NO_TRUMP, MISERE, OPEN = range(7)
ALL = (1 << 7) - 1
CONTRACTOR_RANDOM, DEFENDERS_RANDOM = RANDOM_LEGAL, RANDOM_LEGAL << 1


def counts(text, strain=None, deals=4000, first=0, seed=1):
    hand = np.array([CODE.pack.index(card) for card in parse_hand(text)])
    unseen = np.setdiff1d(np.arange(len(CODE.pack)), hand)
    strains = ALL if strain is None else 1 << strain
    found = heuristic_counts(CODE.bit, CODE.play, hand, unseen, seed, first, deals, strains)
    return found if strain is None else found[strain]


def test_every_deal_is_counted_once_in_each_strain():
    found = counts("JK JD KH 9H 5H AS 8S 7C 6C 5D", deals=500)
    assert found.shape == (7, 11)
    assert found.sum(axis=1).tolist() == [500] * 7
    assert found[MISERE:, 2:].sum() == 0


def test_any_chunking_gives_the_same_counts():
    text = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
    whole = counts(text, deals=600)
    parts = counts(text, deals=7) + counts(text, first=7, deals=1) + counts(text, first=8, deals=592)
    assert np.array_equal(whole, parts)
    assert not np.array_equal(whole, counts(text, deals=600, seed=2))


@pytest.mark.parametrize(
    ("text", "strain", "need", "share"),
    [
        ("JK JH JD AH KH QH 10H 9H 8H 7H", HEARTS, 10, 1.0),
        ("JK AS KS QS JS 10S 9S 8S 7S 6S", NO_TRUMP, 10, 1.0),
        ("JK JH JD AH KH 9H 5H AS KS 7C", HEARTS, 8, 0.98),
    ],
)
def test_sure_tricks_are_made(text, strain, need, share):
    found = counts(text, strain)
    assert found[need:].sum() >= share * found.sum()


@pytest.mark.parametrize("strain", [MISERE, OPEN])
def test_a_lay_down_misere_is_made(strain):
    """Only a first lead of which both defenders are void can lose: about one deal in ten thousand."""
    found = counts("4D 4H 5S 5C 5D 5H 6S 6C 6D 6H", strain, deals=20_000)
    assert found[1] <= 8


def test_a_hopeless_misere_is_lost():
    assert counts("AS KS AC KC AD KD QD AH KH QH", OPEN)[0] < 40


@pytest.mark.parametrize(
    ("without", "with_trump"),
    [
        ("JH AH KH 9H AS 8S 7C 6C 5D 8D", "JH AH KH 9H 6H AS 8S 7C 6C 8D"),
        ("JK JH QH 8H 5H KS 7S 9C 8C 6D", "JK JH QH 8H 5H 10H KS 7S 9C 8C"),
        ("JK JH JD AH 7H KS 9S QC 8C 7D", "JK JH JD AH 7H 4H KS 9S QC 8C"),
        ("JD KH QH 10H 9H 8H AC 7C 6S 5S", "JD KH QH 10H 9H 8H 5H AC 7C 6S"),
    ],
)
def test_a_trump_for_a_low_plain_card_never_hurts(without, with_trump):
    """The make rates of every level, with the interval of a difference of two rates."""
    deals = 6000
    before, after = counts(without, HEARTS, deals), counts(with_trump, HEARTS, deals)
    for level in range(6, 11):
        p, q = before[level:].sum() / deals, after[level:].sum() / deals
        assert q >= p - 1.96 * ((p * (1 - p) + q * (1 - q)) / deals) ** 0.5


def paired(strain, policies, deals):
    """Change in the contractor's side's tricks when `policies` play the same deals, after the exchange."""
    bits = CODE.bit[strain]
    full = np.uint64(pack_mask(bits))
    order, pack = np.empty(43, np.int64), np.arange(43)
    scratch, values = new_scratch(), np.zeros(DISCARD_WORDS, np.int64)
    record = np.empty((0, 3), np.int64)
    change = np.empty(deals)
    for deal in range(deals):
        shuffle(5, deal, pack, order)
        hands = np.array([lane_mask(bits, order, 10 * s, 10 * s + 10) for s in range(4)], np.uint64)
        kitty = np.uint64(lane_mask(bits, order, 40, 43))
        kept, away, lane = exchange(strain, hands[0], kitty, full, CODE.play.nominate, values)
        hands[0] = kept
        results = []
        for policy in (0, policies):
            scratch[-1] = deal + 1
            arguments = (strain, hands, 0, np.uint64(away), lane, full, CODE.play, policy, scratch, record)
            results.append(play_out(*arguments))
        change[deal] = results[1] - results[0]
    return change


@pytest.mark.parametrize("strain", [HEARTS, NO_TRUMP])
def test_random_players_lose_clearly_on_either_side(strain):
    worse = paired(strain, CONTRACTOR_RANDOM, 1500)
    better = paired(strain, DEFENDERS_RANDOM, 1500)
    assert worse.mean() < -0.8
    assert better.mean() > 0.5


def test_random_defenders_let_misere_through_and_a_random_contractor_fails():
    assert paired(OPEN, DEFENDERS_RANDOM, 1500).mean() < -0.05
    assert paired(OPEN, CONTRACTOR_RANDOM, 1500).mean() > 0.0
