"""The command `odds`: streams, forms, files and exit codes."""

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
from test_bad_input import assert_one_sentence
from test_commands import HAND, answer_of, run
from test_layering import HEAVY, modules_after

from fivehundred_sim import odds
from fivehundred_sim.rules.load import load_rules, rules_hash

OTHER = "AS KS 5S 6C 7C 8C 4H 5H 6H 4D"
JOKER_SENTENCE = "partner 30.3 %, opponents 60.6 % (30.3 % each), kitty 9.1 %."


def test_the_answer_is_sentences_and_a_table() -> None:
    result = run("odds", OTHER)
    assert result.stderr == ""
    text = " ".join(result.stdout.split())
    assert f"The joker, like every card you lack: {JOKER_SENTENCE}" in text
    assert "A♠: 88.6 %, with ♣ trumps 81.9 %. K♠ after it: 45.1 %, with ♣ trumps 29.9 %." in text
    assert "\x1b[" not in result.stdout
    held = " ".join(run("odds", HAND).stdout.split())
    assert f"You hold the joker. Every card you lack: {JOKER_SENTENCE}" in held


def test_json_is_what_the_library_answers() -> None:
    answer = answer_of("odds", HAND, "--json")
    assert answer == json.loads(json.dumps(odds(HAND).to_json_dict()))
    assert answer_of("odds", *HAND.split(), "--json") == answer
    assert answer_of("odds", "-", "--json", stdin=HAND) == answer
    assert answer_of("odds", "JK H:K95 D:J5 S:A8 C:76", "--json")["trumps"] == answer["trumps"]


def test_many_hands_get_an_answer_each(tmp_path: Path) -> None:
    source = tmp_path / "hands.csv"
    source.write_text(f"id,hand\n1,{HAND}\n2,{OTHER}\n")
    many = answer_of("odds", "--input", str(source), "--json")
    assert many["schema"] == "fivehundred.odds-many/1"
    assert [" ".join(answer["hand"]) for answer in many["answers"]] == [HAND, OTHER]
    assert [answer["line"] for answer in many["answers"]] == [2, 3]
    assert "line" not in answer_of("odds", HAND, "--json")
    assert len(answer_of("odds", "--input", "-", "--json", stdin=HAND)["answers"]) == 1
    table = run("odds", "--input", "-", stdin=f"{HAND}\n{OTHER}\n").stdout
    assert [table.count(words) for words in ("Line 1: JK", "Line 2: A♠", "Exact, before")] == [1, 1, 1]


def test_csv_has_a_row_a_card_denomination_and_suit() -> None:
    text = run("odds", "--input", "-", "--format", "csv", stdin=f"{HAND}\n{OTHER}\n").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["hand"] for row in rows] == [HAND] * 15 + [OTHER] * (8 + 5 + 4)
    assert [row["line"] for row in rows] == ["1"] * 15 + ["2"] * 17
    hearts = next(row for row in rows if row["denomination"] == "H")
    assert (hearts["about"], hearts["held"], hearts["kitty_any"]) == ("trumps", "5", "0.5784457478005866")


def test_markdown_is_fit_for_a_forum() -> None:
    lines = run("odds", HAND, "--format", "markdown").stdout.splitlines()
    assert lines[0] == "## JK J♦ K♥ 9♥ 5♥ A♠ 8♠ 7♣ 6♣ 5♦"
    assert len({line.count("|") for line in lines if line.startswith("|")}) == 1
    assert run("odds", HAND, "--format", "markdown", "--ascii").stdout.isascii()


