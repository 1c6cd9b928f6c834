"""`fivehundred count`: what to add up at the table."""

from typing import TYPE_CHECKING, Annotated

import typer

from fivehundred_sim.cli import compilation, options, screen

if TYPE_CHECKING:
    from fivehundred_sim.rules.model import Rules
    from fivehundred_sim.study.count_answer import TableCount

# The kernels and the seconds they take to compile, cold on two cores and rounded up.
_LANES = {"chunks_heuristic": 25}
_GENERAL = {"wide.chunks": 60, "bidding.counts": 10}
Deals = Annotated[
    int | None,
    typer.Option(
        "--deals",
        metavar="N",
        parser=options.whole(1, options.DEALS_MAX),
        help="Deals in each denomination to fit the count to.  [default: 100000]",
        show_default=False,
    ),
]


def count(
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    seed: options.Seed = 1,
    deals: Deals = None,
    jobs: options.Jobs = options.JOBS_AUTO,
    form: options.Format = None,
    as_json: options.AsJson = False,
    outputs: options.Outputs = None,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    ascii_only: options.Ascii = False,
) -> None:
    """Give a count to add up at the table.

    What to count in ten cards for a suit and for no-trump, rounded so that it can
    be added up, how the bids that it makes fare, and what other counts make of the
    same deals.

    \b
    Examples:
      fivehundred count
      fivehundred count --rules quebec --deals 500000
      fivehundred count --set pack.kitty=5 --set pack.jokers=1 --format markdown
      fivehundred count -o count.csv --json

    \b
    As many fresh deals as it is fitted to try the count.
    """
    from fivehundred_sim.report.count import write
    from fivehundred_sim.report.records import check_outputs

    view = screen.View(options.chosen_format(form, as_json), color, ascii_only)
    check_outputs(outputs or [])
    in_force = options.chosen_rules(rules, settings)
    from fivehundred_sim.study.count import check_count
    from fivehundred_sim.study.count import count as fit

    check_count(in_force, deals)
    with compilation.without_scipy():
        compilation.announce(sum(compilation.missing(_kernels_for(in_force)).values()), quiet)
        with screen.progress_bar("dealing", quiet) as bar:
            answer = fit(in_force, seed=seed, deals=deals, jobs=jobs or None, progress=bar)
    try:
        for path in outputs or []:
            write(answer, path)
    finally:
        # An output that turns out to be unwritable must not cost the answer.
        _show(answer, view)


def _kernels_for(rules: "Rules") -> dict[str, int]:
    """Return the kernels needed: the general ones always, since they alone play without the exchange."""
    from fivehundred_sim.rules.code import lanes_cover

    return {**_LANES, **_GENERAL} if lanes_cover(rules) else _GENERAL


def _show(answer: "TableCount", view: screen.View) -> None:
    from fivehundred_sim.report import count as report

    if view.form != "table":
        screen.write_result(report.render(answer, view.form, ascii_only=view.ascii_only))
        return
    with screen.result_console(view.color) as console:
        report.print_count(answer, console, ascii_only=view.ascii_only)
