"""What a position is worth by trying every legal card over the referee: slow, plain, and no solver's code."""

import random

from fivehundred_sim.cards import Deal
from fivehundred_sim.rules.packs import pack


def minimax(play):
    """Tricks of the contractor's side with every legal card tried; in misère 1 for any trick at all."""
    misere = play.bid.is_misere
    if misere and play.contractor_tricks:
        return 1
    if play.over:
        return play.contractor_tricks
    values = [minimax(after(play, move)) for move in play.moves()]
    ours = play.turn in play.side
    return max(values) if ours != misere else min(values)


def after(play, move):
    """The play one card on."""
    other = play.copy()
    other.play(move)
    return other


def small_deal(rng: random.Random, rules, k: int, ranks: int = 9) -> Deal:
    """A deal of few cards a hand, from a few ranks and the highest, with its jokers more often than not."""
    cards = pack(rules)
    jokers = [card for card in cards if card >= 64]
    plain = [card for card in cards if card < 64 and (card & 15) in (*rng.sample(range(16), ranks), 12, 15)]
    seats = rules.table.players
    dealt = rng.sample([*rng.sample(plain, min(len(plain), k * seats)), *jokers], k * seats)
    return Deal(tuple(tuple(dealt[k * seat : k * seat + k]) for seat in range(seats)), ())
