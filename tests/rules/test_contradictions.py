"""Options that cannot be played together: what is refused, why, and what stays allowed."""

import itertools

import pytest

from fivehundred_sim.rules import RulesError, load_rules, options, preset_names
from fivehundred_sim.rules.contradictions import CHECKS
from fivehundred_sim.rules.model import RulesFileError


def faults_of(source="australian", **overrides):
    with pytest.raises(RulesError) as caught:
        load_rules(source, {key.replace("__", "."): value for key, value in overrides.items()})
    return list(caught.value.faults)


SEATED = {
    "pairs": {4},
    "3v3": {6},
    "2v2v2": {6},
    "call_card": {5},
    "name_player": {5},
    "alone": {2, 3, 4, 5, 6},
}


@pytest.mark.parametrize(("sides", "players"), SEATED.items())
def test_sides_fit_the_number_of_players(sides, players):
    for count in range(2, 7):
        # A kitty of three and one joker go with every number of players.
        overrides = {"table.players": count, "table.sides": sides}
        if count in players:
            assert load_rules("australian", overrides).table.players == count
        else:
            with pytest.raises(
                RulesError, match=rf"table\.sides: \"{sides}\" is for .* players, not {count}"
            ):
                load_rules("australian", overrides)


def test_a_kitty_that_the_pack_cannot_give_names_the_possible_ones():
    assert faults_of(pack__kitty=4) == [
        "pack.kitty: 4 cannot be left with 4 players, 1 joker (expected 3 or 5)"
    ]
    assert faults_of(pack__jokers=2) == [
        "pack.kitty: 3 cannot be left with 4 players, 2 jokers (expected 4 or 6)"
    ]
    assert faults_of(pack__jokers=0, pack__kitty=6) == [
        "pack.kitty: 6 cannot be left with 4 players, no joker (expected 2 or 4)"
    ]
    assert faults_of(pack__kitty=5, pack__floating_four=True) == [
        "pack.kitty: 5 cannot be left with 4 players, 1 joker and floating fours (expected 3)"
    ]


# Kitties by players and jokers, from the table of packs.
KITTIES = {
    (2, 0): {2}, (2, 1): {3}, (2, 2): {4},
    (3, 0): {2}, (3, 1): {3}, (3, 2): {4},
    (4, 0): {2, 4}, (4, 1): {3, 5}, (4, 2): {4, 6},
    (5, 0): {2}, (5, 1): {3}, (5, 2): {4},
    (6, 0): {0, 2, 4}, (6, 1): {1, 3, 5}, (6, 2): {2, 4, 6},
}  # fmt: skip


def test_every_other_kitty_is_refused():
    for (players, jokers), kitty in itertools.product(KITTIES, range(7)):
        overrides = {
            "table.players": players,
            "table.sides": {4: "pairs", 5: "call_card", 6: "3v3"}.get(players, "alone"),
            "pack.jokers": jokers,
            "pack.kitty": kitty,
        }
        if kitty in KITTIES[players, jokers]:
            load_rules("australian", overrides)
        else:
            with pytest.raises(RulesError, match=f"pack.kitty: {kitty} cannot be left"):
                load_rules("australian", overrides)


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        (
            {"pack.kind": "24"},
            ['pack.kind: "24" is for two players, not 4 (expected standard)'],
        ),
        (
            {"pack.kind": "table_piles"},
            ['pack.kind: "table_piles" is for two players, not 4 (expected standard)'],
        ),
        (
            {"table.players": 3, "table.sides": "alone", "pack.floating_four": True},
            ["pack.floating_four: true is for the pack of four players, not 3 (expected false)"],
        ),
        (
            {"auction.inkles": True},
            [
                "auction.inkles: true is for auctions of one call each, not auction.rounds = many"
                " (expected false)",
                "auction.minimum_level: 6 with auction.inkles, where a six bid is a signal and no contract"
                " (expected 7 or 8)",
            ],
        ),
        (
            {"auction.rounds": "one", "auction.raise_own_bid": True, "auction.after_pass": "always"},
            [
                "auction.raise_own_bid: true, but with auction.rounds = one nobody calls twice"
                " (expected false)",
                'auction.after_pass: "always", but with auction.rounds = one nobody calls twice'
                " (expected never)",
            ],
        ),
        (
            {"auction.minimum_level": 8},
            [
                'misere.when: "after_7" can never come about: no bid of seven or more ranks below misère'
                " (expected off or anytime)"
            ],
        ),
        (
            {"misere.when": "anytime", "open_misere.after_8": True},
            ["open_misere.after_8: true goes with misere.when = after_7, not anytime (expected false)"],
        ),
        (
            {"misere.when": "off", "blind_misere.value": 1000, "double_misere.value": 500}
            | {"bar_nullo.value": 500},
            [
                f"{key}: {value}, but misere.when = off takes it away too (expected 0)"
                for key, value in (
                    ("blind_misere.value", 1000),
                    ("double_misere.value", 500),
                    ("bar_nullo.value", 500),
                )
            ],
        ),
        (
            {"scoring.failed_value_to_opponents": True, "misere.defender_points": "per_own_trick"},
            [
                f"{key} with scoring.failed_value_to_opponents, where opponents score the value and no tricks"
                f" (expected {allowed})"
                for key, allowed in (
                    ('scoring.defender_points: "always"', "never"),
                    ('misere.defender_points: "per_own_trick"', "none"),
                )
            ],
        ),
    ],
    ids=str,
)
def test_what_contradicts_itself_has_a_reason(overrides, expected):
    assert faults_of(**{key.replace(".", "__"): value for key, value in overrides.items()}) == expected


