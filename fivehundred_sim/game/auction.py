"""The auction: calls go round until the contract is found, or nobody bids and the deal is over.

In many rounds (pagat.com, "500") a player who has passed is out, unless `auction.after_pass` lets him in
again; a bid stands when all others are out. In one round (the American game) everybody calls once and the
dealer last. A bid that nobody can overcall ends the auction at once. docs/rulings.md says how the options are
read where sources are silent.
"""

from typing import Literal, NamedTuple

from fivehundred_sim.cards import (
    BLIND_MISERE,
    DOUBLE_MISERE,
    JACK,
    JOKER,
    MISERE,
    OPEN_MISERE,
    Bid,
    BidError,
    format_bid,
    parse_bid,
    parse_hand,
)
from fivehundred_sim.game.given import GivenCards, GivenRules, cards_text, given_rules
from fivehundred_sim.rules.ladder import bids, inkles, rank
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import partners_of, side_of

Outcome = Literal["contract", "redeal_next", "redeal_same", "play_no_trump"]
_SIGNALLERS = 2  # only the first two players may call an inkle


class Call(NamedTuple):
    """One call of an auction: who, and the bid or pass."""

    seat: int
    bid: Bid


class Proposal(NamedTuple):
    """A redeal proposed by a player without ace or face card; `agreed` is None until it is answered."""

    seat: int
    agreed: bool | None


class Contract(NamedTuple):
    """The outcome of an auction: the bid as text and the contractor's seat."""

    bid: str
    seat: int


