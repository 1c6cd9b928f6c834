"""Flat records as CSV, Markdown and Parquet, and the files that hold them: .json .csv .parquet .md .html.

The answers that are tables of values share this; `advise`, whose answers are also charts, has `files` and
`text`.
"""

import csv
import io
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from fivehundred_sim.report import files

Records = Sequence[Mapping[str, object]]

FORMS = {".json": "json", ".csv": "csv", ".parquet": "parquet", ".md": "markdown"}
PAGE_FORMS = {**FORMS, ".html": "html"}  # of answers that are pages too


def to_json(value: Mapping[str, object]) -> str:
    """Return one JSON object as text; every number in it is finite."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def to_csv(records: Records, columns: Sequence[str] | None = None) -> str:
    """Return CSV with a header: `columns`, or those that the records have, as they first appear."""
    names = list(_columns(records)) if columns is None else list(columns)
    return csv_text([names]) + csv_rows(records, names)


def csv_rows(records: Records, columns: Sequence[str]) -> str:
    """Return records as CSV lines under known columns; what a record lacks is empty."""
    return csv_text([[_cell(record.get(name)) for name in columns] for record in records])


def csv_text(lines: Iterable[Sequence[object]]) -> str:
    """Return lines of cells as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue()


def to_markdown(records: Records) -> str:
    """Return one Markdown table."""
    head, *lines = _lines(records)
    return markdown_table(head, lines)


def markdown_table(
    headings: Sequence[str], lines: Iterable[Sequence[object]], right: Collection[str] = ()
) -> str:
    """Return one Markdown table; the columns of the headings in `right` are aligned right."""
    rules = ["--:" if heading in right else "---" for heading in headings]
    # A bar inside a cell, as between the hands of a deal, would end it, and so would a line break.
    rows = [
        [str(cell).replace("|", "\\|").replace("\n", " ") for cell in row]
        for row in (headings, rules, *lines)
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def to_parquet(records: Records, about: Mapping[str, object]) -> bytes:
    """Return Parquet; `about`, such as the rules, stands in the file's metadata."""
    from pyarrow import parquet, table  # type: ignore[import-untyped]

    columns = _columns(records)
    for values in columns.values():
        if len({type(value) for value in values} - {type(None)}) > 1:  # a column of the input in other rows
            values[:] = [None if value is None else _cell(value) for value in values]
    content = table(columns).replace_schema_metadata({"fivehundred": json.dumps(about, sort_keys=True)})
    buffer = io.BytesIO()
    parquet.write_table(content, buffer)
    return buffer.getvalue()


def check_outputs(paths: Iterable[str], forms: Mapping[str, str] = FORMS) -> None:
    """Raise OutputError for the first output that could not be written, before any work is done."""
    for path in paths:
        if Path(path).suffix.lower() not in forms:
            raise files.OutputError(f'cannot write "{path}": expected a name that ends in {", ".join(forms)}')
        files.check_outputs([path])


def write(path: str, content: Callable[[str], str | bytes], forms: Mapping[str, str] = FORMS) -> None:
    """Write to `path` what `content` gives for the form of its suffix. Raises OutputError."""
    check_outputs([path], forms)
    text = content(forms[Path(path).suffix.lower()])
    files.replace(Path(path), text.encode() if isinstance(text, str) else text)


def _lines(records: Records) -> list[list[str]]:
    """Return the header and the rows, every cell as text."""
    columns = _columns(records)
    rows = zip(*columns.values(), strict=True)
    return [list(columns), *([_cell(value) for value in row] for row in rows)]


def _columns(records: Records) -> dict[str, list[object | None]]:
    """Return the values by column, columns as they first appear; what a record lacks is None."""
    names = dict.fromkeys(name for record in records for name in record)
    return {name: [record.get(name) for record in records] for name in names}


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
