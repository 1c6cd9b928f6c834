"""The law of the play in one contract: which cards of a hand are legal and why not, and which card wins.

It knows nothing of seats and turns. What a hand may do depends on the cards in it, the suit led, and what has
been led and renounced in this hand before (`led` and `renounced`, as in `joker`).
"""

from collections.abc import Iterator, Mapping, Sequence, Set

from fivehundred_sim.cards import JOKER, NO_TRUMP, SUIT_NAMES, SUITS, Bid, sort_hand
from fivehundred_sim.game.joker import ALL_SUITS, joker_law, may_follow, names
from fivehundred_sim.game.moves import Move, format_move
from fivehundred_sim.game.trick import NO_SUIT, suits_in_play, trick_winner
from fivehundred_sim.rules.model import Rules

_NAMED_IN_VAIN = "a suit is named only when a joker without a suit is led"
_ONE_JOKER = "the joker may be led only to the last trick"
# By the rule for leads: why no suit is left to name, and why this one is not.
_NOT_LED = {
    "unled_suit": ", as every suit has been led",
    "unrenounced_suit": ", as its holder has renounced every suit",
    "unled_or_exhausted": ", as every suit has been led and its holder has exhausted none",
}
_NOT_NAMED = {
    "unled_suit": "led already",
    "unrenounced_suit": "renounced by its holder",
    "unled_or_exhausted": "led already and are not exhausted by its holder",
}


class Law:
    """The law of one contract (`bid` None: the hand without a contract) with these jokers nominated."""

    def __init__(self, rules: Rules, bid: Bid | None, nominations: Mapping[int, int]) -> None:
        self.denomination = NO_TRUMP if bid is None else min(bid.denomination, NO_TRUMP)
        self.joker = joker_law(rules, misere=bid is not None and bid.is_misere)
        self._suits = suits_in_play(rules, self.denomination, nominations)

    def suit(self, card: int) -> int:
        """Return the suit a card of the pack belongs to, 0–3, or 4 for a joker without one."""
        return self._suits[card]

    def led_by(self, move: Move) -> int | None:
        """Return the suit that a lead asks for, None after a joker that binds nobody."""
        suit = self.suit(move.card)
        return move.named if suit == NO_SUIT else suit

    def leads(self, hand: Sequence[int], led: Set[int], renounced: Set[int]) -> tuple[Move, ...]:
        """Return the moves that may be led from a hand, in display order."""
        may_name = self._may_name(hand, led, renounced)
        return tuple(move for card in sort_hand(hand) for move in self._leads_of(card, may_name))

    def follows(
        self, hand: Sequence[int], suit: int | None, led: Set[int], renounced: Set[int]
    ) -> tuple[Move, ...]:
        """Return the moves that may be played from a hand to `suit`, in display order."""
        jokers = [card for card in hand if self.suit(card) == NO_SUIT]
        following = [card for card in hand if self.suit(card) == suit]
        allowed: Sequence[int] = hand
        if following:
            joins = may_follow(self.joker, self.suit(following[0]), False, led, renounced)
            allowed = following + (jokers if joins else [])
        elif jokers and suit is not None and self.joker.forced:
            allowed = jokers
        return tuple(Move(card) for card in sort_hand(allowed))

    def renounces(self, card: int, suit: int) -> bool:
        """Return whether one who plays this card when another has led `suit` renounces that suit."""
        return self.suit(card) not in (suit, NO_SUIT)

    def winner(self, trick: Sequence[Move], renounced: Sequence[Set[int]]) -> int:
        """Return the place in the trick that wins it; `renounced` are the players' suits by place."""
        led = self.led_by(trick[0])
        cards = [move.card for move in trick]
        late = range(1, len(trick)) if self.joker.worthless else ()
        worthless = [place for place in late if led in renounced[place]]
        suits = [self.suit(card) for card in cards]
        return trick_winner(cards, suits, led, self.denomination, worthless=worthless, low=self.joker.low)

    # --- reasons for refusals -------------------------------------------------------------------------------

    def why_no_lead(self, move: Move, hand: Sequence[int], led: Set[int], renounced: Set[int]) -> str:
        """Return why a card of the hand may not be led so."""
        if self.suit(move.card) != NO_SUIT:
            return _NAMED_IN_VAIN
        may_name = self._may_name(hand, led, renounced)
        if not may_name:
            return self._why_no_joker_lead()
        if not self.joker.binds:
            return "a joker that is led names no suit in these rules"
        if move.named is None:
            ways = ", ".join(format_move(Move(move.card, suit), self._suits) for suit in may_name)
            return f"a joker that is led must name a suit ({ways})"
        if move.named not in ALL_SUITS:
            return f"{move.named} is not a suit (0 to 3, or S, C, D, H)"
        others = ", ".join(SUITS[suit] for suit in may_name)
        return f"{SUIT_NAMES[move.named]} were {_NOT_NAMED[self.joker.lead]} (it may name {others})"

    def why_no_follow(self, move: Move, hand: Sequence[int], suit: int | None, seat: int) -> str:
        """Return why a card of the hand of `seat` may not be played to `suit`."""
        if move.named is not None or suit is None:
            return _NAMED_IN_VAIN
        if any(self.suit(card) == suit for card in hand):
            return f"seat {seat} must follow {SUIT_NAMES[suit]}"
        return f"in misère seat {seat}, void of {SUIT_NAMES[suit]}, must play the joker"

    # --- jokers that are led --------------------------------------------------------------------------------

    def _may_name(self, hand: Sequence[int], led: Set[int], renounced: Set[int]) -> tuple[int, ...]:
        held = {self.suit(card) for card in hand} - {NO_SUIT}
        return names(self.joker, held, not held, led, renounced)

    def _leads_of(self, card: int, may_name: Sequence[int]) -> Iterator[Move]:
        """Yield the ways to lead a card: one, or for a joker without a suit one for each suit it may name."""
        if self.suit(card) != NO_SUIT:
            yield Move(card)
        elif self.joker.binds:
            yield from (Move(card, suit) for suit in may_name)
        elif may_name:
            yield Move(card)

    def _why_no_joker_lead(self) -> str:
        two = sum(card >= JOKER for card in self._suits) == 2
        when = "a joker may be led only when no other card is left" if two else _ONE_JOKER
        return when + _NOT_LED.get(self.joker.lead, "")
