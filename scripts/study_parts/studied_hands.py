"""Random hands for studies, told apart by what they would bid."""

from dataclasses import dataclass

import numpy as np

from fivehundred_sim.cards import HAND_SIZE, NO_TRUMP
from fivehundred_sim.kernels.bidding.evaluate import BINS, LOW, ROWS, STEP
from fivehundred_sim.kernels.bidding.sift import all_values
from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.paired import paired_tricks
from fivehundred_sim.kernels.solver import solve_tricks
from fivehundred_sim.kernels.solver_table import new_table
from fivehundred_sim.study.calibrated import Calibrated
from fivehundred_sim.study.run import Task

PASS = 0


@dataclass(frozen=True)
class Thought:
    """What the evaluation thinks of hands: the call with the most points (0 a pass), and its points."""

    call: np.ndarray
    points: np.ndarray


def thought_of(house, hands, strains=range(5)):
    """The best call of hands (n, 10) by expected points among contracts in some strains, nobody else bidding.

    A pass is worth nothing and wins ties. The evaluation (calibrated where that is known) says what ten cards
    are worth.
    """
    values, look = np.empty((len(hands), 7, 2)), house.evaluation
    all_values(np.ascontiguousarray(hands), look.code, look.weights, values)
    worth = house.worth(house.points)[0]
    best, points = np.full(len(hands), PASS), np.zeros(len(hands))
    contracts = house.points.results[0].any(axis=1)
    for call, (_, strain, *_) in enumerate(house.bidding.table):
        if call == PASS or strain not in strains or not contracts[call]:
            continue
        index, row = values[:, strain, 0], np.minimum(values[:, strain, 1].astype(np.int64), ROWS - 1)
        bins = np.clip(np.rint((index - LOW) / STEP).astype(np.int64), 0, BINS - 1)
        found = worth[call, row, bins]
        better = found > points
        best[better], points[better] = call, found[better]
    return Thought(best, points)


def words_of(bits, cards):
    """Pack indices (n, k) as lane words, uint64 (n,)."""
    return np.bitwise_or.reduce(np.uint64(1) << bits[cards].astype(np.uint64), axis=1)


def solved_deals(house, deals, strain, takes_kitty):
    """Tricks of seat 0's side with best play by all, int64 (n,); four players, suits and no-trump.

    deals: int64 (n, cards), ten a seat, then the kitty: seat 0 exchanges by our policy, or leaves it.
    """
    code, table, room = house.task.lanes, new_table(), np.zeros(DISCARD_WORDS, np.int64)
    bits, full = code.bit[strain], np.bitwise_or.reduce(np.uint64(1) << code.bit[strain].astype(np.uint64))
    hands = np.stack([words_of(bits, deals[:, 10 * seat : 10 * seat + 10]) for seat in range(4)], axis=1)
    kitties, tricks, guess = words_of(bits, deals[:, 40:]), np.empty(len(deals), np.int64), 7
    strain, trump = np.int64(strain), np.int64(strain < NO_TRUMP)
    for i, (own, kitty) in enumerate(zip(hands, kitties, strict=True)):
        if takes_kitty:
            own[0] = exchange(strain, own[0], kitty, full, np.int64(code.play.nominate), room)[0]
        tricks[i] = guess = solve_tricks(table, own, 0, trump, code.play.lead, 0, HAND_SIZE, guess)
    return tricks


@dataclass(frozen=True)
class Judged:
    """A hand in some strains by the quick models, on the same deals.

    counts: int64 (15, 11), what heuristic players take. pairs: int64 (7, n, 2), of the first n of these deals
    what they take and what best play takes. model: the calibrated estimates that rest on both.
    """

    counts: np.ndarray
    pairs: np.ndarray
    model: Calibrated


def judged(house, hand, seed, first, strains, played, solved):
    """Judge a hand (10,) on deals `first` ... of the stream `seed`, in `strains` (a bit mask, 0 to 6)."""
    hand = np.ascontiguousarray(hand)
    unseen = np.setdiff1d(np.arange(house.cards), hand)
    asked = (house.task.lanes.bit, house.task.lanes.play, hand, unseen, seed, first)
    counts, paired = np.zeros((15, 11), np.int64), np.zeros((15, 2, 11, 11), np.int64)
    counts[:7] = heuristic_counts(*asked, played, strains)
    pairs = paired_tricks(*asked, solved, strains)
    for strain in range(7):
        if strains >> strain & 1:
            np.add.at(paired[strain], (np.arange(solved) % 2, *pairs[strain].T), 1)
    return Judged(counts, pairs, Calibrated(Task(house.rules, hand, unseen, seed), counts, paired))
