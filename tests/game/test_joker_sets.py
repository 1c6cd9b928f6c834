"""The named joker sets of the rules reference (6.3) by examples worked out by hand; two jokers; low ones."""

import pytest

from fivehundred_sim.game import Move, Play, PlayError
from fivehundred_sim.rules import load_rules

TWO_JOKERS = {"pack.kitty": 6, "pack.jokers": 2}


def start(hands, bid, contractor=0, overrides=None, **kwargs):
    return Play(load_rules("australian", overrides or {}), hands, bid, contractor, **kwargs)


def run(play, words):
    for word in words.split():
        play.play(word)
    return play


def seat_1_follows_hearts(joker, hand, led=""):
    """The legal cards of seat 1 in no-trump when seat 0 has led the nine of hearts."""
    size = len(hand.split())
    others = ["9H 8C 7C", "6H 6S 5S", "7H 7S 8S"]
    zero, two, three = (" ".join(other.split()[:size]) for other in others)
    return run(start([zero, hand, two, three], "7NT", 0, {"joker.set": joker}, led=led), "9H").legal()


# --- following ---


@pytest.mark.parametrize(
    ("joker", "expected"),
    [
        ("pagat", ["5H"]),
        ("hsw", ["5H"]),
        ("hoyle09", ["5H"]),
        ("qc", ["5H"]),
        ("firstlast", ["JK", "5H"]),
        ("nz", ["JK", "5H"]),
        ("free", ["JK", "5H"]),
    ],
)
def test_joker_beside_the_suit_led_in_its_first_round(joker, expected):
    assert seat_1_follows_hearts(joker, "JK 5H") == expected


@pytest.mark.parametrize(
    ("joker", "expected"), [("firstlast", ["5H"]), ("nz", ["JK", "5H"]), ("free", ["JK", "5H"])]
)
def test_joker_beside_the_suit_led_in_a_later_round(joker, expected):
    assert seat_1_follows_hearts(joker, "JK 5H", led="H") == expected


@pytest.mark.parametrize("joker", ["pagat", "hsw", "hoyle09", "qc", "firstlast", "nz", "free", "last"])
def test_void_player_may_play_the_joker_or_throw_any_card_in_no_trump(joker):
    assert seat_1_follows_hearts(joker, "JK 9S 6C", led="H") == ["JK", "9S", "6C"]


@pytest.mark.parametrize(
    ("joker", "legal", "tricks"),
    [
        ("nz", ["JK", "5S"], (2, 0, 0, 0)),
        ("hoyle09", ["JK", "5S"], (2, 0, 0, 0)),
        ("hsw", ["JK", "5S"], (1, 1, 0, 0)),
    ],
)
def test_joker_thrown_on_a_suit_renounced_before_is_worthless(joker, legal, tricks):
    play = start(["9H 8H 9C", "6C JK 5S", "6H 6S 7C", "7H 7S 8C"], "7NT", 0, {"joker.set": joker})
    run(play, "9H 6C 6H 7H 8H")
    assert play.legal() == legal
    run(play, "JK 6S 7S")
    assert play.tricks == tricks


# --- leading ---

LEADER = ["JK 9H 8S", "5H 6D 5S", "6H 7D 6S", "7H 8D 7S"]


def names(play):
    return [word[3:] for word in play.legal() if word.startswith("JK")]


@pytest.mark.parametrize(
    ("joker", "led", "expected"),
    [
        ("pagat", "SCD", ["H"]),  # the test vector of the rules reference
        ("pagat", "SCDH", []),
        ("pagat_noprenom", "S", ["C", "D", "H"]),
        ("hsw", "SCDH", ["S", "C", "D", "H"]),
        ("free", "SCDH", ["S", "C", "D", "H"]),
        ("hoyle09", "SCDH", ["S", "C", "D", "H"]),
        ("nz", "SCDH", ["S", "C", "D", "H"]),
        ("last", "", []),
        ("qc", "", []),
        ("firstlast", "", ["S", "C", "D", "H"]),
        ("firstlast", "SCDH", ["C", "D"]),  # of hearts and spades he still holds cards
    ],
)
def test_suits_that_a_led_joker_may_name(joker, led, expected):
    assert names(start(LEADER, "7NT", 0, {"joker.set": joker}, led=led)) == expected


