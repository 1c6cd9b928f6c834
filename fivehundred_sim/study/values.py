"""Exact values of positions with all hands open, by whichever solver covers the rules.

The fast solvers of the lanes kernels take the game of four in pairs that `rules.code.lanes_cover` names; the
general one takes every other table and rule. Both are exact, so which one answers can only be felt.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import DOUBLE_MISERE, JOKER, MISERE, NO_TRUMP, Bid
from fivehundred_sim.rules.code import KernelRules, encode, lanes_cover
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import contractor_side, playing_seats
from fivehundred_sim.rules.wide import LANE_BITS, LANES, NOMINATED, encode_wide, strain_table

# A joker that was given a suit, in the fast solvers' lanes: above the ace (docs/architecture.md).
_FAST_LANE, _FAST_NOMINATED = 16, 14

Hands = tuple[tuple[int, ...], ...]
Renounced = tuple[int, ...]  # by seat, the bit mask of the suits renounced


class Memory(threading.local):
    """The solvers' tables, made when first needed and kept from question to question, one set a thread."""

    @cached_property
    def tricks(self) -> NDArray[np.uint64]:
        """The table of the fast suit and no-trump solver."""
        from fivehundred_sim.kernels.solver_table import new_table

        return new_table()

    @cached_property
    def misere(self) -> NDArray[np.uint64]:
        """The table of the fast misère solver."""
        from fivehundred_sim.kernels.misere import new_misere_table

        return new_misere_table()

    @cached_property
    def dense(self) -> NDArray[np.uint64]:
        """The table of the general solver."""
        from fivehundred_sim.kernels.dense.table import new_dense_table

        table: NDArray[np.uint64] = new_dense_table()
        return table


