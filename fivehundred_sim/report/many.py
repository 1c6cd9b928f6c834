"""Many answers as one table of a line each, on a terminal or in Markdown."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from fivehundred_sim.report import figures
from fivehundred_sim.report.console import STYLES, Cell, Grid
from fivehundred_sim.report.glyphs import Glyphs
from fivehundred_sim.study.advice import Advice, ContractEstimate

_HEADINGS = {"gap": "model\ngap", "best": "most\npoints", "worth": "most points"}
_RIGHT = frozenset({"line", "chance", "points", "gap"})
_OF_ASKED = ("bid", "answer", "worth")  # columns that need a bid to be asked about


@dataclass(frozen=True)
class ManyLayout:
    """Which columns a table of many answers shows, and whether its chances are whole per cents."""

    columns: tuple[str, ...]
    gap: int = 1
    short: bool = False


_ALL = ("line", "hand", "bid", "answer", "chance", "points", "gap", "worth")
# Widest first; the bid, the answer, the chance and the best contract always stay.
MANY_LAYOUTS = (
    ManyLayout(_ALL, gap=2),
    ManyLayout(_ALL),
    ManyLayout(_ALL, short=True),
    ManyLayout((*_ALL[:-1], "best"), short=True),
    ManyLayout(("line", "hand", "bid", "answer", "chance", "best"), short=True),
    ManyLayout(("line", "bid", "answer", "chance", "best"), short=True),
)


def many_grid(answers: Sequence[Advice], glyphs: Glyphs, layout: ManyLayout) -> Grid:
    """Return the table of many answers in one layout.

    Chance, points and gap are those of the bid asked about. When no answer is about a bid, they are those of
    the contract that brings most, which then stands before them.
    """
    columns = columns_of(answers, layout)
    headings = {name: _HEADINGS.get(name, name) for name in columns}
    if "chance" in columns:
        headings["chance"] = "chance %" if layout.short else "chance % (95 %)"
    grid = Grid(
        list(headings.values()), frozenset(headings[name] for name in _RIGHT & set(columns)), layout.gap
    )
    for number, advice in enumerate(answers, 1):
        line = number if advice.line is None else advice.line
        cells = {"line": str(line), **_cells(advice, glyphs, layout, "bid" in columns)}
        grid.lines.append(([cells[name] for name in columns], False))
    return grid


def columns_of(answers: Sequence[Advice], layout: ManyLayout) -> tuple[str, ...]:
    """Return the columns of a layout that say something of these answers."""
    columns = layout.columns
    if all(advice.asked is None for advice in answers):
        columns = tuple(name for name in columns if name not in (*_OF_ASKED, "best"))
        columns = (*columns[: columns.index("chance")], "best", *columns[columns.index("chance") :])
    return tuple(name for name in columns if name != "gap" or len(answers[0].engines) > 1)


def _cells(advice: Advice, glyphs: Glyphs, layout: ManyLayout, about_asked: bool) -> dict[str, Cell]:
    best = advice.row(advice.engine, advice.best)
    name = glyphs.bid(best.bid) + (glyphs.tie if advice.ties else "")
    cells: dict[str, Cell] = {
        "hand": glyphs.grouped_hand(advice.hand),
        "best": name,
        "worth": f"{name} {figures.points(best, glyphs)}",
    }
    if not about_asked:
        return cells | _figures([row for row in advice.contracts if row.bid == best.bid], glyphs, layout)
    if advice.asked is None:
        return cells | dict.fromkeys(("bid", "answer", "chance", "points", "gap"), glyphs.none)
    verdicts = dict.fromkeys(row.verdict for row in advice.asked.rows)
    answer = Text("/".join(verdicts), style=STYLES[advice.asked.verdict])
    asked: dict[str, Cell] = {"bid": glyphs.bid(advice.asked.bid), "answer": answer}
    return cells | asked | _figures(advice.asked.rows, glyphs, layout)


def _figures(rows: Sequence[ContractEstimate], glyphs: Glyphs, layout: ManyLayout) -> dict[str, Cell]:
    row = rows[0]
    percent = figures.short_percent if layout.short else figures.cell_percent
    return {
        "chance": percent(row, glyphs),
        "points": figures.points(row, glyphs),
        "gap": _gap(rows, glyphs),
    }


def _gap(rows: Sequence[ContractEstimate], glyphs: Glyphs) -> str:
    """Return how much higher the second model's chance is or, of more models, how far they are apart."""
    if len(rows) < 2:
        return ""
    if len(rows) == 2:
        return figures.chance_gap(rows[0], rows[1], glyphs)
    chances = [row.p_make for row in rows]
    return f"{round(100 * (max(chances) - min(chances)))}"
