"""Bidding tables as charts: make rates against strength with their intervals, and maps of trumps x top cards.

    from fivehundred_sim.report.table_chart import table_chart
    figure = table_chart(table)

Returns a matplotlib `Figure`; nothing is saved or shown. A row of panels is a denomination, or suits alike, a
panel a level. Lines differ in marker and lightness as well as in colour. Cells of few hands are left out.
"""

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fivehundred_sim.report.chart_theme import (
    LIGHT,
    SMALL_SIZE,
    TEXT_SIZE,
    TICK_SIZE,
    TITLE_SIZE,
    Theme,
    settings,
)
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.table import basis
from fivehundred_sim.report.table_page import NO_JOKER, SUITS, by_strength, enough, suit_names, suit_signs
from fivehundred_sim.study.table.table import FEW_HANDS, MOST_GAPS, Row, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

TITLE = "Bidding tables: the chance to make each contract, by what a hand holds"
HEADING = "The chance to make each contract, in %"
READING = (
    "Bands: 95 % intervals. Maps: a dot where a level brings more points than it costs, against scoring"
    f" nothing. Kinds of hands dealt fewer than {FEW_HANDS} times are left out."
)
LEVELS = tuple(range(6, 11))
# Inches.
_WIDTH, _LEFT, _RIGHT, _BETWEEN = 7.2, 0.72, 0.62, 0.1
_HEAD, _ROW_HEAD, _LINES, _ROW_FOOT = 0.62, 0.42, 1.25, 0.36
_MAP_LINE = 0.135  # a line of a map
_FOOT_LINE, _FOOT_CHARACTERS = 0.17, 102
_MARKERS = "os^Dv*"
_MAX_TICKS = 8


class Line(NamedTuple):
    """One line of a panel: its name, places across, and chances with their bounds in per cent."""

    name: str
    across: Sequence[float]
    chances: Sequence[tuple[float, float, float]]


class Strip(NamedTuple):
    """A row of panels: heading, what is across, how high it is, and how each of its panels is drawn."""

    heading: str
    across: str
    height: float
    panels: Sequence[tuple[str, Callable[["Axes", Theme], None]]]


