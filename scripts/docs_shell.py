"""A very small shell for the documents' examples: it runs our commands in this process.

It knows `NAME=value`, `$NAME`, quotes, comments, `*`, `\\` at a line's end, `|`, `>`, `>>`, and besides
`fivehundred` the words cat, echo and head. Commands of other programs (OUTSIDE) are not run.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from glob import glob
from pathlib import Path

from typer.main import get_command
from typer.testing import CliRunner

from fivehundred_sim.cli.main import app

PROGRAM = "fivehundred"
OUTSIDE = ("pip", "pipx", "python", "python3", "dask", "make", "git", "cd", "source")
NEVER = {"--scheduler", "--install-completion"}  # needs other programs, or changes the user's own: words only
_VARIABLE = re.compile(r"'[^']*'|\$(\w+)|\$\{(\w+)\}")
_ASSIGNED = re.compile(r"([A-Za-z_]\w*)=(.*)\Z", re.S)
_SIGNS = ("|", ">", ">>")


class ShellError(Exception):
    """A line that this shell cannot run, or that failed."""


@dataclass
class Output:
    """What a line wrote, and its exit code."""

    stdout: str = ""
    stderr: str = ""
    code: int = 0

    @property
    def shown(self) -> str:
        """Both, as they stand on a terminal when the command has ended."""
        return self.stdout + self.stderr


def logical_lines(text: str) -> Iterator[str]:
    """Yield the commands of a block, continued lines joined, without comments and empty lines."""
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield line.strip()


@dataclass
class Shell:
    """Variables, and how our commands are changed before they run (`trim`: words to words)."""

    trim: Callable[[list[str]], list[str]] = list
    variables: dict[str, str] = field(default_factory=dict)

    def run(self, line: str, *, dry: bool = False) -> Output:
        """Run one logical line; raise ShellError where it is not understood or a command is unknown.

        dry: only check that our commands, their options and the options' values exist.
        """
        if line.split(maxsplit=1)[0] in OUTSIDE:
            return Output()
        words = self._words(line)
        assigned = _ASSIGNED.match(words[1] if words[0] == "export" and len(words) == 2 else words[0])
        if assigned and len(words) <= 2:
            self.variables[assigned[1]] = assigned[2]
            return Output()
        commands, target = _split(words)
        if dry or NEVER & set(words):
            for command in commands:
                check(command)
            return Output()
        output = Output()
        for number, command in enumerate(commands):
            given = output.stdout if number else None
            told = output.stderr
            output = self._one(command, given)
            output.stderr = told + output.stderr
        if target is not None:
            sign, name = target
            with Path(name).open("a" if sign == ">>" else "w", encoding="utf-8") as file:
                file.write(output.stdout)
            output.stdout = ""
        return output

    def _words(self, line: str) -> list[str]:
        def value(found: re.Match[str]) -> str:
            name = found[1] or found[2]
            if name is None:  # in single quotes
                return found[0]
            if name not in self.variables:
                raise ShellError(f"no line of the page before this one sets ${name}")
            return self.variables[name]

        lexer = shlex.shlex(_VARIABLE.sub(value, line), posix=True, punctuation_chars="|>&;<")
        lexer.whitespace_split, lexer.commenters = True, "#"
        try:
            words = list(lexer)
        except ValueError as error:
            raise ShellError(f"{line!r}: {error}") from error
        if not words:
            raise ShellError(f"{line!r} has no command")
        return [path for word in words for path in (sorted(glob(word)) if "*" in word else ()) or [word]]

    def _one(self, command: list[str], given: str | None) -> Output:
        name, *words = command
        if name == PROGRAM:
            result = CliRunner().invoke(app, self.trim(words), input=given, prog_name=PROGRAM)
            if result.exit_code == 1:
                raise ShellError(f"{shlex.join(command)} failed unexpectedly: {result.output}")
            return Output(result.stdout, result.stderr, result.exit_code)
        if name == "echo":
            return Output(" ".join(words) + "\n")
        if name == "cat":
            return Output("".join(Path(word).read_text("utf-8") for word in words) if words else given or "")
        if name == "head":
            count = 10
            if words and re.fullmatch(r"-\d+", words[0]):
                count = int(words.pop(0)[1:])
            elif len(words) > 1 and words[0] == "-n":
                count, words = int(words[1]), words[2:]
            text = Path(words[0]).read_text("utf-8") if words else given or ""
            return Output("".join(text.splitlines(keepends=True)[:count]))
        raise ShellError(f"{name!r} is no command that the documents' examples may have")


def _split(words: list[str]) -> tuple[list[list[str]], tuple[str, str] | None]:
    """Return the commands of a pipeline and where its output goes (sign, file), None for the terminal."""
    target = None
    if len(words) > 2 and words[-2] in (">", ">>"):
        target, words = (words[-2], words[-1]), words[:-2]
    commands: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            commands.append([])
        elif word and set(word) <= set("|>&;<"):
            raise ShellError(f"{word!r} is not understood here")
        else:
            commands[-1].append(word)
    if not all(commands):
        raise ShellError("a pipe has nothing on one side")
    return commands, target


def check(command: list[str]) -> None:
    """Raise ShellError unless the command exists, and ours has these options and takes these values."""
    import typer

    if command[0] in ("echo", "cat", "head"):
        return
    if command[0] != PROGRAM:
        raise ShellError(f"{command[0]!r} is no command that the documents' examples may have")
    try:
        # The group's own way: it looks the command up and lets it parse its words, but does not call it.
        found, words = get_command(app), command[1:]
        path = PROGRAM
        while hasattr(found, "commands") and words and words[0] in found.commands:
            path, found, words = f"{path} {words[0]}", found.commands[words[0]], words[1:]
        found.make_context(path, list(words))
    except typer.TyperException as error:
        raise ShellError(f"{shlex.join(command)}: {error.format_message()}") from error
    except typer.Exit:  # --help, --version
        return
