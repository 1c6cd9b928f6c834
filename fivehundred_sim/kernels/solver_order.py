"""Which card the solver tries first. Order changes only speed, never a result."""

import numpy as np

from fivehundred_sim.kernels import solver_table as tt
from fivehundred_sim.kernels._jit import Int, Word, kernel, load, lowest, popcount, store
from fivehundred_sim.kernels.lanes import JOKER, LANE, ONE, ZERO, above, low_bit, top_bit

_2, _3, _4, _6, _8 = np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(6), np.uint64(8)
_12, _15, _63 = np.uint64(12), np.uint64(15), np.uint64(63)

# Weights of the leads, found from a first guess by coordinate search on the nodes of random deals, of
# contractors in their best suit and (second row, which only the general search still uses) of strong no-trump
# hands. Held-out deals took 27 % fewer nodes in suits than the guess.
TOP, TOP_AND_SECOND, TOP_PARTNER_SECOND, UNDER_OWN_TOP, PARTNER_TOP, SECOND_TO_PARTNER = range(6)
LEFT_TOP, SECOND_TO_LEFT, LEFT_TOP_PARTNER_SECOND = 6, 7, 8
RIGHT_TOP, SECOND_TO_RIGHT, RIGHT_TOP_PARTNER_SECOND = 9, 10, 11
LEFT_RUFFS, RIGHT_RUFFS, PARTNER_RUFFS, SINGLETON = 12, 13, 14, 15
LENGTH, LEFT_LENGTH, PARTNER_LENGTH, RIGHT_LENGTH, LOWER = 16, 17, 18, 19, 20
PLAIN = np.array(
    [
        [24, 4, 0, 2, 15, 9, -2, 3, 9, -8, 7, 6, -57, -53, 28, 3, 0, 0, 3, 1, 4],
        [19, 6, 1, -52, 16, 13, -5, 7, 7, -9, 5, 9, -24, -41, 20, 0, 2, 0, 10, 1, 2],
    ],
    np.int64,
)
_NOTHING_TO_DRAW, _TOP_TRUMP, _UNDER_TOP_TRUMP, _TO_PARTNERS_TRUMP = -24, 17, -27, 16
_TO_LEFT_TRUMP, _TO_RIGHT_TRUMP, _PARTNERS_TRUMPS, _LOWER_TRUMPS = 9, 0, 1, -5
_JOKER, _JOKER_FOES, _JOKER_OWN, _JOKER_PARTNER = -17, -2, 11, 1
# No-trump (and the joker's leads above): found the same way on random deals without and with the joker.
# Held-out deals took 9 to 18 % fewer nodes than with the second row of PLAIN, and 8 % fewer again when the
# weights were sought anew after void hands had learnt what to throw.
_OWN_TOP, _OWN_SECOND, _AND_PARTNER_SECOND, _RUNS = 11, 12, 27, 48  # _RUNS: opponents run out under my run
_TOP_LEFT_VOID, _TOP_RIGHT_VOID, _LEFT_VOID, _RIGHT_VOID = -16, -42, -40, -28
_UNDER_OWN, _TO_PARTNERS_SECOND = -48, 94
_TO_PARTNER, _WITH_SECOND, _PARTNER_BOTH, _PARTNER_BARE, _PARTNER_RUNS = 12, 21, 2, -2, 0
_LEFT, _LEFT_WITH_SECOND, _LEFT_PARTNER_SECOND, _LEFT_BARE, _LEFT_FOES_SECOND = 3, -3, 17, -2, -36
_RIGHT, _RIGHT_WITH_SECOND, _RIGHT_PARTNER_SECOND, _RIGHT_FOES_SECOND = -27, 25, 33, 12
_THIRD_OURS, _CARDS, _PARTNERS_CARDS, _RIGHT_CARDS, _LOWER = 12, 2, 10, -7, 2
_LEFT_JOKER, _RIGHT_JOKER, _PARTNERS_JOKER = 14, -21, 18


