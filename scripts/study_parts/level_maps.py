"""The chart of the Australian table: the highest level that pays, by what a hand holds, as maps."""

import matplotlib as mpl
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from fivehundred_sim.report.chart_theme import LIGHT, SMALL_SIZE, TEXT_SIZE, settings
from fivehundred_sim.report.glyphs import UNICODE
from fivehundred_sim.report.table_page import by_strength, enough, suit_names, suit_signs

COLORS = ("#E9E9E9", "#CFE3F3", "#9CC6E6", "#5A9FD0", "#1F6EA8", "#0A3F6B")  # nothing, six to ten
DARK = 9  # from this level on figures are white
TRUMPS = tuple(range(2, 9))


def chart(table):
    """Return the figure: black suits, red suits, no-trump without and with the joker."""
    with mpl.rc_context(settings(LIGHT)):
        figure = Figure(figsize=(7.2, 6.6), dpi=150)
        grid = figure.add_gridspec(
            2, 2, height_ratios=[16, 5],
            left=0.1, right=0.985, top=0.885, bottom=0.1, hspace=0.28, wspace=0.22,
        )  # fmt: skip
        figure.suptitle(
            "The highest level that pays, and how often it is made, in %",
            x=0.02, y=0.985, ha="left", size=TEXT_SIZE, weight="bold",
        )  # fmt: skip
        suits = [block for block in table.blocks("pooled") if block.denomination[0] in "SCDH"]
        for place, block in enumerate(suits):
            rows = [row for row in table.rows("pooled", block) if enough(row)]
            axes = figure.add_subplot(grid[0, place])
            title = f"{suit_signs(block.denomination, UNICODE)} {suit_names(block.denomination)}"
            _map(axes, rows, ("trumps", TRUMPS), ("tops", by_strength(rows)), title)
            axes.set_xlabel("trumps held", size=SMALL_SIZE, labelpad=2)
        block = next(block for block in table.blocks("tops") if block.denomination == "NT")
        rows = [row for row in table.rows("tops", block) if enough(row)]
        for place, (joker, words) in enumerate((("-", "without the joker"), ("J", "with the joker"))):
            own = [row for row in rows if row["jokers"] == joker]
            axes = figure.add_subplot(grid[1, place])
            _map(axes, own, ("stoppers", range(5)), ("aces", range(5)), f"no-trump, {words}")
            axes.set_xlabel("suits stopped", size=SMALL_SIZE, labelpad=2)
            if place == 0:
                axes.set_ylabel("aces", size=SMALL_SIZE)
        figure.text(
            0.02, 0.012, "Grey: no level pays. Empty: fewer than 100 hands. ?: the level may be another.",
            size=SMALL_SIZE, color=LIGHT.soft,
        )  # fmt: skip
        return figure


def _map(axes, rows, across, up, title):
    """Draw one map. across, up: a column of the rows and its values in order."""
    (column, values), (line, names) = across, up
    values, names = list(values), list(names)
    levels = [[float("nan")] * len(values) for _ in names]
    for row in rows:
        if row[column] in values:
            levels[names.index(row[line])][values.index(row[column])] = max(row["best_level"], 5)
    axes.imshow(
        levels, origin="lower", cmap=ListedColormap(COLORS), vmin=4.5, vmax=10.5, aspect="auto",
        interpolation="nearest",
    )  # fmt: skip
    for row in rows:
        level = row["best_level"]
        if level and row[column] in values:
            doubt = "?" if row["pays"] == "close" else ""
            axes.text(
                values.index(row[column]), names.index(row[line]),
                f"{level}{doubt} {100 * row[f'p_make_{level}']:.0f}",
                ha="center", va="center", size=7, color="#FFFFFF" if level >= DARK else LIGHT.ink,
            )  # fmt: skip
    axes.set_title(title, size=SMALL_SIZE, color=LIGHT.soft, pad=3)
    axes.set_xticks(range(len(values)), [str(value) for value in values])
    axes.set_yticks(range(len(names)), [str(name) for name in names])
    axes.tick_params(length=0, pad=2, labelsize=SMALL_SIZE)
    for spine in axes.spines.values():
        spine.set_visible(False)
