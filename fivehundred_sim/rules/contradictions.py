"""Options that are allowed one by one but cannot be played together, each with the reason.

Only what has no meaning is refused. An option that is merely idle in some house (a rule of misère where there
is no misère, who wins among defenders where tricks never win) is no fault.
"""

from collections.abc import Callable, Iterator

from fivehundred_sim.cards import MISERE, Bid
from fivehundred_sim.rules.faults import either, shown
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import kitties
from fivehundred_sim.rules.seats import partners_of

# The numbers of players that each kind of sides is for.
_SEATED = {
    "alone": (2, 3, 4, 5, 6),
    "pairs": (4,),
    "3v3": (6,),
    "2v2v2": (6,),
    "call_card": (5,),
    "name_player": (5,),
}


def contradictions(rules: Rules) -> list[str]:
    """Return what contradicts itself in rules, as phrases `key: value … (expected …)`.

    `rules` may lack options whose values are faulty themselves: whatever needs one of them is not looked at.
    """
    found: list[str] = []
    for check in CHECKS:
        try:
            found += check(rules)
        except AttributeError:  # of an option that is missing
            continue
    return found


def _sides(rules: Rules) -> Iterator[str]:
    sides, players = rules.table.sides, rules.table.players
    if players not in _SEATED[sides]:
        fitting = either(name for name, counts in _SEATED.items() if players in counts)
        yield (
            f"table.sides: {shown(sides)} is for {either(_SEATED[sides])} players, not {players}"
            f" (expected {fitting})"
        )


def _pack_kind(rules: Rules) -> Iterator[str]:
    if rules.pack.kind != "standard" and rules.table.players != 2:
        yield (
            f"pack.kind: {shown(rules.pack.kind)} is for two players, not {rules.table.players}"
            " (expected standard)"
        )


def _floating_four(rules: Rules) -> Iterator[str]:
    if rules.pack.floating_four and rules.table.players != 4:
        yield (
            "pack.floating_four: true is for the pack of four players,"
            f" not {rules.table.players} (expected false)"
        )


def _kitty(rules: Rules) -> Iterator[str]:
    if [*_pack_kind(rules), *_floating_four(rules)]:
        return  # there is no such pack at all
    possible = kitties(rules)
    if rules.pack.kitty not in possible:
        jokers = {0: "no joker", 1: "1 joker"}.get(rules.pack.jokers, f"{rules.pack.jokers} jokers")
        fours = " and floating fours" if rules.pack.floating_four else ""
        kind = "" if rules.pack.kind == "standard" else f" by the pack {rules.pack.kind}"
        yield (
            f"pack.kitty: {rules.pack.kitty} cannot be left{kind} with {rules.table.players} players,"
            f" {jokers}{fours} (expected {either(possible)})"
        )


def _inkles(rules: Rules) -> Iterator[str]:
    if not rules.auction.inkles:
        return
    if rules.auction.rounds == "many":
        yield (
            "auction.inkles: true is for auctions of one call each, not auction.rounds = many"
            " (expected false)"
        )
    if rules.auction.minimum_level == 6:
        yield (
            "auction.minimum_level: 6 with auction.inkles, where a six bid is a signal and no contract"
            " (expected 7 or 8)"
        )


def _one_round(rules: Rules) -> Iterator[str]:
    if rules.auction.rounds != "one":
        return
    if rules.auction.raise_own_bid:
        yield (
            "auction.raise_own_bid: true, but with auction.rounds = one nobody calls twice (expected false)"
        )
    if rules.auction.after_pass != "never":
        yield (
            f"auction.after_pass: {shown(rules.auction.after_pass)}, but with auction.rounds = one nobody"
            " calls twice (expected never)"
        )


def _after_seven(rules: Rules) -> Iterator[str]:
    if rules.misere.when != "after_7":
        return
    ladder = bids(rules)
    lower = ladder[: ladder.index(Bid(0, MISERE))]
    if not any(bid.level >= 7 for bid in lower):
        yield (
            'misere.when: "after_7" can never come about: no bid of seven or more ranks below misère'
            " (expected off or anytime)"
        )


def _after_eight(rules: Rules) -> Iterator[str]:
    if rules.open_misere.after_8 and rules.misere.when != "after_7":
        yield (
            f"open_misere.after_8: true goes with misere.when = after_7, not {rules.misere.when}"
            " (expected false)"
        )


def _kin_of_misere(rules: Rules) -> Iterator[str]:
    if rules.misere.when != "off":
        return
    for table in ("blind_misere", "double_misere", "bar_nullo"):
        value = getattr(getattr(rules, table, None), "value", 0)
        if value:
            yield f"{table}.value: {value}, but misere.when = off takes it away too (expected 0)"


def _one_partner(rules: Rules) -> Iterator[str]:
    """Two hands against the others need exactly one lasting partner."""
    if [*_sides(rules)] or len(partners_of(rules, 0)) == 1:
        return
    why = f"needs exactly one lasting partner, which table.sides = {rules.table.sides} does not give"
    if getattr(getattr(rules, "double_misere", None), "value", 0):
        yield f"double_misere.value: {rules.double_misere.value} {why} (expected 0)"
    if rules.misere.when != "off" and rules.misere.plays == "both_hands":
        yield f'misere.plays: "both_hands" {why} (expected own_hand)'


def _value_to_opponents(rules: Rules) -> Iterator[str]:
    if not rules.scoring.failed_value_to_opponents:
        return
    why = "with scoring.failed_value_to_opponents, where opponents score the value and no tricks"
    if rules.scoring.defender_points != "never":
        yield f"scoring.defender_points: {shown(rules.scoring.defender_points)} {why} (expected never)"
    if rules.misere.when != "off" and rules.misere.defender_points != "none":
        yield f"misere.defender_points: {shown(rules.misere.defender_points)} {why} (expected none)"


CHECKS: tuple[Callable[[Rules], Iterator[str]], ...] = (
    _sides,
    _pack_kind,
    _floating_four,
    _kitty,
    _inkles,
    _one_round,
    _after_seven,
    _after_eight,
    _kin_of_misere,
    _one_partner,
    _value_to_opponents,
)
