"""Measure the contractor's exchange: his discard and the suit he names for the joker.

    python scripts/measure_discards.py [hands]

Writes results/discards.csv (discards) and results/nomination.csv (naming), with their manifests. The
populations are those of populations.py; suits are reported by denomination. Every figure comes twice: played
by the heuristic players, and solved with all hands open on fewer hands (both misères are one then). Gains are
in tricks, in misère in the share of contracts made; positive is better for the contractor; "_95" is half of a
95 % interval.

Against the baseline: a gain of the policy over throwing the three lowest plain cards (in misère the three
highest), paired on the same deals. To the best: how far the policy is behind the best of all 286 discards (of
all five ways to name), both averaged over unseen deals of the thirty hidden cards. The best is chosen on
other deals than those that measure the distance; on the deals that chose it, it stands out by its luck too,
and "_bound" is that flattered figure. docs/players.md quotes the result.
"""

import sys
from itertools import product

import numpy as np
import pandas as pd
from discard_trials import (
    DISCARDS,
    PLAYED,
    SOLVED,
    all_discards,
    cards_of,
    compare,
    distance_to_best,
    lowest_of_runs,
    naming_lanes,
    totals,
)
from populations import (
    MISERE_SURE,
    NO_TRUMP_ACES,
    NO_TRUMP_JOKER,
    OPEN_MISERE_SURE,
    SUITS,
    find_deals,
)
from saving import save

from fivehundred_sim.cards import JOKER
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.codes import MISERE, NO_TRUMP, OPEN_MISERE, THROWN
from fivehundred_sim.kernels.discard import DISCARD_WORDS, choose_discard, nominate_suit
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

