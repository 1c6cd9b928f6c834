"""The chance to win as a table, a map and files."""

import json
import xml.etree.ElementTree as ElementTree

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from crude_hands import crude_hands
from matplotlib.colors import to_rgb
from test_terminal import assert_golden, printed

from fivehundred_sim.report import chart
from fivehundred_sim.report.equity import (
    answer_sentence,
    appetite_sentence,
    cell,
    notes,
    percent,
    print_equity,
    render,
    shown_scores,
    write,
)
from fivehundred_sim.report.equity_chart import score_map
from fivehundred_sim.report.glyphs import ASCII, UNICODE
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.equity import Asked, Equity, equity

ASKED = Asked(220, 340, None)


@pytest.fixture(scope="module")
def answer():
    return equity("australian", results=crude_hands(load_rules("australian")))


def shown(answer, asked, width, **options):
    return printed(answer, width, show=lambda value, console: print_equity(value, asked, console), **options)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_answer_looks_as_it_did(answer, width):
    text = shown(answer, ASKED, width)
    assert max(map(len, text.splitlines())) <= width
    assert_golden(f"equity_{width}.txt", text)


def test_the_answer_in_ascii_looks_as_it_did(answer):
    assert_golden("equity_ascii.txt", shown(answer, Asked(-100, 250, True), 80, encoding="ascii"))


def test_markdown_looks_as_it_did(answer):
    assert_golden("equity.md", render(answer, ASKED, "markdown"))


def test_sentences_say_who_deals(answer):
    ours, theirs = (percent(answer.win(220, 340, own)) for own in (True, False))
    assert answer_sentence(answer, ASKED, UNICODE) == (
        f"At 220 to 340 your side wins {ours} of games if it deals next, {theirs} if the other side does."
    )
    assert answer_sentence(answer, Asked(220, 340, False), ASCII) == (
        f"At 220 to 340 your side wins {theirs} of games if the other side deals next."
    )


def with_mixes(answer, mine, other):
    """Return the answer with the same appetites everywhere."""
    mixes = np.broadcast_to(np.array([mine, other], float), answer.mixes.shape)
    return Equity(answer.rules, answer.scores, answer.table, mixes, answer.appetites, answer.manifest)


def test_sentences_name_the_appetites_chosen(answer):
    mixed = with_mixes(answer, [0.25, 0, 0.75], [0, 1, 0])
    assert appetite_sentence(mixed, Asked(0, 0, True)) == (
        "Best appetite there: yours 0 (25 %) or 1 (75 %), theirs 0.5."
    )
    assert appetite_sentence(mixed, Asked()) == (
        "Best appetite there: yours 0 (25 %) or 1 (75 %), theirs 0.5 if your side deals;"
        " yours 0.5, theirs 0 (25 %) or 1 (75 %) if the other side does."
    )
    alike = with_mixes(answer, [1, 0, 0], [1, 0, 0])
    assert appetite_sentence(alike, Asked()) == "Best appetite there, whoever deals: yours 0, theirs 0."
    single = equity("australian", results=crude_hands(load_rules("australian"), 1))
    assert appetite_sentence(single, Asked()) == ""
    assert "appetite" not in render(single, Asked(), "markdown")


def test_a_chance_of_a_game_that_goes_on_is_never_0_or_100():
    assert [percent(chance) for chance in (0.0001, 0.382, 0.9999)] == ["<0.1 %", "38.2 %", ">99.9 %"]
    assert [cell(chance) for chance in (0.001, 0.382, 0.999)] == ["<1", "38", ">99"]


def test_a_floor_from_which_a_side_plays_on_is_noted(answer):
    rules = load_rules("australian", {"match.floor_rule": "plays_on"})
    (note,) = notes(equity(rules, results=crude_hands(rules, 1)))
    assert note in render(equity(rules, results=crude_hands(rules, 1)), Asked(), "markdown")
    assert notes(answer) == []


# --- the map ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", chart.THEMES.values(), ids=list(chart.THEMES))
def test_numbers_stand_where_they_belong_and_can_be_read(answer, theme):
    figure = score_map(answer, Asked(220, 340, True), theme)
    (axes,) = figure.axes
    (image,) = axes.images
    numbers = {tuple(text.get_position()): text for text in axes.texts}
    scores = shown_scores(answer, 100)
    assert set(numbers) == {(theirs, ours) for theirs in scores for ours in scores}
    for (theirs, ours), text in numbers.items():
        chance = answer.win(ours, theirs, True)
        assert text.get_text() == cell(chance)
        back = np.array(image.cmap(image.norm(chance))[:3]) @ [0.299, 0.587, 0.114]
        assert abs(back - np.array(to_rgb(text.get_color())) @ [0.299, 0.587, 0.114]) > 0.3
    low, high = axes.get_xlim()
    assert (low, high) == axes.get_ylim() == (-495, 495)
    assert image.get_array().shape == (99, 99)
    assert image.get_array()[-1, 0] == pytest.approx(answer.win(490, -490, True))  # up is ours
    assert image.origin == "lower"


def test_the_scores_asked_about_are_marked(answer):
    (axes,) = score_map(answer, ASKED).axes
    (ring,) = axes.lines
    assert (ring.get_xdata()[0], ring.get_ydata()[0]) == (340, 220)
    assert score_map(answer).axes[0].lines[:] == []


def test_good_and_bad_differ_for_the_colour_blind(answer):
    """Blue against orange: the blue part, which all but a few see, sets them apart."""
    for theme in chart.THEMES.values():
        colors = score_map(answer, Asked(), theme).axes[0].images[0].cmap
        assert colors(1.0)[2] - colors(0.0)[2] > 0.5


# --- files --------------------------------------------------------------------------------------------------


def test_files_hold_the_answer_in_the_form_of_their_suffix(answer, tmp_path):
    for suffix in ("json", "csv", "parquet", "md", "svg", "png"):
        write(answer, ASKED, tmp_path / f"answer.{suffix}", "dark")
    assert json.loads((tmp_path / "answer.json").read_text()) == json.loads(
        json.dumps(answer.to_json_dict(ASKED))
    )
    assert (tmp_path / "answer.md").read_text() == render(answer, ASKED, "markdown")
    rows = pd.read_csv(tmp_path / "answer.csv")
    pd.testing.assert_frame_equal(rows, answer.frame(), check_dtype=False)
    table = pq.read_table(tmp_path / "answer.parquet")
    assert table.num_rows == len(rows)
    about = json.loads(table.schema.metadata[b"fivehundred"])
    assert about["manifest"] == answer.manifest.to_json_dict()
    assert (tmp_path / "answer.png").read_bytes().startswith(b"\x89PNG")
    drawn = (tmp_path / "answer.svg").read_bytes()
    assert b"Chance to win the game, by the scores of both sides" in drawn
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    write(answer, ASKED, tmp_path / "again.svg", "dark")
    assert (tmp_path / "again.svg").read_bytes() == drawn
