"""Bid against pass in words and as a table."""

from dataclasses import replace

import pytest

from fivehundred_sim.report import calls
from fivehundred_sim.report.glyphs import ASCII, UNICODE
from fivehundred_sim.study.bidding.bid_or_pass import CallsAnswer
from fivehundred_sim.study.bidding.calls import CallEstimate


def estimate(call, points, win=None, diff=0.0, half=0.008, **others):
    """A call whose figures have the given means; without a score differences are in points."""
    scale = 1 if win is not None else 100
    return CallEstimate(
        call=call,
        mean_points=points,
        mean_points_low=points - 9,
        mean_points_high=points + 9,
        p_win=win,
        p_win_low=None if win is None else win - 0.01,
        p_win_high=None if win is None else win + 0.01,
        diff=diff,
        diff_low=diff - half * scale if diff else 0.0,
        diff_high=diff + half * scale if diff else 0.0,
        **{
            "p_ours": 0.6,
            "p_made": 0.4,
            "p_set": 0.2,
            "p_theirs": 0.4,
            "p_theirs_made": 0.1,
            "p_theirs_set": 0.3,
            "p_nobody": 0.0,
            "p_alone": None if call == "P" else 0.6,
            "bluff": False,
            **others,
        },
    )


def answer(*rows, asked=None, scores=(220, 340), close=None, **others):
    return CallsAnswer(
        **{
            "rows": rows,
            "close": close or (rows[0].call,),
            "asked": asked,
            "auction": ("P", "7S"),
            "seat": 2,
            "dealer": 3,
            "scores": scores,
            "styles": ("natural", "natural", "natural"),
            "deals": 4000,
            "effective": 4000.0,
            "drawn": 90_000,
            "how": "exact",
            "tolerance": 0.0,
            "model": "calibrated",
            **others,
        }
    )


EIGHT = estimate("8H", 45, 0.44)
PASS = estimate("P", -12, 0.41, -0.031)
SEVEN = estimate("7H", 60, 0.42, -0.02)


def test_the_answer_is_what_to_call_and_what_passing_wins():
    first, rest = calls.opening(answer(EIGHT, PASS, asked=("8H", "yes")), UNICODE)
    assert first == "Bid 8♥: it wins 44 % of games from here, passing 41 % (difference 3.1 ± 0.8)."
    assert rest == ""


def test_a_call_that_is_not_best_is_refused_first():
    first, _ = calls.opening(
        answer(SEVEN, replace(EIGHT, diff=-0.05, diff_high=-0.04), PASS, asked=("8H", "no")), UNICODE
    )
    assert first.startswith("Not 8♥. Bid 7♥: it wins 42 % of games from here, 8♥ 44 % and passing 41 % (diff")


def test_passing_is_compared_with_the_best_bid_that_is_no_bluff():
    bluff = estimate("9S", 80, 0.5, 0.09, bluff=True)
    first, _ = calls.opening(answer(replace(PASS, diff=0, diff_low=0, diff_high=0), bluff, SEVEN), ASCII)
    assert first.startswith("Pass: it wins 41 % of games from here, 7H 42 % (difference 2.0 +/- 0.8)")


def test_too_close_names_the_calls():
    found = answer(EIGHT, replace(SEVEN, diff=-0.002), PASS, close=("8H", "7H"), asked=("7H", "close"))
    first, _ = calls.opening(found, UNICODE)
    assert first.startswith("Too close to call between 8♥ and 7♥: 8♥ wins 44 % of games from here, 7♥ 42 %")


def test_points_and_games_may_disagree():
    _, rest = calls.opening(answer(EIGHT, SEVEN, PASS), UNICODE)
    assert rest == "7♥ scores more on average (+60 points against +45), 8♥ wins more games."
    _, rest = calls.opening(answer(EIGHT, SEVEN, PASS, close=("8H", "7H")), UNICODE)
    assert rest == ""


def test_without_a_score_all_is_in_points():
    found = answer(estimate("8H", 45), estimate("P", -12, None, -57.0, 0.09), scores=None)
    first, _ = calls.opening(found, UNICODE)
    assert first == "Bid 8♥: it is worth +45 points a deal, passing −12 (difference 57 ± 9)."
    grid = calls.calls_grid(found, UNICODE, calls.LAYOUTS[0])
    assert "wins %" not in grid.headings
    assert "nobody" not in grid.headings


def test_the_table_marks_best_close_asked_and_bluffs():
    bluff = estimate("9S", 80, 0.5, 0.09, bluff=True)
    found = answer(EIGHT, bluff, SEVEN, PASS, close=("8H", "7H"), asked=("7H", "close"))
    lines = calls.calls_grid(found, UNICODE, calls.LAYOUTS[0]).lines
    assert [str(cells[0]) for cells, _ in lines] == ["8♥ ★", "9♠ bluff", "▶ 7♥ ☆", "pass"]
    assert [bold for _, bold in lines] == [True, False, False, False]
    assert any("A bluff gains only if" in line for line in calls.legend(found, UNICODE))


def test_the_pass_and_the_call_asked_about_are_always_shown():
    rows = [replace(SEVEN, call=f"{level}{suit}") for level in (7, 8, 9) for suit in "SCDH"]
    found = answer(EIGHT, *rows, PASS, asked=("9H", "no"))
    shown = [row.call for row in calls.shown_rows(found)]
    assert len(shown) == calls.SHOWN + 2  # the call of most points is among the first
    assert {"P", "9H"} <= set(shown)
    assert any(f"{len(found.rows) - len(shown)} more calls" in line for line in calls.legend(found, UNICODE))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("all", "4,000 deals; contracts"),
        ("exact", "just these calls"),
        ("near", "tell as much as 300 equal ones"),
        ("any", "left out of account"),
    ],
)
def test_what_it_rests_on_says_how_well_the_deals_fit(how, words):
    found = answer(EIGHT, PASS, how=how, effective=300.0, tolerance=20.0, styles=("natural", "bold", "zh"))
    text = " ".join(calls.legend(found, UNICODE))
    assert words in text
    assert "you bid on natural, your partner bold, the others zh" in text


def test_no_chance_is_a_bare_nought_or_hundred():
    assert [calls.percent(x) for x in (0.0, 0.004, 0.5, 0.996, 1.0)] == ["<1", "<1", "50", ">99", ">99"]


def test_a_call_refused_does_not_hide_that_the_best_are_too_close():
    found = answer(EIGHT, replace(SEVEN, diff=-0.002), PASS, close=("8H", "7H"), asked=("P", "no"))
    first, _ = calls.opening(found, UNICODE)
    assert first.startswith("Do not pass. Too close to call between 8♥ and 7♥:")


def test_a_bluff_asked_about_is_named_and_not_compared():
    bluff = estimate("9S", 80, 0.5, 0.09, bluff=True)
    first, _ = calls.opening(answer(EIGHT, bluff, PASS, asked=("9S", "no")), UNICODE)
    assert (
        first
        == "Not 9♠, a bluff. Bid 8♥: it wins 44 % of games from here, passing 41 % (difference 3.1 ± 0.8)."
    )


def test_a_table_without_sampled_games_says_so():
    text = " ".join(calls.legend(answer(EIGHT, PASS, model="heuristic"), UNICODE))
    assert "No games of sampled players back this table" in text
    assert "players by rules of thumb" in text
