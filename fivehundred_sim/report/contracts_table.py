"""The table of contracts for every width of terminal: a layout says how much of it is shown, and how."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from fivehundred_sim.report import figures
from fivehundred_sim.report.console import STYLES, Cell, Grid
from fivehundred_sim.report.glyphs import Glyphs, denomination, heading, without_kitty
from fivehundred_sim.report.groups import groups_of
from fivehundred_sim.study.advice import Advice, ContractEstimate

_FULL = ("chance", "points", "us", "them")
_SHORT = ("chance", "points")


@dataclass(frozen=True)
class Layout:
    """How much a table shows: the columns of the first and of further player models, and in what form.

    `short` writes chances in whole per cents; `stacked` gives each model a line of its own, the second below
    the first, with its first letter as its name.
    """

    first: tuple[str, ...]
    others: tuple[str, ...]
    gap: int = 1
    value: bool = False
    short: bool = False
    stacked: bool = False

    def columns(self, number: int) -> tuple[str, ...]:
        """The columns of player model `number`."""
        return self.others if number else self.first

    @property
    def complete(self) -> bool:
        """Whether a wider terminal would show nothing more."""
        return self.first == self.others == _FULL


# Widest first. What narrower terminals drop, in this order: each side's points (the second model's first),
# the bids' values, the decimals of the chances, the second model's points; then each model has a line.
LAYOUTS = (
    Layout(_FULL, _FULL, gap=2, value=True),
    Layout(_FULL, _FULL, value=True),
    Layout(_FULL, _SHORT, value=True),
    Layout(_SHORT, _SHORT, gap=2, value=True),
    Layout(_SHORT, _SHORT),
    Layout(_SHORT, _SHORT, short=True),
    Layout(_SHORT, ("chance",), short=True),
    Layout(_SHORT, _SHORT, short=True, stacked=True),
)


@dataclass(frozen=True)
class _Entry:
    """A bid or the heading of a denomination: its value, the figures of each model by column, their gap."""

    name: str
    value: str
    models: Sequence[Mapping[str, Cell]]
    gap: str
    bold: bool


def contracts_grid(advice: Advice, glyphs: Glyphs, layout: Layout) -> Grid:
    """Return the table of contracts in one layout."""
    arrange = _stacked if layout.stacked else _side_by_side
    headings = _headings(advice, layout)
    grid = Grid(headings, frozenset(headings) - {"bid", ""}, layout.gap)
    for entry in _entries(advice, glyphs, layout):
        grid.lines += [(cells, entry.bold) for cells in arrange(entry, advice, layout)]
    return grid


def _headings(advice: Advice, layout: Layout) -> list[str]:
    if layout.stacked:
        return ["bid", "", "chance %", "points", *_if_several(advice, "gap")]
    headings = ["bid", *(["value"] if layout.value else [])]
    chance = "chance %" if layout.short else "chance % (95 %)"
    for number, engine in enumerate(advice.engines):
        names = layout.columns(number)
        headings += [f"{engine}\n{chance}" if name == "chance" else name for name in names]
    return [*headings, *_if_several(advice, "model\ngap")]


def _if_several(advice: Advice, cell: str) -> list[str]:
    return [cell] if len(advice.engines) > 1 else []


def _side_by_side(entry: _Entry, advice: Advice, layout: Layout) -> list[list[Cell]]:
    """Return an entry as one line."""
    cells: list[Cell] = [entry.name, *([entry.value] if layout.value else [])]
    for number, model in enumerate(entry.models):
        cells += [model.get(column, "") for column in layout.columns(number)]
    return [[*cells, *_if_several(advice, entry.gap)]]


def _stacked(entry: _Entry, advice: Advice, layout: Layout) -> list[list[Cell]]:
    """Return an entry as a line a model, with the gap in the last."""
    lines: list[list[Cell]] = []
    for engine, model in zip(advice.engines, entry.models, strict=True):
        if model:
            lines.append(["", engine[0], *(model[name] for name in layout.first), *_if_several(advice, "")])
    lines = lines or [["", "", "", "", *_if_several(advice, "")]]
    lines[0][0] = entry.name
    lines[-1][4:] = _if_several(advice, entry.gap)
    return lines


def _entries(advice: Advice, glyphs: Glyphs, layout: Layout) -> Iterator[_Entry]:
    for group in groups_of(advice):
        yield _denomination(advice, glyphs, layout, group.bids[0])
        for bid in group.shown:
            yield _contract(advice, glyphs, layout, bid)


def _denomination(advice: Advice, glyphs: Glyphs, layout: Layout, bid: str) -> _Entry:
    """Return the heading of a denomination: the distribution of tricks and their mean, for each model."""
    name = glyphs.text(_sign(bid, glyphs) if layout.stacked else heading(bid, glyphs))
    rows = [advice.row(engine, bid) for engine in advice.engines]
    if rows[0].is_misere:  # of several contracts, most of which end at the first trick taken
        return _Entry(name, "", [{} for _ in rows], "", bold=True)
    models = [{"chance": figures.spark(row, glyphs), "points": figures.tricks(row, glyphs)} for row in rows]
    gap = figures.tricks_gap(rows[0], rows[1], glyphs) if len(rows) > 1 else ""
    return _Entry(name, "", models, gap, bold=True)


def _sign(bid: str, glyphs: Glyphs) -> str:
    """Return the short name of a denomination, where there is no room for "♦ diamonds"."""
    name = glyphs.suits.get(denomination(bid), denomination(bid))
    return f"{name}/sk" if without_kitty(bid) else name


def _contract(advice: Advice, glyphs: Glyphs, layout: Layout, bid: str) -> _Entry:
    rows = [advice.row(engine, bid) for engine in advice.engines]
    asked = advice.asked is not None and advice.asked.bid == bid
    best = glyphs.best if bid == advice.best else glyphs.tie if bid in advice.ties else " "
    return _Entry(
        name=f"{glyphs.asked if asked else ' '}{best}{'' if layout.stacked else ' '}{glyphs.bid(bid)}",
        value=str(rows[0].value),
        models=[_figures(row, glyphs, layout) for row in rows],
        gap=figures.chance_gap(rows[0], rows[1], glyphs) if len(rows) > 1 else "",
        bold=asked,
    )


def _figures(row: ContractEstimate, glyphs: Glyphs, layout: Layout) -> dict[str, Cell]:
    return {
        "chance": figures.short_percent(row, glyphs) if layout.short else figures.cell_percent(row, glyphs),
        "points": Text(figures.points(row, glyphs), style=STYLES[row.verdict]),
        "us": figures.signed(row.mean_ours, glyphs),
        "them": figures.signed(row.mean_theirs, glyphs),
    }
