"""Counts become a comparison: every figure of every set of rules beside that of the first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.rules.load import rule_changes, rules_hash
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study import manifest
from fivehundred_sim.study.bidding.styles import Style
from fivehundred_sim.study.compare.best import Change
from fivehundred_sim.study.compare.examples import Example, examples
from fivehundred_sim.study.compare.houses import same_hands, same_rules, why_no_games
from fivehundred_sim.study.compare.measures import Measure
from fivehundred_sim.study.compare.moments import Compared, Verdict, compared
from fivehundred_sim.study.compare.plan import Compare
from fivehundred_sim.study.estimate import rate

Ints = NDArray[np.int64]

SCHEMA = "fivehundred.compare/1"
HAND_CHANGES = "hand."  # keys of what becomes of a hand's best contract begin so


@dataclass(frozen=True)
class Sweep:
    """One option with a value for each set of rules, in their order."""

    key: str
    values: tuple[object, ...]


@dataclass(frozen=True)
class Against:
    """One set of rules beside the first.

    rows: every measure that both have. same: both play the same, whatever they are called. shuffles: both
    were dealt the same deals, not only from the same seeds. learnt_apart: bidders learnt anew there what
    calls say, since hands differ. examples: hands whose best contract changes.
    """

    label: str
    rows: tuple[Compared, ...]
    same: bool
    shuffles: bool
    learnt_apart: bool
    examples: tuple[Example, ...]

    def row(self, key: str) -> Compared | None:
        """Return a measure by its key, None where it was not counted."""
        return next((row for row in self.rows if row.measure.key == key), None)


@dataclass(frozen=True)
class Comparison:
    """Several sets of rules, each beside the first.

    labels and rules: of all sets, the first one first; others: the rest. calibrated: the strains that were
    played by the quick calibration (the others by rules of thumb). why_no_games: a sentence for each set
    without whole games. sweep: None but where one option was given several values.
    """

    labels: tuple[str, ...]
    rules: tuple[Rules, ...]
    others: tuple[Against, ...]
    style: Style
    deals: int
    games: int
    seed: int
    calibrated: tuple[int, ...]
    why_no_games: tuple[str, ...]
    sweep: Sweep | None

    def to_json_dict(self) -> dict[str, Any]:
        """Return the object that `compare --json` prints."""
        return {
            "schema": SCHEMA,
            "first": self.labels[0],
            "rules": [
                {"label": label, "name": rules.name, "hash": rules_hash(rules)}
                for label, rules in zip(self.labels, self.rules, strict=True)
            ],
            "option": None if self.sweep is None else {"key": self.sweep.key, "values": [*self.sweep.values]},
            "deals": self.deals,
            "games": self.games,
            "why_no_games": [*self.why_no_games],
            "same": {other.label: other.same for other in self.others},
            "same_shuffles": {other.label: other.shuffles for other in self.others},
            "rows": self.records(),
            "examples": [
                {"rules": other.label, **example.to_json_dict()}
                for other in self.others
                for example in other.examples
            ],
            "manifest": self.manifest(),
        }

    def records(self) -> list[dict[str, Any]]:
        """Return flat records, one for each measure of each set but the first: a is the first, b the set."""
        return [{"rules": other.label, **row.to_json_dict()} for other in self.others for row in other.rows]

    def manifest(self) -> dict[str, Any]:
        """Return what the comparison was made from, complete."""
        return {
            "schema_version": manifest.SCHEMA,
            **manifest.versions(),
            "rules": [
                {
                    "label": label,
                    "name": rules.name,
                    "hash": rules_hash(rules),
                    "changes": [*rule_changes(rules)],
                    "rules": rules.model_dump(mode="json"),
                }
                for label, rules in zip(self.labels, self.rules, strict=True)
            ],
            "style": self.style.model_dump(mode="json"),
            "seed": self.seed,
            "deals": self.deals,
            "games": self.games,
        }


def comparison(plan: Compare, counts: Mapping[str, Ints], sweep: Sweep | None = None) -> Comparison:
    """Return what the counts of all deals of a plan say."""
    others = [_against(plan, place, counts) for place in range(1, len(plan.rules))]
    reasons = [(label, why_no_games(rules)) for label, rules in zip(plan.labels, plan.rules, strict=True)]
    return Comparison(
        labels=plan.labels,
        rules=plan.rules,
        others=tuple(others),
        style=plan.style,
        deals=plan.deals,
        games=plan.whole_games if any(plan.playable[1:]) else 0,
        seed=plan.seed,
        calibrated=tuple(strain for strain in range(STRAINS) if plan.calibrated >> strain & 1),
        why_no_games=tuple(f"No whole games under {label}: {why}." for label, why in reasons if why),
        sweep=sweep,
    )


def _against(plan: Compare, place: int, counts: Mapping[str, Ints]) -> Against:
    """Return one set beside the first; place: its number."""
    first, rules = plan.rules[0], plan.rules[place]
    alike, equal = same_hands(first, rules), same_rules(first, rules)
    deals, games = map(int, counts["units"])
    rows = _rows(plan.deal_measures, place, deals, counts, alike)
    if plan.shuffled_alike[place]:
        rows += _hand_changes(counts["best"][place], deals, alike)
    if plan.playable[place] and games:
        of_games = {name.removeprefix("game_"): sums for name, sums in counts.items() if name[:5] == "game_"}
        rows += _rows(plan.game_measures, place, games, of_games, equal)
    return Against(
        label=plan.labels[place],
        rows=tuple(rows),
        same=equal,
        shuffles=plan.shuffled_alike[place],
        learnt_apart=not alike,
        examples=() if alike else examples(plan, place),
    )


def _rows(
    measures: Sequence[Measure], place: int, units: int, counts: Mapping[str, Ints], same: bool
) -> list[Compared]:
    """Return the measures of deals, or of games, that were seen in either house."""
    found = [compared(measure, row, place, units, counts, same) for row, measure in enumerate(measures)]
    return [row for row in found if row.a or row.b]


def _hand_changes(numbers: Ints, deals: int, same: bool) -> list[Compared]:
    """Return the shares of hands whose best contract becomes another one, each a difference by itself."""
    found = []
    for change in Change:
        if change is Change.SAME:
            continue
        measure = Measure(f"{HAND_CHANGES}{change.name.lower()}", "share", "", "", Fraction(1), 1.0)
        number = int(numbers[change])
        share, low, high = (0.0, 0.0, 0.0) if same else rate(number, deals)
        verdict: Verdict = "same" if same else "more" if number else "close"
        found.append(Compared(measure, None, None, share, low, high, verdict))
    return found
