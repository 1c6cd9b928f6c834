"""The sampled player's card where the fast kernels play the game: four in pairs, as `lanes_cover` says.

The kernels keep a whole deal; here it holds only what the view tells. Of hidden hands they read no more than
how many cards they are, so unseen cards stand in for them in the order of the pack.
"""

import threading
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import BLIND_MISERE, JOKER, MISERE, NO_TRUMP
from fivehundred_sim.game.exchange import takes_kitty
from fivehundred_sim.game.moves import Move
from fivehundred_sim.rules.code import JOKER_BIT, lane_of, lanes_cover
from fivehundred_sim.rules.scoring import hand_points
from fivehundred_sim.study.values import House
from fivehundred_sim.study.view import View

if TYPE_CHECKING:
    from fivehundred_sim.kernels.sampled.room import Room

_LANE, _NOMINATED = 16, 14  # a joker that was given a suit, above its ace
_LANE_MASK = 0x7FFF
_BOTH_SIDES = 3
_SEATS = 4


class _Rooms(threading.local):
    """The working memory of decisions by so many worlds, one a thread."""

    worlds = 0

    def of(self, worlds: int) -> "Room":
        from fivehundred_sim.kernels.sampled.room import new_room

        if self.worlds != worlds:
            self.worlds, self.room = worlds, new_room(worlds)
        return self.room


_ROOMS = _Rooms()


def fast_strain(view: View) -> int | None:
    """Return the strain in which the fast kernels play this hand, None where they do not."""
    bid = view.bid
    if bid is None or view.led or not takes_kitty(bid):
        return None
    strain = MISERE if bid.denomination == BLIND_MISERE else bid.denomination
    return strain if lanes_cover(view.rules) >> strain & 1 else None


def choose_in_lanes(house: House, view: View, strain: int, worlds: int, seed: int) -> Move | None:
    """Return what a sampled player chooses who knows the view, None where no world of it was found.

    strain: of `fast_strain`. worlds, seed: as `best_card`.
    """
    from fivehundred_sim.kernels.sampled.chunks import world_stream
    from fivehundred_sim.kernels.sampled.conduct import conduct
    from fivehundred_sim.kernels.sampled.misere import conduct_misere

    game, full = _Game(house, view, strain), np.uint64(0)
    words = game.words()
    unused = np.zeros(_SEATS, np.uint64), full, full
    play, stream, room = house.lanes.play, world_stream(seed, 0), _ROOMS.of(worlds)
    if strain > NO_TRUMP:
        table = house.memory.misere
        card, lane = conduct_misere(words, *unused, strain, play, worlds, stream, 1, table, room)
    else:
        assert view.bid is not None
        both = [hand_points(view.rules, view.bid, taken) for taken in range(11)]
        points = np.array([ours - theirs for ours, theirs in both], np.int64)
        goal = view.bid.level, points
        memory = house.memory.tricks
        card, lane = conduct(
            words, *unused, strain, play, worlds, *goal, stream, 1, memory, room, _BOTH_SIDES
        )
    return game.move(int(card), int(lane))


class _Game:
    """A view as the working memory of the fast kernels."""

    def __init__(self, house: House, view: View, strain: int) -> None:
        self._house, self._view, self._strain = house, view, strain

    @cached_property
    def _bit_of(self) -> dict[int, int]:
        row = self._house.lanes.bit[self._strain]
        bits = {card: int(bit) for card, bit in zip(self._house.pack, row, strict=True)}
        named = {
            joker: _LANE * lane_of(suit, self._strain) + _NOMINATED
            for joker, suit in self._view.nominations.items()
        }
        return bits | named

    def words(self) -> NDArray[np.uint64]:
        """Return the memory of the game as far as it has been played."""
        from fivehundred_sim.kernels.sampled.state import LEADER, begin, lay, new_game, on_turn

        view, strain, play = self._view, self._strain, self._house.lanes.play
        game: NDArray[np.uint64] = new_game()
        base, hands = np.uint64(game.ctypes.data), np.array(self._hands(), np.uint64)
        suit = next(iter(view.nominations.values()), -1)
        thrown, full = np.uint64(self._word(view.thrown)), np.uint64(self._word(self._house.pack))
        begin(base, strain, hands, thrown, suit, full, play)
        game[LEADER] = (view.leader - view.contractor) % _SEATS
        for played in view.record:
            bit = self._bit_of[played.card]
            lane = bit // _LANE if played.named is None else played.named
            word, led = np.uint64(1 << bit), np.uint64(_LANE_MASK << _LANE * lane)
            lay(base, strain, on_turn(base, strain), word, led, play)
        return game

    def move(self, card: int, lane: int) -> Move | None:
        """Return the move of a card and the lane it leads, None for no card."""
        if card == 0:
            return None
        bit = card.bit_length() - 1
        found = next(own for own, place in self._bit_of.items() if place == bit)
        named = found == JOKER and bit == JOKER_BIT and self._view.leads
        return Move(found, (lane.bit_length() - 1) // _LANE if named else None)

    def _hands(self) -> list[int]:
        """Return the hands before the first card, from the contractor on; unseen cards stand in."""
        view = self._view
        seen = view.played.union(view.thrown, *view.cards.values())
        spare = iter([card for card in self._house.pack if card not in seen])
        hands = [0] * _SEATS
        for seat in range(_SEATS):
            cards = [played.card for played in view.record if played.seat == seat]
            cards += view.cards.get(seat, ())
            cards += [next(spare) for _ in range(view.length - len(cards))]
            hands[(seat - view.contractor) % _SEATS] = self._word(cards)
        return hands

    def _word(self, cards: Iterable[int]) -> int:
        return sum(1 << self._bit_of[card] for card in cards)
