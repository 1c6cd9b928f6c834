"""Hands that questions are asked about, checked."""

from collections.abc import Sequence

from fivehundred_sim.cards import HAND_SIZE, format_card, parse_hand
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack


class QuestionError(ValueError):
    """The question cannot be answered as asked; the message is one sentence."""


def check_table(rules: Rules) -> None:
    """Raise QuestionError for a game in which a hand of ten is not all that a player sees and plays."""
    if rules.pack.kind == "table_piles":
        raise QuestionError(
            "the two-handed game with table piles (pack.kind = table_piles) cannot be simulated or computed"
            " yet: only the referee plays it"
        )


def resolve_hand(hand: str | Sequence[int | str], rules: Rules) -> tuple[int, ...]:
    """Return the ten cards of a hand given as text, card words or card codes.

    Raises CardError naming every fault, QuestionError for what is no hand at all.
    """
    if not isinstance(hand, str) and not isinstance(hand, Sequence):
        raise QuestionError(f"hand {hand!r}: expected text, or a sequence of card words or codes")
    cards = pack(rules)
    words = (
        [hand]
        if isinstance(hand, str)
        else [card if isinstance(card, str) else format_card(card, cards) for card in hand]
    )
    return parse_hand(" ".join(words), cards, HAND_SIZE)


def line_field(line: int | None) -> dict[str, int]:
    """Return what an answer says of the line of the input that asked: nothing for a question asked alone."""
    return {} if line is None else {"line": line}
