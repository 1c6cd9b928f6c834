"""House rules compared, as sentences, tables, charts and files. The figures are made up."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from fractions import Fraction

import pandas as pd
import pyarrow.parquet as pq
import pytest
from test_terminal import assert_golden, printed

from fivehundred_sim.report import chart
from fivehundred_sim.report.compare import bid_names, print_comparison, render, shown_differences, write
from fivehundred_sim.report.compare_chart import differences_chart
from fivehundred_sim.report.compare_words import (
    answer_sentences,
    changes_sentence,
    difference,
    notes,
    value,
)
from fivehundred_sim.report.glyphs import ASCII, UNICODE
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.styles import load_style
from fivehundred_sim.study.compare.best import Change
from fivehundred_sim.study.compare.compare import Against, Comparison, Sweep
from fivehundred_sim.study.compare.examples import Choice, Example
from fivehundred_sim.study.compare.measures import Measure
from fivehundred_sim.study.compare.moments import Compared

HAND = ("JK", "JH", "KH", "9H", "AS", "8S", "7S", "QC", "6C", "5D")
FIGURES = {  # key: a, b, half of the interval, unit
    "contracts.bid": (0.9995, 0.9985, 0.0004, "share"),
    "suit.bid": (0.525, 0.601, 0.0041, "share"),
    "no-trump.bid": (0.146, 0.151, 0.0072, "share"),
    "misère.bid": (0.087, 0.0585, 0.0031, "share"),
    "level": (7.631, 7.512, 0.0062, "level"),
    "contracts.rate": (0.6567, 0.6771, 0.0022, "share"),
    "level 7.bid": (0.3, 0.33, 0.01, "share"),
    "level 7.rate": (0.71, 0.7, 0.02, "share"),
    "7H.bid": (0.11, 0.12, 0.004, "share"),
    "7H.rate": (0.7, 0.73, 0.011, "share"),
    "10S.bid": (0.0001, 0.0002, 0.0002, "share"),
    "M.bid": (0.087, 0.0585, 0.0031, "share"),
    "points.dealer": (56.2, 58.1, 2.4, "points"),
    "points.contractor": (91.7, 95.8, 1.1, "points"),
    "best.pass": (0.26, 0.31, 0.002, "share"),
    "best.level 7": (0.29, 0.27, 0.004, "share"),
    "hand.higher": (None, None, 0.0, "share"),
    "hand.now_passes": (None, None, 0.0, "share"),
    "game.hands": (8.12, 8.93, 0.31, "hands"),
    "game.first dealer": (0.495, 0.502, 0.021, "share"),
    "game.end.floor": (0.223, 0.12, 0.02, "share"),
}
SHARES = {"hand.higher": (0.0312, 0.0288, 0.0337), "hand.now_passes": (0.0004, 0.0002, 0.0008)}


def row_of(key, factor=1.0):
    a, b, half, unit = FIGURES[key]
    measure = Measure(key, unit, "", "", Fraction(1), 1.0)
    if a is None:
        return Compared(measure, None, None, *SHARES[key], "more")
    diff = (b - a) * factor
    low, high = diff - half, diff + half
    verdict = "close" if low <= 0 <= high else "more" if low > 0 else "less"
    return Compared(measure, a, a + diff, diff, low, high, verdict)


def against(label, factor=1.0, leave_out="", **options):
    rows = tuple(row_of(key, factor) for key in FIGURES if not leave_out or not key.startswith(leave_out))
    examples = (
        Example(14, HAND, Change.HIGHER, Choice("6H", 15.2, 0.82), Choice("7H", -3.9, 0.6)),
        Example(48, HAND, Change.NOW_PASSES, Choice("M", 3.1, 0.53), Choice("P", 0.0, None)),
    )
    return Against(
        label,
        rows,
        **{"same": False, "shuffles": True, "learnt_apart": True, "examples": examples, **options},
    )


def comparison_of(names, others, **options):
    rules = tuple(load_rules(name) for name in names)
    return Comparison(
        labels=tuple(options.pop("labels", names)),
        rules=rules,
        others=tuple(others),
        **{
            "style": load_style("natural"),
            "deals": 20_000,
            "games": 1_000,
            "seed": 1,
            "calibrated": (0, 1, 2, 3, 4, 5, 6),
            "why_no_games": (),
            "sweep": None,
            **options,
        },
    )


def pair_answer():
    return comparison_of(["australian", "gamerules"], [against("gamerules")])


def many_answer():
    quebec = against("quebec", -2.0, "hand.", shuffles=False, examples=())
    alone = against("howstuffworks", 0.5, "game.", shuffles=False)
    return comparison_of(
        ["australian", "gamerules", "quebec", "howstuffworks"],
        [against("gamerules"), quebec, alone],
        calibrated=(0, 1, 2, 3),
        why_no_games=("No whole games under howstuffworks: three sides.",),
    )


def sweep_answer():
    labels = ["misere.value=210", "misere.value=230", "misere.value=250"]
    others = [against(labels[1], 0.5, examples=()), against(labels[2], examples=())]
    swept = Sweep("misere.value", (210, 230, 250))
    return comparison_of(["australian"] * 3, others, labels=labels, sweep=swept)


@pytest.fixture
def pair():
    return pair_answer()


@pytest.fixture
def many():
    return many_answer()


@pytest.fixture
def sweep():
    return sweep_answer()


def shown(answer, width=100, **options):
    ascii_only = options.pop("ascii_only", False)
    return printed(
        answer,
        width,
        show=lambda given, console: print_comparison(given, console, ascii_only=ascii_only),
        **options,
    )


# --- sentences ----------------------------------------------------------------------------------------------


def test_the_first_line_says_what_differs_most(pair):
    assert answer_sentences(pair, UNICODE) == [
        "Under gamerules instead of australian, games are 0.8 ± 0.4 hands longer, 2.0 ± 0.3 more contracts in"
        " 100 are made, contracts stand 0.12 ± 0.01 levels lower and 3.2 % of hands have another best"
        " contract."
    ]


def test_a_sweep_is_told_from_its_first_value_to_its_last(sweep):
    (sentence,) = answer_sentences(sweep, ASCII)
    assert sentence.startswith("Under misere.value=250 instead of 210, games are 0.8 +/- 0.4 hands longer")


def test_what_plays_the_same_and_what_is_too_close_is_said(pair):
    same = replace(pair, others=(replace(pair.others[0], same=True),))
    assert answer_sentences(same, UNICODE) == ["gamerules plays exactly as australian: nothing differs."]
    close = tuple(row_of(key, 0.0) for key in FIGURES if not key.startswith("hand."))
    open_ = replace(pair, others=(replace(pair.others[0], rows=close),))
    assert answer_sentences(open_, UNICODE) == [
        "gamerules and australian are too close to call in all that is counted here."
    ]


def test_hands_that_change_are_told_with_their_intervals(pair):
    text = changes_sentence(pair, pair.others[0], UNICODE)
    assert text.endswith(
        "than under australian: 3.1 % (2.9–3.4) bid higher in the same denomination and <0.1 % (<0.1–0.1)"
        " pass instead of bidding."
    )
    nothing = replace(pair.others[0], rows=())
    assert changes_sentence(pair, nothing, UNICODE) == ""


def test_figures_have_the_decimals_of_their_errors():
    row = row_of("contracts.rate")
    assert (value(row.a, row, UNICODE), difference(row, UNICODE)) == ("65.7", "+2.0 ± 0.3")
    fewer = row_of("misère.bid")
    assert difference(fewer, ASCII) == "-2.8 +/- 0.4"
    nothing = replace(row, diff=0.0, low=0.0, high=0.0, verdict="same")
    assert difference(nothing, UNICODE) == "0"
    unknown = replace(row, a=None, diff=None, low=None, high=None, verdict="few")
    assert (value(unknown.a, unknown, UNICODE), difference(unknown, UNICODE)) == ("—", "—")


def test_notes_say_what_was_paired_and_who_played(pair, many):
    text = " ".join(notes(pair, 12))
    assert "12 differences are shown" in text
    assert "All sets are dealt the same shuffles" in text
    assert "by the quick calibration." in text
    text = " ".join(notes(many, 40))
    assert "quebec and howstuffworks have another pack" in text
    assert "by rules of thumb under every set in no-trump, misère and open misère" in text
    assert "No whole games under howstuffworks" in text
    text = " ".join(notes(pair, 12))
    assert "What calls say is learnt in every house by itself" in text
    together = replace(pair, others=(replace(pair.others[0], learnt_apart=False),))
    for answer in (together, replace(pair, style=load_style("zh"))):
        assert "learnt" not in " ".join(notes(answer, 12))
    text = " ".join(notes(replace(pair, calibrated=(), games=0), 3))
    assert "by rules of thumb under every set of rules" in text
    assert "whatever the score" not in text


def test_rare_bids_have_no_line_and_all_shown_differences_are_counted(pair):
    assert bid_names(pair.others[0]) == ["level 7", "7H", "M"]
    assert shown_differences(pair) == 13 + 2 * 3


# --- tables -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("which", ["pair", "many", "sweep"])
def test_the_answer_looks_as_it_did(which, width, request):
    text = shown(request.getfixturevalue(which), width)
    assert max(map(len, text.splitlines())) <= width
    assert_golden(f"compare_{which}_{width}.txt", text)


def test_ascii_needs_no_other_signs(pair, many):
    for answer in (pair, many):
        assert shown(answer, 100, encoding="ascii").isascii()
        assert shown(answer, 100, ascii_only=True).isascii()
        assert render(answer, "markdown", ascii_only=True).isascii()


def test_markdown_looks_as_it_did(pair):
    assert_golden("compare.md", render(pair, "markdown"))


# --- files --------------------------------------------------------------------------------------------------


def test_json_and_tables_hold_every_row(many, tmp_path):
    answer = json.loads(render(many, "json"))
    assert answer["schema"] == "fivehundred.compare/1"
    assert [each["label"] for each in answer["rules"]] == list(many.labels)
    assert len(answer["rows"]) == sum(len(other.rows) for other in many.others)
    first = answer["rows"][0]
    assert {"rules", "measure", "a", "b", "diff", "diff_low", "diff_high", "verdict"} <= set(first)
    assert answer["examples"][1]["b"] == {"bid": "P", "points": 0.0, "chance": None}
    rows = list(csv.DictReader(io.StringIO(render(many, "csv"))))
    assert [row["measure"] for row in rows] == [row["measure"] for row in answer["rows"]]
    write(many, tmp_path / "compared.parquet")
    frame = pd.read_parquet(tmp_path / "compared.parquet")
    assert frame["diff"].tolist() == [row["diff"] for row in answer["rows"]]
    about = json.loads(pq.read_schema(tmp_path / "compared.parquet").metadata[b"fivehundred"])
    assert about["manifest"]["seed"] == 1
    assert len(about["manifest"]["rules"]) == 4


@pytest.mark.parametrize("which", ["pair", "many", "sweep"])
@pytest.mark.parametrize("theme", [chart.LIGHT, chart.DARK], ids=lambda theme: theme.name)
def test_charts_stay_inside_their_sheet(which, theme, request):
    figure = differences_chart(request.getfixturevalue(which), theme)
    figure.canvas.draw()
    width, height = figure.get_size_inches() * figure.dpi
    for axes in figure.axes:
        for text in (*axes.get_yticklabels(), axes.title, axes._left_title, axes.xaxis.label):
            box = text.get_window_extent()
            if text.get_text() and text.get_visible() and box.width:
                assert box.x0 >= -1, text.get_text()
                assert box.x1 <= width + 1, text.get_text()
    for text in (*figure.texts, figure._suptitle):
        assert text.get_window_extent().x1 <= width
        assert text.get_window_extent().y1 <= height


def test_dots_are_where_the_differences_are(pair):
    figure = differences_chart(pair)
    shares, points, others = figure.axes
    assert [label.get_text() for label in points.get_yticklabels()] == [
        "dealer's side, a deal",
        "contractor's side, a contract",
    ]
    dots = {tuple(line.get_xdata()) for line in others.lines if len(line.get_xdata()) == 1}
    assert any(abs(x - 0.81) < 1e-9 for (x,) in dots)
    hollow = [line for line in points.lines if line.get_markerfacecolor() == chart.LIGHT.paper]
    assert len(hollow) == 1  # the dealer's side is too close to call
    assert shares.get_xlabel().startswith("Difference in per cent")


def test_a_sweep_is_drawn_along_its_values(sweep):
    figure = differences_chart(sweep)
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles[:3] == ["misère, % of deals", "contracts made, %", "level, misères left out"]
    (curve,) = [line for line in figure.axes[0].lines if len(line.get_xdata()) == 3]
    assert curve.get_xdata().tolist() == [210, 230, 250]
    assert curve.get_ydata().tolist() == pytest.approx([8.7, 7.275, 5.85])
    words = replace(sweep, sweep=Sweep("misere.when", ("off", "after_7", "anytime")))
    axes = differences_chart(words).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["off", "after_7", "anytime"]


def test_svg_is_the_same_each_time_and_names_its_rules(pair, tmp_path):
    write(pair, tmp_path / "a.svg", "dark")
    write(pair, tmp_path / "b.svg", "dark")
    text = (tmp_path / "a.svg").read_text()
    assert text == (tmp_path / "b.svg").read_text()
    assert "gamerules" in text
    ElementTree.fromstring(text)
