"""Best contracts and par, held against a plain auction of two sides that know every result."""

import random
from functools import cache

import pytest

from fivehundred_sim import load_rules
from fivehundred_sim.cards import BLIND_MISERE, MISERE, format_bid, parse_bid
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.scoring import hand_points, is_made
from fivehundred_sim.study.par import best_contracts, par
from fivehundred_sim.study.values import solved_strain

AUSTRALIAN = load_rules("australian", {"misere.when": "anytime"})


def random_results(rng, rules):
    """Tricks by strain and seat, partners alike but for a trick now and then."""
    players = rules.table.players
    strains = {solved_strain(bid) for bid in bids(rules)}
    taken = {}
    for strain in strains:
        if strain >= MISERE:
            taken[strain] = tuple(int(rng.random() < 0.8) for _ in range(players))
            continue
        even, odd = rng.randint(2, 9), rng.randint(2, 9)
        taken[strain] = tuple((odd if seat % 2 else even) + (rng.random() < 0.2) for seat in range(players))
    return taken


def playable(rules, taken):
    return [
        bid
        for bid in bids(rules)
        if not bid.sans_kitty and bid.denomination != BLIND_MISERE and solved_strain(bid) in taken
    ]


def auction_value(rules, taken):
    """Points of side 0 when sides call in turn, each as is best for it; two passes end an auction."""
    ladder = playable(rules, taken)

    def outcome(place, side):
        tricks = taken[solved_strain(ladder[place])]
        gains = []
        for seat in range(side, rules.table.players, 2):
            ours, theirs = hand_points(rules, ladder[place], tricks[seat])
            gains.append(ours - theirs)
        return -max(gains) if side else max(gains)

    @cache
    def value(place, holder, turn, passed):
        """`place` of the standing bid (-1: none), who holds it, who calls now, whether one has passed."""
        if place >= 0 and turn == holder:
            return outcome(place, holder)
        ends = (
            [0 if passed else value(place, holder, 1 - turn, True)] if place < 0 else [outcome(place, holder)]
        )
        ends += [value(higher, turn, 1 - turn, False) for higher in range(place + 1, len(ladder))]
        return min(ends) if turn else max(ends)

    return value(-1, None, 0, False)


@pytest.mark.parametrize(
    "rules",
    [
        AUSTRALIAN,
        load_rules("australian", {"scoring.defender_points": "only_if_fails"}),
        load_rules("american"),
        load_rules("six-handed"),
        load_rules("quebec"),
    ],
    ids=lambda rules: rules.name,
)
def test_par_is_what_an_auction_of_full_knowledge_ends_in(rules):
    rng = random.Random(rules.name)
    kinds = set()
    for _ in range(60):
        taken = random_results(rng, rules)
        found = par(rules, taken)
        assert found.points == auction_value(rules, taken)
        kinds.add(found.makes)
        if found.bid is None:
            continue
        bid = parse_bid(found.bid)
        tricks = taken[solved_strain(bid)][found.declarer]
        ours, theirs = hand_points(rules, bid, tricks)
        assert found.points == (ours - theirs) * (-1 if found.declarer % 2 else 1)
        assert found.makes == is_made(bid, tricks)
    assert True in kinds


def results(**tricks):
    """Tricks by denomination as (seats 0 and 2, seats 1 and 3); misère as who makes it."""
    names = {name: strain for strain, name in enumerate("SCDHN")} | {"M": MISERE}
    return {names[name]: (even, odd, even, odd) for name, (even, odd) in tricks.items()}


def test_par_is_the_highest_contract_that_pays():
    # Seats 0 and 2 make 8♥ for 300 less two tricks; a higher contract that fails would cost the others more.
    taken = results(S=(3, 7), C=(4, 5), D=(4, 5), H=(8, 2), N=(4, 6), M=(1, 1))
    assert (par(AUSTRALIAN, taken).bid, par(AUSTRALIAN, taken).points) == ("8H", 280)
    # The others could play 7♠, which is lower than 7♥.
    taken = results(S=(3, 7), C=(4, 5), D=(4, 5), H=(7, 2), N=(4, 6), M=(1, 1))
    assert (par(AUSTRALIAN, taken).bid, par(AUSTRALIAN, taken).points) == ("7H", 200 - 30)
    # Open misère is higher than 6♠ and everything that makes.
    taken = results(S=(6, 4), C=(0, 4), D=(0, 4), H=(0, 4), N=(0, 4), M=(0, 1))
    found = par(AUSTRALIAN, taken)
    assert (found.bid, found.declarer, found.makes, found.points) == ("OM", 0, True, 500)


def test_a_contract_that_fails_is_par_where_it_costs_less():
    # A house without open misère and without points for tricks: 8♠ overcalls misère and costs less.
    house = load_rules(
        "australian",
        {"misere.when": "anytime", "open_misere.value": 0, "scoring.defender_points": "never"},
    )
    assert [format_bid(bid) for bid in bids(house)][10:12] == ["M", "8S"]
    taken = results(S=(2, 3), C=(2, 3), D=(2, 3), H=(2, 3), N=(2, 3), M=(0, 1))
    found = par(house, taken)
    assert (found.bid, found.declarer, found.makes, found.points) == ("8S", 1, False, 240)


def test_nobody_bids_where_nothing_pays():
    taken = results(S=(5, 5), C=(5, 5), D=(5, 5), H=(5, 5), N=(5, 5), M=(1, 1))
    found = par(AUSTRALIAN, taken)
    assert (found.bid, found.declarer, found.makes, found.points) == (None, None, None, 0)
    assert best_contracts(AUSTRALIAN, taken) == (None,) * 4


def test_the_best_contract_is_the_one_worth_most():
    taken = results(S=(10, 0), C=(8, 2), D=(5, 5), H=(5, 5), N=(4, 6), M=(1, 0))
    first, second, *_ = best_contracts(AUSTRALIAN, taken)
    # Ten spades for 440 rather than six for the slam's 250; open misère for 500 rather than six no-trump.
    assert (first.bid, first.tricks, first.points) == ("10S", 10, 440)
    assert (second.bid, second.tricks, second.points) == ("OM", 0, 500)


def test_three_sides_have_best_contracts_and_no_par():
    rules = load_rules("howstuffworks")
    taken = dict.fromkeys(range(5), (7, 2, 3))
    assert par(rules, taken) is None
    best = best_contracts(rules, taken)
    assert format_bid(parse_bid(best[0].bid)) == "7NT"
    assert best[1:] == (None, None)
