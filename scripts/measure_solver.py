"""Measure the double-dummy kernels, interleaved with Bo Haglund's DDS (if endplay is there).

    python scripts/measure_solver.py [rounds] [deals a round]

Both solvers get the same deals, one call after the other, in seconds of the calling thread (other work on the
machine disturbs these least). Each round gives a ratio; written are the median round and the quartiles.
Populations: random deals in a random suit; the same with seat 0 as contractor in its longest suit (its ten
longest-suit-first cards of thirteen); no-trump without the joker in play, and with it at a random seat;
endings of 6 and 7 cards of these; misère on low hands. `compared_with` names what the ratio is to: above 1 we
are faster. Two threads: how many times the work of one they do, by thread seconds, ours over DDS's.
Writes results/solver.csv with its manifest, results/solver.json.
"""

import sys
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
from saving import save

from fivehundred_sim.cards import JOKER
from fivehundred_sim.kernels.misere import MISERE_WORDS, misere_makes, new_misere_table
from fivehundred_sim.kernels.misere import NODES as MISERE_NODES
from fivehundred_sim.kernels.solver import reaches, solve_leaders, solve_tricks
from fivehundred_sim.kernels.solver_scores import SCORES, card_scores
from fivehundred_sim.kernels.solver_table import NODES, TABLE_WORDS, new_table
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

ROOT = Path(__file__).parents[1]
SEED, NO_TRUMP, MISERE = 21, 4, 5
CODE = encode(load_rules("australian"))
LEAD = CODE.play.lead
PACK = np.arange(len(CODE.pack))
JOKER_INDEX = CODE.pack.index(JOKER)
TABLE, MISERE_TABLE = new_table(), new_misere_table()
NOTHING, SCORED, VALUES = np.zeros(4, np.uint64), np.zeros(SCORES, np.int64), np.zeros(4, np.int64)

sys.path.insert(0, str(ROOT / "tests" / "kernels"))


def peer():
    """The module that asks DDS, or None where it is not installed."""
    try:
        import endplay._dds  # noqa: F401
    except ImportError:
        return None
    import dds

    return dds


def words(hands, strain):
    return np.array([sum(1 << int(CODE.bit[strain][i]) for i in hand) for hand in hands], np.uint64)


def random_suit(rng):
    order = rng.permutation(PACK)
    strain = int(rng.integers(4))
    return words([order[10 * s : 10 * s + 10] for s in range(4)], strain), 1


def contractor(rng):
    order = rng.permutation(PACK)
    thirteen = [*order[:10], *order[40:]]
    strain = max(range(4), key=lambda s: sum(CODE.bit[s][i] >= 48 for i in thirteen))
    thirteen.sort(key=lambda i: (CODE.bit[strain][i] < 48, -(CODE.bit[strain][i] % 16)))
    return words([thirteen[:10], *(order[10 * s : 10 * s + 10] for s in (1, 2, 3))], strain), 1


def no_trump(rng):
    order = rng.permutation(np.delete(PACK, JOKER_INDEX))
    return words([order[10 * s : 10 * s + 10] for s in range(4)], NO_TRUMP), 0


def no_trump_joker(rng):
    order = rng.permutation(np.delete(PACK, JOKER_INDEX))
    order[10 * int(rng.integers(4))] = JOKER_INDEX
    return words([order[10 * s : 10 * s + 10] for s in range(4)], NO_TRUMP), 0


def ending(deal, k):
    """The same with k random cards left of each hand."""

    def one(rng):
        hands, trump = deal(rng)
        left = [rng.permutation([b for b in range(64) if int(h) >> b & 1])[:k] for h in hands]
        return np.array([sum(1 << int(b) for b in hand) for hand in left], np.uint64), trump

    return one


def low_misere(rng):
    """The ten lowest of thirteen cards against two random hands."""
    order = rng.permutation(np.delete(PACK, JOKER_INDEX))
    low = sorted(order[:13], key=lambda i: CODE.bit[MISERE][i] % 16)[:10]
    return words([low, order[13:23], order[23:33]], MISERE), 0


def size(hands):
    return int(hands[0]).bit_count()


