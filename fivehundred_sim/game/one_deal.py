"""One deal from the first call to the last card, action by action, as the rules of a house have it.

The order is that of the rules: the auction, the exchange, the suit of a joker, a five-handed partner, the
play. Each action is a text; `phase` says of which kind the next one is:

- `auction`: a call, or `REDEAL` where a player without ace or face card may propose one
- `redeal`: `YES` or `NO`, by the partner who is asked
- `discard`: as many cards as the kitty has, in any order
- `nominate`: the suit of the joker, or `-` where it need have none
- `partner`: the card called or the seat named, or `-` to play alone
- `play`: a card; `JK=S` for a joker that is led and must name a suit
"""

from typing import Literal, NamedTuple

from fivehundred_sim.cards import (
    JOKER,
    NO_TRUMP,
    SUITS,
    Bid,
    format_bid,
    format_card,
    format_hand,
    parse_bid,
    parse_card,
    parse_suit,
)
from fivehundred_sim.game.auction import Auction, Outcome
from fivehundred_sim.game.dealing import Dealt
from fivehundred_sim.game.exchange import Exchange, takes_kitty
from fivehundred_sim.game.moves import PlayError, format_move
from fivehundred_sim.game.partner import callable_cards
from fivehundred_sim.game.piles import PilesPlay
from fivehundred_sim.game.play import Play
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import HAND_PARTNERSHIPS, playing_seats
from fivehundred_sim.rules.standing import FinishedHand

Phase = Literal["auction", "redeal", "discard", "nominate", "partner", "play", "over"]
PROPOSE, YES, NO, NONE = "REDEAL", "YES", "NO", "-"


class ActionError(ValueError):
    """An action that may not be taken now; the message says why."""


class Action(NamedTuple):
    """What somebody did: the phase, the seat, and the text in its one form."""

    phase: Phase
    seat: int
    text: str


