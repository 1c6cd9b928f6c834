"""The readable referee: one deal at a time, each action as verify / can / do.

It is the written truth that the kernels are tested against, and the interface for people who build on it.
"""

from fivehundred_sim.game.auction import Auction, Call, Contract
from fivehundred_sim.game.exchange import Exchange, Exchanged
from fivehundred_sim.game.play import Move, Play, Played, PlayError, replay

__all__ = [
    "Auction",
    "Call",
    "Contract",
    "Exchange",
    "Exchanged",
    "Move",
    "Play",
    "PlayError",
    "Played",
    "replay",
]
