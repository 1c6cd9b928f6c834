"""`solve` at every table and under every rule, held against plain minimax over the referee on small deals."""

import random

import pytest
from open_minimax import minimax, small_deal

from fivehundred_sim import load_rules
from fivehundred_sim.cards import Bid, CardError, format_deal
from fivehundred_sim.game import Play, PlayError
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import contractor_side, playing_seats
from fivehundred_sim.study.question import QuestionError
from fivehundred_sim.study.solve import SolveError, Start, resolve_question, solve, solve_many

MISERE, DOUBLE_MISERE = Bid(0, 5), Bid(0, 8)
HOUSES = {
    "two, a dead hand": ("two-handed", {"misere.when": "anytime"}, 4),
    "three": ("howstuffworks", {"misere.when": "anytime"}, 3),
    "three, a joker that renounces": ("hoyle-1909", {"misere.when": "anytime"}, 3),
    "four, New Zealand": ("new-zealand", {}, 2),
    "four, two jokers": ("quebec", {"misere.when": "anytime"}, 2),
    "four, floating fours": ("australian", {"pack.floating_four": True}, 2),
    "four, both hands in misère": ("trickster-australian", {"misere.plays": "both_hands"}, 2),
    "four, a low joker": ("american", {"joker.misere_rank": "low"}, 2),
    "four, any holder nominates": ("australian", {"joker.nominate": "holder_mandatory"}, 2),
    "five": ("five-handed", {}, 2),
    "six, 3v3": ("six-handed", {}, 1),
    "six, pairs": ("six-handed-pairs", {}, 1),
}
every_house = pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)


def naive(rules, deal, bid, contractor, partner=None):
    """The value by minimax over the nominations and the play; nobody exchanges."""
    if partner is not None:
        rules = load_rules(rules.name, {"table.sides": "name_player"})
    side = contractor_side(rules, bid, contractor, partner)

    def value(given, holders):
        if holders:
            seat, *rest = holders
            jokers = [card for card in deal.hands[seat] if card >= 64]
            free = [None] if rules.joker.nominate == "contractor_optional" else []
            values = [
                value(given | ({} if suit is None else dict.fromkeys(jokers, suit)), rest)
                for suit in [*free, 0, 1, 2, 3]
            ]
            return max(values) if (seat in side) != bid.is_misere else min(values)
        start = {"nominate": given or None, "leader": contractor, "partner": partner}
        return minimax(Play(rules, deal.hands, bid, contractor, **start))

    no_choice = bid.denomination < 4 or rules.joker.nominate == "none"
    if no_choice or (bid.is_misere and rules.joker.misere_rank == "low"):
        return value({}, [])
    may = playing_seats(rules, bid, contractor)
    if rules.joker.nominate == "contractor_optional":
        may = (contractor,)
    return value({}, [seat for seat in may if max(deal.hands[seat]) >= 64])


@every_house
@pytest.mark.parametrize("bid", [Bid(6, 1), Bid(6, 3), Bid(6, 4), MISERE], ids=["C", "H", "NT", "M"])
def test_small_deals_equal_minimax_over_the_referee(house, bid):
    preset, overrides, k = house
    rules = load_rules(preset, {"auction.minimum_level": 6, "auction.inkles": False} | overrides)
    rng = random.Random(f"{preset}{overrides}{bid}")
    for _ in range(12):
        deal, contractor = small_deal(rng, rules, k), rng.randrange(rules.table.players)
        found = solve(deal, bid, contractor, rules=rules)
        expected = naive(rules, deal, bid, contractor)
        assert found.tricks == expected, (format_deal(deal, pack(rules)), contractor)
        line = [(seat, word) for seat, word in found.line]
        play = Play(
            rules, deal.hands, bid, contractor, nominate=dict(found.nominations) or None, leader=contractor
        )
        for seat, word in line:
            assert play.turn == seat
            play.play(word)
        assert play.contractor_tricks == expected
        assert play.over or (bid.is_misere and play.contractor_tricks)


@pytest.mark.parametrize("bid", [Bid(6, 2), Bid(6, 4)], ids=["D", "NT"])
def test_a_partner_of_one_hand_plays_with_the_contractor(bid):
    rules = load_rules("five-handed")
    rng = random.Random(8)
    helped = 0
    for _ in range(12):
        deal, contractor = small_deal(rng, rules, 2), rng.randrange(5)
        partner = (contractor + rng.randrange(1, 5)) % 5
        found = solve(deal, bid, contractor, rules=rules, partner=partner)
        assert found.tricks == naive(rules, deal, bid, contractor, partner)
        alone = solve(deal, bid, contractor, rules=rules).tricks
        assert alone <= found.tricks
        helped += alone < found.tricks
        assert (found.to_json_dict()["partner"], len(found.line)) == (partner, 10)
    assert helped


