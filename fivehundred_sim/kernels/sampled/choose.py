"""The sampled player's card: the one that makes (or sets) the contract in most worlds, then brings most points.

Ties go to the card that the heuristic player would play, if it is among the best, else to the lowest.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, kernel, load, lowest, popcount
from fivehundred_sim.kernels.codes import NO_TRUMP
from fivehundred_sim.kernels.knowledge import FULL, HANDS, LANES_LED, PLAYED, lane_mask
from fivehundred_sim.kernels.lanes import ALL_LANES, JOKER, ONE, ZERO, lane_index, lane_mask_of
from fivehundred_sim.kernels.players import follow, lead, name_suit
from fivehundred_sim.kernels.playout import nameable
from fivehundred_sim.kernels.sampled.belief import deal_worlds
from fivehundred_sim.kernels.sampled.claim import claiming_leads
from fivehundred_sim.kernels.sampled.state import (
    BEST,
    BEST_SEAT,
    DISCARDS,
    LANE_LED,
    LEADER,
    LED_BEFORE,
    ON_TABLE,
    TABLE,
    TRICKS,
    lanes_as_bits,
    legal_cards,
    on_turn,
)
from fivehundred_sim.kernels.solver_scores import JOKER_LEADS, SCORES, card_scores
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
    base: Word, strain: Int, seat: Int, legal: Word, n: Int, play: Any, need: Int, points: Ints, table: Words,
    room: Any,
) -> None:  # fmt: skip
    """Add up over the first `n` worlds of `room` what each legal card is worth to the player on turn.

    points: int64 (11,), ours minus theirs by tricks of the contractor's side. room.totals: int64 (SCORES,),
    MADE for each contract made (by a defender: set) plus the points.
    """
    placed, leader = np.int64(load(base, ON_TABLE)), np.int64(load(base, LEADER))
    for i in range(4):
        room.on_table[i] = load(base, TABLE + i)
    led = lanes_as_bits(load(base, LED_BEFORE) if placed > 0 else load(base, LANES_LED))
    named = lane_index(load(base, LANE_LED)) if placed > 0 else np.int64(0)
    k, tricks, trump = (
        popcount(load(base, HANDS + seat)),
        np.int64(load(base, TRICKS)),
        np.int64(strain < NO_TRUMP),
    )
    guess = np.int64(k // 2)
    room.totals[:] = UNJUDGED
    for w in range(n):
        hands = room.worlds[w]
        guess = card_scores(
            table,
            hands,
            leader,
            room.on_table,
            placed,
            named,
            trump,
            play.lead,
            led,
            np.int64(0),
            k,
            guess,
            room.scores,
        )
        for place in range(SCORES):
            card = JOKER if place >= JOKER_LEADS else ONE << np.uint64(place)
            if room.scores[place] < 0 or card & legal == ZERO or (place == 63 and placed == 0):
                continue
            if room.totals[place] == UNJUDGED:
                room.totals[place] = 0
            value = worth(tricks + room.scores[place], need, points)
            room.totals[place] += value if seat & 1 == 0 else -value


@kernel()
def worth(tricks: Int, need: Int, points: Ints) -> Int:
    """Return what an end of the deal is worth to the contractor's side: made or not, then its points."""
    return points[tricks] + MADE * np.int64(tricks >= need)


@kernel()
def best_place(totals: Int, legal: Word, favourite: Int) -> Int:
    """Return the place of the card with the highest total; the favourite wins ties, then the lowest card."""
    best = favourite
    for place in range(SCORES):
        card = JOKER if place >= JOKER_LEADS else ONE << np.uint64(place)
        if legal & card and totals[place] != UNJUDGED and totals[place] > totals[best]:
            best = place
    return best


@kernel()
def place_of(card: Word, lane: Word, placed: Int) -> Int:
    """Return the place of a card in an array of scores; a suitless joker that is led has one for each lane."""
    if card == JOKER and placed == 0:
        return JOKER_LEADS + (lowest(lane) >> 4)
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
    sides: Int,
) -> tuple[Word, Word]:  # fmt: skip
    """Return (card, lane it leads) of the sampled player on turn in a suit or no-trump contract.

    base: address of a game (`state`). sides: bit 0 the contractor's side, bit 1 the defenders; 0: as the heuristic players. worlds: how many to solve. need: tricks that make the contract. points:
    int64 (11,). stream: random word of the deal; the worlds depend on it, on the seat and on how many cards
    have been played. table: uint64 array of `solver_table.new_table`. room: `Room`.
    """
    seat = on_turn(base, strain)
    legal = legal_cards(base, seat, strain, play)
    placed = np.int64(load(base, ON_TABLE))
    if legal & (legal - ONE) == ZERO and (legal != JOKER or placed > 0):
        return legal, lane_mask_of(legal)
    card, lane = heuristic_card(base, seat, legal, play)
    if (sides >> (seat & 1)) & 1 == 0:
        return card, lane
    sure = claim(base, seat, strain, legal, need)
    if sure:
        legal = sure
    played = load(base, PLAYED)
    room.rng[0] = mix(stream + np.uint64(4 * popcount(played) + seat))
    n = deal_worlds(base, seat, strain, play, worlds, room.rng, room.ways, room.values, room.worlds)
    judge(base, strain, seat, legal, n, play, need, points, table, room)
    best = best_place(room.totals, legal, place_of(card, lane, placed))
    if best >= JOKER_LEADS:
        return JOKER, lane_mask(best - JOKER_LEADS)
    return ONE << np.uint64(best), lane_mask_of(ONE << np.uint64(best)) if placed == 0 else lane
