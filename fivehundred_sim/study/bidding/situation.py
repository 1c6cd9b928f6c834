"""Where a player is when he has to call: his cards, his seat, what was called, who deals, the score."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.cards import BLIND_MISERE, BidError, format_bid, parse_bid
from fivehundred_sim.game.auction import Auction
from fivehundred_sim.rules.bidding import BiddingRules
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.seats import side_count
from fivehundred_sim.study.question import QuestionError, resolve_hand

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Situation:
    """A call to be made, in the kernels' numbers.

    hand: int64 (10,), pack indices. calls: indices of `BiddingRules.calls`, those before. candidates: those
    that are legal now, but for blind misère, which nobody can call who has seen his cards. others: the other
    seats that have called. scores: ours and theirs, None where nobody keeps the score.
    """

    hand: Ints
    seat: int
    dealer: int
    calls: tuple[int, ...]
    candidates: tuple[int, ...]
    others: tuple[int, ...]
    scores: tuple[int, int] | None = None


def situation_of(
    hand: str | Sequence[int | str],
    rules: Rules,
    bidding: BiddingRules,
    auction: str = "",
    *,
    dealer: int | None = None,
    seat: int | None = None,
    scores: tuple[int, int] | None = None,
) -> Situation:
    """Return the situation of whoever is on turn after `auction`, the calls in order ("P 7S").

    dealer: by default the last seat, so that seat 0 calls first. seat: who holds the hand, by default who
    is on turn; another one is refused. Raises CardError, BidError or QuestionError with one sentence.
    """
    cards = resolve_hand(hand, rules)
    table = auction_of(rules, auction, dealer)
    if table.over:
        raise QuestionError(f'auction "{auction}": it is over, nothing is left to call')
    turn = table.turn
    assert turn is not None
    if seat is not None and seat != turn:
        raise QuestionError(f'seat {seat} is not on turn after "{auction}": seat {turn} is')
    if scores is not None and side_count(rules) != 2:
        raise QuestionError(
            f"score {scores[0]}:{scores[1]}: expected a game of two sides, not of {side_count(rules)}"
            f" (table.sides = {rules.table.sides})"
        )
    place = {bid: call for call, bid in enumerate(bidding.calls)}
    legal = [place[parse_bid(word)] for word in table.legal()]
    return Situation(
        hand=np.array([i for i, card in enumerate(pack(rules)) if card in set(cards)], np.int64),
        seat=turn,
        dealer=table.dealer,
        calls=tuple(place[call.bid] for call in table.calls),
        candidates=tuple(c for c in legal if bidding.calls[c].denomination != BLIND_MISERE),
        others=tuple(dict.fromkeys(call.seat for call in table.calls if call.seat != turn)),
        scores=scores,
    )


def auction_of(rules: Rules, text: str, dealer: int | None = None) -> Auction:
    """Return an auction after the calls of a text. Raises BidError or QuestionError naming the call."""
    if dealer is not None and dealer not in range(rules.table.players):
        raise QuestionError(f"dealer {dealer}: expected a seat from 0 to {rules.table.players - 1}")
    auction = Auction(rules, dealer)
    for number, word in enumerate(text.replace(",", " ").split(), 1):
        try:
            auction.call(word)
        except BidError as error:
            raise BidError(f"auction, call {number}: {error}") from None
    return auction


def check_asked(bidding: BiddingRules, situation: Situation, asked: str | None) -> None:
    """Raise BidError unless the call asked about is one that can be made now."""
    legal = [format_bid(bidding.calls[call]) for call in situation.candidates]
    if asked is not None and asked not in legal:
        raise BidError(f'"{asked}" cannot be called now; expected one of {", ".join(legal)}')


def called_word(text: str) -> str:
    """Return a call as the answer spells it. Raises BidError for what is no call."""
    return format_bid(parse_bid(text))
