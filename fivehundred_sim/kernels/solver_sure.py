"""Tricks a side cannot be kept from, counted without search, with the cards they rest on."""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, popcount
from fivehundred_sim.kernels.lanes import (
    JOKER,
    LANE,
    LANE_3,
    ONE,
    ZERO,
    above,
    lane_mask_of,
    low_bit,
    top_bit,
)

_63 = np.uint64(63)


@kernel()
def run_from_top(mine: Word, all_cards: Word, lane: Word) -> tuple[Int, Word]:
    """Return (length, prefix mask) of the unbroken run of `mine` from the top of a lane of compact cards."""
    others = all_cards & lane & ~mine
    run = mine & lane & above(top_bit(others))
    n = popcount(run)
    if n == 0:
        return n, ZERO
    return n, lane & ~(low_bit(run) - ONE)


@kernel()
def winners_in(mine: Word, a: Word, b: Word, c: Word, all_cards: Word, lane: Word) -> tuple[Int, Word]:
    """Return (tricks, mask) that the holder of `mine` cashes in a lane from the top against a, b and c."""
    n, mask = run_from_top(mine, all_cards, lane)
    if n > 0 and max(max(popcount(a & lane), popcount(b & lane)), popcount(c & lane)) <= n:
        # everybody else is out of the suit after that: the long cards win too, whatever their rank
        n = popcount(mine & lane)
    return n, mask


@kernel()
def bounds(h0: Word, h1: Word, h2: Word, h3: Word, trump: Word, k: Int, need: Int) -> tuple[Int, Word]:
    """Return (1 if the leader's side takes `need` of k tricks without search, 0 if it cannot, -1; mask)."""
    if ((h0 | h1 | h2 | h3) & trump) == ZERO:
        verdict, mask = bounds_in_no_trump(h0, h1, h2, h3, k, need)
        return verdict, mask
    lose = k - need + 1  # tricks that, lost, decide it
    x0, x1, x2, x3 = h0 & LANE_3, h1 & LANE_3, h2 & LANE_3, h3 & LANE_3
    t0, t1, t2, t3 = popcount(x0), popcount(x1), popcount(x2), popcount(x3)
    if max(t0, t2) - (t1 + t3) >= need:
        return np.int64(1), ZERO
    if max(t1, t3) - (t0 + t2) >= lose:
        return np.int64(0), ZERO
    found, mask = sure_trumps(x0, x1, x2, x3, need)
    if not found and need == 1:
        found, mask = guarded(x0, x1, x2, x3, t0 < k)
    if found:
        return np.int64(1), mask
    found, mask = sure_trumps(x1, x2, x3, x0, lose)
    if not found and lose == 1:
        found, mask = guarded(x1, x2, x3, x0, True)
    if found:
        return np.int64(0), mask
    found, mask = sure_in_suit(h0, h1, h2, h3, k, need)
    if found:
        return np.int64(1), mask
    return np.int64(-1), ZERO


@kernel()
def sure_trumps(mine: Word, left: Word, partner: Word, right: Word, wanted: Int) -> tuple[Flag, Word]:
    """Return (whether a pair takes `wanted` tricks with its trumps, whoever leads; mask it rests on)."""
    n, theirs = max(popcount(mine), popcount(partner)), left | right
    if n < wanted:
        return False, ZERO
    pair = mine | partner
    run = pair & above(top_bit(theirs))
    length = popcount(run)
    if length >= wanted:
        while length > wanted:
            run ^= low_bit(run)
            length -= 1
        return True, LANE_3 & ~(low_bit(run) - ONE)
    found, mask = unmatched(mine, theirs, wanted)
    if not found:
        found, mask = unmatched(partner, theirs, wanted)
    return found, mask


@kernel()
def unmatched(mine: Word, theirs: Word, wanted: Int) -> tuple[Flag, Word]:
    """Return (whether my trumps take `wanted` tricks, mask) by counting them against the other side's.

    Each of my trumps is played to some trick, which is ours unless the other side plays a higher trump to
    it. So of my cards down to any one, we win at least as many as they are more than the other side's trumps
    down to there.
    """
    rest, count = mine, popcount(mine)
    while count >= wanted and rest != ZERO:
        run = rest & above(top_bit(theirs & (top_bit(rest) - ONE)))
        rest ^= run
        low = low_bit(run)
        excess = popcount(mine & ~(low - ONE)) - popcount(theirs & ~(low - ONE))
        if excess >= wanted:
            while excess > wanted:
                run ^= low
                low = low_bit(run)
                excess -= 1
            return True, LANE_3 & ~(low - ONE)
    return False, ZERO


