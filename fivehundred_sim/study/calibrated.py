"""The calibrated estimate: what sampled players would make of this hand, from both quick models' deals.

Of each deal that both models know, the calibration (`calibration`) predicts what sampled players would take.
The mean of that over the deals solved is corrected by what rules of thumb say on the many other deals
(`two_level`): the error is that of what solving adds to them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study import calibration
from fivehundred_sim.study.advice import ContractEstimate
from fivehundred_sim.study.contracts import Contract
from fivehundred_sim.study.estimate import Z95, Difference, Rate, break_even, points_around, rate_around
from fivehundred_sim.study.run import Counts, Task
from fivehundred_sim.study.two_level import Half, Mean, corrected, mean_of

Reals = NDArray[np.float64]
Average = Callable[[Reals], Mean]  # figures (outcomes, figures) of the outcome


@dataclass(frozen=True)
class Predicted:
    """What sampled players would make of one contract, by the tricks of both quick models on a deal.

    `chances`: float64 (11, 11, outcomes), at [h, d, t] the chance of t tricks (made or failed in a misère).
    `slopes`: (11, 11, columns), how the chance to make it moves with the coefficients of `fit`. `certain`
    when the contract cannot fail.
    """

    fit: calibration.Fit
    chances: Reals
    slopes: Reals
    certain: bool

    def worth(self, figures: Reals) -> Reals:
        """The mean of figures (outcomes, figures) of the outcome of a deal, float64 (11 h, 11 d, figures)."""
        return np.asarray(self.chances @ figures)

    def cheap(self, worth: Reals) -> Reals:
        """The same, (11 h, figures), from h alone: d is taken to be spread as it mostly is beside h."""
        return np.asarray(np.einsum("hd,hdf->hf", self.fit.beside, worth))


def predict(
    contract: Contract, holding: calibration.Holding, played: NDArray[np.int64], solved: NDArray[np.int64]
) -> Predicted:
    """Return what sampled players would make of a contract.

    played, solved: int64 (11,), how often both quick models took each number of tricks in its strain.
    """
    kind = calibration.class_of(contract.strain, holding.joker)
    fit = calibration.fits()[kind]
    level = contract.level
    regressors = calibration.design(kind, holding, played, solved, level)
    at_least = 1 / (1 + np.exp(-regressors @ fit.coefficients))
    slopes = (at_least * (1 - at_least))[:, :, level, None] * regressors[:, :, level]
    if contract.counts_tricks:
        # More tricks are never likelier than fewer; the number the contract asks for is the one best known.
        at_least[:, :, level::-1] = np.maximum.accumulate(at_least[:, :, level::-1], axis=2)
        at_least[:, :, level:] = np.minimum.accumulate(at_least[:, :, level:], axis=2)
        at_least[:, :, : holding.sure + 1] = 1.0
        chances = at_least - np.concatenate([at_least[:, :, 1:], np.zeros((*at_least.shape[:2], 1))], axis=2)
    else:
        chances = np.stack([at_least[:, :, 0], 1 - at_least[:, :, 0]], axis=2)
    return Predicted(fit, chances, slopes, contract.counts_tricks and holding.sure >= level)


@dataclass(frozen=True)
class Calibrated:
    """The calibrated estimates of a hand.

    played: int64 (15, 11), in how many deals rules of thumb took k tricks. paired: int64 (15, 2, 11, 11), of
    the first of these deals, those of even and of odd number, how often they took h where best play took d.
    """

    task: Task
    played: Counts
    paired: Counts
    engine: str = "calibrated"
    _holdings: dict[int, calibration.Holding] = field(default_factory=dict)
    _predicted: dict[str, Predicted] = field(default_factory=dict)

    def estimate(self, contract: Contract) -> ContractEstimate:
        """Return the estimate of one contract."""
        found = self.predicted(contract)
        return estimate_with(self, contract, lambda figures: self.mean(contract, found.worth(figures)))

    def half_width(self, contract: Contract) -> float:
        """Return half the 95 % interval of the make rate."""
        row = self.estimate(contract)
        return (row.p_make_high - row.p_make_low) / 2

    def apart(self, contract: Contract, other: Contract) -> Difference:
        """Return by how many points a deal `contract` beats another one of its strain, deal by deal."""
        one, two = (self.predicted(each).worth(column(each.gain)) for each in (contract, other))
        found = self.mean(contract, one - two)
        mean, half = float(found.mean[0]), Z95 * sqrt(found.variance[0])
        return Difference(mean, mean - half, mean + half)

    def deals(self, contract: Contract) -> tuple[int, int]:
        """Return how many deals were played, and how many were solved too, in the contract's strain."""
        return int(self.played[contract.strain].sum()), int(self.paired[contract.strain].sum())

    def predicted(self, contract: Contract) -> Predicted:
        """Return what sampled players would make of a contract."""
        if contract.bid not in self._predicted:
            strain = contract.strain
            if strain not in self._holdings:
                cards = [pack(self.task.rules)[place] for place in self.task.hand]
                self._holdings[strain] = calibration.holding_of(cards, strain, self.task.rules)
            solved = self.paired[strain].sum(axis=(0, 1))
            found = predict(contract, self._holdings[strain], self.played[strain], solved)
            self._predicted[contract.bid] = found
        return self._predicted[contract.bid]

    def mean(self, contract: Contract, worth: Reals, paired: NDArray[np.int64] | None = None) -> Mean:
        """Return the means over deals of what a deal is worth, float64 (11 h, 11 d, figures).

        paired: the solved deals to look at, int64 (2, 11, 11), by default all. What they say is corrected by
        the deals that were played and not solved.
        """
        solved = self.paired[contract.strain]
        cheap = self.predicted(contract).cheap(worth)
        others = self.played[contract.strain] - solved.sum(axis=(0, 2))
        reference = mean_of(cheap, others) if others.min() >= 0 else None
        halves = []
        for deals in solved if paired is None else paired:
            h, d = np.nonzero(deals)
            halves.append(Half(worth[h, d], cheap[h], deals[h, d]))
        return corrected(halves, reference)

    def model_error(self, contract: Contract) -> float:
        """Return the half-width of the 95 % interval of the make rate that the calibration itself has.

        It is as uncertain as the sampled games are few that it was fitted to; more deals do not narrow it.
        """
        found = self.predicted(contract)
        weights = self.paired[contract.strain].sum(axis=0) / self.deals(contract)[1]
        slope = np.tensordot(weights, found.slopes, axes=2)
        return Z95 * sqrt(max(float(slope @ found.fit.covariance @ slope), 0.0))


