"""House rules compared, as a chart: differences of two or more sets as dots, a sweep as curves.

    from fivehundred_sim.report.compare_chart import differences_chart
    figure = differences_chart(answer)

Returns a matplotlib `Figure`; nothing is saved or shown. Filled dots leave zero out of their interval, hollow
ones are too close to call.
"""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivehundred_sim.report.chart_theme import (
    LIGHT,
    SMALL_SIZE,
    TICK_SIZE,
    TITLE_SIZE,
    Look,
    Theme,
    settings,
)
from fivehundred_sim.report.compare_words import ROWS, answer_sentences, basis, unit_of
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.study.compare.compare import Comparison
from fivehundred_sim.study.compare.moments import Compared

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = "House rules compared, with 95 % intervals of the differences"
# Inches.
_WIDTH, _LEFT, _RIGHT, _FOOT = 7.2, 3.0, 0.2, 0.3
_ROW, _ROW_MORE, _GAP = 0.24, 0.06, 0.62  # of a measure, for each set more than two, and between panels
_LINE, _LINE_CHARACTERS = 0.17, 100  # of the small print
_SENTENCE_LINE, _SENTENCE_CHARACTERS = 0.19, 88
# Panels of dots: what is in per cent of deals, contracts or games, and what is in units of its own.
_PANELS = {
    "Difference in per cent": ("share",),
    "Difference in points": ("points",),
    "Difference in hands, tricks or levels": ("hands", "tricks", "level"),
}
_BEFORE = {"Best contract of a hand": "best contract: ", "Games": "games: "}
_READ_DOTS = "Hollow: the interval covers zero, too close to call."
_READ_CURVES = "Bands: the 95 % interval of the difference from the first value (square)."
_LOOKS = ("heuristic", "double-dummy", "sampled", "calibrated", "other")
# The panels of a sweep, two a row.
_CURVES = (
    "misère.bid",
    "contracts.rate",
    "level",
    "points.contractor",
    "best.pass",
    "game.hands",
    "game.end.floor",
    "game.first dealer",
)
_CURVE_HEIGHT, _CURVE_GAP, _CURVE_LEFT, _CURVE_BETWEEN = 1.25, 0.72, 0.65, 0.75


def differences_chart(answer: Comparison, theme: Theme = LIGHT, *, alone: bool = True) -> "Figure":
    """Return a figure of the measures of the first table: dots, or curves where one option was swept.

    Unless it stands alone, the title, the answer and the small print are left to what is around it.
    """
    import matplotlib as mpl

    with mpl.rc_context(settings(theme)):
        return _curves(answer, theme, alone) if answer.sweep else _dots(answer, theme, alone)


def reading(answer: Comparison) -> str:
    """Return how the chart is read."""
    return _READ_CURVES if answer.sweep else _READ_DOTS


def _words() -> dict[str, str]:
    """Return the words of all measures of the first table, which stand below no headings here."""
    return {
        key: _BEFORE.get(heading, "") + words for heading, rows in ROWS.items() for key, words in rows.items()
    }


def _sheet(answer: Comparison, body: float, theme: Theme, alone: bool) -> tuple["Figure", float]:
    """Return a figure with its title, answer and small print around a body so high, and the head's height."""
    from matplotlib.figure import Figure

    said = [
        line
        for text in answer_sentences(answer, UNICODE)
        for line in textwrap.wrap(text, _SENTENCE_CHARACTERS)
    ]
    foot = textwrap.wrap(f"{reading(answer)} {basis(answer)}", _LINE_CHARACTERS) if alone else []
    head = 0.5 + len(said) * _SENTENCE_LINE + 0.35 if alone else 0.35
    height = head + body + (_FOOT + len(foot) * _LINE if alone else 0.0)
    figure = Figure(figsize=(_WIDTH, height), dpi=150)
    if not alone:
        return figure, head
    left = 0.12 / _WIDTH
    title = f"{answer.labels[0]} and {len(answer.others)} others" if len(answer.others) > 1 else ""
    if answer.sweep:
        title = answer.sweep.key
    figure.suptitle(
        title or " and ".join(answer.labels),
        x=left, y=1 - 0.12 / height, ha="left", va="top", size=TITLE_SIZE, weight="bold",
    )  # fmt: skip
    figure.text(left, 1 - 0.44 / height, "\n".join(said), va="top", size=TICK_SIZE, color=theme.soft)
    figure.supxlabel(
        "\n".join(foot), x=left, y=0.06 / height, ha="left", va="bottom", size=SMALL_SIZE, color=theme.soft
    )
    return figure, head


# --- dots ---------------------------------------------------------------------------------------------------


