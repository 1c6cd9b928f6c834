"""Fit the players' judgement in suits and no-trump (`fivehundred_sim/kernels/judgement.npy`) to playouts.

    python scripts/fit_players.py [deals] [rounds]

Policy iteration: the players play deals; at every decision with a choice each option is played out to the
end by the same players on the same deal, so that its tricks can be compared with those of the other
options. Least squares over the features of the options (differences within a decision, see `fitting`) give
what each feature is worth; with the new numbers the next round is played. Rounds are averaged, the latest
weighing most, since what is best depends on what the others do. A share of the cards is chosen at random
(EXPLORED), so that positions are seen which the players avoid. Nobody's hidden cards go into a feature.

Options are not judged by the solver: leads fitted to double-dummy values lost tricks against the same
defenders, most in no-trump, since they put off what only perfect play can still do later.

Starts from the numbers in force (from nothing with --from-zero). Rerun it when the features, the discards or
the populations change; then scripts/measure_losses.py and scripts/measure_players.py.
"""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from fitting import add_decision, asked, fade, keep, no_sums, remember, solved
from populations import NO_TRUMP, NO_TRUMP_ANY, SUITS, find_deals

from fivehundred_sim.kernels._jit import kernel, load
from fivehundred_sim.kernels.chunks_heuristic import pack_mask
from fivehundred_sim.kernels.deal import lane_mask as hand_mask
from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange
from fivehundred_sim.kernels.follows import DECISION_PLACES, PLACES, follow_options
from fivehundred_sim.kernels.judgement import FILE, JUDGEMENT_TABLE
from fivehundred_sim.kernels.knowledge import HANDS, JUDGEMENT, LANES_LED, OPTIONS, TRICKS
from fivehundred_sim.kernels.lanes import ALL_LANES, JOKER, LANE_3, ZERO, compact, lane_index, lane_mask_of
from fivehundred_sim.kernels.law import may_follow, may_lead, nameable
from fivehundred_sim.kernels.leads import LEAD_PLACES, lead_options
from fivehundred_sim.kernels.leads import ROW_PLACES as LEAD_ROW
from fivehundred_sim.kernels.options import MOST_OPTIONS, OPTION_BYTES, ROWS
from fivehundred_sim.kernels.players import follow, lead, name_suit
from fivehundred_sim.kernels.playout import (
    add_to_trick,
    finish_trick,
    new_scratch,
    open_trick,
    play_on,
    start_play,
)
from fivehundred_sim.kernels.position import TRICK_WORDS, begin_trick, set_card, start_value, value_after
from fivehundred_sim.kernels.solver_table import new_table
from fivehundred_sim.kernels.solver_table import start as start_table
from fivehundred_sim.kernels.stream import below, next_word, stream_start
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

RULES = "australian"
SEED = 19000
CODE = encode(load_rules(RULES))
EXPLORED = 70  # cards in a thousand chosen at random
PLAYED, SOLVED = 0, 1
SOLVED_SHARE = 0.15  # of a round's deals judged by the solver
SOLVED_WEIGHT = 0.5  # what the solver's judgement counts against that of play
DECISIONS = (PLACES - LEAD_PLACES) // DECISION_PLACES
WORKERS = 2


@kernel()
def add(options, number, tricks, lead_sums, follow_sums):
    """Add one decision to the sums of its kind."""
    first = np.int64(load(options, 1))
    if first < LEAD_PLACES:
        kind, start, sums = first // LEAD_ROW, first // LEAD_ROW * LEAD_ROW, lead_sums
    else:
        kind = (first - LEAD_PLACES) // DECISION_PLACES
        start, sums = LEAD_PLACES + kind * DECISION_PLACES, follow_sums
    moments, products = sums
    add_decision(options, number, tricks, start, moments[kind], products[kind])


