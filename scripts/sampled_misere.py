"""Misère played by sampled players: the reference that measure_misere.py holds the heuristic ones against.

A sampled player deals the cards he cannot see anew, WORLDS times, as he may believe them to lie, and judges
each legal card by how often the misère is made after it: once with all hands open and best play, and once
played on by the heuristic players (search alone sees no hurry: a defender who will know everything next trick
puts off every attack). Ties go to the heuristic player's card. He sees what a player sees and no more.

A defender believes that the contractor holds a hand that bids misère (`low_enough`), threw the three cards of
our discard policy, and ducks with the highest card that loses. The contractor believes nothing about the
defenders but the suits they have shown out of.
"""

import numba
import numpy as np

from fivehundred_sim.kernels import playout
from fivehundred_sim.kernels._jit import load, popcount, store
from fivehundred_sim.kernels.codes import OPEN_MISERE
from fivehundred_sim.kernels.discard import exchange
from fivehundred_sim.kernels.knowledge import (
    EXPOSED,
    FULL,
    HANDS,
    LANES_LED,
    LED,
    MISERE_JUDGEMENT,
    OPTIONS,
    PLAYED,
    VOID,
    nth,
)
from fivehundred_sim.kernels.lanes import (
    ALL_LANES,
    JOKER,
    LANE,
    NOMINATED,
    ONE,
    ZERO,
    above,
    lane_mask_of,
    low_bit,
)
from fivehundred_sim.kernels.misere_judgement import MISERE_TABLE
from fivehundred_sim.kernels.misere_players import misere_follow, misere_lead
from fivehundred_sim.kernels.misere_position import making_cards
from fivehundred_sim.kernels.players import name_suit
from fivehundred_sim.kernels.stream import below, next_word

# A deal in progress: the words of playout (of the options two, to choose in), then the running trick.
LEADER, ON_TABLE, LANE_LED, BEST, BEST_SEAT, DISCARDS, TRICKS, NOT_HELD, JOKER_LANE, SHOWN = range(
    OPTIONS + 2, OPTIONS + 12
)
WORDS = OPTIONS + 12
TRIES = 1500  # attempts to deal a world as believed before a belief is dropped
HIGH_CARDS = 4  # of thirteen, the most that a hand bidding misère may hold above the nine


@numba.njit
def seat_of(turn):
    """The seat, relative to the contractor, of a player in the order of play."""
    return turn + (turn >> 1)


@numba.njit
def turn_of(seat):
    """The place in the order of play of a seat (0, 1, 3)."""
    return seat - (seat >> 1)


@numba.njit
def on_turn(base):
    """The seat that plays next."""
    return seat_of((turn_of(np.int64(load(base, LEADER))) + np.int64(load(base, ON_TABLE))) % 3)


@numba.njit
def begin(base, strain, hands, thrown, nominated, full, play):
    """Set a deal up at `base`, contractor in seat 0."""
    for i in range(WORDS):
        store(base, i, ZERO)  # what the last deal left
    playout.start_play(base, strain, 0, hands, nominated, full)
    store(base, MISERE_JUDGEMENT, np.uint64(MISERE_TABLE.ctypes.data))
    store(base, DISCARDS, thrown)
    store(base, JOKER_LANE, np.uint64(nominated + 1))
    expose(base, strain, play)


@numba.njit
def expose(base, strain, play):
    """Lay the contractor's cards open when it is time."""
    if strain == OPEN_MISERE and np.int64(load(base, TRICKS)) >= play.exposed_after:
        store(base, EXPOSED, load(base, HANDS))


@numba.njit
def legal_cards(base, seat, play):
    """The cards that the seat may play now."""
    hand = load(base, HANDS + seat)
    if load(base, ON_TABLE) == ZERO:
        return playout.may_lead(hand, play.lead, load(base, LANES_LED))
    return playout.may_follow(hand, load(base, LANE_LED), play.misere_forced == 1)


@numba.njit
def heuristic_card(base, strain, seat, play):
    """(card, lane led) that the heuristic player chooses; the lane is of use on lead only."""
    legal = legal_cards(base, seat, play)
    hand, placed = load(base, HANDS + seat), np.int64(load(base, ON_TABLE))
    hidden = load(base, DISCARDS) if seat == 0 else ZERO
    single = legal & (legal - ONE) == ZERO
    if placed == 0:
        card = legal if single else misere_lead(seat, hand, legal, hidden, base)
        return card, lane_mask_of(card) if card != JOKER else named(base, seat, play)
    lane = load(base, LANE_LED)
    if single:
        return legal, lane
    best, winner = load(base, BEST), np.int64(load(base, BEST_SEAT))
    return misere_follow(seat, hand, legal, hidden, base, lane, best, winner, placed), lane