@kernel()
def guarded(mine: Word, left: Word, partner: Word, right: Word, other: Flag) -> tuple[Flag, Word]:
    """Return (whether a pair takes a trick with a guarded trump, mask); `other`: I need not lead a trump."""
    mask = ZERO
    if other:
        mask = guarded_by(mine, left, partner, right)
    if mask == ZERO:
        mask = guarded_by(partner, right, mine, left)
    return mask != ZERO, mask


@kernel()
def guarded_by(mine: Word, left: Word, partner: Word, right: Word) -> Word:
    """Return the mask on which a trick with a guarded trump rests, or nothing.

    Above my highest trump the other side has some tops, those on my left behind me. Each draws one of my
    trumps; one that plays before me draws a low one, one behind me perhaps an honour, so I need an honour
    more than there are tops on my left, and a trump more than there are tops. Only my own lead could change
    that, and to lead I must have taken a trick.
    """
    theirs = left | right
    tops = theirs & above(top_bit(mine))
    if popcount(mine) <= popcount(tops):
        return ZERO
    honours = mine & above(top_bit((theirs ^ tops) | partner))
    more = popcount(tops & left)
    if popcount(honours) <= more:
        return ZERO
    while popcount(honours) > more + 1:
        honours ^= low_bit(honours)
    return LANE_3 & ~(low_bit(honours) - ONE)


@kernel()
def sure_in_suit(h0: Word, h1: Word, h2: Word, h3: Word, k: Int, need: Int) -> tuple[Flag, Word]:
    """Return (whether the leader cashes `need` tricks, mask): his top trumps, winners beside them, the rest.

    An opponent with trumps left after the leader's top trumps are drawn limits side winners to his length
    in the suit. Of the trumps that the leader has then, those win by which he outnumbers them (`unmatched`).
    """
    all_cards = h0 | h1 | h2 | h3
    t0, t1 = popcount(h0 & LANE_3), popcount(h1 & LANE_3)
    t2, t3 = popcount(h2 & LANE_3), popcount(h3 & LANE_3)
    drawn, mask = run_from_top(h0, all_cards, LANE_3)
    total = drawn + max(t0 - drawn - max(t1 - drawn, 0) - max(t3 - drawn, 0), 0)
    if total >= need:
        return True, mask
    # partner must not be driven to ruff: he needs a plain card for each of these tricks
    most = k - t2 if t2 > drawn else k
    if total + most < need:
        return False, ZERO
    side = np.int64(0)
    for i in range(3):
        lane = LANE << np.uint64(16 * i)
        if h0 & lane == ZERO:
            continue
        n, run_mask = winners_in(h0, h1, h2, h3, all_cards, lane)
        if t1 > drawn:
            n = min(n, popcount(h1 & lane))
        if t3 > drawn:
            n = min(n, popcount(h3 & lane))
        if n > 0:
            side += n
            mask |= run_mask
            if total + min(side, most) >= need:
                return True, mask
    return False, ZERO


@kernel()
def continued(mine: Word, his: Word, foes: Word, run: Word, longest: Int, cap: Int) -> tuple[Int, Word]:
    """Return (tricks, mask) that partner cashes in my suit after my run from the top, by a small card to him.

    run: the mask of my run. longest: the longer holding of the opponents. cap: tricks after which an opponent
    with a joker might ruff.
    """
    held = mine & run
    rounds, low = popcount(held), mine & ~held
    left = popcount(his) - rounds
    good = his & above(top_bit(foes | low))
    n = min(popcount(good), left)
    if n <= 0 or cap <= rounds:
        return np.int64(0), ZERO
    while popcount(good) > n:
        good ^= low_bit(good)
    if longest <= rounds + n and popcount(low) <= n:
        n = left
    n = min(n, cap - rounds)
    return n, run | (lane_mask_of(good) & ~(low_bit(good) - ONE))


