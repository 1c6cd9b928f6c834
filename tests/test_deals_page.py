"""docs/deals.md shows what the program really answers."""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fivehundred_sim.cli.main import app

PAGE = Path(__file__).parents[1] / "docs" / "deals.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
PYTHON = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", re.M | re.S)


def told(command: str) -> str:
    """Return the output of a command as a terminal shows it."""
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page with all outputs as they are now."""
    monkeypatch.chdir(tmp_path)

    def console(found: re.Match[str]) -> str:
        commands = re.findall(r"^\$ (.*)$", found[1], re.M)
        return "```console\n" + "".join(f"$ {each}\n{told(each)}" for each in commands) + "```"

    def python(found: re.Match[str]) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(found[1], {})
        return f"```python\n{found[1]}```\n\n```text\n{out.getvalue()}```"

    return PYTHON.sub(python, CONSOLE.sub(console, PAGE.read_text("utf-8")))


def test_the_page_shows_what_is_answered(answered: str) -> None:
    assert PAGE.read_text("utf-8") == answered
