"""An auction asked about: who sits where, what was called, the score, and how everybody bids.

What answers it is imported when first asked: other questions never load the kernels of auctions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fivehundred_sim.rules.model import Rules

if TYPE_CHECKING:
    from fivehundred_sim.study.bidding.bid_or_pass import CallsAnswer
    from fivehundred_sim.study.bidding.house import House
    from fivehundred_sim.study.bidding.styles import Manners, Style

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class AuctionQuestion:
    """What `advise` is told of an auction.

    auction: the calls so far ("P 7S"), from the seat after the dealer. dealer: by default the last seat.
    seat: who holds the hand, by default who is on turn. score: ours and theirs. style, partner, opponents:
    how one bids on oneself, and the others: names of styles, TOML files or styles; `natural` by default.
    """

    auction: str = ""
    dealer: int | None = None
    seat: int | None = None
    score: tuple[int, int] | None = None
    style: "str | Style | None" = None
    partner: "str | Style | None" = None
    opponents: "str | Style | None" = None


def check_auction(
    question: AuctionQuestion, hand: str | Sequence[int | str], bid: str | None, rules: Rules
) -> None:
    """Raise CardError, BidError or QuestionError with one sentence if the question has no answer."""
    from fivehundred_sim.rules.bidding import encode_bidding
    from fivehundred_sim.study.bidding.situation import called_word, check_asked, situation_of
    from fivehundred_sim.study.bidding.styles import manners_of

    bidding = encode_bidding(rules)
    manners_of(question.style, question.partner, question.opponents)
    found = situation_of(
        hand,
        rules,
        bidding,
        question.auction,
        dealer=question.dealer,
        seat=question.seat,
        scores=question.score,
    )
    if question.score is not None:
        from fivehundred_sim.study.bidding.equity import check_scores
        from fivehundred_sim.study.bidding.outcomes import check_game

        check_game(rules)
        check_scores(rules, *question.score)
    check_asked(bidding, found, None if bid is None else called_word(bid))


def calls_of(
    question: AuctionQuestion,
    hand: str | Sequence[int | str],
    bid: str | None,
    rules: Rules,
    *,
    seed: int = 1,
    deals: int | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> "CallsAnswer":
    """Return what every legal call is worth; errors as in `check_auction`.

    deals: how many deals that fit the calls, by default 4,000. What the rules need and no file has yet (the
    evaluation of hands, what calls say, the chances to win) is worked out first.
    """
    from fivehundred_sim.study.bidding.bid_or_pass import bid_or_pass
    from fivehundred_sim.study.bidding.equity_store import equity_of
    from fivehundred_sim.study.bidding.house import house_of
    from fivehundred_sim.study.bidding.situation import called_word, situation_of
    from fivehundred_sim.study.bidding.styles import manners_of

    check_auction(question, hand, bid, rules)
    house = house_of(rules, progress)
    equity = None if question.score is None else equity_of(rules, house=house, progress=progress)
    situation = situation_of(
        hand,
        rules,
        house.bidding,
        question.auction,
        dealer=question.dealer,
        seat=question.seat,
        scores=question.score,
    )
    options = {} if deals is None else {"deals": deals}
    manners = manners_of(question.style, question.partner, question.opponents)
    _learn(house, manners, progress)
    return bid_or_pass(
        house,
        situation,
        manners,
        asked=None if bid is None else called_word(bid),
        equity=equity,
        seed=seed,
        jobs=jobs,
        progress=progress,
        **options,
    )


def _learn(house: "House", manners: "Manners", progress: Progress | None) -> None:
    """Work out what the calls of the styles say where no file has it; some seconds each, and told."""
    from fivehundred_sim.study.bidding.signals import are_known, signals

    styles = dict.fromkeys((manners.own, manners.partner, manners.opponents))
    unknown = [style for style in styles if not are_known(house, style)]
    for done, style in enumerate(unknown):
        if progress is not None:
            progress(done, len(unknown))
        signals(house, style)
