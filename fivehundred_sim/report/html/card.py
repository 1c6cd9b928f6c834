"""The bidding card: the page of a bidding table for one sheet of A4, to print and to lay on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fivehundred_sim.report import files
from fivehundred_sim.report import table as report
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.html.grids import matrix_of
from fivehundred_sim.report.html.page import Table as PageTable
from fivehundred_sim.report.html.page import render
from fivehundred_sim.report.html.table import look_of
from fivehundred_sim.report.sentences import rules_label
from fivehundred_sim.report.table_page import page as parts_of
from fivehundred_sim.study.table.table import Table

SUFFIX = ".html"
# Millimetres of a sheet: what is left for lines of grids, what the line of a heading takes, the tallest line.
_ROOM, _TALLEST, _SHORTEST = 216.0, 6.6, 3.0
_HEAD_LINES = 2.6  # of a grid: its title, the line of its columns and, if any, the one above it


@dataclass(frozen=True)
class Card:
    """A card: its name and what it says, the rules, the grids, what is to be known, and the manifest.

    line: the height of a line of the grids in millimetres, so that all of them fit a sheet.
    """

    title: str
    name: str
    says: str
    rules: str
    tables: Sequence[PageTable]
    notes: Sequence[str]
    line: float
    manifest: dict[str, Any]


def to_html(table: Table) -> str:
    """Return the card of a bidding table."""
    return render(card(table), "card.html.j2")


def card(table: Table) -> Card:
    """Return what stands on the card of a bidding table."""
    parts = parts_of(table, UNICODE)
    lines = sum(len(part.grid.lines) + _HEAD_LINES for part in parts)
    headline = report.headline(UNICODE)
    name, _, says = headline.partition(": ")
    return Card(
        title=f"{headline} ({rules_label(table)})",
        name=name,
        says=says,
        rules=rules_label(table),
        tables=[matrix_of(part.grid, part.title, look_of(part)) for part in parts],
        notes=report.notes(table, parts, UNICODE, printed=True),
        line=max(_SHORTEST, min(_TALLEST, _ROOM / max(lines, 1.0))),
        manifest=table.manifest.to_json_dict(),
    )


def check_output(path: str) -> None:
    """Raise OutputError if a card could not be written there."""
    if Path(path).suffix.lower() != SUFFIX:
        raise files.OutputError(
            f'cannot write "{path}": a card is a page, so expected a name that ends in {SUFFIX}'
        )
    files.check_place(Path(path))


def write(table: Table, path: str) -> None:
    """Write the card of a bidding table to `path`. Raises OutputError."""
    check_output(path)
    files.replace(Path(path), to_html(table).encode())