@pytest.mark.parametrize("name", ["howstuffworks", "five-handed", "six-handed", "two-handed-tables"])
def test_two_hands_against_the_others_need_one_lasting_partner(name):
    on = {"misere__when": "anytime", "double_misere__value": 500, "misere__plays": "both_hands"}
    sides = load_rules(name).table.sides
    why = f"needs exactly one lasting partner, which table.sides = {sides} does not give"
    assert faults_of(name, **on) == [
        f"double_misere.value: 500 {why} (expected 0)",
        f'misere.plays: "both_hands" {why} (expected own_hand)',
    ]
    for pairs in ("australian", "six-handed-pairs"):
        load_rules(pairs, {key.replace("__", "."): value for key, value in on.items()})


def test_contradictions_and_values_are_told_together():
    assert faults_of(table__players=3, misere__value=260, pack__jokers=2, match__target="much") == [
        "misere.value: 260 is not allowed (expected 210, 230, 250, 270 or 500)",
        'match.target: "much" is not allowed (expected a whole number from 40 to 10000)',
        'table.sides: "pairs" is for 4 players, not 3 (expected alone)',
        "pack.kitty: 3 cannot be left with 3 players, 2 jokers (expected 4)",
    ]


def test_a_faulty_value_contradicts_nothing():
    two = {"table__players": 2, "table__sides": "alone", "pack__kind": 24, "pack__kitty": 5}
    assert [fault.split(":")[0] for fault in faults_of(**two, misere__value=1)] == ["misere.value"]
    assert [fault.split(":")[0] for fault in faults_of(table__players=9, pack__kitty=4)] == ["table.players"]
    assert [fault.split(":")[0] for fault in faults_of(misere__when="never", blind_misere__value=500)] == [
        "misere.when"
    ]
    assert faults_of(pack="none") == [
        'pack: "none" is not allowed (expected a table of pack.kind, pack.kitty, pack.jokers,'
        " pack.floating_four)"
    ]


def test_a_file_that_contradicts_itself_is_not_mended_by_overrides(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('base = "australian"\n[table]\nplayers = 3\n')
    with pytest.raises(RulesFileError, match=r"house\.toml\": table\.sides"):
        load_rules(house, {"table.sides": "alone"})


@pytest.mark.parametrize(
    "overrides",
    [
        {"scoring.trick_cap": 490, "match.must_win_on_contract": False},
        {"scoring.trick_cap": 490, "scoring.defender_points": "never"},
        {"misere.when": "off", "misere.plays": "both_hands", "table.players": 3, "table.sides": "alone"},
        {"match.hands": 10, "match.floor": 0, "match.floor_rule": "plays_on"},
        {"auction.minimum_level": 8, "misere.eight_spades_overbids": False},
        {"auction.rounds": "one", "auction.inkles": True, "auction.minimum_level": 8, "misere.when": "off"},
        {"pack.jokers": 0, "pack.kitty": 2, "joker.set": "nz"},
        {"joker.misere_rank": "low", "joker.nominate": "holder_mandatory"},
        {"table.sides": "alone"},
    ],
    ids=str,
)
def test_what_is_merely_idle_stays_allowed(overrides):
    load_rules("australian", overrides)


def fault_with(name, overrides):
    """Return the error that these rules raise, None where they can be played."""
    try:
        load_rules(name, overrides)
    except RulesError as error:
        return error
    return None


@pytest.mark.parametrize("name", preset_names())
def test_one_option_changed_is_played_or_refused_with_what_is_expected(name):
    for key, value in ((key, value) for key, values in options().items() for value in values):
        error = fault_with(name, {key: value})
        if error is not None:
            assert all("(expected " in fault for fault in error.faults), error
            assert str(error) == f'rules "{name}": ' + "; ".join(error.faults)


@pytest.mark.parametrize("name", preset_names())
def test_every_check_can_be_made_on_complete_rules(name):
    # Checks are skipped where an option that they need is missing; on complete rules none may hide so.
    assert [fault for check in CHECKS for fault in check(load_rules(name))] == []
