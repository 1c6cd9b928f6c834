"""Houses whose auction options are drawn at random, over tables of all sizes."""

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import RulesError, options

TABLES = (
    {"table.players": 2, "table.sides": "alone"},
    {"table.players": 3, "table.sides": "alone"},
    {},
    {},
    {},
    {"table.players": 5, "table.sides": "call_card"},
    {"table.players": 6, "table.sides": "3v3"},
    {"table.players": 6, "table.sides": "2v2v2"},
)
DRAWN = (
    "auction.rounds",
    "auction.inkles",
    "auction.minimum_level",
    "auction.after_pass",
    "auction.raise_own_bid",
    "auction.all_pass",
    "misere.when",
    "misere.value",
    "misere.eight_spades_overbids",
    "open_misere.value",
    "open_misere.place",
    "open_misere.after_8",
    "blind_misere.value",
    "double_misere.value",
    "bar_nullo.value",
    "sans_kitty.allowed",
    "scoring.schedule",
)


def draw(rng, values):
    return values[int(rng.integers(len(values)))]


def house_of(rng, drawn, tables, also):
    """Return rules with the options `drawn` and a table at random, drawn anew while they contradict.

    also: called with the options so far, it returns more of them.
    """
    known = options()
    while True:
        overrides = {key: draw(rng, known[key]) for key in drawn} | draw(rng, tables)
        try:
            return load_rules("australian", overrides | also(overrides))
        except RulesError:
            continue


def random_house(rng):
    """Return rules with every option of the auction drawn at random."""

    def also(_):
        # Nothing but auctions of one round agree with inkles, nothing but misère after a seven with after_8.
        often = {"auction.inkles": False} if rng.random() < 0.5 else {}
        return often | ({"open_misere.after_8": False} if rng.random() < 0.5 else {})

    return house_of(rng, DRAWN, TABLES, also)
