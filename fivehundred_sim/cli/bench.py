"""`fivehundred bench`: what this machine does a second."""

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivehundred_sim.cli import compilation, options, screen
from fivehundred_sim.cli.errors import ExitCode, complain

if TYPE_CHECKING:
    from fivehundred_sim.study.bench import Benched

SECONDS_RANGE = (0.5, 86_400.0)
# The kernels of all measures and the seconds they take to compile, cold on two cores and rounded up.
_LANES = {"solver": 20, "misere": 10, "chunks_heuristic": 25, "solver_scores": 10, "sampled.conduct": 40}
_GENERAL = {"dense.solve.dense_value": 20, "dense.solve.dense_makes": 20, "wide.chunks": 60}


def _seconds(value: Any) -> float:
    low, high = SECONDS_RANGE
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not low <= number <= high:
        raise typer.BadParameter(f"{value!r} is not a number of seconds from {low:g} to {high:g}")
    return number


def bench(
    peer: Annotated[
        bool, typer.Option("--peer", help="Let Bo Haglund's DDS (from endplay) solve the same deals.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            metavar="S",
            parser=_seconds,
            help="About how long to measure, compiling not counted.",
        ),
    ] = 12.0,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            metavar="N",
            parser=options.whole(1, 1000),
            help="How often each measure is taken, on fresh deals.",
        ),
    ] = 5,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    seed: options.Seed = 1,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs",
            metavar="N|auto",
            parser=options.jobs,
            help="How many threads are measured beside one.  [default: auto]",
            show_default=False,
        ),
    ] = options.JOBS_AUTO,
    form: options.Format = None,
    as_json: options.AsJson = False,
    outputs: options.Outputs = None,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    ascii_only: options.Ascii = False,
) -> None:
    """Measure what this machine does a second.

    Deals dealt and played out, exact values with all hands open, yes or no at a
    level, and misères: on one thread and on all.

    \b
    Examples:
      fivehundred bench
      fivehundred bench --peer
      fivehundred bench --seconds 60 --rounds 20 --peer --json
      fivehundred bench --rules six-handed -o speed.csv

    \b
    One thread is timed by the time that it was given, all of them by the clock:
    what else runs on the machine slows them. A ratio to a peer on the same deals
    travels better than a rate. Every answer is checked, against the peer's where
    there is one; if any is wrong the exit code is 5.
    """
    from fivehundred_sim.report.bench import write
    from fivehundred_sim.report.records import check_outputs
    from fivehundred_sim.study.bench import bench as measure
    from fivehundred_sim.study.bench import check_bench

    view = screen.View(options.chosen_format(form, as_json), color, ascii_only)
    check_outputs(outputs or [])
    in_force = options.chosen_rules(rules, settings)
    check_bench(in_force, peer)
    from fivehundred_sim.rules.code import lanes_cover

    needed = _LANES if lanes_cover(in_force) else _GENERAL
    compilation.announce(sum(compilation.missing(needed).values()), quiet)
    with screen.progress_bar("measuring", quiet) as bar:
        benched = measure(
            rules=in_force,
            seed=seed,
            seconds=seconds,
            rounds=rounds,
            jobs=jobs or None,
            peer=peer,
            progress=bar,
        )
    try:
        for path in outputs or []:
            write(benched, path)
    finally:
        # An output that turns out to be unwritable must not cost the answer.
        _show(benched, view)
    if benched.faults:
        complain(f"{len(benched.faults)} measures gave wrong answers, first {benched.faults[0]}")
        raise typer.Exit(ExitCode.VERIFICATION)


def _show(benched: "Benched", view: screen.View) -> None:
    from fivehundred_sim.report import bench as report

    if view.form != "table":
        screen.write_result(report.render(benched, view.form))
        return
    with screen.result_console(view.color) as console:
        report.print_bench(benched, console, ascii_only=view.ascii_only)
