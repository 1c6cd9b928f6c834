"""What a bidding style is made of, and how an auction sounds to the seat on turn.

A style is a row of numbers (columns below) and a row of weights that say what others' calls mean for one's
own tricks (`study.bidding.inference` fits them). What was heard is a row of features; the tricks to expect
of a contract are linear in them, on the scale of the evaluation's index (`evaluate`).
"""

import numpy as np

# Columns of a style, float64. COUNT: 0 for the fitted evaluation, else 1 + the number of a published count.
# MARGIN: points that a bid must bring more than passing. JOKER_SIX, ACES_UP, INKLES: conventions, 0 or 1.
# GATE: top tricks in no-trump that a joker's 6NT asks. INKLE_FROM: tricks expected that an inkle asks.
# TRUST: how much of what others' calls mean is believed. MISERE_MARGIN: points that a misère must bring more
# than another bid. LEAST: the chance to make its contract that a bid must have, even as a sacrifice.
COUNT, MARGIN, JOKER_SIX, ACES_UP, INKLES = map(np.int64, range(5))
GATE, INKLE_FROM, TRUST, MISERE_MARGIN, LEAST = map(np.int64, range(5, 10))
STYLE_COLUMNS = np.int64(10)

DENOMINATIONS = np.int64(5)
# What is heard of each denomination: partners whose last bid it is, the level of it above six, opponents, and
# whether a partner's bid of it came after one's own (he has counted what one holds there).
WITH, LEVEL_WITH, AGAINST, RAISED = (np.int64(5 * i) for i in range(4))
# And of the whole auction: partners who bid or passed at once (a share of all partners), the highest level of
# their bids above six; opponents who bid, who passed at once, the highest of their levels above six; misères
# bid by either; whether a partner or an opponent has shown the joker by a convention, the aces a partner has
# shown (bits of suits), partners who have not called, and one's own last bid, 1 + its denomination.
PARTNERS_BID, PARTNERS_PASSED, PARTNERS_LEVEL = (np.int64(20 + i) for i in range(3))
OPPONENTS_BID, OPPONENTS_PASSED, OPPONENTS_LEVEL = (np.int64(23 + i) for i in range(3))
PARTNERS_MISERE, OPPONENTS_MISERE = np.int64(26), np.int64(27)
PARTNER_JOKER, OPPONENT_JOKER, PARTNER_ACES = (np.int64(28 + i) for i in range(3))
PARTNERS_WAITING, OWN_BID = np.int64(31), np.int64(32)
HEARD = np.int64(33)

# Features of the tricks to expect: as contractor oneself, of a partner's contract, of an opponent's.
OWN_FEATURES, PARTNER_FEATURES, OPPONENT_FEATURES = np.int64(20), np.int64(13), np.int64(13)
# The weights of a style: for suits and then no-trump the features of each; the chance, times ten, that a
# partner's or an opponent's misère is made; and, for suits and no-trump, by what part help loses its worth
# for each trick past eight, since nobody takes more than ten.
OWN = np.int64(0)
OF_PARTNER = OWN + 2 * OWN_FEATURES
OF_OPPONENT = OF_PARTNER + 2 * PARTNER_FEATURES
MISERES = OF_OPPONENT + 2 * OPPONENT_FEATURES
CEILING = MISERES + 2
WEIGHTS = CEILING + 2

# What a convention asks of a hand, int64: jokers held, aces held (bits of suits), top tricks in no-trump.
JOKERS_HELD, ACES_HELD, TOP_TRICKS = map(np.int64, range(3))
FACTS = np.int64(3)
