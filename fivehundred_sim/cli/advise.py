"""`fivehundred advise`: what a hand is worth in every contract, and whether to make the bid asked about."""

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from fivehundred_sim.cli import compilation, options, screen
from fivehundred_sim.cli.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from fivehundred_sim.rules.model import Rules
    from fivehundred_sim.study.advice import Advice
    from fivehundred_sim.study.bidding.auction_question import AuctionQuestion

# Kernels by engine, and the seconds they take to compile: cold on two cores, rounded up. The lanes kernels
# play the strains that they cover, the general ones the rest.
LANES = {"heuristic": {"chunks_heuristic": 45}, "double-dummy": {"chunks_double_dummy": 45}}
GENERAL = {"heuristic": {"wide.chunks": 30}, "double-dummy": {"dense.chunks": 45}}
SAMPLED = {"sampled.conduct": 60}
# What calls need besides.
CALLS = {"bidding.choose": 15, "bidding.rollout": 15, "bidding.deals": 5}
EQUITY = {"bidding.equity": 10}
RESTS_ON = dict.fromkeys(("calibrated", "sampled"), ("heuristic", "double-dummy"))


class _Question(NamedTuple):
    """A hand, the bid asked about, and the line of the input it stands in."""

    hand: str
    bid: str | None
    line: int | None = None


def advise(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND",
            help="Your ten cards, in one or several words; - reads them from stdin.",
            show_default=False,
        ),
    ] = None,
    bid: options.BidWord = None,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    seed: options.Seed = 1,
    auction: options.Auction = None,
    score: options.Score = None,
    dealer: options.Dealer = None,
    seat: options.Seat = None,
    style: options.OwnStyle = None,
    partner: options.PartnerStyle = None,
    opponents: options.OpponentsStyle = None,
    deals: options.Deals = None,
    precision: options.Precision = None,
    budget: options.Budget = None,
    engines: options.Engines = None,
    jobs: options.Jobs = options.JOBS_AUTO,
    source: options.Input = None,
    form: options.PageFormat = None,
    as_json: options.AsJson = False,
    as_html: options.AsHtml = False,
    outputs: options.PageOutputs = None,
    theme: options.Theme = "light",
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    ascii_only: options.Ascii = False,
) -> None:
    """Say what a hand is worth, and whether to bid.

    Deals the unseen cards many times, exchanges the kitty, and plays every
    contract; prints the chance to make each, its points, and the answer for --bid.

    \b
    Examples:
      fivehundred advise "JK JD KH 9H 5H AS 8S 7C 6C 5D" --bid 8H
      fivehundred advise JK H:K95 D:J5 S:A8 C:76 --bid 8H --json
      fivehundred advise "JK JD KH 9H 5H AS 8S 7C 6C 5D" -o answer.svg
      fivehundred advise JK H:K95 D:J5 S:A8 C:76 --bid 8H -o report.html
      fivehundred advise "JK JD KH 9H 5H AS 8S 7C 6C 5D" --bid 8H --budget 30
      fivehundred advise JK H:K95 D:J5 S:A8 C:76 --auction "P 7S" --score 220:340
      fivehundred advise --input hands.csv --format csv > answers.csv
      echo "JK JD KH 9H 5H AS 8S 7C 6C 5D" | fivehundred advise - --bid 8H

    \b
    Cards are rank then suit: 10H (or TH), AS, JK the joker (BJ and RJ where the
    rules have two). A CSV input has a column hand and perhaps bid. Told of the
    auction, the score or how others bid, the answer compares every call, passing
    too; without, points are for the contract being played.
    """
    goals = {"--deals": deals, "--precision": precision, "--budget": budget}
    given = [name for name, value in goals.items() if value is not None]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} exclude each other")
    view = screen.View(options.chosen_format(form, as_json, as_html), color, ascii_only)
    in_force = options.chosen_rules(rules, settings)
    asked = _auction(auction, score, dealer, seat, style, partner, opponents)
    if asked is not None and source is not None:
        raise UsageError(
            "--input asks about many hands, an auction is about one: expected HAND without --input"
        )
    questions = _questions(hand or [], bid, source, in_force, asked)
    from fivehundred_sim.report import files
    from fivehundred_sim.study.advise import advise_many

    files.check_outputs(outputs or [], len(questions))
    players = options.chosen_engines(engines)
    house = ["--rules", rules, *(word for setting in settings or [] for word in ("--set", setting))]
    with compilation.without_scipy():
        _compile_for(questions[0], players, in_force, house, quiet, asked)
        with screen.progress_bar("dealing", quiet) as bar:
            found = advise_many(
                [(question.hand, question.bid) for question in questions],
                rules=in_force,
                engines=players,
                seed=seed,
                deals=deals,
                precision=precision,
                budget=budget,
                jobs=jobs or None,
                auction=asked,
                progress=bar,
            )
            answers = []
            for number, question in enumerate(questions, 1):
                if len(questions) > 1:
                    bar.label = f"hand {number} of {len(questions)}"
                answers.append(replace(next(found), line=question.line))
    answer = answers if source is not None else answers[0]
    try:
        for path in outputs or []:
            files.write(answer, path, theme)
    finally:
        # An output that turns out to be unwritable must not cost the answer.
        _show(answer, view)
    if asked is not None and (view.form == "csv" or _without_calls(outputs or [])):
        screen.note(
            "Note: CSV, Parquet and charts hold the contracts alone; JSON, Markdown and HTML the calls.",
            quiet,
        )
    if any(each.precision_reached is False for each in answers):
        screen.note(_shortfall(answers), quiet)
        raise typer.Exit(ExitCode.PRECISION)


