import dataclasses
import re
from decimal import Decimal

import pytest
from fake_engine import make_engine
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fivehundred_sim import advise
from fivehundred_sim.report import words
from fivehundred_sim.report.text import to_markdown
from fivehundred_sim.report.words import ASCII, UNICODE
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.contracts import contracts_of, estimate_contract

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
CONTRACTS = {contract.bid: contract for contract in contracts_of(load_rules("australian"))}


def row(tricks, bid="8H"):
    import numpy as np

    counts = np.zeros((7, 11), np.int64)
    counts[CONTRACTS[bid].strain, : len(tricks)] = tricks
    return estimate_contract(CONTRACTS[bid], counts, "heuristic")


def made_of(made, deals):
    return row([0] * 7 + [deals - made, made])


@pytest.mark.parametrize(
    ("made", "deals", "value", "interval"),
    [
        (543, 1_000, "54", "51–57"),
        (10_860, 20_000, "54.3", "53.6–55.0"),
        (0, 20_000, "<0.02", "0–0.02"),
        (20_000, 20_000, ">99.98", "99.98–100"),
        (0, 100, "<4", "0–4"),
        (100, 100, ">96", "96–100"),
        (1, 50_000, "<0.01", "0.0004–0.01"),
        (1, 20_000, "0.01", "0.001–0.03"),
        (1, 50, "2", "0.4–10"),
        (3, 5_000_000, "<0.01", "0.00002–0.0002"),
        (0, 5_000_000, "<0.0001", "0–0.0001"),
        (4_999_990, 5_000_000, ">99.99", "99.9996–99.9999"),
        (5_000_000, 5_000_000, ">99.9999", "99.9999–100"),
        (1, 1, ">21", "21–100"),
        (19_999, 20_000, ">99.99", "99.97–99.999"),
    ],
)
def test_digits_of_a_rate_follow_its_error(made, deals, value, interval):
    assert words.percent(made_of(made, deals), UNICODE) == (value, interval)


@given(st.integers(1, 100_000) | st.integers(1, 10**8), st.data())
@settings(deadline=None, max_examples=300)
def test_no_rate_is_printed_as_bare_0_or_100_and_no_bound_but_an_exact_one(deals, data):
    near = st.integers(0, min(20, deals))
    made = data.draw(near | near.map(lambda few: deals - few) | st.integers(0, deals))
    value, interval = words.percent(made_of(made, deals), UNICODE)
    assert 0 < float(value.lstrip("<>")) < 100
    low, high = interval.split("–")
    assert 0 <= float(low) <= float(high) <= 100
    assert low == "0" if made == 0 else float(low) > 0
    assert high == "100" if made == deals else float(high) < 100


def test_points_are_whole_with_their_error_rounded_up():
    estimate = row([0, 0, 0, 0, 0, 10, 40, 150, 300, 300, 200])
    assert words.points(estimate, UNICODE) == "+164 ±16"
    assert estimate.mean_points_high - estimate.mean_points == pytest.approx(15.7, abs=0.5)
    assert words.signed(-0.4, UNICODE) == words.signed(0.4, UNICODE) == "0"
    assert words.signed(-12.6, UNICODE) == "−13"
    assert words.signed(-12.6, ASCII) == "-13"


def printed_bounds(points):
    """Return the interval that a reader of printed points takes from them."""
    value, reach = points.replace("−", "-").split(" ")
    below, above = reach[1:].split("/+") if "/" in reach else (reach[1:], reach[1:])
    return Decimal(value) - Decimal(below), Decimal(value) + Decimal(above)


def points_row(mean, low, high):
    return dataclasses.replace(made_of(50, 100), mean_points=mean, mean_points_low=low, mean_points_high=high)


@pytest.mark.parametrize(
    ("mean", "low", "high", "printed"),
    [
        (4.64, 0.2, 9.08, "+4.6 ±4.5"),
        (1.2, 0.1, 2.3, "+1.2 ±1.1"),
        (-0.312, -0.614, -0.01, "−0.312 ±0.302"),
        (0.3, 0.1, 0.5, "+0.3 ±0.2"),
        (4.6, -0.1, 9.3, "+5 ±5"),
        (4.6, 0.0, 9.2, "+5 ±5"),
        (10.0, 0.5, 22.0, "+10.0 −9.5/+12.0"),
        (-0.2, -3.2, 2.8, "0 ±3"),
    ],
)
def test_points_get_the_decimals_that_keep_them_from_contradicting_the_verdict(mean, low, high, printed):
    assert words.points(points_row(mean, low, high), UNICODE) == printed


