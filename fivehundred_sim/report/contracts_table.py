"""The table of contracts for every width of terminal: a layout says how much of it is shown, and how."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.report import figures
from fivehundred_sim.report.console import STYLES, Cell, Grid
from fivehundred_sim.report.glyphs import Glyphs, denomination, heading, without_kitty
from fivehundred_sim.report.groups import groups_of
from fivehundred_sim.study.advice import Advice, ContractEstimate

_FULL = ("chance", "points", "us", "them")
_SHORT = ("chance", "points")
_BRIEF = ("brief", "points")


@dataclass(frozen=True)
class Layout:
    """How much a table shows: the columns of the first and of further player models, and in what form.

    A column `brief` is the chance in whole per cents; `short` writes every chance so. `stacked` gives each
    model a line of its own, one below the other, with its first letter as its name.
    """

    first: tuple[str, ...]
    others: tuple[str, ...]
    gap: int = 1
    value: bool = False
    short: bool = False
    stacked: bool = False
    complete: bool = False  # whether a wider terminal would show nothing more

    def columns(self, number: int) -> tuple[str, ...]:
        """The columns of player model `number`."""
        return self.others if number else self.first


# Widest first. What narrower terminals drop, in this order: each side's points (the second model's first),
# the bids' values, the decimals of the chances, the second model's points; then each model has a line.
_STACKED = Layout(_SHORT, _SHORT, short=True, stacked=True)
LAYOUTS = (
    Layout(_FULL, _FULL, gap=2, value=True, complete=True),
    Layout(_FULL, _FULL, value=True, complete=True),
    Layout(_FULL, _SHORT, value=True),
    Layout(_SHORT, _SHORT, gap=2, value=True),
    Layout(_SHORT, _SHORT),
    Layout(_SHORT, _SHORT, short=True),
    Layout(_SHORT, ("chance",), short=True),
    _STACKED,
)
# With three models and more the first one is the answer, and the others are there to compare: they lose their
# points first, then each side's points go, the values, and the decimals.
MODELS_LAYOUTS = (
    Layout(_FULL, _BRIEF, gap=2, value=True, complete=True),
    Layout(_FULL, _BRIEF, value=True, complete=True),
    Layout(_SHORT, _BRIEF, value=True),
    Layout(_FULL, ("brief",), gap=2, value=True),
    Layout(_FULL, ("brief",), value=True),
    Layout(_SHORT, ("brief",), gap=2, value=True),
    Layout(_SHORT, ("brief",), value=True),
    Layout(_SHORT, ("brief",)),
    Layout(_SHORT, ("brief",), short=True),
    _STACKED,
)


def layouts_for(advice: Advice) -> tuple[Layout, ...]:
    """Return the layouts of an answer's table, the widest first."""
    return MODELS_LAYOUTS if len(advice.engines) > 2 else LAYOUTS


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
        return ["bid", "", "chance %", "points", *_if_two(advice, "gap")]
    headings = ["bid", *(["value"] if layout.value else [])]
    chance = "chance %" if layout.short else "chance % (95 %)"
    for number, engine in enumerate(advice.engines):
        names = layout.columns(number)
        named = {"chance": f"{engine}\n{chance}", "brief": f"{engine}\nchance %"}
        headings += [named.get(name, name) for name in names]
    return [*headings, *_if_two(advice, "model\ngap")]


def _if_two(advice: Advice, cell: str) -> list[str]:
    """Return the cell of the gap between two models; with more of them each reader sees which he means."""
    return [cell] if len(advice.engines) == 2 else []


def _side_by_side(entry: _Entry, advice: Advice, layout: Layout) -> list[list[Cell]]:
    """Return an entry as one line."""
    cells: list[Cell] = [entry.name, *([entry.value] if layout.value else [])]
    for number, model in enumerate(entry.models):
        cells += [model.get(column, "") for column in layout.columns(number)]
    return [[*cells, *_if_two(advice, entry.gap)]]


