"""Where the general kernels keep a deal, and how they read it.

A set of cards is five words, one a lane: lanes 0-3 the effective suits, trumps in lane 3, and lane 4 the
jokers that belong to no suit (`rules.wide`). A *place* is 32 * lane + bit; a set of lanes is a word with
bit l for lane l. Seats are relative to the contractor, who is 0, and count clockwise.

The words lie at an address (`load`), since arrays in calls cost more than the reading. What lies before
`HANDS` is public, or belongs to the seat on turn: a choice function reads nothing behind it and cannot peek.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, store
from fivehundred_sim.kernels.lanes import ONE, ZERO

# Numbers are int64 here: a bare one, passed to a kernel, would have it compiled once more for that number.
LANES, SUITS, SEATS = np.int64(5), np.int64(4), np.int64(6)
LANE_BITS = np.int64(32)
SUITLESS = np.int64(4)  # the lane of jokers without a suit: bit 0 the red one, bit 1 the black one
NO_LANE = np.int64(5)  # what a joker leads that binds nobody, and the trump lane where there is none
NOMINATED = np.int64(
    24
)  # bit of a red joker that was given a suit, in that suit's lane; the black one is above it
ALL_SUITS = np.uint64(15)

# Columns of a row of the strains' table (rules.wide.strain_table).
TRUMP, SIDE, PLAYING, AVOIDS, KITTY, EXPOSED_AFTER, SEEN, COUNTED_OUT = map(np.int64, range(8))
NOMINATE, FOLLOW, FORCED, LEAD, BINDS, WORTHLESS, LOW = map(np.int64, range(8, 15))
STRAIN_CODES = np.int64(15)
# Places in the table's row (rules.wide.table_row).
PLAYERS, KITTY_CARDS, DEAD, CALLS, CALLABLE, TOLD = map(np.int64, range(6))

# Words of public state, the lane added where there are several. Of the first three each is a set of seats;
# the lane `NO_LANE` has a word too, always 0, and so it has in the cards of the seat on turn.
ROOM = LANES + 1
VOID = np.int64(0)  # who has shown that he holds no card of the lane (a joker without a suit apart)
LED = VOID + ROOM  # who has led the lane
RENOUNCED = LED + ROOM  # who has renounced it: neither followed nor played a joker to it
LANES_LED = RENOUNCED + ROOM  # lanes led so far by anyone
PLAYED = LANES_LED + 1  # all cards played
FULL = PLAYED + LANES  # all cards of the pack, nominated jokers in their suits
EXPOSED = FULL + LANES  # the contractor's cards once they lie open, else 0
DENIED = EXPOSED + LANES  # cards that a misère contractor is believed not to hold
OPEN = DENIED + LANES  # 1 once the contractor's cards lie open
DUMMY = OPEN + 1  # cards of a partner that lie open from the start, else 0
TRUMP_LANE = DUMMY + LANES  # the lane that beats the led one: 3, or 4 while jokers without a suit are about
RULES = TRUMP_LANE + 1  # the row of the strains' table
SEATS_AT_TABLE = RULES + STRAIN_CODES
JUDGEMENT = SEATS_AT_TABLE + 1  # addresses of the tables that score options
MISERE_JUDGEMENT = JUDGEMENT + 1
# The trick on the table.
LED_LANE = MISERE_JUDGEMENT + 1
FRESH = LED_LANE + 1  # 1 where nobody had led this lane before
BEST_SEAT = FRESH + 1
BEST = BEST_SEAT + 1  # what wins so far, in the led lane's bits: `ABOVE` where a trump or joker wins
BEST_TRUMP = BEST + 1  # the same in the trump lane's bits, 0 where no trump wins
POSITION = BEST_TRUMP + 1  # cards on the table
BEHIND = POSITION + 1  # seats still to play after the one on turn
# The seat on turn, its cards, those it may play, those it has not seen, and who it takes for its side.
SEAT = BEHIND + 1
MINE = SEAT + 1
LEGAL = MINE + ROOM
LEADS = LEGAL + ROOM  # of the cards that may be led, those worth considering
TAKEN = LEADS + ROOM  # tricks of the seats that it takes for its side
REST = TAKEN + 1
ALLIES = REST + ROOM
FOES = ALLIES + 1
NAMEABLE = FOES + 1  # lanes that a joker without a suit may name when led
THEIRS = NAMEABLE + 1  # what a defender believes of those who play a misère, and of the other defenders
OTHERS = THEIRS + ROOM
# The hands by seat, and what else only the law may read.
HANDS = OTHERS + ROOM
THROWN = HANDS + SEATS * LANES  # what the contractor threw
FRIENDS = THROWN + LANES  # whom each seat takes for its side, and for the other
ENEMIES = FRIENDS + SEATS
CALLED = ENEMIES + SEATS  # place of the card that makes its holder the contractor's partner, NO_CARD for none
TEAM = CALLED + 1  # who plays the contract together, a secret partner included
STREAM = TEAM + 1  # state of the random players' stream
TRICKS = STREAM + 1  # tricks taken, by seat
SCRATCH_WORDS = TRICKS + SEATS

# Columns of a record: seat, place, named lane or -1; then the legal cards and the lanes a joker might name.
RECORD = np.int64(3)
LEGAL_RECORD = RECORD + LANES + 1

NO_CARD = np.uint64(255)
ABOVE = np.uint64(1 << 40)  # above every card of a lane
_TAG = np.uint64(40)
_31 = np.uint64(31)


@kernel(forceinline=True)
def lane_bit(lane: Int) -> Word:
    """Return the set of one lane."""
    return ONE << np.uint64(lane)


@kernel(forceinline=True)
def has_lane(lanes: Word, lane: Int) -> Word:
    """Return 1 where the set holds the lane (or seat), else 0 (uint64)."""
    return (lanes >> np.uint64(lane)) & ONE


@kernel(forceinline=True)
def tag(lane: Int) -> Word:
    """Return what marks a card word as one of this lane, so that it can stand among options: `card | tag`."""
    return np.uint64(lane) << _TAG


@kernel(forceinline=True)
def lane_of_place(place: Int) -> Int:
    """Return the lane of a place."""
    return place >> 5


@kernel(forceinline=True)
def card_of_place(place: Int) -> Word:
    """Return the one-bit word of a place inside its lane."""
    return ONE << (np.uint64(place) & _31)


@kernel(forceinline=True)
def rule(base: Word, column: Int) -> Int:
    """Return a number of the strain's code."""
    return np.int64(load(base, RULES + column))


@kernel(forceinline=True)
def add_word(base: Word, index: Int, bits: Word) -> None:
    """Set bits of a word of the state."""
    store(base, index, load(base, index) | bits)


@kernel(forceinline=True)
def held(seat: Int, lane: Int, base: Word) -> Word:
    """Return the cards that a seat holds in a lane."""
    return load(base, HANDS + LANES * seat + lane)


@kernel(forceinline=True)
def any_suit(first: Int, base: Word) -> Word:
    """Return a word that is 0 only where no suit lane of the five words from `first` on has a card."""
    return load(base, first) | load(base, first + 1) | load(base, first + 2) | load(base, first + 3)


@kernel()
def seats_between(leader: Int, seat: Int, players: Int) -> Int:
    """Return how many seats after the leader a seat comes."""
    return (seat - leader + players) % players


@kernel()
def clear(first: Int, last: Int, base: Word) -> None:
    """Write 0 to the words from `first` up to `last`."""
    for i in range(first, last):
        store(base, i, ZERO)
