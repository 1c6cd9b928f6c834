"""The evaluation of hands at a table: fitted once for what is played there, then looked up.

What ten cards are worth depends on the pack, the table and the laws of play, not on the auction or on points:
`evaluation_key` names just that. The evaluations of the presets lie in `evaluations/` beside this file
(scripts/fit_evaluation.py writes them); others are kept in the user's cache folder once they are fitted.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.bidding.evaluate import WEIGHTS
from fivehundred_sim.rules.code import STRAINS, lanes_cover
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.wide import encode_wide, strain_table, table_row
from fivehundred_sim.study.bidding.kept import folder, keep
from fivehundred_sim.study.bidding.quick_calibration import quick
from fivehundred_sim.study.manifest import versions
from fivehundred_sim.study.question import check_table
from fivehundred_sim.study.run import Progress, default_jobs

Reals = NDArray[np.float64]

SHIPPED = Path(__file__).with_name("evaluations")
FORM = 1  # of the files; another number and none of the old ones is read
SEED = 1
DEALS = 1_000_000  # of a fit on first use: most of a minute
SHIPPED_DEALS = 1_500_000
THREADS = 2
_GRAIN, _CHANCE_GRAIN = 1024, 65536  # weights and chances are kept to one part in so many


@dataclass(frozen=True)
class Evaluation:
    """What ten cards are worth at one table, as `kernels.bidding.evaluate` takes it.

    code: int64 (7, cards, 2), `rules.hands.hand_code`. weights: float64 (WEIGHTS,). heuristic: float64 (7,
    ROWS, BINS, 11), the chance of so many tricks by index among heuristic players (misère: made, failed).
    quick: float64 (7, ROWS, LEVELS, BINS, 11, 11), `quick_calibration.quick`: the chance of t tricks among
    sampled players where heuristic ones take h. chances: float64 (7, ROWS, LEVELS, BINS, 11), heuristic
    tricks corrected by it. manifest: what the weights and `heuristic` were fitted from.
    """

    code: NDArray[np.int64]
    weights: Reals
    heuristic: Reals
    quick: Reals
    chances: Reals
    manifest: Mapping[str, Any]


class Tables(NamedTuple):
    """What is kept of an evaluation in a file; see `Evaluation`."""

    weights: Reals
    heuristic: Reals
    manifest: Mapping[str, Any]


def evaluation_key(rules: Rules) -> str:
    """Return a short name of all that the evaluation rests on: cards, seats and the laws of play."""
    wide = encode_wide(rules)
    digest = hashlib.sha256(f"{FORM} {WEIGHTS} {lanes_cover(rules)} {wide.pack}".encode())
    for part in (wide.place[:STRAINS], strain_table(wide)[:STRAINS], table_row(wide)):
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()[:12]


def evaluation(rules: Rules, progress: Progress | None = None) -> Evaluation:
    """Return the evaluation of hands under some rules: from the package, the cache folder, or fitted now.

    progress: told (done, total) while it is fitted. Raises QuestionError for a game that cannot be played
    out (table piles).
    """
    path = _place(rules, progress)
    weights, heuristic, manifest = _read(path)
    return Evaluation(hand_code(rules), weights, heuristic, *_corrected(path, lanes_cover(rules)), manifest)


def tables(rules: Rules, progress: Progress | None = None) -> Tables:
    """Return what is fitted to heuristic players alone; as `evaluation`."""
    return _read(_place(rules, progress))


def _place(rules: Rules, progress: Progress | None) -> Path:
    """Return the file with the tables of some rules, which are fitted if there is none."""
    check_table(rules)
    name = f"{evaluation_key(rules)}.npz"
    shipped, kept = SHIPPED / name, kept_folder() / name
    if shipped.exists():
        return shipped
    if not kept.exists():
        write(kept, rules, SEED, DEALS, min(THREADS, default_jobs()), progress)
    return kept


def kept_folder() -> Path:
    """Where evaluations of tables other than the presets' are kept."""
    return folder("evaluations")


def write(
    path: Path,
    rules: Rules,
    seed: int,
    deals: int,
    jobs: int,
    progress: Progress | None = None,
    **about: Any,
) -> None:
    """Fit the evaluation of a table and keep it in a file, with what it was made from."""
    from fivehundred_sim.study.bidding.evaluation_fit import fit

    fitted = fit(rules, seed, deals, jobs, progress)
    manifest = {"key": evaluation_key(rules), "seed": seed, "deals": deals, **about, **versions()}
    keep(
        path,
        weights=_grained(fitted.weights, _GRAIN),
        heuristic=_grained(fitted.heuristic, _CHANCE_GRAIN),
        manifest=np.frombuffer(json.dumps(manifest).encode(), np.uint8),
    )


def _grained(values: Reals, grain: int) -> NDArray[np.float32]:
    """Return values to one part in `grain`: float32 whose last bits are zero, which pack well."""
    return np.asarray(np.rint(values * grain) / grain, np.float32)


@cache
def _read(path: Path) -> Tables:
    with np.load(path) as kept:
        weights, heuristic = kept["weights"].astype(np.float64), kept["heuristic"].astype(np.float64)
        manifest = json.loads(kept["manifest"].tobytes())
    return Tables(weights, heuristic / heuristic.sum(axis=3, keepdims=True), manifest)


@lru_cache(maxsize=4)  # some ten megabytes each; a comparison asks for those of a few houses again and again
def _corrected(path: Path, covered: int) -> tuple[Reals, Reals]:
    """Return `quick` and `chances` of the tables in a file; covered: as `quick` takes it."""
    heuristic = _read(path).heuristic
    found = quick(covered, heuristic)
    return found, np.einsum("srbh,srlbht->srlbt", heuristic, found)
