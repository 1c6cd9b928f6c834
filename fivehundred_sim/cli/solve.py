"""`fivehundred solve`: double-dummy tricks of one deal or of many."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated

import typer

from fivehundred_sim.cli import compilation, options, screen
from fivehundred_sim.cli.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from fivehundred_sim.rules.model import Rules
    from fivehundred_sim.study.solve import Asked, Solved, Start

# Kernels for tricks and for misères, and the seconds they take to compile, measured cold on two cores and
# rounded up: the fast solvers, and the general one for what these do not cover.
FAST = ({"solver": 20}, {"misere": 10})
GENERAL = ({"dense.solve.dense_value": 20}, {"dense.solve.dense_makes": 20})
# Those that score cards, for a line of play or by themselves, where solving comes first.
FAST_CARDS = ({"solver_scores": 10}, {"misere_position": 5})
GENERAL_CARDS = ({"dense.cards.dense_card_scores": 10},) * 2


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
    played: str | None
    all_cards: bool


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
    played: Annotated[
        str | None,
        typer.Option(
            "--played",
            metavar="CARDS",
            help='Cards played since, in order, as "QS 6S"; the hands may lack those of a first trick that is'
            " not full.",
        ),
    ] = None,
    all_cards: Annotated[
        bool,
        typer.Option("--all-cards", help="Score every legal card of the seat on turn, the best first."),
    ] = False,
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
      fivehundred solve "$DEAL" --contract 8H --declarer 0 --all-cards
      fivehundred solve "$DEAL" --contract M --declarer 2 --played "QS 6S"
      fivehundred solve --input deals.csv > solved.csv
      cat deals.txt | fivehundred solve --input - --json

    \b
    Without --contract: the tricks of every denomination by the contractor's
    seat, what each side makes at best, and par. A deal of k cards a hand is a
    hand of k tricks that has just begun: the contractor leads, and no cards are
    exchanged. A CSV or Parquet input has the columns deal, contract, declarer and
    perhaps partner, leader, led, nominate, played, and comes back as CSV with
    tricks and makes, row by row as they are solved; a text input has one deal a
    line. Ctrl-C keeps what is done. In misère makes decides, tricks is 0 or 1.
    """
    from fivehundred_sim.report.records import check_outputs

    asked = Contract(contract, declarer, leader, led, nominate, partner, call, played, all_cards)
    seats = {"--declarer": declarer, "--leader": leader, "--partner": partner}
    view = screen.View(options.chosen_format(form, as_json), color, ascii_only)
    check_outputs(outputs or [])
    in_force = options.chosen_rules(rules, settings)
    _check_seats(seats, in_force)
    if source is None:
        questions, table = [_single(deal or [], asked, in_force)], None
    else:
        table = _table(deal, source)
        questions = screen.each_row(table.rows, lambda row: _of_row(row, asked, in_force))
        if table.header is not None and form is None and not as_json:
            view = screen.View("csv", color, ascii_only)
    rows = [row.fields for row in table.rows] if table and table.header else None
    work = Work(questions, in_force, rows, all_cards=all_cards, many=source is not None)
    compilation.announce(sum(compilation.missing(work.kernels()).values()), quiet)
    # Rows are shown as they are solved, so that whatever ends the work, they are there.
    work.do(jobs, quiet, stream=view.form == "csv")
    if work.answers:
        try:
            for path in outputs or []:
                work.write(path)
        finally:
            # An output that turns out to be unwritable must not cost the answer.
            _show(work, view)
    if not work.complete:
        screen.note(f"Interrupted: {len(work.answers)} of {len(questions)} answers are there.", quiet)
        raise typer.Exit(ExitCode.INTERRUPTED)


