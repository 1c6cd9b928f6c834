"""Tricks a side cannot be kept from, counted without search, with the cards they rest on."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, popcount
from fivehundred_sim.kernels.lanes import JOKER, LANE, LANE_3, ONE, ZERO, above, low_bit, top_bit


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
def sure_tricks(h0: Word, h1: Word, h2: Word, h3: Word, trump: Word, k: Int) -> tuple[Int, Word]:
    """Return (tricks, mask) that the leader's side takes at least, the leader on lead with k tricks left."""
    if trump == ZERO:
        tricks, mask = sure_no_trump(h0, h1, h2, h3, k)
    else:
        tricks, mask = sure_in_suit(h0, h1, h2, h3, k)
    return tricks, mask


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
def sure_no_trump(h0: Word, h1: Word, h2: Word, h3: Word, k: Int) -> tuple[Int, Word]:
    """Count the leader's winners and, if a small card of his reaches partner's top card, partner's too.

    The top card of a suit lies with one of them, so their suits are apart. An opponent who holds a joker
    without a suit can ruff with it once he is void: winners count up to his length. The joker of the own
    side is one more trick, at the latest the last.
    """
    all_cards = h0 | h1 | h2 | h3
    mine, mask, his, his_mask, reached = np.int64(0), ZERO, np.int64(0), ZERO, False
    for i in range(4):
        lane = LANE << np.uint64(16 * i)
        n, run_mask = winners_in(h0, h1, h2, h3, all_cards, lane)
        partner = n == 0
        if partner:
            n, run_mask = winners_in(h2, h0, h1, h3, all_cards, lane)
        if (h1 & JOKER) != ZERO:
            n = min(n, popcount(h1 & lane))
        if (h3 & JOKER) != ZERO:
            n = min(n, popcount(h3 & lane))
        if n == 0:
            continue
        if partner:
            his += n
            his_mask |= run_mask
            reached = reached or (h0 & lane) != ZERO
        else:
            mine += n
            mask |= run_mask
    if reached:
        mine += his
        mask |= his_mask
    if ((h0 | h2) & JOKER) != ZERO:
        mine += 1
    return min(mine, k), mask


@kernel()
def sure_tricks_against(h0: Word, h1: Word, h2: Word, h3: Word, trump: Word) -> tuple[Int, Word]:
    """Return (tricks, mask) that the side not on lead takes at least, whoever leads."""
    if trump == ZERO:
        if ((h1 | h3) & JOKER) != ZERO:
            return np.int64(1), ZERO
        return np.int64(0), ZERO
    pair, mask = run_from_top(h1 | h3, h0 | h1 | h2 | h3, LANE_3)
    return min(pair, max(popcount(h1 & LANE_3), popcount(h3 & LANE_3))), mask
