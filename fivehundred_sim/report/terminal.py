"""The answer on a terminal: the sentence first, then the table of contracts, then what it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fivehundred_sim.report import words
from fivehundred_sim.report.console import empty_table as _empty_table
from fivehundred_sim.report.console import fits
from fivehundred_sim.report.console import print_text as _print_text
from fivehundred_sim.report.words import Glyphs
from fivehundred_sim.study.advice import Advice, ContractEstimate

_STYLES = {"yes": "green", "no": "red", "close": "yellow"}


@dataclass(frozen=True)
class _Detail:
    """How much a table shows: the columns of the first and of further player models, and intervals."""

    first: tuple[str, ...]
    others: tuple[str, ...]
    gap: int = 2
    value: bool = True
    interval: bool = True

    def columns(self, number: int) -> tuple[str, ...]:
        """The columns of player model `number`."""
        return self.others if number else self.first


_FULL = ("chance", "points", "us", "them")
_SHORT = ("chance", "points")
# What narrow terminals drop, in this order: the second model's points by side (the difference stays), the
# first's, the bids' values, the interval of the chance.
_DETAILS = (
    _Detail(_FULL, _FULL),
    _Detail(_FULL, _FULL, gap=1),
    _Detail(_FULL, _SHORT, gap=1),
    _Detail(_SHORT, _SHORT),
    _Detail(_SHORT, _SHORT, gap=1, value=False),
    _Detail(_SHORT, ("chance",), gap=1, value=False),
    _Detail(_SHORT, ("chance",), gap=1, value=False, interval=False),
)


def print_advice(advice: Advice, console: Console, *, ascii_only: bool = False) -> None:
    """Print one answer; suits and bars are symbols where the console's encoding has them."""
    glyphs = words.ASCII if ascii_only else words.glyphs_for(console.encoding)
    console.print(Text("Hand: " + " ".join(glyphs.card(card) for card in advice.hand)))
    for number, sentence in enumerate(words.verdict_sentences(advice, glyphs)):
        style = f"bold {_STYLES[advice.asked.verdict]}" if advice.asked and number == 0 else ""
        _print_text(console, sentence, style)
    console.print()
    detail, table = _fitting_table(advice, console, glyphs)
    console.print(table)
    console.print()
    legend = words.legend(advice, glyphs)
    if detail not in _DETAILS[:2]:
        legend += " A wider terminal shows each side's points too."
    for line in (legend, *words.notes(advice, glyphs)):
        _print_text(console, line)


def print_many(answers: Sequence[Advice], console: Console, *, ascii_only: bool = False) -> None:
    """Print one line an answer, then what they all rest on."""
    glyphs = words.ASCII if ascii_only else words.glyphs_for(console.encoding)
    table = _empty_table(glyphs)
    table.add_column("\nhand")
    for heading in ("bid", "answer", "chance % (95 %)", "points"):
        table.add_column(f"\n{heading}", no_wrap=True)
    if len(answers[0].engines) > 1:
        table.add_column("model un-\ncertainty", justify="right", no_wrap=True)
    table.add_column("most\npoints", no_wrap=True)
    for advice in answers:
        table.add_row(*_answer_cells(advice, glyphs))
    console.print(table)
    console.print()
    for line in (words.legend_many(answers, glyphs), *words.notes(answers[0], glyphs)):
        _print_text(console, line)


def _answer_cells(advice: Advice, glyphs: Glyphs) -> list[str | Text]:
    best = advice.row(advice.engine, advice.best)
    hand = " ".join(glyphs.card(card) for card in advice.hand)
    cells: list[str | Text] = [hand]
    if advice.asked is None:
        cells += [glyphs.none] * (5 if len(advice.engines) > 1 else 4)
    else:
        row, *others = advice.asked.rows
        value, interval = words.percent(row, glyphs)
        cells += [glyphs.bid(row.bid), Text(row.verdict, style=_STYLES[row.verdict])]
        cells += [f"{value} ({interval})", words.points(row, glyphs)]
        cells += [words.chance_gap(row, other, glyphs) for other in others[:1]]
    return [*cells, f"{glyphs.bid(best.bid)} {words.points(best, glyphs)}"]


def _fitting_table(advice: Advice, console: Console, glyphs: Glyphs) -> tuple[_Detail, Table]:
    """Return the table with the most columns that the console has room for, and how much it shows."""
    for detail in _DETAILS:
        table = _table(advice, glyphs, detail)
        if fits(console, table):
            break
    return detail, table


def _table(advice: Advice, glyphs: Glyphs, detail: _Detail) -> Table:
    table = _empty_table(glyphs, detail.gap)
    chance = "chance % (95 %)" if detail.interval else "chance %"
    headings = {"chance": chance, "points": "points", "us": "us", "them": "them"}
    table.add_column("\nbid", no_wrap=True)
    if detail.value:
        table.add_column("\nvalue", justify="right", no_wrap=True)
    for number, engine in enumerate(advice.engines):
        for column in detail.columns(number):
            title = engine if column == "chance" else ""
            table.add_column(f"{title}\n{headings[column]}", justify="right", no_wrap=True)
    if len(advice.engines) > 1:
        table.add_column("model un-\ncertainty", justify="right", no_wrap=True)
    for denomination in words.DENOMINATIONS:
        bids = [bid for bid in advice.bids if words.denomination(bid) == denomination]
        if bids:
            table.add_row(*_group_cells(advice, glyphs, detail, bids[0]), style="bold")
        for bid in bids:
            asked = advice.asked is not None and advice.asked.bid == bid
            table.add_row(*_bid_cells(advice, glyphs, detail, bid), style="bold" if asked else "")
    return table


def _group_cells(advice: Advice, glyphs: Glyphs, detail: _Detail, bid: str) -> list[str | Text]:
    """Return the heading row of a denomination: the distribution of tricks and their mean, for each model."""
    cells: list[str | Text] = [glyphs.text(words.heading(bid, glyphs))]
    cells += [""] * detail.value
    rows = [advice.row(engine, bid) for engine in advice.engines]
    for number, row in enumerate(rows):
        shown = {"chance": words.spark(row, glyphs), "points": words.tricks(row, glyphs)}
        cells += [shown.get(column, "") for column in detail.columns(number)]
    if len(rows) > 1:
        cells.append(words.tricks_gap(rows[0], rows[1], glyphs))
    return cells


def _bid_cells(advice: Advice, glyphs: Glyphs, detail: _Detail, bid: str) -> list[str | Text]:
    asked = advice.asked is not None and advice.asked.bid == bid
    marks = (glyphs.asked if asked else " ") + (glyphs.best if bid == advice.best else " ")
    rows = [advice.row(engine, bid) for engine in advice.engines]
    cells: list[str | Text] = [f"{marks} {glyphs.bid(bid)}"]
    if detail.value:
        cells.append(str(rows[0].value))
    for number, row in enumerate(rows):
        shown = _engine_cells(row, glyphs, detail)
        cells += [shown[column] for column in detail.columns(number)]
    if len(rows) > 1:
        cells.append(words.chance_gap(rows[0], rows[1], glyphs))
    return cells


def _engine_cells(row: ContractEstimate, glyphs: Glyphs, detail: _Detail) -> dict[str, str | Text]:
    value, interval = words.percent(row, glyphs)
    return {
        "chance": f"{value} ({interval})" if detail.interval else value,
        "points": Text(words.points(row, glyphs), style=_STYLES[row.verdict]),
        "us": words.signed(row.mean_ours, glyphs),
        "them": words.signed(row.mean_theirs, glyphs),
    }