@kernel()
def pick(
    candidates: Word,
    theirs: Word,
    ours: Word,
    next_hand: Word,
    last_hand: Word,
    lane: Word,
    strong: Word,
    lengths: Word,
    seat: Int,
) -> Word:
    """Return the candidate a follower tries next: the cheapest card that should win, or one to lose with.

    `theirs` and `ours` are the strong cards that the other side and the own partner have played to the
    trick (0 if none that counts), `next_hand` and `last_hand` the hands still to play (seat 1: opponent,
    partner; seat 2: opponent, 0; seat 3: none). lengths: suit lengths of all hands, as `search` has them.
    """
    wins = candidates & strong & winning(theirs, ours, next_hand, last_hand, lane, strong, seat)
    low = low_bit(wins if wins != ZERO else candidates)
    if wins != ZERO or (low & lane) != ZERO or (strong & ~lane) != JOKER:
        return low
    return longest(candidates, lengths, seat)


@kernel()
def winning(
    theirs: Word, ours: Word, next_hand: Word, last_hand: Word, lane: Word, strong: Word, seat: Int
) -> Word:
    """Return the cards with which a follower should win, nothing where he had better not; see `pick`."""
    if seat == 3:
        return above(top_bit(theirs)) if theirs >= ours else ZERO
    threat = next_hand & lane
    if threat == ZERO:
        threat = next_hand & strong
    bar = top_bit(max(threat, max(theirs, ours)))
    if seat == 2 and top_bit(ours) == bar:
        return ZERO
    if seat == 1:
        hope = last_hand & lane
        if hope == ZERO:
            hope = last_hand & strong
        if top_bit(hope) > bar:
            return ZERO
    return above(bar)


@kernel()
def longest(candidates: Word, lengths: Word, seat: Int) -> Word:
    """Return what to throw without a trump suit: the lowest candidate of the player's longest suit.

    The lowest of the first suit instead took an eighth more nodes on the no-trump deals of the node test, and
    a quarter more with the joker; with trumps it makes no odds.
    """
    own = lengths >> np.uint64(16 * seat)
    best = max(max((own & _15) << _2, ((own >> _4) & _15) << _2 | ONE), ((own >> _8) & _15) << _2 | _2)
    best = max(best, ((own >> _12) & _15) << _2 | _3)
    thrown = low_bit(candidates & (LANE << ((best & _3) << _4)))
    return thrown if thrown != ZERO else low_bit(candidates)


@kernel()
def trump_lead_score(card: Word, x0: Word, x1: Word, x2: Word, x3: Word) -> Int:
    """Return how promising it is to lead a trump; x0 to x3 are the trumps of the four hands."""
    if (x1 | x3) == ZERO:
        return _NOTHING_TO_DRAW
    top = top_bit(x0 | x1 | x2 | x3)
    if card == top:
        score = _TOP_TRUMP
    elif (top & x0) != ZERO:
        score = _UNDER_TOP_TRUMP
    elif (top & x2) != ZERO:
        score = _TO_PARTNERS_TRUMP
    else:
        score = _TO_LEFT_TRUMP if (top & x1) != ZERO else _TO_RIGHT_TRUMP
    return score + _PARTNERS_TRUMPS * popcount(x2) + _LOWER_TRUMPS * popcount(x0 & (card - ONE))


@kernel()
def honour_score(card: Word, top: Word, second: Word, x0: Word, x1: Word, x2: Word) -> Int:
    """Return what a plain lead is worth for who holds the two highest cards of the suit."""
    partner_second = (second & x2) != ZERO
    if card == top:
        score = PLAIN[0, TOP] + PLAIN[0, TOP_AND_SECOND] * ((second & x0) != ZERO)
        return score + PLAIN[0, TOP_PARTNER_SECOND] * partner_second
    if (top & x0) != ZERO:
        return PLAIN[0, UNDER_OWN_TOP]
    is_second = card == second
    if (top & x2) != ZERO:
        return PLAIN[0, PARTNER_TOP] + PLAIN[0, SECOND_TO_PARTNER] * is_second
    if (top & x1) != ZERO:
        score = PLAIN[0, LEFT_TOP] + PLAIN[0, SECOND_TO_LEFT] * is_second
        return score + PLAIN[0, LEFT_TOP_PARTNER_SECOND] * partner_second
    score = PLAIN[0, RIGHT_TOP] + PLAIN[0, SECOND_TO_RIGHT] * is_second
    return score + PLAIN[0, RIGHT_TOP_PARTNER_SECOND] * partner_second


