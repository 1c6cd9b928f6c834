"""A line of best play: the referee plays, the solver says after each trick what is still to be won.

Inside a trick every legal card is tried (cards that are worth the same count once); positions between tricks
are valued by the exact solver. At each turn the first card is taken that keeps the value of the position.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from fivehundred_sim.cards import NO_TRUMP
from fivehundred_sim.game.moves import Move, format_move
from fivehundred_sim.game.play import Play
from fivehundred_sim.game.trick import NO_SUIT, height, suits_in_play
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack

if TYPE_CHECKING:
    from fivehundred_sim.study.solve_question import Question
    from fivehundred_sim.study.values import Evaluator, Renounced


def best_line(
    question: "Question", rules: Rules, evaluator: "Evaluator", value: int
) -> tuple[tuple[int, str], ...]:
    """Return (seat, card word) of each card in the order of play, both sides playing their best.

    `value` is what the position is worth to the contractor by `evaluator`. A misère ends with the first trick
    that its contractor takes.
    """
    deal, bid, contractor, start, partner = question
    play = Play(
        rules if partner is None else _partner_by_seat(rules),
        deal.hands,
        bid,
        contractor,
        nominate=dict(evaluator.nominations) or None,
        led=start.led,
        leader=question.leader,
        partner=partner,
    )
    search = _Search(evaluator, rules)
    line = []
    while not play.over and not (bid.is_misere and play.contractor_tricks):
        move = search.best_move(play, value)
        line.append((play.play(move).seat, format_move(move, pack(rules))))
    return tuple(line)


def _partner_by_seat(rules: Rules) -> Rules:
    """Return the rules with partners who are named: a question says who the partner is, not by which card."""
    return rules.model_copy(update={"table": rules.table.model_copy(update={"sides": "name_player"})})


class _Search:
    """Minimax over the rest of one trick, with solved values between tricks."""

    def __init__(self, evaluator: "Evaluator", rules: Rules) -> None:
        self._evaluator = evaluator
        self._suits = suits_in_play(rules, self._denomination, evaluator.nominations)
        self._known: dict[object, int] = {}

    def best_move(self, play: Play, value: int) -> Move:
        """Return a move after which the position is still worth `value` in all to the contractor."""
        ours = self._is_ours(play)
        # His side keeps what it has; the defenders keep him from getting more.
        goal = value if ours else value + 1
        for move in self._moves(play):
            if self._reaches(_after(play, move), goal) == ours:
                return move
        raise AssertionError(f"no card keeps the value {value} that the solver gave")

    def _reaches(self, play: Play, goal: int) -> bool:
        """Whether the contractor can get `goal`: tricks of his side in all, in misère 1 for none."""
        if not play.trick:
            return self._value(play, goal) >= goal
        ours = self._is_ours(play)
        results = (self._reaches(_after(play, move), goal) for move in self._moves(play))
        return any(results) if ours else all(results)

    def _value(self, play: Play, goal: int) -> int:
        misere = self._evaluator.bid.is_misere
        taken = play.contractor_tricks
        if misere and taken:
            return 0
        renounced = self._renounced(play)
        key = (play.hands, play.leader, play.suits_led, renounced)
        if key not in self._known:
            led = sum(1 << suit for suit in play.suits_led)
            self._known[key] = self._evaluator.value(play.hands, play.leader, led, renounced, goal - taken)
        return self._known[key] if misere else taken + self._known[key]

    def _is_ours(self, play: Play) -> bool:
        return play.turn in self._evaluator.side

    def _renounced(self, play: Play) -> "Renounced":
        """Return the suits that each seat has renounced (docs/rulings.md), as bit masks."""
        masks = [0] * len(play.hands)
        led = None
        for _, cards in groupby(play.history, key=lambda record: record.trick):
            for place, record in enumerate(cards):
                suit = self._suits[record.card]
                if place == 0:
                    led = record.named if suit == NO_SUIT else suit
                elif led is not None and suit not in (led, NO_SUIT):
                    masks[record.seat] |= 1 << led
        return tuple(masks)

    def _moves(self, play: Play) -> list[Move]:
        """Return the legal moves worth trying, in the order in which a player would look at them.

        A lead from the top, a follower's card from the bottom; in misère everything from the bottom.
        """
        moves = sorted(self._distinct(play), key=lambda move: self._strength(move.card))
        return moves if play.trick or self._evaluator.bid.is_misere else moves[::-1]

    def _distinct(self, play: Play) -> Iterator[Move]:
        """Yield the legal moves, one of each run of cards with no card still in play between them."""
        assert play.turn is not None
        others = {card for seat, hand in enumerate(play.hands) if seat != play.turn for card in hand}
        others |= {move.card for move in play.trick}
        before: Move | None = None
        # Not in the referee's order: it lists printed suits, where bowers and jokers are out of their rank.
        for move in sorted(play.moves(), key=lambda move: (self._suit(move.card), self._strength(move.card))):
            if before is None or move.named is not None or not self._same(before.card, move.card, others):
                yield move
            before = move

    def _same(self, low: int, high: int, others: set[int]) -> bool:
        """Whether two cards of one hand are worth the same: one suit, and nobody's card between them."""
        suit = self._suit(low)
        if suit != self._suit(high):
            return False
        between = range(self._height(low) + 1, self._height(high))
        return not any(self._suit(card) == suit and self._height(card) in between for card in others)

    def _suit(self, card: int) -> int:
        return self._suits[card]

    def _height(self, card: int) -> int:
        return height(card, self._denomination)

    def _strength(self, card: int) -> tuple[bool, int]:
        """Sort key: plain cards from the bottom, then trumps, a joker last."""
        suit = self._suit(card)
        return suit >= NO_TRUMP or suit == self._denomination, self._height(card)

    @property
    def _denomination(self) -> int:
        return min(self._evaluator.bid.denomination, NO_TRUMP)


def _after(play: Play, move: Move) -> Play:
    """Return the play one card on."""
    other = play.copy()
    other.play(move)
    return other
