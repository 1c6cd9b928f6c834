"""How good a count is: its error in tricks, and the points of bidding what it says, on deals played out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import NO_TRUMP
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.seats import HAND_PARTNERSHIPS, side_count
from fivehundred_sim.study.contracts import contracts_of
from fivehundred_sim.study.count_features import Reals
from fivehundred_sim.study.estimate import Z95
from fivehundred_sim.study.run import TRICK_COUNTS, Ints

NEVER = -1e9  # the value of a denomination that is not bid at all, and of everything no better
DENOMINATIONS = NO_TRUMP + 1
LEVELS = TRICK_COUNTS  # a level is a number of tricks
MARGINS = tuple(np.arange(-20, 9) / 4)  # tricks that a bidder may keep back, or add
_TRICKS = np.arange(TRICK_COUNTS)


@dataclass(frozen=True)
class Accuracy:
    """How far a count is from the tricks taken, in one kind of contract and one kind of hands.

    share: of the hands, those that the count has a number for; the rest is about them. rmse: root mean square
    of count minus tricks, a deal. bias: its mean. within_one: share of deals at most one trick from the count
    rounded to whole tricks (a half goes up).
    hand_error: root mean square of count minus the mean tricks of the hand over all deals, which is what a
    perfect count of ten cards would say. rmse_ours: `rmse` of the fitted count on the same deals.
    """

    count: str
    contract: str
    hands: str
    deals: int
    share: float
    rmse: float
    bias: float
    within_one: float
    hand_error: float
    rmse_ours: float


@dataclass(frozen=True)
class Points:
    """Points a hand, ours minus theirs, where a count's best bid is played, and where it passes 0.

    bids: share of the hands that bid. margin: tricks that the count is lowered by first. Differences are
    those to the fitted count, on the same deals, with a 95 % interval.
    """

    count: str
    margin: float
    bids: float
    points: float
    difference: float
    low: float
    high: float


@dataclass(frozen=True)
class BidMade:
    """How a level fares where a count bids it: share of all hands, tricks and points a deal, share made."""

    level: int
    share: float
    tricks: float
    made: float
    points: float


def published_values(hands: Ints, code: Ints, rules: Rules) -> dict[str, Reals]:
    """Return float64 (n, 5) for each published count: what it would bid as a first call."""
    from fivehundred_sim.kernels.bidding.counts import COUNTS, published_count
    from fivehundred_sim.kernels.bidding.trick_counts import ALONE, SIDE

    calls = np.zeros((SIDE + 1, DENOMINATIONS), np.int64)
    calls[SIDE, ALONE] = plays_alone(rules)
    values = {name: np.empty((len(hands), DENOMINATIONS)) for name in COUNTS}
    for which, rows in enumerate(values.values()):
        for hand, row in zip(hands, rows, strict=True):
            published_count(which, hand, code, calls, row)
    return values


def plays_alone(rules: Rules) -> bool:
    """Return whether a contractor has no partner."""
    return side_count(rules) == rules.table.players and rules.table.sides not in HAND_PARTNERSHIPS


def gains(rules: Rules) -> Reals:
    """Return float64 (5, 11 levels, 11): our points minus theirs by denomination, level and tricks.

    NaN where the house does not have the bid.
    """
    table = np.full((DENOMINATIONS, LEVELS, TRICK_COUNTS), np.nan)
    for contract in contracts_of(rules):
        if contract.strain < DENOMINATIONS:
            table[contract.strain, contract.level] = contract.gain
    return table


def accuracy(
    values: Reals, ours: Reals, counts: NDArray[np.uint8], names: tuple[str, str, str]
) -> Accuracy | None:
    """Return the accuracy of a count, or None where it has no number for two hands.

    values, ours: float64 (n,), the count and the fitted one, a hand and contract each. counts: (n, 11), deals
    by tricks. names: of the count, the contract and the hands.
    """
    told = values > NEVER
    if told.sum() < 2:
        return None
    deals = counts[told].astype(np.float64)
    each = deals.sum(axis=1)
    off = values[told, None] - _TRICKS
    whole = np.floor(values[told, None] + 0.5)
    total = deals.sum()
    mean = deals @ _TRICKS / each
    spread = (deals * (_TRICKS - mean[:, None]) ** 2).sum(axis=1) / (each - 1)
    # The mean of ten deals strays from that of all deals by a tenth of their variance.
    square = np.mean((values[told] - mean) ** 2 - spread / each)
    return Accuracy(
        *names,
        deals=int(total),
        share=float(told.mean()),
        rmse=float(np.sqrt((deals * off**2).sum() / total)),
        bias=float((deals * off).sum() / total),
        within_one=float((deals * (np.abs(whole - _TRICKS) <= 1)).sum() / total),
        hand_error=float(np.sqrt(max(square, 0.0))),
        rmse_ours=float(np.sqrt((deals * (ours[told, None] - _TRICKS) ** 2).sum() / total)),
    )


def best_bids(values: Reals, margin: float, gain: Reals) -> tuple[Ints, Ints]:
    """Return the denomination and the level that each hand bids, int64 (n,), level 0 for a pass.

    values: float64 (n, 5). The best bid is the denomination valued most, of equal ones the dearer, at the
    whole tricks of its value less the margin, no higher than ten. gain: as `gains`.
    """
    best: Ints = NO_TRUMP - np.argmax(values[:, ::-1], axis=1)
    top = values[np.arange(len(values)), best] - margin
    level = np.floor(np.clip(top, 0, LEVELS - 1) + 1e-9).astype(np.int64)
    level[np.isnan(gain[best, level, 0])] = 0
    return best, level


def hand_points(best: Ints, level: Ints, gain: Reals, counts: NDArray[np.uint8]) -> Reals:
    """Return the mean points of each hand over its deals, float64 (n,); counts: (n, 5, 11)."""
    taken = counts[np.arange(len(best)), best]
    sums = (taken * np.nan_to_num(gain[best, level])).sum(axis=1)
    points: Reals = np.where(level > 0, sums / taken.sum(axis=1), 0.0)
    return points


def bids_made(values: Reals, margin: float, gain: Reals, counts: NDArray[np.uint8]) -> list[BidMade]:
    """Return how a count's bids fare, a row a level that is bid."""
    best, level = best_bids(values, margin, gain)
    points, rows = hand_points(best, level, gain, counts), []
    for height in np.unique(level[level > 0]):
        bid = level == height
        taken = counts[bid, best[bid]].sum(axis=0, dtype=np.int64)
        tricks, made = taken @ _TRICKS / taken.sum(), taken[height:].sum() / taken.sum()
        share, won = float(bid.mean()), float(points[bid].mean())
        rows.append(BidMade(int(height), share, float(tricks), float(made), won))
    return rows


def best_margin(values: Reals, gain: Reals, counts: NDArray[np.uint8]) -> float:
    """Return the margin, of `MARGINS`, with which a count's bids bring most points; of equals the least."""
    bids = (best_bids(values, margin, gain) for margin in MARGINS)
    means = [hand_points(*bid, gain, counts).mean() for bid in bids]
    return float(MARGINS[int(np.argmax(np.round(means, 9)))])


def points_of(
    values: dict[str, Reals],
    margins: Sequence[float],
    ours: str,
    gain: Reals,
    counts: NDArray[np.uint8],
) -> list[Points]:
    """Return a row a count, with a margin each, compared with the count named `ours`."""
    bids = [best_bids(value, margin, gain) for value, margin in zip(values.values(), margins, strict=True)]
    points = [hand_points(*bid, gain, counts) for bid in bids]
    base = points[list(values).index(ours)]
    rows = []
    for name, margin, own, (_, level) in zip(values, margins, points, bids, strict=True):
        apart = own - base
        half = float(Z95 * apart.std(ddof=1) / np.sqrt(len(apart)))
        mean, share = float(apart.mean()), float((level > 0).mean())
        rows.append(Points(name, margin, share, float(own.mean()), mean, mean - half, mean + half))
    return rows
