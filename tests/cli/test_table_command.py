"""The command `table`: forms, files, groupings and faults."""

import csv
import io
import json
from pathlib import Path

import pandas as pd
import pytest
from test_bad_input import assert_one_sentence
from test_bad_input import run as run_badly
from test_commands import answer_of, no_chart, run

from fivehundred_sim.cli import options
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.table.groupings import KINDS
from fivehundred_sim.study.table.plan import plan_of
from fivehundred_sim.study.table.table import Table

FEW = ("--deals", "300", "-q")


@pytest.fixture(scope="module")
def table() -> Table:
    plan = plan_of(load_rules("australian"), seed=4, deals=300)
    return Table(plan, plan.count(0, 300))


def test_the_answer_is_a_page() -> None:
    result = run("table", *FEW)
    assert result.stdout.startswith("Bid this with that")
    assert "300 random deals" in result.stdout
    assert result.stderr == ""


def test_json_is_what_the_library_answers(table: Table) -> None:
    answer = answer_of("table", *FEW, "--seed", "4", "--jobs", "1", "--by", "tops", "--json")
    assert answer == json.loads(json.dumps(table.to_json_dict(["tops"])))


def test_csv_is_the_same_for_any_number_of_threads(table: Table) -> None:
    one, two = (run("table", *FEW, "--seed", "4", "--jobs", jobs, "--format", "csv").stdout for jobs in "12")
    assert one == two == table.frame().to_csv(index=False, lineterminator="\n")


def test_groupings_are_those_of_the_study_and_keep_their_order() -> None:
    assert tuple(KINDS) == options.GROUPINGS
    shown = run("table", *FEW, "--by", "shape", "--by", "tops", "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert list(dict.fromkeys(row["grouping"] for row in rows)) == ["tops", "shape"]


def test_outputs_are_written_by_suffix(tmp_path: Path) -> None:
    paths = [tmp_path / f"table.{suffix}" for suffix in ("json", "csv", "md", "parquet", "svg", "png")]
    outputs = [word for path in paths for word in ("-o", str(path))]
    shown = run("table", *FEW, "--by", "pooled", "--format", "csv", *outputs).stdout
    assert paths[1].read_text() == shown
    assert json.loads(paths[0].read_text())["schema"] == "fivehundred.table/1"
    assert paths[2].read_text().startswith("**Bid this")
    assert len(pd.read_parquet(paths[3])) == shown.count("\n") - 1
    assert b"<svg" in paths[4].read_bytes()
    assert paths[5].read_bytes().startswith(b"\x89PNG")


def test_pages_and_the_card_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivehundred_sim.report.html.charts.inline", no_chart)
    page, card = tmp_path / "report.html", tmp_path / "card.html"
    shown = run("table", *FEW, "--html", "-o", str(page), "--card", str(card)).stdout
    assert shown == page.read_text("utf-8")
    assert "<h1>Bid this with that: " in shown
    assert "<h1>Bid this with that</h1>" in card.read_text("utf-8")
    assert "<td" in card.read_text("utf-8")


def test_few_deals_make_an_empty_page_and_say_so(tmp_path: Path) -> None:
    path = tmp_path / "table.svg"
    card = tmp_path / "card.html"
    shown = run("table", "--deals", "1", "-q", "-o", str(path), "--card", str(card)).stdout
    assert "--deals asks for more" in card.read_text("utf-8")
    assert "--deals asks for more" in shown
    assert "─" not in shown
    assert b"<svg" in path.read_bytes()


def test_markdown_goes_to_stdout() -> None:
    assert "| --- |" in run("table", *FEW, "--format", "markdown").stdout


def test_rules_change_the_table() -> None:
    dear = answer_of("table", *FEW, "--set", "misere.value=500", "--by", "pooled", "--json")
    cheap = answer_of("table", *FEW, "--set", "misere.value=210", "--by", "pooled", "--json")
    misere = [
        [row for row in answer["rows"] if row["denomination"] == "M" and row["engine"] == "heuristic"]
        for answer in (dear, cheap)
    ]
    assert len(misere[0]) > 20
    for costly, plain in zip(*misere, strict=True):
        assert costly["p_make"] == plain["p_make"]
        # Made or failed, the value is all there is to win or lose.
        assert costly["points"] == pytest.approx(plain["points"] * 500 / 210, abs=0.02)


def test_the_help_has_examples_and_fits() -> None:
    text = run("table", "--help").stdout
    assert "fivehundred table" in text.split("Examples:\n")[1]
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--deals", "0"), "whole number"),
        (("--by", "colour"), "colour"),
        (("-o", "table.xlsx"), "table.xlsx"),
        (("--rules", "two-handed-tables"), "table piles"),
        (("--json", "--format", "csv"), "exclude each other"),
        (("--theme", "pink"), "pink"),
        (("--card", "card.pdf"), "a card is a page, so expected a name that ends in .html"),
        (("--card", "nowhere/card.html"), "there is no folder"),
    ],
)
def test_faults_are_one_sentence(words: tuple[str, ...], named: str) -> None:
    assert_one_sentence(run_badly("table", *words), named)
