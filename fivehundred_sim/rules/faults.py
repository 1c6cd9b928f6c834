"""Faults of rules in words: the dotted key, the value found, the values allowed."""

import difflib
import json
from collections.abc import Iterable

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from fivehundred_sim.rules.model import bounds, options


def value_faults(error: ValidationError) -> list[str]:
    """Return pydantic's findings as phrases such as `misere.value: 260 is not allowed (expected 210, …)`."""
    return [_phrase(finding) for finding in error.errors()]


def faulty_keys(error: ValidationError) -> set[str]:
    """Return the dotted keys, or tables, whose values were refused or are missing."""
    return {_dotted(finding) for finding in error.errors()}


def plain(value: object) -> str:
    """Return a value of an option as a text, true and false as in TOML."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def shown(value: object) -> str:
    """Return a value as it stands in TOML, shortened."""
    if isinstance(value, str):
        return json.dumps(value if len(value) <= 40 else value[:39] + "…", ensure_ascii=False)
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    return plain(value)[:40]


def either(values: Iterable[object]) -> str:
    """Return `a, b or c`."""
    words = [plain(value) for value in values]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def _dotted(finding: ErrorDetails) -> str:
    return ".".join(str(part) for part in finding["loc"])


def _phrase(finding: ErrorDetails) -> str:
    key = _dotted(finding)
    if finding["type"] == "extra_forbidden":
        return _unknown(key, finding["input"])
    expected = _expected(key)
    if finding["type"] == "missing":
        return f'{key}: missing (expected {expected}; or say base = "australian")'
    return f"{key}: {shown(finding['input'])} is not allowed (expected {expected})"


def _expected(key: str) -> str:
    """Return what the value of an option or table may be."""
    allowed = options()
    if key in bounds():
        low, high = bounds()[key]
        return f"a whole number from {low} to {high}"
    if key in allowed:
        return either(allowed[key])
    own = [option for option in allowed if option.startswith(f"{key}.")]
    return "a table of " + ", ".join(own) if own else "text"


def _unknown(key: str, value: object) -> str:
    """Return the fault of a key that is no option, with the one that may have been meant."""
    allowed = options()
    tables = dict.fromkeys(option.partition(".")[0] for option in allowed)
    near = difflib.get_close_matches(key, [*allowed, *tables, "name", "about"], 1, cutoff=0.75)
    own = [option for option in allowed if option.startswith(key.partition(".")[0] + ".")]
    if isinstance(value, dict) and value:
        key += "." + str(next(iter(value)))
    hint = f"did you mean {near[0]}?" if near else f"expected {either(own or tables)}"
    return f"{key}: unknown option ({hint})"
