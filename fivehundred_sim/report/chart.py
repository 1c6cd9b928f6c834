"""The answer as a chart: chances by level, and the distribution of tricks, for every player model.

    from fivehundred_sim.report import chart
    figure = chart.overview(answer)                      # both charts, as `-o answer.svg` writes them
    figure = chart.make_rates(answer, chart.DARK)        # the chances alone, on dark paper
    figure = chart.trick_distribution(answer)            # the tricks alone

Every function returns a matplotlib `Figure`; nothing is saved or shown. A chart is as wide as a page and its
type big enough that it reads in a forum post or, in portrait, on a phone.
"""

import io
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from fivehundred_sim import __version__
from fivehundred_sim.report import chart_panels as panels
from fivehundred_sim.report.chart_theme import (
    DARK,
    LIGHT,
    SMALL_SIZE,
    TEXT_SIZE,
    THEMES,
    TICK_SIZE,
    TITLE_SIZE,
    Theme,
    settings,
)
from fivehundred_sim.report.glyphs import UNICODE, denomination, split_bid
from fivehundred_sim.report.groups import panels_of
from fivehundred_sim.report.sentences import deals_label, rules_label
from fivehundred_sim.study.advice import Advice

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["DARK", "LIGHT", "THEMES", "make_rates", "overview", "render", "trick_distribution"]

_TITLE = "Chance to make each contract and tricks taken, by denomination and player model"
# Inches. Three panels stand side by side, two rows make a block.
_WIDTH, _LEFT, _RIGHT, _BETWEEN = 7.2, 0.66, 0.12, 0.14
_HEAD, _BLOCK_HEAD, _PANEL, _PANEL_HEAD, _PANEL_FOOT = 0.85, 0.36, 1.3, 0.3, 0.34
_NAMES = 0.42  # below the top of the sheet: the hand stands above
_COLUMNS, _ROWS = 3, 2
_BLOCK = _BLOCK_HEAD + _ROWS * (_PANEL_HEAD + _PANEL + _PANEL_FOOT)
_LINE, _LINE_CHARACTERS = 0.17, 108  # of the small print at the foot


class _Sheet:
    """A figure with blocks of panels below each other, placed in inches from the top left."""

    def __init__(self, advice: Advice, blocks: int, theme: Theme, *, alone: bool) -> None:
        from matplotlib.figure import Figure

        self.advice, self.theme, self.alone = advice, theme, alone
        self.foot = textwrap.wrap(_small_print(advice), _LINE_CHARACTERS) if alone else []
        head = _HEAD if alone else _HEAD - _NAMES
        self.height = head + blocks * _BLOCK + 0.12 + len(self.foot) * _LINE
        self.figure: Figure = Figure(figsize=(_WIDTH, self.height), dpi=150)
        self.y = head
        self.panel_width = (_WIDTH - _LEFT - _RIGHT - (_COLUMNS - 1) * _BETWEEN) / _COLUMNS

    def block(self, title: str, number: int) -> "list[Axes]":
        """Return `number` panels under a heading; they share the vertical axis."""
        self.figure.text(
            0.12 / _WIDTH,
            self._up(self.y + 0.1),
            title,
            va="top",
            size=TEXT_SIZE,
            weight="bold",
            color=self.theme.soft,
        )
        top = self.y + _BLOCK_HEAD
        made: list[Axes] = []
        for place in range(number):
            row, column = divmod(place, _COLUMNS)
            x = _LEFT + column * (self.panel_width + _BETWEEN)
            y = top + row * (_PANEL_HEAD + _PANEL + _PANEL_FOOT) + _PANEL_HEAD
            box = (x / _WIDTH, self._up(y + _PANEL), self.panel_width / _WIDTH, _PANEL / self.height)
            panel = self.figure.add_axes(box, sharey=made[0] if made else None)
            panel.tick_params(labelleft=column == 0)
            made.append(panel)
        self.y += _BLOCK
        return made

    def note(self, text: str) -> None:
        """Write into the place of the last panel of the block just made."""
        x = _WIDTH - _RIGHT - self.panel_width + 0.1
        y = self.y - _PANEL - _PANEL_FOOT + 0.1
        self.figure.text(
            x / _WIDTH, self._up(y), text, va="top", size=SMALL_SIZE, linespacing=1.5, color=self.theme.soft
        )

    def _up(self, inches: float) -> float:
        """Return the height in the figure's own measure of a place so far below its top."""
        return 1 - inches / self.height

    def finish(self, *, marks: bool) -> "Figure":
        """Write the models' names and, if it stands alone, hand and small print; return the figure."""
        if not self.alone:
            _name_models(self.figure, self.advice, self.theme, self._up(0.0), marks)
            return self.figure
        left = 0.12 / _WIDTH
        hand = UNICODE.hand(self.advice.hand).replace(" ", "  ")
        top = self._up(0.12)
        self.figure.suptitle(
            hand, x=left, y=top, ha="left", va="top", size=TITLE_SIZE, weight="bold", color=self.theme.ink
        )
        _name_models(self.figure, self.advice, self.theme, self._up(_NAMES), marks)
        foot = "\n".join(self.foot)
        self.figure.supxlabel(
            foot, x=left, y=0.06 / self.height, ha="left", va="bottom", size=SMALL_SIZE, color=self.theme.soft
        )
        return self.figure


