"""The general solver against brute force, solved deals and the four-handed solver."""

from pathlib import Path

import brute_every_rule as brute
import numpy as np
from table_positions import random_house, random_position, strains_of

from fivehundred_sim.cards import MISERE
from fivehundred_sim.kernels.dense.solve import dense_makes, dense_reaches, dense_value
from fivehundred_sim.kernels.dense.table import new_dense_table
from fivehundred_sim.rules.wide import LANE_BITS

ORACLE = Path(__file__).parents[2] / "data" / "double_dummy_4p43.csv"


def question(found, position):
    """The arguments of the solver for a position, the table first and what is asked left out."""
    row = found.rows[position.strain]
    return position.hands, row, *position[3:]


def brute_value(found, position):
    """The same question by brute force, the seats that lie down left out."""
    seats = [seat for seat in range(len(position.places)) if (position.playing >> seat) & 1]
    cards = [
        [
            brute.RED + place % LANE_BITS
            if place >= 4 * LANE_BITS
            else place // LANE_BITS * 100 + place % LANE_BITS
            for place in position.places[seat]
        ]
        for seat in seats
    ]
    avoids = position.strain >= MISERE
    return brute.tricks(
        np.array(cards),
        brute.law_of(found.rules, avoids),
        trump=position.strain < 4,
        counted=sum(1 << i for i, seat in enumerate(seats) if (position.side >> seat) & 1),
        avoids=avoids,
        leader=seats.index(position.leader),
        led=position.led,
        renounced=[int(position.renounced[seat]) for seat in seats],
    )


def check_endings(seed, n, sizes, strains=None):
    """Compare `n` endings of random houses for each number of players; `sizes` are the hands by players."""
    rng = np.random.default_rng(seed)
    table = new_dense_table()
    players_of = list(sizes)
    for i in range(n * len(players_of)):
        if i % 5 == 0:
            players = players_of[i // 5 % len(players_of)]
            found, hand_sizes = random_house(rng, players), sizes[players]
        strain = int(rng.choice([s for s in strains_of(found) if strains is None or s in strains]))
        k = int(rng.choice(hand_sizes))
        position = random_position(rng, found, k, strain)
        expected = brute_value(found, position)
        asked = question(found, position)
        context = (found.rules.table, found.rules.joker, position)
        assert dense_value(table, *asked, k // 2) == expected, (expected, context)
        for need in range(k + 2):
            assert dense_reaches(table, *asked, need) == (expected >= need), (need, context)
        if strain >= MISERE:
            assert dense_makes(table, *asked) == (expected == 0), context


def test_equals_brute_force_under_every_rule():
    check_endings(51, 250, {2: (2, 3, 4, 5), 3: (2, 3, 4), 4: (2, 3), 5: (2, 3), 6: (2,)})
