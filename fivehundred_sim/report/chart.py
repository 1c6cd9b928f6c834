"""The answer as a chart: make rates by level and denomination, with interval bars.

Player models differ in marker, line and fill as well as in colour, and are named at their lines, so that the
chart reads in grey print and for colour-blind readers.
"""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fivehundred_sim import __version__
from fivehundred_sim.report import words
from fivehundred_sim.report.words import UNICODE as GLYPHS
from fivehundred_sim.study.advice import Advice, ContractEstimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Two colours of Okabe and Ito that differ in lightness too; a model looks the same in every chart.
_LOOKS = {
    "heuristic": {"color": "#0072B2", "marker": "o", "linestyle": "-", "markerfacecolor": "#0072B2"},
    "double-dummy": {"color": "#D55E00", "marker": "s", "linestyle": "--", "markerfacecolor": "white"},
}
_OTHER_LOOK = {"color": "#404040", "marker": "^", "linestyle": ":", "markerfacecolor": "white"}
_LOW = 0.3  # a rate below which there is no room for figures beneath its point
_SHIFT = 0.09  # models stand a little apart, so that their bars do not hide each other
_RC: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#808080",
    "xtick.color": "#404040",
    "ytick.color": "#404040",
    "svg.hashsalt": "fivehundred-sim",
    "svg.fonttype": "path",
}
_TITLE = "Chance to make each contract, by level, denomination and player model"
_INK = "#202020"
_MARKS = "#909090"


def make_rates(advice: Advice) -> "Figure":
    """Return a figure of make rates: a panel a denomination, levels across, a line a player model.

    Bars are 95 % intervals. Short grey marks show the rate from which a contract brings more points than it
    costs (primary model). Nothing is saved or shown.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    groups = {
        name: [bid for bid in advice.bids if words.denomination(bid) == name] for name in words.DENOMINATIONS
    }
    groups = {name: bids for name, bids in groups.items() if bids}
    with mpl.rc_context(_RC):
        figure = Figure(figsize=(10.5, 4.6), dpi=150, layout="constrained")
        ratios = [len(bids) + 0.6 for bids in groups.values()]
        axes = figure.subplots(1, len(groups), sharey=True, width_ratios=ratios, squeeze=False)[0]
        for panel, bids in zip(axes, groups.values(), strict=True):
            _draw_panel(panel, advice, bids)
        axes[0].set_ylabel("chance to make the contract")
        axes[0].set_ylim(-3, 106)
        axes[0].set_yticks(range(0, 101, 20), [f"{rate} %" for rate in range(0, 101, 20)])
        _name_lines(figure, advice)
        _write_texts(figure, advice)
    return figure


def _draw_panel(panel: "Axes", advice: Advice, bids: Sequence[str]) -> None:
    panel.set_title(words.heading(bids[0], GLYPHS), fontsize=11, color=_INK)
    panel.set_xticks(range(len(bids)), [words.split_bid(bid)[0] or bid for bid in bids])
    panel.set_xlim(-0.5, len(bids) - 0.5)
    panel.grid(axis="y", color="#E4E4E4", linewidth=0.8)
    panel.set_axisbelow(True)
    panel.tick_params(length=0)
    for number, engine in enumerate(advice.engines):
        rows = [advice.row(engine, bid) for bid in bids]
        x = [place + _shift(number, advice) for place in range(len(bids))]
        rates = [100 * row.p_make for row in rows]
        errors = [
            [max(0.0, 100 * (row.p_make - row.p_make_low)) for row in rows],
            [max(0.0, 100 * (row.p_make_high - row.p_make)) for row in rows],
        ]
        look = _look(engine)
        if rows[0].is_misere:
            look["linestyle"] = "none"  # the two misères are no sequence
        panel.errorbar(x, rates, errors, markersize=5, linewidth=1.3, elinewidth=1.3, capsize=2.5, **look)  # type: ignore[arg-type]
    for place, bid in enumerate(bids):
        needed = _break_even(advice.row(advice.engine, bid))
        if needed <= 1:
            panel.hlines(100 * needed, place - 0.3, place + 0.3, color=_MARKS, linewidth=1.6, zorder=1)
    if advice.asked is not None and advice.asked.bid in bids:
        _mark_asked(panel, advice, bids.index(advice.asked.bid))


def _look(engine: str) -> dict[str, str]:
    return dict(_LOOKS.get(engine, _OTHER_LOOK))


def _shift(number: int, advice: Advice) -> float:
    return _SHIFT * (2 * number - (len(advice.engines) - 1))


def _break_even(row: ContractEstimate) -> float:
    """Return the make rate at which the contract's mean points are zero, all else as it was seen."""
    when_made = row.value if row.made == 0 else (row.mean_ours + (1 - row.p_make) * row.value) / row.p_make
    return (row.value + row.mean_theirs) / (row.value + when_made)


