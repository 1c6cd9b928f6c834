"""Deals played by sampled players: by the law, without peeking, a function of the seed, and claims kept."""

import numba
import numpy as np
import pytest

from fivehundred_sim.cards import JOKER, parse_hand
from fivehundred_sim.game.play import replay
from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts, pack_mask
from fivehundred_sim.kernels.knowledge import HANDS, PLAYED
from fivehundred_sim.kernels.lanes import JOKER as JOKER_BIT
from fivehundred_sim.kernels.misere import new_misere_table
from fivehundred_sim.kernels.sampled import chunks
from fivehundred_sim.kernels.sampled.chunks import sampled_games, world_stream
from fivehundred_sim.kernels.sampled.conduct import conduct
from fivehundred_sim.kernels.sampled.misere import conduct_misere
from fivehundred_sim.kernels.sampled.room import new_room
from fivehundred_sim.kernels.sampled.state import DISCARDS, NOMINATED, TRICKS, lay, new_game, on_turn
from fivehundred_sim.kernels.solver_table import new_table
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

BIDS = ("7S", "7C", "7D", "7H", "7NT", "M", "OM")
WORLDS = 4
NOTHING = np.uint64(0)
SAMPLED = 3  # both sides solve worlds
POINTS = np.arange(-50, 60, 10, dtype=np.int64)


class Deal:
    """One deal from the pack in the hands of sampled players, card by card."""

    def __init__(self, rng, strain, overrides=None):
        self.rules = load_rules("australian", overrides or {})
        self.code = encode(self.rules)
        self.strain, self.bits = strain, self.code.bit[strain]
        order = rng.permutation(43)
        self.hands = np.array([self.word(order[10 * s : 10 * s + 10]) for s in range(4)], np.uint64)
        self.kitty = self.word(order[40:])
        self.full = np.uint64(pack_mask(self.bits))
        self.game, self.room = new_game(), new_room(WORLDS)
        self.table = new_misere_table() if strain > 4 else new_table()
        self.stream = world_stream(9, int(rng.integers(1000)))
        self.turn(kitty=self.kitty, cards=0)
        self.start = self.game[HANDS : HANDS + 4].copy()
        self.cards = []

    def word(self, places):
        return np.uint64(sum(1 << int(self.bits[i]) for i in places))

    def turn(self, kitty=NOTHING, cards=1):
        """What the player on turn would play, (card, lane)."""
        asked = (self.game, self.hands, kitty, self.full, self.strain, self.code.play, WORLDS)
        if self.strain > 4:
            return conduct_misere(*asked, self.stream, cards, self.table, self.room)
        return conduct(*asked, 7, POINTS, self.stream, cards, self.table, self.room, SAMPLED)

    @property
    def address(self):
        return np.uint64(self.game.ctypes.data)

    @property
    def over(self):
        """Whether all cards are played, or a misère has failed."""
        return self.seat_hand == 0 or (self.strain > 4 and self.game[TRICKS] > 0)

    @property
    def seat(self):
        return int(on_turn(self.address, self.strain))

    @property
    def seat_hand(self):
        return self.game[HANDS + self.seat]

    def play(self):
        """Play the card chosen."""
        seat = self.seat
        card, lane = (np.uint64(word) for word in self.turn())
        named = (int(lane).bit_length() - 1) >> 4 if card == JOKER_BIT and self.leads else -1
        self.cards.append((seat, int(card).bit_length() - 1, named))
        lay(self.address, self.strain, seat, card, lane, self.code.play)

    @property
    def leads(self):
        seats = 3 if self.strain > 4 else 4
        return len(self.cards) % seats == 0

    def codes(self, word):
        """Card codes of a lane word; a nominated joker's bit is no card's own."""
        places = {int(bit): card for bit, card in zip(self.bits, self.code.pack, strict=True)}
        return tuple(places.get(bit, JOKER) for bit in range(64) if int(word) >> bit & 1)


@pytest.mark.parametrize("overrides", [{}, {"joker.set": "last"}, {"joker.set": "hsw"}], ids=str)
@pytest.mark.parametrize("strain", range(7))
def test_the_referee_plays_the_same_deals(strain, overrides):
    rng = np.random.default_rng([17, strain])
    for _ in range(2):
        deal = Deal(rng, strain, overrides)
        while not deal.over:
            deal.play()
        hands = [deal.codes(word) for word in deal.start]
        played = [deal.codes(1 << bit)[0] for _, bit, _ in deal.cards]
        nominated = int(deal.game[NOMINATED]) - 1
        referee = replay(
            deal.rules,
            hands,
            BIDS[strain],
            0,
            played,
            [named for *_, named in deal.cards],
            nominate=nominated,
        )
        assert [record.seat for record in referee.history] == [seat for seat, *_ in deal.cards]
        assert referee.contractor_tricks == deal.game[TRICKS]
        assert referee.over or strain > 4