def test_files_by_suffix(tmp_path: Path) -> None:
    paths = {suffix: tmp_path / f"odds{suffix}" for suffix in (".json", ".csv", ".md", ".parquet")}
    outputs = [word for path in paths.values() for word in ("-o", str(path))]
    shown = run("odds", HAND, "--json", *outputs).stdout
    assert paths[".json"].read_text() == shown
    for suffix, form in ((".csv", "csv"), (".md", "markdown")):
        assert paths[suffix].read_text() == run("odds", HAND, "--format", form).stdout
    frame = pd.read_parquet(paths[".parquet"])
    assert list(frame.columns) == paths[".csv"].read_text().splitlines()[0].split(",")
    assert frame["kitty_any"].dropna().round(3).to_list() == [0.629, 0.629, 0.675, 0.578, 0.0]
    about = json.loads(pq.read_schema(paths[".parquet"]).metadata[b"fivehundred"])
    assert about["rules"]["hash"] == about["manifest"]["rules_hash"] == rules_hash(load_rules())


def test_seed_and_jobs_change_nothing() -> None:
    assert run("odds", HAND, "--seed", "7", "--jobs", "2").stdout == run("odds", HAND).stdout


def test_it_starts_without_what_it_does_not_need(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom fivehundred_sim.cli.main import app\n"
        f"for words in (['--ascii'], ['--json'], ['--format', 'csv'], ['-o', {str(tmp_path / 'o.md')!r}]):\n"
        f"    try:\n        app(['odds', {HAND!r}, *words])\n"
        "    except SystemExit as end:\n        assert not end.code"
    )
    assert not modules_after(code) & set(HEAVY)


def test_a_disk_that_is_full_does_not_cost_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fivehundred_sim.report.files.os.replace", full)
    result = run("odds", HAND, "-o", str(tmp_path / "odds.csv"), code=2)
    assert "Hand: " in result.stdout
    assert "No space left on device" in result.stderr
    assert list(tmp_path.iterdir()) == []


BAD = [
    ([], ["hand"]),
    ([""], ["no cards", "expected 10"]),
    (["JK JD"], ["2 cards", "expected 10"]),
    (["JK JK KH 9H 5H AS 8S 7C 6C 5D"], ["JK", "twice"]),
    (["JK JD KH 9H 5H AS 8S 7C 6C 4S"], ["4S", "not in this pack"]),
    ([HAND, "-o", "odds.svg"], ["odds.svg", ".parquet"]),
    ([HAND, "-o", "odds.html"], ["odds.html", ".json, .csv, .parquet, .md."]),
    ([HAND, "--format", "html"], ["'html'", "table, json, csv, markdown"]),
    ([HAND, "-o", "no-such-folder/odds.md"], ["no-such-folder"]),
    ([HAND, "--input", "hands.csv"], ["HAND", "--input"]),
    (["--input", "no-such-file.csv"], ["no-such-file.csv"]),
    ([HAND, "--json", "--format", "csv"], ["--json", "--format csv"]),
    ([HAND, "--rules", "nowhere"], ["nowhere"]),
    ([HAND, "--set", "misere.value=1"], ["misere.value"]),
    ([HAND, "--bid", "8H"], ["--bid"]),
    ([HAND, "--deals", "10"], ["--deals"]),
]


@pytest.mark.parametrize(("args", "words"), BAD, ids=lambda value: " ".join(value)[:40] or "nothing")
def test_bad_input(args: list[str], words: list[str]) -> None:
    from typer.testing import CliRunner

    from fivehundred_sim.cli.main import app

    assert_one_sentence(CliRunner().invoke(app, ["odds", *args]), *words)


def test_bad_lines_are_named(tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    file.write_text(f"cards\n{HAND}\n")
    for args, stdin, words in (
        (("--input", "-"), f"{HAND}\nJK JD\n", ("line 2", "2 cards")),
        (("--input", "-"), f"hand\n{HAND}\n{OTHER[:-2]}XX\n", ("line 3", "XX")),
        (("-",), f"{HAND}\n{HAND}\n", ("2 lines", "--input")),
        (("--input", str(file)), "", ("column hand", "cards")),
    ):
        assert_one_sentence(run("odds", *args, stdin=stdin, code=2), *words)


def test_a_bad_rules_file_has_its_own_exit_code(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("[misere")
    assert_one_sentence(run("odds", HAND, "--rules", str(file), code=3), "house.toml", code=3)
