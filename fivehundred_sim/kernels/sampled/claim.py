"""What a hand on lead takes for certain, whatever the others hold and do.

A contract that cannot fail must not fail because sixteen worlds did not show the danger, so a player who can
claim plays only cards that keep the claim.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, popcount
from fivehundred_sim.kernels.knowledge import lane_mask
from fivehundred_sim.kernels.lanes import JOKER, LANE_3, ZERO, low_bit, top_bit


@kernel()
def unbeaten(mine: Word, out: Word) -> Int:
    """Return how many cards of one suit are above all of it that is out."""
    if mine == ZERO:
        return np.int64(0)
    if out == ZERO:
        return popcount(mine)
    return popcount(mine & ~((top_bit(out) << np.uint64(1)) - np.uint64(1)))


@kernel()
def winners(mine: Word, out: Word) -> Int:
    """Return how many tricks a plain suit runs for when nobody can ruff and its holder leads it."""
    top = unbeaten(mine, out)
    return popcount(mine) if popcount(out) <= top else top


@kernel()
def trumps_to_lose(mine: Word, out: Word) -> Int:
    """Return how many of a holding of trumps can fail to win a trick for its side, however they are played.

    Each is played to some trick and wins it unless an opponent's higher one falls on it, which then falls on
    no other: at worst as many are lost as cards can be paired with a higher one that is out.
    """
    lost = np.int64(0)
    while mine:
        card = low_bit(mine)
        mine ^= card
        higher = out & ~((card << np.uint64(1)) - np.uint64(1))
        if higher == ZERO:
            break
        out ^= low_bit(higher)
        lost += 1
    return lost


@kernel()
def sure_on_lead(mine: Word, out: Word, trump: Flag) -> Int:
    """Return tricks (int64) that the hand on lead takes for certain.

    mine: its cards. out: all cards not seen by its holder, at worst all in one hand. trump: whether lane 3 is
    the trump suit. The trumps that win whatever happens (`trumps_to_lose`); or, if the best trumps draw all
    that are out, every trump and the plain winners after them. Without trumps the plain winners, as long as
    no suitless joker is out, and one trick for a joker of one's own.
    """
    plain = np.int64(0)
    for lane in range(3 if trump else 4):
        suit = lane_mask(lane)
        plain += winners(mine & suit, out & suit)
    if not trump:
        if out & JOKER:
            return np.int64(0)
        return plain + np.int64(mine & JOKER != ZERO)
    own, theirs = mine & LANE_3, out & LANE_3
    if popcount(theirs) <= unbeaten(own, theirs):
        return popcount(own) + plain
    return popcount(own) - trumps_to_lose(own, theirs)


@kernel()
def claiming_leads(mine: Word, out: Word, legal: Word, trump: Flag, need: Int) -> Word:
    """Return the leads that keep a claim of `need` tricks, 0 if there is no claim to keep.

    Only leads that win for certain count; at least one card of the suit falls if any is out in a hand.
    """
    if need <= 0 or sure_on_lead(mine, out, trump) < need:
        return ZERO
    keep = ZERO
    cards = legal & ~JOKER
    while cards:
        card = low_bit(cards)
        cards ^= card
        suit = suit_mask(card)
        if out & suit & ~((card << np.uint64(1)) - np.uint64(1)):
            continue
        if trump and suit != LANE_3 and out & LANE_3:
            continue
        left = out & ~low_bit(out & suit)
        if 1 + sure_on_lead(mine & ~card, left, trump) >= need:
            keep |= card
    return keep


@kernel()
def suit_mask(card: Word) -> Word:
    """Return the lane of a card."""
    for lane in range(4):
        if card & lane_mask(lane):
            return lane_mask(lane)
    return ZERO
