"""The bids of a house in ladder order: each bid overcalls every bid that stands below it."""

from functools import lru_cache

from fivehundred_sim.cards import (
    BAR_NULLO,
    BLIND_MISERE,
    DOUBLE_MISERE,
    HEARTS,
    MAX_LEVEL,
    MIN_LEVEL,
    MISERE,
    NO_TRUMP,
    OPEN_MISERE,
    SPADES,
    Bid,
    BidError,
    format_bid,
)
from fivehundred_sim.rules.model import Rules
from fivehundred_sim.rules.values import contract_value

_BY_LEVEL = ("avondale", "perfect")  # schedules in which a higher level is always worth more
_OPEN_MISERE_USUAL = 500  # where open misère is not played, its place is still that of its kin


@lru_cache(maxsize=64)
def bids(rules: Rules) -> tuple[Bid, ...]:
    """Return the bids that can become contracts, lowest first; passes and inkles are no such bids.

    Suit and no-trump bids are ranked by value, equal values (schedules of 1904) by level. Misère stands where
    `misere.value` and `misere.eight_spades_overbids` put it, open misère where `open_misere.place` does, and
    its kin of 500 points right above it: blind, double, bar nullo. Blind misère of 1000 is the highest bid. A
    bid without the kitty follows the same bid with it, which it does not overcall (`rank`).
    """
    ladder = _with_kitty(rules)
    if not rules.sans_kitty.allowed:
        return ladder
    return tuple(
        way for bid in ladder for way in ((bid,) if bid.is_misere else (bid, bid._replace(sans_kitty=True)))
    )


def rank(rules: Rules, bid: Bid) -> int:
    """Return the height of a bid in the ladder, from 0: a bid overcalls every bid of a lower rank.

    Bids with and without the kitty have one rank. Raises BidError for a bid this house does not have.
    """
    if bid not in bids(rules):
        raise BidError(f'"{format_bid(bid)}" is not a bid of these rules ({_why_missing(rules, bid)})')
    return _with_kitty(rules).index(bid._replace(sans_kitty=False))


def inkles(rules: Rules) -> tuple[Bid, ...]:
    """Return the six bids that the first two callers may signal with, lowest first; none without inkles.

    They cannot become contracts, and every bid of the ladder overcalls them (Trickster, Iowa State).
    """
    return _by_value(rules, MIN_LEVEL, MIN_LEVEL) if rules.auction.inkles else ()


@lru_cache(maxsize=64)
def _with_kitty(rules: Rules) -> tuple[Bid, ...]:
    """Return the ladder without the bids that leave the kitty, which share their ranks; bar nullo is in."""
    ladder = list(_by_value(rules, rules.auction.minimum_level, MAX_LEVEL))
    if rules.misere.when == "off":
        return tuple(ladder)
    ladder.insert(_misere_place(rules, ladder), Bid(0, MISERE))
    place = _open_misere_place(rules, ladder)
    ladder[place:place] = _open_misere_and_kin(rules)
    if rules.blind_misere.value > _OPEN_MISERE_USUAL:
        ladder.append(Bid(0, BLIND_MISERE))
    return tuple(ladder)


def _by_value(rules: Rules, lowest: int, highest: int) -> tuple[Bid, ...]:
    """Return the suit and no-trump bids of these levels, lowest first."""
    levels = range(lowest, highest + 1)
    found = [Bid(level, denomination) for level in levels for denomination in range(NO_TRUMP + 1)]
    return tuple(sorted(found, key=lambda bid: (contract_value(rules, bid), bid.level)))


def _open_misere_and_kin(rules: Rules) -> list[Bid]:
    """Return open misère and the bids that stand right above it, lowest first, as far as they are played."""
    played = {
        OPEN_MISERE: rules.open_misere.value > 0,
        BLIND_MISERE: rules.blind_misere.value == _OPEN_MISERE_USUAL,
        DOUBLE_MISERE: rules.double_misere.value > 0,
        BAR_NULLO: rules.bar_nullo.value > 0,
    }
    return [Bid(0, denomination) for denomination, known in played.items() if known]


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
    """Return the index open misère is inserted at, above misère where both have one place.

    By value it stands below a bid worth the same (500: below 10H, pagat.com), except that 520 is highest.
    """
    place = rules.open_misere.place
    if place == "below_10H":
        return ladder.index(Bid(10, HEARTS))
    if place == "above_10H":
        return ladder.index(Bid(10, NO_TRUMP))  # the next one above 10H in every schedule
    if place == "top":
        return len(ladder)
    value = rules.open_misere.value or _OPEN_MISERE_USUAL
    beaten = value if value == 520 else value - 1  # what open misère still overcalls
    higher = (
        index for index, bid in enumerate(ladder) if not bid.is_misere and contract_value(rules, bid) > beaten
    )
    return next(higher, len(ladder))


def _why_missing(rules: Rules, bid: Bid) -> str:
    if bid.is_pass:
        return "a pass is no bid"
    if bid.is_misere and rules.misere.when == "off" and bid.denomination in (MISERE, OPEN_MISERE):
        return "misère is off"
    if bid.is_misere or bid.sans_kitty:
        return "it is not played here"
    if rules.auction.inkles and bid.level == MIN_LEVEL:
        return "a six bid is an inkle here, no contract"
    return f"the lowest level is {rules.auction.minimum_level}"
