"""`bench` on the command line: its forms, its exit code, and what it says without a peer."""

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner, Result

from fivehundred_sim.cli.main import app
from fivehundred_sim.report.bench import figure
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.bench import Benched, Row

PLAIN = Row("deals dealt", 1, 100, 5_061_234.0, 5_000_000.0, 5_100_000.0)
BOTH = Row("values, suit", 2, 100, 2718.2, 2700.0, 2750.0, 1.9, "DDS", 1000.0, 2.718, 2.6, 2.8, 1.95)


def run(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["bench", *args])
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let bench answer at once with two known rows; the list is of faults that it shall have found."""
    faults: list[str] = []

    def answer(*, rules: object, progress: object, **asked: object) -> Benched:
        return Benched(load_rules("australian"), 1, 12.0, 5, 2, (PLAIN, BOTH), tuple(faults))

    monkeypatch.setattr("fivehundred_sim.study.bench.bench", answer)
    return faults


def test_the_table_says_what_a_second_holds_and_the_spread_of_the_ratio(measured: list[str]) -> None:
    shown = run("-q").stdout
    assert "5,060,000" in shown
    assert "2.72 (2.60–2.80)" in shown
    assert "DDS solved the same deals" in " ".join(shown.split())
    assert run("-q", "--ascii").stdout.isascii()


@pytest.mark.parametrize("width", ["40", "60", "80", "100", "160"])
def test_the_table_fits(measured: list[str], monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert max(map(len, run("-q").stdout.splitlines())) <= int(width)


def test_every_form_has_every_row(measured: list[str], tmp_path: Path) -> None:
    target = tmp_path / "speed.parquet"
    answer = json.loads(run("--json", "-q", "-o", str(target)).stdout)
    assert [row["measure"] for row in answer["rows"]] == ["deals dealt", "values, suit"]
    assert answer["rows"][1]["peer_ratio"] == 2.718
    rows = list(csv.DictReader(io.StringIO(run("--format", "csv", "-q").stdout)))
    assert (rows[0]["peer_ratio"], rows[1]["peer_ratio"]) == ("", "2.718")
    assert list(pd.read_parquet(target)["measure"]) == ["deals dealt", "values, suit"]
    assert "| 2.72 | 2.60 | 2.80 |" in run("--format", "markdown", "-q").stdout


def test_wrong_answers_exit_with_five(measured: list[str]) -> None:
    measured.append("values, suit: 3 of 10 answers differ from the peer's")
    result = run("-q", code=5)
    assert "values, suit" in result.stdout
    assert "3 of 10 answers differ" in result.stderr


def test_without_endplay_a_peer_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "endplay", None)
    result = run("--peer", "-q", code=2)
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "endplay, which is not installed" in result.stderr


def test_a_short_real_run() -> None:
    answer = json.loads(run("--seconds", "0.5", "--rounds", "1", "--jobs", "1", "--json", "-q").stdout)
    assert answer["faults"] == []
    assert {row["threads"] for row in answer["rows"]} == {1}


@pytest.mark.parametrize(
    ("rate", "shown"),
    [(5_061_234.0, "5,060,000"), (859.4, "859"), (0.31415, "0.314"), (12.345, "12.3"), (0.0, "0")],
)
def test_rates_have_three_digits(rate: float, shown: str) -> None:
    assert figure(rate) == shown
