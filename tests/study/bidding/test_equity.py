"""The chance to win the game: closed forms, what must hold by definition, and games played out."""

import json

import numpy as np
import pytest
from crude_hands import contracts_of, crude_hands

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.rules.bidding import encode_bidding
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.standing import FinishedHand, Standing, after_hand
from fivehundred_sim.study.bidding.equity import HandResults, equity
from fivehundred_sim.study.question import QuestionError

# One contract made wins at once.
SHORT = {"match.target": 40, "match.floor": -500}
STARTS = [(0, 0), (220, 340), (340, 220), (480, 460), (490, 490), (450, 100), (300, -20)]
LOW_STARTS = [(-400, 300), (470, -480), (100, -250)]
FAIR = 1e-5  # what the tolerance of the iteration may leave


def call_of(rules, word):
    return encode_bidding(rules).calls.index(parse_bid(word))


def first_contract_wins(dealers, others, overrides=None):
    """Return a game that 6S made decides: chances of either side's contract by appetites, else no bid."""
    rules = load_rules("australian", SHORT | (overrides or {}))
    dealers, others = np.atleast_2d(dealers), np.atleast_2d(others)
    chances = np.zeros((*dealers.shape, 2, len(encode_bidding(rules).calls), 11))
    six = call_of(rules, "6S")
    chances[:, :, 0, six, 7], chances[:, :, 1, six, 7] = dealers, others
    chances[:, :, 0, 0, 0] = 1 - dealers - others
    return equity(rules, results=HandResults(chances, tuple(map(float, range(len(dealers)))), 1, 1))


# --- closed forms -------------------------------------------------------------------------------------------


def test_the_next_dealer_deals_when_nobody_bids():
    """W = a + c (1 - W) with a = 0.5, b = 0.3, c = 0.2."""
    found = first_contract_wins(0.5, 0.3)
    assert found.win(0, 0, True) == pytest.approx(0.7 / 1.2, abs=FAIR)
    assert found.win(0, 0, False) == pytest.approx(1 - 0.7 / 1.2, abs=FAIR)


def test_the_same_dealer_deals_again_when_nobody_bids():
    found = first_contract_wins(0.5, 0.3, {"auction.all_pass": "redeal_same"})
    assert found.win(0, 0, True) == pytest.approx(0.5 / 0.8, abs=FAIR)


def test_both_sides_choose_their_appetites_best():
    """The game [[0.8, 0.3], [0.4, 0.6]] is worth 36/70, mixing 2/7 and 5/7, 3/7 and 4/7."""
    wins = np.array([[0.8, 0.3], [0.4, 0.6]])
    found = first_contract_wins(wins, 1 - wins)
    assert found.win(0, 0, True) == pytest.approx(36 / 70, abs=FAIR)
    assert found.mix(0, 0, True) == pytest.approx([2 / 7, 5 / 7], abs=1e-4)
    assert found.mix(0, 0, False) == pytest.approx([3 / 7, 4 / 7], abs=1e-4)
    assert found.appetite(0)[found.scores.index(0), found.scores.index(0)] == pytest.approx(5 / 7, abs=1e-4)


def test_a_hand_without_a_contract_scores_ten_a_trick():
    """Nobody ever bids, and seven tricks win for the dealer's side in three of four hands."""
    rules = load_rules(
        "australian",
        SHORT
        | {"auction.all_pass": "play_no_trump", "match.must_win_on_contract": False, "match.target": 60},
    )
    chances = np.zeros((1, 1, 2, len(encode_bidding(rules).calls), 11))
    chances[0, 0, 0, 0, 7] = 0.75  # 70 and 30
    chances[0, 0, 1, 0, 9] = 0.25  # 90 and 10
    found = equity(rules, results=HandResults(chances, (0.0,), 1, 1))
    assert found.win(0, 0, True) == pytest.approx(0.75, abs=FAIR)


def test_a_side_at_the_floor_has_lost():
    rules = load_rules("australian")
    chances = np.zeros((1, 1, 2, len(encode_bidding(rules).calls), 11))
    chances[0, 0, 0, call_of(rules, "8NT"), 3] = 1.0  # the dealer's side always loses 320
    found = equity(rules, results=HandResults(chances, (0.0,), 1, 1))
    assert found.win(-180, 0, True) == 0
    assert found.win(-170, -500, False) == 1
    # They fail in turn and get 70 for the other's failure: (-320, -230), then (-250, -550).
    assert found.win(0, -300, True) == 1
    assert found.win(0, -100, True) == 0  # (-320, -30), (-250, -350), (-570, -280)


# --- what must hold -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def australian():
    return equity("australian", results=crude_hands(load_rules("australian")))


