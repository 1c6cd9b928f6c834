"""The packs that are played with."""

from fivehundred_sim.cards import CLUBS, DIAMONDS, HEARTS, JOKER, RANKS, SPADES
from fivehundred_sim.rules.model import Rules

# Lowest rank of each suit with four players and a kitty of three: the black fours are out (pagat.com, "500").
_LOWEST = {SPADES: "5", CLUBS: "5", DIAMONDS: "4", HEARTS: "4"}
_SIX_HANDED = ("11", "12", "13")


def pack(rules: Rules) -> tuple[int, ...]:
    """Return the card codes of the pack, low to high: 43 cards, four hands of ten and the kitty."""
    suits = [
        16 * suit + rank
        for suit, lowest in _LOWEST.items()
        for rank in range(RANKS.index(lowest), len(RANKS))
        if RANKS[rank] not in _SIX_HANDED
    ]
    return (*suits, *range(JOKER, JOKER + rules.pack.jokers))
