"""Answers as Markdown, for a forum or a README: the sentences, compact tables, and what they rest on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.report import calls, figures
from fivehundred_sim.report.glyphs import ASCII, UNICODE, Glyphs, heading
from fivehundred_sim.report.groups import groups_of
from fivehundred_sim.report.many import MANY_LAYOUTS, many_grid
from fivehundred_sim.report.records import markdown_table
from fivehundred_sim.report.sentences import how_to_read, legend_many, notes, opening
from fivehundred_sim.study.advice import Advice

if TYPE_CHECKING:
    from fivehundred_sim.study.bidding.bid_or_pass import CallsAnswer


def to_markdown(answer: Advice | Sequence[Advice], *, ascii_only: bool = False) -> str:
    """Return Markdown: of one answer the sentences and tables, of several one table of a line each."""
    glyphs = ASCII if ascii_only else UNICODE
    if isinstance(answer, Advice):
        return _one(answer, glyphs)
    grid = many_grid(answer, glyphs, MANY_LAYOUTS[0])
    lines = [markdown_table(grid.headings, (cells for cells, _ in grid.lines), grid.right)]
    lines += [f"- {note}" for note in (legend_many(answer, glyphs), *notes(answer[0], glyphs))]
    return "\n".join(lines) + "\n"


def _one(advice: Advice, glyphs: Glyphs) -> str:
    asked = f": {glyphs.bid(advice.asked.bid)}?" if advice.asked else ""
    first, rest = opening(advice, glyphs)
    lines = [f"## {glyphs.hand(advice.hand)}{asked}", ""]
    if advice.calls is not None:
        lines += _calls(advice.calls, glyphs)
    played = "" if advice.calls is None else "And if the contract is played: "
    lines += [f"{played}**{first}** {rest}", ""]
    lines += [_table(advice, glyphs), _tricks_table(advice, glyphs)]
    lines += [f"- {note}" for note in (how_to_read(advice, glyphs), *notes(advice, glyphs))]
    return "\n".join(lines) + "\n"


def _calls(answer: "CallsAnswer", glyphs: Glyphs) -> list[str]:
    """What every call is worth: the answer, the table, what it rests on."""
    first, rest = calls.opening(answer, glyphs)
    grid = calls.calls_grid(answer, glyphs, calls.LAYOUTS[0])
    table = markdown_table(grid.headings, (cells for cells, _ in grid.lines), grid.right)
    notes_on_it = [f"- {note}" for note in calls.legend(answer, glyphs)]
    return [f"**{first}** {rest}".strip(), "", table, *notes_on_it, ""]


def _table(advice: Advice, glyphs: Glyphs) -> str:
    """One row a bid, the models side by side; a page has no room for each side's points (CSV has)."""
    headings = ["bid", "value"]
    for engine in advice.engines:
        headings += [f"{engine} %", "points"]
    two = len(advice.engines) == 2
    if two:
        headings.append("gap")
    lines = []
    for bid in (bid for group in groups_of(advice) for bid in group.shown):
        rows = advice.rows(bid)
        cells = [_bid_cell(advice, bid, glyphs), str(next(row.value for row in rows if row))]
        for row in rows:
            cells += [figures.cell_percent(row, glyphs), figures.points(row, glyphs)] if row else ["", ""]
        if two:
            cells.append(figures.chance_gap(rows[0], rows[1], glyphs) if rows[0] and rows[1] else "")
        lines.append(cells)
    return markdown_table(headings, lines, headings[1:])


def _tricks_table(advice: Advice, glyphs: Glyphs) -> str:
    """One row a denomination: the distribution of tricks and its mean."""
    headings = ["denomination"]
    for engine in advice.engines:
        headings += [f"{engine}: tricks 0{glyphs.dash}10", "mean tricks"]
    lines = []
    for bid in (group.bids[0] for group in groups_of(advice)):
        rows = advice.rows(bid)
        if parse_bid(bid).is_misere:  # only its first trick matters
            continue
        cells = [heading(bid, glyphs)]
        for row in rows:
            if row is None:
                cells += ["", ""]
                continue
            # A page runs spaces together, so a number of tricks that never happened is a dot.
            bars = figures.spark(row, glyphs).replace(" ", "·")
            cells += [f"`{bars}`", figures.tricks(row, glyphs)]
        lines.append(cells)
    return markdown_table(headings, lines, {"mean tricks"})


def _bid_cell(advice: Advice, bid: str, glyphs: Glyphs) -> str:
    word = glyphs.bid(bid)
    if advice.asked is not None and advice.asked.bid == bid:
        word = f"**{word}** (asked)"
    if bid == advice.best:
        return f"{word} (most points)"
    return f"{word} (tied)" if bid in advice.ties else word
