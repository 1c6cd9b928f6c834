"""The command `fivehundred`: the group of all commands and what they have in common."""

import gc
from typing import Annotated

import typer

from fivehundred_sim.cli import (
    advise,
    bench,
    compare,
    count,
    deal,
    equity,
    match,
    odds,
    rules,
    solve,
    table,
)
from fivehundred_sim.cli.errors import DEBUG_OPTION, PROGRAM, CommandGroup, help_unless_asked

app = typer.Typer(
    name=PROGRAM,
    cls=CommandGroup,
    invoke_without_command=True,
    rich_markup_mode=None,  # rich would reflow the examples in the help
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


app.command("advise")(advise.advise)
app.command("odds")(odds.odds)
app.command("count")(count.count)
app.command("solve")(solve.solve)
app.command("deal")(deal.deal)
app.command("equity")(equity.equity)
app.command("match")(match.match)
app.command("table")(table.table)
app.command("compare")(compare.compare)
app.command("bench")(bench.bench)
app.add_typer(rules.app, name="rules")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"{PROGRAM} {version('fivehundred-sim')}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
    debug: Annotated[
        bool, typer.Option(DEBUG_OPTION, help="Show where an unexpected error comes from.")
    ] = False,
) -> None:
    """Monte Carlo bid analysis for the card game Five Hundred.

    \b
    Examples:
      fivehundred advise "JK JD KH 9H 5H AS 8S 7C 6C 5D" --bid 8H
      fivehundred odds "JK JD KH 9H 5H AS 8S 7C 6C 5D"
      fivehundred solve "JK AH | 5S 6S | KH QH | 7S 8S"
      fivehundred count --rules american
      fivehundred rules show
      fivehundred bench --peer

    \b
    The result goes to stdout, everything else to stderr.
    Exit codes: 0 done, 1 unexpected error, 2 bad arguments or cards, 3 an
    invalid rules file, 4 precision not reached (the result is written), 5 a check
    failed, 130 Ctrl-C.
    """
    help_unless_asked(context)


def run() -> None:
    """Run the command line of this process."""
    # Loading numba makes a great many objects that stay: looking for garbage among them costs a tenth of a
    # warm answer. What a question makes itself is freed by reference counts.
    gc.disable()
    app(prog_name=PROGRAM)
