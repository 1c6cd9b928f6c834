"""What every answer on a terminal is made of: running text, and tables that fit."""

from rich.box import SIMPLE_HEAD, Box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from fivehundred_sim.report.words import ASCII, Glyphs

TEXT_WIDTH = 100  # longer lines of running text are hard to read
_ASCII_HEAD = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)


def print_text(console: Console, text: str, style: str = "") -> None:
    """Print running text."""
    console.print(Text(text, style=style), width=min(console.width, TEXT_WIDTH))


def empty_table(glyphs: Glyphs, gap: int = 2) -> Table:
    """Return a table without columns, a line below its headings and `gap` spaces between columns."""
    box = _ASCII_HEAD if glyphs is ASCII else SIMPLE_HEAD
    return Table(box=box, show_edge=False, pad_edge=False, padding=(0, gap - 1, 0, 0), header_style="")


def fits(console: Console, table: Table) -> bool:
    """Return whether the console has room for all columns in full."""
    boundless = console.options.update(max_width=10_000)
    return Measurement.get(console, boundless, table).maximum <= console.width
