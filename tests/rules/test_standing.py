"""The game between hands: caps, the target, the floor, and who has won, on vectors of the rules reference."""

import pytest

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.standing import FinishedHand, Standing, after_hand, points_of_hand, start

BY_TRICKS = {"match.must_win_on_contract": False}
THREE = {"table.players": 3, "table.sides": "alone"}
FIVE = {"table.players": 5, "table.sides": "call_card"}


def rules_with(*changes, **options):
    merged = {key: value for change in changes for key, value in change.items()}
    merged |= {key.replace("__", "."): value for key, value in options.items()}
    return load_rules("australian", merged)


def hand(bid, contractor, *tricks, partner=None, winners=()):
    return FinishedHand(parse_bid(bid) if bid else None, contractor, tricks, partner, winners)


def after(rules, scores, finished):
    """The standing after one hand from given scores."""
    return after_hand(rules, Standing(tuple(scores)), finished)


# --- caps ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cap", "kind", "score", "tricks", "expected"),
    [
        (0, "clamp", 490, 3, 520),
        (490, "clamp", 470, 4, 490),
        (490, "clamp", 495, 2, 495),
        (490, "clamp", 480, 3, 490),
        (490, "freeze", 470, 4, 510),
        (490, "freeze", 490, 3, 490),
        (400, "freeze", 400, 5, 400),
        (400, "freeze", 390, 5, 440),
        (460, "clamp", -500, 4, -460),
    ],
)
def test_a_cap_stops_what_defenders_score_by_tricks(cap, kind, score, tricks, expected):
    rules = rules_with(scoring__trick_cap=cap, scoring__cap_kind=kind, match__floor=-1000)
    finished = hand("6S", 1, tricks, 10 - tricks, 0, 0)
    assert after(rules, (score, 0), finished).scores[0] == expected


def test_a_cap_never_stops_a_contract():
    rules = rules_with(scoring__trick_cap=400)
    assert points_of_hand(rules, (450, 450), hand("8H", 0, 5, 0, 3, 2)) == (300, 0)


def test_a_cap_stops_neither_tricks_without_a_contract_nor_a_failed_value():
    rules = rules_with(scoring__trick_cap=400, auction__all_pass="play_no_trump")
    assert points_of_hand(rules, (450, 450), hand(None, None, 3, 4, 1, 2)) == (40, 60)
    quebec = rules_with(
        scoring__trick_cap=400, scoring__failed_value_to_opponents=True, scoring__defender_points="never"
    )
    assert points_of_hand(quebec, (0, 395), hand("7H", 0, 5, 3, 0, 2)) == (0, 200)


def test_each_defender_of_three_has_his_own_cap():
    rules = rules_with(THREE, scoring__trick_cap=490)
    assert points_of_hand(rules, (0, 480, 100), hand("6S", 0, 6, 2, 2)) == (40, 10, 20)


# --- the target ---------------------------------------------------------------------------------------------


def test_the_target_is_reached_only_by_making_a_contract():
    rules = rules_with()
    by_tricks = after(rules, (490, 0), hand("6S", 1, 3, 7, 0, 0))
    assert by_tricks.scores == (520, 40)
    assert not by_tricks.over
    made = after_hand(rules, by_tricks, hand("6S", 0, 6, 4, 0, 0))
    assert made.scores == (560, 80)
    assert made.over
    assert made.winners == (0,)
    assert made.hands == 2


def test_a_failed_contract_does_not_win_though_500_remain():
    failed = after(rules_with(), (560, 0), hand("6S", 0, 5, 5, 0, 0))
    assert failed == Standing((520, 50), hands=1)
    assert after(rules_with(), (520, 0), hand("6S", 2, 5, 5, 0, 0)).scores == (480, 50)


def test_open_misere_wins_from_any_score_at_or_above_zero():
    assert after(rules_with(), (0, 480), hand("OM", 0, 0, 10, 0, 0)).winners == (0,)
    assert not after(rules_with(), (-10, 480), hand("OM", 0, 0, 10, 0, 0)).over


def test_tricks_win_where_they_may():
    rules = rules_with(BY_TRICKS)
    assert after(rules, (490, 0), hand("6S", 1, 1, 9, 0, 0)).winners == (0,)
    assert after(rules, (480, 0), hand("6S", 1, 1, 9, 0, 0)).winners == ()


