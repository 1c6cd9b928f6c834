"""A deal in the hands of four sampled players: the exchange, then card by card."""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load
from fivehundred_sim.kernels.knowledge import HANDS
from fivehundred_sim.kernels.lanes import ZERO
from fivehundred_sim.kernels.sampled.choose import choose_card
from fivehundred_sim.kernels.sampled.discards import sampled_discard
from fivehundred_sim.kernels.sampled.state import begin, lay, on_turn
from fivehundred_sim.kernels.stream import mix


@kernel()
def conduct(
    game: Word,
    hands: Word,
    kitty: Word,
    full: Word,
    strain: Int,
    play: Any,
    worlds: Int,
    need: Int,
    points: Int,
    stream: Word,
    cards: Int,
    table: Word,
    room: Any,
    sides: Int,
) -> tuple[Word, Word]:
    """Let sampled players conduct a suit or no-trump deal; return (last card played, lane it led).

    game: uint64 (GAME_WORDS,). If `kitty` is not 0, it is a deal before the exchange: hands uint64 (4,) by
    relative seat; the contractor picks up, throws three, and play begins. Otherwise the game goes on from
    where it is. cards: how many cards to play at most, the last one being chosen but not laid if it is 1.
    sides: who samples, see `choose`. stream: a random word; the worlds depend on it, on the seat and on how
    many cards have been played, never on hidden cards.
    """
    base = np.uint64(game.ctypes.data)
    if kitty != ZERO:
        held = hands[0] | kitty
        room.rng[0] = mix(stream)
        thrown = sampled_discard(strain, held, full, play.lead, worlds, need, points, table, room)
        hands[0] = held & ~thrown
        begin(base, strain, hands, thrown, np.int64(-1), full, play)
    card, lane = ZERO, ZERO
    for _ in range(cards):
        seat = on_turn(base, strain)
        if load(base, HANDS + seat) == ZERO:
            break
        card, lane = choose_card(base, strain, play, sides, worlds, need, points, stream, table, room)
        if cards > 1:
            lay(base, strain, seat, card, lane, play)
    return card, lane
