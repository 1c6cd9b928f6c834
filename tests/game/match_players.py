"""Simple deterministic players for matches: enough sense to bid, make and lose contracts of every kind."""

from fivehundred_sim.cards import JOKER, NO_TRUMP, parse_bid, parse_card
from fivehundred_sim.game.moves import format_move
from fivehundred_sim.game.trick import height, suits_in_play, trick_winner
from fivehundred_sim.rules.packs import pack, suit_of
from fivehundred_sim.rules.seats import partners_of

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
    """The word of a card: leads are high, a trick is won as cheaply as can be, a partner's is left to him."""
    moves = sorted(match.deal.play.moves(), key=lambda move: (cost(match, move), move.named or 0))
    misere = match.deal.bid is not None and match.deal.bid.is_misere
    chosen = (misere_move if misere else winning_move)(match, moves)
    return format_move(chosen, pack(match.rules))


def cost(match, move):
    """What a card is worth to its holder: jokers, then trumps, then by rank."""
    play = match.deal.play
    denomination = NO_TRUMP if play.bid is None else play.bid.denomination
    trump = denomination < NO_TRUMP and suit_of(match.rules, move.card, denomination) == denomination
    return (trump, height(move.card, denomination))


def winning_move(match, moves):
    play = match.deal.play
    if not play.trick:
        return moves[-1]
    winners = [move for move in moves if takes_trick(play, move)]
    return winners[0] if winners and not partner_holds_trick(match) else moves[0]


def misere_move(match, moves):
    """The contractor follows with the highest card that does not win; the others keep below him."""
    play = match.deal.play
    contractor = match.turn in play.side
    if not play.trick or (not contractor and len(moves) < len(match.deal.hands[match.turn])):
        return moves[0]
    losers = [move for move in moves if not takes_trick(play, move)]
    return (losers or moves)[-1]


def takes_trick(play, move):
    """Whether the trick on the table would be his who adds this card to it, were it full."""
    return winning_place(play, [*play.trick, move]) == len(play.trick)


def winning_place(play, trick):
    denomination = NO_TRUMP if play.bid is None else play.bid.denomination
    suits = suits_in_play(play.rules, denomination, play.nominations)
    cards = [move.card for move in trick]
    return trick_winner(cards, [suits[card] for card in cards], play.suit_led, denomination)


def partner_holds_trick(match):
    """Whether a seat of the player's own side, as far as the table knows, has the best card so far."""
    play = match.deal.play
    holder = play.history[-len(play.trick) :][winning_place(play, play.trick)].seat
    return holder in partners_of(match.rules, match.turn)


def act(match, wishes):
    """The text of the next action."""
    phase, legal = match.phase, match.legal()
    if phase == "auction":
        return call(match, wishes)
    if phase == "discard":
        return discard(match)
    if phase == "nominate":
        held = [card >> 4 for card in match.deal.hands[match.turn] if card < JOKER]
        choice = min if match.deal.bid.is_misere else max  # to be rid of it, or to have a long suit
        return "SCDH"[choice(range(4), key=held.count)]
    if phase == "partner":
        return legal[-1]
    return "YES" if phase == "redeal" else card_to_play(match)


def play_on(match, wishes, deals):
    """Play until so many deals have been played or dealt again, or the match is over."""
    while match.phase != "over" and len(match.standings) < deals:
        match.do(act(match, wishes))