@pytest.mark.parametrize("joker", ["pagat", "last", "hoyle09", "nz", "firstlast", "hsw", "free"])
def test_joker_may_always_be_led_to_the_last_trick(joker):
    play = start(["JK", "5H", "6H", "7H"], "7NT", 0, {"joker.set": joker}, led="SCDH")
    assert play.legal() == ["JK=S", "JK=C", "JK=D", "JK=H"]


@pytest.mark.parametrize("joker", ["hoyle09", "nz", "firstlast"])
def test_leader_may_not_name_a_suit_that_he_has_renounced(joker):
    # Seat 1 throws a diamond on the heart, then wins the spade and is on lead.
    hands = ["9H 5S 8C", "6D AS JK", "6H 6S 7C", "7H 7S 6C"]
    play = run(start(hands, "7NT", 0, {"joker.set": joker}), "9H 6D 6H 7H 5S AS 6S 7S")
    assert names(play) == ["S", "C", "D", "H"], "only the joker is left"
    hands = ["9H 5S 8C 9C", "6D AS JK 5C", "6H 6S 7C KC", "7H 7S 6C QC"]
    play = run(start(hands, "7NT", 0, {"joker.set": joker}), "9H 6D 6H 7H 5S AS 6S 7S")
    # With firstlast spades, led once and exhausted by him, may be named too.
    assert names(play) == ["S", "C", "D"]
    with pytest.raises(PlayError, match=r"hearts were (renounced|led already and are not exhausted) by"):
        play.play("JK=H")


def test_led_joker_that_binds_nobody_names_no_suit():
    play = start(
        ["JK 9H", "5H 5S", "6H 6S", "7H 7S"], "7NT", 0, {"joker.set": "hsw", "joker.lead_binds": False}
    )
    assert play.legal() == ["JK", "9H"]
    with pytest.raises(PlayError, match="a joker that is led names no suit in these rules"):
        play.play("JK=S")
    play.play("JK")
    assert play.suit_led is None
    assert play.legal() == ["5S", "5H"]
    run(play, "5S 6H 7S")
    assert play.tricks == (1, 0, 0, 0)
    assert play.suits_led == frozenset(), "no suit was led"
    assert play.legal() == ["9H"]


def test_quebec_keeps_the_jokers_until_nothing_else_is_left():
    """The test vectors: with 5C besides it must lead 5C; of two jokers either may be led, others are free."""
    quebec = TWO_JOKERS | {"joker.set": "qc"}
    assert start(["BJ 5C", "5H 6C", "6H 7C", "7H 8C"], "7NT", 0, quebec).legal() == ["5C"]
    with pytest.raises(PlayError, match="a joker may be led only when no other card is left"):
        start(["BJ 5C", "5H 6C", "6H 7C", "7H 8C"], "7NT", 0, quebec).play("BJ")
    play = start(["RJ", "5H", "BJ", "7H"], "7NT", 0, quebec)
    assert play.legal() == ["RJ"]
    run(play, "RJ 5H BJ 7H")
    assert play.tricks == (0, 0, 1, 0), "only a higher joker beats it"
    both = start(["RJ BJ", "5H 6C", "6H 7C", "7H 8C"], "7NT", 0, quebec)
    assert both.legal() == ["BJ", "RJ"]
    assert run(both, "RJ").legal() == ["5H", "6C"]


# --- two jokers ---


@pytest.mark.parametrize("order", [["BJ", "RJ"], ["RJ", "BJ"]])
def test_black_joker_beats_red_with_and_without_trumps(order):
    for bid, lead in [("7NT", "9H"), ("7S", "9S"), ("7H", "9H")]:
        play = run(
            start([lead, order[0], order[1], "AH"], bid, 0, TWO_JOKERS), f"{lead} {' '.join(order)} AH"
        )
        assert play.tricks.index(1) == 1 + order.index("BJ")


def test_led_red_joker_falls_to_the_black_one():
    play = start(["RJ 5S", "BJ 5H", "6S 6H", "7S 7H"], "7NT", 0, TWO_JOKERS | {"joker.set": "hsw"})
    assert run(play, "RJ=S").legal() == ["BJ", "5H"], "void of spades, a void player is free"
    assert run(play, "BJ 6S 7S").tricks == (0, 1, 0, 0)


