"""The sampled player's card: what makes (or sets) the contract in most worlds, then brings most points.

Ties go to the card that the heuristic player would play, if it is among the best, else to the lowest.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, apart, kernel, load, lowest, popcount
from fivehundred_sim.kernels.codes import NO_TRUMP
from fivehundred_sim.kernels.knowledge import FULL, HANDS, LANES_LED, PLAYED, TRICKS, lane_mask
from fivehundred_sim.kernels.lanes import ALL_LANES, JOKER, ONE, ZERO, lane_index, lane_mask_of
from fivehundred_sim.kernels.law import nameable
from fivehundred_sim.kernels.players import follow, lead, name_suit
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
    lanes_as_bits,
    legal_cards,
    on_turn,
)
from fivehundred_sim.kernels.solver_scores import JOKER_LEADS, SCORES, card_scores
from fivehundred_sim.kernels.stream import mix

MADE = 1 << 40  # above any sum of points
UNJUDGED = -(1 << 62)

_deal_worlds = apart(deal_worlds)


@kernel()
def lane_to_lead(base: Word, seat: Int, card: Word, hidden: Word, lead_rule: Int) -> Word:
    """Return the lane that a lead leads; a suitless joker gets the one that the heuristic player names."""
    if card != JOKER:
        return lane_mask_of(card)
    hand = load(base, HANDS + seat)
    lanes = nameable(hand, lead_rule, load(base, LANES_LED)) & ALL_LANES
    return name_suit(seat, hand, lanes, hidden, base)


@kernel("Tuple((uint64, uint64))(uint64, int64, uint64, int64)")
def heuristic_card(base: Word, seat: Int, legal: Word, lead_rule: Int) -> tuple[Word, Word]:
    """Return (card, lane it leads) as the heuristic player would play in a suit or no-trump contract."""
    hand, placed = load(base, HANDS + seat), np.int64(load(base, ON_TABLE))
    hidden = load(base, DISCARDS) if seat == 0 else ZERO
    if placed > 0:
        lane, best = load(base, LANE_LED), load(base, BEST)
        winner = np.int64(load(base, BEST_SEAT))
        return follow(seat, hand, legal, hidden, base, lane, best, winner, placed), lane
    card = lead(seat, hand, legal, hidden, base)
    return card, lane_to_lead(base, seat, card, hidden, lead_rule)


_heuristic_card = apart(heuristic_card)


@kernel("int64(uint64, int64, int64, int64, uint64[::1], uint64[::1], int64, int64[::1], uint64[::1])")
def score_world(
    base: Word, seat: Int, trump: Int, lead_rule: Int, hands: Words, table: Words, guess: Int, scores: Ints,
    on_table: Words,
) -> Int:  # fmt: skip
    """Write what the contractor's side takes from here on after each legal card of `seat` in one world.

    hands: uint64 (5,), see `deal_worlds`. table, scores: as `card_scores`. on_table: uint64 (4,), scratch.
    Returns the best score, a first guess for the next world.
    """
    placed, leader = np.int64(load(base, ON_TABLE)), np.int64(load(base, LEADER))
    for i in range(4):
        on_table[i] = load(base, TABLE + i)
    led = lanes_as_bits(load(base, LED_BEFORE) if placed > 0 else load(base, LANES_LED))
    named = lane_index(load(base, LANE_LED)) if placed > 0 else np.int64(0)
    low, k = np.int64(0), popcount(load(base, HANDS + seat))
    return card_scores(
        table, hands, leader, on_table, placed, named, trump, lead_rule, led, low, k, guess, scores
    )


_score_world = apart(score_world)


@kernel()
def worth(tricks: Int, need: Int, points: Ints) -> Int:
    """Return what an end of the deal is worth to the contractor's side: made or not, then its points."""
    return points[tricks] + MADE * np.int64(tricks >= need)


