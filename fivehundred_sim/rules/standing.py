"""Where a game stands: the scores after a hand, and who has won or lost.

Pure: a standing and a finished hand in, the next standing out. Sources: pagat.com, "500", for the target, the
floor and winning on a contract; Trickster and the score keepers for caps and for two sides past the target;
Hoyle's Games Modernized (1909) and How Stuff Works for three players. docs/rulings.md says how they are read
where they are silent.
"""

from collections.abc import Iterable
from typing import NamedTuple

from fivehundred_sim.cards import Bid
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import (
    TRICK_POINTS,
    contract_value,
    is_made,
    score_hand,
    score_no_bid,
)
from fivehundred_sim.rules.seats import contractor_side, side_count, side_of


class FinishedHand(NamedTuple):
    """A hand that has been played.

    `bid` and `contractor` are None for the hand without a contract; `partner` is the one called or named in
    the five-handed game; `tricks` are those of each seat; `winners` are the seats that won the tricks, in
    order, which only the ties of `match.defenders_over` ask for.
    """

    bid: Bid | None
    contractor: int | None
    tricks: tuple[int, ...]
    partner: int | None = None
    winners: tuple[int, ...] = ()


class Standing(NamedTuple):
    """A game between hands; sides are numbered as `seats.side_of` does.

    `hands` counts those played. `sunk` are the sides that have ever been at the floor. A game that is `over`
    has winners, several where partners of one hand or equals win together, none where nobody wins;
    `losers` are the sides that lost it by reaching the floor.
    """

    scores: tuple[int, ...]
    hands: int = 0
    sunk: frozenset[int] = frozenset()
    over: bool = False
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


def start(rules: Rules) -> Standing:
    """Return the standing before the first hand."""
    return Standing((0,) * side_count(rules))


def after_hand(rules: Rules, before: Standing, hand: FinishedHand) -> Standing:
    """Return the standing after a hand.

    Checked in this order: a side at the floor loses; the contractor's side wins at the target; the others do
    where tricks may win. With `match.hands` only the number of hands ends the game, and the highest score
    wins. Raises ValueError for a game that is over and for a hand that cannot have been played.
    """
    if before.over:
        raise ValueError("the game is over: no further hand counts")
    match = rules.match
    gains = points_of_hand(rules, before.scores, hand)
    scores = tuple(score + gain for score, gain in zip(before.scores, gains, strict=True))
    below = tuple(side for side, score in enumerate(scores) if match.floor and score <= match.floor)
    after = Standing(scores, before.hands + 1, before.sunk.union(below))
    if match.hands:
        ended = after.hands >= match.hands
        return after._replace(over=True, winners=_highest(scores, range(len(scores)))) if ended else after
    if below and match.floor_rule == "loses":
        others = [side for side in range(len(scores)) if side not in below]
        return after._replace(over=True, winners=_highest(scores, others), losers=below)
    first = _first_at_target(rules, before.scores, scores, hand)
    # Who has been at the floor and played on takes the game from the others, but does not win it.
    winners = tuple(side for side in first if side not in after.sunk)
    return after._replace(over=True, winners=winners) if first else after


def points_of_hand(rules: Rules, scores: tuple[int, ...], hand: FinishedHand) -> tuple[int, ...]:
    """Return what each side scores for a hand, given the scores before it, on which trick caps depend.

    A cap stops only points for tricks against a contract: neither what the contract is worth nor the tricks
    of a hand without one. Raises ValueError for a bid without a contractor or the reverse, and what
    `score_hand` and `score_no_bid` raise.
    """
    if (hand.bid is None) != (hand.contractor is None):
        raise ValueError(f"bid {hand.bid} with contractor {hand.contractor}: expected both, or None for both")
    if hand.bid is None or hand.contractor is None:
        return score_no_bid(rules, hand.tricks)
    gains = score_hand(rules, hand.bid, hand.contractor, hand.tricks, hand.partner)
    given = rules.scoring.failed_value_to_opponents and not _made(rules, hand)
    value = contract_value(rules, hand.bid) if given else 0
    ours = _contract_sides(rules, hand)
    return tuple(
        gain if side in ours else value + _capped(rules, scores[side], gain - value)
        for side, gain in enumerate(gains)
    )


