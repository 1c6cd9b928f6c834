"""Whole deals in the hands of sampled players at any table, for studies and comparisons."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import NO_TRUMP, Bid
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import hand_points
from fivehundred_sim.rules.seats import HAND_PARTNERSHIPS
from fivehundred_sim.rules.wide import denomination_of, encode_wide, strain_table, table_row

if TYPE_CHECKING:
    from fivehundred_sim.kernels.wide_sampled.deal import SampledDeal
    from fivehundred_sim.kernels.wide_sampled.decide import Goal


def goal_of_bid(rules: Rules, bid: Bid) -> "Goal":
    """Return what a contract is worth by tricks; a five-handed contractor has a partner, but in misère."""
    from fivehundred_sim.kernels.wide_sampled.decide import RESULTS, goal_of

    partnered = rules.table.sides in HAND_PARTNERSHIPS and not bid.is_misere
    both = [hand_points(rules, bid, taken, partnered=partnered) for taken in range(RESULTS)]
    points = np.array([ours - theirs for ours, theirs in both], np.float64)
    return goal_of(bid.level, bid.is_misere, points)


def sampled_deals(
    rules: Rules,
    hand: NDArray[np.int64],
    unseen: NDArray[np.int64],
    seed: int,
    first: int,
    n: int,
    strain: int,
    level: int,
    worlds: int = 16,
) -> Iterator["SampledDeal"]:
    """Yield deals `first` … `first + n - 1` of a hand as sampled players exchange and play them.

    hand, unseen: pack indices, the contractor's ten and the rest; deals are those of the other engines under
    the same `seed`. strain: 0–14 (`rules.wide`), level: 6 to 10, of no consequence in the misère family.
    worlds: deals solved for each decision; a deal takes about as many solved deals as worlds times cards.
    """
    from fivehundred_sim.kernels.dense.table import new_dense_table
    from fivehundred_sim.kernels.wide_sampled.deal import play_sampled

    code, memory = encode_wide(rules), new_dense_table()
    denomination = denomination_of(strain)
    goal = goal_of_bid(rules, Bid(level if denomination <= NO_TRUMP else 0, denomination))
    given = memory, code.place, strain_table(code), table_row(code), strain, hand, unseen, goal, seed
    for deal in range(first, first + n):
        yield play_sampled(*given, deal, worlds)
