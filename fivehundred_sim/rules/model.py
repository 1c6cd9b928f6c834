"""The rules of a house, as data: one frozen model, one sub-model a TOML table.

Every variant that sources document is a value of an option here, never a case in the program: nothing asks
for the name of a preset. Whatever is not listed here is refused, never silently ignored; combinations that
contradict each other are faults too (`faults`).
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field


class RulesError(ValueError):
    """Rules that cannot be played; the message lists every fault with its dotted key, `faults` one by one."""

    def __init__(self, message: str, faults: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults) or (message,)


class RulesFileError(RulesError):
    """What a rules file says is invalid, whatever overrides go with it."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class TableRules(_Table):
    """Who sits at the table, and who plays with whom."""

    players: Literal[2, 3, 4, 5, 6] = Field(description="How many play.")
    sides: Literal["alone", "pairs", "3v3", "2v2v2", "call_card", "name_player"] = Field(
        description="Who plays with whom. pairs: four players, partners opposite; 3v3 and 2v2v2: six players;"
        " call_card and name_player: the contractor of five finds a partner for one hand."
    )


class PackRules(_Table):
    """The cards."""

    kind: Literal["standard", "24", "table_piles"] = Field(
        description="standard; or of the two-player game 24 (nine to ace) or table_piles (43 cards, half on"
        " the table). Two players with the standard pack have a third, dead hand."
    )
    kitty: Literal[0, 1, 2, 3, 4, 5, 6] = Field(description="Cards in the kitty; the pack follows from it.")
    jokers: Literal[0, 1, 2] = Field(description="Jokers in the pack; of two the black one is higher.")
    floating_four: bool = Field(
        description="One black and one red four, trumps whenever their colour is (four players)."
    )


class AuctionRules(_Table):
    """How the contract is found."""

    rounds: Literal["many", "one"] = Field(
        description="many: calls go round until a bid stands and all others have passed; one: one call each."
    )
    inkles: bool = Field(
        description="Six bids of the first two callers are signals, not contracts (minimum_level 7 or 8)."
    )
    minimum_level: Literal[6, 7, 8] = Field(description="Lowest level of a bid that can become a contract.")
    after_pass: Literal["never", "always", "on_denomination_change"] = Field(
        description="Whether a player who has passed may call again."
    )
    raise_own_bid: bool = Field(
        description="When all others have passed, the highest bidder may raise his own bid."
    )
    all_pass: Literal["redeal_next", "redeal_same", "play_no_trump", "force_dealer"] = Field(
        description="What follows when all pass: a new deal by the next or the same dealer, a hand of"
        " no-trump at ten points a trick, or a contract of the dealer's."
    )
    no_ace_no_face_redeal: bool = Field(
        description="Who has neither ace, picture nor joker may ask for a new deal (Iowa State)."
    )


class MisereRules(_Table):
    """Misère: the contractor, alone, undertakes to take no trick."""

    when: Literal["off", "after_7", "anytime"] = Field(
        description="When misère may be called; off means no open misère either."
    )
    value: Literal[210, 230, 250, 270, 500] = Field(description="Points of misère.")
    eight_spades_overbids: bool = Field(
        description="Misère never ranks above 8S; otherwise by its value alone."
    )
    plays: Literal["own_hand", "both_hands"] = Field(
        description="own_hand: the partner lays his cards down; both_hands: the contractor plays them too."
    )
    defender_points: Literal["none", "per_trick_taken_by_bidder", "per_own_trick"] = Field(
        description="What opponents score in misère, ten a trick."
    )


class OpenMisereRules(_Table):
    """Open misère: the same with the contractor's cards face up; 0 where it is not played."""

    value: Literal[0, 330, 430, 500, 520, 1000] = Field(description="Points of open misère; 0: not played.")
    place: Literal["by_value", "below_10H", "above_10H", "top"] = Field(
        description="Where open misère ranks among the bids."
    )
    after_8: bool = Field(description="Only after somebody has bid eight (with misere.when = after_7).")
    exposed: Literal["after_trick_1", "before_lead"] = Field(
        description="When the contractor's cards are laid open."
    )


class BlindMisereRules(_Table):
    """Blind misère: called before looking at the hand; 0 where it is not played."""

    value: Literal[0, 500, 1000] = Field(description="Points of blind misère; 0: not played.")


class DoubleMisereRules(_Table):
    """Double misère: neither the contractor nor his partner may take a trick; 0 where it is not played."""

    value: Literal[0, 500] = Field(description="Points of double misère; 0: not played.")


class BarNulloRules(_Table):
    """Bar nullo: misère without the kitty; 0 where it is not played."""

    value: Literal[0, 500] = Field(description="Points of bar nullo; 0: not played.")


class SansKittyRules(_Table):
    """Suit and no-trump bids without the kitty."""

    allowed: bool = Field(description="Bids without the kitty, of the same rank and value as with it.")


