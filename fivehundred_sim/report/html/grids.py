"""The grids of the terminal as tables of a page."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from rich.text import Text

from fivehundred_sim.report import console
from fivehundred_sim.report.console import Grid
from fivehundred_sim.report.html.page import Body, Cell, Column, Row, Table

Keys = Sequence[float | None]
_LOOKS: dict[object, str] = {style: verdict for verdict, style in console.STYLES.items()}


def table_of(
    grid: Grid,
    caption: str,
    keys: Sequence[Keys] | None = None,
    *,
    looks: Sequence[str] | None = None,
    extra: Collection[str] = (),
    rising: Collection[str] = (),
    look: str = "",
) -> Table:
    """Return a grid as a table; its bold lines that are empty but for their first cell become headings.

    keys: for each other line what its cells are sorted by; without them the table does not sort. looks: the
    look of each such line, for the style sheet. extra: headings of columns that narrow screens leave out;
    rising: those whose first sorting puts the lowest first.
    """
    headings = [_one_line(heading) for heading in grid.headings]
    right = {_one_line(heading) for heading in grid.right}
    columns = [
        Column(heading, right=heading in right, extra=heading in extra, falling=heading not in rising)
        for heading in headings
    ]
    nothing: Keys = [None] * len(headings)
    bodies: list[Body] = []
    rows: list[Row] = []
    title, place = "", 0
    for cells, bold in grid.lines:
        words = [_one_line(str(cell)) for cell in cells]
        verdicts = [_LOOKS.get(cell.style, "") if isinstance(cell, Text) else "" for cell in cells]
        if bold and not any(words[1:]):
            bodies += [Body(rows, title)] if rows else []
            rows, title = [], words[0]
            continue
        line_keys = nothing if keys is None else keys[place]
        made = [Cell(*parts) for parts in zip(words, line_keys, verdicts, strict=True)]
        rows.append(Row(made, looks[place] if looks else ""))
        place += 1
    bodies.append(Body(rows, title))
    return Table(caption, columns, bodies, sorts=keys is not None, look=look)


def matrix_of(grid: Grid, caption: str, cell_look: str = "") -> Table:
    """Return a grid of which rows and columns both have names; what columns share ("♠♣ 5") stands above."""
    table = table_of(grid, caption, look="matrix")
    table = replace(table, bodies=[_with_look(body, cell_look) for body in table.bodies])
    first, *others = table.columns
    parted = [(column, column.heading.rpartition(" ")) for column in others]
    named = [replace(column, group=shared, heading=own) for column, (shared, _, own) in parted]
    return replace(table, columns=[first, *named])


def _with_look(body: Body, look: str) -> Body:
    """Return a body whose cells, but those that name its rows, have a look."""
    rows = [
        replace(row, cells=[row.cells[0], *(replace(cell, look=look) for cell in row.cells[1:])])
        for row in body.rows
    ]
    return replace(body, rows=rows)


def _one_line(text: str) -> str:
    return text.replace("\n", " ").strip()
