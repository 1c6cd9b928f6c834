"""Points by side for two to six players, in the misère family, in Quebec, and without a contract."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivehundred_sim.cards import BidError, parse_bid
from fivehundred_sim.rules import load_rules, preset_names
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.scoring import (
    contract_value,
    hand_points,
    is_made,
    score_hand,
    score_no_bid,
)
from fivehundred_sim.rules.seats import contractor_side, partners_of, side_count, side_of

# --- two and three players ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "contractor", "tricks", "expected"),
    [
        ("7S", 0, [7, 2, 1], (140, 20, 10)),
        ("7S", 1, [3, 6, 1], (30, -140, 10)),
        ("8H", 2, [2, 0, 8], (20, 0, 300)),
        ("6C", 2, [0, 0, 10], (0, 0, 250)),
    ],
)
def test_each_of_two_defenders_scores_his_own_tricks(bid, contractor, tricks, expected):
    for name in ("howstuffworks", "hoyle-1909"):
        assert score_hand(name, bid, contractor, tricks) == expected


def test_two_players_score_against_each_other():
    assert score_hand("two-handed", "7D", 0, [6, 4]) == (-180, 40)
    assert score_hand("two-handed-tables", "7D", 1, [2, 8]) == (20, 180)
    assert score_hand("two-handed-tables", "M", 1, [0, 0]) == (0, 250)


# --- five players -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "contractor", "partner", "tricks", "expected"),
    [
        ("8H", 0, 2, [5, 1, 3, 1, 0], (150, 10, 150, 10, 0)),
        ("8H", 0, 2, [5, 1, 2, 1, 1], (-150, 10, -150, 10, 10)),
        ("7S", 3, 4, [0, 0, 0, 6, 4], (0, 0, 0, 125, 125)),
        ("8H", 0, None, [8, 1, 1, 0, 0], (300, 10, 10, 0, 0)),
        ("7S", 1, None, [0, 10, 0, 0, 0], (0, 250, 0, 0, 0)),
        ("M", 4, None, [0, 0, 0, 0, 0], (0, 0, 0, 0, 250)),
        ("OM", 4, None, [0, 0, 0, 0, 1], (0, 0, 0, 0, -500)),
    ],
)
def test_five_handed_partners_share_and_defenders_score_their_own(bid, contractor, partner, tricks, expected):
    assert score_hand("five-handed", bid, contractor, tricks, partner) == expected


def test_five_handed_partners_may_score_the_full_value_each():
    full = load_rules("five-handed", {"partner.share": "full"})
    assert score_hand(full, "8H", 0, [5, 1, 3, 1, 0], 2) == (300, 10, 300, 10, 0)
    assert hand_points(full, parse_bid("7S"), 10, partnered=True) == (250, 0)


# --- six players --------------------------------------------------------------------------------------------


def test_three_against_three_score_as_two_sides():
    assert score_hand("six-handed", "7S", 3, [1, 2, 1, 3, 1, 2]) == (30, 140)
    assert score_hand("six-handed", "7S", 0, [1, 2, 1, 3, 1, 2]) == (-140, 70)


def test_three_pairs_score_each_their_own_tricks():
    # Seats 0 and 3, 1 and 4, 2 and 5 play together.
    assert score_hand("six-handed-pairs", "7S", 1, [1, 4, 0, 1, 3, 1]) == (20, 140, 10)
    assert score_hand("six-handed-pairs", "7S", 5, [0, 0, 3, 1, 2, 4]) == (10, 20, 140)
    assert score_hand("six-handed-pairs", "8S", 2, [0, 0, 3, 1, 2, 4]) == (10, 20, -240)


# --- the misère family --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "made", "failed"),
    [
        ("none", (250, 0, 0), (-250, 0, 0)),
        ("per_trick_taken_by_bidder", (250, 0, 0), (-250, 20, 20)),
        ("per_own_trick", (250, 60, 40), (-250, 50, 30)),
    ],
)
def test_points_of_defenders_in_misere(option, made, failed):
    rules = load_rules("howstuffworks", {"misere.when": "anytime", "misere.defender_points": option})
    assert score_hand(rules, "M", 0, [0, 6, 4]) == made
    assert score_hand(rules, "M", 0, [2, 5, 3]) == failed
    bid = parse_bid("M")
    assert hand_points(rules, bid, 0) == (made[0], sum(made[1:]) / 2)
    assert hand_points(rules, bid, 2) == (failed[0], sum(failed[1:]) / 2)


def test_a_misere_that_counts_tricks_is_played_out():
    rules = load_rules("australian", {"misere.defender_points": "per_own_trick"})
    assert score_hand(rules, "M", 0, [1, 4, 0, 5]) == (-250, 90)
    with pytest.raises(ValueError, match=r"\[1, 2, 0, 0\] are 3 together, expected 10"):
        score_hand(rules, "M", 0, [1, 2, 0, 0])


def test_values_of_the_whole_family():
    rules = load_rules(
        "gamerules", {"blind_misere.value": 1000, "double_misere.value": 500, "bar_nullo.value": 500}
    )
    values = {word: contract_value(rules, parse_bid(word)) for word in ("M", "OM", "BM", "DM", "BN")}
    assert values == {"M": 250, "OM": 500, "BM": 1000, "DM": 500, "BN": 500}
    assert score_hand(rules, "BM", 1, [0, 1, 0, 0]) == (0, -1000)
    assert score_hand(rules, "BN", 2, [0, 3, 0, 2]) == (500, 0)


def test_neither_partner_may_take_a_trick_in_a_double_misere_or_with_both_hands_played():
    double = load_rules("australian", {"double_misere.value": 500})
    assert score_hand(double, "DM", 0, [0, 1, 1, 0]) == (-500, 0)
    assert score_hand(double, "DM", 0, [0, 6, 0, 4]) == (500, 0)
    both = load_rules("australian", {"misere.plays": "both_hands"})
    assert score_hand(both, "M", 0, [0, 1, 1, 0]) == (-250, 0)
    with pytest.raises(ValueError, match="none can be won by who lays down his cards"):
        score_hand(double, "M", 0, [0, 1, 1, 0])


def test_a_bid_without_the_kitty_is_worth_the_same():
    for word in ("6S", "8H", "10NT"):
        rules = load_rules("gamerules")
        assert contract_value(rules, parse_bid(f"{word}/sk")) == contract_value(rules, parse_bid(word))
    assert score_hand("gamerules", "7C/sk", 0, [6, 0, 4, 0]) == (250, 0)
    with pytest.raises(BidError, match="it is not played here"):
        score_hand("australian", "7C/sk", 0, [6, 0, 4, 0])


# --- Quebec -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "tricks", "expected"),
    [
        ("8H", [5, 1, 3, 1], (300, 0)),
        ("8H", [5, 2, 2, 1], (0, 300)),
        ("8S", [7, 0, 3, 0], (250, 0)),
        ("M", [0, 0, 0, 0], (500, 0)),
        ("M", [1, 0, 0, 0], (0, 500)),
        ("OM", [1, 2, 0, 0], (0, 1000)),
    ],
)
def test_a_failed_bid_goes_to_the_opponents_in_quebec_to_1000(bid, tricks, expected):
    assert score_hand("quebec-1000", bid, 0, tricks) == expected
    contractor_tricks = tricks[0] + tricks[2]
    assert hand_points(load_rules("quebec-1000"), parse_bid(bid), contractor_tricks) == expected


def test_seven_hearts_failed_gives_200_to_the_opponents_where_sevens_are_bid():
    rules = load_rules("quebec-1000", {"auction.minimum_level": 6})
    assert score_hand(rules, "7H", 1, [2, 3, 2, 3]) == (200, 0)


def test_quebec_to_500_scores_as_elsewhere():
    assert score_hand("quebec", "7H", 0, [3, 2, 3, 2]) == (-200, 40)


def test_each_opposing_side_gets_the_value_of_a_failed_bid():
    on = {"scoring.failed_value_to_opponents": True, "scoring.defender_points": "never"}
    three = load_rules("howstuffworks", on)
    assert score_hand(three, "7H", 1, [4, 6, 0]) == (200, 0, 200)
    five = load_rules("five-handed", on)
    assert score_hand(five, "7H", 0, [4, 2, 2, 2, 0], 4) == (0, 200, 200, 200, 0)
    assert hand_points(five, parse_bid("7H"), 4, partnered=True) == (0, 200)


# --- houses -------------------------------------------------------------------------------------------------


def test_misere_and_slam_by_house():
    assert contract_value(load_rules("australian"), parse_bid("M")) == 250
    assert contract_value(load_rules("new-zealand"), parse_bid("M")) == 250
    assert score_hand("new-zealand", "7S", 0, [10, 0, 0, 0]) == (140, 0)
    assert score_hand("australian", "7S", 0, [10, 0, 0, 0]) == (250, 0)
    assert score_hand("australian", "7S", 0, [9, 0, 0, 1]) == (140, 10)
    assert score_hand("australian", "OM", 0, [1, 0, 0, 0]) == (-500, 0)


# --- a hand without a contract ------------------------------------------------------------------------------


def test_all_pass_played_at_no_trump_scores_ten_a_trick():
    assert score_no_bid(load_rules("hoyle-1909"), [5, 3, 2]) == (50, 30, 20)
    capped = {"auction.all_pass": "play_no_trump", "scoring.defender_points": "never"}
    assert score_no_bid(load_rules("trickster-australian", capped), [4, 1, 2, 3]) == (60, 40)
    pairs = load_rules("six-handed-pairs", {"auction.all_pass": "play_no_trump"})
    assert score_no_bid(pairs, [1, 2, 3, 0, 4, 0]) == (10, 60, 30)


def test_what_cannot_be_scored_without_a_contract():
    with pytest.raises(ValueError, match=r'not played where auction\.all_pass is "redeal_next"'):
        score_no_bid(load_rules(), [4, 1, 4, 1])
    with pytest.raises(ValueError, match="are 9 together, expected 10"):
        score_no_bid(load_rules("hoyle-1909"), [5, 3, 1])
    with pytest.raises(ValueError, match="expected the tricks of 3 seats"):
        score_no_bid(load_rules("hoyle-1909"), [5, 3, 1, 1])


# --- what cannot have been played ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "bid", "contractor", "partner", "reason"),
    [
        ("australian", "7S", 0, 2, 'nobody finds a partner for one hand where table.sides is "pairs"'),
        ("five-handed", "M", 0, 2, "M is played alone: expected no partner"),
        ("five-handed", "7S", 2, 2, "seat 2 cannot be his own partner"),
        ("five-handed", "7S", 2, 5, r"there is no seat 5 \(0 to 4\)"),
        ("howstuffworks", "7S", 3, None, r"there is no seat 3 \(0 to 2\)"),
    ],
)
def test_partners_that_cannot_be(house, bid, contractor, partner, reason):
    rules = load_rules(house)
    tricks = [10] + [0] * (rules.table.players - 1)
    with pytest.raises(ValueError, match=reason):
        score_hand(rules, bid, contractor, tricks, partner)


def test_partnered_points_need_a_game_with_partners_for_one_hand():
    with pytest.raises(ValueError, match="nobody finds a partner"):
        hand_points(load_rules(), parse_bid("7S"), 7, partnered=True)
    with pytest.raises(ValueError, match="M is played alone"):
        hand_points(load_rules("five-handed"), parse_bid("M"), 0, partnered=True)


# --- study's points and the referee's are the same ----------------------------------------------------------


@st.composite
def played_hands(draw):
    """Return (rules, bid, contractor, partner, tricks) of a hand played to its end."""
    options = {"misere.defender_points": "per_own_trick"}
    name = draw(st.sampled_from([name for name in preset_names() if name != "quebec-1000"]))
    rules = load_rules(
        name, options | {"scoring.defender_points": draw(st.sampled_from(["always", "never"]))}
    )
    players = rules.table.players
    bid = draw(st.sampled_from(bids(rules)))
    contractor = draw(st.integers(0, players - 1))
    partner = None
    if rules.table.sides == "call_card" and not bid.is_misere and draw(st.booleans()):
        partner = (contractor + draw(st.integers(1, players - 1))) % players
    out = partners_of(rules, contractor) if bid.is_misere else ()
    playing = [seat for seat in range(players) if seat not in out]
    winners = draw(st.lists(st.sampled_from(playing), min_size=10, max_size=10))
    return rules, bid, contractor, partner, [winners.count(seat) for seat in range(players)]


@given(played_hands())
def test_the_mean_of_the_opponents_is_the_mean_of_their_scores(hand):
    rules, bid, contractor, partner, tricks = hand
    scores = score_hand(rules, bid, contractor, tricks, partner)
    seats = contractor_side(rules, bid, contractor, partner)
    ours = {side_of(rules, seat) for seat in seats}
    taken = sum(tricks[seat] for seat in seats)
    own, theirs = hand_points(rules, bid, taken, partnered=partner is not None)
    assert {scores[side] for side in ours} == {own}
    others = [scores[side] for side in range(side_count(rules)) if side not in ours]
    assert theirs == pytest.approx(sum(others) / len(others))
    assert (own > 0) == is_made(bid, taken)
