"""Dealing a whole pack: who gets which cards of a shuffled pack."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fivehundred_sim.cards import HAND_SIZE
from fivehundred_sim.game.piles import PILES, Pile, deal_piles
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import dead_cards, pack


class Dealt(NamedTuple):
    """Everybody's cards: hands by seat, the kitty, cards dealt to nobody, and the piles of two players."""

    hands: tuple[tuple[int, ...], ...]
    kitty: tuple[int, ...]
    dead: tuple[int, ...] = ()
    piles: tuple[tuple[Pile, ...], ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards, in no order that means anything."""
        hands = [card for hand in self.hands for card in hand]
        piled = [card for own in self.piles for pile in own for card in pile]
        return (*hands, *self.kitty, *self.dead, *piled)


def deal_cards(rules: Rules, order: Sequence[int], dealer: int) -> Dealt:
    """Return what the cards of a pack give to everybody, in the order given.

    Ten to each seat, then the kitty, then the dead hand of two players; with table piles as `deal_piles`
    deals for this dealer. How many are dealt at a time makes no difference to a shuffled pack. Raises
    ValueError unless `order` is the pack of these rules.
    """
    verify_pack(rules, order)
    if rules.pack.kind == "table_piles":
        hands, piles, kitty = deal_piles(order, dealer)
        return Dealt(hands, kitty, (), piles)
    cards = tuple(int(card) for card in order)
    dealt = rules.table.players * HAND_SIZE
    kitty_end = dealt + rules.pack.kitty
    starts = range(0, dealt, HAND_SIZE)
    hands = tuple(cards[start : start + HAND_SIZE] for start in starts)
    return Dealt(hands, cards[dealt:kitty_end], cards[kitty_end:])


def verify_pack(rules: Rules, cards: Sequence[int]) -> None:
    """Raise ValueError unless the cards, in any order, are the pack of these rules."""
    expected = pack(rules)
    if sorted(cards) != sorted(expected):
        raise ValueError(
            f"the cards dealt are not the pack of {len(expected)} cards of these rules "
            f"({len(cards)} cards, {len(set(cards))} different)"
        )


def verify_dealt(rules: Rules, dealt: Dealt) -> None:
    """Raise ValueError unless everybody has the cards that these rules deal him, the whole pack together."""
    players, piled = rules.table.players, rules.pack.kind == "table_piles"
    parts = (
        ("the hands", _sizes(dealt.hands), [HAND_SIZE] * players),
        ("the kitty", [len(dealt.kitty)], [rules.pack.kitty]),
        ("the dead hand", [len(dealt.dead)], [dead_cards(rules)]),
        ("the piles by player", _sizes(dealt.piles), [PILES] * players if piled else []),
        ("the piles", _sizes(pile for own in dealt.piles for pile in own), [2] * PILES * players * piled),
    )
    for what, found, expected in parts:
        if found != expected:
            raise ValueError(f"{what}: dealt {_counts(found)}, expected {_counts(expected)}")
    verify_pack(rules, dealt.cards)


def _sizes(parts: Iterable[Sequence[object]]) -> list[int]:
    return [len(part) for part in parts]


def _counts(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes)) or "none"


def shuffled(rules: Rules, seed: int, number: int) -> tuple[int, ...]:
    """Return the pack in the order in which deal `number` (from 1) of a match with this seed is dealt."""
    import numpy as np  # not at the top: the referee alone must stay light

    generator = np.random.default_rng([seed, number])
    return tuple(int(card) for card in generator.permutation(np.array(pack(rules))))
