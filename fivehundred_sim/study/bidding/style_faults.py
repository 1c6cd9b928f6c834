"""Faults of a style's file in the words that rules files have: the setting, its value, those allowed."""

import difflib
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from fivehundred_sim.rules.faults import either, shown


def style_faults(error: ValidationError, settings: dict[str, Any]) -> str:
    """Return what is wrong, as `margin: 900 is not allowed (expected a number from -500 to 500)`.

    settings: every setting with its JSON Schema.
    """
    # One sentence for a list, whichever of its items are wrong.
    return "; ".join(dict.fromkeys(_phrase(finding, settings) for finding in error.errors()))


def meant(word: str, known: list[str]) -> str:
    """Return the known word that was probably meant, as a question, or else all that there are."""
    near = difflib.get_close_matches(word.lower(), known, 1, cutoff=0.7)
    return f"did you mean {near[0]}?" if near else f"expected {either(known)}"


def _phrase(finding: ErrorDetails, settings: dict[str, Any]) -> str:
    key = str(finding["loc"][0])
    if finding["type"] == "extra_forbidden":
        return f"{key}: unknown setting ({meant(key, list(settings))})"
    return f"{key}: {shown(finding['input'])} is not allowed (expected {_expected(settings[key])})"


def _expected(setting: dict[str, Any]) -> str:
    """Return what a setting may be."""
    kind = setting["type"]
    if kind == "array":
        return f"a list of {either(setting['items']['enum'])}"
    if "enum" in setting:
        return either(setting["enum"])
    if kind == "string":
        most = setting.get("maxLength")
        return f"text of {setting['minLength']} to {most} characters" if most else "text"
    number = "a whole number" if kind == "integer" else "a number"
    return f"{number} from {setting['minimum']:g} to {setting['maximum']:g}"
