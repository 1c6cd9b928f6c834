"""Who plays with whom, as each seat knows it: in a five-handed game the partner called is secret."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, store
from fivehundred_sim.kernels.lanes import ONE, ZERO
from fivehundred_sim.kernels.wide.state import (
    CALLED,
    ENEMIES,
    FRIENDS,
    NO_CARD,
    PLAYING,
    SEAT,
    SEATS_AT_TABLE,
    SIDE,
    TEAM,
    TRUMP,
    has_lane,
    lane_bit,
    rule,
)


@kernel()
def meet(partner: Int, called: Int, base: Word) -> None:
    """Write whom each seat takes for its side as the play begins.

    A partner who was called knows himself. To the contractor every other seat is an opponent until then, to
    the others everybody but the contractor a friend (docs/rulings.md).
    """
    team = np.uint64(rule(base, SIDE))
    if partner > 0:
        team |= lane_bit(partner)
    store(base, TEAM, team)
    store(base, CALLED, NO_CARD)
    reveal(base)
    if partner > 0 and called >= 0:
        store(base, CALLED, np.uint64(called))
        playing = np.uint64(rule(base, PLAYING))
        for seat in range(np.int64(load(base, SEATS_AT_TABLE))):
            if seat != partner:
                _choose_side(seat, ONE if seat == 0 else playing & ~ONE, playing, base)


@kernel()
def reveal(base: Word) -> None:
    """Let everybody know who plays the contract."""
    team, playing = load(base, TEAM), np.uint64(rule(base, PLAYING))
    for seat in range(np.int64(load(base, SEATS_AT_TABLE))):
        _choose_side(seat, team if has_lane(team, seat) else playing & ~team, playing, base)


@kernel()
def _choose_side(seat: Int, side: Word, playing: Word, base: Word) -> None:
    """Write that a seat takes `side` for its own, and the others who play for the other."""
    store(base, FRIENDS + seat, side & playing & ~lane_bit(seat))
    store(base, ENEMIES + seat, playing & ~side & ~lane_bit(seat))


@kernel()
def role(seat: Int, base: Word) -> Int:
    """Return what a seat is to the contractor in its own eyes, as the judgement's tables number it.

    0 the contractor, 2 his partner, 1 a defender nearer on his left (halfway included), 3 one on his right.
    """
    if seat == 0:
        return np.int64(0)
    if has_lane(load(base, ENEMIES + seat), np.int64(0)) == ZERO:
        return np.int64(2)
    return np.int64(1) if 2 * seat <= np.int64(load(base, SEATS_AT_TABLE)) else np.int64(3)


@kernel(forceinline=True)
def judged_row(base: Word) -> Int:
    """Return the row of the judgement's table for the seat on turn: its role, plus 4 without a trump suit."""
    return role(np.int64(load(base, SEAT)), base) + 4 * (1 - rule(base, TRUMP))
