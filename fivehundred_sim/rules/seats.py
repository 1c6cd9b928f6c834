"""Who plays with whom: the sides of a table, the contractor's side of a contract, and who plays cards in it.

Seats count clockwise from 0. A *side* scores together: a seat of its own where everybody plays alone (and in
the five-handed game, whose partnerships last for one hand), two seats opposite each other in pairs, every
second seat in 3v3.
"""

from fivehundred_sim.cards import DOUBLE_MISERE, Bid
from fivehundred_sim.rules.model import Rules

HAND_PARTNERSHIPS = ("call_card", "name_player")  # the contractor finds a partner for this hand alone
_SIDES = {"pairs": 2, "3v3": 2, "2v2v2": 3}


def side_count(rules: Rules) -> int:
    """Return how many sides score."""
    return _SIDES.get(rules.table.sides, rules.table.players)


def side_of(rules: Rules, seat: int) -> int:
    """Return the side of a seat, numbered by its lowest seat: side 0 is that of seat 0."""
    return seat % side_count(rules)


def sides(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side, the side of seat 0 first."""
    seats = range(rules.table.players)
    return tuple(
        tuple(seat for seat in seats if side_of(rules, seat) == side) for side in range(side_count(rules))
    )


def partners_of(rules: Rules, seat: int) -> tuple[int, ...]:
    """Return the lasting partners of a seat, clockwise from it; none where everybody scores alone."""
    players = rules.table.players
    clockwise = ((seat + step) % players for step in range(1, players))
    return tuple(other for other in clockwise if side_of(rules, other) == side_of(rules, seat))


def plays_together(rules: Rules, bid: Bid) -> bool:
    """Return whether the contractor's partners play their cards in this contract too.

    In misère they lay them down, but in a double misère, and where the contractor plays both hands.
    """
    if not bid.is_misere or bid.denomination == DOUBLE_MISERE:
        return True
    return rules.misere.plays == "both_hands"


def contractor_side(rules: Rules, bid: Bid, contractor: int, partner: int | None = None) -> tuple[int, ...]:
    """Return the seats that play the contract, the contractor first, then clockwise.

    `partner` is the one that the contractor of a five-handed game has called or named, None when he is alone.
    """
    if not plays_together(rules, bid):
        return (contractor,)
    if rules.table.sides in HAND_PARTNERSHIPS:
        return (contractor,) if partner is None or bid.is_misere else (contractor, partner)
    return (contractor, *partners_of(rules, contractor))


def playing_seats(rules: Rules, bid: Bid, contractor: int) -> tuple[int, ...]:
    """Return the seats that play cards in a contract, clockwise from the contractor."""
    players = rules.table.players
    clockwise = tuple((contractor + step) % players for step in range(players))
    if plays_together(rules, bid):
        return clockwise
    return tuple(seat for seat in clockwise if seat not in partners_of(rules, contractor))
