"""The same as `deals` at every other table: contracts of whole deals, by the general players."""

import numpy as np

from fivehundred_sim.kernels._jit import Ints, kernel
from fivehundred_sim.kernels.bidding.deals import CONTRACTOR, DEAL, STRAIN
from fivehundred_sim.kernels.codes import HAND
from fivehundred_sim.kernels.discard import DISCARD_WORDS
from fivehundred_sim.kernels.wide.conduct import conduct_apart
from fivehundred_sim.kernels.wide.deal import CHOICES, PARTNER, jokers_of, words_of
from fivehundred_sim.kernels.wide.playout import new_scratch
from fivehundred_sim.kernels.wide.state import KITTY_CARDS, LANES, PLAYERS, RECORD


@kernel()
def wide_tricks(place: Ints, strains: Ints, table: Ints, deals: Ints, asked: Ints) -> Ints:
    """Return int64 (m, 2): the tricks of the contractor's side, and the seat that was found as his partner.

    place, strains, table: as `rules.wide` gives them. deals, asked: as in `deals.lanes_tricks`, for this
    table; strains 0-14. The partner is -1 but in a five-handed game.
    """
    found = np.empty((asked.shape[0], 2), np.int64)
    players = np.int64(table[PLAYERS])
    hands = np.zeros((players, LANES), np.uint64)
    kitty, full, thrown = np.zeros(LANES, np.uint64), np.zeros(LANES, np.uint64), np.zeros(LANES, np.uint64)
    choices, values = np.zeros(CHOICES, np.int64), np.zeros(DISCARD_WORDS, np.int64)
    scratch, record = new_scratch(), np.empty((0, RECORD), np.int64)
    jokers, every = jokers_of(place[4]), np.arange(place.shape[1])
    dealt = HAND * players
    first = np.int64(0)
    for i in range(asked.shape[0]):
        order, contractor, strain = deals[asked[i, DEAL]], asked[i, CONTRACTOR], asked[i, STRAIN]
        row = place[strain]
        words_of(row, every, first, np.int64(place.shape[1]), full)
        for step in range(players):
            seat = (contractor + step) % players
            words_of(row, order, HAND * seat, HAND * (seat + 1), hands[step])
        words_of(row, order, dealt, dealt + np.int64(table[KITTY_CARDS]), kitty)
        found[i, 0] = conduct_apart(
            strains[strain],
            table,
            jokers,
            hands,
            kitty,
            full,
            first,
            first,
            thrown,
            choices,
            values,
            scratch,
            record,
        )
        found[i, 1] = -1 if choices[PARTNER] < 0 else (contractor + choices[PARTNER]) % players
    return found
