"""The presets: what the master table of the rules reference says of each house, written down again."""

import tomllib
from importlib import resources

import pytest

from fivehundred_sim.rules import load_rules, options, preset_names, rules_hash
from fivehundred_sim.rules.load import differences, rule_changes
from fivehundred_sim.rules.model import JOKER_SETS

HOUSES = (
    "australian", "american", "trickster-australian", "trickster-american", "howstuffworks", "hoyle-1909",
    "new-zealand", "quebec", "quebec-1000",
)  # fmt: skip
# One line an option; one word for all houses, word*3 for three in a row; a dash where the table has none,
# because it is idle in that house. Where the table has a question mark or two sources, the preset's comment
# says why it is this one.
TABLE = """
table.players                       4 4 4 4 3 3 4 4 4
pack.kitty                          3 5 3 3 3 3 3 6 6
pack.jokers                         1 1 1 1 1 1 1 2 2
pack.floating_four                  no
auction.rounds                      many one many one one many many one one
auction.inkles                      no yes no yes no no no no no
auction.minimum_level               6 7 6 7 6 6 6 6 8
auction.after_pass                  never - never - - never on_denomination_change - -
auction.raise_own_bid               no - no - - no yes - -
auction.all_pass               redeal_next redeal_same redeal_next*3 play_no_trump redeal_same*2 redeal_next
auction.no_ace_no_face_redeal       no yes no no no no no no no
misere.when                         after_7 anytime after_7 after_7 off off anytime off anytime
misere.value                        250 250 250 250 - - 250 - 500
misere.eight_spades_overbids        yes no yes yes - - - - yes
misere.plays                        own_hand*4 - - own_hand - own_hand
misere.defender_points              none none none none - - none - none
open_misere.value                   500 500 500 500 - - 500 - 1000
open_misere.place                   below_10H above_10H*3 - - - - above_10H
open_misere.after_8                 no no no no - - no - no
open_misere.exposed                 after_trick_1 before_lead*3 - - before_lead - before_lead
blind_misere.value                  0
double_misere.value                 0
bar_nullo.value                     0
sans_kitty.allowed                  no
joker.set                           pagat hsw hsw hsw hsw hoyle09 nz qc qc
play.first_lead                     contractor
scoring.schedule                    avondale
scoring.slam_250                    yes yes yes yes yes yes no yes yes
scoring.defender_points             always always always always always always always always never
scoring.trick_cap                   0 0 490 0 0 0 0 0 -
scoring.failed_value_to_opponents   no no no no no no no no yes
match.must_win_on_contract          yes no yes no no no no yes no
match.both_over                     contractor*6 - - higher
match.target                        500 500 500 500 500 500 500 500 1000
match.floor                         -500 -500 -500 -500 -500 0 -500 -500 0
match.floor_rule                    loses loses loses loses plays_on - loses loses -
match.hands                         0
"""


def cells(words):
    """Return the nine cells of a line: one word for all, `word*3` for three in a row."""
    row = [word for text in words for word in [text.partition("*")[0]] * int(text.partition("*")[2] or 1)]
    return row * len(HOUSES) if len(row) == 1 else row


CELLS = [
    (house, key, word)
    for key, *words in map(str.split, TABLE.strip().splitlines())
    for house, word in zip(HOUSES, cells(words), strict=True)
    if word != "-"
]
LATER = {
    "gamerules": ("australian", ["blind_misere.value=500", "sans_kitty.allowed=true"]),
    "five-handed": ("australian", ["table.players=5", "table.sides=call_card"]),
    "six-handed": ("australian", ["table.players=6", "table.sides=3v3"]),
    "six-handed-pairs": ("six-handed", ["table.sides=2v2v2"]),
    "two-handed": ("howstuffworks", ["table.players=2", "match.floor_rule=loses"]),
    "two-handed-tables": (
        "australian",
        [
            "table.players=2",
            "table.sides=alone",
            "pack.kind=table_piles",
            "misere.when=anytime",
            "open_misere.value=0",
        ],
    ),
}


def test_the_presets_are_those_of_the_reference():
    assert sorted(preset_names()) == sorted([*HOUSES, *LATER])


@pytest.mark.parametrize("house", HOUSES)
def test_master_table(house):
    rules = load_rules(house).model_dump()
    for _, dotted, word in (cell for cell in CELLS if cell[0] == house):
        table, key = dotted.split(".")
        if dotted == "joker.set":
            assert rules["joker"] == JOKER_SETS[word]
            continue
        value = {"yes": True, "no": False}.get(word, int(word) if word.lstrip("-").isdigit() else word)
        assert rules[table][key] == value, dotted


@pytest.mark.parametrize("house", LATER)
def test_presets_without_a_column(house):
    base, changes = LATER[house]
    found = differences(load_rules(base), load_rules(house))
    words = [f"{key}={str(new).lower() if new is True else new}" for key, (_, new) in found.items()]
    assert words == changes


def test_ties_among_three_players():
    assert load_rules("hoyle-1909").match.defenders_over == "trick_order"
    assert load_rules("howstuffworks").match.defenders_over == "first_trick"


def test_the_five_handed_contractor_calls_a_card_for_half_the_value():
    rules = load_rules("five-handed")
    assert rules.partner.model_dump() == {"card": "no_bower", "reveal": "on_play", "share": "half"}
    assert (rules.pack.kitty, rules.pack.jokers) == (3, 1)


def test_presets_play_differently_and_say_what_they_are():
    houses = [load_rules(name) for name in preset_names()]
    assert len({rules_hash(rules) for rules in houses}) == len(houses)
    assert len({rules.about for rules in houses}) == len(houses)
    assert all(0 < len(rules.about) <= 40 for rules in houses)
    assert all(rule_changes(rules) == () for rules in houses)


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_says_where_it_comes_from_and_only_what_differs(name):
    text = (resources.files("fivehundred_sim.rules") / "presets" / f"{name}.toml").read_text("utf-8")
    assert text.startswith("# "), "its sources"
    data = tomllib.loads(text)
    tables = {key: keys for key, keys in data.items() if isinstance(keys, dict)}
    assert {f"{table}.{key}" for table, keys in tables.items() for key in keys} <= options().keys()
    assert data["name"] == name
    assert ("base" in data) == (name != "australian")


def test_a_house_on_a_preset_on_a_preset(tmp_path):
    house = tmp_path / "friday.toml"
    house.write_text('base = "six-handed-pairs"\n[misere]\nwhen = "off"\n')
    rules = load_rules(house)
    assert (rules.name, rules.about) == ("friday", "")
    assert differences(load_rules("six-handed-pairs"), rules) == {"misere.when": ("after_7", "off")}
    assert rules.table.sides == "2v2v2"
    changes = rule_changes(load_rules("quebec", {"misere.when": "anytime", "match.target": "1000"}))
    assert changes == ("misere.when=anytime", "match.target=1000")
