"""Trees of legal auctions, counted against closed forms: how many ways there are to finish from some call on.

In the formulas `k` is the number of bids above the first call, `P` that of players. A finished auction is an
ascending choice of `m` of the `k` bids, comb(k, m), times the ways to place passes between them. A last bid
that nobody can exceed ends the auction by itself, which changes no count: passes are all that could follow.
"""

from copy import copy
from math import comb

import pytest

from fivehundred_sim.game import Auction
from fivehundred_sim.rules import load_rules

TABLES = {
    2: {"table.players": 2, "table.sides": "alone"},
    3: {"table.players": 3, "table.sides": "alone"},
    4: {},
    5: {"table.players": 5, "table.sides": "call_card"},
    6: {"table.players": 6, "table.sides": "3v3"},
}


def finished(auction):
    """The number of ways to finish an auction."""
    if auction.over:
        return 1
    total = 0
    for word in auction.legal():
        after = copy(auction)  # every part of its state is immutable
        after.call(word)
        total += finished(after)
    return total


def from_call(players, calls, **options):
    named = {key.replace("__", "."): value for key, value in options.items()}
    auction = Auction(load_rules("australian", TABLES[players] | named))
    for word in calls.split():
        auction.call(word)
    return finished(auction)


@pytest.mark.parametrize(
    ("players", "opening", "k"), [(2, "9H", 7), (3, "9H", 7), (4, "9NT", 6), (6, "10C", 4)]
)
def test_who_has_passed_is_out(players, opening, k):
    """At most P - 2 passes may fall before the last of m bids: comb(P - 2 + m, m) ways to place them."""
    expected = sum(comb(k, m) * comb(players - 2 + m, m) for m in range(k + 1))
    assert from_call(players, opening) == expected


@pytest.mark.parametrize(
    ("players", "opening", "k"), [(2, "9H", 7), (3, "9NT", 6), (4, "10S", 5), (5, "10D", 3)]
)
def test_who_has_passed_may_come_back(players, opening, k):
    """0 to P - 2 passes before each further bid, P - 1 ways: in all (1 + P - 1) ** k."""
    assert from_call(players, opening, auction__after_pass="always") == players**k


@pytest.mark.parametrize(("players", "opening", "k"), [(3, "10S", 5), (4, "10C", 4), (5, "10D", 3)])
def test_who_comes_back_and_may_raise_himself(players, opening, k):
    """As above with one more place to bid: the high bidder himself, when the others have passed."""
    options = {"auction__after_pass": "always", "auction__raise_own_bid": True}
    assert from_call(players, opening, **options) == (players + 1) ** k


@pytest.mark.parametrize(("ending", "missing"), [("redeal_next", 0), ("force_dealer", 1)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_round(players, ending, missing):
    """Choose m callers and m of the 15 bids from eight up: the sum is comb(P + 15, P) (Vandermonde).

    A dealer who must bid takes away the auction of passes alone.
    """
    options = {"auction__rounds": "one", "auction__minimum_level": 8, "misere__when": "off"}
    counted = from_call(players, "", auction__all_pass=ending, **options)
    assert counted == comb(players + 15, players) - missing


def test_one_round_of_six_from_a_high_opening():
    assert from_call(6, "9NT", auction__rounds="one", misere__when="off") == comb(5 + 5, 5)


def test_one_round_of_three_with_inkles():
    """No inkle; one of five by the first caller; by the second after a pass; two, ascending."""
    options = {"auction__rounds": "one", "auction__inkles": True, "auction__minimum_level": 8}
    expected = comb(18, 3) + 5 * comb(17, 2) + 5 * comb(16, 1) + comb(5, 2) * comb(16, 1)
    assert from_call(3, "", misere__when="off", **options) == expected == 1736


def test_one_round_with_bids_without_the_kitty():
    """Each of m bids from ten up in two ways: the sum over m of comb(P, m) * comb(5, m) * 2 ** m."""
    options = {"auction__rounds": "one", "sans_kitty__allowed": True, "misere__when": "off"}
    expected = sum(comb(3, m) * comb(5, m) * 2**m for m in range(4))
    assert from_call(4, "9NT", **options) == expected


def test_raising_where_every_raise_is_a_new_denomination():
    """Over 9NT only tens are left: the other answers, or passes and the opener raises; two places a bid."""
    options = {"auction__raise_own_bid": True, "misere__when": "off"}
    assert from_call(2, "9NT", **options) == 3**5


def test_raising_in_the_same_denomination_ends_it():
    """As above over 9H; but after the other's pass 10H ends it at once.

    10NT is left above it, so that 3 ways to go on become 1. No other bid has a higher one in its denomination
    that does not end the auction anyway.
    """
    options = {"auction__raise_own_bid": True, "misere__when": "off"}
    assert from_call(2, "9H", **options) == 3**6 - 2
