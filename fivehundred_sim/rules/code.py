"""A `Rules` as what kernels take: a table of lane bits and a few small ints.

The lane layout is described in docs/architecture.md: four 16-bit lanes, trumps in lane 3 with the left
bower, right bower and joker on top; without trumps a joker that belongs to no suit is bit 63.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import JOKER, MISERE, NO_TRUMP, OPEN_MISERE, effective_suit, printed_suit
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack

STRAINS = 7  # S C D H NT misère open-misère
TRUMP_LANE = 3
JOKER_BIT = 63
_JACK = 12  # rank code of a jack
_NOMINATE = {"none": 0, "contractor_optional": 1}
_LEAD = {"any_suit": 0, "unled_suit": 1, "last_trick_only": 2}
_EXPOSED = {"before_lead": 0, "after_trick_1": 1}


class PlayCode(NamedTuple):
    """The options that change which cards may be played, as small ints (docs/architecture.md)."""

    nominate: int
    lead: int
    misere_forced: int
    exposed_after: int


# What the lanes kernels know, by option; every other value of these is played by the general kernels.
_ANY_STRAIN = (
    ("table", "players", (4,)),
    ("table", "sides", ("pairs",)),
    ("pack", "kind", ("standard",)),
    ("pack", "kitty", (3,)),
    ("pack", "jokers", (1,)),
    ("pack", "floating_four", (False,)),
)
_NO_TRUMP = (
    ("joker", "nominate", tuple(_NOMINATE)),
    ("joker", "follow", ("void_only",)),
    ("joker", "lead", tuple(_LEAD)),
    ("joker", "lead_binds", (True,)),
    ("joker", "renounced_worthless", (False,)),
)
_MISERES = (
    ("joker", "misere_rank", ("high",)),
    ("misere", "plays", ("own_hand",)),
    ("misere", "defender_points", ("none",)),
)


class KernelRules(NamedTuple):
    """Rules for kernels: the pack's card codes, int64 lane bits of shape (7, cards), and the play options."""

    pack: tuple[int, ...]
    bit: NDArray[np.int64]
    play: PlayCode


def lanes_cover(rules: Rules) -> int:
    """Return the strains (bit k for strain k) that the lanes kernels play exactly as these rules say.

    They are the fast kernels of four players in pairs with 43 cards, one joker and a kitty of three. Trump
    contracts ask for no more; no-trump and the two misères also for the joker's law that they know, and
    misères for a contractor who plays alone and is done at his first trick. The general kernels, which know
    every option (`wide`), play the rest; on equal rules both choose the same cards.
    """
    if not _holds(rules, _ANY_STRAIN):
        return 0
    covered = (1 << NO_TRUMP) - 1
    if _holds(rules, _NO_TRUMP):
        covered |= 1 << NO_TRUMP
        if _holds(rules, _MISERES):
            covered |= 1 << MISERE | 1 << OPEN_MISERE
    return covered


def _holds(rules: Rules, needed: tuple[tuple[str, str, tuple[object, ...]], ...]) -> bool:
    return all(getattr(getattr(rules, table), key) in allowed for table, key, allowed in needed)


def lane_of(suit: int, strain: int) -> int:
    """Return the lane of an effective suit in a strain: the trump suit changes places with hearts."""
    if strain >= NO_TRUMP:
        return suit
    if suit == strain:
        return TRUMP_LANE
    return strain if suit == TRUMP_LANE else suit


def height(card: int, strain: int) -> int:
    """Sort key inside an effective suit: plain rank, then left bower, right bower, red joker, joker."""
    if card >= JOKER:
        return 100 if card == JOKER else 99
    if strain < NO_TRUMP and effective_suit(card, strain) == strain and card % 16 == _JACK:
        return 98 if printed_suit(card) == strain else 97
    return card % 16


def layout(cards: tuple[int, ...], strain: int) -> NDArray[np.int64]:
    """Return the lane bit of each card of the pack in one strain, int64 of shape (cards,).

    Raises ValueError for a suit that does not fit into a lane (packs for six players).
    """
    bits = np.empty(len(cards), np.int64)
    denomination = min(strain, NO_TRUMP)
    for suit in range(4):
        members = [i for i, card in enumerate(cards) if effective_suit(card, denomination) == suit]
        members.sort(key=lambda i: height(cards[i], denomination))
        if len(members) > 14:
            raise ValueError(f"a suit of {len(members)} cards does not fit into a lane of 14")
        for place, i in enumerate(members):
            bits[i] = 16 * lane_of(suit, denomination) + place
    for i, card in enumerate(cards):
        if effective_suit(card, denomination) > 3:
            bits[i] = JOKER_BIT
    return bits


def encode(rules: Rules) -> KernelRules:
    """Return the lanes kernels' form of `rules`, for the strains that they cover (`lanes_cover`).

    A law of the joker that they do not know stands as 0: no covered strain asks for it. Raises ValueError for
    a pack that does not fit into lanes.
    """
    cards = pack(rules)
    return KernelRules(
        pack=cards,
        bit=np.stack([layout(cards, strain) for strain in range(STRAINS)]),
        play=PlayCode(
            nominate=_NOMINATE.get(rules.joker.nominate, 0),
            lead=_LEAD.get(rules.joker.lead, 0),
            misere_forced=int(rules.joker.misere_forced),
            exposed_after=_EXPOSED[rules.open_misere.exposed],
        ),
    )
