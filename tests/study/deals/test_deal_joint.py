"""Exact counts and exact sampling, against every deal of a tiny pack and against combinatorics."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy import stats
from tiny_layout import PACK, every_deal, sorted_places, tiny

from fivehundred_sim.cards import format_card, parse_card
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.deals import joint as module
from fivehundred_sim.study.deals.dealer import _chance_of_some, _way, dealer_of
from fivehundred_sim.study.deals.joint import Joint, TooManyError
from fivehundred_sim.study.deals.words import parse_conditions

# The same conditions as texts and, written out by hand, as what words of hands they allow.
SPADES = {"9S", "KS", "AS"}
TRUMPS_H = {"QH", "AH", "JD", "JK"}  # hearts, the left bower and the joker
ACES = {"AS", "AC", "AD", "AH"}


def suit_lengths(hand):
    return sorted((sum(card[-1] == suit and card != "JK" for card in hand) for suit in "SCDH"), reverse=True)


CASES = [
    (["0: JK"], lambda a, b, k: "JK" in a),
    (["0: !JK, aces>=1"], lambda a, b, k: "JK" not in a and len(a & ACES) >= 1),
    (["0: trumps(H)>=2", "1: S<=1"], lambda a, b, k: len(a & TRUMPS_H) >= 2 and len(b & SPADES) <= 1),
    (["0: tops(D)=1, S 1-2"], lambda a, b, k: len(a & {"JK", "JD", "AD"}) == 1 and 1 <= len(a & SPADES) <= 2),
    (["0: shape 2-1-0-0"], lambda a, b, k: suit_lengths(a) == [2, 1, 0, 0]),
    (
        ["0: shape x-x-2-0", "kitty: has JK"],
        lambda a, b, k: 2 in suit_lengths(a) and 0 in suit_lengths(a) and "JK" in k,
    ),
    (
        ["1: voids=1, longest<=1", "0: aces=1", "kitty: aces=1"],
        lambda a, b, k: (
            suit_lengths(b) == [1, 1, 1, 0] and len(a & ACES) == 1 and len(k & ACES) == 1
        ),
    ),
    (
        ["0: has AS KS", "1: not 9S AH, kings=0", "kitty: jokers<1"],
        lambda a, b, k: {"AS", "KS"} <= a and not b & {"9S", "AH", "KS"} and "JK" not in k,
    ),
    (["0: jacks>=1, queens 1", "1: voids>2"], lambda a, b, k: (
        len(a & {"JC", "JD"}) >= 1 and "QH" in a and suit_lengths(b)[1] == 0
    )),
]  # fmt: skip


def fitting(allowed):
    """Return the rows of every deal that fits, by plain sets of words."""
    words = np.array([format_card(card) for card in PACK])
    return np.array(
        [
            row
            for row in every_deal()
            if allowed(*({*words[row[p]]} for p in (slice(3), slice(3, 6), slice(6, 8))))
        ]
    )


SOME = 4  # cases for every commit: the last ones, of several places; `make test-long` has all


@pytest.mark.parametrize(
    ("texts", "allowed"),
    [
        pytest.param(
            *case, id=" & ".join(case[0]), marks=[pytest.mark.long] if place < len(CASES) - SOME else []
        )
        for place, case in enumerate(CASES)
    ],
)
def test_counts_and_samples_are_those_of_every_deal(texts, allowed):
    fit = fitting(allowed)
    layout = tiny()
    way = _way(parse_conditions(texts, layout).conditions, layout)
    assert not way.loose
    assert way.joint.chance == Fraction(len(fit), len(every_deal()))
    rows = sorted_places(way.deals(11, np.arange(8 * len(fit) + 2_000), len(PACK)))
    place = {tuple(row): number for number, row in enumerate(fit.tolist())}
    drawn = np.bincount([place[tuple(row)] for row in rows.tolist()], minlength=len(fit))
    assert stats.chisquare(drawn).pvalue > 0.001


def test_chances_are_hypergeometric_on_whole_packs():
    rules = load_rules("australian")
    cases = {
        "0: aces>=2": 1 - stats.hypergeom(43, 4, 10).cdf(1),
        "3: trumps(H) 5-6": stats.hypergeom(43, 13, 10).cdf(6) - stats.hypergeom(43, 13, 10).cdf(4),
        "kitty: JK": 3 / 43,
        "0: S=4": stats.hypergeom(43, 10, 10).pmf(4),
        "2: shape 4-4-2-0": sum(
            comb(10, a) * comb(10, b) * comb(11, c) * comb(11, d)
            for a in (0, 2, 4)
            for b in (0, 2, 4)
            for c in (0, 2, 4)
            for d in (0, 2, 4)
            if sorted((a, b, c, d)) == [0, 2, 4, 4]
        )
        / comb(43, 10),
    }
    for text, chance in cases.items():
        assert float(dealer_of(rules, [text]).chance) == pytest.approx(chance, rel=1e-12)


def test_two_hands_together_are_a_product_of_binomials():
    found = dealer_of(load_rules("australian"), ["0: aces=3", "2: aces=1, C=0"]).chance
    # Seat 2 has no club, so one of three aces; seat 0 the other two and the ace of clubs.
    ways = 3 * sum(comb(30, n) * comb(9, 7 - n) * comb(30 - n, 9) for n in range(8))
    assert found == Fraction(ways, comb(43, 10) * comb(33, 10))


def test_cards_wanted_elsewhere_are_left_to_their_place():
    rules = load_rules("australian")
    dealer = dealer_of(rules, ["0: trumps(H)=9", "1: has JK JH JD AH"])
    rows, _ = dealer.deals(1, 0, 200)
    layout = dealer.layout
    wanted = {layout.pack.index(parse_card(word)) for word in ("JK", "JH", "JD", "AH")}
    assert all(wanted <= {*row[10:20].tolist()} for row in rows)
    assert float(dealer.chance) == comb(9, 9) * comb(30, 1) * comb(29, 6) / comb(43, 10) / comb(33, 10)


def test_too_many_possibilities_are_noticed(monkeypatch):
    layout = dealer_of(load_rules("australian")).layout
    asked = parse_conditions(["0: shape 4-3-2-1", "1: aces=1"], layout).conditions
    Joint(asked, layout)
    monkeypatch.setattr(module, "MOST_WORK", 100)
    with pytest.raises(TooManyError):
        Joint(asked, layout)
    monkeypatch.undo()
    monkeypatch.setattr(module, "MOST_VECTORS", 10)
    with pytest.raises(TooManyError):
        Joint(asked, layout)


def test_what_is_kept_from_deal_to_deal_changes_nothing(monkeypatch):
    texts = ["0: shape 4-3-2-1, aces=1", "2: S>=3, kings 1-2"]
    rules = load_rules("australian")
    kept, _ = dealer_of(rules, texts).deals(5, 0, 300)
    monkeypatch.setattr(module, "KEPT", 1)
    fresh, _ = dealer_of(rules, texts).deals(5, 0, 300)
    assert (kept == fresh).all()


def test_some_seat_is_counted_once():
    layout = tiny()
    asked = parse_conditions(["any: aces>=2", "kitty: !JK"], layout)
    fit = fitting(lambda a, b, k: (len(a & ACES) >= 2 or len(b & ACES) >= 2) and "JK" not in k)
    assert _chance_of_some(*asked, layout) == Fraction(len(fit), len(every_deal()))
