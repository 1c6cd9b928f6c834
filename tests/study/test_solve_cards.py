"""Every legal card of a play that stands anywhere, held against plain minimax over the referee."""

import random

import pytest
from open_minimax import after, minimax, small_deal
from test_solve_tables import HOUSES

from fivehundred_sim import Match, load_rules, solve, solve_cards
from fivehundred_sim.cards import JOKER, Bid, CardError, Deal, format_deal, parse_deal
from fivehundred_sim.game import Play, PlayError
from fivehundred_sim.game.moves import format_move
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import playing_seats
from fivehundred_sim.study.solve import SolveError, Start, resolve_question, solve_many

MISERE = Bid(0, 5)
DEAL = "JK AH | 5S 6S | KH QH | 7S 8S"


def given_suits(rng, rules, deal, bid, contractor):
    """A nomination at random among those that the rules allow, as `Play` takes it."""
    low = bid.is_misere and rules.joker.misere_rank == "low"
    if bid.denomination < 4 or rules.joker.nominate == "none" or low:
        return None
    optional = rules.joker.nominate == "contractor_optional"
    if optional and rng.random() < 0.5:
        return None
    may = (contractor,) if optional else playing_seats(rules, bid, contractor)
    chosen = {}
    for seat in may:
        chosen |= dict.fromkeys((card for card in deal.hands[seat] if card >= JOKER), rng.randrange(4))
    return chosen or None


