"""The JSON Schema of rules files: what it accepts is what is loaded."""

import tomllib
from importlib import resources

import pytest

from fivehundred_sim.rules import RulesError, load_rules, options, preset_names
from fivehundred_sim.rules.schema import json_schema

SCHEMA = json_schema()
KNOWN = {
    "$schema", "title", "description", "type", "properties", "additionalProperties", "required", "enum",
    "minimum", "maximum", "if", "then", "not", "anyOf",
}  # fmt: skip
TYPES = {"object": dict, "string": str, "integer": int, "boolean": bool}


def errors(schema, value, path=""):
    """Return where `value` breaks the schema: JSON Schema for the keywords that are used."""
    assert set(schema) <= KNOWN, schema
    found = []
    kind = TYPES.get(schema.get("type"))
    if kind and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
        return [f"{path}: {schema['type']}"]
    if "enum" in schema and not any(value == one and type(value) is type(one) for one in schema["enum"]):
        found.append(f"{path}: enum")
    if "minimum" in schema and not schema["minimum"] <= value <= schema["maximum"]:
        found.append(f"{path}: bounds")
    if isinstance(value, dict):
        found += [f"{path}: lacks {key}" for key in schema.get("required", []) if key not in value]
        for key, item in value.items():
            if key in schema.get("properties", {}):
                found += errors(schema["properties"][key], item, f"{path}.{key}")
            elif schema.get("additionalProperties") is False:
                found.append(f"{path}: unknown {key}")
    if "anyOf" in schema and all(errors(one, value, path) for one in schema["anyOf"]):
        found.append(f"{path}: anyOf")
    if "not" in schema and not errors(schema["not"], value, path):
        found.append(f"{path}: not")
    if "if" in schema and not errors(schema["if"], value, path):
        found += errors(schema["then"], value, path)
    return found


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_file_fits_the_schema(name):
    file = resources.files("fivehundred_sim.rules") / "presets" / f"{name}.toml"
    assert errors(SCHEMA, tomllib.loads(file.read_text("utf-8"))) == []


@pytest.mark.parametrize("name", preset_names())
def test_what_is_shown_fits_the_schema_and_is_complete(name):
    tables = load_rules(name).model_dump()
    assert errors(SCHEMA, tables) == []
    del tables["joker"]["lead"]
    assert errors(SCHEMA, tables) == [".joker: anyOf"]
    del tables["match"]
    assert errors(SCHEMA, tables) == [": lacks match", ".joker: anyOf"]
    assert errors(SCHEMA, tables | {"base": "australian"}) == []


def test_every_option_has_a_description_and_its_values():
    for dotted, values in options().items():
        table, key = dotted.split(".")
        option = SCHEMA["properties"][table]["properties"][key]
        assert option["description"].endswith("."), dotted
        for value in values:
            assert errors(option, value) == [], (dotted, value)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[misere]\nvalue = 260", ".misere.value: enum"),
        ("[misere]\nvalu = 250", ".misere: unknown valu"),
        ("[misery]\nvalue = 250", ": unknown misery"),
        ('misere = "off"', ".misere: object"),
        ("[match]\ntarget = 20", ".match.target: bounds"),
        ("[match]\ntarget = true", ".match.target: integer"),
        ("[scoring]\nslam_250 = 1", ".scoring.slam_250: boolean"),
        ('[joker]\nset = "best"', ".joker.set: enum"),
        ("name = 3", ".name: string"),
        ("[pack]\nkind = 25", ".pack.kind: enum"),
    ],
)
def test_what_the_schema_refuses_is_not_loaded_either(tmp_path, text, fault):
    start = 'base = "australian"\n'
    assert errors(SCHEMA, tomllib.loads(start + text)) == [fault]
    house = tmp_path / "house.toml"
    house.write_text(start + text)
    with pytest.raises(RulesError):
        load_rules(house)


def test_a_pack_of_24_may_be_a_number(tmp_path):
    for kind in ("24", '"24"'):
        text = f'base = "two-handed"\n[pack]\nkind = {kind}\nkitty = 4\njokers = 0\n[joker]\nset = "pagat"\n'
        assert errors(SCHEMA, tomllib.loads(text)) == []
        house = tmp_path / "house.toml"
        house.write_text(text)
        assert load_rules(house).pack.kind == "24"
    assert load_rules("two-handed", {"pack.kind": 24, "pack.kitty": 5}).pack.kind == "24"
