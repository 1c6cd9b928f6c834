"""Matches and leagues as sentences, tables and files. The figures are made up."""

import json
from dataclasses import replace

import pandas as pd
import pyarrow.parquet as pq
import pytest
from test_terminal import assert_golden, printed

from fivehundred_sim.report import league as league_report
from fivehundred_sim.report.glyphs import ASCII, UNICODE
from fivehundred_sim.report.match import (
    answer_sentence,
    basis,
    games_sentence,
    heeds_sentence,
    nobody_sentence,
    percent,
    plus_minus,
    print_match,
    print_styles,
    render,
    top_bids,
    write,
)
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding.exchanged import Interval
from fivehundred_sim.study.bidding.games import Games
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.bidding.league import League, Place
from fivehundred_sim.study.bidding.match import Bidding, Match, match_manifest, turned
from fivehundred_sim.study.bidding.styles import load_style, style_names

NATURAL, ZH, BOLD, JOKER = map(load_style, ("natural", "zh", "bold", "joker-six-nt"))
WON = Interval(0.781, 0.756, 0.806)
EVEN_GAMES = Interval(0.512, 0.487, 0.537)


def about(mean, half):
    return Interval(mean, mean - half, mean + half)


def games_of(won):
    endings = (("contract", 0.803), ("tricks", 0.0), ("floor", 0.193), ("nobody", 0.0), ("unfinished", 0.004))
    return Games(won, 1000, 7.42, endings)


def match_answer():
    ours = (("7H", 0.2, 0.7), ("8S", 0.15, 0.6), ("M", 0.05, 0.62), ("OM", 0.03, 0.5), ("6H/sk", 0.02, 0.9))
    return Match(
        styles=(NATURAL, ZH),
        a=Bidding("natural", 0.781, 0.706, 7.1, ours),
        b=Bidding("zh", 0.21, 0.889, 6.4, (("6H", 0.15, 0.9), ("8NT", 0.06, 0.8))),
        points=about(47.3, 3.6),
        deals=10_000,
        tables=2,
        nobody=0.009,
        games=games_of(WON),
        why_no_games="",
        manifest=match_manifest(house_of(load_rules("australian")), 10_000, 1, 1000),
    )


@pytest.fixture(scope="module")
def answer():
    return match_answer()


def with_figures(answer, points, won=None):
    return replace(answer, points=points, games=None if won is None else games_of(won))


# --- figures and sentences ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "won", "sentence"),
    [
        (about(47.3, 3.6), WON, "natural beats zh by 47 ± 4 points a hand and wins 78 ± 3 % of games."),
        (about(47.3, 3.6), None, "natural beats zh by 47 ± 4 points a hand."),
        (
            about(-47.3, 3.6),
            turned(WON, 1.0),
            "zh beats natural by 47 ± 4 points a hand and wins 78 ± 3 % of games.",
        ),
        (
            about(1.2, 3.6),
            EVEN_GAMES,
            "natural and zh are too close to call: natural is ahead by 1 ± 4 points a hand"
            " and wins 51 ± 3 % of games.",
        ),
        (
            about(-1.2, 3.6),
            None,
            "zh and natural are too close to call: zh is ahead by 1 ± 4 points a hand.",
        ),
        (
            about(-1.2, 3.6),
            WON,
            "natural wins 78 ± 3 % of games against zh; by points the two are too close to call"
            " (−1 ± 4 points a hand).",
        ),
        # What is decided must look so: more decimals where whole points would cover zero.
        (about(3.4, 3.2), None, "natural beats zh by 3.4 ± 3.2 points a hand."),
    ],
)
def test_the_first_sentence_says_who_is_better(answer, points, won, sentence):
    assert answer_sentence(with_figures(answer, points, won), UNICODE) == sentence


def test_a_style_against_itself_is_told_apart_by_letters(answer):
    itself = replace(with_figures(answer, about(0.0, 0.0), about(0.5, 0.0)), styles=(NATURAL, NATURAL))
    itself = replace(itself, b=replace(itself.a))
    assert answer_sentence(itself, ASCII) == (
        "natural (A) and natural (B) are even: what one wins at a table the other wins with the"
        " seats exchanged."
    )


def test_errors_are_rounded_up_and_show_what_is_decided():
    assert plus_minus(about(0.42, 0.013), 0, UNICODE) == "0.42 ± 0.02"
    assert plus_minus(about(-12.3, 1.01), 0, ASCII) == "-12 +/- 2"
    assert plus_minus(about(0.53, 0.0295), 0.5, UNICODE, 0.01) == "53.00 ± 2.95"


def test_an_interval_whose_middle_is_not_the_mean_shows_its_ends() -> None:
    """One error would say that it covers zero, or that it does not, and be wrong."""
    assert plus_minus(Interval(-0.2, -0.72, -0.03), 0.0, UNICODE) == "−0.20 (−0.72 to −0.03)"
    assert plus_minus(Interval(-0.3, -0.32, 0.05), 0.0, UNICODE) == "−0.30 (−0.32 to 0.05)"
    assert plus_minus(Interval(-0.2, -0.5, 0.1), 0.0, UNICODE) == "−0.2 ± 0.3"
    assert [percent(share) for share in (0.0, 0.001, 0.382, 0.999, 1.0)] == ["0", "<1", "38", ">99", "100"]


