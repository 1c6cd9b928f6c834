"""Measure sampled players at every table: how fast, and how many tricks each side gives away.

    python scripts/measure_sampled_tables.py [deals] [worlds]

Random hands, one deal each, exchanged and played by sampled and by heuristic players: the tricks of the
contractor's side, in misère the share of deals in which it takes none. Tricks lost are those that a side
could no longer take after its cards, with all hands open; told at up to four players, for deals played to
the end. Writes results/sampled_tables.csv with its manifest.
"""

import sys
import time

import numpy as np
import pandas as pd
from saving import save

from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.dense.cards import MOVES, dense_card_scores
from fivehundred_sim.kernels.dense.table import new_dense_table
from fivehundred_sim.kernels.wide.one import play_deal
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.wide import NOMINATED, SUITLESS, encode_wide, strain_table, table_row
from fivehundred_sim.study.sampled_tables import sampled_deals

SEED, LEVEL = 17, 8
# Presets, the strains measured, and the share of the deals that are played where solving is slow.
TABLES = {
    "two-handed": 1.0,
    "howstuffworks": 1.0,
    "quebec": 1.0,
    "five-handed": 0.1,
    "six-handed": 0.04,
}
STRAINS = {"spades": 0, "no-trump": 4, "misère": 5}
MOST_SOLVED = 4


def losses(rows, strain, record, hands, side):
    """Tricks that each card of a record gave away, summed: (contractor's side, the others)."""
    row, left = rows[strain], hands.copy()
    playing, table, lost = int(row[2]), new_dense_table(), [0, 0]
    moves, renounced, led = np.zeros((MOVES, 3), np.int64), np.zeros(len(hands), np.int64), 0
    seats = [seat for seat in range(len(hands)) if playing >> seat & 1]
    for first in range(0, len(record) - len(seats) + 1, len(seats)):
        trick = record[first : first + len(seats)]
        for turn, (seat, place, named) in enumerate(trick):
            on_table = np.ascontiguousarray(trick[:turn, 1:])
            asked = left, row, side, playing, int(trick[0, 0]), led, renounced, on_table, 0, 10
            n = dense_card_scores(table, *asked, moves)
            scores = moves[:n, 2]
            own = bool(side >> int(seat) & 1)
            best = scores.max() if own != bool(row[3]) else scores.min()
            played = (moves[:n, 0] == place) & (moves[:n, 1] == named)
            lost[0 if own else 1] += abs(int(best) - int(scores[played][0]))
        lane, named = int(trick[0, 1]) // 32, int(trick[0, 2])
        if lane < SUITLESS or named >= 0:
            led |= 1 << (named if lane == SUITLESS else lane)
        for seat, place, _ in trick:
            left[seat, place // 32] &= ~np.uint64(1 << int(place) % 32)
    return lost


def place_of(code, strain, deal, card):
    """The place of a card played; jokers that were given a suit stand above its ace."""
    place = int(code.place[strain][card.card])
    lane = deal.nominated[card.seat]
    return NOMINATED + 32 * lane + place % 32 if place >= 32 * SUITLESS and lane >= 0 else place


def start_of(record, seats):
    """The hands before the first lead of a deal that was played out."""
    hands = np.zeros((seats, 5), np.uint64)
    for seat, place, _ in record:
        hands[seat, place // 32] |= np.uint64(1 << int(place) % 32)
    return hands


def rows_of(preset, name, strain, deals, worlds):
    """What is measured of one strain at one table."""
    rules = load_rules(preset, {"misere.when": "anytime"})
    code = encode_wide(rules)
    rows, row = strain_table(code), table_row(code)
    found, spent = [], 0.0
    for i in range(deals):
        order = np.random.default_rng([SEED, i]).permutation(len(code.pack))
        hand, unseen, rest = order[:10].copy(), order[10:].copy(), np.empty(len(order) - 10, np.int64)
        start = time.process_time()
        sampled = next(sampled_deals(rules, hand, unseen, SEED, i, 1, strain, LEVEL, worlds))
        spent += time.process_time() - start if i else 0.0  # the first deal may compile
        shuffle(SEED, i, unseen, rest)
        others = rest[: 10 * (code.players - 1)].reshape(-1, 10)
        kitty = rest[others.size : others.size + code.kitty]
        fast = play_deal(code.place, rows, row, strain, np.vstack([hand, others]), kitty)
        line = {"sampled": sampled.tricks, "heuristic": fast.tricks}
        whole = len(sampled.record) == len(fast.cards) == 10 * bin(int(rows[strain, 2])).count("1")
        if code.players <= MOST_SOLVED and whole:
            side = int(rows[strain, 1])
            record = np.array([(c.seat, place_of(code, strain, fast, c), c.named) for c in fast.cards])
            for label, cards in (("sampled", sampled.record), ("heuristic", record)):
                both = losses(rows, strain, cards, start_of(cards, code.players), side)
                line |= {f"{label}: contractor loses": both[0], f"{label}: others lose": both[1]}
        found.append(line)
    frame = pd.DataFrame(found)
    if strain >= 5:
        frame[["sampled", "heuristic"]] = frame[["sampled", "heuristic"]] == 0
    seconds = spent / (deals - 1) if deals > 1 else np.nan
    means = frame.mean(numeric_only=False).astype(float).round(3).to_dict()
    return {"preset": preset, "strain": name, "deals": deals, "seconds_a_deal": round(seconds, 2)} | means


def main():
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    worlds = int(sys.argv[2]) if len(sys.argv) > 2 else 16
    lines = []
    for preset, share in TABLES.items():
        for name, strain in STRAINS.items():
            lines.append(rows_of(preset, name, strain, max(2, round(deals * share)), worlds))
            print(lines[-1], flush=True)
    save(pd.DataFrame(lines), "sampled_tables", __file__, seed=SEED, deals=deals, worlds=worlds, level=LEVEL)


if __name__ == "__main__":
    main()