def column(values: Sequence[float]) -> Reals:
    """Return one figure of each outcome as a column, float64 (outcomes, 1)."""
    return np.asarray(values, np.float64)[:, None]


def estimate_with(model: Calibrated, contract: Contract, average: Average) -> ContractEstimate:
    """Return a contract's row, where `average` estimates the means over deals of figures of the outcome.

    Every figure of the row comes from the same chances of at least so many tricks, and has its own error.
    """
    predicted = model.predicted(contract)
    outcomes = len(contract.made)
    played, solved = model.deals(contract)
    at_least = np.tri(outcomes, outcomes)[:, 1:]  # 1 for as many tricks or more
    others = np.array([contract.made, contract.gain, range(outcomes)], np.float64).T
    found = average(np.concatenate([at_least, others], axis=1))
    make, gain, tricks = found.variance[outcomes - 1 :].tolist()
    chances = np.clip([1.0, *found.mean[: outcomes - 1], 0.0], 0.0, 1.0)
    chances = np.minimum.accumulate(chances)
    shares = chances[:-1] - chances[1:]
    chance = min(1.0, float(shares @ np.array(contract.made)))
    rate = Rate(1.0, 1.0, 1.0) if predicted.certain else rate_around(chance, make, played, solved)
    points = points_around(shares.tolist(), contract.ours, contract.theirs, contract.made, rate, gain)
    return ContractEstimate(
        engine=model.engine,
        bid=contract.bid,
        value=contract.value,
        deals=played,
        made=None,
        p_make=rate.rate,
        p_make_low=rate.low,
        p_make_high=rate.high,
        mean_tricks=float(chances[1:].sum()) if contract.counts_tricks else None,
        tricks_error=Z95 * sqrt(tricks) if contract.counts_tricks else None,
        tricks=(*shares.tolist(), *(0.0,) * (calibration.TRICKS - outcomes)),
        mean_points=points.mean,
        mean_points_low=points.low,
        mean_points_high=points.high,
        mean_ours=points.ours,
        mean_theirs=points.theirs,
        break_even=break_even(shares.tolist(), contract.gain, contract.made),
        solved=solved,
        model_error=0.0 if predicted.certain else model.model_error(contract),
        certain=predicted.certain,
    )
