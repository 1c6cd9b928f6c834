"""The chance to win the game: a few sentences and a table of scores, and the same as text and as files."""

import json
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from fivehundred_sim.report import files, records
from fivehundred_sim.report.console import Grid, glyphs_of, print_text, print_widest
from fivehundred_sim.report.glyphs import ASCII, UNICODE, Glyphs
from fivehundred_sim.report.sentences import rules_label
from fivehundred_sim.study.bidding.equity import Asked, Equity

STEPS = (50, 100, 200, 500)  # between the scores of a table, the finest that fits
_SHARE = 0.005  # an appetite chosen less often is not named


# --- figures and sentences ----------------------------------------------------------------------------------


def percent(chance: float) -> str:
    """Return a chance in running text: "38.2 %"; it is 0 or 100 only for who has lost or won."""
    text = f"{100 * chance:.1f}"
    return f"{ {'0.0': '<0.1', '100.0': '>99.9'}.get(text, text) } %"


def cell(chance: float) -> str:
    """Return a chance in whole per cents."""
    text = f"{100 * chance:.0f}"
    return {"0": "<1", "100": ">99"}.get(text, text)


def score_word(score: int, glyphs: Glyphs) -> str:
    """Return a score with its sign."""
    return str(score).replace("-", glyphs.minus)


def answer_sentence(equity: Equity, asked: Asked, glyphs: Glyphs) -> str:
    """Return the chance at the scores asked about: "At 220 to 340 your side wins 38.2 % of games …"."""
    ours, theirs, dealer = asked
    chances = [percent(equity.win(ours, theirs, own)) for own in (True, False)]
    start = f"At {score_word(ours, glyphs)} to {score_word(theirs, glyphs)} your side wins"
    if dealer is None:
        return f"{start} {chances[0]} of games if it deals next, {chances[1]} if the other side does."
    who = "it deals" if dealer else "the other side deals"
    return f"{start} {chances[0 if dealer else 1]} of games if {who} next."


def appetite_sentence(equity: Equity, asked: Asked, glyphs: Glyphs = UNICODE) -> str:
    """Return how boldly both sides do best to bid there; nothing where they have no choice."""
    if len(equity.appetites) == 1:
        return ""
    if asked.dealer_is_ours is not None:
        return f"Best appetite there: {_appetites(equity, asked, asked.dealer_is_ours, glyphs)}."
    ours, theirs = (_appetites(equity, asked, own, glyphs) for own in (True, False))
    if ours == theirs:
        return f"Best appetite there, whoever deals: {ours}."
    return f"Best appetite there: {ours} if your side deals; {theirs} if the other side does."


def _appetites(equity: Equity, asked: Asked, dealer_is_ours: bool, glyphs: Glyphs) -> str:
    ours, theirs, _ = asked
    mine, other = equity.mix(ours, theirs, dealer_is_ours), equity.mix(theirs, ours, not dealer_is_ours)
    return f"yours {_mix(equity, mine, glyphs)}, theirs {_mix(equity, other, glyphs)}"


def _appetite(points: float, glyphs: Glyphs) -> str:
    return f"{points:g}".replace("-", glyphs.minus)


def _mix(equity: Equity, mix: NDArray[np.float64], glyphs: Glyphs) -> str:
    """Return appetites with their shares: "50", or "0 (29 %) or 50 (71 %)"."""
    chosen = [
        (_appetite(equity.appetites[i], glyphs), share) for i, share in enumerate(mix) if share >= _SHARE
    ]
    if len(chosen) == 1:
        return chosen[0][0]
    return " or ".join(f"{name} ({100 * share:.0f} %)" for name, share in chosen)


def basis(equity: Equity) -> str:
    """Return what the chances rest on, in a sentence."""
    made = equity.manifest
    if len(equity.appetites) == 1:
        deals, know = f"{made.engines[0].deals:,} deals", "."
    else:
        deals = f"{made.engines[0].deals:,} deals for each pair of appetites"
        know = ", but for their appetites: by how many points a bid may fall short of passing."
    return (
        f"Assumptions: rules {rules_label(equity)} ({made.rules_hash[:8]}), seed {made.seed}, {deals}; both"
        f" sides bid and play alike{know}"
    )