@kernel()
def tricks_of(strain, leader, led, best, best_seat, position, card, thrown, play, scratch, copy, record):
    """The tricks still to come for the side on turn when it plays `card` now and all play on."""
    base = np.uint64(copy.ctypes.data)
    for i in range(OPTIONS):
        copy[i] = scratch[i]
    seat, none = (leader + position) & 3, np.int64(0)
    if position == 0:
        led = open_trick(seat, card, none, play.lead, thrown, none, base, record)
        best, best_seat = card, seat
    elif add_to_trick(strain, seat, card, led, best, none, base, record):
        best, best_seat = card, seat
    winner = finish_trick(
        strain, leader, led, best, best_seat, position + 1, none, thrown, play, none, base, record
    )
    copy[TRICKS] += np.uint64(winner & 1 == 0)
    ours = np.int64(winner & 1 == 0) + play_on(strain, winner, none, thrown, play, none, base, record)
    return ours if seat & 1 == 0 else -ours


@kernel()
def solved_tricks(base, trick, position, seat, card, cards, led, k, value, thrown, play, scratch):
    """The tricks still to come for the side on turn when it plays `card` now, by the solver."""
    public = np.uint64(scratch.ctypes.data)
    if position == 0:
        led = lane_mask_of(card)
        if card == JOKER:
            lanes = nameable(scratch[HANDS + seat], play.lead, scratch[LANES_LED]) & ALL_LANES
            led = name_suit(seat, scratch[HANDS + seat], lanes, thrown if seat == 0 else ZERO, public)
    set_card(trick, position, compact(cards, card), led)
    value = value_after(base, trick, position + 1, k, value)
    return value if position & 1 == 0 else k - value


