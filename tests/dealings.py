"""The packs of the rules reference for two to six players, most of which rules do not know yet."""

import pytest

from fivehundred_sim.cards import JOKER, RANKS, RED_JOKER
from fivehundred_sim.study.chances import Dealing


def cards(lowest, jokers=1, lowest_red=None, highest_spot="10"):
    """A pack by its lowest rank (of the red suits apart) and the highest of the spot cards 10 … 13."""
    spot = RANKS.index(highest_spot)
    return (
        tuple(
            16 * suit + rank
            for suit in range(4)
            for rank in range(RANKS.index(lowest_red or lowest) if suit > 1 else RANKS.index(lowest), 16)
            if rank <= spot or rank >= RANKS.index("J")
        )
        + ((JOKER, RED_JOKER)[:jokers])
    )


D63 = (*cards("2", highest_spot="12"), 16 * 2 + RANKS.index("13"), 16 * 3 + RANKS.index("13"))
# The packs of the rules reference, by players: pack, kitty, partners, opponents.
DEALINGS = {
    "2, dead hand": Dealing(cards("7"), 3, 0, 1),
    "2, 24 cards": Dealing(cards("9", 0), 4, 0, 1),
    "3": Dealing(cards("7"), 3, 0, 2),
    "4, 43 cards": Dealing(cards("5", lowest_red="4"), 3, 1, 2),
    "4, 44 cards": Dealing(cards("5", 2, lowest_red="4"), 4, 1, 2),
    "4, 45 cards": Dealing(cards("4"), 5, 1, 2),
    "4, 46 cards": Dealing(cards("4", 2), 6, 1, 2),
    "5": Dealing(cards("2"), 3, 0, 4),
    "6, three pairs": Dealing(D63, 3, 1, 4),
    "6, two sides": Dealing(D63, 3, 2, 3),
    "6, 65 cards": Dealing(cards("2", highest_spot="13"), 5, 2, 3),
    "6, 66 cards": Dealing(cards("2", 2, highest_spot="13"), 6, 1, 4),
}
every_dealing = pytest.mark.parametrize("dealing", DEALINGS.values(), ids=DEALINGS)