def notes(equity: Equity) -> list[str]:
    """Return what the chances simplify under these rules."""
    if equity.rules.match.floor and equity.rules.match.floor_rule == "plays_on":
        return ["A side at the floor counts as beaten, although it plays on."]
    return []


def dealer_words(dealer_is_ours: bool | None) -> str:
    """Return whose deal a table or chart is about."""
    if dealer_is_ours is None:
        return "the mean of both dealers"
    return f"{'your' if dealer_is_ours else 'the other'} side deals next"


def table_title(asked: Asked) -> str:
    """Return what the table shows."""
    return (
        f"Chance to win the game in %, your score down, theirs across ({dealer_words(asked.dealer_is_ours)})"
    )


# --- the table ----------------------------------------------------------------------------------------------


def shown_scores(equity: Equity, step: int) -> list[int]:
    """Return the scores of a table, low to high: multiples of `step` below the target."""
    return [score for score in equity.scores if score % step == 0 and score < equity.rules.match.target]


def score_grid(equity: Equity, asked: Asked, glyphs: Glyphs, step: int) -> Grid:
    """Return the table; the rows are our scores, the highest first."""
    scores = shown_scores(equity, step)
    places = [equity.scores.index(score) for score in scores]
    chances = equity.view(asked.dealer_is_ours)
    headings = ["", *(score_word(score, glyphs) for score in scores)]
    grid = Grid(headings, frozenset(headings), gap=1)
    for score, place in zip(reversed(scores), reversed(places), strict=True):
        cells = [score_word(score, glyphs), *(cell(chances[place, other]) for other in places)]
        grid.lines.append((cells, False))
    return grid


def print_equity(equity: Equity, asked: Asked, console: Console, *, ascii_only: bool = False) -> None:
    """Print the chance at the scores asked about, a table of all scores, and what they rest on."""
    glyphs = glyphs_of(console, ascii_only)
    print_text(console, (answer_sentence(equity, asked, glyphs), "bold"))
    if line := appetite_sentence(equity, asked, glyphs):
        print_text(console, line)
    console.print()
    print_text(console, table_title(asked))
    print_widest(STEPS, partial(score_grid, equity, asked, glyphs), console, glyphs)
    for line in (*notes(equity), basis(equity)):
        print_text(console, line)


# --- text and files -----------------------------------------------------------------------------------------


def render(equity: Equity, asked: Asked, form: str, *, ascii_only: bool = False) -> str:
    """Return the answer as text: `json`, `csv`, `markdown` or `html`."""
    if form == "json":
        return records.to_json(equity.to_json_dict(asked))
    if form == "csv":
        return records.to_csv(equity.records())
    if form == "html":
        from fivehundred_sim.report.html.equity import to_html

        return to_html(equity, asked)
    glyphs = ASCII if ascii_only else UNICODE
    grid = score_grid(equity, asked, glyphs, STEPS[1])
    table = records.markdown_table(grid.headings, (cells for cells, _ in grid.lines), grid.right)
    first = f"**{answer_sentence(equity, asked, glyphs)}** {appetite_sentence(equity, asked, glyphs)}".strip()
    parts = [first, f"{table_title(asked)}:", table.rstrip(), *notes(equity), basis(equity)]
    return "\n\n".join(parts) + "\n"


def write(equity: Equity, asked: Asked, path: str | Path, theme: str = "light") -> None:
    """Write the answer to `path` in the form of its suffix. Raises OutputError."""
    target = Path(path)
    files.check_outputs([target])
    suffix = target.suffix.lower()
    if suffix in records.PAGE_FORMS:
        form = records.PAGE_FORMS[suffix]
        if form == "parquet":
            about = {key: equity.to_json_dict(asked)[key] for key in ("schema", "rules", "manifest")}
            content = records.to_parquet(equity.records(), about)
        else:
            content = render(equity, asked, form).encode()
    else:
        content = _chart(equity, asked, suffix[1:], theme)
    files.replace(target, content)


def _chart(equity: Equity, asked: Asked, kind: str, theme: str) -> bytes:
    from fivehundred_sim.report import chart
    from fivehundred_sim.report.equity_chart import TITLE, score_map

    manifest = json.dumps(equity.manifest.to_json_dict(), sort_keys=True)
    return chart.render(score_map(equity, asked, chart.THEMES[theme]), kind, manifest, TITLE)
