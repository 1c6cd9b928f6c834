"""`fivehundred table`: bidding tables, what hands that look alike make in every denomination."""

from typing import TYPE_CHECKING, Annotated

import typer

from fivehundred_sim.cli import compilation, options, runs, screen

if TYPE_CHECKING:
    from fivehundred_sim.study.table.plan import TablePlan
    from fivehundred_sim.study.table.table import Table

# The kernels and the seconds they take to compile, cold on two cores and rounded up: those that play
# contracts, where four play and at other tables, and those that look at hands and count them.
PLAYING = {"bidding.deals": 25}
ELSEWHERE = {"bidding.wide_deals": 60}
COUNTING = {"table.features": 10, "table.tally": 5}
QUESTION = ("deals", "rules", "settings", "seed")  # what a run's folder keeps of the options


def table(
    ctx: typer.Context,
    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            metavar="N",
            parser=options.whole(1, options.DEALS_MAX),
            help="Random deals; all hands of each are judged.",
        ),
    ] = 100_000,
    by: options.Groupings = None,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    seed: options.Seed = 1,
    jobs: options.Jobs = options.JOBS_AUTO,
    run: runs.RunFolder = None,
    resume: runs.Resume = None,
    scheduler: runs.Scheduler = None,
    form: options.PageFormat = None,
    as_json: options.AsJson = False,
    as_html: options.AsHtml = False,
    outputs: options.PageOutputs = None,
    card: Annotated[
        str | None,
        typer.Option(
            "--card",
            metavar="FILE.html",
            help="Also write a bidding card: one sheet of A4, to print from a browser.",
            show_default=False,
        ),
    ] = None,
    theme: options.Theme = "light",
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    ascii_only: options.Ascii = False,
) -> None:
    """Make bidding tables: bid this with that.

    Every hand of random deals is the contractor's in every denomination, with kitty
    and discard; hands that look alike to a player are counted together. The table
    says for each kind of hand the highest level that pays, and how often it is made.

    \b
    Examples:
      fivehundred table
      fivehundred table --deals 1000000 -o table.csv -o report.html
      fivehundred table --card card.html
      fivehundred table --rules american --format markdown > page.md
      fivehundred table --set misere.value=230 --by shape --json > shapes.json
      fivehundred table --deals 20000000 --run big
      fivehundred table --resume big -o table.parquet

    \b
    JSON, CSV and Parquet have a row for every kind of hand, with the rate and the
    points of each level: by strength (trumps, joker, bowers and ace, side aces,
    voids), tops (trumps, joker, bowers and ace), shape, pooled (tops, suits alike
    together) and honours (how many of them). -o FILE.svg or .png draws charts.
    """
    from fivehundred_sim.report.files import check_outputs
    from fivehundred_sim.report.html.card import check_output as check_card
    from fivehundred_sim.report.html.card import write as write_card

    view = screen.View(options.chosen_format(form, as_json, as_html), color, ascii_only)
    check_outputs(outputs or [])
    if card is not None:
        check_card(card)
    place = runs.Place(run, resume, scheduler, jobs)
    asked = runs.settled(ctx, QUESTION, place, "table")
    in_force = options.chosen_rules(asked["rules"], asked["settings"])
    from fivehundred_sim.study.table.plan import plan_of
    from fivehundred_sim.study.table.table import Table

    plan = plan_of(in_force, seed=asked["seed"], deals=asked["deals"])
    groupings = tuple(name for name in options.GROUPINGS if name in by) if by else None
    with compilation.without_scipy():
        with screen.progress_bar("learning what hands are worth", quiet) as bar:
            plan.prepare(bar)
        compilation.announce(sum(compilation.missing(_kernels(plan)).values()), quiet)
        answer = Table(plan, runs.counted(plan, place, asked, quiet))
    from fivehundred_sim.report.table import write

    try:
        for path in outputs or []:
            write(answer, path, groupings, theme)
        if card is not None:
            write_card(answer, card)
    finally:
        # An output that turns out to be unwritable must not cost the answer.
        _show(answer, groupings, view)


def _kernels(plan: "TablePlan") -> dict[str, int]:
    """Return the kernels needed, with the seconds that they take to compile."""
    fast, strains = plan.setting.house.task.fast, plan.setting.contracts.strains
    played = {bool(fast >> strain & 1) for strain in strains}
    return {**(PLAYING if True in played else {}), **(ELSEWHERE if False in played else {}), **COUNTING}


def _show(answer: "Table", by: tuple[str, ...] | None, view: screen.View) -> None:
    from fivehundred_sim.report import table as report

    if view.form != "table":
        screen.write_result(report.render(answer, view.form, by, ascii_only=view.ascii_only))
        return
    with screen.result_console(view.color) as console:
        report.print_table(answer, console, by, ascii_only=view.ascii_only)