def _auction(
    auction: str | None,
    score: Any,
    dealer: int | None,
    seat: int | None,
    style: str | None,
    partner: str | None,
    opponents: str | None,
) -> "AuctionQuestion | None":
    """Return what is told of the auction, None if nothing is."""
    told = (score, dealer, seat, style, partner, opponents)
    if auction is None and all(each is None for each in told):
        return None
    from fivehundred_sim.study.bidding.auction_question import AuctionQuestion

    return AuctionQuestion(auction or "", dealer, seat, score, style, partner, opponents)


def _without_calls(outputs: list[str]) -> bool:
    """Return whether an output has no room for calls."""
    return any(not path.lower().endswith((".json", ".md", ".html")) for path in outputs)


def _shortfall(answers: "list[Advice]") -> str:
    """Return the note on a precision that was not reached: by whom, and what was reached instead."""
    precision = answers[0].manifest.precision
    assert precision is not None  # nothing else can fall short
    reached: dict[str, float] = {}
    for answer in answers:
        for row in answer.contracts if answer.asked is None else answer.asked.rows:
            half_width = (row.p_make_high - row.p_make_low) / 2
            reached[row.engine] = max(half_width, reached.get(row.engine, 0.0))
    short = {engine: width for engine, width in reached.items() if width > precision}
    # Rounded up: the width told must not look like the one that was missed.
    who = " and ".join(f"{engine} (reached {ceil(width * 1e4) / 1e4:g})" for engine, width in short.items())
    note = f"Note: precision {precision:g} was not reached within the cap on deals by {who}"
    return f"{note}." if "heuristic" in short else f"{note}; --engine heuristic alone reaches finer ones."


def _compile_for(
    question: _Question,
    asked: tuple[str, ...] | None,
    rules: "Rules",
    house: list[str],
    quiet: bool,
    auction: "AuctionQuestion | None",
) -> None:
    """Say that kernels will be compiled, if so; two engines side by side where that is quicker.

    `house` are the words by which the other process gets the same rules.
    """
    from fivehundred_sim.study.advise import advise, resolve_engines
    from fivehundred_sim.study.run import default_jobs

    names = [engine.name for engine in resolve_engines(asked, rules)]
    engines = list(dict.fromkeys(own for name in names for own in RESTS_ON.get(name, (name,))))
    waits = [sum(compilation.missing(_kernels_for(name, rules)).values()) for name in engines]
    later = sum(compilation.missing(SAMPLED).values()) if "sampled" in names else 0
    if auction is not None:
        later += sum(compilation.missing(CALLS if auction.score is None else CALLS | EQUITY).values())
    if not all(waits) or len(waits) < 2 or default_jobs() < 2:
        compilation.announce(sum(waits) + later, quiet)
        return
    compilation.announce(max(waits) + later, quiet)
    here, *others = engines
    beside = [word for name in others for word in ("--engine", name)]
    with compilation.in_second_process("advise", question.hand, "--deals", "1", *beside, *house):
        advise(question.hand, rules=rules, engines=here, deals=1, jobs=1)


def _kernels_for(engine: str, rules: "Rules") -> dict[str, int]:
    """Return the kernels that an engine needs for the contracts of these rules."""
    from fivehundred_sim.rules.code import lanes_cover
    from fivehundred_sim.study.contracts import contracts_of

    covered = lanes_cover(rules)
    fast = {bool(covered >> contract.strain & 1) for contract in contracts_of(rules)}
    return (LANES[engine] if True in fast else {}) | (GENERAL[engine] if False in fast else {})


def _show(answer: "Advice | list[Advice]", view: screen.View) -> None:
    if view.form == "html":
        from fivehundred_sim.report.html.advise import to_html

        screen.write_result(to_html(answer))
        return
    if view.form == "markdown":
        from fivehundred_sim.report.markdown import to_markdown

        screen.write_result(to_markdown(answer, ascii_only=view.ascii_only))
        return
    from fivehundred_sim.report import text

    if view.form != "table":
        screen.write_result({"json": text.to_json, "csv": text.to_csv}[view.form](answer))
        return
    from fivehundred_sim.report import terminal

    with screen.result_console(view.color) as console:
        if isinstance(answer, list):
            terminal.print_many(answer, console, ascii_only=view.ascii_only)
        else:
            terminal.print_advice(answer, console, ascii_only=view.ascii_only)


def _questions(
    hand: list[str], bid: str | None, source: str | None, rules: "Rules", auction: "AuctionQuestion | None"
) -> list[_Question]:
    """Return what is asked, all checked; faults in an input name their lines."""

    def asked(row: screen.Row) -> _Question:
        question = _Question(row.fields["hand"], row.fields.get("bid") or bid, row.line)
        _check(question, rules, auction)
        return question

    return screen.each_row(screen.asked_rows(hand, source, "hand", "its ten cards"), asked)


def _check(question: _Question, rules: "Rules", auction: "AuctionQuestion | None") -> None:
    """Raise what is wrong with a question before anything has to be compiled for it."""
    from fivehundred_sim.cards import parse_bid, parse_hand
    from fivehundred_sim.rules.ladder import inkles, rank
    from fivehundred_sim.rules.packs import pack
    from fivehundred_sim.study.bidding.auction_question import check_auction
    from fivehundred_sim.study.question import check_table

    check_table(rules)
    parse_hand(question.hand, pack(rules))
    if question.bid is not None:
        call = parse_bid(question.bid)
        if auction is None or not (call.is_pass or call in inkles(rules)):
            rank(rules, call)
    if auction is not None:
        check_auction(auction, question.hand, question.bid, rules)
