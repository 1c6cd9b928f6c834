"""Six published counts of a hand behind one door, so that a style of bidding is a number."""

from fivehundred_sim.kernels._jit import Int, Ints, Real, kernel
from fivehundred_sim.kernels.bidding.point_counts import ari, mcg, patrick
from fivehundred_sim.kernels.bidding.trick_counts import hen, trick_bot, zh

TRICK_BOT, MCG, HEN, ZH, ARI, PATRICK = range(6)
COUNTS = ("trick-bot", "mcg46", "hen", "zh", "ari", "patrick")  # their names, by number
GIVES_TRICKS = (True, False, True, True, False, False)  # whether `out` estimates tricks, or only says a bid


@kernel()
def published_count(which: Int, hand: Ints, code: Ints, calls: Ints, out: Real) -> None:
    """Write into `out`, float64 (5,), the level that a published count bids in S C D H NT, as a real number.

    Its floor, at most 10, is the level; below 6 it does not bid, and `NEVER` (-1e9) stands where it would
    bid at no strength. Counts that add up tricks (`GIVES_TRICKS`) give tricks, before HEN's half trick over
    another's bid.

    which: 0 T-BOT, 1 MCG46, 2 HEN, 3 ZH, 4 ARI, 5 Patrick. hand: int64 (10,), pack indices. code: int64
    (7, cards, 2), see `rules.hands.hand_code`. calls: int64 (3, 5): row 0 (`PARTNERS`) how many partners have
    bid each of S C D H NT, row 1 (`OPPONENTS`) how many opponents; row 2 (`SIDE`) is 1 at `ALONE` where a
    partner has passed or there is none, 0 else, and 0 in the rest. All zero is a first call.
    """
    if which == TRICK_BOT:
        trick_bot(hand, code, calls, out)
    elif which == MCG:
        mcg(hand, code, calls, out)
    elif which == HEN:
        hen(hand, code, calls, out)
    elif which == ZH:
        zh(hand, code, calls, out)
    elif which == ARI:
        ari(hand, code, calls, out)
    else:
        patrick(hand, code, calls, out)
