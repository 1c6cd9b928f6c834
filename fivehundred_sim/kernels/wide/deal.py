"""What comes before the first lead: the deal, the exchange, jokers named, a partner called."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Words, apart, kernel, popcount
from fivehundred_sim.kernels.codes import HAND
from fivehundred_sim.kernels.lanes import ZERO
from fivehundred_sim.kernels.wide.exchange import calls, holder_names, name_jokers, wide_exchange
from fivehundred_sim.kernels.wide.state import (
    AVOIDS,
    CALLS,
    KITTY,
    KITTY_CARDS,
    LANES,
    PLAYERS,
    PLAYING,
    SEATS,
    SUITLESS,
    TOLD,
    card_of_place,
    lane_of_place,
)

# What is decided before the play: the partner's seat and the place of the card called (-1 for none), then the
# lane in which each seat names its jokers (-1 for none).
PARTNER, CALLED_PLACE, NAMED = map(np.int64, range(3))
CHOICES = NAMED + SEATS
_CARD, _SEAT = 1, 2  # values of the code CALLS
_NAMED_SEAT = 2  # a contractor who names a player names the seat opposite: two to his left


@kernel()
def words_of(place: Ints, cards: Ints, first: Int, last: Int, words: Words) -> None:
    """Write the five words of the pack indices `cards[first:last]`; `place` is a row of the layout."""
    for lane in range(LANES):
        words[lane] = ZERO
    for i in range(first, last):
        at = place[cards[i]]
        words[lane_of_place(at)] |= card_of_place(at)


@kernel()
def jokers_of(place: Ints) -> Int:
    """Return how many jokers a pack has; place: int64 (cards,), its places in no-trump."""
    return np.int64((place >= 32 * SUITLESS).sum())


@kernel()
def deal_out(
    place: Ints, table: Ints, hand: Ints, order: Ints, hands: Words, kitty: Words, full: Words
) -> None:
    """Write the hands as dealt, the kitty and the whole pack in one strain's lanes.

    place: the strain's row of the layout. hand: pack indices of the contractor's ten. order: those of the
    other cards as shuffled: seats 1, 2, ... ten each, then the kitty, then cards dealt to nobody.
    """
    players = np.int64(table[PLAYERS])
    words_of(place, np.arange(place.shape[0]), np.int64(0), np.int64(place.shape[0]), full)
    words_of(place, hand, np.int64(0), np.int64(HAND), hands[0])
    for seat in range(1, players):
        words_of(place, order, HAND * (seat - 1), HAND * seat, hands[seat])
    dealt = HAND * (players - 1)
    words_of(place, order, dealt, dealt + np.int64(table[KITTY_CARDS]), kitty)


@kernel()
def _find_partner(
    strain: Ints, table: Ints, jokers: Int, hands: Words, thrown: Words, full: Words, choices: Ints
) -> Int:
    """Write the partner of a five-handed contractor and the card called; return the card if it is secret."""
    choices[PARTNER] = choices[CALLED_PLACE] = np.int64(-1)
    if strain[AVOIDS] == 1:
        return np.int64(-1)
    if table[CALLS] == _SEAT:
        choices[PARTNER] = _NAMED_SEAT
    if table[CALLS] != _CARD:
        return np.int64(-1)
    called = calls(strain, table, jokers, hands[0], thrown, full)
    choices[CALLED_PLACE] = called
    for seat in range(1, table[PLAYERS]):
        if called >= 0 and popcount(hands[seat, lane_of_place(called)] & card_of_place(called)) > 0:
            choices[PARTNER] = seat
    return np.int64(-1) if table[TOLD] == 1 else called


@kernel(
    "int64(int64[::1], int64[::1], int64, uint64[:, ::1], uint64[::1], uint64[::1], uint64[::1], int64[::1], "
    "int64[::1])"
)
def prepare(
    strain: Ints,
    table: Ints,
    jokers: Int,
    hands: Words,
    kitty: Words,
    full: Words,
    thrown: Words,
    choices: Ints,
    values: Ints,
) -> Int:
    """Do all that comes before the first lead: exchange, jokers named, partner found (arguments: `conduct`).

    Returns the place of the card called while it is a secret, -1 otherwise.
    """
    if strain[KITTY] == 1:
        for lane in range(LANES):
            hands[0, lane] |= kitty[lane]
    choices[NAMED] = wide_exchange(strain, hands[0].copy(), full, hands[0], thrown, values)
    for seat in range(1, table[PLAYERS]):
        plays = (strain[PLAYING] >> seat) & 1 == 1
        choices[NAMED + seat] = holder_names(strain, hands[seat]) if plays else np.int64(-1)
        name_jokers(hands[seat], choices[NAMED + seat])
    return _find_partner(strain, table, jokers, hands, thrown, full, choices)


prepare_apart = apart(prepare)
