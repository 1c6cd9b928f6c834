"""How hands are grouped: which features part them, in every strain, and what a cell's number means.

A cell is a number in mixed radix of the features that its grouping looks at, from the first cell of its
strain on. Groupings are data: the kernels multiply and add, and know none of them by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import MISERE, NO_TRUMP
from fivehundred_sim.kernels.table import features as at
from fivehundred_sim.kernels.table.shapes import open_patterns, trump_patterns
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.model import Rules

Ints = NDArray[np.int64]
Features = Mapping[str, int]

DENOMINATIONS = ("S", "C", "D", "H", "NT", "M", "OM")
ONE_JOKER, TWO_JOKERS = ("J",), ("BJ", "RJ")
NOTHING = "-"  # no joker, none of the highest trumps
# The columns of tables that say what was counted, and of each strain where its kernel writes them.
COLUMNS = (
    "trumps",
    "tops",
    "tops_held",
    "side_aces",
    "voids",
    "jokers",
    "aces",
    "stoppers",
    "longest",
    "gaps",
    "worst_gap",
    "high_cards",
    "shape",
)
_TRUMP = {
    "trumps": at.TRUMPS,
    "tops": at.TOPS,
    "tops_held": at.TOP_COUNT,
    "side_aces": at.SIDE_ACES,
    "voids": at.VOIDS,
    "shape": at.SHAPE,
}
_NO_TRUMP = {
    "jokers": at.JOKER_BITS,
    "aces": at.ACES,
    "stoppers": at.STOPPED,
    "longest": at.LONGEST,
    "shape": at.SHAPE,
}
_MISERE = {
    "jokers": at.JOKER_BITS,
    "gaps": at.GAPS,
    "worst_gap": at.WORST,
    "high_cards": at.HIGH,
    "shape": at.SHAPE,
}
_LENGTHS = 11  # 0 to 10


@dataclass(frozen=True)
class Kind:
    """A way to group: its name, the columns that part hands in suits, no-trump and misères.

    `pooled`: suits that are alike (as many trumps in the pack) share their cells.
    """

    name: str
    suits: tuple[str, ...]
    no_trump: tuple[str, ...]
    misere: tuple[str, ...]
    pooled: bool = False


STRENGTH = Kind(
    "strength",
    ("trumps", "tops", "side_aces", "voids"),
    ("jokers", "aces", "stoppers", "longest"),
    ("jokers", "gaps", "high_cards"),
)
TOPS = Kind("tops", ("trumps", "tops"), ("jokers", "aces", "stoppers"), ("jokers", "gaps", "worst_gap"))
SHAPES = Kind("shape", ("shape",), ("shape",), ("shape",))
POOLED = Kind("pooled", ("trumps", "tops"), ("jokers", "stoppers"), ("jokers", "gaps"), pooled=True)
HONOURS = Kind("honours", ("trumps", "tops_held"), ("jokers", "aces"), ("jokers", "high_cards"), pooled=True)
KINDS = {kind.name: kind for kind in (STRENGTH, TOPS, SHAPES, POOLED, HONOURS)}


@dataclass(frozen=True)
class Block:
    """The cells of one strain, or of suits alike: where they start, how many values a column has."""

    denomination: str
    strains: tuple[int, ...]
    first: int
    columns: tuple[str, ...]
    sizes: tuple[int, ...]

    @property
    def cells(self) -> int:
        """How many cells the block has."""
        return int(np.prod(self.sizes))

    def features(self, cell: int) -> dict[str, int]:
        """Return what hands of a cell share, by column; the cell counts from the start of all cells."""
        values = np.unravel_index(cell - self.first, self.sizes)
        return {name: int(value) for name, value in zip(self.columns, values, strict=True)}


@dataclass(frozen=True)
class Grouping:
    """A kind of grouping under some rules: its blocks one after the other."""

    kind: Kind
    blocks: tuple[Block, ...]

    @property
    def cells(self) -> int:
        """How many cells there are."""
        last = self.blocks[-1]
        return last.first + last.cells

    @cached_property
    def start(self) -> Ints:
        """The first cell of each strain, int64 (7,); -1 where the house has no contract in it."""
        found = np.full(STRAINS, -1, np.int64)
        for block in self.blocks:
            found[list(block.strains)] = block.first
        return found

    @cached_property
    def stride(self) -> Ints:
        """What one more of each feature adds to the cell, int64 (7, FEATURES)."""
        found = np.zeros((STRAINS, at.FEATURES), np.int64)
        for block in self.blocks:
            steps = np.cumprod((1, *block.sizes[:0:-1]))[::-1]
            for strain in block.strains:
                for name, step in zip(block.columns, steps, strict=True):
                    found[strain, _places(strain)[name]] = step
        return found


def groupings(rules: Rules, strains: tuple[int, ...]) -> dict[str, Grouping]:
    """Return every kind of grouping for the strains that a house plays, by name."""
    return {name: _grouping(kind, rules, strains) for name, kind in KINDS.items()}


def alike(rules: Rules, strains: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the suits in classes within which hands fare alike: their packs have as many trumps.

    Suits of one colour always are; black and red ones where neither colour has a rank that the other lacks.
    """
    trumps = (hand_code(rules)[:NO_TRUMP, :, 0] == 0).sum(axis=1)
    suits = [strain for strain in strains if strain < NO_TRUMP]
    return tuple(
        tuple(suit for suit in suits if trumps[suit] == number)
        for number in sorted({int(trumps[suit]) for suit in suits})
    )