def overview(advice: Advice, theme: Theme = LIGHT, *, alone: bool = True) -> "Figure":
    """Return a figure of both charts: make rates above, the distribution of tricks below.

    Unless it stands alone, the hand and the small print are left to what is around it.
    """
    return _composed(advice, theme, _rates_block, _tricks_block, alone=alone)


def make_rates(advice: Advice, theme: Theme = LIGHT) -> "Figure":
    """Return a figure of make rates: a panel a denomination, levels across, a line a player model.

    Whiskers are 95 % intervals. Short grey marks show the rate from which a contract brings more points than
    it costs (primary model).
    """
    return _composed(advice, theme, _rates_block)


def trick_distribution(advice: Advice, theme: Theme = LIGHT) -> "Figure":
    """Return a figure of the tricks taken: a panel a denomination, 0 to 10 across, a bar a player model.

    Whiskers are 95 % intervals. The numbers of tricks that make a bid are shaded. A misère ends at its first
    trick and has no distribution.
    """
    return _composed(advice, theme, _tricks_block)


def _composed(
    advice: Advice, theme: Theme, *blocks: Callable[[_Sheet], None], alone: bool = True
) -> "Figure":
    import matplotlib as mpl

    with mpl.rc_context(settings(theme)):
        sheet = _Sheet(advice, len(blocks), theme, alone=alone)
        for draw in blocks:
            draw(sheet)
        return sheet.finish(marks=_rates_block in blocks)


def _rates_block(sheet: _Sheet) -> None:
    groups = panels_of(sheet.advice)
    axes = sheet.block("Chance to make each contract, by level", len(groups))
    for panel, bids in zip(axes, groups, strict=True):
        panels.draw_rates(panel, sheet.advice, bids, sheet.theme)
    axes[0].set_ylim(-5, 108)
    axes[0].set_yticks(range(0, 101, 25), [f"{rate} %" for rate in range(0, 101, 25)])


def _tricks_block(sheet: _Sheet) -> None:
    groups = panels_of(sheet.advice)
    bids = [group[0] for group in groups if denomination(group[0]) != "misère"]
    makes = min(int(split_bid(bid)[0]) for bid in bids)
    axes = sheet.block("Tricks of the contractor's side, in per cent of the deals", len(bids))
    for panel, bid in zip(axes, bids, strict=True):
        panels.draw_tricks(panel, sheet.advice, bid, makes, sheet.theme)
    top, ticks = panels.share_scale(sheet.advice)
    axes[0].set_ylim(0, top)
    axes[0].set_yticks(ticks, [f"{share} %" for share in ticks])
    sheet.note("\n".join(["Shaded: enough for a bid.", *_misere_note(sheet.advice)]))


def _misere_note(advice: Advice) -> list[str]:
    """Return why there is no panel of a misère, if it is played."""
    miseres = [row for row in advice.contracts if row.is_misere]
    if not miseres:
        return []
    if miseres[0].mean_tricks is None:
        return ["A misère ends at its first", "trick and is not shown."]
    return ["Misères are not shown."]


def _name_models(figure: "Figure", advice: Advice, theme: Theme, y: float, marks: bool) -> None:
    """Name the models below the hand, and the grey marks of the make rates."""
    from matplotlib.lines import Line2D

    handles, colors = [], []
    for engine in advice.engines:
        look = theme.look(engine)
        face = look.color if look.filled else theme.paper
        handles.append(
            Line2D(
                [],
                [],
                label=engine,
                color=look.color,
                marker=look.marker,
                linestyle=look.line,
                markerfacecolor=face,
            )
        )
        colors.append(look.color)
    if marks:
        handles.append(Line2D([], [], label="brings points from here", color=theme.mark, linewidth=2))
        colors.append(theme.soft)
    figure.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(0.01, y),
        ncols=len(handles),
        frameon=False,
        labelcolor=colors,
        handlelength=2.0,
        columnspacing=1.3,
        fontsize=(TEXT_SIZE, TICK_SIZE, SMALL_SIZE)[max(0, min(2, len(handles) - _COLUMNS))],
        borderaxespad=0.1,
    )


def _small_print(advice: Advice) -> str:
    return (
        "Whiskers: 95 % intervals. Points are for playing the contract, not against passing."
        f" {deals_label(advice, UNICODE)} deals; rules {rules_label(advice)}; seed {advice.seed}."
    )


def render(figure: "Figure", kind: str, manifest: str, title: str = _TITLE) -> bytes:
    """Return a figure as the bytes of a "png" or "svg" file with the manifest in its metadata.

    The metadata name this program and its version too, and what the chart shows (`title`). The bytes are the
    same each time (within one matplotlib version): no date, no random identifiers.
    """
    import matplotlib as mpl

    about: dict[str, str | None] = {"Title": title, "Description": manifest}
    about["Creator" if kind == "svg" else "Software"] = f"fivehundred-sim {__version__}"
    if kind == "svg":
        about["Date"] = None  # left out, matplotlib would write the time; a PNG has none
    buffer = io.BytesIO()
    # What a figure looks like is in it; only how an SVG names its parts is asked for while it is written.
    with mpl.rc_context({key: value for key, value in settings(LIGHT).items() if key.startswith("svg")}):
        figure.savefig(buffer, format=kind, metadata=about, facecolor=figure.get_facecolor())
    return buffer.getvalue()