@kernel()
def judge(
    base: Word, seat: Int, trump: Int, lead_rule: Int, legal: Word, n: Int, need: Int, points: Ints,
    table: Words, room: Any,
) -> None:  # fmt: skip
    """Add up over the first `n` worlds of `room` what each legal card is worth to the player on turn.

    points: int64 (11,), ours minus theirs by tricks of the contractor's side. room.totals: int64 (SCORES,).
    """
    on_lead, tricks = load(base, ON_TABLE) == ZERO, np.int64(load(base, TRICKS))
    guess = popcount(load(base, HANDS + seat)) // 2
    room.totals[:] = UNJUDGED
    for w in range(n):
        guess = _score_world(
            base, seat, trump, lead_rule, room.worlds[w], table, guess, room.scores,
            room.on_table,
        )  # fmt: skip
        for place in range(SCORES):
            card = JOKER if place >= JOKER_LEADS else ONE << np.uint64(place)
            # a joker that is led is judged lane by lane
            if room.scores[place] < 0 or card & legal == ZERO or (card == JOKER and on_lead and place == 63):
                continue
            value = worth(tricks + room.scores[place], need, points)
            so_far = np.int64(0) if room.totals[place] == UNJUDGED else room.totals[place]
            room.totals[place] = so_far + (value if seat & 1 == 0 else -value)


@kernel()
def best_place(totals: Ints, favourite: Int) -> Int:
    """Return the place of the card with the highest total; the favourite wins ties, then the lowest card."""
    best = favourite
    for place in range(SCORES):
        if totals[place] != UNJUDGED and totals[place] > totals[best]:
            best = place
    return best


@kernel()
def place_of(card: Word, lane: Word, on_lead: Int) -> Int:
    """Return the place of a card in an array of scores; a suitless joker on lead has one for each lane."""
    return JOKER_LEADS + lane_index(lane) if card == JOKER and on_lead else lowest(card)


@kernel()
def claim(base: Word, seat: Int, trump: Int, legal: Word, need: Int) -> Word:
    """Return the leads of a contractor that keep a contract certain, 0 where there is nothing to keep."""
    if seat != 0 or load(base, ON_TABLE) != ZERO:
        return ZERO
    hand = load(base, HANDS)
    out = load(base, FULL) & ~(load(base, PLAYED) | load(base, DISCARDS) | hand)
    return claiming_leads(hand, out, legal, trump == 1, need - np.int64(load(base, TRICKS)))


@kernel()
def choose_card(
    base: Word, strain: Int, play: Any, sides: Int, worlds: Int, need: Int, points: Ints, stream: Word,
    table: Words, room: Any,
) -> tuple[Word, Word]:  # fmt: skip
    """Return (card, lane it leads) of the player on turn in a suit or no-trump contract.

    base: address of a game (`state`). play: PlayCode. sides: who samples, bit 0 the contractor's side, bit 1
    the defenders; the others play as the heuristic players. worlds: how many to solve. need: tricks that make
    the contract. points: int64 (11,). stream: random word of the deal; the worlds depend on it, on the seat
    and on how many cards have been played. table: from `solver_table.new_table`. room: `Room`.
    """
    seat = on_turn(base, strain)
    legal = legal_cards(base, seat, strain, play)
    on_lead = load(base, ON_TABLE) == ZERO
    if legal & (legal - ONE) == ZERO and (legal != JOKER or not on_lead):
        return legal, lane_mask_of(legal)
    card, lane = _heuristic_card(base, seat, legal, play.lead)
    if (sides >> (seat & 1)) & 1 == 0:
        return card, lane
    trump = np.int64(strain < NO_TRUMP)
    sure = claim(base, seat, trump, legal, need)
    if sure:
        legal = sure
    room.rng[0] = mix(stream + np.uint64(4 * popcount(load(base, PLAYED)) + seat))
    n = _deal_worlds(
        base, seat, strain, play.nominate, play.misere_forced, worlds, room.rng,
        room.ways, room.values, room.worlds,
    )  # fmt: skip
    judge(base, seat, trump, play.lead, legal, n, need, points, table, room)
    best = best_place(room.totals, place_of(card, lane, on_lead))
    if best >= JOKER_LEADS:
        return JOKER, lane_mask(best - JOKER_LEADS)
    card = ONE << np.uint64(best)
    return card, lane_mask_of(card) if on_lead else lane
