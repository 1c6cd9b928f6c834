"""Tricks at a table: turns, what is legal, what is decided; shared by the games with and without table piles.

A *place* is a hand of cards that plays to tricks: in most games a seat, with table piles a seat's hand or the
piles before it. What differs between the games are the methods at the end of `Table`.
"""

import copy
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Self

from fivehundred_sim.cards import OPEN_MISERE, Bid
from fivehundred_sim.game.law import Law
from fivehundred_sim.game.moves import Move, Played, PlayError, format_move, read_move
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.scoring import is_made


class Table(ABC):
    """The tricks of one hand. Made by its subclasses, which read and verify what they are given.

    `side` are the seats that play the contract, `cards` those of each place, `length` the number of tricks,
    `first` the place that leads first, `led` the suits led before.
    """

    def __init__(
        self,
        rules: Rules,
        bid: Bid | None,
        contractor: int | None,
        law: Law,
        side: tuple[int, ...],
        cards: Sequence[Sequence[int]],
        length: int,
        first: int,
        led: Collection[int],
    ) -> None:
        self.rules = rules
        self.bid = bid
        self.contractor = contractor
        self.side = side
        self.history: tuple[Played, ...] = ()
        self._law = law
        self._pack = pack(rules)
        self._hands = [list(hand) for hand in cards]
        self._length = length
        self._tricks = [0] * rules.table.players
        self._trick: list[Move] = []
        self._order = self._places_from(first)
        self._led = set(led)
        self._renounced: list[set[int]] = [set() for _ in cards]

    # --- what everybody sees --------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether all tricks have been played."""
        return sum(self._tricks) == self._length

    @property
    def turn(self) -> int | None:
        """The seat to play, None once the hand is over."""
        return None if self.over else self._seat_of(self._place)

    @property
    def leader(self) -> int:
        """The seat that leads, or has led, to the trick on the table."""
        return self._seat_of(self._order[0])

    @property
    def tricks(self) -> tuple[int, ...]:
        """The tricks taken so far, by seat."""
        return tuple(self._tricks)

    @property
    def contractor_tricks(self) -> int:
        """The tricks of the contractor's side so far; none without a contract."""
        return sum(self._tricks[seat] for seat in self.side)

    @property
    def trick(self) -> tuple[Move, ...]:
        """The cards of the trick on the table, in the order played, `leader` first."""
        return tuple(self._trick)

    @property
    def suit_led(self) -> int | None:
        """The suit that the trick on the table must follow, None before a lead and after a free joker."""
        return self._law.led_by(self._trick[0]) if self._trick else None

    @property
    def suits_led(self) -> frozenset[int]:
        """The suits led in the tricks before; a joker led counts as the suit it named."""
        return frozenset(self._led)

    @property
    def made(self) -> bool | None:
        """Whether the contract is made, as soon as that is certain; None while it is open, or without one.

        Counts the tricks of this play alone: an ending of fewer cards than the level is never made.
        """
        if self.bid is None:
            return None
        taken, left = self.contractor_tricks, self._length - sum(self._tricks)
        outcomes = {is_made(self.bid, taken), is_made(self.bid, taken + left)}
        return outcomes.pop() if len(outcomes) == 1 else None

    @property
    def decided(self) -> bool:
        """Whether the rest of the play can no longer change if the contract is made; overtricks may.

        A hand without a contract is decided when it is over, as every trick scores.
        """
        return self.over if self.bid is None else self.made is not None

    @property
    def exposed(self) -> tuple[int, ...] | None:
        """The contractor's cards while they lie open in an open misère, None otherwise."""
        if self.bid is None or self.contractor is None or self.bid.denomination != OPEN_MISERE:
            return None
        waits = self.rules.open_misere.exposed == "after_trick_1" and sum(self._tricks) == 0
        return None if waits else self.hands[self.contractor]

    # --- what only players see ------------------------------------------------------------------------------

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards still held, by seat."""
        return tuple(tuple(hand) for hand in self._hands)

    # --- moves ----------------------------------------------------------------------------------------------

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves of the seat on turn, in display order; none once over."""
        if self.over:
            return ()
        hand, renounced = self._hands[self._place], self._renounced[self._place]
        if not self._trick:
            return self._law.leads(hand, self._led, renounced)
        return self._law.follows(hand, self.suit_led, self._led, renounced)

    def legal(self) -> list[str]:
        """Return the legal cards as words; a joker that must name a suit appears as `JK=S`, `JK=C`, …."""
        return [format_move(move, self._pack) for move in self.moves()]

    def verify_play(self, move: str | Move) -> Move:
        """Return the move that is meant. Raises PlayError with the reason if it may not be played now."""
        meant = move if isinstance(move, Move) else read_move(move, self._pack)
        if meant not in self.moves():
            raise PlayError(f'"{format_move(meant, self._pack)}" cannot be played: {self._reason(meant)}')
        return meant

    def can_play(self, move: str | Move) -> bool:
        """Return whether the seat on turn may play this."""
        try:
            self.verify_play(move)
        except PlayError:
            return False
        return True

    def play(self, move: str | Move) -> Played:
        """Play a card for the seat on turn and return its record. Raises PlayError with the reason."""
        meant = self.verify_play(move)
        place, number, led = self._place, sum(self._tricks), self.suit_led
        if led is not None and self._law.renounces(meant.card, led):
            self._renounced[place].add(led)
        self._hands[place].remove(meant.card)
        self._trick.append(meant)
        winner = self._finish_trick() if len(self._trick) == len(self._order) else None
        record = Played(self._seat_of(place), meant.card, meant.named, number, winner)
        self.history += (record,)
        return record

    def copy(self) -> Self:
        """Return an independent copy, to try moves on."""
        other = copy.copy(self)
        other._hands = [list(hand) for hand in self._hands]
        other._renounced = [set(suits) for suits in self._renounced]
        other._led = set(self._led)
        other._tricks = list(self._tricks)
        other._trick = list(self._trick)
        return other

    @property
    def _place(self) -> int:
        """The place to play."""
        return self._order[len(self._trick)]

    def _finish_trick(self) -> int:
        """Give the full trick to its winner, who leads next, and return his seat."""
        renounced = [self._renounced[place] for place in self._order]
        place = self._order[self._law.winner(self._trick, renounced)]
        led = self.suit_led
        if led is not None:
            self._led.add(led)
        self._tricks[self._seat_of(place)] += 1
        self._trick = []
        self._order = self._places_from(place)
        return self._seat_of(place)

    def _reason(self, move: Move) -> str:
        """Return why a move that is not legal is not."""
        if self.over:
            return "the hand is over"
        hand, seat = self._hands[self._place], self._seat_of(self._place)
        if move.card not in hand:
            return f"seat {seat} does not hold it"
        if self._trick:
            return self._law.why_no_follow(move, hand, self.suit_led, seat)
        return self._law.why_no_lead(move, hand, self._led, self._renounced[self._place])

    # --- what differs between the games ---------------------------------------------------------------------

    def _seat_of(self, place: int) -> int:
        """Return the seat that a place belongs to."""
        return place

    @abstractmethod
    def _places_from(self, first: int) -> list[int]:
        """Return the places that play to a trick that `first` leads, in their order."""
