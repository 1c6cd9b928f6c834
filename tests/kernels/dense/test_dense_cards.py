"""Every card's score in the middle of a trick against brute force, under every rule."""

import numpy as np
import pytest
from brute_every_rule import BLACK, NO_SUIT, RED, law_of, may_follow, may_name, minimax
from table_positions import random_house, random_position, strains_of

from fivehundred_sim.cards import MISERE
from fivehundred_sim.kernels.dense.cards import MOVES, dense_card_scores
from fivehundred_sim.kernels.dense.solve import dense_value
from fivehundred_sim.kernels.dense.table import new_dense_table
from fivehundred_sim.rules.wide import LANE_BITS


def brute_card(place):
    """A place of the wide layout as brute force writes it; jokers without a suit are RED and BLACK."""
    lane, bit = divmod(place, LANE_BITS)
    return (RED, BLACK)[bit] if lane == 4 else lane * 100 + bit


class Trick:
    """A position of `table_positions` in the middle of a trick, told to brute force."""

    def __init__(self, found, position):
        self.position, self.avoids = position, position.strain >= MISERE
        self.law = np.array(law_of(found.rules, self.avoids))
        self.seats = [seat for seat in range(len(position.places)) if (position.playing >> seat) & 1]
        self.hands = np.array([[brute_card(place) for place in position.places[s]] for s in self.seats])
        self.leader, self.left = self.seats.index(position.leader), self.hands.shape[1]
        self.on_table, self.played, self.suit = np.full(len(self.seats), -1), [], -1
        self.trump = 3 if position.strain < 4 else -1
        self.counted = sum(1 << i for i, seat in enumerate(self.seats) if (position.side >> seat) & 1)
        everybody = (1 << len(self.seats)) - 1
        self.wants = everybody & ~self.counted if self.avoids else self.counted

    def moves(self):
        """(column, place, lane named or -1, suit led) of each legal card of the seat on turn."""
        turn = len(self.played)
        seat = (self.leader + turn) % len(self.seats)
        hand, name = self.hands[seat], self.seats[seat]
        renounced = int(self.position.renounced[name])
        for column, card in enumerate(hand):
            if card < 0:
                continue
            place = self.position.places[name][column]
            if turn:
                if may_follow(self.law, hand, card, self.suit, self.position.led, renounced):
                    yield column, place, -1, self.suit
            elif card < RED:
                yield column, place, -1, card // 100
            else:
                fits = [
                    s
                    for s in range(4)
                    if may_name(self.law, hand, s, self.left, self.position.led, renounced)
                ]
                if self.law[3]:
                    yield from ((column, place, lane, lane) for lane in fits)
                elif fits:
                    yield column, place, -1, NO_SUIT

    def play(self, column, place, named, suit):
        """Put a card on the table."""
        seat = (self.leader + len(self.played)) % len(self.seats)
        self.on_table[seat], self.hands[seat, column], self.suit = self.hands[seat, column], -1, suit
        self.played.append((place, named))

    def score_of(self, column, suit):
        """The tricks of the side after a legal card."""
        turn = len(self.played)
        seat = (self.leader + turn) % len(self.seats)
        hands, on_table = self.hands.copy(), self.on_table.copy()
        on_table[seat], hands[seat, column] = hands[seat, column], -1
        renounced = np.array([self.position.renounced[s] for s in self.seats], np.int64)
        seats = self.counted, self.wants, self.leader
        after = turn + 1, on_table, suit, renounced, self.position.led, self.left, -1, 99
        return int(minimax(hands, self.law, self.trump, *seats, *after))


def random_trick(rng, found, position):
    """The position after up to all but one of the cards of its trick, drawn from the legal ones."""
    trick = Trick(found, position)
    for _ in range(int(rng.integers(len(trick.seats)))):
        moves = list(trick.moves())
        trick.play(*moves[rng.integers(len(moves))])
    return trick


def scores(table, found, position, played, low=0, high=10):
    """What the kernel says: score by (place, lane named)."""
    moves = np.zeros((MOVES, 3), np.int64)
    on_table = np.array(played, np.int64).reshape(-1, 2)
    row = found.rows[position.strain]
    n = dense_card_scores(table, position.hands, row, *position[3:], on_table, low, high, moves)
    listed = [(int(place), int(named)) for place, named, _ in moves[:n]]
    assert listed == sorted(listed)
    return {move: int(score) for move, (_, _, score) in zip(listed, moves[:n], strict=True)}


def check_tricks(seed, n, sizes):
    """Compare `n` tricks in progress for each number of players; `sizes` are the hands by players."""
    rng = np.random.default_rng(seed)
    table = new_dense_table()
    players_of = list(sizes)
    for i in range(n * len(players_of)):
        if i % 5 == 0:
            players = players_of[i // 5 % len(players_of)]
            found, hand_sizes = random_house(rng, players), sizes[players]
        strain, k = int(rng.choice(strains_of(found))), int(rng.choice(hand_sizes))
        position = random_position(rng, found, k, strain)
        trick = random_trick(rng, found, position)
        context = (found.rules.table, found.rules.joker, position, trick.played)
        expected = {
            (place, named): trick.score_of(column, suit) for column, place, named, suit in trick.moves()
        }
        assert scores(table, found, position, trick.played) == expected, (expected, context)
        low = int(rng.integers(k))
        clipped = {move: min(max(score, low), low + 1) for move, score in expected.items()}
        assert scores(table, found, position, trick.played, low, low + 1) == clipped, context


def test_every_card_scores_as_by_brute_force():
    check_tricks(71, 150, {2: (2, 3, 4, 5), 3: (2, 3, 4), 4: (2, 3, 4), 5: (2,), 6: (2,)})


@pytest.mark.long
def test_every_card_scores_as_by_brute_force_in_many_tricks():
    check_tricks(72, 3000, {2: (3, 4, 5), 3: (2, 3, 4, 5), 4: (2, 3, 4), 5: (2, 3), 6: (2, 3)})


def test_the_best_card_is_worth_the_position():
    rng = np.random.default_rng(73)
    table = new_dense_table()
    for players in (2, 3, 4, 5, 6) * 3:
        found = random_house(rng, players)
        strain = int(rng.choice(strains_of(found)))
        position = random_position(rng, found, 6 if players < 5 else 4, strain)
        found_scores = scores(table, found, position, ()).values()
        leads_side, avoids = (position.side >> position.leader) & 1, strain >= MISERE
        best = max if bool(leads_side) != avoids else min
        asked = position.hands, found.rows[strain], *position[3:]
        assert best(found_scores) == dense_value(new_dense_table(), *asked, 3)
