"""The leads of a sampled player that keep a contract certain (`certain`), whatever the others hold and do.

A contract that cannot fail must not fail because sixteen worlds did not show the danger, so a player who can
claim plays only cards that keep the claim.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel
from fivehundred_sim.kernels.certain import sure_on_lead
from fivehundred_sim.kernels.lanes import JOKER, LANE_3, ZERO, lane_mask_of, low_bit


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
        suit = lane_mask_of(card)
        if out & suit & ~((card << np.uint64(1)) - np.uint64(1)):
            continue
        if trump and suit != LANE_3 and out & LANE_3:
            continue
        left = out & ~low_bit(out & suit)
        if 1 + sure_on_lead(mine & ~card, left, trump) >= need:
            keep |= card
    return keep
