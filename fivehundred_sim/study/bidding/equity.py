"""The chance to win the game from every score, in games of two sides.

How hands end is simulated elsewhere and handed in, by how boldly each side bids (its *appetite*); here the
rest of the game is computed from it, exactly but for that. Before each hand both sides choose their appetites
for the score, each the best against the other's.

Two readings of rules are simplified: a side at the floor has lost, also under `match.floor_rule = plays_on`,
where it could no longer win but take the game from the other; and scores beyond the table count as its edge.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivehundred_sim.kernels.bidding.equity import chances_after, solve_equity
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.seats import side_of
from fivehundred_sim.study import manifest
from fivehundred_sim.study.bidding.outcomes import (
    STEP,
    check_game,
    house_row,
    outcomes_of,
    result_rows,
    scores_of,
)
from fivehundred_sim.study.question import QuestionError

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = "fivehundred.equity/1"
DIGITS = 6  # of the chances in JSON and CSV
TOLERANCE = 1e-7  # of a chance to win
MOST_SWEEPS = 1000  # ten to twenty are enough; this ends what would not converge


class HandResults(NamedTuple):
    """How hands end, by the appetites of both sides.

    chances: float64 (A, A, 2, calls, 11): where the dealer's side has appetite i and the other j, the chance
    that a hand ends as a contract of side s (0 the dealer's) with t tricks for that side (a misère may count
    0 made, 1 failed). Calls as in `rules.bidding`; call 0 is a hand that nobody has bid, and where such a
    hand is played at no-trump t are the tricks of side s. appetites: A numbers, by how many points a bid
    may fall short of passing. seed, deals: where they come from, deals for each pair of appetites.
    """

    chances: NDArray[np.float64]
    appetites: tuple[float, ...]
    seed: int
    deals: int


class Asked(NamedTuple):
    """The scores that are asked about, and whether our side deals next; None: either side may."""

    ours: int = 0
    theirs: int = 0
    dealer_is_ours: bool | None = None


AT_THE_START = Asked()


@dataclass(frozen=True)
class Equity:
    """The chance to win from every score of two sides, before a deal.

    scores: multiples of ten, low to high, past the target. table: float64 (n, n), the chance that the
    dealer's side wins, rows its own score, columns the other's. mixes: float64 (n, n, 2, A), how often the
    dealer's side, and the other, choose each of the `appetites` there.
    """

    rules: Rules
    scores: tuple[int, ...]
    table: NDArray[np.float64]
    mixes: NDArray[np.float64]
    appetites: tuple[float, ...]
    manifest: manifest.Manifest

    def win(self, ours: ArrayLike, theirs: ArrayLike, dealer_is_ours: ArrayLike) -> Any:
        """Return the chance that we win the game, our side and theirs having these scores before a deal.

        Scores and dealer may be arrays that go together; a score that is not in the table counts as the
        nearest that is. A float for numbers, float64 of the common shape for arrays.
        """
        rows, columns = self._places(ours), self._places(theirs)
        found = np.where(dealer_is_ours, self.table[rows, columns], 1 - self.table[columns, rows])
        return float(found) if found.ndim == 0 else found

    def after(self, ours: int, theirs: int, dealer_is_ours: bool) -> NDArray[np.float64]:
        """Return the chance that we win after each result of a hand, float64 (2, calls, 11).

        `ours` and `theirs` are the scores before the hand. Results are those of `HandResults`, but side 0 is
        ours. Where the hand ends the game, the chance is 1 or 0.
        """
        house, rows = self._game
        found = np.empty(rows.shape[:3])
        dealers, others = (ours, theirs) if dealer_is_ours else (theirs, ours)
        chances_after(
            house, rows.reshape(-1, 6), np.int64(dealers), np.int64(others), self.table, found.reshape(-1)
        )
        return found if dealer_is_ours else 1 - found[::-1]

    @cached_property
    def _game(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The row of what decides a game and those of all results, made once: games ask for every score."""
        return house_row(self.rules), result_rows(self.rules)

    def mix(self, ours: int, theirs: int, dealer_is_ours: bool) -> NDArray[np.float64]:
        """Return how often we choose each appetite at these scores, float64 (A,)."""
        row, column = self._places(ours), self._places(theirs)
        state = (row, column, 0) if dealer_is_ours else (column, row, 1)
        return np.array(self.mixes[state])

    def by_dealer(self, dealer: int) -> NDArray[np.float64]:
        """Return the chance that seat 0's side wins where a seat deals, float64 (n, n), rows its score."""
        return self.table if side_of(self.rules, dealer) == 0 else 1 - self.table.T

    def appetite(self, dealer: int) -> NDArray[np.float64]:
        """Return the mean appetite of seat 0's side where a seat deals, float64 (n, n), rows its score."""
        means: NDArray[np.float64] = self.mixes @ np.array(self.appetites)
        return means[:, :, 0] if side_of(self.rules, dealer) == 0 else means[:, :, 1].T

    def view(self, dealer_is_ours: bool | None) -> NDArray[np.float64]:
        """Return the chance that we win, float64 (n, n), rows our score; None: the mean of both dealers."""
        if dealer_is_ours is None:
            return (self.by_dealer(0) + self.by_dealer(1)) / 2
        return self.by_dealer(0 if dealer_is_ours else 1)

    def to_json_dict(self, asked: Asked = AT_THE_START) -> dict[str, Any]:
        """Return the object that `equity --json` prints; p_win and appetite are [dealer][ours][theirs].

        Seat 0's side is ours.
        """
        dealers = range(self.rules.table.players)
        sides = {"us": True, "them": False}
        return {
            "schema": SCHEMA,
            "rules": {"name": self.manifest.rules_name, "hash": self.manifest.rules_hash},
            "asked": {
                "ours": asked.ours,
                "theirs": asked.theirs,
                "dealer": next((name for name, ours in sides.items() if ours == asked.dealer_is_ours), None),
                "p_win": {name: round(self.win(*asked[:2], ours), DIGITS) for name, ours in sides.items()},
            },
            "scores": list(self.scores),
            "dealers": list(dealers),
            "appetites": list(self.appetites),
            "p_win": [_rounded(self.by_dealer(dealer)) for dealer in dealers],
            "appetite": [_rounded(self.appetite(dealer)) for dealer in dealers],
            "manifest": self.manifest.to_json_dict(),
        }

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record for each dealer's side (us, them) and pair of scores."""
        return list(self._records())

    def _records(self) -> Iterator[dict[str, Any]]:
        for dealer, name in enumerate(("us", "them")):
            chances, appetites = self.by_dealer(dealer), self.appetite(dealer)
            for i, ours in enumerate(self.scores):
                for j, theirs in enumerate(self.scores):
                    yield {
                        "dealer": name,
                        "ours": ours,
                        "theirs": theirs,
                        "p_win": round(float(chances[i, j]), DIGITS),
                        "appetite": round(float(appetites[i, j]), DIGITS),
                    }

    def frame(self) -> "pd.DataFrame":
        """Return `records` as a data frame, the manifest in `attrs`."""
        import pandas as pd

        frame = pd.DataFrame(self.records())
        frame.attrs["manifest"] = self.manifest.to_json_dict()
        return frame

    def _places(self, scores: ArrayLike) -> NDArray[np.int64]:
        """Return where scores stand in the table, each the nearest that there is."""
        steps = np.rint((np.asarray(scores, float) - self.scores[0]) / STEP)
        return np.clip(steps, 0, len(self.scores) - 1).astype(np.int64)


