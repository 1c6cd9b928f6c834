"""The studies' auctions: openings called two ways, and deals bid with a convention and without."""

import numpy as np
import pytest
from study_parts.studied_openings import (
    ARMS,
    BASE,
    KNOWS,
    OPENER,
    PASS_AT,
    SIX_AT,
    bidders_of,
    ended,
    weak_hands,
)
from study_parts.studied_signals import ANY_CARD, NO_GATE, a_hand, bid_out, per_case, shown, tables

from fivehundred_sim.cards import HAND_SIZE, JOKER, Bid
from fivehundred_sim.kernels.bidding.law import LIST, STATE_WORDS
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.bidding.house import all_alike, house_of
from fivehundred_sim.study.bidding.match import points_of
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.styles import load_style
from fivehundred_sim.study.estimate import Z95

DEALS, SEED, GATE = 300, 11, 3


@pytest.fixture(scope="module")
def house():
    return house_of(load_rules("australian"))


@pytest.fixture(scope="module")
def hands(house):
    return weak_hands(house, DEALS)


def arm(name):
    return next(each for each in ARMS if each.name == name)


def test_weak_hands_are_those_on_which_natural_passes(house, hands):
    natural = load_style("natural")
    bidders = all_alike(house, natural, signals(house, natural))
    dealers = np.zeros(len(hands.deals), np.int64)
    states = np.empty((len(dealers), STATE_WORDS), np.int64)
    ends, worths = house.auctions(bidders, dealers, hands.deals, states)
    assert 0.2 * DEALS < len(hands.deals) < 0.5 * DEALS
    assert (states[:, LIST] == OPENER).all()
    assert (states[:, LIST + 1] == 0).all()
    # So the candidate "pass" leads to the auction that natural players call.
    found = ended(hands, bidders_of(hands, arm(BASE)), Bid(6, 0))
    assert (found.calls[:, PASS_AT] == ends[:, 0]).all()
    points, _ = points_of(house, hands.deals, ends, worths, 1)
    assert found.points[:, PASS_AT] == pytest.approx(points)


def test_six_spades_stands_until_it_is_overcalled(house, hands):
    found = ended(hands, bidders_of(hands, arm(BASE)), Bid(6, 0))
    assert (found.calls[:, SIX_AT] > 0).all()
    # On the same deals the opener is in the auction only after 6S.
    assert not (found.seats[:, PASS_AT] == OPENER).any()
    assert (found.seats[:, SIX_AT] == OPENER).any()


def test_a_partner_who_knows_bids_as_before_when_the_opener_passes(hands):
    natural, knows = (ended(hands, bidders_of(hands, arm(name)), Bid(6, 0)) for name in (BASE, KNOWS))
    assert (natural.calls[:, PASS_AT] == knows.calls[:, PASS_AT]).all()
    assert (natural.points[:, PASS_AT] == knows.points[:, PASS_AT]).all()
    assert (natural.calls[:, SIX_AT] != knows.calls[:, SIX_AT]).any()


@pytest.fixture(scope="module")
def dealt(house):
    return house.deals(SEED, 0, DEALS), np.arange(DEALS) % house.players


def test_a_style_beside_itself_gains_nothing(house, dealt):
    natural = load_style("natural")
    bidders = tables(house, natural, natural)
    same = bid_out(house, bidders, *dealt)
    found = shown(house, dealt[0], bid_out(house, bidders, *dealt), same, ANY_CARD)
    assert not found.gains.any()
    assert not found.applied.any()
    assert (same.points[0] == -same.points[1]).all()  # the same auction, seen from either side


def test_the_joker_is_shown_by_its_holder_and_from_the_gate_on(house, dealt):
    natural, joker = load_style("natural"), load_style("joker-six-nt")
    with_it, without = (bid_out(house, tables(house, style, natural), *dealt) for style in (joker, natural))
    found = shown(house, dealt[0], with_it, without, GATE)
    assert found.applied.sum() > 5
    cards = np.array(pack(house.rules))
    for side, row in np.argwhere(found.applied):
        ours, base = with_it.lists[side, row], without.lists[side, row]
        at = next(k for k in range(len(ours)) if (ours[k] != base[k]).any())
        seat, call = ours[at]
        hand = set(cards[dealt[0][row][HAND_SIZE * seat : HAND_SIZE * (seat + 1)]].tolist())
        assert JOKER in hand
        assert house.bidding.calls[call] == Bid(6, 4)
        assert seat % 2 == side
        assert seat not in ours[:at, 0]
        tops = 1
        for suit in range(4):
            high_to_low = sorted((card for card in cards if card < JOKER and card >> 4 == suit), reverse=True)
            tops += next(k for k, card in enumerate(high_to_low) if card not in hand)
        assert found.tops[side, row] == tops >= GATE
    assert not shown(house, dealt[0], with_it, without, NO_GATE).applied.any()


def test_who_concludes_from_a_joker_bids_as_before_until_one_is_shown(house, dealt):
    natural, joker = load_style("natural"), load_style("joker-six-nt")
    deaf, hear = (bid_out(house, tables(house, joker, natural, who), *dealt) for who in (None, joker))
    six_no_trump = house.bidding.calls.index(Bid(6, 4))
    for side, row in np.argwhere((deaf.lists != hear.lists).any(axis=(2, 3))):
        calls = deaf.lists[side, row]
        at = next(k for k in range(len(calls)) if (calls[k] != hear.lists[side, row, k]).any())
        assert (six_no_trump == calls[:at, 1]).any()
        assert calls[at, 0] % 2 != side  # the first to bid otherwise is an opponent
    assert (deaf.lists != hear.lists).any()


def test_intervals_of_cases_are_those_of_ratios():
    rng = np.random.default_rng(5)
    gains = rng.normal(3.0, 10.0, (2, 400))
    mean, half = a_hand(gains)
    each = gains.mean(axis=0)
    assert mean == pytest.approx(each.mean())
    assert half == pytest.approx(Z95 * each.std(ddof=1) / 20)
    # Repeated: the interval of a mean over cases covers its true value as often as it says.
    covered = 0
    for _ in range(1000):
        cases = rng.random((2, 300)) < 0.3
        values = rng.normal(2.0, 1.0, (2, 300)) + rng.normal(0.0, 1.0, 300)
        mean, half = per_case(values, cases)
        covered += abs(mean - 2.0) <= half
    assert 930 <= covered <= 970