class JokerRules(_Table):
    """The joker in no-trump and misère, as the seven keys that every named set comes down to."""

    nominate: Literal["none", "contractor_optional", "holder_mandatory"] = Field(
        description="Who may or must give the joker a suit before the first lead."
    )
    follow: Literal["void_only", "first_round_or_void", "unless_renounced", "always"] = Field(
        description="When a joker may be played to a suit that was led."
    )
    misere_forced: bool = Field(description="In misère a void player who holds a joker must play it.")
    lead: Literal[
        "any_suit",
        "unled_suit",
        "unrenounced_suit",
        "last_trick_only",
        "only_jokers_left",
        "unled_or_exhausted",
    ] = Field(description="As which suit a joker may be led.")
    lead_binds: bool = Field(description="The others must follow the suit named by the leader of a joker.")
    renounced_worthless: bool = Field(
        description="A joker played to a suit that its holder has renounced before wins nothing."
    )
    misere_rank: Literal["high", "low"] = Field(
        description="Whether the joker is the highest or the lowest card in misère."
    )


class PartnerRules(_Table):
    """The contractor's partner in the five-handed game."""

    card: Literal["no_bower", "no_trump", "no_joker"] = Field(
        description="Cards that may not be called: joker and bowers, joker and trumps, or the joker alone."
    )
    reveal: Literal["on_play", "at_once"] = Field(description="When the partner is known.")
    share: Literal["half", "full"] = Field(description="How much of the value each of the two scores.")


class PlayRules(_Table):
    """The play of the cards."""

    first_lead: Literal["contractor", "left_of_dealer"] = Field(description="Who leads to the first trick.")


class ScoringRules(_Table):
    """What contracts are worth."""

    schedule: Literal["avondale", "original", "inverted", "perfect"] = Field(
        description="Values of the bids: avondale 1906; original and inverted 1904; perfect is avondale"
        " less 20."
    )
    slam_250: bool = Field(description="All ten tricks on a contract worth less score 250.")
    defender_points: Literal["always", "only_if_fails", "never"] = Field(
        description="When opponents score ten a trick against a suit or no-trump contract."
    )
    trick_cap: Literal[0, 400, 460, 480, 490] = Field(
        description="Score up to which tricks of the defence count; 0: no limit."
    )
    cap_kind: Literal["clamp", "freeze"] = Field(
        description="clamp: points up to the cap count; freeze: none once it is reached."
    )
    failed_value_to_opponents: bool = Field(
        description="A failed contract costs nothing and gives its value to the opponents (Quebec)."
    )


class MatchRules(_Table):
    """How a game is won: `target` and `floor` in points, or a fixed number of hands."""

    target: Annotated[int, Field(ge=40, le=10_000)] = Field(description="Points that win the game.")
    floor: Annotated[int, Field(ge=-10_000, le=0)] = Field(
        description="A side at or below it has lost (see floor_rule); 0: none."
    )
    must_win_on_contract: bool = Field(
        description="The target counts only at the end of a hand in which the side made its contract."
    )
    both_over: Literal["contractor", "higher"] = Field(
        description="Who wins when contractor and opponents are past the target."
    )
    defenders_over: Literal["higher", "trick_order", "first_trick"] = Field(
        description="Who wins when two defenders are past the target."
    )
    floor_rule: Literal["loses", "plays_on"] = Field(
        description="plays_on: the game goes on, but who was at the floor cannot win it."
    )
    hands: Annotated[int, Field(ge=0, le=1000)] = Field(
        description="A game is so many hands; 0: to the target."
    )


class Rules(_Table):
    """All that a house plays. `name` and `about` are labels for lists; the tables are the rules."""

    name: str
    about: str = ""
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


# Who plays each named set of the seven joker keys, for lists and documents.
JOKER_SET_SOURCES = {
    "pagat": 'pagat.com, "500"',
    "pagat_noprenom": "a variation on pagat.com",
    "holder": "the engine GARETH",
    "hsw": "How Stuff Works; Trickster plays the same",
    "hoyle09": "Hoyle's Games Modernized, 1909, which does not say when a joker may follow (void only, here)",
    "nz": "New Zealand (FRANCIS, GILES)",
    "last": "a variation on pagat.com that leaves nomination open (allowed here, as in pagat)",
    "firstlast": "a variation on pagat.com",
    "qc": "Quebec (MCGILL)",
    "free": "an open engine: a joker that may be played at any time",
}
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


def descriptions() -> dict[str, str]:
    """Return what each dotted option key, `joker.set` included, decides, in a sentence."""
    found = {"joker.set": "A named set of all seven keys of this table; single keys beside it override it."}
    for table, model in _tables().items():
        for key, field in model.model_fields.items():
            found[f"{table}.{key}"] = field.description or ""
    return found


def table_titles() -> dict[str, str]:
    """Return what each table is about, in a line."""
    return {table: (model.__doc__ or "").partition("\n")[0] for table, model in _tables().items()}


def _tables() -> dict[str, type[_Table]]:
    """Return the model of each table by its name, in the order of a rules file."""
    models = ((table, field.annotation) for table, field in Rules.model_fields.items())
    return {table: model for table, model in models if isinstance(model, type) and issubclass(model, _Table)}


def _fields() -> Iterator[tuple[str, str, Any, list[Any]]]:
    """Yield (table, key, annotation, metadata) of every option."""
    for table, model in _tables().items():
        for key, option in model.model_fields.items():
            yield table, key, option.annotation, option.metadata
