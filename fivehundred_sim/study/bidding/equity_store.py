"""The chance to win from every score under some rules: from a file of the package or the user, or computed.

Computing takes some ten seconds: hands are bid and played by every pair of appetites, then the game is worked
out from them. What it rests on is the hash of the whole rules but for their name.
"""

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import cache_root
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.bidding.equity import Equity, HandResults, equity, equity_from
from fivehundred_sim.study.bidding.evaluation import evaluation_key
from fivehundred_sim.study.bidding.hand_results import APPETITES, DEALS, LEAST_CHANCES, SEED, hand_results
from fivehundred_sim.study.bidding.house import House, house_of
from fivehundred_sim.study.bidding.outcomes import check_game
from fivehundred_sim.study.run import Progress

SHIPPED = Path(__file__).with_name("results")
FORM = 1  # of the files; another number and none of the old ones is read


def equity_key(rules: Rules, deals: int = DEALS, seed: int = SEED) -> str:
    """Return a short name of all that the results of hands rest on."""
    text = rules.model_dump_json(exclude={"name", "about", "match"})
    about = f"{FORM} {APPETITES} {LEAST_CHANCES} {deals} {seed} {evaluation_key(rules)} {text}"
    return hashlib.sha256(about.encode()).hexdigest()[:12]


def equity_of(
    rules: Rules | str = "australian",
    *,
    house: House | None = None,
    deals: int = DEALS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Equity:
    """Return the chances to win under some rules; deals and seed are of the hands simulated for them.

    `rules` may be the name of a preset or file.

    Raises QuestionError for games of more than two sides, or of a fixed number of hands.
    """
    rules = rules if isinstance(rules, Rules) else load_rules(rules)
    check_game(rules)
    results = results_of(rules, house, deals, seed, progress)
    match = hashlib.sha256(rules.match.model_dump_json().encode()).hexdigest()[:6]
    path = kept_folder() / f"{equity_key(rules, deals, seed)}-{match}.npz"
    if path.exists():
        with np.load(path) as kept:
            return equity_from(rules, results, kept["table"], kept["mixes"], complete=True)
    found = equity(rules, results=results)
    if found.manifest.complete:
        _keep(path, table=found.table, mixes=found.mixes)
    return found


def results_of(
    rules: Rules, house: House | None, deals: int, seed: int, progress: Progress | None
) -> HandResults:
    """Return how hands end, simulated if no file has it."""
    key = equity_key(rules, deals, seed)
    for folder in (SHIPPED, kept_folder()):
        path = folder / f"{key}.npz"
        if path.exists():
            return HandResults(_read(path), APPETITES, seed, deals)
    results = hand_results(house or house_of(rules), deals, seed, progress)
    write(kept_folder() / f"{key}.npz", results)
    return results


def kept_folder() -> Path:
    """Where results of hands of rules other than the presets' are kept."""
    return cache_root() / "hand_results"


def write(path: Path, results: HandResults) -> None:
    """Keep results of hands in a file, which appears whole or not at all."""
    _keep(path, chances=results.chances.astype(np.float32))


def _keep(path: Path, **arrays: "np.ndarray[Any, Any]") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
        np.savez_compressed(part, **arrays)  # type: ignore[arg-type]  # numpy types these as flags
    os.replace(part.name, path)


@cache
def _read(path: Path) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    with np.load(path) as kept:
        chances = kept["chances"].astype(np.float64)
    return np.asarray(chances / chances.sum(axis=(2, 3, 4), keepdims=True))
