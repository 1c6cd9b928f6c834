"""Deals that fit: each as likely as the others, by enumeration and by exact counts."""

from collections import Counter
from itertools import permutations
from math import comb, factorial

import numpy as np
import pytest

from fivehundred_sim.kernels.stream import stream_start
from fivehundred_sim.kernels.wide_sampled.fit import (
    CLASSES,
    NOBODY,
    RECEIVERS,
    draw,
    make_plan,
    new_memo,
    number_of_ways,
)


def enumerate_deals(classes, allowed, room):
    """Every deal that fits: a tuple with the receiver of each card."""
    slots = [receiver for receiver in range(RECEIVERS) for _ in range(room[receiver])]
    fits = set()
    for receivers in set(permutations(slots)):
        if all(allowed[c] >> r & 1 for c, r in zip(classes, receivers, strict=True)):
            fits.add(receivers)
    return fits


def question(classes, allowed, room):
    """The arguments of the kernels."""
    counts = np.bincount(classes, minlength=CLASSES).astype(np.int64)
    return counts, np.array(allowed, np.int64), np.array(room, np.int64)


def drawn(classes, allowed, room, n, seed):
    """How often each deal was drawn."""
    counts, masks, places = question(classes, allowed, room)
    plan = make_plan(counts, masks, places)
    memo, stream = new_memo(plan), np.uint64(stream_start(seed, 0))
    receivers, found = np.empty(len(classes), np.int64), Counter()
    cards, kinds = np.arange(len(classes)), np.array(classes, np.int64)
    for _ in range(n):
        stream = np.uint64(draw(plan, memo, cards, kinds, places, stream, receivers))
        found[tuple(int(r) for r in receivers)] += 1
    return found


EVERYBODY = (1 << RECEIVERS) - 1


def barred(*receivers):
    return EVERYBODY & ~sum(1 << receiver for receiver in receivers)


@pytest.mark.parametrize(
    ("classes", "allowed", "room"),
    [
        ([0, 0, 1, 1, 2, 2], [EVERYBODY] * 6, [2, 2, 0, 0, 0, 0, 2]),
        ([0, 0, 0, 1, 1, 2], [barred(1), EVERYBODY, barred(2), *[EVERYBODY] * 3], [0, 2, 2, 1, 0, 0, 1]),
        (
            [0, 0, 1, 1, 3, 4, 5],
            [barred(2), barred(1), 0, barred(3), barred(1, 3), barred(0, NOBODY)],
            [0, 2, 2, 1, 1, 0, 1],
        ),
        (
            [0, 0, 0, 1, 2, 3, 3],
            [barred(3, 4), barred(3), barred(4), *[EVERYBODY] * 3],
            [0, 0, 2, 1, 2, 1, 1],
        ),
        ([2, 2, 2, 1, 1], [0, barred(1), 1 << 3 | 1 << NOBODY, 0, 0, 0], [0, 0, 1, 2, 0, 0, 2]),
    ],
)
def test_every_deal_that_fits_is_as_likely(classes, allowed, room):
    """Chi-square below its mean plus five standard deviations, and nothing that does not fit."""
    fits = enumerate_deals(classes, allowed, room)
    n = 60 * len(fits)
    found = drawn(classes, allowed, room, n, seed=7)
    assert set(found) == fits
    square = sum((count - 60) ** 2 / 60 for count in found.values())
    degrees = len(fits) - 1
    assert abs(square - degrees) < 5 * (2 * degrees) ** 0.5, (square, degrees)


def test_the_weights_count_deals():
    """Cards barred to nobody are one kind; else the weight is the deals over the factorials of the kinds."""
    plan = make_plan(*question([0] * 6 + [1] * 4, [EVERYBODY] * 6, [0, 4, 3, 0, 0, 0, 3]))
    assert plan[0] == 1  # one kind
    assert number_of_ways(plan, new_memo(plan)) > 0
    plan = make_plan(*question([0] * 6 + [1] * 4, [barred(1), *[EVERYBODY] * 5], [0, 3, 7, 0, 0, 0, 0]))
    # all that seat 1 takes are of class 1
    assert number_of_ways(plan, new_memo(plan)) * factorial(6) * factorial(4) == pytest.approx(comb(4, 3))


def test_no_deal_fits_a_contradiction():
    plan = make_plan(*question([0, 0, 0, 1], [barred(1), *[EVERYBODY] * 5], [0, 2, 2, 0, 0, 0, 0]))
    assert number_of_ways(plan, new_memo(plan)) == 0.0


def test_many_kinds_and_receivers_take_no_time():
    """Six players in mid-game, every class with a bar of its own: the states are few enough to count."""
    allowed = [barred(1, 2), barred(3), barred(4, 5), barred(2), barred(1, 3, 5), barred(0, NOBODY)]
    classes = [0] * 7 + [1] * 8 + [2] * 8 + [3] * 8 + [4] * 2 + [5]
    room = [0, 6, 6, 5, 5, 5, 7]
    assert sum(room) == len(classes)
    found = drawn(classes, allowed, room, 20, seed=3)
    for deal in found:
        assert all(allowed[c] >> r & 1 for c, r in zip(classes, deal, strict=True))
        assert [deal.count(r) for r in range(RECEIVERS)] == room
