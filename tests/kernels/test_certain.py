"""What a contractor is sure of he takes, whoever holds the other cards; and a discard keeps what is sure."""

import numpy as np
import pytest

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.kernels.certain import LOWEST_CONTRACT, keep_certain, sure_on_lead
from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts, pack_mask
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.playout import new_scratch, play_out
from fivehundred_sim.study.sure import sure_tricks
from tests.kernels.lane_hands import CODE, lane_words
from tests.study.test_sure import RULES, strong_hands


def full(strain):
    return np.uint64(pack_mask(CODE.bit[strain]))


def word(text, strain, size=10):
    return lane_words([parse_hand(text, size=size)], strain)[0]


def fallen_short(number, deals, seed):
    """Deals in which strong hands took less than they were sure of before they saw the kitty; all deals."""
    short = asked = 0
    for count, (hand, strain, sure) in enumerate(strong_hands(number, seed)):
        if sure < LOWEST_CONTRACT:
            continue
        unseen = np.setdiff1d(np.arange(43), hand)
        counts = heuristic_counts(CODE.bit, CODE.play, hand, unseen, seed + count, 0, deals, 1 << strain)
        short += counts[strain, :sure].sum()
        asked += deals
    return short, asked


def test_a_certain_contract_is_never_lost():
    short, asked = fallen_short(1_000, 30, 900)
    assert short == 0
    assert asked > 10_000


@pytest.mark.long
def test_a_certain_contract_is_never_lost_on_many_hands():
    short, asked = fallen_short(20_000, 40, 70_000)
    assert short == 0
    assert asked > 300_000


@pytest.mark.parametrize("strain", range(5))
def test_what_is_sure_after_the_exchange_is_taken_and_none_is_thrown(strain):
    rng = np.random.default_rng(30 + strain)
    scratch, values, record = new_scratch(), np.zeros(DISCARD_WORDS, np.int64), np.zeros((0, 3), np.int64)
    bits = CODE.bit[strain]
    liked = np.where(bits >= 48, 1 + bits % 16 / 13, 0.8 * (bits % 16) / 13)
    sure_ones = 0
    for _ in range(1_200):
        order = np.argsort(-rng.gumbel(size=43) - rng.uniform(1, 6) * liked)
        rest = rng.permutation(order[10:])
        cards = [CODE.pack[i] for i in (*order[:10], *rest)]
        hands = lane_words([cards[:10], cards[10:20], cards[20:30], cards[30:40], cards[40:]], strain)
        mine, kitty = hands[0], hands[4]
        kept, thrown, lane = exchange(strain, mine, kitty, full(strain), CODE.play.nominate, values)
        hands[0] = kept
        sure = sure_on_lead(np.uint64(kept), full(strain) & ~(mine | kitty), strain < 4)
        before = sure_tricks(cards[:10], strain, RULES)
        tricks = play_out(
            strain, hands[:4].copy(), 0, np.uint64(thrown), lane, full(strain), CODE.play, 0, scratch, record
        )
        if max(sure, before) >= LOWEST_CONTRACT:
            assert tricks >= sure >= before
            sure_ones += 1
    assert sure_ones > 150


@pytest.mark.parametrize(
    ("cards", "strain", "thrown", "instead"),
    [
        # seven spades run from the top: none is thrown while a card is held that takes nothing for certain
        ("JK AS KS QS 10S 9S 8S 7S AD KH QH KC QC", 4, "7S 8S QH", "QC QH KC"),
        # the seventh trump is good once six rounds are drawn, the lone queen is not
        ("JK JH JD AH KH QH 4H AS KS QC QD 5C 5D", 3, "4H 5C 5D", "5C 5D QC"),
        ("JK JH JD AH KH QH 4H AS KS QC QD 5C 5D", 3, "5C 5D QD", "5C 5D QD"),  # nothing needed goes
    ],
)
def test_a_card_that_is_needed_changes_places_with_the_lowest_that_is_not(cards, strain, thrown, instead):
    held = word(cards, strain, 13)
    out = full(strain) & ~held
    found = keep_certain(strain < 4, held, out, word(thrown, strain, 3))
    assert found == word(instead, strain, 3)
