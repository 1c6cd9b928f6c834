"""Fit the misère defenders' judgement (`fivehundred_sim/kernels/misere_judgement.npy`) to playouts.

    python scripts/fit_misere.py [deals] [rounds]

Policy iteration as in fit_players.py, on low hands (populations.py), as many open as closed: at every
decision of a defender each option is played out to the end by the same players on the same deal, and the
options' features are fitted to whether the contractor was set. The contractor plays as he is. A share of the
defenders' cards is chosen at random (EXPLORED).

Starts from the numbers in force (from nothing with --from-zero). Rerun it when the features, the contractor's
play or the populations change; then scripts/measure_misere.py and scripts/measure_players.py.
"""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from fitting import add_decision, asked, fade, keep, no_sums, remember, solved
from populations import MISERE, OPEN_MISERE, find_deals

from fivehundred_sim.kernels import misere_follows, misere_leads, playout
from fivehundred_sim.kernels._jit import kernel, load
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.knowledge import EXPOSED, HANDS, LANES_LED, MISERE_JUDGEMENT, OPTIONS, unseen
from fivehundred_sim.kernels.lanes import ONE, ZERO
from fivehundred_sim.kernels.law import may_follow, may_lead
from fivehundred_sim.kernels.misere_defenders import follow_offers, lead_offers
from fivehundred_sim.kernels.misere_judgement import FILE, MISERE_TABLE
from fivehundred_sim.kernels.misere_players import misere_follow, misere_lead
from fivehundred_sim.kernels.options import OPTION_BYTES, OPTION_WORDS
from fivehundred_sim.kernels.stream import below, next_word, stream_start
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

RULES = "australian"
SEED = 19000
CODE = encode(load_rules(RULES))
EXPLORED = 70  # of a defender's cards in a thousand, chosen at random
MOST = 16  # options of one decision
WORKERS = 2
# Families of decisions, in the order of the table: open leads, closed leads, throws, follows.
STARTS = np.array([0, misere_leads.OPEN_PLACES, misere_leads.LEAD_PLACES, misere_follows.FOLLOWS_START])
SIZES = np.array(
    [
        misere_leads.OPEN_ROW,
        misere_leads.CLOSED_ROW,
        misere_follows.THROW_ROW,
        misere_follows.FOLLOW_ROW,
    ]
)
KINDS = misere_leads.DEFENDERS, misere_leads.DEFENDERS, misere_follows.ROWS, misere_follows.FOLLOW_ROWS


@kernel()
def set_by(strain, leader, led, best, best_seat, position, seat, card, thrown, play, scratch, copy, record):
    """1 if the contractor is set when `seat` plays `card` now and all play on, else 0."""
    base, none = np.uint64(copy.ctypes.data), np.int64(0)
    for i in range(OPTIONS):
        copy[i] = scratch[i]
    if position == 0:
        led = playout.open_trick(seat, card, none, play.lead, thrown, none, base, record)
        best, best_seat = card, seat
    elif playout.add_to_trick(strain, seat, card, led, best, none, base, record):
        best, best_seat = card, seat
    winner = playout.finish_trick(
        strain, leader, led, best, best_seat, position + 1, none, thrown, play, none, base, record
    )
    if winner == 0:
        return np.int64(1)
    return playout.play_on(strain, winner, none, thrown, play, none, base, record)


@kernel()
def add(options, number, values, sums):
    """Add one decision to the sums of its family."""
    first = np.int64(load(options, 1))
    family = 3
    while first < STARTS[family]:
        family -= 1
    kind = (first - STARTS[family]) // SIZES[family]
    moments, products = sums[family]
    start = STARTS[family] + kind * SIZES[family]
    add_decision(options, number, values, start, moments[kind], products[kind])


@kernel()
def explored(card, options, number, draws):
    """The card, or now and then one of the options at random; `draws` is the state of a stream."""
    draws[0], word = next_word(draws[0])
    if below(word, 1000) >= EXPLORED:
        return card
    draws[0], word = next_word(draws[0])
    return load(options + OPTION_BYTES * np.uint64(below(word, number)), 0)


