"""Misère: how often it is made by heuristic and by sampled players, and by which cards it is won and lost."""

import sys
import time

import numba
import numpy as np
import pandas as pd
from measure_players import CODE, strain_of
from sampled_misere import *
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.deal import lane_mask as hand_mask, shuffle
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.misere import new_misere_table, play_by, misere_makes

MISERE, OPEN = 5, 6


@numba.njit
def exposed_cards(kept, thrown, full):
    """How many cards of a hand the defenders may catch: more cards out lie below than of the hand itself."""
    number = 0
    for lane in range(4):
        suit = LANE << np.uint64(16 * lane)
        mine, out = kept & suit, full & suit & ~(kept | thrown)
        covered = 0
        while mine:
            card = low_bit(mine)
            mine ^= card
            number += 1 if popcount(out & (card - ONE)) > covered else 0
            covered += 1
    return number


@numba.njit
def card_kind(base, seat, legal, card):
    """The kind of decision."""
    placed = np.int64(load(base, ON_TABLE))
    lane = load(base, LANE_LED)
    tricks = np.int64(load(base, TRICKS))
    if seat == 0:
        if placed == 0:
            return 0
        if legal & lane == ZERO:
            return 4
        best = load(base, BEST)
        under = popcount(legal & (best - ONE))
        return 1 if under >= 2 else (2 if under == 1 else 3)
    if placed == 0:
        late = 0 if tricks <= 1 else (1 if tricks <= 3 else 2)
        return 5 + late
    played = seat == 1 or placed == 2
    if legal & lane == ZERO:
        return 12
    if not played:
        best = load(base, BEST)
        return 8 if legal & (best - ONE) else 9
    return 10 if load(base, BEST_SEAT) == ZERO else 11


KINDS = ["c leads", "c ducks choice", "c ducks only", "c forced over", "c discards", "d leads 2", "d leads 3-4", "d leads 5+",
"d before c, can go under", "d before c, over", "d after c, c winning", "d after c, d winning", "d discards"]


@numba.njit(nogil=True)
def play_deals(bit, play, seed, strain, judges, worlds, taken, solved, exposed, flips, counts, table):
    """judges: (contractor, defenders), -1 heuristic."""
    pack = np.arange(bit.shape[1])
    order = np.empty_like(pack)
    hands = np.empty(4, np.uint64)
    three = np.empty(3, np.uint64)
    words = np.zeros(3 * WORDS, np.uint64)
    values = np.empty(DISCARD_WORDS, np.int64)
    rng = np.zeros(1, np.uint64)
    base = np.uint64(words.ctypes.data)
    scratch = words[WORDS:]
    table_base = np.uint64(table.ctypes.data)
    full = pack_mask(bit[strain])
    deal = found = 0
    play_by(table_base, play.misere_forced, play.lead)
    while found < taken.shape[0]:
        shuffle(seed, deal, pack, order)
        deal += 1
        if strain_of(bit, order, strain) < 0:
            continue
        for seat in range(4):
            hands[seat] = hand_mask(bit[strain], order, 10 * seat, 10 * seat + 10)
        kitty = hand_mask(bit[strain], order, 40, 43)
        hands[0], thrown, lane = exchange(strain, hands[0], kitty, full, play.nominate, values)
        begin(base, strain, hands, thrown, lane, full, play)
        exposed[found] = exposed_cards(hands[0], thrown, full)
        rng[0] = np.uint64(deal)
        lost = 0
        first = True
        while lost == 0 and load(base, HANDS + on_turn(base)) != ZERO:
            seat = on_turn(base)
            judge = judges[0 if seat == 0 else 1]
            legal = legal_cards(base, seat, play)
            if judge < 0 or legal & (legal - ONE) == ZERO:
                card, led = heuristic_card(base, strain, seat, play)
            else:
                card, led = sampled_card(base, strain, seat, play, judge, worlds, table_base, scratch, values, rng)
            if flips.shape[0] or first:
                made = making(base, table_base)
                if first:
                    solved[found] = 0 if made else 1
                    first = False
                if flips.shape[0] and legal & (legal - ONE):
                    kind = card_kind(base, seat, legal, card)
                    counts[kind] += 1
                    if seat == 0:
                        flips[kind] += 1 if made and not made & card else 0
                    else:
                        flips[kind] += 1 if made != legal and made & card else 0
            lost = lay(base, strain, seat, card, led, play)
        taken[found] = lost
        found += 1

def run(strain, judges, worlds, n, seed=11, losses=False):
    taken, solved, exposed = (np.zeros(n, np.int64) for _ in range(3))
    flips, counts = (np.zeros(13 if losses else 0, np.int64) for _ in range(2))
    t = time.time()
    play_deals(CODE.bit, CODE.play, seed, strain, np.array(judges), worlds, taken, solved, exposed, flips, counts, new_misere_table())
    return taken, solved, exposed, flips, counts, time.time() - t

if __name__ == "__main__":
    n = int(sys.argv[1])
    for strain in (5, 6):
        print("strain", strain)
        taken, solved, exposed, flips, counts, s = run(strain, (-1, -1), 0, n, losses=True)
        print("heur", taken.mean(), "dd", solved.mean(), s)
        print(pd.DataFrame({"kind": KINDS, "n": counts, "flips": flips, "per deal": flips / n}).to_string())
        print(pd.DataFrame({"e": exposed, "t": taken, "s": solved}).groupby("e").agg(["mean", "count"]).to_string())
        for worlds in (8, 32):
            for judges in ((-1, 0), (-1, 1), (-1, 2), (0, -1), (1, -1), (2, -1), (0, 0), (1, 1), (2, 2)):
                taken, *_, s = run(strain, judges, worlds, n)
                print(worlds, judges, taken.mean().round(4), "%.1f s" % s, flush=True)