@pytest.mark.parametrize(("both_over", "winners"), [("contractor", (1,)), ("higher", (0,))])
def test_two_sides_past_the_target(both_over, winners):
    rules = rules_with(BY_TRICKS, match__both_over=both_over)
    finished = after(rules, (490, 460), hand("6S", 1, 4, 6, 0, 0))
    assert finished.scores == (530, 500)
    assert finished.winners == winners


def test_equals_past_the_target_play_on():
    rules = rules_with(BY_TRICKS, match__both_over="higher")
    equal = after(rules, (480, 460), hand("6S", 1, 2, 7, 0, 1))
    assert equal.scores == (500, 500)
    assert not equal.over
    assert not after_hand(rules, equal, hand("6S", 0, 6, 2, 0, 2)).over, "540 both"
    assert after_hand(rules, equal, hand("6S", 0, 7, 2, 0, 1)).winners == (0,), "540 to 530"


def test_a_contractor_who_fails_is_no_bidder_who_goes_out_first():
    rules = rules_with(BY_TRICKS)
    finished = after(rules, (550, 500), hand("6S", 0, 5, 5, 0, 0))
    assert finished.scores == (510, 550)
    assert finished.winners == (1,), "the higher score: nobody made a contract"


# --- three players ------------------------------------------------------------------------------------------


def test_a_contractor_of_three_goes_out_with_fewer_points():
    rules = rules_with(THREE, BY_TRICKS)
    finished = after(rules, (460, 490, 480), hand("6S", 0, 6, 2, 2))
    assert finished.scores == (500, 510, 500)
    assert finished.winners == (0,)


# Two defenders at 490 and 480 of whom each takes two tricks; the contractor of 7S fails with six.
ORDER = (2, 1, 0, 2, 0, 0, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("rule", "scores", "winners"),
    [
        ("higher", (0, 490, 480), (1,)),
        ("higher", (0, 490, 490), ()),
        ("trick_order", (0, 490, 480), (1,)),  # his trick 2 against the other's trick 4
        ("trick_order", (0, 480, 480), (2,)),  # the second trick of seat 2 is trick 4, of seat 1 trick 7
        ("trick_order", (0, 490, 470), (1,)),
        ("first_trick", (0, 490, 480), (2,)),
        ("first_trick", (0, 490, 460), (1,)),  # alone at the target
    ],
)
def test_two_defenders_of_three_past_the_target(rule, scores, winners):
    rules = rules_with(THREE, BY_TRICKS, match__defenders_over=rule)
    finished = after(rules, scores, hand("7S", 0, 6, 2, 2, winners=ORDER))
    assert finished.winners == winners
    assert finished.over == bool(winners)


def test_trick_order_asks_for_the_order():
    rules = rules_with(THREE, BY_TRICKS, match__defenders_over="trick_order")
    with pytest.raises(ValueError, match="defenders_over = trick_order asks who won each trick"):
        after(rules, (0, 490, 490), hand("7S", 0, 6, 2, 2))
    with pytest.raises(ValueError, match=r"do not add up to the tricks \[6, 2, 2\]"):
        after(rules, (0, 490, 490), hand("7S", 0, 6, 2, 2, winners=(0, *ORDER[1:])))
    assert after(rules, (0, 490, 400), hand("7S", 0, 6, 2, 2)).winners == (1,), "no tie, no question"


def test_trick_order_without_a_contract_counts_every_player():
    rules = rules_with(
        THREE, BY_TRICKS, auction__all_pass="play_no_trump", match__defenders_over="trick_order"
    )
    order = (0, 0, 1, 2, 2, 2, 2, 0, 0, 0)
    finished = after(rules, (480, 490, 470), hand(None, None, 5, 1, 4, winners=order))
    assert finished.scores == (530, 500, 510)
    assert finished.winners == (0,), "trick 2 before trick 3"


# --- the floor ----------------------------------------------------------------------------------------------


def test_exactly_minus_500_loses():
    lost = after(rules_with(), (0, 100), hand("OM", 0, 1, 0, 0, 0))
    assert lost.scores == (-500, 100)
    assert (lost.over, lost.winners, lost.losers) == (True, (1,), (0,))
    assert not after(rules_with(), (10, 100), hand("OM", 0, 1, 0, 0, 0)).over


