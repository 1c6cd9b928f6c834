"""The evaluation of hands: its cells against a plain twin, and the lookup of chances."""

import numpy as np
import pytest

from fivehundred_sim.cards import JOKER, parse_hand
from fivehundred_sim.kernels.bidding import evaluate as at
from fivehundred_sim.kernels.bidding.sift import all_values, sift
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.packs import pack

TABLES = ("australian", "six-handed", "trickster-american", "five-handed", "two-handed")
RNG = np.random.default_rng(20)


def random_hands(cards, n):
    return np.stack([RNG.permutation(cards)[:10] for _ in range(n)])


def held(hand, code, strain, suit):
    """The heights held in a class, and how many cards of it are in the pack."""
    return sorted(height for own, height in code[strain, hand].tolist() if own == suit)


def bits(heights, number):
    return sum(1 << height for height in heights if height < number)


def suit_cells(strain, hand, code):
    trumps = held(hand, code, strain, 0)
    cells = [strain * at.SUIT_SIZE + bits(trumps, 6) * 11 + len(trumps)]
    row = min(max(len(trumps) - 1, 0), 6)
    for suit in (1, 2, 3):
        side = held(hand, code, strain, suit)
        place = np.ravel_multi_index((row, suit > 1, bits(side, 3), len(side)), (7, 2, 8, 11))
        cells.append(strain * at.SUIT_SIZE + at.TRUMPS_SIZE + place)
    return cells, min(max(len(trumps) - 4, 0), 3)


def no_trump_cells(hand, code):
    jokers = bits(held(hand, code, 4, 4), 2)
    cells, aces, stopped = [], 0, 0
    for suit in range(4):
        own = held(hand, code, 4, suit)
        place = np.ravel_multi_index((jokers, bits(own, 5), len(own)), (4, 32, 11))
        cells.append(at.NO_TRUMP_AT + place)
        aces += 0 in own
        stopped += any(height <= 2 and len(own) > height for height in own)
    cells.append(at.NO_TRUMP_AT + at.LONG_SIZE + (jokers * 5 + aces) * 5 + stopped)
    return cells, jokers


def misere_cells(strain, hand, code):
    start = at.MISERE_AT if strain == 5 else at.OPEN_AT
    jokers = bits(held(hand, code, strain, 4), 2)
    suits = [held(hand, code, strain, suit) for suit in range(4)]
    cards = []
    for own in suits:
        for covered, height in enumerate(own):
            under = height - covered
            gaps = max(under - covered, 0)
            danger = under + 100 * gaps * gaps // (1 + covered)
            cards.append((danger, min(under, 15), min(covered, 3)))
    worst = [*sorted(cards, reverse=True), *[(0, 0, 0)] * 6][:6]
    cells = [
        start + int(np.ravel_multi_index((jokers, rank, under, covered), (4, 6, 16, 4)))
        for rank, (_, under, covered) in enumerate(worst)
    ]
    voids, lows = sum(not own for own in suits), sum(0 in own for own in suits)
    cells.append(start + at.EXPOSED_SIZE + (jokers * 4 + min(voids, 3)) * 5 + lows)
    for own in suits:
        place = int(np.ravel_multi_index((jokers, bits(own, 5), len(own)), (4, 32, 11)))
        cells.append(start + at.EXPOSED_SIZE + at.VOIDS_SIZE + place)
    return cells, jokers


def twin_cells(strain, hand, code):
    if strain < 4:
        return suit_cells(strain, hand, code)
    return no_trump_cells(hand, code) if strain == 4 else misere_cells(strain, hand, code)


@pytest.mark.parametrize("name", TABLES)
def test_cells_and_index_are_those_of_the_plain_twin(name):
    code = hand_code(load_rules(name))
    weights = RNG.normal(size=at.WEIGHTS)
    masks, cells = np.empty(5, np.uint64), np.empty(at.CELLS, np.int64)
    values = np.empty((7, 2))
    for hand in random_hands(code.shape[1], 200):
        at.evaluate(hand, code, weights, values)
        for strain in range(7):
            wanted, row = twin_cells(strain, hand, code)
            number, found_row = at.cells_of(np.int64(strain), hand, code, masks, cells)
            assert (cells[:number].tolist(), found_row) == (wanted, row)
            index = weights[wanted].sum()
            if strain >= 5:
                index = 10 / (1 + np.exp(-index))
            assert values[strain].tolist() == [pytest.approx(index), row]


