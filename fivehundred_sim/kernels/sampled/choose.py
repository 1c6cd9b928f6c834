"""The sampled player's card: the one that makes (or sets) the contract in most worlds, then brings most points.

Ties go to the card that the heuristic player would play, if it is among the best, else to the lowest.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, lowest, popcount
from fivehundred_sim.kernels.codes import NO_TRUMP
from fivehundred_sim.kernels.knowledge import FULL, HANDS, LANES_LED, PLAYED, lane_mask
from fivehundred_sim.kernels.lanes import ALL_LANES, JOKER, LANE_3, ONE, ZERO, lane_mask_of, low_bit
from fivehundred_sim.kernels.players import follow, lead, name_suit
from fivehundred_sim.kernels.playout import nameable
from fivehundred_sim.kernels.sampled.claim import claiming_leads
from fivehundred_sim.kernels.sampled.belief import deal_worlds
from fivehundred_sim.kernels.sampled.rollout import tricks_played_on
from fivehundred_sim.kernels.sampled.scores import PLACES, score_world
from fivehundred_sim.kernels.sampled.state import (
    BEST,
    BEST_SEAT,
    DISCARDS,
    LANE_LED,
    ON_TABLE,
    TRICKS,
    legal_cards,
    on_turn,
)
from fivehundred_sim.kernels.stream import mix

MADE = 1 << 40  # above any sum of points
UNJUDGED = -(1 << 62)


@kernel()
def heuristic_card(base: Word, seat: Int, legal: Word, play: Int) -> tuple[Word, Word]:
    """Return (card, lane it leads) as the heuristic player would play in a suit or no-trump contract."""
    hand, placed = load(base, HANDS + seat), np.int64(load(base, ON_TABLE))
    hidden = load(base, DISCARDS) if seat == 0 else ZERO
    if placed > 0:
        lane, best = load(base, LANE_LED), load(base, BEST)
        winner = np.int64(load(base, BEST_SEAT))
        return follow(seat, hand, legal, hidden, base, lane, best, winner, placed), lane
    card = lead(seat, hand, legal, hidden, base)
    return card, lane_to_lead(base, seat, card, hidden, play)


@kernel()
def lane_to_lead(base: Word, seat: Int, card: Word, hidden: Word, play: Int) -> Word:
    """Return the lane that a lead leads; a suitless joker is given the one that the heuristic player names."""
    if card != JOKER:
        return lane_mask_of(card)
    hand = load(base, HANDS + seat)
    lanes = nameable(hand, play.lead, load(base, LANES_LED)) & ALL_LANES
    return name_suit(seat, hand, lanes, hidden, base)


@kernel()
def judge(
    base: Word, seat: Int, legal: Word, worlds: Word, n: Int, table: Word, trick: Word, need: Int, points: Int,
    scores: Int, totals: Int, mode: Int, strain: Int, play: Int, trial: Word, record: Int,
) -> None:  # fmt: skip
    """Add up over `n` worlds what each legal card is worth to the player on turn.

    worlds: uint64 (n, 5), see `deal_worlds`. points: int64 (11,), ours minus theirs by tricks of the contractor's side. totals:
    int64 (PLACES,), MADE for each contract made (by a defender: set) plus the points.
    """
    k = popcount(load(base, HANDS + seat))
    guess = np.int64(k // 2)
    for w in range(n):
        scores[:] = -1
        guess = score_world(base, table, trick, worlds[w], legal, k, guess, scores)
        for place in range(PLACES):
            if scores[place] >= 0:
                if totals[place] == UNJUDGED:
                    totals[place] = 0
                good = np.int64(scores[place] >= need)
                value = points[scores[place]] + MADE * good
                if mode == 2:
                    card = JOKER if place >= 64 else ONE << np.uint64(place)
                    lane = lane_mask(place - 64) if place >= 64 else lane_mask_of(card)
                    t = tricks_played_on(base, trial, strain, seat, worlds[w], card, lane, play, record)
                    value += points[t] + MADE * np.int64(t >= need)
                totals[place] += value if seat & 1 == 0 else -value


@kernel()
def best_place(totals: Int, legal: Word, favourite: Int) -> Int:
    """Return the place of the card with the highest total; the favourite wins ties, then the lowest card."""
    best = favourite
    for place in range(PLACES):
        card = JOKER if place >= 64 else ONE << np.uint64(place)
        if legal & card and totals[place] != UNJUDGED and totals[place] > totals[best]:
            best = place
    return best


@kernel()
def place_of(card: Word, lane: Word, placed: Int) -> Int:
    """Return the place of a card in an array of scores; a suitless joker that is led has one for each lane."""
    if card == JOKER and placed == 0:
        return 64 + (lowest(lane) >> 4)
    return lowest(card)


@kernel()
def claim(base: Word, seat: Int, strain: Int, legal: Word, need: Int) -> Word:
    """Return the leads of a contractor that keep a contract certain, 0 where there is nothing to keep."""
    if seat != 0 or load(base, ON_TABLE) != ZERO:
        return ZERO
    hand = load(base, HANDS)
    out = load(base, FULL) & ~(load(base, PLAYED) | load(base, DISCARDS) | hand)
    return claiming_leads(hand, out, legal, strain < NO_TRUMP, need - np.int64(load(base, TRICKS)))


@kernel()
def choose_card(
    base: Word, strain: Int, play: Int, worlds: Int, need: Int, points: Int, stream: Word, table: Word, room: Int,
    modes: Int,
) -> tuple[Word, Word]:  # fmt: skip
    """Return (card, lane it leads) of the sampled player on turn in a suit or no-trump contract.

    base: address of a game (`state`). worlds: how many to solve. need: tricks that make the contract. points:
    int64 (11,). stream: random word of the deal; the worlds depend on it, on the seat and on how many cards
    have been played. table: uint64 array of `solver_table.new_table`, started for this deal. room: `Room`.
    """
    seat = on_turn(base, strain)
    legal = legal_cards(base, seat, strain, play)
    hidden = load(base, DISCARDS) if seat == 0 else ZERO
    placed = np.int64(load(base, ON_TABLE))
    if legal & (legal - ONE) == ZERO and (legal != JOKER or placed > 0):
        return legal, lane_mask_of(legal)
    sure = claim(base, seat, strain, legal, need)
    if sure:
        legal = sure
    card, lane = heuristic_card(base, seat, legal, play)
    mode = (modes >> (2 * (seat & 1))) & 3
    if mode == 0 or (legal & (legal - ONE) == ZERO and legal != JOKER):
        return card, lane
    played = load(base, PLAYED)
    room.rng[0] = mix(stream + np.uint64(4 * popcount(played) + seat))
    n = deal_worlds(base, seat, strain, play, worlds, room.rng, room.ways, room.values, room.worlds)
    room.totals[:] = UNJUDGED
    address, trick = np.uint64(table.ctypes.data), np.uint64(room.trick.ctypes.data)
    judge(base, seat, legal, room.worlds, n, address, trick, need, points, room.scores, room.totals, mode, strain, play, np.uint64(room.trial.ctypes.data), room.record)
    best = best_place(room.totals, legal, place_of(card, lane, placed))
    if best >= 64:
        return JOKER, lane_mask(best - 64)
    return ONE << np.uint64(best), lane_mask_of(ONE << np.uint64(best)) if placed == 0 else lane