def test_sentences_below_the_table(answer):
    assert games_sentence(answer) == (
        "1,000 games, of 7.4 hands on average; they end 80 % by a contract made,"
        " 19 % by the other side's fall to the floor, <1 % not at all within 200 deals."
    )
    none = replace(answer, games=None, why_no_games="No whole games: three sides.")
    assert games_sentence(none) == "No whole games: three sides."
    assert heeds_sentence(answer).startswith("In games zh does not look at the score")
    assert heeds_sentence(replace(answer, styles=(BOLD, NATURAL))).startswith(
        "In games both bid to the score"
    )
    assert heeds_sentence(replace(answer, styles=(ZH, ZH))) == "In games neither looks at the score."
    assert heeds_sentence(none) == ""
    assert nobody_sentence(answer) == "Nobody bids in 1 % of deals."
    assert nobody_sentence(replace(answer, nobody=0.0)) == ""
    assert "10,000 deals, each at 2 tables with the seats exchanged" in basis(answer)


def test_the_commonest_bids_are_named_with_their_share_of_contracts(answer):
    assert top_bids(answer.a, 2, UNICODE) == "7♥ 26, 8♠ 19"
    assert top_bids(answer.b, 6, ASCII) == "6H 71, 8NT 29"


# --- the look -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_match_looks_as_it_did(answer, width):
    text = printed(answer, width, show=print_match)
    assert max(map(len, text.splitlines())) <= width
    assert_golden(f"match_{width}.txt", text)


def test_a_match_in_ascii_looks_as_it_did(answer):
    assert_golden("match_ascii.txt", printed(answer, 80, encoding="ascii", show=print_match))


def test_a_match_in_markdown_looks_as_it_did(answer):
    assert_golden("match.md", render(answer, "markdown"))


def test_a_style_that_never_plays_has_no_figures(answer):
    silent = replace(answer, b=Bidding("zh", 0.0, 0.0, 0.0, ()))
    assert "| zh | 0 | — | — | — |  |" in render(silent, "markdown")


def test_styles_are_listed_in_lines_that_fit():
    styles = [load_style(name) for name in style_names()]
    text = printed(styles, 60, encoding="ascii", show=print_styles)
    assert max(map(len, text.splitlines())) <= 60
    assert text.startswith(
        "natural           bids what is worth most on average, and\n" + " " * 18 + "listens"
    )
    assert "a misere" in text


# --- the league ---------------------------------------------------------------------------------------------


def league_answer():
    places = (
        Place(NATURAL, about(28.2, 2.1), 2, 0, 1),
        Place(JOKER, about(27.9, 2.2), 2, 0, 1),
        Place(BOLD, about(-14.6, 2.5), 1, 2, 0),
        Place(ZH, about(-41.5, 1.9), 0, 3, 0),
    )
    upper = {
        (0, 1): about(0.4, 1.4),
        (0, 2): about(8.3, 2.1),
        (0, 3): about(54.2, 2.8),
        (1, 2): about(0.3, 0.2),
        (1, 3): about(55.0, 2.6),
        (2, 3): about(38.8, 2.9),
    }
    pairs = upper | {(j, i): turned(points) for (i, j), points in upper.items()}
    return League(places, pairs, 5_000, 2, match_manifest(house_of(load_rules("australian")), 5_000, 1, 0))


@pytest.fixture(scope="module")
def table():
    return league_answer()


@pytest.mark.parametrize("width", [40, 80])
def test_a_league_looks_as_it_did(table, width):
    text = printed(table, width, show=league_report.print_league)
    assert max(map(len, text.splitlines())) <= width
    assert_golden(f"league_{width}.txt", text)


def test_a_league_in_markdown_looks_as_it_did(table):
    assert_golden("league.md", league_report.render(table, "markdown"))


def test_a_league_of_all_styles_fits_80_columns():
    styles = [load_style(name) for name in style_names()]
    number = len(styles)
    places = tuple(Place(style, about(-100.0, 2.0), number - 1, 0, 0) for style in styles)
    pairs = {(i, j): about(-122.0, 2.0) for i in range(number) for j in range(number) if i != j}
    manifest = match_manifest(house_of(load_rules("australian")), 5_000, 1, 0)
    text = printed(League(places, pairs, 5_000, 2, manifest), 80, show=league_report.print_league)
    assert text.count("−122 −122") >= number  # as a table
    assert max(map(len, text.splitlines())) <= 80


def test_the_leader_is_named_with_what_he_is_ahead(table):
    assert league_report.answer_sentence(table, UNICODE) == (
        "natural leads 4 styles, 28 ± 3 points a hand better than the average of the others."
        " It cannot be told from joker-six-nt, the next one (0 ± 2 points a hand)."
    )
    clear = replace(table, pairs=table.pairs | {(0, 1): about(3.0, 1.0)})
    assert "It beats joker-six-nt, the next one, by 3 ± 1 points a hand." in (
        league_report.answer_sentence(clear, UNICODE)
    )


# --- files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["match", "league"])
def test_files_hold_the_answer_in_the_form_of_their_suffix(answer, table, kind, tmp_path):
    value = answer if kind == "match" else table
    for suffix in ("json", "csv", "parquet", "md"):
        write(value, str(tmp_path / f"answer.{suffix}"))
    assert json.loads((tmp_path / "answer.json").read_text()) == json.loads(json.dumps(value.to_json_dict()))
    rows = pd.read_csv(tmp_path / "answer.csv", keep_default_na=False)
    assert len(rows) == len(value.records())
    assert list(rows) == list(dict.fromkeys(name for row in value.records() for name in row))
    parquet = pq.read_table(tmp_path / "answer.parquet")
    assert json.loads(parquet.schema.metadata[b"fivehundred"])["schema"] == f"fivehundred.{kind}/1"
    assert (tmp_path / "answer.md").read_text().startswith("**natural ")
