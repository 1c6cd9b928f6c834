"""House rules compared: a plain answer, tables of what differs, examples of hands, and files."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from rich.console import Console

from fivehundred_sim.report import files, records
from fivehundred_sim.report.compare_words import (
    CHANGES,
    EXAMPLE_WORDS,
    HAND_HEADING,
    ROWS,
    answer_sentences,
    changes_sentence,
    difference,
    notes,
    percent,
    share_words,
    value,
)
from fivehundred_sim.report.console import Grid, glyphs_of, print_item, print_text, print_widest
from fivehundred_sim.report.glyphs import ASCII, UNICODE, Glyphs
from fivehundred_sim.study.compare.compare import Against, Comparison
from fivehundred_sim.study.compare.examples import Example
from fivehundred_sim.study.compare.measures import LEVELS
from fivehundred_sim.study.compare.moments import Compared

WIDE, NARROW, LETTERS = "wide", "narrow", "letters"  # layouts; the last has letters for the sets' names
LAYOUTS = (WIDE, NARROW, LETTERS)
RARE = 0.002  # contracts bid less often than in so many deals, everywhere, have no line
VERDICT_WORDS = {
    "more": "more",
    "less": "less",
    "close": "too close to call",
    "same": "equal",
    "few": "too few",
}
MANY = "Every bid, and the intervals of every set, are in --format csv and --json."
PAIR = "Made: of those bid; the others are set. Rarer bids are in --format csv and --json."


# --- tables -------------------------------------------------------------------------------------------------


def key_rows(answer: Comparison) -> Iterator[tuple[str, str, list[Compared | None]]]:
    """Yield (heading, words, the row of each set but the first) of the measures that were seen."""
    for heading, rows in ROWS.items():
        for key, words in rows.items():
            found = [other.row(key) for other in answer.others]
            if any(found):
                yield heading, words, found


def column_names(answer: Comparison, layout: str) -> list[str]:
    """Return what the columns of the sets are called: names, the values of a sweep, or letters."""
    if layout == LETTERS:
        return [chr(ord("A") + place) for place in range(len(answer.labels))]
    if answer.sweep:
        return [label.removeprefix(f"{answer.sweep.key}=") for label in answer.labels]
    return [*answer.labels]


def legend(answer: Comparison, layout: str) -> str:
    """Return what a layout leaves to be told: whose the letters are, and what = says; empty in the widest."""
    letters = column_names(answer, LETTERS)
    whose = ", ".join(f"{letter} {label}" for letter, label in zip(letters, answer.labels, strict=True))
    parts = [f"{whose}."] if layout == LETTERS else []
    if layout != WIDE and len(answer.others) > 1:
        parts.append(f"= too close to call from {answer.labels[0]}.")
    return " ".join(parts)


def pair_grid(answer: Comparison, glyphs: Glyphs, layout: str = WIDE) -> Grid:
    """Return the measures of two sets, with the difference; narrow, without what was called more or less."""
    first, second = column_names(answer, layout)
    last = ["verdict"] if layout == WIDE else []
    headings = ["", first, second, "difference", *last]
    grid = Grid(headings, frozenset((first, second, "difference")), gap=2 if layout == WIDE else 1)
    seen = ""
    for heading, words, (row,) in key_rows(answer):
        if heading != seen:
            grid.lines.append(([heading, *[""] * (len(headings) - 1)], True))
            seen = heading
        assert row is not None
        cells = [f"  {words}", value(row.a, row, glyphs), value(row.b, row, glyphs), difference(row, glyphs)]
        grid.lines.append(([*cells, *([VERDICT_WORDS[row.verdict]] if last else [])], False))
    return grid


def many_grid(answer: Comparison, glyphs: Glyphs, layout: str = WIDE) -> Grid:
    """Return the measures of several sets; differences from the first in brackets, narrow without them."""
    labels = column_names(answer, layout)
    grid = Grid(["", *labels], frozenset(labels), gap=1 if layout == LETTERS else 2)
    seen = ""
    for heading, words, rows in key_rows(answer):
        if heading != seen:
            grid.lines.append(([heading, *[""] * len(labels)], True))
            seen = heading
        known = next(row for row in rows if row is not None)
        cells = [f"  {words}", value(known.a, known, glyphs)]
        cells += [_beside(row, glyphs, layout) for row in rows]
        grid.lines.append((cells, False))
    grid.lines += _hand_lines(answer, glyphs, layout)
    return grid


def _hand_lines(answer: Comparison, glyphs: Glyphs, layout: str) -> list[tuple[list[str], bool]]:
    """Return the lines about what hands should do otherwise; none where all packs differ."""
    lines: list[tuple[list[str], bool]] = []
    for key, words in CHANGES.items():
        rows = [other.row(key) for other in answer.others]
        if any(row is not None and row.diff for row in rows):
            lines.append(([f"  {words}, %", "", *(_share(row, glyphs, layout) for row in rows)], False))
    return [([HAND_HEADING, *[""] * len(answer.labels)], True), *lines] if lines else []


def _share(row: Compared | None, glyphs: Glyphs, layout: str) -> str:
    if row is None:
        return glyphs.none
    return percent(row.diff or 0.0) if layout != WIDE else share_words(row, glyphs, "")


def _beside(row: Compared | None, glyphs: Glyphs, layout: str) -> str:
    if row is None:
        return glyphs.none
    if layout != WIDE:
        return value(row.b, row, glyphs) + ("" if row.verdict in ("more", "less") else "=")
    return f"{value(row.b, row, glyphs)} ({difference(row, glyphs)})"


def bids_grid(answer: Comparison, glyphs: Glyphs, layout: str = WIDE) -> Grid:
    """Return how often each contract is bid, and made if bid, under two sets."""
    (other,) = answer.others
    a, b = column_names(answer, layout)
    headings = ["contract", f"bid %\n{a}", f"bid %\n{b}", "difference\n ", f"made %\n{a}", f"made %\n{b}"]
    headings += ["difference\n"] if layout == WIDE else []
    grid = Grid(headings, frozenset(headings[1:]), gap=2 if layout == WIDE else 1)
    for name in bid_names(other):
        bid, rate = other.row(f"{name}.bid"), other.row(f"{name}.rate")
        assert bid is not None
        made = [glyphs.none] * 3
        if rate is not None:
            made = [value(rate.a, rate, glyphs), value(rate.b, rate, glyphs), difference(rate, glyphs)]
        cells = [
            glyphs.bid(name) if name[0].isdigit() else name,
            value(bid.a, bid, glyphs),
            value(bid.b, bid, glyphs),
            difference(bid, glyphs),
            *(made if layout == WIDE else made[:2]),
        ]
        grid.lines.append((cells, False))
    return grid


def bid_names(other: Against) -> list[str]:
    """Return the levels and bids that are bid often enough in either set, levels first."""
    families = [
        row.measure.key.removesuffix(".bid") for row in other.rows if row.measure.key.endswith(".bid")
    ]
    levels = [f"level {level}" for level in LEVELS]
    single = [name for name in families if name[0].isdigit() or name in ("M", "OM", "BM", "DM", "BN")]
    return [name for name in (*levels, *single) if _often(other.row(f"{name}.bid"))]


def _often(row: Compared | None) -> bool:
    return row is not None and max(row.a or 0.0, row.b or 0.0) >= RARE


def shown_differences(answer: Comparison) -> int:
    """Return how many differences the tables show."""
    number = sum(row is not None for _, _, rows in key_rows(answer) for row in rows)
    return number + (2 * len(bid_names(answer.others[0])) if len(answer.others) == 1 else 0)


def hand_texts(answer: Comparison, glyphs: Glyphs) -> tuple[str, list[str]]:
    """Return what hands should do otherwise under the second of two sets, and examples of such hands."""
    (other,) = answer.others
    examples = [glyphs.text(_example(example, answer, other, glyphs)) for example in other.examples]
    return glyphs.text(changes_sentence(answer, other, glyphs)), examples


def _example(example: Example, answer: Comparison, other: Against, glyphs: Glyphs) -> str:
    """Return a hand with its best contracts: "higher: ♠AK … : 7♠ (+52, 61 %) australian, 8♠ …"."""
    choices = []
    for label, choice in ((answer.labels[0], example.a), (other.label, example.b)):
        if choice.chance is None:
            choices.append(f"pass under {label}")
        else:
            figures = f"{choice.points:+.0f}, {100 * choice.chance:.0f} %".replace("-", glyphs.minus)
            choices.append(f"{glyphs.bid(choice.bid)} ({figures}) under {label}")
    hand = glyphs.grouped_hand(example.hand)
    return f"{EXAMPLE_WORDS[example.change.name.lower()]}: {hand}: {', '.join(choices)}"


# --- the terminal -------------------------------------------------------------------------------------------


def print_comparison(answer: Comparison, console: Console, *, ascii_only: bool = False) -> None:
    """Print the plain answer, the tables, hands as examples, and what it all rests on."""
    glyphs = glyphs_of(console, ascii_only)
    for sentence in answer_sentences(answer, glyphs):
        print_text(console, (glyphs.text(sentence), "bold"))
    console.print()
    for grid_in in _grids(answer):
        layout = print_widest(LAYOUTS, partial(_plain, grid_in, answer, glyphs), console, glyphs)
        if line := legend(answer, layout):
            print_text(console, glyphs.text(line))
        console.print()
    if len(answer.others) == 1:
        sentence, examples = hand_texts(answer, glyphs)
        if sentence:
            print_text(console, sentence)
        for example in examples:
            print_item(console, example)
    for line in all_notes(answer):
        print_text(console, glyphs.text(line))


def _plain(grid_in: "partial[Grid]", answer: Comparison, glyphs: Glyphs, layout: str) -> Grid:
    """Return a grid in the characters at hand."""
    grid = grid_in(answer, glyphs, layout)
    grid.headings = [glyphs.text(heading) for heading in grid.headings]
    grid.right = frozenset(glyphs.text(heading) for heading in grid.right)
    grid.lines = [([glyphs.text(str(cell)) for cell in cells], bold) for cells, bold in grid.lines]
    return grid


def _grids(answer: Comparison) -> "list[partial[Grid]]":
    return [partial(pair_grid), partial(bids_grid)] if len(answer.others) == 1 else [partial(many_grid)]


def all_notes(answer: Comparison) -> list[str]:
    """Return what stands below the tables, sentence by sentence."""
    return [PAIR if len(answer.others) == 1 else MANY, *notes(answer, shown_differences(answer))]


# --- text and files -----------------------------------------------------------------------------------------


def render(answer: Comparison, form: str, *, ascii_only: bool = False) -> str:
    """Return the answer as text: `json`, `csv`, `markdown` or `html`."""
    if form == "json":
        return records.to_json(answer.to_json_dict())
    if form == "csv":
        return records.to_csv(answer.records())
    if form == "html":
        from fivehundred_sim.report.html.compare import to_html

        return to_html(answer)
    glyphs = ASCII if ascii_only else UNICODE
    parts = [f"**{' '.join(answer_sentences(answer, glyphs))}**"]
    for grid_in in _grids(answer):
        grid = grid_in(answer, glyphs)
        headings = [heading.replace("\n", " ").strip() for heading in grid.headings]
        right = [heading.replace("\n", " ").strip() for heading in grid.right]
        lines = [[f"**{cells[0]}**", *cells[1:]] if bold else cells for cells, bold in grid.lines]
        parts.append(records.markdown_table(headings, lines, right).rstrip())
    if len(answer.others) == 1:
        sentence, examples = hand_texts(answer, glyphs)
        parts += [sentence, "\n".join(f"- {example}" for example in examples)]
    return "\n\n".join(glyphs.text(part) for part in (*parts, *all_notes(answer)) if part) + "\n"


def write(answer: Comparison, path: str | Path, theme: str = "light") -> None:
    """Write the answer to `path` in the form of its suffix. Raises OutputError."""
    target = Path(path)
    files.check_outputs([target])
    suffix = target.suffix.lower()
    if suffix not in records.PAGE_FORMS:
        files.replace(target, _chart(answer, suffix[1:], theme))
        return
    form = records.PAGE_FORMS[suffix]
    if form == "parquet":
        about = {"schema": answer.to_json_dict()["schema"], "manifest": answer.manifest()}
        files.replace(target, records.to_parquet(answer.records(), about))
    else:
        files.replace(target, render(answer, form).encode())


def _chart(answer: Comparison, kind: str, theme: str) -> bytes:
    from fivehundred_sim.report import chart
    from fivehundred_sim.report.compare_chart import TITLE, differences_chart

    manifest = json.dumps(answer.manifest(), sort_keys=True)
    return chart.render(differences_chart(answer, chart.THEMES[theme]), kind, manifest, TITLE)
