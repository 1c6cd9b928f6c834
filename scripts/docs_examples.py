"""Run the examples of a page, top to bottom, and say which are not as the page shows them.

Each page has a temporary folder, shell variables and a Python namespace of its own. What is marked long
is only checked for its words unless asked for.
"""

import contextlib
import io
import os
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from docs_counts import small
from docs_pages import Example, examples, with_bodies
from docs_shell import PROGRAM, Shell, ShellError, logical_lines

ROOT = Path(__file__).parents[1]
COLUMNS = "100"
COPIES = ("changelog.md", "contributing.md")  # made for the site by docs/_site/outside.py
PROMPT = "$ "
LEFT_OUT = "..."
_WITHOUT = ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS", "TERM", "COLORTERM")
_WITH = {"COLUMNS": COLUMNS, "PYTHONIOENCODING": "utf-8", "MPLBACKEND": "agg"}


def pages() -> list[Path]:
    """Return the documents with examples that run: the README and all pages of docs."""
    return [
        ROOT / "README.md",
        *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in COPIES),
    ]


@dataclass
class Outcome:
    """What came of a page: faults in words, each with its line, and the page with outputs as they are now."""

    faults: list[str] = field(default_factory=list)
    text: str = ""


def run_page(text: str, name: str, *, long: bool = False) -> Outcome:
    """Run the examples of a page; `long` those marked long too. Later ones run whatever has failed before."""
    outcome, changed = Outcome(), []
    with _terminal(), tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        session = _Session(name)
        for example in examples(text):
            try:
                new = session.run(example, dry=example.long and not long)
            except ShellError as error:
                outcome.faults.append(f"{name}:{example.line}: {error}")
                continue
            if new != example.body:
                changed.append((example, new))
                outcome.faults.append(f"{name}:{example.line}: shown is\n{example.body}\nnow it is\n{new}")
    outcome.text = with_bodies(text, changed)
    return outcome


class _Session:
    """What the examples of one page share."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._variables: dict[str, str] = {}
        self._namespace: dict[str, Any] = {"__name__": "__main__"}
        self._printed: str | None = ""  # by the last Python block; None: it did not run

    def run(self, example: Example, dry: bool) -> str:
        """Run one example and return its body as it should be; raise ShellError where it fails."""
        match example.kind:
            case "file":
                path = Path(example.name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(example.body, "utf-8")
            case "bash":
                self._bash(example.body, dry)
            case "console":
                return self._console(example.body, dry)
            case "python":
                self._printed = self._python(example, dry)
            case "text":
                return example.body if self._printed is None else told_anew(example.body, self._printed)
        return example.body

    def _bash(self, body: str, dry: bool) -> None:
        shell = Shell(small, self._variables)
        for line in logical_lines(body):
            output = shell.run(line, dry=dry)
            if output.code != 0:
                raise ShellError(f"{line} leaves with {output.code}: {output.shown}")

    def _console(self, body: str, dry: bool) -> str:
        shell, parts = Shell(variables=self._variables), []
        for command, shown in _told(body):
            output = shell.run(" ".join(logical_lines(command)), dry=dry)
            parts.append(PROMPT + command + (shown if dry else told_anew(shown, output.shown)))
        return "".join(parts)

    def _python(self, example: Example, dry: bool) -> str | None:
        # The page's own line numbers, in tracebacks too.
        code = compile("\n" * example.first + example.body, self._page, "exec")
        if dry:
            return None
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(code, self._namespace)  # our own documents
        except Exception as error:
            raise ShellError("".join(traceback.format_exception(error)[-3:])) from error
        return printed.getvalue()


def _told(body: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a console block, with their line breaks, and what is shown below each."""
    command, shown = "", ""
    for line in body.splitlines(keepends=True):
        if command.endswith("\\\n"):
            command += line
        elif line.startswith(PROMPT):
            if command:
                yield command, shown
            command, shown = line.removeprefix(PROMPT), ""
        elif not command:
            raise ShellError(f"a console block begins with a command ({PROMPT.strip()} {PROGRAM} ...)")
        else:
            shown += line
    if command:
        yield command, shown


def told_anew(shown: str, output: str) -> str:
    """Return `output` in the form in which a page shows it: the same lines left out where it has `...`.

    Lines are stripped on the right, and empty last lines are dropped. Where the output is another one, the
    first part keeps its number of lines from the beginning, the last from the end, and one between them
    begins at the line most like its first.
    """
    new = [line.rstrip() for line in output.rstrip().splitlines()]
    old = [line.rstrip() for line in shown.rstrip().splitlines()]
    if LEFT_OUT not in old:
        return "".join(line + "\n" for line in new)
    parts: list[list[str]] = [[]]
    for line in old:
        if line == LEFT_OUT:
            parts.append([])
        else:
            parts[-1].append(line)
    first, *between, last = parts
    told = new[: len(first)]
    place, end = len(first), max(len(first), len(new) - len(last))
    for part in between:
        place = max(range(place, max(end, place + 1)), key=lambda at: _alike(new, at, part))
        told += [LEFT_OUT, *new[place : min(place + len(part), end)]]
        place += len(part)
    told += [LEFT_OUT, *new[end:]]
    return "".join(line + "\n" for line in told)


def _alike(lines: list[str], place: int, part: list[str]) -> float:
    """Say how like a part the lines from that place are: all of them, the first one before any."""
    there = lines[place : place + len(part)]
    same = sum(a == b != "" for a, b in zip(there, part, strict=False))
    return same + (SequenceMatcher(None, there[0], part[0]).ratio() if there and part else 0.0)


@contextlib.contextmanager
def _terminal() -> Iterator[None]:
    """Make the environment a terminal of 100 columns without colours, and take it back at the end."""
    before: Mapping[str, str] = dict(os.environ)
    for name in _WITHOUT:
        os.environ.pop(name, None)
    os.environ.update(_WITH)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