@pytest.mark.parametrize(
    ("strain", "words", "heights"),
    [
        (0, "JK JS JC AS KS QS 10S", {0: [0, 1, 2, 3, 4, 5, 6]}),  # spades: joker, both bowers, then the ace
        (0, "AC KC QC", {1: [0, 1, 2]}),  # the clubs are without their jack
        (0, "AD JD AH", {2: [0, 3], 3: [0]}),
        (3, "JK JH JD AH", {0: [0, 1, 2, 3]}),
        (4, "JK AS JS", {4: [0], 0: [0, 3]}),
        (5, "JK 5S 4D 6D AD", {4: [0], 0: [0], 2: [0, 2, 10]}),  # from the bottom
    ],
)
def test_heights_of_known_cards(strain, words, heights):
    rules = load_rules("australian")
    cards = pack(rules)
    held_cards = parse_hand(words, cards, len(words.split()))
    code = hand_code(rules)
    found = {}
    for card in held_cards:
        suit, height = code[strain, cards.index(card)].tolist()
        found.setdefault(suit, []).append(height)
    assert {suit: sorted(own) for suit, own in found.items()} == heights


@pytest.mark.parametrize("name", [*TABLES, "quebec", "american"])
def test_every_class_has_all_its_heights(name):
    rules = load_rules(name)
    code = hand_code(rules)
    for strain in range(7):
        for suit in range(5):
            heights = code[strain, code[strain, :, 0] == suit, 1]
            assert sorted(heights.tolist()) == list(range(len(heights)))
    jokers = [place for place, card in enumerate(pack(rules)) if card >= JOKER]
    assert set(code[0, jokers, 0]) <= {0}
    assert set(code[4, jokers, 0]) <= {4}


def test_a_floating_four_is_the_lowest_trump_of_its_colour():
    rules = load_rules("australian", {"pack.floating_four": True})
    cards, code = pack(rules), hand_code(rules)
    for strain, card in ((0, "4C"), (1, "4C"), (2, "4H"), (3, "4H")):
        suit, height = code[strain, cards.index(parse_hand(card, cards, 1)[0])]
        assert suit == 0
        assert height == code[strain, code[strain, :, 0] == 0, 1].max()


def test_chances_go_straight_between_the_points_of_the_grid_and_stay_at_its_ends():
    chances = RNG.random((7, at.ROWS, at.LEVELS, at.BINS, 11))
    out = np.empty(11)
    at.contract_chances(chances, 2, 1, 8, 5.0, out)
    assert out == pytest.approx(chances[2, 1, 2, 25])
    at.contract_chances(chances, 2, 1, 8, 5.05, out)
    assert out == pytest.approx(0.75 * chances[2, 1, 2, 25] + 0.25 * chances[2, 1, 2, 26])
    at.contract_chances(chances, 5, 0, 0, -3.0, out)
    assert out == pytest.approx(chances[5, 0, 0, 0])
    at.contract_chances(chances, 4, 3, 10, 99.0, out)
    assert out == pytest.approx(chances[4, 3, 4, -1])


def test_sifting_keeps_random_hands_at_their_own_index():
    code = hand_code(load_rules("australian"))
    weights = RNG.normal(1.5, 0.5, size=at.WEIGHTS)
    found = np.zeros((7, at.BINS), np.int64)
    orders = np.zeros((7, at.BINS, 5, 43), np.int8)
    sift(3, 0, 200, code, weights, 5, found, orders)
    once = found.copy()
    sift(3, 200, 200, code, weights, 5, found, orders)
    assert (found >= once).all()
    assert found.max() == 5
    values = np.empty((1, 7, 2))
    for strain, place in np.argwhere(found > 0):
        for order in orders[strain, place, : found[strain, place]].astype(np.int64):
            assert sorted(order) == list(range(43))
            all_values(order[None, :10].copy(), code, weights, values)
            assert place == np.clip(np.floor(values[0, strain, 0] / at.STEP + 0.5), 0, at.BINS - 1)
