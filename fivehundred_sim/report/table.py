"""Bidding tables as text and as files: one page to print, and every cell as CSV, Parquet and JSON."""

import io
import json
import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from fivehundred_sim.report import files, records
from fivehundred_sim.report.console import fits, glyphs_of, print_grid, print_text
from fivehundred_sim.report.glyphs import ASCII, UNICODE, Glyphs
from fivehundred_sim.report.sentences import rules_label
from fivehundred_sim.report.table_page import DOUBT, SIDE_BY_SIDE, Part, page, shape_page, widest_error
from fivehundred_sim.study.table.groupings import POOLED, SHAPES
from fivehundred_sim.study.table.table import FEW_HANDS, Table

# --- sentences ----------------------------------------------------------------------------------------------


def headline(glyphs: Glyphs) -> str:
    """Return what the page is."""
    return glyphs.text("Bid this with that: the highest level that pays, and how often it is made, in %")


def reading(glyphs: Glyphs) -> str:
    """Return how a cell is read."""
    return (
        f"7 62: seven is the highest level that brings more points than it costs, and it is made 62 times"
        f" in 100. {DOUBT}: an interval covers zero, so that the level may be another. {glyphs.none}: no"
        f" level pays. A misère in brackets does not pay. Empty: fewer than {FEW_HANDS} hands. J is the joker"
        " (of two BJ the higher, RJ the lower), R and L the bowers, A the ace of trumps, - none of them."
    )


# What a sentence adds for who has the program before him, and a printed card leaves out, stands in brackets.
ALIKE = "Suits alike stand together, each hand with the points of its own suit[: --by tops has every suit]."
PAYS = (
    "Pays means against scoring nothing: what the other side would make, and what the calls say, is left out"
    "[ (advise --auction weighs both)]. A lower level may bring more[: the CSV has the points of each]."
)
GAPS = (
    "M is misère, OM open misère. Gaps: in each suit the most cards missing below a card that own lower cards"
    " do not answer; summed."
)
MODELS = {
    "calibrated": "contracts as sampled players would fare, by the quick calibration",
    "heuristic": "contracts played by heuristic players",
}


def errors_sentence(parts: Sequence[Part], glyphs: Glyphs) -> str:
    """Return how sure the chances of the page are, or why it is empty."""
    if not parts:
        return f"No kind of hand that pays was dealt {FEW_HANDS} times: --deals asks for more."
    return (
        f"Chances are good to {glyphs.plus_minus} {widest_error(parts)} % or better (95 %, chance of the"
        " deals alone, not of the player model)."
    )


def basis(table: Table) -> str:
    """Return what the figures rest on, in a sentence."""
    made = table.manifest
    return (
        f"Assumptions: rules {rules_label(table)} ({made.rules_hash[:8]}), seed {made.seed},"
        f" {table.plan.deals:,} random deals, every hand the contractor's in every denomination, with kitty"
        f" and discard; {MODELS[table.engines[0]]}."
    )


def notes(table: Table, parts: Sequence[Part], glyphs: Glyphs, *, printed: bool = False) -> list[str]:
    """Return what stands below the grids, sentence by sentence; printed: for who sees only the sheet."""
    rows = [row for part in parts for row in part.rows]
    alike = (
        [_for_reader(ALIKE, printed)]
        if any(row["grouping"] == POOLED.name and "trumps" in row for row in rows)
        else []
    )
    gaps = [GAPS] if any("gaps" in row for row in rows) else []
    lines = (
        reading(glyphs),
        _for_reader(PAYS, printed),
        *alike,
        *gaps,
        errors_sentence(parts, glyphs),
        basis(table),
    )
    return [glyphs.text(line) for line in lines]


def _for_reader(line: str, printed: bool) -> str:
    """Return a sentence with what is meant for who has the program, or without it."""
    return re.sub(r"\[(.*?)\]", "" if printed else r"\1", line)


# --- the page -----------------------------------------------------------------------------------------------


def page_by(
    table: Table, by: Sequence[str] | None, glyphs: Glyphs, side_by_side: int = SIDE_BY_SIDE
) -> list[Part]:
    """Return the grids of the page: by suit lengths where nothing else is asked for."""
    if by and tuple(by) == (SHAPES.name,):
        return shape_page(table, glyphs)
    return page(table, glyphs, side_by_side)


def print_table(
    table: Table, console: Console, by: Sequence[str] | None = None, *, ascii_only: bool = False
) -> None:
    """Print the page: what pays in suits, no-trump and misères, and what that rests on."""
    glyphs = glyphs_of(console, ascii_only)
    parts = page_by(table, by, glyphs)
    if not all(fits(part.grid, console) for part in parts):
        parts = page_by(table, by, glyphs, side_by_side=1)
    print_text(console, (headline(glyphs), "bold"))
    for part in parts:
        print_text(console, glyphs.text(part.title))
        print_grid(part.grid, console, glyphs)
    for line in notes(table, parts, glyphs):
        print_text(console, line)


def markdown(table: Table, glyphs: Glyphs, by: Sequence[str] | None = None) -> str:
    """Return the page in Markdown."""
    parts = page_by(table, by, glyphs)
    blocks = [f"**{headline(glyphs)}**"]
    for part in parts:
        cells = (line for line, _ in part.grid.lines)
        drawn = records.markdown_table(part.grid.headings, cells, part.grid.right)
        blocks += [glyphs.text(part.title), drawn.rstrip()]
    return "\n\n".join([*blocks, *notes(table, parts, glyphs)]) + "\n"


# --- text and files -----------------------------------------------------------------------------------------


def render(table: Table, form: str, by: Sequence[str] | None = None, *, ascii_only: bool = False) -> str:
    """Return text: `json` or `csv` (the groupings `by`, or all), or the page as `markdown` or `html`."""
    if form == "json":
        return records.to_json(table.to_json_dict(by))
    if form == "csv":
        return str(table.frame(by).to_csv(index=False, lineterminator="\n"))
    if form == "html":
        from fivehundred_sim.report.html.table import to_html

        return to_html(table, by)
    return markdown(table, ASCII if ascii_only else UNICODE, by)


def write(table: Table, path: str | Path, by: Sequence[str] | None = None, theme: str = "light") -> None:
    """Write the tables to `path` in the form of its suffix. Raises OutputError."""
    target = Path(path)
    files.check_outputs([target])
    suffix = target.suffix.lower()
    if suffix == ".parquet":
        content = _parquet(table, by)
    elif suffix in records.PAGE_FORMS:
        content = render(table, records.PAGE_FORMS[suffix], by).encode()
    else:
        content = _chart(table, suffix[1:], theme)
    files.replace(target, content)


def _parquet(table: Table, by: Sequence[str] | None) -> bytes:
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import parquet

    content = pa.Table.from_pandas(table.frame(by), preserve_index=False)
    about = {"fivehundred": json.dumps(table.about(), sort_keys=True)}
    buffer = io.BytesIO()
    parquet.write_table(content.replace_schema_metadata({**content.schema.metadata, **about}), buffer)
    return buffer.getvalue()


def _chart(table: Table, kind: str, theme: str) -> bytes:
    from fivehundred_sim.report import chart
    from fivehundred_sim.report.table_chart import TITLE, table_chart

    manifest = json.dumps(table.manifest.to_json_dict(), sort_keys=True)
    return chart.render(table_chart(table, chart.THEMES[theme]), kind, manifest, TITLE)
