"""Where commands read from and write to: input files, stdout for the result, stderr for everything else."""

import csv
import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from fivehundred_sim.cli.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, TaskID

STDIN = "-"
PIPE_WIDTH = 120  # columns: room for the widest table
PROGRESS_AFTER = 1.0  # seconds: below that a bar only flickers
FAULTS_TOLD = 5  # of an input, line by line; the others are counted

_Made = TypeVar("_Made")


@dataclass(frozen=True)
class Row:
    """One line of an input: its number, what it stands in, and its fields by column name.

    What came as an argument has no line and stands nowhere. Parquet has rows, numbered from 1.
    """

    line: int | None
    source: str
    fields: dict[str, str]
    unit: str = "line"

    @property
    def place(self) -> str:
        """Where the row stands, for messages; empty for an argument."""
        return "" if self.line is None else f"{self.unit} {self.line} of {self.source}"


@dataclass(frozen=True)
class Table:
    """The lines of an input and the header it had (None: plain lines, one question each)."""

    rows: list[Row]
    header: list[str] | None


@dataclass(frozen=True)
class View:
    """How a result is shown on stdout."""

    form: str
    color: str
    ascii_only: bool


def _read_text(source: str) -> str:
    name = "standard input" if source == STDIN else source
    try:
        if source == STDIN:
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return Path(source).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8 text") from error
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror or error}") from error


def read_table(source: str, column: str) -> Table:
    """Return the rows of a file (or of stdin, `-`) that asks one question a line.

    A first line that names `column` among comma-separated words makes it CSV, which a .csv file has to be;
    otherwise each line is the text of that column. Blank lines and lines that start with # are skipped. A
    .parquet file is read like the CSV of its rows. Raises UsageError for what cannot be read, an empty input,
    and CSV rows that do not fit their header.
    """
    if source.lower().endswith(".parquet"):
        return _parquet_table(source, column)
    text = _read_text(source)
    name = "standard input" if source == STDIN else source
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if _says_something(line)]
    if not lines:
        raise UsageError(f"{name} is empty; expected one {column} a line, or CSV with the column {column}")
    header = [word.lower() for word in _cells(lines[0][1])]
    top = Row(lines[0][0], name, {}).place
    if column not in header:
        if source.lower().endswith(".csv"):
            raise UsageError(f"{top}, the header, has no column {column} (it has {', '.join(header)})")
        return Table([Row(number, name, {column: line.strip()}) for number, line in lines], None)
    if len(set(header)) < len(header):
        raise UsageError(f"{top}, the header, names a column twice")
    if len(lines) == 1:
        raise UsageError(f"{name} has a header and no rows")
    return Table([_csv_row(number, name, line, header) for number, line in lines[1:]], header)


def _parquet_table(source: str, column: str) -> Table:
    from pyarrow import ArrowException, parquet  # type: ignore[import-untyped]

    try:
        with Path(source).open("rb") as file:
            frame = parquet.read_table(file)
    except (OSError, ArrowException) as error:
        reason = getattr(error, "strerror", None) or "it is not a Parquet file"
        raise UsageError(f"cannot read {source}: {reason}") from error
    names = [str(name).strip().lower() for name in frame.column_names]
    if column not in names:
        raise UsageError(f"{source} has no column {column} (it has {', '.join(names) or 'none'})")
    if len(set(names)) < len(names):
        raise UsageError(f"{source} names a column twice")
    if frame.num_rows == 0:
        raise UsageError(f"{source} has no rows")
    columns = [[_cell(value) for value in values.to_pylist()] for values in frame.columns]
    rows = zip(*columns, strict=True)
    return Table(
        [
            Row(number, source, dict(zip(names, cells, strict=True)), "row")
            for number, cells in enumerate(rows, 1)
        ],
        names,
    )


def _cell(value: object) -> str:
    """Return the text that a CSV would have: nothing for nothing, whole numbers without a point."""
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _csv_row(number: int, source: str, line: str, header: list[str]) -> Row:
    cells = _cells(line)
    row = Row(number, source, dict(zip(header, cells, strict=False)))
    if len(cells) != len(header):
        counts = f"{len(cells)} columns, the header has {len(header)}"
        raise UsageError(f"{row.place} has {counts} (a cell with commas needs quotes)")
    return row