def assert_points_agree(estimate):
    low, high = printed_bounds(words.points(estimate, UNICODE))
    printed = "yes" if low > 0 else "no" if high < 0 else "close"
    assert printed == estimate.verdict
    if min(abs(estimate.mean_points_low), abs(estimate.mean_points_high)) > 3:
        assert "." not in words.points(estimate, UNICODE)


@given(st.sampled_from(list(CONTRACTS)), st.lists(st.integers(0, 3_000), min_size=11, max_size=11))
@settings(deadline=None, max_examples=500)
def test_printed_points_say_what_the_verdict_says(bid, counts):
    shown = counts[:2] if bid in ("M", "OM") else counts  # a misère counts failed and made
    assume(any(shown))
    assert_points_agree(row(shown, bid))


@given(st.floats(-500, 500), st.floats(0, 90), st.floats(0, 90), st.booleans(), st.booleans())
@settings(deadline=None, max_examples=500)
def test_printed_points_say_what_the_verdict_says_near_zero(mean, below, above, symmetric, touching):
    if touching:  # an interval that ends just beyond zero
        below = abs(mean) * 0.999
    above = below if symmetric else above
    assert_points_agree(points_row(mean, mean - below, mean + above))


def test_points_near_certainty_show_both_sides_of_their_interval():
    always, never = row([0] * 10 + [50], "10NT"), row([0] * 7 + [50], "10NT")
    assert always.mean_points_high == 520
    assert re.fullmatch(r"\+520 −\d\d/\+0", words.points(always, UNICODE))
    assert re.fullmatch(r"−550 −\d/\+\d\d", words.points(never, UNICODE))
    assert words.points(points_row(520.0, 445.8, 520.0), UNICODE) == "+520 −75/+0"
    assert words.points(points_row(520.0, 445.8, 520.0), ASCII) == "+520 -75/+0"
    assert words.points(points_row(-99.0, -104.2, -92.4), UNICODE) == "−99 ±7"
    assert words.points(row([0] * 6 + [25, 25], "7NT"), UNICODE).count("±") == 1


def test_the_form_with_both_sides_is_explained_where_it_appears():
    note = "Points +p −a/+b: the interval reaches a below p and b above it."
    sure = answer(10, 10)
    assert note in words.legend(sure, UNICODE)
    assert note.replace("−", "-") in words.legend(sure, ASCII)
    assert note in words.legend_many([sure], UNICODE)
    assert f"- {note}" in to_markdown(sure).splitlines()
    even = points_row(50.0, 40.0, 60.0)
    plain = dataclasses.replace(
        sure,
        contracts=tuple(dataclasses.replace(even, engine=r.engine, bid=r.bid) for r in sure.contracts),
        asked=dataclasses.replace(sure.asked, rows=(even, even)),
    )
    assert "/+" not in words.legend(plain, UNICODE)
    assert "/+" not in words.legend_many([plain], UNICODE)
    assert "/+" not in to_markdown(plain)


def test_bars_show_every_number_of_tricks_that_happened():
    estimate = row([0, 0, 0, 1, 0, 10, 100, 400, 800, 400, 0])
    assert words.spark(estimate, UNICODE) == "   ▁ ▁▁▄█▄ "
    assert words.spark(estimate, ASCII) == "...1.12595."
    assert words.spark(row([3, 7], "M"), UNICODE) == "—"
    assert words.tricks(row([3, 7], "M"), ASCII) == "-"


def test_mean_tricks_have_an_error_that_is_never_zero():
    assert words.tricks(row([0] * 10 + [20_000]), UNICODE) == "10.00 ±0.01"
    assert words.tricks(row([0] * 6 + [100, 100]), UNICODE) == "6.50 ±0.07"
    assert words.tricks(row([0] * 6 + [5, 5]), UNICODE) == "6.5 ±0.3"