SEED, UNSEEN_SEED = 31, 1000
JUDGES = ("played", "solved")
POPULATIONS = {  # name: (population, the strain it plays)
    "spades": (SUITS, 0),
    "clubs": (SUITS, 1),
    "diamonds": (SUITS, 2),
    "hearts": (SUITS, 3),
    "no-trump, joker": (NO_TRUMP_JOKER, NO_TRUMP),
    "no-trump, no joker": (NO_TRUMP_ACES, NO_TRUMP),
    "misère": (MISERE, MISERE),
    "open misère": (OPEN_MISERE, OPEN_MISERE),
    "misère, three high": (MISERE_SURE, MISERE),
    "open misère, three high": (OPEN_MISERE_SURE, OPEN_MISERE),
}
# The halving: candidates kept and deals they have had by then, and the deals of the last comparison.
PLAYING = [(DISCARDS, 60), (40, 300), (10, 1500)], 2000
SOLVING = [(DISCARDS, 3), (30, 12), (8, 60)], 60
SOLVING_MISERE = [(DISCARDS, 10), (30, 60), (8, 300)], 400
NAMING_DEALS = {
    PLAYED: 1000,
    SOLVED: 30,
}  # half of the deals of each hand on which all five ways are compared
WAYS = ("none", "spades", "clubs", "diamonds", "hearts")
JOKER_SETS = ("pagat", "last")  # those in which the contractor may name a suit
# Where naming is measured, and how many hands are dealt for it where `hands` are asked for. In misère most
# throw the joker, so many are dealt.
NAMED = {
    ("no-trump, joker", PLAYED): lambda hands: 2 * hands,
    ("no-trump, joker", SOLVED): lambda hands: max(hands // 4, 2),
    ("misère", PLAYED): lambda hands: 20 * hands,
    ("misère", SOLVED): lambda hands: 20 * hands,
}


def counts(strain, judge, hands):
    """The deals for the paired gain and the hands for the distance; solving tricks takes the longest."""
    if judge == PLAYED:
        return 50 * hands, hands
    return (5 * hands, max(hands // 20, 2)) if strain <= NO_TRUMP else (50 * hands, max(hands // 2, 2))


def halving(strain, judge):
    """The rounds and last deals that find the best discard."""
    if judge == PLAYED:
        return PLAYING
    return SOLVING if strain <= NO_TRUMP else SOLVING_MISERE


def deals(code, population, strain, number):
    """The first deals of a population: (orders, strains)."""
    orders, strains = np.empty((number, len(code.pack)), np.int64), np.empty(number, np.int64)
    find_deals(code.bit, population, strain, SEED, orders, strains)
    return orders, strains


def policy_discard(code, strain, order):
    """What the policy throws from the thirteen cards."""
    bits = code.bit[strain]
    cards, full = np.uint64(cards_of(bits, order)), np.uint64(pack_mask(bits))
    return np.uint64(
        choose_discard(strain, cards, full, code.play.nominate, np.zeros(DISCARD_WORDS, np.int64))
    )


def baseline_discard(code, strain, order):
    """The three lowest plain cards by rank, then the lowest trumps; in misère the joker and the highest.

    Equal ranks go in the order spades, clubs, diamonds, hearts.
    """
    bits = code.bit[strain]

    def lowest_first(index):
        card, bit = code.pack[index], int(bits[index])
        if strain >= MISERE:
            return (0, -card if card >= JOKER else -(card % 16), card)
        trump = bit >> 4 == 3 if strain < NO_TRUMP else card >= JOKER
        return (1, bit, 0) if trump else (0, card % 16, card)

    thrown = sorted([*order[:10], *order[40:]], key=lowest_first)[:THROWN]
    return np.uint64(sum(1 << int(bits[index]) for index in thrown))


def policy_lane(code, strain, order, thrown):
    """Where the policy names the joker after a discard."""
    bits = code.bit[strain]
    kept = np.uint64(cards_of(bits, order)) & ~thrown
    return nominate_suit(strain, kept, np.uint64(pack_mask(bits)), code.play.nominate)


def mean_and_error(values):
    """The mean and half of its 95 % interval."""
    return values.mean(), 1.96 * values.std() / len(values) ** 0.5


def gains(code, population, strain, number, judge):
    """What the policy takes more than the baseline on each of `number` equal deals."""
    orders, strains = deals(code, population, strain, number)
    choosers = (policy_discard, baseline_discard)
    thrown = np.array([[choose(code, strain, order) for choose in choosers] for order in orders], np.uint64)
    lanes = np.array(
        [
            [policy_lane(code, strain, order, away) for away in row]
            for order, row in zip(orders, thrown, strict=True)
        ]
    )
    results = np.zeros((number, 2), np.int64)
    compare(code.bit, code.play, orders, strains, thrown, lanes, judge, results)
    return results[:, 0] - results[:, 1]


def distances(code, population, strain, number, judge):
    """How far the policy's discard is behind the best of all: (hands, 2), measured and flattered."""
    rounds, check = halving(strain, judge)
    bits = code.bit[strain]
    full = np.uint64(pack_mask(bits))
    found = np.empty((number, 2))
    for hand, order in enumerate(deals(code, population, strain, number)[0]):
        cards, ways = np.uint64(cards_of(bits, order)), np.empty(DISCARDS, np.uint64)
        thrown = ways[: all_discards(cards, judge == SOLVED, ways)]
        lanes = np.empty(len(thrown), np.int64)
        naming_lanes(strain, cards, full, code.play.nominate, thrown, lanes)
        away = policy_discard(code, strain, order)
        if judge == SOLVED:
            away = np.uint64(lowest_of_runs(cards, away))
        policy = int(np.flatnonzero(thrown == away)[0])
        found[hand] = distance_to_best(
            code, strain, order, thrown, lanes, policy, judge, UNSEEN_SEED + hand, rounds, check
        )[:2]
    return found


def discard_row(code, name, judge, deal_count, hand_count):
    """One row of results/discards.csv."""
    gain = mean_and_error(gains(code, *POPULATIONS[name], deal_count, judge))
    distance = distances(code, *POPULATIONS[name], hand_count, judge)
    behind, behind_95 = mean_and_error(distance[:, 0])
    return {
        "contract": name,
        "judged": JUDGES[judge],
        "deals": deal_count,
        "gain_on_baseline": gain[0],
        "gain_95": gain[1],
        "hands": hand_count,
        "behind_best": behind,
        "behind_95": behind_95,
        "behind_bound": distance[:, 1].mean(),
    }


def namings(code, population, strain, number, judge):
    """What naming each way (none, then the four suits) changes, and the distances to the best: (hands, 7).

    Of `number` hands with the joker after the policy's discard; those that have thrown it are left out. Half
    of the deals of a hand choose the best way, the other half measures its distance.
    """
    lanes, half, rows = np.arange(-1, 4), NAMING_DEALS[judge], []
    for hand, order in enumerate(deals(code, population, strain, number)[0]):
        thrown = policy_discard(code, strain, order)
        if int(np.uint64(cards_of(code.bit[strain], order)) & ~thrown) >> 63 == 0:
            continue
        policy = 1 + policy_lane(code, strain, order, thrown)
        away, seed = np.full(5, thrown), UNSEEN_SEED + hand
        sums = np.array(
            [
                totals(code, strain, order, away, lanes, judge, seed, first, first + half)
                for first in (0, half)
            ]
        )
        behind = (sums - sums[:, policy : policy + 1]) / half
        rows.append((*behind.mean(axis=0), behind[1, sums[0].argmax()], behind[0].max()))
    return np.array(rows)


def naming_row(joker_set, name, number, judge):
    """One row of results/nomination.csv: what every way of naming changes against the policy's."""
    code = encode(load_rules("australian", {"joker.set": joker_set}))
    found = namings(code, *POPULATIONS[name], number, judge)
    row = {"joker_set": joker_set, "contract": name, "judged": JUDGES[judge], "hands": len(found)}
    for way, label in enumerate(WAYS):
        row[label], row[f"{label}_95"] = mean_and_error(found[:, way])
    row["behind_best"], row["behind_95"] = mean_and_error(found[:, 5])
    return row | {"behind_bound": found[:, 6].mean()}


def main():
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    code = encode(load_rules("australian"))
    rows = [
        discard_row(code, name, judge, *counts(POPULATIONS[name][1], judge, hands))
        for name, judge in product(POPULATIONS, (PLAYED, SOLVED))
        if judge == PLAYED or POPULATIONS[name][1] < OPEN_MISERE  # solved, both misères are one
    ]
    save(pd.DataFrame(rows).round(4), "discards", __file__, hands=hands, seed=SEED, rules="australian")
    rows = [
        naming_row(joker_set, name, NAMED[name, judge](hands), judge)
        for joker_set, (name, judge) in product(JOKER_SETS, NAMED)
    ]
    save(pd.DataFrame(rows).round(4), "nomination", __file__, hands=hands, seed=SEED, rules="australian")


if __name__ == "__main__":
    main()
