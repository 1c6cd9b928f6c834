"""Whole deals of one hand in the hands of sampled players, on the same deals as the fast models."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.codes import HAND, NO_TRUMP
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.knowledge import TRICKS
from fivehundred_sim.kernels.misere import new_misere_table
from fivehundred_sim.kernels.sampled.conduct import conduct
from fivehundred_sim.kernels.sampled.misere import conduct_misere
from fivehundred_sim.kernels.sampled.room import new_room
from fivehundred_sim.kernels.sampled.state import new_game
from fivehundred_sim.kernels.solver_table import new_table
from fivehundred_sim.kernels.stream import mix, stream_start

CARDS = 40  # of a whole deal
WORLDS_STREAM = 0x5A3D1EF7  # sampled worlds draw from another stream than the deals


def world_stream(seed: int, deal: int) -> np.uint64:
    """Return the word from which the worlds of one deal are drawn."""
    return np.uint64(mix(np.uint64(stream_start(seed, deal)) ^ np.uint64(WORLDS_STREAM)))


def sampled_games(
    bit: NDArray[np.int64],
    play: Any,
    hand: NDArray[np.int64],
    unseen: NDArray[np.int64],
    seed: int,
    first: int,
    n: int,
    strain: int,
    points: NDArray[np.int64],
    need: int,
    worlds: int,
    sides: int = 3,
) -> NDArray[np.int64]:
    """Return int64 (n,): the tricks of the contractor's side in deals `first` … `first + n - 1`.

    With n = 0 the kernels are compiled, or loaded, and nothing is played. A misère stops at the first trick
    he takes, so it counts 0 made, 1 failed. bit, play, hand, unseen, seed: as `heuristic_counts`, and the
    same deals. strain: 0-6. points: int64 (11,), ours minus theirs by tricks of the contractor's side. need:
    tricks that make the contract; nothing in misère. worlds: how many every decision is judged on. sides: who
    samples, bit 0 the contractor's side, bit 1 the defenders; in misère always both.
    """
    misere = strain > NO_TRUMP
    table = new_misere_table() if misere else new_table()
    room, game = new_room(worlds), new_game()
    order, hands = np.empty(len(unseen), np.int64), np.empty(4, np.uint64)
    tricks = np.empty(n, np.int64)
    bits = bit[strain]
    full = np.uint64(pack_mask(bits))

    def conducted(kitty: np.uint64, stream: np.uint64, cards: int) -> None:
        if misere:
            conduct_misere(game, hands, kitty, full, strain, play, worlds, stream, cards, table, room)
        else:
            given = game, hands, kitty, full, strain, play, worlds, need, points
            conduct(*given, stream, cards, table, room, sides)

    if n == 0:
        conducted(np.uint64(0), np.uint64(0), 0)  # nothing but the kernels is asked for
    for i in range(n):
        shuffle(seed, first + i, unseen, order)
        hands[0] = hand_mask(bits, hand, 0, HAND)
        for seat in range(1, 4):
            hands[seat] = hand_mask(bits, order, HAND * (seat - 1), HAND * seat)
        kitty = np.uint64(hand_mask(bits, order, 3 * HAND, len(order)))
        conducted(kitty, world_stream(seed, first + i), CARDS)
        tricks[i] = game[TRICKS]
    return tricks
