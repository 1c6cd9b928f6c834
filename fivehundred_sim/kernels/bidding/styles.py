"""What a bidding style is made of, and how an auction sounds to the seat on turn.

A style is a row of numbers (columns below) and a row of weights that say what others' calls mean for one's
own tricks (`study.inference` fits them). What was heard is a row of features; the tricks to expect of a
contract are linear in them, on the scale of the evaluation's index (`evaluate`).
"""

import numpy as np

# Columns of a style, float64. COUNT: 0 for the fitted evaluation, else 1 + the number of a published count.
# MARGIN: points that a bid must bring more than passing. JOKER_SIX, ACES_UP, INKLES: conventions, 0 or 1.
# GATE: top tricks in no-trump that a joker's 6NT asks. INKLE_FROM: tricks expected that an inkle asks.
# TRUST: how much of what others' calls mean is believed. MISERE_MARGIN: points that a misère must bring more
# than another bid.
COUNT, MARGIN, JOKER_SIX, ACES_UP, INKLES, GATE, INKLE_FROM, TRUST, MISERE_MARGIN = map(np.int64, range(9))
STYLE_COLUMNS = np.int64(9)

DENOMINATIONS = np.int64(5)
# What is heard of each denomination: partners whose last bid it is, the level of it above six, opponents.
WITH, LEVEL_WITH, AGAINST = (np.int64(5 * i) for i in range(3))
# And of the whole auction: partners who bid another thing or passed at once (a share of all partners),
# opponents who bid, who passed at once, the highest of their levels above six, whether a partner or an
# opponent has shown the joker by a convention, the aces a partner has shown (bits of suits), who has called.
PARTNERS_BID = np.int64(15)
PARTNERS_PASSED = np.int64(16)
OPPONENTS_BID = np.int64(17)
OPPONENTS_PASSED = np.int64(18)
OPPONENTS_LEVEL = np.int64(19)
PARTNER_JOKER = np.int64(20)
OPPONENT_JOKER = np.int64(21)
PARTNER_ACES = np.int64(22)
PARTNERS_WAITING = np.int64(23)  # partners who have not called yet
HEARD = np.int64(24)

# Features of the tricks to expect: as contractor oneself, of a partner's contract, of an opponent's.
OWN_FEATURES, PARTNER_FEATURES, OPPONENT_FEATURES = np.int64(12), np.int64(10), np.int64(10)
# The weights of a style: for suits and then no-trump the features of each; the chance, times ten, that a
# partner's or an opponent's misère is made.
OWN = np.int64(0)
OF_PARTNER = OWN + 2 * OWN_FEATURES
OF_OPPONENT = OF_PARTNER + 2 * PARTNER_FEATURES
MISERES = OF_OPPONENT + 2 * OPPONENT_FEATURES
WEIGHTS = MISERES + 2

# What a convention asks of a hand, int64: jokers held, aces held (bits of suits), top tricks in no-trump.
JOKERS_HELD, ACES_HELD, TOP_TRICKS = map(np.int64, range(3))
FACTS = np.int64(3)