def _cells(line: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line]))]
    except csv.Error:  # a cell past csv's limit of 128 KB: no card text
        return [line]


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def single_text(words: list[str], what: str) -> str:
    """Return the text of an argument given as one or several words, or as `-` from stdin."""
    if words != [STDIN]:
        return " ".join(words)
    table = read_table(STDIN, what)
    if table.header is not None or len(table.rows) > 1:
        found = "CSV" if table.header is not None else f"{len(table.rows)} lines"
        raise UsageError(
            f"standard input holds {found} where one {what} was expected; use --input - for many"
        )
    return table.rows[0].fields[what]


def asked_rows(words: list[str] | None, source: str | None, what: str, expected: str) -> list[Row]:
    """Return the questions of an argument or, with `--input`, of the lines of `source`; not both."""
    if source is None:
        if not words:
            raise UsageError(f"which {what}? Give {expected}, or --input FILE for many {what}s")
        return [Row(None, "", {what: single_text(words, what)})]
    if words:
        raise UsageError(f"a {what.upper()} ({' '.join(words)}) and --input {source} exclude each other")
    return read_table(source, what).rows


def each_row(rows: list[Row], made_of: Callable[[Row], _Made]) -> list[_Made]:
    """Return what is made of every row. Raises UsageError with the places and faults of those that are wrong.

    The first few are told and the others counted, so that a file can be mended at one go; a fault that many
    rows share, such as that of an option, is told once.
    """
    made: list[_Made] = []
    faults: dict[str, str] = {}
    wrong = 0
    for row in rows:
        try:
            made.append(made_of(row))
        except ValueError as error:
            if not row.place:
                raise
            wrong += 1
            faults.setdefault(str(error), row.place)
    if wrong:
        told = [f"{place}: {fault}" for fault, place in faults.items()][:FAULTS_TOLD]
        more = wrong - len(told)
        also = [f"and {more} more {rows[0].unit}{'s' if more > 1 else ''} at fault"] if more else []
        raise UsageError("; ".join(told + also))
    return made


def write_result(text: str) -> None:
    """Write the result to stdout and flush, so that a reader that has left (`| head`) ends us here."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        # Tables keep to what the encoding has; data (JSON, CSV) is UTF-8 before it is unreadable.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
    with _full_disk_told():
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()


@contextmanager
def _full_disk_told() -> Iterator[None]:
    """Say in a sentence that stdout takes no more; a reader that has left is no fault."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"cannot write the result: {error.strerror or error}") from error


def note(text: str, quiet: bool) -> None:
    """Write one line to stderr unless `quiet`."""
    if not quiet:
        print(text, file=sys.stderr, flush=True)


@contextmanager
def result_console(color: str) -> Iterator["Console"]:
    """Give a rich console for the result, which goes to stdout at the end; NO_COLOR beats FORCE_COLOR.

    What is printed is collected first, so that a failure half way leaves nothing on stdout.
    """
    from rich.console import Console

    plain = color == "never" or (color == "auto" and bool(os.environ.get("NO_COLOR")))
    forced = True if color == "always" else (False if plain else None)
    # A file or pipe has no width of its own; rich's 80 columns would drop each side's points from the table.
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    console = Console(file=sys.stdout, force_terminal=forced, no_color=plain, highlight=False, width=width)
    with _full_disk_told(), console.capture() as captured:  # rich writes, if nothing, to stdout too
        yield console
    write_result(captured.get())


class ProgressBar:
    """A progress callback `(done, total)` that draws a bar on stderr once the work has lasted a second.

    unit: what is counted, in the plural, for a bar that also says how many a second; or nothing.
    """

    def __init__(self, label: str, quiet: bool, unit: str = "") -> None:
        self.label = label  # what is being done now
        self._unit = unit
        self._shown = not quiet and sys.stderr.isatty()
        self._start = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, done: int, total: int) -> None:
        """Tell how much of the work is done."""
        if not self._shown or time.monotonic() - self._start < PROGRESS_AFTER:
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import Progress

            columns = [*Progress.get_default_columns(), *_rate_columns(self._unit)]
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(self.label, total=total)
            self._bar.start()
        assert self._task is not None
        self._bar.update(self._task, description=self.label, completed=done, total=total)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()


def _rate_columns(unit: str) -> "list[ProgressColumn]":
    """Return what says how many units are done a second, for a bar; nothing without a unit."""
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else "", "progress.data.speed")

    return [Rate()] if unit else []


@contextmanager
def progress_bar(label: str, quiet: bool, unit: str = "") -> Iterator[ProgressBar]:
    """Give a progress callback, and remove its bar at the end."""
    bar = ProgressBar(label, quiet, unit)
    try:
        yield bar
    finally:
        bar.close()
