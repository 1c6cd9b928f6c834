"""The language of conditions: what words mean, and the sentence for every fault."""

import pytest

from fivehundred_sim.cards import format_card, parse_hand
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.deals.condition import ConditionError, ImpossibleError, Layout, layout_of
from fivehundred_sim.study.deals.dealer import dealer_of
from fivehundred_sim.study.deals.words import parse_conditions
from fivehundred_sim.study.question import QuestionError


@pytest.fixture(scope="module")
def layout() -> Layout:
    return layout_of(load_rules("australian"))


def limit_of(text, layout):
    """Return (cards as words, low, high) of a condition with a single term."""
    (condition,) = parse_conditions([text], layout).conditions
    (limit,) = condition.limits
    return {format_card(layout.pack[card]) for card in limit.cards}, limit.low, limit.high


@pytest.mark.parametrize(
    ("term", "low", "high"),
    [
        ("S>=5", 5, 10),
        ("♠ ≥ 5", 5, 10),
        ("s>4", 5, 10),
        ("S 5+", 5, 10),
        ("S<=2", 0, 2),
        ("S<3", 0, 2),
        ("S=3", 3, 3),
        ("S==3", 3, 3),
        ("S 3", 3, 3),
        ("S 2-4", 2, 4),
        ("S 2 – 14", 2, 10),
        ("S>=0", 0, 10),
    ],
)
def test_amounts(term, low, high, layout):
    assert limit_of(f"0: {term}", layout) == (
        {f"{rank}S" for rank in ["5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]},
        low,
        high,
    )


def test_kinds_of_cards(layout):
    hearts = {f"{rank}H" for rank in ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]}
    assert limit_of("0: H>=1", layout)[0] == hearts
    assert limit_of("0: trumps(H)>=1", layout)[0] == hearts | {"JK", "JD"}
    assert limit_of("0: tops(♥)>=1", layout)[0] == {"JK", "JH", "JD", "AH"}
    assert limit_of("0: kings 1", layout)[0] == {"KS", "KC", "KD", "KH"}
    assert limit_of("0: jokers=1", layout)[0] == {"JK"}
    assert limit_of("2: has AH KH", layout) == ({"AH", "KH"}, 2, 2)
    assert limit_of("2: AH KH", layout) == ({"AH", "KH"}, 2, 2)
    assert limit_of("kitty: ! JD", layout) == ({"JD"}, 0, 0)
    assert limit_of("kitty: not JD JH", layout) == ({"JD", "JH"}, 0, 0)


def test_packs_have_their_own_cards():
    six = layout_of(load_rules("six-handed"))
    assert {"JK", "11S", "JC"} < limit_of("5: trumps(S)>=5", six)[0]
    two_jokers = layout_of(load_rules("australian", {"pack.jokers": 2, "pack.kitty": 4}))
    (condition,) = parse_conditions(["0: tops(S)>=2"], two_jokers).conditions
    cards = {two_jokers.pack[card] for card in condition.limits[0].cards}
    assert cards == {*parse_hand("BJ RJ JS JC AS", size=None)}
    with pytest.raises(ConditionError, match="write BJ or RJ"):
        parse_conditions(["0: JK"], two_jokers)


def test_terms_of_one_place_are_put_together(layout):
    first, kitty = parse_conditions(["0: S>=2, JK", "kitty: C=0", "0: !AH"], layout).conditions
    assert first.text == "S>=2, JK, !AH"
    assert kitty.place.name == "the kitty"
    asked = parse_conditions(["any: H>=8", "1: JK"], layout)
    assert [condition.number for condition in asked.anyone] == [0, 1, 2, 3]
    assert [condition.number for condition in asked.conditions] == [1]


FAULTS = [
    ("foo", 'condition "foo" says no place (expected as "0: S>=5, JK", "kitty: JK" or "any: H>=8")'),
    ("9: JK", '"9" is not a place (expected a seat from 0 to 3, kitty or any)'),
    ("-1: JK", '"-1" is not a place'),
    ("0: foo>=2", '"foo>=2" is not a term (expected a suit as S>=5, trumps(H)>=5, '),
    ("0: aces(H)=1", '"aces(H)=1" is not a term'),
    ("0: joker", '"joker" is not a term'),
    ("0: ", "a term of seat 0 is empty"),
    ("0: JK,,AH", "a term of seat 0 is empty"),
    ("0: S", '"S" says no number (expected as S>=2, S=2 or S 2-4)'),
    ("0: aces>=many", '"aces>=many" says no number (expected as aces>=2'),
    ("0: S>=5-6", '"S>=5-6" says no number'),
    ("0: aces 3-2", '"aces 3-2" cannot be: there is no number from 3 to 2'),
    ("0: S<0", '"S<0" cannot be: there is no number from 0 to -1'),
    ("0: aces>=5", '"aces>=5" cannot be: seat 0 has at most 4'),
    ("kitty: H>=4", '"H>=4" cannot be: the kitty has at most 3'),
    ("0: voids>=5", '"voids>=5" cannot be: seat 0 has at most 4'),
    ("0: longest 11", '"longest 11" cannot be: seat 0 has at most 10'),
    ("0: trumps(NT)>=2", '"NT" in "trumps(NT)>=2" is not a trump suit (expected one of S, C, D, H)'),
    ("0: tops>=2", '"tops>=2" names no trump suit (expected as tops(H)>=2)'),
    ("0: 4S", '"4S" is not in this pack of 43 cards'),
    ("0: BJ", "its one joker is JK"),
    ("0: !XX", '"XX" is not a card'),
    ("0: H5", '"H5" is not a card (did you mean 5H?)'),
    ("0: shape 5-3", '"shape 5-3" is not a shape (expected the lengths of the four suits'),
    ("0: shape 5-5-5-0", "its lengths add up to 15, expected 9 to 10 (jokers belong to no suit)"),
    ("kitty: shape 1-0-0-0", "its lengths add up to 1, expected 2 to 3"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS, ids=[text for text, _ in FAULTS])
def test_faults_name_the_word_and_what_was_expected(text, message, layout):
    with pytest.raises(ConditionError) as fault:
        parse_conditions([text], layout)
    assert message in str(fault.value)
    assert "\n" not in str(fault.value)


IMPOSSIBLE = [
    (["0: JK, !JK"], 'no 10 cards of seat 0 fit "JK, !JK"'),
    (["0: S>=5", "0: S<=3"], 'fit "S>=5, S<=3"'),
    (["0: JK, shape 5-3-2-0"], "with one, the lengths add up to one less"),
    (["1: shape 10-0-0-0, S=1"], 'fit "S=1, shape 10-0-0-0"'),
    (["0: aces>=3", "2: aces>=2"], "no deal fits what seat 0 and seat 2 must hold together"),
    (["any: AH KH", "0: AH", "1: KH"], "no seat can hold what some seat must: its cards lie elsewhere"),
    (["any: S=0, S=1"], 'fit "S=0, S=1"'),
]


@pytest.mark.parametrize(("texts", "message"), IMPOSSIBLE, ids=[" & ".join(texts) for texts, _ in IMPOSSIBLE])
def test_what_no_deal_fits_is_refused(texts, message):
    with pytest.raises(ImpossibleError) as fault:
        dealer_of(load_rules("australian"), texts)
    assert message in str(fault.value)


def test_cards_in_two_places_and_two_seats_that_are_any(layout):
    with pytest.raises(ConditionError, match="AH cannot lie in two places: seat 0 and the kitty"):
        parse_conditions(["kitty: AH", "0: AH KH"], layout)
    with pytest.raises(ConditionError, match="only one condition may be for any seat"):
        parse_conditions(["any: JK", "any: S>=5"], layout)


def test_games_without_a_kitty_or_with_table_piles():
    none = layout_of(load_rules("six-handed", {"pack.kitty": 0, "pack.jokers": 0}))
    assert len(none.places) == 6
    with pytest.raises(ConditionError, match="these rules have no kitty"):
        parse_conditions(["kitty: AH"], none)
    with pytest.raises(QuestionError, match="table piles"):
        dealer_of(load_rules("two-handed-tables"))
