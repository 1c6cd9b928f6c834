"""The studies' whole games: against the games of `match`, of `compare`, and played out by chance."""

import numpy as np
import pytest
from study_parts.studied_games import both_ways, equity_for, expected_hands, play

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.scoring import TRICKS
from fivehundred_sim.rules.standing import FinishedHand, after_hand, start
from fivehundred_sim.study.bidding.equity_store import results_of
from fivehundred_sim.study.bidding.games import TABLES, ending_of, played_games
from fivehundred_sim.study.bidding.hand_results import DEALS, SEED
from fivehundred_sim.study.bidding.house import house_of
from fivehundred_sim.study.bidding.styles import load_style
from fivehundred_sim.study.compare.games import game_quantities
from fivehundred_sim.study.compare.measures import GAME_QUANTITIES, SHARE
from fivehundred_sim.study.compare.plan import Compare

AUSTRALIAN = load_rules("australian")
FREE = load_rules("australian", {"match.must_win_on_contract": "false"})
CAPPED = load_rules("australian", {"match.must_win_on_contract": "false", "scoring.trick_cap": "490"})
GAMES = 40


def test_games_for_points_are_those_of_compare():
    style = load_style("no-misere")
    plan = Compare((FREE, CAPPED), ("a", "b"), deals=GAMES, games=GAMES, seed=3, style=style)
    for rules, table in zip(plan.rules, plan.tables, strict=True):
        counted = dict(zip(GAME_QUANTITIES, game_quantities(table, 3, np.arange(GAMES)), strict=True))
        found = play(rules, [style] * 4, GAMES, 3)
        assert found["hands"].tolist() == counted["hands"].tolist()
        assert (found["first"] * SHARE).tolist() == counted["first dealer"].tolist()
        assert (found["end.tricks"] * SHARE).tolist() == counted["end.tricks"].tolist()


@pytest.mark.parametrize("rules", [AUSTRALIAN, FREE])
def test_games_to_the_score_are_those_of_match(rules):
    styles, chances = (load_style("natural"), load_style("cautious")), equity_for(rules, AUSTRALIAN)
    house, seen = house_of(rules), []
    for block in played_games(house, *styles, pairs=GAMES, seed=3, equity=chances):
        seen += block
    found = both_ways(rules, *styles, GAMES, 3, chances)
    hands = [np.mean([game.standing.hands for game in seen[k : k + TABLES]]) for k in range(0, len(seen), 2)]
    won = [np.mean([game.a_wins for game in seen[k : k + TABLES]]) for k in range(0, len(seen), 2)]
    assert found["hands"].tolist() == pytest.approx(hands)
    assert found["won"].tolist() == pytest.approx(won)
    assert found["end.floor"].mean() == pytest.approx(
        np.mean([ending_of(house, game) == "floor" for game in seen])
    )


@pytest.mark.parametrize("rules", [AUSTRALIAN, pytest.param(CAPPED, marks=pytest.mark.long)])
def test_the_expected_length_is_that_of_games_drawn_from_the_chances(rules):
    """Games whose hands are drawn by chance, scored by the readable rules."""
    number, rng = 600, np.random.default_rng(17)
    house, chances = house_of(rules), equity_for(rules, AUSTRALIAN)
    likely = results_of(AUSTRALIAN, None, DEALS, SEED, None).chances
    appetites = likely.shape[0]
    flat = likely.reshape(appetites, appetites, -1).cumsum(axis=2)
    lengths = [_drawn_game(rules, house, chances, flat, likely.shape[2:], rng) for _ in range(number)]
    half = 4 * np.std(lengths) / np.sqrt(number)
    assert expected_hands(rules, AUSTRALIAN) == pytest.approx(np.mean(lengths), abs=half)


def _drawn_game(rules, house, chances, flat, shape, rng):
    """The hands of one game in which every result is drawn; side 0 deals first, then they take turns."""
    standing, dealing = start(rules), 0
    while not standing.over:
        scores = standing.scores[dealing], standing.scores[1 - dealing]
        places = tuple(
            min(max((score - chances.scores[0]) // 10, 0), len(chances.scores) - 1) for score in scores
        )
        mixes = np.clip(chances.mixes[places], 0.0, None)  # the simplex leaves -1e-17 here and there
        i, j = (rng.choice(len(mix), p=mix / mix.sum()) for mix in mixes)
        drawn = min(np.searchsorted(flat[i, j], rng.random() * flat[i, j, -1]), flat.shape[2] - 1)
        side, call, tricks = np.unravel_index(drawn, shape)
        if call:
            seat = int(side) ^ dealing  # the side counted from the dealer's
            taken = [0, 0, 0, 0]
            taken[seat], taken[1 - seat] = int(tricks), TRICKS - int(tricks)
            standing = after_hand(
                rules, standing, FinishedHand(house.bidding.calls[call], seat, tuple(taken))
            )
        dealing = 1 - dealing
    return standing.hands
