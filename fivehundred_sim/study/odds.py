"""`odds`: exact chances about the cards that a player cannot see, before anyone has played.

Seen from one hand of ten, before the kitty is picked up, with nothing known from the auction. Nothing is
dealt at random: every number is a fraction of the equally likely deals (`chances`). It answers where the
jokers, bowers and aces are that the hand lacks, how many more trumps lie in the kitty and with partner, and
whether an ace, or ace and king, walk: whether every opponent was dealt a card (two cards) of the suit, so
that nobody ruffs.

`partner` means the partners together where there are two, and is None where a player has none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fivehundred_sim.cards import (
    DENOMINATIONS,
    JACK,
    JOKER,
    NO_TRUMP,
    RANKS,
    RED_JOKER,
    SUITS,
    format_card,
    format_hand,
)
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.chances import Dealing, Group, all_follow, dealing_of, missing_from
from fivehundred_sim.study.manifest import ExactManifest, exact
from fivehundred_sim.study.question import check_table, line_field, resolve_hand

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = "fivehundred.odds/1"
SCHEMA_MANY = "fivehundred.odds-many/1"
_JOKERS = (JOKER, RED_JOKER)  # high to low
_ACE, _KING = RANKS.index("A"), RANKS.index("K")
_COUNTS = ("held", "cards", "out", "winners", "mate_held", "mate_cards")  # whole numbers among the columns


@dataclass(frozen=True)
class CardOdds:
    """Where one unseen card is; the chances add up to 1 (`each_hand` is one given other hand's).

    The same for every unseen card. `dead` is where no player gets it, which few packs have.
    """

    partner: Fraction | None
    opponents: Fraction
    each_hand: Fraction
    kitty: Fraction
    dead: Fraction

    def to_json_dict(self) -> dict[str, float | None]:
        """Return the chances as plain JSON values."""
        return {key: _number(value) for key, value in vars(self).items()}


@dataclass(frozen=True)
class TrumpOdds:
    """The trumps of one denomination that are out; in no-trump the jokers stand for them.

    `top` are the jokers and bowers among them, high to low.
    """

    denomination: int
    held: int
    out: Group
    top: Group

    def to_json_dict(self) -> dict[str, Any]:
        """Return the row as plain JSON values."""
        return {
            "denomination": DENOMINATIONS[self.denomination],
            "held": self.held,
            "out": len(self.out.cards),
            "kitty": _numbers(self.out.kitty),
            "kitty_any": float(self.out.kitty_any),
            "kitty_mean": float(self.out.kitty_mean),
            "partner": _numbers(self.out.partner),
            "partner_any": _number(self.out.partner_any),
            "partner_mean": _number(self.out.partner_mean),
            "top": _group_json(self.out.dealing, self.top),
        }


@dataclass(frozen=True)
class Walk:
    """The chance that all opponents follow to the first round, and to the first two rounds, of a suit.

    `cards` is the length of the suit, `held` how many of them the hand has.
    """

    cards: int
    held: int
    both_follow: Fraction
    both_follow_twice: Fraction

    def to_json_dict(self) -> dict[str, Any]:
        """Return the chances as plain JSON values."""
        return {key: _number(value) for key, value in vars(self).items()}


@dataclass(frozen=True)
class SuitOdds:
    """One side suit: what the hand holds in it, and whether opponents follow.

    `natural` is the suit with all its printed cards, as in no-trump and under trumps of the other colour;
    `as_mate` is the suit without its jack, as under trumps of its own colour, of which that jack is the left
    bower (and without a floating four, which is then a trump too). `winners` is how many of ace and king,
    from the ace down, the hand holds.
    """

    suit: int
    holding: str
    winners: int
    natural: Walk
    as_mate: Walk

    @property
    def mate(self) -> int:
        """The other suit of the same colour."""
        return self.suit ^ 1

    def to_json_dict(self) -> dict[str, Any]:
        """Return the row as plain JSON values."""
        return {
            "suit": SUITS[self.suit],
            **self.natural.to_json_dict(),
            "holding": self.holding,
            "winners": self.winners,
            "as_mate": {"trumps": SUITS[self.mate], **self.as_mate.to_json_dict()},
        }


@dataclass(frozen=True)
class Odds:
    """All exact chances for one hand, in a pack dealt as `dealing` says.

    `line` is the line of the input that asked, None for a hand asked about alone.
    """

    hand: tuple[int, ...]
    dealing: Dealing
    manifest: ExactManifest
    line: int | None = None

    @cached_property
    def any_card(self) -> CardOdds:
        """Where any one card is that the hand lacks."""
        table = self.dealing
        return CardOdds(
            partner=table.share(table.with_partners) if table.partners else None,
            opponents=table.share(table.with_opponents),
            each_hand=table.share(table.hand_size),
            kitty=table.share(table.kitty),
            dead=table.share(table.dead),
        )

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The jokers, jacks and aces that the hand lacks, in this order, suits S C D H."""
        named = [*_JOKERS, *(16 * suit + rank for rank in (JACK, _ACE) for suit in range(4))]
        return self._missing(named)

    @cached_property
    def aces(self) -> Group:
        """The aces that the hand lacks."""
        return Group(self.dealing, self._missing([16 * suit + _ACE for suit in range(4)]))

    @cached_property
    def trumps(self) -> tuple[TrumpOdds, ...]:
        """The trumps that are out, by denomination."""
        return tuple(self._trumps(denomination) for denomination in range(len(DENOMINATIONS)))

    @cached_property
    def walks(self) -> tuple[SuitOdds, ...]:
        """Whether opponents follow, by suit."""
        return tuple(self._suit(suit) for suit in range(4))

    def word(self, card: int) -> str:
        """Return a card's word in this pack."""
        return format_card(card, self.dealing.pack)

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `odds --json` prints: finite numbers, null where there is no partner."""
        table = self.dealing
        return {
            "schema": SCHEMA,
            **line_field(self.line),
            "hand": [self.word(card) for card in self.hand],
            "rules": {"name": self.manifest.rules_name, "hash": self.manifest.rules_hash},
            "dealing": {
                "pack": len(table.pack),
                "hand": table.hand_size,
                "partners": table.partners,
                "opponents": table.opponents,
                "kitty": table.kitty,
                "dead": table.dead,
            },
            "any_card": self.any_card.to_json_dict(),
            "cards": [self._card_json(card) for card in self.cards],
            "aces": _group_json(table, self.aces),
            "trumps": [row.to_json_dict() for row in self.trumps],
            "walks": [row.to_json_dict() for row in self.walks],
            "manifest": self.manifest.to_json_dict(),
        }

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record a row of the JSON; `about` names its list: card, trumps or walk."""
        answer = self.to_json_dict()
        start = {**line_field(self.line), "hand": " ".join(answer["hand"])}
        rows = [("card", row) for row in answer["cards"]]
        rows += [("trumps", row) for row in answer["trumps"]]
        rows += [("walk", row) for row in answer["walks"]]
        return [{**start, "about": about, **_flat(row)} for about, row in rows]

    def frame(self) -> "pd.DataFrame":
        """Return `records` as a data frame, the manifest in `attrs`."""
        import pandas as pd

        frame = pd.DataFrame(self.records())
        frame = frame.astype({name: "Int64" for name in _COUNTS if name in frame})
        frame.attrs["manifest"] = self.manifest.to_json_dict()
        return frame

    def _missing(self, cards: Sequence[int]) -> tuple[int, ...]:
        return missing_from([card for card in cards if card in self.dealing.pack], self.hand)

    def _belonging(self, suit: int, denomination: int) -> list[int]:
        """Return the cards of the pack that belong to a suit (4: the suitless jokers) in a denomination."""
        return [card for card in self.dealing.pack if self.dealing.suit_of(card, denomination) == suit]

    def _trumps(self, denomination: int) -> TrumpOdds:
        cards = self._belonging(denomination, denomination)
        out = self._missing(cards)
        right_bower = 16 * denomination + JACK
        left_bower = 16 * (denomination ^ 1) + JACK
        bowers = (right_bower, left_bower) if denomination < NO_TRUMP else ()
        top = Group(self.dealing, self._missing([*_JOKERS, *bowers]))
        return TrumpOdds(denomination, len(cards) - len(out), Group(self.dealing, out), top)

    def _suit(self, suit: int) -> SuitOdds:
        held = [card & 15 for card in self.hand if card in self._belonging(suit, NO_TRUMP)]
        honours = {_ACE: "A", _KING: "K"}
        return SuitOdds(
            suit=suit,
            holding="-".join(honours.get(rank, "x") for rank in sorted(held, reverse=True)),
            winners=0 if _ACE not in held else 2 if _KING in held else 1,
            natural=self._walk(suit, NO_TRUMP),
            as_mate=self._walk(suit, suit ^ 1),
        )

    def _walk(self, suit: int, denomination: int) -> Walk:
        cards = self._belonging(suit, denomination)
        missing = len(self._missing(cards))
        once, twice = (all_follow(self.dealing, missing, rounds) for rounds in (1, 2))
        return Walk(len(cards), len(cards) - missing, once, twice)

    def _card_json(self, card: int) -> dict[str, Any]:
        suit = card >> 4
        bower = card < JOKER and card & 15 == JACK
        return {
            "card": self.word(card),
            "right_bower": SUITS[suit] if bower else None,
            "left_bower": SUITS[suit ^ 1] if bower else None,
            **self.any_card.to_json_dict(),
        }


def odds(hand: str | Sequence[int | str], *, rules: str | Rules = "australian") -> Odds:
    """Return the exact chances about the cards that a hand lacks.

    Parameters
    ----------
    hand : ten cards, as text (`"JK JD KH 9H 5H AS 8S 7C 6C 5D"`) or a sequence of card words or codes.
    rules : a preset's name, a path of a rules file, or rules already loaded.

    Raises CardError, RulesError or QuestionError (all ValueError) with one sentence.
    """
    house = load_rules(rules) if isinstance(rules, str) else rules
    check_table(house)
    return Odds(resolve_hand(hand, house), dealing_of(house), exact(house))


def many_to_json_dict(answers: Sequence[Odds]) -> Mapping[str, Any]:
    """Return the object that `odds --input FILE --json` prints: the answers in the order of the hands."""
    return {"schema": SCHEMA_MANY, "answers": [answer.to_json_dict() for answer in answers]}


# --- numbers to plain values --------------------------------------------------------------------------------


def _number(value: Fraction | int | None) -> float | int | None:
    return float(value) if isinstance(value, Fraction) else value


def _numbers(values: Sequence[Fraction] | None) -> list[float] | None:
    return None if values is None else [float(value) for value in values]


def _group_json(dealing: Dealing, group: Group) -> dict[str, Any]:
    return {
        "cards": format_hand(group.cards, dealing.pack, sort=False).split(),
        "kitty_any": float(group.kitty_any),
        "partner_any": _number(group.partner_any),
        "ours_any": float(group.ours_any),
        "ours_all": float(group.ours_all),
    }


_PREFIXES = {"top": "top_", "as_mate": "mate_"}


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row without nesting: distributions as kitty_0, kitty_1, …; what is inside `top` as top_…"""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            flat |= {_PREFIXES[key] + name: inner for name, inner in _flat(value).items()}
        elif isinstance(value, list):
            flat |= _spread_out(key, value)
        else:
            flat[key] = value
    return flat


def _spread_out(key: str, values: list[Any]) -> dict[str, Any]:
    if key == "cards":  # of a group: a text, as the hand is
        return {key: " ".join(values)}
    return {f"{key}_{number}": value for number, value in enumerate(values)}
