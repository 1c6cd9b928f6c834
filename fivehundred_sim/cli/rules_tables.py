"""Tables of house rules: the presets side by side, and two houses where they differ."""

from collections.abc import Sequence

from fivehundred_sim.cli.screen import result_console, write_result
from fivehundred_sim.report import records
from fivehundred_sim.report.console import Grid, glyphs_of, print_grid, print_text, print_widest
from fivehundred_sim.rules.faults import plain
from fivehundred_sim.rules.load import differences, rules_hash
from fivehundred_sim.rules.model import Rules

GAP = 2
# The columns of a list, the widest first; what is left out stands in `rules show`.
_LIST_LAYOUTS = (
    ("name", "players", "kitty", "auction", "misère", "about"),
    ("name", "players", "kitty", "about"),
    ("name", "players", "kitty"),
)


def print_houses(houses: Sequence[Rules], form: str) -> None:
    """Print a line a house: as a table that fits, or as json, csv or markdown."""
    rows = [_house_row(rules) for rules in houses]
    if form == "json":
        names = [rules.name for rules in houses]
        lines = [
            {("misere" if key == "misère" else key): value for key, value in row.items()}
            | {"sides": rules.table.sides, "hash": rules_hash(rules)}
            for row, rules in zip(rows, houses, strict=True)
        ]
        write_result(
            records.to_json({"schema": "fivehundred.rules-list/1", "presets": names, "houses": lines})
        )
    elif form in ("csv", "markdown"):
        write_result(records.to_csv(rows) if form == "csv" else records.to_markdown(rows))
    else:
        with result_console("auto") as console:
            print_widest(
                _LIST_LAYOUTS,
                lambda columns: _grid(columns, [[row[column] for column in columns] for row in rows]),
                console,
                glyphs_of(console, ascii_only=False),
            )


def _house_row(rules: Rules) -> dict[str, object]:
    return {
        "name": rules.name,
        "players": rules.table.players,
        "kitty": rules.pack.kitty,
        "auction": _auction(rules),
        "misère": _misere(rules),
        "about": rules.about,
    }


def _auction(rules: Rules) -> str:
    """Return how the contract is found, in two or three words."""
    rounds = "one call each" if rules.auction.rounds == "one" else "many rounds"
    level = rules.auction.minimum_level
    return f"{rounds}, from {level}" if level > 6 else rounds


def _misere(rules: Rules) -> str:
    """Return what misère and open misère are worth."""
    if rules.misere.when == "off":
        return "off"
    opened = f", open {rules.open_misere.value}" if rules.open_misere.value else ""
    return f"{rules.misere.value}{opened}"


def print_differences(rules: Rules, other: Rules, sources: tuple[str, str], form: str) -> None:
    """Print the options in which two houses differ, both values each; `sources` are what was asked for."""
    names = (rules.name, other.name) if rules.name != other.name else sources
    rows = [
        {"key": key, "a": first, "b": second} for key, (first, second) in differences(rules, other).items()
    ]
    if form == "json":
        ends = {
            end: {"name": house.name, "hash": rules_hash(house)}
            for end, house in (("a", rules), ("b", other))
        }
        write_result(records.to_json({"schema": "fivehundred.rules-diff/1"} | ends | {"differences": rows}))
    elif form == "csv":
        write_result(records.to_csv(rows) if rows else "key,a,b\n")
    elif form == "markdown":
        write_result(records.markdown_table(("option", *names), (_words(row) for row in rows)))
    else:
        with result_console("auto") as console:
            if rows:
                grid = _grid(("option", *names), [_words(row) for row in rows])
                print_grid(grid, console, glyphs_of(console, ascii_only=False))
            else:
                print_text(console, f"{names[0]} and {names[1]} play by the same rules.")


def _words(row: dict[str, object]) -> list[object]:
    return [row["key"], plain(row["a"]), plain(row["b"])]


def _grid(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> Grid:
    grid = Grid(headings, frozenset({"players", "kitty"}), GAP)
    grid.lines += [([str(cell) for cell in row], False) for row in rows]
    return grid
