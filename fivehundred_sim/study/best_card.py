"""The card that a sampled player plays: the best in deals of the unseen cards that fit what he knows."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import JOKER, NO_TRUMP
from fivehundred_sim.game.exchange import takes_kitty
from fivehundred_sim.game.given import GivenCards
from fivehundred_sim.game.moves import Move, PlayError, format_move
from fivehundred_sim.game.play import Play
from fivehundred_sim.rules.code import lane_of
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import TRICK_POINTS, hand_points
from fivehundred_sim.rules.seats import contractor_side, partners_of, playing_seats
from fivehundred_sim.rules.wide import LANE_BITS, LANES, NOMINATED, denomination_of, strain_of
from fivehundred_sim.study.lanes_card import choose_in_lanes, fast_strain
from fivehundred_sim.study.values import House
from fivehundred_sim.study.view import View, view_of

if TYPE_CHECKING:
    from fivehundred_sim.kernels.wide_sampled.decide import Goal
    from fivehundred_sim.kernels.wide_sampled.view import View as KernelView

_NO_CONTRACT = 11  # tricks that nobody takes
_FULL_HAND = 10
_MOST_WORLDS = 10_000
_NOMINATE, _MANDATORY = 8, 2  # column of a strain's row (rules.wide), and its value


def best_card(play: Play, worlds: int = 16, seed: int = 1, *, discards: GivenCards | None = None) -> str:
    """Return the card that a sampled player plays now, as a word of `play.legal()` such as `AH` or `JK=S`.

    He deals the cards that he has not seen `worlds` times as all that he knows allows, solves each deal with
    all hands open after each legal card, and plays the card that makes the contract (or sets it) most often,
    then brings most points, then is the lowest. Hidden cards play no part: with the same `seed` the card is
    the same whatever the others hold.

    Parameters
    ----------
    play : a hand in play; for a dummy the contractor chooses
    worlds : deals to solve, 1 or more; time grows with them
    seed : of the random deals, 0 or more
    discards : what the contractor threw, text, codes or words; used only where he chooses, who knows it

    Raises PlayError for a hand that is over or is played with table piles, CardError for discards that cannot
    be read or are in play, ValueError for numbers out of range.
    """
    if not isinstance(play, Play):
        raise PlayError(f"expected a Play, not a {type(play).__name__} (with table piles no card is judged)")
    if play.over:
        raise PlayError("the hand is over: there is no card to choose")
    if not 1 <= worlds <= _MOST_WORLDS:
        raise ValueError(f"{worlds} worlds: expected 1 to {_MOST_WORLDS}")
    if seed < 0:
        raise ValueError(f"seed {seed}: expected 0 or more")
    view, moves = view_of(play, discards), play.moves()
    move = moves[0] if len(moves) == 1 else choose(view, worlds, seed)
    return format_move(move, house_of(play.rules).pack)


@lru_cache(maxsize=16)
def house_of(rules: Rules) -> House:
    """Return the rules in the solvers' forms, with their memory, kept from call to call."""
    return House(rules)


def choose(view: View, worlds: int, seed: int) -> Move:
    """Return what a sampled player chooses who knows what the view tells; arguments as in `best_card`.

    Raises PlayError if no deal of the unseen cards agrees with the view.
    """
    house, strain = house_of(view.rules), fast_strain(view)
    move = None if strain is None else choose_in_lanes(house, view, strain, worlds, seed)
    return choose_anywhere(view, worlds, seed) if move is None else move


def choose_anywhere(view: View, worlds: int, seed: int) -> Move:
    """Return the same by the general kernels, which play every table; arguments as in `choose`."""
    from fivehundred_sim.kernels.wide_sampled.decide import decide

    words = Words(view)
    known = words.view()
    best = decide(house_of(view.rules).memory.dense, known, _goal(view), worlds, seed)
    if best is None:
        raise PlayError("no deal of the unseen cards agrees with what has been played")
    return Move(words.card_of[best.place], None if best.named < 0 else best.named)


def _goal(view: View) -> "Goal":
    """Return what the contractor's side plays for; without a contract every side counts its own tricks."""
    from fivehundred_sim.kernels.wide_sampled.decide import RESULTS, goal_of

    if view.bid is None:
        return goal_of(_NO_CONTRACT, False, TRICK_POINTS * np.arange(RESULTS, dtype=np.float64))
    both = [hand_points(view.rules, view.bid, taken, partnered=view.partnered) for taken in range(RESULTS)]
    points = np.array([own - theirs for own, theirs in both], np.float64)
    return goal_of(view.bid.level, view.bid.is_misere, points)