def some_play(rng, rules, bid, most=9):
    """A play that stands before a choice with at most so many cards left, most often inside a trick."""
    while True:
        seats = playing_seats(rules, bid, 0)
        deal = small_deal(rng, rules, 2 + most // len(seats), ranks=13)
        contractor = rng.randrange(rules.table.players)
        play = begun(rng, rules, deal, bid, contractor)
        left = rng.randint(len(seats) + 1, most)
        while sum(len(play.hands[seat]) for seat in playing_seats(rules, bid, contractor)) > left:
            play.play(rng.choice(play.moves()))
        if len(play.moves()) > 1 and not (bid.is_misere and play.contractor_tricks):
            return play


def begun(rng, rules, deal, bid, contractor):
    """A play with its first lead, nominations and a five-handed partner at random."""
    partner = None
    if rules.table.sides == "call_card" and not bid.is_misere and rng.random() < 0.7:
        partner = (contractor + rng.randrange(1, 5)) % 5
        rules = load_rules(rules.name, {"table.sides": "name_player"})
    return Play(
        rules,
        deal.hands,
        bid,
        contractor,
        nominate=given_suits(rng, rules, deal, bid, contractor),
        leader=rng.choice(playing_seats(rules, bid, contractor)),
        led=rng.sample(range(4), rng.choice([0, 0, 1, 2])),
        partner=partner,
    )


def assert_scores_are_those_of_minimax(play):
    legal, before = play.legal(), play.history
    scores = solve_cards(play)
    assert (play.history, play.legal()) == (before, legal)
    assert sorted(score.card for score in scores) == sorted(legal)
    values = {format_move(move, pack(play.rules)): minimax(after(play, move)) for move in play.moves()}
    assert {score.card: score.tricks for score in scores} == values, (play.hands, play.trick, play.history)
    ours = (play.turn in play.side) != play.bid.is_misere
    best = max(values.values()) if ours else min(values.values())
    for score in scores:
        assert score.cost == abs(score.tricks - best)
        wanted = 0 if play.bid.is_misere else play.bid.level
        assert score.makes == (score.tricks == 0 if play.bid.is_misere else score.tricks >= wanted)
    assert [score.cost for score in scores] == sorted(score.cost for score in scores)
    return len(set(values.values())) > 1


def check(name, number, seed):
    preset, overrides, _ = HOUSES[name]
    rules = load_rules(preset, {"auction.minimum_level": 6, "auction.inkles": False} | overrides)
    rng = random.Random(f"{name}{seed}")
    mattered = 0
    for _ in range(number):
        for bid in (Bid(6, rng.randrange(4)), Bid(6, 4), MISERE):
            mattered += assert_scores_are_those_of_minimax(some_play(rng, rules, bid))
    return mattered


@pytest.mark.parametrize("name", HOUSES)
def test_every_card_equals_minimax_over_the_referee(name):
    assert check(name, 12, 0) > 2


@pytest.mark.long
@pytest.mark.parametrize("name", HOUSES)
def test_many_cards_equal_minimax_over_the_referee(name):
    assert check(name, 200, 1) > 50


@pytest.mark.parametrize("lead", ["any_suit", "unled_suit", "last_trick_only"])
def test_the_fast_solvers_know_the_joker_inside_a_trick(lead):
    rules = load_rules("australian", {"joker.lead": lead})
    rng, mattered, named = random.Random(lead), 0, 0
    for _ in range(250):
        play = some_play(rng, rules, rng.choice([Bid(6, 4), MISERE, Bid(6, 3)]))
        mattered += assert_scores_are_those_of_minimax(play)
        named += any("=" in word for word in play.legal())
    assert mattered > 30
    assert named or lead == "last_trick_only"


def test_cards_are_ranked_for_the_seat_on_turn():
    # Seat 1 can still stop the king of hearts, if he keeps his ace for it and lets the joker have the queen.
    play = Play("australian", parse_deal("JK KH | AH 5S | 5C 6C | 7C 8C"), "6NT", 0, led="SCD")
    assert [(score.card, score.tricks, score.cost) for score in solve_cards(play)] == [
        ("JK=H", 2, 0),
        ("KH", 1, 1),
    ]
    play.play("KH")
    assert [(score.card, score.tricks, score.cost) for score in solve_cards(play)] == [("AH", 1, 0)]
    # A defender wants the fewest tricks for the others: he throws the spade, not the ace.
    play = Play("australian", parse_deal("5D KH | AH 5S | 5C 6C | 7C 8C"), "6NT", 0)
    play.play("5D")
    assert [(score.card, score.tricks, score.cost) for score in solve_cards(play)] == [
        ("5S", 1, 0),
        ("AH", 2, 1),
    ]
    # In misère a card that gives it away costs one, and none costs anything once it is lost.
    play = Play("australian", parse_deal("5S AH | 6S 7S | 5C 6C | 5D 8S"), "M", 0)
    assert [(score.card, score.makes, score.cost) for score in solve_cards(play)] == [
        ("5S", True, 0),
        ("AH", False, 1),
    ]
    for word in ("AH", "6S", "5D"):
        play.play(word)
    assert [(score.card, score.makes, score.cost) for score in solve_cards(play)] == [("5S", False, 0)]


def test_a_whole_deal_agrees_with_its_value_card_after_card():
    rng = random.Random(5)
    rules = load_rules("australian")
    cards = rng.sample(pack(rules), 40)
    hands = tuple(tuple(cards[10 * seat : 10 * seat + 10]) for seat in range(4))
    for bid in (Bid(7, 2), Bid(7, 4), MISERE):
        play = Play(rules, hands, bid, 1)
        expected = solve(Deal(hands, ()), bid, 1, start=Start(nominate=-1), line=False).tricks
        while not play.over and not (bid.is_misere and play.contractor_tricks):
            best = solve_cards(play)[0]
            assert (best.tricks, best.cost) == (expected, 0)
            play.play(best.card)


def test_cards_played_may_be_in_the_hands_or_on_the_table():
    whole = solve(DEAL, "6H", 0, start=Start(played="AH 5S KH"), all_cards=True)
    lacking = solve("JK | 6S | QH | 7S 8S", "6H", 0, start=Start(played="AH 5S KH"), all_cards=True)
    assert whole.to_json_dict() | {"deal": ""} == lacking.to_json_dict() | {"deal": ""}
    assert lacking.to_json_dict()["deal"] == "JK AH | 6S 5S | QH KH | 7S 8S"
    assert (whole.turn, [score.card for score in whole.cards]) == (3, ["8S", "7S"])
    assert whole.played == ((0, "AH"), (1, "5S"), (2, "KH"))
    assert whole.tricks == 2
    # The line goes on from there.
    assert [seat for seat, _ in whole.line] == [3, 0, 1, 2, 3]
    again = solve(DEAL, "6H", 0, start=Start(played=("AH", "5S", "KH")), all_cards=True)
    assert again == whole


def test_tricks_of_the_past_count():
    start = Start(played="AH 5S KH 7S JK 6S QH")
    answer = solve(DEAL, "6H", 0, start=start, all_cards=True)
    assert (answer.tricks, answer.turn, len(answer.line)) == (2, 3, 1)
    over = solve(DEAL, "6H", 0, start=start._replace(played=start.played + " 8S"))
    assert (over.tricks, over.line) == (2, ())
    with pytest.raises(SolveError, match="every card has been played"):
        solve(DEAL, "6H", 0, start=start._replace(played=start.played + " 8S"), all_cards=True)


def test_what_was_played_and_renounced_decides_what_may_be_played():
    # By Hoyle of 1909 a joker may not be played to a suit that its holder has renounced before.
    rules = load_rules("hoyle-1909", {"misere.when": "anytime"})
    deal = "AS KS QS | JK 7C 8C | 9S JS 7D"
    answer = solve(deal, "6NT", 0, rules=rules, start=Start(played="AS 7C 9S KS"), all_cards=True)
    play = Play(rules, parse_deal(deal, pack(rules), 3), "6NT", 0)
    for word in ["AS", "7C", "9S", "KS"]:
        play.play(word)
    assert answer.cards == solve_cards(play)
    assert_scores_are_those_of_minimax(play)


def test_who_must_nominate_did_so_in_a_way_that_fits_the_cards_played():
    rules = load_rules("australian", {"joker.nominate": "holder_mandatory"})
    # The joker was thrown on a spade, so it was no spade.
    deal = "AS KS | JK 5S | 7S 8S | 9S 10S"
    answer = solve(deal, "6NT", 0, rules=rules, start=Start(played="AS 5S"))
    assert answer.nominations
    with pytest.raises(PlayError, match="card 2 of those played"):
        solve("AS KS | JK 5S | 7S 8S | 9S 10S", "6NT", 0, rules=rules, start=Start(played="AS 5H"))


@pytest.mark.parametrize(
    ("deal", "played", "error", "words"),
    [
        (DEAL, "AH 9S", PlayError, "card 2 of those played"),
        (DEAL, "AH 5S 5S", PlayError, "card 3"),
        (DEAL, "AH XX", PlayError, '"XX"'),
        (DEAL, "KH", PlayError, "seat 0 does not hold it"),
        ("JK | 6S | KH QH | 7S 8S", "AH", CardError, "2, 1, 2 and 2"),
        ("JK AH | 5S 5S | KH QH | 7S 8S", "AH", CardError, "5S"),
    ],
)
def test_faulty_records_are_refused(deal, played, error, words):
    with pytest.raises(error, match=words):
        resolve_question(deal, "6H", 0, Start(played=played), rules=load_rules("australian"))


def test_every_card_needs_a_contract_and_a_play():
    with pytest.raises(SolveError, match="contract and declarer"):
        solve(DEAL, all_cards=True)
    rules = load_rules("gamerules", {"auction.all_pass": "play_no_trump"})
    with pytest.raises(SolveError, match="without a contract"):
        solve_cards(Play(rules, parse_deal(DEAL), None, None))
    over = Play("australian", parse_deal("5S | 6S | 7S | 8S"), "6H", 0)
    for word in ("5S", "6S", "7S", "8S"):
        over.play(word)
    with pytest.raises(SolveError, match="over"):
        solve_cards(over)
    with pytest.raises(SolveError, match="Match"):
        solve_cards(Match("australian", seed=1))


def test_many_questions_with_every_card_scored():
    rules = load_rules("australian")
    questions = [
        resolve_question(DEAL, "6H", 0, Start(played="AH 5S"), rules=rules),
        resolve_question(DEAL, "M", 1, None, rules=rules),
    ]
    first, second = solve_many(questions, rules=rules, all_cards=True, jobs=2)
    assert [score.card for score in first.cards] == ["KH", "QH"]
    assert {score.makes for score in second.cards} == {True}
    assert first.to_json_dict()["cards"][0] == {"card": "KH", "tricks": 2, "makes": False, "cost": 0}
    assert format_deal(first.deal) == format_deal(parse_deal(DEAL))