class House:
    """Rules in the forms that the solvers take, made when first needed, and the solvers' memory."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.memory = Memory()

    @cached_property
    def lanes(self) -> KernelRules:
        """The rules for the fast solvers."""
        return encode(self.rules)

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """The places of cards for the general solver, int64 (15, pack)."""
        return self._wide[0]

    @cached_property
    def strains(self) -> NDArray[np.int64]:
        """The strains' codes for the general solver, int64 (15, 15)."""
        return self._wide[1]

    @cached_property
    def _wide(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        wide = encode_wide(self.rules)
        return wide.place, strain_table(wide)

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """The pack's card codes, in the order of the solvers' tables."""
        return pack(self.rules)

    def is_fast(self, bid: Bid) -> bool:
        """Return whether the fast solvers answer for this contract."""
        return bool(self._covered >> solved_strain(bid) & 1)

    @cached_property
    def _covered(self) -> int:
        return lanes_cover(self.rules)


def solved_strain(bid: Bid) -> int:
    """Return the strain that a contract is solved in.

    With all hands open and no exchange the kitty changes nothing, nor who sees what: so bids without the
    kitty are solved as those with it, and every misère as the plain one, save the double misère.
    """
    if bid.is_misere and bid.denomination != DOUBLE_MISERE:
        return MISERE
    return bid.denomination


@dataclass(frozen=True)
class Ready:
    """A position between tricks as its solver takes it: asking it again only searches.

    `value(guess)`: the tricks that the contractor's side still takes; in misère 1 if it takes none, else 0.
    `guess` is a first guess at them, any value. `reaches(need)`: whether that is at least `need`.
    """

    value: Callable[[int], int]
    reaches: Callable[[int], bool]


@dataclass(frozen=True)
class Evaluator:
    """Exact values of positions between tricks in one contract, for the contractor's side.

    `side` are the seats that play it, the contractor first; `nominations` the suits given to jokers, by
    joker.
    """

    house: House
    bid: Bid
    side: tuple[int, ...]
    nominations: Mapping[int, int]

    @property
    def contractor(self) -> int:
        """The contractor's seat."""
        return self.side[0]

    def value(
        self,
        hands: Hands,
        leader: int,
        led: int,
        renounced: Renounced | None = None,
        guess: int | None = None,
    ) -> int:
        """Return the tricks that the contractor's side still takes; in misère 1 if it takes none, else 0.

        `led` is the bit mask of the suits already led, `renounced` those that each seat has renounced (none
        by default). Hands hold one equal number of cards.
        """
        k = len(hands[leader])
        if k == 0:
            return int(self.bid.is_misere)
        return self.ready(hands, leader, led, renounced).value(k * 2 // 3 if guess is None else guess)

    def ready(self, hands: Hands, leader: int, led: int, renounced: Renounced | None = None) -> Ready:
        """Return a position of at least a card a hand, written as its solver takes it; as in `value`."""
        if self.house.is_fast(self.bid):
            words = [sum(1 << self.bit_of[card] for card in hand) for hand in hands]
            made = self._fast_misere if self.bid.is_misere else self._fast_tricks
            return made(words, leader, led)
        return self._general(hands, leader, led, renounced)

    def _fast_tricks(self, words: list[int], leader: int, led: int) -> Ready:
        from fivehundred_sim.kernels import solver

        memory, law, trump = self.house.memory, self.house.lanes.play.lead, self.trump
        lanes, k, ours = np.array(words, np.uint64), words[leader].bit_count(), leader in self.side

        def value(guess: int) -> int:
            first = guess if ours else k - guess
            taken = int(solver.solve_tricks(memory.tricks, lanes, leader, trump, law, led, k, first))
            return taken if ours else k - taken

        def reaches(need: int) -> bool:
            asked = need if ours else k - need + 1
            return bool(solver.reaches(memory.tricks, lanes, leader, trump, law, led, k, asked)) == ours

        return Ready(value, reaches)

    def _fast_misere(self, words: list[int], leader: int, led: int) -> Ready:
        from fivehundred_sim.kernels.misere import misere_makes

        seats = playing_seats(self.house.rules, self.bid, self.contractor)
        lanes = np.array([words[seat] for seat in seats], np.uint64)
        play, memory, first = self.house.lanes.play, self.house.memory, seats.index(leader)

        def makes() -> int:
            return int(misere_makes(memory.misere, lanes, first, play.misere_forced, play.lead, led))

        return Ready(lambda _: makes(), lambda need: makes() >= need)

    def _general(self, hands: Hands, leader: int, led: int, renounced: Renounced | None) -> Ready:
        from fivehundred_sim.kernels.dense.solve import dense_makes, dense_reaches, dense_value

        memory, row = self.house.memory, self.house.strains[solved_strain(self.bid)]
        playing = playing_seats(self.house.rules, self.bid, self.contractor)
        position = (
            self.wide_hands(hands),
            row,
            bit_mask(self.side),
            bit_mask(playing),
            leader,
            led,
            np.array(renounced or (0,) * len(hands), np.int64),
        )
        if self.bid.is_misere:
            return Ready(
                lambda _: int(dense_makes(memory.dense, *position)),
                lambda need: int(dense_makes(memory.dense, *position)) >= need,
            )
        return Ready(
            lambda guess: int(dense_value(memory.dense, *position, guess)),
            lambda need: bool(dense_reaches(memory.dense, *position, need)),
        )

    def wide_hands(self, hands: Hands) -> NDArray[np.uint64]:
        """Return hands in the wide layout, uint64 (players, 5)."""
        lanes = np.zeros((len(hands), LANES), np.uint64)
        for seat, hand in enumerate(hands):
            for card in hand:
                lane, bit = divmod(self.place_of[card], LANE_BITS)
                lanes[seat, lane] |= np.uint64(1 << bit)
        return lanes

    @property
    def trump(self) -> int:
        """1 in a contract with trumps, else 0."""
        return int(self.bid.denomination < NO_TRUMP)

    @cached_property
    def bit_of(self) -> dict[int, int]:
        """The lane bit of each card for the fast solvers."""
        row = self.house.lanes.bit[solved_strain(self.bid)]
        bits = {card: int(bit) for card, bit in zip(self.house.pack, row, strict=True)}
        return bits | {joker: _FAST_LANE * suit + _FAST_NOMINATED for joker, suit in self.nominations.items()}

    @cached_property
    def place_of(self) -> dict[int, int]:
        """The place of each card for the general solver; of two nominated jokers the black one is higher."""
        row = self.house.places[solved_strain(self.bid)]
        places = {card: int(place) for card, place in zip(self.house.pack, row, strict=True)}
        named = {
            joker: LANE_BITS * suit + NOMINATED + (joker == JOKER) for joker, suit in self.nominations.items()
        }
        return places | named


def evaluator_of(
    house: House, bid: Bid, contractor: int, partner: int | None, nominations: Mapping[int, int]
) -> Evaluator:
    """Return the evaluator of a contract; `partner` is whom a five-handed contractor has found."""
    return Evaluator(house, bid, contractor_side(house.rules, bid, contractor, partner), nominations)


def leaders_values(house: House, hands: Hands, bid: Bid) -> tuple[int, ...] | None:
    """Return the tricks of each contractor's side who leads first, no joker being nominated.

    The fast solver finds all four on one table, for half of what they cost alone. None where it does not
    answer, or in misère.
    """
    if bid.is_misere or not house.is_fast(bid):
        return None
    from fivehundred_sim.kernels.solver import solve_leaders

    bit = evaluator_of(house, bid, 0, None, {}).bit_of
    words = np.array([sum(1 << bit[card] for card in hand) for hand in hands], np.uint64)
    values, k, trump = np.empty(4, np.int64), len(hands[0]), int(bid.denomination < NO_TRUMP)
    solve_leaders(house.memory.tricks, words, trump, house.lanes.play.lead, 0, k, k // 2, values)
    return tuple(int(value) for value in values)


def bit_mask(seats: tuple[int, ...]) -> int:
    """Return seats as a bit mask."""
    return sum(1 << seat for seat in seats)
