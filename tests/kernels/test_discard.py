"""The contractor's discard and nomination: what a player would do, and what it gains on the same deals."""

import itertools

import numpy as np
import pytest

from fivehundred_sim.cards import format_hand, parse_hand
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.discard import (
    DISCARD_WORDS,
    choose_discard,
    exchange,
    nominated_mask,
    row_of_aces,
    row_of_trumps,
    suit_shape,
)
from fivehundred_sim.kernels.discard_tables import NO_TRUMP_SUIT, SIDE_SUIT, TRUMP_COUNT
from fivehundred_sim.kernels.misere_discard import exposure
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

CODE = encode(load_rules("australian"))
NAMES = ("S", "C", "D", "H", "NT", "M", "OM")
NOMINATE, NO_NOMINATION = 1, 0


def mask(cards, strain):
    return np.uint64(sum(1 << int(CODE.bit[strain][CODE.pack.index(card)]) for card in cards))


def full(strain):
    return np.uint64(pack_mask(CODE.bit[strain]))


def words(lanes, strain):
    """The cards of a lane mask as a sorted text."""
    cards = [
        card for card, bit in zip(CODE.pack, CODE.bit[strain], strict=True) if int(lanes) >> int(bit) & 1
    ]
    return set(format_hand(cards).split())


def thrown(text, denomination, nominate=NOMINATE):
    strain = NAMES.index(denomination)
    cards = mask(parse_hand(text, size=13), strain)
    scratch = np.zeros(DISCARD_WORDS, np.int64)
    return words(choose_discard(strain, cards, full(strain), nominate, scratch), strain)


@pytest.mark.parametrize(
    ("cards", "denomination", "away"),
    [
        # K01 of the public cases: the spades go, the suit is void
        ("KC QC 10C 9C 8C 8H 7H 6H 5H 4H 5S 6S 7S", "C", "5S 6S 7S"),
        # ten sure trumps stay whatever the kitty brings
        ("JK JH JD AH KH QH 10H 9H 8H 7H AS AC AD", "H", "AS AC AD"),
        # K05: an ace alone outside trumps stays, even where a void could be made
        ("JK JH JD AH KH 9H AS 9C 7C 8D 7D 6D 5D", "H", "9C 7C 5D"),
        # K06: no suit can be emptied for nothing; the king keeps the card beside it
        ("JK JS JC AS KS 9S KH 6H QD 9D 5D 8C 7C", "S", "8C 7C 5D"),
        # aces stay, a worthless suit goes
        ("JK JH JD AH KH 9H 5H AS KS 7C 6C 5C AD", "H", "7C 6C 5C"),
        # K03: the joker and the two spades nothing covers; the ten is covered by 7 6 5
        ("JK 7C 6C 5C 6D 5D 7H 6H 5H 4H 8S 10C 9S", "M", "JK 9S 8S"),
        # a lay-down keeps its low cards
        ("4D 4H 5S 5C 5D 5H 6S 6C 6D 6H KS 9C AH", "OM", "KS 9C AH"),
        # a running suit stays whole in no-trump
        ("JK AS KS QS JS 10S 9S 8S 7S 6S 7H 8D 9C", "NT", "7H 8D 9C"),
    ],
)
def test_what_a_player_would_throw(cards, denomination, away):
    assert thrown(cards, denomination) == set(away.split())


