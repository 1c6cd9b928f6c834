"""JSON Schema of a rules file, for editors that complete and check TOML by one."""

from typing import Any

from fivehundred_sim.rules.load import DEFAULT, preset_names
from fivehundred_sim.rules.model import bounds, descriptions, options, table_titles

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """Return the schema of a rules file: what `load_rules` reads, one option at a time.

    With a `base` any part of the tables may be missing; without one every option must be there, the joker's
    as a set or as seven keys. Which options contradict each other is beyond a schema: loading says so.
    """
    keys = _keys_by_table()
    tables = {table: _table(table, options) for table, options in keys.items()}
    return {
        "$schema": DRAFT,
        "title": "Rules of Five Hundred",
        "description": "What a house plays. `fivehundred rules check FILE` also finds contradictions.",
        "type": "object",
        "properties": _labels() | tables,
        "additionalProperties": False,
        "if": {"not": {"required": ["base"]}},
        "then": {
            "required": list(keys),
            "properties": {table: _complete(table, options) for table, options in keys.items()},
        },
    }


def _keys_by_table() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for dotted in options():
        table, _, key = dotted.partition(".")
        found.setdefault(table, []).append(key)
    return found


def _labels() -> dict[str, Any]:
    return {
        "base": {
            "description": f"The preset that this file changes, such as {DEFAULT}; else nothing may lack.",
            "enum": list(preset_names()),
        },
        "name": {"description": "What the house is called (else as its file).", "type": "string"},
        "about": {"description": "The house in a few words, for lists.", "type": "string"},
    }


def _table(table: str, keys: list[str]) -> dict[str, Any]:
    return {
        "description": table_titles()[table],
        "type": "object",
        "properties": {key: _option(f"{table}.{key}") for key in keys},
        "additionalProperties": False,
    }


def _option(dotted: str) -> dict[str, Any]:
    """Return the schema of one option: its meaning and its values."""
    about = {"description": descriptions()[dotted]}
    if dotted in bounds():
        low, high = bounds()[dotted]
        return about | {"type": "integer", "minimum": low, "maximum": high}
    values = options()[dotted]
    if set(values) == {True, False}:
        return about | {"type": "boolean"}
    # A word that is a number may also be written as one.
    numbers = [int(value) for value in values if isinstance(value, str) and value.isdecimal()]
    return about | {"enum": [*values, *numbers]}


def _complete(table: str, keys: list[str]) -> dict[str, Any]:
    """Return what makes a table complete by itself."""
    single = [key for key in keys if (table, key) != ("joker", "set")]
    if len(single) == len(keys):
        return {"required": single}
    return {"anyOf": [{"required": ["set"]}, {"required": single}]}
