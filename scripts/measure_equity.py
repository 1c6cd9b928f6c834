"""How far the chances to win move with the simulated hands they rest on: the same scores from several seeds.

    python scripts/measure_equity.py [PRESET]

Writes results/equity.csv with its manifest: at ten scattered scores and either dealer the chance to win from
the seed that ships, the mean over all seeds and their spread (one standard deviation), and how many games are
won that are played from there: hands drawn as they end, appetites chosen as the table says, scored by
`rules.standing`.
"""

import sys

import numpy as np
import pandas as pd
from saving import save

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.standing import FinishedHand, Standing, after_hand
from fivehundred_sim.study.bidding.equity_store import equity_of, results_of
from fivehundred_sim.study.bidding.hand_results import DEALS, SEED
from fivehundred_sim.study.bidding.house import house_of

SEEDS = (SEED, 11, 12, 13)
SCORES = (
    (0, 0),
    (0, 300),
    (300, 0),
    (220, 340),
    (340, 220),
    (460, 460),
    (480, 0),
    (-300, 340),
    (-200, -200),
    (490, 490),
)

GAMES = 8_000  # from each score and dealer


def won(house, chances, scores, dealer, rng):
    """The share of games that side 0 wins from some scores, where side `dealer` deals first."""
    results = results_of(house.rules, house, DEALS, SEED, None).chances
    sums = results.reshape(*results.shape[:2], -1).cumsum(axis=2)
    wins = 0
    for _ in range(GAMES):
        standing, dealing = Standing(scores), dealer
        while not standing.over:
            side, call, tricks = drawn(chances, results, sums, standing.scores, dealing, rng)
            if call:
                taken = [0] * house.players
                taken[side], taken[1 - side] = tricks, 10 - tricks
                hand = FinishedHand(house.bidding.calls[call], side, tuple(taken))
                standing = after_hand(house.rules, standing, hand)
            dealing = 1 - dealing
        wins += standing.winners[0] == 0
    return wins / GAMES


def drawn(chances, results, sums, scores, dealing, rng):
    """How a hand ends: the side that plays it, the call and the tricks."""
    appetites = tuple(
        pick(chances.mix(scores[side], scores[1 - side], side == dealing).cumsum(), rng)
        for side in (dealing, 1 - dealing)
    )
    of_both = sums[appetites]
    dealers, call, tricks = np.unravel_index(pick(of_both, rng), results.shape[2:])
    return dealing if dealers == 0 else 1 - dealing, int(call), int(tricks)


def pick(sums, rng):
    """A place drawn by its weight, from running sums."""
    return int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))


def main():
    name = sys.argv[1] if len(sys.argv) > 1 else "australian"
    rules = load_rules(name)
    house = house_of(rules)
    found = [equity_of(rules, house=house, seed=seed) for seed in SEEDS]
    rows, rng = [], np.random.default_rng(SEED)
    for ours, theirs in SCORES:
        for we_deal in (True, False):
            chances = np.array([each.win(ours, theirs, we_deal) for each in found])
            rows.append(
                {
                    "score": f"{ours}:{theirs}",
                    "dealer": "us" if we_deal else "them",
                    "wins": chances[0],
                    "mean": chances.mean(),
                    "spread": chances.std(ddof=1),
                    "played": won(house, found[0], (ours, theirs), 0 if we_deal else 1, rng),
                }
            )
    save(pd.DataFrame(rows).round(4), "equity", __file__, rules=name, deals=DEALS, seeds=SEEDS, games=GAMES)


if __name__ == "__main__":
    main()