def test_both_sides_together_win_every_game(australian):
    scores = np.array(australian.scores)
    ours, theirs = np.meshgrid(scores, scores)
    for dealer in (True, False):
        both = australian.win(ours, theirs, dealer) + australian.win(theirs, ours, not dealer)
        assert both == pytest.approx(np.ones(both.shape))
    assert australian.by_dealer(1) == pytest.approx(1 - australian.by_dealer(0).T)


def test_where_the_deal_is_no_disadvantage_equal_scores_are_even():
    found = equity("australian", results=crude_hands(load_rules("australian"), edge=0.0))
    assert np.diag(found.table) == pytest.approx(np.full(len(found.scores), 0.5), abs=FAIR)
    assert found.table == pytest.approx(1 - found.table.T, abs=FAIR)


def test_more_points_are_never_worse(australian):
    assert np.diff(australian.table, axis=0).min() > -FAIR
    assert np.diff(australian.table, axis=1).max() < FAIR
    for dealer in (True, False):
        assert australian.win(480, 400, dealer) > australian.win(460, 400, dealer) + 0.001
        assert australian.win(400, 460, dealer) > australian.win(400, 480, dealer) + 0.001


def test_a_chance_is_the_mean_of_those_after_the_hand(australian):
    chances = crude_hands(australian.rules).chances
    for ours, theirs in STARTS + LOW_STARTS:
        after = australian.after(ours, theirs, True)
        mean = np.einsum(
            "i,j,ijsct,sct->",
            australian.mix(ours, theirs, True),
            australian.mix(theirs, ours, False),
            chances,
            after,
        )
        assert mean == pytest.approx(australian.win(ours, theirs, True), abs=FAIR)
        # Seen from the other side, whose opponents deal.
        assert australian.after(theirs, ours, False) == pytest.approx(1 - after[::-1])


def test_what_single_results_lead_to(australian):
    eight = call_of(australian.rules, "8H")
    ours, theirs = australian.after(220, 340, True)
    assert ours[eight, 8] == 1  # 520 on a contract
    assert ours[eight, 7] == pytest.approx(1 - australian.win(340 + 30, 220 - 300, True))
    assert theirs[eight, 9] == 0
    assert theirs[eight, 2] == pytest.approx(australian.win(220 + 80, 340 - 300, False))
    assert ours[0] == pytest.approx(np.full(11, australian.win(220, 340, False)))


def test_scores_outside_the_table_count_as_its_edge(australian):
    lowest, highest = australian.scores[0], australian.scores[-1]
    assert (lowest, highest) == (-490, 800)
    assert australian.win(-900, 0, True) == australian.win(lowest, 0, True)
    assert australian.win(0, 5000, False) == australian.win(0, highest, False)
    assert isinstance(australian.win(0, 0, True), float)


def test_a_higher_table_changes_nothing(monkeypatch, australian):
    monkeypatch.setattr("fivehundred_sim.study.bidding.outcomes.PAST_TARGET", 500)
    higher = equity("australian", results=crude_hands(load_rules("australian")))
    below = australian.scores.index(500)
    assert higher.scores[-1] == 1000
    assert np.abs(higher.table[:below, :below] - australian.table[:below, :below]).max() < 1e-6


# --- games played out ---------------------------------------------------------------------------------------


class Games:
    """Games in which hands end as drawn from results, and sides choose appetites as the table says."""

    def __init__(self, found, results, seed):
        self.rules, self.found, self.rng = found.rules, found, np.random.default_rng(seed)
        self.calls = encode_bidding(found.rules).calls
        self.shape = results.chances.shape[2:]
        appetites = len(results.appetites)
        flat = results.chances.reshape(appetites, appetites, -1)
        self.sums = flat.cumsum(axis=2)

    def hand(self, scores, dealer):
        """Draw a hand; return the side that played it, call and tricks."""
        chosen = []
        for side in (dealer, 1 - dealer):
            mix = self.found.mix(scores[side], scores[1 - side], side == dealer)
            chosen.append(np.searchsorted(mix.cumsum(), self.rng.random() * mix.sum(), side="right"))
        sums = self.sums[tuple(chosen)]
        place = np.searchsorted(sums, self.rng.random() * sums[-1], side="right")
        side, call, tricks = np.unravel_index(place, self.shape)
        return int(side != dealer) if dealer == 0 else int(side == 0), int(call), int(tricks)

    def finished(self, side, call, tricks):
        """Return the hand of a result: all of a side's tricks are its first seat's."""
        bid, taken = self.calls[call], [0] * self.rules.table.players
        taken[side], taken[1 - side] = tricks, 10 - tricks
        return (
            FinishedHand(None, None, tuple(taken)) if bid.is_pass else FinishedHand(bid, side, tuple(taken))
        )

    def winner(self, scores, dealer):
        """Play a game to its end."""
        standing = Standing(scores)
        anew = self.rules.auction.all_pass in ("redeal_next", "redeal_same")
        while not standing.over:
            side, call, tricks = self.hand(standing.scores, dealer)
            if call or not anew:
                standing = after_hand(self.rules, standing, self.finished(side, call, tricks))
            if call or self.rules.auction.all_pass != "redeal_same":
                dealer = 1 - dealer
        return standing.winners[0]


