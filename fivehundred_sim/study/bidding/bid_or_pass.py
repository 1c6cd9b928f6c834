"""The answer to "what do I call now?": every legal call by what it is worth, and what that rests on."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, Literal

from fivehundred_sim.cards import format_bid
from fivehundred_sim.rules.seats import partners_of, side_of
from fivehundred_sim.study.advice import Verdict
from fivehundred_sim.study.bidding.calls import LEAST_CHANCE, CallEstimate, estimates, play_calls
from fivehundred_sim.study.bidding.equity import Equity
from fivehundred_sim.study.bidding.fitting_deals import MOST_DRAWN, How, fitting_deals
from fivehundred_sim.study.bidding.house import House, seated
from fivehundred_sim.study.bidding.signals import signals
from fivehundred_sim.study.bidding.situation import Situation, check_asked
from fivehundred_sim.study.bidding.stakes import game_stakes
from fivehundred_sim.study.bidding.styles import Manners, Style
from fivehundred_sim.study.estimate import Z95
from fivehundred_sim.study.run import default_jobs

DEALS = 4_000
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class CallsAnswer:
    """What every legal call is worth, the best first.

    rows are ranked by the chance to win the game where a score is kept, else by points. close: calls that
    cannot be told from the best one (95 %, deal by deal), that one first; bluffs are among them only where it
    is in doubt that they are. best_by_points: the call of most
    points, where another wins more games. asked: the call asked about and whether to make it, None if none
    was. deals: how many were played on, `effective` how many equally likely ones they are worth, of `drawn`
    looked at; how and tolerance: see `fitting_deals.Fitting`. model: who plays the contracts.
    """

    rows: tuple[CallEstimate, ...]
    close: tuple[str, ...]
    asked: tuple[str, Verdict] | None
    auction: tuple[str, ...]
    seat: int
    dealer: int
    scores: tuple[int, int] | None
    styles: tuple[str, str, str]
    deals: int
    effective: float
    drawn: int
    how: How
    tolerance: float
    model: Literal["calibrated", "heuristic"]

    @property
    def best(self) -> CallEstimate:
        """The call that is worth most."""
        return self.rows[0]

    @property
    def best_by_points(self) -> CallEstimate:
        """The call of most points, bluffs apart."""
        return max((row for row in self.rows if not row.bluff), key=lambda row: row.mean_points)

    def row(self, call: str) -> CallEstimate | None:
        """Return the estimate of a call, None if it is not legal."""
        return next((row for row in self.rows if row.call == call), None)

    def to_json_list(self) -> list[dict[str, Any]]:
        """Return the calls as plain JSON values, in the answer's order."""
        return [asdict(row) for row in self.rows]

    def about(self) -> dict[str, Any]:
        """Return what the calls rest on, as plain JSON values."""
        return {
            "auction": list(self.auction),
            "seat": self.seat,
            "dealer": self.dealer,
            "score": None if self.scores is None else list(self.scores),
            "styles": dict(zip(("own", "partner", "opponents"), self.styles, strict=True)),
            "ranked_by": "points" if self.scores is None else "p_win",
            "close": list(self.close),
            "deals": self.deals,
            "effective_deals": round(self.effective, 1),
            "drawn": self.drawn,
            "fit": self.how,
            "tolerance": None if self.how == "any" else self.tolerance,
            "model": self.model,
        }


def bid_or_pass(
    house: House,
    situation: Situation,
    manners: Manners,
    *,
    asked: str | None = None,
    equity: Equity | None = None,
    deals: int = DEALS,
    most_drawn: int = MOST_DRAWN,
    seed: int = 1,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> CallsAnswer:
    """Return what every legal call is worth in a situation.

    equity: the chances to win of this house, needed where the situation has scores. most_drawn: how many
    deals are looked at, at most, for those `deals` that fit what was called. Raises BidError if the
    call asked about is not legal now.
    """
    check_asked(house.bidding, situation, asked)
    game = None
    stakes = [house.points] * house.players
    if situation.scores is not None and equity is not None:
        ours = side_of(house.rules, situation.seat)
        we_deal = side_of(house.rules, situation.dealer) == ours
        game, theirs = game_stakes(house.points, equity.after(*situation.scores, we_deal))
        stakes = [game if side_of(house.rules, seat) == ours else theirs for seat in range(house.players)]
    styles = _around(house, situation, manners)
    known = {style: signals(house, style) for style in dict.fromkeys(styles)}
    bidders = seated(house, styles, [known[style] for style in styles], stakes)
    with ThreadPoolExecutor(jobs or default_jobs(), thread_name_prefix="calls") as executor:
        fitting = fitting_deals(house, bidders, situation, deals, seed, executor, progress, most_drawn)
        played = play_calls(house, bidders, situation, fitting, game, executor)
        rows = estimates(house, situation, played, shows=bool(manners.own.conventions))
    close = tuple(
        row.call for row in rows if row.diff_high >= 0 and not _surely_bluff(row, fitting.effective)
    )
    return CallsAnswer(
        rows=rows,
        close=close,
        asked=None if asked is None else (asked, _verdict(asked, rows, close)),
        auction=tuple(format_bid(house.bidding.calls[call]) for call in situation.calls),
        seat=situation.seat,
        dealer=situation.dealer,
        scores=situation.scores,
        styles=(manners.own.name, manners.partner.name, manners.opponents.name),
        deals=len(fitting.deals),
        effective=fitting.effective,
        drawn=fitting.drawn,
        how=fitting.how,
        tolerance=fitting.tolerance,
        model="calibrated" if house.calibrated else "heuristic",
    )


def _around(house: House, situation: Situation, manners: Manners) -> list[Style]:
    """Return the style of every seat."""
    partners = partners_of(house.rules, situation.seat)
    return [
        manners.own if seat == situation.seat else manners.partner if seat in partners else manners.opponents
        for seat in range(house.players)
    ]


def _surely_bluff(row: CallEstimate, deals: float) -> bool:
    """Return whether a call would be a bluff on other deals too: its chance to be made is clearly low."""
    if not row.bluff or row.p_alone is None:
        return False
    if row.false_suit:
        return True
    half = Z95 * sqrt(row.p_alone * (1 - row.p_alone) / deals)
    return row.p_alone + half < LEAST_CHANCE


def _verdict(asked: str, rows: tuple[CallEstimate, ...], close: tuple[str, ...]) -> Verdict:
    """Return whether to make a call: yes if it is best, close if it cannot be told from the best."""
    if asked not in close:
        return "no"
    return "yes" if rows[0].call == asked and len(close) == 1 else "close"
