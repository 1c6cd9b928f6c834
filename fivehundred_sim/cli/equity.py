"""`fivehundred equity`: the chance to win the game from every score."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivehundred_sim.cli import compilation, options, screen

if TYPE_CHECKING:
    from fivehundred_sim.rules.model import Rules
    from fivehundred_sim.study.bidding.equity import Asked, Equity

# The kernels that simulate hands and solve the game, and the seconds they take to compile: cold on two cores,
# rounded up.
KERNELS = {"bidding.auction": 60, "bidding.deals": 25, "bidding.equity": 10}
_DEALERS = {"us": True, "them": False}


def _dealer(value: Any) -> str:
    """Return who deals next: us, them, or a seat as digits."""
    text = str(value).strip().lower()
    if text not in _DEALERS and not re.fullmatch(r"\d", text):
        raise typer.BadParameter(f"{value!r} is not us, them or a seat (seat 0 is on your side)")
    return text


def equity(
    score: Annotated[
        str,
        typer.Option(
            "--score",
            metavar="US:THEM",
            parser=options.score,
            help="The score now: your side's and the other's.",
        ),
    ] = "0:0",
    dealer: Annotated[
        str | None,
        typer.Option(
            "--dealer",
            metavar="us|them|SEAT",
            parser=_dealer,
            help="Who deals next; seat 0 is on your side.  [default: both are told]",
            show_default=False,
        ),
    ] = None,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    seed: options.Seed = 1,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            metavar="N",
            parser=options.whole(1, options.DEALS_MAX),
            help="Deals for each pair of appetites.",
            show_default=False,
        ),
    ] = None,
    form: options.PageFormat = None,
    as_json: options.AsJson = False,
    as_html: options.AsHtml = False,
    outputs: options.PageOutputs = None,
    theme: options.Theme = "light",
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    ascii_only: options.Ascii = False,
) -> None:
    """Say how likely each side is to win the game.

    Simulates whole hands, auction and play, for sides that bid more and less
    boldly, and works out from every score who wins how often, both sides choosing
    how boldly to bid.

    \b
    Examples:
      fivehundred equity --score 220:340
      fivehundred equity --score 480:460 --dealer them
      fivehundred equity --rules new-zealand --json
      fivehundred equity --score 220:340 -o chances.svg -o report.html
      fivehundred equity --set scoring.trick_cap=460 --format csv > chances.csv

    \b
    For games of two sides to a target. JSON, CSV and Parquet hold every score in
    steps of ten; -o FILE.svg or .png draws a map of them.
    """
    from fivehundred_sim.report import files

    view = screen.View(options.chosen_format(form, as_json, as_html), color, ascii_only)
    files.check_outputs(outputs or [])
    in_force = options.chosen_rules(rules, settings)
    asked = _asked(in_force, score, dealer)
    from fivehundred_sim.study.bidding.equity_store import equity_of
    from fivehundred_sim.study.bidding.hand_results import DEALS

    compilation.announce(sum(compilation.missing(KERNELS).values()), quiet)
    with compilation.without_scipy(), screen.progress_bar("simulating hands", quiet) as bar:
        answer = equity_of(in_force, deals=deals or DEALS, seed=seed, progress=bar)
    from fivehundred_sim.report.equity import write

    try:
        for path in outputs or []:
            write(answer, asked, path, theme)
    finally:
        # An output that turns out to be unwritable must not cost the answer.
        _show(answer, asked, view)


def _asked(rules: "Rules", score: Any, dealer: str | None) -> "Asked":
    """Return the scores and the dealer asked about, checked before anything is simulated."""
    from fivehundred_sim.cli.errors import UsageError
    from fivehundred_sim.rules.seats import side_of
    from fivehundred_sim.study.bidding.equity import Asked, check_scores
    from fivehundred_sim.study.bidding.outcomes import check_game
    from fivehundred_sim.study.question import check_table

    check_table(rules)
    check_game(rules)
    ours, theirs = score
    check_scores(rules, ours, theirs)
    if dealer is None or dealer in _DEALERS:
        return Asked(ours, theirs, None if dealer is None else _DEALERS[dealer])
    seats = rules.table.players
    if int(dealer) >= seats:
        raise UsageError(f"--dealer {dealer}: there is no such seat (0 to {seats - 1}, or us or them)")
    return Asked(ours, theirs, side_of(rules, int(dealer)) == 0)


def _show(answer: "Equity", asked: "Asked", view: screen.View) -> None:
    from fivehundred_sim.report import equity as report

    if view.form != "table":
        screen.write_result(report.render(answer, asked, view.form, ascii_only=view.ascii_only))
        return
    with screen.result_console(view.color) as console:
        report.print_equity(answer, asked, console, ascii_only=view.ascii_only)
