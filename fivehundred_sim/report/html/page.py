"""What pages are made of, as plain data, and how they become HTML."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from fivehundred_sim import __version__
from fivehundred_sim.report.console import INSIDE_FIGURE
from fivehundred_sim.report.glyphs import UNICODE

if TYPE_CHECKING:
    from jinja2 import Environment

# A suit's sign in its colour; black suits have the colour of the text, but for a class to find them by.
_SIGN_CLASSES = {sign: "red" if letter in "DH" else "black" for letter, sign in UNICODE.suits.items()}
_INSIDE_FIGURE = re.compile(rf"{INSIDE_FIGURE.pattern}|(?<=\d) (?=%)")
_NO_BREAK = "\u00a0"
_SIGNS = re.compile("[" + "".join(_SIGN_CLASSES) + "]")


@dataclass(frozen=True)
class Cell:
    """A cell of a table: its text, what its column is sorted by (None: it comes last), and how it looks.

    look: words for the style sheet, as yes, no and close for verdicts; in `level` the first word, a bid's
    level, stands out from its chance.
    """

    text: str
    sort: float | None = None
    look: str = ""


@dataclass(frozen=True)
class Column:
    """A column: its heading, the heading it shares with its neighbours, and how it is shown.

    extra: narrow screens leave it out. falling: the first click puts the highest value first.
    """

    heading: str
    group: str = ""
    right: bool = True
    extra: bool = False
    falling: bool = True


@dataclass(frozen=True)
class Row:
    """A line of a table. look: words for the style sheet, such as best and asked."""

    cells: Sequence[Cell]
    look: str = ""


@dataclass(frozen=True)
class Body:
    """Lines of a table that stay together when it is sorted, below a heading or none."""

    rows: Sequence[Row]
    heading: str = ""


@dataclass(frozen=True)
class Table:
    """A table. The first column names the lines; look: words for the style sheet."""

    caption: str
    columns: Sequence[Column]
    bodies: Sequence[Body]
    sorts: bool = True
    look: str = ""
    kind: str = "table"

    def sorts_by(self, place: int) -> bool:
        """Return whether a column has anything to be sorted by."""
        return self.sorts and any(
            row.cells[place].sort is not None for body in self.bodies for row in body.rows
        )

    def begins(self, place: int) -> bool:
        """Return whether a column is the first of those below a shared heading."""
        group = self.columns[place].group
        return bool(group) and (place == 0 or self.columns[place - 1].group != group)

    def groups(self) -> list[tuple[str, int]]:
        """Return the headings above headings, each with the number of its columns; none if all are empty."""
        found: list[tuple[str, int]] = []
        for column in self.columns:
            if found and column.group and found[-1][0] == column.group:
                found[-1] = column.group, found[-1][1] + 1
            else:
                found.append((column.group, 1))
        return found if any(name for name, _ in found) else []


@dataclass(frozen=True)
class Chart:
    """A chart as SVG that takes its colours from the page, and what it shows in words."""

    svg: Markup
    label: str
    kind: str = "chart"


@dataclass(frozen=True)
class Sentences:
    """Running text, a paragraph a sentence, or the items of a list."""

    lines: Sequence[str]
    listed: bool = False
    kind: str = "sentences"


@dataclass(frozen=True)
class Lead:
    """An answer in words: the sentence that says it, and what follows. look: yes, no, close or nothing."""

    first: str
    rest: str = ""
    look: str = ""
    kind: str = "lead"


Block = Table | Chart | Sentences | Lead


@dataclass(frozen=True)
class Page:
    """One page: its question, the blocks that answer it, the notes, and the manifest.

    heading: the question as text; cards: a hand shown below it. about: the words above the heading. look:
    `long` if its tables may be parted on paper.
    """

    title: str
    about: str
    heading: str
    blocks: Sequence[Block]
    notes: Sequence[str]
    manifest: Mapping[str, Any]
    cards: Sequence[str] = ()
    look: str = ""


def suits(text: str) -> Markup:
    """Return text, escaped, with each sign of a suit in its colour."""
    return Markup(
        _SIGNS.sub(lambda sign: f'<span class="{_SIGN_CLASSES[sign[0]]}">{sign[0]}</span>', escape(text))
    )


def running(text: str) -> Markup:
    """Return running text as `suits` does; no line of it breaks inside a figure."""
    return suits(_INSIDE_FIGURE.sub(_NO_BREAK, text))


def render(page: object, template: str = "page.html.j2") -> str:
    """Return a page, or what else a template is for, as HTML; equal pages give equal text."""
    return _environment().get_template(template).render(page=page, version=__version__)


def facts(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what a manifest says that people ask for first, (name, value) each."""
    rules = manifest["rules"] if isinstance(manifest["rules"], list) else [manifest]
    found = [("Program", f"fivehundred-sim {manifest['package_version']}")]
    found += [("Rules", _rules_fact(entry)) for entry in rules]
    if "seed" in manifest:
        found.append(("Seed", str(manifest["seed"])))
    for engine in manifest.get("engines", ()):
        found.append((f"Deals, {engine['name']}", f"{engine['deals']:,}"))
    for name, words in (("deals", "Deals"), ("games", "Games")):
        if isinstance(manifest.get(name), int):
            found.append((words, f"{manifest[name]:,}"))
    return found


def _rules_fact(entry: Mapping[str, Any]) -> str:
    name = entry.get("rules_name") or entry["label"]
    changes = entry.get("rules_changes") or ()
    mark = entry.get("rules_hash") or entry["hash"]
    return f"{name}{' with ' + ', '.join(changes) if changes else ''} ({mark[:8]})"


def _pretty(manifest: Mapping[str, Any]) -> str:
    return json.dumps(manifest, ensure_ascii=False, sort_keys=True, indent=1)


def _sort_word(value: float | None) -> str:
    """Return a value to sort by as an attribute has it; empty for what comes last."""
    return "" if value is None else f"{value:.10g}"


def _classes(words: Iterable[str]) -> str:
    return " ".join(filter(None, words))


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("fivehundred_sim.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(
        suits=suits, running=running, sortword=_sort_word, classes=_classes, pretty=_pretty, facts=facts
    )
    return made