def _grouping(kind: Kind, rules: Rules, strains: tuple[int, ...]) -> Grouping:
    suits = alike(rules, strains)
    parts = suits if kind.pooled else tuple((suit,) for suit in strains if suit < NO_TRUMP)
    parts += tuple((strain,) for strain in strains if strain >= NO_TRUMP)
    blocks: list[Block] = []
    first = 0
    for part in parts:
        columns = _columns(kind, part[0])
        sizes = tuple(_size(name, part[0], rules) for name in columns)
        name = "".join(DENOMINATIONS[strain] for strain in part)
        blocks.append(Block(name, part, first, columns, sizes))
        first += blocks[-1].cells
    return Grouping(kind, tuple(blocks))


def _columns(kind: Kind, strain: int) -> tuple[str, ...]:
    if strain < NO_TRUMP:
        return kind.suits
    return kind.no_trump if strain == NO_TRUMP else kind.misere


def _places(strain: int) -> Features:
    """Return where the kernel writes each column in a strain."""
    if strain < NO_TRUMP:
        return _TRUMP
    return _NO_TRUMP if strain == NO_TRUMP else _MISERE


def _size(column: str, strain: int, rules: Rules) -> int:
    """Return how many values a column may have; its values are 0 up."""
    jokers = rules.pack.jokers
    if column == "shape":
        return len(trump_patterns() if strain < NO_TRUMP else open_patterns())
    return {
        "trumps": _LENGTHS,
        "tops": 1 << (jokers + at.BOWERS_AND_ACE),
        "tops_held": jokers + at.BOWERS_AND_ACE + 1,
        "side_aces": 4,
        "voids": 4,
        "jokers": 1 << jokers,
        "aces": 5,
        "stoppers": 5,
        "longest": _LENGTHS,
        "gaps": at.MOST_GAPS + 1,
        "worst_gap": at.MOST_WORST + 1,
        "high_cards": _LENGTHS,
    }[column]


# --- as text ------------------------------------------------------------------------------------------------


def joker_names(jokers: int) -> tuple[str, ...]:
    """Return what the jokers of a pack are called, the highest first."""
    return ((), ONE_JOKER, TWO_JOKERS)[jokers]


def held_names(bits: int, jokers: int, *, tops: bool) -> str:
    """Return which jokers, or (`tops`) which of the highest trumps, are held: "J R A", or "-" for none."""
    names = (*joker_names(jokers), *(("R", "L", "A") if tops else ()))
    return " ".join(name for place, name in enumerate(names) if bits >> place & 1) or NOTHING


def shape_text(number: int, strain: int) -> str:
    """Return a pattern: "5:3-1-1" for five trumps, "4-3-2-1" without, "4-3-2-0 J" with a joker."""
    if strain < NO_TRUMP:
        trumps, *sides = trump_patterns()[number]
        return f"{trumps}:{'-'.join(map(str, sides))}"
    jokers, *suits = open_patterns()[number]
    return f"{'-'.join(map(str, suits))} {'J' * jokers}".strip()


def as_text(features: Features, strain: int, jokers: int) -> dict[str, Any]:
    """Return features as tables show them: high cards in letters, patterns as lengths, counts as they are."""
    shown: dict[str, Any] = dict(features)
    if "tops" in features:
        shown["tops"] = held_names(features["tops"], jokers, tops=True)
    if "jokers" in features:
        shown["jokers"] = held_names(features["jokers"], jokers, tops=False)
    if "shape" in features:
        number = features["shape"]
        shown["shape"] = shape_text(number, strain)
        if strain < MISERE:
            shown |= _of_shape(number, strain)
    return shown


def _of_shape(number: int, strain: int) -> dict[str, int]:
    """Return what else a pattern says: trumps and voids in a suit, the longest suit in no-trump."""
    if strain < NO_TRUMP:
        trumps, *sides = trump_patterns()[number]
        return {"trumps": trumps, "voids": sides.count(0)}
    return {"longest": open_patterns()[number][1]}
