"""One deal from the kitty to the last trick."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Words, apart, kernel
from fivehundred_sim.kernels.wide.deal import PARTNER, prepare_apart
from fivehundred_sim.kernels.wide.playout import play_out
from fivehundred_sim.kernels.wide.state import PLAYERS


@kernel(
    "int64(int64[::1], int64[::1], int64, uint64[:, ::1], uint64[::1], uint64[::1], int64, int64, "
    "uint64[::1], int64[::1], int64[::1], uint64[::1], int64[:, ::1])"
)
def conduct(
    strain: Ints,
    table: Ints,
    jokers: Int,
    hands: Words,
    kitty: Words,
    full: Words,
    leader: Int,
    policies: Int,
    thrown: Words,
    choices: Ints,
    values: Ints,
    scratch: Words,
    record: Ints,
) -> Int:
    """Take a deal from the kitty to its end and return the tricks of the contractor's side.

    strain, table: a row of the strains' table and the table's row. jokers: how many the pack has. hands:
    uint64 (players, 5), as dealt, the contractor's first; overwritten with those of the play. kitty, full:
    uint64 (5,). thrown, choices: uint64 (5,) and int64 (CHOICES,), overwritten with what was decided. values:
    int64 (DISCARD_WORDS,). leader, policies, scratch, record: as in `play_out`.
    """
    called = prepare_apart(strain, table, jokers, hands, kitty, full, thrown, choices, values)
    players, partner = np.int64(table[PLAYERS]), np.int64(choices[PARTNER])
    return play_out(strain, players, hands, thrown, full, partner, called, leader, policies, scratch, record)


conduct_apart = apart(conduct)
