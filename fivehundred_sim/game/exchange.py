"""The exchange: the contractor takes the kitty into his hand and lays away as many cards, face down.

Any cards may go, trumps and joker included (pagat.com, "500"). It is the same in misère and open misère.
"""

from typing import NamedTuple

from fivehundred_sim.cards import HAND_SIZE, CardError, format_card, parse_hand
from fivehundred_sim.game.given import GivenCards, GivenRules, cards_text, given_rules
from fivehundred_sim.rules.packs import pack


class Exchanged(NamedTuple):
    """A finished exchange: the contractor's hand for the play, and the cards he laid away."""

    hand: tuple[int, ...]
    discard: tuple[int, ...]


class Exchange:
    """The contractor's exchange. `cards` are hand and kitty together, before the discard.

    `rules` may be the name of a preset or file; `hand` and `kitty` are text, card codes or card words. Raises
    CardError that names every fault.
    """

    def __init__(self, rules: GivenRules, hand: GivenCards, kitty: GivenCards) -> None:
        self.rules = rules = given_rules(rules)
        self._pack = pack(rules)
        self._size = rules.pack.kitty
        taken = self._read(hand, HAND_SIZE, "hand") + self._read(kitty, self._size, "kitty")
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
