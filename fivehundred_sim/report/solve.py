"""Solved deals on a terminal, as text, and as files."""

from collections.abc import Collection, Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fivehundred_sim.cards import DENOMINATIONS, DOUBLE_MISERE, HAND_SIZE, MISERE
from fivehundred_sim.report import records
from fivehundred_sim.report.console import empty_table, glyphs_of, print_text
from fivehundred_sim.report.glyphs import Glyphs
from fivehundred_sim.study.solve import (
    Asked,
    Question,
    Solved,
    SolvedContract,
    SolvedDeal,
    hand_words,
    many_to_json_dict,
)

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
        for sentence in _bests(solved, glyphs):
            print_text(console, sentence)
    else:
        console.print(Text(_verdict(solved, glyphs)))
        if solved.cards is not None:
            console.print(_cards_table(solved, glyphs))
        if solved.line:
            after = ", after the cards in brackets" if solved.played else ""
            console.print(Text(f"A line of best play{after}"))
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
            **_best_cards(solved, glyphs),
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


def _cards_table(solved: SolvedContract, glyphs: Glyphs) -> Table:
    """Return the cards of the seat on turn, those of equal worth on one line, the best first."""
    table = empty_table(glyphs)
    table.add_column(f"seat {solved.turn} plays")
    bid = solved.question.bid
    decides = len(solved.deal.hands[0]) >= bid.level  # an ending says nothing about the contract
    if not bid.is_misere:
        table.add_column("tricks", justify="right")
    if decides:
        table.add_column(glyphs.text("misère") if bid.is_misere else "contract")
    table.add_column("costs", justify="right")
    for cost, same in groupby(solved.cards or (), key=lambda score: score.cost):
        scores = list(same)
        words = " ".join(_card(score.card, glyphs) for score in scores)
        tricks = [] if bid.is_misere else [str(scores[0].tricks)]
        outcome = ["makes" if scores[0].makes else "fails"] if decides else []
        table.add_row(words, *tricks, *outcome, str(cost))
    return table


def _best_cards(solved: SolvedContract, glyphs: Glyphs) -> dict[str, str]:
    """Return the cell of the best cards, where cards were scored."""
    if solved.cards is None:
        return {}
    words = [_card(score.card, glyphs) for score in solved.cards if score.cost == 0]
    return {"best cards": f"seat {solved.turn}: {' '.join(words)}"}


def _card(word: str, glyphs: Glyphs) -> str:
    card, _, suit = word.partition("=")
    return glyphs.card(card) + (f"={glyphs.suits.get(suit, suit)}" if suit else "")


def _line_table(solved: SolvedContract, glyphs: Glyphs) -> Table:
    """Return a line of best play, one trick a row, the card led marked, after what had been played."""
    table = empty_table(glyphs)
    table.add_column("trick", justify="right")
    seats = len(solved.deal.hands)
    for seat in range(seats):
        table.add_column(f"seat {seat}")
    cards = [*solved.played, *solved.line]
    size = len({seat for seat, _ in cards})  # in misère some lay their cards down
    for number, first in enumerate(range(0, len(cards), size), 1):
        cells = [""] * seats
        for place, (seat, word) in enumerate(cards[first : first + size]):
            shown = _card(word, glyphs)
            shown = f"({shown})" if first + place < len(solved.played) else shown
            cells[seat] = f"{glyphs.asked} {shown}" if place == 0 else f"  {shown}"
        table.add_row(str(number), *cells)
    return table


# --- best contracts and par ---------------------------------------------------------------------------------


def _bests(solved: SolvedDeal, glyphs: Glyphs) -> list[str]:
    """Return what each side makes at best, and par, as sentences; nothing where hands are not whole."""
    if solved.best is None:
        return []
    parts = []
    for seats in solved.sides:
        made = {seat: best for seat in seats if (best := solved.best[seat])}
        seat = max(made, key=lambda seat: made[seat].points, default=None)
        worth = "none is made"
        if seat is not None:
            worth = f"{glyphs.bid(made[seat].bid)} by seat {seat} ({_points(made[seat].points, glyphs)})"
        parts.append(f"{_seats(seats)}: {worth}")
    sentences = [f"Best contract, points ours minus theirs: {'; '.join(parts)}."]
    if solved.par is not None:
        sentences.append(_par(solved, glyphs))
    return sentences


def _par(solved: SolvedDeal, glyphs: Glyphs) -> str:
    par = solved.par
    assert par is not None
    if par.bid is None:
        return "Par: all pass, nobody gains by a bid."
    first, outcome = _seats(solved.sides[0]), "makes" if par.makes else "fails, but costs less than theirs"
    end = f"{glyphs.bid(par.bid)} by seat {par.declarer}, which {outcome}"
    return f"Par, if all bid so with open hands: {end}; {_points(par.points, glyphs)} to {first}."


def _seats(seats: Sequence[int]) -> str:
    """Return seats in words: "seats 0 and 2"."""
    *most, last = map(str, seats)
    return f"seats {', '.join(most)} and {last}" if most else f"seat {last}"


