"""From faults to exit codes: one sentence on stderr, nothing on stdout, no traceback.

`CommandGroup` is the single place where exceptions of every command end, under `fivehundred`,
`python -m fivehundred_sim` and the tests' runner alike.
"""

import sys
import traceback
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

import typer
from typer.core import TyperGroup

PROGRAM = "fivehundred"
DEBUG_OPTION = "--debug"


class ExitCode(IntEnum):
    """The exit codes that scripts may rely on."""

    DONE = 0
    UNEXPECTED = 1
    USAGE = 2
    RULES = 3
    PRECISION = 4
    VERIFICATION = 5
    INTERRUPTED = 130


class UsageError(ValueError):
    """What the user asked cannot be done as asked; the message is one sentence."""


def sentence(text: str) -> str:
    """Return `text` on one line of printable characters, with a full stop."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
    return line if line.endswith((".", "?", "!")) else line + "."


def complain(text: str) -> None:
    """Write one sentence to stderr."""
    print(f"Error: {sentence(text)}", file=sys.stderr)


def help_unless_asked(context: typer.Context) -> None:
    """Write the help to stderr and leave with the code of bad arguments, unless a command was given.

    A script that forgot its command must not take the help for a result.
    """
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(ExitCode.USAGE)


def _fault(error: Exception) -> tuple[str, ExitCode] | None:
    """Return the sentence and exit code of a fault that a user can mend, None for any other exception.

    Faults of questions are the `ValueError`s that this package defines; a bare `ValueError` is a defect.
    """
    from fivehundred_sim.rules.model import RulesFileError  # not at the top: `--help` must stay light

    if isinstance(error, RulesFileError):
        return str(error), ExitCode.RULES
    ours = type(error).__module__.partition(".")[0] == __name__.partition(".")[0]
    return (str(error), ExitCode.USAGE) if ours and isinstance(error, ValueError) else None


def _run_reporting(command: Callable[[], Any], debug: bool) -> int:
    """Run `command` and return the exit code; every fault has been told on stderr."""
    try:
        result = command()
    except typer.TyperException as error:  # unknown options, bad values, missing arguments
        complain(error.format_message())
        return ExitCode.USAGE
    except (KeyboardInterrupt, typer.Abort):
        return ExitCode.INTERRUPTED
    except Exception as error:
        if debug:
            traceback.print_exc()
        fault = _fault(error)
        if fault is not None:
            complain(fault[0])
            return fault[1]
        detail = f"{type(error).__name__}: {' '.join(str(error).split())}"
        print(
            f"Error: something unexpected happened ({detail}); "
            f"`{PROGRAM} {DEBUG_OPTION} ...` shows where, and that is worth a bug report.",
            file=sys.stderr,
        )
        return ExitCode.UNEXPECTED
    # Typer hands over the code of `typer.Exit`, or what the command returned.
    return result if isinstance(result, int) else ExitCode.DONE


class NamingGroup(TyperGroup):
    """A group of commands that names them where the word given is none of them."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the first of `args` names, as Typer does."""
        try:
            return super().resolve_command(ctx, args)
        except typer.TyperException as error:
            text = error.format_message()
            if not text.startswith("No such command") or "Did you mean" in text:
                raise
            raise UsageError(f"{text.rstrip('.')} (expected {', '.join(self.list_commands(ctx))})") from error


class CommandGroup(NamingGroup):
    """The group of all commands, with our own reporting of faults."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line `args` (default: the process's own) and leave with its exit code.

        `standalone_mode`, Typer's own way of leaving, has no effect: faults are told here.
        """
        words = sys.argv[1:] if args is None else list(args)
        run = super().main

        def command() -> Any:
            return run(args, prog_name, complete_var, False, windows_expand_args, **extra)

        raise SystemExit(_run_reporting(command, debug=DEBUG_OPTION in words))
