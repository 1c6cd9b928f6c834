"""What a contract on one deal comes to, by player model, worked out once for a house and then looked up.

A hand is judged by the strain, by the row and the index of its evaluation, and by the tricks that heuristic
players take on the deal. For each model and level: the chance to make the contract, the points it brings on
average, ours less theirs; and the tricks to expect. Fractions are whole numbers of a small unit, so that sums
are exact.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import MISERE
from fivehundred_sim.kernels.bidding.evaluate import BINS, LEVELS, LOW, LOWEST_LEVEL, ROWS, STEP
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.study.bidding.house import House
from fivehundred_sim.study.bidding.stakes import OURS, OUTCOMES

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

RATE_UNIT, POINT_UNIT, TRICK_UNIT = 10_000, 10, 1_000  # parts of a chance, of a point, of a trick
RATE, POINTS, TRICKS = 0, LEVELS, 2 * LEVELS  # a model's values: by level, by level, one
PER_ENGINE = 2 * LEVELS + 1
TRICKS_LEVEL = 8  # sampled players try for what was bid; mean tricks are those in a contract of eight


@dataclass(frozen=True)
class Contracts:
    """The contracts of a house by strain and level, a misère in the place of the first level.

    calls: int64 (7, LEVELS), the call, -1 where the house has no such contract. made: bool, gain: float64
    (7, LEVELS, 11): whether so many tricks make it, and its points, ours less theirs.
    """

    calls: Ints
    made: NDArray[np.bool_]
    gain: Reals

    @property
    def strains(self) -> tuple[int, ...]:
        """The strains in which there are contracts."""
        return tuple(int(strain) for strain in np.flatnonzero((self.calls >= 0).any(axis=1)))

    def levels(self, strain: int) -> tuple[int, ...]:
        """Return the levels (places 0 to 4) in which there are contracts in a strain."""
        return tuple(int(place) for place in np.flatnonzero(self.calls[strain] >= 0))

    @cached_property
    def swing(self) -> Reals:
        """The points between just failing and just making, float64 (7, LEVELS), 0 without a contract."""
        best_failure = np.where(self.made, -np.inf, self.gain).max(axis=2)
        worst_success = np.where(self.made, self.gain, np.inf).min(axis=2)
        return np.where(self.calls >= 0, worst_success - best_failure, 0.0)


def contracts_of(house: House) -> Contracts:
    """Return the contracts of a house that are played with the kitty; inkles are none."""
    calls = np.full((STRAINS, LEVELS), -1, np.int64)
    for call, (level, strain, _, _, inkle) in enumerate(house.bidding.table):
        if 0 <= strain < STRAINS and not inkle:
            calls[strain, max(level - LOWEST_LEVEL, 0)] = call
    known = (calls >= 0)[..., None]
    made = house.made[calls] & known
    gain = np.where(known, house.points.results[OURS][calls], 0.0)
    return Contracts(calls, made, gain)


@dataclass(frozen=True)
class Worths:
    """What hands come to, as the kernels look it up.

    engines: the player models, the first shown first. table: int64 (7 * ROWS * BINS * 11, values), PER_ENGINE
    values a model in their order.
    """

    engines: tuple[str, ...]
    table: Ints

    @cached_property
    def digest(self) -> str:
        """A short hash of the numbers, which rest on fitted tables."""
        return hashlib.sha256(self.table.tobytes()).hexdigest()[:16]


def worths_of(house: House, contracts: Contracts) -> Worths:
    """Return what hands come to in a house: corrected to sampled play where that is known, and as played."""
    engines = ("calibrated", "heuristic") if house.calibrated else ("heuristic",)
    found = np.zeros((STRAINS, ROWS, BINS, OUTCOMES, len(engines), PER_ENGINE))
    played = np.broadcast_to(np.eye(OUTCOMES), (ROWS, BINS, OUTCOMES, OUTCOMES))
    for strain in contracts.strains:
        for model, engine in enumerate(engines):
            for place in range(LEVELS):
                shares = house.evaluation.quick[strain, :, place] if engine == "calibrated" else played
                own = found[strain, :, :, :, model]
                own[..., RATE + place] = shares @ contracts.made[strain, place] * RATE_UNIT
                own[..., POINTS + place] = shares @ contracts.gain[strain, place] * POINT_UNIT
                if place == TRICKS_LEVEL - LOWEST_LEVEL and strain < MISERE:
                    own[..., TRICKS] = shares @ np.arange(OUTCOMES) * TRICK_UNIT
    whole = np.rint(found).astype(np.int64)
    return Worths(engines, whole.reshape(-1, len(engines) * PER_ENGINE))


def outcomes_of(judged: Reals, tricks: Ints) -> Ints:
    """Return the rows of `Worths.table` of hands played in every strain, int64 (n, hands, 7).

    judged: float64 (n, hands, 7, 2), index and row of the evaluation. tricks: int64 (n, hands, 7), of
    heuristic players; what was not played has any number from 0 to 10.
    """
    rows = np.minimum(judged[..., 1].astype(np.int64), ROWS - 1)
    bins = np.clip(np.rint((judged[..., 0] - LOW) / STEP).astype(np.int64), 0, BINS - 1)
    return ((np.arange(STRAINS) * ROWS + rows) * BINS + bins) * OUTCOMES + tricks