def _mark_asked(panel: "Axes", advice: Advice, place: int) -> None:
    """Shade the bid asked about and write its rates into the shaded band, where no line passes."""
    from matplotlib.patheffects import withStroke

    assert advice.asked is not None
    rows = advice.asked.rows
    panel.axvspan(place - 0.42, place + 0.42, color="#F2F0E6", zorder=0)
    panel.text(place, 105, GLYPHS.bid(rows[0].bid) + "?", ha="center", va="top", weight="bold", color=_INK)
    # Lines fall to the right: below a high rate there is room, and above a low one.
    low = min(row.p_make for row in rows) < _LOW
    for number, row in enumerate(rows):
        panel.annotate(
            f"{words.percent(row, GLYPHS)[0]} %",
            (place, 92 if low else 3),
            xytext=(0, -13 * number if low else 13 * (len(rows) - 1 - number)),
            textcoords="offset points",
            ha="center",
            va="center",
            color=_look(row.engine)["color"],
            weight="bold",
            path_effects=[withStroke(linewidth=3, foreground="white")],
        )


def _name_lines(figure: "Figure", advice: Advice) -> None:
    """Name the models and the grey marks in the corner that no line reaches."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], label=engine, markersize=5, linewidth=1.3, **_look(engine))  # type: ignore[arg-type]
        for engine in advice.engines
    ]
    marks = Line2D([], [], label="brings points from here", color=_MARKS, linewidth=1.6)
    figure.legend(
        handles=[*handles, marks],
        loc="upper right",
        ncols=len(handles) + 1,
        frameon=False,
        labelcolor=[*(_look(engine)["color"] for engine in advice.engines), "#505050"],
        handlelength=2.6,
        borderaxespad=0.2,
    )


def _write_texts(figure: "Figure", advice: Advice) -> None:
    hand = "  ".join(GLYPHS.card(card) for card in advice.hand)
    figure.suptitle(hand, x=0.01, ha="left", fontsize=12, weight="bold", color=_INK)
    deals = words.deals_label(advice, GLYPHS)
    figure.supxlabel(
        "Bars: 95 % intervals. Points are for the contract being played, not against passing."
        f" Deals: {deals}; rules {words.rules_label(advice)}; seed {advice.seed}.",
        x=0.01,
        ha="left",
        fontsize=8,
        color="#505050",
    )


def render(figure: "Figure", kind: str, manifest: str) -> bytes:
    """Return a figure as the bytes of a "png" or "svg" file with the manifest in its metadata.

    The metadata name this program and its version too. The bytes are the same each time (within one
    matplotlib version): no date, no random identifiers.
    """
    import matplotlib as mpl

    about: dict[str, str | None] = {"Title": _TITLE, "Description": manifest}
    about["Creator" if kind == "svg" else "Software"] = f"fivehundred-sim {__version__}"
    if kind == "svg":
        about["Date"] = None  # left out, matplotlib would write the time; a PNG has none
    buffer = io.BytesIO()
    with mpl.rc_context(_RC):
        figure.savefig(buffer, format=kind, metadata=about)
    return buffer.getvalue()
