"""The sampled estimate: some deals played by sampled players, who see what players see, and many cheap ones.

A game by sampled players takes a third of a second or more, so there are few. Each is set beside what the
calibration predicts of the same deal; the mean of the prediction, known from many other deals, corrects what
the few deals were off the average (`two_level`). Where the calibration errs, the games say so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.study.advice import ContractEstimate
from fivehundred_sim.study.calibrated import Calibrated, column, estimate_with
from fivehundred_sim.study.contracts import Contract
from fivehundred_sim.study.estimate import Z95, Difference
from fivehundred_sim.study.interrupts import interrupts_kept
from fivehundred_sim.study.run import SAMPLED, Counts, Task, Workers, in_order
from fivehundred_sim.study.two_level import Half, Mean, corrected, mean_of

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]

WORLDS = 16  # deals that a sampled player solves for each card
PAIRED = 10  # deals to be solved for each that is played, so that their mean adds little to the error


@dataclass(frozen=True)
class Games:
    """What sampled players took in the first deals of a contract, beside both quick models: int64 (deals, 3).

    The columns are tricks by rules of thumb, by best play and by sampled players.
    """

    tricks: Ints

    def __len__(self) -> int:
        return len(self.tricks)

    @property
    def odd(self) -> NDArray[np.bool_]:
        """Which of the deals have an odd number."""
        return np.asarray(np.arange(len(self)) % 2 == 1)

    def paired(self) -> Ints:
        """Return these deals as both quick models count them, int64 (2, 11, 11)."""
        counts = np.zeros((2, 11, 11), np.int64)
        np.add.at(counts, (self.odd.astype(np.int64), self.tricks[:, 0], self.tricks[:, 1]), 1)
        return counts


def play(contract: Contract, task: Task, first: int, last: int, workers: Workers) -> Iterator[Games]:
    """Yield the games of deals `first` to `last - 1` of a contract, one at a time and in order."""
    from fivehundred_sim.kernels.paired import paired_tricks
    from fivehundred_sim.kernels.sampled.chunks import sampled_games

    points = np.zeros(11, np.int64)
    gain = np.rint(contract.gain).astype(np.int64)
    points[: len(gain)], points[len(gain) :] = gain, gain[-1]
    bit, law = task.lanes.bit, task.lanes.play
    question = (bit, law, task.hand, task.unseen, task.seed)

    def game(deal: int, n: int) -> Counts:
        pairs = paired_tricks(*question, deal, n, 1 << contract.strain)[contract.strain]
        sampled = sampled_games(*question, deal, n, contract.strain, points, contract.level, WORLDS)
        return np.column_stack([pairs, sampled])

    with interrupts_kept():
        game(first, 0)
    deals = [range(deal, deal + 1) for deal in range(first, last)]
    for tricks in in_order(workers.executor, game, deals, workers.ahead):
        workers.meter.tick()
        yield Games(tricks)


def joined(parts: Sequence[Games]) -> Games:
    """Return games of consecutive deals as one; of none, none."""
    return Games(np.concatenate([np.zeros((0, 3), np.int64), *(part.tricks for part in parts)]))


@dataclass(frozen=True)
class Sampled:
    """The sampled estimates of a hand, of the contracts that were played, by bid."""

    model: Calibrated
    games: dict[str, Games]
    engine: str = SAMPLED.name

    def estimate(self, contract: Contract) -> ContractEstimate:
        """Return the estimate of a contract. Raises KeyError for one that was not played."""
        row = estimate_with(self.model, contract, lambda figures: self.mean(contract, figures))
        # What the calibration errs by is in the difference that the games measure.
        return replace(row, engine=self.engine, sampled=len(self.games[contract.bid]), model_error=None)

    def half_width(self, contract: Contract) -> float:
        """Return half the 95 % interval of a contract's make rate."""
        row = self.estimate(contract)
        return (row.p_make_high - row.p_make_low) / 2

    def apart(self, contract: Contract, other: Contract) -> Difference:
        """Return by how many points a deal `contract` beats another one; their errors are added."""
        one, two = (self.mean(each, column(each.gain)) for each in (contract, other))
        half = Z95 * (sqrt(one.variance[0]) + sqrt(two.variance[0]))
        mean = float(one.mean[0] - two.mean[0])
        return Difference(mean, mean - half, mean + half)

    def deals(self, contract: Contract) -> tuple[int, int]:
        """Return the deals of a contract's strain: all of them, and those that were solved too."""
        return self.model.deals(contract)

    def mean(self, contract: Contract, figures: Reals) -> Mean:
        """Return the means over deals of figures (outcomes, figures) of the outcome, by two levels."""
        games = self.games[contract.bid]
        predicted = self.model.predicted(contract)
        worth = predicted.worth(figures)
        rest = self.model.paired[contract.strain] - games.paired()
        h, d, s = games.tricks.T
        reference: Mean | None
        if rest.sum():
            cheap, reference = worth[h, d], self.model.mean(contract, worth, rest)
        else:  # every deal that is solved is played too
            from_played = predicted.cheap(worth)
            others = self.model.played[contract.strain] - np.bincount(h, minlength=len(from_played))
            cheap, reference = from_played[h], mean_of(from_played, others)
        ones = np.ones(len(games))
        halves = [Half(figures[s[half]], cheap[half], ones[half]) for half in (~games.odd, games.odd)]
        found = corrected(halves, reference)
        # Games that all went as predicted do not say that the next one must.
        single = predicted.worth(figures**2)[h, d] - worth[h, d] ** 2
        more = np.maximum(single.mean(axis=0) / len(games) - found.own, 0.0)
        return replace(found, variance=found.variance + more, own=found.own + more)


def chosen(asked: Contract | None, model: Calibrated, contracts: Sequence[Contract]) -> tuple[Contract, ...]:
    """Return the contracts to be played: the one asked about, or the best of each strain."""
    if asked is not None:
        return (asked,)
    best: dict[int, tuple[float, Contract]] = {}
    for contract in contracts:
        points = model.estimate(contract).mean_points
        if contract.strain not in best or points > best[contract.strain][0]:
            best[contract.strain] = (points, contract)
    return tuple(contract for _, contract in best.values())
