"""Hands for the study of misères: what is counted in them, uniform draws of a class, published rules.

A gap (M07) is a card that is not held, lower than the highest held of its suit; a hand counts by the suit
with most. High cards (M09) are those above the nine, the joker two. All of ten cards, before the kitty.
"""

from functools import cache
from math import comb

import numpy as np

from fivehundred_sim.cards import HAND_SIZE, JOKER, MISERE
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.bidding.house import house_of

RULES, SEED = load_rules("australian"), 605
SUITS, SUITLESS = 4, 4
MOST_GAPS, MOST_HIGH = 8, 6
NINE = 9  # rank
GAPS, HIGH, RULE = "worst suit's gaps", "cards above the nine", "rule"


@cache
def house():
    return house_of(RULES)


@cache
def suit_cards():
    """The cards of each suit, low to high, and the joker: pack indices."""
    suits, heights = house().evaluation.code[MISERE].T
    mine = [np.flatnonzero(suits == suit) for suit in range(SUITS)]
    return [cards[np.argsort(heights[cards])] for cards in mine], int(np.flatnonzero(suits == SUITLESS)[0])


@cache
def high_cards():
    """Which cards of the pack lie above the nine, the joker apart: bool (cards,)."""
    return np.array([card != JOKER and card & 15 > NINE for card in pack(RULES)])


def counted(hands):
    """Gaps by suit (n, 4), cards by suit (n, 4), high cards (n,) and joker (n,) of hands (n, 10)."""
    suits, heights = house().evaluation.code[MISERE].T
    held, places = suits[hands], heights[hands]
    mine = [held == suit for suit in range(SUITS)]
    lengths = np.stack([own.sum(axis=1) for own in mine], axis=1)
    tops = np.stack([np.where(own, places + 1, 0).max(axis=1) for own in mine], axis=1)
    joker = (held == SUITLESS).any(axis=1)
    return tops - lengths, lengths, high_cards()[hands].sum(axis=1) + 2 * joker, joker


# Drawing hands of a class, each as likely.


def suit_ways(size, most):
    """In how many ways a suit of `size` cards gives n cards with at most so many gaps, by n (0 to 10)."""
    ways = [1] + [0] * HAND_SIZE
    for n in range(1, min(size, HAND_SIZE) + 1):
        ways[n] = sum(comb(n - 1 + gaps, n - 1) for gaps in range(min(most, size - n) + 1))
    return ways


@cache
def ways_left(most, first, cards):
    """In how many ways the suits from `first` on give so many cards, none with more gaps than `most`."""
    if first == SUITS:
        return int(cards == 0)
    own = suit_ways(len(suit_cards()[0][first]), most)
    return sum(own[n] * ways_left(most, first + 1, cards - n) for n in range(cards + 1))


def with_gaps(rng, most, joker):
    """One hand whose worst suit has at most `most` gaps, uniform among these hands."""
    suits, wild = suit_cards()
    left, hand = HAND_SIZE - joker, [wild] * joker
    for suit, cards in enumerate(suits):
        own = suit_ways(len(cards), most)
        weights = np.array([own[n] * ways_left(most, suit + 1, left - n) for n in range(left + 1)], float)
        n = int(rng.choice(left + 1, p=weights / weights.sum()))
        left -= n
        if n:
            kinds = np.array(
                [comb(n - 1 + gaps, n - 1) for gaps in range(min(most, len(cards) - n) + 1)], float
            )
            top = n - 1 + int(rng.choice(len(kinds), p=kinds / kinds.sum()))
            hand += [cards[top], *rng.permutation(cards[:top])[: n - 1]]
    return np.sort(np.array(hand, np.int64))


def with_high(rng, number, joker):
    """One hand with so many cards above the nine, and the joker or not, uniform among these hands."""
    high, low = np.flatnonzero(high_cards()), np.setdiff1d(np.flatnonzero(~high_cards()), [suit_cards()[1]])
    cards = [rng.permutation(high)[:number], rng.permutation(low)[: HAND_SIZE - joker - number]]
    return np.sort(np.concatenate([*cards, [suit_cards()[1]] * joker]).astype(np.int64))


