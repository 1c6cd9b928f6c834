"""Games of random hands: what holds for every house and every number of players, and how games end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivehundred_sim.cards import Bid, parse_bid
from fivehundred_sim.rules import load_rules
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.scoring import score_hand, score_no_bid
from fivehundred_sim.rules.seats import playing_seats, side_count
from fivehundred_sim.rules.standing import FinishedHand, Standing, after_hand, points_of_hand, start

BY_TRICKS = {"match.must_win_on_contract": False}
TABLES = {
    "two": {"table.players": 2, "table.sides": "alone"},
    "three": {"table.players": 3, "table.sides": "alone"},
    "four": {},
    "five": {"table.players": 5, "table.sides": "call_card"},
    "3v3": {"table.players": 6, "table.sides": "3v3"},
    "2v2v2": {"table.players": 6, "table.sides": "2v2v2"},
}


def rules_with(*changes):
    return load_rules("australian", {key: value for change in changes for key, value in change.items()})


def hand(bid, contractor, *tricks, partner=None, winners=()):
    return FinishedHand(parse_bid(bid) if bid else None, contractor, tricks, partner, winners)


# --- each table's endings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "scores", "finished", "winners"),
    [
        ("two", (460, 490), hand("6S", 0, 6, 4), (0,)),
        ("two", (400, 490), hand("6S", 0, 6, 4), ()),  # 530 by tricks do not win
        ("three", (300, 300, 460), hand("6S", 2, 2, 2, 6), (2,)),
        ("four", (300, 240), hand("8C", 3, 0, 4, 2, 4), (1,)),
        ("five", (0, 0, 0, 460, 490), hand("6S", 3, 0, 0, 2, 6, 2), (3,)),
        ("3v3", (460, 490), hand("6S", 4, 2, 1, 2, 1, 2, 2), (0,)),
        ("2v2v2", (0, 490, 460), hand("6S", 5, 1, 1, 3, 1, 1, 3), (2,)),
    ],
)
def test_who_makes_a_contract_at_the_target_wins(table, scores, finished, winners):
    ended = after_hand(rules_with(TABLES[table]), Standing(scores), finished)
    assert (ended.over, ended.winners, ended.losers) == (bool(winners), winners, ())


@pytest.mark.parametrize(
    ("table", "scores", "finished", "winners", "losers"),
    [
        ("two", (-400, 0), hand("6NT", 0, 5, 5), (1,), (0,)),
        ("three", (-400, 200, 200), hand("6NT", 0, 5, 3, 2), (1,), (0,)),
        ("four", (-400, 0), hand("6NT", 2, 3, 5, 2, 0), (1,), (0,)),
        (
            "five",
            (-400, 0, 10, 20, 30),
            hand("6NT", 0, 5, 3, 1, 1, 0),
            (1, 3, 4),
            (0,),
        ),  # 30 each: equals share it
        ("3v3", (0, -400), hand("6NT", 1, 2, 3, 2, 1, 1, 1), (0,), (1,)),
        ("2v2v2", (-400, 0, 20), hand("6NT", 3, 3, 4, 0, 2, 0, 1), (1,), (0,)),
    ],
)
def test_who_reaches_the_floor_loses_to_the_highest_of_the_others(table, scores, finished, winners, losers):
    ended = after_hand(rules_with(TABLES[table]), Standing(scores), finished)
    assert (ended.over, ended.winners, ended.losers) == (True, winners, losers)


def test_tricks_win_at_every_table_where_they_may():
    for table, scores, finished, winners in (
        ("two", (0, 490), hand("6S", 0, 6, 4), (1,)),
        ("five", (0, 490, 0, 480, 0), hand("6S", 0, 6, 1, 1, 1, 1), (1,)),
        ("2v2v2", (0, 490, 470), hand("6S", 0, 3, 1, 1, 3, 1, 1), (1,)),
    ):
        assert after_hand(rules_with(TABLES[table], BY_TRICKS), Standing(scores), finished).winners == winners


def test_the_floor_holds_where_the_game_must_be_won_on_a_contract():
    ended = after_hand(rules_with(), Standing((-260, 560)), hand("8S", 0, 7, 3, 0, 0))
    assert (ended.scores, ended.winners, ended.losers) == ((-500, 590), (1,), (0,))


# --- five players -------------------------------------------------------------------------------------------


def test_halves_of_the_slam_may_win():
    rules = rules_with(TABLES["five"])
    won = after_hand(rules, Standing((375, 0, 374, 0, 0)), hand("6S", 0, 5, 0, 5, 0, 0, partner=2))
    assert won.scores == (500, 0, 499, 0, 0)
    assert won.winners == (0,)


def test_a_full_share_counts_twice():
    rules = rules_with(TABLES["five"], {"partner.share": "full"})
    won = after_hand(rules, Standing((460, 0, 460, 0, 0)), hand("6S", 0, 4, 2, 2, 1, 1, partner=2))
    assert (won.scores, won.winners) == ((500, 20, 500, 10, 10), (0, 2))


def test_a_partner_above_the_floor_does_not_lose():
    rules = rules_with(TABLES["five"])
    lost = after_hand(rules, Standing((-450, 0, 200, 0, 0)), hand("8D", 0, 4, 2, 3, 1, 0, partner=2))
    assert (lost.scores[0], lost.scores[2]) == (-590, 60)
    assert (lost.winners, lost.losers) == ((2,), (0,)), "and as the highest of the others he wins"


def test_partners_win_together_over_a_defender_with_less_where_the_higher_score_wins():
    rules = rules_with(TABLES["five"], BY_TRICKS, {"match.both_over": "higher"})
    finished = hand("6C", 0, 4, 2, 2, 1, 1, partner=2)
    assert after_hand(rules, Standing((480, 480, 490, 0, 0)), finished).winners == (0, 2), "510, 500, 520"
    assert after_hand(rules, Standing((470, 485, 480, 0, 0)), finished).winners == (0, 2), "500, 505, 510"
    assert after_hand(rules, Standing((470, 495, 480, 0, 0)), finished).winners == (1,), "500, 515, 510"
    assert not after_hand(rules, Standing((470, 490, 480, 0, 0)), finished).over, "510 twice"


# --- other houses -------------------------------------------------------------------------------------------


def test_how_stuff_works_who_was_at_the_floor_keeps_playing_and_cannot_win():
    rules = load_rules("howstuffworks")
    sunk = after_hand(rules, Standing((-480, 300, 480)), hand("6S", 0, 5, 4, 1))
    assert (sunk.scores, sunk.over, sunk.sunk) == ((-520, 340, 490), False, frozenset({0}))
    won = after_hand(rules, sunk, hand("6S", 0, 6, 1, 3))
    assert won.winners == (2,), "an opponent at 520 wins"
    climbed = sunk._replace(scores=(460, 340, 400))
    nobody = after_hand(rules, climbed, hand("6S", 0, 6, 2, 2))
    assert (nobody.scores, nobody.over, nobody.winners) == ((500, 360, 420), True, ())


def test_how_stuff_works_the_first_trick_decides_between_two_defenders():
    rules = load_rules("howstuffworks")
    order = (0, 2, 1, 1, 1, 0, 0, 0, 0, 2)
    ended = after_hand(rules, Standing((0, 490, 490)), hand("6S", 0, 5, 3, 2, winners=order))
    assert (ended.scores[1:], ended.winners) == ((520, 510), (2,))


def test_hoyle_the_trick_that_brought_him_there_decides_between_two_defenders():
    rules = load_rules("hoyle-1909")
    order = (0, 2, 1, 1, 1, 0, 0, 0, 0, 2)
    ended = after_hand(rules, Standing((0, 475, 485)), hand("6S", 0, 5, 3, 2, winners=order))
    assert (ended.scores[1:], ended.winners) == ((505, 505), (1,)), "trick 5, half tens rounded up; trick 10"
    deep = after_hand(rules, Standing((-490, 0, 0)), hand("10NT", 0, 9, 1, 0, winners=(0,) * 9 + (1,)))
    assert (deep.scores[0], deep.over) == (-1010, False), "no floor is stated"


def test_a_contractor_who_made_it_is_no_matter_of_trick_order():
    rules = rules_with(
        TABLES["three"], BY_TRICKS, {"match.both_over": "higher", "match.defenders_over": "trick_order"}
    )
    ended = after_hand(rules, Standing((480, 490, 0)), hand("6S", 0, 6, 2, 2))
    assert (ended.scores, ended.winners) == ((520, 510, 20), (0,)), "by score; nobody asks for the order"


@pytest.mark.parametrize(
    ("rule", "scores", "winners"),
    [
        ("trick_order", (0, 490, 480), (1,)),
        ("trick_order", (0, 490, 490), ()),
        ("first_trick", (0, 490, 480), (1,)),
    ],
)
def test_tricks_forced_on_a_contractor_of_misere_count_for_each_defender(rule, scores, winners):
    """Seat 2 wins trick 1, but both score at once, by tricks 3 and 7 of seat 0; equals play on."""
    forced = {"misere.defender_points": "per_trick_taken_by_bidder", "match.defenders_over": rule}
    order = (2, 2, 0, 1, 2, 2, 0, 1, 1, 1)
    finished = hand("M", 0, 2, 4, 4, winners=order)
    ended = after_hand(rules_with(TABLES["three"], BY_TRICKS, forced), Standing(scores), finished)
    assert ended.scores[1:] == (scores[1] + 20, scores[2] + 20)
    assert ended.winners == winners


def test_quebec_1000():
    rules = load_rules("quebec-1000")
    failed = after_hand(rules, Standing((0, 700)), hand("8H", 0, 7, 3, 0, 0))
    assert (failed.scores, failed.over) == ((0, 1000), True)
    assert failed.winners == (1,), "the value of a failed bid wins for the others"
    assert after_hand(rules, Standing((0, 0)), hand("OM", 1, 5, 0, 5, 0)).winners == (1,), "1000 at once"
    assert after_hand(rules, Standing((990, 990)), hand("8S", 0, 8, 2, 0, 0)).winners == (0,)


def test_quebec_1000_nobody_goes_out_backwards():
    rules = load_rules("quebec-1000", {"scoring.failed_value_to_opponents": False})
    assert not after_hand(rules, Standing((-900, 0)), hand("10NT", 0, 9, 1, 0, 0)).over


def test_a_fixed_number_of_hands_has_neither_target_nor_floor():
    rules = rules_with(TABLES["three"], {"match.hands": 3})
    standing = start(rules)
    standing = after_hand(rules, standing, hand("OM", 0, 1, 9, 0))
    assert (standing.scores, standing.over) == ((-500, 0, 0), False)
    standing = after_hand(rules, standing, hand("10NT", 1, 0, 10, 0))
    assert (standing.scores, standing.over) == ((-500, 520, 0), False)
    standing = after_hand(rules, standing, hand("10NT", 2, 0, 0, 10))
    assert (standing.hands, standing.over) == (3, True)
    assert standing.winners == (1, 2), "equals share it"


def test_a_hand_of_a_bid_without_contractor_is_refused():
    for finished in (hand("6S", None, 6, 4, 0, 0), hand(None, 0, 6, 4, 0, 0)):
        with pytest.raises(ValueError, match="expected both, or None for both"):
            after_hand(rules_with(), Standing((0, 0)), finished)


# --- what holds for every game ------------------------------------------------------------------------------

CHOICES = {
    "match.target": (100, 500),
    "match.floor": (-500, -100, 0),
    "match.must_win_on_contract": (True, False),
    "match.both_over": ("contractor", "higher"),
    "match.defenders_over": ("higher", "trick_order", "first_trick"),
    "match.floor_rule": ("loses", "plays_on"),
    "match.hands": (0, 4),
    "scoring.trick_cap": (0, 400, 490),
    "scoring.cap_kind": ("clamp", "freeze"),
    "scoring.defender_points": ("always", "only_if_fails", "never"),
    "misere.defender_points": ("none", "per_trick_taken_by_bidder", "per_own_trick"),
    "auction.all_pass": ("play_no_trump",),
}
houses = st.builds(
    lambda table, chosen: load_rules("australian", TABLES[table] | chosen),
    st.sampled_from(sorted(TABLES)),
    st.fixed_dictionaries({key: st.sampled_from(values) for key, values in CHOICES.items()}),
)


@st.composite
def hands(draw, rules):
    """A hand that can have been played: a contract or none, and who won each of ten tricks."""
    players = rules.table.players
    bid = draw(st.sampled_from([None, *bids(rules)]))
    contractor = None if bid is None else draw(st.integers(0, players - 1))
    seats = list(range(players)) if bid is None else list(playing_seats(rules, bid, contractor))
    favoured = seats + seats[:1] * 4 if bid and not bid.is_misere else seats[1:] + seats[:1]
    winners = tuple(draw(st.lists(st.sampled_from(favoured), min_size=10, max_size=10)))
    partner = None
    if rules.table.sides == "call_card" and bid and not bid.is_misere:
        partner = draw(st.sampled_from([None, *seats[1:]]))
    return FinishedHand(bid, contractor, tuple(map(winners.count, range(players))), partner, winners)


def uncapped(rules, finished):
    if finished.bid is None:
        return score_no_bid(rules, finished.tricks)
    return score_hand(rules, finished.bid, finished.contractor, finished.tricks, finished.partner)


@settings(max_examples=300)
@given(data=st.data(), rules=houses)
def test_scores_add_up_and_every_game_that_is_over_is_won_or_lost(data, rules):
    match, standing = rules.match, start(rules)
    assert standing == Standing((0,) * side_count(rules))
    for number in range(1, 9):
        finished = data.draw(hands(rules))
        before, gains = standing, points_of_hand(rules, standing.scores, finished)
        standing = after_hand(rules, before, finished)
        assert standing.scores == tuple(map(sum, zip(before.scores, gains, strict=True)))
        assert standing.hands == number
        assert before.sunk <= standing.sunk
        full = uncapped(rules, finished)
        assert all(gain == most or 0 <= gain < most for gain, most in zip(gains, full, strict=True))
        if finished.bid is None or not rules.scoring.trick_cap:
            assert gains == full
        check_ending(rules, before, standing)
        if standing.over:
            break
    assert standing.over or not match.hands or standing.hands < match.hands


def check_ending(rules, before, standing):
    """What the ending of any game must satisfy, from the options and the scores alone."""
    match, scores = rules.match, standing.scores
    at_floor = {side for side, score in enumerate(scores) if match.floor and score <= match.floor}
    there = {side for side, score in enumerate(scores) if score >= match.target}
    assert standing.sunk == before.sunk | at_floor
    if match.hands:
        assert standing.over == (standing.hands == match.hands)
        assert not standing.losers
    elif at_floor and match.floor_rule == "loses":
        assert standing.over
        assert set(standing.losers) == at_floor
    else:
        assert not standing.losers
        assert set(standing.winners) <= there - standing.sunk
    if not standing.over:
        assert standing.winners == ()
        one_alone = len(there) == 1 and not match.must_win_on_contract
        assert match.hands or not one_alone, "who alone is at the target has won"
    elif not standing.winners:
        assert match.floor_rule == "plays_on"
        assert standing.sunk & there, "only one who has been at the floor ends a game that nobody wins"
    assert not set(standing.winners) & set(standing.losers)


@given(score=st.integers(-500, 600), tricks=st.integers(0, 10), cap=st.sampled_from((400, 460, 480, 490)))
def test_a_cap_never_takes_points_away_and_clamp_never_passes_it(score, tricks, cap):
    finished = FinishedHand(Bid(6, 0), 0, (10 - tricks, tricks, 0, 0))
    gained = {
        kind: points_of_hand(
            rules_with({"scoring.trick_cap": cap, "scoring.cap_kind": kind}), (0, score), finished
        )[1]
        for kind in ("clamp", "freeze")
    }
    assert 0 <= gained["clamp"] <= gained["freeze"] <= 10 * tricks
    assert score + gained["clamp"] <= max(score, cap)
    assert gained["freeze"] in (0, 10 * tricks)
    assert (gained["freeze"] == 0) == (score >= cap or tricks == 0)
