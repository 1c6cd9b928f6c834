"""The chart of the study of ten without the joker: who makes ten by where it was, and what ten brings."""

import matplotlib as mpl
from matplotlib.figure import Figure

from fivehundred_sim.report.chart_theme import LIGHT, SMALL_SIZE, TEXT_SIZE, settings

BOUND = 13 / 33  # partner's or the kitty's joker
ANY = "any"
# What is drawn, from the weakest: kind, hands, and their name on the axis.
HANDS = (
    ("random", "evaluation 10 % or more", "eval. 10 %"),
    ("random", "evaluation 20 % or more", "20 %"),
    ("random", "evaluation 30 % or more", "30 %"),
    ("hearts", "R L A K and 7 trumps", "RLAK 7"),
    ("hearts", "R L A K and 8 trumps", "RLAK 8"),
    ("hearts", "R L A K and 9 trumps", "RLAK 9"),
    ("example", "B47", "B47"),
    ("example", "ten trumps in a row", "10 top"),
)
LINES = (
    ("partner", "heuristic", "partner has the joker", "^", "#00598F"),
    ("kitty", "heuristic", "it is in the kitty", "v", "#007A5A"),
    (ANY, "heuristic", "wherever it is", "o", "#202020"),
    (ANY, "calibrated", "wherever it is (calibrated)", "D", "#8A8A8A"),
    ("opponents", "heuristic", "an opponent has it", "X", "#D55E00"),
)
BIDS = ((8, "s", "#00598F"), (9, "D", "#007A5A"), (10, "X", "#D55E00"))
LEAST = 10  # hands of a point


def chart(table):
    """Return the figure of a table's rows."""
    with mpl.rc_context(settings(LIGHT)):
        figure = Figure(figsize=(7.2, 4.8), dpi=150)
        left, right = figure.subplots(1, 2, width_ratios=[8, 5])
        figure.subplots_adjust(left=0.075, right=0.985, top=0.83, bottom=0.36, wspace=0.2)
        figure.suptitle("Ten without the joker", x=0.02, y=0.985, ha="left", weight="bold")
        _rates(left, table)
        _points(right, table)
        return figure


def _rates(axes, table):
    """Draw the rate of ten tricks by hand and by where the joker was."""
    for joker, engine, name, marker, color in LINES:
        _line(
            axes, table, HANDS, joker, engine, "rate", 100, {"label": name, "marker": marker, "color": color}
        )
    axes.axhline(100 * BOUND, color=LIGHT.mark, linestyle="--", linewidth=1)
    axes.text(3.3, 100 * BOUND + 1.5, "13 in 33", size=SMALL_SIZE, color=LIGHT.soft)
    axes.set_ylim(-3, 103)
    _finish(axes, HANDS, "ten tricks made, in %")
    axes.legend(
        loc="upper left", bbox_to_anchor=(-0.04, -0.27), ncols=2, frameon=False, fontsize=SMALL_SIZE,
        labelcolor=LIGHT.soft, columnspacing=1.0, handlelength=1.4,
    )  # fmt: skip


def _points(axes, table):
    """Draw what eight, nine and ten hearts bring."""
    hands = HANDS[3:]
    for level, marker, color in BIDS:
        looks = {"label": f"{level} hearts", "marker": marker, "color": color}
        _line(axes, table, hands, ANY, "calibrated", f"points_{level}", 1, looks)
    axes.axhline(0, color=LIGHT.mark, linewidth=1)
    _finish(axes, hands, "points (calibrated)")
    axes.legend(
        loc="upper left", bbox_to_anchor=(0.0, -0.27), frameon=False, fontsize=SMALL_SIZE,
        labelcolor=LIGHT.soft, handlelength=1.4,
    )  # fmt: skip


def _line(axes, table, hands, joker, engine, figure, scale, looks):
    """Draw one figure of all kinds of hands with its intervals."""
    own = table[(table.joker == joker) & (table.engine == engine) & (table.n >= LEAST)]
    places, means, errors = [], [], []
    for place, (kind, name, _) in enumerate(hands):
        rows = own[(own.kind == kind) & (own.hands == name)]
        for _, row in rows.iterrows():
            mean, low, high = (scale * row[f"{figure}{end}"] for end in ("", "_low", "_high"))
            places.append(place)
            means.append(mean)
            errors.append((mean - low, high - mean))
    if places:
        axes.errorbar(
            places, means, yerr=list(zip(*errors, strict=True)), markersize=4.5, linewidth=0.8,
            elinewidth=0.9, capsize=2, linestyle=":", **looks,
        )  # fmt: skip


def _finish(axes, hands, title):
    axes.set_title(title, size=TEXT_SIZE, color=LIGHT.soft)
    axes.set_xlim(-0.5, len(hands) - 0.5)
    axes.set_xticks(range(len(hands)), [name for *_, name in hands], rotation=45, ha="right", size=SMALL_SIZE)
    axes.grid(axis="y", color=LIGHT.grid, linewidth=0.6)
    axes.set_axisbelow(True)
