"""Solver, brute force and referee together: best play by the referee's own legal moves."""

import numpy as np
import pytest
from brute_every_rule import value_of
from table_positions import Position, random_house, strains_of, words_of

from fivehundred_sim.cards import JOKER, MISERE, Bid
from fivehundred_sim.game.play import Play
from fivehundred_sim.kernels.dense.solve import dense_value
from fivehundred_sim.kernels.dense.table import new_dense_table
from fivehundred_sim.rules.code import lane_of
from fivehundred_sim.rules.wide import LANE_BITS, NOMINATED


def best_tricks(play, avoids, low=-1, high=99):
    """The tricks of the contractor's side when all play as well as the referee lets them."""
    if play.over:
        return play.contractor_tricks
    up = (play.turn in play.side) != avoids
    value = -1 if up else 99
    for move in play.moves():
        after = play.copy()
        after.play(move)
        found = best_tricks(after, avoids, low, high)
        if up:
            value = max(value, found)
            low = max(low, found)
        else:
            value = min(value, found)
            high = min(high, found)
        if low >= high:
            break
    return value


def random_nominations(rng, found, strain, hands, playing):
    """Suits for jokers where the house demands or allows them, by joker; the same for two in one hand."""
    joker = found.rules.joker
    low = strain >= MISERE and joker.misere_rank == "low"
    if strain < 4 or low or joker.nominate == "none":
        return {}
    named = {}
    for seat in playing:
        held = [card for card in hands[seat] if card >= JOKER]
        optional = joker.nominate == "contractor_optional"
        if held and (not optional or (seat == playing[0] and rng.random() < 0.3)):
            named |= dict.fromkeys(held, int(rng.integers(4)))
    return named


def random_play(rng, found, k, strain):
    """A hand of `k` tricks that has just begun, as referee and as kernels see it."""
    rules, code, row = found.rules, found.code, found.rows[strain]
    players, contractor = code.players, int(rng.integers(code.players))
    crowd = [card for card in code.pack if card >= JOKER or card // 16 in rng.permutation(4)[:3]]
    plain = [card for card in crowd if card < JOKER]
    dealt = [*(card for card in crowd if card >= JOKER), *rng.permutation(plain)][: k * players]
    rng.shuffle(dealt)
    hands = [[int(card) for card in dealt[k * seat : k * (seat + 1)]] for seat in range(players)]
    from_contractor = [(contractor + step) % players for step in range(players)]
    playing = [seat for step, seat in enumerate(from_contractor) if (int(row[2]) >> step) & 1]
    leader = int(rng.choice(playing))
    named = random_nominations(rng, found, strain, hands, playing)
    led = [suit for suit in range(4) if rng.random() < 0.3] if strain >= 4 else []
    partner = None
    if rules.table.sides == "name_player" and strain < MISERE and rng.random() < 0.8:
        partner = (contractor + int(rng.integers(1, players))) % players
    bid = Bid(0, strain) if strain >= MISERE else Bid(10, strain)
    play = Play(
        rules, hands, bid, contractor, nominate=named or None, led=led, leader=leader, partner=partner
    )
    places = [
        [place_of(code, strain, card, named) for card in hands[seat]] if seat in playing else []
        for seat in from_contractor
    ]
    side = int(row[1]) | (0 if partner is None else 1 << (partner - contractor) % players)
    mask = sum(1 << suit for suit in led)
    first = (leader - contractor) % players
    nobody = np.zeros(players, np.int64)
    return play, Position(words_of(code, places), places, strain, side, int(row[2]), first, mask, nobody)


def place_of(code, strain, card, named):
    """The place of a card, a nominated joker on top of its suit."""
    if card in named:
        return lane_of(named[card], strain) * LANE_BITS + NOMINATED + (card == JOKER)
    return int(code.place[strain][code.pack.index(card)])


def check_plays(seed, n, sizes):
    rng = np.random.default_rng(seed)
    table = new_dense_table()
    for i in range(n):
        players = list(sizes)[i % len(sizes)]
        found = random_house(rng, players)
        strain = int(rng.choice(strains_of(found)))
        play, position = random_play(rng, found, int(rng.choice(sizes[players])), strain)
        expected = best_tricks(play, strain >= MISERE)
        context = (found.rules.table, found.rules.joker, position)
        assert value_of(found, position) == expected, context
        assert dense_value(table, position.hands, found.rows[strain], *position[3:], 1) == expected, context


def test_referee_brute_force_and_solver_agree():
    check_plays(61, 150, {2: (2, 3), 3: (2,), 4: (2,), 5: (2,), 6: (2,)})


@pytest.mark.long
def test_referee_brute_force_and_solver_agree_on_many_hands():
    check_plays(62, 2000, {2: (2, 3, 4), 3: (2, 3), 4: (2,), 5: (2,), 6: (2,)})
