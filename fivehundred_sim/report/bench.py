"""What a machine does a second, on a terminal, as text, and as files."""

import math
from collections.abc import Callable
from dataclasses import asdict

from rich.console import Console

from fivehundred_sim.report import records
from fivehundred_sim.report.console import Grid, glyphs_of, print_lines, print_text, print_widest
from fivehundred_sim.report.glyphs import Glyphs
from fivehundred_sim.study.bench import Benched

# Whether a table shows the quartiles of rates, those of ratios, and how many times one thread several are.
_LAYOUTS = ((True, True, True), (False, True, True), (False, True, False), (False, False, False))


def print_bench(benched: Benched, console: Console, *, ascii_only: bool = False) -> None:
    """Print one line a measure and number of threads, and how to read them."""
    glyphs = glyphs_of(console, ascii_only)
    layout = print_widest(_LAYOUTS, lambda layout: _grid(benched, glyphs, *layout), console, glyphs)
    print_text(console, " ".join(_notes(benched, any(layout[:2]))))
    print_lines(console, [glyphs.text(f"Wrong: {fault}.") for fault in benched.faults])


def _notes(benched: Benched, quartiles: bool) -> list[str]:
    spread = "medians (and quartiles)" if quartiles else "medians"
    rounds = "one round" if benched.rounds == 1 else f"{benched.rounds} rounds"
    notes = [f"A second, {spread} of {rounds}; one thread by its own time, more by the clock."]
    if peer := _peer(benched):
        notes.append(f"{peer} solved the same deals in turn with us.")
    notes.append(f"Rules {benched.rules.name}, seed {benched.seed}.")
    return notes


def _peer(benched: Benched) -> str | None:
    return next((row.peer for row in benched.rows if row.peer), None)


def _grid(benched: Benched, glyphs: Glyphs, rates: bool, ratios: bool, scaling: bool) -> Grid:
    peer = _peer(benched)
    headings = ["measure", "threads", "a second", *(["scaling"] if scaling else [])]
    if peer:
        headings += [f"{peer} a second", *([f"{peer} scaling"] if scaling else []), f"times {peer}"]
    grid = Grid(headings, frozenset(headings[1:]), gap=2)
    for row in benched.rows:
        rate = figure(row.per_second) + _spread(
            row.per_second_low, row.per_second_high, figure, glyphs, rates
        )
        cells = [
            glyphs.text(row.measure),
            str(row.threads),
            rate,
            *([_times(row.scaling)] if scaling else []),
        ]
        if peer:
            cells += [
                figure(row.peer_per_second),
                *([_times(row.peer_scaling)] if scaling else []),
                _times(row.peer_ratio)
                + _spread(row.peer_ratio_low, row.peer_ratio_high, _times, glyphs, ratios),
            ]
        grid.lines.append((cells, False))
    return grid


def _spread(
    low: float | None, high: float | None, shown: Callable[[float], str], glyphs: Glyphs, wanted: bool
) -> str:
    if not wanted or low is None or high is None:
        return ""
    return f" ({shown(low)}{glyphs.dash}{shown(high)})"


def figure(rate: float | None) -> str:
    """Return a rate with three significant digits: 5,060,000, 859 or 0.314; nothing for None."""
    if rate is None:
        return ""
    places = 2 - math.floor(math.log10(rate)) if rate > 0 else 0
    return f"{round(rate, places):,.{max(0, places)}f}"


def _times(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.2f}"


# --- text and files -----------------------------------------------------------------------------------------


def render(benched: Benched, form: str) -> str:
    """Return what was measured as text: `json`, `csv` or `markdown`."""
    if form == "json":
        return records.to_json(benched.to_json_dict())
    return records.to_markdown(_rounded(benched)) if form == "markdown" else records.to_csv(_records(benched))


def write(benched: Benched, path: str) -> None:
    """Write what was measured to `path` in the form of its suffix. Raises OutputError."""
    about = {key: value for key, value in benched.to_json_dict().items() if key != "rows"}

    def content(form: str) -> str | bytes:
        return records.to_parquet(_records(benched), about) if form == "parquet" else render(benched, form)

    records.write(path, content)


def _records(benched: Benched) -> list[dict[str, object]]:
    """Return the rows flat; columns of a peer that nobody asked for are left out."""
    peer = _peer(benched) is not None
    return [
        {name: value for name, value in asdict(row).items() if peer or not name.startswith("peer")}
        for row in benched.rows
    ]


def _rounded(benched: Benched) -> list[dict[str, object]]:
    """Return the rows with figures as a reader wants them."""

    def shown(name: str, value: object) -> object:
        if not isinstance(value, float):
            return value
        return figure(value) if "per_second" in name else _times(value)

    return [{name: shown(name, value) for name, value in row.items()} for row in _records(benched)]
