"""The packs that are played with: a house says players, kitty and jokers, and the cards follow.

Every pack holds ten cards a hand and the kitty, no more (machine-checked counts of the rules reference): the
number of suit cards decides which ranks are in.
"""

from fivehundred_sim.cards import (
    CLUBS,
    DIAMONDS,
    HAND_SIZE,
    HEARTS,
    JOKER,
    NO_TRUMP,
    RANKS,
    SPADES,
    effective_suit,
)
from fivehundred_sim.rules.model import Rules

_SIX_HANDED = ("11", "12", "13")  # ranks of the six-handed pack, between 10 and jack
# Lowest rank of S, C, D and H, and which of the ranks 11, 12, 13 each has, by the number of suit cards.
_Ranks = tuple[str, str, str, str]
_LOWEST: dict[int, _Ranks] = {
    24: ("9", "9", "9", "9"),
    32: ("7", "7", "7", "7"),
    42: ("5", "5", "4", "4"),  # the black fours are out (pagat.com, "500")
    44: ("4", "4", "4", "4"),
    52: ("2", "2", "2", "2"),
    60: ("2", "2", "2", "2"),
    62: ("2", "2", "2", "2"),
    64: ("2", "2", "2", "2"),
}
_MORE: dict[int, tuple[str, ...]] = {
    60: ("11 12",) * 4,
    62: ("11 12", "11 12", "11 12 13", "11 12 13"),  # the red thirteens only
    64: ("11 12 13",) * 4,
}
# Floating four: 5 to ace in all suits, one black four and one red four, which follow the trump suit's colour.
_FLOATING = (CLUBS * 16 + 2, HEARTS * 16 + 2)
# The numbers of suit cards that each number of players is dealt from.
_SUIT_CARDS = {2: (32,), 3: (32,), 4: (42, 44), 5: (52,), 6: (60, 62, 64)}


def suit_cards(rules: Rules) -> int:
    """Return how many cards of the pack are no jokers."""
    return hands_dealt(rules) * HAND_SIZE + rules.pack.kitty - rules.pack.jokers


def hands_dealt(rules: Rules) -> int:
    """Return how many hands of ten are dealt, the kitty apart.

    Two players have a third, dead hand between them, or with table piles ten cards each on the table.
    """
    if rules.table.players > 2 or rules.pack.kind == "24":
        return rules.table.players
    return 4 if rules.pack.kind == "table_piles" else 3


def dead_cards(rules: Rules) -> int:
    """Return how many cards are dealt to nobody: the dead hand of two players."""
    return HAND_SIZE if rules.table.players == 2 and rules.pack.kind == "standard" else 0


def kitties(rules: Rules) -> tuple[int, ...]:
    """Return the kitties that there is a pack for, with these players, jokers and kind of pack."""
    known = _known(rules)
    return tuple(cards + rules.pack.jokers - hands_dealt(rules) * HAND_SIZE for cards in known)


def _known(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of suit cards that this table can be dealt from."""
    if rules.pack.kind == "24":
        return (24,)
    if rules.pack.kind == "table_piles" or rules.pack.floating_four:
        return (42,)
    return _SUIT_CARDS[rules.table.players]


def pack(rules: Rules) -> tuple[int, ...]:
    """Return the card codes of the pack, low to high: suits S C D H, then the jokers."""
    number = suit_cards(rules)
    jokers = range(JOKER, JOKER + rules.pack.jokers)
    if rules.pack.floating_four:
        plain = [16 * suit + rank for suit in range(4) for rank in _ranks("5", "")]
        return (*sorted([*plain, *_FLOATING]), *jokers)
    more = _MORE.get(number, ("",) * 4)
    suits = (SPADES, CLUBS, DIAMONDS, HEARTS)
    cards = [16 * suit + rank for suit in suits for rank in _ranks(_LOWEST[number][suit], more[suit])]
    return (*cards, *jokers)


def _ranks(lowest: str, more: str) -> list[int]:
    """Return the rank codes from the lowest up, the named ones of 11, 12 and 13 included."""
    start = RANKS.index(lowest)
    return [
        code
        for code, rank in enumerate(RANKS)
        if code >= start and (rank not in _SIX_HANDED or rank in more.split())
    ]


def suit_of(rules: Rules, card: int, denomination: int) -> int:
    """Return the suit a card belongs to in play, 0–3, or 4 for a joker without a suit.

    As `cards.effective_suit`; in a pack with floating fours the four of the trump suit's colour is a trump,
    the lowest, whatever suit is printed on it (Wikipedia, "500 (card game)"). No nomination is known here.
    """
    floats = rules.pack.floating_four and card in _FLOATING and denomination < NO_TRUMP
    if floats and card >> 4 == denomination ^ 1:
        return denomination
    return effective_suit(card, denomination)
