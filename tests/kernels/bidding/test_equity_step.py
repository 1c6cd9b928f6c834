"""What a hand does to the scores and to the game, against the standing of the rules."""

import numpy as np
import pytest
from houses import draw, house_of

from fivehundred_sim.kernels.bidding import equity
from fivehundred_sim.kernels.bidding.equity import steps
from fivehundred_sim.rules.bidding import encode_bidding
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.load import load_rules, preset_names
from fivehundred_sim.rules.seats import side_count
from fivehundred_sim.rules.standing import FinishedHand, Standing, after_hand
from fivehundred_sim.study.bidding.outcomes import house_row, result_rows

TABLES = (
    {},
    {"table.players": 2, "table.sides": "alone"},
    {"table.players": 6, "table.sides": "3v3"},
)
DRAWN = (
    "auction.all_pass",
    "misere.when",
    "misere.value",
    "misere.plays",
    "misere.defender_points",
    "open_misere.value",
    "blind_misere.value",
    "double_misere.value",
    "scoring.schedule",
    "scoring.slam_250",
    "scoring.defender_points",
    "scoring.trick_cap",
    "scoring.cap_kind",
    "scoring.failed_value_to_opponents",
    "match.must_win_on_contract",
    "match.both_over",
)


def random_house(rng):
    """Return a house of two sides with every option of scores and games drawn at random."""

    def also(overrides):
        more = {"match.target": draw(rng, (300, 500, 505, 1000))}
        more |= {"match.floor": draw(rng, (0, -250, -500, -505))}
        if overrides["scoring.failed_value_to_opponents"]:
            more |= {"scoring.defender_points": "never", "misere.defender_points": "none"}
        return more

    return house_of(rng, DRAWN, TABLES, also)


def finished(rules, bid, contractor, tricks):
    """Return a hand in which the contractor took his side's tricks, and the next seat those of the others."""
    taken = [0] * rules.table.players
    taken[contractor] = tricks
    taken[(contractor + 1) % rules.table.players] = 10 - tricks
    if bid.is_pass:
        return FinishedHand(None, None, tuple(taken))
    return FinishedHand(bid, contractor, tuple(taken))


def compare(rules, rng, hands):
    """Compare hands that end at random; return how they leave games."""
    calls, rows, house = encode_bidding(rules).calls, result_rows(rules), house_row(rules)
    played = [i for i, bid in enumerate(calls) if bid in bids(rules)]
    if rules.auction.all_pass == "play_no_trump":
        played.append(0)
    # Where tricks may win, whoever is at the target has won.
    highest = rules.match.target + (300 if rules.match.must_win_on_contract else -10)
    lowest, endings = house[equity.LOWEST], []
    for _ in range(hands):
        scores = [int(score) for score in rng.integers(lowest // 10, highest // 10 + 1, 2) * 10]
        call, tricks, dealers = draw(rng, played), int(rng.integers(11)), int(rng.integers(2))
        contractor = int(rng.integers(rules.table.players))
        side = int(contractor % 2 != dealers)
        out = np.zeros((1, 3), np.int64)
        row = rows[side, call, tricks].reshape(1, 6)
        steps(house, row, np.int64(scores[dealers]), np.int64(scores[1 - dealers]), out)
        after = after_hand(rules, Standing(tuple(scores)), finished(rules, calls[call], contractor, tricks))
        assert out[0, :2].tolist() == [after.scores[dealers], after.scores[1 - dealers]]
        winner = {equity.DEALERS_WIN: (dealers,), equity.OTHERS_WIN: (1 - dealers,), equity.GOES_ON: ()}
        assert after.winners == winner[out[0, 2]]
        assert after.over == (out[0, 2] != equity.GOES_ON)
        endings.append(int(out[0, 2]))
    return endings


def test_random_houses_agree_with_the_standing():
    rng = np.random.default_rng(9)
    endings = [ending for _ in range(200) for ending in compare(random_house(rng), rng, 25)]
    counts = np.bincount(endings, minlength=3)
    assert counts.min() > 300


@pytest.mark.parametrize("name", preset_names())
def test_presets_of_two_sides_agree_with_the_standing(name):
    rules = load_rules(name)
    if side_count(rules) == 2:
        assert set(compare(rules, np.random.default_rng(10), 300)) >= {0, 1}
    else:
        assert name in {"five-handed", "hoyle-1909", "howstuffworks", "six-handed-pairs"}


def test_who_nobody_bid_for_deals_anew():
    for ending, code in (("redeal_same", 1), ("redeal_next", 2)):
        rows = result_rows(load_rules("australian", {"auction.all_pass": ending}))
        assert set(rows[:, 0, :, equity.REDEAL].ravel().tolist()) == {code}
        assert not rows[:, 1:, :, equity.REDEAL].any()
