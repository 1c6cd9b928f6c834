"""`solve`: every card scored, positions inside a trick, many deals from CSV and Parquet, and Ctrl-C."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from typer.testing import CliRunner, Result

from fivehundred_sim.cli.main import app

DEAL = "JK AH | 5S 6S | KH QH | 7S 8S"
ASKED = (DEAL, "--contract", "6H", "--declarer", "0")
SOLVED_DEALS = Path(__file__).parents[1] / "data" / "double_dummy_4p43.csv"


def run(*args: str, stdin: str = "", code: int = 0) -> Result:
    result = CliRunner().invoke(app, list(args), input=stdin)
    assert result.exit_code == code, result.output
    return result


def answer_of(*args: str, stdin: str = "") -> dict[str, Any]:
    return json.loads(run(*args, "--json", stdin=stdin).stdout)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


# --- every card ---------------------------------------------------------------------------------------------


def test_every_card_is_ranked_for_the_seat_on_turn() -> None:
    answer = answer_of("solve", *ASKED, "--all-cards", "--played", "AH 5S")
    assert (answer["turn"], answer["played"], answer["line_seats"][0]) == (2, ["AH", "5S"], 2)
    assert answer["cards"] == [
        {"card": "KH", "tricks": 2, "makes": False, "cost": 0},
        {"card": "QH", "tricks": 2, "makes": False, "cost": 0},
    ]
    shown = run(
        "solve", "5S AH | 6S 7S | 5C 6C | 5D 8S", "--contract", "M", "--declarer", "0", "--all-cards"
    ).stdout
    lines = [line.split() for line in shown.splitlines()]
    assert ["5♠", "makes", "0"] in lines
    assert ["A♥", "fails", "1"] in lines
    assert answer_of("solve", *ASKED)["cards"] is None


def test_a_led_joker_names_a_suit_and_is_read_back() -> None:
    ending = ("solve", "JK KH | AH 5S | 5C 6C | 7C 8C", "--contract", "6NT", "--declarer", "0")
    cards = answer_of(*ending, "--nominate", "none", "--led", "SCD", "--all-cards")["cards"]
    assert [(score["card"], score["tricks"]) for score in cards] == [("JK=H", 2), ("KH", 1)]
    after = answer_of(*ending, "--led", "SCD", "--played", "JK=H", "--all-cards")
    assert (after["tricks"], after["nominate"], [score["card"] for score in after["cards"]]) == (
        2,
        None,
        ["AH"],
    )
    shown = run(*ending, "--led", "SCD", "--played", "JK=H").stdout
    assert "after the cards in brackets" in shown
    assert "(JK=♥)" in shown


def test_hands_may_lack_the_cards_on_the_table() -> None:
    whole = answer_of("solve", *ASKED, "--played", "AH 5S KH", "--all-cards")
    lacking = ("JK | 6S | QH | 7S 8S", *ASKED[1:], "--played", "AH 5S KH", "--all-cards")
    assert answer_of("solve", *lacking) | {"deal": ""} == whole | {"deal": ""}


def test_cards_of_many_questions_have_a_row_each() -> None:
    head = "id,deal,contract,declarer,played"
    text = f"{head}\n7,{DEAL},6H,0,AH 5S\n8,{DEAL},M,1,\n"
    shown = run("solve", "--input", "-", "--all-cards", "-q", stdin=text).stdout
    assert shown.splitlines()[0] == f"{head},turn,card,tricks,makes,cost"
    assert [(row["id"], row["turn"], row["card"], row["cost"]) for row in rows_of(shown)] == [
        ("7", "2", "KH", "0"),
        ("7", "2", "QH", "0"),
        ("8", "1", "6S", "0"),
        ("8", "1", "5S", "0"),
    ]
    table = run("solve", "--input", "-", "--all-cards", "-q", "--format", "table", stdin=text).stdout
    assert "seat 2: K♥ Q♥" in table


def test_columns_of_a_row_say_how_its_play_stands() -> None:
    ending = "JK 5H | 4H 8S | 6H 7S | 7H 9S"
    head = "deal,contract,declarer,leader,led,nominate,played"
    starts = (",,,", "3,,,", ",,none,", ',"S,H",,5H 4H')
    text = "\n".join([head, *(f"{ending},6NT,0,{start}" for start in starts)])
    answers = answer_of("solve", "--input", "-", stdin=text)["answers"]
    assert [answer["leader"] for answer in answers] == [0, 3, 0, 0]
    assert answers[3]["led"] == ["S", "H"]
    assert [answer["played"] for answer in answers] == [[], [], [], ["5H", "4H"]]
    single = answer_of("solve", ending, "--contract", "6NT", "--declarer", "0", "--nominate", "none")
    assert answers[2]["tricks"] == single["tricks"]


# --- par ----------------------------------------------------------------------------------------------------


def test_a_whole_deal_has_best_contracts_and_par() -> None:
    deal = rows_of(SOLVED_DEALS.read_text("utf-8"))[0]["deal"]
    answer = answer_of("solve", deal)
    assert answer["sides"] == [[0, 2], [1, 3]]
    assert answer["best"] == [None, {"bid": "9D", "tricks": 9, "points": 370}] * 2
    assert answer["par"] == {"bid": "9D", "declarer": 1, "makes": True, "points": -370}
    shown = " ".join(run("solve", deal).stdout.split())
    assert "seats 0 and 2: none is made; seats 1 and 3: 9♦ by seat 1 (+370)" in shown
    assert "9♦ by seat 1, which makes; −370 to seats 0 and 2" in shown
    rows = rows_of(run("solve", deal, "--format", "csv").stdout)
    assert [(row["best"], row["points"]) for row in rows] == [("", ""), ("9D", "370")] * 2
    assert answer_of("solve", DEAL)["par"] is None
    assert "best" not in run("solve", DEAL, "--format", "csv").stdout


# --- many deals ---------------------------------------------------------------------------------------------


def test_parquet_in_and_out_says_what_csv_does(tmp_path: Path) -> None:
    frame = pd.read_csv(SOLVED_DEALS, dtype=str).head(8)
    frame["declarer"] = frame["declarer"].astype("Int64")
    frame["note"] = None
    source, target = tmp_path / "deals.parquet", tmp_path / "solved.parquet"
    frame.to_parquet(source)
    text = tmp_path / "deals.csv"
    frame.to_csv(text, index=False)
    shown = run("solve", "--input", str(source), "-o", str(target), "-q").stdout
    assert shown == run("solve", "--input", str(text), "-q").stdout
    assert [row["tricks"] for row in rows_of(shown)] == list(frame["tricks"])
    assert list(pd.read_parquet(target)["tricks"]) == [int(tricks) for tricks in frame["tricks"]]


def test_faults_of_a_parquet_input_name_its_row(tmp_path: Path) -> None:
    source = tmp_path / "deals.parquet"

    def fault_of(columns: dict[str, list[object]]) -> str:
        pd.DataFrame(columns).to_parquet(source)
        return run("solve", "--input", str(source), code=2).stderr

    assert "row 2 of" in fault_of({"deal": [DEAL, "5S | 6S"]})
    assert "no column deal (it has hand)" in fault_of({"hand": ["AS"]})
    assert "no rows" in fault_of({"deal": []})
    assert "names a column twice" in fault_of({"deal": [DEAL], "Deal": [DEAL]})
    source.write_text("deal\n")
    assert "not a Parquet file" in run("solve", "--input", str(source), code=2).stderr
    assert "No such file" in run("solve", "--input", str(tmp_path / "none.parquet"), code=2).stderr


def test_jobs_change_no_byte(tmp_path: Path) -> None:
    text = "\n".join(SOLVED_DEALS.read_text("utf-8").splitlines()[:25])
    outputs = [str(tmp_path / f"{jobs}.{suffix}") for jobs in (1, 3) for suffix in ("csv", "json", "parquet")]
    shown = []
    for jobs, paths in (("1", outputs[:3]), ("3", outputs[3:])):
        files = [word for path in paths for word in ("-o", path)]
        shown.append(run("solve", "--input", "-", "--jobs", jobs, "-q", *files, stdin=text).stdout)
    assert shown[0] == shown[1] == Path(outputs[0]).read_text("utf-8")
    for one, three in zip(outputs[:3], outputs[3:], strict=True):
        assert Path(one).read_bytes() == Path(three).read_bytes()


def ctrl_c_counts() -> None:
    """Undo what a shell does to the commands that it starts in the background: they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_rows_are_there_as_they_are_solved_and_survive_ctrl_c(tmp_path: Path) -> None:
    head, *rows = SOLVED_DEALS.read_text("utf-8").splitlines()
    source, target = tmp_path / "deals.csv", tmp_path / "solved.csv"
    rows, times = rows[:200], 10
    source.write_text("\n".join([head, *(rows * times)]) + "\n", "utf-8")
    expected = run("solve", "--input", "-", "-q", stdin="\n".join([head, *rows])).stdout.splitlines()
    command = [sys.executable, "-m", "fivehundred_sim", "solve", "--input", str(source), "-o", str(target)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, preexec_fn=ctrl_c_counts, **pipes) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline() for _ in range(6)]
        os.kill(process.pid, signal.SIGINT)
        lines += process.stdout.readlines()
        note = process.stderr.read()
    assert process.returncode == 130
    answered = len(lines) - 1
    assert 5 <= answered < times * len(rows)
    assert f"Interrupted: {answered} of {times * len(rows)} answers are there." in note
    assert target.read_text("utf-8") == "".join(lines)
    for line, known in zip(lines, expected, strict=False):
        assert line == known + "\n"


def test_interrupted_json_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from fivehundred_sim.study import solve as study

    whole = study.solve_many

    def broken_off(*args: Any, **options: Any) -> Any:
        yield next(whole(*args, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(study, "solve_many", broken_off)
    target = tmp_path / "solved.json"
    result = run("solve", "--input", "-", "--json", "-o", str(target), stdin=f"{DEAL}\n{DEAL}\n", code=130)
    assert result.stdout == target.read_text("utf-8")
    answer = json.loads(result.stdout)
    assert (answer["complete"], len(answer["answers"])) == (False, 1)
    assert run("solve", DEAL, "--json", code=130).stdout == ""
