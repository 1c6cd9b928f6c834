"""The command `equity`: streams, forms, files and faults. The hands are made up, but for one long test."""

import csv
import io
import json
from pathlib import Path

import pytest
from crude_hands import crude_hands
from test_bad_input import assert_one_sentence
from test_commands import answer_of, no_chart, run

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bidding import equity_store
from fivehundred_sim.study.bidding.equity import Asked, equity


@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, int, int]]:
    """Make hands up instead of simulating them; return what was asked for: rules, deals, seed."""
    seen = []

    def made_up(rules, house, deals, seed, progress):
        seen.append((rules.name, deals, seed))
        return crude_hands(rules, 1)

    monkeypatch.setattr(equity_store, "results_of", made_up)
    monkeypatch.setattr(equity_store, "kept_folder", lambda: tmp_path / "kept")  # not the user's own
    return seen


def test_the_answer_is_a_sentence_and_a_table(asked_for) -> None:
    result = run("equity", "--score", "220:340", "--deals", "500", "--seed", "7", "-q")
    assert result.stdout.startswith("At 220 to 340 your side wins ")
    assert "if it deals next" in result.stdout
    assert "Chance to win the game in %, your score down, theirs across" in result.stdout
    assert "\x1b[" not in result.stdout
    assert asked_for == [("australian", 500, 7)]


def test_json_is_what_the_library_answers(asked_for) -> None:
    found = equity("new-zealand", results=crude_hands(load_rules("new-zealand"), 1))
    answer = answer_of(
        "equity", "--rules", "new-zealand", "--score", "-100:250", "--dealer", "them", "--json"
    )
    assert answer == json.loads(json.dumps(found.to_json_dict(Asked(-100, 250, False))))
    assert answer["asked"]["dealer"] == "them"
    assert answer["asked"]["p_win"]["us"] == pytest.approx(found.win(-100, 250, True), abs=1e-6)


@pytest.mark.parametrize(("word", "dealer"), [("us", "us"), ("THEM", "them"), ("0", "us"), ("3", "them")])
def test_the_dealer_is_a_side_or_a_seat(asked_for, word: str, dealer: str) -> None:
    assert answer_of("equity", "--dealer", word, "--json")["asked"]["dealer"] == dealer


def test_csv_has_a_row_a_dealer_and_score(asked_for) -> None:
    text = run("equity", "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert set(rows[0]) == {"dealer", "ours", "theirs", "p_win", "appetite"}
    assert len(rows) == 2 * 130 * 130


def test_outputs_are_written_by_suffix(asked_for, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivehundred_sim.report.html.charts.inline", no_chart)
    paths = [tmp_path / f"chances.{suffix}" for suffix in ("json", "svg", "md", "html")]
    run("equity", *(word for path in paths for word in ("-o", str(path))), "--theme", "dark")
    assert json.loads(paths[0].read_text())["schema"] == "fivehundred.equity/1"
    assert "#0d1117" in paths[1].read_text().lower()  # dark paper
    assert "Chance to win the game" in paths[2].read_text()
    assert "<h1>Who wins the game from 0 to 0?</h1>" in paths[3].read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--score", "225:340"], "225 is no score: all points are tens"),
        (["--score", "-500:0"], "at -500 a side has lost"),
        (["--score", "0:900"], "900 is past the scores that are computed (up to 800)"),
        (["--score", "500:0", "--rules", "new-zealand"], "at 500 a side has won"),
        (["--score", "5"], "'5' is not a score (expected yours and theirs, as 220:340)"),
        (["--dealer", "me"], "'me' is not us, them or a seat"),
        (["--dealer", "4"], "there is no such seat (0 to 3, or us or them)"),
        (["--rules", "hoyle-1909"], "games of two sides, not of 3"),
        (["--set", "match.hands=10"], "not of 10 hands"),
        (["--rules", "two-handed-tables"], "table piles"),
        (["-o", "chances.txt"], "expected a name that ends in"),
    ],
)
def test_faults_are_told_before_anything_is_simulated(asked_for, words: list[str], message: str) -> None:
    result = run("equity", *words, code=2)
    assert_one_sentence(result)
    assert message in result.stderr
    assert asked_for == []


def test_whoever_is_at_the_target_without_a_contract_plays_on(asked_for) -> None:
    assert answer_of("equity", "--score", "510:200", "--json")["asked"]["ours"] == 510


@pytest.mark.long
def test_hands_are_simulated() -> None:
    answer = answer_of("equity", "--deals", "20", "--json", "-q")
    assert answer["manifest"]["engines"][0]["deals"] == 20
    assert len(answer["appetites"]) > 1
    assert 0.3 < answer["asked"]["p_win"]["us"] < 0.7
