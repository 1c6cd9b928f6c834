"""What a player may know: the public state of a deal, and the few bit tricks that read it.

A choice function gets the player's own cards and the words of public state below, never the other hands: it
cannot peek. The words are read by address (`load`), since arrays in calls cost more than the reading. Seats
are relative to the contractor: 0 contractor, 1 the defender on his left, 2 his partner, 3 the other defender.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load
from fivehundred_sim.kernels.lanes import LANE, ONE, low_bit

# Words at the address `public`, seat added to the first two.
VOID = 0  # lanes in which the seat has shown that it has no card
LED = 4  # lanes the seat has led
PLAYED = 8  # all cards played
LANES_LED = 9  # lanes led so far by anyone
TRUMP = 10  # the trump lane, or the joker's bit without trumps (0 when the joker belongs to a suit)
FULL = 11  # all cards of the pack in this layout
EXPOSED = 12  # the contractor's cards once an open hand lies on the table, else 0
DENIED = 13  # cards that a misère contractor is believed not to hold, by what he played instead
TRICKS = 14  # tricks taken by the contractor's side
PUBLIC_WORDS = 15
# After the public state: what a player's judgement needs, then what only `playout` touches.
JUDGEMENT = 15  # address of the table that scores options (`judgement`)
MISERE_JUDGEMENT = 16  # the same for the defenders against a misère (`misere_judgement`)
HANDS = 17  # the hands, by relative seat
OPTIONS = 21  # room for the options of one decision


@kernel(forceinline=True)
def lane_mask(lane: Int) -> Word:
    """Return the uint64 with all 15 bits of lane 0-3; the suitless joker (bit 63) is in none."""
    return LANE << np.uint64(16 * lane)


@kernel(forceinline=True)
def unseen(hand: Word, hidden: Word, public: Word) -> Word:
    """Return the cards that the holder of `hand` has not seen; `hidden` are discards that only he knows."""
    return load(public, FULL) & ~(load(public, PLAYED) | hand | hidden)


@kernel(forceinline=True)
def nth(cards: Word, n: Int) -> Word:
    """Return the card with exactly n lower ones in the mask (0 <= n < count)."""
    for _ in range(n):
        cards &= cards - ONE
    return low_bit(cards)
