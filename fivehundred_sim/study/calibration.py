"""The calibration: what sampled players would make of a deal, from what both quick models make of it.

A logistic regression a class of contracts, pooled over numbers of tricks: the chance that sampled players
take at least `t` tricks in a contract of level L, on a deal on which rules of thumb take h and best play d,
with a hand for which both models are known on many deals. `scripts/fit_calibration.py` fits it to sampled
games; the coefficients and their manifest lie beside this file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import DIAMONDS, JOKER, MISERE, NO_TRUMP, OPEN_MISERE
from fivehundred_sim.rules.code import height
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack, suit_of
from fivehundred_sim.study.sure import sure_tricks

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

FILE = Path(__file__).with_name("calibration.npz")
CLASSES = ("suit", "no-trump, joker", "no-trump, no joker", "misère", "open misère")
SUIT, NT_JOKER, NT_PLAIN, CLOSED, OPEN = range(5)
HAND = 10
TRICKS = HAND + 1
_REACH = 3.0  # tricks past the threshold beyond which more change nothing
_FAR = 6.0  # the like of a chance's log-odds


class Holding(NamedTuple):
    """What the calibration looks at in a hand, for one strain.

    `sure` tricks, whatever happens (0 in misère); `trumps` held (the longest suit without trumps); whether
    the `joker` is held; `aces` of suits that are not trumps; whether the trumps are `red`, which are eleven
    cards before bowers, one more than black ones.
    """

    sure: int
    trumps: int
    joker: bool
    aces: int
    red: bool


def holding_of(cards: Sequence[int], strain: int, rules: Rules) -> Holding:
    """Return what the calibration looks at in a hand (card codes); strain 0 to 6."""
    denomination = min(strain, NO_TRUMP)
    lengths = [0] * 5
    for card in cards:
        lengths[suit_of(rules, card, denomination)] += 1
    tops: dict[int, int] = {}
    for card in pack(rules):
        suit = suit_of(rules, card, denomination)
        if suit not in tops or height(card, denomination) > height(tops[suit], denomination):
            tops[suit] = card
    aces = sum(suit not in (denomination, 4) and card in set(cards) for suit, card in tops.items())
    return Holding(
        sure=sure_tricks(cards, strain, rules) if strain <= NO_TRUMP else 0,
        trumps=lengths[strain] if strain < NO_TRUMP else max(lengths[:4]),
        joker=JOKER in cards,
        aces=aces,
        red=DIAMONDS <= strain < NO_TRUMP,
    )


def class_of(strain: int, joker: bool) -> int:
    """Return the place in `CLASSES` of a strain (0 to 6) for a hand with the joker or without."""
    if strain in (MISERE, OPEN_MISERE):
        return CLOSED if strain == MISERE else OPEN
    return SUIT if strain < NO_TRUMP else NT_JOKER if joker else NT_PLAIN


def log_odds(counts: Ints) -> Reals:
    """Return the log-odds (11,) of taking at least t tricks, from how many deals (11,) took each number.

    A deal of each kind is added, and they are cut off at 6: further out the counts say little. With no deals
    they are 0.
    """
    deals = counts.sum()
    at_least = counts[::-1].cumsum()[::-1]
    odds = (at_least + 1.0) / (deals - at_least + 1.0)
    return np.asarray(np.clip(np.log(odds), -_FAR, _FAR), np.float64)


def design(kind: int, holding: Holding, played: Ints, solved: Ints, level: int) -> Reals:
    """Return the regressors, float64 (11 h, 11 d, 11 t, columns), of one hand in one contract.

    played, solved: int64 (11,), deals in which rules of thumb, and best play, took each number of tricks with
    this hand. t is the number of tricks to take at least; in misère (levels 0) it is not to fail, so that
    t = 0 alone means something.
    """
    h, d, t = np.meshgrid(np.arange(TRICKS), np.arange(TRICKS), np.arange(TRICKS), indexing="ij")
    usual_h, usual_d = log_odds(played)[t], log_odds(solved)[t]
    if kind in (CLOSED, OPEN):
        return _stack(_misere_columns(h, d, played, solved, holding))
    return _stack(_columns(h, d, t, usual_h, usual_d, holding, level))


def _stack(columns: Sequence[NDArray[np.generic] | float | int]) -> Reals:
    return np.stack([np.asarray(each, np.float64) for each in np.broadcast_arrays(*columns)], axis=-1)


def _columns(
    h: Ints, d: Ints, t: Ints, usual_h: Reals, usual_d: Reals, holding: Holding, level: int
) -> Sequence[NDArray[np.generic] | float | int]:
    past_h = np.clip(h - t + 0.5, -_REACH, _REACH)
    past_d = np.clip(d - t + 0.5, -_REACH, _REACH)
    made_h, made_d = h >= t, d >= t
    asked, more = t == level, t > level
    return [
        np.ones(t.shape),
        *(past_h, past_d, made_h, made_d, made_h & made_d),
        *(usual_h, usual_d, np.clip(t - holding.sure, 0, 5) / 5),
        *((holding.trumps - 6) / 2, holding.joker, holding.aces - 1, holding.red),
        *((t - 7) / 3, t == HAND, asked, more),
        *(asked * made_h, asked * made_d, asked * usual_h, asked * (level - 8) / 2, asked * (level == HAND)),
        *(more & (t == HAND), more * usual_h),
    ]


def _misere_columns(
    h: Ints, d: Ints, played: Ints, solved: Ints, holding: Holding
) -> Sequence[NDArray[np.generic] | float | int]:
    made_h, made_d = h == 0, d == 0
    usual_h = -log_odds(played)[1]
    usual_d = -log_odds(solved)[1]
    return [
        np.ones(h.shape),
        *(made_h, made_d, made_h & made_d),
        *(usual_h, usual_d, usual_h * abs(usual_h) / _FAR),
        holding.joker,
    ]


@dataclass(frozen=True)
class Fit:
    """One class's regression: coefficients (columns,), their covariance, and how d is spread beside h.

    `beside[h, d]`: the chance, float64 (11, 11), that best play takes d tricks on a deal on which rules of
    thumb take h.
    """

    coefficients: Reals
    covariance: Reals
    beside: Reals


@cache
def fits() -> tuple[Fit, ...]:
    """Return the fitted regressions, by class. Raises FileNotFoundError without the file of coefficients."""
    with np.load(FILE) as stored:
        return tuple(
            Fit(*(stored[f"{name}_{kind}"] for name in ("coefficients", "covariance", "beside")))
            for kind in range(len(CLASSES))
        )
