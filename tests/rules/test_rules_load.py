"""Presets, rule files and overrides: what is accepted, what is refused, what the hash covers."""

import re
import subprocess
import sys
import tomllib
from importlib import resources

import pytest
from pydantic import ValidationError

from fivehundred_sim.rules import RulesError, load_rules, options, preset_names, rules_hash
from fivehundred_sim.rules.model import JOKER_SETS, Rules


def refused(source="australian", overrides=None):
    with pytest.raises(RulesError) as caught:
        load_rules(source, overrides)
    return str(caught.value)


def test_every_preset_loads_under_its_name():
    assert "australian" in preset_names()
    for name in preset_names():
        assert load_rules(name).name == name


def test_the_australian_game():
    rules = load_rules()
    assert rules == load_rules("australian", {})
    assert rules.misere.model_dump() == {
        "when": "after_7",
        "value": 250,
        "eight_spades_overbids": True,
        "plays": "own_hand",
        "defender_points": "none",
    }
    assert rules.joker.model_dump() == JOKER_SETS["pagat"]
    assert (rules.open_misere.value, rules.open_misere.place) == (500, "below_10H")


def test_the_preset_spells_out_its_joker_set_in_comments():
    text = (resources.files("fivehundred_sim.rules") / "presets" / "australian.toml").read_text("utf-8")
    spelled = "\n".join(
        re.findall(r"^# (\w+ = .*)$", text.partition("[joker]")[2].partition("[play]")[0], re.M)
    )
    assert tomllib.loads(spelled) == JOKER_SETS["pagat"]


# Options that make sense only in company: what else has to be set for a value to be allowed.
COMPANY = {
    ("table.players", 2): {"table.sides": "alone"},
    ("table.players", 3): {"table.sides": "alone"},
    ("table.players", 5): {"table.sides": "call_card"},
    ("table.players", 6): {"table.sides": "3v3"},
    ("table.sides", "3v3"): {"table.players": 6},
    ("table.sides", "2v2v2"): {"table.players": 6},
    ("table.sides", "call_card"): {"table.players": 5},
    ("table.sides", "name_player"): {"table.players": 5},
    ("pack.kind", "24"): {"table.players": 2, "table.sides": "alone", "pack.kitty": 5},
    ("pack.kind", "table_piles"): {"table.players": 2, "table.sides": "alone"},
    ("pack.kitty", 0): {"table.players": 6, "table.sides": "3v3", "pack.jokers": 0},
    ("pack.kitty", 1): {"table.players": 6, "table.sides": "3v3"},
    ("pack.kitty", 2): {"pack.jokers": 0},
    ("pack.kitty", 4): {"pack.jokers": 2},
    ("pack.kitty", 6): {"pack.jokers": 2},
    ("pack.jokers", 0): {"pack.kitty": 2},
    ("pack.jokers", 2): {"pack.kitty": 4},
    ("auction.inkles", True): {"auction.rounds": "one", "auction.minimum_level": 7},
    ("auction.minimum_level", 8): {"misere.when": "anytime"},
    ("scoring.failed_value_to_opponents", True): {"scoring.defender_points": "never"},
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in options().items() for value in values]
)
def test_every_allowed_value_can_be_set_as_value_and_as_text(key, value):
    base = load_rules()
    table, option = key.split(".")
    company = COMPANY.get((key, value), {})
    for given in (value, str(value).lower() if isinstance(value, bool) else str(value)):
        rules = load_rules("australian", {key: given} | company)
        if option == "set":
            assert rules.joker.model_dump() == JOKER_SETS[value]
        else:
            assert getattr(getattr(rules, table), option) == value
            assert type(getattr(getattr(rules, table), option)) is type(value)
        changed = getattr(rules, table) != getattr(base, table)
        assert (rules_hash(rules) != rules_hash(base)) == (changed or bool(company))


@pytest.mark.parametrize(("key", "value"), COMPANY)
def test_values_that_need_company_are_refused_without_it(key, value):
    with pytest.raises(RulesError):
        load_rules("australian", {key: value})


def test_rules_cannot_change_and_can_be_keys():
    rules = load_rules()
    with pytest.raises(ValidationError, match="frozen"):
        rules.misere.value = 210
    assert len({rules, load_rules(), load_rules("australian", {"misere.value": 210})}) == 2


def test_joker_sets_and_single_keys(tmp_path):
    for overrides in (
        {"joker.set": "last", "joker.lead": "any_suit"},
        {"joker.lead": "any_suit", "joker.set": "last"},
    ):
        single = load_rules("australian", overrides).joker
        assert single.model_dump() == JOKER_SETS["last"] | {"lead": "any_suit"}, "whatever their order"
    house = tmp_path / "house.toml"
    house.write_text('base = "australian"\n[joker]\nmisere_forced = false\nset = "pagat_noprenom"\n')
    assert load_rules(house).joker.model_dump() == JOKER_SETS["pagat_noprenom"] | {"misere_forced": False}
    later = load_rules(house, {"joker.set": "pagat"}).joker
    assert later.model_dump() == JOKER_SETS["pagat"], "a set of a later layer replaces all keys"


