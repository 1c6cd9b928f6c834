"""Measure the heuristic players: against double-dummy, against random legal cards, and their speed.

    python scripts/measure_players.py [deals]

Writes results/players.csv with its manifest, results/players.json.

Deals: seat 0 takes the kitty, throws three cards by the policy and is contractor, in the populations of
populations.py. Every figure of a population comes from the same deals. docs/players.md quotes the result.
"""

import sys
import time

import numba
import numpy as np
import pandas as pd
from populations import SUITS, strain_of
from saving import save

from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts, pack_mask
from fivehundred_sim.kernels.codes import MISERE, NO_TRUMP, OPEN_MISERE
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.misere import misere_makes, new_misere_table
from fivehundred_sim.kernels.playout import new_scratch, play_out
from fivehundred_sim.kernels.solver import solve_tricks
from fivehundred_sim.kernels.solver_table import new_table
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

RULES = "australian"
SEED = 11
CODE = encode(load_rules(RULES))
BOTH, CONTRACTOR_RANDOM, DEFENDERS_RANDOM = 0, 1, 2


@numba.njit(nogil=True)
def play_population(bit, play, seed, population, policies, tricks, solved, table, misere_table):
    """Fill `tricks` with playout results and, as far as it reaches, `solved` with double-dummy ones."""
    pack = np.arange(bit.shape[1])
    order = np.empty_like(pack)
    hands = np.empty(4, np.uint64)
    three = np.empty(3, np.uint64)
    scratch = new_scratch()
    values = np.empty(DISCARD_WORDS, np.int64)
    record = np.empty((0, 3), np.int64)
    deal = found = 0
    while found < tricks.shape[0]:
        shuffle(seed, deal, pack, order)
        deal += 1
        strain = strain_of(bit, order, population)
        if strain < 0:
            continue
        full = pack_mask(bit[strain])
        for seat in range(4):
            hands[seat] = hand_mask(bit[strain], order, 10 * seat, 10 * seat + 10)
        kitty = hand_mask(bit[strain], order, 40, 43)
        hands[0], thrown, lane = exchange(strain, hands[0], kitty, full, play.nominate, values)
        scratch[-1] = np.uint64(deal)
        tricks[found] = play_out(strain, hands, 0, thrown, lane, full, play, policies, scratch, record)
        if found < solved.shape[0]:
            if strain < MISERE:
                trump = 1 if strain < NO_TRUMP else 0
                solved[found] = solve_tricks(table, hands, 0, trump, play.lead, 0, 10, tricks[found])
            else:
                three[0], three[1], three[2] = hands[0], hands[1], hands[3]
                makes = misere_makes(misere_table, three, 0, play.misere_forced, play.lead, 0)
                solved[found] = 1 - makes
        found += 1


def results(population, policies, deals, solve):
    """Playout tricks of `deals` deals and double-dummy tricks of the first `solve`."""
    tricks, solved = np.zeros(deals, np.int64), np.zeros(solve, np.int64)
    tables = new_table(), new_misere_table()
    play_population(CODE.bit, CODE.play, SEED, population, policies, tricks, solved, *tables)
    return tricks, solved


def speed(strain, deals=100_000):
    """Deals of one hand, dealt, exchanged and played in one strain, per CPU second."""
    hand = np.array([0, 5, 9, 12, 20, 22, 25, 33, 38, 42])
    unseen = np.setdiff1d(np.arange(43), hand)
    heuristic_counts(CODE.bit, CODE.play, hand, unseen, 1, 0, 1, 1 << strain)
    start = time.process_time()
    heuristic_counts(CODE.bit, CODE.play, hand, unseen, 1, 0, deals, 1 << strain)
    return deals / (time.process_time() - start)


def half_width(values):
    """Half of the 95 % interval of a mean."""
    return 1.96 * values.std() / len(values) ** 0.5


def measure(name, population, deals, solve):
    """One row: playout against double-dummy on the first `solve` deals, and what random players change."""
    tricks, solved = results(population, BOTH, deals, solve)
    played = tricks[:solve]
    gap = solved - played
    row = {
        "contract": name,
        "unit": "tricks" if population < MISERE else "share set",
        "deals": deals,
        "deals_solved": solve,
        "played": played.mean(),
        "double_dummy": solved.mean(),
        "gap": gap.mean(),
        "gap_95": half_width(gap),
        "correlation": np.corrcoef(played, solved)[0, 1],
    }
    for side, policies in (("contractor", CONTRACTOR_RANDOM), ("defenders", DEFENDERS_RANDOM)):
        change = results(population, policies, deals, 0)[0] - tricks
        row |= {f"random_{side}": change.mean(), f"random_{side}_95": half_width(change)}
    return row


def main():
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rows = [
        measure("best suit", SUITS, deals, deals // 10),
        measure("no-trump", NO_TRUMP, deals, deals // 10),
        measure("misère", MISERE, deals, deals // 5),
        measure("open misère", OPEN_MISERE, deals, deals // 5),
    ]
    frame = pd.DataFrame(rows).round(3)
    save(frame, "players", __file__, deals=deals, seed=SEED, rules=RULES)
    # A speed belongs to the machine and the moment, so it is shown and not kept.
    for label, strain in (("suit", 3), ("no-trump", 4), ("misère", 5)):
        print(f"speed, {label}: {speed(strain):,.0f} deals a second on one core")


if __name__ == "__main__":
    main()
