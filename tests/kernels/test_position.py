"""What each card of a deal cost, against brute force from every position inside every trick."""

import brute
import numpy as np
from lane_hands import CODE, lane_words, random_hands
from test_solver import brute_cards

from fivehundred_sim.kernels.playout import RANDOM_LEGAL, new_scratch, play_out
from fivehundred_sim.kernels.position import card_losses
from fivehundred_sim.kernels.solver_table import new_table

BOTH_RANDOM = RANDOM_LEGAL | RANDOM_LEGAL << 1
CARDS = 4


def played_ending(rng, table):
    """A random ending, played by random legal cards; its hands, record and verdicts."""
    strain = int(rng.integers(5))
    hands = random_hands(rng, 4, CARDS, int(rng.integers(4)) if strain == 4 else None)
    words = lane_words(hands, strain)
    full = np.uint64(int(words[0]) | int(words[1]) | int(words[2]) | int(words[3]))
    record, scratch = np.zeros((4 * CARDS, 3), np.int64), new_scratch()
    scratch[-1] = int(rng.integers(1 << 60))
    tricks = play_out(
        strain, words, np.int64(0), np.uint64(0), -1, full, CODE.play, BOTH_RANDOM, scratch, record
    )
    losses, better = np.zeros(4 * CARDS, np.int64), np.zeros(4 * CARDS, np.uint64)
    solved = card_losses(table, words, np.int64(strain < 4), CODE.play.lead, record, losses, better)
    return strain, hands, record, int(tricks), int(solved), losses, better


def card_of(bit, strain):
    return CODE.pack[int(np.flatnonzero(CODE.bit[strain] == bit)[0])]


class Ending:
    """The ending again, one card at a time, for brute force."""

    def __init__(self, strain, hands):
        self.strain = strain
        self.cards = brute_cards(hands, strain)
        self.index = {card: (seat, i) for seat, hand in enumerate(hands) for i, card in enumerate(hand)}
        self.led, self.taken = 0, 0

    def best(self, leader, table, named, left):
        """Tricks of seat 0's side from here on: `table` the cards of the running trick, in brute's codes."""
        ours = np.array([1, 0, 1, 0])
        room = np.zeros(4, np.int64)
        room[: len(table)] = table
        trump = self.strain if self.strain < 4 else -1
        return brute.minimax(
            self.cards.copy(), trump, ours, ours, leader, len(table), self.led, room, named, CODE.play.lead,
            0, left, -1, 99,
        )  # fmt: skip

    def code(self, card):
        seat, i = self.index[card]
        return int(self.cards[seat, i])

    def remove(self, card):
        seat, i = self.index[card]
        self.cards[seat, i] = -1


def check(ending, record, losses, better):
    """Compare the cost of every card with brute force."""
    for trick in range(CARDS):
        table, named, left = [], -1, CARDS - trick
        for place in range(4 * trick, 4 * trick + 4):
            seat, bit, name = (int(x) for x in record[place])
            leader = int(record[4 * trick, 0])
            card = card_of(bit, ending.strain)
            before = ending.best(leader, table, named, left)
            code = ending.code(card)
            if not table:
                named = name if name >= 0 else code // 100
            ending.remove(card)
            after = ending.best(leader, [*table, code], named, left)
            cost = before - after if seat % 2 == 0 else after - before
            assert cost == max(int(losses[place]), 0)
            assert (better[place] != 0) == (cost > 0)
            table.append(code)
        ending.led |= 1 << named


def test_every_card_of_an_ending_costs_what_brute_force_says():
    rng = np.random.default_rng(20)
    table = new_table()
    lossy = joker_led = 0
    for _ in range(150):
        strain, hands, record, tricks, solved, losses, better = played_ending(rng, table)
        sign = np.where(record[:, 0] % 2 == 0, 1, -1)
        assert tricks == solved - int((np.maximum(losses, 0) * sign).sum())
        check(Ending(strain, hands), record, losses, better)
        lossy += int((losses > 0).any())
        joker_led += int((record[:, 2] >= 0).any())
    assert lossy > 50
    assert joker_led > 5


def test_a_card_without_alternative_is_no_decision():
    rng = np.random.default_rng(21)
    table = new_table()
    for _ in range(20):
        losses = played_ending(rng, table)[5]
        assert (losses[-4:] == -1).all()  # the last trick
