"""The rules of a house, as data: one frozen model, one sub-model a TOML table.

Every variant that sources document is a value of an option here, never a case in the program: nothing asks
for the name of a preset. Whatever is not listed here is refused, never silently ignored; combinations that
contradict each other are faults too (`faults`).
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field


class RulesError(ValueError):
    """Rules that cannot be played; the message lists every fault with its dotted key."""


class RulesFileError(RulesError):
    """What a rules file says is invalid, whatever overrides go with it."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class TableRules(_Table):
    """Who sits at the table, and who plays with whom (`seats`)."""

    players: Literal[2, 3, 4, 5, 6]
    sides: Literal["alone", "pairs", "3v3", "2v2v2", "call_card", "name_player"]


class PackRules(_Table):
    """The cards (`packs` says which pack gives which kitty)."""

    kind: Literal["standard", "24", "table_piles"]
    kitty: Literal[0, 1, 2, 3, 4, 5, 6]
    jokers: Literal[0, 1, 2]
    floating_four: bool


class AuctionRules(_Table):
    """How the contract is found."""

    rounds: Literal["many", "one"]
    inkles: bool
    minimum_level: Literal[6, 7, 8]
    after_pass: Literal["never", "always", "on_denomination_change"]
    raise_own_bid: bool
    all_pass: Literal["redeal_next", "redeal_same", "play_no_trump", "force_dealer"]
    no_ace_no_face_redeal: bool


class MisereRules(_Table):
    """Misère: the contractor, alone, undertakes to take no trick."""

    when: Literal["off", "after_7", "anytime"]
    value: Literal[210, 230, 250, 270, 500]
    eight_spades_overbids: bool
    plays: Literal["own_hand", "both_hands"]
    defender_points: Literal["none", "per_trick_taken_by_bidder", "per_own_trick"]


class OpenMisereRules(_Table):
    """Open misère: the same with the contractor's cards face up."""

    value: Literal[330, 430, 500, 520, 1000]
    place: Literal["by_value", "below_10H", "above_10H", "top"]
    after_8: bool
    exposed: Literal["after_trick_1", "before_lead"]


class BlindMisereRules(_Table):
    """Blind misère: called before looking at the hand; 0 where it is not played."""

    value: Literal[0, 500, 1000]


class DoubleMisereRules(_Table):
    """Double misère: neither the contractor nor his partner may take a trick; 0 where it is not played."""

    value: Literal[0, 500]


class BarNulloRules(_Table):
    """Bar nullo: misère without the kitty; 0 where it is not played."""

    value: Literal[0, 500]


class SansKittyRules(_Table):
    """Suit and no-trump bids without the kitty."""

    allowed: bool


class JokerRules(_Table):
    """The joker in no-trump and misère, as the seven keys that every named set comes down to."""

    nominate: Literal["none", "contractor_optional", "holder_mandatory"]
    follow: Literal["void_only", "first_round_or_void", "unless_renounced", "always"]
    misere_forced: bool
    lead: Literal[
        "any_suit",
        "unled_suit",
        "unrenounced_suit",
        "last_trick_only",
        "only_jokers_left",
        "unled_or_exhausted",
    ]
    lead_binds: bool
    renounced_worthless: bool
    misere_rank: Literal["high", "low"]


class PartnerRules(_Table):
    """The contractor's partner in the five-handed game."""

    card: Literal["no_bower", "no_trump", "no_joker"]
    reveal: Literal["on_play", "at_once"]
    share: Literal["half", "full"]


class PlayRules(_Table):
    """The play of the cards."""

    first_lead: Literal["contractor", "left_of_dealer"]


class ScoringRules(_Table):
    """What contracts are worth."""

    schedule: Literal["avondale", "original", "inverted", "perfect"]
    slam_250: bool
    defender_points: Literal["always", "only_if_fails", "never"]
    trick_cap: Literal[0, 400, 460, 480, 490]
    cap_kind: Literal["clamp", "freeze"]
    failed_value_to_opponents: bool


