"""What a hand is worth, as a page: the answer, the chart, every contract and call; many hands in rows."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.report import calls, chart, figures, sentences
from fivehundred_sim.report.contracts_table import played, signs
from fivehundred_sim.report.glyphs import UNICODE, heading
from fivehundred_sim.report.groups import groups_of
from fivehundred_sim.report.html import charts
from fivehundred_sim.report.html.grids import Keys, table_of
from fivehundred_sim.report.html.page import (
    Block,
    Body,
    Cell,
    Column,
    Lead,
    Page,
    Row,
    Sentences,
    Table,
    render,
)
from fivehundred_sim.report.many import MANY_LAYOUTS, columns_of, many_grid
from fivehundred_sim.study.advice import Advice, ContractEstimate

if TYPE_CHECKING:
    from fivehundred_sim.study.bidding.bid_or_pass import CallsAnswer

_VERDICT_ORDER = {"yes": 2.0, "close": 1.0, "no": 0.0}
MOST_WITH_SIDES = 3  # models beside which each side's points have room
MOST_TOGETHER = 40  # contracts that a sheet of paper holds beside what else stands on it
_CHART = (
    "Chance to make each contract, by level, and how many tricks the contractor's side takes, for each"
    " denomination and player model; the tables below have the numbers."
)


def to_html(answer: Advice | Sequence[Advice]) -> str:
    """Return the page of one answer, or of several with a row for each."""
    return render(one(answer) if isinstance(answer, Advice) else many(answer))


# --- one hand -----------------------------------------------------------------------------------------------


def one(advice: Advice) -> Page:
    """Return the page of one hand."""
    question = _question(advice)
    lines = sum(len(group.shown) for group in groups_of(advice))
    first, rest = sentences.opening(advice, UNICODE)
    answer = Lead(first, rest, advice.asked.verdict if advice.asked else "")
    drawn = charts.inline(partial(chart.overview, advice, alone=False), _CHART)
    blocks: list[Block] = [answer, drawn, contracts(advice), tricks(advice)]
    if advice.calls is not None:
        # The calls take half a sheet of paper, on which the chart would leave a gap before the table.
        blocks = [*_calls_blocks(advice, advice.calls), Sentences(["And if the contract is played:"])]
        blocks += [answer, contracts(advice), drawn, tricks(advice)]
    return Page(
        title=f"{question} {UNICODE.grouped_hand(advice.hand)}",
        about=_about(advice),
        heading=question,
        cards=[UNICODE.card(word) for word in advice.hand],
        blocks=blocks,
        notes=[*sentences.legend(advice, UNICODE), *sentences.notes(advice, UNICODE)],
        manifest=advice.manifest.to_json_dict(),
        look="long" if advice.calls is not None or lines > MOST_TOGETHER else "",
    )


def _about(advice: Advice) -> str:
    """Return the rules, and what was told of an auction."""
    parts = [f"Five Hundred, rules {sentences.rules_label(advice)}"]
    if advice.calls is not None and advice.calls.auction:
        said = ("pass" if call == "P" else UNICODE.bid(call) for call in advice.calls.auction)
        parts.append(f"calls so far: {', '.join(said)}")
    if advice.calls is not None and advice.calls.scores is not None:
        ours, theirs = (str(score).replace("-", UNICODE.minus) for score in advice.calls.scores)
        parts.append(f"score {ours} to {theirs}")
    return "; ".join(parts)


def _question(advice: Advice) -> str:
    """Return what was asked, as a heading."""
    asked = advice.asked.bid if advice.asked else ""
    if advice.calls is not None:
        asked = advice.calls.asked[0] if advice.calls.asked else ""
        if not asked:
            return "What to call with this hand?"
        return "Pass with this hand?" if asked == "P" else f"Bid {UNICODE.bid(asked)} with this hand?"
    return f"{UNICODE.bid(asked)} with this hand?" if asked else "What is this hand worth?"


def contracts(advice: Advice) -> Table:
    """Return the table of contracts: a row a bid, the models side by side."""
    columns = [Column("bid", right=False, falling=False), Column("value", extra=True, falling=False)]
    two, many = len(advice.engines) == 2, len(advice.engines) > 2
    sides = [] if len(advice.engines) > MOST_WITH_SIDES else ["us", "them"]
    for number, engine in enumerate(advice.engines):
        columns += [
            Column("chance %" if number and many else "chance % (95 %)", engine),
            Column("points", engine, extra=number > 0),
            *([] if number else [Column(side, engine, extra=True) for side in sides]),
        ]
    columns += [Column("model gap")] if two else []
    rows = [
        _contract(advice, bid, first=place == 0)
        for group in groups_of(advice)
        for place, bid in enumerate(group.shown)
    ]
    return Table("Every contract, if played", columns, [Body(rows)])


def _contract(advice: Advice, bid: str, *, first: bool) -> Row:
    """Return the row of a bid, the first of its denomination or not."""
    rows = advice.rows(bid)
    value = next(row.value for row in rows if row is not None)
    asked, best = signs(advice, bid, UNICODE)
    name = " ".join(filter(None, (UNICODE.bid(bid), asked, best)))
    cells = [Cell(name, float(advice.bids.index(bid))), Cell(str(value), float(value))]
    for number, row in enumerate(rows):
        sides = number == 0 and len(rows) <= MOST_WITH_SIDES
        cells += _figures(row, sides=sides, short=number > 0 and len(rows) > 2)
    if len(rows) == 2:
        cells.append(_gap(*rows))
    looks = {"first": first, "asked": bool(asked), "best": bid == advice.best}
    return Row(cells, " ".join(look for look, true in looks.items() if true))


def _figures(row: ContractEstimate | None, *, sides: bool, short: bool) -> list[Cell]:
    """Return the cells of one model; sides: with each side's points; short: with whole per cents."""
    if row is None:
        return [Cell("")] * (4 if sides else 2)
    percent = figures.short_percent if short else figures.cell_percent
    cells = [
        Cell(percent(row, UNICODE), row.p_make),
        Cell(figures.points(row, UNICODE), row.mean_points, row.verdict),
    ]
    points = (row.mean_ours, row.mean_theirs) if sides else ()
    return cells + [Cell(figures.signed(side, UNICODE), side) for side in points]


