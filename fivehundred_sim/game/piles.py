"""The two-player game with table piles: each player has a hand and, before him, five piles of two cards.

Source: pagat.com, "500", the two-player game (Corino). A trick has four cards, from each player one of his
hand and one that lies face up on his piles; cards uncovered in a trick are turned up after it. Each of the
two *zones*, hand and table, follows suit for itself; docs/rulings.md has the corners.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from fivehundred_sim.cards import HAND_SIZE, Bid, CardError, format_card, parse_hand
from fivehundred_sim.game.given import GivenCards, GivenRules, cards_text, given_rules, given_suit
from fivehundred_sim.game.law import Law
from fivehundred_sim.game.moves import Move, PlayError
from fivehundred_sim.game.nomination import GivenNomination, nominated_by, nominations
from fivehundred_sim.game.opening import first_leader, given_contract, players, side_of_contract, verify_kind
from fivehundred_sim.game.table import Table
from fivehundred_sim.rules.packs import pack

PILES = 5
_PACKETS = (3, 4, 3)  # at a time to the piles, as many to the hand; after each round one to the kitty
_DEALT = 43
_HAND, _TABLE = range(2)  # a place is 2 * seat + zone

Pile = tuple[int, ...]  # one card, or two of which the last lies face up on the other


class PilesDeal(NamedTuple):
    """Hands and piles by seat, and the kitty. Each pile is (face down, face up)."""

    hands: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[Pile, ...], ...]
    kitty: tuple[int, ...]


def deal_piles(cards: Sequence[int], dealer: int = 1) -> PilesDeal:
    """Return what 43 cards, in the order dealt, give to both seats; the dealer's opponent is served first.

    Three rounds, each to the piles of both, to their hands, and one card to the kitty. The first five cards
    for a player's piles lie face down, the next five face up on them. Raises ValueError for another number of
    cards or a dealer who is not at the table.
    """
    if len(cards) != _DEALT:
        raise ValueError(f"{len(cards)} cards were dealt, expected {_DEALT}")
    if dealer not in (0, 1):
        raise ValueError(f"dealer {dealer} does not sit at the table (seats 0 to 1)")
    stock = iter(cards)
    piled: list[list[int]] = [[], []]
    hands: list[list[int]] = [[], []]
    kitty: list[int] = []
    for packet in _PACKETS:
        for to in (piled, hands):
            for seat in (1 - dealer, dealer):
                to[seat] += [next(stock) for _ in range(packet)]
        kitty.append(next(stock))
    piles = tuple(tuple(zip(own[:PILES], own[PILES:], strict=True)) for own in piled)
    return PilesDeal(tuple(map(tuple, hands)), piles, tuple(kitty))


class PilesPlay(Table):
    """The play of a hand with table piles, by the interface of `Play`; each move is from the `zone` on turn.

    Parameters
    ----------
    rules : Rules, or the name of a preset or file
    hands : both hands after the exchange, text, card codes or card words
    piles : both players' piles; a pile is text, codes or words of one card, or of two, the last face up. As
        many cards as in the hand
    bid, contractor, nominate, led, leader, dealer : as for `Play`; a leader leads from his hand

    Raises CardError or BidError for what cannot be read or does not exist in these rules, PlayError for the
    rest.
    """

    def __init__(
        self,
        rules: GivenRules,
        hands: Iterable[GivenCards],
        piles: Iterable[Iterable[GivenCards]],
        bid: str | Bid | None,
        contractor: int | None,
        *,
        nominate: GivenNomination | None = None,
        led: str | Iterable[int] = (),
        leader: int | None = None,
        dealer: int | None = None,
    ) -> None:
        rules = given_rules(rules)
        verify_kind(rules, piles=True)
        contract, contractor = given_contract(rules, bid, contractor)
        held, self._piles = _read_zones(pack(rules), hands, piles)
        lying = [[pile[-1] for pile in own] for own in self._piles]
        holdings = {seat: held[seat] + lying[seat] for seat in range(2)}
        self.nominations = nominations(rules, contract, contractor, holdings, nominate)
        self.nominated = nominated_by(self.nominations, holdings, contractor)
        super().__init__(
            rules,
            contract,
            contractor,
            Law(rules, contract, self.nominations),
            side_of_contract(rules, contract, contractor, None),
            [held[0], lying[0], held[1], lying[1]],
            len(held[0]),
            2 * first_leader(rules, players(rules, contract, contractor), contractor, leader, dealer) + _HAND,
            {given_suit(suit) for suit in led},
        )

    @property
    def zone(self) -> Literal["hand", "table"] | None:
        """Where the card to play comes from, None once the hand is over."""
        if self.over:
            return None
        return "hand" if self._place % 2 == _HAND else "table"

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards still held in hand, by seat."""
        return tuple(tuple(self._hands[2 * seat + _HAND]) for seat in range(2))

    @property
    def face_up(self) -> tuple[tuple[int, ...], ...]:
        """The cards that lie face up on the piles, by seat; those uncovered join them after the trick."""
        return tuple(tuple(self._hands[2 * seat + _TABLE]) for seat in range(2))

    @property
    def piles(self) -> tuple[tuple[Pile, ...], ...]:
        """The piles that are left by seat, face-down cards included, which no player sees."""
        played = {move.card for move in self._trick}
        left = [[tuple(card for card in pile if card not in played) for pile in own] for own in self._piles]
        return tuple(tuple(pile for pile in own if pile) for own in left)

    def _finish_trick(self) -> int:
        self._piles = self.piles
        winner = super()._finish_trick()
        for seat, own in enumerate(self._piles):
            self._hands[2 * seat + _TABLE] = [pile[-1] for pile in own]
        return winner

    def _reason(self, move: Move) -> str:
        other = self._place ^ 1
        if not self.over and move.card in self._hands[other]:
            return f"seat {self.turn} must play from {'his hand' if self.zone == 'hand' else 'the table'} now"
        return super()._reason(move)

    def _seat_of(self, place: int) -> int:
        return place // 2

    def _places_from(self, first: int) -> list[int]:
        """Return the places in the zone led from, the leader's first, then those in the other zone."""
        opponent = first ^ 2
        return [first, opponent, first ^ 1, opponent ^ 1]


