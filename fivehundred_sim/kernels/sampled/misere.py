"""Sampled players in misère: each card by how many worlds the misère is made in after it.

Every world is judged twice, solved with all hands open and played on by the heuristic players: search alone
sees no hurry, since a defender who will know everything next trick can put off every attack. Both misères
share this; who sees an open hand deals it into no world.
"""

from typing import Any, NamedTuple

import numpy as np

from fivehundred_sim.kernels._jit import Int, Ints, Word, Words, apart, kernel, load, popcount, store
from fivehundred_sim.kernels.codes import HAND, THROWN
from fivehundred_sim.kernels.discard import nominated_mask
from fivehundred_sim.kernels.knowledge import HANDS, LANES_LED, PLAYED, TRICKS, lane_mask
from fivehundred_sim.kernels.lanes import JOKER, NOMINATED, ONE, ZERO, lane_mask_of, low_bit, top_bit
from fivehundred_sim.kernels.misere import misere_makes, play_by
from fivehundred_sim.kernels.misere_discard import exposure
from fivehundred_sim.kernels.misere_players import misere_follow, misere_lead
from fivehundred_sim.kernels.misere_position import making_cards
from fivehundred_sim.kernels.sampled.belief import deal_worlds
from fivehundred_sim.kernels.sampled.choose import lane_to_lead
from fivehundred_sim.kernels.sampled.state import (
    BEST,
    BEST_SEAT,
    DISCARDS,
    GAME_WORDS,
    LANE_LED,
    LEADER,
    LED_BEFORE,
    ON_TABLE,
    begin,
    lanes_as_bits,
    lay,
    legal_cards,
    on_turn,
)
from fivehundred_sim.kernels.sampled.worlds import draw
from fivehundred_sim.kernels.stream import mix

CANDIDATES = 12


class Law(NamedTuple):
    """The rules that bear on which cards may be played, as `lay` and `legal_cards` ask for them."""

    lead: Int
    misere_forced: Int
    exposed_after: Int


@kernel()
def turn_of(seat: Int) -> Int:
    """Return the place in the order of play (0, 1, 2) of a seat (0, 1, 3)."""
    return seat - (seat >> 1)


@kernel("Tuple((uint64, uint64))(uint64, int64, uint64, int64)")
def heuristic_misere_card(base: Word, seat: Int, legal: Word, lead_rule: Int) -> tuple[Word, Word]:
    """Return (card, lane it leads) as the heuristic player would play in a misère."""
    hand, placed = load(base, HANDS + seat), np.int64(load(base, ON_TABLE))
    hidden = load(base, DISCARDS) if seat == 0 else ZERO
    if placed > 0:
        lane, best = load(base, LANE_LED), load(base, BEST)
        if legal & (legal - ONE) == ZERO:
            return legal, lane
        winner = np.int64(load(base, BEST_SEAT))
        return misere_follow(seat, hand, legal, hidden, base, lane, best, winner, placed), lane
    card = legal if legal & (legal - ONE) == ZERO else misere_lead(seat, hand, legal, hidden, base)
    return card, lane_to_lead(base, seat, card, hidden, lead_rule)


_deal_worlds = apart(deal_worlds)
_heuristic_misere_card = apart(heuristic_misere_card)


@kernel("int64(uint64, uint64, int64, int64, uint64[::1], uint64, uint64, int64, int64, int64)")
def taken_by(
    base: Word, trial: Word, strain: Int, seat: Int, hands: Words, card: Word, lane: Word, lead_rule: Int,
    forced: Int, exposed_after: Int,
) -> Int:  # fmt: skip
    """Return 1 if the contractor takes a trick when the heuristic players go on after `card`, else 0.

    base: address of the game, of which public words are read. trial: address of GAME_WORDS words to play in.
    hands: uint64 (5,), see `deal_worlds`. lane: what the card leads. card 0: nothing is played yet.
    """
    play = Law(lead_rule, forced, exposed_after)
    if trial != base:
        for i in range(GAME_WORDS):
            store(trial, i, load(base, i))
    for s in range(4):
        store(trial, HANDS + s, hands[s])
    store(trial, DISCARDS, hands[4])
    while True:
        if card != ZERO:
            lay(trial, strain, seat, card, lane, play)
        seat = on_turn(trial, strain)
        if load(trial, TRICKS) != ZERO:
            return np.int64(1)
        if load(trial, HANDS + seat) == ZERO:
            return np.int64(0)
        legal = legal_cards(trial, seat, strain, play)
        card, lane = _heuristic_misere_card(trial, seat, legal, lead_rule)