def _dots(answer: Comparison, theme: Theme, alone: bool) -> "Figure":
    words = _words()
    panels = {name: _keys(answer, words, units) for name, units in _PANELS.items()}
    panels = {name: keys for name, keys in panels.items() if keys}
    row = _ROW + _ROW_MORE * (len(answer.others) - 1)
    body = sum(len(keys) * row + _GAP for keys in panels.values())
    figure, head = _sheet(answer, body, theme, alone)
    height, top = figure.get_figheight(), head
    for name, keys in panels.items():
        tall = len(keys) * row
        box = (_LEFT / _WIDTH, 1 - (top + tall) / height, 1 - (_LEFT + _RIGHT) / _WIDTH, tall / height)
        axes = figure.add_axes(box)
        _draw_dots(axes, answer, keys, theme)
        axes.set_yticks(range(len(keys)), [words[key].removesuffix(", %") for key in keys])
        axes.set_ylim(len(keys) - 0.5, -0.5)
        axes.set_xlabel(f"{name} (others less {answer.labels[0]})", size=TICK_SIZE)
        top += tall + _GAP
    if len(answer.others) > 1:
        place = (0.12 / _WIDTH, 1 - (head - 0.02) / height)
        figure.legend(
            *figure.axes[0].get_legend_handles_labels(),
            loc="lower left", bbox_to_anchor=place, ncols=4, frameon=False, fontsize=TICK_SIZE,
        )  # fmt: skip
    return figure


def _keys(answer: Comparison, words: dict[str, str], units: Sequence[str]) -> list[str]:
    """Return the measures in some units that any set has an interval for."""
    rows = [(key, other.row(key)) for key in words for other in answer.others]
    found = [key for key, row in rows if row and row.measure.unit in units and row.low is not None]
    return list(dict.fromkeys(found))


def _draw_dots(axes: "Axes", answer: Comparison, keys: Sequence[str], theme: Theme) -> None:
    axes.axvline(0, color=theme.mark, linewidth=1.2)
    axes.grid(axis="x", color=theme.grid, linewidth=0.8)
    axes.set_axisbelow(True)
    number = len(answer.others)
    for place, other in enumerate(answer.others):
        look = _look(theme, place)
        shift = (place - (number - 1) / 2) * 0.7 / max(number, 2)
        rows = [(y, row) for y, key in enumerate(keys) if (row := other.row(key)) and row.low is not None]
        for y, row in rows:
            _dot(axes, row, y + shift, look, theme)
        axes.plot([], [], color=look.color, marker=look.marker, linestyle="", label=other.label)


def _look(theme: Theme, place: int) -> Look:
    return theme.look(_LOOKS[place % len(_LOOKS)])


def _dot(axes: "Axes", row: Compared, y: float, look: Look, theme: Theme) -> None:
    unit = unit_of(row)
    mean, low, high = ((value or 0.0) / unit for value in (row.diff, row.low, row.high))
    axes.plot([low, high], [y, y], color=look.color, linewidth=1.4)
    fill = look.color if row.verdict in ("more", "less") else theme.paper
    axes.plot(mean, y, marker=look.marker, color=look.color, markerfacecolor=fill, markersize=5)


# --- a sweep ------------------------------------------------------------------------------------------------


def _curves(answer: Comparison, theme: Theme, alone: bool) -> "Figure":
    words = _words()
    keys = [key for key in _CURVES if all(other.row(key) for other in answer.others)]
    rows = -(-len(keys) // 2)
    figure, top = _sheet(answer, rows * (_CURVE_HEIGHT + _CURVE_GAP), theme, alone)
    height = figure.get_figheight()
    wide = (_WIDTH - _CURVE_LEFT - _RIGHT - _CURVE_BETWEEN) / 2
    for place, key in enumerate(keys):
        row, column = divmod(place, 2)
        x = _CURVE_LEFT + column * (wide + _CURVE_BETWEEN)
        y = top + row * (_CURVE_HEIGHT + _CURVE_GAP) + _CURVE_HEIGHT
        axes = figure.add_axes((x / _WIDTH, 1 - y / height, wide / _WIDTH, _CURVE_HEIGHT / height))
        _draw_curve(axes, answer, key, theme)
        axes.set_title(words[key], loc="left", size=TICK_SIZE, color=theme.ink)
    return figure


def _draw_curve(axes: "Axes", answer: Comparison, key: str, theme: Theme) -> None:
    """Draw a measure by the option's value; the band is the interval of the difference from the first."""
    assert answer.sweep is not None
    found = [row for other in answer.others if (row := other.row(key))]
    unit, look = unit_of(found[0]), theme.look("heuristic")
    start = (found[0].a or 0.0) / unit
    values = [start, *((row.b or 0.0) / unit for row in found)]
    low = [start, *(start + (row.low or 0.0) / unit for row in found)]
    high = [start, *(start + (row.high or 0.0) / unit for row in found)]
    settings_of = answer.sweep.values
    numbers = all(isinstance(each, int) and not isinstance(each, bool) for each in settings_of)
    places = [float(str(each)) for each in settings_of] if numbers else [float(i) for i in range(len(values))]
    order = sorted(range(len(values)), key=lambda place: places[place])
    along = [places[place] for place in order]
    axes.fill_between(
        along,
        [low[place] for place in order],
        [high[place] for place in order],
        color=look.color,
        alpha=0.2,
        linewidth=0,
    )
    axes.plot(along, [values[place] for place in order], color=look.color, marker=look.marker, markersize=4)
    axes.plot(places[0], start, marker="s", color=theme.ink, markersize=5)
    axes.set_xticks(places, [str(each).lower() for each in settings_of])
    axes.grid(axis="y", color=theme.grid, linewidth=0.8)
