"""What each bid is worth: the schedules of suit and no-trump bids, and the misère family.

Sources: pagat.com "500" for the Avondale schedule; the schedules of 1904 after the original leaflet;
"perfect" (Avondale less 20) after Wikipedia, "500 (card game)".
"""

from fivehundred_sim.cards import (
    BAR_NULLO,
    BLIND_MISERE,
    DOUBLE_MISERE,
    MISERE,
    OPEN_MISERE,
    Bid,
    BidError,
    format_bid,
)
from fivehundred_sim.rules.model import Rules

# Avondale (1906): 40 + 20 a step S C D H NT + 100 a level above six.
_AVONDALE_BASE, _AVONDALE_STEP, _AVONDALE_LEVEL = 40, 20, 100
# 1904: this much, S C D H NT, times the level less five.
_MULTIPLIED = {"original": (40, 60, 80, 100, 120), "inverted": (60, 40, 80, 100, 120)}


def contract_value(rules: Rules, bid: Bid) -> int:
    """Return the points of a contract when it is just made, before any slam minimum.

    A bid without the kitty is worth what it is with it. Raises BidError for a call that is no contract of
    these rules: a pass, a member of the misère family that is not played, a bid without the kitty where all
    take it.
    """
    if bid.is_misere and not bid.sans_kitty:
        value = _misere_value(rules, bid.denomination)
    elif bid.is_pass or bid.is_misere or (bid.sans_kitty and not rules.sans_kitty.allowed):
        value = 0
    else:
        value = _schedule_value(rules, bid)
    if not value:
        raise BidError(f'"{format_bid(bid)}" is not a contract of these rules')
    return value


def _misere_value(rules: Rules, denomination: int) -> int:
    """Return the points of a member of the misère family, 0 where it is not played."""
    return {
        MISERE: rules.misere.value,
        OPEN_MISERE: rules.open_misere.value,
        BLIND_MISERE: rules.blind_misere.value,
        DOUBLE_MISERE: rules.double_misere.value,
        BAR_NULLO: rules.bar_nullo.value,
    }[denomination]


def _schedule_value(rules: Rules, bid: Bid) -> int:
    schedule = rules.scoring.schedule
    if schedule in _MULTIPLIED:
        return _MULTIPLIED[schedule][bid.denomination] * (bid.level - 5)
    value = _AVONDALE_BASE + _AVONDALE_STEP * bid.denomination + _AVONDALE_LEVEL * (bid.level - 6)
    return value - 20 if schedule == "perfect" else value