def value(hands, trump, table=TABLE):
    return solve_tricks(table, hands, 0, trump, LEAD, 0, size(hands), size(hands) // 2)


def at_least_seven(hands, trump):
    return reaches(TABLE, hands, 0, trump, LEAD, 0, 10, 7)


def every_card(hands, trump):
    k = size(hands)
    return card_scores(TABLE, hands, 0, NOTHING, 0, -1, trump, LEAD, 0, 0, k, k // 2, SCORED)


def all_leaders(hands, trump):
    solve_leaders(TABLE, hands, trump, LEAD, 0, size(hands), size(hands) // 2, VALUES)
    return VALUES[0]


def misere(hands, trump):
    return misere_makes(MISERE_TABLE, hands, 0, CODE.play.misere_forced, LEAD, 0)


def misere_nodes():
    return MISERE_TABLE[MISERE_NODES]


def clocked(function, *arguments):
    start = time.thread_time()
    answer = function(*arguments)
    return answer, time.thread_time() - start


def measure(name, deal, ours, rounds, number, theirs=None, label="", agree=None, nodes_of=None):
    """One row: `ours(hands, trump)` against `theirs(prepared)`, where theirs = (prepare, ask, name)."""
    rng = np.random.default_rng(SEED)
    ours(*deal(rng))
    seconds, nodes, ratios, theirs_seconds, differ = [], 0, [], 0.0, 0
    for _ in range(rounds):
        mine = other = 0.0
        for _ in range(number):
            hands, trump = deal(rng)
            answer, spent = clocked(ours, hands, trump)
            mine += spent
            seconds.append(spent)
            nodes += int(TABLE[NODES] if nodes_of is None else nodes_of())
            if theirs:
                prepared = theirs[0](hands, trump)
                told, spent = clocked(theirs[1], prepared)
                other += spent
                differ += agree is not None and agree(answer, told) is False
        if theirs:
            ratios.append(other / mine)
            theirs_seconds += other
    row = {"measure": name, "calls": rounds * number, "mean_ms": 1000 * np.mean(seconds)}
    row |= {"p99_ms": 1000 * np.quantile(seconds, 0.99), "nodes": nodes / (rounds * number)}
    if theirs:
        low, middle, high = np.quantile(ratios, [0.25, 0.5, 0.75])
        row |= {"compared_with": label, "other_mean_ms": 1000 * theirs_seconds / (rounds * number)}
        row |= {"ratio": middle, "ratio_low_quartile": low, "ratio_high_quartile": high, "differ": differ}
    return row


def against_dds(dds, **arguments):
    """What `measure` wants to know of DDS, or nothing where it is missing."""
    if dds is None:
        return {}
    peer = (lambda hands, trump: dds.board(hands, 0, trump), lambda board: dds.ask(board, **arguments))
    return {"theirs": (*peer,), "label": "DDS"}


def against_ourselves(function, deal, label):
    """The same solver on other deals (drawn beside), or with another question on the same ones."""
    rng = np.random.default_rng(SEED + 1)
    prepare = (lambda hands, trump: deal(rng)) if deal else (lambda hands, trump: (hands, trump))
    return {"theirs": (prepare, lambda prepared: function(*prepared)), "label": label}


def share_of_second_thread(ask, questions, rounds):
    """How many times one thread's work two do, by round, from a thread's seconds alone and beside another."""

    def work(place, half, spent):
        start = time.thread_time()
        for question in half:
            ask(question, place)
        spent[place] = time.thread_time() - start

    out = []
    for _ in range(rounds):
        alone, beside = [0.0, 0.0], [0.0, 0.0]
        halves = questions[::2], questions[1::2]
        for place in (0, 1):
            work(place, halves[place], alone)
        threads = [threading.Thread(target=work, args=(i, halves[i], beside)) for i in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        out.append(2 * sum(alone) / sum(beside))
    return np.array(out)


def two_threads(dds, rounds, number):
    rng = np.random.default_rng(SEED)
    deals = [random_suit(rng) for _ in range(number)]
    tables = [new_table(), new_table()]
    ours, theirs = [], []
    boards = [dds.board(hands, 0, trump) for hands, trump in deals]
    for _ in range(rounds):
        ours.append(share_of_second_thread(lambda deal, place: value(*deal, tables[place]), deals, 1)[0])
        theirs.append(share_of_second_thread(lambda board, place: dds.ask(board, thread=place), boards, 1)[0])
    low, middle, high = np.quantile(np.array(ours) / theirs, [0.25, 0.5, 0.75])
    row = {"measure": "two threads: times the work of one", "calls": rounds * number}
    row |= {"compared_with": f"DDS ({np.median(theirs):.2f}, ours {np.median(ours):.2f})", "ratio": middle}
    return row | {"ratio_low_quartile": low, "ratio_high_quartile": high}


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    dds = peer()

    def same(answer, told):
        return answer == told.score[0]

    rows = []
    for name, deal in (("suit", random_suit), ("contractor's suit", contractor), ("no-trump", no_trump)):
        peer_value = against_dds(dds)
        rows.append(measure(f"value, {name}", deal, value, rounds, number, **peer_value, agree=same))
        peer_value = against_dds(dds, target=7)
        rows.append(measure(f"7 or more? {name}", deal, at_least_seven, rounds, number, **peer_value))
        for k in (6, 7):
            peer_value = against_dds(dds, solutions=3)
            few = ending(deal, k)
            rows.append(
                measure(
                    f"every card of {k}, {name}", few, every_card, rounds, number, **peer_value, agree=same
                )
            )
    plain = against_ourselves(value, no_trump, "no-trump without it")
    # other deals than it is compared with, and few of them take most of the time: more deals
    rows.append(measure("value, no-trump with joker", no_trump_joker, value, rounds, 3 * number, **plain))
    for name, function in (("every lead", every_card), ("four leaders", all_leaders)):
        one = against_ourselves(value, None, "one value")
        rows.append(measure(f"{name}, suit", random_suit, function, rounds, number // 4, **one))
    rows.append(measure("misère, low hands", low_misere, misere, rounds, 4 * number, nodes_of=misere_nodes))
    if dds is not None:
        rows.append(two_threads(dds, rounds, number))
    frame = pd.DataFrame(rows).round(3)
    memory = 8 * (TABLE_WORDS + MISERE_WORDS) / 1e6
    save(frame, "solver", __file__, rounds=rounds, deals=number, seed=SEED, tables_mb=round(memory, 1))


if __name__ == "__main__":
    main()
