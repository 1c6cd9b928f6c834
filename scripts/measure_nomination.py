"""Measure whether a no-trump contractor should name the suit of his joker: double-dummy, by joker rules.

    python scripts/measure_nomination.py [deals]

Deals: seat 0 has the joker and at least two aces among hand and kitty, throws three cards by the policy and
is contractor. Named: his longest suit, ties to the higher cards. Best: whichever of the five ways turns out
best, which nobody could know. Writes results/nomination.csv with its manifest, results/nomination.json.
"""

import sys

import numpy as np
import pandas as pd
from saving import save

from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange, nominated_mask
from fivehundred_sim.kernels.solver import solve_tricks
from fivehundred_sim.kernels.solver_table import new_table
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

SEED, NO_TRUMP, SETS = 12, 4, ("pagat", "last")


def suits_of(word):
    """The four suits of a lane word, each as the bits of its cards."""
    return [int(word) >> 16 * lane & 0x7FFF for lane in range(4)]


def deals_with_joker(code, number):
    """Yield (contractor's hand after the discard, the other three hands), all as lane words."""
    bits = code.bit[NO_TRUMP]
    full = np.uint64(pack_mask(bits))
    tops = sum(1 << 16 * lane + suit.bit_length() - 1 for lane, suit in enumerate(suits_of(full)))
    order, scratch = np.arange(len(bits)), np.zeros(DISCARD_WORDS, np.int64)
    deal = 0
    while number:
        shuffle(SEED, deal, np.arange(len(bits)), order)
        deal += 1
        hands = [np.uint64(hand_mask(bits, order, 10 * seat, 10 * seat + 10)) for seat in range(4)]
        kitty = np.uint64(hand_mask(bits, order, 40, 43))
        thirteen = int(hands[0] | kitty)
        if thirteen >> 63 and (thirteen & tops).bit_count() >= 2:
            number -= 1
            yield np.uint64(exchange(NO_TRUMP, hands[0], kitty, full, 0, scratch)[0]), hands[1:]


def measure(joker_set, number):
    """One row: mean tricks suitless, and what naming the longest and the best suit changes."""
    code = encode(load_rules("australian", {"joker.set": joker_set}))
    table = new_table()
    rows = []
    for own, others in deals_with_joker(code, number):
        ways = [own, *(np.uint64(nominated_mask(own, lane)) for lane in range(4))]
        tricks = [
            solve_tricks(table, np.array([way, *others], np.uint64), 0, 0, code.play.lead, 0, 10, 8)
            for way in ways
        ]
        suits = suits_of(own)
        longest = max(range(4), key=lambda lane: (suits[lane].bit_count(), suits[lane]))
        rows.append((tricks[0], tricks[1 + longest] - tricks[0], max(tricks) - tricks[0]))
    values = np.array(rows, float)
    error = 1.96 * values.std(axis=0) / len(values) ** 0.5
    return {
        "joker_set": joker_set,
        "deals": number,
        "tricks_suitless": values[:, 0].mean(),
        "naming_longest": values[:, 1].mean(),
        "naming_longest_95": error[1],
        "best_in_hindsight": values[:, 2].mean(),
        "best_in_hindsight_95": error[2],
    }


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    frame = pd.DataFrame([measure(name, number) for name in SETS]).round(3)
    save(frame, "nomination", __file__, deals=number, seed=SEED)


if __name__ == "__main__":
    main()
