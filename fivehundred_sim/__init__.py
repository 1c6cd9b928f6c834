"""Monte Carlo bid analysis for the card game Five Hundred, with honest intervals.

The public names are loaded when first used: `import fivehundred_sim` alone imports no numba, pandas,
matplotlib or scipy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fivehundred_sim.cards import parse_deal, parse_hand
    from fivehundred_sim.game.auction import Auction
    from fivehundred_sim.game.match import Match
    from fivehundred_sim.game.play import Play
    from fivehundred_sim.rules.load import load_rules
    from fivehundred_sim.rules.scoring import score_hand
    from fivehundred_sim.study.advise import advise
    from fivehundred_sim.study.best_card import best_card
    from fivehundred_sim.study.bidding.auction_question import AuctionQuestion
    from fivehundred_sim.study.bidding.equity_store import equity_of
    from fivehundred_sim.study.deals.dealer import deals_where
    from fivehundred_sim.study.odds import odds
    from fivehundred_sim.study.solve import solve
    from fivehundred_sim.study.solve_cards import solve_cards

    __version__: str

__all__ = [
    "Auction",
    "AuctionQuestion",
    "Match",
    "Play",
    "__version__",
    "advise",
    "best_card",
    "deals_where",
    "equity_of",
    "load_rules",
    "odds",
    "parse_deal",
    "parse_hand",
    "score_hand",
    "solve",
    "solve_cards",
]

_HOMES = {
    "Auction": "game.auction",
    "AuctionQuestion": "study.bidding.auction_question",
    "Match": "game.match",
    "Play": "game.play",
    "advise": "study.advise",
    "best_card": "study.best_card",
    "deals_where": "study.deals.dealer",
    "equity_of": "study.bidding.equity_store",
    "load_rules": "rules.load",
    "odds": "study.odds",
    "parse_deal": "cards",
    "parse_hand": "cards",
    "score_hand": "rules.scoring",
    "solve": "study.solve",
    "solve_cards": "study.solve_cards",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("fivehundred-sim")
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
