"""The auction: calls go round until a bid stands and all others have passed (pagat.com, "500").

A player who has passed is out, unless `auction.after_pass` lets him call again. A bid that nothing can
overcall ends the auction at once. When all pass nobody contracts and the cards are dealt anew.
"""

from typing import NamedTuple

from fivehundred_sim.cards import MISERE, OPEN_MISERE, PASS, Bid, BidError, format_bid, parse_bid
from fivehundred_sim.game.given import GivenRules, given_rules
from fivehundred_sim.rules.ladder import bids, rank


class Call(NamedTuple):
    """One call of an auction: who, and the bid or pass."""

    seat: int
    bid: Bid


class Contract(NamedTuple):
    """The outcome of an auction: the bid as text and the contractor's seat."""

    bid: str
    seat: int


class Auction:
    """The auction of one deal.

    `rules` may be the name of a preset or file. The seat after `dealer` calls first; `calls` are the calls so
    far. Raises ValueError for a dealer who does not sit at the table.
    """

    def __init__(self, rules: GivenRules, dealer: int = 3) -> None:
        rules = given_rules(rules)
        players = rules.table.players
        if dealer not in range(players):
            raise ValueError(f"dealer {dealer} does not sit at the table (seats 0 to {players - 1})")
        self.rules = rules
        self.dealer = dealer
        self.calls: tuple[Call, ...] = ()
        self._passed: frozenset[int] = frozenset()
        self._turn = (dealer + 1) % players

    @property
    def turn(self) -> int | None:
        """The seat to call, None once the auction is over."""
        return None if self.over else self._turn

    @property
    def high(self) -> Call | None:
        """The highest bid so far, None before the first."""
        made = [call for call in self.calls if not call.bid.is_pass]
        return made[-1] if made else None

    @property
    def over(self) -> bool:
        """Whether the contract is found or all have passed."""
        silent = self.rules.table.players - len(self._passed)
        high = self.high
        return silent == 0 or (high is not None and (silent == 1 or high.bid == bids(self.rules)[-1]))

    @property
    def passed_out(self) -> bool:
        """Whether all have passed, so that the cards are dealt anew."""
        return self.over and self.high is None

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over; None until then, and when all passed."""
        high = self.high
        return Contract(format_bid(high.bid), high.seat) if high is not None and self.over else None

    def legal(self) -> list[str]:
        """Return the calls open to the seat on turn: `P`, then bids in ladder order; none once over."""
        if self.over:
            return []
        return ["P"] + [format_bid(bid) for bid in bids(self.rules) if self._reason(bid) is None]

    def verify_call(self, text: str) -> Bid:
        """Return the call that `text` means. Raises BidError with the reason if it may not be made now."""
        bid = parse_bid(text)
        if self.over:
            raise BidError(f'"{text}" cannot be called: the auction is over')
        if not bid.is_pass:
            rank(self.rules, bid)  # raises for a bid this house does not have
            reason = self._reason(bid)
            if reason is not None:
                raise BidError(f'"{text}" cannot be called: {reason}')
        return bid

    def can_call(self, text: str) -> bool:
        """Return whether the seat on turn may make this call."""
        try:
            self.verify_call(text)
        except BidError:
            return False
        return True

    def call(self, text: str) -> Call:
        """Make a call for the seat on turn and return its record. Raises BidError with the reason."""
        bid = self.verify_call(text)
        record = Call(self._turn, bid)
        self.calls += (record,)
        if bid.denomination == PASS:
            self._passed |= {record.seat}
        elif self.rules.auction.after_pass == "always":
            self._passed = frozenset()
        if not self.over:
            players = self.rules.table.players
            following = [(self._turn + step) % players for step in range(1, players + 1)]
            self._turn = next(seat for seat in following if seat not in self._passed)
        return record

    def _reason(self, bid: Bid) -> str | None:
        """Return why a bid of the ladder may not be called now, None if it may."""
        high = self.high
        if high is not None and rank(self.rules, bid) <= rank(self.rules, high.bid):
            return f"it is not higher than {format_bid(high.bid)}"
        needed = 0
        if bid.denomination == MISERE and self.rules.misere.when == "after_7":
            needed = 7
        elif bid.denomination == OPEN_MISERE and self.rules.open_misere.after_8:
            needed = 8
        if max((call.bid.level for call in self.calls), default=0) < needed:
            return f"nobody has bid {needed} yet"
        return None
