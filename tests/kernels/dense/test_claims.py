"""What the contractor claims he takes, whoever holds the other cards: held to the solver."""

import numpy as np
from table_positions import random_house, random_position, words_of

from fivehundred_sim.kernels.dense.cards import MOVES, dense_card_scores
from fivehundred_sim.kernels.dense.table import new_dense_table
from fivehundred_sim.kernels.wide_sampled.claim import claiming_leads, sure_on_lead
from fivehundred_sim.rules.wide import LANE_BITS

ALONE = 1  # the contractor against all others


def lanes_of(places):
    lanes = [0] * 5
    for place in places:
        lanes[place // LANE_BITS] |= 1 << place % LANE_BITS
    return lanes


def shared_anew(rng, position):
    """The position with the cards of the others dealt anew."""
    others = [place for held in position.places[1:] for place in held]
    rng.shuffle(others)
    k = len(position.places[0])
    dealt = [others[k * i : k * i + k] for i in range(len(position.places) - 1)]
    places = [position.places[0], *dealt]
    return position._replace(places=places, hands=words_of(None, places))


def test_a_claim_holds_whoever_has_the_other_cards():
    """As many tricks as claimed against every deal tried, after every lead that keeps the claim."""
    rng, table = np.random.default_rng(91), new_dense_table()
    claims, moves = 0, np.zeros((MOVES, 3), np.int64)
    for i in range(1500):
        if i % 5 == 0:
            found = random_house(rng, int(rng.choice((2, 3, 3, 4, 5))))
        strain = int(rng.integers(5))
        row = found.rows[strain]
        position = random_position(rng, found, int(rng.integers(2, 5)), strain)
        if found.rules.joker.renounced_worthless or row[2] != (1 << found.code.players) - 1:
            continue
        mine = lanes_of(position.places[0])
        out = lanes_of(place for held in position.places[1:] for place in held)
        need = sure_on_lead(mine, out, strain < 4)
        leads = claiming_leads(mine, out, strain < 4, need)
        claims += need > 0
        for _ in range(3 if need else 0):
            dealt = shared_anew(rng, position)
            asked = dealt.hands, row, ALONE, dealt.playing, 0, dealt.led, np.zeros_like(dealt.renounced)
            n = dense_card_scores(table, *asked, np.empty((0, 2), np.int64), 0, 10, moves)
            scores = {int(place): int(score) for place, named, score in moves[:n] if named < 0}
            assert max(int(score) for score in moves[:n, 2]) >= need, (dealt, need)
            for place, score in scores.items():
                if leads[place // LANE_BITS] >> place % LANE_BITS & 1:
                    assert score >= need, (dealt, need, place)
    assert claims > 250
