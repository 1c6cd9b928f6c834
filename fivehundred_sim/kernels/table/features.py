"""What a player counts in ten cards before he bids, in every strain, as small ints.

Under a trump suit: trumps held; which of the highest trumps (joker or jokers, right bower, left bower, ace)
as bits, bit 0 the highest; aces, and voids, of side suits; the pattern of suit lengths; how many of the
highest trumps. In no-trump: jokers held as bits, aces, suits stopped (an ace, a king with a card beside it,
a queen with two: `bidding.evaluate`), the longest suit, the pattern. In the misères: jokers as bits, gaps,
cards above the nine, the gaps of the worst suit, the pattern.

The *gaps* of a card are the cards of its suit below it that are not in the hand, less those that are: each
own card lower down answers one of them (`misere_discard.exposed`). A suit has as many gaps as its worst
card, and a hand as its suits together; what cannot lose has none.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, Words, kernel, lowest, popcount
from fivehundred_sim.kernels.bidding.evaluate import evaluate
from fivehundred_sim.kernels.bidding.held import CLASSES, JOKERS, jokers_of_pack, lay_out
from fivehundred_sim.kernels.codes import HAND, NO_TRUMP, STRAINS
from fivehundred_sim.kernels.table.shapes import OPEN_SHAPES, TRUMP_SHAPES

FEATURES = 6
TRUMPS, TOPS, SIDE_ACES, VOIDS, SHAPE, TOP_COUNT = range(FEATURES)
JOKER_BITS, ACES, STOPPED, LONGEST = 0, 1, 2, 3  # in no-trump; the shape has the same place everywhere
GAPS, HIGH, WORST = 1, 2, 3  # in the misères, jokers first as in no-trump
BOWERS_AND_ACE = 3
MOST_GAPS, MOST_WORST = 20, 9  # more count as so many

_ONE = np.uint64(1)


@kernel(forceinline=True)
def _sort_down(lengths: Ints, first: Int) -> None:
    """Sort the lengths from a place on, longest first, in place: a handful."""
    for i in range(first + 1, lengths.shape[0]):
        for j in range(i, first, -1):
            if lengths[j] > lengths[j - 1]:
                lengths[j], lengths[j - 1] = lengths[j - 1], lengths[j]


@kernel(forceinline=True)
def _stopped(suit: Word) -> Flag:
    """Return 1 for a suit that is stopped: its ace, its king with a card beside it, its queen with two."""
    length = popcount(suit)
    for place in range(3):
        if (suit >> np.uint64(place)) & _ONE and length > place:
            return np.int64(1)
    return np.int64(0)


@kernel(forceinline=True)
def _gaps(suit: Word) -> Int:
    """Return the gaps of the worst card of a suit; bit k is the k-th card of the suit from below."""
    worst = covered = np.int64(0)
    while suit:
        worst = max(worst, lowest(suit) - 2 * covered)
        suit &= suit - _ONE
        covered += 1
    return worst


@kernel(forceinline=True)
def _at_most(value: Int, most: Int) -> Int:
    """Return the value, or the most there is to tell apart."""
    return np.int64(min(value, most))


@kernel()
def trump_features(held: Words, tops: Int, out: Ints) -> None:
    """Write the features under a trump suit: held, uint64 (5,) by class (`held.lay_out`); out, (FEATURES,).

    tops: how many of the highest trumps are told apart.
    """
    lengths = np.empty(3, np.int64)
    aces = voids = np.int64(0)
    for suit in range(3):
        cards = held[suit + 1]
        lengths[suit] = popcount(cards)
        aces += np.int64(cards & _ONE)
        voids += np.int64(cards == 0)
    _sort_down(lengths, 0)
    trumps = popcount(held[0])
    highest = held[0] & ((_ONE << np.uint64(tops)) - _ONE)
    out[TRUMPS] = trumps
    out[TOPS] = np.int64(highest)
    out[SIDE_ACES] = aces
    out[VOIDS] = voids
    out[SHAPE] = TRUMP_SHAPES[trumps, lengths[0], lengths[1]]
    out[TOP_COUNT] = popcount(highest)


@kernel(forceinline=True)
def _open_shape(held: Words, lengths: Ints) -> Int:
    """Return the pattern of a hand without trumps; its lengths are left in `lengths`, longest first."""
    for suit in range(4):
        lengths[suit] = popcount(held[suit])
    _sort_down(lengths, 0)
    return OPEN_SHAPES[popcount(held[JOKERS]), lengths[0], lengths[1], lengths[2]]


@kernel()
def no_trump_features(held: Words, out: Ints) -> None:
    """Write the features in no-trump; arguments as `trump_features`."""
    lengths = np.empty(4, np.int64)
    out[SHAPE] = _open_shape(held, lengths)
    aces = stopped = np.int64(0)
    for suit in range(4):
        aces += np.int64(held[suit] & _ONE)
        stopped += _stopped(held[suit])
    out[JOKER_BITS] = np.int64(held[JOKERS])
    out[ACES] = aces
    out[STOPPED] = stopped
    out[LONGEST] = lengths[0]
    out[TOP_COUNT] = 0


@kernel(forceinline=True)
def _from_above(held: Word, jokers: Int) -> Int:
    """Return the jokers held as bits from the highest down; in misères they lie from the lowest up."""
    found = np.int64(0)
    for place in range(jokers):
        found |= np.int64((held >> np.uint64(place)) & _ONE) << (jokers - 1 - place)
    return found


@kernel()
def misere_features(held: Words, jokers: Int, high: Int, out: Ints) -> None:
    """Write the features in a misère; held from the lowest card up.

    jokers: of the pack. high: cards held above the nine.
    """
    lengths = np.empty(4, np.int64)
    out[SHAPE] = _open_shape(held, lengths)
    gaps = worst = np.int64(0)
    for suit in range(4):
        own = _gaps(held[suit])
        gaps += own
        worst = max(worst, own)
    out[JOKER_BITS] = _from_above(held[JOKERS], jokers)
    out[GAPS] = _at_most(gaps, MOST_GAPS)
    out[HIGH] = high
    out[WORST] = _at_most(worst, MOST_WORST)
    out[TOP_COUNT] = 0


@kernel()
def features(hand: Ints, code: Ints, above_nine: Ints, held: Words, out: Ints) -> None:
    """Write what is counted in a hand, by strain: out, int64 (7, FEATURES).

    hand: int64 (10,), pack indices. code: int64 (7, cards, 2), `rules.hands.hand_code`. above_nine: int64
    (cards,), 1 for suit cards above the nine. held: uint64 (5,), room to work in.
    """
    jokers = jokers_of_pack(code)
    tops = jokers + BOWERS_AND_ACE
    for strain in range(NO_TRUMP):
        lay_out(hand, code, strain, held)
        trump_features(held, tops, out[strain])
    lay_out(hand, code, NO_TRUMP, held)
    no_trump_features(held, out[NO_TRUMP])
    high = np.int64(0)
    for i in range(hand.shape[0]):
        high += above_nine[hand[i]]
    for strain in range(NO_TRUMP + 1, STRAINS):
        lay_out(hand, code, strain, held)
        misere_features(held, jokers, high, out[strain])


@kernel()
def look(
    deals: Ints, players: Int, code: Ints, weights: Ints, above_nine: Ints, counted: Ints, judged: Ints
) -> None:
    """Write what every player of every deal counts, and what the evaluation makes of his hand.

    deals: int64 (n, cards), rows as in `bidding.deals`. weights: float64, as `evaluate` takes them. counted:
    int64 (n, players, 7, FEATURES). judged: float64 (n, players, 7, 2), index and row.
    """
    held = np.empty(CLASSES, np.uint64)
    for deal in range(deals.shape[0]):
        for seat in range(players):
            hand = deals[deal, HAND * seat : HAND * (seat + 1)]
            features(hand, code, above_nine, held, counted[deal, seat])
            evaluate(hand, code, weights, judged[deal, seat])
