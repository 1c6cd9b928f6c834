"""The playout kernel against the referee, card by card; and against peeking."""

import numpy as np
import pytest

from fivehundred_sim.cards import JOKER
from fivehundred_sim.game.play import Play, replay
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange, nominated_mask
from fivehundred_sim.kernels.playout import HEURISTIC, new_scratch, play_out
from fivehundred_sim.rules.code import encode, lane_of
from fivehundred_sim.rules.load import load_rules

BIDS = ("7S", "7C", "7D", "7H", "7NT", "M", "OM")
MISERE = 5
OPTIONS = (
    {},
    {"joker.set": "pagat_noprenom", "open_misere.exposed": "before_lead"},
    {"joker.set": "hsw"},
    {"joker.set": "last", "joker.misere_forced": False},
)
BOTH_RANDOM = 3


class Table:
    """One rule set, and deals of it as the kernels see them."""

    def __init__(self, overrides):
        self.rules = load_rules("australian", overrides)
        self.code = encode(self.rules)
        self.cards = np.array(self.code.pack)
        self.scratch = new_scratch()

    def mask(self, indices, strain):
        return np.uint64(sum(1 << int(self.code.bit[strain][i]) for i in indices))

    def card(self, bit, strain):
        """The card code of a lane bit; a nominated joker's bit is no card's own."""
        place = np.flatnonzero(self.code.bit[strain] == bit)
        return int(self.cards[place[0]]) if place.size else JOKER

    def play(
        self, hands, strain, contractor, *, thrown=(), nominated=-1, policies=HEURISTIC, stream=1, kept=True
    ):
        """Tricks and record of a deal given as pack indices by seat; without `kept` nothing is recorded."""
        words = np.array([self.mask(hand, strain) for hand in hands], np.uint64)
        words[contractor] = np.uint64(nominated_mask(words[contractor], nominated))
        record = np.full((4 * len(hands[0]) if kept else 0, 3), -1, np.int64)
        self.scratch[-1] = stream
        full = np.uint64(pack_mask(self.code.bit[strain]))
        gone, play = self.mask(thrown, strain), self.code.play
        tricks = play_out(
            strain, words, contractor, gone, nominated, full, play, policies, self.scratch, record
        )
        return int(tricks), record[record[:, 0] >= 0]

    def replayed(self, hands, strain, contractor, record, nominated):
        """The referee after the recorded cards; it raises on an illegal one."""
        codes = [tuple(int(c) for c in self.cards[list(hand)]) for hand in hands]
        played = [self.card(bit, strain) for bit in record[:, 1]]
        return replay(self.rules, codes, BIDS[strain], contractor, played, record[:, 2], nominate=nominated)


def random_deal(rng, size=10):
    order = rng.permutation(43)
    return [order[size * s : size * (s + 1)] for s in range(4)]


def nomination(table, hands, strain, contractor, rng):
    allowed = table.code.play.nominate and strain >= 4 and 42 in hands[contractor]
    return int(rng.integers(-1, 4)) if allowed else -1


@pytest.mark.parametrize("overrides", OPTIONS, ids=["pagat", "noprenom", "hsw", "last"])
@pytest.mark.parametrize("strain", range(7))
def test_every_card_is_legal_and_the_referee_counts_the_same_tricks(overrides, strain):
    table = Table(overrides)
    rng = np.random.default_rng(100 + strain)
    assert table.code.pack[42] == JOKER
    for i in range(120):
        size = 10 if i % 3 else int(rng.integers(1, 10))
        hands = random_deal(rng, size)
        contractor = int(rng.integers(4))
        nominated = nomination(table, hands, strain, contractor, rng)
        tricks, record = table.play(
            hands, strain, contractor, nominated=nominated, policies=i % 4, stream=i + 1
        )
        play = table.replayed(hands, strain, contractor, record, nominated)
        assert play.contractor_tricks == tricks
        if strain < MISERE:
            assert play.over
            assert sum(play.tricks) == size
        else:
            assert play.over or tricks == 1


@pytest.mark.parametrize("overrides", [OPTIONS[0], OPTIONS[3]], ids=["pagat", "last"])
@pytest.mark.parametrize("strain", [1, 3, 4])
def test_play_that_stops_where_the_rest_is_settled_counts_the_same_tricks(overrides, strain):
    table = Table(overrides)
    rng = np.random.default_rng(200 + strain)
    for i in range(500):
        hands = random_deal(rng, 10 if i % 4 == 0 else int(rng.integers(1, 8)))
        contractor = int(rng.integers(4))
        nominated = nomination(table, hands, strain, contractor, rng)
        tricks, _ = table.play(hands, strain, contractor, nominated=nominated)
        assert table.play(hands, strain, contractor, nominated=nominated, kept=False)[0] == tricks


