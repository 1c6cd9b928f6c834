"""The rules of a house, as data: one frozen model, one sub-model a TOML table.

The keys and their values are those of the project's rules reference that this version plays: the Australian
four-player game with its house rules. Whatever is not listed here is refused, never silently ignored.
"""

from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict


class RulesError(ValueError):
    """Rules that cannot be played; the message lists every fault with its dotted key."""


class RulesFileError(RulesError):
    """What a rules file says is invalid, whatever overrides go with it."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class TableRules(_Table):
    """Who sits at the table."""

    players: Literal[4]
    sides: Literal["pairs"]


class PackRules(_Table):
    """The cards."""

    kitty: Literal[3]
    jokers: Literal[1]


class AuctionRules(_Table):
    """How the contract is found."""

    rounds: Literal["many"]
    minimum_level: Literal[6, 7]
    after_pass: Literal["never", "always"]


class MisereRules(_Table):
    """Misère: the contractor, alone, undertakes to take no trick."""

    when: Literal["off", "after_7", "anytime"]
    value: Literal[210, 230, 250, 270]
    eight_spades_overbids: bool
    plays: Literal["own_hand"]
    defender_points: Literal["none"]


class OpenMisereRules(_Table):
    """Open misère: the same with the contractor's cards face up."""

    value: Literal[330, 430, 500, 520]
    place: Literal["by_value", "below_10H", "above_10H", "top"]
    after_8: bool
    exposed: Literal["after_trick_1", "before_lead"]


class JokerRules(_Table):
    """The joker in no-trump and misère, as the seven keys that every named set comes down to."""

    nominate: Literal["none", "contractor_optional"]
    follow: Literal["void_only"]
    misere_forced: bool
    lead: Literal["any_suit", "unled_suit", "last_trick_only"]
    lead_binds: Literal[True]
    renounced_worthless: Literal[False]
    misere_rank: Literal["high"]


class PlayRules(_Table):
    """The play of the cards."""

    first_lead: Literal["contractor"]


class ScoringRules(_Table):
    """What contracts are worth."""

    schedule: Literal["avondale", "original", "inverted", "perfect"]
    slam_250: bool
    defender_points: Literal["always", "only_if_fails", "never"]


class Rules(_Table):
    """All that a house plays. `name` is a label; the tables are the rules."""

    name: str
    table: TableRules
    pack: PackRules
    auction: AuctionRules
    misere: MisereRules
    open_misere: OpenMisereRules
    joker: JokerRules
    play: PlayRules
    scoring: ScoringRules


def _joker_set(nominate: str, misere_forced: bool, lead: str) -> dict[str, Any]:
    return {
        "nominate": nominate,
        "follow": "void_only",
        "misere_forced": misere_forced,
        "lead": lead,
        "lead_binds": True,
        "renounced_worthless": False,
        "misere_rank": "high",
    }


# Named sets of the seven joker keys: pagat.com ("500"; with and without the nomination), How Stuff Works, and
# the variation "only to the last trick", whose sources leave nomination open: allowed here, as in pagat.
JOKER_SETS: dict[str, dict[str, Any]] = {
    "pagat": _joker_set("contractor_optional", True, "unled_suit"),
    "pagat_noprenom": _joker_set("none", True, "unled_suit"),
    "hsw": _joker_set("none", False, "any_suit"),
    "last": _joker_set("contractor_optional", True, "last_trick_only"),
}


def options() -> dict[str, tuple[object, ...]]:
    """Return every dotted option key, `joker.set` included, with its allowed values."""
    found: dict[str, tuple[object, ...]] = {}
    for table, field in Rules.model_fields.items():
        model = field.annotation
        if not (isinstance(model, type) and issubclass(model, _Table)):
            continue
        if table == "joker":
            found["joker.set"] = tuple(JOKER_SETS)
        for key, option in model.model_fields.items():
            values = (True, False) if option.annotation is bool else get_args(option.annotation)
            found[f"{table}.{key}"] = values
    return found