def _read_zones(
    cards: tuple[int, ...], hands: Iterable[GivenCards], piles: Iterable[Iterable[GivenCards]]
) -> tuple[list[list[int]], tuple[tuple[Pile, ...], ...]]:
    """Return hands and piles as codes. Raises PlayError or CardError for cards that cannot be dealt so."""
    held = [_read(cards, hand, f"seat {seat}") for seat, hand in enumerate(hands)]
    read = tuple(
        tuple(tuple(_read(cards, pile, f"seat {seat}, pile {number}")) for number, pile in enumerate(own))
        for seat, own in enumerate(piles)
    )
    if len(held) != 2 or len(read) != 2:
        raise PlayError(f"{len(held)} hands and the piles of {len(read)} seats, expected two of each")
    if any(len(pile) not in (1, 2) for own in read for pile in own):
        raise PlayError("a pile has one card, or one face down under one face up")
    sizes = [len(hand) for hand in held] + [sum(map(len, own)) for own in read]
    if len(set(sizes)) != 1 or not 1 <= sizes[0] <= HAND_SIZE:
        raise PlayError(
            f"hands of {sizes[0]} and {sizes[1]} cards, piles of {sizes[2]} and {sizes[3]}, "
            f"expected one equal number from 1 to {HAND_SIZE}"
        )
    everything = [card for hand in held for card in hand] + [c for own in read for pile in own for c in pile]
    twice = sorted(card for card, number in Counter(everything).items() if number > 1)
    if twice:
        raise CardError("; ".join(f'"{format_card(card, cards)}" is there twice' for card in twice))
    return held, read


def _read(cards: tuple[int, ...], given: GivenCards, whose: str) -> list[int]:
    return list(parse_hand(cards_text(given, cards, whose), cards, None))
