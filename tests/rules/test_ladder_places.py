"""The ladder under every combination of options, against the places that the rules reference prints."""

import itertools

import pytest

from fivehundred_sim.cards import format_bid, parse_bid
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.ladder import bids, inkles, rank

SUITS = ["S", "C", "D", "H", "NT"]
# Rows 6 to 10, columns S C D H NT, as printed.
PRINTED = {
    "original": "40 60 80 100 120  80 120 160 200 240  120 180 240 300 360  160 240 320 400 480"
    "  200 300 400 500 600",
    "inverted": "60 40 80 100 120  120 80 160 200 240  180 120 240 300 360  240 160 320 400 480"
    "  300 200 400 500 600",
}
BY_LEVEL = [f"{level}{suit}" for level in range(6, 11) for suit in SUITS]
WORTH = {
    schedule: dict(zip(BY_LEVEL, map(int, text.split()), strict=True)) for schedule, text in PRINTED.items()
}
ORDER = {"avondale": BY_LEVEL, "perfect": BY_LEVEL} | {
    # By value; of equal values the one of more tricks is higher.
    schedule: sorted(BY_LEVEL, key=lambda bid, worth=worth: (worth[bid], int(bid.rstrip("SCDHNT"))))
    for schedule, worth in WORTH.items()
}
# The bid that misère stands right above: value, and whether 8S overbids it.
MISERE_ABOVE = {
    "avondale": {
        (210, True): "7H",
        (210, False): "7H",
        (230, True): "7NT",
        (230, False): "7NT",
        (250, True): "7NT",
        (250, False): "8S",
        (270, True): "7NT",
        (270, False): "8C",
        (500, True): "7NT",
        (500, False): "10D",
    },
    # Every bid is worth 20 less: 7NT 200, 8S 220, 8C 240, 8D 260, 10H 480, 10NT 500.
    "perfect": {
        (210, True): "7NT",
        (210, False): "7NT",
        (230, True): "7NT",
        (230, False): "8S",
        (250, True): "7NT",
        (250, False): "8C",
        (270, True): "7NT",
        (270, False): "8D",
        (500, True): "7NT",
        (500, False): "10H",
    },
}
# The bid that open misère stands right above where its value alone decides. Where it is not played (0), its
# kin stand as it would at 500.
OPEN_ABOVE = {
    "avondale": {330: "8NT", 430: "9NT", 500: "10D", 520: "10NT", 1000: "10NT", 0: "10D"},
    "perfect": {330: "9S", 430: "10S", 500: "10H", 520: "10NT", 1000: "10NT", 0: "10H"},
}
MISERES = [210, 230, 250, 270, 500]
OPENS = [0, 330, 430, 500, 520, 1000]
PLACES = ["by_value", "below_10H", "above_10H", "top"]


def below_value(schedule, value):
    """Return the highest bid worth less than `value` in a schedule of 1904."""
    return [bid for bid in ORDER[schedule] if WORTH[schedule][bid] < value][-1]


def expected(schedule, misere, overbids, opened, place, kin=(0, 0, 0)):
    """Return the ladder as words, put together from the printed places."""
    ladder = list(ORDER[schedule])
    blind, double, bar = kin
    if schedule in MISERE_ABOVE:
        above = MISERE_ABOVE[schedule][misere, overbids]
        open_above = OPEN_ABOVE[schedule][opened]
    else:
        above, open_above = below_value(schedule, misere), below_value(schedule, opened or 500)
    ten_hearts = ladder.index("10H")
    open_above = {
        "by_value": open_above,
        "below_10H": ladder[ten_hearts - 1],
        "above_10H": "10H",
        "top": ladder[-1],
    }[place]
    family = ["OM"] * bool(opened) + ["BM"] * (blind == 500) + ["DM"] * bool(double) + ["BN"] * bool(bar)
    for bid in family[::-1]:
        ladder.insert(ladder.index(open_above) + 1, bid)
    ladder.insert(ladder.index(above) + 1, "M")
    return ladder + ["BM"] * (blind == 1000)


def changed(rules, **tables):
    """Return rules with changed keys, without the time that reading a preset takes."""
    return rules.model_copy(
        update={table: getattr(rules, table).model_copy(update=keys) for table, keys in tables.items()}
    )


