"""Which bids an answer shows where, denomination by denomination: a full ladder is long.

Where a house bids without the kitty too, every suit and no-trump contract is there twice. Tables then show
of the bids without the kitty only those that a player could want; JSON, CSV and Parquet have all of them.
"""

from typing import NamedTuple

from fivehundred_sim.report.glyphs import DENOMINATIONS, SANS_KITTY, denomination, without_kitty
from fivehundred_sim.study.advice import Advice


class Group(NamedTuple):
    """The bids of one denomination, with or without the kitty: all of them, and those that tables show."""

    bids: tuple[str, ...]
    shown: tuple[str, ...]


def groups_of(advice: Advice) -> list[Group]:
    """Return the groups in the order of the denominations, each without the kitty after its own."""
    found = []
    for name in DENOMINATIONS:
        for without in (False, True):
            bids = [bid for bid in advice.bids if denomination(bid) == name and without_kitty(bid) == without]
            if bids:
                found.append(Group(tuple(bids), tuple(bid for bid in bids if _is_shown(advice, bid))))
    return found


def _is_shown(advice: Advice, bid: str) -> bool:
    """Return whether tables show a bid: one without the kitty if it is asked about or not worse for that."""
    if not without_kitty(bid) or bid in (advice.best, *advice.ties):
        return True
    if advice.asked is not None and advice.asked.bid == bid:
        return True
    row, same = (advice.row(advice.engine, word) for word in (bid, bid.removesuffix(SANS_KITTY)))
    return row.mean_points >= same.mean_points


def hides_some(advice: Advice) -> bool:
    """Return whether tables leave bids without the kitty out."""
    return any(group.bids != group.shown for group in groups_of(advice))


def panels_of(advice: Advice) -> list[tuple[str, ...]]:
    """Return the bids of each panel of a chart: one a denomination, with the kitty.

    Without it where the bid asked about is one of that denomination without the kitty.
    """
    groups = [group.bids for group in groups_of(advice)]
    asked = advice.asked.bid if advice.asked is not None else ""
    turned = denomination(asked) if without_kitty(asked) else None
    return [bids for bids in groups if without_kitty(bids[0]) == (denomination(bids[0]) == turned)]