class Auction:
    """The auction of one deal.

    `rules` may be the name of a preset or file. The seat after `dealer`, by default the last seat, calls
    first; `calls` are the calls so far, `proposals` the redeals proposed. Raises ValueError for a dealer who
    does not sit at the table.
    """

    def __init__(self, rules: GivenRules, dealer: int | None = None) -> None:
        rules = given_rules(rules)
        self._players = rules.table.players
        dealer = self._players - 1 if dealer is None else dealer
        if dealer not in range(self._players):
            raise ValueError(f"dealer {dealer} does not sit at the table (seats 0 to {self._players - 1})")
        self.rules = rules
        self.dealer = dealer
        self.calls: tuple[Call, ...] = ()
        self.proposals: tuple[Proposal, ...] = ()
        self._signals = inkles(rules)
        self._bids = bids(rules)
        # Each call's place in this house's order; inkles are below every bid.
        self._height = {bid: place - len(self._signals) for place, bid in enumerate(self._signals)}
        self._height |= {bid: rank(rules, bid) for bid in self._bids}
        self._out: frozenset[int] = frozenset()  # who may not call again, as things stand
        self._asked: tuple[int, ...] = ()  # partners who have yet to answer a proposal

    # --- the state ------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat to call, or to answer a proposed redeal; None once the auction is over."""
        if self.over:
            return None
        return self._asked[0] if self._asked else self._caller

    @property
    def asked(self) -> int | None:
        """The seat that has to agree to a redeal or refuse it (`answer_redeal`), None if nobody has."""
        return self._asked[0] if self._asked else None

    @property
    def high(self) -> Call | None:
        """The highest bid so far that can become the contract, None before the first; inkles cannot."""
        made = [call for call in self.calls if not call.bid.is_pass and call.bid not in self._signals]
        return made[-1] if made else None

    @property
    def over(self) -> bool:
        """Whether the contract is found, nobody has bid, or a redeal is agreed."""
        if self._redeal_agreed:
            return True
        if self._asked:
            return False
        high = self.high
        if high is None:
            return not self._waiting
        if not (self._waiting or self._raising):
            return True
        # Whoever may raise gets his turn after the others, so that his bids keep the auction open too.
        seats = {*self._waiting, high.seat} if self._raises else self._waiting
        return not any(self._reason(seat, bid) is None for seat in seats for bid in self._bids)

    @property
    def outcome(self) -> Outcome | None:
        """How the auction ended, None until then.

        `contract`; `redeal_next` and `redeal_same`: the cards are dealt anew, by the next or the same dealer;
        `play_no_trump`: the hand is played at no-trump without a contract.
        """
        if not self.over:
            return None
        if self._redeal_agreed:
            return "redeal_same"
        if self.high is not None:
            return "contract"
        ending = self.rules.auction.all_pass
        assert ending != "force_dealer"  # then the dealer has bid
        return ending

    @property
    def passed_out(self) -> bool:
        """Whether it ended with no bid that can become a contract."""
        return self.over and self.high is None and not self._redeal_agreed

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over; None until then, and when there is none."""
        high = self.high
        if high is None or self.outcome != "contract":
            return None
        return Contract(format_bid(high.bid), high.seat)

    # --- calls ----------------------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Return the calls open to the seat on turn, none once over or while a proposal is to be answered.

        `P`, where he may pass, then inkles, then bids in ladder order.
        """
        if self.over or self._asked:
            return []
        seat = self._caller
        calls = [] if self._must_bid(seat) else ["P"]
        return calls + [format_bid(bid) for bid in self._height if self._reason(seat, bid) is None]

    def verify_call(self, text: str) -> Bid:
        """Return the call that `text` means. Raises BidError with the reason if it may not be made now."""
        bid = parse_bid(text)
        reason: str | None
        if self.over:
            reason = "the auction is over"
        elif self._asked:
            reason = f"seat {self._asked[0]} has yet to agree to a redeal or refuse it"
        elif bid.is_pass:
            reason = "nobody has bid, so that the dealer must" if self._must_bid(self._caller) else None
        else:
            if bid not in self._height:
                rank(self.rules, bid)  # raises: this house does not have it
            reason = self._reason(self._caller, bid)
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
        record = Call(self._caller, bid)
        if self._lets_all_in(record):
            self._out = frozenset()
        if bid.is_pass or self.rules.auction.rounds == "one":
            self._out |= {record.seat}
        self.calls += (record,)
        return record

    # --- the redeal of a player without ace or face card ----------------------------------------------------

    def verify_redeal(self, hand: GivenCards) -> None:
        """Raise BidError unless the seat on turn, who holds `hand`, may propose a redeal now.

        He may before his first call, if he has neither ace, face card nor joker. Raises CardError for a hand
        that cannot be read.
        """
        reason = self._no_redeal()
        if reason is None:
            cards = pack(self.rules)
            held = parse_hand(cards_text(hand, cards, "hand"), cards)
            if any(card & 15 >= JACK or card >= JOKER for card in held):
                reason = "the hand holds an ace, a face card or a joker"
        if reason is not None:
            raise BidError(f"no redeal can be proposed: {reason}")

    def can_propose_redeal(self, hand: GivenCards) -> bool:
        """Return whether the seat on turn, who holds `hand`, may propose a redeal."""
        try:
            self.verify_redeal(hand)
        except BidError:
            return False
        return True

    def propose_redeal(self, hand: GivenCards) -> Proposal:
        """Propose a redeal for the seat on turn, who holds `hand`, and return the record.

        His lasting partners are asked in turn; where he has none the cards are dealt anew at once. Raises
        BidError with the reason.
        """
        self.verify_redeal(hand)
        seat = self._caller
        self._asked = partners_of(self.rules, seat)
        self.proposals += (Proposal(seat, None if self._asked else True),)
        return self.proposals[-1]

    def answer_redeal(self, agree: bool) -> Proposal:
        """Answer the proposal for the seat that is asked, and return its record.

        `agreed` stays None while other partners have yet to answer. After a refusal the proposer calls, and
        his side may bid no misère in this auction. Raises BidError if nobody is asked.
        """
        if not self._asked:
            raise BidError("no redeal is proposed")
        self._asked = self._asked[1:] if agree else ()
        answered = Proposal(self.proposals[-1].seat, agree if not self._asked else None)
        self.proposals = (*self.proposals[:-1], answered)
        return answered

    def _no_redeal(self) -> str | None:
        """Return why the seat on turn, whatever he holds, may not propose a redeal; None if he may."""
        if not self.rules.auction.no_ace_no_face_redeal:
            return "these rules have none (auction.no_ace_no_face_redeal is false)"
        if self.over:
            return "the auction is over"
        seat = self._caller
        if any(proposal.seat == seat for proposal in self.proposals):
            return f"seat {seat} has proposed one"
        return f"seat {seat} has called" if self._has_called(seat) else None

    @property
    def _redeal_agreed(self) -> bool:
        return any(proposal.agreed for proposal in self.proposals)

    # --- the law --------------------------------------------------------------------------------------------

    @property
    def _waiting(self) -> tuple[int, ...]:
        """The seats, in turn, that may still call; the one whose bid stands is not among them."""
        last = self.calls[-1].seat if self.calls else self.dealer
        clockwise = ((last + step) % self._players for step in range(1, self._players + 1))
        high = self.high
        return tuple(
            seat for seat in clockwise if seat not in self._out and (high is None or seat != high.seat)
        )

    @property
    def _raising(self) -> tuple[int, ...]:
        """The high bidder, when all others have passed since his bid and he may raise it; empty otherwise.

        When his own call was the last one, he has kept his bid, or bid when the others were out already.
        """
        high = self.high
        if high is None or not self._raises or self._waiting or self.calls[-1].seat == high.seat:
            return ()
        return (high.seat,)

    @property
    def _raises(self) -> bool:
        """Whether this house lets the high bidder raise his own bid."""
        return self.rules.auction.raise_own_bid and self.rules.auction.rounds == "many"

    @property
    def _caller(self) -> int:
        """The seat to make the next call of an auction that is not over."""
        return (self._waiting or self._raising)[0]

    def _has_called(self, seat: int) -> bool:
        return any(call.seat == seat for call in self.calls)

    def _must_bid(self, seat: int) -> bool:
        """Whether the dealer, whose turn comes last, may not pass because nobody has bid."""
        return self.rules.auction.all_pass == "force_dealer" and seat == self.dealer and self.high is None

    def _lets_all_in(self, call: Call) -> bool:
        """Whether a call, before it is recorded, lets those who have passed call again."""
        auction = self.rules.auction
        own = [earlier.bid for earlier in self.calls if earlier.seat == call.seat and not earlier.bid.is_pass]
        if call.bid.is_pass or auction.rounds == "one":
            return False
        if auction.after_pass == "always":
            return True
        changed = bool(own) and _denomination(own[-1]) != _denomination(call.bid)
        return changed and (auction.after_pass == "on_denomination_change" or bool(self._raising))

    def _reason(self, seat: int, bid: Bid) -> str | None:
        """Return why a seat may not make a bid of this house, were it his turn now; None if he may."""
        made = [call.bid for call in self.calls if not call.bid.is_pass]
        if made and self._height[bid] <= self._height[made[-1]]:
            return f"it is not higher than {format_bid(made[-1])}"
        if bid in self._signals and len(self.calls) >= _SIGNALLERS:
            return "only the first two players may call an inkle"
        return self._misere_reason(seat, bid) if bid.is_misere else None

    def _misere_reason(self, seat: int, bid: Bid) -> str | None:
        """Return why a seat may not bid this misère although it is high enough, None if he may."""
        side = side_of(self.rules, seat)
        if any(p.agreed is False and side_of(self.rules, p.seat) == side for p in self.proposals):
            return "his side has refused a redeal"
        needed = 7 if self.rules.misere.when == "after_7" else 0
        if bid.denomination == OPEN_MISERE:
            needed = 8 if self.rules.open_misere.after_8 else 0
        if max((call.bid.level for call in self.calls), default=0) < needed:
            return f"nobody has bid {needed} yet"
        if bid.denomination == BLIND_MISERE and self._has_called(seat):
            return "it may only be a player's first call"
        partners = partners_of(self.rules, seat)
        led_to = any(call.seat in partners and call.bid.denomination == MISERE for call in self.calls)
        if bid.denomination == DOUBLE_MISERE and not led_to:
            return "his partner has not bid misère"
        return None


def _denomination(bid: Bid) -> int:
    """Return the denomination a player has changed from or to; the misère family is one."""
    return MISERE if bid.is_misere else bid.denomination