@pytest.mark.parametrize("schedule", ORDER)
def test_misere_and_open_misere_stand_where_the_rules_print_them(schedule):
    base = load_rules("australian", {"scoring.schedule": schedule})
    for misere, overbids, opened, place in itertools.product(MISERES, [True, False], OPENS, PLACES):
        rules = changed(
            base,
            misere={"value": misere, "eight_spades_overbids": overbids},
            open_misere={"value": opened, "place": place},
        )
        found = [format_bid(bid) for bid in bids(rules)]
        assert found == expected(schedule, misere, overbids, opened, place), (misere, overbids, opened, place)
        assert [rank(rules, bid) for bid in bids(rules)] == list(range(len(found)))


@pytest.mark.parametrize("schedule", ORDER)
def test_kin_of_open_misere_and_bids_without_the_kitty_keep_the_order_strict(schedule):
    base = load_rules("australian", {"scoring.schedule": schedule})
    kin = list(itertools.product([0, 500, 1000], [0, 500], [0, 500]))
    ways = [(7, True), (8, False)]  # lowest level, and whether bids without the kitty are allowed
    options = itertools.product([250, 500], [True, False], [0, 500, 1000], PLACES, kin, ways)
    for misere, overbids, opened, place, (blind, double, bar), (level, sans) in options:
        rules = changed(
            base,
            misere={"value": misere, "eight_spades_overbids": overbids},
            open_misere={"value": opened, "place": place},
            blind_misere={"value": blind},
            double_misere={"value": double},
            bar_nullo={"value": bar},
            auction={"minimum_level": level},
            sans_kitty={"allowed": sans},
        )
        whole = expected(schedule, misere, overbids, opened, place, (blind, double, bar))
        ladder = [bid for bid in whole if not bid[0].isdigit() or int(bid.rstrip("SCDHNT")) >= level]
        places = {word: height for height, word in enumerate(ladder)}
        if sans:
            places |= {f"{word}/sk": height for word, height in places.items() if word[0].isdigit()}
        found = bids(rules)
        assert {format_bid(bid): rank(rules, bid) for bid in found} == places
        words = [format_bid(bid) for bid in found]
        assert words == sorted(words, key=lambda word: (places[word], word.endswith("/sk")))


def test_misere_off_leaves_suits_and_no_trump():
    rules = load_rules("australian", {"misere.when": "off"})
    assert [format_bid(bid) for bid in bids(rules)] == BY_LEVEL


def test_a_bid_without_the_kitty_does_not_overcall_the_same_with_it():
    rules = load_rules("gamerules")
    with_kitty, without, next_bid = (rank(rules, parse_bid(word)) for word in ("8H", "8H/sk", "8NT"))
    assert with_kitty == without == next_bid - 1
    words = [format_bid(bid) for bid in bids(rules)]
    assert words[words.index("8H") + 1] == "8H/sk"


def test_inkles_are_the_six_bids_and_no_part_of_the_ladder():
    rules = load_rules("american")
    assert [format_bid(bid) for bid in inkles(rules)] == ["6S", "6C", "6D", "6H", "6NT"]
    assert not set(inkles(rules)) & set(bids(rules))
    assert format_bid(bids(rules)[0]) == "7S"
    inverted = load_rules("american", {"scoring.schedule": "inverted"})
    assert [format_bid(bid) for bid in inkles(inverted)] == ["6C", "6S", "6D", "6H", "6NT"]
    assert inkles(load_rules("australian")) == ()
    assert inkles(load_rules("howstuffworks")) == (), "its six bids are real"


@pytest.mark.parametrize(
    ("name", "bid", "following"),
    [
        ("australian", "M", "8S"),
        ("american", "M", "8C"),
        ("australian", "10D", "OM"),
        ("australian", "OM", "10H"),
        ("trickster-australian", "10H", "OM"),
        ("trickster-australian", "OM", "10NT"),
        ("gamerules", "OM", "BM"),
        ("gamerules", "BM", "10H"),
        ("quebec-1000", "M", "8S"),
        ("quebec-1000", "OM", "10NT"),
        ("new-zealand", "7NT", "M"),
    ],
)
def test_what_follows_in_the_ladder_of_each_house(name, bid, following):
    words = [format_bid(other) for other in bids(load_rules(name))]
    assert words[words.index(bid) + 1] == following
