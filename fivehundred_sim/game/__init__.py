"""The readable referee: one deal at a time, each action as verify / can / do.

It is the written truth that the kernels are tested against, and the interface for people who build on it.
"""

from fivehundred_sim.game.auction import Auction, Call, Contract
from fivehundred_sim.game.exchange import Exchange, Exchanged, takes_kitty
from fivehundred_sim.game.match import Match
from fivehundred_sim.game.moves import Move, Played, PlayError
from fivehundred_sim.game.partner import callable_cards
from fivehundred_sim.game.piles import PilesDeal, PilesPlay, deal_piles
from fivehundred_sim.game.play import Play, replay

__all__ = [
    "Auction",
    "Call",
    "Contract",
    "Exchange",
    "Exchanged",
    "Match",
    "Move",
    "PilesDeal",
    "PilesPlay",
    "Play",
    "PlayError",
    "Played",
    "callable_cards",
    "deal_piles",
    "replay",
    "takes_kitty",
]
