"""The law of jokers without a suit told a second time, in card words, from docs/rulings.md alone."""

SUITS = "SCDH"
JOKERS = ("JK", "BJ", "RJ")
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A", "RJ", "BJ", "JK"]


class Twin:
    """A hand in no-trump or misère. `seats` are those that play, in order from the leader."""

    def __init__(self, joker, misere, hands, seats, given):
        self.joker, self.misere, self.given = joker, misere, given
        self.low = misere and joker.misere_rank == "low"
        self.hands = [list(hand) for hand in hands]
        self.seats, self.led, self.table = list(seats), set(), []
        self.renounced = {seat: set() for seat in seats}
        self.called = None
        self.tricks = [0] * len(hands)

    @property
    def turn(self):
        return self.seats[len(self.table)]

    def suit(self, card):
        return self.given.get(card) if card in JOKERS else card[-1]

    def legal(self):
        hand = self.hands[self.turn]
        words = [card + name for card in hand for name in ["", *(f"={suit}" for suit in SUITS)]]
        allowed = self.may_follow if self.table else self.may_lead
        return {word for word in words if allowed(hand, *word.split("="))}

    def may_lead(self, hand, card, named=None):
        if self.suit(card) is not None:
            return named is None
        fits = {suit for suit in SUITS if self.fits(hand, suit)}
        return named in fits if self.joker.lead_binds else named is None and bool(fits)

    def fits(self, hand, suit):
        mine = {self.suit(card) for card in hand}
        if mine == {None}:
            return True
        led, renounced = suit in self.led, suit in self.renounced[self.turn]
        return {
            "any_suit": True,
            "unled_suit": not led,
            "unrenounced_suit": not renounced,
            "unled_or_exhausted": not led or not (suit in mine or renounced),
            "last_trick_only": False,
            "only_jokers_left": False,
        }[self.joker.lead]

    def may_follow(self, hand, card, named=None):
        if named is not None:
            return False
        if self.called is None or self.suit(card) == self.called:
            return True
        void = self.called not in [self.suit(other) for other in hand]
        if self.suit(card) is not None:
            forced = self.misere and self.joker.misere_forced and None in [self.suit(own) for own in hand]
            return void and not forced
        if void or self.low:
            return void
        return {
            "void_only": False,
            "first_round_or_void": self.called not in self.led,
            "unless_renounced": self.called not in self.renounced[self.turn],
            "always": True,
        }[self.joker.follow]

    def play(self, word):
        card, _, named = word.partition("=")
        seat = self.turn
        self.hands[seat].remove(card)
        if not self.table:
            self.called = named or self.suit(card)
        elif self.called and self.suit(card) not in (None, self.called):
            self.renounced[seat].add(self.called)
        self.table.append((seat, card))
        if len(self.table) == len(self.seats):
            self.finish()

    def finish(self):
        winner = self.winner()
        self.tricks[winner] += 1
        self.led |= {self.called} - {None}
        self.table, self.called = [], None
        turned = self.seats.index(winner)
        self.seats = self.seats[turned:] + self.seats[:turned]

    def winner(self):
        """The best joker that counts, else the highest card of the suit led, else the leader."""
        counting = [
            (card, seat)
            for place, (seat, card) in enumerate(self.table)
            if self.suit(card) is None and not self.low and not (place and self.worthless(seat))
        ]
        suited = [(card, seat) for seat, card in self.table if self.called and self.suit(card) == self.called]
        best = counting or suited or [(self.table[0][1], self.seats[0])]
        return max(best, key=lambda own: RANKS.index(own[0] if own[0] in JOKERS else own[0][:-1]))[1]

    def worthless(self, seat):
        return self.joker.renounced_worthless and self.called in self.renounced[seat]
