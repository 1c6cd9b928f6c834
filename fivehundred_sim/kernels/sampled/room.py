"""The working memory of sampled players: one a worker, kept between deals."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.discard import DISCARD_WORDS
from fivehundred_sim.kernels.sampled.state import new_game
from fivehundred_sim.kernels.sampled.worlds import WAYS_SHAPE
from fivehundred_sim.kernels.solver_scores import SCORES


class Room(NamedTuple):
    """Arrays that one decision writes over; passed to kernels as they are."""

    worlds: NDArray[np.uint64]
    ways: NDArray[np.float64]
    values: NDArray[np.int64]
    rng: NDArray[np.uint64]
    scores: NDArray[np.int64]
    totals: NDArray[np.int64]
    on_table: NDArray[np.uint64]
    trial: NDArray[np.uint64]


def new_room(worlds: int) -> Room:
    """Return memory for decisions by up to `worlds` worlds."""
    return Room(
        worlds=np.zeros((worlds, 5), np.uint64),
        ways=np.zeros(WAYS_SHAPE, np.float64),
        values=np.zeros(DISCARD_WORDS, np.int64),
        rng=np.zeros(1, np.uint64),
        scores=np.zeros(SCORES, np.int64),
        totals=np.zeros(SCORES, np.int64),
        on_table=np.zeros(4, np.uint64),
        trial=new_game(),
    )
