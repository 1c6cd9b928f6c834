"""The contracts played for one hand: points by number of tricks, and estimates from counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from fivehundred_sim.cards import MISERE, OPEN_MISERE, Bid, BidError, format_bid, parse_bid
from fivehundred_sim.rules.ladder import bids as ladder_bids
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import contract_value, hand_points, is_made
from fivehundred_sim.study import estimate
from fivehundred_sim.study.advice import ContractEstimate
from fivehundred_sim.study.run import Counts


@dataclass(frozen=True)
class Contract:
    """A bid as it is counted: its text, strain, value, and the points of each number of tricks."""

    bid: str
    strain: int
    value: int
    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    made: tuple[bool, ...]

    @property
    def gain(self) -> tuple[int, ...]:
        """Our points minus theirs, by number of tricks."""
        return tuple(ours - theirs for ours, theirs in zip(self.ours, self.theirs, strict=True))


def contracts_of(rules: Rules) -> tuple[Contract, ...]:
    """Return the contracts that `advise` plays, in ladder order: suits, no-trump, misère, open misère."""
    return tuple(
        _contract(rules, bid)
        for bid in ladder_bids(rules)
        if bid.denomination <= OPEN_MISERE and not bid.sans_kitty
    )


def _contract(rules: Rules, bid: Bid) -> Contract:
    misere = bid.denomination >= MISERE
    # The kernels stop a misère at its first trick, so "one trick" stands for any failure.
    outcomes = range(2) if misere else range(11)
    pairs = [hand_points(rules, bid, tricks) for tricks in outcomes]
    return Contract(
        bid=format_bid(bid),
        strain=bid.denomination,
        value=contract_value(rules, bid),
        ours=tuple(ours for ours, _ in pairs),
        theirs=tuple(theirs for _, theirs in pairs),
        made=tuple(is_made(bid, tricks) for tricks in outcomes),
    )


def estimate_contract(contract: Contract, counts: Counts, engine: str) -> ContractEstimate:
    """Return the estimate of one contract from an engine's counts (7, 11)."""
    tricks = tuple(int(count) for count in counts[contract.strain])
    outcomes = tricks[: len(contract.made)]
    made = sum(count for count, ok in zip(outcomes, contract.made, strict=True) if ok)
    deals = sum(outcomes)
    p = estimate.rate(made, deals)
    points = estimate.points(outcomes, contract.ours, contract.theirs, contract.made)
    return ContractEstimate(
        engine=engine,
        bid=contract.bid,
        value=contract.value,
        deals=deals,
        made=made,
        p_make=p.rate,
        p_make_low=p.low,
        p_make_high=p.high,
        mean_tricks=estimate.mean_tricks(outcomes) if contract.strain < MISERE else None,
        tricks=tricks,
        mean_points=points.mean,
        mean_points_low=points.low,
        mean_points_high=points.high,
        mean_ours=points.ours,
        mean_theirs=points.theirs,
    )


def points_apart(contract: Contract, other: Contract, counts: Counts) -> estimate.Difference:
    """Return by how many points a deal `contract` beats another one of its strain.

    Both are functions of the same trick count of the same deals (a precision goal goes on by strain), so
    the counts hold the difference of every single deal.
    """
    outcomes = [int(count) for count in counts[contract.strain, : len(contract.gain)]]
    return estimate.difference(outcomes, contract.gain, other.gain)


def find_contract(contracts: Sequence[Contract], bid: str | Bid) -> Contract:
    """Return the contract of a bid. Raises BidError with the reason if it is not among `contracts`."""
    parsed = parse_bid(bid) if isinstance(bid, str) else bid
    word = format_bid(parsed)
    for contract in contracts:
        if contract.bid == word:
            return contract
    if word == "P":
        raise BidError('bid "P": a pass is not a contract; expected a bid such as 8H')
    raise BidError(
        f'bid "{word}": not a contract that these rules play here;'
        f" expected one of {', '.join(c.bid for c in contracts)}"
    )
