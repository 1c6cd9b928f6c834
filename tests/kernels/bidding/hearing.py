"""What calls say, once more and readably: from the list of calls, by names, without running words."""

from fivehundred_sim.cards import NO_TRUMP
from fivehundred_sim.kernels.bidding import styles as at
from fivehundred_sim.rules.seats import partners_of

JOKER_SHOWN, ACE_SHOWN = "joker", "ace"


def shown(style, bid, inkle):
    """What a first call shows by a convention of its caller."""
    if bid.level != 6:
        return None
    if bid.denomination < NO_TRUMP:
        return ACE_SHOWN if "aces-up-the-line" in style.conventions else None
    if {"joker-six-nt", "aces-up-the-line"} & set(style.conventions):
        return JOKER_SHOWN
    return JOKER_SHOWN if inkle and "inkles" in style.conventions else None


class Heard:
    """What a seat hears: calls is a list of (seat, Bid, is it an inkle), styles those of all seats."""

    def __init__(self, rules, seat, calls, styles):
        self.seat, self.calls, self.styles = seat, calls, styles
        self.partners = partners_of(rules, seat)
        self.opponents = [s for s in range(rules.table.players) if s != seat and s not in self.partners]

    def of(self, seat):
        return [(i, bid, inkle) for i, (who, bid, inkle) in enumerate(self.calls) if who == seat]

    def first_shows(self, seat):
        first = self.of(seat)[:1]
        return shown(self.styles[seat], *first[0][1:]) if first and not first[0][1].is_pass else None

    def last_bid(self, seat):
        """The place and the bid of a seat's last call that is no pass, None without."""
        bids = [(i, bid) for i, bid, _ in self.of(seat) if not bid.is_pass]
        return bids[-1] if bids else None

    def natural(self, seats):
        """The last bids of some seats but those that only show a card by a convention: (place, bid)."""
        said = [(seat, self.last_bid(seat)) for seat in seats if self.last_bid(seat)]
        return [bid for seat, bid in said if not (self.first_shows(seat) and bid[0] == self.of(seat)[0][0])]

    def passed(self, seats):
        return sum(1 for seat in seats if self.of(seat) and not self.last_bid(seat))

    def features(self):
        """Return all of it as {place in the kernel's row: number}; what is missing is 0."""
        ours, theirs = self.natural(self.partners), self.natural(self.opponents)
        found = {}
        for place, level, bids in ((at.WITH, at.LEVEL_WITH, ours), (at.AGAINST, None, theirs)):
            for denomination in range(5):
                levels = [bid.level - 6 for _, bid in bids if bid.denomination == denomination]
                found[place + denomination] = len(levels)
                if level is not None:
                    found[level + denomination] = max(levels, default=0)
        number = max(len(self.partners), 1)
        found[at.PARTNERS_BID] = len(ours) / number
        found[at.PARTNERS_PASSED] = self.passed(self.partners) / number
        found[at.OPPONENTS_BID], found[at.OPPONENTS_PASSED] = len(theirs), self.passed(self.opponents)
        for level, miseres, bids in (
            (at.PARTNERS_LEVEL, at.PARTNERS_MISERE, ours),
            (at.OPPONENTS_LEVEL, at.OPPONENTS_MISERE, theirs),
        ):
            found[level] = max((bid.level - 6 for _, bid in bids if bid.level), default=0)
            found[miseres] = sum(bid.is_misere for _, bid in bids)
        found[at.PARTNER_JOKER] = any(self.first_shows(seat) == JOKER_SHOWN for seat in self.partners)
        found[at.OPPONENT_JOKER] = any(self.first_shows(seat) == JOKER_SHOWN for seat in self.opponents)
        aces = {
            self.of(seat)[0][1].denomination for seat in self.partners if self.first_shows(seat) == ACE_SHOWN
        }
        found[at.PARTNER_ACES] = sum(1 << suit for suit in aces)
        found[at.PARTNERS_WAITING] = sum(1 for seat in self.partners if not self.of(seat))
        return found | self.about_own_bid()

    def about_own_bid(self):
        own = self.last_bid(self.seat)
        if own is None:
            return {}
        found = {at.OWN_BID: 1 + own[1].denomination}
        for place, bid in filter(None, map(self.last_bid, self.partners)):
            if bid.denomination == own[1].denomination and bid.denomination <= NO_TRUMP:
                found[at.RAISED + bid.denomination] = place > own[0]
        return found
