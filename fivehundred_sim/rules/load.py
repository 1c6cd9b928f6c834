"""Rules from presets, TOML files and overrides by dotted key."""

import difflib
import hashlib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from fivehundred_sim.rules.model import JOKER_SETS, Rules, RulesError, RulesFileError, options

DEFAULT = "australian"
_INTEGER = re.compile(r"[+-]?\d{1,9}")


def preset_names() -> tuple[str, ...]:
    """Return the names of the presets in the package, sorted."""
    folder = resources.files("fivehundred_sim.rules") / "presets"
    return tuple(
        sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    )


def load_rules(
    source: str | os.PathLike[str] = DEFAULT, overrides: Mapping[str, object] | None = None
) -> Rules:
    """Return the rules of a preset or of a TOML file (a name that ends in `.toml`), changed by `overrides`.

    A file may say `base = "australian"` and then only what differs; without `base` it must say everything.
    `overrides` maps dotted keys to values; texts such as "250", "true" or "anytime" are read as on a command
    line. `joker.set` fills the seven joker keys, and single joker keys of the same or a later layer (preset,
    file, overrides) override it.

    Raises RulesError that lists every fault with its dotted key, the value found and the values allowed;
    RulesFileError for the faults of a file's own text.
    """
    text = os.fspath(source)
    if not isinstance(text, str):
        raise TypeError(f"expected the name of a preset or file, not {type(text).__name__}")
    faults: list[str] = []
    if text.endswith(".toml"):
        where = f'rules file "{text}"'
        data = _read_file(Path(text), faults)
        _validated(data, where, faults, RulesFileError)
    else:
        where = f'rules "{text}"'
        data = _layer({}, _read_preset(text), faults)
    return _validated(_layer(data, _nested(overrides or {}), faults), where, faults)


