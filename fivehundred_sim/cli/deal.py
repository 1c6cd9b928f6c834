"""`fivehundred deal`: deals by condition, with results if asked."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from fivehundred_sim.cli import compilation, options, screen
from fivehundred_sim.cli.errors import ExitCode, UsageError
from fivehundred_sim.cli.solve import FAST, GENERAL

if TYPE_CHECKING:
    from fivehundred_sim.study.deals.data import Block, DataSet

# Kernels and the seconds they take to compile, cold on two cores and rounded up.
DEALING = {"deal_where": 5}
PLAYING = ({"bidding.deals.lanes_tricks": 25}, {"bidding.wide_deals": 60})
DEALS = 10  # unless the user says how many
MOST_DEALS = 10**7  # what is written to files is held in memory: some 60 bytes a deal, and its text


def deal(
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where",
            metavar="CONDITION",
            help='What a seat or the kitty holds, as "0: trumps(H)>=5, JK"; repeatable.',
        ),
    ] = None,
    deals: Annotated[
        int,
        typer.Option("-n", "--deals", metavar="N", parser=options.whole(1, MOST_DEALS), help="How many."),
    ] = DEALS,
    first: Annotated[
        int,
        typer.Option(
            "--first",
            metavar="NUMBER",
            parser=options.whole(0, options.DEALS_MAX),
            help="The first deal's number: to go on where another data set ended.",
        ),
    ] = 0,
    solve: Annotated[
        bool,
        typer.Option(
            "--solve",
            help="Add the double-dummy tricks of every contract, without the kitty, as `solve` does.",
        ),
    ] = False,
    play: Annotated[
        bool,
        typer.Option(
            "--play", help="Add the tricks of heuristic players, each seat as contractor with the kitty."
        ),
    ] = False,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    seed: options.Seed = 1,
    jobs: options.Jobs = options.JOBS_AUTO,
    form: options.Format = None,
    as_json: options.AsJson = False,
    outputs: options.Outputs = None,
    quiet: options.Quiet = False,
) -> None:
    """Deal at random, by condition if you like.

    A line a deal, hands by seat, then the kitty: `solve --input` reads it again.
    All deals that fit are equally likely, and how rare they are is said on stderr.

    \b
    Examples:
      fivehundred deal
      fivehundred deal -n 5 --where "0: trumps(H)>=5, JK" --where "2: aces>=2"
      fivehundred deal --where "kitty: JK" --where "1: shape 5-4-1-0, !AS"
      fivehundred deal -n 100 --solve --play --format csv
      fivehundred deal -n 100000 --play -o deals.parquet
      fivehundred deal -n 3 --seed 7 | fivehundred solve --input -

    \b
    A condition is SEAT: or kitty: and terms with commas between them.
      S>=5, C 2-4, H=3, D<=1    cards of a printed suit; the joker has none
      shape 5-3-2-0             the four suits' lengths in any order, x for any
      trumps(H)>=5, tops(H)>=2  with bowers and joker; joker, bowers and ace
      aces, kings, queens, jacks, jokers, voids, longest    with a number
      JK, AH KH, !JD            cards that are held, or not

    \b
    CSV, JSON and Parquet have columns with the results (docs/deals.md). With -o
    and without --format the deals go to the files alone. Ctrl-C keeps what is
    done.
    """
    from fivehundred_sim.report.deal import check_outputs

    check_outputs(outputs or [])
    shown = _shown(form, as_json, bool(outputs), solve or play)
    in_force = options.chosen_rules(rules, settings)
    from fivehundred_sim.study.deals.data import DataSet, manifest_of
    from fivehundred_sim.study.deals.dealer import dealer_of

    conditions = tuple(where or [])
    asked = DataSet(dealer_of(in_force, conditions), conditions, deals, seed, first, solve, play)
    compilation.announce(sum(compilation.missing(_kernels(asked)).values()), quiet)
    work = Work(asked, shown, keep=bool(outputs) or shown in ("json", "markdown"))
    # A bar between the lines on a terminal would tear both.
    still = quiet or (shown in ("table", "csv") and sys.stdout.isatty())
    with compilation.without_scipy(), screen.progress_bar("dealing", still) as bar:
        work.do(jobs or None, bar)
    if not work.done:
        raise typer.Exit(ExitCode.INTERRUPTED)
    made = manifest_of(asked, work.done, work.tries)
    from fivehundred_sim.report import deal as report

    try:
        for path in outputs or []:
            report.write(work.blocks, asked, made, path)
    finally:
        # An output that turns out to be unwritable must not cost the answer.
        if shown in ("json", "markdown"):
            screen.write_result(report.render(work.blocks, asked, made, shown))
    if conditions:
        screen.note(report.rarity(made), quiet)
    if not made.complete:
        screen.note(f"Interrupted: {work.done:,} of {deals:,} deals are there.", quiet)
        raise typer.Exit(ExitCode.INTERRUPTED)


class Work:
    """Deals as they come: shown at once where the form allows it, and kept for what needs all of them."""

    def __init__(self, asked: "DataSet", shown: str | None, keep: bool) -> None:
        self.asked = asked
        self.shown = shown
        self.keep = keep
        self.blocks: list[Block] = []
        self.done = self.tries = 0

    def do(self, jobs: int | None, bar: screen.ProgressBar) -> None:
        """Deal until all is done or Ctrl-C comes."""
        from fivehundred_sim.study.deals.data import blocks
        from fivehundred_sim.study.interrupts import interrupts_wait

        try:
            for block in blocks(self.asked, jobs, bar):
                with interrupts_wait():  # what is counted as done has been shown
                    self._take(block)
        except KeyboardInterrupt:
            return

    def _take(self, block: "Block") -> None:
        from fivehundred_sim.report.deal import csv_header, text

        if self.shown in ("table", "csv"):
            head = csv_header(block, self.asked) if self.shown == "csv" and not self.done else ""
            screen.write_result(head + text(block, self.asked, self.shown))
        if self.keep:
            self.blocks.append(block)
        self.done += len(block)
        self.tries += block.tries


def _shown(form: str | None, as_json: bool, to_files: bool, results: bool) -> str | None:
    """Return the form on stdout, None for nothing there; lines of deals have no place for results."""
    chosen = options.chosen_format(form, as_json)
    if form is None and not as_json:
        return None if to_files else "csv" if results else "table"
    if chosen == "table" and results:
        raise UsageError(
            "--format table has no place for results (--solve, --play): expected csv, json, markdown"
        )
    return chosen


def _kernels(asked: "DataSet") -> dict[str, int]:
    """Return the kernels needed, with the seconds that they take to compile."""
    from fivehundred_sim.cards import MISERE, Deal
    from fivehundred_sim.rules.code import lanes_cover
    from fivehundred_sim.study.deals.data import played_strains
    from fivehundred_sim.study.solve import strains_of

    fast, needed = lanes_cover(asked.rules), dict(DEALING)
    for strain in played_strains(asked.rules) if asked.play else ():
        needed |= PLAYING[not fast >> strain & 1]
    for strain in strains_of(Deal((), ()), asked.rules) if asked.solve else ():
        needed |= (FAST if fast >> strain & 1 else GENERAL)[strain >= MISERE]
    return needed
