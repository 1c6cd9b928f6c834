"""The six published counts once more, from card names: sets and sorted lists instead of codes and bits.

A hand is a tuple of card codes; `Twin(rules)` knows the pack. Each count returns five levels, None for a
denomination that it would not bid. `helped` is how many bids (partners, opponents) each denomination has had.
"""

from math import floor

from fivehundred_sim.cards import JOKER, NO_TRUMP, RED_JOKER
from fivehundred_sim.rules.packs import pack, suit_of

JACK, QUEEN, KING, ACE = 12, 13, 14, 15


class Twin:
    def __init__(self, rules):
        self.rules, self.cards = rules, pack(rules)

    def rank_in(self, card, strain):
        """A number that orders the cards of one effective suit."""
        if card >= JOKER:
            return 200 - card  # the black joker (64) is above the red one (65)
        if card % 16 == JACK and strain < NO_TRUMP and self.suit(card, strain) == strain:
            return 51 if card >> 4 == strain else 50
        return card % 16

    def suit(self, card, strain):
        return suit_of(self.rules, card, strain)

    def order(self, suit, strain):
        """The cards of an effective suit in the whole pack, high to low."""
        mates = [card for card in self.cards if self.suit(card, strain) == suit]
        return sorted(mates, key=lambda card: -self.rank_in(card, strain))

    def held(self, hand, suit, strain):
        return [card for card in self.order(suit, strain) if card in hand]

    def sides(self, hand, strain):
        return [self.held(hand, suit, strain) for suit in range(4) if suit != strain]

    def row(self, hand, suit, strain, starts=None):
        """How many cards follow one another without a gap, from the best one if it is one of `starts`."""
        held, order = self.held(hand, suit, strain), self.order(suit, strain)
        if not held or (starts is not None and held[0] % 16 not in starts):
            return 0
        begin, length = order.index(held[0]), 0
        while begin + length < len(order) and order[begin + length] in hand:
            length += 1
        return length

    def winners(self, hand, trumps, strain):
        """T-BOT's trumps: those above the ace, and the row from it, or without all these from the best."""
        above = [card for card in trumps if self.rank_in(card, strain) > ACE]
        ace = strain * 16 + ACE
        if above and ace not in hand:
            return len(above)
        lower = tuple(card for card in hand if card not in above)
        return len(above) + self.row(lower, strain, strain)

    # --- the six ---

    def trick_bot(self, hand, helped, alone):
        levels = []
        joker = any(card >= JOKER for card in hand)
        for strain in range(5):
            trumps = self.held(hand, strain, strain) if strain < NO_TRUMP else []
            if strain == NO_TRUMP:
                own = sum(card >= JOKER for card in hand)
                own += sum(self.row(hand, suit, strain, (ACE, KING, QUEEN)) for suit in range(4))
                bids = joker or helped[strain][0] > 0
            else:
                bids = len(trumps) >= 4
                own = self.winners(hand, trumps, strain)
                for side in self.sides(hand, strain):
                    own += {0: 2, 1: 1}.get(len(side), 0) + sum(card % 16 in (ACE, KING) for card in side)
                own -= max(5 - len(trumps), 0)
                own -= bool(trumps) and self.rank_in(trumps[0], strain) < ACE
            if not bids or helped[strain][1] > 0:
                levels.append(None)
                continue
            brought = (1 if alone else 2) + 1
            if own >= 8:
                brought = 0
            elif own > 4:
                brought *= 4 / own
            levels.append(min(own + brought, 10 if joker else 8))
        return levels

    def mcg(self, hand, helped, alone):
        levels = []
        jokers = [card for card in self.cards if card >= JOKER]
        worth = dict(zip(jokers, (6, 5), strict=False))
        bands = [(6, 9, 11, 14, 16)] * 4 + [(9, 13, 17, 21, 25)]
        for strain in range(5):
            points = 5 * (helped[strain][0] > 0) - 4 * helped[strain][1] + sum(worth.get(c, 0) for c in hand)
            if strain < NO_TRUMP:
                trumps = self.held(hand, strain, strain)
                for card in trumps:
                    points += {51: 4, 50: 3, ACE: 2, KING: 1}.get(self.rank_in(card, strain), 0)
                points += 2 * max(len(trumps) - 4, 0)
                fit = len(trumps) >= 4 and points >= 7
            else:
                points += sum({ACE: 4, KING: 3, QUEEN: 2, JACK: 1}.get(c % 16, 0) for c in hand if c < JOKER)
                fit = all(len(self.held(hand, suit, strain)) >= 2 for suit in range(4))
            starts = bands[strain]
            if not fit or points < starts[0]:
                levels.append(None)
            elif points >= starts[-1]:
                levels.append(10)
            else:
                k = max(i for i in range(4) if points >= starts[i])
                levels.append(6 + k + (points - starts[k]) / (starts[k + 1] - starts[k]))
        return levels

    def hen(self, hand, helped, alone):
        over = 0.5 if any(sum(bids) for bids in helped) else 0
        levels = []
        jokers = sum(card >= JOKER for card in hand)
        for strain in range(5):
            tricks = 1.1 * jokers
            trumps = self.held(hand, strain, strain) if strain < NO_TRUMP else []
            ranks = {self.rank_in(card, strain) for card in trumps}
            if strain < NO_TRUMP:
                right, left = 51 in ranks, 50 in ranks
                tricks += right + 0.9 * left + (jokers > 0 and right) * (0.5 if left else 0.4)
                led = jokers > 0 or right or left
                tricks += (ACE in ranks) * (0.7 if led else 0.5) + (KING in ranks) * (0.4 if led else 0.2)
                tricks += 0.15 * (QUEEN in ranks)
                tricks += {4: 0.3, 5: 0.7, 6: 1.0}.get(len(trumps), 1.5 if len(trumps) > 6 else 0)
            for side in self.sides(hand, strain):
                ranks = [card % 16 for card in side]
                if ACE in ranks:
                    tricks += {1: 0.85, 2: 0.85, 3: 0.7}.get(len(side), 0.6)
                if KING in ranks:
                    tricks += 0.7 if ACE in ranks else 0.4 if len(side) > 1 else 0.15
                if len(trumps) >= 4:
                    tricks += {0: 0.8, 1: 0.4}.get(len(side), 0)
            levels.append(min(tricks + over, 10))
        return levels

    def zh(self, hand, helped, alone):
        levels = []
        for strain in range(4):
            trumps = self.held(hand, strain, strain)
            ranks = [self.rank_in(card, strain) for card in trumps]
            worth = {51: 1, 50: 0.9, ACE: 0.75, 200 - JOKER: 1.25, 200 - RED_JOKER: 1.25}
            tricks = 3.8 + sum(worth.get(rank, 0) for rank in ranks) + 0.12 * max(len(trumps) - 4, 0)
            printed = [c for c in self.cards if c < JOKER and self.suit(c, strain) == strain]
            more = len(trumps) - 10 * (len(printed) - 1) / len(self.cards)  # the left bower is not printed so
            tricks += more * (0.16 if more > 0 else 0.12)
            for side in self.sides(hand, strain):
                tricks += 0.4 * (ACE in [card % 16 for card in side]) + 0.1 * (not side)
            if not {51, ACE} & set(ranks) and sum(rank >= KING for rank in ranks) <= 2:
                tricks -= 0.8
            levels.append(min(max(tricks, 3.2), 8.6))
        return [*levels, None]

    def ari(self, hand, helped, alone):
        levels = []
        jokers = sum(card >= JOKER for card in hand)
        for strain in range(4):
            printed = [card for card in hand if card >> 4 == strain]
            order = self.order(strain, NO_TRUMP)
            tricks = 2 * jokers + len(printed) + sum(max(14 - order.index(c), 2) for c in printed) / 20
            tricks += 0.5 * ((strain ^ 1) * 16 + JACK in hand)
            tricks += sum(suit * 16 + ACE in hand for suit in range(4) if suit != strain)
            levels.append(min(floor(tricks + 0.5), 10))
        rows = 2 * jokers + 3 + sum(self.row(hand, suit, NO_TRUMP, (ACE,)) for suit in range(4))
        return [*levels, min(rows, 10 if jokers else 7)]

    def patrick(self, hand, helped, alone):
        jokers = sum(card >= JOKER for card in hand)
        aces = sum(card % 16 == ACE for card in hand if card < JOKER)
        levels = []
        for strain in range(4):
            trumps = [c for c in self.held(hand, strain, strain) if c < JOKER]
            jacks = sum(card % 16 == JACK for card in trumps)
            small = sum(card % 16 < JACK for card in trumps)
            levels.append(min(2 * jokers + 2 * jacks + aces + small, 10))
        court = sum(card % 16 in (KING, QUEEN) for card in hand if card < JOKER)
        return [*levels, min(3 * jokers + aces + court, 10)]
