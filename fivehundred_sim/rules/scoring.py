"""What contracts are worth and what a played hand scores: contract and tricks in, points out.

Sources: pagat.com "500" for the Avondale schedule, the slam minimum and the ten points a trick; the schedules
of 1904 after the original leaflet; "perfect" (Avondale less 20) after Wikipedia, "500 (card game)".
"""

import os
from collections.abc import Sequence
from numbers import Integral

from fivehundred_sim.cards import MAX_LEVEL, MISERE, OPEN_MISERE, Bid, BidError, format_bid, parse_bid
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules

TRICKS = 10
TRICK_POINTS = 10  # to the defenders, each trick
SLAM_MINIMUM = 250  # all ten tricks on a contract worth less

# Avondale (1906): 40 + 20 a step S C D H NT + 100 a level above six.
_AVONDALE_BASE, _AVONDALE_STEP, _AVONDALE_LEVEL = 40, 20, 100
# 1904: this much, S C D H NT, times the level less five.
_MULTIPLIED = {"original": (40, 60, 80, 100, 120), "inverted": (60, 40, 80, 100, 120)}


def contract_value(rules: Rules, bid: Bid) -> int:
    """Return the points of a contract when it is just made, before any slam minimum.

    Raises BidError for a call that is no contract under any of these rules (a pass, the other members of the
    misère family, a bid without the kitty).
    """
    level, denomination, sans_kitty = bid
    if denomination == MISERE:
        return rules.misere.value
    if denomination == OPEN_MISERE:
        return rules.open_misere.value
    if bid.is_pass or bid.is_misere or sans_kitty:
        raise BidError(f'"{format_bid(bid)}" is not a contract of these rules')
    schedule = rules.scoring.schedule
    if schedule in _MULTIPLIED:
        return _MULTIPLIED[schedule][denomination] * (level - 5)
    value = _AVONDALE_BASE + _AVONDALE_STEP * denomination + _AVONDALE_LEVEL * (level - 6)
    return value - 20 if schedule == "perfect" else value


def is_made(bid: Bid, contractor_tricks: int) -> bool:
    """Return whether the contractor's side keeps its word with this many tricks."""
    return contractor_tricks == 0 if bid.is_misere else contractor_tricks >= bid.level


def hand_points(rules: Rules, bid: Bid, contractor_tricks: int) -> tuple[int, int]:
    """Return the points of a hand of ten tricks: (contractor's side, defenders).

    `contractor_tricks` are those of the whole side, 0 to 10. In misère the defenders score nothing.
    """
    if not 0 <= contractor_tricks <= TRICKS:
        raise ValueError(f"{contractor_tricks} tricks are not possible (0 to {TRICKS})")
    value = contract_value(rules, bid)
    made = is_made(bid, contractor_tricks)
    if bid.is_misere:
        return (value if made else -value), 0
    scores_tricks = rules.scoring.defender_points
    counted = scores_tricks == "always" or (scores_tricks == "only_if_fails" and not made)
    theirs = TRICK_POINTS * (TRICKS - contractor_tricks) if counted else 0
    if made and contractor_tricks == MAX_LEVEL and rules.scoring.slam_250:
        value = max(value, SLAM_MINIMUM)
    return (value if made else -value), theirs


def score_hand(
    rules: Rules | str | os.PathLike[str], bid: Bid | str, contractor: int, tricks: Sequence[int]
) -> tuple[int, ...]:
    """Return the points of a played hand by side, the side of seat 0 first.

    `rules` may be the name of a preset or file. `tricks` are those of each seat, ten together; in misère,
    where play may stop at the first trick the contractor takes, they may be fewer and his partner has none.
    Raises BidError for a contract that these rules do not have, ValueError for what cannot have been played.
    """
    from fivehundred_sim.rules.ladder import rank  # not at the top: the ladder is built from these values

    rules = rules if isinstance(rules, Rules) else load_rules(rules)
    contract = parse_bid(bid) if isinstance(bid, str) else bid
    rank(rules, contract)
    players = rules.table.players
    if not isinstance(contractor, Integral) or not 0 <= contractor < players:
        raise ValueError(f"there is no seat {contractor} (0 to {players - 1})")
    partner = (contractor + 2) % players
    _check_tricks(contract, partner, players, tricks)
    ours, theirs = hand_points(rules, contract, tricks[contractor] + tricks[partner])
    return (ours, theirs) if contractor % 2 == 0 else (theirs, ours)


def _check_tricks(contract: Bid, partner: int, players: int, tricks: Sequence[int]) -> None:
    """Raise ValueError for tricks by seat that no play of this contract can end with."""
    if not all(isinstance(taken, Integral) for taken in tricks):
        raise ValueError(f"tricks {list(tricks)}: expected whole numbers")
    if len(tricks) != players or min(tricks) < 0:
        raise ValueError(f"expected the tricks of {players} seats, not {list(tricks)}")
    if contract.is_misere:
        if sum(tricks) > TRICKS or tricks[partner]:
            raise ValueError(
                f"tricks {list(tricks)}: at most {TRICKS}, and none by the partner who lays down his cards"
            )
    elif sum(tricks) != TRICKS:
        raise ValueError(f"tricks {list(tricks)} are {sum(tricks)} together, expected {TRICKS}")
