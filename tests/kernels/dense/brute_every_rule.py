"""Brute force for endings under every rule: one card at a time, no memory, nothing shared with the solver.

Written from docs/rulings.md. A card is suit * 100 + height (suits 0-3, trumps are suit 3); jokers without a
suit are RED and BLACK. `law` is (follow, forced, lead, binds, worthless, low), numbered as in FOLLOWS, LEADS.
"""

import numba
import numpy as np

from fivehundred_sim.cards import MISERE
from fivehundred_sim.rules.wide import LANE_BITS

RED, BLACK = 1000, 1001
FOLLOWS = ("void_only", "first_round_or_void", "unless_renounced", "always")
LEADS = (
    "any_suit",
    "unled_suit",
    "unrenounced_suit",
    "unled_or_exhausted",
    "last_trick_only",
    "only_jokers_left",
)
NO_SUIT = 9  # named by a joker that binds nobody


def law_of(rules, misere):
    """The joker's law of a `Rules` as this file's small ints."""
    joker = rules.joker
    low = misere and joker.misere_rank == "low"
    return (
        FOLLOWS.index("void_only" if low else joker.follow),
        int(misere and joker.misere_forced),
        LEADS.index(joker.lead),
        int(joker.lead_binds),
        int(joker.renounced_worthless),
        int(low),
    )


@numba.njit
def holds(hand, suit):
    """How many cards of a suit a hand holds, jokers without a suit apart."""
    n = 0
    for card in hand:
        if card >= 0 and card < RED and card // 100 == suit:
            n += 1
    return n


@numba.njit
def may_name(law, hand, suit, left, led, renounced):
    """Whether a joker that is led may name a suit."""
    jokers = 0
    for card in hand:
        if card >= RED:
            jokers += 1
    if jokers == left:
        return True
    rule, unled, kept = law[2], (led >> suit) & 1 == 0, (renounced >> suit) & 1 == 0
    if rule == 0:
        return True
    if rule == 1:
        return unled
    if rule == 2:
        return kept
    if rule == 3:
        return unled or (kept and holds(hand, suit) == 0)
    return False


@numba.njit
def may_follow(law, hand, card, suit, led, renounced):
    """Whether a card may be played to a suit that somebody else led."""
    if suit == NO_SUIT:
        return True
    has_joker = False
    for other in hand:
        has_joker = has_joker or other >= RED
    if holds(hand, suit) == 0:
        return card >= RED or not (law[1] == 1 and has_joker)
    if card < RED:
        return card // 100 == suit
    rule = law[0]
    if rule == 1:
        return (led >> suit) & 1 == 0
    if rule == 2:
        return (renounced >> suit) & 1 == 0
    return rule == 3


@numba.njit
def winner(law, trick, leader, suit, trump, renounced):
    """The seat that wins a full trick; `trick` is by seat, `renounced` as before the trick."""
    best, seat = -1, leader
    for turn in range(len(trick)):
        at = (leader + turn) % len(trick)
        card = trick[at]
        if card >= RED:
            power = 500 + card - RED
            if law[5] == 1:
                power = 0 if turn == 0 else -1
            elif turn > 0 and law[4] == 1 and suit != NO_SUIT and (renounced[at] >> suit) & 1:
                power = -1
        elif card // 100 == trump:
            power = 300 + card % 100
        elif card // 100 == suit:
            power = 100 + card % 100
        else:
            power = -1
        if power > best:
            best, seat = power, at
    return seat


@numba.njit(
    "int64(int64[:,:], int64[:], int64, int64, int64, int64, int64, int64[:], int64, int64[:], int64, int64,"
    "int64, int64)"
)
def minimax(hands, law, trump, counted, wants, leader, turn, trick, suit, renounced, led, left, low, high):
    """The tricks that the `counted` seats (a mask) take when the seats of `wants` want that to be many."""
    seats = hands.shape[0]
    if left == 0:
        return 0
    if turn == seats:
        seat = winner(law, trick, leader, suit, trump, renounced)
        after = renounced.copy()
        now_led = led
        if suit != NO_SUIT:
            now_led |= 1 << suit
            for other in range(seats):
                if other != leader and trick[other] < RED and trick[other] // 100 != suit:
                    after[other] |= 1 << suit
        gain = (counted >> seat) & 1
        fresh = np.full(seats, -1, np.int64)
        return gain + minimax(
            hands,
            law,
            trump,
            counted,
            wants,
            seat,
            0,
            fresh,
            -1,
            after,
            now_led,
            left - 1,
            low - gain,
            high - gain,
        )
    seat = (leader + turn) % seats
    up = (wants >> seat) & 1 == 1
    value = -1 if up else 99
    for i in range(hands.shape[1]):
        card = hands[seat, i]
        if card < 0:
            continue
        if turn > 0:
            names = (
                np.array([suit])
                if may_follow(law, hands[seat], card, suit, led, renounced[seat])
                else np.array([0])[:0]
            )
        elif card < RED:
            names = np.array([card // 100])
        else:
            fits = [s for s in range(4) if may_name(law, hands[seat], s, left, led, renounced[seat])]
            if law[3] == 0 and len(fits) > 0:
                fits = [NO_SUIT]
            names = np.array(fits)
        for name in names:
            hands[seat, i] = -1
            trick[seat] = card
            v = minimax(
                hands,
                law,
                trump,
                counted,
                wants,
                leader,
                turn + 1,
                trick,
                name,
                renounced,
                led,
                left,
                low,
                high,
            )
            hands[seat, i] = card
            if up:
                value = max(value, v)
                low = max(low, v)
            else:
                value = min(value, v)
                high = min(high, v)
            if low >= high:
                return value
    return value


def tricks(hands, law, *, trump, counted, avoids, leader, led, renounced):
    """Tricks of the counted seats with best play; in the misère family (`avoids`) they want few."""
    seats, k = hands.shape
    everybody = (1 << seats) - 1
    return int(
        minimax(
            hands.copy(),
            np.array(law),
            3 if trump else -1,
            counted,
            everybody & ~counted if avoids else counted,
            leader,
            0,
            np.full(seats, -1, np.int64),
            -1,
            np.array(renounced, np.int64),
            led,
            k,
            -1,
            99,
        )
    )


def value_of(found, position):
    """The value of a position of `table_positions`, the seats that lie down left out."""
    seats = [seat for seat in range(len(position.places)) if (position.playing >> seat) & 1]
    cards = [
        [
            RED + place % LANE_BITS
            if place >= 4 * LANE_BITS
            else place // LANE_BITS * 100 + place % LANE_BITS
            for place in position.places[seat]
        ]
        for seat in seats
    ]
    avoids = position.strain >= MISERE
    return tricks(
        np.array(cards),
        law_of(found.rules, avoids),
        trump=position.strain < 4,
        counted=sum(1 << i for i, seat in enumerate(seats) if (position.side >> seat) & 1),
        avoids=avoids,
        leader=seats.index(position.leader),
        led=position.led,
        renounced=[int(position.renounced[seat]) for seat in seats],
    )
