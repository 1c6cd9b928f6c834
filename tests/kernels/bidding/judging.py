"""What every call is worth to a style, once more: features by their meaning, chances read with np.interp."""

import numpy as np

from fivehundred_sim.cards import MISERE, NO_TRUMP, OPEN_MISERE
from fivehundred_sim.kernels.bidding import evaluate as grid
from fivehundred_sim.kernels.bidding import styles as at

CENTRES = grid.LOW + grid.STEP * np.arange(grid.BINS)
MADE = 2


def part(weights, start, number, strain):
    """Return the weights of a kind of contract: those of suits first, those of no-trump behind them."""
    start += number * (strain == NO_TRUMP)
    return weights[start : start + number]


class Judge:
    """One decision: heard is what `hear` wrote, strength (7, 2) and facts what the hand is."""

    def __init__(self, heard, strength, facts, style, weights, worth):
        self.heard, self.strength, self.facts = heard, strength, facts
        self.style, self.weights, self.worth = style, weights, worth
        self.aces = int(facts[at.ACES_HELD]).bit_count()
        self.joker = float(facts[at.JOKERS_HELD] > 0)

    def read(self, whose, call, row, index):
        return np.interp(index, CENTRES, self.worth[whose, call, int(row)])

    def own_index(self, strain):
        index, heard = self.strength[strain, 0], self.heard
        if strain > NO_TRUMP:
            return index
        same, level, against = (heard[place + strain] for place in (at.WITH, at.LEVEL_WITH, at.AGAINST))
        raised, strong = heard[at.RAISED + strain], max(index - 7, 0)
        shift = part(self.weights, at.OWN, at.OWN_FEATURES, strain) @ [
            *(1, same, level),
            heard[at.PARTNERS_BID] - same - heard[at.PARTNERS_MISERE],
            heard[at.PARTNERS_LEVEL] - level,
            *(heard[at.PARTNERS_PASSED], heard[at.PARTNERS_MISERE], against),
            heard[at.OPPONENTS_BID] - against - heard[at.OPPONENTS_MISERE],
            *(heard[at.OPPONENTS_PASSED], heard[at.OPPONENTS_LEVEL], heard[at.OPPONENTS_MISERE]),
            *(heard[at.PARTNER_JOKER], int(heard[at.PARTNER_ACES]).bit_count(), heard[at.OPPONENT_JOKER]),
            *(raised, raised * level, strong, same * strong, min(index - 6, 0)),
        ]
        if shift > 0:
            past = max(index + shift - 8, 0)
            shift *= max(1 - self.weights[at.CEILING + (strain == NO_TRUMP)] * past, 0)
        return index + self.style.trust * shift

    def of_others(self, ours, strain, level):
        """Return the tricks to expect of somebody else's contract."""
        heard, index = self.heard, self.strength[strain, 0]
        common = [1, level - 6, index, max(index - 6, 0), self.aces, self.joker]
        jokers = [heard[at.PARTNER_JOKER], heard[at.OPPONENT_JOKER]]
        bid_it = heard[at.OWN_BID] == 1 + strain
        if ours:
            rest = [heard[at.OPPONENTS_BID], heard[at.OPPONENTS_PASSED], *jokers, bid_it]
            rest += [heard[at.OWN_BID] > 0 and not bid_it, heard[at.RAISED + strain] * (level - 6)]
            return part(self.weights, at.OF_PARTNER, at.PARTNER_FEATURES, strain) @ [*common, *rest]
        rest = [heard[at.PARTNERS_BID], heard[at.PARTNERS_PASSED], *jokers, heard[at.OWN_BID] > 0]
        rest += [heard[at.AGAINST + strain] - 1, heard[at.PARTNERS_LEVEL]]
        return part(self.weights, at.OF_OPPONENT, at.OPPONENT_FEATURES, strain) @ [*common, *rest]

    def standing(self, call, bid, own, ours):
        """Return what the contract that stands is worth: `own` if the seat bid it, `ours` if its side did."""
        whose, strain = int(not ours), bid.denomination
        if strain > NO_TRUMP:
            return self.read(whose, call, 0, self.weights[at.MISERES + whose])
        if own:
            return self.read(whose, call, self.strength[strain, 1], self.own_index(strain))
        row = 1 - self.joker if strain == NO_TRUMP else 1
        return self.read(whose, call, row, self.of_others(ours, strain, bid.level))

    def bid(self, call, bid, point):
        """Return what a bid of one's own is worth, and the chance that it is made."""
        strain = bid.denomination
        row, index = self.strength[strain, 1], self.own_index(strain)
        worth = self.read(0, call, row, index)
        worth -= self.style.misere_margin * point if strain in (MISERE, OPEN_MISERE) else 0
        return worth, self.read(MADE, call, row, index)