def tried(draw, fits):
    """The first hand drawn whose counts fit."""
    while True:
        hand = draw()
        if fits(*(part[0] for part in counted(hand[None]))):
            return hand


# Three published rules, of the counts of a hand: whether they bid.


def m07_closed(gaps, lengths, high, joker):
    return not joker and gaps.max() <= 3


def m07_open(gaps, lengths, high, joker):
    return not joker and gaps.max() == 0


def confidence(gaps, lengths, joker):
    """M08: 8, less 1 for the joker, and of each suit the share of cards beyond gaps; a void 1, no gap 0."""
    suits = np.where(lengths == 0, 1.0, np.where(gaps == 0, 0.0, (lengths - gaps) / np.maximum(lengths, 1)))
    return 8 - joker + suits.sum()


def m08_closed(gaps, lengths, high, joker):
    return confidence(gaps, lengths, joker) > 5


def m08_open(gaps, lengths, high, joker):
    return confidence(gaps, lengths, joker) > 8


def m09_closed(gaps, lengths, high, joker):
    return high < 4


def m09_open(gaps, lengths, high, joker):
    return high < 2


RULES_OF_THUMB = {
    ("M07: no suit with more than 3 gaps, no joker", "misère"): m07_closed,
    ("M07: no gap at all, no joker", "open misère"): m07_open,
    ("M08: 8 − joker + shares of the suits, above 5", "misère"): m08_closed,
    ("M08: 8 − joker + shares of the suits, above 8", "open misère"): m08_open,
    ("M09: fewer than 4 cards above the nine", "misère"): m09_closed,
    ("M09: fewer than 2 cards above the nine", "open misère"): m09_open,
}


def high_of(rng, below):
    """One hand with fewer high cards than `below` (the joker two), uniform among these hands."""
    high = int(high_cards().sum())
    low = len(high_cards()) - high - 1
    kinds = [(k, joker) for joker in (0, 1) for k in range(below - 2 * joker)]
    ways = np.array([comb(high, k) * comb(low, HAND_SIZE - joker - k) for k, joker in kinds], float)
    return with_high(rng, *kinds[rng.choice(len(kinds), p=ways / ways.sum())])


def rule_hand(rng, name, bids):
    """One random hand that a rule of thumb bids."""
    if name[0].startswith("M07"):
        return with_gaps(rng, 3 if bids is m07_closed else 0, 0)
    if name[0].startswith("M09"):
        return high_of(rng, 4 if bids is m09_closed else 2)
    cards = len(high_cards())
    return tried(lambda: np.sort(rng.permutation(cards)[:HAND_SIZE]), bids)


def classes(each, ruled):
    """Every class of hands, (kind, name, joker) with its hands: by gaps, by high cards, by rule."""
    found = []
    for joker in (0, 1):
        for gaps in range(MOST_GAPS + 1):
            rng = np.random.default_rng([SEED, 1, joker, gaps])
            fits = lambda own, *_, gaps=gaps: own.max() == gaps  # noqa: E731
            hands = [tried(lambda g=gaps, j=joker, r=rng: with_gaps(r, g, j), fits) for _ in range(each)]
            found.append(((GAPS, gaps, bool(joker)), hands))
        for number in range(MOST_HIGH + 1):
            rng = np.random.default_rng([SEED, 2, joker, number])
            found.append(
                (
                    (HIGH, number, bool(joker)),
                    [with_high(rng, number, joker) for _ in range(each)],
                )
            )
    for place, (name, bids) in enumerate(RULES_OF_THUMB.items()):
        rng = np.random.default_rng([SEED, 3, place])
        found.append(((RULE, name[0], name[1]), [rule_hand(rng, name, bids) for _ in range(ruled)]))
    return found
