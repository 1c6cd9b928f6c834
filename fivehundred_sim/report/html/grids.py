"""The grids of the terminal as tables of a page."""

from collections.abc import Collection, Sequence

from fivehundred_sim.report.console import Grid
from fivehundred_sim.report.html.page import Body, Cell, Column, Row, Table

Keys = Sequence[float | None]


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
    """Return a grid as a table.

    keys: for each line of the grid what its cells are sorted by; without them the table does not sort. looks:
    the look of each line, for the style sheet. extra: headings of columns that narrow screens leave out;
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
    title = ""
    for place, (cells, bold) in enumerate(grid.lines):
        words = [_one_line(str(cell)) for cell in cells]
        if bold and not any(words[1:]):
            bodies += [Body(rows, title)] if rows else []
            rows, title = [], words[0]
            continue
        line_keys = nothing if keys is None else keys[place]
        made = [Cell(word, key) for word, key in zip(words, line_keys, strict=True)]
        rows.append(Row(made, looks[place] if looks else ""))
    bodies.append(Body(rows, title))
    return Table(caption, columns, bodies, sorts=keys is not None, look=look)


def _one_line(text: str) -> str:
    return text.replace("\n", " ").strip()
