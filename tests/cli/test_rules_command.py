"""`fivehundred rules`: list, show, check, diff and schema."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from fivehundred_sim.cli.main import app
from fivehundred_sim.rules import load_rules, preset_names, rules_hash
from fivehundred_sim.rules.schema import json_schema

BAD = """base = "australian"
[table]
players = 3
[misere]
value = 300
[match]
goal = 500
"""


def run(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["rules", *args])
    assert result.exit_code == code, result.output
    return result


def answer_of(*args: str, code: int = 0) -> dict[str, Any]:
    return json.loads(run(*args, code=code).stdout)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text('base = "american"\n[misere]\nvalue = 230\n')
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.toml"
    path.write_text(BAD)
    return path


# --- list ---------------------------------------------------------------------------------------------------


def test_the_list_has_a_line_a_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    head, _, *lines = run("list").stdout.splitlines()
    assert head.split() == ["name", "players", "kitty", "auction", "misère", "about"]
    assert [line.split()[0] for line in lines] == list(preset_names())
    quebec = next(line for line in lines if line.startswith("quebec-1000"))
    assert quebec.split()[1:3] == ["4", "6"]
    assert "one call each, from 8  500, open 1000  a failed bid counts for the others" in quebec


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_the_list_fits_its_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = run("list").stdout.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= width
    assert all(any(name in line for line in lines) for name in preset_names())
    assert ("about" in lines[0]) == (width >= 80)


def test_the_list_as_data() -> None:
    answer = answer_of("list", "--json")
    assert answer["schema"] == "fivehundred.rules-list/1"
    assert answer["presets"] == list(preset_names())
    zealand = next(line for line in answer["houses"] if line["name"] == "new-zealand")
    assert zealand["hash"] == rules_hash(load_rules("new-zealand"))
    assert (zealand["players"], zealand["sides"], zealand["misere"]) == (4, "pairs", "250, open 500")
    rows = list(csv.DictReader(io.StringIO(run("list", "--format", "csv").stdout)))
    assert [row["name"] for row in rows] == list(preset_names())
    assert run("list", "--format", "markdown").stdout.startswith("| name | players | kitty |")


# --- show ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", preset_names())
def test_what_is_shown_is_a_rules_file_again(name: str, tmp_path: Path) -> None:
    shown = run("show", name, "--set", "match.target=700").stdout
    path = tmp_path / "again.toml"
    path.write_text(shown)
    again = load_rules(path)
    assert again.match.target == 700
    assert again == load_rules(name, {"match.target": 700})
    assert run("show", str(path)).stdout == shown


def test_show_names_the_other_values() -> None:
    lines = run("show").stdout.splitlines()
    assert 'name = "australian"' in lines
    assert 'when = "after_7"  # or off, anytime' in lines
    assert "target = 500  # 40 to 10000" in lines
    assert "slam_250 = true  # or false" in lines


def test_show_as_json() -> None:
    answer = answer_of("show", "hoyle-1909", "--json")
    assert answer["hash"] == rules_hash(load_rules("hoyle-1909"))
    assert answer["rules"]["joker"]["lead"] == "unrenounced_suit"


# --- check --------------------------------------------------------------------------------------------------


def test_a_sound_file_is_ok_with_name_and_hash(house: Path) -> None:
    expected = rules_hash(load_rules("american", {"misere.value": 230}))
    result = run("check", str(house))
    assert result.stdout == f"{house}: OK, house, {expected}\n"
    assert result.stderr == ""


def test_every_fault_of_a_file_has_a_line_with_its_key_and_the_allowed_values(bad: Path, house: Path) -> None:
    result = run("check", str(bad), str(house), code=3)
    lines = result.stdout.splitlines()
    assert lines[:3] == [
        f"{bad}: misere.value: 300 is not allowed (expected 210, 230, 250, 270 or 500)",
        f"{bad}: match.goal: unknown option (expected match.target, match.floor, match.must_win_on_contract,"
        " match.both_over, match.defenders_over, match.floor_rule or match.hands)",
        f'{bad}: table.sides: "pairs" is for 4 players, not 3 (expected alone)',
    ]
    assert lines[3].startswith(f"{house}: OK, house, ")
    assert len(lines) == 4
    assert result.stderr == "Error: 1 of 2 rules files cannot be played.\n"


def test_check_as_json(bad: Path, house: Path) -> None:
    first, second = answer_of("check", str(bad), str(house), "--json", code=3)["files"]
    assert (first["file"], first["ok"], len(first["faults"])) == (str(bad), False, 3)
    assert second == {
        "file": str(house),
        "ok": True,
        "name": "house",
        "hash": rules_hash(load_rules(house)),
    }


@pytest.mark.parametrize(
    ("content", "fault"), [(b"[misere", "not valid TOML (expected"), (b"\xff", "not UTF-8 text")]
)
def test_a_file_that_cannot_be_read_as_toml(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    assert run("check", str(path), code=3).stdout.startswith(f"{path}: {fault}")


@pytest.mark.parametrize("word", ["no-such-house.toml", "austalian"])
def test_what_is_no_file_is_a_bad_argument(word: str, house: Path) -> None:
    result = run("check", str(house), word, code=2)
    assert result.stdout == ""
    assert word in result.stderr


# --- diff ---------------------------------------------------------------------------------------------------


def test_differences_have_both_values() -> None:
    head, _, *lines = run("diff", "six-handed", "two-handed-tables").stdout.splitlines()
    assert head.split() == ["option", "six-handed", "two-handed-tables"]
    assert [line.split() for line in lines] == [
        ["table.players", "6", "2"],
        ["table.sides", "3v3", "alone"],
        ["pack.kind", "standard", "table_piles"],
        ["misere.when", "after_7", "anytime"],
        ["open_misere.value", "500", "0"],
    ]


def test_equal_rules_say_so(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('base = "australian"\n')
    assert run("diff", "australian", str(path)).stdout == "australian and club play by the same rules.\n"
    assert answer_of("diff", "australian", str(path), "--json")["differences"] == []
    assert run("diff", "australian", str(path), "--format", "csv").stdout == "key,a,b\n"


def test_houses_of_one_name_are_told_apart_by_what_was_asked(tmp_path: Path) -> None:
    path = tmp_path / "australian.toml"
    path.write_text('base = "australian"\n[sans_kitty]\nallowed = true\n')
    text = run("diff", "australian", str(path), "--format", "markdown").stdout
    assert text.splitlines() == [
        f"| option | australian | {path} |",
        "| --- | --- | --- |",
        "| sans_kitty.allowed | false | true |",
    ]


def test_differences_as_data() -> None:
    answer = answer_of("diff", "australian", "gamerules", "--json")
    assert answer["schema"] == "fivehundred.rules-diff/1"
    assert answer["a"] == {"name": "australian", "hash": rules_hash(load_rules("australian"))}
    assert answer["differences"] == [
        {"key": "blind_misere.value", "a": 0, "b": 500},
        {"key": "sans_kitty.allowed", "a": False, "b": True},
    ]
    rows = run("diff", "australian", "gamerules", "--format", "csv").stdout.splitlines()
    assert rows == ["key,a,b", "blind_misere.value,0,500", "sans_kitty.allowed,false,true"]


def test_diff_of_a_faulty_file_or_an_unknown_house(bad: Path) -> None:
    assert "table.sides" in run("diff", "australian", str(bad), code=3).stderr
    assert "did you mean quebec?" in run("diff", "australian", "quebeck", code=2).stderr


# --- schema -------------------------------------------------------------------------------------------------


def test_the_schema_is_printed_as_json() -> None:
    assert answer_of("schema") == json_schema()
