"""Tricks that a side cannot be kept from, counted without search, with the cards they rest on."""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.dense import table as tt
from fivehundred_sim.kernels.dense.ranges import length_of
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, low_bit, top_bit

_UNKNOWN = np.int64(-1)
_ALL_OUT = np.int64(99)  # no limit


@kernel(forceinline=True)
def is_in(seats: Word, seat: Int) -> Flag:
    """Return whether a seat belongs to a set of seats."""
    return ((seats >> np.uint64(seat)) & ONE) != ZERO


@kernel()
def every_card(frame: Word) -> Word:
    """Return all cards left in play."""
    first = load(frame, tt.HANDS) | load(frame, tt.HANDS + 1) | load(frame, tt.HANDS + 2)
    return first | load(frame, tt.HANDS + 3) | load(frame, tt.HANDS + 4) | load(frame, tt.HANDS + 5)


@kernel()
def run_from_top(mine: Word, cards: Word, suit: Word) -> tuple[Int, Word]:
    """Return (length, prefix mask) of the unbroken run of `mine` from the top of a suit."""
    run = mine & suit & above(top_bit(cards & suit & ~mine))
    if run == ZERO:
        return np.int64(0), ZERO
    return popcount(run), suit & ~(low_bit(run) - ONE)


@kernel()
def winners_in(frame: Word, seat: Int, suit: Int, span: Word, cards: Word, seats: Int) -> tuple[Int, Word]:
    """Return (tricks, mask) that a seat cashes in a suit from the top against everybody else."""
    n, mask = run_from_top(load(frame, tt.HANDS + seat), cards, span)
    if n == 0:
        return n, mask
    for other in range(seats):
        if other != seat and length_of(frame, other, suit) > n:
            return n, mask
    # everybody else is out of the suit after that: the long cards win too, whatever their rank
    return length_of(frame, seat, suit), mask


@kernel()
def top_trumps(base: Word, frame: Word, cards: Word, side: Word) -> tuple[Int, Word]:
    """Return (tricks, mask) that a side takes with its top trumps, whoever leads.

    Of two partners, one with the longest trumps and one other, each trick that holds a top trump of the
    side's is won, and they need waste none while the longer holding lasts. A third partner may have to play a
    top trump to the same trick, so no more than two are counted together.
    """
    trump, seats = load(base, tt.TRUMP), np.int64(load(base, tt.SEATS))
    mine = ZERO
    longest: Int = np.int64(-1)
    longest_seat: Int = np.int64(0)
    for seat in range(seats):
        if is_in(side, seat):
            hand = load(frame, tt.HANDS + seat) & trump
            mine |= hand
            n = popcount(hand)
            if n > longest:
                longest, longest_seat = n, seat
    n, mask = run_from_top(mine, cards, trump)
    if n == 0:
        return n, mask
    own, beside = popcount(load(frame, tt.HANDS + longest_seat) & mask), np.int64(0)
    for seat in range(seats):
        if seat != longest_seat and is_in(side, seat):
            beside = max(beside, popcount(load(frame, tt.HANDS + seat) & mask))
    return max(min(own + beside, longest), beside), mask


@kernel()
def long_trumps(base: Word, frame: Word, cards: Word, side: Word) -> tuple[Int, Word]:
    """Return (tricks, mask) that one player's trumps take for his side, counted against the other side's.

    Each of his trumps is played to some trick, which is his side's unless the others play a higher trump to
    it. So of his trumps down to any one, the side wins as many as they are more than the others' down to
    there.
    """
    seats, trumps = np.int64(load(base, tt.SEATS)), cards & load(base, tt.TRUMP)
    theirs = ZERO
    for seat in range(seats):
        if not is_in(side, seat):
            theirs |= load(frame, tt.HANDS + seat) & trumps
    most, mask = np.int64(0), ZERO
    for seat in range(seats):
        if not is_in(side, seat):
            continue
        mine = load(frame, tt.HANDS + seat) & trumps
        if popcount(mine) - popcount(theirs) >= max(most, np.int64(1)):
            most, mask = popcount(mine) - popcount(theirs), ZERO  # by lengths alone
        rest = mine
        while rest != ZERO and popcount(mine) > most:
            run = rest & above(top_bit(theirs & (top_bit(rest) - ONE)))
            rest ^= run
            prefix = ~(low_bit(run) - ONE)
            excess = popcount(mine & prefix) - popcount(theirs & prefix)
            if excess > most:
                most, mask = excess, load(base, tt.TRUMP) & prefix
    return most, mask


