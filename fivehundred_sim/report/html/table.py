"""Bidding tables as a page: the grids of the printed page, then the chart of every level."""

from collections.abc import Sequence
from functools import partial

from fivehundred_sim.report import table as report
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.html import charts
from fivehundred_sim.report.html.grids import matrix_of
from fivehundred_sim.report.html.page import Block, Lead, Page, Sentences, render
from fivehundred_sim.report.sentences import rules_label
from fivehundred_sim.report.table_chart import HEADING, READING, TITLE, table_chart
from fivehundred_sim.report.table_page import Part
from fivehundred_sim.study.table.table import Table


def to_html(table: Table, by: Sequence[str] | None = None) -> str:
    """Return the page of bidding tables, by suit lengths where nothing else is asked for."""
    return render(page(table, by))


def look_of(part: Part) -> str:
    """Return how the cells of a grid look: levels stand out from chances, misères have chances alone."""
    return "level" if any("best_level" in row for row in part.rows) else ""


def page(table: Table, by: Sequence[str] | None = None) -> Page:
    """Return the page of bidding tables; the grids are the answer, so the long chart comes after them."""
    parts = report.page_by(table, by, UNICODE)
    reading, *notes = report.notes(table, parts, UNICODE)
    blocks: list[Block] = [Lead("", reading)]
    blocks += [matrix_of(part.grid, part.title, look_of(part)) for part in parts]
    if parts:
        chart = charts.inline(partial(table_chart, table, alone=False), TITLE)
        blocks += [Sentences([f"{HEADING}. {READING}"]), chart]
    headline = report.headline(UNICODE)
    return Page(
        title=f"{headline} ({rules_label(table)})",
        about=f"Five Hundred, rules {rules_label(table)}",
        heading=headline,
        blocks=blocks,
        notes=notes,
        manifest=table.manifest.to_json_dict(),
        look="long grids",
    )