def test_hash_is_of_the_resolved_rules(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('base = "australian"\n[misere]\nwhen = "after_7"  # what the base says anyway\n')
    rules = load_rules(str(house))
    assert rules.name == "house"
    assert rules_hash(rules) == rules_hash(load_rules())
    assert re.fullmatch("[0-9a-f]{64}", rules_hash(rules))
    house.write_text('base = "australian"\nname = "Friday"\n[misere]\nwhen = "anytime"\n')
    assert load_rules(house).name == "Friday"
    assert rules_hash(load_rules(house)) == rules_hash(load_rules("australian", {"misere.when": "anytime"}))


def test_a_complete_file_needs_no_base(tmp_path):
    house = tmp_path / "whole.toml"
    house.write_text(
        (resources.files("fivehundred_sim.rules") / "presets" / "australian.toml").read_text("utf-8")
    )
    assert load_rules(house) == load_rules()
    house.write_text(house.read_text().replace("trick_cap = 0", "").replace("[pack]", "[pocket]"))
    message = refused(house)
    assert (
        'scoring.trick_cap: missing (expected 0, 400, 460, 480 or 490; or say base = "australian")' in message
    )
    assert "pack: missing (expected a table of pack.kind, pack.kitty" in message


def test_a_file_that_lacks_its_base_has_one_fault_for_it_beside_its_own(tmp_path):
    house = tmp_path / "short.toml"
    house.write_text('[misere]\nwhen = "never"\n')
    with pytest.raises(RulesError) as caught:
        load_rules(house)
    base, own = caught.value.faults
    assert base.startswith('base: missing (expected a preset, such as base = "australian"; without one every')
    assert own.startswith('misere.when: "never" is not allowed')


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("misere.value", "260", "misere.value: 260 is not allowed (expected 210, 230, 250, 270 or 500)"),
        ("misere.when", "always", 'misere.when: "always" is not allowed (expected off, after_7 or anytime)'),
        ("misere.wehn", "off", "misere.wehn: unknown option (did you mean misere.when?)"),
        ("auction.scoops", "true", "auction.scoops: unknown option (expected auction.rounds"),
        ("house.mood", "good", "house.mood: unknown option (expected table, pack, auction"),
        ("misere", "off", 'misere: "off" is not allowed (expected a table of misere.when'),
        ("misere", ["off"], "misere: a list is not allowed (expected a table of misere.when"),
        ("misere.when.early", 1, "misere.when.early: unknown option (did you mean misere.when?)"),
        ("scoring.slam_250", "yes", 'scoring.slam_250: "yes" is not allowed (expected true or false)'),
        ("scoring.slam_250", 1, "scoring.slam_250: 1 is not allowed (expected true or false)"),
        ("table.players", "7", "table.players: 7 is not allowed (expected 2, 3, 4, 5 or 6)"),
        ("joker.set", "nzl", 'joker.set: "nzl" is not allowed (expected pagat, pagat_noprenom, holder, hsw'),
        ("joker.set", ["hsw"], "joker.set: a list is not allowed"),
        (
            "joker.follow",
            "ever",
            'joker.follow: "ever" is not allowed (expected void_only, first_round_or_void',
        ),
        ("name", 3, "name: 3 is not allowed (expected text)"),
    ],
)
def test_refused_overrides(key, value, fault):
    message = refused(overrides={key: value})
    assert message.startswith('rules "australian": ')
    assert fault in message
    assert message.count(";") == 0


def test_all_faults_at_once():
    message = refused(
        overrides={"misere.value": "1", "joker.set": "x", "scoring.schedule": "new", "a.b": "c"}
    )
    assert [part.split(": ")[-2].split()[-1] for part in message.split("; ")] == [
        "joker.set",
        "misere.value",
        "scoring.schedule",
        "a.b",
    ]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"[misere", "is not valid TOML (expected"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (
            b'base = "austrlian"',
            'base: "austrlian" is not a preset (expected american, australian, five-handed',
        ),
        (b"base = 4", "base: 4 is not a preset"),
        (b'base = "australian"\n[joker]\nset = "qx"', 'joker.set: "qx" is not allowed'),
        (b'base = "australian"\njoker = 1', "joker: 1 is not allowed (expected a table of joker.set"),
    ],
)
def test_refused_files(tmp_path, content, fault):
    house = tmp_path / "house.toml"
    house.write_bytes(content)
    message = refused(house)
    assert fault in message
    assert "rules file" in message


def test_an_unknown_base_is_one_fault_and_the_rest_is_still_looked_at(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('base = "austrlian"\n[misere]\nwhen = "never"\n[joker]\nset = "qx"\n')
    with pytest.raises(RulesError) as caught:
        load_rules(house)
    assert [fault.split(":")[0] for fault in caught.value.faults] == ["base", "joker.set", "misere.when"]


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    house = tmp_path / "house.toml"
    house.write_bytes(b'\xef\xbb\xbfbase = "quebec"\n')
    assert rules_hash(load_rules(house)) == rules_hash(load_rules("quebec"))


def test_what_is_no_source(tmp_path):
    assert refused("austalian") == 'there is no preset "austalian" (did you mean australian?)'
    assert "or two-handed-tables, or a file ending in .toml" in refused("xyz")
    assert "does not exist" in refused(tmp_path / "none.toml")
    (tmp_path / "folder.toml").mkdir()
    assert "cannot be read (Is a directory)" in refused(tmp_path / "folder.toml")
    with pytest.raises(TypeError, match="expected the name of a preset or file"):
        load_rules(b"australian")


def test_the_model_needs_every_option():
    with pytest.raises(ValidationError, match="15 validation errors"):
        Rules.model_validate({})


def test_rules_and_referee_import_nothing_heavy():
    code = (
        "import sys, fivehundred_sim.rules, fivehundred_sim.game;"
        "print([m for m in ('numba', 'pandas', 'matplotlib', 'scipy', 'numpy') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "[]"
