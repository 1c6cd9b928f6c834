import io
import os
import re
from pathlib import Path

import pytest
from fake_engine import make_engine
from rich.console import Console

from fivehundred_sim import advise
from fivehundred_sim.report.terminal import print_advice, print_many
from fivehundred_sim.report.text import to_markdown
from fivehundred_sim.report.words import UNICODE

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
    """Compare with a stored text; REGENERATE_GOLDEN=1 stores what is printed now, to be read in the diff."""
    text = re.sub(r"rules australian \([0-9a-f]{8}\)", "rules australian (HASH)", text)
    path = GOLDEN / name
    if os.environ.get("REGENERATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_answer_looks_as_it_did(advice, width):
    assert_golden(f"advice_{width}.txt", printed(advice, width))


def test_the_answer_in_ascii_looks_as_it_did(advice):
    assert_golden("advice_ascii.txt", printed(advice, 80, encoding="ascii"))


def test_markdown_looks_as_it_did(advice):
    assert_golden("advice.md", to_markdown(advice))


@pytest.mark.parametrize("width", [60, 72, 80, 90, 100, 109, 120, 200])
def test_no_line_is_wider_than_the_terminal_and_nothing_is_cut(advice, width):
    text = printed(advice, width)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    for bid in advice.bids:
        assert re.search(rf"^[▶ ][★ ] {UNICODE.bid(bid)} .*\d", text, re.MULTILINE)


def test_wide_terminals_show_each_side_and_narrow_ones_say_so(advice):
    wide, narrow = printed(advice, 120), printed(advice, 80)
    assert re.search(r"\bus\b.*\bthem\b", wide)
    assert "A wider terminal shows" not in wide
    assert "A wider terminal shows each side's points too." in " ".join(narrow.split())
    for text in (wide, narrow):
        assert "95 %" in text
        assert "model un-" in text


@pytest.mark.parametrize("width", [80, 100])
def test_both_sides_of_an_interval_fit_for_both_models(width):
    engines = (make_engine(constant=10)[0], make_engine("double-dummy", constant=10)[0])
    text = printed(advise(HAND, "10NT", engines=engines), width)
    (line,) = (line for line in text.splitlines() if re.match("▶. 10NT ", line))
    assert len(re.findall(r"\+520 −\d\d/\+0 ", line)) == 2
    assert line.count("–100)") == 2
    assert max(map(len, text.splitlines())) <= width
    assert "Points +p −a/+b: the interval reaches a below p and b above it." in " ".join(text.split())


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
    assert "certainty" not in text
    assert "asked about" not in text
    assert text.splitlines()[1].startswith("Most points if played")


def test_ascii_only_on_request(advice):
    text = printed(advice, 100, show=lambda value, console: print_advice(value, console, ascii_only=True))
    assert text.isascii()
    assert "8H: " in text


def test_many_answers_take_a_line_each(advice):
    engines = (make_engine()[0], make_engine("double-dummy")[0])
    unasked = advise("JK JH JD AH KH QH 10H 9H 8H 7H", engines=engines)
    text = printed([advice, unasked], 100, show=print_many)
    lines = text.splitlines()
    assert lines[1].split()[:3] == ["hand", "bid", "answer"]
    assert re.search(r"^JK J♦ K♥ 9♥ 5♥ A♠ 8♠ 7♣ 6♣ 5♦ +8♥ +no  .* \+24  7NT \+", lines[3])
    assert lines[4].startswith("JK J♥ J♦ A♥")
    assert lines[4].count("—") == 5
    flowing = " ".join(text.split())
    assert "those of heuristic players. Model uncertainty: double-dummy minus heuristic" in flowing
    assert "not against passing" in flowing


def test_many_answers_of_one_model_have_no_gap():
    alone = advise(HAND, engines=make_engine()[0])
    text = printed([alone, alone], 100, show=print_many)
    assert "uncertainty" not in text
    assert text.splitlines()[3].count("—") == 4
