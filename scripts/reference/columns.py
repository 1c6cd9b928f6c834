"""docs/columns.md: every column and field of every output, written from columns.toml."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

EVERY = "every command"
HEAD = """\
# Every column

<!-- Written by scripts/write_reference.py from scripts/reference/columns.toml: do not edit. -->

What the commands write besides words on the screen: rows of CSV and Parquet (`--format csv`, `-o FILE.csv`,
`-o FILE.parquet`) and JSON (`--json`, `-o FILE.json`). CSV and Parquet have the same columns; what does not
apply is empty there, and null in JSON. Chances and shares go from 0 to 1, points are those of the score,
intervals are 95 %. In JSON a name with dots stands for nested objects, `[]` for a list.

In names `{n}` is a number, `{seat}` a seat, `{level}` a level from 6 to 10, `{denomination}` one of `S` `C`
`D` `H` `NT`, `{label}` any word.
"""
# What may stand in the place of a word in braces.
_WORDS = {
    "n": r"\d+",
    "seat": r"\d",
    "level": r"\d+",
    "denomination": r"(?:S|C|D|H|NT)",
    "label": r".+",
    "family": r"(?:contracts|suit|no-trump|misère|open misère|level \d+|[A-Z0-9/sk]+)",
}


@dataclass(frozen=True)
class Group:
    """Columns or fields that are described together; see columns.toml."""

    command: str
    title: str
    about: str
    table: bool
    json: tuple[str, ...]
    measures: bool
    fields: dict[str, str]

    def column_patterns(self) -> dict[str, re.Pattern[str]]:
        """Return, by name, what the columns of CSV and Parquet match."""
        return {name: _pattern(name) for name in self.fields} if self.table else {}

    def measure_patterns(self) -> dict[str, re.Pattern[str]]:
        """Return, by name, what the words of the column `measure` match."""
        return {name: _pattern(name) for name in self.fields} if self.measures else {}

    def field_of(self, path: str) -> str:
        """Return the field that a path of `json_patterns`, or a column's own name, is about."""
        return next(
            name
            for name in self.fields
            if path in (name, *(f"{place}.{name}" for place in self.json if place))
        )

    def json_patterns(self) -> dict[str, re.Pattern[str]]:
        """Return, by path, what the paths of JSON match."""
        paths = [f"{place}.{name}" if place else name for place in self.json for name in self.fields]
        return {path: _pattern(path) for path in paths}


@cache
def groups() -> tuple[Group, ...]:
    """Return all groups in the order of the page."""
    data = tomllib.loads((Path(__file__).parent / "columns.toml").read_text("utf-8"))
    return tuple(_group(each) for each in data["group"])


def _group(each: dict[str, Any]) -> Group:
    fields = each.get("fields", {})
    if each.get("style"):
        fields = _style_fields()
    return Group(
        command=each["command"],
        title=each["title"],
        about=each.get("about", ""),
        table=each.get("table", False),
        json=tuple(each.get("json", ())),
        measures=each.get("measures", False),
        fields=fields,
    )


def _style_fields() -> dict[str, str]:
    from fivehundred_sim.study.bidding.styles import Style

    return {name: field.description or "" for name, field in Style.model_fields.items()}


def _pattern(name: str) -> re.Pattern[str]:
    words = _WORDS | {"style": "(?:" + "|".join(_style_fields()) + r")(?:\[\])?"}
    escaped = re.sub(r"\\\{(\w+)\\\}", lambda found: words[found[1]], re.escape(name))
    return re.compile(escaped + r"\Z")


def page() -> str:
    """Return the text of docs/columns.md."""
    lines = [HEAD]
    command = ""
    for group in groups():
        if group.command != command:
            command = group.command
            lines += ["## Shared by the commands" if command == EVERY else f"## fivehundred {command}", ""]
        lines += [f"### {group.title}", ""]
        if group.about:
            lines += [group.about, ""]
        where = [f"`{place}`" for place in group.json if place]
        if group.table and where:
            lines += [f"In JSON: {' and '.join(where)}.", ""]
        lines += [f"- `{name}`: {text}" for name, text in group.fields.items()]
        lines += [""]
    return "\n".join(lines).rstrip() + "\n"