def rules_hash(rules: Rules) -> str:
    """Return the sha256, as hex, of the canonical JSON of the resolved rules.

    The name is left out: it is a label, and two houses that play the same have the same hash.
    """
    canonical = json.dumps(rules.model_dump(exclude={"name"}), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def rule_changes(rules: Rules) -> tuple[str, ...]:
    """Return what differs from the preset of the same name (else from the default one), as `key=value`."""
    base = load_rules(rules.name if rules.name in preset_names() else DEFAULT)
    theirs, ours = base.model_dump(exclude={"name"}), rules.model_dump(exclude={"name"})
    return tuple(
        f"{table}.{key}={_plain(value)}"
        for table, keys in ours.items()
        for key, value in keys.items()
        if value != theirs[table][key]
    )


# --- reading ------------------------------------------------------------------------------------------------


def _read_preset(name: str) -> dict[str, Any]:
    names = preset_names()
    if name not in names:
        near = difflib.get_close_matches(name.lower(), names, 1)
        hint = f"did you mean {near[0]}?" if near else f"expected {_either(names)}, or a file ending in .toml"
        raise RulesError(f'there is no preset "{name}" ({hint})')
    return tomllib.loads(
        (resources.files("fivehundred_sim.rules") / "presets" / f"{name}.toml").read_text("utf-8")
    )


def _read_file(path: Path, faults: list[str]) -> dict[str, Any]:
    """Return the tables of a user's file, laid over its base."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise RulesError(f'rules file "{path}" does not exist') from None
    except OSError as error:
        raise RulesError(f'rules file "{path}" cannot be read ({error.strerror})') from None
    except UnicodeDecodeError:
        raise RulesFileError(f'rules file "{path}" is not UTF-8 text') from None
    except tomllib.TOMLDecodeError as error:
        raise RulesFileError(
            f'rules file "{path}" is not valid TOML ({str(error)[:1].lower() + str(error)[1:]})'
        ) from None
    base = data.pop("base", None)
    layers: dict[str, Any] = {}
    if isinstance(base, str) and base in preset_names():
        layers = _layer({}, _read_preset(base), faults)
    elif base is not None:
        faults.append(f"base: {_shown(base)} is not a preset (expected {_either(preset_names())})")
    return _layer(layers, {"name": path.stem} | data, faults)


def _layer(below: dict[str, Any], above: dict[str, Any], faults: list[str]) -> dict[str, Any]:
    """Return `above` laid over `below`, table by table, with a joker set spelled out as its single keys."""
    joker = above.get("joker")
    if isinstance(joker, dict) and "set" in joker:
        singles = {key: value for key, value in joker.items() if key != "set"}
        name = joker["set"]
        known = isinstance(name, str) and name in JOKER_SETS
        if not known:
            faults.append(f"joker.set: {_shown(name)} is not allowed (expected {_either(JOKER_SETS)})")
        above = above | {"joker": (JOKER_SETS[name] if known else {}) | singles}
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = old | value if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _nested(overrides: Mapping[str, object]) -> dict[str, Any]:
    """Return the layer of all overrides; what is no table or option is left for validation to refuse."""
    layer: dict[str, Any] = {}
    for key, value in overrides.items():
        read = _from_text(value) if isinstance(value, str) and key != "name" else value
        table, dot, option = key.partition(".")
        if not dot:
            layer[key] = read
        elif isinstance(layer.setdefault(table, {}), dict):
            layer[table][option] = read
    return layer


def _from_text(text: str) -> object:
    """Return what a text such as --set passes stands for: true, false, a whole number, or itself."""
    word = text.strip()
    if word.lower() in ("true", "false"):
        return word.lower() == "true"
    return int(word) if _INTEGER.fullmatch(word) else word


# --- faults -------------------------------------------------------------------------------------------------


def _validated(
    data: dict[str, Any], where: str, faults: list[str], kind: type[RulesError] = RulesError
) -> Rules:
    try:
        rules = Rules.model_validate(data)
    except ValidationError as error:
        # An unknown joker set leaves its single keys open; their absence is no second fault.
        excused = any(fault.startswith("joker.set:") for fault in faults)
        faults += [
            _fault(e)
            for e in error.errors()
            if not (excused and e["type"] == "missing" and e["loc"][0] == "joker")
        ]
    if faults:
        raise kind(f"{where}: " + "; ".join(faults))
    return rules


def _fault(error: ErrorDetails) -> str:
    """Return one of pydantic's findings as a phrase: dotted key, what was found, what is allowed."""
    key = ".".join(str(part) for part in error["loc"])
    allowed = options()
    tables = dict.fromkeys(option.partition(".")[0] for option in allowed)
    if error["type"] == "extra_forbidden":
        near = difflib.get_close_matches(key, [*allowed, *tables, "name"], 1, cutoff=0.75)
        own = [option for option in allowed if option.startswith(key.partition(".")[0] + ".")]
        if isinstance(error["input"], dict) and error["input"]:
            key += "." + str(next(iter(error["input"])))
        hint = f"did you mean {near[0]}?" if near else f"expected {_either(own or [*tables])}"
        return f"{key}: unknown option ({hint})"
    if key in allowed:
        expected = _either(_plain(value) for value in allowed[key])
    elif key in tables:
        expected = "a table of " + ", ".join(option for option in allowed if option.startswith(f"{key}."))
    else:
        expected = "text"
    if error["type"] == "missing":
        return f'{key}: missing (expected {expected}; or say base = "{DEFAULT}")'
    return f"{key}: {_shown(error['input'])} is not allowed (expected {expected})"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(value: object) -> str:
    """Return a value as it stands in TOML, shortened."""
    if isinstance(value, str):
        return json.dumps(value if len(value) <= 40 else value[:39] + "…", ensure_ascii=False)
    return (
        "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else _plain(value)[:40]
    )


def _either(values: Any) -> str:
    """Return `a, b or c`."""
    words = [str(value) for value in values]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"