def check_scores(rules: Rules, ours: int, theirs: int) -> None:
    """Raise QuestionError for scores with which no game goes on."""
    target, floor = rules.match.target, rules.match.floor
    for score in (ours, theirs):
        if score % STEP:
            raise QuestionError(f"{score} is no score: all points are tens")
        if floor and score <= floor:
            raise QuestionError(f"{score} is no score of a game that goes on: at {floor} a side has lost")
        if score >= target and not rules.match.must_win_on_contract:
            raise QuestionError(f"{score} is no score of a game that goes on: at {target} a side has won")
    highest = scores_of(rules)[-1]
    if max(ours, theirs) > highest:
        raise QuestionError(f"{max(ours, theirs)} is past the scores that are computed (up to {highest})")


def equity(rules: Rules | str = "australian", *, results: HandResults) -> Equity:
    """Return the chance to win the game from every score.

    `rules` may be the name of a preset or file. Raises QuestionError for games of more than two sides and of
    a fixed number of hands, and for results that do not fit the rules.
    """
    rules = rules if isinstance(rules, Rules) else load_rules(rules)
    check_game(rules)
    outcomes = outcomes_of(rules, results.chances)
    scores = scores_of(rules)
    table = np.full((len(scores), len(scores)), 0.5)
    mixes = np.zeros((*table.shape, 2, len(results.appetites)))
    _, change = solve_equity(
        house_row(rules),
        outcomes.results,
        outcomes.chances,
        TOLERANCE,
        np.int64(MOST_SWEEPS),
        table,
        mixes,
    )
    return equity_from(rules, results, table, mixes, complete=change < TOLERANCE)


def equity_from(
    rules: Rules,
    results: HandResults,
    table: NDArray[np.float64],
    mixes: NDArray[np.float64],
    *,
    complete: bool,
) -> Equity:
    """Return chances that have been worked out from `results`, with what they were made from."""
    return Equity(
        rules,
        scores_of(rules),
        table,
        mixes,
        results.appetites,
        _manifest(rules, results, complete=complete),
    )


def _manifest(rules: Rules, results: HandResults, *, complete: bool) -> manifest.Manifest:
    record = manifest.EngineRecord("hands", deals=results.deals, deals_asked=results.deals, chunk=0)
    return manifest.Manifest(
        schema_version=manifest.SCHEMA,
        **manifest.of_rules(rules),
        seed=results.seed,
        precision=None,
        budget=None,
        engines=(record,),
        complete=complete,
        **manifest.versions(),
    )


def _rounded(values: NDArray[np.float64]) -> list[Any]:
    return [list(map(float, row)) for row in np.round(values, DIGITS)]
