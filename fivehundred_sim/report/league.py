"""A league of styles: its table, and who beats whom by how much."""

from functools import partial

from rich.console import Console

from fivehundred_sim.report import records
from fivehundred_sim.report.console import Grid, glyphs_of, print_text, print_widest
from fivehundred_sim.report.glyphs import ASCII, UNICODE, Glyphs
from fivehundred_sim.report.match import basis, plus_minus, points_words
from fivehundred_sim.study.bidding.league import League
from fivehundred_sim.study.bidding.match import decided

CLOSE = "="  # a pair that is too close to call
PLACES_HEADINGS = ("", "style", "points a hand", "beats", "loses to", "close")
NARROW_HEADINGS = ("", "style", "points", "won", "lost", CLOSE)
MEANINGS = (
    "Points: ours less the others' a hand, against the average of all other styles here (95 % interval).",
    "Below: the style of the row against that of the column, by place; = is too close to call.",
)


def answer_sentence(answer: League, glyphs: Glyphs) -> str:
    """Return who leads the league: "natural leads 14 styles: 37 ± 1 points a hand …"."""
    best, second = answer.places[:2]
    apart = answer.pairs[0, 1]
    if decided(apart) == "a":
        than = f"It beats {second.style.name}, the next one, by {points_words(apart, glyphs)}."
    else:
        than = f"It cannot be told from {second.style.name}, the next one ({points_words(apart, glyphs)})."
    return (
        f"{best.style.name} leads {len(answer.places)} styles, {points_words(best.points, glyphs)} better"
        f" than the average of the others. {than}"
    )


def places_grid(answer: League, glyphs: Glyphs, wide: bool = True) -> Grid:
    """Return the table of the league, best first."""
    headings = PLACES_HEADINGS if wide else NARROW_HEADINGS
    grid = Grid(headings, frozenset(headings) - {"style"}, gap=2 if wide else 1)
    for number, place in enumerate(answer.places, 1):
        points = plus_minus(place.points, 0, glyphs)
        counts = [str(count) for count in (place.wins, place.losses, place.close)]
        grid.lines.append(([str(number), place.style.name, points, *counts], False))
    return grid


def pairs_grid(answer: League, glyphs: Glyphs, named: bool) -> Grid:
    """Return the points of all pairs in whole numbers, the rows' names too if `named`."""
    numbers = [str(number) for number in range(1, len(answer.places) + 1)]
    headings = ["place", *(["style"] if named else []), *numbers]
    grid = Grid(headings, frozenset(headings) - {"style"}, gap=1)
    for i, place in enumerate(answer.places):
        cells = [_cell(answer, i, j, glyphs) for j in range(len(answer.places))]
        grid.lines.append(([numbers[i], *([place.style.name] if named else []), *cells], False))
    return grid


def _cell(answer: League, i: int, j: int, glyphs: Glyphs) -> str:
    if i == j:
        return ""
    points = answer.pairs[i, j]
    if decided(points) == "close":
        return CLOSE
    # Rounded away from zero: what is decided shows its sign.
    whole = round(points.mean) or (1 if points.mean > 0 else -1)
    return str(whole).replace("-", glyphs.minus)


def print_league(answer: League, console: Console, *, ascii_only: bool = False) -> None:
    """Print who leads, the table, all pairs, and what that rests on."""
    glyphs = glyphs_of(console, ascii_only)
    print_text(console, (answer_sentence(answer, glyphs), "bold"))
    console.print()
    print_widest((True, False), partial(places_grid, answer, glyphs), console, glyphs)
    for line in MEANINGS:
        print_text(console, glyphs.text(line))
    console.print()
    print_widest((True, False), partial(pairs_grid, answer, glyphs), console, glyphs)
    print_text(console, glyphs.text(basis(answer)))


def render(answer: League, form: str, *, ascii_only: bool = False) -> str:
    """Return the answer as text: `json`, `csv`, `markdown` or `html`."""
    if form == "json":
        return records.to_json(answer.to_json_dict())
    if form == "csv":
        return records.to_csv(answer.records())
    if form == "html":
        from fivehundred_sim.report.html.match import to_html

        return to_html(answer)
    glyphs = ASCII if ascii_only else UNICODE
    tables = [
        records.markdown_table(grid.headings, (cells for cells, _ in grid.lines), grid.right).rstrip()
        for grid in (places_grid(answer, glyphs), pairs_grid(answer, glyphs, True))
    ]
    parts = [
        f"**{answer_sentence(answer, glyphs)}**",
        tables[0],
        " ".join(MEANINGS),
        tables[1],
        basis(answer),
    ]
    return "\n\n".join(map(glyphs.text, parts)) + "\n"
