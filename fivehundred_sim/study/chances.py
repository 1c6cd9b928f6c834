"""Where cards that a player cannot see may lie: exact chances, as fractions of equally likely deals.

Everything follows from one fact: seen from one hand, every way of dealing the other cards into their places
(partners' hands, opponents' hands, kitty, dead hands) is equally likely. So a place is a number of positions
among the unseen cards, and the chances are hypergeometric. Nothing here knows a pack by its name: `Dealing`
is all that the formulas need.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb

from fivehundred_sim.cards import HAND_SIZE, effective_suit
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack, suit_of
from fivehundred_sim.rules.seats import partners_of

SuitOf = Callable[[int, int], int]
Spread = tuple[Fraction, ...]  # the chances of 0, 1, 2, … cards


@dataclass(frozen=True)
class Dealing:
    """How a pack is dealt, seen from one hand: how many partners, opponents, and cards in the kitty.

    `suit_of(card, denomination)` is the suit a card belongs to, as `cards.effective_suit`: a field because in
    some packs a four floats between suits. Cards that go neither to a hand nor to the kitty are dead.
    """

    pack: tuple[int, ...]
    kitty: int
    partners: int = 1
    opponents: int = 2
    hand_size: int = HAND_SIZE
    suit_of: SuitOf = effective_suit

    def __post_init__(self) -> None:
        if min(self.kitty, self.partners, self.opponents, self.dead) < 0:
            raise ValueError(
                f"{len(self.pack)} cards cannot be dealt as {1 + self.partners + self.opponents} hands of"
                f" {self.hand_size} and a kitty of {self.kitty}"
            )

    @property
    def unseen(self) -> int:
        """How many cards one player does not see."""
        return len(self.pack) - self.hand_size

    @property
    def with_partners(self) -> int:
        """How many cards the partners hold together."""
        return self.partners * self.hand_size

    @property
    def with_opponents(self) -> int:
        """How many cards the opponents hold together."""
        return self.opponents * self.hand_size

    @property
    def dead(self) -> int:
        """How many cards are neither in a hand nor in the kitty."""
        return self.unseen - self.with_partners - self.with_opponents - self.kitty

    def share(self, places: int) -> Fraction:
        """Return the chance that one given unseen card lies among `places` of the unseen cards' places."""
        return Fraction(places, self.unseen)


def dealing_of(rules: Rules) -> Dealing:
    """Return how the pack of a house is dealt, seen from a player's ten cards.

    Partners are lasting ones: in a five-handed game, whose contractor finds his later, there are none. The
    two-handed game with table piles is no such dealing (`question.check_table` refuses it).
    """
    partners = len(partners_of(rules, 0))
    return Dealing(
        pack=pack(rules),
        kitty=rules.pack.kitty,
        partners=partners,
        opponents=rules.table.players - 1 - partners,
        suit_of=partial(suit_of, rules) if rules.pack.floating_four else effective_suit,
    )


@dataclass(frozen=True)
class Group:
    """Unseen cards that are asked about together, such as the trumps that are out.

    `cards` are in order of interest; every chance is over all deals of the unseen cards.
    """

    dealing: Dealing
    cards: tuple[int, ...]

    @cached_property
    def kitty(self) -> Spread:
        """The chances that 0, 1, 2, … of the cards are in the kitty, as many as it has room for."""
        return self._spread(self.dealing.kitty)

    @cached_property
    def partner(self) -> Spread | None:
        """The chances that the partners hold 0, 1, 2, … of the cards together; None without a partner."""
        return self._spread(self.dealing.with_partners) if self.dealing.partners else None

    @property
    def kitty_any(self) -> Fraction:
        """The chance that at least one is in the kitty."""
        return 1 - self.kitty[0]

    @property
    def partner_any(self) -> Fraction | None:
        """The chance that the partners hold at least one; None without a partner."""
        return None if self.partner is None else 1 - self.partner[0]

    @property
    def kitty_mean(self) -> Fraction:
        """How many are in the kitty on average."""
        return len(self.cards) * self.dealing.share(self.dealing.kitty)

    @property
    def partner_mean(self) -> Fraction | None:
        """How many the partners hold together on average; None without a partner."""
        return len(self.cards) * self.dealing.share(self.dealing.with_partners) if self.partner else None

    @property
    def ours_any(self) -> Fraction:
        """The chance that at least one is with the partners or in the kitty."""
        return 1 - self._spread(self._ours)[0]

    @property
    def ours_all(self) -> Fraction:
        """The chance that none is elsewhere than with the partners and in the kitty (1 if none is out)."""
        return self._spread(self.dealing.unseen - self._ours)[0]

    @property
    def _ours(self) -> int:
        return self.dealing.with_partners + self.dealing.kitty

    def _spread(self, places: int) -> Spread:
        return hypergeometric(len(self.cards), places, self.dealing.unseen)


def hypergeometric(cards: int, places: int, unseen: int) -> Spread:
    """Return the chances that 0 … `places` of `cards` given cards lie in `places` of `unseen` places.

    C(cards, i) C(unseen - cards, places - i) / C(unseen, places): the other cards fill the remaining places.
    """
    total = comb(unseen, places)
    return tuple(
        Fraction(comb(cards, i) * comb(unseen - cards, places - i), total) for i in range(places + 1)
    )


def all_follow(dealing: Dealing, missing: int, rounds: int = 1) -> Fraction:
    """Return the chance that every opponent was dealt at least `rounds` of the `missing` cards of a suit.

    The positions of the missing cards are a uniform subset of the unseen ones, so the deals in which opponent
    j has a_j of them number C(hand, a_1) C(hand, a_2) … C(rest, missing - a_1 - a_2 …): the coefficients of
    products of polynomials, in which an opponent's lacks the powers below `rounds`.
    """
    hand = [comb(dealing.hand_size, a) if a >= rounds else 0 for a in range(missing + 1)]
    ways = [1] + [0] * missing
    for _ in range(dealing.opponents):
        ways = _product(ways, hand)
    rest = dealing.unseen - dealing.with_opponents
    ways = _product(ways, [comb(rest, a) for a in range(missing + 1)])
    return Fraction(ways[missing], comb(dealing.unseen, missing))


def _product(one: list[int], other: list[int]) -> list[int]:
    """Return the coefficients of the product of two polynomials, up to their common degree."""
    return [sum(one[a] * other[power - a] for a in range(power + 1)) for power in range(len(one))]


def missing_from(cards: Iterable[int], held: Iterable[int]) -> tuple[int, ...]:
    """Return those `cards` that are not held, in their order."""
    seen = set(held)
    return tuple(card for card in cards if card not in seen)