@numba.njit
def named(base, seat, play):
    """The suit that a joker names when it is led."""
    hand = load(base, HANDS + seat)
    lanes = playout.nameable(hand, play.lead, load(base, LANES_LED)) & ALL_LANES
    return name_suit(seat, hand, lanes, load(base, DISCARDS) if seat == 0 else ZERO, base)


@numba.njit
def lay(base, strain, seat, card, lane, play):
    """Play a card; 1 if it ends a trick that the contractor wins, else 0."""
    placed = load(base, ON_TABLE)
    store(base, HANDS + seat, load(base, HANDS + seat) & ~card)
    store(base, PLAYED, load(base, PLAYED) | card)
    if seat == 0:
        store(base, SHOWN, load(base, SHOWN) | card)
    if placed == ZERO:
        store(base, LANE_LED, lane)
        store(base, LED + seat, load(base, LED + seat) | lane)
        store(base, LANES_LED, load(base, LANES_LED) | lane)
        store(base, BEST, ZERO)
    else:
        note(base, seat, card, lane)
    if card & (lane | JOKER) > load(base, BEST):
        store(base, BEST, card & (lane | JOKER))
        store(base, BEST_SEAT, np.uint64(seat))
    store(base, ON_TABLE, placed + ONE)
    if placed < np.uint64(2):
        return 0
    store(base, ON_TABLE, ZERO)
    store(base, LEADER, load(base, BEST_SEAT))
    store(base, TRICKS, load(base, TRICKS) + ONE)
    expose(base, strain, play)
    return 1 if load(base, BEST_SEAT) == ZERO else 0


@numba.njit
def note(base, seat, card, lane):
    """Keep what a card that follows tells everybody."""
    if card & lane == ZERO:
        store(base, VOID + seat, load(base, VOID + seat) | lane)
    if seat == 0 and card != JOKER:
        best = load(base, BEST)
        if card & lane and card < best:
            store(base, NOT_HELD, load(base, NOT_HELD) | (lane & above(card) & (best - ONE)))
        playout.deny(card, lane, best, base)


@numba.njit
def play_on(base, strain, play):
    """1 if the misère is made when the heuristic players go on from here, else 0."""
    while load(base, HANDS + on_turn(base)) != ZERO:
        seat = on_turn(base)
        card, lane = heuristic_card(base, strain, seat, play)
        if lay(base, strain, seat, card, lane, play):
            return 0
    return 1


@numba.njit
def draw(cards, n, rng):
    """n cards of a mask, each subset as likely; `rng` is a uint64 array of one word."""
    out = ZERO
    for _ in range(n):
        rng[0], word = next_word(rng[0])
        card = nth(cards, below(word, popcount(cards)))
        cards ^= card
        out |= card
    return out


@numba.njit
def low_enough(cards, full):
    """Whether thirteen cards, the joker without a suit, would bid misère: few above the nine."""
    high = popcount(cards & JOKER)
    for lane in range(4):
        shift = np.uint64(16 * lane)
        nine = popcount((full >> shift) & LANE) - 6  # ten, jack, queen, king and ace lie above it
        high += popcount(((cards >> shift) & LANE) >> np.uint64(nine + 1))
    return high <= HIGH_CARDS


@numba.njit
def deal_contractor(base, hidden, size, play, values, rng):
    """(cards the contractor holds, cards he threw), as a defender who does not see them may believe."""
    nominated = np.int64(load(base, JOKER_LANE)) - 1
    played = load(base, SHOWN)
    joker = ONE << np.uint64(16 * max(nominated, 0) + NOMINATED) if nominated >= 0 else ZERO
    must = joker & hidden
    full = load(base, FULL)
    plain_full = (full & ~joker) | JOKER if nominated >= 0 else full
    void, not_held = load(base, VOID), load(base, NOT_HELD)
    for i in range(TRIES):
        later = draw(hidden & ~must, size + 3 - popcount(must), rng) | must
        cards = later | played
        if cards & joker:
            cards = (cards & ~joker) | JOKER
        if not low_enough(cards, plain_full):
            continue
        kept, thrown, lane = exchange(np.int64(5), cards, ZERO, plain_full, play.nominate, values)
        held = kept & ~played
        if kept & played != played or lane != nominated or held & void:
            continue
        if i < TRIES // 2 and held & not_held:
            continue
        return held, thrown
    held = draw(hidden & ~void, size, rng) if popcount(hidden & ~void) >= size else ZERO
    return held, draw(hidden & ~held, 3, rng)


