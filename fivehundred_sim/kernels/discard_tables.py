"""What the contractor's discard weighs: the worth of what is kept, in hundredths of a trick.

Fitted to playouts by scripts/fit_discard.py; rerun it when the players change. Columns of the suit tables
are the shapes of `discard.suit_shape`: honours held (none, Q, K, KQ, A, AQ, AK, AKQ) times four, plus the
number of lower cards.
"""

import numpy as np

# fmt: off
# A plain suit beside up to four, five, or more trumps; a void is the zero.
SIDE_SUIT = np.array(
    [
        [
               0,  -32,  -64,  -71,  -32,  -61,  -66,  -62,
             -30,  -41,  -40,  -36,  -36,  -35,  -35,  -35,
              12,    0,   -3,    2,    5,    6,   11,   11,
              24,   32,   36,   36,   32,   38,   38,   38,
        ],
        [
               0,  -34,  -66,  -77,  -32,  -59,  -58,  -53,
             -32,  -33,  -30,  -28,  -31,  -26,  -28,  -25,
              18,    0,  -10,   -6,    7,    8,   12,   24,
              32,   32,   33,   52,   43,   40,   40,   40,
        ],
        [
               0,  -53, -103, -133,  -54,  -98, -113, -126,
             -56,  -67,  -84, -101,  -60,  -67,  -78,  -78,
              -1,  -41,  -67,  -82,  -35,  -47,  -55,  -55,
               3,  -22,  -26,  -26,    0,  -13,  -13,  -13,
        ],
    ],
    np.int64,
)

# The number of trumps kept, 0 to 13; steps past eight trumps are extrapolated.
TRUMP_COUNT = np.array(
    [306, 434, 547, 589, 624, 688, 847, 894, 924, 964, 1004, 1044, 1084, 1124],
    np.int64,
)

# A suit in no-trump, without and with the joker.
NO_TRUMP_SUIT = np.array(
    [
        [
               0,  -27,  -68, -107,  -22,  -52,  -75, -101,
             -21,  -13,  -47,  -67,    0,  -18,  -12,  -16,
              67,   29,  -12,  -40,   45,   13,   -6,    2,
              75,   48,   40,   63,   86,   91,  109,  127,
        ],
        [
               0,  -38,  -81, -125,  -36,  -72,  -94, -105,
             -34,  -43,  -66,  -76,  -20,  -27,  -27,    3,
              29,   -8,  -38,  -50,    9,  -14,  -19,   17,
              42,   19,   24,   66,   57,   69,   95,  123,
        ],
    ],
    np.int64,
)
# fmt: on

# In no-trump each card of a suit beyond the table's three low ones counts as much again.
NO_TRUMP_LENGTH = 35
