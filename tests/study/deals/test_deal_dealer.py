"""Deals under conditions: the same for any chunk, distributed as rejection would, exact or not."""

import numpy as np
import pytest
from scipy import stats

from fivehundred_sim import deals_where, parse_deal
from fivehundred_sim.cards import format_deal
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.rules.load import load_rules, preset_names
from fivehundred_sim.study.deals import dealer as dealer_module
from fivehundred_sim.study.deals import joint
from fivehundred_sim.study.deals.condition import ConditionError
from fivehundred_sim.study.deals.dealer import dealer_of
from fivehundred_sim.study.deals.words import parse_conditions

RULES = load_rules("australian")
TWO = ["0: trumps(H)>=5, shape 5-3-x-x", "2: aces>=2, C<=3"]


def features(rows):
    """Return figures of each deal that a wrong sampler would get wrong, int64 (n, figures)."""
    suit = np.minimum(np.searchsorted([10, 20, 31, 42], rows, "right"), 4)  # S C D H, joker: in pack order
    hands = [slice(0, 10), slice(10, 20), slice(20, 30), slice(30, 40), slice(40, 43)]
    lengths = [(suit[:, place] == number).sum(axis=1) for place in hands for number in range(4)]
    joker = np.where(suit == 4, np.arange(43), 0).sum(axis=1) // 10
    lowest = np.argmax(rows == 0, axis=1) // 10  # where the five of spades lies
    return np.stack([*lengths, joker, lowest], axis=1)


def same_distribution(left, right):
    """Return the smallest p-value of chi-square tests of two samples, figure by figure."""
    found = []
    for a, b in zip(left.T, right.T, strict=True):
        counts = np.stack([np.bincount(each, minlength=44) for each in (a, b)])
        common = counts.sum(axis=0) >= 20
        table = np.column_stack([counts[:, common], counts[:, ~common].sum(axis=1)])
        table = table[:, table.sum(axis=0) > 0]
        if table.shape[1] > 1:
            found.append(stats.chi2_contingency(table).pvalue)
    return min(found) * len(found)


def fitting(texts, tries):
    """Return plain deals that fit by chance, and the share of them."""
    dealer = dealer_of(RULES)
    rows, _ = dealer.deals(99, 0, tries)
    asked = parse_conditions(texts, dealer.layout)
    good = np.all([each.fit(rows, dealer.layout.suits) for each in asked.conditions], axis=0)
    if asked.anyone:
        good &= np.any([each.fit(rows, dealer.layout.suits) for each in asked.anyone], axis=0)
    return rows[good], good.mean()


def test_without_conditions_it_is_the_plain_deal_of_the_stream():
    rows, tries = dealer_of(RULES).deals(7, 100, 5)
    order, pack = np.empty(43, np.int64), np.arange(43)
    for number, row in enumerate(rows):
        shuffle(7, 100 + number, pack, order)
        assert (row == order).all()
    assert (tries == 1).all()


@pytest.mark.parametrize(
    "texts", [[], TWO, ["any: trumps(S)>=6, JK"], ["kitty: JK", "1: voids>=1"]], ids=" & ".join
)
def test_a_deal_depends_on_seed_and_number_alone(texts):
    dealer = dealer_of(RULES, texts)
    whole, tries = dealer.deals(3, 0, 60)
    parts = [dealer.deals(3, first, n) for first, n in ((0, 1), (1, 7), (8, 40), (48, 12))]
    assert (np.concatenate([rows for rows, _ in parts]) == whole).all()
    assert (np.concatenate([each for _, each in parts]) == tries).all()
    assert (dealer_of(RULES, texts).deals(3, 50, 10)[0] == whole[50:]).all()
    assert (dealer.deals(4, 0, 60)[0] != whole).any()


