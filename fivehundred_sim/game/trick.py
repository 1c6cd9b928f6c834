"""The law of one trick: suits and heights of cards in play, and who wins."""

from collections.abc import Collection, Mapping, Sequence

from fivehundred_sim.cards import JACK, JOKER, NO_TRUMP, effective_suit, printed_suit
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack, suit_of

NO_SUIT = 4  # the suit of a joker that has none

# Above the ace (15): trumps in this order; jokers always on top, the black one highest.
_LEFT_BOWER, _RIGHT_BOWER, _RED_JOKER, _JOKER = 16, 17, 18, 19
_DISCARD, _OF_THE_SUIT, _TRUMP, _TOP = range(4)


def suit_in_play(card: int, denomination: int, nominated: int | None = None) -> int:
    """Return the suit a card belongs to, 0–3, or 4 for a joker without one; a nomination gives it one.

    In packs without floating fours; `suits_in_play` knows these too.
    """
    suit = effective_suit(card, denomination)
    return nominated if suit == NO_SUIT and nominated is not None else suit


def suits_in_play(rules: Rules, denomination: int, nominations: Mapping[int, int]) -> dict[int, int]:
    """Return the suit of every card of the pack in one contract, 0–3, or 4 for a joker without one.

    `nominations` are the suits given to jokers; in a contract with trumps there are none.
    """
    return {card: suit_of(rules, card, denomination) for card in pack(rules)} | dict(nominations)


def height(card: int, denomination: int) -> int:
    """Return the rank of a card inside its suit in play.

    Printed ranks, above them in the trump suit left bower and right bower, then red joker and joker (the
    black one where there are two), which a nomination too puts above the ace.
    """
    if card >= JOKER:
        return _JOKER if card == JOKER else _RED_JOKER
    if denomination < NO_TRUMP and card & 15 == JACK and effective_suit(card, denomination) == denomination:
        return _RIGHT_BOWER if printed_suit(card) == denomination else _LEFT_BOWER
    return card & 15


def trick_winner(
    cards: Sequence[int],
    suits: Sequence[int],
    led: int | None,
    denomination: int,
    *,
    worthless: Collection[int] = (),
    low: bool = False,
) -> int:
    """Return the place in `cards`, in the order played, of the card that wins.

    `suits` are those of the cards in play; `led` is the suit to follow, None after a joker that binds nobody.
    A joker without a suit beats everything, then the highest trump, then the highest card of the suit led (a
    nominated joker thrown on another suit is worth nothing). Jokers at the places `worthless` win nothing.
    Where jokers are `low` one that is led is the lowest card of the suit it names, and no other one counts.
    """

    def power(place: int) -> tuple[int, int]:
        suit, own_height = suits[place], height(cards[place], denomination)
        if suit == NO_SUIT and low:
            return (_OF_THE_SUIT, -1) if place == 0 else (_DISCARD, -1)
        if suit == NO_SUIT:
            return (_DISCARD if place in worthless else _TOP), own_height
        if suit == denomination:
            return _TRUMP, own_height
        return (_OF_THE_SUIT if suit == led else _DISCARD), own_height

    return max(range(len(cards)), key=power)
