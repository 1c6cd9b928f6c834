"""Made-up results of hands, to test the chance to win: a crude model of who bids what, and what he takes."""

from math import comb

import numpy as np

from fivehundred_sim.rules.bidding import encode_bidding
from fivehundred_sim.study.bidding.equity import HandResults


def tricks_of(chance):
    """Return the chances of 0 to 10 tricks, each taken with one chance."""
    return np.array([comb(10, t) * chance**t * (1 - chance) ** (10 - t) for t in range(11)])


def contracts_of(rules, own, theirs):
    """Return how a side that has the contract fares, (calls, 11): the bolder both are the higher it bids."""
    code = encode_bidding(rules)
    found = np.zeros((len(code.calls), 11))
    for call, (level, _, denomination, _, inkle) in enumerate(code.table):
        if call == 0 or inkle:
            continue
        if level:
            height = level + 0.05 * denomination - 7.2 - 0.35 * own - 0.2 * theirs
            found[call] = np.exp(-((height / 0.9) ** 2)) * tricks_of(
                min(0.95, 0.79 + 0.012 * level - 0.035 * own)
            )
        else:
            found[call, :2] = 0.1 * np.array([0.62 - 0.06 * own, 0.38 + 0.06 * own])
    return found / found.sum()


def crude_hands(rules, appetites=3, edge=0.05):
    """Return made-up results; the dealer's side gets the contract less often by `edge`.

    Nobody bids in up to an eighth of the hands, but where the dealer must.
    """
    calls = len(encode_bidding(rules).calls)
    chances = np.zeros((appetites, appetites, 2, calls, 11))
    forced = rules.auction.all_pass == "force_dealer"
    for i in range(appetites):
        for j in range(appetites):
            nobody = 0 if forced else 0.12 / (1 + 0.5 * (i + j))
            share = (1 + 0.4 * i) * (1 - edge) / ((1 + 0.4 * i) * (1 - edge) + (1 + 0.4 * j) * (1 + edge))
            for side, own, theirs, part in ((0, i, j, share), (1, j, i, 1 - share)):
                chances[i, j, side] = (1 - nobody) * part * contracts_of(rules, own, theirs)
                chances[i, j, side, 0] = nobody / 2 * tricks_of(0.5)
    return HandResults(chances, tuple(0.5 * i for i in range(appetites)), seed=3, deals=1000)
