"""A `Rules` as the general kernels take it: any table, any pack, every option (docs/architecture.md, "Wide").

A hand is five words, one a lane: lanes 0–3 the effective suits (trumps in lane 3, as in `code`), lane 4 the
jokers that belong to no suit. Inside a lane a card is one bit, low to high without gaps over the whole pack.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import (
    BAR_NULLO,
    DOUBLE_MISERE,
    JOKER,
    MISERE,
    NO_TRUMP,
    OPEN_MISERE,
    Bid,
)
from fivehundred_sim.rules.code import height, lane_of
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import dead_cards, pack, suit_of
from fivehundred_sim.rules.seats import contractor_side, playing_seats

LANE_BITS = 32  # a place is 32 * lane + bit
LANES = 5
SUITLESS = (
    4  # the lane of jokers without a suit: bit 0 the red one, bit 1 the black (in a pack of one: bit 1)
)
NOMINATED = 24  # bit of a red joker that was given a suit, in that suit's lane; the black one is above it
STRAINS = 15  # S C D H NT, then M OM BM DM BN, then S C D H NT without the kitty
FIRST_SANS_KITTY = 10

_NOMINATE = {"none": 0, "contractor_optional": 1, "holder_mandatory": 2}
_FOLLOW = {"void_only": 0, "first_round_or_void": 1, "unless_renounced": 2, "always": 3}
_LEAD = {
    "any_suit": 0,
    "unled_suit": 1,
    "last_trick_only": 2,
    "unrenounced_suit": 3,
    "only_jokers_left": 4,
    "unled_or_exhausted": 5,
}
_EXPOSED = {"before_lead": 0, "after_trick_1": 1}


class JokerCode(NamedTuple):
    """The law of jokers without a suit in one strain, as small ints (docs/architecture.md, "The joker")."""

    nominate: int
    follow: int
    forced: int
    lead: int
    binds: int
    worthless: int
    low: int


class StrainCode(NamedTuple):
    """One strain at this table. Seats in masks are relative to the contractor, bit 0 the contractor himself.

    trump: 1 where lane 3 is the trump suit. side: who plays the contract together (in a five-handed game
    without the partner, who is found deal by deal). playing: who plays cards. avoids: 1 where the side wants
    no trick. kitty: 1 where the contractor exchanges. exposed_after: tricks before everybody sees the
    contractor's hand, -1 for never. seen: who lies open from the start (a partner whose hand the contractor
    plays). counted_out: 1 where the play may stop at the first trick that fails a misère.
    """

    trump: int
    side: int
    playing: int
    avoids: int
    kitty: int
    exposed_after: int
    seen: int
    counted_out: int
    joker: JokerCode


class WideRules(NamedTuple):
    """Rules for the general kernels: pack codes, int64 places of shape (15, cards), and the strains' codes.

    players: seats. kitty and dead: cards that follow the hands in a shuffle of the unseen cards. calls: 1
    where a five-handed contractor calls a card, 2 where he names a player, else 0; callable: 0 any card but
    joker and bowers, 1 no trump, 2 any but the joker; told: 1 where the partner is known at once.
    """

    pack: tuple[int, ...]
    place: NDArray[np.int64]
    strains: tuple[StrainCode, ...]
    players: int
    kitty: int
    dead: int
    calls: int
    callable: int
    told: int


def denomination_of(strain: int) -> int:
    """Return the denomination of a strain: 0–3 the suits, 4 no-trump, 5–9 the misère family."""
    return strain - FIRST_SANS_KITTY if strain >= FIRST_SANS_KITTY else strain


def strain_of(bid: Bid) -> int:
    """Return the strain in which a bid is counted."""
    return bid.denomination + (FIRST_SANS_KITTY if bid.sans_kitty else 0)


def wide_layout(rules: Rules, strain: int) -> NDArray[np.int64]:
    """Return the place of each card of the pack in one strain: 32 * lane + bit, int64 of shape (cards,)."""
    cards = pack(rules)
    denomination = min(denomination_of(strain), NO_TRUMP)
    places = np.empty(len(cards), np.int64)
    suits = [suit_of(rules, card, denomination) for card in cards]
    for suit in range(4):
        members = sorted(
            (i for i, own in enumerate(suits) if own == suit), key=lambda i: height(cards[i], denomination)
        )
        for bit, i in enumerate(members):
            places[i] = LANE_BITS * lane_of(suit, denomination) + bit
    for i, card in enumerate(cards):
        if suits[i] == SUITLESS:
            places[i] = LANE_BITS * SUITLESS + (1 if card == JOKER else 0)
    return places


def joker_code(rules: Rules, misere: bool) -> JokerCode:
    """Return the law of the joker in no-trump, or in the misère family."""
    joker = rules.joker
    low = misere and joker.misere_rank == "low"
    return JokerCode(
        nominate=0 if low else _NOMINATE[joker.nominate],
        follow=0 if low else _FOLLOW[joker.follow],
        forced=int(misere and joker.misere_forced),
        lead=_LEAD[joker.lead],
        binds=int(joker.lead_binds),
        worthless=int(joker.renounced_worthless),
        low=int(low),
    )


def strain_code(rules: Rules, strain: int) -> StrainCode:
    """Return one strain as the kernels take it, seen from a contractor at seat 0."""
    denomination = denomination_of(strain)
    misere = denomination >= MISERE
    bid = Bid(0 if misere else 10, denomination)
    side = contractor_side(rules, bid, 0)
    opens = denomination == OPEN_MISERE
    shares = misere and denomination != DOUBLE_MISERE and len(side) > 1
    return StrainCode(
        trump=int(denomination < NO_TRUMP),
        side=sum(1 << seat for seat in side),
        playing=sum(1 << seat for seat in playing_seats(rules, bid, 0)),
        avoids=int(misere),
        kitty=int(strain < FIRST_SANS_KITTY and denomination != BAR_NULLO),
        exposed_after=_EXPOSED[rules.open_misere.exposed] if opens else -1,
        seen=sum(1 << seat for seat in side[1:]) if shares else 0,
        counted_out=int(misere and rules.misere.defender_points == "none"),
        joker=joker_code(rules, misere),
    )


def encode_wide(rules: Rules) -> WideRules:
    """Return the general kernels' form of `rules`."""
    return WideRules(
        pack=pack(rules),
        place=np.stack([wide_layout(rules, strain) for strain in range(STRAINS)]),
        strains=tuple(strain_code(rules, strain) for strain in range(STRAINS)),
        players=rules.table.players,
        kitty=rules.pack.kitty,
        dead=dead_cards(rules),
        calls={"call_card": 1, "name_player": 2}.get(rules.table.sides, 0),
        callable={"no_bower": 0, "no_trump": 1, "no_joker": 2}[rules.partner.card],
        told=int(rules.partner.reveal == "at_once" or rules.table.sides == "name_player"),
    )


def strain_table(rules: WideRules) -> NDArray[np.int64]:
    """Return the strains' codes as one array, int64 (15, 15): the fields of StrainCode, then of JokerCode."""
    return np.array([(*code[:-1], *code.joker) for code in rules.strains], np.int64)


def table_row(rules: WideRules) -> NDArray[np.int64]:
    """Return the table's numbers as one array, int64 (6,): players, kitty, dead, calls, callable, told."""
    return np.array(rules[3:], np.int64)
