"""Exact values of every card of a play that stands anywhere, inside a trick too, with all hands open.

As in `values` the fast solvers answer for what they cover, and the general one for the rest.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import JOKER
from fivehundred_sim.game.moves import Move
from fivehundred_sim.game.play import Play
from fivehundred_sim.game.trick import NO_SUIT, suits_in_play
from fivehundred_sim.rules.seats import playing_seats
from fivehundred_sim.study.values import Evaluator, Hands, Renounced, bit_mask, solved_strain


class Standing(NamedTuple):
    """How a play stands, as far as its rest depends on it.

    `held` are the cards still in the hands; `leader` leads or has led to the running trick, whose cards on
    the table are `trick`. `led` (a bit mask of suits) and `renounced` (one by seat) are of earlier tricks.
    """

    held: Hands
    leader: int
    led: int
    renounced: Renounced
    trick: tuple[Move, ...] = ()


def standing_of(play: Play) -> Standing:
    """Return how a play stands that is not over."""
    led = sum(1 << suit for suit in play.suits_led)
    return Standing(play.hands, play.leader, led, _renounced(play), play.trick)


def _renounced(play: Play) -> Renounced:
    """Return the suits that each seat has renounced in earlier tricks (docs/rulings.md), as bit masks."""
    denomination = NO_SUIT if play.bid is None else min(play.bid.denomination, NO_SUIT)
    suits = suits_in_play(play.rules, denomination, play.nominations)
    masks = [0] * len(play.hands)
    earlier = play.history[: len(play.history) - len(play.trick)]
    for _, cards in groupby(earlier, key=lambda record: record.trick):
        led = None
        for place, record in enumerate(cards):
            suit = suits[record.card]
            if place == 0:
                led = record.named if suit == NO_SUIT else suit
            elif led is not None and suit not in (led, NO_SUIT):
                masks[record.seat] |= 1 << led
    return tuple(masks)


def card_values(evaluator: Evaluator, standing: Standing, moves: Sequence[Move]) -> tuple[int, ...]:
    """Return what each legal move of the seat on turn leaves to the contractor's side, best play following.

    Its tricks from this one on; in misère 1 if it takes none, else 0.
    """
    if not evaluator.house.is_fast(evaluator.bid):
        values = _general(evaluator, standing)
    elif evaluator.bid.is_misere:
        return tuple(_fast_misere(evaluator, standing, move) for move in moves)
    else:
        values = _fast_tricks(evaluator, standing)
    return tuple(values[move] for move in moves)


# --- the fast solvers ---------------------------------------------------------------------------------------


def ready_scores(evaluator: Evaluator, standing: Standing) -> Callable[[], NDArray[np.int64]]:
    """Return a question to the fast solver of suits and no-trump, ready to be asked: it answers with scores.

    These are int64 (SCORES,) as `kernels.solver_scores.card_scores` writes them, of seats 0 and 2, and are
    written anew by the next call.
    """
    from fivehundred_sim.kernels.solver_scores import SCORES, card_scores

    bit, memory = evaluator.bit_of, evaluator.house.memory
    hands = np.array([sum(1 << bit[card] for card in hand) for hand in standing.held], np.uint64)
    on_table, named, played = np.zeros(4, np.uint64), -1, len(standing.trick)
    for place, move in enumerate(standing.trick):
        on_table[place] = 1 << bit[move.card]
    if standing.trick and standing.trick[0].named is not None:
        named = standing.trick[0].named
    left = len(standing.held[(standing.leader + played) % 4])
    law, scores = evaluator.house.lanes.play.lead, np.empty(SCORES, np.int64)
    trick = (hands, standing.leader, on_table, played, named, evaluator.trump, law, standing.led)

    def ask() -> NDArray[np.int64]:
        card_scores(memory.tricks, *trick, 0, left, left * 2 // 3, scores)
        return scores

    return ask


def _fast_tricks(evaluator: Evaluator, standing: Standing) -> dict[Move, int]:
    from fivehundred_sim.kernels.solver_scores import JOKER_LEADS

    bit, scores = evaluator.bit_of, ready_scores(evaluator, standing)()
    hand = standing.held[(standing.leader + len(standing.trick)) % 4]
    even = evaluator.contractor % 2 == 0  # scores are tricks of seats 0 and 2
    return {
        Move(card, suit): int(score) if even else len(hand) - int(score)
        for card in hand
        for suit in (None, 0, 1, 2, 3)
        if (suit is None or card == JOKER)
        and (score := scores[bit[card] if suit is None else JOKER_LEADS + suit]) >= 0
    }


def _fast_misere(evaluator: Evaluator, standing: Standing, move: Move) -> int:
    from fivehundred_sim.kernels.misere import play_by
    from fivehundred_sim.kernels.misere_position import made_after

    house, bit = evaluator.house, evaluator.bit_of
    seats = playing_seats(house.rules, evaluator.bid, evaluator.contractor)
    hands = [np.uint64(sum(1 << bit[card] for card in standing.held[seat])) for seat in seats]
    leader = seats.index(standing.leader)
    first = standing.trick[0] if standing.trick else move
    lane = 0x7FFF << 16 * (bit[first.card] // 16 if first.named is None else first.named)
    strong = lane | 1 << 63
    best, best_turn = 0, leader
    for place, played in enumerate(standing.trick):
        if (1 << bit[played.card]) & strong > best:
            best, best_turn = (1 << bit[played.card]) & strong, (leader + place) % 3
    table = house.memory.misere
    base, play = np.uint64(table.ctypes.data), house.lanes.play
    play_by(base, play.misere_forced, play.lead)
    turn = (leader + len(standing.trick)) % 3
    card = np.uint64(1 << bit[move.card])
    return int(
        made_after(
            base,
            *hands,
            turn,
            card,
            best_turn,
            np.uint64(best),
            leader,
            np.uint64(lane),
            np.uint64(standing.led),
        )
    )


# --- the general solver -------------------------------------------------------------------------------------


def _general(evaluator: Evaluator, standing: Standing) -> dict[Move, int]:
    from fivehundred_sim.kernels.dense.cards import MOVES, NAMED, PLACE, SCORE, dense_card_scores

    house, bid, place = evaluator.house, evaluator.bid, evaluator.place_of
    playing = playing_seats(house.rules, bid, evaluator.contractor)
    start = playing.index(standing.leader)
    order = [*playing[start:], *playing[:start]]
    hands = list(standing.held)
    for seat, move in zip(order, standing.trick, strict=False):
        hands[seat] = (*hands[seat], move.card)
    moves = np.empty((int(MOVES), 3), np.int64)
    count = dense_card_scores(
        house.memory.dense,
        evaluator.wide_hands(tuple(hands)),
        house.strains[solved_strain(bid)],
        bit_mask(evaluator.side),
        bit_mask(playing),
        standing.leader,
        standing.led,
        np.array(standing.renounced, np.int64),
        _on_table(standing.trick, place),
        0,
        1 if bid.is_misere else len(hands[standing.leader]),
        moves,
    )
    card_at = {place[card]: card for card in standing.held[order[len(standing.trick)]]}
    found = {}
    for row in moves[:count]:
        named = None if row[NAMED] < 0 else int(row[NAMED])
        score = int(row[SCORE])
        found[Move(card_at[int(row[PLACE])], named)] = int(score == 0) if bid.is_misere else score
    return found


def _on_table(trick: Sequence[Move], place: dict[int, int]) -> NDArray[np.int64]:
    """Return the cards on the table for the general solver, int64 (n, 2): place, and lane named or -1."""
    rows = [(place[move.card], -1 if move.named is None else move.named) for move in trick]
    return np.array(rows, np.int64).reshape(len(rows), 2)
