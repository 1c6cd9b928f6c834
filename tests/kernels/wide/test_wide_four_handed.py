"""On a four-handed Australian deal the general kernels choose exactly what the fast ones choose."""

import numpy as np
import pytest
from wide_tables import WideTable

from fivehundred_sim.cards import JOKER, parse_bid
from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts, pack_mask
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.playout import new_scratch, play_out
from fivehundred_sim.kernels.wide.chunks import wide_counts
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.wide import strain_of

BIDS = ("8S", "8C", "8D", "8H", "8NT", "M", "OM")
OPTIONS = {
    "australian": {},
    "joker never nominated": {"joker.set": "pagat_noprenom"},
    "any suit, open from the start": {"joker.set": "hsw", "open_misere.exposed": "before_lead"},
    "joker to the last trick": {"joker.set": "last", "joker.misere_forced": False},
}


class Lanes:
    """The fast four-handed kernels."""

    def __init__(self, rules):
        self.code = encode(rules)
        self.scratch, self.values = new_scratch(), np.zeros(DISCARD_WORDS, np.int64)

    def play(self, strain, hands, kitty):
        """Tricks, cards thrown, the joker's lane, and the cards played as (seat, pack index, named lane)."""
        bits = self.code.bit[strain]
        full = np.uint64(pack_mask(bits))
        words = [np.uint64(sum(1 << int(bits[i]) for i in cards)) for cards in (*hands, kitty)]
        kept, thrown, lane = exchange(strain, words[0], words[4], full, self.code.play.nominate, self.values)
        dealt = np.array([kept, *words[1:4]], np.uint64)
        record = np.full((40, 3), -1, np.int64)
        play = self.code.play
        tricks = play_out(
            np.int64(strain), dealt, 0, np.uint64(thrown), np.int64(lane), full, play, 0, self.scratch, record
        )
        index = {int(bit): i for i, bit in enumerate(bits)}
        if lane >= 0:
            index[16 * lane + 14] = self.code.pack.index(JOKER)
        gone = {i for bit, i in index.items() if int(thrown) >> bit & 1 and bit == bits[i]}
        cards = [(int(seat), index[int(bit)], int(named)) for seat, bit, named in record if seat >= 0]
        return int(tricks), gone, int(lane), cards


@pytest.mark.parametrize("overrides", OPTIONS.values(), ids=OPTIONS)
def test_both_kernels_play_the_same_cards(overrides):
    table = WideTable({**overrides, "misere.when": "anytime"})
    lanes = Lanes(table.rules)
    rng = np.random.default_rng(17)
    for i in range(1400 if not overrides else 280):
        strain = i % 7
        bid = parse_bid(BIDS[strain])
        assert strain_of(bid) == strain
        hands, kitty = table.shuffled(rng)
        tricks, thrown, lane, cards = lanes.play(strain, hands, kitty)
        deal = table.play(bid, hands, kitty, 0, 1)
        assert set(deal.thrown) == thrown
        assert deal.nominated[0] == lane
        assert [(card.seat, card.card, card.named) for card in deal.cards] == cards
        assert deal.tricks == tricks


def test_both_kernels_count_the_same_tricks():
    """Ten thousand deals of ten hands in every strain."""
    table = WideTable({})
    code = encode(table.rules)
    rng = np.random.default_rng(23)
    for _ in range(10):
        order = rng.permutation(43)
        hand, unseen = order[:10].copy(), order[10:].copy()
        fast = heuristic_counts(code.bit, code.play, hand, unseen, 5, 0, 1000, 127)
        wide = wide_counts(table.place, table.strains, table.row, hand, unseen, 5, 0, 1000, 127, 0)
        assert np.array_equal(wide[:7], fast)
