"""Single decisions that every card player knows, one situation each."""

import numpy as np
import pytest

from fivehundred_sim.cards import parse_card
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.knowledge import EXPOSED, FULL, PLAYED, TRUMP, VOID
from fivehundred_sim.kernels.lanes import LANE_3
from fivehundred_sim.kernels.misere_players import misere_follow, misere_lead
from fivehundred_sim.kernels.players import follow, lead
from fivehundred_sim.kernels.playout import new_scratch
from fivehundred_sim.rules.code import encode, lane_of
from fivehundred_sim.rules.load import load_rules

CODE = encode(load_rules("australian"))
HEARTS, MISERE = 3, 5
CONTRACTOR, LEFT, PARTNER, RIGHT = range(4)


def mask(text, strain):
    bits = CODE.bit[strain]
    return np.uint64(sum(1 << int(bits[CODE.pack.index(parse_card(word))]) for word in text.split()))


def word(lanes, strain):
    place = int(np.flatnonzero(CODE.bit[strain] == int(lanes).bit_length() - 1)[0])
    return CODE.pack[place]


class Situation:
    """The public state of a deal, as the kernels keep it."""

    def __init__(self, strain, played="", voids=(), exposed=""):
        self.strain = strain
        self.words = new_scratch()
        self.words[FULL] = pack_mask(CODE.bit[strain])
        self.words[PLAYED] = mask(played, strain)
        self.words[TRUMP] = LANE_3 if strain == HEARTS else 0
        self.words[EXPOSED] = mask(exposed, strain)
        for seat, suit in voids:
            self.words[VOID + seat] |= self.lane("SCDH".index(suit))

    def lane(self, suit):
        return np.uint64(0x7FFF << (16 * lane_of(suit, min(self.strain, 4))))

    def lead(self, seat, hand):
        held = mask(hand, self.strain)
        choose = lead if self.strain < MISERE else misere_lead
        return word(choose(seat, held, held, np.uint64(0), np.uint64(self.words.ctypes.data)), self.strain)

    def follow(self, seat, hand, table, best_seat, best):
        """`table`: the cards of the trick so far, led first; `best` of `best_seat` is winning."""
        held = mask(hand, self.strain)
        self.words[PLAYED] |= mask(table, self.strain)
        led_bit = int(mask(table.split()[0], self.strain)).bit_length() - 1
        led = np.uint64(0x7FFF << (led_bit // 16 * 16))
        legal = held & led if held & led else held
        choose = follow if self.strain < MISERE else misere_follow
        address = np.uint64(self.words.ctypes.data)
        card = choose(
            seat,
            held,
            legal,
            np.uint64(0),
            address,
            led,
            mask(best, self.strain),
            best_seat,
            len(table.split()),
        )
        return word(card, self.strain)


@pytest.mark.parametrize(
    ("seat", "hand", "table", "best_seat", "best", "card"),
    [
        (LEFT, "KS 9S 5S 7C", "6S", CONTRACTOR, "6S", "5S 9S"),  # no unsure king in second hand
        (PARTNER, "KS QS 5S 7C", "6S 10S", LEFT, "10S", "KS QS"),  # third hand high: the two are equal
        (PARTNER, "9S 5S 7C", "AS 10S", CONTRACTOR, "AS", "5S"),  # never over partner's master
        (RIGHT, "AS KS 5S 7C", "6S 8S JS", PARTNER, "JS", "KS"),  # last hand: the cheapest winner
        (RIGHT, "10S 5S 7C", "6S 8S JS", PARTNER, "JS", "5S"),  # last hand, no winner: low
        (RIGHT, "10H 5H 7C 8D", "6S 8S JS", PARTNER, "JS", "5H"),  # void: the lowest trump that wins
        (RIGHT, "AS 5S 7C", "6S KS JS", LEFT, "KS", "5S"),  # partner's trick stays partner's
    ],
)
def test_following(seat, hand, table, best_seat, best, card):
    assert Situation(HEARTS).follow(seat, hand, table, best_seat, best) in [
        parse_card(word) for word in card.split()
    ]


def test_partners_winner_is_not_ruffed():
    # the ace of spades is partner's, and nobody after me: a club goes, not a trump
    assert Situation(HEARTS).follow(RIGHT, "10H 5H 7C 6C", "AS 8S JS", LEFT, "AS") != parse_card("5H")


def test_the_contractor_draws_trumps_from_a_long_top_holding():
    assert Situation(HEARTS).lead(CONTRACTOR, "JK JH JD AH KH 9H 5H AS KS 7C") == parse_card("JK")


def test_trumps_are_not_led_when_only_higher_ones_are_out():
    seen = "JK JD AH KH QH 10H 9H 8H 7H 6H"
    assert Situation(HEARTS, played=seen).lead(CONTRACTOR, "5H 4H AS 9S 7C") == parse_card("AS")
