"""The chances, held against counting every deal of small packs, and on the packs that rules will know."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest
from dealings import DEALINGS, cards, every_dealing

from fivehundred_sim import load_rules
from fivehundred_sim.cards import JOKER, RED_JOKER
from fivehundred_sim.study.chances import Dealing, Group, all_follow, dealing_of, hypergeometric


def test_the_packs_are_those_of_the_reference():
    sizes = [len(dealing.pack) for dealing in DEALINGS.values()]
    assert sizes == [33, 24, 33, 43, 44, 45, 46, 53, 63, 63, 65, 66]
    assert [dealing.dead for dealing in DEALINGS.values()] == [10] + [0] * 11
    for dealing in DEALINGS.values():
        assert len(set(dealing.pack)) == len(dealing.pack)


HOUSES = {
    "2, dead hand": ("two-handed", {}),
    "2, 24 cards": ("two-handed", {"pack.kind": "24", "pack.kitty": 4, "pack.jokers": 0}),
    "3": ("howstuffworks", {}),
    "4, 43 cards": ("australian", {}),
    "4, 44 cards": ("australian", {"pack.kitty": 4, "pack.jokers": 2}),
    "4, 45 cards": ("american", {}),
    "4, 46 cards": ("quebec", {}),
    "5": ("five-handed", {}),
    "6, three pairs": ("six-handed-pairs", {}),
    "6, two sides": ("six-handed", {}),
    "6, 65 cards": ("six-handed", {"pack.kitty": 5}),
    "6, 66 cards": ("six-handed-pairs", {"pack.kitty": 6, "pack.jokers": 2}),
}


@pytest.mark.parametrize("table", HOUSES)
def test_every_house_is_dealt_as_its_table_says(table):
    preset, overrides = HOUSES[table]
    dealing, expected = dealing_of(load_rules(preset, overrides)), DEALINGS[table]
    assert set(dealing.pack) == set(expected.pack)
    assert (dealing.kitty, dealing.partners, dealing.opponents, dealing.dead) == (
        *(expected.kitty, expected.partners, expected.opponents),
        expected.dead,
    )


def test_a_floating_four_is_a_trump_whenever_its_colour_is():
    dealing = dealing_of(load_rules("australian", {"pack.floating_four": True}))
    lengths = [
        [sum(dealing.suit_of(card, trump) == suit for card in dealing.pack) for suit in range(4)]
        for trump in range(5)
    ]
    # Thirteen trumps in every suit: ten, the four, the other jack, the joker. In no-trump both are plain.
    assert lengths == [[13, 9, 10, 11], [9, 13, 10, 11], [10, 11, 13, 9], [10, 11, 9, 13], [10, 11, 10, 11]]


def test_a_pack_too_small_is_a_defect():
    with pytest.raises(ValueError, match="33 cards cannot be dealt as 4 hands of 10 and a kitty of 3"):
        Dealing(cards("7"), 3)


# --- every deal of small packs ------------------------------------------------------------------------------

SMALL = [
    Dealing(tuple(range(9)), 2, 1, 1, hand_size=2),
    Dealing(tuple(range(9)), 1, 1, 2, hand_size=2),
    Dealing(tuple(range(9)), 1, 0, 3, hand_size=2),
    Dealing(tuple(range(10)), 0, 0, 2, hand_size=3),
    Dealing(tuple(range(8)), 1, 2, 4, hand_size=1),
    Dealing(tuple(range(10)), 3, 0, 1, hand_size=3),
]


def every_deal(dealing):
    """Yield (partners' cards, opponents' hands, kitty) of every order of the cards that hand 0 lacks."""
    size = dealing.hand_size
    for order in permutations(dealing.pack[size:]):
        hands = [order[i : i + size] for i in range(0, size * (dealing.partners + dealing.opponents), size)]
        rest = order[size * (dealing.partners + dealing.opponents) :]
        partners = {card for hand in hands[: dealing.partners] for card in hand}
        yield partners, [set(hand) for hand in hands[dealing.partners :]], set(rest[: dealing.kitty])


@pytest.mark.parametrize("dealing", SMALL, ids=range(len(SMALL)))
def test_small_packs_against_every_deal(dealing):
    deals = list(every_deal(dealing))
    for number in range(1, 5):
        suit = set(dealing.pack[-number:])
        held = [
            (len(partners & suit), [len(hand & suit) for hand in opponents], len(kitty & suit))
            for partners, opponents, kitty in deals
        ]
        group = Group(dealing, tuple(suit))
        assert group.kitty == shares([kitty for _, _, kitty in held], range(len(group.kitty)))
        if group.partner is not None:
            assert group.partner == shares([mine for mine, _, _ in held], range(len(group.partner)))
        ours = [mine + kitty for mine, _, kitty in held]
        assert (1 - group.ours_any, group.ours_all) == shares(ours, (0, number))
        fewest = [min(opponents) for _, opponents, _ in held]
        for rounds in (1, 2):
            assert all_follow(dealing, number, rounds) == shares([n >= rounds for n in fewest], [True])[0]


def shares(happened, wanted):
    """Return the share of deals in which each wanted value happened."""
    return tuple(Fraction(happened.count(value), len(happened)) for value in wanted)


@pytest.mark.parametrize(("places", "expected"), [(9, "0.857"), (10, "0.891")])
def test_a_suit_is_held_with_the_chance_of_drawing_without_replacement(places, expected):
    """Five of a suit among 30 unseen cards; drawn with replacement nine places would say 0.806."""
    none = hypergeometric(5, places, 30)[0]
    without = Fraction(1)
    for drawn in range(places):
        without *= Fraction(25 - drawn, 30 - drawn)
    assert none == without
    assert f"{float(1 - none):.3f}" == expected


def test_further_trumps_against_every_kitty_of_the_real_pack():
    """Five hearts of thirteen held: eight trumps among the 33 cards unseen, all 5,456 kitties counted."""
    kitties = [sum(card < 8 for card in kitty) for kitty in combinations(range(33), 3)]
    expected = tuple(Fraction(kitties.count(i), len(kitties)) for i in range(4))
    assert hypergeometric(8, 3, 33) == expected
    assert f"{float(1 - expected[0]):.1%}" == "57.8%"


@every_dealing
def test_spreads_are_whole_and_have_the_means_of_single_cards(dealing):
    for number in (0, 1, 2, 7, 12):
        group = Group(dealing, dealing.pack[-number:] if number else ())
        for spread, mean in ((group.kitty, group.kitty_mean), (group.partner, group.partner_mean)):
            if spread is not None:
                assert sum(spread) == 1
                assert sum(i * chance for i, chance in enumerate(spread)) == mean
        assert (group.partner is None) == (group.partner_mean is None) == (dealing.partners == 0)


@every_dealing
def test_following_by_inclusion_and_exclusion(dealing):
    """All opponents follow: one less the voids, plus the pairs of voids, …; a second, independent formula."""
    for missing in range(13):
        voids = [
            (-1) ** j
            * comb(dealing.opponents, j)
            * Fraction(comb(dealing.unseen - j * dealing.hand_size, missing), comb(dealing.unseen, missing))
            for j in range(dealing.opponents + 1)
        ]
        once, twice = all_follow(dealing, missing), all_follow(dealing, missing, 2)
        assert once == sum(voids)
        assert 0 <= twice <= once <= 1
        assert (twice > 0) == (missing >= 2 * dealing.opponents)


# --- the printed chances of the project's oracles -----------------------------------------------------------


def shown(*chances):
    return [f"{float(100 * chance):.1f}" for chance in chances]


def test_o1_a_joker_not_held():
    four = DEALINGS["4, 43 cards"]
    assert [four.share(n) for n in (10, 20, 3)] == [Fraction(10, 33), Fraction(20, 33), Fraction(3, 33)]
    assert shown(Group(four, (JOKER,)).ours_any) == ["39.4"]
    assert shown(*(DEALINGS["4, 45 cards"].share(n) for n in (10, 5, 20))) == ["28.6", "14.3", "57.1"]
    assert shown(*(DEALINGS["3"].share(n) for n in (3, 10))) == ["13.0", "43.5"]
    assert shown(DEALINGS["6, two sides"].share(3)) == ["5.7"]


def test_o2_two_of_joker_and_bowers_missing():
    group = Group(DEALINGS["4, 43 cards"], (0, 1))
    assert shown(group.partner_any, group.kitty_any, group.ours_all) == ["52.1", "17.6", "14.8"]


def test_o3_further_trumps():
    red, black = (Group(DEALINGS["4, 43 cards"], tuple(range(out))) for out in (8, 7))
    assert [f"{float(group.kitty_mean):.2f}" for group in (red, black)] == ["0.73", "0.64"]
    assert shown(red.kitty_any, black.kitty_any) == ["57.8", "52.3"]
    assert [f"{float(group.partner_mean):.2f}" for group in (red, black)] == ["2.42", "2.12"]
    assert shown(red.partner[0], black.partner[0]) == ["3.5", "5.7"]


def test_o4_walks():
    four = DEALINGS["4, 43 cards"]
    walks = {
        10: ["95.8", "92.9", "88.6"],
        11: ["97.5", "95.8", "92.9"],
        9: ["92.9", "88.6", "81.9"],
    }
    for length, figures in walks.items():
        assert shown(*(all_follow(four, length - held) for held in (1, 2, 3))) == figures
    assert shown(*(all_follow(four, length - 2, 2) for length in (10, 11, 9))) == ["59.1", "70.8", "45.1"]


def test_o5_aces_in_the_kitty():
    four = DEALINGS["4, 43 cards"]
    assert shown(Group(four, (0, 1, 2, 3)).kitty_any, Group(four, (0, 1, 2)).kitty_any) == ["33.0", "25.6"]


def test_o6_two_jokers():
    group = Group(DEALINGS["4, 46 cards"], (JOKER, RED_JOKER))
    assert shown(group.kitty_any, group.partner_any) == ["31.0", "48.4"]
