"""A world played on by the heuristic players after one card: what solving cannot see, that nobody will see all."""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, store
from fivehundred_sim.kernels.codes import MISERE
from fivehundred_sim.kernels.knowledge import HANDS
from fivehundred_sim.kernels.playout import HEURISTIC, finish_trick, play_on
from fivehundred_sim.kernels.sampled.state import (
    BEST,
    BEST_SEAT,
    GAME_WORDS,
    LANE_LED,
    LEADER,
    ON_TABLE,
    TRICKS,
    lay,
)


@kernel()
def tricks_played_on(
    base: Word, trial: Word, strain: Int, seat: Int, hands: Word, card: Word, lane: Word, play: Any, record: Int
) -> Int:  # fmt: skip
    """Return the tricks of the contractor's side when the heuristic players go on after `card` in a world.

    base: address of the game, of which public words are read. trial: address of GAME_WORDS words to play in.
    hands: uint64 (5,), see `deal_worlds`. lane: what the card leads. In misère 1 for any trick taken.
    """
    for i in range(GAME_WORDS):
        store(trial, i, load(base, i))
    for s in range(4):
        store(trial, HANDS + s, hands[s])
    lay(trial, strain, seat, card, lane, play)
    placed, leader = np.int64(load(trial, ON_TABLE)), np.int64(load(trial, LEADER))
    thrown = hands[4]
    tricks = np.int64(0)
    if placed > 0:
        led, best = load(trial, LANE_LED), load(trial, BEST)
        best_seat = np.int64(load(trial, BEST_SEAT))
        leader = finish_trick(
            strain, leader, led, best, best_seat, placed, np.int64(0), thrown, play, HEURISTIC, trial, record
        )
        tricks += 1 - (leader & 1)
    tricks += np.int64(load(trial, TRICKS))
    if strain >= MISERE and tricks > 0:
        return np.int64(1)
    return tricks + play_on(strain, leader, np.int64(0), thrown, play, HEURISTIC, trial, record)
