"""What callers give the referee, brought into one form: rules by name, hands as text, codes or words."""

import os
from collections.abc import Collection, Iterable
from numbers import Integral

from fivehundred_sim.cards import CardError, Deal, format_card, parse_deal, parse_suit
from fivehundred_sim.game.moves import PlayError
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack

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


def given_hands(rules: Rules, hands: Deal | Iterable[GivenCards]) -> list[list[int]]:
    """Return the hands as lists of codes; what was given is checked as text, so that faults read alike.

    Raises CardError for what parse_deal refuses, PlayError for what are no hands.
    """
    cards = pack(rules)
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise PlayError(
            f"expected {rules.table.players} hands or a Deal, not an object of type {type(hands).__name__}"
            + (" (parse_deal reads the text of a deal)" if isinstance(hands, str) else "")
        )
    given: Iterable[GivenCards] = hands.hands if isinstance(hands, Deal) else hands
    texts = [cards_text(hand, cards, f"seat {seat}") for seat, hand in enumerate(given)]
    for seat, text in enumerate(texts):
        if "|" in text:
            raise PlayError(f'seat {seat}: "|" stands between hands, not in one')
    return [list(hand) for hand in parse_deal(" | ".join(texts), cards, rules.table.players).hands]


def given_suit(suit: str | int) -> int:
    """Return a suit 0–3 from its letter or number. Raises CardError or PlayError for what is none."""
    if isinstance(suit, str):
        return parse_suit(suit)
    if suit not in range(4):
        raise PlayError(f"{suit} is not a suit (0 to 3, or S, C, D, H)")
    return int(suit)


def given_seat(rules: Rules, seat: int, who: str) -> int:
    """Return a seat of the table. Raises PlayError that names who was said to sit there."""
    if seat not in range(rules.table.players):
        raise PlayError(f"the {who} is seat {seat}, expected 0 to {rules.table.players - 1}")
    return int(seat)
