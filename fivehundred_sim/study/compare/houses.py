"""The houses that are compared, ready to bid and play, and what two of them have in common.

All that a house needs (its evaluation, what calls say there) is found or fitted when it is first asked for,
and kept for the rest of the process.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.load import rules_hash
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import side_count
from fivehundred_sim.study.bidding.house import Bidders, House, all_alike, house_of
from fivehundred_sim.study.bidding.outcomes import result_rows
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.stakes import points_table
from fivehundred_sim.study.bidding.styles import Style
from fivehundred_sim.study.compare.evaluations import shared_evaluation

Reals = NDArray[np.float64]

# What no hand of its own feels: labels, how a game is won, and caps, which depend on the score.
_OF_GAMES: dict[str, Any] = {
    "name": True,
    "about": True,
    "match": True,
    "scoring": {"trick_cap", "cap_kind"},
}


@dataclass(frozen=True)
class Table:
    """A house and the bidders around its table, who all bid in one style, for points.

    worth: float64 (3, calls, ROWS, BINS), `House.worth` in plain points, whatever the style makes of losses.
    points: float64 (2, calls, 11, 2), `points_table` of contracts with the usual partners, then of those who
    have found none for a hand.
    """

    house: House
    bidders: Bidders
    worth: Reals
    points: Reals

    @cached_property
    def results(self) -> NDArray[np.int64]:
        """What results score in a game of two sides, int64 (calls, 11, 6), `outcomes.result_rows`."""
        return np.asarray(result_rows(self.house.rules)[0])


@cache
def table_of(rules: Rules, style: Style, taught: Rules, lent: tuple[Rules, ...], calibrated: int) -> Table:
    """Return the table of some rules, at which everybody bids in one style.

    taught: the house in which bidders have learnt what calls say: this one, or one with the same hands. lent
    and calibrated: see `evaluations.shared_evaluation`.
    """
    house = House(rules, house_of(rules).bidding, shared_evaluation(rules, lent, calibrated))
    points = [points_table(rules, house.bidding, alone=alone) for alone in (False, True)]
    bidders = all_alike(house, style, signals(house_of(taught), style))
    return Table(house, bidders, house.worth(house.points), np.stack(points))


def same_rules(a: Rules, b: Rules) -> bool:
    """Return whether two houses play the same, whatever they are called."""
    return rules_hash(a) == rules_hash(b)


def same_hands(a: Rules, b: Rules) -> bool:
    """Return whether every deal is bid, played and scored the same in two houses, games apart.

    Bidders bid for points here, so neither the target nor a cap on points for tricks changes a hand.
    """
    return _of_a_hand(a) == _of_a_hand(b)


def _of_a_hand(rules: Rules) -> dict[str, Any]:
    return rules.model_dump(exclude=_OF_GAMES)


def same_shuffles(a: Rules, b: Rules) -> bool:
    """Return whether one shuffle is a deal of both houses: the same cards, dealt to as many players."""
    return pack(a) == pack(b) and a.table.players == b.table.players


def why_no_games(rules: Rules) -> str:
    """Return why whole games of a house are not played, as the end of a sentence; empty if they are.

    Only the contractor's tricks are known, which leaves the others' to one other side.
    """
    if side_count(rules) != 2:
        return (
            f"games are played between two sides, not {side_count(rules)} (table.sides = {rules.table.sides})"
        )
    if rules.match.defenders_over != "higher" and rules.auction.all_pass == "play_no_trump":
        return (
            f"match.defenders_over = {rules.match.defenders_over} asks for the order of the tricks, which is"
            " not known here (expected higher)"
        )
    return ""
