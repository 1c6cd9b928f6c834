"""What `bench` measures: each measure cuts the stream of deals into batches of equal work, ready to be timed.

A batch holds everything its solver or players take, so that timing it times nothing else. Where a peer plays
the same deals, the batch holds them in the peer's form too; else an answer can at least be checked for sense.
"""

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import (
    HAND_SIZE,
    JOKER,
    MISERE,
    NO_TRUMP,
    Bid,
    effective_suit,
)
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import hand_points
from fivehundred_sim.study.card_values import Standing, ready_scores
from fivehundred_sim.study.peer import Peer
from fivehundred_sim.study.run import HEURISTIC, Task, solving_is_slow
from fivehundred_sim.study.values import Evaluator, Hands, House, evaluator_of

Answers = tuple[int, ...]

CONTRACTOR = 0
NEED = 7  # tricks of the yes/no questions
ENDING = 6  # cards a hand where every card is scored
LEVEL, WORLDS = 8, 16  # of a sampled deal: the contract, and worlds solved for each decision
LOW = 4  # cards above the nine, of ten and the kitty, that a hand to bid misère with may have
_NINE = 7  # rank code
_MANY = 20_000  # deals of a batch that are only dealt
_PLAYED = 1_000  # deals of a batch that are played out
_ATTEMPTS = 1_000  # deals looked through for one low hand: one in seven is


@dataclass(frozen=True)
class Batch:
    """Equal work for ourselves and a peer: `number` things, answered by both in the same order.

    `fault` says what is wrong with our answers as far as that can be told without a peer, None for nothing.
    """

    number: int
    ours: Callable[[], Answers]
    peer: Callable[[], Answers] | None = None
    fault: Callable[[Answers], str | None] = lambda _: None


@dataclass(frozen=True)
class Measure:
    """One thing to measure, a batch of it by its number."""

    name: str
    batch: Callable[[int], Batch]


