"""Counted trees: how many ways a small position can be played out, by hand and by other enumerators."""

import copy
import random

import pytest
from joker_twin import JOKERS, SUITS, Twin

from fivehundred_sim.cards import format_card
from fivehundred_sim.game import Play
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.packs import pack


def ways(play):
    """The number of legal sequences to the end."""
    if play.over:
        return 1
    total = 0
    for move in play.moves():
        further = play.copy()
        further.play(move)
        total += ways(further)
    return total


def start(hands, bid, contractor=0, overrides=None, **kwargs):
    return Play(load_rules("australian", overrides or {}), hands, bid, contractor, **kwargs)


# --- by hand ---


@pytest.mark.parametrize("bid", ["6S", "8H", "7NT"])
def test_who_can_never_follow_is_always_free(bid):
    """Four hands of one suit each: every order of every hand is legal."""
    hands = ["5S 9S 10S", "5C 9C 10C", "5D 9D 10D", "5H 9H 10H"]
    assert ways(start(hands, bid)) == 6**4
    assert ways(start([hand[:-4] for hand in hands], bid)) == 2**4


@pytest.mark.parametrize("bid", ["6S", "7NT"])
def test_one_card_of_each_suit_leaves_the_choice_to_the_leader(bid):
    hands = ["5S 9C QH", "9S 10C KH", "QS QC 9H", "KS KC 10H"]
    assert ways(start(hands, bid)) == 3 * 2 * 1


def test_three_players_and_six():
    three = {"table.players": 3, "table.sides": "alone"}
    assert ways(start(["7S 8S", "7C 8C", "7D 8D"], "6H", 1, three)) == 2**3
    six = {"table.players": 6, "table.sides": "3v3"}
    hands = ["2S 3S", "2C 3C", "2D 3D", "2H 3H", "4H 5H", "4D 5D"]
    # Hands of one suit are free whether they follow or not.
    assert ways(start(hands, "6S", 0, six)) == 2**6
    # In misère seats 2 and 4 are out.
    assert ways(start(hands, "M", 0, six)) == 2**4


LEADS = ["JK 9H", "5H 5S", "6H 6S", "7H 7S"]


@pytest.mark.parametrize(
    ("joker", "led", "expected"),
    [
        # JK=S and JK=H: all follow, 1 each. JK=C and JK=D: three players free to throw either, 8 each.
        # 9H: all follow, it wins, and the joker is led to the last trick as any of four suits.
        ({"joker.set": "hsw"}, "", 1 + 1 + 8 + 8 + 4),
        ({"joker.set": "pagat"}, "", 1 + 1 + 8 + 8 + 4),
        ({"joker.set": "pagat"}, "S", 1 + 8 + 8 + 4),
        ({"joker.set": "pagat"}, "CDH", 1 + 4),
        ({"joker.set": "last"}, "", 4),
        # Without a suit to follow: the joker first, the others free; or 9H first.
        ({"joker.set": "hsw", "joker.lead_binds": False}, "", 8 + 1),
        ({"joker.set": "qc"}, "", 1),
        # Hearts were led, and he holds another: only S, C and D.
        ({"joker.set": "firstlast"}, "H", 1 + 8 + 8 + 4),
        # Spades were led too, but he has exhausted them without renouncing.
        ({"joker.set": "firstlast"}, "SH", 1 + 8 + 8 + 4),
    ],
)
def test_leads_of_the_joker(joker, led, expected):
    assert ways(start(LEADS, "7NT", 0, joker, led=led)) == expected


def test_following_with_the_joker():
    hands = ["9H 9S", "JK 5H", "6H 6S", "7H 7S"]
    # Strict: all follow 9H, and the joker then takes 9S. On 9S it is played at once (5H is led next) or 5H is
    # thrown and it takes 9H at the end. Free: 9H may meet it too, and 5H is led next.
    assert ways(start(hands, "7NT", 0, {"joker.set": "hsw"})) == 1 + 2
    assert ways(start(hands, "7NT", 0, {"joker.set": "free"})) == 1 + 1 + 2


