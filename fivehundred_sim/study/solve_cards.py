"""Every legal card of a play in progress, scored with all hands open: what lead advisors and reviews need."""

from dataclasses import dataclass
from functools import lru_cache

from fivehundred_sim.game.moves import format_move
from fivehundred_sim.game.play import Play
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.scoring import is_made
from fivehundred_sim.study.best_line import is_lost
from fivehundred_sim.study.card_values import card_values, standing_of
from fivehundred_sim.study.solve_question import SolveError
from fivehundred_sim.study.values import Evaluator, House, evaluator_of


@dataclass(frozen=True)
class CardScore:
    """A legal card with what comes of it, best play by all following with all hands open.

    `card` is a word as in `Play.legal`. `tricks` are those of the contractor's side in all, its past ones
    included; in misère 0 (made) or 1 (failed). `cost`: by how many the card is worse for the side that plays
    it than its best card; in misère 1 for a card that gives away what another one keeps.
    """

    card: str
    tricks: int
    makes: bool
    cost: int


def score_cards(play: Play, evaluator: Evaluator) -> tuple[CardScore, ...]:
    """Return the legal cards of a play, best first for the seat on turn, equals in display order."""
    bid, cards = evaluator.bid, pack(play.rules)
    moves = play.moves()
    if bid.is_misere:
        lost = is_lost(play)
        values = (0,) * len(moves) if lost else card_values(evaluator, standing_of(play), moves)
        tricks = [1 - value for value in values]
    else:
        past = play.contractor_tricks
        tricks = [past + value for value in card_values(evaluator, standing_of(play), moves)]
    # In tricks as in misères the contractor's side wants more or fewer, and the others the contrary.
    sign = 1 if (play.turn in evaluator.side) == bid.is_misere else -1
    best = min((sign * taken for taken in tricks), default=0)
    scores = [
        CardScore(format_move(move, cards), taken, is_made(bid, taken), sign * taken - best)
        for move, taken in zip(moves, tricks, strict=True)
    ]
    return tuple(sorted(scores, key=lambda score: score.cost))


_house = lru_cache(maxsize=4)(House)  # keeps the solvers' memory from one decision to the next


def solve_cards(play: Play) -> tuple[CardScore, ...]:
    """Return every legal card of the seat on turn, best first, with its exact double-dummy result.

    `play` may stand anywhere, in the middle of a trick too, and under any rules; it is not changed. All hands
    are open to best play on both sides, so this says what a card is worth, not what its player could know.
    Raises SolveError for a hand that is over, that has no contract, or that is played with table piles.
    """
    if not isinstance(play, Play):
        raise SolveError(
            f"only a Play has cards to be scored, not an object of type {type(play).__name__}"
            + (" (two hands at one seat are not solved)" if type(play).__name__ == "PilesPlay" else "")
        )
    if play.bid is None or play.contractor is None:
        raise SolveError("a hand without a contract has no side whose tricks could be counted")
    if play.over:
        raise SolveError("the hand is over: there is no card to play")
    house = _house(play.rules)
    return score_cards(play, evaluator_of(house, play.bid, play.contractor, play.partner, play.nominations))
