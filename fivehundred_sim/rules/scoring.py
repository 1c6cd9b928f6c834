"""What a played hand scores: contract and tricks in, points by side out, before caps and the end of the game.

Sources: pagat.com "500" for the slam minimum, the ten points a trick and the halves of the five-handed game;
Hoyle's Games Modernized (1909) and How Stuff Works for three players, of whom each defender scores his own
tricks; the score keepers BIDSK and Score500 for the variants of the defenders' points.
"""

import os
from collections.abc import Sequence
from numbers import Integral

from fivehundred_sim.cards import Bid, format_bid, parse_bid
from fivehundred_sim.rules.ladder import rank
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.seats import (
    HAND_PARTNERSHIPS,
    contractor_side,
    playing_seats,
    side_count,
    side_of,
)
from fivehundred_sim.rules.values import contract_value

__all__ = ["contract_value", "hand_points", "is_made", "score_hand", "score_no_bid"]

TRICKS = 10
TRICK_POINTS = 10  # to the defenders, each trick
SLAM_MINIMUM = 250  # all ten tricks on a contract worth less


def is_made(bid: Bid, contractor_tricks: int) -> bool:
    """Return whether the contractor's side keeps its word with this many tricks."""
    return contractor_tricks == 0 if bid.is_misere else contractor_tricks >= bid.level


def hand_points(
    rules: Rules, bid: Bid, contractor_tricks: int, *, partnered: bool = False
) -> tuple[int, float]:
    """Return the points of a hand of ten tricks: (the contractor's own side, the mean of the opposing sides).

    `contractor_tricks` are those of all who play the contract, 0 to 10. `partnered` says that a five-handed
    contractor has a partner for this hand: `partner.share` of the value is his own, and three sides oppose
    him. The mean is an int where it is whole. Raises BidError for what is no contract of these rules, and
    ValueError for tricks that are not possible or a partner where there are none for one hand.
    """
    if not 0 <= contractor_tricks <= TRICKS:
        raise ValueError(f"{contractor_tricks} tricks are not possible (0 to {TRICKS})")
    if partnered:
        _check_partnership(rules, bid)
    opposing = side_count(rules) - (2 if partnered else 1)
    made = is_made(bid, contractor_tricks)
    own = _own_points(rules, bid, contractor_tricks, partnered)
    given = _value_given(rules, bid, made)
    if _counts_contractors_tricks(rules, bid):
        return own, given + TRICK_POINTS * contractor_tricks
    lost = TRICKS - contractor_tricks
    points = given * opposing + (TRICK_POINTS * lost if _counts_own_tricks(rules, bid, made) else 0)
    return own, points // opposing if points % opposing == 0 else points / opposing


def score_hand(
    rules: Rules | str | os.PathLike[str],
    bid: str | Bid,
    contractor: int,
    tricks: Sequence[int],
    partner: int | None = None,
) -> tuple[int, ...]:
    """Return the points of a played hand by side, the side of seat 0 first.

    `rules` may be the name of a preset or file. `tricks` are those taken by each seat, ten together; in a
    misère that ends at the contractor's first trick they may be fewer, and who lays his cards down has none.
    `partner` is the seat that the contractor of a five-handed game called or named, None where he was alone.
    Trick points are those before any `scoring.trick_cap`, which depends on the score. Raises BidError for a
    contract that these rules do not have, ValueError for what cannot have been played.
    """
    rules = rules if isinstance(rules, Rules) else load_rules(rules)
    contract = parse_bid(bid) if isinstance(bid, str) else bid
    rank(rules, contract)  # raises for a bid this house does not have
    _check_seat(rules, contractor)
    if partner is not None:
        _check_seat(rules, partner)
        _check_partnership(rules, contract)
        if partner == contractor:
            raise ValueError(f"seat {partner} cannot be his own partner (None: the contractor is alone)")
    _check_tricks(rules, contract, contractor, tricks)
    seats = contractor_side(rules, contract, contractor, partner)
    taken = sum(int(tricks[seat]) for seat in seats)
    made = is_made(contract, taken)
    own = _own_points(rules, contract, taken, partner is not None)
    ours = {side_of(rules, seat) for seat in seats}
    points = []
    for side, theirs in enumerate(_tricks_by_side(rules, tricks)):
        counted = theirs if _counts_own_tricks(rules, contract, made) else 0
        if _counts_contractors_tricks(rules, contract):
            counted = taken
        given = _value_given(rules, contract, made)
        points.append(own if side in ours else given + TRICK_POINTS * counted)
    return tuple(points)


