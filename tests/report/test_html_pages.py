"""Answers as pages: the words and figures of the terminal, in one file that stands alone."""

import json
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from matplotlib.figure import Figure
from page_answers import CALLS, KINDS, SCORES, answer, made, no_chart, page
from test_compare_report import pair_answer
from test_match_report import match_answer

from fivehundred_sim.report import calls, compare_words, equity, figures, league, match, sentences, table
from fivehundred_sim.report import compare as compare_report
from fivehundred_sim.report import files as advice_files
from fivehundred_sim.report.chart_theme import DARK, LIGHT
from fivehundred_sim.report.files import OutputError
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.groups import groups_of
from fivehundred_sim.report.html import advise as advise_page
from fivehundred_sim.report.html import card, charts
from fivehundred_sim.report.html import compare as compare_page
from fivehundred_sim.report.html import match as match_page
from fivehundred_sim.report.html.page import facts, suits
from fivehundred_sim.report.table_page import page as parts_of

VOID = {"meta", "br", "hr", "img", "link", "input"}
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")


class Reader(HTMLParser):
    """Reads a page: its text without style and script, its tables, its names; and sees that all is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.words, self.rows, self.attributes, self.tags = [], [], [], [], Counter()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes += [(tag, *pair) for pair in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"style", "script", "svg"} & set(self.open):
            self.words.append(data)
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data

    @property
    def text(self):
        return " ".join("".join(self.words).split())

    def values(self, name):
        return [value for _, attribute, value in self.attributes if attribute == name]


def opening_sentence(kind):
    given = answer(kind)
    return {
        "advise": lambda: " ".join(sentences.opening(given, UNICODE)),
        "two models": lambda: " ".join(sentences.opening(given, UNICODE)),
        "calls": lambda: " ".join(calls.opening(CALLS, UNICODE)),
        "hands": lambda: sentences.legend_many(given, UNICODE),
        "compare": lambda: compare_words.answer_sentences(given, UNICODE)[0],
        "compare many": lambda: compare_words.answer_sentences(given, UNICODE)[-1],
        "sweep": lambda: compare_words.answer_sentences(given, UNICODE)[0],
        "match": lambda: match.answer_sentence(given, UNICODE),
        "league": lambda: league.answer_sentence(given, UNICODE),
        "equity": lambda: equity.answer_sentence(given, SCORES, UNICODE),
        "table": lambda: table.headline(UNICODE),
        "card": lambda: table.basis(given),
    }[kind]().strip()


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_says_what_the_terminal_says_and_stands_alone(kind):
    text = page(kind)
    reader = Reader(text)
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert reader.tags["title"] == reader.tags["h1"] == reader.tags["main"] == 1
    assert opening_sentence(kind) in reader.text
    assert reader.tags["caption"] == reader.tags["table"] > 0
    assert set(reader.values("scope")) <= {"row", "col", "colgroup", "rowgroup"}
    # Nothing is asked of the network: no address but the names of SVG, no file, no part of another page.
    bare = re.sub(rf'xmlns(:xlink)?="({"|".join(NAMESPACES)})"', "", text)
    assert "://" not in bare
    assert not re.search(r"""url\((?!#)|@import|\bsrc=(?!"")""", bare)
    assert all(value.startswith(("#", "data:image/png;base64,")) for value in reader.values("xlink:href"))
    ids = reader.values("id")
    assert len(ids) == len(set(ids))
    assert {value[1:] for value in reader.values("xlink:href") if value.startswith("#")} <= set(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(ids)


@pytest.mark.parametrize("kind", ["compare", "match", "card"])
def test_equal_questions_give_equal_pages(kind):
    assert made(kind) == page(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_the_manifest_is_in_the_footer(kind):
    given = answer(kind)
    one = given[0] if isinstance(given, list) else given
    manifest = one.manifest() if callable(one.manifest) else one.manifest.to_json_dict()
    text = page(kind)
    if kind == "card":
        (found,) = re.findall(r'<script type="application/json" id="manifest">(.*?)</script>', text)
        assert json.loads(found) == json.loads(json.dumps(manifest))
    else:
        words = "".join(Reader(text).words)
        assert json.dumps(manifest, ensure_ascii=False, sort_keys=True, indent=1) in words
        assert text.index("<footer>") < text.index("<details>")
    assert all(value in Reader(text).text for _, value in facts(manifest))


def test_every_contract_has_a_row_with_the_terminals_figures():
    advice = answer("advise")
    rows = {row[0].split()[0]: row for row in Reader(page("advise")).rows if row and row[0]}
    for bid in (bid for group in groups_of(advice) for bid in group.shown):
        cells = rows[UNICODE.bid(bid)]
        first = advice.row("calibrated", bid)
        assert cells[2:4] == [figures.cell_percent(first, UNICODE), figures.points(first, UNICODE)]
        assert cells[-2] == figures.short_percent(advice.row("double-dummy", bid), UNICODE)
    assert rows["8♥"][0] == "8♥ ▶"
    assert any(row[0] == f"{UNICODE.bid(advice.best)} ★" for row in rows.values())


def test_cells_are_sorted_by_numbers_and_bids_by_the_ladder():
    advice = answer("advise")
    table_of_contracts = advise_page.contracts(advice)
    rows = [row for body in table_of_contracts.bodies for row in body.rows]
    order = [row.cells[0].text.split()[0] for row in sorted(rows, key=lambda row: row.cells[0].sort)]
    assert order == [UNICODE.bid(bid) for bid in advice.bids]
    by_chance = max(rows, key=lambda row: row.cells[2].sort)
    best = max((advice.row("calibrated", bid) for bid in advice.bids), key=lambda each: each.p_make)
    assert by_chance.cells[0].text.split()[0] == UNICODE.bid(best.bid)
    assert 'data-sort="0.' in page("advise")


def test_two_models_show_their_gap_and_the_best_contract_is_the_question():
    reader = Reader(page("two models"))
    assert "What is this hand worth?" in reader.text
    assert "model gap" in reader.text
    gap = next(row[-1] for row in reader.rows if row[0].startswith("8♥"))
    advice = answer("two models")
    rows = [advice.row(engine, "8H") for engine in advice.engines]
    assert gap == figures.chance_gap(*rows, UNICODE)


def test_calls_come_before_the_contracts():
    text = Reader(page("calls")).text
    assert "calls so far: pass, 7♠; score 220 to 340" in text
    order = [
        text.index(words)
        for words in ("Too close to call between", "And if the contract is played", "Every contract")
    ]
    assert order == sorted(order)
    rows = Reader(page("calls")).rows
    assert [row[0] for row in rows[1:5]] == ["8♥ ★", "9♠ bluff", "▶ 7♥ ☆", "pass"]


def test_many_hands_have_a_row_each():
    rows = Reader(page("hands")).rows
    assert len(rows) == 1 + 4
    assert [row[2] for row in rows[1:]] == ["8♥", "7♠", "9♣", "—"]


def test_comparisons_have_every_measure_and_contract():
    answer_of_two = pair_answer()
    rows = [row[0] for row in Reader(page("compare")).rows if row]
    assert {words for _, words, _ in compare_report.key_rows(answer_of_two)} <= set(rows)
    assert [
        UNICODE.bid(name) if name[0].isdigit() else name
        for name in compare_report.bid_names(answer_of_two.others[0])
    ] == rows[-3:]


def test_a_card_has_the_grids_and_its_lines_fit_a_sheet():
    given = answer("card")
    shown = card.card(given)
    parts = parts_of(given, UNICODE)
    rows = Reader(page("card")).rows
    for part in parts:
        for cells, _ in part.grid.lines:
            assert list(map(str, cells)) in rows
    lines = sum(len(part.grid.lines) + 2.6 for part in parts)
    assert lines * shown.line < 225  # millimetres of a sheet of 297 for the grids
    text = Reader(page("card")).text
    assert "House rules: australian" in text
    assert "--" not in text  # a card is for people without the program
    assert "95 %" in text
    assert not re.search(r"\b20\d\d\b", text)


def test_a_card_is_a_page_and_nothing_else(tmp_path):
    card.write(answer("card"), str(tmp_path / "card.HTML"))
    assert (tmp_path / "card.HTML").read_text("utf-8") == page("card")
    with pytest.raises(OutputError, match=r"ends in \.html"):
        card.write(answer("card"), str(tmp_path / "card.pdf"))
    with pytest.raises(OutputError, match="no folder"):
        card.check_output(str(tmp_path / "nowhere" / "card.html"))


@pytest.mark.parametrize("kind", ["advise", "compare", "match", "league", "equity", "table"])
def test_files_are_the_page(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(charts, "inline", no_chart)
    path = tmp_path / "report.html"
    given = answer(kind)
    {
        "advise": lambda: advice_files.write(given, path),
        "compare": lambda: compare_report.write(given, path),
        "match": lambda: match.write(given, str(path)),
        "league": lambda: match.write(given, str(path)),
        "equity": lambda: equity.write(given, SCORES, path),
        "table": lambda: table.write(given, path),
    }[kind]()
    assert path.read_text("utf-8") == made(kind, drawn=False)


NASTY = '<script>alert("&")</script>'


def test_names_are_text_and_nothing_more(monkeypatch):
    monkeypatch.setattr(charts, "inline", no_chart)
    advice = answer("two models")
    named = replace(
        advice, manifest=replace(advice.manifest, rules_name=NASTY, rules_changes=(f"misere.value={NASTY}",))
    )
    texts = [advise_page.to_html(named)]
    played = match_answer()
    style = played.styles[0].model_copy(update={"name": NASTY})
    bidding = replace(played.a, style=NASTY)
    texts.append(match_page.to_html(replace(played, styles=(style, played.styles[1]), a=bidding)))
    texts.append(compare_page.to_html(replace(pair_answer(), labels=(NASTY, "b & c"))))
    for text in texts:
        assert "<script>alert" not in text
        assert NASTY in Reader(text).text
        assert "&lt;script&gt;" in text


def test_suits_have_their_colours_and_all_else_is_escaped():
    assert suits("8♥ < 9♠") == '8<span class="red">♥</span> &lt; 9<span class="black">♠</span>'


def test_a_chart_turns_dark_with_the_page():
    text = page("advise")
    assert text.count("<svg") == 1
    for theme, before in ((LIGHT, ":root{"), (DARK, "@media screen and (prefers-color-scheme:dark){:root{")):
        assert f"{before}--chart-0:{theme.paper.lower()}" in text
    drawn = text[text.index("<svg") : text.index("</svg>")]
    assert not re.search("#[0-9a-f]{6}", drawn)
    assert set(re.findall(r"var\((--[^)]+)\)", drawn)) == set(re.findall(r"(--chart-\d+):", text))
    assert re.search(r'<svg [^>]*role="img" aria-label="Chance to make', text)


def test_each_light_colour_has_one_dark_one_that_the_chart_would_be_drawn_in():
    pairs = set(zip(*([*_inks(theme)] for theme in (LIGHT, DARK)), strict=True))
    assert pairs == set(charts.DARK_OF.items())


def _inks(theme):
    for name in ("paper", "ink", "soft", "grid", "mark", "levels", "asked"):
        yield getattr(theme, name).lower()
    for name in LIGHT.models:
        yield theme.look(name).color.lower()
    yield theme.other.color.lower()


def test_a_chart_that_differs_in_more_than_colours_is_there_twice():
    assert page("equity").count("<svg") == 2
    one = charts.inline(lambda theme: in_colour(theme.ink), "words").svg
    two = charts.inline(lambda theme: in_colour("#123456"), "words").svg
    assert (one.count("<svg"), two.count("<svg")) == (1, 2)


def in_colour(color):
    figure = Figure(figsize=(1, 1), facecolor=LIGHT.paper)
    figure.text(0, 0, "A", color=color)
    return figure