@pytest.mark.parametrize(
    "texts",
    [
        ["0: shape 5-4-1-0"],
        ["1: S>=6, !AS"],
        TWO,
        ["0: JK, trumps(H)>=4", "1: S>=4", "3: voids=0", "kitty: aces=1"],
        ["any: H>=5, aces=1"],
        ["any: longest>=6", "0: JK"],
    ],
    ids=" & ".join,
)
def test_deals_are_distributed_as_those_that_fit_by_chance(texts):
    chosen, share = fitting(texts, 400_000)
    dealer = dealer_of(RULES, texts)
    rows, tries = dealer.deals(1, 0, 12_000)
    assert (np.sort(rows, axis=1) == np.arange(43)).all()
    assert same_distribution(features(rows), features(chosen[:12_000])) > 0.001
    chance = float(dealer.tried) * len(rows) / tries.sum()
    error = (share * (1 - share) / 400_000) ** 0.5 + (0 if not dealer.loose else chance * 0.01)
    assert chance == pytest.approx(share, abs=4 * error)
    assert float(dealer.chance) == pytest.approx(share, abs=4 * (share * (1 - share) / 400_000) ** 0.5)


@pytest.mark.parametrize("vectors", [3, 60])
def test_rejection_stands_in_for_what_cannot_be_counted(vectors, monkeypatch):
    texts = ["0: JK, trumps(H)>=4, aces=1", "2: S>=3"]
    exact = dealer_of(RULES, texts)
    monkeypatch.setattr(joint, "MOST_VECTORS", vectors)
    loose = dealer_of(RULES, texts)
    assert exact.loose == ()
    assert loose.loose == (("seat 0", "seat 2") if vectors == 3 else ("seat 2",))
    rows, tries = loose.deals(1, 0, 4_000)
    assert same_distribution(features(exact.deals(1, 0, 4_000)[0]), features(rows)) > 0.001
    layout = loose.layout
    assert all(each.fit(rows, layout.suits).all() for each in parse_conditions(texts, layout).conditions)
    # The joker was dealt exactly all the same: only the other terms cost tries.
    assert loose.chance is None
    assert float(loose.tried) * 4_000 / tries.sum() == pytest.approx(float(exact.chance), rel=0.06)
    assert (np.concatenate([loose.deals(1, first, 100)[0] for first in (0, 100)]) == rows[:200]).all()


def test_a_deal_that_is_not_found_is_given_up(monkeypatch):
    monkeypatch.setattr(joint, "MOST_VECTORS", 3)
    monkeypatch.setattr(dealer_module, "TRIES", 50)
    dealer = dealer_of(RULES, ["0: shape 10-0-0-0"])
    with pytest.raises(
        ConditionError, match="no deal number 12 found in 50 tries: what seat 0 must hold is too rare"
    ):
        dealer.deals(1, 12, 1)


def test_numbers_beyond_the_streams_are_refused():
    dealer = dealer_of(RULES)
    with pytest.raises(ConditionError, match="deals 4294967295 to 4294967296 are not all from 0"):
        dealer.deals(1, 2**32 - 1, 2)
    assert len(dealer.deals(1, 2**32 - 1, 1)[0]) == 1


@pytest.mark.parametrize("name", [name for name in preset_names() if name != "two-handed-tables"])
def test_every_table_deals(name):
    rules = load_rules(name)
    last = rules.table.players - 1
    deals = deals_where(rules, ["0: trumps(D)>=4", f"{last}: voids>=1, !AH"], 20, seed=2)
    layout = dealer_of(rules).layout
    for deal in deals:
        assert parse_deal(format_deal(deal, layout.pack), layout.pack, last + 1).kitty
        assert all(len(hand) == 10 for hand in deal.hands)
        assert len(deal.kitty) == rules.pack.kitty


def test_the_public_function():
    deals = deals_where(conditions=["0: has JK JH JD AH", "kitty: aces=2"], n=3, seed=9)
    assert deals == deals_where("australian", ["0: has JK JH JD AH", "kitty: aces=2"], 3, 9)
    assert deals[2:] == deals_where("australian", ["0: has JK JH JD AH", "kitty: aces=2"], 1, 9, first=2)
    for deal in deals:
        assert {64, 3 * 16 + 12, 2 * 16 + 12, 3 * 16 + 15} <= {*deal.hands[0]}
        assert sum(card < 64 and card & 15 == 15 for card in deal.kitty) == 2
