"""A match between two styles: a plain sentence, then how each came by its contracts, as text and as files."""

from collections.abc import Sequence
from functools import partial
from math import ceil
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from fivehundred_sim.report import records
from fivehundred_sim.report.console import Grid, glyphs_of, print_text, print_widest
from fivehundred_sim.report.figures import decimals
from fivehundred_sim.report.glyphs import ASCII, UNICODE, Glyphs
from fivehundred_sim.report.sentences import rules_label
from fivehundred_sim.study.bidding.exchanged import Interval
from fivehundred_sim.study.bidding.games import Ending
from fivehundred_sim.study.bidding.league import League
from fivehundred_sim.study.bidding.match import Bidding, Match, turned
from fivehundred_sim.study.bidding.styles import Style

TOP_BIDS = (6, 4, 3, 2, 0)  # how many final bids the table names, the most that fit
HEADINGS = ("style", "contracts %", "made %", "set %", "level")
BIDS_HEADING = "most often (share %)"
MOST_PLACES = 6
EVEN = 0.5
ENDING_WORDS: dict[Ending, str] = {
    "contract": "by a contract made",
    "tricks": "by points for tricks",
    "floor": "by the other side's fall to the floor",
    "nobody": "without a winner",
    "unfinished": "not at all within 200 deals",
}


# --- figures ------------------------------------------------------------------------------------------------


def plus_minus(figure: Interval, even: float, glyphs: Glyphs, unit: float = 1.0) -> str:
    """Return a mean with its error rounded up, "47 ± 4": as many decimals as the error has, or more.

    Enough of them to show whether the interval covers `even`; where the mean is not its middle and one error
    would tell that wrong, both ends are shown. unit: 0.01 for per cent, `even` not in it.
    """
    mean, error = figure.mean / unit, (figure.high - figure.low) / 2 / unit
    places = decimals(error) if error else 0
    if (abs(figure.mean - even) <= error * unit) != figure.covers(even):
        return _with_ends(figure, unit, places + 1, glyphs)
    while True:
        scale = 10**places
        shown, off = round(mean * scale), ceil(round(error * scale, 6))
        covers = shown - off <= even / unit * scale <= shown + off
        if covers == figure.covers(even) or places == MOST_PLACES:
            value = f"{shown / scale:.{places}f}".replace("-", glyphs.minus)
            return f"{value} {glyphs.plus_minus} {off / scale:.{places}f}"
        places += 1


def _with_ends(figure: Interval, unit: float, places: int, glyphs: Glyphs) -> str:
    """Return a mean with the ends of its interval: "−0.20 (−0.72 to −0.03)"."""
    mean, low, high = (
        f"{end / unit:.{places}f}".replace("-", glyphs.minus)
        for end in (figure.mean, figure.low, figure.high)
    )
    return f"{mean} ({low} to {high})"


def points_words(points: Interval, glyphs: Glyphs) -> str:
    """Return points a hand with their error, as running text."""
    return f"{plus_minus(points, 0, glyphs)} points a hand"


def games_words(won: Interval, glyphs: Glyphs) -> str:
    """Return the share of games won with its error, as running text."""
    return f"{plus_minus(won, EVEN, glyphs, 0.01)} % of games"


def percent(share: float) -> str:
    """Return a share in whole per cents; only what never happens is 0, and what always does 100."""
    text = f"{100 * share:.0f}"
    if text == "0" and share > 0:
        return "<1"
    return ">99" if text == "100" and share < 1 else text


# --- sentences ----------------------------------------------------------------------------------------------


def names(answer: Match) -> tuple[str, str]:
    """Return what A and B are called; apart also where they share a name."""
    first, second = answer.a.style, answer.b.style
    return (f"{first} (A)", f"{second} (B)") if first == second else (first, second)


def answer_sentence(answer: Match, glyphs: Glyphs) -> str:
    """Return who is better: "natural beats zh by 47 ± 4 points a hand and wins 78 ± 3 % of games."."""
    ours, theirs = names(answer)
    points, won = answer.points, None if answer.games is None else answer.games.won
    games_decide = won is not None and answer.decided == "close" and not won.covers(EVEN)
    leads = points.mean if not games_decide or won is None else won.mean - EVEN
    if leads < 0:
        ours, theirs, points = theirs, ours, turned(points)
        won = None if won is None else turned(won, 1.0)
    by = points_words(points, glyphs)
    share = "" if won is None else games_words(won, glyphs)
    if answer.decided != "close":
        return f"{ours} beats {theirs} by {by}{share and f' and wins {share}'}."
    if games_decide:
        return f"{ours} wins {share} against {theirs}; by points the two are too close to call ({by})."
    if points.low == points.high == 0 and (won is None or won.low == won.high == EVEN):
        return (
            f"{ours} and {theirs} are even: what one wins at a table the other wins with the seats exchanged."
        )
    ahead = "is ahead by" if points.mean else "differs by"
    also = f" and wins {share}" if share else ""
    return f"{ours} and {theirs} are too close to call: {ours} {ahead} {by}{also}."


def games_sentence(answer: Match) -> str:
    """Return how the games went, or why there are none; empty if none were asked for."""
    if answer.games is None:
        return answer.why_no_games
    ends = [f"{percent(share)} % {ENDING_WORDS[name]}" for name, share in answer.games.endings if share]
    return (
        f"{answer.games.games:,} games, of {answer.games.hands:.1f} hands on average; they end"
        f" {', '.join(ends)}."
    )