def _stacked(entry: _Entry, advice: Advice, layout: Layout) -> list[list[Cell]]:
    """Return an entry as a line a model, with the gap in the last."""
    lines: list[list[Cell]] = []
    for engine, model in zip(advice.engines, entry.models, strict=True):
        if model:
            lines.append(["", engine[0], *(model[name] for name in layout.first), *_if_two(advice, "")])
    lines = lines or [["", "", "", "", *_if_two(advice, "")]]
    lines[0][0] = entry.name
    lines[-1][4:] = _if_two(advice, entry.gap)
    return lines


def _entries(advice: Advice, glyphs: Glyphs, layout: Layout) -> Iterator[_Entry]:
    for group in groups_of(advice):
        yield _denomination(advice, glyphs, layout, group.bids[0])
        for bid in group.shown:
            yield _contract(advice, glyphs, layout, bid)


def _denomination(advice: Advice, glyphs: Glyphs, layout: Layout, bid: str) -> _Entry:
    """Return the heading of a denomination: the distribution of tricks and their mean, for each model."""
    name = glyphs.text(_sign(bid, glyphs) if layout.stacked else heading(bid, glyphs))
    rows = [played(advice, engine, bid) for engine in advice.engines]
    if parse_bid(bid).is_misere:  # of several contracts, most of which end at the first trick taken
        return _Entry(name, "", [{} for _ in rows], "", bold=True)
    models = [_distribution(row, glyphs) for row in rows]
    return _Entry(name, "", models, _gap(rows, figures.tricks_gap, glyphs), bold=True)


def played(advice: Advice, engine: str, bid: str) -> ContractEstimate | None:
    """Return a model's row for the tricks of a denomination: that of the lowest bid it played."""
    group = next(group for group in groups_of(advice) if bid in group.bids)
    rows = (advice.find(engine, each) for each in group.bids)
    return next((row for row in rows if row is not None), None)


def _distribution(row: ContractEstimate | None, glyphs: Glyphs) -> dict[str, Cell]:
    if row is None:
        return {}
    bars = figures.spark(row, glyphs)
    return {"chance": bars, "brief": bars, "points": figures.tricks(row, glyphs)}


def _gap(
    rows: Sequence[ContractEstimate | None],
    between: Callable[[ContractEstimate, ContractEstimate, Glyphs], str],
    glyphs: Glyphs,
) -> str:
    """Return the gap between the first two models, where both played."""
    if len(rows) < 2 or rows[0] is None or rows[1] is None:
        return ""
    return between(rows[0], rows[1], glyphs)


def _sign(bid: str, glyphs: Glyphs) -> str:
    """Return the short name of a denomination, where there is no room for "♦ diamonds"."""
    name = glyphs.suits.get(denomination(bid), denomination(bid))
    return f"{name}/sk" if without_kitty(bid) else name


def _contract(advice: Advice, glyphs: Glyphs, layout: Layout, bid: str) -> _Entry:
    rows = advice.rows(bid)
    asked, best = signs(advice, bid, glyphs)
    return _Entry(
        name=f"{asked or ' '}{best or ' '}{'' if layout.stacked else ' '}{glyphs.bid(bid)}",
        value=str(next(row.value for row in rows if row is not None)),
        models=[_figures(row, glyphs, layout) for row in rows],
        gap=_gap(rows, figures.chance_gap, glyphs),
        bold=bool(asked),
    )


def signs(advice: Advice, bid: str, glyphs: Glyphs) -> tuple[str, str]:
    """Return the signs of a bid, or nothing: that of the one asked about, that of the best or its ties."""
    asked = advice.asked is not None and advice.asked.bid == bid
    best = glyphs.best if bid == advice.best else glyphs.tie if bid in advice.ties else ""
    return glyphs.asked if asked else "", best


def _figures(row: ContractEstimate | None, glyphs: Glyphs, layout: Layout) -> dict[str, Cell]:
    if row is None:
        return {}
    brief = figures.short_percent(row, glyphs)
    return {
        "chance": brief if layout.short else figures.cell_percent(row, glyphs),
        "brief": brief,
        "points": Text(figures.points(row, glyphs), style=STYLES[row.verdict]),
        "us": figures.signed(row.mean_ours, glyphs),
        "them": figures.signed(row.mean_theirs, glyphs),
    }