def hide_again(deal, rng):
    """Deal the cards that the player on turn cannot see anew, as he may believe them to lie."""
    seat, game = deal.seat, deal.game
    hidden = deal.full & ~(game[PLAYED] | game[HANDS + seat])
    if seat == 0:
        hidden &= ~game[DISCARDS]
    cards = rng.permutation([bit for bit in range(64) if int(hidden) >> bit & 1])
    changed = game.copy()
    for other in range(4):
        if other != seat:
            size = int(game[HANDS + other]).bit_count()
            changed[HANDS + other] = sum(1 << int(bit) for bit in cards[:size])
            cards = cards[size:]
    if seat != 0:
        changed[DISCARDS] = sum(1 << int(bit) for bit in cards)
    return changed


@pytest.mark.parametrize("strain", [0, 3, 4, 5])
def test_hidden_cards_do_not_change_a_choice(strain):
    rng = np.random.default_rng([23, strain])
    asked = 0
    while asked < 40:
        deal = Deal(rng, strain)
        while not deal.over:
            if int(deal.seat_hand).bit_count() > 1:
                before, chosen = deal.game.copy(), deal.turn()
                deal.game[:] = hide_again(deal, rng)
                assert deal.turn() == chosen
                deal.game[:] = before
                asked += 1
            deal.play()


def hand_and_unseen(text, code):
    cards = parse_hand(text)
    hand = np.array([code.pack.index(card) for card in cards])
    return hand, np.setdiff1d(np.arange(43), hand)


def test_games_are_a_function_of_seed_and_deal():
    code = encode(load_rules("australian"))
    hand, unseen = hand_and_unseen("JK JD KH 9H 5H AS 8S 7C 6C 5D", code)
    asked = (code.bit, code.play, hand, unseen, 5)
    whole = sampled_games(*asked, 0, 6, 3, POINTS, 8, WORLDS)
    parts = [sampled_games(*asked, first, 2, 3, POINTS, 8, WORLDS) for first in (0, 2, 4)]
    assert np.array_equal(whole, np.concatenate(parts))
    assert len(set(whole)) > 1
    assert not np.array_equal(
        whole, sampled_games(code.bit, code.play, hand, unseen, 6, 0, 6, 3, POINTS, 8, WORLDS)
    )


@pytest.mark.parametrize(("strain", "name"), [(3, "conduct"), (5, "conduct_misere")])
def test_no_deals_compile_what_deals_take(strain, name, monkeypatch):
    """The kernel is called once with nothing to play, with the same types as for a deal."""
    kernel, types = getattr(chunks, name), []

    def watched(*arguments):
        types.append(tuple(numba.typeof(each) for each in arguments))
        return kernel(*arguments)

    monkeypatch.setattr(chunks, name, watched)
    code = encode(load_rules("australian"))
    asked = code.bit, code.play, np.arange(10), np.arange(10, 43), 1, 0
    assert sampled_games(*asked, 0, strain, np.zeros(11, np.int64), 7, WORLDS).tolist() == []
    assert len(types) == 1
    assert len(sampled_games(*asked, 1, strain, np.zeros(11, np.int64), 7, WORLDS)) == 1
    assert types[0] == types[1]


def test_a_claim_is_made_whatever_is_sampled():
    code = encode(load_rules("australian"))
    hand, unseen = hand_and_unseen("JK JH JD AH KH QH 9H AS KS AC", code)
    tricks = sampled_games(code.bit, code.play, hand, unseen, 1, 0, 40, 3, POINTS, 10, 1)
    assert (tricks == 10).all()


def test_the_deals_are_those_of_the_heuristic_players():
    # a misère that nobody can set, and nobody can make: on equal deals both players say so
    code = encode(load_rules("australian"))
    hand, unseen = hand_and_unseen("4D 4H 5S 5C 5D 5H 6S 6C 6D 6H", code)
    sampled = sampled_games(code.bit, code.play, hand, unseen, 1, 0, 12, 5, POINTS, 0, WORLDS)
    counts = heuristic_counts(code.bit, code.play, hand, unseen, 1, 0, 12, 1 << 5)[5]
    assert (sampled == 0).sum() >= 11
    assert counts[0] >= 11
