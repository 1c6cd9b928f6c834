"""Moves and their records: a card played, the suit a led joker names, and the words for both."""

from collections.abc import Collection
from typing import NamedTuple

from fivehundred_sim.cards import JOKER, SUITS, CardError, format_card, parse_card, parse_suit


class PlayError(ValueError):
    """A card that may not be played now, or a hand that cannot be played; the message says why."""


class Move(NamedTuple):
    """A card to play; `named` is the suit that a joker without a suit names when it is led.

    Its text is the word in a pack of one joker; `format_move` knows other packs.
    """

    card: int
    named: int | None = None

    def __str__(self) -> str:
        return format_move(self)


class Played(NamedTuple):
    """The record of a card played: `trick` counts from 0, `winner` is set by the last card of a trick."""

    seat: int
    card: int
    named: int | None
    trick: int
    winner: int | None


def format_move(move: Move, pack: Collection[int] | None = None) -> str:
    """Return the word of a move, such as `AH`, or `JK=S` for a joker that names spades."""
    word = format_card(move.card, pack)
    return word if move.named is None else f"{word}={SUITS[move.named]}"


def read_move(text: str, pack: Collection[int]) -> Move:
    """Return the move of a word, in the pack or not; only jokers must be called as in the pack.

    Raises PlayError for a word that is no move.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a card word or a Move, not {type(text).__name__}")
    word, sign, suit = text.partition("=")
    try:
        card = parse_card(word)
        if card >= JOKER:
            parse_card(word, pack)  # `JK` does not say which, where there are two
        return Move(card, parse_suit(suit) if sign else None)
    except CardError as error:
        raise PlayError(str(error)) from None
