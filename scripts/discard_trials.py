"""What a contractor's exchange is worth: candidates played on the same deals, or solved with all hands open.

A candidate is what is thrown from the thirteen cards and the lane in which the joker is named (-1: none). A
result is what the contractor's side takes: tricks, and in misère 1 for a made contract, 0 for a lost one.
"""

import numpy as np

from fivehundred_sim.kernels._jit import kernel
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.codes import MISERE, NO_TRUMP
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.deal import shuffle
from fivehundred_sim.kernels.discard import nominate_suit, nominated_mask
from fivehundred_sim.kernels.lanes import ONE, ZERO, low_bit
from fivehundred_sim.kernels.misere import MISERE_WORDS, misere_makes
from fivehundred_sim.kernels.playout import new_scratch, play_out
from fivehundred_sim.kernels.solver import solve_tricks
from fivehundred_sim.kernels.solver_table import TABLE_WORDS

DISCARDS = 286  # ways to throw three of thirteen cards
PLAYED, SOLVED = 0, 1  # how a candidate is judged: by the heuristic players or double-dummy


@kernel()
def cards_of(bits, order):
    """The thirteen cards of the contractor, seat 0, who has taken the kitty."""
    return hand_mask(bits, order, 0, 10) | hand_mask(bits, order, 40, 43)


@kernel()
def lowest_of_runs(cards, thrown):
    """The cards that stand for `thrown` with all hands open: of touching cards in `cards` the lowest.

    For players they differ a little, since the others do not know which one he has thrown.
    """
    while True:
        gaps = (thrown >> ONE) & cards & ~thrown
        if gaps == ZERO:
            return thrown
        lower = low_bit(gaps)
        thrown ^= lower | (lower << ONE)


@kernel()
def all_discards(cards, merge, out):
    """Write the 286 discards of thirteen cards into `out` and return how many these are.

    merge: one only of those that are equal with all hands open (`lowest_of_runs`).
    """
    count = 0
    first = cards
    while first:
        a = low_bit(first)
        first ^= a
        second = first
        while second:
            b = low_bit(second)
            second ^= b
            third = second
            while third:
                c = low_bit(third)
                third ^= c
                if not merge or lowest_of_runs(cards, a | b | c) == a | b | c:
                    out[count] = a | b | c
                    count += 1
    return count


@kernel()
def result(judge, strain, hands, thrown, lane, full, play, scratch, record, table, misere_table, guess):
    """The contractor's tricks (in misère 1 if made) with these four hands, seat 0 contractor and on lead."""
    nobody_random = seat = np.int64(0)
    if judge == PLAYED:
        tricks = play_out(strain, hands, seat, thrown, lane, full, play, nobody_random, scratch, record)
        return 1 - tricks if strain >= MISERE else tricks
    if strain >= MISERE:
        three = np.array((hands[0], hands[1], hands[3]))  # the partner lays his cards down
        return misere_makes(misere_table, three, seat, play.misere_forced, play.lead, np.int64(0))
    trump = np.int64(strain < NO_TRUMP)
    return solve_tricks(table, hands, seat, trump, play.lead, np.int64(0), np.int64(10), guess)


@kernel()
def compare(bit, play, orders, strains, thrown, lanes, judge, results):
    """Fill `results` (deals, ways) with what each way of exchanging takes on each deal.

    thrown, lanes: (deals, ways), the candidates; strains: (deals,). If only one row is given, it serves all
    deals. The hidden hands are the same for all ways of a deal.
    """
    hands = np.empty(4, np.uint64)
    scratch = new_scratch()
    record = np.empty((0, 3), np.int64)
    table = np.zeros(TABLE_WORDS if judge == SOLVED else 1, np.uint64)
    misere_table = np.zeros(MISERE_WORDS if judge == SOLVED else 1, np.uint64)
    guess = np.int64(7)
    for deal in range(orders.shape[0]):
        row = min(deal, thrown.shape[0] - 1)
        strain = strains[min(deal, strains.shape[0] - 1)]
        bits, order = bit[strain], orders[deal]
        full, cards = pack_mask(bits), cards_of(bits, order)
        for seat in range(1, 4):
            hands[seat] = hand_mask(bits, order, 10 * seat, 10 * seat + 10)
        for way in range(thrown.shape[1]):
            away, lane = thrown[row, way], lanes[row, way]
            hands[0] = nominated_mask(cards & ~away, lane)
            guess = result(
                judge, strain, hands, away, lane, full, play, scratch, record, table, misere_table, guess
            )
            results[deal, way] = guess


@kernel()
def deal_unseen(order, seed, first, orders):
    """Fill `orders` with deals first, first + 1 ... of the thirty cards that the contractor has not seen."""
    unseen = order[10:40].copy()
    unseen.sort()
    for deal in range(orders.shape[0]):
        orders[deal] = order
        shuffle(seed, first + deal, unseen, orders[deal, 10:40])


def totals(code, strain, order, thrown, lanes, judge, seed, first, last):
    """What each candidate takes in all, on deals first ... last - 1 of the unseen cards."""
    orders = np.empty((last - first, len(order)), np.int64)
    deal_unseen(order, seed, first, orders)
    results = np.zeros((last - first, len(thrown)), np.int64)
    compare(code.bit, code.play, orders, np.array([strain]), thrown[None], lanes[None], judge, results)
    return results.sum(axis=0)


def distance_to_best(code, strain, order, thrown, lanes, policy, judge, seed, rounds, check):
    """How far candidate `policy` is behind the best: (on fresh deals, on those that chose the best, best).

    order: a deal; only who holds the thirteen cards is kept of it. rounds: candidates kept and deals they
    have had by then: in each round the best of the last one play on, all on the same deals, and the policy
    with them. The best of the last round is judged on `check` deals that had no part in choosing it, so it is
    not flattered by its luck; the second figure is, and bounds the distance from above.
    """
    sums = np.zeros(len(thrown), np.int64)
    alive, done = np.arange(len(thrown)), 0
    for kept, deals in rounds:
        alive = alive[np.argsort(-sums[alive], kind="stable")[:kept]]
        if policy not in alive:
            alive[-1] = policy
        sums[alive] += totals(code, strain, order, thrown[alive], lanes[alive], judge, seed, done, deals)
        done = deals
    best = int(alive[np.argmax(sums[alive])])
    if best == policy:
        return 0.0, 0.0, best
    flattered = (sums[best] - sums[policy]) / done
    pair = [best, policy]
    ahead, behind = totals(code, strain, order, thrown[pair], lanes[pair], judge, seed, done, done + check)
    return (ahead - behind) / check, flattered, best


@kernel()
def naming_lanes(strain, cards, full, nominate, thrown, lanes):
    """Write into `lanes` where the policy names the joker after each of the discards `thrown`."""
    for way in range(thrown.shape[0]):
        lanes[way] = nominate_suit(strain, cards & ~thrown[way], full, nominate)
