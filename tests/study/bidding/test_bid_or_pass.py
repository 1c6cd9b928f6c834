"""What to call now: hands whose answer is known, scores that change it, what is too close, or refused."""

import pytest
from auctions import australian

from fivehundred_sim.cards import BidError, CardError, format_bid
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study.bidding.auction_question import AuctionQuestion
from fivehundred_sim.study.bidding.bid_or_pass import bid_or_pass
from fivehundred_sim.study.bidding.equity_store import equity_of
from fivehundred_sim.study.bidding.situation import situation_of
from fivehundred_sim.study.bidding.styles import manners_of
from fivehundred_sim.study.question import QuestionError

TEN = "JK JH JD AH KH QH 10H 9H AS AC"  # ten sure tricks in hearts
NOTHING = "QH 9H KD 9D 8D QC 9C 8C KS 8S"  # no ace, no jack, and not low enough for misère
FAIR = "JK JD KH 9H 5H AS 8S 7C 6C 5D"  # worth seven hearts, and eight at times
DEALS = 400


@pytest.fixture(scope="session")
def equity():
    """The chances to win under australian rules, from a few hands: enough to know what decides a game."""
    return equity_of(australian().rules, house=australian(), deals=400)


def answer(hand, auction="", scores=None, equity=None, **more):
    house = australian()
    situation = situation_of(hand, house.rules, house.bidding, auction, scores=scores)
    options = {"deals": DEALS, "most_drawn": 40_000, "jobs": 2, **more}
    return bid_or_pass(house, situation, manners_of(None, None, None), equity=equity, **options)


@pytest.mark.parametrize("scores", [None, (0, 0), (0, 460)])
def test_ten_sure_tricks_bid_ten_where_ten_wins_the_game(scores, equity):
    found = answer(TEN, "", scores, equity)
    assert found.best.call == "10H"
    assert found.best.mean_points == 500
    assert found.best.p_made == 1
    assert found.best.p_win == (None if scores is None else 1)
    assert found.row("9H").mean_points < 500


@pytest.mark.parametrize(("scores", "call"), [((400, 0), "6H"), ((300, 300), "6H"), ((200, 300), "8H")])
def test_the_least_that_wins_is_enough_where_less_wins(scores, call, equity):
    """Nobody is left to overcall it. Ten tricks count 250 at least, so from 300 even a six wins the game."""
    found = answer(TEN, "P P P", scores, equity)
    assert found.best.call == call
    assert found.best.p_win == pytest.approx(1)
    assert found.row("10H").p_win == pytest.approx(1)
    assert {call, "8H", "9H", "10H"} <= set(found.close)


@pytest.mark.parametrize("scores", [None, (0, 0)])
@pytest.mark.parametrize("auction", ["P 8C", "7H"])
def test_nothing_passes(auction, scores, equity):
    found = answer(NOTHING, auction, scores, equity)
    assert found.best.call == "P"
    assert found.close == ("P",)
    assert found.best.p_ours < 0.4


def alone(house, equity, found, call, seat=2, dealer=3):
    """Return the chance to win with a contract of ours, from the table and how often it is made alone."""
    ours = side_of(house.rules, dealer) == side_of(house.rules, seat)
    place = [format_bid(bid) for bid in house.bidding.calls].index(call)
    level, made = int(call[0]), found.row(call).p_alone
    after = equity.after(*found.scores, ours)[0, place]
    return made * after[level] + (1 - made) * after[level - 1]


def test_a_borderline_verdict_changes_with_the_score(equity):
    """Eight hearts would win the game from 220, seven would not: so says the table, and so the answer."""
    house, verdicts = australian(), {}
    for scores in ((0, 0), (220, 340)):
        found = answer(FAIR, "P 7S", scores, equity, asked="8H")
        verdicts[scores] = found.asked
        more_by_table = alone(house, equity, found, "8H") - alone(house, equity, found, "7H")
        assert (found.row("8H").p_win > found.row("7H").p_win) == (more_by_table > 0)
        assert abs(more_by_table) > 0.03
    assert verdicts == {(0, 0): ("8H", "no"), (220, 340): ("8H", "yes")}
    after = equity.after(220, 340, False)
    places = [format_bid(bid) for bid in house.bidding.calls]
    assert after[0, places.index("8H"), 8] == 1
    assert after[0, places.index("7H"), 7] < 0.7


def test_what_the_points_say_may_differ_from_what_wins(equity):
    found = answer(FAIR, "P 7S", (220, 340), equity)
    assert found.best.call == "8H"
    assert found.best_by_points.call != "8H"
    assert found.best_by_points.mean_points > found.best.mean_points
    assert found.about()["ranked_by"] == "p_win"


def test_calls_that_cannot_be_told_apart_are_close():
    found = answer(FAIR, asked="6S", deals=30)
    sound = [row.call for row in found.rows if row.diff_high >= 0 and not row.bluff]
    doubtful = [row.call for row in found.rows if row.diff_high >= 0 and row.bluff and row.p_alone > 0.3]
    assert set(sound) <= set(found.close) <= {*sound, *doubtful}
    assert len(found.close) > 1
    assert found.close[0] == found.best.call
    for row in found.rows:
        told = answer_verdict(found, row.call)
        assert told == ("close" if row.call in found.close else "no")


def answer_verdict(found, call):
    """Return the verdict on a call, asked about on the same few deals."""
    return answer(FAIR, asked=call, deals=30).asked[1]


def test_a_call_alone_at_the_top_is_a_yes():
    found = answer(TEN, asked="10H", deals=60)
    assert found.asked == ("10H", "yes")
    assert answer(TEN, asked="P", deals=60).asked == ("P", "no")


def test_the_same_question_has_the_same_answer_whatever_the_threads():
    one, other = (answer(FAIR, "P 7S", jobs=jobs, deals=100) for jobs in (1, 3))
    assert one == other
    assert answer(FAIR, "P 7S", deals=100, seed=2) != one


@pytest.mark.parametrize(
    ("question", "error", "said"),
    [
        (AuctionQuestion("P", seat=0), QuestionError, 'seat 0 is not on turn after "P": seat 1 is'),
        (AuctionQuestion("7S P P P"), QuestionError, "it is over"),
        (AuctionQuestion("7S 6H"), BidError, "auction, call 2"),
        (AuctionQuestion("P", dealer=4), QuestionError, "dealer 4"),
    ],
)
def test_questions_that_cannot_be_asked(question, error, said):
    house = australian()
    with pytest.raises(error, match=said):
        situation_of(
            *(FAIR, house.rules, house.bidding, question.auction), dealer=question.dealer, seat=question.seat
        )


def test_more_that_is_refused():
    house = australian()
    with pytest.raises(CardError):
        situation_of("JK JK AH KH QH 10H 9H AS AC 5D", house.rules, house.bidding)
    three = load_rules("australian", {"table.players": 3, "table.sides": "alone"})
    with pytest.raises(QuestionError, match="expected a game of two sides, not of 3"):
        situation_of("JK JD KH 9H 8H AS 8S 7C 9C 9D", three, house.bidding, "", scores=(0, 0))
    with pytest.raises(BidError, match='"6S" cannot be called now'):
        answer(FAIR, "P 7S", asked="6S", deals=20)
    with pytest.raises(QuestionError, match="two sides"):
        equity_of(three, deals=10)
