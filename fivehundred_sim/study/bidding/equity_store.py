"""The chance to win from every score under some rules: from a file of the package or the user, or computed.

Computing takes some ten seconds: hands are bid and played by every pair of appetites, then the game is worked
out from them. Files are named by a hash of the whole rules but for their name, and of who bids.
"""

import hashlib
from functools import cache
from pathlib import Path

import numpy as np

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.study.bidding.equity import Equity, HandResults, equity, equity_from
from fivehundred_sim.study.bidding.evaluation import evaluation_key
from fivehundred_sim.study.bidding.hand_results import APPETITES, DEALS, LEAST_CHANCES, SEED, hand_results
from fivehundred_sim.study.bidding.house import House, house_of
from fivehundred_sim.study.bidding.kept import folder, keep
from fivehundred_sim.study.bidding.outcomes import check_game
from fivehundred_sim.study.bidding.styles import DEFAULT, load_style
from fivehundred_sim.study.run import Progress

SHIPPED = Path(__file__).with_name("results")
FORM = 1  # of the files; another number and none of the old ones is read


def equity_key(rules: Rules, deals: int = DEALS, seed: int = SEED) -> str:
    """Return a short name of all that the results of hands rest on."""
    text = rules.model_dump_json(exclude={"name", "about", "match"})
    style = load_style(DEFAULT).model_dump_json(exclude={"about"})
    about = f"{FORM} {APPETITES} {LEAST_CHANCES} {style} {deals} {seed} {evaluation_key(rules)} {text}"
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

    `rules` may be the name of a preset or file. Raises QuestionError for games of more than two sides,
    or of a fixed number of hands.
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
        keep(path, table=found.table, mixes=found.mixes)
    return found


def results_of(
    rules: Rules, house: House | None, deals: int, seed: int, progress: Progress | None
) -> HandResults:
    """Return how hands end, simulated if no file has it."""
    key = equity_key(rules, deals, seed)
    for place in (SHIPPED, kept_folder()):
        path = place / f"{key}.npz"
        if path.exists():
            return HandResults(_read(path), APPETITES, seed, deals)
    results = hand_results(house or house_of(rules), deals, seed, progress)
    write(kept_folder() / f"{key}.npz", results)
    return results


def kept_folder() -> Path:
    """Where results of hands of rules other than the presets' are kept."""
    return folder("hand_results")


def write(path: Path, results: HandResults) -> None:
    """Keep results of hands in a file."""
    keep(path, chances=results.chances.astype(np.float32))


@cache
def _read(path: Path) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    with np.load(path) as kept:
        chances = kept["chances"].astype(np.float64)
    return np.asarray(chances / chances.sum(axis=(2, 3, 4), keepdims=True))
