"""The command `match`: streams, forms, files and faults. Published counts play, which learn nothing."""

import csv
import io
import json
from pathlib import Path

import pytest
from crude_hands import crude_hands
from test_bad_input import assert_one_sentence
from test_commands import answer_of, run

from fivehundred_sim.cli import match as command
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding import equity_store
from fivehundred_sim.study.bidding.equity import equity
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.bidding.match import match
from fivehundred_sim.study.bidding.styles import load_style, style_names

FEW = ("--deals", "40", "-q")


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make up how hands end, instead of simulating them for the chance to win."""

    def crude(rules, **_):
        return equity(rules, results=crude_hands(rules, 1))

    monkeypatch.setattr(equity_store, "equity_of", crude)


def test_the_answer_is_a_sentence_and_a_table(made_up) -> None:
    result = run("match", "trick-bot", "hen", *FEW, "--games", "5")
    first = result.stdout.split(".\n")[0]
    assert all(words in first for words in ("trick-bot", "hen", "% of games"))
    assert "contracts %" in result.stdout
    assert "6 games" in result.stdout  # in pairs
    assert result.stderr == ""


def test_json_is_what_the_library_answers() -> None:
    house = house_of(load_rules("australian"))
    found = match(house, load_style("zh"), load_style("patrick"), deals=40, seed=3)
    answer = answer_of("match", "zh", "patrick", *FEW, "--games", "0", "--seed", "3", "--jobs", "1", "--json")
    assert answer == json.loads(json.dumps(found.to_json_dict()))
    assert answer["schema"] == "fivehundred.match/1"
    assert answer["games"] is None


def test_a_style_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('about = "a copy"\ncount = "zh"\n')
    answer = answer_of("match", str(path), "zh", *FEW, "--games", "0", "--json")
    assert answer["a"]["style"] == "mine"
    assert answer["points"] == {"mean": 0, "low": 0, "high": 0}


def test_games_that_cannot_be_played_are_explained() -> None:
    result = run("match", "zh", "ari", *FEW, "--set", "match.hands=10")
    assert "No whole games" in result.stdout
    assert "not of 10 hands" in result.stdout


def test_outputs_are_written_by_suffix(tmp_path: Path) -> None:
    paths = [tmp_path / f"match.{suffix}" for suffix in ("json", "csv", "md", "parquet", "html")]
    outputs = [word for path in paths for word in ("-o", str(path))]
    shown = run("match", "zh", "ari", *FEW, "--games", "0", "--format", "csv", *outputs).stdout
    assert paths[1].read_text() == shown
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert [row["style"] for row in rows if not row["bid"]] == ["zh", "ari"]
    assert "<h1>zh or ari: who bids better?</h1>" in paths[4].read_text("utf-8")


def test_the_league_plays_all_styles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    published = ("zh", "ari", "hen")
    monkeypatch.setattr("fivehundred_sim.study.bidding.styles.style_names", lambda: published)
    path = tmp_path / "mine.toml"
    path.write_text('count = "patrick"\n')
    answer = answer_of("match", "--all", str(path), *FEW, "--json")
    assert answer["schema"] == "fivehundred.league/1"
    assert {place["style"] for place in answer["places"]} == {*published, "mine"}
    assert len(answer["pairs"]) == 6
    assert " leads 3 styles" in run("match", "--all", *FEW).stdout


def test_the_list_names_every_style_and_what_it_does() -> None:
    text = run("match", "--list").stdout
    lines = [line.split()[0] for line in text.splitlines() if line[0] != " "]
    assert tuple(lines) == style_names()
    assert load_style("zh").about in text
    assert [style["name"] for style in answer_of("match", "--list", "--json")["styles"]] == [*style_names()]
    rows = list(csv.DictReader(io.StringIO(run("match", "--list", "--format", "csv").stdout)))
    assert rows[0] == {"style": "natural", "about": load_style("natural").about}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "which two styles? (none given"),
        (["zh"], "which two styles? (1 given"),
        (["zh", "hen", "ari"], "which two styles? (3 given"),
        (["zh", "nobody"], 'there is no style "nobody" (expected natural, '),
        (["zh", "kautious"], 'there is no style "kautious" (did you mean cautious?)'),
        (["zh", "missing.toml"], 'style file "missing.toml" does not exist'),
        (["--all", "--games", "10"], "--all and --games exclude each other"),
        (["--list", "zh"], "--list stands alone"),
        (["--list", "--html"], "--list is no page: expected --format table, json, csv, markdown"),
        (["zh", "hen", "--deals", "1"], "'1' is not a whole number from 2"),
        (["zh", "hen", "-o", "match.svg"], "expected a name that ends in"),
        (["zh", "hen", "--rules", "two-handed-tables"], "table piles"),
    ],
)
def test_faults_are_one_sentence(words: list[str], message: str) -> None:
    result = run("match", *words, code=2)
    assert_one_sentence(result)
    assert message in result.stderr


def test_only_kernels_that_are_needed_are_waited_for() -> None:
    house = house_of(load_rules("australian"))
    natural, zh = load_style("natural"), load_style("zh")
    mine = natural.model_copy(update={"name": "mine", "margin": 3.25})
    bid_and_play = {"bidding.auction", "bidding.deals"}
    assert set(command._kernels(house, [natural, zh], 0)) == bid_and_play
    assert set(command._kernels(house, [natural, zh], 10)) == bid_and_play | {"bidding.equity"}
    assert set(command._kernels(house, [mine, zh], 0)) == bid_and_play | {"bidding.observe"}
    short = house_of(load_rules("australian", {"match.hands": "10"}))
    assert set(command._kernels(short, [zh, zh], 10)) == bid_and_play


@pytest.mark.long
def test_a_fitted_style_learns_and_wins() -> None:
    answer = answer_of("match", "natural", "patrick", "--deals", "300", "--games", "60", "-q", "--json")
    assert answer["better"] == "a"
    assert answer["games"]["won"]["low"] > 0.5
    assert answer["a"]["contracts"] > answer["b"]["contracts"]
