"""Brute force for small endings: one card at a time, no lanes, no tables, nothing shared with the solvers.

A card is (suit 0-3, height) as `suit * 100 + height`; trumps are made one suit with big heights by the
caller; the joker without a suit is JOKER. Only the rules of play live here.
"""

import numba
import numpy as np

JOKER = 1000


@numba.njit(
    "int64(int64[:,:], int64, int64[:], int64[:], int64, int64, int64, int64[:],"
    "int64, int64, int64, int64, int64, int64)"
)
def minimax(
    cards, trump, maximiser, counted, leader, played, led, table, named, lead_rule, forced, left, low, high
):
    """Return the tricks that counted seats take with best play, within the window (low, high).

    cards: (seats, k), -1 once played; table: cards of the running trick by order; led: bitmask of led suits.
    """
    seats = cards.shape[0]
    if left == 0:
        return 0
    if played == seats:
        best, winner = -1, 0
        for i in range(seats):
            card = table[i]
            strength = card % 100 + 1 if card // 100 == named else 0
            if card // 100 == trump and trump >= 0:
                strength = card % 100 + 1 + 200
            if card == JOKER:
                strength = 999
            if strength > best:
                best, winner = strength, i
        seat = (leader + winner) % seats
        gain = counted[seat]
        fresh = np.empty(seats, np.int64)
        return gain + minimax(
            cards,
            trump,
            maximiser,
            counted,
            seat,
            0,
            led | (1 << named),
            fresh,
            -1,
            lead_rule,
            forced,
            left - 1,
            low - gain,
            high - gain,
        )
    seat = (leader + played) % seats
    holds, joker_held = 0, False
    for i in range(cards.shape[1]):
        if cards[seat, i] == JOKER:
            joker_held = True
        elif cards[seat, i] >= 0 and cards[seat, i] // 100 == named:
            holds += 1
    up = maximiser[seat] == 1
    value = -1 if up else 99
    for i in range(cards.shape[1]):
        card = cards[seat, i]
        if card < 0:
            continue
        first_name, last_name = 0, 0
        if played == 0:
            if card == JOKER:
                first_name, last_name = 0, 3
            else:
                first_name = last_name = card // 100
        else:
            first_name = last_name = named
            if holds > 0 and (card == JOKER or card // 100 != named):
                continue
            if holds == 0 and joker_held and forced == 1 and card != JOKER:
                continue
        for name in range(first_name, last_name + 1):
            unnameable = lead_rule == 2 or (lead_rule == 1 and (led >> name) & 1)
            if unnameable and played == 0 and card == JOKER and left > 1:
                continue
            cards[seat, i] = -1
            table[played] = card
            v = minimax(
                cards,
                trump,
                maximiser,
                counted,
                leader,
                played + 1,
                led,
                table,
                name,
                lead_rule,
                forced,
                left,
                low,
                high,
            )
            cards[seat, i] = card
            if up:
                value = max(value, v)
                low = max(low, v)
            else:
                value = min(value, v)
                high = min(high, v)
            if low >= high:
                return value
    return value


def tricks(cards, trump, leader, lead_rule=1, led=0):
    """Tricks of the leader's side of four."""
    counted = np.array([int((s - leader) % 2 == 0) for s in range(4)])
    k = cards.shape[1]
    return int(
        minimax(
            cards.copy(),
            trump,
            counted,
            counted,
            leader,
            0,
            led,
            np.empty(4, np.int64),
            -1,
            lead_rule,
            0,
            k,
            -1,
            99,
        )
    )


def misere(cards, leader, forced, lead_rule=1, led=0):
    """Whether seat 0 of three avoids every trick."""
    k = cards.shape[1]
    v = minimax(
        cards.copy(),
        -1,
        np.array([0, 1, 1]),
        np.array([1, 0, 0]),
        leader,
        0,
        led,
        np.empty(3, np.int64),
        -1,
        lead_rule,
        forced,
        k,
        -1,
        99,
    )
    return int(v == 0)
