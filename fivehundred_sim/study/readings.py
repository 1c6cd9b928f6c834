"""What a player model says about contracts: one form for models that count and models that predict."""

from dataclasses import dataclass
from typing import Protocol

from fivehundred_sim.study.advice import ContractEstimate
from fivehundred_sim.study.contracts import Contract, estimate_contract, points_apart
from fivehundred_sim.study.estimate import Difference
from fivehundred_sim.study.run import Counts


class Reading(Protocol):
    """The estimates of one player model for one hand."""

    @property
    def engine(self) -> str:
        """The name of the player model."""

    def estimate(self, contract: Contract) -> ContractEstimate:
        """Return the estimate of one contract."""

    def half_width(self, contract: Contract) -> float:
        """Return half the 95 % interval of a contract's make rate."""

    def apart(self, contract: Contract, other: Contract) -> Difference:
        """Return by how many points a deal `contract` beats another one of its strain, deal by deal."""

    def deals(self, contract: Contract) -> tuple[int, int]:
        """Return the deals of a contract's strain: all of them, and those that were solved too."""


@dataclass(frozen=True)
class Counted:
    """What a model says whose deals are counted: int64 (15, 11), by strain and tricks."""

    engine: str
    counts: Counts

    def estimate(self, contract: Contract) -> ContractEstimate:
        """Return the estimate of one contract."""
        return estimate_contract(contract, self.counts, self.engine)

    def half_width(self, contract: Contract) -> float:
        """Return half the 95 % interval of a contract's make rate."""
        row = self.estimate(contract)
        return (row.p_make_high - row.p_make_low) / 2

    def apart(self, contract: Contract, other: Contract) -> Difference:
        """Return by how many points a deal `contract` beats another one of its strain, deal by deal."""
        return points_apart(contract, other, self.counts)

    def deals(self, contract: Contract) -> tuple[int, int]:
        """Return the deals of a contract's strain: all of them, and none that were solved besides."""
        return int(self.counts[contract.strain].sum()), 0