class Bench:
    """The deals of one seed under one set of rules, and all that can be measured with them."""

    def __init__(self, rules: Rules, seed: int, peer: Peer | None) -> None:
        self.rules = rules
        self.house = House(rules)
        self._seed = seed
        self._peer = peer

    def measures(self) -> list[Measure]:
        """Return what can be measured by these rules, in the order in which it is shown."""
        few, some = (1, 1) if solving_is_slow(self.rules) else (10, 50)
        found = [Measure("deals dealt", self._dealt), Measure("playouts", self._played)]
        suit = partial(self._values, few, self._random_suit)
        found.append(Measure("values, suit", suit))
        if self._is_lanes:
            found.append(
                Measure("values, best suit after the exchange", partial(self._values, few, self._best_suit))
            )
        found.append(
            Measure("values, no-trump without joker", partial(self._values, few, self._without_joker))
        )
        if self.rules.pack.jokers:
            joker = partial(self._values, few, self._with_joker)
            found.append(Measure("values, no-trump with joker", joker))
        found.append(Measure(f"yes or no, {NEED} tricks in a suit", partial(self._questions, few)))
        if Bid(0, MISERE) in bids(self.rules):
            found.append(Measure("misères, low hands", partial(self._miseres, some)))
        if self._is_lanes:
            found.append(Measure(f"every card of {ENDING}-card endings, suit", partial(self._cards, some)))
            found.append(Measure(f"sampled deals, {WORLDS} worlds", self._sampled))
        return found

    # --- dealing and playing --------------------------------------------------------------------------------

    def _dealt(self, number: int) -> Batch:
        from fivehundred_sim.kernels.tally import dealt_counts

        cards, seats = len(self.house.pack), self.rules.table.players

        def ours() -> Answers:
            counts = dealt_counts(cards, seats, HAND_SIZE, self._seed, number * _MANY, _MANY)
            return tuple(int(count) for count in counts.ravel())

        def fault(answers: Answers) -> str | None:
            counts = np.array(answers).reshape(seats + 1, cards)
            whole = (counts.sum(axis=0) == _MANY).all() and (
                counts[:seats].sum(axis=1) == HAND_SIZE * _MANY
            ).all()
            return None if whole else "a card was dealt twice or not at all"

        return Batch(_MANY, ours, fault=fault)

    def _played(self, number: int) -> Batch:
        count = HEURISTIC.load()
        order = self._order(number)
        strain = self._longest(order[:HAND_SIZE])
        hand, unseen = self._places(order)
        task = Task(self.rules, hand, unseen, self._seed)
        count(task, 0, 0, 1 << strain)  # the rules in the kernels' form are no part of a deal's time

        def ours() -> Answers:
            return tuple(int(deals) for deals in count(task, 0, _PLAYED, 1 << strain)[strain])

        def fault(answers: Answers) -> str | None:
            return None if sum(answers) == _PLAYED else "deals were lost"

        return Batch(_PLAYED, ours, fault=fault)

    def _sampled(self, number: int) -> Batch:
        """Return one deal of four sampled players, exchange included, in the suit of most trumps."""
        from fivehundred_sim.kernels.sampled.chunks import sampled_games

        order = self._order(number)
        strain = self._longest(order[:HAND_SIZE])
        bid = Bid(LEVEL, strain)
        points = np.array([_gain(self.rules, bid, tricks) for tricks in range(HAND_SIZE + 1)], np.int64)
        lanes, (hand, unseen) = self.house.lanes, self._places(order)
        asked = (lanes.bit, lanes.play, hand, unseen, self._seed, number, 1, strain, points, LEVEL, WORLDS)

        def ours() -> Answers:
            return (int(sampled_games(*asked)[0]),)

        def fault(answers: Answers) -> str | None:
            return None if ours() == answers else "the same deal is played otherwise the second time"

        return Batch(1, ours, fault=fault)

    def _places(self, order: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the first hand of a shuffled pack and all other cards, as places in the pack."""
        index = {card: place for place, card in enumerate(self.house.pack)}
        hand, unseen = (
            np.array(sorted(index[card] for card in cards), np.int64)
            for cards in (order[:HAND_SIZE], order[HAND_SIZE:])
        )
        return hand, unseen

    # --- solving --------------------------------------------------------------------------------------------

    def _values(self, size: int, position: "Callable[[int], Position]", number: int) -> Batch:
        positions = [position(size * number + place) for place in range(size)]
        ready = [each.ready() for each in positions]
        guess = HAND_SIZE * 2 // 3

        def ours() -> Answers:
            return tuple(each.value(guess) for each in ready)

        peer = self._with_peer(positions, lambda peer, board: peer.value(board))
        return Batch(size, ours, peer)

    def _questions(self, size: int, number: int) -> Batch:
        positions = [self._random_suit(size * number + place) for place in range(size)]
        ready = [each.ready() for each in positions]

        def ours() -> Answers:
            return tuple(int(each.reaches(NEED)) for each in ready)

        def fault(answers: Answers) -> str | None:
            values = tuple(int(each.value(NEED) >= NEED) for each in ready)
            return None if answers == values else "a yes or no is not what the value says"

        peer = self._with_peer(positions, lambda peer, board: int(peer.reaches(board, NEED)))
        return Batch(size, ours, peer, fault)

    def _miseres(self, size: int, number: int) -> Batch:
        ready = [self._low_hand(size * number + place).ready() for place in range(size)]

        def ours() -> Answers:
            return tuple(each.value(0) for each in ready)

        return Batch(size, ours)

    def _cards(self, size: int, number: int) -> Batch:
        """Return endings whose leader asks what each of his cards is worth."""
        positions = [self._ending(size * number + place) for place in range(size)]
        ready = [
            ready_scores(each.evaluator, Standing(each.hands, CONTRACTOR, 0, (0,) * len(each.hands)))
            for each in positions
        ]

        def ours() -> Answers:
            # A card that may not be played has -1; what is told of an ending is the worth of all its cards.
            return tuple(_in_one(np.sort(found[found >= 0])) for found in (ask() for ask in ready))

        peer = self._with_peer(positions, lambda peer, board: _in_one(peer.scores(board)))
        return Batch(size, ours, peer)

    def _with_peer(
        self, positions: "Sequence[Position]", ask: Callable[[Peer, Any], int]
    ) -> Callable[[], Answers] | None:
        """Return the same positions as questions to the peer, None where it cannot play them."""
        peer = self._peer
        if peer is None or not all(self._is_lanes and position.is_bridge for position in positions):
            return None
        boards = [peer.board(self._words(each), CONTRACTOR, each.strain < NO_TRUMP) for each in positions]
        return lambda: tuple(ask(peer, board) for board in boards)

    # --- populations ----------------------------------------------------------------------------------------

    def _random_suit(self, number: int) -> "Position":
        """Return a deal at random, each suit in turn being trumps."""
        return self._position(self._order(number), number % NO_TRUMP)

    def _ending(self, number: int) -> "Position":
        """Return an ending at random in suits: as many cards a hand as `ENDING` says."""
        order = self._order(number)
        hands = [order[HAND_SIZE * seat :][:ENDING] for seat in range(self.rules.table.players)]
        strain = number % NO_TRUMP
        bid = Bid(HAND_SIZE, strain)
        evaluator = evaluator_of(self.house, bid, CONTRACTOR, None, {})
        return Position(evaluator, tuple(map(tuple, hands)), strain)

    def _best_suit(self, number: int) -> "Position":
        """Return a deal whose contractor took the kitty and plays the suit of which he was dealt most."""
        order = self._order(number)
        strain = self._longest(order[:HAND_SIZE])
        kept, _ = self._exchanged(order, strain)
        return self._position([*kept, *order[HAND_SIZE:]], strain)

    def _without_joker(self, number: int) -> "Position":
        plain = [card for card in self._order(number) if card < JOKER]
        return self._position(plain, NO_TRUMP)

    def _with_joker(self, number: int) -> "Position":
        """Return a deal in no-trump with a joker in some hand, which belongs to no suit."""
        order = self._order(number)
        dealt = HAND_SIZE * self.rules.table.players
        if max(order[:dealt]) < JOKER:
            place = order.index(JOKER)
            order[number % dealt], order[place] = order[place], order[number % dealt]
        return self._position(order, NO_TRUMP)

    def _low_hand(self, number: int) -> "Position":
        """Return the misère of a hand with few high cards after the exchange, as they are bid."""
        for attempt in itertools.count(_ATTEMPTS * number):
            order = self._order(attempt)
            thirteen = order[:HAND_SIZE] + self._kitty(order)
            if sum(card >= JOKER or card % 16 > _NINE for card in thirteen) <= LOW:
                break
        kept, nominations = self._exchanged(order, MISERE)
        return self._position([*kept, *order[HAND_SIZE:]], MISERE, nominations)

    def _position(
        self, order: Sequence[int], strain: int, nominations: dict[int, int] | None = None
    ) -> "Position":
        seats = range(self.rules.table.players)
        hands = tuple(tuple(order[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in seats)
        bid = Bid(0 if strain >= MISERE else HAND_SIZE, strain)
        return Position(evaluator_of(self.house, bid, CONTRACTOR, None, nominations or {}), hands, strain)

    def _exchanged(self, order: Sequence[int], strain: int) -> tuple[list[int], dict[int, int]]:
        """Return the contractor's ten cards after the exchange, and the suit that his joker was given."""
        cards = [*order[:HAND_SIZE], *self._kitty(order)]
        if not self._is_lanes:  # plainly: the highest cards go, jokers first
            return sorted(cards, key=lambda card: (card >= JOKER, card % 16))[:HAND_SIZE], {}
        from fivehundred_sim.kernels.discard import DISCARD_WORDS, exchange

        bit = self._bits[strain]
        held, kitty = (_word(bit, part) for part in (cards[:HAND_SIZE], cards[HAND_SIZE:]))
        full, scratch = _word(bit, self.house.pack), np.empty(DISCARD_WORDS, np.int64)
        _, thrown, lane = exchange(strain, held, kitty, full, self.house.lanes.play.nominate, scratch)
        kept = [card for card in cards if not int(thrown) >> bit[card] & 1]
        return kept, {JOKER: int(lane)} if lane >= 0 else {}

    def _kitty(self, order: Sequence[int]) -> list[int]:
        start = HAND_SIZE * self.rules.table.players
        return list(order[start : start + self.rules.pack.kitty])

    def _longest(self, hand: Sequence[int]) -> int:
        """Return the suit with most trumps in a hand, the lowest-ranking of equals."""
        return max(range(NO_TRUMP), key=lambda suit: sum(effective_suit(card, suit) == suit for card in hand))

    def _order(self, number: int) -> list[int]:
        """Return the pack as it lies in one deal of the stream."""
        from fivehundred_sim.kernels.deal import shuffle

        order = np.empty(len(self.house.pack), np.int64)
        shuffle(self._seed, number, np.arange(len(order)), order)
        return [self.house.pack[place] for place in order]

    def _words(self, position: "Position") -> NDArray[np.uint64]:
        bit = self._bits[position.strain]
        return np.array([_word(bit, hand) for hand in position.hands], np.uint64)

    @property
    def _is_lanes(self) -> bool:
        """Whether the four-handed kernels play trumps by these rules."""
        return self.house.is_fast(Bid(HAND_SIZE, 0))

    @cached_property
    def _bits(self) -> list[dict[int, int]]:
        """The lane bit of each card, by strain."""
        return [
            {card: int(bit) for card, bit in zip(self.house.pack, row, strict=True)}
            for row in self.house.lanes.bit
        ]


@dataclass(frozen=True)
class Position:
    """A deal about to be played, the contractor on lead."""

    evaluator: Evaluator
    hands: Hands
    strain: int

    def ready(self) -> Any:
        """Return the position as its solver takes it."""
        return self.evaluator.ready(self.hands, CONTRACTOR, 0)

    @property
    def is_bridge(self) -> bool:
        """Whether a solver for bridge can play it."""
        joker = any(card >= JOKER for hand in self.hands for card in hand)
        return self.strain < NO_TRUMP or (self.strain == NO_TRUMP and not joker)


def _in_one(scores: Iterable[int]) -> int:
    """Return scores below eleven as the digits of one number."""
    answer = 1
    for score in scores:
        answer = 11 * answer + int(score)
    return answer


def _gain(rules: Rules, bid: Bid, tricks: int) -> int:
    ours, theirs = hand_points(rules, bid, tricks)
    return round(ours - theirs)


def _word(bit: dict[int, int], cards: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << bit[card] for card in cards))
