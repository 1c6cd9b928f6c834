"""What the calls of a style say at a table: weights from the package, from the cache folder, or fitted now.

They rest on the evaluation, the auction and the points of the rules, and on the style that calls. Fitting
takes seconds; scripts/fit_bidding.py writes those of the presets and the package's styles.
"""

import hashlib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels.bidding.observe import MOST_LINES
from fivehundred_sim.kernels.bidding.styles import WEIGHTS
from fivehundred_sim.rules.code import STRAINS
from fivehundred_sim.study.bidding.evaluation import evaluation_key
from fivehundred_sim.study.bidding.house import House, all_alike, with_weights
from fivehundred_sim.study.bidding.inference import ROUNDS, asked_of, first_weights, fitted, new_lines
from fivehundred_sim.study.bidding.kept import folder, keep
from fivehundred_sim.study.bidding.styles import Style

Reals = NDArray[np.float64]

SHIPPED = Path(__file__).with_suffix(".npz")
FORM = 4  # of the weights; with another number old files are not read
SEED = 500
DEALS = 8_000


def signals(house: House, style: Style) -> Reals:
    """Return what the calls of a style say at this table, float64 (WEIGHTS,)."""
    if not style.fitted:
        return first_weights()  # a published count listens in its own way
    key = signals_key(house, style)
    shipped = _shipped()
    if key in shipped:
        return shipped[key]
    path = _kept(key)
    if not path.exists():
        keep(path, weights=fit_signals(house, style))
    with np.load(path) as kept:
        return np.asarray(kept["weights"], np.float64)


def are_known(house: House, style: Style) -> bool:
    """Return whether nothing has to be fitted for a style at this table."""
    if not style.fitted:
        return True
    key = signals_key(house, style)
    return key in _shipped() or _kept(key).exists()


def _kept(key: str) -> Path:
    return folder("signals") / f"{key}.npz"


def signals_key(house: House, style: Style) -> str:
    """Return a short name of all that the weights rest on; what a style is called is not part of it."""
    rules = house.rules
    parts = [rules.auction, rules.misere, rules.open_misere, rules.blind_misere, rules.double_misere]
    parts += [rules.bar_nullo, rules.sans_kitty, rules.scoring, rules.partner]
    said = style.model_dump_json(exclude={"name", "about"})
    text = " ".join(part.model_dump_json() for part in parts)
    digest = hashlib.sha256(f"{FORM} {WEIGHTS} {evaluation_key(rules)} {text} {said}".encode())
    return digest.hexdigest()[:12]


@cache
def _shipped() -> dict[str, Reals]:
    if not SHIPPED.exists():
        return {}
    with np.load(SHIPPED) as kept:
        return {key: kept[key].astype(np.float64) for key in kept.files}


def fit_signals(house: House, style: Style, deals: int = DEALS, seed: int = SEED) -> Reals:
    """Return the weights of a style among its own kind, from auctions on some deals of a stream."""
    from fivehundred_sim.kernels.bidding.observe import observed

    weights = first_weights()
    bidders = all_alike(house, style, weights)
    dealt = house.deals(seed, 0, deals)
    dealers = np.arange(deals) % house.players
    lines = new_lines(deals * MOST_LINES // 2)
    for _ in range(ROUNDS):
        seats = with_weights(bidders, weights).arguments()
        look = house.evaluation.code, house.evaluation.weights
        number = observed(house.bidding.table, house.bidding.options, dealers, dealt, *look, *seats, lines)
        seen = lines[:number]
        asked = asked_of(seen)
        # Several players judge the same contract of a deal; as one number each, they sort fast.
        numbers = (asked[:, 0] * house.players + asked[:, 1]) * STRAINS + asked[:, 2]
        _, first, back = np.unique(numbers, return_index=True, return_inverse=True)
        tricks, _ = house.tricks(dealt, asked[first])
        weights = fitted(seen, tricks[back.reshape(-1)], weights)
    return weights
