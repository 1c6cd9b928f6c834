"""The commands that README and the help texts show exist with these options."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fivehundred_sim.cli.main import app

ROOT = Path(__file__).parents[2]
RULES = {("rules", word) for word in ("show", "list", "check", "diff", "schema")}
WORDS = ("advise", "odds", "count", "solve", "equity", "match", "table", "compare", "deal", "bench")
COMMANDS = {(word,) for word in WORDS} | RULES


def help_of(*command: str) -> str:
    return CliRunner().invoke(app, [*command, "--help"]).stdout


def shown_commands() -> list[str]:
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")]
    texts += [help_of(*command) for command in sorted(COMMANDS)]
    return sorted(
        {line.strip() for text in texts for line in re.findall(r"^[ $]*(fivehundred .*)$", text, re.M)}
    )


@pytest.mark.parametrize("line", shown_commands())
def test_shown_commands_exist(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    words = words[: next((place for place, word in enumerate(words) if word in ("|", ">")), len(words))]
    if words[0].startswith("-"):
        command: tuple[str, ...] = ()
    else:
        command = tuple(words[:2]) if words[0] == "rules" else (words[0],)
        assert command in COMMANDS
    options = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", help_of(*command)))
    assert {word for word in words if re.match("--?[a-z]", word)} <= options


def test_every_command_is_shown_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in COMMANDS - RULES | {("rules", "show")}:
        assert f"\nfivehundred {' '.join(command)}" in readme
