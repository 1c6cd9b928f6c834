"""One deal played by sampled players at any table: exchange, jokers named, partner called, every card.

The deals and what the other seats decide before the play are those of `wide.chunks`; the contractor's discard
and the suit of his jokers are judged by `exchange`, every card by `decide`. Seats are relative to the
contractor.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels._jit import Ints, Words
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.stream import stream_start
from fivehundred_sim.kernels.wide.deal import deal_out, jokers_of
from fivehundred_sim.kernels.wide.exchange import holder_names, name_jokers
from fivehundred_sim.kernels.wide.state import (
    AVOIDS,
    CALLS,
    COUNTED_OUT,
    DEAD,
    EXPOSED_AFTER,
    KITTY,
    KITTY_CARDS,
    LANES,
    NOMINATE,
    PLAYERS,
    PLAYING,
    SEEN,
    SIDE,
    TOLD,
)
from fivehundred_sim.kernels.wide_sampled.decide import Goal, decide
from fivehundred_sim.kernels.wide_sampled.exchange import Exchanged, Table, best_exchange, partner_of
from fivehundred_sim.kernels.wide_sampled.fit import NOBODY
from fivehundred_sim.kernels.wide_sampled.public import Public, new_public, next_to_play, show
from fivehundred_sim.kernels.wide_sampled.view import View, announce, look

_CARD = 1  # of the code CALLS
_EVERY_HOLDER = 2  # of the code NOMINATE
_NO_JOKERS = 1 << (LANES - 1)  # in the word of a seat's empty lanes


class SampledDeal(NamedTuple):
    """A deal as it was played; seats are relative to the contractor, cards places of the wide layout.

    tricks: of the contractor's side (a misère that its first trick fails stops there). thrown: uint64 (5,).
    named: the lane in which each seat named its jokers; partner: seat; called: place; -1 for none. record:
    int64 (n, 3), seat, place and lane named or -1 of each card.
    """

    tricks: int
    thrown: Words
    named: tuple[int, ...]
    partner: int
    called: int
    record: NDArray[np.int64]


def seed_of(seed: int, deal: int) -> int:
    """Return the seed of the decisions of one deal, not the seed that dealt it."""
    return int(stream_start(seed + (1 << 32), deal)) >> 1


def play_sampled(
    memory: Words,
    place: Ints,
    strains: Ints,
    table: Ints,
    strain: int,
    hand: Ints,
    unseen: Ints,
    goal: Goal,
    seed: int,
    deal: int,
    worlds: int,
) -> SampledDeal:
    """Play one deal of a hand, from the exchange on, and return what happened.

    memory: from `new_dense_table`. place, strains, table: as `rules.wide` gives them; strain: the row. hand,
    unseen, seed, deal: as in `wide.chunks.wide_counts`, the same cards. goal: what the contract is worth.
    worlds: how many deals are solved for each decision.
    """
    row, seats = strains[strain], int(table[PLAYERS])
    order, kitty = np.empty(unseen.shape[0], np.int64), np.zeros(LANES, np.uint64)
    hands, full = np.zeros((seats, LANES), np.uint64), np.zeros(LANES, np.uint64)
    shuffle(seed, deal, unseen, order)
    deal_out(place[strain], table, hand, order, hands, kitty, full)
    given = Table(row, table, int(jokers_of(place[4])), full)
    if row[KITTY] == 1:
        hands[0] |= kitty
    choices = seed_of(seed, deal)
    contractor = best_exchange(memory, given, goal, hands[0], worlds, choices)
    hands[0] = contractor.kept
    named = [contractor.named] + [-1] * (seats - 1)
    for seat in range(1, seats):
        if (row[PLAYING] >> seat) & 1:
            named[seat] = int(holder_names(row, hands[seat]))
            name_jokers(hands[seat], named[seat])
    return _Hand(memory, given, goal, hands, contractor, named).play(worlds, choices)


class _Hand:
    """A hand in play, all cards known to it; what a seat knows it tells by `view`."""

    def __init__(
        self,
        memory: Words,
        given: Table,
        goal: Goal,
        hands: Words,
        contractor: Exchanged,
        named: list[int],
    ) -> None:
        self.memory, self.given, self.goal, self.hands = memory, given, goal, hands
        self.thrown, self.called, self.named = contractor.thrown, contractor.called, tuple(named)
        self.row, self.seats = given.row, hands.shape[0]
        self.partner = partner_of(given, hands, self.called)
        self.full = given.full.copy()
        announce(self.full, hands)
        self.length = sum(int(word).bit_count() for word in hands[0])
        playing = self.row[PLAYING]
        self.public: Public = new_public(self.row, playing, np.int64(0), np.int64(0))
        if self.row[NOMINATE] == _EVERY_HOLDER:
            self.public.void[:] |= _NO_JOKERS
        elif named[0] >= 0:
            self.public.void[0] |= _NO_JOKERS

    def play(self, worlds: int, seed: int) -> SampledDeal:
        """Play all cards and return the deal."""
        record: list[tuple[int, int, int]] = []
        cards = self.length * sum(int(self.row[PLAYING]) >> seat & 1 for seat in range(self.seats))
        stops = self.row[AVOIDS] == 1 and self.row[COUNTED_OUT] == 1
        while len(record) < cards and not (stops and self.tricks > 0):
            seat = int(next_to_play(self.public, self.seats))
            view = self.view(seat)
            card = decide(self.memory, view, self.goal, worlds, seed)
            assert card is not None, "the deal itself fits"
            record.append((seat, card.place, card.named))
            self.hands[seat, card.place // 32] &= ~np.uint64(1 << card.place % 32)
            show(self.public, self.seats, card.place, card.named)
        played = np.array(record, np.int64).reshape(-1, 3)
        return SampledDeal(self.tricks, self.thrown, self.named, self.partner, self.called, played)

    @property
    def side(self) -> int:
        """Who plays the contract in truth, a mask."""
        return int(self.row[SIDE]) | (1 << self.partner if self.partner > 0 else 0)

    @property
    def tricks(self) -> int:
        """The tricks of the contractor's side."""
        return sum(int(self.public.tricks[seat]) for seat in range(self.seats) if self.side >> seat & 1)

    def view(self, seat: int) -> View:
        """Return what a seat knows: its cards, those that lie open, those announced, its own discard."""
        dummies, opens = int(self.row[SEEN]), int(self.row[EXPOSED_AFTER])
        contractors = seat == 0 or bool(dummies >> seat & 1)
        is_open = 0 <= opens <= int(self.public.tricks.sum())
        known = np.zeros((self.seats, LANES), np.uint64)
        for other in range(self.seats):
            if other == seat or dummies >> other & 1 or (other == 0 and (contractors or is_open)):
                known[other] = self.hands[other]
        announced = self.hands & np.uint64(3 << 24)
        known[:, : LANES - 1] |= announced[:, : LANES - 1]
        sees = contractors or is_open
        threw = self.given.table[KITTY_CARDS] if self.row[KITTY] == 1 and not sees else 0
        knows: View = look(
            self.public,
            np.int64(self.seats),
            np.int64(seat),
            known,
            self.thrown if contractors else np.zeros(LANES, np.uint64),
            self.full,
            np.int64(self.length),
            np.int64(self._known_side(known)),
            np.int64(self.called),
            np.int64(int(self.row[PLAYING]) & ~1 | (1 << int(NOBODY) if self.given.table[DEAD] else 0)),
            np.int64(threw),
        )
        return knows

    def _known_side(self, known: Words) -> int:
        """Return who is known to everybody to play the contract; a partner who is told holds the card."""
        table, side = self.given.table, int(self.row[SIDE])
        if table[CALLS] != _CARD or self.partner < 0:
            return self.side
        lane, card = self.called // 32, np.uint64(1 << self.called % 32)
        if self.public.played[lane] & card:
            return self.side
        if table[TOLD] == 1:
            known[self.partner, lane] |= card
            return self.side
        return side
