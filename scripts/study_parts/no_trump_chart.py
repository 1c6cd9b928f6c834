"""The chart of the no-trump study: share made by level, with and without the joker, and by where it was."""

import matplotlib as mpl
from matplotlib.figure import Figure

from fivehundred_sim.report.chart_theme import LIGHT, SMALL_SIZE, TEXT_SIZE, settings

RANDOM = ("random", "any", "without the joker")
# What is drawn: kind, joker, engine; name, marker, line.
LEFT = (
    ("would bid it", "with the joker", "calibrated", "joker in hand, would bid it", "o", "-"),
    ("would bid it", "without the joker", "calibrated", "no joker, would bid it", "D", "-"),
    ("random", "with the joker", "calibrated", "joker in hand, any hand", "o", ":"),
    ("random", "without the joker", "double-dummy", "no joker, any hand, all hands open", "s", "--"),
    ("random", "without the joker", "calibrated", "no joker, any hand", "D", ":"),
)
RIGHT = (
    ("would bid it", "without the joker: partner", "heuristic", "partner has the joker", "^", "-"),
    ("would bid it", "without the joker: kitty", "heuristic", "the kitty has it", "v", "--"),
    ("would bid it", "without the joker: opponents", "heuristic", "an opponent has it", "X", "-"),
)
COLORS = ("#00598F", "#202020", "#00598F", "#D55E00", "#606060")
LEAST = 30  # hands of a point


def chart(table):
    """Return the figure of a table's rows."""
    with mpl.rc_context(settings(LIGHT)):
        figure = Figure(figsize=(7.2, 4.6), dpi=150)
        left, right = figure.subplots(1, 2, sharey=True)
        figure.subplots_adjust(left=0.08, right=0.985, top=0.84, bottom=0.38, wspace=0.06)
        figure.suptitle("No-trumps made, in %", x=0.02, y=0.98, ha="left", weight="bold")
        _draw(left, table, LEFT, COLORS, "by hand and level")
        _draw(
            right, table, RIGHT, COLORS[:1] + COLORS[1:2] + ("#D55E00",), "would bid it: where was the joker?"
        )
        left.set_xlabel("level played (solid lines: hands whose best bid it is)", size=SMALL_SIZE)
        left.xaxis.set_label_coords(1.0, -0.13)
        return figure


def _draw(axes, table, lines, colors, title):
    """Draw the lines of one panel with their 95 % intervals."""
    for (kind, joker, engine, name, marker, style), color in zip(lines, colors, strict=True):
        own = table[(table.kind == kind) & (table.joker == joker) & (table.engine == engine)]
        own = own[(own.n >= LEAST) & (own.level != "as bid")]
        mean, low, high = 100 * own.p_make, 100 * own.p_make_low, 100 * own.p_make_high
        axes.errorbar(
            own.level.astype(int), mean, yerr=[mean - low, high - mean], color=color, marker=marker,
            linestyle=style, markersize=4.5, linewidth=1.3, elinewidth=0.9, capsize=2, label=name,
        )  # fmt: skip
    axes.set_title(title, size=TEXT_SIZE, color=LIGHT.soft)
    axes.set_ylim(0, 103)
    axes.set_xlim(5.7, 10.3)
    axes.set_xticks(range(6, 11))
    axes.grid(axis="y", color=LIGHT.grid, linewidth=0.6)
    axes.legend(
        loc="upper left", bbox_to_anchor=(-0.02, -0.22), frameon=False, fontsize=SMALL_SIZE, handlelength=2.4,
        labelcolor=LIGHT.soft, labelspacing=0.3,
    )  # fmt: skip
