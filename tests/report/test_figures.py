import dataclasses
import re
from decimal import Decimal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fivehundred_sim.report import figures
from fivehundred_sim.report.glyphs import ASCII, UNICODE
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.contracts import contracts_of, estimate_contract

CONTRACTS = {contract.bid: contract for contract in contracts_of(load_rules("australian"))}


def row(tricks, bid="8H"):
    import numpy as np

    counts = np.zeros((15, 11), np.int64)
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
    assert figures.percent(made_of(made, deals), UNICODE) == (value, interval)


@given(st.integers(1, 100_000) | st.integers(1, 10**8), st.data())
@settings(deadline=None, max_examples=300)
def test_no_rate_is_printed_as_bare_0_or_100_and_no_bound_but_an_exact_one(deals, data):
    near = st.integers(0, min(20, deals))
    made = data.draw(near | near.map(lambda few: deals - few) | st.integers(0, deals))
    value, interval = figures.percent(made_of(made, deals), UNICODE)
    assert 0 < float(value.lstrip("<>")) < 100
    low, high = interval.split("–")
    assert 0 <= float(low) <= float(high) <= 100
    assert low == "0" if made == 0 else float(low) > 0
    assert high == "100" if made == deals else float(high) < 100


def test_points_are_whole_with_their_error_rounded_up():
    estimate = row([0, 0, 0, 0, 0, 10, 40, 150, 300, 300, 200])
    assert figures.points(estimate, UNICODE) == "+164 ±16"
    assert estimate.mean_points_high - estimate.mean_points == pytest.approx(15.7, abs=0.5)
    assert figures.signed(-0.4, UNICODE) == figures.signed(0.4, UNICODE) == "0"
    assert figures.signed(-12.6, UNICODE) == "−13"
    assert figures.signed(-12.6, ASCII) == "-13"


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
    assert figures.points(points_row(mean, low, high), UNICODE) == printed


def assert_points_agree(estimate):
    low, high = printed_bounds(figures.points(estimate, UNICODE))
    printed = "yes" if low > 0 else "no" if high < 0 else "close"
    assert printed == estimate.verdict
    if min(abs(estimate.mean_points_low), abs(estimate.mean_points_high)) > 3:
        assert "." not in figures.points(estimate, UNICODE)


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
    assert re.fullmatch(r"\+520 −\d\d/\+0", figures.points(always, UNICODE))
    assert re.fullmatch(r"−550 −\d/\+\d\d", figures.points(never, UNICODE))
    assert figures.points(points_row(520.0, 445.8, 520.0), UNICODE) == "+520 −75/+0"
    assert figures.points(points_row(520.0, 445.8, 520.0), ASCII) == "+520 -75/+0"
    assert figures.points(points_row(-99.0, -104.2, -92.4), UNICODE) == "−99 ±7"
    assert figures.points(row([0] * 6 + [25, 25], "7NT"), UNICODE).count("±") == 1


def test_bars_show_every_number_of_tricks_that_happened():
    estimate = row([0, 0, 0, 1, 0, 10, 100, 400, 800, 400, 0])
    assert figures.spark(estimate, UNICODE) == "   ▁ ▁▁▄█▄ "
    assert figures.spark(estimate, ASCII) == "...1.12595."
    assert figures.spark(row([3, 7], "M"), UNICODE) == "—"
    assert figures.tricks(row([3, 7], "M"), ASCII) == "-"


def test_mean_tricks_have_an_error_that_is_never_zero():
    assert figures.tricks(row([0] * 10 + [20_000]), UNICODE) == "10.00 ±0.01"
    assert figures.tricks(row([0] * 6 + [100, 100]), UNICODE) == "6.50 ±0.07"
    assert figures.tricks(row([0] * 6 + [5, 5]), UNICODE) == "6.5 ±0.3"


def test_gaps_are_second_minus_first():
    low, high = made_of(40, 100), made_of(55, 100)
    assert figures.chance_gap(low, high, UNICODE) == "+15"
    assert figures.chance_gap(high, low, UNICODE) == "−15"
    assert figures.tricks_gap(low, high, UNICODE) == "+0.1"
    assert figures.tricks_gap(high, low, ASCII) == "-0.1"
    assert figures.tricks_gap(row([3, 7], "M"), row([4, 6], "M"), UNICODE) == "—"


@pytest.mark.parametrize(
    ("made", "deals", "said", "interval", "short"),
    [
        (54, 100, "54", "44–63", "54 (44–63)"),
        (5_460, 10_000, "55", "54–56", "55 (54–56)"),
        (54_600, 100_000, "55", "54.3–54.9", "55 (54–55)"),
        (300, 10_000, "3", "2.7–3.4", "3 (2–4)"),
        (130, 10_000, "1", "1.1–1.5", "1 (1–2)"),
        (105, 10_000, "1", "0.9–1.3", "1 (0.9–2)"),
        (9_700, 10_000, "97", "96.6–97.3", "97 (96–98)"),
        (9_890, 10_000, "99", "98.7–99.1", "99 (98–99)"),
        (40, 10_000, "<1", "0.3–0.5", "<1"),
        (9_990, 10_000, ">99", "99.82–99.95", ">99"),
        (0, 100, "<4", "0–4", "<4"),
        (100, 100, ">96", "96–100", ">96"),
        (0, 10_000, "<1", "0–0.04", "<1"),
    ],
)
def test_chances_to_be_said_and_for_narrow_tables_are_whole(made, deals, said, interval, short):
    assert figures.spoken_percent(made_of(made, deals), UNICODE) == (said, interval)
    assert figures.short_percent(made_of(made, deals), UNICODE) == short


@given(st.integers(1, 10**7), st.data())
@settings(deadline=None, max_examples=500)
def test_short_chances_are_never_bare_0_or_100_and_hold_what_was_seen(deals, data):
    near = st.integers(0, min(20, deals))
    made = data.draw(near | near.map(lambda few: deals - few) | st.integers(0, deals))
    estimate = made_of(made, deals)
    text = figures.short_percent(estimate, UNICODE)
    assert len(text) <= 14
    value, _, interval = text.partition(" ")
    assert 0 < float(value.lstrip("<>")) < 100
    if not interval:
        assert value[0] in "<>"
        bound = float(value[1:])
        assert 100 * estimate.p_make_high <= bound if value[0] == "<" else 100 * estimate.p_make_low >= bound
    else:
        low, high = map(float, interval.strip("()").split("–"))
        assert 0 < low < high < 100
