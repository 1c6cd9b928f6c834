"""A line of best play: the referee plays, the solver says at each turn what every card is worth."""

from fivehundred_sim.cards import NO_TRUMP
from fivehundred_sim.game.moves import Move, format_move
from fivehundred_sim.game.play import Play
from fivehundred_sim.game.trick import height, suits_in_play
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.card_values import card_values, standing_of
from fivehundred_sim.study.values import Evaluator


def best_line(play: Play, evaluator: Evaluator) -> tuple[tuple[int, str], ...]:
    """Return (seat, card word) of each card from here on, both sides playing their best; `play` is played on.

    At each turn the first card is taken that keeps the value of the position: a lead from the top, a
    follower's card from the bottom, in misère everything from the bottom. A misère ends with the first trick
    that its contractor takes.
    """
    line = []
    while not (play.over or is_lost(play)):
        moves = _in_order(play)
        values = card_values(evaluator, standing_of(play), moves)
        best = max(values) if play.turn in evaluator.side else min(values)
        move = moves[values.index(best)]
        line.append((play.play(move).seat, format_move(move, pack(play.rules))))
    return tuple(line)


def is_lost(play: Play) -> bool:
    """Return whether this is a misère whose contractor has taken a trick."""
    return play.bid is not None and play.bid.is_misere and play.contractor_tricks > 0


def _in_order(play: Play) -> list[Move]:
    """Return the legal moves in the order in which a player would look at them."""
    bid = play.bid
    assert bid is not None  # an evaluator is that of a contract
    denomination = min(bid.denomination, NO_TRUMP)
    suits = suits_in_play(play.rules, denomination, play.nominations)

    def strength(move: Move) -> tuple[bool, int]:
        """Sort key: plain cards from the bottom, then trumps, a joker last."""
        suit = suits[move.card]
        return suit >= NO_TRUMP or suit == denomination, height(move.card, denomination)

    moves = sorted(play.moves(), key=strength)
    return moves if play.trick or bid.is_misere else moves[::-1]