def test_gaps_are_second_minus_first():
    low, high = made_of(40, 100), made_of(55, 100)
    assert words.chance_gap(low, high, UNICODE) == "+15"
    assert words.chance_gap(high, low, UNICODE) == "−15"
    assert words.tricks_gap(low, high, UNICODE) == "+0.1"
    assert words.tricks_gap(high, low, ASCII) == "-0.1"
    assert words.tricks_gap(row([3, 7], "M"), row([4, 6], "M"), UNICODE) == "—"


def test_symbols_fall_back_to_ascii_where_the_encoding_lacks_them():
    assert words.glyphs_for("utf-8") is UNICODE
    for encoding in ("ascii", "latin-1", "cp1252", None, "no-such-encoding"):
        assert words.glyphs_for(encoding) is ASCII
    assert (UNICODE.bid("10H"), UNICODE.bid("7NT"), UNICODE.bid("OM")) == ("10♥", "7NT", "OM")
    assert (UNICODE.card("10S"), UNICODE.card("JK"), ASCII.card("10S")) == ("10♠", "JK", "10S")
    assert [words.split_bid(bid) for bid in ("10S", "6NT", "M")] == [("10", "S"), ("6", "NT"), ("", "misère")]


def answer(first, second, bid="8H"):
    engines = (make_engine(constant=first)[0], make_engine("double-dummy", constant=second)[0])
    return advise(HAND, bid, engines=engines)


def test_the_first_sentence_answers_the_bid():
    def opening(first, second, bid="8H"):
        return words.verdict_sentences(answer(first, second, bid), ASCII)[0]

    assert opening(9, 9) == "8H: yes, it brings points if it is played; 9NT brings more."
    assert opening(9, 9, "9NT") == "9NT: yes, it brings points if it is played."
    assert opening(7, 7) == "8H: no, it costs points if it is played; 7NT brings more."
    assert opening(4, 4) == "8H: no, it costs points if it is played; 6S costs less."
    assert opening(7, 9) == "8H: no for heuristic players, but yes for double-dummy ones; 7NT brings more."
    close = dataclasses.replace(answer(9, 9).asked, verdict="close")
    sentences = words.verdict_sentences(dataclasses.replace(answer(9, 9), asked=close), UNICODE)
    assert sentences[0] == "8♥: too close to call; 9NT brings more."


def test_sentences_name_chance_deals_points_sides_and_model_uncertainty():
    _, heuristic, double_dummy, best = words.verdict_sentences(answer(7, 9), UNICODE)
    assert (
        "With heuristic players 8♥ is made in <6 % (0–6) of 60 deals and brings −330 −0/+37 points a deal"
        in heuristic
    )
    assert "−300 for us, +30 for them" in heuristic
    assert "Model uncertainty" in double_dummy
    assert "+100 percentage points in the chance, +620 points a deal" in double_dummy
    assert best.startswith("Most points if played: 7NT")


def test_notes_say_what_points_mean_how_models_lean_and_what_is_assumed():
    advice = answer(7, 9)
    lines = words.notes(advice, UNICODE)
    assert "not against passing" in lines[0]
    assert lines[1:3] == ["Heuristic leans.", "Double-dummy leans."]
    assert re.search(
        r"rules australian \([0-9a-f]{8}\); seed 1; deals: 60 heuristic, 60 double-dummy", lines[-1]
    )
    missed = dataclasses.replace(advice, precision_reached=False)
    assert "was not reached" in words.notes(missed, UNICODE)[0]


def test_assumptions_name_what_was_changed_in_the_rules_and_who_dealt_more():
    rules = load_rules("australian", {"misere.value": 210, "scoring.slam_250": False})
    engine = make_engine(chunk=10, deals=20, cap=400)[0]
    text = words.assumptions(advise(HAND, "8H", engines=engine, rules=rules, precision=0.06), UNICODE)
    assert "rules australian with misere.value=210, scoring.slam_250=false (" in text
    assert re.search(r"deals: 20 heuristic \(\d+ in ♥ hearts\)", text)
    assert "rules australian (" in words.assumptions(answer(9, 9), UNICODE)
