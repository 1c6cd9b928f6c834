"""Both quick player models deal by deal: counted up, they are what each of them counts alone."""

import numpy as np
import pytest

from fivehundred_sim.kernels.chunks_double_dummy import NOT_ASKED, double_dummy_counts
from fivehundred_sim.kernels.chunks_heuristic import heuristic_counts
from fivehundred_sim.kernels.paired import PLAYED, SOLVED, paired_tricks
from fivehundred_sim.rules.code import encode
from fivehundred_sim.rules.load import load_rules

EVERY = 0b1111111
DEALS = 12


def question(joker, seed):
    """A hand of ten, with or without the joker, and the other cards, as pack indices."""
    cards = np.random.default_rng(seed).permutation(42)[:9]
    hand = (
        np.sort(np.append(cards, 42))
        if joker
        else np.sort(np.append(cards, np.setdiff1d(range(42), cards)[0]))
    )
    return hand, np.setdiff1d(np.arange(43), hand)


@pytest.mark.parametrize("joker", [True, False])
@pytest.mark.parametrize("strains", [EVERY, 0b1010010, 0b100000], ids=bin)
def test_paired_deals_count_up_to_what_each_model_counts(joker, strains):
    code = encode(load_rules("australian"))
    asked = (code.bit, code.play, *question(joker, 3), 9)
    pairs = paired_tricks(*asked, 4, DEALS, strains)
    assert pairs.shape == (7, DEALS, 2)
    for model, counts in ((PLAYED, heuristic_counts), (SOLVED, double_dummy_counts)):
        expected = counts(*asked, 4, DEALS, strains)
        for strain in range(7):
            tricks = pairs[strain, :, model]
            if strains >> strain & 1:
                assert np.bincount(tricks, minlength=11).tolist() == expected[strain].tolist()
            else:
                assert set(tricks.tolist()) == {NOT_ASKED}


def test_a_range_of_paired_deals_is_its_parts():
    code = encode(load_rules("australian"))
    asked = (code.bit, code.play, *question(True, 8), 2)
    whole = paired_tricks(*asked, 0, DEALS, EVERY)
    parts = [paired_tricks(*asked, first, 4, EVERY) for first in range(0, DEALS, 4)]
    assert np.array_equal(whole, np.concatenate(parts, axis=1))