def check_games(name, overrides, starts, games, seed):
    """Compare how often side 0 wins with what the table says, for both dealers."""
    rules = load_rules(name, overrides)
    results = crude_hands(rules)
    found = equity(rules, results=results)
    table = Games(found, results, seed)
    for scores in starts:
        for dealer in (0, 1):
            wins = sum(table.winner(scores, dealer) == 0 for _ in range(games))
            expected = found.win(*scores, dealer == 0)
            error = np.sqrt(max(expected * (1 - expected), 1e-4) / games)
            assert abs(wins / games - expected) < 4 * error, (scores, dealer, wins, expected)


CAPPED = {"scoring.trick_cap": 460, "scoring.cap_kind": "freeze"}
HOUSES = [
    ("trickster-australian", {}),  # a cap on tricks
    ("australian", CAPPED),
    ("new-zealand", {}),  # tricks may win; the same dealer deals again
    ("quebec-1000", {}),  # a failed value goes to the others; no floor
    ("two-handed", {}),
    ("six-handed", {"auction.all_pass": "force_dealer"}),
    ("australian", {"match.must_win_on_contract": False, "auction.all_pass": "play_no_trump"}),
    ("australian", {"match.must_win_on_contract": False, "match.both_over": "higher", "match.floor": -300}),
]


def test_games_are_won_as_often_as_the_table_says():
    check_games("australian", {}, STARTS + LOW_STARTS, 300, 1)


@pytest.mark.parametrize(("name", "overrides"), HOUSES)
def test_games_of_other_houses_are_too(name, overrides):
    check_games(name, overrides, [(0, 0), (260, 440)], 150, 2)


@pytest.mark.long
@pytest.mark.parametrize(("name", "overrides"), HOUSES)
def test_many_games_are_won_as_often_as_the_table_says(name, overrides):
    check_games(name, overrides, STARTS, 2500, 3)


# --- questions and files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "overrides", "message"),
    [
        ("hoyle-1909", {}, "two sides, not of 3"),
        ("five-handed", {}, "two sides, not of 5"),
        ("six-handed-pairs", {}, "two sides, not of 3"),
        ("australian", {"match.hands": 12}, "not of 12 hands"),
        ("australian", {"match.target": 5000}, "targets up to 2000"),
        ("two-handed", {"auction.all_pass": "play_no_trump"}, "order of the tricks"),
    ],
)
def test_games_that_are_refused(name, overrides, message):
    results = HandResults(np.zeros((1, 1, 2, 29, 11)), (0.0,), 1, 1)
    with pytest.raises(QuestionError, match=message):
        equity(load_rules(name, overrides), results=results)


def test_results_that_do_not_fit_the_rules_are_refused():
    rules = load_rules("australian")
    good = crude_hands(rules, 1)
    with pytest.raises(QuestionError, match="expected \\(A, A, 2, 28, 11\\)"):
        equity(rules, results=good._replace(chances=good.chances[:, :, :, 1:]))
    with pytest.raises(QuestionError, match="add up to 1"):
        equity(rules, results=good._replace(chances=good.chances * 0.9))


def test_the_answer_as_json_and_as_a_frame(australian):
    answer = json.loads(json.dumps(australian.to_json_dict(), allow_nan=False))
    assert answer["schema"] == "fivehundred.equity/1"
    assert answer["dealers"] == [0, 1, 2, 3]
    at = answer["scores"].index
    for dealer in range(4):
        assert answer["p_win"][dealer][at(220)][at(340)] == pytest.approx(
            australian.win(220, 340, dealer % 2 == 0), abs=1e-6
        )
    assert answer["manifest"]["engines"][0]["deals"] == 1000
    frame = australian.frame()
    row = frame[(frame.dealer == "them") & (frame.ours == 220) & (frame.theirs == 340)].iloc[0]
    assert row.p_win == pytest.approx(australian.win(220, 340, False), abs=1e-6)
    mean = australian.mix(220, 340, False) @ np.array(australian.appetites)
    assert row.appetite == pytest.approx(mean, abs=1e-6)
    assert len(frame) == 2 * len(australian.scores) ** 2


def test_made_up_results_are_chances():
    rules = load_rules("american")
    assert contracts_of(rules, 1, 0).sum() == pytest.approx(1)
    assert crude_hands(rules).chances.sum(axis=(2, 3, 4)) == pytest.approx(np.ones((3, 3)))
