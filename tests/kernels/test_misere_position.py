"""Cards that keep a misère, in the middle of a trick too, against brute force card by card."""

import brute
import numpy as np
from lane_hands import lane_words, random_hands
from test_misere_solver import low_hand_first
from test_solver import brute_cards

from fivehundred_sim.cards import JOKER
from fivehundred_sim.kernels.misere import new_misere_table, play_by
from fivehundred_sim.kernels.misere_position import making_cards

MISERE, NO_TRUMP = 5, 4
MAXIMISER, COUNTED = np.array([0, 1, 1]), np.array([1, 0, 0])


class Position:
    """Three hands and a running trick, as brute force sees it and as the kernel does."""

    def __init__(self, hands, leader, forced, lead_rule, led, nominated):
        self.cards = brute_cards(hands, NO_TRUMP, nominated)
        self.words = [int(word) for word in lane_words(hands, MISERE, nominated)]
        self.bits = [[int(lane_words([[c]], MISERE, nominated)[0]) for c in hand] for hand in hands]
        self.size = len(hands[0])
        self.leader, self.forced, self.lead_rule, self.led = leader, forced, lead_rule, led
        self.table, self.named = [], -1

    @property
    def turn(self):
        return (self.leader + len(self.table)) % 3

    def legal(self):
        """Places of the cards that the player on turn may play."""
        held = [i for i, card in enumerate(self.cards[self.turn]) if card >= 0]
        if not self.table:
            return [i for i in held if self.cards[self.turn, i] != brute.JOKER or self._names()]
        suited = [i for i in held if self.cards[self.turn, i] // 100 == self.named]
        joker = [i for i in held if self.cards[self.turn, i] == brute.JOKER]
        return suited or (joker if joker and self.forced else held)

    def _names(self):
        """Suits that a led joker may name."""
        if self.size == 1:
            return [0]
        if self.lead_rule == 2:
            return []
        return [s for s in range(4) if self.lead_rule == 0 or not self.led >> s & 1]

    def after(self, place):
        """Whether the misère is made with best play after the card, and the worst suit for a led joker."""
        turn, card = self.turn, self.cards[self.turn, place]
        names = [self.named] if self.table else (self._names() if card == brute.JOKER else [card // 100])
        return min(self._made(turn, place, name) for name in names)

    def _made(self, turn, place, name):
        cards = self.cards.copy()
        table = np.full(3, -1)
        table[: len(self.table)] = [card for card, _, _ in self.table]
        table[len(self.table)] = cards[turn, place]
        cards[turn, place] = -1
        tricks = brute.minimax(
            cards, -1, MAXIMISER, COUNTED, self.leader, len(self.table) + 1, self.led, table, name,
            self.lead_rule, self.forced, self.size, -1, 99,
        )  # fmt: skip
        return tricks == 0

    def play(self, place, rng):
        turn, card = self.turn, int(self.cards[self.turn, place])
        if not self.table:
            self.named = int(rng.choice(self._names())) if card == brute.JOKER else card // 100
        self.table.append((card, self.bits[turn][place], turn))
        self.cards[turn, place] = -1
        self.words[turn] ^= self.bits[turn][place]

    def kernel(self, table):
        """The kernel's mask of the cards that make it."""
        base = np.uint64(table.ctypes.data)
        play_by(base, self.forced, self.lead_rule)
        lane = 0x7FFF << 16 * self.named if self.table else 0
        standing = [(bit & (lane | 1 << 63), turn) for _, bit, turn in self.table]
        best, best_turn = max(standing, default=(0, 0))
        words = [np.uint64(w) for w in self.words]
        return int(
            making_cards(
                base, *words, self.turn, best_turn, np.uint64(best), self.leader, np.uint64(lane),
                np.uint64(self.led),
            )
        )  # fmt: skip


def test_every_card_of_a_running_trick_is_judged_as_by_brute_force():
    rng = np.random.default_rng(61)
    table = new_misere_table()
    seen = np.zeros((3, 2), int)
    for i in range(1500):
        hands = random_hands(rng, 3, int(rng.integers(2, 5)))
        if rng.random() < 0.8:
            hands = low_hand_first(rng, hands)
        if rng.random() < 0.4 and not any(JOKER in hand for hand in hands):
            hands[int(rng.integers(1, 3))][0] = JOKER
        nominated = int(rng.integers(4)) if JOKER in hands[0] or rng.random() < 0.3 else -1
        lead_rule = int(rng.integers(3))
        led = int(rng.integers(16)) if lead_rule == 1 else 0
        position = Position(hands, int(rng.integers(3)), int(rng.integers(2)), lead_rule, led, nominated)
        for _ in range(i % 3):
            position.play(rng.choice(position.legal()), rng)
        found = position.kernel(table)
        for place in position.legal():
            expected = position.after(place)
            assert bool(found & position.bits[position.turn][place]) == expected, (hands, vars(position))
            seen[len(position.table), int(expected)] += 1
    assert seen.min() > 100
