"""Styles against each other: points recomputed by the referee, games replayed, and what must cancel out.

What calls say is not fitted here, which would take most of the time: styles listen by the weights that
fitting starts from.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from crude_hands import crude_hands
from scipy import stats

from fivehundred_sim.cards import format_bid
from fivehundred_sim.game.auction import Auction
from fivehundred_sim.kernels.bidding.law import COUNT, LIST, STATE_WORDS
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.scoring import score_hand
from fivehundred_sim.rules.seats import partners_of, side_count, side_of
from fivehundred_sim.rules.standing import after_hand, start
from fivehundred_sim.study.bidding import exchanged
from fivehundred_sim.study.bidding.equity import equity
from fivehundred_sim.study.bidding.exchanged import Interval, interval, placings, seats_of, tables_of
from fivehundred_sim.study.bidding.games import MOST_DEALS, drawn, ending_of, games, played_games
from fivehundred_sim.study.bidding.house import house_of, seated
from fivehundred_sim.study.bidding.inference import first_weights
from fivehundred_sim.study.bidding.league import league
from fivehundred_sim.study.bidding.match import match, play_deals, turned
from fivehundred_sim.study.bidding.stakes import game_stakes
from fivehundred_sim.study.bidding.styles import load_style
from fivehundred_sim.study.question import QuestionError

NATURAL, PATRICK, TRICK_BOT, ZH = map(load_style, ("natural", "patrick", "trick-bot", "zh"))


@pytest.fixture(autouse=True)
def unlearnt(monkeypatch):
    monkeypatch.setattr(exchanged, "signals", lambda house, style: first_weights())


@pytest.fixture(scope="module")
def house():
    return house_of(load_rules("australian"))


@pytest.fixture(scope="module")
def chances(house):
    return equity(house.rules, results=crude_hands(house.rules))


def house_with(**changes):
    return house_of(load_rules("australian", {key.replace("__", "."): word for key, word in changes.items()}))


# --- points -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["australian", "six-handed-pairs", "hoyle-1909"])
def test_both_styles_sit_everywhere_equally_often(rules):
    here = SimpleNamespace(rules=load_rules(rules), players=load_rules(rules).table.players)
    number = side_count(here.rules)
    tables = seats_of(here, NATURAL, ZH)
    assert len(tables) == len(placings(here)) == (2 if number == 2 else 2 * number)
    for seats in zip(*tables, strict=True):
        assert seats.count(NATURAL) == seats.count(ZH)
    for styles in tables:
        for seat, style in enumerate(styles):
            assert all(styles[partner] is style for partner in partners_of(here.rules, seat))


@pytest.mark.long
def test_a_match_of_three_is_the_same_seen_from_both_styles():
    house = house_of(load_rules("hoyle-1909"))
    assert match(house, ZH, ZH, deals=50).points == Interval(0, 0, 0)
    forth, back = match(house, TRICK_BOT, PATRICK, deals=300), match(house, PATRICK, TRICK_BOT, deals=300)
    assert forth.points == turned(back.points)
    assert forth.points.mean != 0
    assert forth.tables == 6


@pytest.mark.parametrize("style", [NATURAL, ZH], ids=lambda style: style.name)
def test_a_style_is_worth_nothing_against_itself(house, chances, style):
    answer = match(house, style, style, deals=60, pairs=6, equity=chances)
    assert answer.points == Interval(0, 0, 0)
    assert answer.decided == "close"
    assert answer.games is not None
    assert answer.games.won == Interval(0.5, 0.5, 0.5)
    assert answer.a.contracts == answer.b.contracts


def test_exchanging_styles_changes_the_sign_and_nothing_else(house, chances):
    forth = match(house, NATURAL, ZH, deals=150, pairs=8, equity=chances)
    back = match(house, ZH, NATURAL, deals=150, pairs=8, equity=chances)
    assert back.points == turned(forth.points)
    assert [each.to_json_dict() for each in (back.a, back.b, forth.a)] == [
        each.to_json_dict() for each in (forth.b, forth.a, back.b)
    ]  # rounded: sums in another order
    assert back.games is not None
    assert forth.games is not None
    assert back.games.won.mean == 1 - forth.games.won.mean
    assert (back.games.hands, back.games.endings) == (forth.games.hands, forth.games.endings)


def test_points_are_those_of_the_referee(house):
    """Auctions replayed call by call, contracts scored hand by hand."""
    rules, deals = house.rules, house.deals(5, 0, 80)
    expected, contracts = np.zeros(80), np.zeros(2)
    for a_side, (bidders, styles) in enumerate(
        zip(tables_of(house, NATURAL, TRICK_BOT), seats_of(house, NATURAL, TRICK_BOT), strict=True)
    ):
        assert [style is NATURAL for style in styles] == [seat % 2 == a_side for seat in range(4)]
        states = np.zeros((80, STATE_WORDS), np.int64)
        _, worths = house.auctions(bidders, np.arange(80) % 4, deals, states)
        for i, state in enumerate(states):
            auction = Auction(rules, i % 4)
            for _, call in state[LIST : LIST + 2 * state[COUNT]].reshape(-1, 2):
                auction.call(format_bid(house.bidding.calls[call]))
            assert auction.over
            if auction.high is None:
                continue
            seat, bid = auction.high
            contracts[int(side_of(rules, seat) != a_side)] += 1
            call = house.bidding.calls.index(bid)
            asked = np.array([[i, seat, house.bidding.table[call, 1]]])
            tricks, _ = house.tricks(deals, asked)
            (shares,) = house.shares(np.array([call]), tricks, worths[i : i + 1])
            for taken, share in enumerate(shares):
                if share:
                    by_seat = [0] * 4
                    by_seat[seat], by_seat[(seat + 1) % 4] = taken, 10 - taken
                    gains = score_hand(rules, bid, seat, tuple(by_seat))
                    expected[i] += share * (gains[a_side] - gains[1 - a_side]) / 2
    played = play_deals(house, tables_of(house, NATURAL, TRICK_BOT), 80, 5)
    np.testing.assert_allclose(played.points, expected, atol=1e-9)
    assert played.tally[:, :, 0].sum(axis=1).tolist() == contracts.tolist()
    answer = match(house, NATURAL, TRICK_BOT, deals=80, seed=5)
    assert answer.points.mean == pytest.approx(expected.mean())
    assert answer.nobody == pytest.approx(1 - contracts.sum() / 160)


def test_natural_beats_a_weak_count(house):
    answer = match(house, NATURAL, PATRICK, deals=400)
    assert answer.decided == "a"
    assert answer.points.mean > 20
    assert answer.games is None
    assert answer.why_no_games == ""


def test_the_number_of_threads_changes_nothing(house, chances):
    asked = {"deals": 1_100, "pairs": 10, "equity": chances}
    assert match(house, ZH, PATRICK, jobs=1, **asked) == match(house, ZH, PATRICK, jobs=3, **asked)


def test_an_interval_is_that_of_the_mean():
    values = np.array([-40.0, 10.0, 30.0, 60.0])
    found = interval(values)
    assert found.mean == 15
    low, high = stats.t.interval(0.95, 3, values.mean(), stats.sem(values))
    assert (found.low, found.high) == pytest.approx((low, high), rel=2e-3)
    many = np.tile(values, 5_000)
    assert interval(many).high - 15 == pytest.approx(1.959964 * stats.sem(many), rel=1e-3)
    assert found.covers(0)
    assert not found.covers(85)


def test_json_and_records_say_the_same(house, chances):
    answer = match(house, ZH, PATRICK, deals=100, pairs=4, equity=chances)
    told = answer.to_json_dict()
    assert told["rules"]["name"] == "australian"
    assert told["styles"]["b"]["count"] == "patrick"
    assert [(engine["name"], engine["deals"]) for engine in told["manifest"]["engines"]] == [
        ("calibrated", 100),
        ("games", 8),
    ]
    whole = [row for row in answer.records() if row["bid"] == ""]
    assert [row["style"] for row in whole] == ["zh", "patrick"]
    assert whole[0]["points"] == told["points"]["mean"] == -whole[1]["points"]
    assert whole[0]["won"] + whole[1]["won"] == pytest.approx(1)
    for side, row in zip("ab", whole, strict=True):
        bids = [other for other in answer.records() if other["side"] == side and other["bid"]]
        assert sum(other["share"] for other in bids) == pytest.approx(row["share"], abs=1e-4)


# --- games --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(house, chances):
    patch = pytest.MonkeyPatch()
    patch.setattr(exchanged, "signals", lambda house, style: first_weights())
    yield [game for block in played_games(house, NATURAL, ZH, pairs=12, equity=chances) for game in block]
    patch.undo()


def test_scores_are_those_of_the_rules(house, played):
    for game in played:
        standing, dealer = start(house.rules), game.pair % 4
        for number, dealt in enumerate(game.record):
            assert not standing.over
            assert (dealt.deal, dealt.dealer) == (number, dealer)
            assert (dealt.hand is None) == (dealt.call == 0)
            if dealt.hand is not None:
                assert dealt.hand.bid == house.bidding.calls[dealt.call]
                standing = after_hand(house.rules, standing, dealt.hand)
            dealer = (dealer + 1) % 4
        assert standing.over
        assert standing == game.standing
        assert game.a_wins == float(standing.winners == (game.table,))


def test_everybody_bids_to_the_score_of_the_moment(house, chances, played):
    """Each call again, alone: `natural` for the chance to win from the score, `zh` for nothing."""
    weights = {NATURAL: first_weights(), ZH: first_weights()}
    dealt = house.deals(1, 0, 12 * MOST_DEALS).reshape(12, MOST_DEALS, -1)
    for game in played[::5]:
        standing = start(house.rules)
        styles = [NATURAL if seat % 2 == game.table else ZH for seat in range(4)]
        for hand in game.record:
            side = side_of(house.rules, hand.dealer)
            after = chances.after(*standing.scores, side == 0)
            sides = game_stakes(house.points, after)
            stakes = [
                sides[seat % 2] if style is NATURAL else house.points for seat, style in enumerate(styles)
            ]
            bidders = seated(house, styles, [weights[style] for style in styles], stakes)
            cards = dealt[game.pair, hand.deal][None]
            ((call, seat),), _ = house.auctions(bidders, np.array([hand.dealer]), cards)
            assert call == hand.call
            if hand.hand is not None:
                assert seat == hand.hand.contractor
                standing = after_hand(house.rules, standing, hand.hand)


def test_both_tables_get_the_same_cards_and_luck(house, chances):
    """The same contract on the same deal ends with the same tricks at both tables."""
    seen, compared = {}, 0
    blocks = played_games(house, TRICK_BOT, load_style("mcg46"), pairs=12, equity=chances)
    for game in (game for block in blocks for game in block):
        for dealt in game.record:
            if dealt.hand is not None:
                key = game.pair, dealt.deal, dealt.call, dealt.hand.contractor
                tricks = seen.setdefault(key, dealt.hand.tricks)
                compared += tricks is not dealt.hand.tricks
                assert tricks == dealt.hand.tricks
    assert compared > 3


def test_what_games_say_is_counted_from_them(house, chances, played):
    answer = games(house, NATURAL, ZH, pairs=12, equity=chances)
    assert answer.games == len(played) == 24
    assert answer.won.mean == pytest.approx(np.mean([game.a_wins for game in played]))
    assert answer.hands == np.mean([len([d for d in game.record if d.hand]) for game in played])
    ends = [ending_of(house, game) for game in played]
    assert dict(answer.endings) == {name: ends.count(name) / 24 for name, _ in answer.endings}
    for game in played:
        by_floor = min(game.standing.scores) <= -500
        assert (ending_of(house, game) == "floor") == by_floor
        if not by_floor:
            assert game.standing.scores[game.standing.winners[0]] >= 500


def test_more_pairs_begin_with_the_same_ones(house, chances, played):
    few = [game for block in played_games(house, NATURAL, ZH, pairs=3, equity=chances) for game in block]
    assert [game.record for game in few] == [game.record for game in played[:6]]


def test_cards_that_nobody_bids_are_dealt_again_by_the_same_dealer():
    house = house_with(auction__all_pass="redeal_same")
    chances = equity(house.rules, results=crude_hands(house.rules, 1))
    thrown_in = 0
    for block in played_games(house, ZH, ZH, pairs=10, equity=chances):
        for game in block:
            for before, after in zip(game.record, game.record[1:], strict=False):
                thrown_in += before.hand is None
                assert (after.dealer - before.dealer) % 4 == (0 if before.hand is None else 1)
            assert game.standing.hands == sum(dealt.hand is not None for dealt in game.record)
    assert thrown_in > 5


def test_cards_that_nobody_bids_may_be_played_at_no_trump():
    house = house_with(auction__all_pass="play_no_trump", match__must_win_on_contract="false")
    chances = equity(house.rules, results=crude_hands(house.rules, 1))
    found = []
    for block in played_games(house, ZH, ZH, pairs=10, equity=chances):
        for game in block:
            assert all(dealt.hand is not None for dealt in game.record)
            found += [dealt.hand for dealt in game.record if dealt.call == 0]
    assert len(found) > 5
    assert all(hand.bid is None and sum(hand.tricks) == 10 for hand in found)
    assert len({hand.tricks for hand in found}) > 1


def test_games_that_never_end_count_half(house, chances, monkeypatch):
    monkeypatch.setattr("fivehundred_sim.study.bidding.games.MOST_DEALS", 1)
    answer = games(house, ZH, PATRICK, pairs=5, equity=chances)
    unfinished = dict(answer.endings)["unfinished"]
    assert unfinished >= 0.8
    assert abs(answer.won.mean - 0.5) <= (1 - unfinished) / 2


def test_a_game_of_a_number_of_hands_has_points_alone():
    house = house_with(match__hands="10")
    answer = match(house, ZH, PATRICK, deals=20, pairs=3)
    assert answer.games is None
    assert answer.why_no_games.startswith(
        "No whole games: the chance to win is computed for games to a target"
    )
    assert answer.points.mean != 0
    with pytest.raises(QuestionError, match="not of 10 hands"):
        games(house, ZH, PATRICK, pairs=3)


def test_tricks_are_drawn_as_likely_as_they_are():
    shares = np.zeros((1000, 11))
    shares[:, 3], shares[:, 7], shares[:, 8] = 0.2, 0.5, 0.3
    tricks = drawn(shares, (np.arange(1000) + 0.5) / 1000)
    assert np.bincount(tricks, minlength=11).tolist() == [0, 0, 0, 200, 0, 0, 0, 500, 300, 0, 0]
    # At the very ends, too, only what can happen.
    assert drawn(shares[:2], np.array([0.0, 1.0])).tolist() == [3, 8]


def test_what_is_at_stake_is_the_others_loss(house, chances):
    ours, theirs = game_stakes(house.points, chances.after(300, -100, False))
    np.testing.assert_allclose(theirs.results, 1 - ours.results[::-1])
    assert theirs.nobody == pytest.approx(1 - ours.nobody)
    assert ours.nobody == pytest.approx(chances.win(300, -100, True))  # the deal passes to us
    assert 0 < ours.point == theirs.point < 0.01


# --- the league ---------------------------------------------------------------------------------------------


def test_a_league_adds_up(house):
    styles = (PATRICK, ZH, NATURAL, TRICK_BOT)
    answer = league(house, styles, deals=300)
    means = [place.points.mean for place in answer.places]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(0, abs=1e-9)
    assert answer.places[0].style is NATURAL
    for i, place in enumerate(answer.places):
        others = [j for j in range(4) if j != i]
        assert place.points.mean == pytest.approx(np.mean([answer.pairs[i, j].mean for j in others]))
        assert all(answer.pairs[i, j] == turned(answer.pairs[j, i]) for j in others)
        assert place.wins == sum(answer.pairs[i, j].low > 0 for j in others)
        assert place.losses == sum(answer.pairs[i, j].high < 0 for j in others)
        assert place.wins + place.losses + place.close == 3
    direct = match(house, NATURAL, ZH, deals=300)
    place = {each.style: number for number, each in enumerate(answer.places)}
    assert answer.pairs[place[NATURAL], place[ZH]] == direct.points
    assert len(answer.records()) == 4 * 4
    assert len(answer.to_json_dict()["pairs"]) == 6


def test_a_league_needs_styles_of_different_names(house):
    with pytest.raises(QuestionError, match="two styles or more"):
        league(house, [ZH])
    with pytest.raises(QuestionError, match="several are called zh"):
        league(house, [ZH, NATURAL, ZH.model_copy(update={"margin": 5.0})])
