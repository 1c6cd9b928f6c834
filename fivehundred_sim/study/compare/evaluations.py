"""What hands are worth in houses that are compared: fitted apart only where the cards are played otherwise.

Every table has an evaluation of its own, fitted to its own deals, and two fits of the same game differ by
chance: by some 0.05 tricks a hand, enough to change a hand's best contract. So a strain that two houses play
alike is judged alike, by the fit of the first of them. And players are the same model everywhere: a strain
in which the quick calibration does not hold in one house is played by rules of thumb in all.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import and_

import numpy as np

from fivehundred_sim.cards import NO_TRUMP
from fivehundred_sim.kernels.bidding.evaluate import (
    MISERE_AT,
    NO_TRUMP_AT,
    OPEN_AT,
    SUIT_AT,
    SUIT_SIZE,
    WEIGHTS,
)
from fivehundred_sim.rules.code import STRAINS, lanes_cover
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import TRICKS
from fivehundred_sim.rules.wide import encode_wide, table_row
from fivehundred_sim.study.bidding.evaluation import Evaluation, evaluation

# Where the weights of a strain begin and end.
_STARTS = (*(SUIT_AT + suit * SUIT_SIZE for suit in range(NO_TRUMP)), NO_TRUMP_AT, MISERE_AT, OPEN_AT)
_SLICES = [slice(first, end) for first, end in zip(_STARTS, (*_STARTS[1:], WEIGHTS), strict=True)]


def law_of(rules: Rules, strain: int) -> tuple[object, ...]:
    """Return all that the play of a strain (0-6) rests on; equal where two houses play it alike.

    The law of jokers that belong to no suit says nothing in a trump contract.
    """
    wide = encode_wide(rules)
    code = wide.strains[strain]
    law = code[:-1] if code.trump else code
    return wide.pack, tuple(map(int, table_row(wide))), tuple(map(int, wide.place[strain])), tuple(law)


def lenders(rules: Sequence[Rules]) -> tuple[tuple[Rules, ...], ...]:
    """Return for each house, by strain (0-6), the first house that plays the strain as it does."""
    laws = [[law_of(each, strain) for strain in range(STRAINS)] for each in rules]
    return tuple(
        tuple(
            next(other for other, law in zip(rules, laws, strict=True) if law[strain] == own[strain])
            for strain in range(STRAINS)
        )
        for own in laws
    )


def shared_strains(rules: Sequence[Rules]) -> int:
    """Return the strains (bit k for strain k) in which the quick calibration holds in every house."""
    return reduce(and_, map(lanes_cover, rules))


def shared_evaluation(rules: Rules, lent: Sequence[Rules], calibrated: int) -> Evaluation:
    """Return the evaluation of a house with what others lend it.

    lent: the houses whose fits are taken, by strain. calibrated: as `shared_strains` gives it; in the other
    strains rules of thumb stand.
    """
    own = evaluation(rules)
    weights, heuristic = own.weights.copy(), own.heuristic.copy()
    quick, chances = own.quick.copy(), own.chances.copy()
    for strain, lender in enumerate(lent):
        other = evaluation(lender)
        weights[_SLICES[strain]] = other.weights[_SLICES[strain]]
        heuristic[strain] = other.heuristic[strain]
        if calibrated >> strain & 1:
            quick[strain], chances[strain] = other.quick[strain], other.chances[strain]
        else:
            quick[strain], chances[strain] = np.eye(TRICKS + 1), heuristic[strain][:, None]
    return replace(own, weights=weights, heuristic=heuristic, quick=quick, chances=chances)
