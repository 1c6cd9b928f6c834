"""`fivehundred match`: bidding styles against each other."""

from typing import TYPE_CHECKING, Annotated

import typer

from fivehundred_sim.cli import compilation, options, screen
from fivehundred_sim.cli.errors import UsageError

if TYPE_CHECKING:
    from fivehundred_sim.study.bidding.house import House
    from fivehundred_sim.study.bidding.league import League
    from fivehundred_sim.study.bidding.match import Match
    from fivehundred_sim.study.bidding.styles import Style

# The kernels and the seconds they take to compile, cold on two cores and rounded up: those that bid and play,
# those that learn what calls say, and those that work out the chance to win.
KERNELS = {"bidding.auction": 60, "bidding.deals": 25}
LEARNING = {"bidding.observe": 30}
WHOLE_GAMES = {"bidding.equity": 10}
GAMES = 1_000  # unless the user says how many
TABLES = 2  # of each pair of games


def _complete_styles(incomplete: str) -> list[str]:
    """Return the package's styles that a word may become."""
    from fivehundred_sim.study.bidding.styles import style_names

    return [name for name in style_names() if name.startswith(incomplete.lower())]


def match(
    styles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B",
            help="Two styles, by name (--list) or as files.",
            autocompletion=_complete_styles,
            show_default=False,
        ),
    ] = None,
    everyone: Annotated[
        bool,
        typer.Option("--all", help="A league: all styles of the package, and those named, by points."),
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the styles of the package.")] = False,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            metavar="N",
            parser=options.whole(2, options.DEALS_MAX),
            help="Deals for the points a hand, each at two tables or more.  [default: 10000]",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            parser=options.whole(0, 10**6),
            help="Whole games, in pairs on the same cards; 0: none.  [default: 1000, a league has none]",
            show_default=False,
        ),
    ] = None,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    seed: options.Seed = 1,
    jobs: options.Jobs = options.JOBS_AUTO,
    form: options.PageFormat = None,
    as_json: options.AsJson = False,
    as_html: options.AsHtml = False,
    outputs: options.PageOutputs = None,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    ascii_only: options.Ascii = False,
) -> None:
    """Let bidding styles play against each other.

    Every deal is played at two tables (six with three sides) and the styles change
    seats, so luck with the cards cancels out: points a hand, games won, and how
    each style came by its contracts.

    \b
    Examples:
      fivehundred match --list
      fivehundred match natural zh
      fivehundred match bold cautious --deals 50000 --games 4000
      fivehundred match natural my-style.toml --rules american -o report.html
      fivehundred match --all --format csv > league.csv

    \b
    A style's own file is TOML, as those of the package are. What calls say in a
    style is learnt once (up to a minute) and kept.
    """
    from fivehundred_sim.report.records import PAGE_FORMS, check_outputs

    view = screen.View(options.chosen_format(form, as_json, as_html), color, ascii_only)
    if listed:
        _list(view, bool(styles or everyone or outputs))
        return
    check_outputs(outputs or [], PAGE_FORMS)
    asked = _asked(styles or [], everyone, games)
    in_force = options.chosen_rules(rules, settings)
    from fivehundred_sim.study.question import check_table

    check_table(in_force)
    from fivehundred_sim.study.bidding.house import house_of

    whole = 0 if everyone else GAMES if games is None else games
    with compilation.without_scipy(), screen.progress_bar("learning what hands are worth", quiet) as bar:
        house = house_of(in_force, bar)
        compilation.announce(sum(compilation.missing(_kernels(house, asked, whole)).values()), quiet)
        answer = _answer(house, asked, everyone, deals, whole, seed, jobs or None, bar)
    from fivehundred_sim.report.match import write

    try:
        for path in outputs or []:
            write(answer, path)
    finally:
        # An output that turns out to be unwritable must not cost the answer.
        _show(answer, view)


def _asked(words: list[str], everyone: bool, games: int | None) -> list["Style"]:
    """Return the styles that play, the package's own first in a league."""
    from fivehundred_sim.study.bidding.styles import load_style, style_names

    if everyone:
        if games:
            raise UsageError("--all and --games exclude each other: a league counts points alone")
        named = [load_style(word) for word in words]
        return list(dict.fromkeys([*map(load_style, style_names()), *named]))
    if len(words) != 2:
        given = f"{len(words)} given" if words else "none given"
        raise UsageError(f"which two styles? ({given}; `match --list` lists them, `match --all` plays all)")
    return [load_style(word) for word in words]


def _kernels(house: "House", styles: list["Style"], games: int) -> dict[str, int]:
    """Return the kernels needed, with the seconds that they take to compile."""
    from fivehundred_sim.study.bidding.match import why_no_games
    from fivehundred_sim.study.bidding.signals import are_known

    learning = {} if all(are_known(house, style) for style in styles) else LEARNING
    return {**KERNELS, **learning, **(WHOLE_GAMES if games and not why_no_games(house) else {})}


def _answer(
    house: "House",
    styles: list["Style"],
    everyone: bool,
    deals: int | None,
    games: int,
    seed: int,
    jobs: int | None,
    bar: screen.ProgressBar,
) -> "Match | League":
    from fivehundred_sim.study.bidding import league, match
    from fivehundred_sim.study.bidding.equity_store import equity_of
    from fivehundred_sim.study.bidding.exchanged import learn

    bar.label = "learning what calls say"
    learn(house, styles, bar)
    number = deals or match.DEALS
    pairs = -(-games // TABLES)
    equity = None
    if pairs and not match.why_no_games(house):
        bar.label = "working out the chance to win"
        equity = equity_of(house.rules, house=house, progress=bar)
    bar.label = "playing"
    if everyone:
        return league.league(house, styles, deals=number, seed=seed, jobs=jobs, progress=bar)
    a, b = styles
    return match.match(
        house, a, b, deals=number, pairs=pairs, seed=seed, equity=equity, jobs=jobs, progress=bar
    )


def _list(view: screen.View, more: bool) -> None:
    """Print the package's styles, a line each."""
    from fivehundred_sim.report import records
    from fivehundred_sim.report.match import print_styles
    from fivehundred_sim.study.bidding.styles import load_style, style_names

    if more:
        raise UsageError("--list stands alone: it plays nothing")
    if view.form == "html":
        formats = ", ".join(options.FORMATS)
        raise UsageError(f"--list is no page: expected --format {formats}")
    known = [load_style(name) for name in style_names()]
    if view.form == "table":
        with screen.result_console(view.color) as console:
            print_styles(known, console, ascii_only=view.ascii_only)
        return
    if view.form == "json":
        screen.write_result(records.to_json({"styles": [style.model_dump(mode="json") for style in known]}))
        return
    rows = [{"style": style.name, "about": style.about} for style in known]
    screen.write_result(records.to_csv(rows) if view.form == "csv" else records.to_markdown(rows))


def _show(answer: "Match | League", view: screen.View) -> None:
    from fivehundred_sim.report import league, match
    from fivehundred_sim.study.bidding.match import Match

    if view.form != "table":
        text = (
            match.render(answer, view.form, ascii_only=view.ascii_only)
            if isinstance(answer, Match)
            else league.render(answer, view.form, ascii_only=view.ascii_only)
        )
        screen.write_result(text)
        return
    with screen.result_console(view.color) as console:
        if isinstance(answer, Match):
            match.print_match(answer, console, ascii_only=view.ascii_only)
        else:
            league.print_league(answer, console, ascii_only=view.ascii_only)
