"""One given deal for callers outside the kernels: pack indices in, what happened out."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels._jit import Ints
from fivehundred_sim.kernels.discard import DISCARD_WORDS
from fivehundred_sim.kernels.wide.conduct import conduct
from fivehundred_sim.kernels.wide.deal import CALLED_PLACE, CHOICES, NAMED, PARTNER, jokers_of
from fivehundred_sim.kernels.wide.playout import new_scratch
from fivehundred_sim.kernels.wide.state import (
    KITTY_CARDS,
    LANE_BITS,
    LANES,
    LEGAL_RECORD,
    NOMINATED,
    PLAYERS,
    RECORD,
    STREAM,
    SUITLESS,
)


class PlayedCard(NamedTuple):
    """A card as it was played: who (relative to the contractor), pack index, lane named (-1), what was legal.

    `legal` are pack indices, `nameable` the lanes that a joker without a suit might have named if led.
    """

    seat: int
    card: int
    named: int
    legal: frozenset[int]
    nameable: frozenset[int]


class PlayedDeal(NamedTuple):
    """A deal from the exchange to the last card; seats are relative to the contractor.

    tricks: of the contractor's side. thrown: pack indices. nominated: the lane in which each seat named its
    jokers, -1 for none. partner: seat, called: pack index, -1 for none. cards: in the order played.
    """

    tricks: int
    thrown: tuple[int, ...]
    nominated: tuple[int, ...]
    partner: int
    called: int
    cards: tuple[PlayedCard, ...]


def words_of_cards(place: Ints, cards: Ints) -> NDArray[np.uint64]:
    """Return the five words of pack indices; `place` is a row of the layout."""
    words = np.zeros(LANES, np.uint64)
    for at in place[cards]:
        words[at // LANE_BITS] |= np.uint64(1 << int(at) % LANE_BITS)
    return words


def play_deal(
    place: Ints,
    strains: Ints,
    table: Ints,
    strain: int,
    hands: Ints,
    kitty: Ints,
    *,
    leader: int = 0,
    policies: int = 0,
    stream: int = 1,
) -> PlayedDeal:
    """Play one deal from the exchange on and return what happened.

    place, strains, table: as `rules.wide` gives them. hands: pack indices, int64 (players, cards), the
    contractor's first; fewer than ten each are an ending, without a kitty. kitty: pack indices. leader:
    seat relative to the contractor. policies: as in `play_out`. stream: seed of the random players.
    Raises ValueError for more cards in the kitty than the table has: the exchange has room for no more.
    """
    if len(kitty) > table[KITTY_CARDS]:
        raise ValueError(f"a kitty of {len(kitty)} cards: expected at most {table[KITTY_CARDS]}")
    row = place[strain]
    words = np.stack([words_of_cards(row, hand) for hand in hands])
    kitty_words, full = words_of_cards(row, kitty), words_of_cards(row, np.arange(place.shape[1]))
    thrown, choices = np.zeros(LANES, np.uint64), np.zeros(CHOICES, np.int64)
    values, scratch = np.zeros(DISCARD_WORDS, np.int64), new_scratch()
    scratch[STREAM] = stream
    record = np.full((hands.size, LEGAL_RECORD), -1, np.int64)
    tricks = conduct(
        strains[strain],
        table,
        jokers_of(place[4]),
        words,
        kitty_words,
        full,
        np.int64(leader),
        np.int64(policies),
        thrown,
        choices,
        values,
        scratch,
        record,
    )
    indices = _Indices(row, place[4])
    called = int(choices[CALLED_PLACE])
    return PlayedDeal(
        tricks=int(tricks),
        thrown=tuple(indices.of_words(thrown)),
        nominated=tuple(int(lane) for lane in choices[NAMED : NAMED + int(table[PLAYERS])]),
        partner=int(choices[PARTNER]),
        called=-1 if called < 0 else indices.of_place(called),
        cards=tuple(indices.card_of(entry) for entry in record[record[:, 0] >= 0]),
    )


class _Indices:
    """Places of one strain back to pack indices; a nominated joker is the joker it was."""

    def __init__(self, row: Ints, no_trump: Ints) -> None:
        self._by_place = {int(at): i for i, at in enumerate(row)}
        self._jokers = {int(at) % LANE_BITS: i for i, at in enumerate(no_trump) if at >= LANE_BITS * SUITLESS}

    def of_place(self, at: int) -> int:
        bit = at % LANE_BITS
        return self._jokers[bit - NOMINATED] if bit >= NOMINATED else self._by_place[at]

    def of_words(self, words: NDArray[np.uint64] | Ints) -> list[int]:
        return [
            self.of_place(int(LANE_BITS) * lane + bit)
            for lane, word in enumerate(words)
            for bit in range(LANE_BITS)
            if int(word) >> bit & 1
        ]

    def card_of(self, entry: Ints) -> PlayedCard:
        seat, at, named = (int(number) for number in entry[:RECORD])
        lanes = int(entry[-1])
        return PlayedCard(
            seat,
            self.of_place(at),
            named,
            frozenset(self.of_words(entry[RECORD:-1])),
            frozenset(lane for lane in range(4) if lanes >> lane & 1),
        )
