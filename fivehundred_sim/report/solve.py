"""Solved deals on a terminal, as text, and as files."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fivehundred_sim.report import records
from fivehundred_sim.report.console import empty_table, glyphs_of
from fivehundred_sim.report.glyphs import Glyphs
from fivehundred_sim.study.solve import Solved, SolvedContract, SolvedDeal, hand_words, many_to_json_dict

NOTE = "All hands open, best play on both sides, no exchange of cards."
ALONE = "Every contractor plays alone, without a called partner."
_MISERES = {"misère": "misere", "double misère": "double_misere"}  # columns, and the fields that they show


def print_solved(solved: Solved, console: Console, *, ascii_only: bool = False) -> None:
    """Print one solved deal: every contract, or one contract with its line of play."""
    glyphs = glyphs_of(console, ascii_only)
    for whose, cards in hand_words(solved):
        console.print(Text(f"{whose}  {' '.join(glyphs.card(card) for card in cards)}"))
    console.print()
    if isinstance(solved, SolvedDeal):
        console.print(_contracts_table(solved, glyphs))
        console.print(Text("Tricks of the contractor's side by the contractor's seat. " + _note(solved)))
    else:
        console.print(Text(_verdict(solved, glyphs)))
        if solved.line:
            console.print(_line_table(solved, glyphs))
        console.print(Text(NOTE))


def print_many(answers: Sequence[Solved], console: Console, *, ascii_only: bool = False) -> None:
    """Print one line an answer."""
    glyphs = glyphs_of(console, ascii_only)
    rows = [_cells(solved, glyphs) for solved in answers]
    headings = list(dict.fromkeys(heading for row in rows for heading in row))
    table = empty_table(glyphs)
    table.add_column("line", justify="right")
    for heading in headings:
        table.add_column(glyphs.text(heading))
    for number, row in enumerate(rows, 1):
        table.add_row(str(number), *(row.get(heading, "") for heading in headings))
    console.print(table)
    contracts = all(isinstance(solved, SolvedContract) for solved in answers)
    last = len(answers[0].deal.hands) - 1
    note = NOTE if contracts else f"By the contractor's seat, 0 to {last}. {_note(*answers)}"
    console.print(Text(note))


def _note(*answers: Solved) -> str:
    """Return what the values rest on."""
    return f"{NOTE} {ALONE}" if any(isinstance(each, SolvedDeal) and each.alone for each in answers) else NOTE


def _cells(solved: Solved, glyphs: Glyphs) -> dict[str, str]:
    """Return the cells of one answer by heading; answers with and without a contract differ in them."""
    if isinstance(solved, SolvedContract):
        return {
            "contract": glyphs.bid(solved.bid),
            "declarer": str(solved.question.contractor),
            "tricks": _tricks(solved),
            "makes": "yes" if solved.makes else "no",
        }
    by_seat = (" ".join(map(str, seats)) for seats in solved.tricks.values())
    miseres = {
        name: " ".join("yes" if makes else "no" for makes in seats)
        for name, seats in _miseres(solved).items()
    }
    return {**dict(zip(_names(glyphs), by_seat, strict=True)), **miseres}


def _miseres(solved: SolvedDeal) -> dict[str, tuple[bool, ...]]:
    """Return whether each seat makes the misères that these rules play, by heading."""
    return {name: getattr(solved, field) for name, field in _MISERES.items() if getattr(solved, field)}


def _tricks(solved: SolvedContract) -> str:
    # A misère that fails ends at its first trick: how many it would lose is not counted.
    return "1 or more" if solved.question.bid.is_misere and solved.tricks else str(solved.tricks)


def _names(glyphs: Glyphs) -> list[str]:
    return [*(glyphs.suits.get(suit, suit) for suit in "SCDH"), "NT"]


def _contracts_table(solved: SolvedDeal, glyphs: Glyphs) -> Table:
    table = empty_table(glyphs)
    table.add_column("contractor")
    for name in _names(glyphs):
        table.add_column(name, justify="right")
    miseres = _miseres(solved)
    for name in miseres:
        table.add_column(glyphs.text(name))
    for seat in range(len(solved.deal.hands)):
        tricks = [str(seats[seat]) for seats in solved.tricks.values()]
        outcomes = ["makes" if seats[seat] else "fails" for seats in miseres.values()]
        table.add_row(f"seat {seat}", *tricks, *outcomes)
    return table


def _verdict(solved: SolvedContract, glyphs: Glyphs) -> str:
    contractor, bid = solved.question.contractor, solved.question.bid
    k = len(solved.deal.hands[0])
    if bid.is_misere:
        outcome = "takes no trick" if solved.makes else "must take a trick"
        if len(solved.side) > 1:
            outcome = "and partner take no trick" if solved.makes else "or partner must take a trick"
    else:
        with_him = {1: "takes", 2: "and partner take"}.get(len(solved.side), "and partners take")
        outcome = f"{with_him} {solved.tricks} of {k} tricks"
    verdict = " makes" if solved.makes else " fails"
    if k < bid.level:
        verdict = ""  # a hand of fewer tricks than the level says nothing about the contract
    sentence = f"{glyphs.bid(solved.bid)} by seat {contractor}{verdict}: the contractor {outcome}"
    if solved.nominated:
        sentence += f", with the joker named as {glyphs.suits.get(solved.nominated, solved.nominated)}"
    if solved.leader != contractor:
        sentence += f", when seat {solved.leader} leads"
    return sentence + "."


def _line_table(solved: SolvedContract, glyphs: Glyphs) -> Table:
    """Return a line of best play, one trick a row, the card led marked."""
    table = empty_table(glyphs)
    table.title, table.title_justify = "A line of best play", "left"
    table.add_column("trick", justify="right")
    seats = len(solved.deal.hands)
    for seat in range(seats):
        table.add_column(f"seat {seat}")
    size = len({seat for seat, _ in solved.line})  # in misère some lay their cards down
    for number, first in enumerate(range(0, len(solved.line), size), 1):
        cells = [""] * seats
        for place, (seat, word) in enumerate(solved.line[first : first + size]):
            card, _, suit = word.partition("=")
            shown = glyphs.card(card) + (f"={glyphs.suits.get(suit, suit)}" if suit else "")
            cells[seat] = f"{glyphs.asked} {shown}" if place == 0 else f"  {shown}"
        table.add_row(str(number), *cells)
    return table


# --- text and files -----------------------------------------------------------------------------------------


def render(
    answers: Sequence[Solved], form: str, *, many: bool, rows: Sequence[dict[str, str]] | None = None
) -> str:
    """Return answers as text: `json`, `csv` or `markdown`.

    `many` makes JSON a list of answers even for one. `rows` are the rows of a CSV input: their columns
    come first.
    """
    if form == "json":
        return records.to_json(many_to_json_dict(answers) if many else answers[0].to_json_dict())
    flat = _all_records(answers, rows)
    return records.to_markdown(flat) if form == "markdown" else records.to_csv(flat)


def _parquet(answers: Sequence[Solved], rows: Sequence[dict[str, str]] | None) -> bytes:
    """Return the rows of the CSV as Parquet; the rules stand in the file's metadata."""
    about = {key: answers[0].to_json_dict()[key] for key in ("schema", "rules")}
    return records.to_parquet(_all_records(answers, rows), about)