class Words:
    """A view in the kernels' words: seats from the contractor, cards as places of the wide layout."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._house = house_of(view.rules)
        self._players = view.rules.table.players
        self._strain = NO_TRUMP if view.bid is None else strain_of(view.bid)
        layout = self._house.places[self._strain]
        places = {card: int(place) for card, place in zip(self._house.pack, layout, strict=True)}
        denomination = denomination_of(self._strain)
        for joker, suit in view.nominations.items():
            places[joker] = LANE_BITS * lane_of(suit, denomination) + NOMINATED + (joker == JOKER)
        self._place_of = places
        self.card_of = {place: card for card, place in places.items()}

    def view(self) -> "KernelView":
        """Return the view for `decide`."""
        from fivehundred_sim.kernels.wide_sampled.public import public_after
        from fivehundred_sim.kernels.wide_sampled.view import look

        view = self._view
        row = self._house.strains[self._strain].copy()
        if view.bid is None:
            row[_NOMINATE] = 0
        record = [
            (self._place_of[played.card], -1 if played.named is None else lane_of(played.named, NO_TRUMP))
            for played in view.record
        ]
        public = public_after(
            row,
            np.int64(self._mask(self._playing())),
            np.int64(self._turned(view.leader)),
            np.int64(sum(1 << suit for suit in view.led)),
            np.int64(self._players),
            np.array(record, np.int64).reshape(-1, 2),
        )
        if row[_NOMINATE] == _MANDATORY:
            public.void[:] |= 1 << (LANES - 1)  # whoever had a joker has given it a suit
        elif view.nominations:
            public.void[0] |= 1 << (LANES - 1)  # so has the contractor, to all his jokers
        called = -1 if view.called is None else self._place_of[view.called]
        known: KernelView = look(
            public,
            np.int64(self._players),
            np.int64(self._turned(view.seat)),
            self._known(),
            self._words(view.thrown),
            self._words(self._place_of),
            np.int64(view.length),
            np.int64(self._mask(self._side())),
            np.int64(called),
            np.int64(self._mask(self._playing()) & ~1),
            np.int64(self._threw()),
        )
        return known

    def _turned(self, seat: int) -> int:
        return (seat - self._view.contractor) % self._players

    def _mask(self, seats: Iterable[int]) -> int:
        return sum(1 << self._turned(seat) for seat in seats)

    def _words(self, cards: Iterable[int]) -> NDArray[np.uint64]:
        words = np.zeros(LANES, np.uint64)
        for card in cards:
            lane, bit = divmod(self._place_of[card], LANE_BITS)
            words[lane] |= np.uint64(1 << bit)
        return words

    def _playing(self) -> tuple[int, ...]:
        view = self._view
        if view.bid is None:
            return tuple(range(self._players))
        return playing_seats(view.rules, view.bid, view.contractor)

    def _side(self) -> tuple[int, ...]:
        """Return who is known to play together; without a contract the side of the seat on turn."""
        view = self._view
        if view.bid is None:
            return (view.seat, *partners_of(view.rules, view.seat))
        return contractor_side(view.rules, view.bid, view.contractor, view.partner)

    def _known(self) -> NDArray[np.uint64]:
        """Return cards known to be held: those seen, jokers announced, a called card whose holder is told."""
        view, played = self._view, self._view.played
        known = np.zeros((self._players, LANES), np.uint64)
        for seat, cards in view.cards.items():
            known[self._turned(seat)] |= self._words(cards)
        for joker, seat in view.announced.items():
            if joker not in played:
                known[self._turned(seat)] |= self._words([joker])
        if view.partner is not None and view.called is not None and view.called not in played:
            known[self._turned(view.partner)] |= self._words([view.called])
        return known

    def _threw(self) -> int:
        """Return how many unseen cards the contractor chose to throw after taking the kitty."""
        view = self._view
        whole = view.bid is not None and takes_kitty(view.bid) and view.length == _FULL_HAND
        return view.rules.pack.kitty if whole and not view.sees_contractor else 0
