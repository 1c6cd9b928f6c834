"""The exchange: the contractor takes the kitty into his hand and lays away as many cards, face down.

Any cards may go, trumps and joker included (pagat.com, "500"). It is the same in misère and open misère.
"""

from collections.abc import Sequence
from typing import NamedTuple

from fivehundred_sim.cards import HAND_SIZE, CardError, format_card, format_hand, parse_hand
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack


class Exchanged(NamedTuple):
    """A finished exchange: the contractor's hand for the play, and the cards he laid away."""

    hand: tuple[int, ...]
    discard: tuple[int, ...]


class Exchange:
    """The contractor's exchange. `cards` are hand and kitty together, before the discard.

    `hand` and `kitty` are text or card codes. Raises CardError that names every fault.
    """

    def __init__(self, rules: Rules, hand: str | Sequence[int], kitty: str | Sequence[int]) -> None:
        self.rules = rules
        self._pack = pack(rules)
        self._size = rules.pack.kitty
        taken = self._read(hand, HAND_SIZE) + self._read(kitty, self._size)
        self.cards = self._read(taken, HAND_SIZE + self._size)

    def verify_discard(self, discard: str | Sequence[int]) -> tuple[int, ...]:
        """Return the codes of the discard. Raises CardError that names every card he does not hold."""
        thrown = self._read(discard, self._size)
        faults = [
            f'"{format_card(card, self._pack)}" is not held' for card in thrown if card not in self.cards
        ]
        if faults:
            raise CardError("discard: " + "; ".join(faults))
        return thrown

    def can_discard(self, discard: str | Sequence[int]) -> bool:
        """Return whether these cards may be laid away."""
        try:
            self.verify_discard(discard)
        except CardError:
            return False
        return True

    def discard(self, discard: str | Sequence[int]) -> Exchanged:
        """Return the hand after laying cards away. Raises CardError as `verify_discard` does."""
        thrown = self.verify_discard(discard)
        return Exchanged(tuple(card for card in self.cards if card not in thrown), thrown)

    def _read(self, cards: str | Sequence[int], size: int) -> tuple[int, ...]:
        """Return card codes from text or codes; both are checked as text, so that faults read alike."""
        text = cards if isinstance(cards, str) else format_hand(cards, self._pack, sort=False)
        return parse_hand(text, self._pack, size)
