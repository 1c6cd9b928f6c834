"""Bidding tables on one printed page, "bid this with that": the highest level that pays, and its chance.

A page is a list of parts, a sentence and a grid each. Cells with few hands stay empty; all are in the CSV.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from fivehundred_sim.report.console import Grid
from fivehundred_sim.report.glyphs import NAMES, Glyphs
from fivehundred_sim.report.match import percent
from fivehundred_sim.study.table.table import FEW_HANDS, Row, Table

SUITS = "SCDH"
HIGHEST_TRUMPS = ("BJ", "RJ", "J", "R", "L", "A")  # as tables name them, the highest first
SIDE_BY_SIDE = 2  # suits, or sets of jokers, where there is room
MOST_GAPS, MOST_HIGH = 16, 8  # columns of a page
DOUBT = "?"
NO_JOKER = "-"

Cell = Callable[[Row], str]


class Group(NamedTuple):
    """Columns that belong together: what stands before each heading, and the rows they are made of."""

    name: str
    rows: Sequence[Row]


class Part(NamedTuple):
    """One grid of the page: what it is about, in a sentence, the grid, and the rows that it shows."""

    title: str
    grid: Grid
    rows: Sequence[Row]


def suit_signs(denomination: str, glyphs: Glyphs) -> str:
    """Return one suit, or suits alike, in signs: "♠♣"."""
    return "".join(glyphs.suits.get(letter, letter) for letter in denomination)


def suit_names(denomination: str) -> str:
    """Return one suit, or suits alike, in words: "spades or clubs"."""
    return "any suit" if denomination == SUITS else " or ".join(NAMES[letter] for letter in denomination)


# --- cells --------------------------------------------------------------------------------------------------


def level_cell(row: Row, glyphs: Glyphs) -> str:
    """Return the highest level that pays and its chance in %: "7 62", "7? 62" where close, or a dash."""
    doubt = DOUBT if row["pays"] == "close" else ""
    level = row["best_level"]
    return f"{level}{doubt} {percent(row[f'p_make_{level}'])}" if level else f"{glyphs.none}{doubt}"


def misere_cell(row: Row) -> str:
    """Return the chance of a misère in %: as it is where the bid pays, in brackets where it does not."""
    chance = percent(row["p_make"])
    return {"yes": chance, "close": f"{chance}{DOUBT}", "no": f"({chance})"}[row["pays"]]


def any_cell(row: Row, glyphs: Glyphs) -> str:
    """Return what pays in a row of any denomination."""
    return level_cell(row, glyphs) if "best_level" in row else misere_cell(row)


def enough(row: Row) -> bool:
    """Return whether a cell has so many hands that a page shows it."""
    return bool(row["n"] >= FEW_HANDS)


# --- grids --------------------------------------------------------------------------------------------------


def part_of(
    title: str, lines: Sequence[object], groups: Sequence[Group], down: str, across: str, cell: Cell
) -> Part:
    """Return a part: a line for each value of the feature `down`, in each group a column for one of `across`.

    Columns and lines in which nothing pays are left out, but for misères.
    """
    shown = [[row for row in group.rows if enough(row)] for group in groups]
    cells = [{(row[down], row[across]): cell(row) for row in rows} for rows in shown]
    columns = [
        (place, value)
        for place, rows in enumerate(shown)
        for value in _in_order(row[across] for row in rows if _says_more(row))
    ]
    saying = {row[down] for rows in shown for row in rows if _says_more(row)}
    headings = ["", *(f"{groups[place].name} {value}".strip() for place, value in columns)]
    grid = Grid(headings, frozenset(headings[1:]), gap=1)
    for name in lines:
        line = [cells[place].get((name, value), "") for place, value in columns]
        if name in saying:
            grid.lines.append(([str(name), *line], False))
    return Part(title, grid, [row for rows in shown for row in rows])


def _says_more(row: Row) -> bool:
    """Return whether a cell says more than that no level pays."""
    return row["pays"] != "no" or "best_level" not in row


def _in_order(values: Iterable[int | str]) -> list[int | str]:
    """Return each value once: numbers from the lowest, words as they come."""
    found = list(dict.fromkeys(values))
    return sorted(found) if all(isinstance(value, int) for value in found) else found


def _bands(groups: Sequence[Group], side_by_side: int) -> Iterator[Sequence[Group]]:
    """Yield the groups in bands of so many side by side."""
    for first in range(0, len(groups), side_by_side):
        yield groups[first : first + side_by_side]


def suit_parts(table: Table, glyphs: Glyphs, side_by_side: int) -> Iterator[Part]:
    """Yield the grids of trump contracts: the highest trumps held down, the number of trumps across."""
    blocks = [block for block in table.blocks("pooled") if block.denomination[0] in SUITS]
    groups = [
        Group(suit_signs(block.denomination, glyphs) if len(blocks) > 1 else "", table.rows("pooled", block))
        for block in blocks
    ]
    names = {group.name: suit_names(block.denomination) for group, block in zip(groups, blocks, strict=True)}
    for some in _bands(groups, side_by_side):
        said = ", ".join(f"{group.name} {names[group.name]}".strip() for group in some)
        rows = [row for group in some for row in group.rows]
        title = f"Trumps held across ({said}), the highest trumps held down:"
        yield part_of(title, by_strength(rows), some, "tops", "trumps", lambda row: level_cell(row, glyphs))


def by_strength(rows: Iterable[Row]) -> list[str]:
    """Return the sets of highest trumps that rows have, from none to all, the highest card counting most."""
    words = {row["tops"] for row in rows}
    return sorted(words, key=lambda held: [card in held.split() for card in HIGHEST_TRUMPS])


def no_trump_parts(table: Table, glyphs: Glyphs, side_by_side: int) -> Iterator[Part]:
    """Yield the grids of no-trump: aces down, suits stopped across, for each set of jokers held."""
    rows = [
        row
        for block in table.blocks("tops")
        if block.denomination == "NT"
        for row in table.rows("tops", block)
    ]
    held = sorted({row["jokers"] for row in rows}, key=lambda word: (word != NO_JOKER, len(word), word))
    groups = [Group(word, [row for row in rows if row["jokers"] == word]) for word in held]
    for some in _bands(groups, side_by_side):
        said = ", ".join(
            f"{group.name} {'without a joker' if group.name == NO_JOKER else 'held'}" for group in some
        )
        title = f"No-trump: suits stopped across ({said}), aces down:"
        yield part_of(title, range(5), some, "aces", "stoppers", lambda row: level_cell(row, glyphs))


def misere_parts(table: Table) -> Iterator[Part]:
    """Yield the grids of the misères: gaps, then cards above the nine across, a line a bid and joker."""
    for grouping, across, most, words in (
        ("pooled", "gaps", MOST_GAPS, "gaps"),
        ("honours", "high_cards", MOST_HIGH, "cards above the nine"),
    ):
        rows = [
            {**row, "bid": row["denomination"] + ("" if row["jokers"] == NO_JOKER else f" {row['jokers']}")}
            for block in table.blocks(grouping)
            if block.denomination in ("M", "OM")
            for row in table.rows(grouping, block)
            if row[across] <= most
        ]
        if rows:
            names = list(dict.fromkeys(row["bid"] for row in rows))
            title = f"Misères, the chance in % by {words} across:"
            yield part_of(title, names, [Group("", rows)], "bid", across, misere_cell)


def shape_parts(table: Table, glyphs: Glyphs) -> Iterator[Part]:
    """Yield the grids of suit lengths: patterns down, denominations across."""
    for title, suits in (
        ("Trumps and the side suits, longest first, down:", True),
        ("Suit lengths, without trumps, down:", False),
    ):
        rows = [
            {**row, "denomination": glyphs.suits.get(row["denomination"], row["denomination"])}
            for block in table.blocks("shape")
            if (block.denomination in SUITS) == suits
            for row in table.rows("shape", block)
        ]
        shapes = list(dict.fromkeys(row["shape"] for row in rows))
        yield part_of(
            title, shapes, [Group("", rows)], "shape", "denomination", lambda row: any_cell(row, glyphs)
        )


def page(table: Table, glyphs: Glyphs, side_by_side: int = SIDE_BY_SIDE) -> list[Part]:
    """Return the grids of the page that have lines, so many suits (or sets of jokers) side by side."""
    parts = [
        *suit_parts(table, glyphs, side_by_side),
        *no_trump_parts(table, glyphs, side_by_side),
        *misere_parts(table),
    ]
    return [part for part in parts if part.grid.lines]


def shape_page(table: Table, glyphs: Glyphs) -> list[Part]:
    """Return the grids of the page by suit lengths."""
    return [part for part in shape_parts(table, glyphs) if part.grid.lines]


def widest_error(parts: Sequence[Part]) -> int:
    """Return how far the widest interval of a chance on the page reaches to one side, in whole per cent."""
    reach = [_reach(row) for part in parts for row in part.rows]
    return ceil(100 * max(reach, default=0.0))


def _reach(row: Row) -> float:
    """Return how far the interval of the chance shown reaches; nothing for a row that shows none."""
    name = "p_make" if "p_make" in row else f"p_make_{row['best_level']}"
    if name not in row:
        return 0.0
    return float(max(row[f"{name}_high"] - row[name], row[name] - row[f"{name}_low"]))