def twin_discard(strain, cards):
    """What `choose_discard` throws, as docs/players.md says it: every split of three over the suits tried."""
    joker = 1 << 63
    lanes = [0x7FFF << 16 * lane for lane in range(4)]
    trumps = (cards & lanes[3]).bit_count() if strain < 4 else 0
    best, away = None, None
    splits = [s for s in itertools.product(range(4), repeat=4) if sum(s) == 3]
    if strain < 4:  # of equal sums the one that keeps fewer trumps
        splits.sort(key=lambda split: -split[3])
    for split in splits:
        held = [[1 << b for b in range(63) if cards & lane & 1 << b] for lane in lanes]
        if any(n > len(suit) for n, suit in zip(split, held, strict=True)):
            continue
        if strain < 4 and split[3] > 1 and trumps < 10:
            continue
        kept = [sum(suit[n:]) for n, suit in zip(split, held, strict=True)]
        if strain < 4:
            table = SIDE_SUIT[row_of_trumps(trumps - split[3])]
            worth = int(TRUMP_COUNT[trumps - split[3]])
        else:
            aces = sum(bool(cards & 1 << (int(full(4)) & lane).bit_length() - 1) for lane in lanes)
            table, worth = NO_TRUMP_SUIT[row_of_aces(aces, bool(cards & joker))], 0
        for lane, mine in list(zip(lanes, kept, strict=True))[: 3 if strain < 4 else 4]:
            worth += int(table[suit_shape(np.uint64(mine), np.uint64(int(full(strain)) & lane))])
        if best is None or worth > best:
            best, away = worth, cards & ~sum(kept) & ~joker
    return away


@pytest.mark.parametrize("strain", range(5))
def test_the_discard_is_the_best_split_of_three_cards(strain):
    rng = np.random.default_rng(60 + strain)
    scratch = np.zeros(DISCARD_WORDS, np.int64)
    for i in range(150):
        weights = np.ones(43) + 40 * (CODE.bit[strain] >= 48) * (i % 3 == 0)  # often many trumps
        order = rng.choice(43, 13, replace=False, p=weights / weights.sum())
        cards = sum(1 << int(CODE.bit[strain][card]) for card in order)
        assert choose_discard(strain, np.uint64(cards), full(strain), NOMINATE, scratch) == twin_discard(
            strain, cards
        )


def test_a_joker_that_must_stay_suitless_is_thrown_in_misere():
    cards = "JK 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H KS QC"
    assert thrown(cards, "M", NO_NOMINATION) == {"JK", "KS", "QC"}


def test_a_joker_kept_in_misere_is_nominated_and_covered():
    """With four worse cards the joker stays, named into a suit whose low cards keep it from being forced."""
    strain = NAMES.index("M")
    hand = mask(parse_hand("JK 4D 5D 6D 7D AS AC AH KH KC"), strain)
    kitty = mask(parse_hand("KS QH 8D", size=3), strain)
    scratch = np.zeros(DISCARD_WORDS, np.int64)
    kept, away, lane = exchange(strain, hand, kitty, full(strain), NOMINATE, scratch)
    assert "JK" not in words(away, strain)
    assert lane == NAMES.index("D")
    assert int(kept) >> (16 * lane + 14) & 1
    assert not int(kept) >> 63


def test_no_trump_leaves_the_joker_suitless():
    strain = NAMES.index("NT")
    hand = mask(parse_hand("JK AS KS QS JS AH KH AD KD AC"), strain)
    kitty = mask(parse_hand("5S 5H 5C", size=3), strain)
    _, _, lane = exchange(strain, hand, kitty, full(strain), NOMINATE, np.zeros(DISCARD_WORDS, np.int64))
    assert lane == -1


def test_a_nominated_joker_stands_above_the_ace():
    joker = np.uint64(1 << 63)
    assert nominated_mask(joker | np.uint64(5), 2) == (1 << 46) | 5
    assert nominated_mask(np.uint64(5), 2) == 5
    assert nominated_mask(joker, -1) == 1 << 63


def test_exposure_counts_the_gaps_below_each_card():
    out = np.uint64(0b110110)
    assert exposure(np.uint64(0b001), np.uint64(0b110)) == 0
    assert exposure(np.uint64(0b001001), out) == 100 // 2 + 2  # the upper card: two out below, one spent
    assert exposure(np.uint64(0b1000000), out) > exposure(np.uint64(0b001000), out) > 0
    assert exposure(np.uint64(0), out) == 0