def _all_records(answers: Sequence[Solved], rows: Sequence[dict[str, str]] | None) -> list[dict[str, object]]:
    """Return the flat records of all answers; those with and without a contract differ in their columns."""
    return [record for place, solved in enumerate(answers) for record in _records(solved, rows, place)]


def _records(solved: Solved, rows: Sequence[dict[str, str]] | None, place: int) -> list[dict[str, object]]:
    """Return flat records: one a contract; without a contract one a contractor, `M` and `DM` for misères."""
    given: dict[str, object] = dict(rows[place]) if rows else {}
    if isinstance(solved, SolvedContract):
        fields = solved.to_json_dict()
        mine = {key: fields[key] for key in ("deal", "contract") if not given.get(key)}
        # The declarer and what follows are numbers, whatever stood in the input.
        answer = {key: fields[key] for key in ("declarer", "tricks", "makes")}
        return [{**given, **mine, **answer}]
    deal = {} if "deal" in given else {"deal": solved.to_json_dict()["deal"]}
    return [
        {
            **given,
            **deal,
            "declarer": seat,
            **{name: seats[seat] for name, seats in solved.tricks.items()},
            **({} if solved.misere is None else {"M": solved.misere[seat]}),
            **({} if solved.double_misere is None else {"DM": solved.double_misere[seat]}),
        }
        for seat in range(len(solved.deal.hands))
    ]


def write(
    answers: Sequence[Solved], path: str, *, many: bool, rows: Sequence[dict[str, str]] | None = None
) -> None:
    """Write answers to `path` in the form of its suffix. Raises OutputError."""

    def content(form: str) -> str | bytes:
        return _parquet(answers, rows) if form == "parquet" else render(answers, form, many=many, rows=rows)

    records.write(path, content)
