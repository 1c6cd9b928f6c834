"""Whatever is wrong with a command line: one sentence that names the word, exit 2, nothing on stdout."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fivehundred_sim.cli.errors import UsageError
from fivehundred_sim.cli.main import app
from fivehundred_sim.cli.screen import write_result

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
DEAL = "JK AH | 5S 6S | KH QH | 7S 8S"


def run(*args: str, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(app, list(args), input=stdin)


def assert_one_sentence(result: Result, *words: str, code: int = 2) -> None:
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.rstrip().endswith((".", "?", "!"))
    assert "Traceback" not in result.stderr
    for word in words:
        assert word in result.stderr


ADVISE = [
    # hands
    ([], ["hand"]),
    ([""], ["no cards", "expected 10"]),
    (["JK JD KH 9H 5H AS 8S 7C 6C XX"], ["XX"]),
    (["JK JD KH 9H 5H AS 8S 7C 6C 4S"], ["4S", "not in this pack"]),
    (["JK JD KH 9H 5H AS 8S 7C 6C"], ["9 cards", "expected 10"]),
    (["JK JK KH 9H 5H AS 8S 7C 6C 5D"], ["JK", "twice"]),
    (["JK JD KH 9H 5H AS 8S 7C Q 4C 4C"], ['"Q"', "4C", "11 cards"]),
    (["JK", "JD", "XX"], ["XX", "3 cards"]),
    (["RJ JD KH 9H 5H AS 8S 7C 6C 5D"], ["RJ"]),
    # bids
    ([HAND, "--bid", "P"], ['"P"']),
    ([HAND, "--bid", "5H"], ['"5H"', "6 to 10"]),
    ([HAND, "--bid", "11S"], ['"11S"']),
    ([HAND, "--bid", "H8"], ['"H8"', "8H"]),
    ([HAND, "--bid", "hearts"], ['"hearts"']),
    ([HAND, "--bid", "BM"], ['"BM"']),
    ([HAND, "--bid", "8H/sk"], ['"8H/sk"']),
    ([HAND, "--bid", "M", "--set", "misere.when=off"], ['"M"', "misère is off"]),
    ([HAND, "--bid", ""], ["bid"]),
    # forms
    ([HAND, "--json", "--html"], ["--json and --html exclude each other"]),
    ([HAND, "--html", "--format", "csv"], ["--html and --format csv exclude each other"]),
    ([HAND, "--format", "pdf"], ["--format", "'pdf'", "table, json, csv, markdown, html"]),
    ([HAND, "-o", "answer.htm"], ["answer.htm", ".html"]),
    # numbers
    ([HAND, "--seed", "-1"], ["--seed", "'-1'", "whole number"]),
    ([HAND, "--seed=--5"], ["--seed", "'--5'"]),
    ([HAND, "--seed", "1.5"], ["--seed", "'1.5'"]),
    ([HAND, "--seed", "9223372036854775808"], ["--seed", "9223372036854775808"]),
    ([HAND, "--deals", "0"], ["--deals", "'0'"]),
    ([HAND, "--deals", "many"], ["--deals", "'many'"]),
    ([HAND, "--deals", "²"], ["--deals", "'²'"]),
    ([HAND, "--precision", "2"], ["--precision", "'2'", "0.0005 to 0.25"]),
    ([HAND, "--precision", "0.0001"], ["--precision", "0.0001"]),
    ([HAND, "--precision", "nan"], ["--precision", "nan"]),
    ([HAND, "--precision", "1%"], ["--precision", "1%"]),
    ([HAND, "--deals", "10", "--precision", "0.1"], ["--deals", "--precision"]),
    ([HAND, "--jobs", "0"], ["--jobs", "'0'"]),
    ([HAND, "--jobs", "all"], ["--jobs", "'all'", "auto"]),
    # words
    ([HAND, "--engine", "foo"], ["--engine", "'foo'", "heuristic", "double-dummy"]),
    ([HAND, "--engine", "sampled", "--budget", "0.5"], ["0.5", "1", "86400"]),
    ([HAND, "--rules", "new-zealand", "--engine", "calibrated"], ["calibrated", "heuristic or double-dummy"]),
    ([HAND, "--format", "xml"], ["--format", "'xml'", "json"]),
    ([HAND, "--json", "--format", "csv"], ["--json", "--format csv"]),
    ([HAND, "--color", "blue"], ["--color", "'blue'", "never"]),
    ([HAND, "--set", "misere.when"], ["--set", "misere.when", "key=value"]),
    # outputs and inputs
    ([HAND, "-o", "answer.txt"], ["answer.txt", ".json"]),
    ([HAND, "-o", "answer"], ["answer", ".json"]),
    ([HAND, "-o", "no-such-folder/answer.json"], ["no-such-folder"]),
    (["--input", "no-such-file.csv"], ["no-such-file.csv"]),
    ([HAND, "--input", "hands.csv"], ["HAND", "--input"]),
    # Typer's own
    ([HAND, "--sead", "1"], ["--sead", "--seed"]),
    ([HAND, "--bid"], ["--bid"]),
]


@pytest.mark.parametrize(("args", "words"), ADVISE, ids=lambda value: " ".join(value)[:40] or "nothing")
def test_bad_input_of_advise(args: list[str], words: list[str]) -> None:
    assert_one_sentence(run("advise", *args), *words)


SOLVE = [
    ([], ["deal"]),
    (["5S 6S | 7S 8S"], ["2 parts", "4 hands"]),
    (["5S | 6S | 7S | 8S 9S"], ["1, 1, 1 and 2"]),
    (["5S | 6S | 7S | 5S"], ["5S", "twice"]),
    (["5S | 6S | 7S | ZZ"], ["seat 3", "ZZ"]),
    (["5S | 6S | 7S | 8S | 9S 10S JS QS"], ["kitty"]),
    (["|||"], ["0, 0, 0 and 0"]),
    ([DEAL, "--contract", "6H"], ["--contract 6H", "--declarer"]),
    ([DEAL, "--declarer", "1"], ["--declarer 1", "--contract"]),
    ([DEAL, "--contract", "6H", "--declarer", "4"], ["--declarer", "'4'", "0 to 3"]),
    ([DEAL, "--contract", "P", "--declarer", "0"], ['"P"']),
    ([DEAL, "--contract", "6X", "--declarer", "0"], ['"6X"']),
    ([DEAL, "--contract", "M", "--declarer", "0", "--leader", "2"], ["leader 2", "partner"]),
    ([DEAL, "--contract", "6NT", "--declarer", "0", "--led", "SX"], ['"X"', "suit"]),
    ([DEAL, "--contract", "6NT", "--declarer", "0", "--nominate", "X"], ['"X"', "suit"]),
    ([DEAL, "--contract", "6NT", "--declarer", "1", "--nominate", "S"], ["nominate S", "seat 1"]),
    ([DEAL, "--contract", "6H", "--declarer", "0", "--nominate", "S"], ["nominate S", "6H"]),
    (
        [DEAL, "--contract", "6NT", "--declarer", "0", "--nominate", "S", "--set", "joker.nominate=none"],
        ["nominate S", "joker.nominate"],
    ),
    ([DEAL, "--led", "S"], ["--led", "--contract"]),
    ([DEAL, "--played", "AH"], ["--played", "--contract"]),
    ([DEAL, "--all-cards"], ["--all-cards", "--contract"]),
    ([DEAL, "--contract", "6H", "--declarer", "0", "--played", "5S"], ["card 1", "seat 0", '"5S"']),
    ([DEAL, "--contract", "6H", "--declarer", "0", "--played", "AH XX"], ['"XX"']),
    ([DEAL, "--contract", "6H", "--declarer", "0", "--played", "JK=H"], ['"JK=H"', "named only when"]),
    (
        [
            "AH | 6S | KH | 8S",
            "--contract",
            "6H",
            "--declarer",
            "0",
            "--all-cards",
            "--played",
            "AH 6S KH 8S",
        ],
        ["every card has been played"],
    ),
    ([DEAL, "--seed", "-1"], ["--seed", "'-1'", "whole number"]),
    ([DEAL, "--seed", "x"], ["--seed", "'x'"]),
    ([DEAL, "-o", "solved.png"], ["solved.png", ".csv"]),
    ([DEAL, "-o", "no-such-folder/solved.csv"], ["no-such-folder"]),
    ([DEAL, "--input", "deals.csv"], ["DEAL", "--input"]),
]


BENCH = [
    (["--seconds", "0"], ["--seconds", "'0'", "0.5"]),
    (["--seconds", "long"], ["--seconds", "'long'"]),
    (["--rounds", "0"], ["--rounds", "'0'"]),
    (["--jobs", "none"], ["--jobs", "'none'", "auto"]),
    (["--seed", "-1"], ["--seed", "'-1'"]),
    (["-o", "speed.png"], ["speed.png", ".csv"]),
    (["--rules", "two-handed-tables"], ["table piles"]),
    (["DEAL"], ["DEAL"]),
]


@pytest.mark.parametrize(("args", "words"), BENCH, ids=lambda value: " ".join(value)[:40])
def test_bad_input_of_bench(args: list[str], words: list[str]) -> None:
    assert_one_sentence(run("bench", *args), *words)


@pytest.mark.parametrize(("args", "words"), SOLVE, ids=lambda value: " ".join(value)[:40] or "nothing")
def test_bad_input_of_solve(args: list[str], words: list[str]) -> None:
    assert_one_sentence(run("solve", *args), *words)


RULES = [
    (["show", "nowhere"], ["nowhere", "australian"], 2),
    (["show", ""], ["australian"], 2),
    (
        ["show", "australian", "--rules", "my-house.toml"],
        ["'australian'", "--rules my-house.toml", "not both"],
        2,
    ),
    (["show", "australian", "--rules", "australian"], ["not both"], 2),
    (["show", "--rules", "no-such-file.toml"], ["no-such-file.toml"], 2),
    (["show", "--set", "misere.when=never", "--set", "colour=red"], ["misere.when", "never", "colour"], 2),
    (["show", "--format", "csv"], ["csv", "json"], 2),
    (["shw"], ["shw", "show"], 2),
    (["frob"], ["frob", "(expected show, list, "], 2),
]


@pytest.mark.parametrize(
    ("text", "word"),
    [('base = "australian"\n[misere]\nvalue = 300\n', "misere.value"), ("[misere", "TOML"), ("", "table")],
)
def test_an_invalid_rules_file_has_its_own_exit_code(tmp_path: Path, text: str, word: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text)
    for command in (["rules", "show"], ["advise", HAND]):
        assert_one_sentence(run(*command, "--rules", str(file)), "house.toml", word, code=3)


@pytest.mark.parametrize(("args", "words", "code"), RULES, ids=str)
def test_bad_input_of_rules(args: list[str], words: list[str], code: int) -> None:
    assert_one_sentence(run("rules", *args), *words, code=code)


def test_rules_named_wrongly_are_bad_arguments() -> None:
    assert_one_sentence(run("advise", HAND, "--rules", "strange"), "strange")
    assert_one_sentence(run("solve", DEAL, "--set", "misere.value=1"), "misere.value")


def test_unknown_commands_get_a_hint() -> None:
    assert_one_sentence(run("advice", HAND), "advice", "advise")
    assert_one_sentence(run("frob"), "(expected advise, odds, ")


def test_rules_without_a_command_are_its_help_on_stderr() -> None:
    result = run("rules")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Print where two houses differ." in result.stderr


INPUTS = [
    ("advise", "", ["standard input", "empty", "hand"]),
    ("advise", "\n  \n# only a remark\n", ["empty"]),
    ("advise", f"{HAND}\nJK JD\n", ["line 2", "2 cards"]),
    ("advise", f"# first\n\nhand,bid\n{HAND},8H\n{HAND},5H\n", ["line 5", '"5H"']),
    ("advise", f"hand,bid\n{HAND},8H,9H\n", ["line 2", "3 columns"]),
    ("advise", "hand,bid\n", ["no rows"]),
    ("advise", f"hand,bid,bid\n{HAND},8H,9H\n", ["line 1", "twice"]),
    ("advise", f"hand\n{'9' * 200_000}\n", ["line 2"]),
    ("advise", f"cards,bid\n{HAND},8H\n", ["line 1", '"cards"']),
    ("advise", b"\xff\xfe\x00J", ["UTF-8"]),
    ("solve", "", ["empty", "deal"]),
    ("solve", f"deal,contract,declarer\n{DEAL},6H,5\n", ["line 2", "'5'"]),
    ("solve", f"deal,contract,declarer,partner\n{DEAL},6H,0,4\n", ["line 2", "partner '4'", "0 to 3"]),
    ("solve", f"deal,contract,declarer\n{DEAL},6H,\n", ["line 2", "--declarer"]),
    ("solve", f"deal,contract,declarer\n{DEAL},6H,0\n{DEAL},9X,0\n", ["line 3", '"9X"']),
    ("solve", f"{DEAL}\n5S | 6S\n", ["line 2", "2 parts"]),
    ("solve", f"deal,contract,declarer,leader\n{DEAL},6H,0,7\n", ["line 2", "leader '7'", "0 to 3"]),
    ("solve", f"deal,contract,declarer,played\n{DEAL},6H,0,AH 9S\n", ["line 2", "card 2", '"9S"']),
]


@pytest.mark.parametrize(("command", "text", "words"), INPUTS, ids=range(len(INPUTS)))
def test_bad_lines_are_named(command: str, text: str | bytes, words: list[str]) -> None:
    assert_one_sentence(run(command, "--input", "-", stdin=text), *words)


@pytest.mark.parametrize("command", ["advise", "odds", "solve"])
def test_all_bad_lines_are_named_up_to_a_handful(command: str) -> None:
    lines = [HAND if command != "solve" else DEAL, *(f"JK {rank}X" for rank in range(7))]
    bad = "\n".join([lines[0], *lines[1:3]])
    result = run(command, "--input", "-", stdin=bad)
    assert_one_sentence(result, "line 2 of standard input: ", "; line 3 of standard input: ")
    assert "at fault" not in result.stderr
    result = run(command, "--input", "-", stdin="\n".join(lines))
    assert_one_sentence(result, "; line 6 of standard input: ", "; and 2 more lines at fault.")
    assert "line 7" not in result.stderr


def test_a_fault_that_all_lines_share_is_told_once() -> None:
    result = run("advise", "--input", "-", "--bid", "9X", stdin=f"{HAND}\n" * 3)
    assert_one_sentence(result, "line 1 of standard input: ", "; and 2 more lines at fault.")
    assert result.stderr.count('"9X"') == 1


def test_a_terminal_or_disk_that_takes_no_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fivehundred_sim.cli.screen.sys.stdout.write", full, raising=False)
    with pytest.raises(UsageError, match="cannot write the result: No space left on device"):
        write_result("an answer")


def test_a_dash_takes_one_hand_or_deal() -> None:
    assert_one_sentence(run("advise", "-", stdin=f"{HAND}\n{HAND}\n"), "2 lines", "--input")
    assert_one_sentence(run("solve", "-", stdin=f"{DEAL}\n{DEAL}\n"), "2 lines", "--input")
    assert_one_sentence(run("advise", "-", stdin=f"hand,bid\n{HAND},8H\n"), "CSV", "--input")
    assert_one_sentence(run("advise", "-", stdin=""), "empty")


def test_what_a_terminal_would_obey_is_not_printed() -> None:
    assert_one_sentence(run("advise", HAND, "-o", "\x1b[31mred.txt"), "?[31mred.txt")


def test_a_folder_is_no_output_file(tmp_path: Path) -> None:
    (tmp_path / "answer.json").mkdir()
    assert_one_sentence(run("advise", HAND, "-o", str(tmp_path / "answer.json")), "answer.json", "folder")


def test_a_folder_is_no_input_file(tmp_path: Path) -> None:
    assert_one_sentence(run("advise", "--input", str(tmp_path)), str(tmp_path))


def test_a_chart_shows_one_hand(tmp_path: Path) -> None:
    chart = str(tmp_path / "chart.svg")
    result = run("advise", "--input", "-", "-o", chart, stdin=f"{HAND}\n{HAND}\n")
    assert_one_sentence(result, "chart.svg", "one hand")


def test_a_csv_file_needs_its_column(tmp_path: Path) -> None:
    file = tmp_path / "hands.csv"
    file.write_text(f"hands,bid\n{HAND},8H\n")
    assert_one_sentence(run("advise", "--input", str(file)), "column hand", "hands, bid")