@kernel()
def choice(strain, seat, leader, led, best, best_seat, position, thrown, play, work, values, draws, sums):
    """The card that the seat plays; a defender's options are tried out and counted. work: see `gather`."""
    scratch, copy, room, record = work
    public, options = np.uint64(scratch.ctypes.data), np.uint64(room.ctypes.data)
    hand = scratch[HANDS + seat]
    if position == 0:
        legal = may_lead(hand, play.lead, scratch[LANES_LED])
    else:
        legal = may_follow(hand, led, play.misere_forced == 1)
    if legal & (legal - ONE) == ZERO:
        return legal
    hidden = thrown if seat == 0 else ZERO
    rest = unseen(hand, hidden, public)
    end = options
    if position == 0:
        card = misere_lead(seat, hand, legal, hidden, public)
        if seat != 0:
            end = lead_offers(seat, hand, legal, rest, public, ZERO, options)
    else:
        card = misere_follow(seat, hand, legal, hidden, public, led, best, best_seat, position)
        if seat != 0:
            end = follow_offers(
                seat, hand, legal, rest, public, led, best, best_seat, position, ZERO, options
            )
    number = np.int64((end - options) // OPTION_BYTES)
    if number < 2:
        return card
    for a in range(number):
        tried = load(options + OPTION_BYTES * np.uint64(a), 0)
        values[a] = set_by(
            strain, leader, led, best, best_seat, position, seat, tried, thrown, play, scratch, copy, record
        )
    add(options, number, values, sums)
    return explored(card, options, number, draws)


@kernel()
def play_deal(strain, thrown, play, work, values, draws, sums):
    """Play one deal whose hands are in the first array of `work`, trying every option of the defenders."""
    scratch, record, none = work[0], work[3], np.int64(0)
    public = np.uint64(scratch.ctypes.data)
    leader = none
    for trick in range(9):
        if strain == OPEN_MISERE and trick >= play.exposed_after:
            scratch[EXPOSED] = scratch[HANDS]
        led, best, best_seat, position = ZERO, ZERO, leader, none
        for step in range(4):
            seat = (leader + step) & 3
            if seat == 2:
                continue
            card = choice(
                strain, seat, leader, led, best, best_seat, position, thrown, play, work, values, draws, sums
            )
            if position == 0:
                led = playout.open_trick(seat, card, none, play.lead, thrown, none, public, record)
                best = card
            elif playout.add_to_trick(strain, seat, card, led, best, none, public, record):
                best, best_seat = card, seat
            position += 1
        if best_seat == 0:
            return
        leader = best_seat


@kernel()
def gather(bit, play, orders, strains, seed, table, sums):
    """Play deals (see `find_deals`) with the judgement of `table` and add all decisions to the sums."""
    scratch, copy = playout.new_scratch(), playout.new_scratch()
    scratch[MISERE_JUDGEMENT] = copy[MISERE_JUDGEMENT] = np.uint64(table.ctypes.data)
    room, record = np.empty(MOST * OPTION_WORDS, np.uint64), np.zeros((0, 3), np.int64)
    work = scratch, copy, room, record
    hands, discards = np.empty(4, np.uint64), np.empty(DISCARD_WORDS, np.int64)
    values, draws = np.empty(MOST), np.zeros(1, np.uint64)
    for i in range(strains.shape[0]):
        strain, order = strains[i], orders[i]
        full = pack_mask(bit[strain])
        for seat in range(4):
            hands[seat] = hand_mask(bit[strain], order, 10 * seat, 10 * seat + 10)
        kitty = hand_mask(bit[strain], order, 40, 43)
        hands[0], thrown, lane = exchange(strain, hands[0], kitty, full, play.nominate, discards)
        playout.start_play(np.uint64(scratch.ctypes.data), strain, np.int64(0), hands, lane, full)
        draws[0] = stream_start(seed, i)
        play_deal(strain, thrown, play, work, values, draws, sums)


def nothing():
    """Empty normal equations of all families."""
    return tuple(no_sums(int(kinds), int(size)) for kinds, size in zip(KINDS, SIZES, strict=True))


def played(deals, seed, table):
    """Normal equations of one worker's share of a round, half open and half closed."""
    sums = nothing()
    for offset, population in enumerate((OPEN_MISERE, MISERE)):
        orders, strains = np.zeros((deals // 2, len(CODE.pack)), np.int64), np.zeros(deals // 2, np.int64)
        find_deals(CODE.bit, population, -1, seed + offset, orders, strains)
        gather(CODE.bit, CODE.play, orders, strains, seed + offset, table, sums)
    return sums


def main():
    deals, rounds, table = asked(8, MISERE_TABLE)
    started, kept = time.monotonic(), nothing()
    played(8, SEED, table)  # compiles in one thread
    for number in range(rounds):
        seeds = [SEED + 100 * number + 10 * worker for worker in range(WORKERS)]
        with ThreadPoolExecutor(WORKERS) as pool:
            shares = list(pool.map(lambda seed, now=table: played(deals // WORKERS, seed, now), seeds))
        fade(kept)
        remember(kept, shares)
        table = solved(kept)
        print(f"round {number + 1} of {rounds}: {time.monotonic() - started:.0f} s", flush=True)
    keep(FILE, table, script="scripts/fit_misere.py", deals=deals, rounds=rounds, seed=SEED, rules=RULES)


if __name__ == "__main__":
    main()
