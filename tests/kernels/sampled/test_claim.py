"""What is claimed is there: never more than best play of all others leaves, and textbook hands in full."""

import numpy as np
import pytest

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.kernels.certain import sure_on_lead
from fivehundred_sim.kernels.sampled.claim import claiming_leads
from fivehundred_sim.kernels.solver import solve_tricks
from fivehundred_sim.kernels.solver_table import new_table
from tests.kernels.lane_hands import CODE, lane_words


def strong_deal(rng, strain, k):
    """Hands of k cards as lane words, with the highest cards mostly in seat 0."""
    height = CODE.bit[strain] % 16 + 14 * (CODE.bit[strain] >= 48) * (strain < 4)
    order = np.argsort(-height + rng.gumbel(size=43) * rng.uniform(0.5, 6))
    mine = order[:k]
    rest = rng.permutation(order[k:])[: 3 * k]
    hands = [[CODE.pack[i] for i in part] for part in (mine, *np.split(rest, 3))]
    words = lane_words(hands, strain)
    return words, np.uint64(sum(1 << int(bit) for bit in np.delete(CODE.bit[strain], mine)))


@pytest.mark.parametrize("strain", [1, 3, 4])
def test_a_claim_never_exceeds_best_play(strain):
    rng, table = np.random.default_rng(40 + strain), new_table()
    claimed = 0
    for i in range(1_500):
        k = 3 + i % 8
        hands, unseen = strong_deal(rng, strain, k)
        sure = sure_on_lead(hands[0], unseen, strain < 4)
        assert sure <= solve_tricks(table, hands, 0, int(strain < 4), 1, 0, k, sure)
        claimed += sure
    assert claimed > 3_000  # the hands are strong: two tricks and more on average


def word(text, strain):
    cards = parse_hand(text, CODE.pack, size=len(text.split()))
    return lane_words([cards], strain)[0]


@pytest.mark.parametrize(
    ("text", "strain", "sure"),
    [
        ("JK JH JD AH KH QH 10H 9H 8H 7H", 3, 10),
        ("JK JH JD AH KH QH 9H AS KS AC", 3, 10),  # six top trumps draw the six that are out
        ("JK JH JD AH 5H 4H AS KS AC KC", 3, 4),  # seven are out, enough to beat the five and the four
        ("JK AS KS QS JS 10S 9S 8S 7S 6S", 4, 10),
        ("AS KS QS JS 10S 9S 8S 7S 6S 5S", 4, 0),  # the joker is out and may ruff
    ],
)
def test_textbook_hands(text, strain, sure):
    mine = word(text, strain)
    full = np.uint64(sum(1 << int(bit) for bit in CODE.bit[strain]))
    assert sure_on_lead(mine, full & ~mine, strain < 4) == sure


def test_a_claim_is_kept_by_drawing_trumps_before_the_side_aces():
    mine = word("JK JH JD AH KH QH 9H AS KS AC", 3)
    full = np.uint64(sum(1 << int(bit) for bit in CODE.bit[3]))
    leads = claiming_leads(mine, full & ~mine, mine, True, 10)
    assert leads
    assert not leads & ~np.uint64(0x7FFF << 48)
    assert claiming_leads(mine, full & ~mine, mine, True, 11) == 0
