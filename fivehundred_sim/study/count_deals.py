"""Random hands and a few deals of each, played in every denomination: what a count is fitted to and tried on.

Players are the heuristic ones. Several deals a hand cost little more than one, and show what its cards are
worth apart from the luck of the deal.
"""

from collections.abc import Callable
from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import HAND_SIZE
from fivehundred_sim.rules.code import encode, lanes_cover
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.wide import STRAINS, encode_wide, strain_table, table_row
from fivehundred_sim.study.interrupts import interrupts_kept
from fivehundred_sim.study.run import AHEAD, TRICK_COUNTS, Counts, Ints, in_order, spans

DEALS_EACH = 10  # deals a hand
CHUNK = 200  # hands a unit of work
_STEP = DEALS_EACH + 1  # of the stream: one number for the hand, then one for each of its deals
Counter = Callable[[Ints, Ints, int, int, int], Counts]


def draw_hands(cards: int, seed: int, first: int, n: int) -> Ints:
    """Return int64 (n, cards): the pack shuffled for hands `first` to `first + n - 1`, ten cards in front."""
    from fivehundred_sim.kernels.deal import shuffle

    whole, orders = np.arange(cards), np.empty((n, cards), np.int64)
    for i in range(n):
        shuffle(seed, _STEP * (first + i), whole, orders[i])
    return orders


def counter(rules: Rules, seed: int, asked: int) -> Counter:
    """Return what counts deals of one hand in strains among `asked` (bit masks); its arguments and result
    are those of `run.CountFunction`, hand and unseen cards in place of the task.

    As the heuristic engine, but the rules are encoded once and not for each of many thousand hands.
    """
    fast = lanes_cover(rules) & asked
    if fast:
        from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts

        lanes = encode(rules)
    if asked & ~fast:
        from fivehundred_sim.kernels.wide.chunks import wide_counts

        wide = encode_wide(rules)
        places, strain_codes, table = wide.place, strain_table(wide), table_row(wide)

    def count(hand: Ints, unseen: Ints, first: int, n: int, strains: int) -> Counts:
        counts = np.zeros((STRAINS, TRICK_COUNTS), np.int64)
        if strains & fast:
            few = heuristic_counts(lanes.bit, lanes.play, hand, unseen, seed, first, n, strains & fast)
            counts[: len(few)] += few
        if strains & ~fast:
            counts += wide_counts(
                places, strain_codes, table, hand, unseen, seed, first, n, strains & ~fast, 0
            )
        return counts

    return count


def play_hands(
    rules: Rules,
    seed: int,
    first: int,
    orders: Ints,
    strains: Ints,
    executor: Executor,
    threads: int,
    tick: Callable[[], None],
) -> NDArray[np.uint8]:
    """Return uint8 (n, 15, 11): in how many of its deals each hand's side took so many tricks, by strain.

    Each hand has `DEALS_EACH` deals, the same ones in all its strains. orders: as `draw_hands` gives them for
    hands from `first` on. strains: int64 (n,), the strains that each hand plays, as bit masks; the others
    stay zero. `tick` is called after every `CHUNK` hands.
    """
    count = counter(rules, seed, int(np.bitwise_or.reduce(strains)))

    def chunk(start: int, n: int) -> Counts:
        found = np.zeros((n, STRAINS, TRICK_COUNTS), np.int64)
        for k in range(n):
            order = orders[start + k]
            deal = _STEP * (first + start + k) + 1
            found[k] = count(order[:HAND_SIZE], order[HAND_SIZE:], deal, DEALS_EACH, int(strains[start + k]))
        return found

    with interrupts_kept():  # compiles here, where Ctrl-C gets through
        count(orders[0, :HAND_SIZE], orders[0, HAND_SIZE:], 0, 0, int(np.bitwise_or.reduce(strains)))
    parts = []
    for part in in_order(executor, chunk, spans(0, len(orders), CHUNK), AHEAD * threads):
        parts.append(part.astype(np.uint8))
        tick()
    return np.concatenate(parts)
