"""At every table a contractor takes what he is sure of, and throws nothing of it."""

import numpy as np
import pytest
from wide_tables import TABLES, WideTable

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.kernels.wide.one import words_of_cards
from fivehundred_sim.kernels.wide_sampled.claim import sure_on_lead
from fivehundred_sim.rules.wide import strain_of

SOME = ("2", "3", "4, floating fours", "4, two jokers", "5, card called", "6", "6, two jokers")


def strong_deal(table, strain, rng):
    """Hands and kitty as pack indices, the contractor's drawn with a liking for what the strain needs."""
    place = table.place[strain]
    height = place % 32 / 13 + (place >= 128)
    liked = np.where(place >= 96, 1 + height, 0.8 * height) if strain < 4 else 1.5 * height
    order = np.argsort(-rng.gumbel(size=len(place)) - rng.uniform(1, 6) * liked)
    cards = np.concatenate([order[:10], rng.permutation(order[10:])])
    dealt = 10 * table.players
    return cards[:dealt].reshape(table.players, 10), cards[dealt : dealt + table.code.kitty]


def sure(place, cards, kept, strain):
    """The tricks that the cards kept take for certain, all but `cards` being out."""
    out = np.setdiff1d(np.arange(len(place)), cards)
    held, others = ([int(word) for word in words_of_cards(place, part)] for part in (kept, out))
    return sure_on_lead(held, others, strain < 4)


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("text", ["6C", "6H", "6NT"])
def test_what_is_sure_is_taken_and_none_is_thrown(name, text):
    table, bid = WideTable(TABLES[name]), parse_bid(text)
    strain = strain_of(bid)
    place, rng = table.place[strain], np.random.default_rng(len(name))
    sure_ones = 0
    for _ in range(250):
        hands, kitty = strong_deal(table, strain, rng)
        deal = table.play(bid, hands, kitty, 0, 1)
        cards = np.concatenate([hands[0], kitty])
        certain = sure(place, cards, np.setdiff1d(cards, deal.thrown), strain)
        before = sure(place, hands[0], hands[0], strain)
        if max(certain, before) >= 6:
            assert deal.tricks >= certain >= before
            sure_ones += 1
    assert sure_ones >= 20


def test_more_kitty_than_the_table_has_is_refused():
    """The exchange has room for no more: it would write past it."""
    table = WideTable(TABLES["2"])
    hands, kitty = table.shuffled(np.random.default_rng(3))
    spare = np.setdiff1d(np.arange(len(table.cards)), np.concatenate([hands.ravel(), kitty]))
    with pytest.raises(ValueError, match="kitty of 4 cards: expected at most 3"):
        table.play(parse_bid("8S"), hands, np.append(kitty, spare[0]), 0, 1)