@kernel()
def bounds_in_no_trump(h0: Word, h1: Word, h2: Word, h3: Word, k: Int, need: Int) -> tuple[Int, Word]:
    """Return the verdict of `bounds` without a trump suit (why it holds: docs/architecture.md, "The search").

    The leader cashes his winners; then, if a card that is no winner of his reaches partner's top card or
    joker, partner cashes his. The other side, whoever leads: a trick in a suit whose top card it holds lets
    it in, and before that come at most as many tricks as the leader's side has cards in other suits. Its
    players keep their winners until then, at least one top card of each suit, and the joker.
    """
    joker_1, joker_3 = np.int64(h1 >> _63), np.int64(h3 >> _63)
    joker = joker_1 | joker_3
    win_0, win_1, win_2, win_3 = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    mask_0, mask_2, mask_d, mask_e = ZERO, ZERO, ZERO, ZERO
    tops_1, tops_3, both, alone = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    link, link_1, link_3, entry, theirs = ZERO, ZERO, ZERO, False, ZERO
    ruffed, followed = False, np.int64(0)
    for i in range(4):
        lane = LANE << np.uint64(16 * i)
        x0, x1, x2, x3 = h0 & lane, h1 & lane, h2 & lane, h3 & lane
        foes, pair = x1 | x3, x0 | x2
        if foes | pair == ZERO:
            continue
        c0, c1, c2, c3 = popcount(x0), popcount(x1), popcount(x2), popcount(x3)
        mine = max(max(x0, x2), max(x1, x3))
        others = (foes | pair) ^ mine
        run = mine & above(top_bit(others))
        prefix = lane & ~(low_bit(run) - ONE)
        n = popcount(run)
        if pair > foes:
            both += max(c0, c2)
            alone += c0
            longest = max(max(c1, c3), c2 if x0 > x2 else c0)
            if longest <= n:
                n = popcount(mine)  # everybody else is out of the suit: the long cards win too
            cap = np.int64(15)
            if joker != 0:
                # once void, the opponent with the joker may ruff
                cap = c1 if joker_1 != 0 else c3
                n = min(n, cap)
                followed += min(max(c0, c2), cap)
            if x0 > x2:
                if win_0 < need:
                    mask_0 |= prefix
                win_0 += n
                if c2 == 0:
                    ruffed |= c0 > n
                else:
                    entry |= top_bit(x2) > low_bit(x0)
                    mask_e |= lane & ~(low_bit(x0) - ONE)
                    if c0 > popcount(run):
                        more, prefix = continued(x0, x2, foes, prefix, max(c1, c3), cap)
                        win_2 += more
                        mask_2 |= prefix
                        link |= np.uint64(more)
            else:
                win_2 += n
                mask_2 |= prefix
                entry |= c0 > 0
                if n > 0:
                    link |= x0
        else:
            theirs |= lane
            ruffed |= c2 == 0 and c0 > 0
            mask_d |= prefix
            longest = max(max(c0, c2), c3 if x1 > x3 else c1)
            if longest <= n:
                n = popcount(mine)
            if x1 > x3:
                win_1 += n
                tops_1 += 1
                link_3 |= x3
            else:
                win_3 += n
                tops_3 += 1
                link_1 |= x1
    sure = win_0
    if (link != ZERO or (ruffed and (h2 & JOKER) != ZERO)) and sure < need:
        sure += win_2
        mask_0 |= mask_2
    if ((h0 | h2) & JOKER) != ZERO:
        sure += 1
    if sure >= need:
        return np.int64(1), mask_0
    lose = k - need + 1  # tricks that, lost, decide it
    if joker >= lose:
        return np.int64(0), ZERO
    if theirs == ZERO or ((h0 | h2) & JOKER) != ZERO:
        return np.int64(-1), ZERO
    if link_1 != ZERO:
        link_1 = np.uint64(win_3)
    if link_3 != ZERO:
        link_3 = np.uint64(win_1)
    take_1, take_3 = win_1 + np.int64(link_1), win_3 + np.int64(link_3)
    if joker != 0:
        # the joker lets its holder in as soon as he is void in what is led: fewer tricks before that
        take = take_1 if joker_1 != 0 else take_3
        if tops_1 > 0:
            take = min(take, take_1)
        if tops_3 > 0:
            take = min(take, take_3)
        left = k - followed
        if tops_1 + joker_1 <= left and tops_3 + joker_3 <= left and min(take + 1, left) >= lose:
            return np.int64(0), mask_d
    take = take_1
    if tops_1 == 0 or (tops_3 > 0 and take_3 < take_1):
        take = take_3
    left = k - both
    if not entry and alone < both:
        # partner cannot come in first: only the leader's cards count, if they can exit once thrown in
        left = k - alone
        mask_d |= mask_e
        if (h1 & theirs) == ZERO or (h3 & theirs) == ZERO:
            take = np.int64(1)
    if tops_1 + joker_1 <= left and tops_3 + joker_3 <= left and min(take + joker, left) >= lose:
        return np.int64(0), mask_d
    return np.int64(-1), ZERO
