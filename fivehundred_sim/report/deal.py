"""Deals as lines that `solve --input` reads again, as CSV, JSON, Markdown and Parquet.

What a block of deals looks like depends on nothing outside it, so blocks can be written as they come.
"""

import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from fivehundred_sim.cards import format_card, sort_hand
from fivehundred_sim.report import files, records
from fivehundred_sim.study.deals.condition import Layout
from fivehundred_sim.study.deals.data import SCHEMA, Block, DataSet, DealManifest

ROW_GROUP = 100_000  # rows of a Parquet file that are written together
FORMS = {".txt": "table", ".csv": "csv", ".parquet": "parquet", ".json": "json", ".md": "markdown"}


def check_outputs(paths: Iterable[str]) -> None:
    """Raise OutputError for the first output that could not be written, before any work is done."""
    for path in map(Path, paths):
        if path.suffix.lower() not in FORMS:
            raise files.OutputError(f'cannot write "{path}": expected a name that ends in {", ".join(FORMS)}')
        files.check_place(path)


# --- blocks -------------------------------------------------------------------------------------------------


def _words(block: Block, layout: Layout, start: int, size: int) -> list[str]:
    """Return some places of every row as card words in display order."""
    shown = sort_hand(layout.pack)
    words = [format_card(card, layout.pack) for card in shown]
    place_of = np.array([shown.index(card) for card in layout.pack])
    places = np.sort(place_of[block.rows[:, start : start + size]], axis=1)
    return [" ".join([words[place] for place in row]) for row in places.tolist()]


def lines(block: Block, layout: Layout) -> list[str]:
    """Return each deal as a line `h0 | h1 | h2 | h3 | kitty`."""
    parts = [_words(block, layout, place.start, place.size) for place in layout.places]
    return [" | ".join(deal) for deal in zip(*parts, strict=True)]


def columns(block: Block, asked: DataSet) -> dict[str, list[object]]:
    """Return a block's columns by name: number, seed, deal, perhaps the dead cards, and the results."""
    layout = asked.layout
    found: dict[str, list[object]] = {
        "number": list(range(block.first, block.first + len(block))),
        "seed": [asked.seed] * len(block),
        "deal": list(lines(block, layout)),
    }
    last = layout.places[-1]
    dealt = last.start + last.size
    if dealt < len(layout.pack):
        found["dead"] = list(_words(block, layout, dealt, len(layout.pack) - dealt))
    return found | {name: values.tolist() for name, values in block.columns.items()}


def text(block: Block, asked: DataSet, form: str) -> str:
    """Return a block as lines of deals (`table`), or of CSV without a header."""
    if form == "table":
        return "".join(line + "\n" for line in lines(block, asked.layout))
    return records.csv_rows(_records([block], asked), list(columns(block, asked)))


def csv_header(block: Block, asked: DataSet) -> str:
    """Return the CSV line that names the columns."""
    return records.csv_text([list(columns(block, asked))])


# --- whole data sets ----------------------------------------------------------------------------------------


def render(blocks: Sequence[Block], asked: DataSet, made: DealManifest, form: str) -> str:
    """Return all blocks as text: `table`, `csv`, `json` or `markdown`."""
    if form == "json":
        return records.to_json(
            {
                "schema": SCHEMA,
                "rules": {"name": made.rules_name, "hash": made.rules_hash},
                "seed": made.seed,
                "where": list(made.where),
                "chance": made.chance,
                "exact": made.chance_exact,
                "complete": made.complete,
                "rows": _records(blocks, asked),
                "manifest": made.to_json_dict(),
            }
        )
    if form == "markdown":
        return records.to_markdown(_records(blocks, asked))
    head = csv_header(blocks[0], asked) if form == "csv" else ""
    return head + "".join(text(block, asked, form) for block in blocks)


def _records(blocks: Sequence[Block], asked: DataSet) -> list[dict[str, object]]:
    found = []
    for block in blocks:
        named = columns(block, asked)
        found += [dict(zip(named, row, strict=True)) for row in zip(*named.values(), strict=True)]
    return found


def _parquet(blocks: Sequence[Block], asked: DataSet, made: DealManifest) -> bytes:
    """Return Parquet, results as int8 and bool; the manifest stands in the metadata, under `fivehundred`.

    Words take ten times the memory of pack indices, so they are made for one row group at a time.
    """
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow import parquet

    about = {"fivehundred": json.dumps(made.to_json_dict(), sort_keys=True)}
    tables = (pa.table(columns(block, asked) | dict(block.columns)) for block in blocks)
    first = next(tables)
    buffer = io.BytesIO()
    with parquet.ParquetWriter(buffer, first.schema.with_metadata(about)) as writer:
        group, rows = [first], len(first)
        for table in tables:
            if rows >= ROW_GROUP:
                writer.write_table(pa.concat_tables(group))
                group, rows = [], 0
            group.append(table)
            rows += len(table)
        writer.write_table(pa.concat_tables(group))
    return buffer.getvalue()


def write(blocks: Sequence[Block], asked: DataSet, made: DealManifest, path: str) -> None:
    """Write all blocks to `path` in the form of its suffix. Raises OutputError."""
    form = FORMS[Path(path).suffix.lower()]
    content = (
        _parquet(blocks, asked, made) if form == "parquet" else render(blocks, asked, made, form).encode()
    )
    files.replace(Path(path), content)


# --- sentences ----------------------------------------------------------------------------------------------


def rarity(made: DealManifest) -> str:
    """Return how rare the deals asked for are, in a sentence."""
    about, exact = ("", ", exact") if made.chance_exact else ("about ", "")
    fits = f"One deal in {about}{_number(1 / made.chance)} fits ({100 * made.chance:.3g} %{exact})"
    if not made.loose:
        return f"{fits}."
    places = " and ".join(made.loose)
    tries = f"{made.deals:,} of {made.tries:,} tries fitted"
    return f"{fits}; what {places} must hold was met by rejection: {tries}."


def _number(value: float) -> str:
    """Return three digits of what is small, whole numbers of what is not."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