@dataclass
class Work:
    """Questions with their rows in a CSV input, and the answers that there are so far."""

    questions: "Sequence[Asked]"
    rules: "Rules"
    rows: list[dict[str, str]] | None
    all_cards: bool
    many: bool
    answers: "list[Solved]" = field(default_factory=list)
    columns: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether every question has its answer."""
        return len(self.answers) == len(self.questions)

    def kernels(self) -> dict[str, int]:
        """Return the kernels that these questions need."""
        from fivehundred_sim.cards import MISERE
        from fivehundred_sim.rules.code import lanes_cover
        from fivehundred_sim.study.solve import Question, strains_of

        needed: dict[str, int] = {}
        for question in self.questions:
            scores = isinstance(question, Question) and (not self.many or self.all_cards or question.played)
            for strain in strains_of(question, self.rules):
                fast = lanes_cover(self.rules) >> strain & 1
                needed |= (FAST if fast else GENERAL)[strain >= MISERE]
                if scores:
                    needed |= (FAST_CARDS if fast else GENERAL_CARDS)[strain >= MISERE]
        return needed

    def do(self, jobs: int, quiet: bool, *, stream: bool) -> None:
        """Answer the questions in their order until all are answered or Ctrl-C comes."""
        from fivehundred_sim.cards import Deal
        from fivehundred_sim.report.records import csv_text
        from fivehundred_sim.report.solve import columns, csv_rows
        from fivehundred_sim.study.interrupts import interrupts_wait
        from fivehundred_sim.study.solve import solve_many, strains_of

        deals = [question for question in self.questions if isinstance(question, Deal)]
        strains = strains_of(deals[0], self.rules) if deals else set[int]()
        self.columns = columns(self.questions, strains, self.rows, all_cards=self.all_cards)
        try:
            with screen.progress_bar("solving", quiet) as bar:
                answers = solve_many(
                    self.questions,
                    rules=self.rules,
                    jobs=jobs or None,
                    line=not self.many,
                    all_cards=self.all_cards,
                    progress=bar,
                )
                for place, solved in enumerate(answers):
                    with interrupts_wait():  # what is counted as an answer has been shown
                        self.answers.append(solved)
                        if stream:
                            head = "" if place else csv_text([self.columns])
                            given = self.rows[place] if self.rows else None
                            screen.write_result(head + csv_rows(solved, self.columns, given))
        except KeyboardInterrupt:
            if not self.many:
                raise

    def write(self, path: str) -> None:
        """Write the answers to a file."""
        from fivehundred_sim.report.solve import write

        write(self.answers, path, many=self.many, rows=self.rows, names=self.columns, complete=self.complete)

    def text(self, form: str) -> str:
        """Return the answers as text."""
        from fivehundred_sim.report.solve import render

        return render(self.answers, form, many=self.many, rows=self.rows, complete=self.complete)


def _check_seats(seats: dict[str, int | None], rules: "Rules") -> None:
    """Raise UsageError for a seat that the table does not have; `seats` are given by their options."""
    last = rules.table.players - 1
    for option, seat in seats.items():
        if seat is not None and seat > last:
            raise UsageError(f"{option} '{seat}' is not a seat from 0 to {last}")


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
    bid = row.fields.get("contract") or asked.bid
    declarer, partner = (_seat_of(row, column, rules) for column in ("declarer", "partner"))
    if partner is not None:
        asked = replace(asked, partner=partner, call=None)
    leader = _seat_of(row, "leader", rules)
    asked = replace(
        asked,
        leader=asked.leader if leader is None else leader,
        led=row.fields.get("led") or asked.led,
        nominate=row.fields.get("nominate") or asked.nominate,
        played=row.fields.get("played") or asked.played,
    )
    declarer = asked.declarer if declarer is None else declarer
    return _question(row.fields["deal"], bid, declarer, asked, rules)


def _seat_of(row: screen.Row, column: str, rules: "Rules") -> int | None:
    """Return the seat in a cell of an input, None where the column or its text is missing."""
    seat, last = row.fields.get(column), rules.table.players - 1
    if seat and seat not in map(str, range(last + 1)):
        raise UsageError(f"{column} {seat!r} is not a seat from 0 to {last}")
    return int(seat) if seat else None


def _question(text: str, bid: str | None, declarer: int | None, asked: Contract, rules: "Rules") -> "Asked":
    from fivehundred_sim.study.solve import check_all_cards, resolve_question

    if (bid is None) != (declarer is None):
        missing, there = (
            ("--declarer", f"--contract {bid}") if bid else ("--contract", f"--declarer {declarer}")
        )
        raise UsageError(f"{there} needs {missing} too: a contract and its contractor belong together")
    start = _start(asked)
    if bid is None and start is not None:
        raise UsageError("--leader, --led, --nominate and --played need --contract and --declarer")
    if bid is None and (asked.partner is not None or asked.call is not None):
        raise UsageError("--partner and --call need --contract and --declarer")
    if bid is None and asked.all_cards:
        raise UsageError("--all-cards needs --contract and --declarer")
    partner, called = asked.partner, asked.call
    question = resolve_question(text, bid, declarer, start, partner=partner, called=called, rules=rules)
    if asked.all_cards:
        check_all_cards(question, rules)
    return question


def _start(asked: Contract) -> "Start | None":
    """Return how the play stands, None for a hand that has just begun."""
    from fivehundred_sim.cards import parse_suit
    from fivehundred_sim.study.solve import NO_SUIT, Start

    if (asked.leader, asked.led, asked.nominate, asked.played) == (None,) * 4:
        return None
    letters = (asked.led or "").replace(",", " ").replace(" ", "")
    named = None
    if asked.nominate is not None:
        named = NO_SUIT if asked.nominate.strip().lower() == "none" else parse_suit(asked.nominate)
    led = tuple(parse_suit(letter) for letter in letters)
    return Start(asked.leader, led, named, asked.played or "")


def _show(work: Work, view: screen.View) -> None:
    from fivehundred_sim.report import solve as report

    if view.form == "csv":
        return  # shown row by row
    if view.form != "table":
        screen.write_result(work.text(view.form))
        return
    with screen.result_console(view.color) as console:
        if work.many:
            report.print_many(work.answers, console, ascii_only=view.ascii_only)
        else:
            report.print_solved(work.answers[0], console, ascii_only=view.ascii_only)
