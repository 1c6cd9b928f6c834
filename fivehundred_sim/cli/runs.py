"""What commands with large runs share: where a run is kept, who counts, and how it goes on."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivehundred_sim.cli import screen
from fivehundred_sim.cli.errors import ExitCode, UsageError

if TYPE_CHECKING:
    import numpy as np

    from fivehundred_sim.study.runs import Plan

LONG = 5.0  # seconds of a run after which its rate is told

RunFolder = Annotated[
    str | None,
    typer.Option(
        "--run",
        metavar="DIR",
        help="Keep the run in DIR, a new folder. Without it a run is kept while it lasts.",
        show_default=False,
    ),
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume",
        metavar="DIR",
        help="Go on with the run in DIR; options not given are those it began with.",
        show_default=False,
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="A Dask scheduler, tcp://host:8786, whose workers count (docs/runs.md).",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class Place:
    """Where a run is kept and who counts: the options of that name."""

    run: str | None
    resume: str | None
    scheduler: str | None
    jobs: int

    def __post_init__(self) -> None:
        if self.run is not None and self.resume is not None:
            raise UsageError("--run begins a run and --resume goes on with one: they exclude each other")


def settled(ctx: typer.Context, names: Sequence[str], place: Place, kind: str) -> dict[str, Any]:
    """Return the parameters of those names: as given, else of the run to resume, else their defaults."""
    given = {name: ctx.params[name] for name in names}
    if place.resume is None:
        return given
    from fivehundred_sim.study.runs.folder import existing

    saved = existing(Path(place.resume))
    if saved.kind != kind:
        raise UsageError(f'the run in "{place.resume}" is one of `{saved.kind}`, and this is `{kind}`')

    def value(name: str) -> Any:
        source = ctx.get_parameter_source(name)
        typed = source is not None and source.name == "COMMANDLINE"
        return given[name] if typed else saved.asked.get(name, given[name])

    return {name: value(name) for name in names}


def counted(plan: "Plan", place: Place, asked: Mapping[str, Any], quiet: bool) -> "dict[str, np.ndarray]":
    """Return the counts of a run, with a bar while it lasts; Ctrl-C tells how to go on and ends it all."""
    from fivehundred_sim.study.runs import RunInterrupted, collect

    marks: list[tuple[float, int]] = []
    told: list[Path] = []  # where a run is kept that nobody named
    folder = place.resume if place.resume is not None else place.run
    try:
        with screen.progress_bar("playing", quiet, "deals") as bar:

            def progress(done: int, total: int) -> None:
                marks.append((time.monotonic(), done))
                if told and marks[-1][0] - marks[0][0] >= LONG:
                    screen.note(
                        f"While it lasts this run is kept in {told.pop()} (--resume goes on there).", quiet
                    )
                bar(done, total)

            found = collect(
                plan,
                folder=None if folder is None else Path(folder),
                resume=place.resume is not None,
                jobs=place.jobs or None,
                scheduler=place.scheduler,
                progress=progress,
                begun=told.append if folder is None else None,
                asked=asked,
            )
    except RunInterrupted as stop:
        screen.note(f"Interrupted: {stop}.", quiet)
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    _tell_rate(marks, quiet)
    return found


def _tell_rate(marks: list[tuple[float, int]], quiet: bool) -> None:
    """Say how many deals a second a long run counted, from its first chunk to its last."""
    if len(marks) < 2:
        return
    seconds, deals = marks[-1][0] - marks[0][0], marks[-1][1] - marks[0][1]
    if seconds >= LONG:
        screen.note(f"{deals:,} deals in {seconds:,.0f} s: {deals / seconds:,.0f} a second.", quiet)
