"""`solve`: the plumbing around the solvers, held against plain minimax over the referee on small deals."""

import csv
import random
from pathlib import Path

import pytest
from open_minimax import minimax

from fivehundred_sim import load_rules
from fivehundred_sim.cards import Bid, BidError, CardError, Deal, format_deal, parse_deal
from fivehundred_sim.game import Play
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.solve import (
    NO_SUIT,
    Question,
    SolvedContract,
    SolvedDeal,
    SolveError,
    Start,
    resolve_question,
    solve,
    solve_many,
)

RULES = load_rules("australian")
PACK = pack(RULES)
SOLVED_DEALS = Path(__file__).parents[1] / "data" / "double_dummy_4p43.csv"


def random_deal(rng: random.Random, k: int, cards: tuple[int, ...] = PACK) -> Deal:
    dealt = rng.sample(cards, 4 * k)
    return Deal(tuple(tuple(dealt[k * seat : k * seat + k]) for seat in range(4)), ())


def naive(deal, bid, contractor, rules=RULES, nominate=None, **start):
    """The value by minimax; `nominate` as in Start, None for the contractor's best."""
    free = nominate is None and not start.get("led") and start.get("leader") in (None, contractor)
    joker_free = free and bid.denomination >= 4 and 64 in deal.hands[contractor]
    choices = [nominate if nominate not in (None, NO_SUIT) else None]
    if joker_free and rules.joker.nominate != "none":
        choices = [None, 0, 1, 2, 3]
    values = [minimax(Play(rules, deal.hands, bid, contractor, nominate=suit, **start)) for suit in choices]
    return min(values) if bid.is_misere else max(values)


def test_certain_endings():
    everything = solve("JK AH | 5S 6S | KH QH | 7S 8S")
    assert everything.tricks == {
        "S": (1, 1, 1, 1),
        "C": (2, 0, 2, 0),
        "D": (2, 0, 2, 0),
        "H": (2, 0, 2, 0),
        "NT": (2, 0, 2, 0),
    }
    # Seat 2 has the highest cards of every suit led, seat 0 the joker; the two others can lose both tricks.
    assert everything.misere == (False, True, False, True)


def test_the_contractor_leads_and_the_last_card_takes_the_last_trick():
    assert solve("5S | 6S | 7S | 8S").tricks["H"] == (0, 1, 0, 1)
    assert solve("5S | 6H | 7S | 8S", "6H", 0).tricks == 0
    # Whoever leads an ace that nobody can follow takes a trick without trumps.
    assert solve("5S | 6C | 7D | 8H").tricks["NT"] == (1, 1, 1, 1)


@pytest.mark.parametrize("denomination", range(7), ids=["S", "C", "D", "H", "NT", "M", "OM"])
def test_small_deals_equal_minimax_over_the_referee(denomination):
    rng = random.Random(500 + denomination)
    bid = Bid(0 if denomination > 4 else 6, denomination)
    cards = tuple(card for card in PACK if card % 16 > 8)  # few ranks, so that suits and the joker matter
    for _ in range(40):
        deal, contractor = random_deal(rng, rng.choice((1, 2, 2, 3)), cards), rng.randrange(4)
        assert solve(deal, bid, contractor).tricks == naive(deal, bid, contractor), (
            format_deal(deal),
            contractor,
        )


@pytest.mark.parametrize(
    "overrides",
    [
        {"joker.set": "pagat_noprenom"},
        {"joker.lead": "any_suit"},
        {"joker.lead": "last_trick_only"},
        {"joker.misere_forced": False, "joker.nominate": "none"},
    ],
    ids=str,
)
@pytest.mark.parametrize("bid", [Bid(6, 4), Bid(0, 5)], ids=str)
def test_house_rules_of_the_joker_reach_the_solver(overrides, bid):
    rules = load_rules("australian", overrides)
    rng = random.Random(7)
    for _ in range(25):
        deal, contractor = random_deal(rng, 2, (*rng.sample(PACK[:-1], 7), 64)), rng.randrange(4)
        assert solve(deal, bid, contractor, rules=rules).tricks == naive(deal, bid, contractor, rules)


@pytest.mark.parametrize("bid", [Bid(6, 2), Bid(6, 4), Bid(0, 5)], ids=str)
def test_other_starts_equal_minimax_over_the_referee(bid):
    rng = random.Random(11)
    for _ in range(40):
        deal, contractor = random_deal(rng, 2, (*rng.sample(PACK[:-1], 7), 64)), rng.randrange(4)
        seats = [seat for seat in range(4) if not (bid.is_misere and seat == (contractor + 2) % 4)]
        leader, led = rng.choice(seats), tuple(rng.sample(range(4), rng.randrange(5)))
        holds = bid.denomination > 3 and 64 in deal.hands[contractor]
        nominate = rng.choice([None, NO_SUIT, *(range(4) if holds else ())])
        answer = solve(deal, bid, contractor, start=Start(leader, led, nominate))
        assert answer.tricks == naive(deal, bid, contractor, nominate=nominate, leader=leader, led=led)
        if nominate is not None:
            assert answer.nominate == (None if nominate == NO_SUIT else nominate)