def _points(points: float, glyphs: Glyphs) -> str:
    return f"{points:+.0f}".replace("-", glyphs.text("−"))


# --- text and files -----------------------------------------------------------------------------------------


CONTRACT_COLUMNS = ("declarer", "tricks", "makes")
CARD_COLUMNS = ("declarer", "turn", "card", "tricks", "makes", "cost")


def columns(
    questions: Sequence[Asked],
    strains: Collection[int],
    rows: Sequence[dict[str, str]] | None = None,
    *,
    all_cards: bool = False,
) -> list[str]:
    """Return the columns of the answers' CSV, known before the first answer.

    `strains` are those that are solved where no contract is asked for; `rows` as in `render`.
    """
    contract = CARD_COLUMNS if all_cards else CONTRACT_COLUMNS
    names: dict[str, None] = {}
    for place, question in enumerate(questions):
        names |= dict.fromkeys(rows[place] if rows else ())
        if isinstance(question, Question):
            names |= dict.fromkeys(("deal", "contract", *contract))
            continue
        miseres = [name for name, strain in (("M", MISERE), ("DM", DOUBLE_MISERE)) if strain in strains]
        whole = ("best", "points") if len(question.hands[0]) == HAND_SIZE else ()
        names |= dict.fromkeys(("deal", "declarer", *DENOMINATIONS, *miseres, *whole))
    return list(names)


def csv_rows(solved: Solved, names: Sequence[str], given: dict[str, str] | None = None) -> str:
    """Return the CSV lines of one answer under known columns; `given` is its row of a CSV input."""
    return records.csv_rows(_records(solved, given or {}), names)


def render(
    answers: Sequence[Solved],
    form: str,
    *,
    many: bool,
    rows: Sequence[dict[str, str]] | None = None,
    names: Sequence[str] | None = None,
    complete: bool = True,
) -> str:
    """Return answers as text: `json`, `csv` or `markdown`.

    `many` makes JSON a list of answers even for one. `rows` are the rows of a CSV input: their columns come
    first. `names` are the columns of CSV where they are known; `complete` is whether all was answered.
    """
    if form == "json":
        return records.to_json(many_to_json_dict(answers, complete) if many else answers[0].to_json_dict())
    flat = _all_records(answers, rows)
    return records.to_markdown(flat) if form == "markdown" else records.to_csv(flat, names)


def _parquet(answers: Sequence[Solved], rows: Sequence[dict[str, str]] | None, complete: bool) -> bytes:
    """Return the rows of the CSV as Parquet; the rules stand in the file's metadata."""
    about = {key: answers[0].to_json_dict()[key] for key in ("schema", "rules")}
    return records.to_parquet(_all_records(answers, rows), about | {"complete": complete})


def _all_records(answers: Sequence[Solved], rows: Sequence[dict[str, str]] | None) -> list[dict[str, object]]:
    """Return the flat records of all answers; those with and without a contract differ in their columns."""
    return [
        record
        for place, solved in enumerate(answers)
        for record in _records(solved, rows[place] if rows else {})
    ]


def _records(solved: Solved, row: dict[str, str]) -> list[dict[str, object]]:
    """Return flat records: one a contract or, if cards were scored, one a card.

    Without a contract one a contractor, `M` and `DM` for misères; `best` and `points` of whole deals are the
    contract worth most that he makes. `row` is the row of a CSV input.
    """
    given: dict[str, object] = dict(row)
    fields = solved.to_json_dict()
    if isinstance(solved, SolvedContract):
        mine = {key: fields[key] for key in ("deal", "contract") if not given.get(key)}
        # The declarer and what follows are numbers, whatever stood in the input.
        if solved.cards is not None:
            head = {**given, **mine, "declarer": fields["declarer"], "turn": solved.turn}
            return [{**head, **score} for score in fields["cards"]]
        return [{**given, **mine, **{key: fields[key] for key in CONTRACT_COLUMNS}}]
    deal = {} if "deal" in given else {"deal": fields["deal"]}
    return [
        {
            **given,
            **deal,
            "declarer": seat,
            **{name: seats[seat] for name, seats in solved.tricks.items()},
            **({} if solved.misere is None else {"M": solved.misere[seat]}),
            **({} if solved.double_misere is None else {"DM": solved.double_misere[seat]}),
            **_best_fields(solved, seat),
        }
        for seat in range(len(solved.deal.hands))
    ]


def _best_fields(solved: SolvedDeal, seat: int) -> dict[str, object]:
    if solved.best is None:
        return {}
    best = solved.best[seat]
    return {"best": best and best.bid, "points": best and best.points}


def write(
    answers: Sequence[Solved],
    path: str,
    *,
    many: bool,
    rows: Sequence[dict[str, str]] | None = None,
    names: Sequence[str] | None = None,
    complete: bool = True,
) -> None:
    """Write answers to `path` in the form of its suffix; arguments as in `render`. Raises OutputError."""

    def content(form: str) -> str | bytes:
        if form == "parquet":
            return _parquet(answers, rows, complete)
        return render(answers, form, many=many, rows=rows, names=names, complete=complete)

    records.write(path, content)
