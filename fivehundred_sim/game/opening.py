"""Before the first card: the contract, the contractor, who plays and who leads, read and verified."""

from fivehundred_sim.cards import Bid, parse_bid
from fivehundred_sim.game.given import given_seat
from fivehundred_sim.game.moves import PlayError
from fivehundred_sim.rules.ladder import rank
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.seats import contractor_side, playing_seats


def verify_kind(rules: Rules, *, piles: bool) -> None:
    """Raise PlayError unless these rules are played with table piles, or without."""
    if piles and rules.pack.kind != "table_piles":
        raise PlayError(f"there are no table piles in these rules (pack.kind is {rules.pack.kind})")
    if not piles and rules.pack.kind == "table_piles":
        raise PlayError("these rules have table piles (pack.kind is table_piles): PilesPlay plays them")


def given_contract(
    rules: Rules, bid: str | Bid | None, contractor: int | None
) -> tuple[Bid | None, int | None]:
    """Return contract and contractor; both are None in the hand without a contract.

    Raises BidError for a bid that this house does not have, PlayError for the rest.
    """
    if bid is None:
        if contractor is not None:
            raise PlayError(f"the contractor is seat {contractor}, expected none without a contract")
        if rules.auction.all_pass != "play_no_trump":
            raise PlayError(
                "a hand without a contract is not played in these rules "
                f"(auction.all_pass is {rules.auction.all_pass})"
            )
        return None, None
    meant = parse_bid(bid) if isinstance(bid, str) else bid
    rank(rules, meant)
    if contractor is None:
        raise PlayError(f"a contract needs a contractor, expected seat 0 to {rules.table.players - 1}")
    return meant, given_seat(rules, contractor, "contractor")


def players(rules: Rules, bid: Bid | None, contractor: int | None) -> tuple[int, ...]:
    """Return the seats that play cards, clockwise; all without a contract."""
    if bid is None or contractor is None:
        return tuple(range(rules.table.players))
    return playing_seats(rules, bid, contractor)


def side_of_contract(
    rules: Rules, bid: Bid | None, contractor: int | None, partner: int | None
) -> tuple[int, ...]:
    """Return the seats that play the contract, the contractor first; none without a contract."""
    if bid is None or contractor is None:
        return ()
    return contractor_side(rules, bid, contractor, partner)


def first_leader(
    rules: Rules,
    playing: tuple[int, ...],
    contractor: int | None,
    leader: int | None,
    dealer: int | None,
) -> int:
    """Return the seat that leads first: the one given, else the one that the rules say.

    That is the contractor; by `play.first_lead`, and without a contract, the first player left of the dealer,
    who sits last where none is given. Raises PlayError for a seat that does not play.
    """
    seats = rules.table.players
    if leader is not None:
        seat = given_seat(rules, leader, "leader")
        if seat not in playing:
            raise PlayError(f"seat {seat} cannot lead: the contractor's partner sits out a misère")
        return seat
    dealt = seats - 1 if dealer is None else given_seat(rules, dealer, "dealer")
    if contractor is not None and rules.play.first_lead == "contractor":
        return contractor
    clockwise = ((dealt + step) % seats for step in range(1, seats + 1))
    return next(seat for seat in clockwise if seat in playing)
