import io
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from fake_engine import make_engine
from rich.console import Console

from fivehundred_sim import advise
from fivehundred_sim.report.console import Grid, print_grid
from fivehundred_sim.report.glyphs import ASCII, UNICODE
from fivehundred_sim.report.markdown import to_markdown
from fivehundred_sim.report.terminal import print_advice, print_many

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def advice():
    engines = (make_engine(deals=200, chunk=100)[0], make_engine("double-dummy", deals=50, bonus=1)[0])
    return advise(HAND, "8H", engines=engines)


def printed(value, width=100, *, encoding="utf-8", show=print_advice, **options):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    console = Console(file=stream, width=width, highlight=False, **options)
    show(value, console)
    stream.flush()
    return raw.getvalue().decode(encoding)


def assert_golden(name, text):
    """Compare with a stored text; REGENERATE_GOLDEN=1 stores what is printed now, to be read in the diff.

    The hash of the rules does not matter.
    """
    text = re.sub(r"\([0-9a-f]{8}\)", "(01234567)", text)
    path = GOLDEN / name
    if os.environ.get("REGENERATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_answer_looks_as_it_did(advice, width):
    assert_golden(f"advice_{width}.txt", printed(advice, width))


def test_the_answer_in_ascii_looks_as_it_did(advice):
    assert_golden("advice_ascii.txt", printed(advice, 80, encoding="ascii"))


def test_markdown_looks_as_it_did(advice):
    assert_golden("advice.md", to_markdown(advice))


WIDTHS = [40, 41, 52, 60, 66, 72, 80, 90, 100, 109, 120]


def constant(first, second, bid):
    return advise(
        HAND, bid, engines=(make_engine(constant=first)[0], make_engine("double-dummy", constant=second)[0])
    )


@pytest.fixture(scope="module")
def extremes(advice):
    """Answers whose figures are as wide as they get: nothing or everything made, models that differ."""
    return [
        advice,
        constant(10, 10, "10NT"),
        constant(0, 0, "M"),
        constant(7, 10, None),
        constant(1, 1, "OM"),
    ]


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_is_wider_than_the_terminal_and_nothing_is_cut(extremes, width, ascii_only):
    glyphs = ASCII if ascii_only else UNICODE
    for advice in extremes:
        text = printed(advice, width, show=lambda value, to: print_advice(value, to, ascii_only=ascii_only))
        assert max(map(len, text.splitlines())) <= width
        assert "…" not in text
        assert text.isascii() or not ascii_only
        assert glyphs.rule * 20 in text, "no table"
        for bid in advice.bids:
            assert re.search(rf"^[▶> ][★☆*= ] ?{glyphs.bid(bid)} .*\d", text, re.MULTILINE)


@pytest.mark.parametrize("width", [1, 7, 20, 30, 38])
def test_very_narrow_terminals_get_running_text(advice, width):
    text = printed(advice, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    assert "bold" not in text
    flowing = text.replace("\n", " ")
    if width > 12:
        assert all(UNICODE.bid(bid) in flowing for bid in advice.bids)


def test_a_table_without_room_names_its_columns_in_every_line():
    grid = Grid(["", "A", "win\nper cent", "note"], frozenset(["A"]))
    grid.lines += [(["Points", "", "", ""], True), (["  a deal", "62", "−6 ± 34", ""], False)]
    told = printed(grid, 24, show=lambda value, to: print_grid(value, to, UNICODE))
    assert told == "Points\na deal: A 62, win per\n    cent −6 ± 34\n"


def test_the_first_thing_said_is_the_answer_and_the_last_what_it_rests_on(advice):
    for width in WIDTHS:
        paragraphs = printed(advice, width).strip().split("\n\n")
        assert paragraphs[0].startswith("No, 8♥ costs")
        assert paragraphs[1].startswith("Hand: JK")
        assert " ".join(paragraphs[3].split()).endswith("other cards random.")
        assert len(paragraphs) == 4


@pytest.mark.parametrize("width", WIDTHS)
def test_figures_are_not_torn_apart(advice, width):
    opening = printed(advice, width).split("\n\n")[0]
    for line in opening.splitlines():
        assert not re.match(r"[±(−]\d|%", line) or line.startswith("(−99")  # opened a bracket of words
        assert not re.search(r"±$", line)


def test_narrow_terminals_stack_the_models_and_name_them(advice):
    text = printed(advice, 40)
    assert "h heuristic, d double-dummy." in " ".join(text.split())
    (first, second) = re.findall(r"^▶ 8♥ .*\n.*$", text, re.MULTILINE)[0].splitlines()
    assert re.search(r" h  +38 \(32–45\) +−99 ±43", first)
    assert re.search(r" d  +62 \(48–74\) +\+53 ±85 +\+24$", second)
    assert " h " not in printed(advice, 60)


def test_contracts_too_close_to_the_best_are_marked(advice):
    text = printed(advice, 100)
    assert advice.ties == ("6NT", "OM")
    assert re.findall(r"^.☆ (\S+)", text, re.MULTILINE) == ["6NT", "OM"]
    assert "★ most points, ☆ too close to call with it" in text


def test_wide_terminals_show_each_side_and_narrow_ones_say_so(advice):
    wide, narrow = printed(advice, 120), printed(advice, 80)
    assert re.search(r"\bus\b.*\bthem\b", wide)
    assert "A wider terminal shows" not in wide
    assert "A wider terminal shows more." in " ".join(narrow.split())
    for text in (wide, narrow):
        assert "95 %" in text
        assert "Gap: model uncertainty" in " ".join(text.split())


@pytest.mark.parametrize("width", [80, 100])
def test_both_sides_of_an_interval_fit_for_both_models(width):
    engines = (make_engine(constant=10)[0], make_engine("double-dummy", constant=10)[0])
    text = printed(advise(HAND, "10NT", engines=engines), width)
    (line,) = (line for line in text.splitlines() if re.match("▶. 10NT ", line))
    assert len(re.findall(r"\+520 −\d\d/\+0 ", line)) == 2
    assert line.count("–100)") == 2
    assert max(map(len, text.splitlines())) <= width
    assert "p −a/+b: from a below p to b above it." in " ".join(text.split())


def test_the_asked_and_the_best_bid_are_marked_without_colour(advice):
    text = printed(advice, 100, no_color=True)
    assert re.search(r"^▶  8♥", text, re.MULTILINE)
    assert re.search(rf"^.★ {UNICODE.bid(advice.best)} ", text, re.MULTILINE)
    assert "\x1b" not in text


def test_colour_only_on_terminals(advice):
    assert "\x1b" not in printed(advice)
    assert "\x1b[" in printed(advice, force_terminal=True, color_system="standard")


def test_one_model_needs_no_gap():
    advice = advise(HAND, engines=make_engine("double-dummy")[0])
    text = printed(advice, 100)
    assert "gap" not in text.lower()
    assert "asked about" not in text
    assert "most points if played" in text.splitlines()[0]


def test_ascii_only_on_request(advice):
    text = printed(advice, 100, show=lambda value, console: print_advice(value, console, ascii_only=True))
    assert text.isascii()
    assert "No, 8H costs points" in text


@pytest.fixture(scope="module")
def answers(advice):
    engines = (make_engine()[0], make_engine("double-dummy")[0])
    unasked = advise("JK JH JD AH KH QH 10H 9H 8H 7H", engines=engines)
    return [replace(each, line=2 + number) for number, each in enumerate([advice, unasked])]


def many(answers, width, **options):
    return printed(answers, width, show=lambda value, console: print_many(value, console, **options))


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
def test_many_answers_take_a_line_each(answers, width, ascii_only):
    text = many(answers, width, ascii_only=ascii_only)
    glyphs = ASCII if ascii_only else UNICODE
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    assert text.isascii() or not ascii_only
    found = [line.split() for line in text.splitlines() if re.match(r" +[23] ", line)]
    assert [words[0] for words in found] == ["2", "3"]
    assert glyphs.bid("8H") in found[0]
    assert "no/close" in found[0]
    assert glyphs.none in found[1]
    assert (glyphs.grouped_hand(answers[0].hand) in text) == (width >= 60)
    assert ("+24" in found[0]) == (width >= 80)
    assert "not against passing" in " ".join(text.split())


def test_many_answers_without_a_bid_show_the_best_contract(answers):
    unasked = [replace(advice, asked=None) for advice in answers]
    head, *_ = (line for line in many(unasked, 100).splitlines() if line.startswith("line"))
    assert head.split()[:3] == ["line", "hand", "points"]
    assert "answer" not in head
    assert re.search(r" 7NT☆ +82 \(76–87\) +\+127 ±26 +\+18", many(unasked, 100))


def test_many_answers_of_one_model_have_no_gap():
    alone = advise(HAND, engines=make_engine()[0])
    text = many([alone, alone], 100)
    assert "gap" not in text.lower()
    assert [line.split()[0] for line in text.splitlines() if "♥K95" in line] == ["1", "2"]


def test_hundreds_of_hands_are_hundreds_of_lines(advice):
    text = many([replace(advice, line=number) for number in range(1, 201)], 80)
    assert text.count("♥K95") == 200


def rows_of(markdown):
    return [line.split(" | ") for line in markdown.splitlines() if line.startswith("|")]


def test_markdown_of_many_is_one_table_of_a_line_each(answers):
    text = to_markdown(answers)
    rows = rows_of(text)
    assert len(rows) == 2 + len(answers)
    assert len({len(row) for row in rows}) == 1
    assert "##" not in text
    assert "not against passing" in text
    assert to_markdown(answers, ascii_only=True).isascii()


def test_markdown_tables_are_well_formed_and_keep_their_blanks(advice):
    tables = to_markdown(advice).split("\n\n")
    for table in [rows_of(part) for part in tables if part.startswith("|")]:
        assert len({len(row) for row in table}) == 1
        assert all(re.fullmatch(r"[|: -]+", cell) for cell in table[1])
    bars = re.findall(r"`([^`|]*)`", to_markdown(advice))
    assert len(bars) == 10
    assert all(re.fullmatch(r"[·▁-█]{11}", each) for each in bars)
