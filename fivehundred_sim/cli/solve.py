"""`fivehundred solve`: double-dummy tricks of one deal or of many."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from fivehundred_sim.cli import compilation, options, screen
from fivehundred_sim.cli.errors import UsageError

if TYPE_CHECKING:
    from fivehundred_sim.rules.model import Rules
    from fivehundred_sim.study.solve import Asked, Solved, Start

# Kernels for tricks and for misères, and the seconds they take to compile, measured cold on two cores and
# rounded up: the fast solvers, and the general one for what these do not cover.
FAST = ({"solver": 20}, {"misere": 10})
GENERAL = ({"solve.dense_value": 20}, {"solve.dense_makes": 20})


@dataclass(frozen=True)
class Contract:
    """The options about one contract, as the words that were given."""

    bid: str | None
    declarer: int | None
    leader: int | None
    led: str | None
    nominate: str | None
    partner: int | None
    call: str | None


def solve(
    deal: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DEAL",
            help='"h0 | h1 | h2 | h3 | kitty", a hand a player, 1 to 10 cards each, the kitty optional;'
            " - is stdin.",
            show_default=False,
        ),
    ] = None,
    contract: options.ContractWord = None,
    declarer: Annotated[
        int | None,
        typer.Option(
            "--declarer", metavar="SEAT", parser=options.whole(0, 5), help="The contractor's seat, from 0."
        ),
    ] = None,
    leader: Annotated[
        int | None,
        typer.Option(
            "--leader",
            metavar="SEAT",
            parser=options.whole(0, 5),
            help="Who leads now, if not the contractor.",
        ),
    ] = None,
    led: Annotated[
        str | None,
        typer.Option("--led", metavar="SUITS", help="Suits led before, as SH: a joker's rule may ask."),
    ] = None,
    nominate: Annotated[
        str | None,
        typer.Option(
            "--nominate", metavar="SUIT|none", help="The suit of the contractor's joker.  [default: the best]"
        ),
    ] = None,
    partner: Annotated[
        int | None,
        typer.Option(
            "--partner",
            metavar="SEAT",
            parser=options.whole(0, 5),
            help="The partner whom a five-handed contractor has found.  [default: alone]",
        ),
    ] = None,
    call: Annotated[
        str | None,
        typer.Option("--call", metavar="CARD", help="The same by the card that he calls, as AS."),
    ] = None,
    rules: options.RulesName = "australian",
    settings: options.RuleSettings = None,
    seed: options.IdleSeed = None,
    jobs: options.Jobs = options.JOBS_AUTO,
    source: options.Input = None,
    form: options.Format = None,
    as_json: options.AsJson = False,
    outputs: options.Outputs = None,
    quiet: options.Quiet = False,
    color: options.Color = "auto",
    ascii_only: options.Ascii = False,
) -> None:
    """Solve a deal with all hands open.

    Best play on both sides, exact in every contract.

    \b
    Examples:
      fivehundred solve "JK AH | 5S 6S | KH QH | 7S 8S"
      fivehundred solve "$DEAL" --contract 8H --declarer 0
      fivehundred solve "$DEAL" --contract 7NT --declarer 0 --nominate D
      fivehundred solve "$DEAL" --contract 7NT --declarer 0 --leader 2 --led SH
      fivehundred solve --input deals.csv > solved.csv
      cat deals.txt | fivehundred solve --input - --json

    \b
    Without --contract: the tricks of every denomination by the contractor's
    seat. A deal of k cards a hand is a hand of k tricks that has just begun: the
    contractor leads, and no cards are exchanged. A CSV input has the columns
    deal, contract, declarer and perhaps partner, and comes back as CSV with
    tricks and makes; a text input has one deal a line. In misère makes decides,
    and tricks is 0 or 1.
    """
    from fivehundred_sim.report.records import check_outputs
    from fivehundred_sim.report.solve import write

    asked = Contract(contract, declarer, leader, led, nominate, partner, call)
    seats = {"--declarer": declarer, "--leader": leader, "--partner": partner}
    view = screen.View(options.chosen_format(form, as_json), color, ascii_only)
    check_outputs(outputs or [])
    in_force = options.chosen_rules(rules, settings)
    _check_seats(seats, in_force)
    if source is None:
        questions, table = [_single(deal or [], asked, in_force)], None
    else:
        table = _table(deal, source)
        questions = [_of_row(row, asked, in_force) for row in table.rows]
        if table.header is not None and form is None and not as_json:
            view = screen.View("csv", color, ascii_only)
    compilation.announce(sum(compilation.missing(_kernels_for(questions, in_force)).values()), quiet)
    answers = _answers(questions, in_force, jobs, source is None, quiet)
    rows = [row.fields for row in table.rows] if table is not None and table.header else None
    for path in outputs or []:
        write(answers, path, many=source is not None, rows=rows)
    _show(answers, view, source is not None, rows)


def _check_seats(seats: dict[str, int | None], rules: "Rules") -> None:
    """Raise UsageError for a seat that the table does not have; `seats` are given by their options."""
    last = rules.table.players - 1
    for option, seat in seats.items():
        if seat is not None and seat > last:
            raise UsageError(f"{option} '{seat}' is not a seat from 0 to {last}")


def _kernels_for(questions: "Sequence[Asked]", rules: "Rules") -> dict[str, int]:
    """Return the kernels that these questions need."""
    from fivehundred_sim.cards import MISERE
    from fivehundred_sim.rules.code import lanes_cover
    from fivehundred_sim.study.solve import strains_of

    needed: dict[str, int] = {}
    for strain in {strain for question in questions for strain in strains_of(question, rules)}:
        family = FAST if lanes_cover(rules) >> strain & 1 else GENERAL
        needed |= family[strain >= MISERE]
    return needed


def _table(deal: list[str] | None, source: str) -> screen.Table:
    if deal:
        raise UsageError(f"a DEAL ({' '.join(deal)}) and --input {source} exclude each other")
    return screen.read_table(source, "deal")


def _single(deal: list[str], asked: Contract, rules: "Rules") -> "Asked":
    if not deal:
        hands = " | ".join(f"h{seat}" for seat in range(rules.table.players))
        raise UsageError(f'which deal? Give "{hands}", or --input FILE for many')
    return _question(screen.single_text(deal, "deal"), asked.bid, asked.declarer, asked, rules)


def _of_row(row: screen.Row, asked: Contract, rules: "Rules") -> "Asked":
    """Return the question of one line of an input; options fill what the line leaves open."""
    with row.faults_named():
        bid = row.fields.get("contract") or asked.bid
        declarer, partner = (_seat_of(row, column, rules) for column in ("declarer", "partner"))
        if partner is not None:
            asked = replace(asked, partner=partner, call=None)
        declarer = asked.declarer if declarer is None else declarer
        return _question(row.fields["deal"], bid, declarer, asked, rules)


def _seat_of(row: screen.Row, column: str, rules: "Rules") -> int | None:
    """Return the seat in a cell of an input, None where the column or its text is missing."""
    seat, last = row.fields.get(column), rules.table.players - 1
    if seat and seat not in map(str, range(last + 1)):
        raise UsageError(f"{column} {seat!r} is not a seat from 0 to {last}")
    return int(seat) if seat else None


def _question(text: str, bid: str | None, declarer: int | None, asked: Contract, rules: "Rules") -> "Asked":
    from fivehundred_sim.study.solve import resolve_question

    if (bid is None) != (declarer is None):
        missing, there = (
            ("--declarer", f"--contract {bid}") if bid else ("--contract", f"--declarer {declarer}")
        )
        raise UsageError(f"{there} needs {missing} too: a contract and its contractor belong together")
    start = _start(asked)
    if bid is None and start is not None:
        raise UsageError("--leader, --led and --nominate need --contract and --declarer")
    if bid is None and (asked.partner is not None or asked.call is not None):
        raise UsageError("--partner and --call need --contract and --declarer")
    return resolve_question(text, bid, declarer, start, partner=asked.partner, called=asked.call, rules=rules)


def _start(asked: Contract) -> "Start | None":
    """Return how the play stands, None for a hand that has just begun."""
    from fivehundred_sim.cards import parse_suit
    from fivehundred_sim.study.solve import NO_SUIT, Start

    if asked.leader is None and asked.led is None and asked.nominate is None:
        return None
    letters = (asked.led or "").replace(",", " ").replace(" ", "")
    named = None
    if asked.nominate is not None:
        named = NO_SUIT if asked.nominate.strip().lower() == "none" else parse_suit(asked.nominate)
    return Start(asked.leader, tuple(parse_suit(letter) for letter in letters), named)


def _answers(
    questions: "Sequence[Asked]", rules: "Rules", jobs: int, single: bool, quiet: bool
) -> "list[Solved]":
    from fivehundred_sim.study.solve import solve_many

    with screen.progress_bar("solving", quiet) as bar:
        return list(solve_many(questions, rules=rules, jobs=jobs or None, line=single, progress=bar))


def _show(answers: "list[Solved]", view: screen.View, many: bool, rows: list[dict[str, str]] | None) -> None:
    from fivehundred_sim.report import solve as report

    if view.form != "table":
        screen.write_result(report.render(answers, view.form, many=many, rows=rows))
        return
    with screen.result_console(view.color) as console:
        if many:
            report.print_many(answers, console, ascii_only=view.ascii_only)
        else:
            report.print_solved(answers[0], console, ascii_only=view.ascii_only)