@kernel()
def considered(seat, position, led, best, best_seat, thrown, play, scratch, options):
    """List a player's options at an address; return how many, and the card that he chooses."""
    public = np.uint64(scratch.ctypes.data)
    hand, hidden = scratch[HANDS + seat], thrown if seat == 0 else ZERO
    if position == 0:
        legal = may_lead(hand, play.lead, scratch[LANES_LED])
        end = lead_options(seat, hand, legal, hidden, public, ZERO, options)
        card = lead(seat, hand, legal, hidden, public)
    else:
        legal = may_follow(hand, led, False)
        end = follow_options(seat, hand, legal, hidden, public, led, best, best_seat, position, ZERO, options)
        card = follow(seat, hand, legal, hidden, public, led, best, best_seat, position)
    return np.int64((end - options) // OPTION_BYTES), card


@kernel()
def explored(options, number, card, state):
    """Return the card, or now and then any of the options, and the stream after the draw."""
    state, word = next_word(state)
    if below(word, 1000) < EXPLORED:
        state, word = next_word(state)
        card = load(options + OPTION_BYTES * np.uint64(below(word, number)), 0)
    return card, state


@kernel()
def play_deal(
    strain,
    thrown,
    play,
    judge,
    base,
    trick,
    scratch,
    copy,
    room,
    state,
    tricks,
    record,
    lead_sums,
    follow_sums,
):
    """Play one deal whose hands are in `scratch`, trying every option of every decision.

    judge: PLAYED or SOLVED; base, trick: addresses of a solver table and of room for a trick.
    """
    public, options, none = np.uint64(scratch.ctypes.data), np.uint64(room.ctypes.data), np.int64(0)
    leader, led_before, value = none, none, np.int64(7)
    start_table(base, LANE_3 if strain < 4 else ZERO, play.lead)
    for number_of_trick in range(9):
        led, best, best_seat = ZERO, ZERO, leader
        k, cards = np.int64(10 - number_of_trick), ZERO
        if judge == SOLVED:
            for i in range(4):
                cards |= scratch[HANDS + i]
            begin_trick(trick, scratch[HANDS : HANDS + 4], leader, led_before)
            value = start_value(base, trick, k, value)
        for position in range(4):
            seat = (leader + position) & 3
            number, card = considered(
                seat, np.int64(position), led, best, best_seat, thrown, play, scratch, options
            )
            if number > 1:
                for a in range(number):
                    tried = load(options + OPTION_BYTES * np.uint64(a), 0)
                    if judge == SOLVED:
                        tricks[a] = solved_tricks(
                            base, trick, np.int64(position), seat, tried, cards, led, k, value, thrown, play,
                            scratch,
                        )  # fmt: skip
                        continue
                    tricks[a] = tricks_of(
                        strain, leader, led, best, best_seat, np.int64(position), tried, thrown, play,
                        scratch, copy, record,
                    )  # fmt: skip
                add(options, number, tricks, lead_sums, follow_sums)
                card, state = explored(options, number, card, state)
            if position == 0:
                led = open_trick(seat, card, none, play.lead, thrown, none, public, record)
                led_before |= np.int64(1) << lane_index(led)
                best = card
            elif add_to_trick(strain, seat, card, led, best, none, public, record):
                best, best_seat = card, seat
            if judge == SOLVED:
                set_card(trick, np.int64(position), compact(cards, card), led)
                value = value_after(base, trick, np.int64(position + 1), k, value)
        leader = best_seat
        scratch[TRICKS] += np.uint64(leader & 1 == 0)


@kernel()
def gather(bit, play, orders, strains, seed, table, judge, solver_table, lead_sums, follow_sums):
    """Play deals (see `find_deals`) with the judgement of `table` and add all their decisions to the sums."""
    base, words = np.uint64(solver_table.ctypes.data), np.zeros(TRICK_WORDS, np.uint64)
    trick = np.uint64(words.ctypes.data)
    scratch, copy, room = new_scratch(), new_scratch(), new_scratch()
    scratch[JUDGEMENT] = copy[JUDGEMENT] = np.uint64(table.ctypes.data)
    hands, values = np.empty(4, np.uint64), np.empty(DISCARD_WORDS, np.int64)
    tricks, record = np.empty(MOST_OPTIONS), np.zeros((0, 3), np.int64)
    for i in range(strains.shape[0]):
        strain, order = strains[i], orders[i]
        full = pack_mask(bit[strain])
        for seat in range(4):
            hands[seat] = hand_mask(bit[strain], order, 10 * seat, 10 * seat + 10)
        kitty = hand_mask(bit[strain], order, 40, 43)
        hands[0], thrown, lane = exchange(strain, hands[0], kitty, full, play.nominate, values)
        start_play(np.uint64(scratch.ctypes.data), strain, np.int64(0), hands, lane, full)
        state = stream_start(seed, i)
        play_deal(
            strain, thrown, play, judge, base, trick, scratch, copy, room, state, tricks, record, lead_sums,
            follow_sums,
        )  # fmt: skip


def nothing():
    """Empty normal equations of the leads and of the other decisions."""
    return no_sums(ROWS, LEAD_ROW), no_sums(DECISIONS, DECISION_PLACES)


def judged(deals, seed, table, judge=PLAYED):
    """Normal equations of one worker's share of a round: suits, weak suits and no-trump."""
    leads, follows = nothing()
    solver_table = new_table()
    for offset, (population, number) in enumerate(
        ((SUITS, deals), (SUITS, deals // 2), (NO_TRUMP, deals // 2), (NO_TRUMP_ANY, deals // 5))
    ):
        orders, strains = np.zeros((number, len(CODE.pack)), np.int64), np.zeros(number, np.int64)
        find_deals(CODE.bit, population, -1, seed + offset, orders, strains)
        if offset == 1:
            strains = np.arange(number) & 3  # whatever suit: a bidding table asks for weak contracts too
        gather(
            CODE.bit, CODE.play, orders, strains, seed + offset, table, judge, solver_table, leads, follows
        )
    return leads, follows


def add_round(kept, deals, seed, table, judge, weight):
    """Add a round's normal equations, from all workers, to those kept."""
    seeds = [seed + 10 * worker for worker in range(WORKERS)]
    with ThreadPoolExecutor(WORKERS) as pool:
        shares = list(pool.map(lambda each: judged(deals // WORKERS, each, table, judge), seeds))
    remember(kept, shares, weight)


def main():
    deals, rounds, table = asked(6, JUDGEMENT_TABLE)
    started, kept = time.monotonic(), nothing()
    for judge in (PLAYED, SOLVED):
        judged(8, SEED, table, judge)  # compiles in one thread
    for number in range(rounds):
        fade(kept)
        seed = SEED + 100 * number
        add_round(kept, deals, seed, table, PLAYED, 1.0)
        add_round(kept, int(SOLVED_SHARE * deals), seed + 50, table, SOLVED, SOLVED_WEIGHT / SOLVED_SHARE)
        table = solved(kept)
        print(f"round {number + 1} of {rounds}: {time.monotonic() - started:.0f} s", flush=True)
    keep(FILE, table, script="scripts/fit_players.py", deals=deals, rounds=rounds, seed=SEED, rules=RULES)


if __name__ == "__main__":
    main()
