"""What many hands are worth, a hand a deal: `evaluate` for whoever is asked about."""

import numpy as np

from fivehundred_sim.kernels._jit import Ints, Real, kernel
from fivehundred_sim.kernels.bidding.evaluate import evaluate
from fivehundred_sim.kernels.codes import HAND, STRAINS


@kernel()
def strengths_of(deals: Ints, seats: Ints, code: Ints, weights: Real) -> Real:
    """Return float64 (n, 7, 2): index and row in every strain of the hand of one seat of each deal.

    deals: int64 (n, cards), rows as `deals.deal_around` writes them. seats: int64 (n,). code and weights as
    in `evaluate`.
    """
    found = np.empty((deals.shape[0], STRAINS, 2))
    for i in range(deals.shape[0]):
        start = HAND * seats[i]
        evaluate(deals[i, start : start + HAND], code, weights, found[i])
    return found
