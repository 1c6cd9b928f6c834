"""`fivehundred compare`: sets of house rules against each other."""

from typing import TYPE_CHECKING, Annotated

import typer

from fivehundred_sim.cli import compilation, options, runs, screen
from fivehundred_sim.cli.errors import UsageError

if TYPE_CHECKING:
    from fivehundred_sim.rules.model import Rules
    from fivehundred_sim.study.compare.compare import Comparison, Sweep
    from fivehundred_sim.study.compare.plan import Compare

# The kernels and the seconds they take to compile, cold on two cores and rounded up: those that bid, play and
# look at hands, those for what the four-handed kernels do not play, and those that learn what calls say.
KERNELS = {"bidding.auction": 60, "bidding.deals": 25, "bidding.hands": 10}
GENERAL = {"bidding.wide_deals": 60}
LEARNING = {"bidding.observe": 30}
# What a run's folder keeps of the options.
QUESTION = ("names", "option", "settings", "style", "deals", "games", "seed")


def compare(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULES",
            help="Presets (`rules list`) or files ending in .toml; the others are compared with the first.",
            autocompletion=options.complete_presets,
            show_default=False,
        ),
    ] = None,
    option: Annotated[
        str | None,
        typer.Option(
            "--option",
            metavar="KEY=V1,V2,...",
            help="Sweep one rule of one set (australian unless named) over several values.",
            show_default=False,
        ),
    ] = None,
    settings: options.RuleSettings = None,
    style: Annotated[
        str,
        typer.Option(
            "--style",
            metavar="NAME|FILE.toml",
            help="How everybody bids: `match --list` names the styles.",
            autocompletion=options.complete_styles,
        ),
    ] = "natural",
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            metavar="N",
            parser=options.whole(2, options.DEALS_MAX),
            help="Deals under each set of rules.  [default: 20000]",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            parser=options.whole(0, options.DEALS_MAX),
            help="Whole games under each; 0: none.  [default: one for 20 deals]",
            show_default=False,
        ),
    ] = None,
    seed: options.Seed = 1,
    jobs: options.Jobs = options.JOBS_AUTO,
    run: runs.RunFolder = None,
    resume: runs.Resume = None,
    scheduler: runs.Scheduler = None,
    form: options.Format = None,
    as_json: options.AsJson = False,
    outputs: options.Outputs = None,
    theme: options.Theme = "light",
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    ascii_only: options.Ascii = False,
) -> None:
    """Compare house rules: what is bid, made and won under each.

    The same deals are bid, played and scored under every set of rules: how often
    each contract is bid and made, points by side, the best contract of the same
    hand, and whole games. Each difference has its 95 % interval.

    \b
    Examples:
      fivehundred compare australian american
      fivehundred compare australian quebec mine.toml --deals 100000
      fivehundred compare australian --option misere.value=210,230,250
      fivehundred compare australian --option match.floor=-500,-250 --games 5000
      fivehundred compare australian new-zealand --json > compared.json
      fivehundred compare australian american -o differences.svg
      fivehundred compare australian american --deals 5000000 --run wide
      fivehundred compare --resume wide

    \b
    What hands are worth and what calls say is learnt once for a house (up to a
    minute or two) and kept. --set holds for every set of rules.
    """
    from fivehundred_sim.report import files

    view = screen.View(options.chosen_format(form, as_json), color, ascii_only)
    files.check_outputs(outputs or [])
    place = runs.Place(run, resume, scheduler, jobs)
    asked = runs.settled(ctx, QUESTION, place, "compare")
    plan, sweep = _plan(**asked)
    from fivehundred_sim.study.compare.compare import comparison

    with compilation.without_scipy():
        with screen.progress_bar("learning what hands are worth", quiet) as bar:
            _learn(plan, bar, quiet)
        answer = comparison(plan, runs.counted(plan, place, asked, quiet), sweep)
    from fivehundred_sim.report.compare import write

    try:
        for path in outputs or []:
            write(answer, path, theme)
    finally:
        # An output that turns out to be unwritable must not cost the answer.
        _show(answer, view)


def _plan(
    names: list[str] | None,
    option: str | None,
    settings: list[str] | None,
    style: str,
    deals: int | None,
    games: int | None,
    seed: int,
) -> tuple["Compare", "Sweep | None"]:
    """Return what is asked, checked before anything is simulated."""
    from fivehundred_sim.study.bidding.styles import load_style
    from fivehundred_sim.study.compare import plan

    rules, labels, sweep = _sets(names or [], option, settings)
    plan.check_sets(rules)
    number = deals or plan.DEALS
    asked = plan.Compare(rules, labels, number, games, seed, load_style(style))
    return asked, sweep


def _sets(
    names: list[str], option: str | None, settings: list[str] | None
) -> tuple[tuple["Rules", ...], tuple[str, ...], "Sweep | None"]:
    """Return the sets of rules and what they are called; with `--option` one for each value."""
    from fivehundred_sim.study.compare.plan import labels_of
    from fivehundred_sim.study.compare.sweep import swept

    if option is None:
        rules = tuple(options.chosen_rules(name, settings) for name in names)
        return rules, labels_of([each.name for each in rules]), None
    if len(names) > 1:
        raise UsageError(f"--option changes one set of rules, not {len(names)}")
    return swept(names[0] if names else "australian", options.overrides(settings), option)


def _learn(plan: "Compare", bar: screen.ProgressBar, quiet: bool) -> None:
    """Fit what the houses lack, and say which kernels are waited for."""
    from fivehundred_sim.study.bidding.house import house_of
    from fivehundred_sim.study.bidding.signals import are_known, signals

    found = [house_of(rules, bar) for rules in plan.rules]
    schools = [found[place] for place in sorted(set(plan.like))]
    strangers = [house for house in schools if not are_known(house, plan.style)]
    needed = {
        **KERNELS,
        **(LEARNING if strangers else {}),
        **({} if all(house.calibrated for house in found) else GENERAL),
    }
    compilation.announce(sum(compilation.missing(needed).values()), quiet)
    bar.label = "learning what calls say"
    for done, house in enumerate(strangers):
        bar(done, len(strangers))
        signals(house, plan.style)


def _show(answer: "Comparison", view: screen.View) -> None:
    from fivehundred_sim.report import compare as report

    if view.form != "table":
        screen.write_result(report.render(answer, view.form, ascii_only=view.ascii_only))
        return
    with screen.result_console(view.color) as console:
        report.print_comparison(answer, console, ascii_only=view.ascii_only)
