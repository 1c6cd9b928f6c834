"""The answer on a terminal: the plain sentences first, then the table, then what it rests on."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.console import Console

from fivehundred_sim.report import calls, sentences
from fivehundred_sim.report.console import STYLES, glyphs_of, print_lines, print_text, print_widest
from fivehundred_sim.report.contracts_table import contracts_grid, layouts_for
from fivehundred_sim.report.glyphs import Glyphs
from fivehundred_sim.report.many import MANY_LAYOUTS, many_grid
from fivehundred_sim.study.advice import Advice

if TYPE_CHECKING:
    from fivehundred_sim.study.bidding.bid_or_pass import CallsAnswer

_WIDER = "A wider terminal shows more."


def print_advice(advice: Advice, console: Console, *, ascii_only: bool = False) -> None:
    """Print one answer; suits and bars are symbols where the console's encoding has them."""
    glyphs = glyphs_of(console, ascii_only)
    if advice.calls is not None:
        _print_calls(advice.calls, console, glyphs)
    first, rest = sentences.opening(advice, glyphs)
    if advice.calls is not None:
        print_text(console, "And if the contract is played:")
    print_text(console, (first, f"bold {STYLES[advice.asked.verdict]}" if advice.asked else "bold"), rest)
    console.print()
    print_text(console, f"Hand: {glyphs.hand(advice.hand)}")
    console.print()
    layout = print_widest(layouts_for(advice), partial(contracts_grid, advice, glyphs), console, glyphs)
    console.print()
    legend = sentences.legend(advice, glyphs, stacked=layout.stacked)
    wider = [] if layout.complete else [_WIDER]
    print_lines(console, [*legend, *wider, *sentences.notes(advice, glyphs)])


def _print_calls(answer: "CallsAnswer", console: Console, glyphs: Glyphs) -> None:
    """Print what every call is worth, before the contracts that are played."""
    first, rest = calls.opening(answer, glyphs)
    style = STYLES[answer.asked[1]] if answer.asked else ""
    print_text(console, (first, f"bold {style}".strip()), rest)
    console.print()
    print_widest(calls.LAYOUTS, partial(calls.calls_grid, answer, glyphs), console, glyphs)
    console.print()
    print_lines(console, calls.legend(answer, glyphs))
    console.print()


def print_many(answers: Sequence[Advice], console: Console, *, ascii_only: bool = False) -> None:
    """Print one line an answer, then what they all rest on."""
    glyphs = glyphs_of(console, ascii_only)
    layout = print_widest(MANY_LAYOUTS, partial(many_grid, answers, glyphs), console, glyphs)
    console.print()
    wider = [] if layout is MANY_LAYOUTS[0] else [_WIDER]
    print_lines(
        console, [sentences.legend_many(answers, glyphs), *wider, *sentences.notes(answers[0], glyphs)]
    )
