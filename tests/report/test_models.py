"""Three and four player models in one answer: the first is the answer, the others stand beside it."""

import json

import pytest
from test_terminal import assert_golden, printed
from three_models import answer_of

from fivehundred_sim.report import chart, figures, sentences
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.markdown import to_markdown
from fivehundred_sim.report.terminal import print_many
from fivehundred_sim.report.text import to_csv, to_json

WIDTHS = [40, 60, 72, 80, 90, 100, 120]


@pytest.fixture(scope="module")
def advice():
    return answer_of()


@pytest.fixture(scope="module")
def four():
    return answer_of(sampled=True)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_three_models_look_as_they_did(advice, width):
    assert_golden(f"models_{width}.txt", printed(advice, width))


def test_four_models_and_markdown_look_as_they_did(four):
    assert_golden("models_sampled.txt", printed(four, 100))
    assert_golden("models.md", to_markdown(four))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_width_shows_the_first_model_with_points_and_cuts_nothing(advice, four, width, ascii_only):
    for each in (advice, four, answer_of(None, sampled=True), answer_of("10H", certain=("10H", "9H"))):
        text = printed(each, width, encoding="ascii" if ascii_only else "utf-8")
        assert max(map(len, text.splitlines())) <= width
        assert "…" not in text
        for engine in ("heuristic", "double-dummy"):
            assert engine in text


def test_narrow_tables_drop_the_others_points_first(advice):
    assert printed(advice, 100).count("points  ") > printed(advice, 80).count("points  ")
    assert "A wider terminal shows more." in printed(advice, 80)
    assert "A wider terminal shows more." not in printed(advice, 120)
    assert "gap" not in printed(advice, 120)  # who compares says with whom


def test_the_sentence_names_good_play_first_and_the_raw_models_after_it(advice, four):
    text = sentences.opening(advice, UNICODE)[1]
    first, second, third = (text.index(words) for words in ("good play", "rules of thumb", "perfect play"))
    assert first < second < third
    assert "games of good players" in " ".join(sentences.opening(four, UNICODE))


def test_what_cannot_fail_is_said_to_be_sure():
    sure = answer_of("10H", certain=("10H",))
    assert "It makes always, whatever the others hold and do" in sentences.opening(sure, UNICODE)[1]
    row = sure.asked.rows[0]
    assert figures.percent(row, UNICODE) == ("100", "sure")
    assert figures.cell_percent(row, UNICODE) == figures.short_percent(row, UNICODE) == "100 (sure)"
    assert not any("calibration itself" in note for note in sentences.notes(sure, UNICODE))


def test_the_calibrations_own_error_is_said(advice):
    assert "Beside the interval, the calibration itself may be off by ±1.7 in 100 for 8♥." in sentences.notes(
        advice, UNICODE
    )


def test_predicted_numbers_of_tricks_have_bars_only_where_they_count(advice):
    row = advice.row("calibrated", "8H")
    rare = type(row)(**{**row.__dict__, "tricks": (0.001, 0.004, 0.02, *(0.1395,) * 7, 0.0)})
    assert figures.spark(rare, UNICODE)[:3] == "  ▁" or figures.spark(rare, UNICODE)[:2] == "  "
    assert figures.spark(rare, UNICODE)[-1] == " "


def test_deals_are_told_once(advice, four):
    assert sentences.deals_label(advice, UNICODE) == "200 heuristic + 50 double-dummy"
    assert sentences.deals_label(four, UNICODE) == "60 sampled in 8♥ + 200 heuristic + 50 double-dummy"
    alone = type(advice.manifest)(**{**advice.manifest.__dict__, "engines": advice.manifest.engines[:1]})
    only = type(advice)(**{**advice.__dict__, "manifest": alone})
    assert sentences.deals_label(only, UNICODE) == "200 heuristic + 50 double-dummy"


def test_a_line_of_many_answers_has_the_range_of_the_models(advice, four):
    text = printed([advice, four], 120, show=print_many)
    chances = [100 * row.p_make for row in advice.asked.rows]
    assert f" {round(max(chances) - min(chances))} " in text
    assert "from the lowest to the highest of calibrated, heuristic, double-dummy" in text.replace("\n", " ")


def test_files_and_charts_take_models_that_played_a_few_contracts(four):
    assert json.loads(to_json(four))["asked"]["engine"] == "sampled"
    assert to_csv(four).count(",sampled,8H,") == 1
    figure = chart.overview(four)
    labels = {text.get_text() for legend in figure.legends for text in legend.get_texts()}
    assert {"calibrated", "sampled", "heuristic", "double-dummy"} <= labels
