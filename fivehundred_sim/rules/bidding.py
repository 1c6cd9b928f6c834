"""The auction of a `Rules` as kernels take it: every call of the house in a table, the options as small ints.

A call is an index into `BiddingRules.calls` everywhere: 0 is the pass, then come the inkles and the ladder,
low to high. `kernels.bidding.law` reads the columns and options by the places written down here; a test holds
the two together.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import PASS, Bid
from fivehundred_sim.rules.ladder import bids, inkles, rank
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.seats import side_count
from fivehundred_sim.rules.wide import strain_of

BELOW_ALL = -1000  # the height of a pass, and of an auction in which nobody has bid
NO_STRAIN = -1  # of a pass

AFTER_PASS = {"never": 0, "always": 1, "on_denomination_change": 2}
ALL_PASS = {"redeal_next": 0, "redeal_same": 1, "play_no_trump": 2, "force_dealer": 3}


class CallCode(NamedTuple):
    """A row of the table of calls.

    level: 6 to 10, 0 for a pass and the misère family. strain: as `rules.wide.strain_of`, -1 for a pass.
    denomination: 0-3 suits, 4 no-trump, 5-9 the misère family, 10 a pass. height: a bid overcalls all that
    are lower; inkles are below 0, a pass is `BELOW_ALL`. inkle: 1 for a signal that is no contract.
    """

    level: int
    strain: int
    denomination: int
    height: int
    inkle: int


class AuctionCode(NamedTuple):
    """The options of the auction.

    one_round: 1 where everybody calls once. after_pass and all_pass: as in `AFTER_PASS` and `ALL_PASS`.
    raises: 1 where the high bidder may raise his own bid. misere_after and open_misere_after: the level that
    somebody must have bid before, 0 for none (blind, double and bar nullo go with misère). top_plain: the
    height of the highest bid that any seat may make whatever was called, which misères are not. calls: rows
    of the table.
    """

    players: int
    sides: int
    one_round: int
    after_pass: int
    raises: int
    all_pass: int
    misere_after: int
    open_misere_after: int
    top_plain: int
    calls: int


class BiddingRules(NamedTuple):
    """All calls of a house, and what kernels need to know of its auction.

    calls: the pass, the inkles low to high, then the ladder low to high, with blind misère and bids without
    the kitty where they are played. table: int64 (calls, 5), a `CallCode` a row. options: int64 (10,), the
    `AuctionCode`.
    """

    calls: tuple[Bid, ...]
    table: NDArray[np.int64]
    options: NDArray[np.int64]


def encode_bidding(rules: Rules) -> BiddingRules:
    """Return the kernels' form of a house's auction.

    The redeal that a player without ace or face card may propose (`auction.no_ace_no_face_redeal`) is not
    modelled: no bidding style ever proposes one.
    """
    signals = inkles(rules)
    calls = (Bid(0, PASS), *signals, *bids(rules))
    heights = [BELOW_ALL, *range(-len(signals), 0), *(rank(rules, bid) for bid in bids(rules))]
    codes = [
        CallCode(
            level=bid.level,
            strain=NO_STRAIN if bid.is_pass else strain_of(bid),
            denomination=bid.denomination,
            height=height,
            inkle=int(bid in signals),
        )
        for bid, height in zip(calls, heights, strict=True)
    ]
    return BiddingRules(calls, np.array(codes, np.int64), np.array(_auction_code(rules, codes), np.int64))


def _auction_code(rules: Rules, codes: list[CallCode]) -> AuctionCode:
    auction = rules.auction
    return AuctionCode(
        players=rules.table.players,
        sides=side_count(rules),
        one_round=int(auction.rounds == "one"),
        after_pass=AFTER_PASS[auction.after_pass],
        raises=int(auction.raise_own_bid and auction.rounds == "many"),
        all_pass=ALL_PASS[auction.all_pass],
        misere_after=7 if rules.misere.when == "after_7" else 0,
        open_misere_after=8 if rules.open_misere.after_8 else 0,
        top_plain=max(code.height for code in codes if code.level),
        calls=len(codes),
    )