def test_the_time_to_nominate_is_over_once_the_play_has_begun():
    # A joker named as a heart goes away on the second spade; without a suit it would have to take a trick.
    deal = "JK 5S | 6S 7S | 8S 9S | 10S JS"
    assert solve(deal, "M", 0).nominate is not None
    assert solve(deal, "M", 0, start=Start(led=(0,))).nominate is None
    assert solve(deal, "M", 0, start=Start(leader=1)).nominate is None


def test_lines_of_play_are_legal_and_come_to_the_value():
    rng = random.Random(3)
    for k in (1, 3, 5, 10):
        for bid in (Bid(7, 3), Bid(7, 4), Bid(0, 5)):
            deal, contractor = random_deal(rng, k), rng.randrange(4)
            answer = solve(deal, bid, contractor)
            play = Play(RULES, deal.hands, bid, contractor, nominate=answer.nominate)
            for seat, word in answer.line:
                assert play.turn == seat
                play.play(word)
            if bid.is_misere:
                assert (play.contractor_tricks > 0) == (not answer.makes) == bool(answer.tricks)
                assert play.over or play.contractor_tricks == 1
            else:
                assert play.over
                assert play.contractor_tricks == answer.tricks
                assert answer.makes == (answer.tricks >= bid.level)


def test_full_deals_equal_an_outside_solver():
    with SOLVED_DEALS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[::25]
    questions = [
        resolve_question(row["deal"], row["contract"], int(row["declarer"]), rules=RULES) for row in rows
    ]
    answers = list(solve_many(questions, rules=RULES))
    assert [answer.tricks for answer in answers] == [int(row["tricks"]) for row in rows]
    assert len({row["contract"] for row in rows}) > 3


def test_four_contractors_on_one_table_are_worth_what_each_is_alone():
    rng = random.Random(21)
    for k in (3, 6, 10):
        deal = random_deal(rng, k)
        everything = solve(deal)
        for denomination, name in enumerate(("S", "C", "D", "H", "NT")):
            alone = [solve(deal, Bid(10, denomination), seat, line=False).tricks for seat in range(4)]
            assert list(everything.tricks[name]) == alone


def test_many_answers_come_in_order_whatever_the_jobs():
    rng = random.Random(9)
    questions = [random_deal(rng, 4) for _ in range(12)]
    questions += [Question(deal, Bid(6, seat), seat) for seat, deal in enumerate(questions[:4])]
    seen = []
    one = list(
        solve_many(questions, rules=RULES, jobs=1, progress=lambda done, total: seen.append((done, total)))
    )
    assert list(solve_many(questions, rules=RULES, jobs=3)) == one
    assert seen == [(done, 16) for done in range(1, 17)]
    assert [answer.deal for answer in one] == [*questions[:12], *questions[:4]]
    assert [type(answer) for answer in one] == [SolvedDeal] * 12 + [SolvedContract] * 4
    assert one[12].tricks == one[0].tricks["S"][0]


def test_json_has_the_promised_fields():
    deal = "JK AH | 5S 6S | KH QH | 7S 8S | 4D"
    one = solve(deal, "6H", 0).to_json_dict()
    assert one["schema"] == "fivehundred.solve/1"
    assert (one["deal"], one["contract"], one["declarer"], one["leader"]) == (deal, "6H", 0, 0)
    assert (one["tricks"], one["makes"], one["nominate"]) == (2, False, None)
    assert (len(one["line"]), one["line_seats"][0]) == (8, 0)
    everything = solve(deal).to_json_dict()
    assert list(everything["tricks"]) == ["S", "C", "D", "H", "NT"]
    assert everything["misere"] == [False, True, False, True]
    assert set(everything["rules"]) == {"name", "hash"}


def test_a_deal_may_be_given_as_codes():
    deal = parse_deal("JK AH | 5S 6S | KH QH | 7S 8S")
    assert solve(deal) == solve(format_deal(deal, sort=False))


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("5S | 6S | 7S | 8S", "6H", None), SolveError, "belong together"),
        (("5S | 6S | 7S | 8S", None, 1), SolveError, "belong together"),
        (("5S | 6S | 7S | 8S", "6H", 4), SolveError, "declarer 4"),
        (("5S | 6S | 7S | 8S", "P", 0), BidError, '"P"'),
        (("5S | 6S | 7S | 4S", "6H", 0), CardError, "4S"),
        ((Deal(((0,), (1,), (2,), (3,)), ()),), CardError, "2S"),
    ],
)
def test_faulty_questions_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        solve(*arguments)


@pytest.mark.parametrize(
    ("bid", "start", "words"),
    [
        ("6H", Start(leader=7), "leader 7"),
        ("M", Start(leader=2), "partner"),
        ("6H", Start(nominate=2), "nominate D"),
        ("6NT", Start(nominate=4), "nominate 4"),
    ],
)
def test_faulty_starts_are_refused(bid, start, words):
    with pytest.raises(SolveError, match=words):
        solve("JK 5S | 6S 7S | 8S 9S | 10S JS", bid, 0, start=start)
    with pytest.raises(SolveError, match="needs a contract"):
        solve("JK 5S | 6S 7S | 8S 9S | 10S JS", start=start)
