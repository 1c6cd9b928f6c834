"""The law of one trick: suits and heights of cards in play, and who wins."""

from collections.abc import Sequence

from fivehundred_sim.cards import JACK, JOKER, NO_TRUMP, effective_suit, printed_suit

NO_SUIT = 4  # the suit of a joker that has none

# Above the ace (15): trumps in this order; a joker always on top.
_LEFT_BOWER, _RIGHT_BOWER, _JOKER = 16, 17, 18


def suit_in_play(card: int, denomination: int, nominated: int | None = None) -> int:
    """Return the suit a card belongs to, 0–3, or 4 for a joker without one; a nomination gives it one."""
    suit = effective_suit(card, denomination)
    return nominated if suit == NO_SUIT and nominated is not None else suit


def height(card: int, denomination: int) -> int:
    """Return the rank of a card inside its suit in play.

    Printed ranks, above them in the trump suit left bower, right bower and joker; a nominated joker is above
    its ace.
    """
    if card >= JOKER:
        return _JOKER
    if denomination < NO_TRUMP and card & 15 == JACK and effective_suit(card, denomination) == denomination:
        return _RIGHT_BOWER if printed_suit(card) == denomination else _LEFT_BOWER
    return card & 15


def trick_winner(cards: Sequence[int], led: int, denomination: int, nominated: int | None = None) -> int:
    """Return the place in `cards`, in the order played, of the card that wins.

    A joker without a suit beats everything, then the highest trump, then the highest card of the suit led (a
    nominated joker thrown on another suit is worth nothing).
    """

    def power(place: int) -> tuple[int, int]:
        suit = suit_in_play(cards[place], denomination, nominated)
        order = 3 if suit == NO_SUIT else 2 if suit == denomination else 1 if suit == led else 0
        return order, height(cards[place], denomination)

    return max(range(len(cards)), key=power)
