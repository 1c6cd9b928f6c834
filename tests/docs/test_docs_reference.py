"""The reference pages are those of this program: every command, option, rule and column is on them."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyarrow import parquet
from reference import columns, commands
from reference.columns import EVERY, Group
from typer.testing import CliRunner
from write_reference import stale

from fivehundred_sim.cli.main import app
from fivehundred_sim.rules.model import options

ROOT = Path(__file__).parents[2]
HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"
ENDING = "JK AH | 5S 6S | KH QH | 7S 8S"
WHOLE = (
    "JS 9S 6S 9H 7H 7C KD JD 9D 8D | KS QS 10S 8S 5H 4H AC 5C AD 6D"
    " | 7S 5S AH KH QH 10H JC 9C 8C 5D | JK AS JH 8H 6H QC 6C QD 7D 4D"
)
FAST = ("--engine", "heuristic", "--deals", "20")
# Every form of answer of every command, as cheaply as it can be had.
RUNS = [
    ("advise", HAND, "--bid", "8H", "--deals", "20"),
    ("advise", HAND, "--bid", "8H", "--auction", "P 7S", "--score", "220:340", *FAST),
    ("advise", HAND, "--auction", "P", *FAST),
    ("advise", "--input", "hands.csv", *FAST),
    ("odds", HAND),
    ("odds", "--input", "hands.csv"),
    ("count", "--deals", "2000"),
    ("solve", ENDING),
    ("solve", WHOLE),
    ("solve", ENDING, "--contract", "7NT", "--declarer", "0", "--nominate", "D", "--all-cards"),
    ("solve", ENDING, "--contract", "8H", "--declarer", "0", "--led", "S", "--played", "JK"),
    ("solve", "--input", "deals.csv"),
    ("deal", "-n", "1", "--solve", "--play"),
    ("deal", "-n", "1", "--rules", "two-handed", "--where", "any: JK"),
    ("equity", "--score", "220:340"),
    ("match", "natural", "zh", "--deals", "20", "--games", "2"),
    ("match", "--all", "--deals", "2"),
    ("match", "--list"),
    ("table", "--deals", "20"),
    ("compare", "--option", "misere.value=210,250", "--deals", "20", "--games", "2"),
    ("bench", "--seconds", "0.5", "--rounds", "1"),
    ("rules", "list"),
    ("rules", "diff", "australian", "american"),
    ("rules", "show"),
    ("rules", "check", "good.toml", "bad.toml"),
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, set[str], set[str], set[str]]]:
    """For each run its command, the columns of its CSV, the paths of its JSON, and its measures."""
    folder = tmp_path_factory.mktemp("outputs")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("hands.csv").write_text(f"hand,bid\n{HAND},8H\n{HAND},\n", "utf-8")
        Path("deals.csv").write_text(f"deal\n{ENDING}\n{ENDING}\n", "utf-8")
        Path("good.toml").write_text('base = "australian"\n', "utf-8")
        Path("bad.toml").write_text('base = "australian"\nmisere.value = 1\n', "utf-8")
        return [answered(*words) for words in RUNS]


def answered(*words: str) -> tuple[str, set[str], set[str], set[str]]:
    """Run a command once for all its forms where it writes files, else once a form."""
    name = " ".join(words[:2]) if words[0] == "rules" else words[0]
    files = words[0] != "rules" and "--list" not in words
    outputs = ("-o", "out.csv", "-o", "out.parquet") if files else ()
    answer = json.loads(run(*words, "--json", *outputs))
    text = Path("out.csv").read_text("utf-8") if files else ""
    if not files and words[1] not in ("show", "check"):
        text = run(*words, "--format", "csv")
    rows = list(csv.DictReader(text.splitlines()))
    found = set(rows[0]) if rows else set()
    if files:
        assert set(parquet.read_schema("out.parquet").names) == found, words
    measures = {row["measure"] for row in rows} if words[0] == "compare" else set()
    return name, found, set(paths(answer, "")), measures


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == (3 if "bad.toml" in words else 0), result.output
    return result.stdout


def paths(value: object, path: str) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from paths(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for inner in value or [None]:
            yield from paths(inner, path + "[]")
    else:
        yield path


def of(command: str) -> list[Group]:
    return [group for group in columns.groups() if group.command in (command, EVERY)]


def matching(command: str, names: set[str], form: str) -> tuple[set[str], set[tuple[str, str]]]:
    """Return the names that no group describes, and the (title, field) of those that do."""
    missing, used = set(names), set()
    for group in of(command):
        patterns = group.json_patterns() if form == "json" else group.column_patterns()
        if form == "measures":
            patterns = group.measure_patterns()
        for field, pattern in patterns.items():
            hits = {name for name in names if pattern.match(name)}
            missing -= hits
            if hits:
                used.add((group.title, group.field_of(field)))
    return missing, used


def test_every_column_field_and_measure_is_described(told) -> None:
    for command, table, answer, measures in told:
        answers = {path.removeprefix("answers[].") for path in answer}
        assert matching(command, table, "table")[0] == set(), command
        assert matching(command, answers, "json")[0] == set(), command
        assert matching(command, measures, "measures")[0] == set(), command


def test_nothing_is_described_that_no_command_writes(told) -> None:
    used: set[tuple[str, str]] = set()
    for command, table, answer, measures in told:
        for names, form in ((table, "table"), (answer, "json"), (measures, "measures")):
            used |= {(command, *each) for each in matching(command, names, form)[1]}
    everywhere = {each[1:] for each in used}
    for group in columns.groups():
        for field in group.fields:
            if group.command == EVERY:
                # A style's fields have no place of their own: groups that hold a style name it.
                assert not group.json or (group.title, field) in everywhere, field
            elif field not in RARE:
                assert (group.command, group.title, field) in used, (group.command, field)


# Measures that so few deals do not have, and what only a comparison without a sweep does.
RARE = {"option", "best.level {level}", "game.end.{label}"}


@pytest.mark.parametrize("page", ["commands.md", "rules.md", "columns.md"])
def test_the_page_is_as_it_would_be_written(page: str) -> None:
    assert page not in {path.name for path in stale()}, "run scripts/write_reference.py"


def test_every_command_and_option_is_named() -> None:
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    for name, words in commands.option_words().items():
        assert f"`{name}" in page or f"## {name}" in page
        for word in words:
            assert f"`{word}" in page, (name, word)
    assert set(commands.names()) >= {"advise", "rules show"}


def test_every_environment_variable_is_named() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "fivehundred_sim").rglob("*.py")]
    asked = {
        found
        for text in sources
        for found in re.findall(r'environ(?:\.get\(|\[)"(\w+)"|"(\w+)" in os\.environ', text)
    }
    assert {name for pair in asked for name in pair if name} == set(commands.ENVIRONMENT)


def test_every_rule_is_named() -> None:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    assert [key for key in options() if f"\n### {key}\n" not in page] == []
