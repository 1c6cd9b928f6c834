"""What the commands answer: streams, forms, files and exit codes of questions well asked."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from markupsafe import Markup
from typer.testing import CliRunner, Result

from fivehundred_sim.cli.main import app
from fivehundred_sim.report.html.page import Chart
from fivehundred_sim.rules.load import load_rules, rules_hash

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
DEAL = "JK AH | 5S 6S | KH QH | 7S 8S"
FEW = ("--deals", "20", "--engine", "heuristic", "-q")


def run(*args: str, stdin: str = "", code: int = 0) -> Result:
    result = CliRunner().invoke(app, list(args), input=stdin)
    assert result.exit_code == code, result.output
    return result


def answer_of(*args: str, stdin: str = "") -> dict[str, Any]:
    return json.loads(run(*args, stdin=stdin).stdout)


# --- help and version ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["advise"],
        ["odds"],
        ["count"],
        ["solve"],
        ["equity"],
        ["match"],
        ["table"],
        ["compare"],
        ["deal"],
        ["bench"],
    ]
    + [["rules", word] for word in ("show", "list", "check", "diff", "schema")],
    ids=str,
)
def test_every_help_has_worked_examples(command: list[str]) -> None:
    long, short = run(*command, "--help").stdout, run(*command, "-h").stdout
    assert long == short
    assert "Examples:\n" in long
    assert " ".join(["fivehundred", *command]) in long.split("Examples:\n")[1]
    assert max(map(len, long.splitlines())) <= 80


def test_version_is_one_line() -> None:
    assert run("--version").stdout == "fivehundred 0.1.0\n"


def test_a_forgotten_command_gets_the_help_on_stderr() -> None:
    result = run(code=2)
    assert result.stdout == ""
    assert "Commands:" in result.stderr


# --- advise -------------------------------------------------------------------------------------------------


def test_advise_answers_the_bid_and_shows_every_contract() -> None:
    result = run("advise", HAND, "--bid", "8H", *FEW)
    assert result.stdout.index("8♥") < result.stdout.index("6♠")
    assert "not against passing" in " ".join(result.stdout.split())
    assert result.stderr == ""
    answer = answer_of("advise", HAND, "--bid", "8H", *FEW, "--json")
    assert answer["schema"] == "fivehundred.advise/1"
    assert answer["asked"]["bid"] == "8H"
    assert [row["bid"] for row in answer["contracts"]][:2] == ["6S", "6C"]
    assert {row["deals"] for row in answer["contracts"]} == {20}


def test_a_hand_may_be_words_or_stdin() -> None:
    quoted = answer_of("advise", HAND, *FEW, "--json")
    assert answer_of("advise", *HAND.split(), *FEW, "--json") == quoted
    assert answer_of("advise", "-", *FEW, "--json", stdin=HAND + "\n") == quoted


def test_jobs_and_repetition_change_nothing_and_the_seed_does() -> None:
    first = answer_of("advise", HAND, *FEW, "--json", "--jobs", "1")
    assert answer_of("advise", HAND, *FEW, "--json", "--jobs", "2") == first
    other = answer_of("advise", HAND, *FEW, "--json", "--seed", "2")
    assert other["seed"] == 2
    assert other["contracts"] != first["contracts"]


def test_the_quick_models_play_by_default() -> None:
    answer = answer_of("advise", HAND, "--deals", "2", "-q", "--json")
    assert {row["engine"] for row in answer["contracts"]} == {"calibrated", "heuristic", "double-dummy"}


def test_many_hands_get_one_answer_each() -> None:
    text = f"hand,bid\n{HAND},8H\n{HAND},\n"
    many = answer_of("advise", "--input", "-", *FEW, "--json", stdin=text)
    assert [answer["asked"] and answer["asked"]["bid"] for answer in many["answers"]] == ["8H", None]
    assert len(answer_of("advise", "--input", "-", *FEW, "--json", stdin=HAND)["answers"]) == 1
    table = run("advise", "--input", "-", "--bid", "7H", *FEW, stdin=f"{HAND}\n{HAND}\n").stdout
    assert table.count("7♥") >= 2


def test_files_by_suffix(tmp_path: Path) -> None:
    files = [tmp_path / f"answer{suffix}" for suffix in (".json", ".csv", ".md", ".svg")]
    outputs = [word for path in files for word in ("-o", str(path))]
    shown = run("advise", HAND, *FEW, "--format", "json", *outputs).stdout
    assert files[0].read_text() == shown
    assert files[1].read_text().startswith("hand,engine,bid,")
    assert files[2].read_text().startswith("## ")
    assert "<svg" in files[3].read_text()


def test_a_page_goes_to_stdout_or_into_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivehundred_sim.report.html.charts.inline", no_chart)
    path = tmp_path / "report.html"
    shown = run("advise", HAND, *FEW, "--bid", "8H", "--html", "-o", str(path)).stdout
    assert (
        shown
        == path.read_text("utf-8")
        == run("advise", HAND, *FEW, "--bid", "8H", "--format", "html").stdout
    )
    assert "<h1>8" in shown
    many = run("advise", "--input", "-", *FEW, "--html", stdin=f"{HAND}\n{HAND}\n").stdout
    assert "What are these 2 hands worth?" in many


def no_chart(draw: Any, label: str, name: str = "chart") -> Chart:
    """Stand for a chart, which takes most of the time that a page does."""
    return Chart(Markup("<svg></svg>"), label)


def test_a_chart_may_be_dark(tmp_path: Path) -> None:
    path = tmp_path / "dark.svg"
    run("advise", HAND, *FEW, "--json", "--theme", "DARK", "-o", str(path))
    assert "#0d1117" in path.read_text()
    assert "'blue' is not one of light, dark" in run("advise", HAND, "--theme", "blue", code=2).stderr


def test_many_hands_say_their_line_in_the_input(tmp_path: Path) -> None:
    text = f"# my hands\nid,hand,bid\n\n1,{HAND},8H\n2,{HAND},\n"
    path = tmp_path / "rows.parquet"
    shown = run("advise", "--input", "-", *FEW, "--format", "csv", "-o", str(path), stdin=text).stdout
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert sorted({(row["line"], row["hand"], row["asked"]) for row in rows}) == [
        ("4", HAND, "8H"),
        ("5", HAND, ""),
    ]
    assert pd.read_parquet(path)["line"].tolist() == [int(row["line"]) for row in rows]
    table = run("advise", "--input", "-", *FEW, stdin=text).stdout
    assert re.search(r"^ *4 .* 8♥ ", table, re.MULTILINE)
    assert re.search(r"^ *5 .* — ", table, re.MULTILINE)
    markdown = run("advise", "--input", "-", *FEW, "--format", "markdown", stdin=text).stdout
    assert [line.split(" | ")[0] for line in markdown.splitlines() if line.startswith("|")] == [
        *("| line", "| --:", "| 4", "| 5")
    ]
    alone = run("advise", HAND, *FEW, "--format", "csv").stdout
    assert alone.startswith("hand,engine,bid,")


def test_csv_and_markdown_on_stdout() -> None:
    rows = list(csv.DictReader(io.StringIO(run("advise", HAND, *FEW, "--format", "csv").stdout)))
    assert {row["bid"] for row in rows} >= {"6S", "M", "OM", "10NT"}
    assert "| bid |" in run("advise", HAND, *FEW, "--format", "markdown").stdout


def test_precision_not_reached_is_told_and_has_its_own_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from fivehundred_sim.study import run as study_run

    capped = replace(study_run.HEURISTIC, deals=20, cap=40)
    monkeypatch.setitem(study_run.ENGINES, "heuristic", capped)
    question = ("advise", HAND, "--bid", "8H", "--engine", "heuristic", "--json", "--precision")
    result = run(*question, "0.001", code=4)
    assert json.loads(result.stdout)["precision_reached"] is False
    reached = half_width_told(result, "heuristic")
    model = json.loads(result.stdout)["asked"]["models"][0]
    half_width = (model["p_make_high"] - model["p_make_low"]) / 2
    assert half_width <= reached < half_width + 0.0002
    assert "precision 0.001" in result.stderr
    assert "--engine" not in result.stderr  # nobody reaches finer ones than the heuristic players
    assert json.loads(run(*question, "0.25").stdout)["precision_reached"] is True


def half_width_told(result: Result, engine: str) -> float:
    found = re.search(rf"{engine} \(reached ([0-9.]+)\)", result.stderr)
    assert found, result.stderr
    return float(found[1])


def test_the_note_on_precision_names_who_fell_short_and_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from fivehundred_sim.study import run as study_run

    capped = replace(study_run.DOUBLE_DUMMY, deals=10, cap=20)
    monkeypatch.setitem(study_run.ENGINES, "double-dummy", capped)
    models = ("--engine", "heuristic", "--engine", "double-dummy", "--precision", "0.05")
    question = ("advise", HAND, "--bid", "8H", *models)
    result = run(*question, code=4)
    assert half_width_told(result, "double-dummy") > 0.05
    assert "heuristic (reached" not in result.stderr
    assert "--engine heuristic alone reaches finer ones." in result.stderr
    assert run(*question, "-q", code=4).stderr == ""
    many = run("advise", "--input", "-", *models, code=4, stdin=f"{HAND}\n{HAND}\n")
    assert many.stderr.count("double-dummy (reached") == 1


def test_colour_only_when_asked_or_at_a_terminal() -> None:
    assert "\x1b[" not in run("advise", HAND, "--bid", "8H", *FEW).stdout
    assert "\x1b[" in run("advise", HAND, "--bid", "8H", *FEW, "--color", "always").stdout


def test_ascii_prints_nothing_else() -> None:
    assert run("advise", HAND, "--bid", "8H", *FEW, "--ascii").stdout.isascii()
    assert run("solve", DEAL, "-q", "--ascii").stdout.isascii()
    assert run("solve", DEAL, "-q", "--ascii", "--contract", "M", "--declarer", "1").stdout.isascii()


# --- solve --------------------------------------------------------------------------------------------------


def test_solve_shows_every_contract_or_one_with_its_line() -> None:
    result = run("solve", DEAL, "-q")
    assert "seat 3" in result.stdout
    assert result.stderr == ""
    everything = answer_of("solve", DEAL, "--json")
    assert everything["tricks"]["H"] == [2, 0, 2, 0]
    one = answer_of("solve", DEAL, "--contract", "6H", "--declarer", "0", "--json")
    assert (one["tricks"], one["makes"], len(one["line"])) == (2, False, 8)
    assert "A line of best play" in run("solve", DEAL, "--contract", "6H", "--declarer", "0").stdout
    assert answer_of("solve", "-", "--json", stdin=DEAL) == everything
    assert answer_of("solve", *DEAL.split(), "--json") == everything


def test_solve_takes_other_starts() -> None:
    ending = ("solve", "JK 5H | 4H 8S | 6H 7S | 7H 9S", "--contract", "6NT", "--declarer", "0", "--json")
    free = answer_of(*ending)
    # The joker is led as a heart or kept for the last trick: one trick, or two where it may go before the 5H.
    assert free["line_seats"][0] == 0
    assert answer_of(*ending, "--leader", "3")["leader"] == 3
    named = answer_of(*ending, "--nominate", "H")
    assert named["nominate"] == "H"
    assert answer_of(*ending, "--nominate", "none")["nominate"] is None
    assert answer_of(*ending, "--led", "S,H")["led"] == ["S", "H"]


def test_solve_gives_csv_rows_back_with_tricks_and_makes(tmp_path: Path) -> None:
    source = tmp_path / "deals.csv"
    source.write_text(f"id,deal,contract,declarer,tricks\n7,{DEAL},6H,0,?\n8,{DEAL},M,1,?\n")
    expected = f"id,deal,contract,declarer,tricks,makes\n7,{DEAL},6H,0,2,false\n8,{DEAL},M,1,0,true\n"
    target = tmp_path / "solved.csv"
    assert run("solve", "--input", str(source), "-o", str(target), "-q").stdout == expected
    assert target.read_text() == expected
    many = answer_of("solve", "--input", str(source), "--json", "--jobs", "2")
    assert [solved["tricks"] for solved in many["answers"]] == [2, 0]


MIXED = f"id,deal,contract,declarer,tricks\n7,{DEAL},6H,0,?\n8,{DEAL},,,?\n"
MIXED_REST = ("1,2,2,2,2,false", "1,0,0,0,0,true") * 2


def test_solve_takes_rows_with_and_without_a_contract_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = f"7,{DEAL},6H,0,2,false,,,,,,\n"
    bare = [f"8,{DEAL},,{seat},?,,{rest}\n" for seat, rest in enumerate(MIXED_REST)]
    expected = "".join(["id,deal,contract,declarer,tricks,makes,S,C,D,H,NT,M\n", one, *bare])
    target = tmp_path / "solved.csv"
    assert run("solve", "--input", "-", "-o", str(target), "-q", stdin=MIXED).stdout == expected
    assert target.read_text() == expected
    # The other way round, and as Markdown and a table: every value stands under its heading.
    head, *rows = MIXED.splitlines(keepends=True)
    text = run("solve", "--input", "-", "-q", stdin="".join([head, *reversed(rows)])).stdout
    found = list(csv.DictReader(io.StringIO(text)))
    assert [row["makes"] for row in found] == ["", "", "", "", "false"]
    assert [row["H"] for row in found] == ["2", "0", "2", "0", ""]
    lines = run("solve", "--input", "-", "--format", "markdown", "-q", stdin=MIXED).stdout.splitlines()
    assert len({line.replace("\\|", "").count("|") for line in lines}) == 1
    monkeypatch.setenv("COLUMNS", "140")
    table = run("solve", "--input", "-", "--format", "table", "-q", stdin=MIXED).stdout.splitlines()
    assert table[0].split() == ["line", "contract", "declarer", "tricks", "makes", *"♠♣♦♥", "NT", "misère"]
    assert next(line for line in table if "2 0 2 0" in line).index("2 0 2 0") >= table[0].index("♠")


def test_solve_writes_the_rows_of_the_csv_as_parquet(tmp_path: Path) -> None:
    target = tmp_path / "solved.parquet"
    for number, (args, stdin) in enumerate(PARQUET):
        shown = run("solve", *args, "--format", "csv", "-q", "-o", str(target), stdin=stdin).stdout
        frame = pd.read_parquet(target)
        rows = list(csv.DictReader(io.StringIO(shown)))
        assert list(frame.columns) == list(rows[0]), number
        text = frame.astype(object).map(parquet_cell)
        assert text.to_dict("records") == rows, number
        assert frame["declarer"].dtype == "int64"
    about = json.loads(pq.read_schema(target).metadata[b"fivehundred"])
    assert about["rules"] == {"name": "australian", "hash": rules_hash(load_rules("australian"))}


PARQUET = [
    ((DEAL,), ""),
    ((DEAL, "--contract", "6H", "--declarer", "0"), ""),
    (("--input", "-"), f"{DEAL}\n{DEAL}\n"),
    (("--input", "-"), f"deal,contract,declarer\n{DEAL},6H,0\n{DEAL},M,1\n"),
    (("--input", "-"), MIXED),
]


def parquet_cell(value: Any) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) else str(value)


def test_solve_takes_a_seed_that_changes_nothing() -> None:
    assert run("solve", DEAL, "--seed", "7", "-q").stdout == run("solve", DEAL, "-q").stdout
    assert "nothing here is random" in " ".join(run("solve", "--help").stdout.split())


def test_solve_of_text_lines_gives_a_table() -> None:
    text = f"{DEAL}\n{DEAL}\n"
    assert "2 0 2 0" in run("solve", "--input", "-", "-q", stdin=text).stdout
    one = run("solve", "--input", "-", "-q", "--contract", "6H", "--declarer", "2", stdin=text).stdout
    assert one.count("6♥") == 2
    assert len(answer_of("solve", "--input", "-", "--json", stdin=text)["answers"]) == 2


def test_solve_without_a_contract_has_a_csv_row_a_contractor() -> None:
    lines = run("solve", DEAL, "--format", "csv", "-q").stdout.splitlines()
    assert lines[0] == "deal,declarer,S,C,D,H,NT,M"
    assert lines[2] == f"{DEAL},1,1,0,0,0,0,true"
    assert run("solve", DEAL, "--format", "markdown", "-q").stdout.startswith("| deal | declarer |")


# --- faults of our own --------------------------------------------------------------------------------------


def test_an_unexpected_error_says_how_to_see_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError("a defect")

    monkeypatch.setattr("fivehundred_sim.rules.load.preset_names", broken)
    result = run("rules", "list", code=1)
    assert result.stdout == ""
    assert "a defect" in result.stderr
    assert "--debug" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Traceback" in run("--debug", "rules", "list", code=1).stderr


def test_ctrl_c_leaves_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fivehundred_sim.study.advise.advise_many", interrupted)
    result = run("advise", HAND, code=130)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_ascii_reaches_markdown_too() -> None:
    words = ["--bid", "8H", "--deals", "3", "--engine", "heuristic", "--format", "markdown", "--ascii"]
    result = CliRunner().invoke(app, ["advise", HAND, *words])
    assert result.exit_code == 0
    assert result.stdout.isascii()
    assert "8H" in result.stdout