@kernel()
def suit_score(x0: Word, x1: Word, x2: Word, x3: Word, power: Int) -> Int:
    """Return what leading a plain suit is worth for the lengths; power: bit s set if seat s can ruff."""
    length = popcount(x0)
    score = PLAIN[0, LENGTH] * length + PLAIN[0, LEFT_LENGTH] * popcount(x1)
    score += PLAIN[0, PARTNER_LENGTH] * popcount(x2) + PLAIN[0, RIGHT_LENGTH] * popcount(x3)
    score += PLAIN[0, LEFT_RUFFS] * (x1 == ZERO and (power & 2) != 0)
    score += PLAIN[0, RIGHT_RUFFS] * (x3 == ZERO and (power & 8) != 0)
    score += PLAIN[0, PARTNER_RUFFS] * (x2 == ZERO and (power & 4) != 0)
    return score + PLAIN[0, SINGLETON] * (length == 1)


@kernel()
def no_trump_score(card: Word, top: Word, second: Word, x0: Word, x1: Word, x2: Word, x3: Word) -> Int:
    """Return what a lead in no-trump is worth for who holds the highest cards of the suit."""
    left, right = x1 == ZERO, x3 == ZERO
    ours = (second & x2) != ZERO
    if card == top:
        score = _OWN_TOP + _OWN_SECOND * ((second & x0) != ZERO) + _AND_PARTNER_SECOND * ours
        score += _TOP_LEFT_VOID * left + _TOP_RIGHT_VOID * right
        run = popcount(x0 & above(top_bit(x1 | x2 | x3)))
        return score + _RUNS * (run >= max(popcount(x1), popcount(x3)))
    if (top & x0) != ZERO:
        return _UNDER_OWN + _TO_PARTNERS_SECOND * ours
    is_second = card == second
    if (top & x2) != ZERO:
        score = _TO_PARTNER + _WITH_SECOND * is_second + _PARTNER_BOTH * ours + _PARTNER_BARE * (top == x2)
        run = popcount(x2 & above(top_bit(x0 | x1 | x3)))
        return score + _PARTNER_RUNS * (run >= max(popcount(x1), popcount(x3)))
    third = top_bit((x0 | x1 | x2 | x3) ^ top ^ second)
    helped = _THIRD_OURS * ((third & (x0 | x2)) != ZERO)
    foes = (second & (x1 | x3)) != ZERO
    if (top & x1) != ZERO:
        score = _LEFT + _LEFT_WITH_SECOND * is_second + _LEFT_PARTNER_SECOND * ours
        return score + _LEFT_BARE * (top == x1) + _LEFT_FOES_SECOND * foes + helped
    score = _RIGHT + _RIGHT_WITH_SECOND * is_second + _RIGHT_PARTNER_SECOND * ours
    return score + _RIGHT_FOES_SECOND * foes + helped


@kernel()
def no_trump_suit_score(x0: Word, x1: Word, x2: Word, x3: Word, jokers: Int) -> Int:
    """Return what leading a suit is worth in no-trump; jokers: bit s set if seat s holds it."""
    left, right = x1 == ZERO, x3 == ZERO
    score = _CARDS * popcount(x0) + _PARTNERS_CARDS * popcount(x2) + _RIGHT_CARDS * popcount(x3)
    score += _LEFT_VOID * left + _RIGHT_VOID * right
    if jokers != 0:
        score += _LEFT_JOKER * (left and (jokers & 2) != 0) + _RIGHT_JOKER * (right and (jokers & 8) != 0)
        score += _PARTNERS_JOKER * (x2 == ZERO and (jokers & 4) != 0)
    return score