def _capped(rules: Rules, score: int, points: int) -> int:
    """Return what remains of trick points: `clamp` counts up to the cap, `freeze` until it is reached."""
    cap = rules.scoring.trick_cap
    if not cap:
        return points
    if rules.scoring.cap_kind == "freeze":
        return 0 if score >= cap else points
    return min(points, max(0, cap - score))


def _first_at_target(
    rules: Rules, before: tuple[int, ...], after: tuple[int, ...], hand: FinishedHand
) -> tuple[int, ...]:
    """Return the sides that reach the target first, those of the contract together; none while it is open."""
    match = rules.match
    there = [side for side, score in enumerate(after) if score >= match.target]
    ours = tuple(side for side in there if side in _contract_sides(rules, hand) and _made(rules, hand))
    if match.must_win_on_contract or (ours and match.both_over == "contractor"):
        return ours
    if not ours and len(there) > 1 and match.defenders_over != "higher":
        there = _earliest(rules, before, there, hand)
    highest = _highest(after, there)
    if ours and set(highest) <= set(ours):
        return ours
    return highest if len(highest) == 1 else ()  # equals play on


def _earliest(rules: Rules, before: tuple[int, ...], sides: list[int], hand: FinishedHand) -> list[int]:
    """Return which of several sides past the target comes first by the tricks of the hand.

    `trick_order`: whose trick first brought him there (Hoyle 1909); `first_trick`: who took the first trick
    (How Stuff Works).
    """
    if tuple(hand.winners.count(seat) for seat in range(len(hand.tricks))) != tuple(hand.tricks):
        raise ValueError(
            f"match.defenders_over = {rules.match.defenders_over} asks who won each trick, but the winners"
            f" {list(hand.winners)} do not add up to the tricks {list(hand.tricks)}"
        )
    never = len(hand.winners) + 1
    places: dict[int, int] = {}
    for side in sides:
        counts = [_scores_trick(rules, hand, side, winner) for winner in hand.winners]
        missing = -(-(rules.match.target - before[side]) // TRICK_POINTS)  # tricks, rounded up
        needed = 1 if rules.match.defenders_over == "first_trick" else max(missing, 0)
        reached = (place for place in range(len(counts) + 1) if sum(counts[:place]) >= needed)
        places[side] = next(reached, never)
    return [side for side in sides if places[side] == min(places.values())]


def _scores_trick(rules: Rules, hand: FinishedHand, side: int, winner: int) -> bool:
    """Return whether a trick won by seat `winner` scores for a defending side."""
    taker = side_of(rules, winner)
    forced = rules.misere.defender_points == "per_trick_taken_by_bidder"
    if hand.bid is not None and hand.bid.is_misere and forced:
        return taker in _contract_sides(rules, hand)
    return taker == side


def _contract_sides(rules: Rules, hand: FinishedHand) -> frozenset[int]:
    """Return the sides that the contract's value goes to; none without a contract."""
    if hand.bid is None or hand.contractor is None:
        return frozenset()
    seats = contractor_side(rules, hand.bid, hand.contractor, hand.partner)
    return frozenset(side_of(rules, seat) for seat in seats)


def _made(rules: Rules, hand: FinishedHand) -> bool:
    """Return whether there was a contract and it was made."""
    if hand.bid is None or hand.contractor is None:
        return False
    seats = contractor_side(rules, hand.bid, hand.contractor, hand.partner)
    return is_made(hand.bid, sum(hand.tricks[seat] for seat in seats))


def _highest(scores: tuple[int, ...], sides: Iterable[int]) -> tuple[int, ...]:
    """Return those of the sides that have their highest score."""
    chosen = tuple(sides)
    top = max((scores[side] for side in chosen), default=0)
    return tuple(side for side in chosen if scores[side] == top)
