"""The best contract of each contractor with all hands open, and par: what comes of both sides bidding so.

Par is the end of an auction in which both sides see all hands, know what every contract comes to, and bid by
the ladder as long as that pays: with a contract that makes, or with one that fails but costs less than what
the others would play. Whoever is timed out of a bid (a misère before any seven) may make it here; nobody
exchanges cards, so bids without the kitty add nothing, and blind misère is not for hands that lie open.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fivehundred_sim.cards import BLIND_MISERE, Bid, format_bid
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import hand_points, is_made
from fivehundred_sim.rules.seats import side_count, sides
from fivehundred_sim.study.values import solved_strain

Taken = Mapping[int, tuple[int, ...]]  # by strain: what each seat's side takes as contractor's


@dataclass(frozen=True)
class Makeable:
    """A contract that is made: bid as text, tricks of the contractor's side, points (ours minus theirs)."""

    bid: str
    tricks: int
    points: float


@dataclass(frozen=True)
class Par:
    """The contract that both sides end in, None if nobody gains by bidding, and its points for seat 0's side.

    `points` are those of the side of seat 0, which calls first, minus the other side's.
    """

    bid: str | None
    declarer: int | None
    makes: bool | None
    points: float

    def to_json_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return asdict(self)


def best_contracts(rules: Rules, taken: Taken) -> tuple[Makeable | None, ...]:
    """Return for each seat the contract worth most that it makes, the lowest of equals; None without one.

    `taken` are the tricks of whole deals of ten cards, by strain as `solved_strain` names it.
    """
    return tuple(_best(rules, taken, seat) for seat in range(rules.table.players))


def _best(rules: Rules, taken: Taken, seat: int) -> Makeable | None:
    best: Makeable | None = None
    for bid in _playable(rules, taken):
        tricks = taken[solved_strain(bid)][seat]
        if is_made(bid, tricks):
            points = _points(rules, bid, tricks)
            if best is None or points > best.points:
                best = Makeable(format_bid(bid), tricks, points)
    return best


def par(rules: Rules, taken: Taken) -> Par | None:
    """Return par of a deal, the side of seat 0 calling first; None where there are not two lasting sides."""
    if side_count(rules) != 2:
        return None
    ladder = list(_playable(rules, taken))
    after: tuple[list[Par], list[Par]] = ([], [])  # what comes of a side's bids, of those looked at so far
    for bid in reversed(ladder):
        # Both sides before either list grows: nobody overcalls his own bid.
        found = [_after_bid(rules, taken, bid, side, after[1 - side]) for side in (0, 1)]
        for bids_of_side, end in zip(after, found, strict=True):
            if end is not None:
                bids_of_side.insert(0, end)
    passed_out = Par(None, None, None, 0)
    return _preferred(0, _preferred(1, passed_out, after[1]), after[0])


def _after_bid(rules: Rules, taken: Taken, bid: Bid, side: int, overcalls: Sequence[Par]) -> Par | None:
    """Return what comes of a side's bid: it plays the contract, or the others end better with an overcall.

    None for a failing misère whose points depend on tricks beyond the first, which nobody has counted.
    """
    tricks = taken[solved_strain(bid)]
    points = {seat: _points(rules, bid, tricks[seat]) for seat in sides(rules)[side]}
    declarer = max(points, key=lambda seat: points[seat])
    makes = is_made(bid, tricks[declarer])
    if bid.is_misere and not makes and rules.misere.defender_points != "none":
        return None
    played = Par(format_bid(bid), declarer, makes, -points[declarer] if side else points[declarer])
    return _preferred(1 - side, played, overcalls)


def _preferred(side: int, passing: Par, bidding: Sequence[Par]) -> Par:
    """Return the end that a side prefers: that of a pass, or of one of its bids, the first of equals."""
    return max([passing, *bidding], key=lambda end: -end.points if side else end.points)


def _playable(rules: Rules, taken: Taken) -> Iterator[Bid]:
    """Yield the bids that make sense with open hands, lowest first."""
    for bid in bids(rules):
        if not bid.sans_kitty and bid.denomination != BLIND_MISERE and solved_strain(bid) in taken:
            yield bid


def _points(rules: Rules, bid: Bid, tricks: int) -> float:
    ours, theirs = hand_points(rules, bid, tricks)
    return ours - theirs
