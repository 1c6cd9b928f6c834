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

from pydantic import BaseModel, ValidationError

from fivehundred_sim.rules.contradictions import contradictions
from fivehundred_sim.rules.faults import either, faulty_keys, plain, shown, value_faults
from fivehundred_sim.rules.model import JOKER_SETS, Rules, RulesError, RulesFileError, options

DEFAULT = "australian"
_LABELS = {"name", "about"}  # of rules, which are no rules themselves
_WORDS = {key: tuple(word for word in values if isinstance(word, str)) for key, values in options().items()}
_FORGOTTEN = 3  # more missing options than this are not forgotten one by one
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

    Raises RulesError that lists every fault with its dotted key, the value found and the values allowed,
    options that contradict each other included; RulesFileError for the faults of a file's own text.
    """
    text = os.fspath(source)
    if not isinstance(text, str):
        raise TypeError(f"expected the name of a preset or file, not {type(text).__name__}")
    faults: list[str] = []
    if text.endswith(".toml"):
        where = f'rules file "{text}"'
        data = _read_file(Path(text), faults)
        _validated(data, where, faults, RulesFileError)  # overrides do not mend a file
    else:
        where = f'rules "{text}"'
        data = _layer({}, _read_preset(text), faults)
    return _validated(_layer(data, _nested(overrides or {}), faults), where, faults)


def rules_hash(rules: Rules) -> str:
    """Return the sha256, as hex, of the canonical JSON of the resolved rules.

    The labels are left out: two houses that play the same have the same hash.
    """
    canonical = json.dumps(rules.model_dump(exclude=_LABELS), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def rule_changes(rules: Rules) -> tuple[str, ...]:
    """Return what differs from the preset of the same name (else from the default one), as `key=value`."""
    base = load_rules(rules.name if rules.name in preset_names() else DEFAULT)
    return tuple(f"{key}={plain(value)}" for key, (_, value) in differences(base, rules).items())


def differences(rules: Rules, other: Rules) -> dict[str, tuple[object, object]]:
    """Return the dotted keys in which two houses differ, with both values."""
    first, second = rules.model_dump(exclude=_LABELS), other.model_dump(exclude=_LABELS)
    return {
        f"{table}.{key}": (value, second[table][key])
        for table, keys in first.items()
        for key, value in keys.items()
        if value != second[table][key]
    }


# --- reading ------------------------------------------------------------------------------------------------


def _read_preset(name: str) -> dict[str, Any]:
    """Return the tables of a preset, laid over its base where it names one."""
    names = preset_names()
    if name not in names:
        near = difflib.get_close_matches(name.lower(), names, 1)
        hint = f"did you mean {near[0]}?" if near else f"expected {either(names)}, or a file ending in .toml"
        raise RulesError(f'there is no preset "{name}" ({hint})')
    file = resources.files("fivehundred_sim.rules") / "presets" / f"{name}.toml"
    data = tomllib.loads(file.read_text("utf-8"))
    base = data.pop("base", None)
    return _layer({} if base is None else _read_preset(base), data, [])


def _read_file(path: Path, faults: list[str]) -> dict[str, Any]:
    """Return the tables of a user's file, laid over its base."""
    try:
        data = tomllib.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        raise RulesError(f'rules file "{path}" does not exist') from None
    except OSError as error:
        raise RulesError(f'rules file "{path}" cannot be read ({error.strerror})') from None
    except UnicodeDecodeError:
        raise _file_fault(path, "not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise _file_fault(path, f"not valid TOML ({str(error)[:1].lower() + str(error)[1:]})") from None
    base = data.pop("base", None)
    layers: dict[str, Any] = {}
    if isinstance(base, str) and base in preset_names():
        layers = _layer({}, _read_preset(base), faults)
    elif base is not None:
        faults.append(f"base: {shown(base)} is not a preset (expected {either(preset_names())})")
    # A house is not called what its base is called.
    return _layer(layers, {"name": path.stem, "about": ""} | data, faults)


def _file_fault(path: Path, what: str) -> RulesFileError:
    return RulesFileError(f'rules file "{path}" is {what}', [what])


def _layer(below: dict[str, Any], above: dict[str, Any], faults: list[str]) -> dict[str, Any]:
    """Return `above` laid over `below`, table by table, with a joker set spelled out as its single keys."""
    joker = above.get("joker")
    if isinstance(joker, dict) and "set" in joker:
        singles = {key: value for key, value in joker.items() if key != "set"}
        name = joker["set"]
        known = isinstance(name, str) and name in JOKER_SETS
        if not known:
            faults.append(f"joker.set: {shown(name)} is not allowed (expected {either(JOKER_SETS)})")
        above = above | {"joker": (JOKER_SETS[name] if known else {}) | singles}
    merged = dict(below)
    for table, value in above.items():
        if isinstance(value, dict):
            old = merged.get(table)
            read = {key: _as_word(f"{table}.{key}", one) for key, one in value.items()}
            merged[table] = old | read if isinstance(old, dict) else read
        else:
            merged[table] = value
    return merged


def _as_word(key: str, value: object) -> object:
    """Return a number that is meant as a word, such as the pack of 24, as that word."""
    return str(value) if type(value) is int and str(value) in _WORDS.get(key, ()) else value


def _nested(overrides: Mapping[str, object]) -> dict[str, Any]:
    """Return the layer of all overrides; what is no table or option is left for validation to refuse."""
    layer: dict[str, Any] = {}
    for key, value in overrides.items():
        read = _from_text(value) if isinstance(value, str) and key not in _LABELS else value
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
    """Return the rules of these tables. Raises `kind` with all faults, `faults` found before included."""
    found = list(faults)
    try:
        rules = Rules.model_validate(data)
        found += contradictions(rules)
    except ValidationError as error:
        found += _without_a_base([fault for fault in value_faults(error) if not _excused(fault, faults)])
        found += contradictions(_without(data, faulty_keys(error)))
    if found:
        raise kind(f"{where}: " + "; ".join(found), found)
    return rules


def _excused(fault: str, faults: list[str]) -> bool:
    """Return whether a missing option only follows from an unknown base or joker set."""
    if ": missing" not in fault:
        return False
    known = [text.partition(":")[0] for text in faults]
    return "base" in known or ("joker.set" in known and fault.startswith("joker."))


def _without_a_base(faults: list[str]) -> list[str]:
    """Return the faults with one for all that is missing, where so much is that the file lacks a base."""
    missing = [fault for fault in faults if ": missing" in fault]
    if len(missing) <= _FORGOTTEN:
        return faults
    first = missing[0].partition(":")[0]
    one = (
        f'base: missing (expected a preset, such as base = "{DEFAULT}"; without one every option must be'
        f" given, and {len(missing)} tables or options are not, such as {first})"
    )
    return [one, *(fault for fault in faults if fault not in missing)]


def _without(data: dict[str, Any], faulty: set[str]) -> Rules:
    """Return rules that lack the faulty keys: all that can be said about how the others go together."""
    tables: dict[str, BaseModel] = {}
    for table, field in Rules.model_fields.items():
        keys = data.get(table)
        model = field.annotation
        if isinstance(keys, dict) and isinstance(model, type) and issubclass(model, BaseModel):
            sound = {
                key: value
                for key, value in keys.items()
                if key in model.model_fields and f"{table}.{key}" not in faulty
            }
            tables[table] = model.model_construct(**sound)
    return Rules.model_construct(**tables)  # type: ignore[arg-type]