_taken_by = apart(taken_by)


@kernel()
def made_by_search(base: Word, seat: Int, hands: Word, table: Word) -> Word:
    """Return the legal cards of the seat on turn after which the misère is made with all hands open."""
    placed = load(base, ON_TABLE) != ZERO
    led = load(base, LED_BEFORE) if placed else load(base, LANES_LED)
    return making_cards(
        table,
        hands[0],
        hands[1],
        hands[3],
        turn_of(seat),
        turn_of(np.int64(load(base, BEST_SEAT))) if placed else np.int64(0),
        load(base, BEST) if placed else ZERO,
        turn_of(np.int64(load(base, LEADER))),
        load(base, LANE_LED) if placed else ZERO,
        np.uint64(lanes_as_bits(led)),
    )


@kernel()
def choose_misere_card(
    base: Word, strain: Int, play: Any, worlds: Int, stream: Word, table: Word, room: Any
) -> tuple[Word, Word]:
    """Return (card, lane it leads) of the sampled player on turn in a misère; arguments as `choose_card`."""
    seat = on_turn(base, strain)
    legal = legal_cards(base, seat, strain, play)
    card, lane = _heuristic_misere_card(base, seat, legal, play.lead)
    if legal & (legal - ONE) == ZERO:
        return card, lane
    room.rng[0] = mix(stream + np.uint64(4 * popcount(load(base, PLAYED)) + seat))
    n = _deal_worlds(
        base, seat, strain, play.nominate, play.misere_forced, worlds, room.rng,
        room.ways, room.values, room.worlds,
    )  # fmt: skip
    trial = np.uint64(room.trial.ctypes.data)
    if legal & JOKER and load(base, ON_TABLE) == ZERO:
        lane = lane_to_lead(base, seat, JOKER, load(base, DISCARDS) if seat == 0 else ZERO, play.lead)
    sign = 1 if seat == 0 else -1
    best, best_score = card, -(1 << 40)
    room.totals[:] = 0
    for w in range(n):
        hands = room.worlds[w]
        keeps = made_by_search(base, seat, hands, table)
        rest, place = legal, 0
        while rest:
            option = low_bit(rest)
            rest ^= option
            made = np.int64(keeps & option != ZERO)
            led = lane if option == JOKER else lane_mask_of(option)
            made += 1 - _taken_by(
                base, trial, strain, seat, hands, option, led, play.lead,
                play.misere_forced, play.exposed_after,
            )  # fmt: skip
            room.totals[place] += made
            place += 1
    rest, place = legal, 0
    while rest:
        option = low_bit(rest)
        rest ^= option
        score = 2 * sign * room.totals[place] + (1 if option == card else 0)
        if score > best_score:
            best, best_score = option, score
        place += 1
    if load(base, ON_TABLE) == ZERO and best != JOKER:
        lane = lane_mask_of(best)
    return best, lane


@kernel()
def misere_candidates(cards: Word, full: Word, nominate: Int, thrown: Words, named: Ints, worth: Ints) -> Int:
    """Write up to CANDIDATES exchanges of a misère by the policy's exposure, the best first; return how many.

    Each suit is thrown from its top. thrown: uint64, cards thrown; named: int64, lane of the joker or -1.
    """
    number = np.int64(0)
    joker = cards & JOKER
    for lane in range(-1, 4):
        # -1: no joker is kept; a suitless one would take a trick
        if lane >= 0 and (joker == ZERO or nominate == 0):
            break
        plain = cards & ~JOKER if lane < 0 else nominated_mask(cards, np.int64(lane))
        most = THROWN - np.int64(joker != ZERO and lane < 0)
        for split in range(1 << (2 * 4)):
            a, b, c, d = split & 3, (split >> 2) & 3, (split >> 4) & 3, split >> 6
            if a + b + c + d != most:
                continue
            gone = (
                _highest(plain, a, 0) | _highest(plain, b, 1) | _highest(plain, c, 2) | _highest(plain, d, 3)
            )
            if popcount(gone) != most:
                continue
            if lane >= 0 and gone & (ONE << np.uint64(16 * lane + NOMINATED)):
                continue  # thrown: that is the case without a joker
            kept = plain & ~gone
            value = -_exposure_of(kept, full & ~cards)
            if lane < 0:
                gone |= joker
            number = _place(value, gone, lane, number, thrown, named, worth)
    return number


