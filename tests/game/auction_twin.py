"""The law of the auction told a second time: a walk round the table with the calls as words.

`Auction` keeps a set of seats that are out and asks what follows; here somebody walks from chair to chair,
from the dealer's left, passes by those who are out, and stops where a call is missing.
"""

FAMILY = ("M", "OM", "BM", "DM", "BN")


def denomination(word):
    return "misère" if word in FAMILY else word.removesuffix("/sk").lstrip("106789")


def level(word):
    return 0 if word in ("P", *FAMILY) else int("".join(letter for letter in word if letter.isdecimal()))


class Walk:
    """`order` is the ladder as words, low to high, inkles first; `refused` the seats without misère."""

    def __init__(self, rules, order, inkles, dealer, refused=()):
        self.auction, self.misere, self.open_misere = rules.auction, rules.misere, rules.open_misere
        self.players, self.sides = rules.table.players, rules.table.sides
        self.order, self.inkles, self.dealer, self.refused = order, inkles, dealer, set(refused)
        self.words = {seat: [] for seat in range(self.players)}
        self.heard = []

    # --- what a seat may bid ---

    def partners(self, seat):
        teams = {"pairs": 2, "3v3": 2, "2v2v2": 3}.get(self.sides, self.players)
        return [other for other in range(self.players) if other != seat and (other - seat) % teams == 0]

    def height(self, word):
        return self.order.index(word.removesuffix("/sk"))

    def may(self, seat, word):
        bids = [call for call in self.heard if call != "P"]
        if bids and self.height(word) <= max(map(self.height, bids)):
            return False
        if word in self.inkles:
            return len(self.heard) < 2
        return word not in FAMILY or self.may_misere(seat, word)

    def may_misere(self, seat, word):
        top = max(map(level, self.heard), default=0)
        if seat in self.refused:
            return False
        if word == "OM":
            return top >= 8 or not self.open_misere.after_8
        if word == "BM" and self.words[seat]:
            return False
        if word == "DM" and not any("M" in self.words[other] for other in self.partners(seat)):
            return False
        return top >= 7 or self.misere.when == "anytime"

    def bids(self, seat, words):
        return [word for word in words if self.may(seat, word)]

    # --- the walk ---

    def asks(self, calls, words):
        """Walk through the calls made: (seat, words open to it) where one is missing, None at the end."""
        return self.one_round(calls, words) if self.auction.rounds == "one" else self.rounds(calls, words)

    def one_round(self, calls, words):
        for step, word in enumerate(calls):
            self.hear((self.dealer + 1 + step) % self.players, word)
        waiting = [(self.dealer + 1 + step) % self.players for step in range(len(calls), self.players)]
        bid = any(word != "P" and word not in self.inkles for word in calls)
        if not waiting or (bid and not any(self.bids(seat, words) for seat in waiting)):
            return None
        return waiting[0], self.choice(waiting[0], words, must=not bid)

    def rounds(self, calls, words):
        missing, seat = list(calls), self.dealer
        holder, silent, lately = None, set(), 0  # lately: calls since the holder's bid
        while True:
            seat = (seat + 1) % self.players
            if len(silent) == self.players:
                return None
            if seat == holder and (not self.auction.raise_own_bid or not lately):
                return None
            if seat in silent and seat != holder:
                continue
            if not missing:
                can_bid = {
                    other
                    for other in range(self.players)
                    if self.bids(other, words)
                    and (self.auction.raise_own_bid if other == holder else other not in silent)
                }
                live = holder is None or can_bid
                return (seat, self.choice(seat, words, must=holder is None)) if live else None
            word = missing.pop(0)
            raising = seat == holder
            before = [own for own in self.words[seat] if own != "P"]
            self.hear(seat, word)
            lately += 1
            if word == "P":
                silent.add(seat)
                if raising:
                    return None
                continue
            changed = bool(before) and denomination(before[-1]) != denomination(word)
            back_in = {
                "never": changed and raising,
                "always": True,
                "on_denomination_change": changed,
            }
            if back_in[self.auction.after_pass]:
                silent.clear()
            holder, lately = seat, 0

    def hear(self, seat, word):
        self.words[seat].append(word)
        self.heard.append(word)

    def choice(self, seat, words, must):
        forced = must and self.auction.all_pass == "force_dealer" and seat == self.dealer
        found = self.bids(seat, words)
        return [word for word in found if word not in self.inkles] if forced else ["P", *found]