def test_the_holder_of_the_called_card_is_the_partner():
    rules = load_rules("five-handed")
    deal = "AH 2C | KH 3C | QH AS | 10H 4C | 9H 5C"
    called = solve(deal, "6H", 0, rules=rules, called="AS")
    assert called.question.partner == 2
    assert called == solve(deal, "6H", 0, rules=rules, partner=2)
    with pytest.raises(PlayError, match="holds it himself"):
        solve(deal, "6H", 0, rules=rules, called="2C")
    with pytest.raises(SolveError, match="exclude each other"):
        solve(deal, "6H", 0, rules=rules, called="AS", partner=2)
    with pytest.raises(SolveError, match="plays alone"):
        solve(deal, "M", 0, rules=rules, partner=2)


def test_neither_partner_may_take_a_trick_in_a_double_misere():
    rules = load_rules("american", {"double_misere.value": 500})
    rng = random.Random(4)
    outcomes = set()
    for _ in range(15):
        deal, contractor = small_deal(rng, rules, 2), rng.randrange(4)
        found = solve(deal, DOUBLE_MISERE, contractor, rules=rules)
        assert found.tricks == naive(rules, deal, DOUBLE_MISERE, contractor)
        assert found.side == (contractor, (contractor + 2) % 4)
        outcomes.add(found.makes)
    assert outcomes == {True, False}


def test_every_denomination_and_contractor_by_the_number_of_seats():
    rng = random.Random(2)
    for preset, seats, miseres in (("two-handed", 2, 0), ("howstuffworks", 3, 0), ("six-handed", 6, 1)):
        rules = load_rules(preset)
        deal = small_deal(rng, rules, 2)
        everything = solve(deal, rules=rules)
        assert [len(tricks) for tricks in everything.tricks.values()] == [seats] * 5
        assert everything.tricks["H"][1] == solve(deal, "10H", 1, rules=rules).tricks
        answer = everything.to_json_dict()
        assert (answer["misere"] is None) == (miseres == 0)
        assert answer["double_misere"] is None
        assert next(solve_many([resolve_question(deal, None, None, rules=rules)], rules=rules)) == everything
    assert solve("AH | KH | QH | JH | 10H", rules=load_rules("five-handed")).alone
    assert solve(
        "AH | KH | QH | 10H", rules=load_rules("american", {"double_misere.value": 500})
    ).double_misere == (False, True, False, True)


def test_two_jokers_are_called_black_and_red():
    rules = load_rules("quebec")
    answer = solve("BJ 5C | RJ 6C | AS 7C | KS 8C", "8NT", 0, rules=rules).to_json_dict()
    assert answer["deal"].startswith("BJ 5C | RJ 6C")
    assert {"BJ", "RJ"} <= set(answer["line"])
    with pytest.raises(CardError, match="write BJ or RJ"):
        solve("JK | 5C | 6C | 7C", rules=rules)


@pytest.mark.parametrize(
    ("preset", "arguments", "error", "words"),
    [
        ("howstuffworks", ("AS | KS | QS | 10S | 9S",), CardError, "expected 3 hands"),
        ("howstuffworks", ("AS | KS | QS", "6S", 3), SolveError, "seat from 0 to 2"),
        ("howstuffworks", ("AS | KS | QS", "6S", 0, None, 1), SolveError, "table.sides is alone"),
        ("six-handed", ("AS | KS | QS | 10S | 9S | 8S", "M", 0, Start(leader=2)), SolveError, "partners do"),
        ("american", ("AS | KS | QS | 10S", "8NT", 0, Start(nominate=1)), SolveError, "no nomination"),
        ("two-handed-tables", ("AS | KS",), QuestionError, "table piles"),
    ],
    ids=str,
)
def test_faults_speak_of_this_table(preset, arguments, error, words):
    deal, contract, declarer, start, partner = (*arguments, *(None,) * (5 - len(arguments)))
    with pytest.raises(error, match=words):
        solve(deal, contract, declarer, rules=preset, start=start, partner=partner)


def test_a_holder_who_must_nominate_does_so_for_his_own_side():
    # As the highest spade the joker stops the ace; then its holder's heart takes the last trick.
    rules = load_rules("australian", {"joker.nominate": "holder_mandatory"})
    found = solve("AS KS | JK 5H | 7S 8S | 9S 10S", "6NT", 0, rules=rules)
    assert (dict(found.nominations), found.nominate, found.tricks) == ({64: 0}, None, 0)
    assert found.to_json_dict()["nominations"] == {"JK": "S"}
