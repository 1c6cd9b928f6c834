"""Games on arrays against the referee's law of standings, hand by hand, under random rules."""

import random

import numpy as np
import pytest
from comparing import plan_of, unlearnt

from fivehundred_sim.rules.bidding import encode_bidding
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.rules.standing import FinishedHand, after_hand
from fivehundred_sim.rules.standing import start as referee_start
from fivehundred_sim.study.bidding.games import ENDINGS, MOST_DEALS, drawn, luck
from fivehundred_sim.study.bidding.outcomes import result_rows
from fivehundred_sim.study.compare.games import game_quantities, play
from fivehundred_sim.study.compare.measures import GAME_QUANTITIES, ending_row
from fivehundred_sim.study.compare.standings import after_hands, start

OPTIONS = {
    "match.target": ("300", "500"),
    "match.floor": ("0", "-200", "-500"),
    "match.must_win_on_contract": ("true", "false"),
    "match.both_over": ("contractor", "higher"),
    "match.floor_rule": ("loses", "plays_on"),
    "match.hands": ("0", "0", "0", "4"),
    "scoring.trick_cap": ("0", "0", "400", "490"),
    "scoring.cap_kind": ("clamp", "freeze"),
    "scoring.defender_points": ("always", "only_if_fails", "never"),
    "scoring.failed_value_to_opponents": ("true", "false"),
    "auction.all_pass": ("redeal_next", "play_no_trump"),
}


def random_rules(dice):
    chosen = {key: dice.choice(values) for key, values in OPTIONS.items()}
    if chosen["scoring.failed_value_to_opponents"] == "true":
        chosen["scoring.defender_points"] = "never"
    return load_rules("australian", chosen)


def finished(rules, calls, call, seat, taken):
    tricks = [0] * 4
    tricks[seat], tricks[(seat + 1) % 4] = taken, 10 - taken
    return FinishedHand(calls[call] if call else None, seat if call else None, tuple(tricks))


@pytest.mark.parametrize("seed", range(60))
def test_scores_and_ends_are_the_referees(seed):
    dice = random.Random(seed)
    rules = random_rules(dice)
    calls, results = encode_bidding(rules).calls, result_rows(rules)[0]
    number = 20
    ours, referee = start(number), [referee_start(rules) for _ in range(number)]
    plays_nobodys = rules.auction.all_pass == "play_no_trump"
    for _ in range(60):
        rows = [game for game in range(number) if not referee[game].over]
        if not rows:
            break
        hands = []
        for _ in rows:
            call = 0 if plays_nobodys and dice.random() < 0.3 else dice.randrange(1, len(calls))
            level = calls[call].level if call else 5
            # Contracts are made half the time; a misère ends at the first trick.
            taken = min(10, max(0, level + dice.choice((-2, -1, 0, 1)))) if level else dice.choice((0, 0, 1))
            hands.append((call, dice.randrange(4), taken))
        which = np.array(hands)
        sides = which[:, 1] % 2
        after_hands(rules, ours, np.array(rows), sides, results[which[:, 0], which[:, 2]])
        for game, (call, seat, taken) in zip(rows, hands, strict=True):
            hand = finished(rules, calls, call, seat, taken)
            referee[game] = after_hand(rules, referee[game], hand)
            check(rules, ours, game, referee[game], hand, taken)
    assert sum(standing.over for standing in referee) > number // 2


def check(rules, ours, game, standing, hand, taken):
    assert tuple(ours.scores[game]) == standing.scores
    assert ours.hands[game] == standing.hands
    assert bool(ours.over[game]) == standing.over
    assert tuple(np.flatnonzero(ours.winners[game])) == (standing.winners if standing.over else ())
    assert frozenset(np.flatnonzero(ours.sunk[game])) == standing.sunk
    if not standing.over:
        expected = "unfinished"
    elif standing.losers:
        expected = "floor"
    elif not standing.winners:
        expected = "nobody"
    else:
        made = hand.bid is not None and (taken == 0 if hand.bid.is_misere else taken >= hand.bid.level)
        won = made and side_of(rules, hand.contractor) in standing.winners
        expected = "contract" if won else "tricks"
    assert ENDINGS[ours.ending[game]] == expected


# --- whole games --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tables():
    words = ("australian scoring.trick_cap=460", "australian auction.all_pass=redeal_same match.floor=-200")
    with unlearnt():
        yield plan_of(*words, "quebec-1000", deals=10).tables


def test_games_are_those_played_one_by_one(tables):
    games = np.arange(5, 17)
    for table in tables:
        standings = play(table, 4, games)
        found = game_quantities(table, 4, games)
        for place, game in enumerate(games):
            standing, ending, first_side = played_alone(table, 4, int(game))
            assert tuple(standings.scores[place]) == standing.scores
            assert found[GAME_QUANTITIES.index("hands"), place] == standing.hands
            assert found[ending_row(ending), place] == 10_000
            won = 10_000 * (standing.winners == (first_side,)) if len(standing.winners) == 1 else 5_000
            assert found[GAME_QUANTITIES.index("first dealer"), place] == won


def played_alone(table, seed, game):
    """Return a game's end, its kind and the first dealer's side; the referee scores each hand."""
    house = table.house
    standing, dealer, deal = referee_start(house.rules), game % house.players, 0
    first_side, numbers, ending = side_of(house.rules, dealer), luck(seed, game), "unfinished"
    while not standing.over:
        deals = house.deals(seed, game * MOST_DEALS + deal, 1)
        ends, worths = house.auctions(table.bidders, np.array([dealer]), deals)
        call, seat = (int(word) for word in ends[0])
        if call:
            strain = house.bidding.table[call, 1]
            tricks, _ = house.tricks(deals, np.array([[0, seat, strain]]))
            taken = int(drawn(house.shares(ends[:, 0], tricks, worths), numbers[deal : deal + 1])[0])
            hand = finished(house.rules, house.bidding.calls, call, seat, taken)
            standing = after_hand(house.rules, standing, hand)
            bid = house.bidding.calls[call]
            made = taken == 0 if bid.is_misere else taken >= bid.level
            by_contract = made and side_of(house.rules, seat) in standing.winners
            ending = "floor" if standing.losers else "contract" if by_contract else "tricks"
        if call or house.rules.auction.all_pass != "redeal_same":
            dealer = (dealer + 1) % house.players
        deal += 1
    return standing, ending, first_side


def test_no_games_are_no_work(tables):
    found = game_quantities(tables[0], 1, np.arange(0, dtype=np.int64))
    assert found.shape == (len(GAME_QUANTITIES), 0)
