"""What the seat on turn may see, laid out where its choice will read it."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, store
from fivehundred_sim.kernels.lanes import ONE, ZERO
from fivehundred_sim.kernels.wide.state import (
    ALLIES,
    DUMMY,
    ENEMIES,
    EXPOSED,
    EXPOSED_AFTER,
    FOES,
    FRIENDS,
    FULL,
    LANES,
    MINE,
    OPEN,
    PLAYED,
    REST,
    SEAT,
    SEATS,
    SEEN,
    TAKEN,
    THROWN,
    TRICKS,
    has_lane,
    held,
    lane_bit,
    rule,
)


@kernel()
def look(seat: Int, base: Word) -> None:
    """Write the cards of a seat, those that it has not seen, and who it takes for its side.

    The contractor knows what he threw; a partner whose hand he plays sees through the contractor's eyes.
    """
    store(base, SEAT, np.uint64(seat))
    store(base, ALLIES, load(base, FRIENDS + seat))
    store(base, FOES, load(base, ENEMIES + seat))
    side, taken = lane_bit(seat) | load(base, FRIENDS + seat), ZERO
    for each in range(SEATS):
        taken += load(base, TRICKS + each) if has_lane(side, each) else ZERO
    store(base, TAKEN, taken)
    played_for = has_lane(np.uint64(rule(base, SEEN)), seat) == ONE
    for lane in range(LANES):
        mine = held(seat, lane, base)
        known = mine | load(base, PLAYED + lane) | load(base, DUMMY + lane)
        if seat == 0 or played_for:
            known |= load(base, THROWN + lane) | held(np.int64(0), lane, base)
        store(base, MINE + lane, mine)
        store(base, REST + lane, load(base, FULL + lane) & ~known)


@kernel()
def lay_open(base: Word) -> None:
    """Lay open what the rules say lies open now; to be called before each trick."""
    seen, after = np.uint64(rule(base, SEEN)), rule(base, EXPOSED_AFTER)
    for seat in range(1, SEATS):
        if has_lane(seen, seat):
            for lane in range(LANES):
                store(base, DUMMY + lane, held(np.int64(seat), lane, base))
    if after < 0:
        return
    tricks = np.int64(0)
    for seat in range(SEATS):
        tricks += np.int64(load(base, TRICKS + seat))
    if tricks >= after:
        store(base, OPEN, ONE)
        for lane in range(LANES):
            store(base, EXPOSED + lane, held(np.int64(0), lane, base))
