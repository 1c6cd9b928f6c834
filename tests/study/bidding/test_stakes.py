"""What results are worth to a side: points by the scoring law, for two sides and for more."""

import numpy as np
import pytest

from fivehundred_sim.rules.bidding import encode_bidding
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.scoring import score_hand
from fivehundred_sim.study.bidding.stakes import ANOTHERS, OURS, made_table, point_stakes, points_table

PRESETS = ["australian", "american", "quebec-1000", "gamerules", "howstuffworks", "six-handed-pairs"]


def tricks_by_seat(rules, bid, contractor, taken):
    """The contractor takes his side's tricks himself, the next opponent the rest that is played."""
    tricks = [0] * rules.table.players
    tricks[contractor] = taken
    if not bid.is_misere or rules.misere.defender_points != "none":
        tricks[(contractor + 1) % rules.table.players] = 10 - taken
    return tricks


@pytest.mark.parametrize("name", PRESETS)
def test_points_of_each_side_are_those_of_the_scoring_law(name):
    rules = load_rules(name)
    bidding = encode_bidding(rules)
    stakes = point_stakes(rules, bidding)
    rng = np.random.default_rng(3)
    for _ in range(300):
        call = int(rng.integers(1, len(bidding.calls)))
        bid, taken = bidding.calls[call], int(rng.integers(11))
        if bidding.table[call, -1]:
            assert not stakes.results[:, call].any()
            continue
        if bid.is_misere and rules.misere.defender_points == "none":
            taken = min(taken, 1)
        points = score_hand(rules, bid, 0, tricks_by_seat(rules, bid, 0, taken))
        ours, others = points[0], points[1:]
        assert stakes.results[OURS, call, taken] == pytest.approx(ours - np.mean(others))
        # Seen from the other sides, on average over them.
        seen = [p - np.mean([q for j, q in enumerate(points) if j != i]) for i, p in enumerate(points)]
        assert stakes.results[ANOTHERS, call, taken] == pytest.approx(np.mean(seen[1:]))


def test_two_sides_mirror_each_other():
    rules = load_rules("australian")
    results = point_stakes(rules, encode_bidding(rules)).results
    assert np.array_equal(results[OURS], -results[ANOTHERS])


def test_a_five_handed_partner_shares():
    rules = load_rules("five-handed")
    bidding = encode_bidding(rules)
    points = points_table(rules, bidding)
    assert points.shape == (len(bidding.calls), 11, 2)
    seven_spades = next(i for i, bid in enumerate(bidding.calls) if (bid.level, bid.denomination) == (7, 0))
    with_partner = score_hand(rules, bidding.calls[seven_spades], 0, [5, 3, 2, 0, 0], partner=1)
    assert points[seven_spades, 8, 0] == with_partner[0] == with_partner[1]


def test_made_is_what_the_bid_asks():
    bidding = encode_bidding(load_rules("australian"))
    made = made_table(bidding)
    for call, bid in enumerate(bidding.calls):
        if bid.is_pass:
            assert not made[call].any()
        elif bid.is_misere:
            assert made[call].tolist() == [True] + [False] * 10
        else:
            assert made[call].tolist() == [tricks >= bid.level for tricks in range(11)]


def test_a_loss_counts_as_the_style_says():
    rules = load_rules("australian")
    bidding = encode_bidding(rules)
    stakes, made = point_stakes(rules, bidding), made_table(bidding)
    seen = stakes.weighted(made, 2.0)
    won = np.broadcast_to(made, seen[OURS].shape)
    assert np.array_equal(seen[OURS][won], stakes.results[OURS][won])
    assert np.allclose(seen[OURS][~won], 2 * stakes.results[OURS][~won])
    assert np.array_equal(seen[ANOTHERS], stakes.results[ANOTHERS])
