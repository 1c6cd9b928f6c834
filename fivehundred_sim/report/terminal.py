"""The answer on a terminal: the plain sentences first, then the table, then what it rests on."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from rich.console import Console

from fivehundred_sim.report import sentences
from fivehundred_sim.report.contracts_table import LAYOUTS, contracts_grid
from fivehundred_sim.report.glyphs import ASCII, Glyphs, glyphs_for
from fivehundred_sim.report.layout import STYLES, Grid, fits, print_grid, print_lines, print_text
from fivehundred_sim.report.many import MANY_LAYOUTS, many_grid
from fivehundred_sim.study.advice import Advice

_Layout = TypeVar("_Layout")


def print_advice(advice: Advice, console: Console, *, ascii_only: bool = False) -> None:
    """Print one answer; suits and bars are symbols where the console's encoding has them."""
    glyphs = _glyphs(console, ascii_only)
    first, rest = sentences.opening(advice, glyphs)
    print_text(console, (first, f"bold {STYLES[advice.asked.verdict]}" if advice.asked else "bold"), rest)
    console.print()
    print_text(console, f"Hand: {glyphs.hand(advice.hand)}")
    console.print()
    layout = _print_widest(LAYOUTS, partial(contracts_grid, advice, glyphs), console, glyphs)
    legend = sentences.legend(advice, glyphs, stacked=layout.stacked)
    if not layout.complete:
        legend += " A wider terminal shows more."
    print_lines(console, [legend, *sentences.notes(advice, glyphs)])


def print_many(answers: Sequence[Advice], console: Console, *, ascii_only: bool = False) -> None:
    """Print one line an answer, then what they all rest on."""
    glyphs = _glyphs(console, ascii_only)
    layout = _print_widest(MANY_LAYOUTS, partial(many_grid, answers, glyphs), console, glyphs)
    legend = sentences.legend_many(answers, glyphs)
    if layout is not MANY_LAYOUTS[0]:
        legend += " A wider terminal shows more."
    print_lines(console, [legend, *sentences.notes(answers[0], glyphs)])


def _print_widest(
    layouts: Sequence[_Layout], grid_in: Callable[[_Layout], Grid], console: Console, glyphs: Glyphs
) -> _Layout:
    """Print a table in the widest layout that the console has room for, else the last; return the layout."""
    for layout in layouts:
        grid = grid_in(layout)
        if fits(grid, console):
            break
    print_grid(grid, console, glyphs)
    console.print()
    return layout


def _glyphs(console: Console, ascii_only: bool) -> Glyphs:
    return ASCII if ascii_only else glyphs_for(console.encoding)
