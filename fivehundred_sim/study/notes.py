"""What an answer of `advise` must say about itself, beyond its numbers: a line for each thing."""

from collections.abc import Sequence

from fivehundred_sim.cards import BLIND_MISERE
from fivehundred_sim.rules.code import lanes_cover
from fivehundred_sim.rules.ladder import bids
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.seats import HAND_PARTNERSHIPS
from fivehundred_sim.study.contracts import contracts_of
from fivehundred_sim.study.counting import strains_of
from fivehundred_sim.study.run import HEURISTIC, Engine, lanes_play

POINTS_NOTE = "points are for playing, not against passing: --auction compares the calls"
FITTED_NOTE = "heuristic players were fitted to the four-handed Australian game, not this one"
# results/tables.csv: 0.3 to 0.4 tricks more than double-dummy, on the same deals of random hands
THREE_NOTE = "with three players the heuristic opponents are weak: its rows are too hopeful"
LEFT_OUT_NOTE = "double-dummy is left out: it solves such deals slowly; --engine all plays a few"
UNCALIBRATED_NOTE = "no calibration to sampled play exists at this table"
TIMED_NOTE = "a budget of time: on another machine the same seed may reach other numbers of deals"
BLIND_NOTE = "blind misère (BM) has no row: it is called before the cards are seen"
_PARTNERS = {
    ("call_card", "half"): "suit and NT rows: with the partner whose card you call, half the value each",
    ("call_card", "full"): "suit and NT rows: with the partner whose card you call, full value each",
    ("name_player", "half"): "suit and NT rows: with a partner named unseen, half the value each",
    ("name_player", "full"): "suit and NT rows: with a partner named unseen, full value each",
}
ALONE_NOTE = "what playing without a partner is worth: ask again with --set table.sides=alone"


def notes(rules: Rules, engines: Sequence[Engine], left_out: bool, timed: bool = False) -> tuple[str, ...]:
    """Return the notes of an answer under these rules by these player models.

    `left_out` where double-dummy was not asked because it is slow at this table; `timed` where a budget of
    time decided how many deals there are.
    """
    found = [POINTS_NOTE, *(engine.leans for engine in engines if engine.leans)]
    if left_out:
        found.append(LEFT_OUT_NOTE)
    if timed:
        found.append(TIMED_NOTE)
    if not any(engine.fitted for engine in engines) and not lanes_play(
        rules, strains_of(contracts_of(rules))
    ):
        found.append(UNCALIBRATED_NOTE)
    if HEURISTIC.name in {engine.name for engine in engines} and not lanes_cover(rules):
        found.append(FITTED_NOTE)
        if rules.table.players == 3:
            found.append(THREE_NOTE)
    if rules.table.sides in HAND_PARTNERSHIPS:
        found += [_PARTNERS[rules.table.sides, rules.partner.share], ALONE_NOTE]
    if any(bid.denomination == BLIND_MISERE for bid in bids(rules)):
        found.append(BLIND_NOTE)
    return tuple(found)
