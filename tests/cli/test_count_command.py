"""The command `count`: streams, forms, files and exit codes."""

import csv
import io
import json
from pathlib import Path

from test_bad_input import assert_one_sentence
from test_commands import answer_of, run

from fivehundred_sim.study.count import count

FEW = ("--deals", "2000")


def test_the_answer_is_a_card_and_how_it_fares() -> None:
    result = run("count", *FEW)
    assert result.stderr == ""
    text = " ".join(result.stdout.split())
    assert "A count for the table, australian rules" in text
    assert "each trump, joker and bowers too ½" in text
    assert "2,000 deals in each denomination to fit" in text
    assert "\x1b[" not in result.stdout


def test_json_is_what_the_library_answers() -> None:
    answer = answer_of("count", *FEW, "--json", "--seed", "4")
    assert answer == json.loads(json.dumps(count(deals=2000, seed=4).to_json_dict()))
    assert answer == answer_of("count", *FEW, "--json", "--seed", "4", "--jobs", "1")
    assert answer != answer_of("count", *FEW, "--json", "--seed", "5")


def test_files_and_forms(tmp_path: Path) -> None:
    path = tmp_path / "count.csv"
    shown = run("count", *FEW, "--format", "csv", "-o", str(path)).stdout
    assert path.read_text("utf-8") == shown
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert {row["about"] for row in rows} == {"worth", "accuracy", "bids", "points", "tuned points"}
    assert run("count", *FEW, "--format", "markdown", "--ascii").stdout.isascii()


def test_rules_change_the_count() -> None:
    answer = answer_of("count", *FEW, "--json", "--set", "scoring.slam_250=false")
    assert answer["manifest"]["rules_changes"] == ["scoring.slam_250=false"]
    assert answer["cards"] == answer_of("count", *FEW, "--json")["cards"]  # scoring changes no trick


def test_what_cannot_be_counted_is_one_sentence() -> None:
    assert_one_sentence(run("count", "--deals", "1999", code=2), "1999 deals are too few")
    assert_one_sentence(run("count", "--rules", "two-handed-tables", code=2), "table piles")
    assert_one_sentence(run("count", "-o", "count.svg", code=2), ".parquet")
