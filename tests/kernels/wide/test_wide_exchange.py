"""The exchange at tables with other kitties, and the card that a five-handed contractor calls."""

import itertools

import numpy as np
import pytest
from wide_tables import ALL_CALLS, TABLES, WideTable

from fivehundred_sim.cards import format_card, parse_bid, parse_card, parse_hand
from fivehundred_sim.kernels.discard_tables import NO_TRUMP_SUIT, SIDE_SUIT, TRUMP_COUNT
from fivehundred_sim.kernels.wide.one import words_of_cards
from fivehundred_sim.kernels.wide_sampled.claim import sure_on_lead
from fivehundred_sim.rules.wide import strain_of

KITTIES = {
    name: TABLES[name] for name in ("4, no joker", "2, 24 cards", "4, 45 cards", "4, two jokers", "6, pairs")
}


def column(held, suit):
    """The table column of a suit: its four highest cards as a number, times eight, plus the lower cards."""
    tops, lower = suit[-4:], suit[:-4]
    honours = sum(1 << i for i, card in enumerate(tops) if card in held)
    return 8 * honours + min(sum(card in held for card in lower), 7)


class Worth:
    """What the tables say that a hand kept is worth, and all the ways to throw from the bottom of suits."""

    def __init__(self, table, bid):
        places = table.place[strain_of(bid)]
        by_lane = [sorted((int(p), i) for i, p in enumerate(places) if p // 32 == lane) for lane in range(5)]
        self.lanes = [[i for _, i in lane] for lane in by_lane]
        self.trump = bid.denomination < 4

    def ways(self, cards, number):
        suits = [[i for i in lane if i in cards] for lane in self.lanes[:4]]
        for split in itertools.product(range(number + 1), repeat=4):
            if sum(split) == number and all(n <= len(suit) for n, suit in zip(split, suits, strict=True)):
                yield {i for n, suit in zip(split, suits, strict=True) for i in suit[:n]}

    def of(self, cards, thrown):
        kept = cards - thrown
        if self.trump:
            trumps = sum(i in kept for i in self.lanes[3])
            held = sum(i in cards for i in self.lanes[3])
            if trumps < held - 1 and held < 10:
                return None  # two trumps are thrown only by a hand of little else
            row = SIDE_SUIT[min(max(trumps - 3, 0), 5)]
            return TRUMP_COUNT[trumps] + sum(row[column(kept, lane)] for lane in self.lanes[:3])
        jokers = sum(i in cards for i in self.lanes[4])
        aces = sum(lane[-1] in cards for lane in self.lanes[:4]) + max(jokers - 1, 0)
        row = NO_TRUMP_SUIT[3 + min(max(aces - 1, 0), 2) if jokers else max(min(aces, 4) - 2, 0)]
        return sum(row[column(kept, lane)] for lane in self.lanes[:4])


@pytest.mark.parametrize("overrides", KITTIES.values(), ids=KITTIES)
@pytest.mark.parametrize("text", ["8S", "8D", "8NT"])
def test_no_other_throw_is_worth_more(overrides, text):
    table, bid = WideTable(overrides), parse_bid(text)
    worth, rng = Worth(table, bid), np.random.default_rng(5)
    for _ in range(12):
        hands, kitty = table.shuffled(rng)
        cards = {int(i) for i in (*hands[0], *kitty)}
        thrown = set(table.play(bid, hands, kitty, 0, 1).thrown)
        assert thrown <= cards
        assert len(thrown) == len(kitty)
        values = [(worth.of(cards, way), way) for way in worth.ways(cards, len(kitty))]
        best = max(value for value, _ in values if value is not None)
        if worth.of(cards, thrown) != best:  # only for a contract that the best throw would make uncertain
            certain = sure_after(table, bid, cards, thrown)
            assert certain >= 6
            assert all(sure_after(table, bid, cards, way) < certain for value, way in values if value == best)


def sure_after(table, bid, cards, thrown):
    """The tricks that are certain with what is kept."""
    place, out = table.place[strain_of(bid)], set(range(len(table.cards))) - cards
    held, others = (
        [int(word) for word in words_of_cards(place, np.array(sorted(part)))]
        for part in (cards - thrown, out)
    )
    return sure_on_lead(held, others, bid.denomination < 4)


def dealt(table, text):
    """A deal in which the contractor holds a given hand and the others what is left, in pack order."""
    mine = [table.code.pack.index(card) for card in parse_hand(text)]
    rest = [i for i in range(len(table.cards)) if i not in mine]
    hands = np.array([mine, *(rest[10 * k : 10 * k + 10] for k in range(table.players - 1))])
    return hands, np.array(rest[10 * (table.players - 1) :])


@pytest.mark.parametrize(
    ("hand", "bid", "card", "called"),
    [
        ("JK JH JD KH QH 9H AS KS 7C 6C", "8H/sk", "no_bower", "AH"),
        ("JK JH JD AH KH QH AS KS 7C 6C", "8H/sk", "no_bower", "10H"),
        ("JK JH AH KH QH 9H AS KS 7C 6C", "8H/sk", "no_bower", "10H"),  # never the left bower
        ("JH JD AH KH QH 9H AS KS 7C 6C", "8H/sk", "no_joker", "10H"),  # never the joker
        ("JK JH AH KH QH 9H AS KS 7C 6C", "8H/sk", "no_joker", "JD"),
        ("JK JH JD KH QH 9H AS KS 9S 6C", "8H/sk", "no_trump", "QS"),
        ("AS KS QS JS 9S AD KD 7C 6C 5H", "8NT/sk", "no_bower", "10S"),
        ("AS KS QS JS 9S AD KD 7C 6C 5H", "8NT/sk", "no_trump", "10S"),
    ],
)
def test_the_card_called_is_the_highest_that_may_be_called(hand, bid, card, called):
    table = WideTable({**TABLES["5, card called"], "partner.card": card, "sans_kitty.allowed": True})
    hands, kitty = dealt(table, hand)
    deal = table.play(parse_bid(bid), hands, kitty, 0, 1)
    assert format_card(table.cards[deal.called]) == called
    holder = next((seat for seat, held in enumerate(hands) if deal.called in held), -1)
    assert deal.partner == holder


def test_a_called_card_that_lies_in_the_kitty_leaves_the_contractor_alone():
    table = WideTable({**TABLES["5, card called"], "sans_kitty.allowed": True})
    hands, kitty = dealt(table, "JK JH JD KH QH 9H AS KS 7C 6C")
    deal = table.play(parse_bid("8H/sk"), hands, kitty, 0, 1)
    assert table.cards[deal.called] == parse_card("AH")
    assert deal.called in kitty
    assert deal.partner == -1


def test_a_contractor_who_names_a_player_names_the_seat_two_to_his_left():
    table = WideTable(TABLES["5, player named"])
    hands, kitty = table.shuffled(np.random.default_rng(1))
    deal = table.play(parse_bid("8S"), hands, kitty, 0, 1)
    assert (deal.partner, deal.called) == (2, -1)


def test_in_misere_the_five_handed_contractor_is_alone():
    table = WideTable({**TABLES["5, card called"], **ALL_CALLS})
    hands, kitty = table.shuffled(np.random.default_rng(1))
    deal = table.play(parse_bid("M"), hands, kitty, 0, 1)
    assert (deal.partner, deal.called) == (-1, -1)


def test_two_jokers_that_must_stay_suitless_are_thrown_in_misere():
    table = WideTable({**TABLES["4, two jokers"], "joker.set": "pagat_noprenom", "misere.when": "anytime"})
    hands, kitty = dealt(table, "BJ RJ 4D 4H 5S 5C 5D 5H 6S 6C")
    deal = table.play(parse_bid("M"), hands, kitty, 0, 1)
    assert {64, 65} <= {int(table.cards[i]) for i in deal.thrown}


def test_low_jokers_are_kept_in_misere():
    rules = {"joker.misere_rank": "low", "misere.when": "anytime"}
    table = WideTable({**TABLES["4, two jokers"], **rules})
    hands, kitty = dealt(table, "BJ RJ AD KH QS 5C 5D 5H 6S 6C")
    deal = table.play(parse_bid("M"), hands, kitty, 0, 1)
    assert not {64, 65} & {int(table.cards[i]) for i in deal.thrown}


def test_every_holder_names_his_jokers_where_he_must():
    table = WideTable({**TABLES["6, two jokers"], "joker.set": "holder"})
    rng = np.random.default_rng(3)
    for _ in range(20):
        hands, kitty = table.shuffled(rng)
        deal = table.play(parse_bid("8NT"), hands, kitty, 0, 1)
        held = [set(hand) for hand in hands]
        held[0] = (held[0] | set(kitty)) - set(deal.thrown)
        jokers = {i for i, card in enumerate(table.cards) if card >= 64}
        assert [lane >= 0 for lane in deal.nominated] == [bool(hand & jokers) for hand in held]
