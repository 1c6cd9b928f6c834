"""What callers give the referee, brought into one form: rules by name, hands as text, codes or words."""

import os
from collections.abc import Collection, Iterable
from numbers import Integral

from fivehundred_sim.cards import CardError, format_card
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules

GivenRules = Rules | str | os.PathLike[str]  # rules, or the name of a preset or file
GivenCards = str | Iterable[int | str]  # text, or card codes, or card words


def given_rules(rules: GivenRules) -> Rules:
    """Return rules as they are, or those of a preset or file as `load_rules` reads them."""
    return rules if isinstance(rules, Rules) else load_rules(rules)


def cards_text(cards: GivenCards, pack: Collection[int], whose: str) -> str:
    """Return the text of cards, in the order given; it is for the caller to parse.

    Raises CardError that begins with `whose` for what is neither text nor codes nor words.
    """
    if isinstance(cards, str):
        return cards
    if isinstance(cards, bytes | bytearray) or not isinstance(cards, Iterable):
        raise CardError(
            f"{whose}: expected text, card codes or card words, not an object of type {type(cards).__name__}"
        )
    words: list[str] = []
    for card in cards:
        if isinstance(card, str):
            words.append(card)
        elif isinstance(card, Integral):
            words.append(format_card(int(card), pack))
        else:
            raise CardError(
                f"{whose}: a card is a code or a word such as JK, not an object of type {type(card).__name__}"
            )
    return " ".join(words)
