"""Bid against pass on a terminal and in Markdown: the plain answer, the table of calls, what it rests on."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fivehundred_sim.report.console import Cell, Grid
from fivehundred_sim.report.glyphs import Glyphs

if TYPE_CHECKING:
    from fivehundred_sim.study.bidding.bid_or_pass import CallsAnswer
    from fivehundred_sim.study.bidding.calls import CallEstimate

SHOWN = 7  # calls of the table, beside the pass and the one asked about
_HOW = {
    "all": "nobody else has called",
    "exact": "on which the others' styles make just these calls",
    "near": "on which the others' calls come near to what their styles call",
    "any": "whatever the others have called: their styles hardly ever call so",
}

_BLUFF = (
    "A bluff gains only if the others believe it, and is never advised: it will mostly fail, or names a suit"
    " that another of its level clearly beats if all pass."
)


@dataclass(frozen=True)
class Layout:
    """The columns that a table of calls shows."""

    columns: tuple[str, ...]


_SHARES = ("ours", "made", "set", "theirs", "their made", "nobody")
LAYOUTS = (
    Layout(("wins", "points", "diff", *_SHARES)),
    Layout(("wins", "points", "diff", "ours", "made", "set", "theirs", "their made")),
    Layout(("wins", "points", "diff", "made", "set", "theirs")),
    Layout(("wins", "points", "diff")),
)


def opening(answer: "CallsAnswer", glyphs: Glyphs) -> tuple[str, str]:
    """Return the answer in words: what to call and what that is worth, then what else is to be said."""
    best, passing = answer.best, answer.row("P")
    asked = None if answer.asked is None else answer.row(answer.asked[0])
    if len(answer.close) > 1:
        refused = asked is not None and asked.call not in answer.close
        first = (_refusal(asked, glyphs) if refused else "") + _too_close(
            answer, None if refused else asked, glyphs
        )
    else:
        first = f"{_do(best, glyphs)}: it {_worth(best, answer, glyphs)}"
        others = [row for row in (asked, passing) if row is not None and row is not best and not row.bluff]
        others = list(dict.fromkeys(others)) or [row for row in answer.rows[1:] if not row.bluff][:1]
        if others:
            said = [f"{_name(row, glyphs)} {_short(row, answer, glyphs)}" for row in others]
            first += f", {' and '.join(said)} (difference {_difference(others[0], answer, glyphs)})"
        if asked is not None and asked is not best:
            first = _refusal(asked, glyphs) + first
    return glyphs.text(f"{first}."), glyphs.text(_disagreement(answer, glyphs))


def _refusal(asked: "CallEstimate | None", glyphs: Glyphs) -> str:
    if asked is None:
        return ""
    if asked.call == "P":
        return "Do not pass. "
    return f"Not {glyphs.bid(asked.call)}{', a bluff' if asked.bluff else ''}. "


def _too_close(answer: "CallsAnswer", asked: "CallEstimate | None", glyphs: Glyphs) -> str:
    best = answer.best
    rows = [row for row in answer.rows if row.call in answer.close]
    if asked is not None and asked is not best:
        rows = [best, asked, *(row for row in rows if row not in (best, asked))]
    names = [_name(row, glyphs) for row in rows[:4]]
    if len(rows) > len(names):
        names.append(f"{len(rows) - len(names)} more")
    *most, last = names
    other = rows[1]
    return (
        f"Too close to call between {', '.join(most)} and {last}:"
        f" {_name(best, glyphs)} {_worth(best, answer, glyphs)}, {_name(other, glyphs)}"
        f" {_short(other, answer, glyphs)} (difference {_difference(other, answer, glyphs)})"
    )


def _disagreement(answer: "CallsAnswer", glyphs: Glyphs) -> str:
    """Return what the score changes: the call of most points where another one wins more games."""
    points, best = answer.best_by_points, answer.best
    if answer.scores is None or points is best or points.call in answer.close:
        return ""
    return (
        f"{_sentence(_name(points, glyphs))} scores more on average"
        f" ({points.mean_points:+.0f} points against {best.mean_points:+.0f}),"
        f" {_name(best, glyphs)} wins more games."
    ).replace("-", glyphs.minus)


def _do(row: "CallEstimate", glyphs: Glyphs) -> str:
    return "Pass" if row.call == "P" else f"Bid {glyphs.bid(row.call)}"


def _name(row: "CallEstimate", glyphs: Glyphs) -> str:
    return "passing" if row.call == "P" else glyphs.bid(row.call)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _worth(row: "CallEstimate", answer: "CallsAnswer", glyphs: Glyphs) -> str:
    if answer.scores is None:
        return f"is worth {_points(row, glyphs)} points a deal"
    return f"wins {_short(row, answer, glyphs)} of games from here"


def _short(row: "CallEstimate", answer: "CallsAnswer", glyphs: Glyphs) -> str:
    if answer.scores is None or row.p_win is None:
        return _points(row, glyphs)
    return f"{percent(row.p_win)} %"


def _points(row: "CallEstimate", glyphs: Glyphs) -> str:
    return f"{row.mean_points:+.0f}".replace("-", glyphs.minus)


def _difference(row: "CallEstimate", answer: "CallsAnswer", glyphs: Glyphs) -> str:
    """Return by how much the best call beats another one, with half the interval."""
    scale = 1 if answer.scores is None else 100
    half = scale * (row.diff_high - row.diff_low) / 2
    places = 1 if half < 10 and scale == 100 else 0
    shown = f"{-scale * row.diff:.{places}f}"
    if float(shown) == 0:
        shown = shown.lstrip("-")
    return f"{shown.replace('-', glyphs.minus)} {glyphs.plus_minus} {max(half, 10**-places):.{places}f}"


def percent(chance: float) -> str:
    """Return a chance in whole per cents, never a bare 0 or 100."""
    if chance >= 0.995:
        return ">99"
    return "<1" if chance < 0.005 else f"{100 * chance:.0f}"


def shown_rows(answer: "CallsAnswer") -> "list[CallEstimate]":
    """Return the calls worth showing: the best, the pass and the one asked about."""
    asked = answer.asked[0] if answer.asked else ""
    named = ("P", asked, answer.best_by_points.call)
    return [row for place, row in enumerate(answer.rows) if place < SHOWN or row.call in named]


def calls_grid(answer: "CallsAnswer", glyphs: Glyphs, layout: Layout) -> Grid:
    """Return the table of calls in one layout, the best call first."""
    columns = columns_of(answer, layout)
    grid = Grid(["call", *(_heading(name, answer) for name in columns)], frozenset(), 2)
    grid.right = frozenset(grid.headings) - {"call"}
    for row in shown_rows(answer):
        cells: list[Cell] = [_call_cell(row, answer, glyphs)]
        cells += [_cell(name, row, answer, glyphs) for name in columns]
        grid.lines.append((cells, row is answer.best))
    return grid


def columns_of(answer: "CallsAnswer", layout: Layout) -> list[str]:
    """Return the columns of a layout, behind the call, that say something in this answer."""
    return [
        name
        for name in layout.columns
        if not (name == "wins" and answer.scores is None)
        and not (name == "nobody" and all(row.p_nobody < 0.005 for row in answer.rows))
    ]


def figure(name: str, row: "CallEstimate") -> float | None:
    """Return what a column shows of a call, as a number."""
    return {
        "wins": row.p_win,
        "points": row.mean_points,
        "diff": -row.diff,
        "ours": row.p_ours,
        "made": row.p_made,
        "set": row.p_set,
        "theirs": row.p_theirs,
        "their made": row.p_theirs_made,
        "nobody": row.p_nobody,
    }[name]


def _heading(name: str, answer: "CallsAnswer") -> str:
    if name == "diff":
        return "less than best" if answer.scores is None else "behind, %"
    return {"wins": "wins %", "their made": "made by them"}.get(name, name)


def _call_cell(row: "CallEstimate", answer: "CallsAnswer", glyphs: Glyphs) -> str:
    name = "pass" if row.call == "P" else glyphs.bid(row.call)
    mark = f" {glyphs.best}" if row is answer.best else " bluff" if row.bluff else ""
    if not mark and row.call in answer.close:
        mark = f" {glyphs.tie}"
    asked = f"{glyphs.asked} " if answer.asked and answer.asked[0] == row.call else ""
    return f"{asked}{name}{mark}"


def _cell(name: str, row: "CallEstimate", answer: "CallsAnswer", glyphs: Glyphs) -> str:
    if name == "wins" and row.p_win is not None:
        half = 50 * ((row.p_win_high or 0.0) - (row.p_win_low or 0.0))
        return f"{100 * row.p_win:.1f} {glyphs.plus_minus} {max(half, 0.1):.1f}"
    if name == "points":
        half = (row.mean_points_high - row.mean_points_low) / 2
        return f"{row.mean_points:+.0f} {glyphs.plus_minus} {max(half, 1):.0f}".replace("-", glyphs.minus)
    if name == "diff":
        return "" if row is answer.best else _difference(row, answer, glyphs)
    return percent(figure(name, row) or 0.0)


def legend(answer: "CallsAnswer", glyphs: Glyphs) -> list[str]:
    """Return how to read the table of calls and what it rests on, a sentence each."""
    left = len(answer.rows) - len(shown_rows(answer))
    wins = "wins: games won from this score. " if answer.scores is not None else ""
    read = (
        f"{wins}points: ours less theirs a deal. ours, made, set, theirs, made by them: how the deal ends,"
        f" in %. {glyphs.best} advised, {glyphs.tie} too close to it."
    )
    more = [f"{left} more calls are worth less."] if left else []
    bluffs = [_BLUFF] if any(row.bluff for row in shown_rows(answer)) else []
    return [glyphs.text(text) for text in (read, *bluffs, *more, rests_on(answer), *_warnings(answer))]


def rests_on(answer: "CallsAnswer") -> str:
    """Return what the calls rest on: the styles, the deals, and who plays the contracts."""
    own, partner, opponents = answer.styles
    if own == partner == opponents:
        styles = f"everybody bids on in the style {own}"
    else:
        styles = f"you bid on {own}, your partner {partner}, the others {opponents}"
    deals = f"{answer.deals:,} deals"
    if answer.how != "all":
        deals += f" of {answer.drawn:,} dealt, {_HOW[answer.how]}"
    players = "calibrated players" if answer.model == "calibrated" else "players by rules of thumb"
    wins = "; games won as natural bidders go on" if answer.scores is not None else ""
    return (
        f"Calls rest on: you are seat {answer.seat}, seat {answer.dealer} deals; {styles}; {deals}; contracts"
        f" played by {players}{wins}."
    )


def _warnings(answer: "CallsAnswer") -> list[str]:
    found = []
    if answer.model == "heuristic":
        found.append(
            "No games of sampled players back this table: above all misères may be made, and so bid, too"
            " often."
        )
    if answer.how == "near":
        found.append(
            f"These calls are rare in those styles: deals count less, the more points a call falls short"
            f" (a third at {answer.tolerance:.0f}); they tell as much as {answer.effective:.0f} equal ones."
        )
    if answer.how == "any":
        found.append("These calls are next to impossible in those styles, so they are left out of account.")
    return found
