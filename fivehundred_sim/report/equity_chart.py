"""The chance to win the game as a map of scores.

    from fivehundred_sim.report.equity_chart import score_map
    figure = score_map(answer)

Returns a matplotlib `Figure`; nothing is saved or shown. Blue is good for us and orange for them, which
colour-blind readers tell apart; the numbers say the same.
"""

import textwrap
from typing import TYPE_CHECKING

from fivehundred_sim.report.chart_theme import (
    LIGHT,
    SMALL_SIZE,
    TEXT_SIZE,
    TICK_SIZE,
    TITLE_SIZE,
    Theme,
    settings,
)
from fivehundred_sim.report.equity import answer_sentence, basis, cell, dealer_words, score_word, shown_scores
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.study.bidding.equity import AT_THE_START, Asked, Equity

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

TITLE = "Chance to win the game, by the scores of both sides"
# Inches.
_WIDTH, _LEFT, _RIGHT, _HEAD, _FOOT = 7.2, 0.85, 0.15, 0.85, 0.62
_LINE, _LINE_CHARACTERS = 0.17, 105  # of the small print
_MOST_NUMBERS = 12  # across
_LUMA = (0.299, 0.587, 0.114)  # of red, green and blue (ITU-R BT.601)
_BRIGHT = 0.5


def score_map(
    equity: Equity, asked: Asked = AT_THE_START, theme: Theme = LIGHT, *, alone: bool = True
) -> "Figure":
    """Return a figure of all scores below the target: ours up, theirs across, with numbers at round ones.

    The line is where both sides have the same chance. A ring marks the scores asked about, but those at the
    start. Unless it stands alone, the title, the answer and the small print are left to what is around it.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    foot = textwrap.wrap(basis(equity), _LINE_CHARACTERS) if alone else []
    side = _WIDTH - _LEFT - _RIGHT
    above = _HEAD if alone else _RIGHT
    height = above + side + _FOOT + len(foot) * _LINE
    with mpl.rc_context(settings(theme)):
        figure = Figure(figsize=(_WIDTH, height), dpi=150)
        box = (_LEFT / _WIDTH, 1 - (above + side) / height, side / _WIDTH, side / height)
        _draw(figure.add_axes(box), equity, asked, theme)
        if not alone:
            return figure
        left = 0.12 / _WIDTH
        head = f"Chance to win the game in %, {dealer_words(asked.dealer_is_ours)}"
        figure.suptitle(
            head, x=left, y=1 - 0.12 / height, ha="left", va="top", size=TITLE_SIZE, weight="bold"
        )
        sentence = answer_sentence(equity, asked, UNICODE)
        figure.text(left, 1 - 0.46 / height, sentence, va="top", size=TICK_SIZE, color=theme.soft)
        figure.supxlabel(
            "\n".join(foot),
            x=left,
            y=0.06 / height,
            ha="left",
            va="bottom",
            size=SMALL_SIZE,
            color=theme.soft,
        )
        return figure


def _draw(axes: "Axes", equity: Equity, asked: Asked, theme: Theme) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    good, bad = theme.look("heuristic").color, theme.look("double-dummy").color
    colors = LinearSegmentedColormap.from_list("equity", [bad, theme.paper, good])
    scores = [score for score in equity.scores if score < equity.rules.match.target]
    chances = equity.view(asked.dealer_is_ours)[: len(scores), : len(scores)]
    edge = (scores[1] - scores[0]) / 2
    extent = (scores[0] - edge, scores[-1] + edge, scores[0] - edge, scores[-1] + edge)
    axes.imshow(chances, origin="lower", extent=extent, cmap=colors, vmin=0, vmax=1, interpolation="nearest")
    axes.contour(scores, scores, chances, levels=[0.5], colors=[theme.mark], linewidths=1.5)
    _number(axes, equity, asked, theme, colors)
    if asked[:2] != AT_THE_START[:2]:
        axes.plot(
            asked.theirs, asked.ours, marker="o", markersize=19, markerfacecolor="none",
            markeredgecolor=theme.ink, markeredgewidth=1.8, clip_on=False,
        )  # fmt: skip
    axes.set_xlabel("Their score", size=TEXT_SIZE)
    axes.set_ylabel("Your score", size=TEXT_SIZE)


def _number(axes: "Axes", equity: Equity, asked: Asked, theme: Theme, colors: "Colormap") -> None:
    """Write the chances at round scores, in the ink that stands out there, and name those scores."""
    chances = equity.view(asked.dealer_is_ours)
    step = next(step for step in (100, 200, 500, 1000) if len(shown_scores(equity, step)) <= _MOST_NUMBERS)
    scores = shown_scores(equity, step)
    words = [score_word(score, UNICODE) for score in scores]
    axes.set_xticks(scores, words)
    axes.set_yticks(scores, words)
    for ours in scores:
        for theirs in scores:
            chance = chances[equity.scores.index(ours), equity.scores.index(theirs)]
            light = sum(part * share for part, share in zip(colors(chance), _LUMA, strict=False))
            dark_ink, light_ink = sorted((theme.ink, theme.paper), key=lambda color: int(color[1:3], 16))
            ink = dark_ink if light > _BRIGHT else light_ink
            axes.text(theirs, ours, cell(chance), ha="center", va="center", size=TEXT_SIZE, color=ink)
