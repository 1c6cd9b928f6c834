"""Simple deterministic players for matches: enough sense to bid, make and lose contracts of every kind."""

from fivehundred_sim.cards import JOKER, NO_TRUMP, parse_bid, parse_card
from fivehundred_sim.rules.packs import pack, suit_of

ACE, KING, NINE = 15, 14, 7


def rank(card):
    return 20 if card >= JOKER else card & 15


def tricks_hoped_for(rules, hand, denomination):
    if denomination < NO_TRUMP:
        trumps = [card for card in hand if suit_of(rules, card, denomination) == denomination]
        aces = sum(rank(card) == ACE for card in hand if card not in trumps)
        return len(trumps) + aces + 1
    jokers = sum(card >= JOKER for card in hand)
    return 2 * jokers + sum(rank(card) == ACE for card in hand) + sum(rank(card) == KING for card in hand) / 2


def call(match, wishes):
    """A call wished for in this deal as soon as it is legal, else the cheapest of the best denomination."""
    legal, deal = match.legal(), match.deal
    for wish in wishes.get(len(match.deals), ()):
        if wish in legal:
            return wish
    hand = deal.hands[match.turn]
    if sum(rank(card) <= NINE for card in hand) >= 9 and "M" in legal:
        return "M"
    hopes = [tricks_hoped_for(match.rules, hand, denomination) for denomination in range(5)]
    best = max(range(5), key=lambda denomination: hopes[denomination])
    for word in legal:
        bid = None if word in ("P", "REDEAL") else parse_bid(word)
        if bid and bid.denomination == best and not bid.sans_kitty and bid.level <= hopes[best]:
            return word
    return legal[0]


def discard(match):
    deal, rules = match.deal, match.rules
    cards = pack(rules)
    held = sorted((parse_card(word, cards) for word in match.legal()), key=rank)
    if deal.bid.is_misere:
        thrown = held[-rules.pack.kitty :]
    else:
        trump = deal.bid.denomination
        plain = [card for card in held if suit_of(rules, card, trump) != trump and card < JOKER]
        thrown = (plain + [card for card in held if card not in plain])[: rules.pack.kitty]
    return " ".join(word for word in match.legal() if parse_card(word, cards) in thrown)


def card_to_play(match):
    """High cards to lead and to win with; in misère the contractor keeps low and the others throw high."""
    deal, cards = match.deal, pack(match.rules)
    moves = sorted(match.legal(), key=lambda word: (rank(parse_card(word.split("=")[0], cards)), word))
    play = deal.play
    if deal.bid is not None and deal.bid.is_misere:
        return moves[0] if match.turn == deal.contractor or not play.trick else moves[-1]
    follows = play.suit_led is None or len(moves) < len(deal.hands[match.turn])
    return moves[-1] if follows and len(play.trick) != 1 else moves[0]


def act(match, wishes):
    """The text of the next action."""
    phase, legal = match.phase, match.legal()
    if phase == "auction":
        return call(match, wishes)
    if phase == "discard":
        return discard(match)
    if phase == "nominate":
        held = [card >> 4 for card in match.deal.hands[match.turn] if card < JOKER]
        return "SCDH"[min(range(4), key=held.count)] if match.deal.bid.is_misere else legal[0]
    if phase == "partner":
        return legal[-1]
    return "YES" if phase == "redeal" else card_to_play(match)


def play_on(match, wishes, deals):
    """Play until so many deals have been played or dealt again, or the match is over."""
    while match.phase != "over" and len(match.standings) < deals:
        match.do(act(match, wishes))