def test_the_floor_is_looked_at_before_the_target():
    rules = rules_with(BY_TRICKS)
    lost = after(rules, (-480, 490), hand("6S", 0, 5, 5, 0, 0))
    assert (lost.winners, lost.losers) == ((1,), (0,))


def test_with_more_sides_the_highest_of_the_others_wins():
    rules = rules_with(THREE)
    lost = after(rules, (-400, 100, 90), hand("8S", 0, 7, 1, 2))
    assert lost.scores == (-640, 110, 110)
    assert (lost.winners, lost.losers) == ((1, 2), (0,)), "equals share it"
    assert after(rules, (-400, 100, 120), hand("8S", 0, 7, 1, 2)).winners == (2,)


def test_who_plays_on_below_the_floor_cannot_win():
    rules = rules_with(THREE, BY_TRICKS, match__floor_rule="plays_on")
    sunk = after(rules, (-400, 100, 90), hand("8S", 0, 7, 1, 2))
    assert not sunk.over
    assert sunk.sunk == {0}
    climbed = sunk._replace(scores=(300, 110, 110))
    nobody = after_hand(rules, climbed, hand("8S", 0, 8, 1, 1))
    assert nobody.scores[0] == 540
    assert (nobody.over, nobody.winners, nobody.losers) == (True, (), ())
    other = after_hand(rules, climbed._replace(scores=(300, 450, 0)), hand("6S", 1, 2, 7, 1))
    assert not other.over
    assert after_hand(rules, climbed._replace(scores=(300, 460, 0)), hand("6S", 1, 2, 7, 1)).winners == (1,)


def test_without_a_floor_nobody_loses_and_quebec_plays_to_1000():
    rules = rules_with(BY_TRICKS, match__floor=0, match__target=1000, misere__value=500)
    deep = after(rules, (-900, 900), hand("10H", 0, 9, 1, 0, 0))
    assert deep.scores == (-1400, 910)
    assert not deep.over
    assert after(rules, (500, 0), hand("M", 0, 0, 10, 0, 0)).winners == (0,)


# --- five players -------------------------------------------------------------------------------------------


def test_two_partners_of_a_hand_win_and_lose_together():
    rules = rules_with(FIVE)
    won = after(rules, (480, 0, 490, 480, 0), hand("6C", 0, 4, 1, 2, 3, 0, partner=2))
    assert won.scores == (510, 10, 520, 510, 0)
    assert won.winners == (0, 2)
    lost = after(rules, (-450, 30, -400, 20, 10), hand("8D", 0, 4, 2, 3, 1, 0, partner=2))
    assert lost.scores == (-590, 50, -540, 30, 10)
    assert (lost.winners, lost.losers) == ((1,), (0, 2))


def test_a_partner_may_win_alone_and_a_contractor_alone_scores_all():
    rules = rules_with(FIVE)
    assert after(rules, (0, 0, 480, 0, 0), hand("6S", 0, 4, 1, 2, 3, 0, partner=2)).winners == (2,)
    assert after(rules, (460, 0, 480, 0, 0), hand("6S", 0, 6, 1, 2, 1, 0)).winners == (0,)


# --- a number of hands --------------------------------------------------------------------------------------


def test_a_fixed_number_of_hands():
    rules = rules_with(match__hands=2)
    first = after_hand(rules, start(rules), hand("10H", 0, 10, 0, 0, 0))
    assert first.scores == (500, 0)
    assert not first.over, "neither target nor floor counts"
    assert after_hand(rules, first, hand("6S", 1, 3, 7, 0, 0)).winners == (0,)
    equal = after_hand(rules, first._replace(scores=(10, 0)), hand("6S", 1, 3, 7, 0, 0))
    assert equal.scores == (40, 40)
    assert equal.winners == (0, 1), "equals share it"


def test_a_finished_game_takes_no_further_hand():
    won = after(rules_with(), (480, 0), hand("6S", 0, 6, 4, 0, 0))
    with pytest.raises(ValueError, match="the game is over"):
        after_hand(rules_with(), won, hand("6S", 0, 6, 4, 0, 0))