@pytest.mark.parametrize("strain", [0, 2, 4, 5])
def test_each_trick_goes_to_the_referees_winner(strain):
    table = Table({})
    rng = np.random.default_rng(7)
    for _ in range(40):
        hands = random_deal(rng)
        contractor = int(rng.integers(4))
        _, record = table.play(hands, strain, contractor)
        history = table.replayed(hands, strain, contractor, record, -1).history
        assert [played.seat for played in history] == record[:, 0].tolist()


def test_an_exchange_is_played_on_from_the_hand_it_leaves():
    table = Table({})
    rng = np.random.default_rng(3)
    values = np.zeros(DISCARD_WORDS, np.int64)
    for i in range(140):
        strain = i % 7
        order = rng.permutation(43)
        hands = [order[10 * s : 10 * s + 10] for s in range(4)]
        bits = table.code.bit[strain]
        full = np.uint64(pack_mask(bits))
        held, kitty = table.mask(hands[0], strain), table.mask(order[40:], strain)
        kept, thrown, lane = exchange(strain, held, kitty, full, table.code.play.nominate, values)
        assert thrown & ~int(held | kitty) == 0
        assert thrown.bit_count() == 3
        assert kept == nominated_mask(np.uint64(int(held | kitty) & ~thrown), lane)
        left = [int(card) for card in (*hands[0], *order[40:]) if not thrown >> int(bits[card]) & 1]
        gone = [int(card) for card in (*hands[0], *order[40:]) if thrown >> int(bits[card]) & 1]
        hands[0] = np.array(left)
        tricks, record = table.play(hands, strain, 0, thrown=gone, nominated=lane)
        assert table.replayed(hands, strain, 0, record, lane).contractor_tricks == tricks


def _reshuffled(table, strain, hands, contractor, record, at, nominated, rng):
    """The same deal with the cards that the player at `record[at]` cannot see dealt anew among the others.

    Every other seat keeps the cards it has played before `at`; a suit in which it has shown out stays empty.
    None when a random attempt contradicts what was shown.
    """
    me = record[at, 0]
    lane_cards = [table.card(bit, strain) for bit in record[:, 1]]
    place = {int(code): i for i, code in enumerate(table.cards)}
    fixed = [set() for _ in range(4)]
    for seat, card in zip(record[:at, 0], lane_cards[:at], strict=True):
        fixed[seat].add(place[card])
    open_hand = strain == 6 and at >= 3 * table.code.play.exposed_after
    keep = {int(me)} | ({contractor} if open_hand else set())
    pool = [int(c) for s in range(4) if s not in keep for c in hands[s] if int(c) not in fixed[s]]
    if me != contractor:
        everything = {int(c) for hand in hands for c in hand}
        pool += [c for c in range(43) if c not in everything]
    rng.shuffle(pool)
    dealt = [list(map(int, hands[s])) if s in keep else sorted(fixed[s]) for s in range(4)]
    for seat in range(4):
        while len(dealt[seat]) < len(hands[0]):
            dealt[seat].append(pool.pop())
    try:
        play = table.replayed(dealt, strain, contractor, record[:at], nominated)
    except ValueError:
        return None
    return None if isinstance(play, Play) and play.turn != me else dealt


@pytest.mark.parametrize("strain", [0, 3, 4, 5, 6])
def test_hidden_cards_do_not_change_a_choice(strain):
    table = Table({})
    rng = np.random.default_rng(50 + strain)
    compared = 0
    while compared < 60:
        hands = random_deal(rng)
        contractor = int(rng.integers(4))
        nominated = nomination(table, hands, strain, contractor, rng)
        _, record = table.play(hands, strain, contractor, nominated=nominated)
        at = int(rng.integers(len(record)))
        other = _reshuffled(table, strain, hands, contractor, record, at, nominated, rng)
        if other is None or (nominated >= 0 and 42 not in other[contractor]):
            continue
        _, again = table.play(other, strain, contractor, nominated=nominated)
        if len(again) <= at or not np.array_equal(again[:at], record[:at]):
            continue  # somebody else, who may see these cards, chose otherwise before
        assert again[at].tolist() == record[at].tolist()
        compared += 1


def test_lanes_named_by_the_kernel_are_suits():
    assert [lane_of(suit, 4) for suit in range(4)] == [0, 1, 2, 3]
