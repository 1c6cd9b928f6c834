"""The contracts played for one hand: points by number of tricks, and estimates from counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from fivehundred_sim.cards import BLIND_MISERE, Bid, BidError, format_bid, parse_bid
from fivehundred_sim.rules.ladder import bids as ladder_bids
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import contract_value, hand_points, is_made
from fivehundred_sim.rules.seats import HAND_PARTNERSHIPS, side_count
from fivehundred_sim.rules.wide import strain_of
from fivehundred_sim.study import estimate
from fivehundred_sim.study.advice import ContractEstimate
from fivehundred_sim.study.run import Counts


@dataclass(frozen=True)
class Contract:
    """A bid as it is counted: its text, level, strain, value, and the points of each number of tricks.

    The level of a misère is 0. Where a misère stops at its first trick there are two outcomes, and one trick
    stands for any failure.
    """

    bid: str
    level: int
    strain: int
    value: int
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    made: tuple[bool, ...]

    @property
    def gain(self) -> tuple[float, ...]:
        """Our points minus theirs, by number of tricks."""
        return tuple(ours - theirs for ours, theirs in zip(self.ours, self.theirs, strict=True))

    @property
    def counts_tricks(self) -> bool:
        """Whether all its tricks are played and counted."""
        return len(self.made) > 2


def contracts_of(rules: Rules) -> tuple[Contract, ...]:
    """Return the contracts that `advise` plays, in ladder order.

    That is every bid of the house but blind misère, which nobody can call who has seen his cards.
    """
    return tuple(_contract(rules, bid) for bid in ladder_bids(rules) if bid.denomination != BLIND_MISERE)


def _contract(rules: Rules, bid: Bid) -> Contract:
    stops = bid.is_misere and rules.misere.defender_points == "none"
    outcomes = range(2) if stops else range(11)
    pairs = [hand_points(rules, bid, tricks, partnered=_partnered(rules, bid)) for tricks in outcomes]
    return Contract(
        bid=format_bid(bid),
        level=0 if bid.is_misere else bid.level,
        strain=strain_of(bid),
        value=contract_value(rules, bid),
        ours=tuple(ours for ours, _ in pairs),
        theirs=tuple(theirs for _, theirs in pairs),
        made=tuple(is_made(bid, tricks) for tricks in outcomes),
    )


def _partnered(rules: Rules, bid: Bid) -> bool:
    """Return whether the contractor finds himself a partner for this hand (misère is played alone)."""
    return rules.table.sides in HAND_PARTNERSHIPS and not bid.is_misere


def opposing_sides(rules: Rules) -> int:
    """Return how many sides oppose the contractor of a suit or no-trump contract, each scoring for itself."""
    return side_count(rules) - 1 - (rules.table.sides in HAND_PARTNERSHIPS)


def estimate_contract(contract: Contract, counts: Counts, engine: str) -> ContractEstimate:
    """Return the estimate of one contract from an engine's counts (15, 11)."""
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
        mean_tricks=estimate.mean_tricks(outcomes) if contract.counts_tricks else None,
        tricks_error=estimate.mean_tricks_error(outcomes) if contract.counts_tricks else None,
        tricks=tricks,
        mean_points=points.mean,
        mean_points_low=points.low,
        mean_points_high=points.high,
        mean_ours=points.ours,
        mean_theirs=points.theirs,
        break_even=estimate.break_even(outcomes, contract.gain, contract.made),
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
    if parsed.denomination == BLIND_MISERE:
        raise BidError(f'bid "{word}": blind misère is called before the cards are seen')
    raise BidError(
        f'bid "{word}": not a contract that these rules play here;'
        f" expected one of {', '.join(c.bid for c in contracts)}"
    )