@kernel()
def order_leads(base: Word, scratch: Word, h0: Word, h1: Word, h2: Word, h3: Word, led: Word) -> Word:
    """Write the leads worth trying to `scratch`, best first: a count, then a word each (`lead_card`).

    A joker without a suit is one lead for each lane it may name; lanes that nobody else holds are the same
    lead. Returns the mask of all lead cards.
    """
    trump = load(base, tt.TRUMP)
    tops = h0 & ~(h0 >> ONE)
    count = np.int64(0)
    strong = trump | JOKER
    power = 2 * ((h1 & strong) != ZERO) + 4 * ((h2 & strong) != ZERO) + 8 * ((h3 & strong) != ZERO)
    for i in range(4):
        lane = LANE << np.uint64(16 * i)
        x0 = h0 & lane
        if x0 == ZERO:
            continue
        x1, x2, x3 = h1 & lane, h2 & lane, h3 & lane
        rest = tops & lane
        if lane == trump:
            while rest != ZERO:
                card = low_bit(rest)
                rest ^= card
                count = _place(scratch, count, card, i, trump_lead_score(card, x0, x1, x2, x3))
            continue
        suit = x0 | x1 | x2 | x3
        top = top_bit(suit)
        second = top_bit(suit ^ top)
        if trump == ZERO:
            score = no_trump_suit_score(x0, x1, x2, x3, power)
        else:
            score = suit_score(x0, x1, x2, x3, power)
        while rest != ZERO:
            card = low_bit(rest)
            rest ^= card
            lower = popcount(x0 & (card - ONE))
            if trump == ZERO:
                lower *= _LOWER
                honour = no_trump_score(card, top, second, x0, x1, x2, x3)
            else:
                lower *= PLAIN[0, LOWER]
                honour = honour_score(card, top, second, x0, x1, x2)
            count = _place(scratch, count, card, i, score + honour + lower)
    if (h0 & JOKER) != ZERO and load(base, tt.LEAD_RULE) != tt.LAST_ONLY:
        count = _joker_leads(scratch, count, h0, h1, h2, h3, led)
    store(scratch, 0, np.uint64(count))
    return tops


@kernel()
def _joker_leads(scratch: Word, count: Int, h0: Word, h1: Word, h2: Word, h3: Word, led: Word) -> Int:
    """Add the leads of a joker without a suit; returns the new count."""
    nobody = False
    for i in range(4):
        lane = LANE << np.uint64(16 * i)
        if ((led >> np.uint64(i)) & ONE) != ZERO:
            continue
        if ((h1 | h2 | h3) & lane) == ZERO:
            if nobody:
                continue
            nobody = True
        score = _JOKER + _JOKER_FOES * popcount((h1 | h3) & lane)
        score += _JOKER_OWN * popcount(h0 & lane) + _JOKER_PARTNER * popcount(h2 & lane)
        count = _place(scratch, count, JOKER, i, np.int64(score))
    return count


@kernel()
def _place(scratch: Word, count: Int, card: Word, lane: Int, score: Int) -> Int:
    """Insert one lead into the sorted list; returns the new count. A word: score, lane (2 bits), card (6)."""
    word = np.uint64(((score + 4096) << 8) | (lane << 6) | lowest(card))
    at = count
    while at > 0 and (load(scratch, at) >> _8) < (word >> _8):
        store(scratch, at + 1, load(scratch, at))
        at -= 1
    store(scratch, at + 1, word)
    return count + 1


@kernel()
def lead_of(scratch: Word, i: Int) -> tuple[Word, Word]:
    """Return (card, lane it leads) of the i-th lead (from 0) of `order_leads`."""
    word = load(scratch, i + 1)
    return ONE << (word & _63), LANE << (((word >> _6) & _3) << _4)