def basis(answer: Match | League) -> str:
    """Return what the figures rest on, in a sentence."""
    made = answer.manifest
    model = made.engines[0].name
    played = (
        "contracts as sampled players would fare, by the quick calibration"
        if model == "calibrated"
        else "contracts played by heuristic players"
    )
    each = ", the same for every pair of styles" if isinstance(answer, League) else ""
    return (
        f"Assumptions: rules {rules_label(answer)} ({made.rules_hash[:8]}), seed {made.seed},"
        f" {answer.deals:,} deals{each}, each at {answer.tables} tables with the seats exchanged; {played}."
    )


def nobody_sentence(answer: Match) -> str:
    """Return how often nobody bids; empty if that never happens."""
    return f"Nobody bids in {percent(answer.nobody)} % of deals." if answer.nobody > 0 else ""


def heeds_sentence(answer: Match) -> str:
    """Return how bidders use the score in games; empty without games."""
    if answer.games is None:
        return ""
    deaf = list(dict.fromkeys(style.name for style in answer.styles if not style.fitted))
    if not deaf:
        return "In games both bid to the score, for the chance to win."
    if all(not style.fitted for style in answer.styles):
        return "In games neither looks at the score."
    return f"In games {deaf[0]} does not look at the score; the other bids for the chance to win."


# --- the table ----------------------------------------------------------------------------------------------


def top_bids(bidding: Bidding, number: int, glyphs: Glyphs) -> str:
    """Return the commonest final bids with their shares of its contracts: "7♥ 22, 8♥ 15"."""
    common = sorted(bidding.by_bid, key=lambda row: -row[1])[:number]
    return ", ".join(f"{glyphs.bid(bid)} {percent(share / bidding.contracts)}" for bid, share, _ in common)


def bidding_grid(answer: Match, glyphs: Glyphs, number: int) -> Grid:
    """Return how contracts were reached, made and set by each style, with so many final bids."""
    headings = [*HEADINGS, *([BIDS_HEADING] if number else [])]
    grid = Grid(headings, frozenset(HEADINGS[1:]), gap=2 if number else 1)
    for name, bidding in zip(names(answer), (answer.a, answer.b), strict=True):
        some = bidding.contracts > 0
        cells = [
            name,
            percent(bidding.contracts),
            percent(bidding.made) if some else glyphs.none,
            percent(1 - bidding.made) if some else glyphs.none,
            f"{bidding.level:.1f}" if bidding.level else glyphs.none,
        ]
        grid.lines.append(([*cells, *([top_bids(bidding, number, glyphs)] if number else [])], False))
    return grid


MEANING = (
    "Contracts: share of all deals at all tables that end as a contract of this style's side; made, set and"
    " level (misères left out) are of these."
)


def notes(answer: Match) -> Sequence[str]:
    """Return what stands below the table, sentence by sentence."""
    lines = (games_sentence(answer), heeds_sentence(answer), nobody_sentence(answer), MEANING, basis(answer))
    return [line for line in lines if line]


def print_match(answer: Match, console: Console, *, ascii_only: bool = False) -> None:
    """Print who is better, how both came by their contracts, and what that rests on."""
    glyphs = glyphs_of(console, ascii_only)
    print_text(console, (answer_sentence(answer, glyphs), "bold"))
    console.print()
    print_widest(TOP_BIDS, partial(bidding_grid, answer, glyphs), console, glyphs)
    for line in notes(answer):
        print_text(console, glyphs.text(line))


def print_styles(styles: Sequence[Style], console: Console, *, ascii_only: bool = False) -> None:
    """Print the names of styles and what each does."""
    glyphs = glyphs_of(console, ascii_only)
    indent = max(len(style.name) for style in styles) + 2
    for style in styles:
        lines = wrap(glyphs.text(style.about), max(console.width - indent, 20))
        hanging = "\n" + " " * indent
        console.print(Text(f"{style.name:{indent}}{hanging.join(lines)}"))


# --- text and files -----------------------------------------------------------------------------------------


def render(answer: Match, form: str, *, ascii_only: bool = False) -> str:
    """Return the answer as text: `json`, `csv`, `markdown` or `html`."""
    if form == "json":
        return records.to_json(answer.to_json_dict())
    if form == "csv":
        return records.to_csv(answer.records())
    if form == "html":
        from fivehundred_sim.report.html.match import to_html

        return to_html(answer)
    glyphs = ASCII if ascii_only else UNICODE
    grid = bidding_grid(answer, glyphs, TOP_BIDS[0])
    table = records.markdown_table(grid.headings, (cells for cells, _ in grid.lines), grid.right)
    parts = [f"**{answer_sentence(answer, glyphs)}**", table.rstrip(), *map(glyphs.text, notes(answer))]
    return "\n\n".join(parts) + "\n"


def write(answer: Match | League, path: str) -> None:
    """Write the answer to `path` in the form of its suffix. Raises OutputError."""
    from fivehundred_sim.report import league

    def content(form: str) -> str | bytes:
        if form != "parquet":
            return render(answer, form) if isinstance(answer, Match) else league.render(answer, form)
        about = {key: answer.to_json_dict()[key] for key in ("schema", "rules", "manifest")}
        return records.to_parquet(answer.records(), about)

    records.write(path, content, records.PAGE_FORMS)