@pytest.mark.parametrize(("forced", "expected"), [(True, 1 + 8), (False, 2 + 8)])
def test_a_forced_joker_in_misere_prunes_the_tree(forced, expected):
    # 5S: the joker takes it and leads 9C; or, where it need not, 9C is thrown and 6S leads 6D to the joker.
    # 5C: 9C must follow, 6S or 6D is thrown, and the joker is led to the last trick as any of four suits.
    hands = ["5S 5C", "JK 9C", "AH KH", "6S 6D"]
    assert ways(start(hands, "M", 0, {"joker.misere_forced": forced})) == expected


# --- by other enumerators ---


def ways_by_twin(twin):
    if not any(twin.hands[seat] for seat in twin.seats):
        return 1
    total = 0
    for word in twin.legal():
        further = copy.deepcopy(twin)
        further.play(word)
        total += ways_by_twin(further)
    return total


@pytest.mark.parametrize("joker", ["pagat", "hsw", "hoyle09", "nz", "last", "firstlast", "qc", "free"])
@pytest.mark.parametrize("bid", ["7NT", "M"])
def test_small_positions_without_trumps_count_as_the_twin_counts(joker, bid):
    rules = load_rules("australian", {"joker.set": joker, "pack.kitty": 6, "pack.jokers": 2})
    rng = random.Random(joker + bid)
    words = [format_card(card, pack(rules)) for card in pack(rules)]
    for _ in range(6):
        jokers, size = rng.choice([["BJ"], ["BJ", "RJ"]]), rng.choice([2, 2, 3])
        dealt = jokers + rng.sample([word for word in words if word not in JOKERS], 4 * size - len(jokers))
        rng.shuffle(dealt)
        hands = [dealt[seat * size : (seat + 1) * size] for seat in range(4)]
        seats = [0, 1, 3] if bid == "M" else [0, 1, 2, 3]
        twin = Twin(rules.joker, bid == "M", hands, seats, {})
        assert ways(Play(rules, hands, bid, 0)) == ways_by_twin(twin)


ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def trumps_of(suit):
    """All cards that are trumps, low to high, in words."""
    mate = dict(zip("SCDH", "CSHD", strict=True))[suit]
    return [rank + suit for rank in ORDER if rank != "J"] + ["J" + mate, "J" + suit, "JK"]


def ways_with_trumps(hands, leader, trump, table=()):
    """Independent enumerator: hands are tuples of words, `table` the cards of the trick so far."""
    trumps, seats = trumps_of(trump), len(hands)
    if len(table) == seats:
        asked = trump if table[0] in trumps else table[0][-1]
        ranked = [word for word in table if word in trumps]
        ranked.sort(key=trumps.index)
        plain = [word for word in table if word not in trumps and word[-1] == asked]
        plain.sort(key=lambda word: ORDER.index(word[:-1]))
        return ways_with_trumps(hands, (leader + table.index((plain + ranked)[-1])) % seats, trump)
    seat = (leader + len(table)) % seats
    if not hands[seat]:
        return 1
    options = hands[seat]
    if table and table[0] in trumps:
        options = [word for word in options if word in trumps] or options
    elif table:
        asked = table[0][-1]
        options = [word for word in options if word not in trumps and word[-1] == asked] or options
    total = 0
    for word in options:
        left = tuple(tuple(own for own in hand if own != word) for hand in hands)
        total += ways_with_trumps(left, leader, trump, (*table, word))
    return total


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_small_positions_with_trumps_count_as_the_enumerator_counts(suit, players):
    sides = {4: "pairs", 5: "call_card"}.get(players, "alone")
    rules = load_rules("australian", {"table.players": players, "table.sides": sides})
    rng = random.Random(suit + str(players))
    words = [format_card(card, pack(rules)) for card in pack(rules)]
    for _ in range(6):
        dealt = rng.sample(words, 2 * players if players > 3 else 3 * players)
        size, contractor = len(dealt) // players, rng.randrange(players)
        hands = tuple(tuple(dealt[seat * size : (seat + 1) * size]) for seat in range(players))
        expected = ways_with_trumps(hands, contractor, suit)
        assert ways(Play(rules, hands, "7" + suit, contractor)) == expected
