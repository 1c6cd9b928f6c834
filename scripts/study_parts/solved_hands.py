"""Sampled hands, each on one fresh deal, by heuristic players and with all hands open.

The exchange is the players' in both; deal k of a sample is deal k of a seed's stream around hand k.
"""

import numpy as np

from fivehundred_sim.cards import NO_TRUMP
from fivehundred_sim.kernels.chunks_double_dummy import solve_deals
from fivehundred_sim.kernels.misere import new_misere_table
from fivehundred_sim.kernels.solver_table import new_table
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.study.estimate import wilson
from fivehundred_sim.study.table.plan import setting_of
from study_parts.hand_cells import HAND, seen_of

BLOCK = 20_000


def sampled_hands(rules, seed, wanted, number, most):
    """Return hands that a study wants and their strains, int64 (k, 10) and (k,): k <= number.

    wanted: gives for `Seen` deals bool (n, 4, 7), the contracts wanted. From each of up to `most` deals at
    most one comes, the first, so that hands are independent.
    """
    house, hands, strains, first = setting_of(rules).house, [], [], 0
    while first < most and sum(map(len, hands)) < number:
        rows = house.deals(seed, first, min(BLOCK, most - first))
        fits = wanted(seen_of(rules, rows, first)).reshape(len(rows), -1)
        some = np.flatnonzero(fits.any(axis=1))
        seat, strain = np.divmod(fits[some].argmax(axis=1), STRAINS)
        hands.append(rows[some[:, None], HAND * seat[:, None] + np.arange(HAND)])
        strains.append(strain)
        first += len(rows)
    return np.concatenate(hands)[:number], np.concatenate(strains)[:number]


def both_tricks(rules, hands, strains, seed):
    """Return where each hand's joker is and the tricks of its side, each int64 (k,).

    Place (as `Seen.joker`), heuristic tricks, and tricks with all hands open, of suits and no-trump.
    """
    house = setting_of(rules).house
    assert (strains <= NO_TRUMP).all()
    rows = np.concatenate([house.deals(seed, k, 1, hand) for k, hand in enumerate(hands)])
    asked = np.stack([np.arange(len(hands)), np.zeros(len(hands), np.int64), strains], axis=1)
    played, _ = house.tricks(rows, asked)
    lanes, table, misere_table = house.task.lanes, new_table(), new_misere_table()
    solved = np.empty(len(hands), np.int64)
    for k, (hand, strain) in enumerate(zip(hands, strains.tolist(), strict=True)):
        tricks = np.zeros((STRAINS, 1), np.int64)
        unseen = np.setdiff1d(np.arange(house.cards), hand)
        question = lanes.bit, lanes.play, np.ascontiguousarray(hand), unseen, seed, k, 1 << strain
        solve_deals(*question, table, misere_table, tricks)
        solved[k] = tricks[strain, 0]
    return seen_of(rules, rows).joker[:, 0], played, solved


def made_of(tricks, level):
    """Return the rate at which tricks make a level: mean, low and high (Wilson)."""
    made = int((tricks >= level).sum())
    low, high = wilson(made, len(tricks))
    return made / max(len(tricks), 1), float(low), float(high)