def table_chart(table: Table, theme: Theme = LIGHT, *, alone: bool = True) -> "Figure":
    """Return a figure of all denominations: lines of make rates, then a map of trumps and top cards.

    Unless it stands alone, the title and the small print are left to what is around it.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    strips = [*_suit_strips(table), *_no_trump_strips(table), *_misere_strips(table)]
    strips = [strip for strip in strips if strip.panels]
    foot = textwrap.wrap(f"{READING} {basis(table)}", _FOOT_CHARACTERS) if alone else []
    above = _HEAD if alone else 0.0
    height = above + sum(_ROW_HEAD + strip.height + _ROW_FOOT for strip in strips) + 0.12
    height += len(foot) * _FOOT_LINE
    with mpl.rc_context(settings(theme)):
        figure = Figure(figsize=(_WIDTH, height), dpi=150)
        down = above
        for strip in strips:
            _draw_strip(figure, strip, down, theme)
            down += _ROW_HEAD + strip.height + _ROW_FOOT
        if not alone:
            return figure
        left = 0.12 / _WIDTH
        figure.suptitle(
            HEADING,
            x=left, y=1 - 0.12 / height, ha="left", va="top", size=TITLE_SIZE, weight="bold",
        )  # fmt: skip
        figure.supxlabel(
            "\n".join(foot),
            x=left, y=0.06 / height, ha="left", va="bottom", size=SMALL_SIZE, color=theme.soft,
        )  # fmt: skip
        return figure


# --- what is drawn ------------------------------------------------------------------------------------------


def _suit_strips(table: Table) -> Iterator[Strip]:
    """Yield for suits alike a row of lines, by how many top cards are held, and a row of maps."""
    tops = table.blocks("pooled")
    for honours, pooled in zip(table.blocks("honours"), tops, strict=True):
        if honours.denomination[0] not in SUITS:
            continue
        name = f"{suit_signs(honours.denomination, UNICODE)} {suit_names(honours.denomination)}"
        rows = _known(table.rows("honours", honours))
        panels = [
            (str(level), _lines_panel(_lines(rows, f"p_make_{level}", "trumps", "tops_held")))
            for level in _levels(rows)
        ]
        yield Strip(f"{name}: how many of {_cards(table)}", "trumps held", _LINES, panels)
        rows = _known(table.rows("pooled", pooled))
        held = by_strength(rows)
        maps = [(str(level), _map_panel(rows, held, level)) for level in _levels(rows)]
        yield Strip(f"{name}: which of them", "trumps held", _MAP_LINE * len(held), maps)


def _cards(table: Table) -> str:
    """Return the highest trumps as headings name them."""
    jokers = ("", "joker, ", "jokers, ")[table.plan.rules.pack.jokers]
    return f"{jokers}bowers, ace"


def _no_trump_strips(table: Table) -> Iterator[Strip]:
    """Yield a row of lines of no-trump, by suits stopped and jokers."""
    for block in table.blocks("pooled"):
        if block.denomination == "NT":
            rows = _known(table.rows("pooled", block))
            panels = [
                (str(level), _lines_panel(_lines(rows, f"p_make_{level}", "stoppers", "jokers")))
                for level in _levels(rows)
            ]
            yield Strip("No-trump: without and with a joker", "suits stopped", _LINES, panels)


def _misere_strips(table: Table) -> Iterator[Strip]:
    """Yield a row of lines of the misères: by gaps, by cards above the nine."""
    panels = []
    for grouping, across, words in (
        ("pooled", "gaps", "gaps"),
        ("honours", "high_cards", "cards above the nine"),
    ):
        rows = [
            {**row, "bid": row["denomination"] + ("" if row["jokers"] == NO_JOKER else f" {row['jokers']}")}
            for block in table.blocks(grouping)
            if block.denomination in ("M", "OM")
            for row in _known(table.rows(grouping, block))
            if row[across] < MOST_GAPS  # as many stand for more
        ]
        if rows:
            panels.append((f"by {words}", _lines_panel(_lines(rows, "p_make", across, "bid"))))
    if panels:
        yield Strip("Misère and open misère: without and with a joker", "", _LINES, panels)


def _known(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if enough(row)]


def _levels(rows: Sequence[Row]) -> list[int]:
    """Return the levels that the house has."""
    return [level for level in LEVELS if rows and f"p_make_{level}" in rows[0]]


def _lines(rows: Sequence[Row], chance: str, across: str, name: str) -> list[Line]:
    """Return the lines of a panel: one for each value of the feature `name`, by the feature `across`."""
    found = []
    for value in dict.fromkeys(row[name] for row in rows):
        own = sorted((row for row in rows if row[name] == value), key=lambda row: int(row[across]))
        chances = [
            (100 * row[chance], 100 * row[f"{chance}_low"], 100 * row[f"{chance}_high"]) for row in own
        ]
        called = "none" if value == NO_JOKER else str(value)
        found.append(Line(called, [row[across] for row in own], chances))
    return found


# --- panels -------------------------------------------------------------------------------------------------


def _draw_strip(figure: "Figure", strip: Strip, down: float, theme: Theme) -> None:
    """Draw a row of panels whose heading stands so many inches below the top of the figure."""
    high = figure.get_figheight()
    figure.text(
        0.12 / _WIDTH, 1 - (down + 0.02) / high, strip.heading,
        va="top", size=TEXT_SIZE, weight="bold", color=theme.soft,
    )  # fmt: skip
    number = len(strip.panels)
    wide = (_WIDTH - _LEFT - _RIGHT - (number - 1) * _BETWEEN) / number
    top = down + _ROW_HEAD + strip.height
    for place, (name, draw) in enumerate(strip.panels):
        left = _LEFT + place * (wide + _BETWEEN)
        axes = figure.add_axes((left / _WIDTH, 1 - top / high, wide / _WIDTH, strip.height / high))
        axes.set_title(name, size=TICK_SIZE, color=theme.ink, pad=2)
        draw(axes, theme)
        axes.tick_params(labelleft=place == 0, length=2, pad=2, labelsize=SMALL_SIZE)
        if place == number - 1:
            _explain(axes, theme)
        if place == number // 2 and strip.across:
            axes.set_xlabel(strip.across, size=SMALL_SIZE, labelpad=1)


def _explain(axes: "Axes", theme: Theme) -> None:
    """Name the lines, or the colours of a map, to the right of the last panel of a row."""
    beside = (1.02, 0.5)
    if axes.images:
        bar = axes.inset_axes((1.12, 0.0, 0.12, 1.0))
        axes.figure.colorbar(axes.images[0], cax=bar, ticks=[0, 0.25, 0.5, 0.75, 1])
        bar.set_yticklabels(["0", "25", "50", "75", "100"], size=SMALL_SIZE)
        bar.tick_params(length=2, pad=2)
        return
    handles, names = axes.get_legend_handles_labels()
    axes.legend(
        handles[::-1], names[::-1], loc="center left", bbox_to_anchor=beside, frameon=False,
        fontsize=SMALL_SIZE, labelcolor=theme.soft, handlelength=1.0, handletextpad=0.4, borderaxespad=0.2,
        labelspacing=0.25,
    )  # fmt: skip


def _lines_panel(lines: Sequence[Line]) -> Callable[["Axes", Theme], None]:
    """Return what draws lines with bands."""

    def draw(axes: "Axes", theme: Theme) -> None:
        from matplotlib.ticker import MaxNLocator

        shades = _shades(theme, len(lines))
        for place, (line, color) in enumerate(zip(lines, shades, strict=True)):
            mean, low, high = zip(*line.chances, strict=True)
            axes.fill_between(line.across, low, high, color=color, alpha=0.25, linewidth=0)
            axes.plot(
                line.across, mean, color=color, marker=_MARKERS[place % len(_MARKERS)], markersize=3,
                linewidth=1.2, label=line.name,
            )  # fmt: skip
        axes.set_ylim(0, 100)
        axes.set_yticks(range(0, 101, 25))
        axes.grid(axis="y", color=theme.grid, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.xaxis.set_major_locator(MaxNLocator(_MAX_TICKS, integer=True))

    return draw


def _shades(theme: Theme, number: int) -> list[Any]:
    """Return so many colours from weak to strong: two hues that differ in lightness too."""
    colors = _colors(theme)
    return [colors(place / max(number - 1, 1)) for place in range(number)]


def _colors(theme: Theme) -> "Colormap":
    from matplotlib.colors import LinearSegmentedColormap

    weak, strong = theme.look("double-dummy").color, theme.look("heuristic").color
    return LinearSegmentedColormap.from_list("strength", [weak, theme.mark, strong])


def _map_panel(rows: Sequence[Row], held: Sequence[str], level: int) -> Callable[["Axes", Theme], None]:
    """Return what draws a map of the chance at a level: which top cards up, trumps across."""

    def draw(axes: "Axes", theme: Theme) -> None:
        from matplotlib.colors import LinearSegmentedColormap

        colors = LinearSegmentedColormap.from_list(
            "chance", [theme.look("double-dummy").color, theme.paper, theme.look("heuristic").color]
        )
        trumps = sorted({row["trumps"] for row in rows})
        chances = [[float("nan")] * len(trumps) for _ in held]
        paying: list[tuple[int, int]] = []
        for row in rows:
            across, up = trumps.index(row["trumps"]), held.index(row["tops"])
            chances[up][across] = row[f"p_make_{level}"]
            if row[f"points_{level}"] > 0:
                paying.append((across, up))
        axes.set_facecolor(theme.levels)
        axes.imshow(
            chances, origin="lower", cmap=colors, vmin=0, vmax=1, aspect="auto", interpolation="nearest"
        )
        across_all, up_all = zip(*paying, strict=True) if paying else ((), ())
        axes.plot(across_all, up_all, marker=".", markersize=2.5, color=theme.ink, linewidth=0)
        axes.set_xticks(range(len(trumps)), [str(number) for number in trumps])
        axes.set_yticks(range(len(held)), [word.replace(" ", "") for word in held])

    return draw
