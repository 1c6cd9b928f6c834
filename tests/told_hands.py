"""What a player counts in a hand, told from the cards: the plain twin of `kernels.table.features`."""

from fivehundred_sim.cards import JOKER, RANKS, RED_JOKER
from fivehundred_sim.rules.packs import pack, suit_of

NINE, JACK, QUEEN, KING, ACE = (RANKS.index(rank) for rank in ("9", "J", "Q", "K", "A"))


def suits_of(rules, hand, denomination):
    """The cards of a hand by the suit they belong to in play; jokers without a suit under 4."""
    found = {suit: [] for suit in range(5)}
    for card in hand:
        found[suit_of(rules, card, denomination)].append(card)
    return found


def lengths_of(found, suits):
    return sorted((len(found[suit]) for suit in suits), reverse=True)


def trump_hand(rules, hand, trump):
    """trumps, top cards in letters, how many, side aces, voids, pattern."""
    found = suits_of(rules, hand, trump)
    names = {JOKER: "J" if rules.pack.jokers == 1 else "BJ", RED_JOKER: "RJ"}
    names |= {16 * trump + JACK: "R", 16 * (trump ^ 1) + JACK: "L", 16 * trump + ACE: "A"}
    order = list(names)
    tops = sorted((card for card in hand if card in names), key=order.index)
    sides = [suit for suit in range(4) if suit != trump]
    pattern = "-".join(map(str, lengths_of(found, sides)))
    return {
        "trumps": len(found[trump]),
        "tops": " ".join(names[card] for card in tops) or "-",
        "tops_held": len(tops),
        "side_aces": sum(16 * suit + ACE in hand for suit in sides),
        "voids": sum(not found[suit] for suit in sides),
        "shape": f"{len(found[trump])}:{pattern}",
    }


def is_stopped(cards):
    ranks = [card % 16 for card in cards]
    return ACE in ranks or (KING in ranks and len(ranks) >= 2) or (QUEEN in ranks and len(ranks) >= 3)


def jokers_of(rules, hand):
    names = {JOKER: "J" if rules.pack.jokers == 1 else "BJ", RED_JOKER: "RJ"}
    return " ".join(names[card] for card in (JOKER, RED_JOKER) if card in hand) or "-"


def open_pattern(found):
    return f"{'-'.join(map(str, lengths_of(found, range(4))))} {'J' * len(found[4])}".strip()


def no_trump_hand(rules, hand):
    found = suits_of(rules, hand, 4)
    return {
        "jokers": jokers_of(rules, hand),
        "aces": sum(16 * suit + ACE in hand for suit in range(4)),
        "stoppers": sum(is_stopped(found[suit]) for suit in range(4)),
        "longest": max(len(found[suit]) for suit in range(4)),
        "shape": open_pattern(found),
    }


def gaps_of(rules, cards):
    """The gaps of the worst card: cards missing below it, less own ones below it."""
    worst = 0
    for card in cards:
        below = [other for other in pack(rules) if other < JOKER and other >> 4 == card >> 4 and other < card]
        own = sum(other in cards for other in below)
        worst = max(worst, len(below) - own - own)
    return worst


def misere_hand(rules, hand):
    found = suits_of(rules, hand, 4)
    gaps = [gaps_of(rules, found[suit]) for suit in range(4)]
    return {
        "jokers": jokers_of(rules, hand),
        "gaps": min(sum(gaps), 20),
        "worst_gap": min(max(gaps), 9),
        "high_cards": sum(card < JOKER and card % 16 > NINE for card in hand),
        "shape": open_pattern(found),
    }


def told(rules, hand, strain):
    """Everything that is counted in a strain (0-6), as tables show it."""
    if strain < 4:
        return trump_hand(rules, hand, strain)
    return no_trump_hand(rules, hand) if strain == 4 else misere_hand(rules, hand)
