"""The exchange: the contractor takes the kitty into his hand and lays away as many cards, face down.

Any cards may go, trumps and joker included (pagat.com, "500"). It is the same in misère and open misère; with
table piles the discard comes from the hand too. In a contract without the kitty nothing is exchanged.
"""

from typing import NamedTuple

from fivehundred_sim.cards import BAR_NULLO, HAND_SIZE, Bid, CardError, format_card, parse_bid, parse_hand
from fivehundred_sim.game.given import GivenCards, GivenRules, cards_text, given_rules
from fivehundred_sim.rules.packs import pack


class Exchanged(NamedTuple):
    """A finished exchange: the contractor's hand for the play, and the cards he laid away."""

    hand: tuple[int, ...]
    discard: tuple[int, ...]


def takes_kitty(bid: Bid) -> bool:
    """Return whether the contractor takes the kitty: not in bar nullo, nor in a bid made without it."""
    return not bid.sans_kitty and bid.denomination != BAR_NULLO


class Exchange:
    """The contractor's exchange. `cards` are hand and kitty together, before the discard.

    `rules` may be the name of a preset or file; `hand` and `kitty` are text, card codes or card words. `bid`,
    text or Bid, only says whether the kitty is taken: where it is not, it stays unseen and the discard is
    empty. Raises CardError that names every fault, BidError for text that is no bid.
    """

    def __init__(
        self, rules: GivenRules, hand: GivenCards, kitty: GivenCards, bid: str | Bid | None = None
    ) -> None:
        self.rules = rules = given_rules(rules)
        self._pack = pack(rules)
        contract = parse_bid(bid) if isinstance(bid, str) else bid
        takes = contract is None or takes_kitty(contract)
        self._size = rules.pack.kitty if takes else 0
        taken = self._read(hand, HAND_SIZE, "hand")
        if takes:
            taken += self._read(kitty, self._size, "kitty")
        self.cards = self._read(taken, HAND_SIZE + self._size, "hand and kitty")

    def verify_discard(self, discard: GivenCards) -> tuple[int, ...]:
        """Return the codes of the discard. Raises CardError that names every card he does not hold."""
        thrown = self._read(discard, self._size, "discard")
        faults = [
            f'"{format_card(card, self._pack)}" is not held' for card in thrown if card not in self.cards
        ]
        if faults:
            raise CardError("discard: " + "; ".join(faults))
        return thrown

    def can_discard(self, discard: GivenCards) -> bool:
        """Return whether these cards may be laid away."""
        try:
            self.verify_discard(discard)
        except CardError:
            return False
        return True

    def discard(self, discard: GivenCards) -> Exchanged:
        """Return the hand after laying cards away. Raises CardError as `verify_discard` does."""
        thrown = self.verify_discard(discard)
        return Exchanged(tuple(card for card in self.cards if card not in thrown), thrown)

    def _read(self, cards: GivenCards, size: int, whose: str) -> tuple[int, ...]:
        """Return card codes; whatever was given is checked as text, so that faults read alike."""
        return parse_hand(cards_text(cards, self._pack, whose), self._pack, size)