@kernel()
def _highest(cards: Word, number: Int, lane: Int) -> Word:
    """Return the `number` highest cards of a lane, fewer if there are fewer."""
    suit = cards & lane_mask(lane)
    kept = suit
    for _ in range(number):
        kept ^= top_bit(kept)
    return suit ^ kept


@kernel()
def _exposure_of(kept: Word, out: Word) -> Int:
    """Return how exposed a hand is in misère, by the policy's measure."""
    danger = np.int64(0)
    for lane in range(4):
        suit = lane_mask(lane)
        danger += exposure(kept & suit, out & suit)
    return danger


@kernel()
def _place(value: Int, gone: Word, lane: Int, number: Int, thrown: Words, named: Ints, worth: Ints) -> Int:
    """Insert one exchange into the sorted list; returns the new count."""
    at = min(number, CANDIDATES - 1)
    if number == CANDIDATES and value <= worth[at]:
        return np.int64(number)
    while at > 0 and worth[at - 1] < value:
        worth[at], thrown[at], named[at] = worth[at - 1], thrown[at - 1], named[at - 1]
        at -= 1
    worth[at], thrown[at], named[at] = value, gone, lane
    return np.int64(min(number + 1, CANDIDATES))


@kernel()
def sampled_misere_exchange(
    strain: Int, cards: Word, full: Word, play: Any, worlds: Int, table: Word, room: Any
) -> tuple[Word, Word, Int]:
    """Return (hand, cards thrown, lane of the joker or -1) of the sampled misère contractor.

    Every candidate on the same worlds, each searched and played on. room.rng holds the stream.
    """
    thrown, worth = np.zeros(CANDIDATES, np.uint64), np.zeros(CANDIDATES, np.int64)
    named = np.zeros(CANDIDATES, np.int64)
    number = misere_candidates(cards, full, play.nominate, thrown, named, worth)
    worth[:] = 0
    hands, three = np.zeros(5, np.uint64), np.zeros(3, np.uint64)
    trial = np.uint64(room.trial.ctypes.data)
    for _ in range(worlds):
        unseen = full & ~cards
        hands[1] = draw(unseen, HAND, room.rng)
        hands[2] = draw(unseen & ~hands[1], HAND, room.rng)
        hands[3] = unseen & ~hands[1] & ~hands[2]
        for i in range(number):
            hands[0], hands[4] = nominated_mask(cards & ~thrown[i], named[i]), thrown[i]
            three[0], three[1], three[2] = hands[0], hands[1], hands[3]
            worth[i] += misere_makes(table, three, np.int64(0), play.misere_forced, play.lead, np.int64(0))
            begin(trial, strain, hands, thrown[i], named[i], full, play)
            worth[i] += 1 - _taken_by(
                trial, trial, strain, np.int64(0), hands, ZERO, ZERO, play.lead,
                play.misere_forced, play.exposed_after,
            )  # fmt: skip
    best = 0
    for i in range(1, number):
        if worth[i] > worth[best]:
            best = i
    return nominated_mask(cards & ~thrown[best], named[best]), thrown[best], named[best]


@kernel()
def conduct_misere(
    game: Word,
    hands: Word,
    kitty: Word,
    full: Word,
    strain: Int,
    play: Any,
    worlds: Int,
    stream: Word,
    cards: Int,
    table: Word,
    room: Any,
) -> tuple[Word, Word]:
    """Let sampled players conduct a misère; arguments and result as `conduct.conduct`.

    table: uint64 array of `misere.new_misere_table`. Play stops when the contractor has taken a trick.
    """
    base, table_base = np.uint64(game.ctypes.data), np.uint64(table.ctypes.data)
    if kitty != ZERO:
        room.rng[0] = mix(stream)
        mine, thrown, named = sampled_misere_exchange(
            strain, hands[0] | kitty, full, play, worlds, table, room
        )
        hands[0] = mine
        begin(base, strain, hands, thrown, named, full, play)
    play_by(table_base, play.misere_forced, play.lead)
    card, lane = ZERO, ZERO
    for _ in range(cards):
        seat = on_turn(base, strain)
        if load(base, HANDS + seat) == ZERO or load(base, TRICKS) != ZERO:
            break
        card, lane = choose_misere_card(base, strain, play, worlds, stream, table_base, room)
        if cards > 1:
            lay(base, strain, seat, card, lane, play)
    return card, lane
