"""The panels of charts, one denomination each: chances by level, and the distribution of tricks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivehundred_sim.report import figures
from fivehundred_sim.report.chart_theme import SMALL_SIZE, TEXT_SIZE, TICK_SIZE, Theme
from fivehundred_sim.report.glyphs import UNICODE, denomination, heading, split_bid
from fivehundred_sim.study.advice import Advice, ContractEstimate
from fivehundred_sim.study.estimate import Rate, rate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEVELS = range(6, 11)
_SHIFT = 0.09  # models stand a little apart, so that their whiskers do not hide each other
_LINE_SHARE, _MARGIN = 0.15, 0.03  # of the chances from 0 to 1: what a line of text takes, what is beyond
_BARS = 0.84  # width of the bars of all models at one number of tricks


def draw_rates(panel: "Axes", advice: Advice, bids: Sequence[str], theme: Theme) -> None:
    """Draw the chances to make the bids of one denomination, a line a model, with 95 % intervals.

    Short grey marks show the chance from which a contract brings more points than it costs (primary model).
    """
    _prepare(panel, heading(bids[0], UNICODE), theme)
    panel.set_xticks(range(len(bids)), [split_bid(bid)[0] or bid for bid in bids])
    margin = (len(LEVELS) - len(bids)) / 2 + 0.5  # two misères stand as far apart as two levels
    panel.set_xlim(-margin, len(bids) - 1 + margin)
    for number, engine in enumerate(advice.engines):
        found = [(place, advice.find(engine, bid)) for place, bid in enumerate(bids)]
        places = [place for place, row in found if row is not None]
        rows = [row for _, row in found if row is not None]
        if not rows:
            continue
        shift = _SHIFT * (2 * number - (len(advice.engines) - 1))
        look = theme.look(engine)
        panel.errorbar(
            [place + shift for place in places],
            [100 * row.p_make for row in rows],
            _whiskers([(row.p_make, row.p_make_low, row.p_make_high) for row in rows]),
            color=look.color,
            marker=look.marker,
            linestyle="none" if rows[0].is_misere else look.line,  # the two misères are no sequence
            markerfacecolor=look.color if look.filled else theme.paper,
            markersize=5.5,
            linewidth=1.5,
            elinewidth=1.5,
            capsize=2.5,
        )
    for place, bid in enumerate(bids):
        needed = advice.row(advice.engine, bid).break_even
        if needed <= 1:
            panel.hlines(100 * needed, place - 0.3, place + 0.3, color=theme.mark, linewidth=2, zorder=1)
    if advice.asked is not None and advice.asked.bid in bids:
        _mark_asked(panel, advice.asked.rows, bids.index(advice.asked.bid), theme)


def _prepare(panel: "Axes", title: str, theme: Theme) -> None:
    panel.set_title(title, fontsize=TEXT_SIZE, color=theme.ink, pad=4)
    panel.grid(axis="y", color=theme.grid, linewidth=0.8)
    panel.set_axisbelow(True)
    panel.tick_params(length=0)


def _whiskers(estimates: Sequence[tuple[float, float, float]]) -> list[list[float]]:
    """Return how far (value, low, high) reach down and up, in per cent."""
    return [
        [max(0.0, 100 * (value - low)) for value, low, _ in estimates],
        [max(0.0, 100 * (high - value)) for value, _, high in estimates],
    ]


def _mark_asked(panel: "Axes", rows: Sequence[ContractEstimate], place: int, theme: Theme) -> None:
    """Shade the bid asked about, name it, and write its chances where there is more room: above or below.

    Its name goes to the other side of the marks where it has room there, and of more than two models those
    that have no room keep their chances to themselves, the last first.
    """
    panel.axvspan(place - 0.5, place + 0.5, color=theme.asked, zorder=0)
    room_above, room_below = 1 - max(row.p_make_high for row in rows), min(row.p_make_low for row in rows)
    above = room_above > room_below
    apart = min(room_above, room_below) > _LINE_SHARE
    fitting = int((max(room_above, room_below) + _MARGIN) / _LINE_SHARE) - (not apart)
    name = (f"{UNICODE.bid(rows[0].bid)}?", theme.ink)
    chances = [
        (f"{figures.short_percent(row, UNICODE).split()[0]} %", theme.look(row.engine).color) for row in rows
    ][: max(2, fitting)]
    _write(panel, place, [name] if apart else [name, *chances], above=above != apart)
    if apart:
        _write(panel, place, chances, above=above)


def _write(panel: "Axes", place: int, lines: Sequence[tuple[str, str]], *, above: bool) -> None:
    """Write lines, (text, colour) each, at the top or the bottom of a panel of chances."""
    for number, (text, color) in enumerate(lines):
        panel.annotate(
            text,
            (place, 105 if above else -2),
            xytext=(0, -12 * number if above else 12 * (len(lines) - 1 - number)),
            textcoords="offset points",
            ha="center",
            va="top" if above else "bottom",
            color=color,
            fontsize=SMALL_SIZE,
            weight="bold",
        )


def draw_tricks(panel: "Axes", advice: Advice, bid: str, makes: int, theme: Theme) -> None:
    """Draw how often the contractor's side takes 0 to 10 tricks: a bar a model, with 95 % intervals.

    `makes` is the lowest level that can be bid. The numbers of tricks that make some bid are shaded, those
    that make the bid asked about more strongly.
    """
    _prepare(panel, heading(bid, UNICODE), theme)
    panel.set_xticks([0, 2, 4, *LEVELS])
    panel.set_xlim(-0.6, 10.6)
    panel.axvspan(makes - 0.5, 10.6, color=theme.levels, zorder=0)
    width = _BARS / len(advice.engines)
    for number, engine in enumerate(advice.engines):
        row = advice.find(engine, bid)
        if row is None:
            continue
        shares = _shares(row)
        shift = width / 2 * (2 * number - (len(advice.engines) - 1))
        places = [tricks + shift for tricks in range(11)]
        look = theme.look(engine)
        panel.bar(
            places,
            [100 * share.rate for share in shares],
            width,
            edgecolor=look.color,
            facecolor=look.color if look.filled else theme.paper,
            hatch=None if look.filled else "//////",
        )
        # Where it never happened there would be a lone whisker; a predicted share has none of its own.
        seen = [index for index, count in enumerate(row.tricks) if count and row.made is not None]
        panel.errorbar(
            [places[index] for index in seen],
            [100 * shares[index].rate for index in seen],
            _whiskers([(shares[index].rate, shares[index].low, shares[index].high) for index in seen]),
            linestyle="none",
            color=theme.soft,
            elinewidth=0.8,
            capsize=1.5,
        )
    if advice.asked is not None and denomination(advice.asked.bid) == denomination(bid):
        level = int(split_bid(advice.asked.bid)[0])
        panel.axvspan(level - 0.5, 10.6, color=theme.asked, zorder=0)
        panel.annotate(
            f"makes {UNICODE.bid(advice.asked.bid)}",
            (1, 1),
            xycoords="axes fraction",
            ha="right",
            va="top",
            fontsize=TICK_SIZE,
            weight="bold",
            color=theme.ink,
        )


def _shares(row: ContractEstimate) -> list[Rate]:
    """Return the share of deals in which each number of tricks was taken, with its interval."""
    if row.made is None:
        return [Rate(share, share, share) for share in row.tricks]
    return [rate(round(count), row.deals) for count in row.tricks]


def share_scale(advice: Advice) -> tuple[float, list[int]]:
    """Return the top of the shares' axis, with room for a heading, and its ticks, in per cent."""
    rows = [row for row in advice.contracts if not row.is_misere]
    highest = max(100 * share.high for row in rows for share in _shares(row) if share.rate)
    step = next(step for step in (5, 10, 20, 25) if step * 4 >= highest)
    return 1.25 * highest, list(range(0, int(highest) + 1, step))