def _gap(one: ContractEstimate | None, other: ContractEstimate | None) -> Cell:
    """Return how far the two models are apart, where both played."""
    if one is None or other is None:
        return Cell("")
    return Cell(figures.chance_gap(one, other, UNICODE), other.p_make - one.p_make)


def tricks(advice: Advice) -> Table:
    """Return the table of tricks: a row a denomination, how often each number of them is taken."""
    columns = [Column("denomination", right=False, falling=False)]
    for engine in advice.engines:
        columns += [Column(f"0{UNICODE.dash}10 tricks", engine, right=False), Column("mean", engine)]
    rows = []
    for place, group in enumerate(groups_of(advice)):
        bid = group.bids[0]
        if parse_bid(bid).is_misere:  # only its first trick matters
            continue
        cells = [Cell(heading(bid, UNICODE), float(place))]
        for engine in advice.engines:
            row = played(advice, engine, bid)
            mean = None if row is None else row.mean_tricks
            cells += [
                Cell("" if row is None else figures.spark(row, UNICODE), mean, "bars"),
                Cell("" if row is None else figures.tricks(row, UNICODE), mean),
            ]
        rows.append(Row(cells))
    return Table("Tricks of the contractor's side", columns, [Body(rows)])


def _calls_blocks(advice: Advice, answer: "CallsAnswer") -> list[Block]:
    """Return what every call is worth: the answer, the table, and how it is read."""
    first, rest = calls.opening(answer, UNICODE)
    layout = calls.LAYOUTS[0]
    names = calls.columns_of(answer, layout)
    rows = calls.shown_rows(answer)
    order = {bid: float(place) for place, bid in enumerate(advice.bids)}
    keys = [[order.get(row.call, -1.0), *(calls.figure(name, row) for name in names)] for row in rows]
    asked = answer.asked[0] if answer.asked else ""
    looks = [
        " ".join(word for word, true in (("asked", row.call == asked), ("best", row is answer.best)) if true)
        for row in rows
    ]
    grid = calls.calls_grid(answer, UNICODE, layout)
    table = table_of(grid, "What each call is worth", keys, looks=looks, rising=("call", *_rising(answer)))
    return [
        Lead(first, rest, answer.asked[1] if answer.asked else ""),
        table,
        Sentences(calls.legend(answer, UNICODE)),
    ]


def _rising(answer: "CallsAnswer") -> list[str]:
    """Return the heading of the column in which little is good."""
    return ["less than best" if answer.scores is None else "behind, %"]


# --- many hands ---------------------------------------------------------------------------------------------


def many(answers: Sequence[Advice]) -> Page:
    """Return the page of many hands: a row for each."""
    number = len(answers)
    question = f"What are these {number} hands worth?" if number > 1 else "What is this hand worth?"
    layout = MANY_LAYOUTS[0]
    names = columns_of(answers, layout)
    keys = [_many_keys(advice, number, names) for number, advice in enumerate(answers, 1)]
    grid = many_grid(answers, UNICODE, layout)
    table = table_of(grid, "Each hand", keys, extra=("model gap",), rising=("line", "bid"))
    return Page(
        title=question,
        about=_about(answers[0]),
        heading=question,
        blocks=[table],
        notes=[sentences.legend_many(answers, UNICODE), *sentences.notes(answers[0], UNICODE)],
        manifest=answers[0].manifest.to_json_dict(),
    )


def _many_keys(advice: Advice, number: int, names: Sequence[str]) -> Keys:
    """Return what a row is sorted by, column by column."""
    best = advice.row(advice.engine, advice.best)
    rows = [row for row in advice.contracts if row.bid == advice.best]
    about_asked = "bid" in names
    if about_asked:
        rows = [] if advice.asked is None else list(advice.asked.rows)
    shown = rows[0] if rows else None
    chances = [row.p_make for row in rows]
    keys = {
        "line": float(number if advice.line is None else advice.line),
        "hand": None,
        "bid": float(advice.bids.index(shown.bid)) if shown else None,
        "answer": _VERDICT_ORDER[advice.asked.verdict] if advice.asked else None,
        "chance": shown.p_make if shown else None,
        "points": shown.mean_points if shown else None,
        "gap": max(chances) - min(chances) if len(chances) > 1 else None,
        "best": float(advice.bids.index(best.bid)),
        "worth": best.mean_points,
    }
    return [keys[name] for name in names]