def test_a_hand_of_jokers_may_lead_one_before_the_last_trick():
    hands = ["BJ RJ", "5H 6C", "6H 7C", "7H 8C"]
    play = start(hands, "7NT", 0, TWO_JOKERS | {"joker.set": "pagat"}, led="SCDH")
    assert [word for word in play.legal() if word.startswith("BJ")] == ["BJ=S", "BJ=C", "BJ=D", "BJ=H"]
    assert len(play.legal()) == 8


def test_two_jokers_are_called_by_their_own_words():
    play = start(["BJ 5S", "RJ 5H", "6S 6H", "7S 7H"], "7NT", 0, TWO_JOKERS)
    with pytest.raises(PlayError, match=r'"JK" is not in this pack of two jokers \(write BJ or RJ\)'):
        play.play("JK=S")
    with pytest.raises(PlayError, match=r"a joker that is led must name a suit \(BJ=S, BJ=C, BJ=D, BJ=H\)"):
        play.play("BJ")
    assert play.play(Move(64, 0)).card == 64


def test_forced_jokers_leave_the_choice_between_two():
    play = start(["9H 8C", "BJ RJ", "6H 6S", "7S 7H"], "M", 0, TWO_JOKERS)
    assert run(play, "9H").legal() == ["BJ", "RJ"]


# --- misère ---


@pytest.mark.parametrize(
    ("joker", "expected"),
    [("pagat", ["JK"]), ("pagat_noprenom", ["JK"]), ("last", ["JK"])]
    + [(name, ["JK", "5S"]) for name in ("hsw", "hoyle09", "nz", "firstlast", "free", "qc")],
)
def test_void_defender_in_misere_must_play_the_joker_where_it_is_forced(joker, expected):
    play = run(start(["9H 8C", "JK 5S", "6H 6S", "7S 7H"], "M", 0, {"joker.set": joker}), "9H")
    assert play.legal() == expected


@pytest.mark.parametrize(("rank", "winner"), [("high", 1), ("low", 0)])
def test_joker_thrown_in_misere_takes_the_trick_unless_it_is_low(rank, winner):
    play = run(start(["4H 5S", "JK 6S", "9D 9C", "8C 7S"], "M", 0, {"joker.misere_rank": rank}), "4H JK 8C")
    assert play.tricks.index(1) == winner


LOW = {"joker.misere_rank": "low", "joker.set": "free"}


def test_low_joker_follows_only_when_void_under_every_rule():
    assert run(start(["9H 8C", "JK 5H", "6H 6S", "7S 7H"], "M", 0, LOW), "9H").legal() == ["5H"]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("JK=S 5S 9C", 1),  # any spade beats it, the lowest too
        ("JK=S 5S 9S", 3),
        ("JK=S AC 9H", 0),  # nobody plays a spade
    ],
)
def test_low_joker_that_is_led_wins_only_if_nobody_follows(cards, winner):
    _, one, three = cards.split()
    play = run(start(["JK 8C", f"{one} KD", "6H 6S", f"{three} QD"], "M", 0, LOW), cards)
    assert play.tricks.index(1) == winner


def test_low_joker_that_binds_nobody_takes_the_trick_it_leads():
    play = run(
        start(["JK 8C", "5S KD", "6H 6S", "9S QD"], "M", 0, LOW | {"joker.lead_binds": False}), "JK 5S 9S"
    )
    assert play.tricks == (1, 0, 0, 0)


def test_low_jokers_are_high_in_no_trump():
    play = run(start(["9H 8C", "JK 5S", "6H 6S", "7S 7H"], "7NT", 0, LOW), "9H JK 6H 7H")
    assert play.tricks == (0, 1, 0, 0)


def test_misere_rank_and_force_together():
    overrides = {"joker.misere_rank": "low", "joker.misere_forced": True}
    play = run(start(["9H 8C", "JK 5S", "6H 6S", "7S 7H"], "M", 0, overrides), "9H")
    assert play.legal() == ["JK"]
