"""The bids of a house in ladder order: each bid overcalls every bid that stands below it."""

from functools import lru_cache

from fivehundred_sim.cards import (
    HEARTS,
    MAX_LEVEL,
    MISERE,
    NO_TRUMP,
    OPEN_MISERE,
    SPADES,
    Bid,
    BidError,
    format_bid,
)
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.scoring import contract_value

_BY_LEVEL = ("avondale", "perfect")  # schedules in which a higher level is always worth more


@lru_cache(maxsize=64)
def bids(rules: Rules) -> tuple[Bid, ...]:
    """Return the bids that can become contracts, lowest first; passes are no bids.

    Suit and no-trump bids are ranked by value, equal values (schedules of 1904) by level. Misère stands where
    `misere.value` and `misere.eight_spades_overbids` put it, open misère where `open_misere.place` does.
    """
    levels = range(rules.auction.minimum_level, MAX_LEVEL + 1)
    ladder = [Bid(level, denomination) for level in levels for denomination in range(NO_TRUMP + 1)]
    ladder.sort(key=lambda bid: (contract_value(rules, bid), bid.level))
    if rules.misere.when != "off":
        ladder.insert(_misere_place(rules, ladder), Bid(0, MISERE))
        ladder.insert(_open_misere_place(rules, ladder), Bid(0, OPEN_MISERE))
    return tuple(ladder)


def rank(rules: Rules, bid: Bid) -> int:
    """Return the place of a bid in the ladder, from 0. Raises BidError for a bid this house does not have."""
    try:
        return bids(rules).index(bid)
    except ValueError:
        raise BidError(
            f'"{format_bid(bid)}" is not a bid of these rules ({_why_missing(rules, bid)})'
        ) from None


def _misere_place(rules: Rules, ladder: list[Bid]) -> int:
    """Return the index misère is inserted at.

    By value among the bids; but where 8S overbids it, never above 8S (pagat.com: after all sevens, before all
    eights). The schedules of 1904 do not rank by level, so that there only its value counts.
    """
    place = sum(contract_value(rules, bid) < rules.misere.value for bid in ladder)
    if rules.misere.eight_spades_overbids and rules.scoring.schedule in _BY_LEVEL:
        place = min(place, ladder.index(Bid(8, SPADES)))
    return place


def _open_misere_place(rules: Rules, ladder: list[Bid]) -> int:
    """Return the index open misère is inserted at.

    By value it stands below a bid worth the same (500: below 10H, pagat.com), except that 520 is highest.
    """
    place = rules.open_misere.place
    ten_hearts = ladder.index(Bid(10, HEARTS))
    if place == "below_10H":
        return ten_hearts
    if place == "above_10H":
        return ten_hearts + 1
    value = rules.open_misere.value
    if place == "top":
        return len(ladder)
    return sum(
        contract_value(rules, bid) < value or value == contract_value(rules, bid) == 520 for bid in ladder
    )


def _why_missing(rules: Rules, bid: Bid) -> str:
    if bid.is_pass:
        return "a pass is no bid"
    if bid.denomination in (MISERE, OPEN_MISERE):
        return "misère is off"
    if bid.is_misere or bid.sans_kitty:
        return "it is not played here"
    return f"the lowest level is {rules.auction.minimum_level}"