class OneDeal:
    """One deal of a match.

    `actions` are those taken. `outcome` says how the auction ended; `bid` and `contractor` are the contract,
    `play` the play once it has begun; each is None until then, and where there is none.
    """

    def __init__(self, rules: Rules, dealt: Dealt, dealer: int) -> None:
        self.rules = rules
        self.dealt = dealt
        self.dealer = dealer
        self.auction = Auction(rules, dealer)
        self.actions: tuple[Action, ...] = ()
        self.outcome: Outcome | None = None
        self.bid: Bid | None = None
        self.contractor: int | None = None
        self.play: Play | PilesPlay | None = None
        self.discard: tuple[int, ...] | None = None
        self._pack = pack(rules)
        self._hands = [tuple(hand) for hand in dealt.hands]
        self._suits: dict[int, int] = {}  # suits given to jokers
        self._named: tuple[int, ...] = ()  # seats that have been asked for the suit of their jokers
        self._partner: tuple[str] | tuple[()] = ()  # what the five-handed contractor said

    # --- where it stands ------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """Of which kind the next action is."""
        if self.outcome is None:
            return "auction" if self.auction.asked is None else "redeal"
        if self.outcome in ("redeal_next", "redeal_same") or self._finished:
            return "over"
        if self._must_discard:
            return "discard"
        if self._asked_for_suit is not None:
            return "nominate"
        return "partner" if self._must_find_partner else "play"

    @property
    def turn(self) -> int | None:
        """The seat to act, None once the deal is over; a dummy's cards are played by the contractor."""
        phase = self.phase
        if phase in ("auction", "redeal"):
            return self.auction.turn
        if phase == "nominate":
            return self._asked_for_suit
        if phase in ("discard", "partner"):
            return self.contractor
        return self.play.turn if phase == "play" and self.play is not None else None

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards in hand, by seat; with the kitty while the contractor chooses his discard."""
        if self.play is not None:
            return self.play.hands
        if self.phase != "discard":
            return tuple(self._hands)
        return tuple(
            (*hand, *self.dealt.kitty) if seat == self.contractor else hand
            for seat, hand in enumerate(self._hands)
        )

    @property
    def finished_hand(self) -> FinishedHand | None:
        """The result once it has been played; None before, and when the cards are dealt again."""
        if self.play is None or not self._finished:
            return None
        winners = tuple(record.winner for record in self.play.history if record.winner is not None)
        partner = self.play.partner if isinstance(self.play, Play) else None
        return FinishedHand(self.bid, self.contractor, self.play.tricks, partner, winners)

    @property
    def _finished(self) -> bool:
        """Whether the play is over; a misère is at its first trick where no points can follow."""
        if self.play is None:
            return False
        misere = self.bid is not None and self.bid.is_misere
        ends_early = misere and self.rules.misere.defender_points == "none"
        return self.play.over or (ends_early and self.play.decided)

    # --- actions --------------------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Return the actions open now; for a discard the cards to choose from, as many as the kitty has."""
        phase, seat = self.phase, self.turn
        if phase == "over" or seat is None:
            return []
        if phase == "auction":
            proposes = self.auction.can_propose_redeal(self._words(self._hands[seat]))
            return self.auction.legal() + ([PROPOSE] if proposes else [])
        if phase == "redeal":
            return [YES, NO]
        if phase == "discard":
            return self._words(self.hands[seat]).split()
        if phase == "nominate":
            return ([] if self._mandatory else [NONE]) + list(SUITS)
        if phase == "partner":
            return [NONE, *self._partners()]
        assert self.play is not None
        return self.play.legal()

    def verify_do(self, text: str) -> str:
        """Return the one form of an action. Raises ValueError with the reason if it may not be taken now."""
        if not isinstance(text, str):
            raise TypeError(f"expected the text of an action, not {type(text).__name__}")
        word = text.strip()
        phase, seat = self.phase, self.turn
        if phase == "over" or seat is None:
            raise ActionError(f'"{word}" comes too late: the deal is over')
        if phase == "play":
            assert self.play is not None
            return format_move(self.play.verify_play(word), self._pack)
        if phase == "discard":
            return self._words(self._exchange().verify_discard(word))
        if phase == "auction":
            if word.upper() == PROPOSE:
                self.auction.verify_redeal(self._words(self._hands[seat]))
                return PROPOSE
            return format_bid(self.auction.verify_call(word))
        return self._verify_choice(phase, word)

    def can_do(self, text: str) -> bool:
        """Return whether the seat on turn may take this action."""
        try:
            self.verify_do(text)
        except ValueError:
            return False
        return True

    def do(self, text: str) -> Action:
        """Take an action for the seat on turn and return its record. Raises ValueError with the reason."""
        word, phase, seat = self.verify_do(text), self.phase, self.turn
        assert seat is not None
        if phase == "auction" and word == PROPOSE:
            self.auction.propose_redeal(self._words(self._hands[seat]))
        elif phase == "auction":
            self.auction.call(word)
        elif phase == "redeal":
            self.auction.answer_redeal(word == YES)
        elif phase == "discard":
            self._hands[seat], self.discard = self._exchange().discard(word)
        elif phase == "nominate":
            self._give_suit(seat, word)
        elif phase == "partner":
            self._partner = (word,)
        else:
            assert self.play is not None
            self.play.play(word)
        record = Action(phase, seat, word)
        self.actions += (record,)
        if phase in ("auction", "redeal"):
            self._end_auction()
        if self.play is None and self.phase == "play":
            self.play = self._begin_play()
        return record

    def _end_auction(self) -> None:
        """Keep how the auction ended, if it has."""
        self.outcome = self.auction.outcome
        contract = self.auction.contract
        if contract is not None:
            self.bid, self.contractor = parse_bid(contract.bid), contract.seat

    # --- between the auction and the play -------------------------------------------------------------------

    @property
    def _must_discard(self) -> bool:
        return self.bid is not None and takes_kitty(self.bid) and self.discard is None and self._kitty > 0

    @property
    def _kitty(self) -> int:
        return self.rules.pack.kitty

    def _exchange(self) -> Exchange:
        assert self.contractor is not None
        hand = self._words(self._hands[self.contractor])
        return Exchange(self.rules, hand, self._words(self.dealt.kitty), self.bid)

    @property
    def _mandatory(self) -> bool:
        return self.rules.joker.nominate == "holder_mandatory"

    @property
    def _asked_for_suit(self) -> int | None:
        """The next seat that may, or must, give the jokers it holds a suit."""
        bid, contractor = self.bid, self.contractor
        if bid is None or contractor is None or bid.denomination < NO_TRUMP or self.play is not None:
            return None
        low = bid.is_misere and self.rules.joker.misere_rank == "low"
        if self.rules.joker.nominate == "none" or low:
            return None
        seats = playing_seats(self.rules, bid, contractor) if self._mandatory else (contractor,)
        return next((seat for seat in seats if self._jokers(seat) and seat not in self._named), None)

    def _jokers(self, seat: int) -> list[int]:
        """Return the jokers that a seat holds in hand or face up."""
        lying = [pile[-1] for pile in self.dealt.piles[seat]] if self.dealt.piles else []
        return [card for card in (*self._hands[seat], *lying) if card >= JOKER]

    def _give_suit(self, seat: int, word: str) -> None:
        self._named += (seat,)
        if word != NONE:
            self._suits |= dict.fromkeys(self._jokers(seat), parse_suit(word))

    @property
    def _must_find_partner(self) -> bool:
        bid = self.bid
        finds = self.rules.table.sides in HAND_PARTNERSHIPS and bid is not None and not bid.is_misere
        return finds and not self._partner

    def _partners(self) -> list[str]:
        """Return the cards or the seats that the contractor may choose for a partner."""
        assert self.bid is not None
        assert self.contractor is not None
        if self.rules.table.sides == "name_player":
            return [str(seat) for seat in range(self.rules.table.players) if seat != self.contractor]
        others = {card for seat, hand in enumerate(self._hands) if seat != self.contractor for card in hand}
        return [
            format_card(card, self._pack) for card in callable_cards(self.rules, self.bid) if card in others
        ]

    def _verify_choice(self, phase: Phase, word: str) -> str:
        """Return the one form of an answer, a suit or a partner; raises as `verify_do`."""
        if phase == "redeal":
            meant = word.upper()
        elif word == NONE:
            meant = word
        elif phase == "nominate":
            meant = SUITS[parse_suit(word)]
        elif self.rules.table.sides == "name_player":
            meant = word
        else:
            meant = format_card(parse_card(word, self._pack), self._pack)
        if meant in self.legal():
            return meant
        if phase == "partner" and self.rules.table.sides == "call_card":
            raise PlayError(f'"{meant}" cannot be called (expected {NONE} or a card of another hand)')
        raise ActionError(f'"{word}" is not possible now (expected {" or ".join(self.legal())})')

    def _begin_play(self) -> Play | PilesPlay:
        bid, contractor = self.bid, self.contractor
        suits = self._suits or None
        if self.dealt.piles:
            return PilesPlay(
                self.rules,
                self._hands,
                self.dealt.piles,
                bid,
                contractor,
                nominate=suits,
                dealer=self.dealer,
            )
        said = self._partner[0] if self._partner and self._partner[0] != NONE else None
        calls = said is not None and self.rules.table.sides == "call_card"
        return Play(
            self.rules,
            self._hands,
            bid,
            contractor,
            nominate=suits,
            dealer=self.dealer,
            called=said if calls else None,
            partner=int(said) if said is not None and not calls else None,
        )

    def _words(self, cards: tuple[int, ...]) -> str:
        return format_hand(cards, self._pack)