class MatchRules(_Table):
    """How a game is won: `target` and `floor` in points, or a fixed number of hands."""

    target: Annotated[int, Field(ge=40, le=10_000)]
    floor: Annotated[int, Field(ge=-10_000, le=0)]
    must_win_on_contract: bool
    both_over: Literal["contractor", "higher"]
    defenders_over: Literal["higher", "trick_order", "first_trick"]
    floor_rule: Literal["loses", "plays_on"]
    hands: Annotated[int, Field(ge=0, le=1000)]


class Rules(_Table):
    """All that a house plays. `name` is a label; the tables are the rules."""

    name: str
    table: TableRules
    pack: PackRules
    auction: AuctionRules
    misere: MisereRules
    open_misere: OpenMisereRules
    blind_misere: BlindMisereRules
    double_misere: DoubleMisereRules
    bar_nullo: BarNulloRules
    sans_kitty: SansKittyRules
    joker: JokerRules
    partner: PartnerRules
    play: PlayRules
    scoring: ScoringRules
    match: MatchRules


def _joker_set(
    nominate: str, follow: str, misere_forced: bool, lead: str, lead_binds: bool, renounced_worthless: bool
) -> dict[str, Any]:
    return {
        "nominate": nominate,
        "follow": follow,
        "misere_forced": misere_forced,
        "lead": lead,
        "lead_binds": lead_binds,
        "renounced_worthless": renounced_worthless,
        "misere_rank": "high",
    }


# Named sets of the seven joker keys. Sources: pagat and pagat_noprenom: pagat.com, "500", and its variations;
# holder: the engine GARETH; hsw: How Stuff Works (Trickster plays the same); hoyle09: Hoyle's Games
# Modernized, 1909, which does not say when a joker may follow (void only, here); nz: New Zealand (FRANCIS,
# GILES); last and firstlast: variations on pagat.com, of which `last` leaves nomination open (allowed here,
# as in pagat); qc: Quebec (McGill); free: a joker that may be played at any time (an open engine).
JOKER_SETS: dict[str, dict[str, Any]] = {
    "pagat": _joker_set("contractor_optional", "void_only", True, "unled_suit", True, False),
    "pagat_noprenom": _joker_set("none", "void_only", True, "unled_suit", True, False),
    "holder": _joker_set("holder_mandatory", "void_only", False, "any_suit", True, False),
    "hsw": _joker_set("none", "void_only", False, "any_suit", True, False),
    "hoyle09": _joker_set("none", "void_only", False, "unrenounced_suit", True, True),
    "nz": _joker_set("none", "unless_renounced", False, "unrenounced_suit", True, True),
    "last": _joker_set("contractor_optional", "void_only", True, "last_trick_only", True, False),
    "firstlast": _joker_set("none", "first_round_or_void", False, "unled_or_exhausted", True, False),
    "qc": _joker_set("none", "void_only", False, "only_jokers_left", False, False),
    "free": _joker_set("none", "always", False, "any_suit", True, False),
}


def options() -> dict[str, tuple[object, ...]]:
    """Return every dotted option key, `joker.set` included, with its allowed values.

    The values of a number that only has bounds are empty: `bounds` gives them.
    """
    found: dict[str, tuple[object, ...]] = {}
    for table, key, annotation, _ in _fields():
        if table == "joker":
            found.setdefault("joker.set", tuple(JOKER_SETS))
        found[f"{table}.{key}"] = (True, False) if annotation is bool else get_args(annotation)
    return found


def bounds() -> dict[str, tuple[int, int]]:
    """Return the dotted keys of whole numbers that have no list of values, with lowest and highest."""
    found: dict[str, tuple[int, int]] = {}
    for table, key, annotation, metadata in _fields():
        if annotation is int:
            low = next(item.ge for item in metadata if hasattr(item, "ge"))
            high = next(item.le for item in metadata if hasattr(item, "le"))
            found[f"{table}.{key}"] = (int(low), int(high))
    return found


def _fields() -> Iterator[tuple[str, str, Any, list[Any]]]:
    """Yield (table, key, annotation, metadata) of every option."""
    for table, field in Rules.model_fields.items():
        model = field.annotation
        if isinstance(model, type) and issubclass(model, _Table):
            for key, option in model.model_fields.items():
                yield table, key, option.annotation, option.metadata
