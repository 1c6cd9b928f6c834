"""Tricks a side cannot be kept from, counted without search, with the cards they rest on."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, popcount
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
    if trump == ZERO:
        verdict, mask = bounds_in_no_trump(h0, h1, h2, h3, k, need)
        return verdict, mask
    sure, mask = sure_in_suit(h0, h1, h2, h3, k)
    if sure >= need:
        return np.int64(1), mask
    against, mask = sure_trumps_against(h0, h1, h2, h3)
    if k - against < need:
        return np.int64(0), mask
    return np.int64(-1), ZERO


@kernel()
def sure_in_suit(h0: Word, h1: Word, h2: Word, h3: Word, k: Int) -> tuple[Int, Word]:
    """Count the leader's top trumps, then his winners beside them; or the pair's top trumps, if more.

    An opponent with trumps left after the leader's top trumps are drawn limits side winners to his length
    in the suit.
    """
    all_cards = h0 | h1 | h2 | h3
    t0, t1 = popcount(h0 & LANE_3), popcount(h1 & LANE_3)
    t2, t3 = popcount(h2 & LANE_3), popcount(h3 & LANE_3)
    drawn, mask = run_from_top(h0, all_cards, LANE_3)
    total = drawn
    if drawn > 0 and t1 <= drawn and t2 <= drawn and t3 <= drawn:
        total = t0
    pair, pair_mask = run_from_top(h0 | h2, all_cards, LANE_3)
    pair = min(pair, max(t0, t2))
    side = np.int64(0)
    for i in range(3):
        lane = LANE << np.uint64(16 * i)
        n, run_mask = winners_in(h0, h1, h2, h3, all_cards, lane)
        if t1 > drawn:
            n = min(n, popcount(h1 & lane))
        if t3 > drawn:
            n = min(n, popcount(h3 & lane))
        if n > 0:
            side += n
            mask |= run_mask
    if t2 > drawn:
        # partner must not be driven to ruff: he needs a plain card for each of these tricks
        side = min(side, k - t2)
    if total + side > pair:
        return min(total + side, k), mask
    return pair, pair_mask


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


@kernel()
def sure_trumps_against(h0: Word, h1: Word, h2: Word, h3: Word) -> tuple[Int, Word]:
    """Return (tricks, mask) that the side not on lead takes at least with top trumps, whoever leads."""
    pair, mask = run_from_top(h1 | h3, h0 | h1 | h2 | h3, LANE_3)
    return min(pair, max(popcount(h1 & LANE_3), popcount(h3 & LANE_3))), mask
