"""What every answer on a terminal is made of: running text, and tables that fit; nothing is ever cut."""

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rich.box import SIMPLE_HEAD, Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fivehundred_sim.report.glyphs import ASCII, Glyphs, glyphs_for
from fivehundred_sim.study.advice import Verdict

NARROWEST = 24  # below so many columns nothing is set in
TEXT_WIDTH = 100  # longer lines of running text are hard to read
STYLES: dict[Verdict, str] = {"yes": "green", "no": "red", "close": "yellow"}
_ASCII_HEAD = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
# A number stays on one line with its error, interval or unit.
INSIDE_FIGURE = re.compile(r" (?=\([\d.,]+[ –-]|[±%−]|\+/-|-\d)|(?<=±) |(?<=\d) (?=points|times?\b)")
_JOINED = "\0"

Cell = str | Text
_Layout = TypeVar("_Layout")


@dataclass
class Grid:
    """A table before it is drawn: headings (those in `right` are aligned right) and lines, bold or not."""

    headings: Sequence[str]
    right: frozenset[str]
    gap: int = 1
    lines: list[tuple[Sequence[Cell], bool]] = field(default_factory=list)


def glyphs_of(console: Console, ascii_only: bool) -> Glyphs:
    """Return the richest glyphs that a console can print, or ASCII where that is asked for."""
    return ASCII if ascii_only else glyphs_for(console.encoding)


def empty_table(glyphs: Glyphs, gap: int = 2) -> Table:
    """Return a table without columns, a line below its headings and `gap` spaces between columns."""
    box = _ASCII_HEAD if glyphs is ASCII else SIMPLE_HEAD
    return Table(box=box, show_edge=False, pad_edge=False, padding=(0, gap - 1, 0, 0), header_style="")


def fits(grid: Grid, console: Console) -> bool:
    """Return whether a table has room in the console."""
    columns = zip(grid.headings, *(map(str, cells) for cells, _ in grid.lines), strict=True)
    widths = [max(len(line) for text in column for line in text.split("\n")) for column in columns]
    return sum(widths) + grid.gap * (len(widths) - 1) <= console.width


def print_widest(
    layouts: Sequence[_Layout], grid_in: Callable[[_Layout], Grid], console: Console, glyphs: Glyphs
) -> _Layout:
    """Print a table in the widest layout that the console has room for, else the last; return the layout."""
    for layout in layouts:
        grid = grid_in(layout)
        if fits(grid, console):
            break
    print_grid(grid, console, glyphs)
    return layout


def print_grid(grid: Grid, console: Console, glyphs: Glyphs) -> None:
    """Print a table, or, where there is no room for it, each of its lines as text that names the columns."""
    if fits(grid, console):
        console.print(_table(grid, glyphs))
        return
    for cells, bold in grid.lines:
        text = _in_words(grid.headings, [str(cell).strip() for cell in cells])
        indent = "    " if console.width >= NARROWEST else ""
        console.print(Text(_broken(text, console, indent), "bold" if bold else ""))


def _in_words(headings: Sequence[str], cells: Sequence[str]) -> str:
    """Return a line of a table as text: "contracts made, %: A 65, B 64, difference −1 ± 7"."""
    named = zip(headings[1:], cells[1:], strict=True)
    told = [(" ".join(heading.split()), " ".join(cell.split())) for heading, cell in named if cell]
    figures = ", ".join(f"{heading}{_JOINED}{cell}" if heading else cell for heading, cell in told)
    return f"{cells[0]}: {figures}" if figures else cells[0]


def _table(grid: Grid, glyphs: Glyphs) -> Table:
    table = empty_table(glyphs, grid.gap)
    tall = any("\n" in heading for heading in grid.headings)
    for heading in grid.headings:
        low = f"\n{heading}" if tall and "\n" not in heading else heading
        table.add_column(low, justify="right" if heading in grid.right else "left", no_wrap=True)
    for cells, bold in grid.lines:
        table.add_row(*cells, style="bold" if bold else "")
    return table


def print_text(console: Console, *parts: str | tuple[str, str]) -> None:
    """Print running text, broken between words but never inside a figure; parts are text or (text, style)."""
    styled = [(part, "") if isinstance(part, str) else part for part in parts]
    shown = Text(_broken(" ".join(text for text, _ in styled if text), console))
    start = 0
    for text, style in styled:
        # A line break took the place of one space, so places in the text stay what they were.
        shown.stylize(style, start, start + len(text))
        start += len(text) + 1
    console.print(shown)


def print_item(console: Console, text: str) -> None:
    """Print an item of a list as running text, set in, and further what follows its first line."""
    console.print(Text(_broken(f"  {text}", console, "    ")))


def _broken(text: str, console: Console, indent: str = "") -> str:
    """Return running text in lines that the console has room for, all but the first after `indent`."""
    joined = INSIDE_FIGURE.sub(_JOINED, text)
    width = min(console.width, TEXT_WIDTH)
    lines = textwrap.fill(joined, width, subsequent_indent=indent, break_on_hyphens=False)
    return lines.replace(_JOINED, " ")


def print_lines(console: Console, lines: Iterable[str]) -> None:
    """Print sentences, each beginning a line."""
    for line in lines:
        print_text(console, line)