@numba.njit
def deal_defenders(base, world, hidden, rng):
    """Deal both defenders to `world` as the contractor may believe they hold. False: no luck."""
    sizes = popcount(load(base, HANDS + 1)), popcount(load(base, HANDS + 3))
    for i in range(50):
        # At last by turns: not every hand is then as likely, but the suits shown out of are kept.
        by_turns = i == 49
        pool = hidden & ~load(base, VOID + 1) if by_turns else hidden
        if popcount(pool) < sizes[0]:
            return False
        left = draw(pool, sizes[0], rng)
        pool = hidden & ~left & ~(load(base, VOID + 3) if by_turns else ZERO)
        if popcount(pool) < sizes[1]:
            return False
        right = draw(pool, sizes[1], rng)
        if left & load(base, VOID + 1) == ZERO and right & load(base, VOID + 3) == ZERO:
            break
    store(world, HANDS + 1, left)
    store(world, HANDS + 3, right)
    return True


@numba.njit
def deal_world(base, world, me, play, values, rng):
    """Copy the deal to `world` with all cards dealt anew that the seat `me` cannot see. False: no luck."""
    for i in range(WORDS):
        store(world, i, load(base, i))
    hidden = load(base, FULL) & ~(load(base, PLAYED) | load(base, HANDS + me))
    if me == 0:
        return deal_defenders(base, world, hidden & ~load(base, DISCARDS), rng)
    if load(base, EXPOSED):
        hidden &= ~load(base, EXPOSED)
    else:
        size = popcount(load(base, HANDS))
        held, thrown = deal_contractor(base, hidden, size, play, values, rng)
        if popcount(held) != size:
            return False
        store(world, HANDS, held)
        store(world, DISCARDS, thrown)
        hidden &= ~(held | thrown)
    other = 4 - me
    hidden &= ~load(base, VOID + other)
    size = popcount(load(base, HANDS + other))
    if popcount(hidden) < size:
        return False
    store(world, HANDS + other, draw(hidden, size, rng))
    return True


@numba.njit
def making(base, table):
    """The legal cards of the seat on turn after which the misère is made with all hands open."""
    placed = load(base, ON_TABLE) != ZERO
    led = ZERO
    for lane in range(4):
        bottom = ONE << np.uint64(16 * lane)
        if load(base, LANES_LED) & bottom and not (placed and load(base, LANE_LED) & bottom):
            led |= ONE << np.uint64(lane)
    return making_cards(
        table,
        load(base, HANDS),
        load(base, HANDS + 1),
        load(base, HANDS + 3),
        turn_of(on_turn(base)),
        turn_of(np.int64(load(base, BEST_SEAT))) if placed else np.int64(0),
        load(base, BEST) if placed else ZERO,
        turn_of(np.int64(load(base, LEADER))),
        load(base, LANE_LED) if placed else ZERO,
        led,
    )


@numba.njit
def judge_cards(base, strain, seat, play, worlds, table, scratch, values, rng, made):
    """Add to `made`, card by card of the legal ones from below, how often the misère is made after it.

    Each world is judged twice: by search with all hands open, and played on by the heuristic players.
    """
    world, trial = np.uint64(scratch.ctypes.data), np.uint64(scratch.ctypes.data) + np.uint64(8 * WORDS)
    legal = legal_cards(base, seat, play)
    on_lead = load(base, ON_TABLE) == ZERO
    joker_lane = named(base, seat, play) if on_lead and legal & JOKER else ZERO
    for _ in range(worlds):
        if not deal_world(base, world, seat, play, values, rng):
            continue
        keeps = making(world, table)
        cards = legal
        place = 0
        while cards:
            card = low_bit(cards)
            cards ^= card
            lane = load(base, LANE_LED)
            if on_lead:
                lane = lane_mask_of(card) if card != JOKER else joker_lane
            for i in range(WORDS):
                store(trial, i, load(world, i))
            taken = lay(trial, strain, seat, card, lane, play)
            made[place] += (1 if keeps & card else 0) + (0 if taken else play_on(trial, strain, play))
            place += 1


@numba.njit
def sampled_card(base, strain, seat, play, worlds, table, scratch, values, rng):
    """(card, lane led) that makes the misère in most worlds (contractor) or in fewest (defender)."""
    favourite, lane = heuristic_card(base, strain, seat, play)
    legal = legal_cards(base, seat, play)
    if legal & (legal - ONE) == ZERO:
        return favourite, lane
    made = np.zeros(16, np.int64)
    judge_cards(base, strain, seat, play, worlds, table, scratch, values, rng, made)
    sign = 1 if seat == 0 else -1
    best, best_score = favourite, -(1 << 40)
    place = 0
    while legal:
        card = low_bit(legal)
        legal ^= card
        score = 2 * sign * made[place] + (1 if card == favourite else 0)
        if score > best_score:
            best, best_score = card, score
        place += 1
    if load(base, ON_TABLE) == ZERO:
        lane = lane_mask_of(best) if best != JOKER else named(base, seat, play)
    return best, lane