def score_no_bid(rules: Rules, tricks: Sequence[int]) -> tuple[int, ...]:
    """Return the points by side of a hand that is played at no-trump because all have passed.

    Ten a trick for every side, whatever `scoring.defender_points` and `trick_cap` say (Hoyle 1909; Score500
    does not cap them). Raises ValueError for tricks that are not ten together, and where the rules do not
    play such hands.
    """
    if rules.auction.all_pass != "play_no_trump":
        raise ValueError(
            f'a hand without a contract is not played where auction.all_pass is "{rules.auction.all_pass}"'
        )
    _check_numbers(rules, tricks)
    _check_all_played(tricks)
    return tuple(TRICK_POINTS * taken for taken in _tricks_by_side(rules, tricks))


# --- who scores what ----------------------------------------------------------------------------------------


def _own_points(rules: Rules, bid: Bid, tricks: int, partnered: bool) -> int:
    """Return the points of one side that plays the contract; of two partners of one hand, those of each."""
    value = contract_value(rules, bid)
    if not is_made(bid, tricks):
        points = 0 if rules.scoring.failed_value_to_opponents else -value
    elif tricks == TRICKS and rules.scoring.slam_250:
        points = max(value, SLAM_MINIMUM)
    else:
        points = value
    # Values are multiples of 20 and the slam is 250, so that halves are whole.
    return points // 2 if partnered and rules.partner.share == "half" else points


def _value_given(rules: Rules, bid: Bid, made: bool) -> int:
    """Return what each opposing side gets for the contract itself."""
    return contract_value(rules, bid) if rules.scoring.failed_value_to_opponents and not made else 0


def _counts_own_tricks(rules: Rules, bid: Bid, made: bool) -> bool:
    """Return whether opponents score for the tricks that they have won themselves."""
    if bid.is_misere:
        return rules.misere.defender_points == "per_own_trick"
    counted = rules.scoring.defender_points
    return counted == "always" or (counted == "only_if_fails" and not made)


def _counts_contractors_tricks(rules: Rules, bid: Bid) -> bool:
    """Return whether each opposing side scores the tricks that it forced on the contractor of a misère."""
    return bid.is_misere and rules.misere.defender_points == "per_trick_taken_by_bidder"


def _tricks_by_side(rules: Rules, tricks: Sequence[int]) -> list[int]:
    taken = [0] * side_count(rules)
    for seat, number in enumerate(tricks):
        taken[side_of(rules, seat)] += int(number)
    return taken


# --- what cannot have been played ---------------------------------------------------------------------------


def _check_seat(rules: Rules, seat: int) -> None:
    players = rules.table.players
    if not isinstance(seat, Integral) or not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat} (0 to {players - 1})")


def _check_partnership(rules: Rules, bid: Bid) -> None:
    """Raise ValueError where no contractor of this bid finds a partner for one hand."""
    if rules.table.sides not in HAND_PARTNERSHIPS:
        raise ValueError(f'nobody finds a partner for one hand where table.sides is "{rules.table.sides}"')
    if bid.is_misere:
        raise ValueError(f"{format_bid(bid)} is played alone: expected no partner")


def _check_numbers(rules: Rules, tricks: Sequence[int]) -> None:
    if not all(isinstance(taken, Integral) for taken in tricks):
        raise ValueError(f"tricks {list(tricks)}: expected whole numbers")
    players = rules.table.players
    if len(tricks) != players or min(tricks) < 0:
        raise ValueError(f"expected the tricks of {players} seats, not {list(tricks)}")


def _check_all_played(tricks: Sequence[int]) -> None:
    if sum(tricks) != TRICKS:
        raise ValueError(f"tricks {list(tricks)} are {sum(tricks)} together, expected {TRICKS}")


def _check_tricks(rules: Rules, contract: Bid, contractor: int, tricks: Sequence[int]) -> None:
    """Raise ValueError for tricks by seat that no play of this contract can end with."""
    _check_numbers(rules, tricks)
    playing = playing_seats(rules, contract, contractor)
    if any(taken and seat not in playing for seat, taken in enumerate(tricks)):
        raise ValueError(f"tricks {list(tricks)}: none can be won by who lays down his cards")
    stops_early = contract.is_misere and rules.misere.defender_points == "none"
    if stops_early and sum(tricks) > TRICKS:
        raise ValueError(f"tricks {list(tricks)} are {sum(tricks)} together, expected at most {TRICKS}")
    if not stops_early:
        _check_all_played(tricks)
