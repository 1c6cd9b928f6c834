"""Means from a few dear deals and many cheap ones: control variates, without bias.

What is wanted is the mean of a dear figure (sampled play, say), known on a few deals; a cheap figure that
goes with it is known on the same deals, and its mean from many others. The mean of the dear figure is
corrected by what the cheap one was off its own mean on the few deals, times a coefficient. Chained, the cheap
figure's mean may itself be such an estimate.

The coefficient that fits the few deals best depends on them, and the estimate would be biased. So the deals
are split in two halves, and each half is corrected with the coefficient of the other one. With deals and
reference independent of each other, the estimate is then unbiased whatever the coefficients are (Glynn and
Szechtman 2002, "Some new perspectives on the method of control variates"; two-level: Giles 2008).

Several figures of the same deals are estimated at once: arrays have a column a figure.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Reals = NDArray[np.float64]

PRIOR = 10.0  # deals that would speak for a coefficient of 1: few deals alone would make it wild
_NOTHING = 1e-20  # the variance of a cheap figure that is always the same but for rounding


@dataclass(frozen=True)
class Mean:
    """Estimated means, float64 (figures,), and their `variance` as estimates.

    `own` is the part of the variance that more of the same `deals` would lower; the rest is the reference's.
    """

    mean: Reals
    variance: Reals
    own: Reals
    deals: float


def mean_of(values: ArrayLike, deals: ArrayLike) -> Mean | None:
    """Return the plain means of figures (kinds of deals, figures), seen in `deals` (kinds,) deals each.

    None without deals.
    """
    x, n = np.asarray(values, np.float64), np.asarray(deals, np.float64)
    total = float(n.sum())
    if total <= 0:
        return None
    mean = n @ x / total
    variance = n @ (x - mean) ** 2 / max(total - 1, 1.0) / total
    return Mean(mean, variance, variance, total)


@dataclass(frozen=True)
class Half:
    """Half of the few deals: kinds of deals with their dear and cheap figures, and how many there are.

    dear, cheap: float64 (kinds, figures). deals: (kinds,).
    """

    dear: Reals
    cheap: Reals
    deals: Reals

    @property
    def size(self) -> float:
        """The number of deals."""
        return float(self.deals.sum())

    def mean(self, values: Reals) -> Reals:
        """The mean of figures of each kind over the deals."""
        return np.asarray(self.deals @ values / self.size)

    def coefficient(self, deals: float) -> Reals:
        """The coefficients by which these deals would correct others (pulled towards 1 when they are few).

        They are the smaller the fewer `deals` the means of the cheap figures are known from. Nothing else of
        these means may enter: what moves with them would bias what they correct.
        """
        if self.size <= 0:
            return np.zeros(self.dear.shape[1])
        cheap, dear = (values - self.mean(values) for values in (self.cheap, self.dear))
        moved, about = self.deals @ (cheap * dear), self.deals @ (cheap * cheap)
        pulled = (moved + about * PRIOR / self.size) / (1 + PRIOR / self.size)
        # Both halves are corrected alike, so what counts is twice this one's number of deals.
        pulled *= deals / (deals + 2 * self.size)
        return np.asarray(np.where(about > _NOTHING, pulled / np.where(about > _NOTHING, about, 1.0), 0.0))

    def left(self, coefficient: Reals) -> Reals:
        """The sums of squares that the correction leaves of the dear figures."""
        rest = self.dear - coefficient * self.cheap
        return np.asarray(self.deals @ (rest - self.mean(rest)) ** 2)


def corrected(halves: Sequence[Half], reference: Mean | None) -> Mean:
    """Return the means of the dear figures over deals in two halves, corrected by the cheap ones.

    reference: the means of the cheap figures, from other deals; None leaves the dear ones uncorrected.
    Raises ValueError without deals.
    """
    plain = mean_of(
        np.concatenate([half.dear for half in halves]), np.concatenate([half.deals for half in halves])
    )
    if plain is None:
        raise ValueError("an estimate needs at least one deal")
    if reference is None:
        return plain
    total = sum(half.size for half in halves)
    mean, left, weight = (np.zeros_like(plain.mean) for _ in range(3))
    for half, other in zip(halves, halves[::-1], strict=True):
        if half.size <= 0:
            continue
        coefficient = other.coefficient(reference.deals)
        off = half.mean(half.cheap) - reference.mean
        mean += half.size / total * (half.mean(half.dear) - coefficient * off)
        weight += half.size / total * coefficient
        left += half.left(coefficient)
    own = left / max(total - 2, 1.0) / total
    return Mean(mean, own + weight**2 * reference.variance, own, total)
