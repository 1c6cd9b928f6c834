"""The score of every card of a decision, in the middle of a trick too, against brute force card by card."""

import brute
import numpy as np
import pytest
from lane_hands import lane_words, random_hands
from test_solver import brute_cards

from fivehundred_sim.kernels.solver import reaches, solve_leaders, solve_tricks
from fivehundred_sim.kernels.solver_scores import JOKER_LEADS, SCORES, card_scores
from fivehundred_sim.kernels.solver_table import new_table

ANY, UNLED, LAST_ONLY = 0, 1, 2
OURS = np.array([1, 0, 1, 0])


class Position:
    """Four hands and a running trick, as brute force sees it and as the kernel does."""

    def __init__(self, hands, strain, leader, lead_rule, led, nominated):
        self.cards = brute_cards(hands, strain, nominated)
        self.bits = [[int(lane_words([[c]], strain, nominated)[0]) for c in hand] for hand in hands]
        self.words = [int(word) for word in lane_words(hands, strain, nominated)]
        self.trump = strain if strain < 4 else -1
        self.swap = {strain: 3, 3: strain} if strain < 4 else {}  # the trump suit lies in lane 3
        self.size, self.leader, self.lead_rule, self.led = len(hands[0]), leader, lead_rule, led
        self.table, self.named = [], -1

    def lane(self, suit):
        return self.swap.get(suit, suit)

    @property
    def turn(self):
        return (self.leader + len(self.table)) % 4

    def names(self, card):
        """Suits that a card led may lead."""
        if card != brute.JOKER:
            return [card // 100]
        if self.size == 1:
            return [0, 1, 2, 3]
        if self.lead_rule == LAST_ONLY:
            return []
        return [s for s in range(4) if self.lead_rule == ANY or not self.led >> s & 1]

    def legal(self):
        """(place of a card, suit it leads or follows) for each legal move."""
        held = [i for i, card in enumerate(self.cards[self.turn]) if card >= 0]
        if not self.table:
            return [(i, name) for i in held for name in self.names(self.cards[self.turn, i])]
        suited = [i for i in held if self.cards[self.turn, i] // 100 == self.named]
        return [(i, self.named) for i in suited or held]

    def after(self, place, name):
        """Tricks of seats 0 and 2 after a move."""
        cards, table = self.cards.copy(), np.full(4, -1)
        table[: len(self.table)] = [card for card, _ in self.table]
        table[len(self.table)] = cards[self.turn, place]
        cards[self.turn, place] = -1
        return brute.minimax(
            cards, self.trump, OURS, OURS, self.leader, len(self.table) + 1, self.led, table, name,
            self.lead_rule, 0, self.size, -1, 99,
        )  # fmt: skip

    def play(self, place, name):
        turn, card = self.turn, int(self.cards[self.turn, place])
        self.named = name
        self.table.append((card, self.bits[turn][place]))
        self.cards[turn, place] = -1
        self.words[turn] ^= self.bits[turn][place]

    def expected(self):
        """The scores as the kernel writes them."""
        scores = np.full(SCORES, -1)
        better = max if self.turn % 2 == 0 else min
        for place, name in self.legal():
            worth = self.after(place, name)
            bit = self.bits[self.turn][place].bit_length() - 1
            scores[bit] = worth if scores[bit] < 0 else better(scores[bit], worth)
            if bit == 63 and not self.table:
                scores[JOKER_LEADS + self.lane(name)] = worth
        return scores, better(scores[scores >= 0])

    def found(self, table, low, high, guess):
        scores = np.full(SCORES, -7)
        on_table = np.array([bit for _, bit in self.table] + [0] * (4 - len(self.table)), np.uint64)
        best = card_scores(
            table, np.array(self.words, np.uint64), self.leader, on_table, len(self.table),
            self.lane(self.named), int(self.trump >= 0), self.lead_rule,
            sum(1 << self.lane(s) for s in range(4) if self.led >> s & 1), low, high, guess, scores,
        )  # fmt: skip
        return scores, best


def random_position(rng, size):
    strain = int(rng.choice([0, 1, 2, 3, 4, 4, 4]))
    leader, played = int(rng.integers(4)), int(rng.choice([0, 0, 1, 2, 3]))
    joker_seat = (leader + (played if rng.random() < 0.7 else int(rng.integers(4)))) % 4
    hands = random_hands(rng, 4, size, joker_seat if strain == 4 and rng.random() < 0.9 else None)
    nominated = int(rng.integers(4)) if strain == 4 and rng.random() < 0.25 else -1
    lead_rule = int(rng.integers(3))
    led = int(rng.integers(16)) if rng.random() < 0.7 else 0
    position = Position(hands, strain, leader, lead_rule, led, nominated)
    for _ in range(played):
        moves = position.legal()
        if not moves:
            break
        position.play(*moves[int(rng.integers(len(moves)))])
    return position


def check(seed, n, sizes):
    rng, table = np.random.default_rng(seed), new_table()
    seen, joker = np.zeros(4, int), np.zeros(4, int)
    for _ in range(n):
        position = random_position(rng, int(rng.choice(sizes)))
        if not position.legal():
            continue
        scores, best = position.expected()
        found, found_best = position.found(table, 0, position.size, int(rng.integers(0, 6)))
        assert found.tolist() == scores.tolist(), vars(position)
        assert found_best == best
        low = int(rng.integers(0, position.size))
        found, found_best = position.found(table, low, low + 1, 0)
        assert found.tolist() == np.where(scores < 0, -1, np.clip(scores, low, low + 1)).tolist()
        assert found_best == min(max(best, low), low + 1)
        seen[len(position.table)] += 1
        joker[len(position.table)] += scores[63] >= 0 and position.trump < 0
    assert seen.min() > n // 8
    assert joker.min() > n // 100


def test_every_score_equals_brute_force():
    check(seed=71, n=1000, sizes=(1, 2, 3, 4))


@pytest.mark.long
def test_every_score_equals_brute_force_on_many_endings():
    check(seed=72, n=20_000, sizes=(2, 3, 4, 5))


def test_reaches_and_all_leaders_agree_with_single_values():
    rng, table = np.random.default_rng(73), new_table()
    for _ in range(40):
        strain, k = int(rng.integers(5)), int(rng.integers(5, 9))
        words = lane_words(random_hands(rng, 4, k, 1), strain)
        trump, values = int(strain < 4), np.zeros(4, np.int64)
        solve_leaders(table, words, trump, UNLED, 0, k, 4, values)
        for leader in range(4):
            assert values[leader] == solve_tricks(table, words, leader, trump, UNLED, 0, k, 4)
            asked = [reaches(table, words, leader, trump, UNLED, 0, k, need) for need in range(-1, k + 2)]
            assert asked == [int(values[leader] >= need) for need in range(-1, k + 2)]


def test_scores_of_a_position_hold_its_value():
    """Full hands, where brute force cannot go: the best score is the solver's value of the position."""
    rng, table = np.random.default_rng(74), new_table()
    scores, nothing = np.zeros(SCORES, np.int64), np.zeros(4, np.uint64)
    for _ in range(30):
        strain, leader = int(rng.integers(5)), int(rng.integers(4))
        hands = random_hands(rng, 4, 9)
        words = lane_words(hands, strain)
        trump = int(strain < 4)
        best = card_scores(table, words, leader, nothing, 0, -1, trump, ANY, 0, 0, 9, 5, scores)
        value = solve_tricks(table, words, leader, trump, ANY, 0, 9, 5)
        assert best == (value if leader % 2 == 0 else 9 - value)
        held = [b for b in range(64) if int(words[leader]) >> b & 1]
        assert [b for b in range(64) if scores[b] >= 0] == held
        extreme = scores[held].max() if leader % 2 == 0 else scores[held].min()
        assert extreme == best


def check_against_dds(seed, n, sizes):
    dds = pytest.importorskip("dds", reason="the outside solver needs the extra 'oracle' (endplay)")
    rng, table = np.random.default_rng(seed), new_table()
    scores, nothing = np.zeros(SCORES, np.int64), np.zeros(4, np.uint64)
    for _ in range(n):
        k, strain, leader = int(rng.choice(sizes)), int(rng.integers(5)), int(rng.integers(4))
        hands = random_hands(rng, 4, k)
        nominated = int(rng.integers(4)) if strain == 4 else -1
        words = lane_words(hands, strain, nominated)
        card_scores(table, words, leader, nothing, 0, -1, int(strain < 4), ANY, 0, 0, k, 3, scores)
        expected = dds.every_card(words, leader, strain < 4)
        legal = [bit for bit in range(64) if scores[bit] >= 0]
        ours = {bit: int(scores[bit]) if leader % 2 == 0 else k - int(scores[bit]) for bit in legal}
        assert ours == expected, (hands, leader, strain, nominated)


def test_every_lead_equals_dds():
    check_against_dds(seed=75, n=250, sizes=[5, 6, 7, 8])


@pytest.mark.long
def test_every_lead_equals_dds_on_many_positions():
    check_against_dds(seed=76, n=4_000, sizes=[5, 6, 7, 8, 9, 10])