@kernel()
def sure_in_suit(base: Word, frame: Word, cards: Word, leader: Int, side: Word, k: Int) -> tuple[Int, Word]:
    """Count the leader's top trumps, then his winners beside them; or his side's top trumps, if more.

    An opponent with trumps left after the leader's top trumps are drawn limits side winners to his length in
    the suit. A partner with trumps left must not be driven to ruff: he needs a plain card for each of them.
    """
    seats = np.int64(load(base, tt.SEATS))
    drawn, mask = run_from_top(load(frame, tt.HANDS + leader), cards, load(base, tt.TRUMP))
    total, most = drawn, k
    if drawn > 0:
        total = length_of(frame, leader, 3)
    ruffs = ZERO  # opponents who keep a trump
    for seat in range(seats):
        n = length_of(frame, seat, 3)
        if seat != leader and n > drawn:
            total = drawn
            if is_in(side, seat):
                most = min(most, k - n)
            else:
                ruffs |= ONE << np.uint64(seat)
    winners = np.int64(0)
    for suit in range(3):
        n, run = winners_in(frame, leader, suit, load(base, tt.SUITS + suit), cards, seats)
        if n == 0:
            continue
        winners += min(n, shortest(frame, ruffs, suit, seats))
        mask |= run
    total += min(winners, most)
    pair, pair_mask = top_trumps(base, frame, cards, side)
    if total > pair:
        return min(total, k), mask
    return pair, pair_mask


@kernel()
def shortest(frame: Word, holders: Word, suit: Int, seats: Int) -> Int:
    """Return the smallest length in a suit among some seats, a big number if there are none."""
    n = _ALL_OUT
    if holders != ZERO:
        for seat in range(seats):
            if is_in(holders, seat):
                n = min(n, length_of(frame, seat, suit))
    return n


@kernel()
def sure_jokers(base: Word, frame: Word, cards: Word, side: Word) -> Int:
    """Return the tricks that jokers without a suit are sure to take for a side, at the latest the last ones.

    The highest joker out is one; a hand that holds both has two. Where a joker may turn out worthless: none.
    """
    jokers = cards & load(base, tt.JOKERS)
    if jokers == ZERO or load(base, tt.WORTHLESS) != ZERO:
        return np.int64(0)
    for seat in range(np.int64(load(base, tt.SEATS))):
        hand = load(frame, tt.HANDS + seat) & jokers
        if is_in(side, seat) and (hand & top_bit(jokers)) != ZERO:
            return popcount(hand)
    return np.int64(0)


@kernel()
def sure_no_trump(base: Word, frame: Word, cards: Word, leader: Int, side: Word, k: Int) -> tuple[Int, Word]:
    """Count the leader's winners and, if a small card of his reaches a partner's top card, that partner's.

    An opponent with a joker can ruff with it once he is void: winners count up to his length, and where he
    need not be void, not at all. Jokers of the own side come on top.
    """
    seats, jokers = np.int64(load(base, tt.SEATS)), load(base, tt.JOKERS)
    ruffs, free = ZERO, load(base, tt.FOLLOW) != ZERO
    for seat in range(seats):
        if not is_in(side, seat) and (load(frame, tt.HANDS + seat) & jokers) != ZERO:
            ruffs |= ONE << np.uint64(seat)
    own = sure_jokers(base, frame, cards, side)
    if free and ruffs != ZERO:
        return own, ZERO
    mine, mask, best, best_mask = np.int64(0), ZERO, np.int64(0), ZERO
    for seat in range(seats):
        if not is_in(side, seat):
            continue
        his, his_mask, reached = np.int64(0), ZERO, False
        for suit in range(4):
            n, run = winners_in(frame, seat, suit, load(base, tt.SUITS + suit), cards, seats)
            n = min(n, shortest(frame, ruffs, suit, seats))
            if n > 0:
                his += n
                his_mask |= run
                reached = reached or length_of(frame, leader, suit) > 0
        if seat == leader:
            mine, mask = his, his_mask
        elif reached and his > best:
            best, best_mask = his, his_mask
    return min(mine + best + own, k), mask | best_mask


@kernel()
def settled(base: Word, frame: Word, leader: Int, k: Int, need: Int) -> tuple[Int, Word]:
    """Return (1 or 0, mask) if counting shows whether the side takes `need` of `k` tricks, else (-1, 0)."""
    cards, side = every_card(frame), load(base, tt.COUNTED)
    counts = is_in(side, leader)
    team, others = (side, ~side) if counts else (~side, side)
    if load(base, tt.TRUMP) != ZERO:
        sure, mask = sure_in_suit(base, frame, cards, leader, team, k)
        against, other_mask = top_trumps(base, frame, cards, others)
        n, prefix = long_trumps(base, frame, cards, team)
        if n > sure:
            sure, mask = n, prefix
        n, prefix = long_trumps(base, frame, cards, others)
        if n > against:
            against, other_mask = n, prefix
    else:
        sure, mask = sure_no_trump(base, frame, cards, leader, team, k)
        against, other_mask = sure_jokers(base, frame, cards, others), ZERO
    if counts:
        if sure >= need:
            return np.int64(1), mask
        if k - against < need:
            return np.int64(0), other_mask
    else:
        if k - sure < need:
            return np.int64(0), mask
        if against >= need:
            return np.int64(1), other_mask
    return _UNKNOWN, ZERO
