"""The answer of `advise`: frozen records, their JSON form and their data frame."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from fivehundred_sim.cards import parse_bid
from fivehundred_sim.study.manifest import Manifest
from fivehundred_sim.study.question import line_field

if TYPE_CHECKING:
    import pandas as pd

    from fivehundred_sim.study.bidding.bid_or_pass import CallsAnswer

SCHEMA = "fivehundred.advise/1"
SCHEMA_MANY = "fivehundred.advise-many/1"
Verdict = Literal["yes", "no", "close"]


@dataclass(frozen=True)
class ContractEstimate:
    """One contract under one player model: probabilities, points a deal, and the contractor side's tricks.

    `tricks[t]` counts the deals with t tricks. A misère stops at the first trick taken: `tricks[0]` counts
    the deals made, `tricks[1]` those failed, and its `mean_tricks` is None (where the rules score the tricks
    of a misère it is played out, and counted as any contract). `mean_points` is ours minus theirs; `low` and
    `high` bound 95 % intervals, `tricks_error` is half that of the mean tricks. From a make rate of
    `break_even` on the contract brings points.

    Where a model predicts instead of counting, `tricks` are shares of the deals, and `made` is None; `solved`
    of the deals were solved too, and `sampled` of them played by sampled players. `model_error` is half the
    95 % interval of the make rate that a calibration itself has: more deals do not narrow it. A contract is
    `certain` when it is proven that it cannot fail.
    """

    engine: str
    bid: str
    value: int
    deals: int
    made: int | None
    p_make: float
    p_make_low: float
    p_make_high: float
    mean_tricks: float | None
    tricks_error: float | None
    tricks: tuple[float, ...]
    mean_points: float
    mean_points_low: float
    mean_points_high: float
    mean_ours: float
    mean_theirs: float
    break_even: float
    solved: int | None = None
    sampled: int | None = None
    model_error: float | None = None
    certain: bool = False

    @property
    def verdict(self) -> Verdict:
        """The sign of the mean points: yes, no, or close when their interval covers zero."""
        if self.mean_points_low <= 0 <= self.mean_points_high:
            return "close"
        return "yes" if self.mean_points > 0 else "no"

    @property
    def is_misere(self) -> bool:
        """Whether the contract is to take no trick."""
        return parse_bid(self.bid).is_misere

    def to_json_dict(self) -> dict[str, Any]:
        """Return the row as plain JSON values."""
        return {**asdict(self), "tricks": list(self.tricks)}


_ASKED_FIELDS = (
    *("engine", "deals", "p_make", "p_make_low", "p_make_high"),
    *("mean_points", "mean_points_low", "mean_points_high"),
)


@dataclass(frozen=True)
class Asked:
    """The answer about one bid: the verdict of the primary engine, and what every engine says.

    `models_agree` is False when the models' verdicts differ, None with a single model.
    """

    bid: str
    verdict: Verdict
    engine: str
    models_agree: bool | None
    rows: tuple[ContractEstimate, ...]

    def to_json_dict(self) -> dict[str, Any]:
        """Return the answer as plain JSON values."""
        models = [
            {"verdict": row.verdict, **{key: getattr(row, key) for key in _ASKED_FIELDS}} for row in self.rows
        ]
        return {
            "bid": self.bid,
            "verdict": self.verdict,
            "engine": self.engine,
            "models_agree": self.models_agree,
            "models": models,
        }


@dataclass(frozen=True)
class Advice:
    """Every contract that a hand could play, by player model; the best one and the one asked about.

    `engine` is the primary player model, from which `best` and the verdict come. `ties` are the other bids
    whose points cannot be told from the best one's at 95 %. `precision_reached` is None when no precision
    was asked for. `players` sit at the table and `theirs` is the mean of `opposing_sides` sides. `line` is
    the line of the input that asked, None for a question asked alone. `calls` says what every call is worth
    in an auction, None where none was spoken of.
    """

    hand: tuple[str, ...]
    seed: int
    engine: str
    contracts: tuple[ContractEstimate, ...]
    best: str
    ties: tuple[str, ...]
    asked: Asked | None
    precision_reached: bool | None
    notes: tuple[str, ...]
    manifest: Manifest
    players: int = 4
    opposing_sides: int = 1
    line: int | None = None
    calls: "CallsAnswer | None" = None

    @property
    def engines(self) -> tuple[str, ...]:
        """The player models shown, the primary one first."""
        return tuple(dict.fromkeys(row.engine for row in self.contracts))

    @property
    def bids(self) -> tuple[str, ...]:
        """The bids shown, in ladder order."""
        return tuple(dict.fromkeys(row.bid for row in self.contracts))

    def row(self, engine: str, bid: str) -> ContractEstimate:
        """Return the estimate of one contract by one player model. Raises KeyError if it is not shown."""
        row = self.find(engine, bid)
        if row is None:
            raise KeyError((engine, bid))
        return row

    def find(self, engine: str, bid: str) -> ContractEstimate | None:
        """Return the estimate of one contract by one player model, None where it did not play it."""
        return next((row for row in self.contracts if row.engine == engine and row.bid == bid), None)

    def rows(self, bid: str) -> tuple[ContractEstimate | None, ...]:
        """Return the estimates of a contract by all player models shown, in their order."""
        return tuple(self.find(engine, bid) for engine in self.engines)

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `advise --json` prints: finite numbers only, null where undefined."""
        return {
            "schema": SCHEMA,
            **line_field(self.line),
            "hand": list(self.hand),
            "rules": {"name": self.manifest.rules_name, "hash": self.manifest.rules_hash},
            "table": {"players": self.players, "opposing_sides": self.opposing_sides},
            "seed": self.seed,
            "contracts": [row.to_json_dict() for row in self.contracts],
            **self._answered(),
            "precision_reached": self.precision_reached,
            "notes": list(self.notes),
            "manifest": self.manifest.to_json_dict(),
        }

    def _answered(self) -> dict[str, Any]:
        """Return what is best, the answer about the bid asked about, and the calls.

        Where an auction was spoken of, the call that is best in it and the verdict on the one asked about are
        the answer; what the contract is worth if played stands under `played`.
        """
        asked = None if self.asked is None else self.asked.to_json_dict()
        if self.calls is None:
            return {"best": self.best, "best_ties": list(self.ties), "asked": asked, "calls": []}
        if self.calls.asked is not None:
            asked = {"bid": self.calls.asked[0], "verdict": self.calls.asked[1], "played": asked}
        return {
            "best": self.calls.best.call,
            "best_ties": [call for call in self.calls.close if call != self.calls.best.call],
            "asked": asked,
            "calls": self.calls.to_json_list(),
            "calls_rest_on": self.calls.about(),
            "best_played": self.best,
        }

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record a bid and engine: the JSON row with its tricks as tricks_0 ... tricks_10.

        Answers to an input of many also say its line and the bid that was asked about there.
        """
        asked = {} if self.line is None else {"asked": self.asked.bid if self.asked else None}
        start = {**line_field(self.line), "hand": " ".join(self.hand), **asked}
        return [{**start, **_flat(row)} for row in self.contracts]

    def frame(self) -> "pd.DataFrame":
        """Return `records` as a data frame: ordered categoricals, and the manifest in `attrs`."""
        return frame_of([self])


def _flat(row: ContractEstimate) -> dict[str, Any]:
    fields = asdict(row)
    tricks = fields.pop("tricks")
    return {**fields, **{f"tricks_{t}": count for t, count in enumerate(tricks)}}


def frame_of(answers: "list[Advice]") -> "pd.DataFrame":
    """Return the records of many answers, one below the other, with the ladder's order of bids."""
    import pandas as pd

    frame = pd.DataFrame([record for answer in answers for record in answer.records()])
    bids = list(dict.fromkeys(bid for answer in answers for bid in answer.bids))
    engines = list(dict.fromkeys(engine for answer in answers for engine in answer.engines))
    frame["bid"] = pd.Categorical(frame["bid"], categories=bids, ordered=True)
    frame["engine"] = pd.Categorical(frame["engine"], categories=engines, ordered=True)
    frame["mean_tricks"] = frame["mean_tricks"].astype("float64")
    frame.attrs["manifest"] = answers[0].manifest.to_json_dict()
    return frame


def many_to_json_dict(answers: "list[Advice]") -> Mapping[str, Any]:
    """Return the object that `advise --input FILE --json` prints: the answers in the questions' order."""
    return {"schema": SCHEMA_MANY, "answers": [answer.to_json_dict() for answer in answers]}
