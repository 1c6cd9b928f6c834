"""Which card the general solver tries first. Order changes only speed, never a result."""

import numpy as np

from fivehundred_sim.kernels._jit import Int, Word, kernel, load, popcount, store
from fivehundred_sim.kernels.dense import table as tt
from fivehundred_sim.kernels.dense.law import may_name
from fivehundred_sim.kernels.dense.ranges import length_of, range_of, run_tops
from fivehundred_sim.kernels.dense.sure import every_card, is_in
from fivehundred_sim.kernels.lanes import ONE, ZERO, above, low_bit, top_bit
from fivehundred_sim.kernels.solver_order import (
    LEFT_LENGTH,
    LEFT_RUFFS,
    LEFT_TOP,
    LENGTH,
    LOWER,
    PARTNER_LENGTH,
    PARTNER_RUFFS,
    PARTNER_TOP,
    PLAIN,
    RIGHT_LENGTH,
    RIGHT_RUFFS,
    RIGHT_TOP,
    SECOND_TO_LEFT,
    SECOND_TO_PARTNER,
    SECOND_TO_RIGHT,
    SINGLETON,
    TOP,
    TOP_AND_SECOND,
    TOP_PARTNER_SECOND,
    UNDER_OWN_TOP,
)

_NOTHING_TO_DRAW, _TOP_TRUMP, _UNDER_TOP_TRUMP, _TO_PARTNERS_TRUMP, _TO_THEIR_TRUMP = -24, 17, -27, 16, 4
_PARTNERS_TRUMPS, _LOWER_TRUMPS = 1, -5
_JOKER, _JOKER_FOES, _JOKER_OWN, _JOKER_PARTNER = -1, -2, 7, 9
_FORCES = 40  # a lead under every card that an avoiding hand has in the suit
_MINE, _FRIEND, _LEFT, _RIGHT = np.int64(0), np.int64(1), np.int64(2), np.int64(3)


@kernel()
def set_roles(base: Word) -> None:
    """Write what each seat is to each leader: himself, partner, opponent before a partner, or another."""
    seats, side = np.int64(load(base, tt.SEATS)), load(base, tt.COUNTED)
    for leader in range(seats):
        team, partner_follows = side if is_in(side, leader) else ~side, False
        for step in range(seats):
            seat = (leader + seats - step) % seats  # backwards
            if step == 0:
                role = _MINE
            elif is_in(team, seat):
                role, partner_follows = _FRIEND, True
            else:
                role = _LEFT if partner_follows else _RIGHT
            store(base, tt.ROLES + 6 * leader + seat, np.uint64(role))


@kernel(forceinline=True)
def role_of(base: Word, leader: Int, seat: Int) -> Int:
    """Return what a seat is to the leader."""
    return np.int64(load(base, tt.ROLES + 6 * leader + seat))


@kernel(forceinline=True)
def next_seat(base: Word, seat: Int) -> Int:
    """Return the next seat clockwise."""
    seat += 1
    return seat if seat < np.int64(load(base, tt.SEATS)) else np.int64(0)


@kernel()
def owner_of(base: Word, frame: Word, card: Word) -> Int:
    """Return the seat that holds a card."""
    for seat in range(np.int64(load(base, tt.SEATS))):
        if (load(frame, tt.HANDS + seat) & card) != ZERO:
            return np.int64(seat)
    return np.int64(-1)


@kernel()
def trump_lead_scores(base: Word, frame: Word, leader: Int, team: Word, cards: Word) -> tuple[Int, Int]:
    """Return the scores of the top trump and of any other trump as a lead."""
    trump = load(base, tt.TRUMP)
    friends, foes = np.int64(0), np.int64(0)
    for seat in range(np.int64(load(base, tt.SEATS))):
        if seat != leader:
            n = length_of(frame, seat, 3)
            if is_in(team, seat):
                friends += n
            else:
                foes += n
    if foes == 0:
        return np.int64(_NOTHING_TO_DRAW), np.int64(_NOTHING_TO_DRAW)
    owner = owner_of(base, frame, top_bit(cards & trump))
    rest = np.int64(_PARTNERS_TRUMPS) * friends
    if owner == leader:
        return _TOP_TRUMP + rest, _UNDER_TOP_TRUMP + rest
    other = _TO_PARTNERS_TRUMP if is_in(team, owner) else _TO_THEIR_TRUMP
    return other + rest, other + rest


@kernel()
def suit_score(base: Word, frame: Word, leader: Int, row: Int, suit: Int) -> Int:
    """Return what every lead of a plain suit is worth for the lengths of the hands and who may ruff."""
    power = load(base, tt.TRUMP) | load(base, tt.JOKERS)
    length = length_of(frame, leader, suit)
    score = PLAIN[row, LENGTH] * length + PLAIN[row, SINGLETON] * np.int64(length == 1)
    for seat in range(np.int64(load(base, tt.SEATS))):
        role = role_of(base, leader, seat)
        if role == _MINE:
            continue
        n = length_of(frame, seat, suit)
        ruffs = np.int64(n == 0 and (load(frame, tt.HANDS + seat) & power) != ZERO)
        if role == _FRIEND:
            score += PLAIN[row, PARTNER_LENGTH] * n + PLAIN[row, PARTNER_RUFFS] * ruffs
        elif role == _LEFT:
            score += PLAIN[row, LEFT_LENGTH] * n + PLAIN[row, LEFT_RUFFS] * ruffs
        else:
            score += PLAIN[row, RIGHT_LENGTH] * n + PLAIN[row, RIGHT_RUFFS] * ruffs
    return score


@kernel()
def honour_scores(base: Word, frame: Word, leader: Int, row: Int, span: Word) -> tuple[Int, Int, Int]:
    """Return the scores of leading the top card, the second and any other, for who holds those two."""
    top = top_bit(span)
    second = top_bit(span ^ top)
    owner = role_of(base, leader, owner_of(base, frame, top))
    next_owner = _MINE
    if second != ZERO:
        next_owner = role_of(base, leader, owner_of(base, frame, second))
    if owner == _MINE:
        first = PLAIN[row, TOP] + PLAIN[row, TOP_AND_SECOND] * np.int64(next_owner == _MINE)
        first += PLAIN[row, TOP_PARTNER_SECOND] * np.int64(next_owner == _FRIEND)
        return first, PLAIN[row, UNDER_OWN_TOP], PLAIN[row, UNDER_OWN_TOP]
    if owner == _FRIEND:
        other = PLAIN[row, PARTNER_TOP]
        return other, other + PLAIN[row, SECOND_TO_PARTNER], other
    if owner == _LEFT:
        other = PLAIN[row, LEFT_TOP]
        return other, other + PLAIN[row, SECOND_TO_LEFT], other
    other = PLAIN[row, RIGHT_TOP]
    return other, other + PLAIN[row, SECOND_TO_RIGHT], other


@kernel()
def place_suit(base: Word, frame: Word, count: Int, leader: Int, team: Word, cards: Word, suit: Int) -> Int:
    """Insert the leads of one suit into the list of a contract that wants tricks; returns the new count."""
    span = load(base, tt.SUITS + suit)
    own = load(frame, tt.HANDS + leader) & span
    if own == ZERO:
        return count
    trump, row = load(base, tt.TRUMP), np.int64(0)
    if trump == ZERO:
        row = np.int64(1)
    if span == trump:
        first, other = trump_lead_scores(base, frame, leader, team, cards)
        second, general, lower = other, np.int64(0), np.int64(_LOWER_TRUMPS)
    else:
        first, second, other = honour_scores(base, frame, leader, row, cards & span)
        general, lower = suit_score(base, frame, leader, row, suit), PLAIN[row, LOWER]
    top = top_bit(cards & span)
    next_top = top_bit((cards & span) ^ top)
    rest = run_tops(base, own)
    while rest != ZERO:
        card = low_bit(rest)
        rest ^= card
        score = first if card == top else (second if card == next_top else other)
        score += general + lower * popcount(own & (card - ONE))
        count = place(frame, count, card, span, score)
    return count


@kernel()
def place_avoiding(base: Word, frame: Word, count: Int, leader: Int, cards: Word) -> Int:
    """Insert the plain leads of a misère into the list; returns the new count.

    Low cards first; an opponent best leads under all that an avoiding hand has in a suit.
    """
    side, hidden = load(base, tt.COUNTED), ZERO
    for seat in range(np.int64(load(base, tt.SEATS))):
        if is_in(side, seat):
            hidden |= load(frame, tt.HANDS + seat)
    attacks = not is_in(side, leader)
    rest = run_tops(base, load(frame, tt.HANDS + leader) & ~load(base, tt.JOKERS))
    while rest != ZERO:
        card = low_bit(rest)
        rest ^= card
        span = range_of(base, card)
        score = -popcount(cards & span & (card - ONE))
        if attacks and (hidden & span) != ZERO and (hidden & span & (card - ONE)) == ZERO:
            score += _FORCES
        count = place(frame, count, card, span, score)
    return count


@kernel()
def place_joker(base: Word, frame: Word, count: Int, leader: Int, team: Word, cards: Word) -> Int:
    """Insert a suitless joker into the list, once for each suit it may name; returns the new count.

    While it is the only joker, suits that nobody else holds are the same lead. A joker that names no suit is
    one lead, to the empty range.
    """
    hand = load(frame, tt.HANDS + leader)
    joker = top_bit(hand & load(base, tt.JOKERS))
    single = popcount(cards & load(base, tt.JOKERS)) == 1
    nobody = False
    for suit in range(4):
        if not may_name(base, frame, leader, hand, suit):
            continue
        if load(base, tt.BINDS) == ZERO:
            return place(frame, count, joker, ZERO, np.int64(_JOKER))
        friends, foes = np.int64(0), np.int64(0)
        for seat in range(np.int64(load(base, tt.SEATS))):
            if seat != leader:
                n = length_of(frame, seat, suit)
                if is_in(team, seat):
                    friends += n
                else:
                    foes += n
        if single and friends + foes == 0:
            if nobody:
                continue
            nobody = True
        score = _JOKER + _JOKER_FOES * foes + _JOKER_PARTNER * friends
        score += _JOKER_OWN * length_of(frame, leader, suit)
        count = place(frame, count, joker, load(base, tt.SUITS + suit), np.int64(score))
    return count


@kernel()
def order_leads(base: Word, frame: Word, leader: Int) -> Word:
    """Write the leads worth trying to the frame, best first: a count, then (card, range, score) words.

    Returns the mask of all lead cards.
    """
    hand, cards, side = load(frame, tt.HANDS + leader), every_card(frame), load(base, tt.COUNTED)
    team = side if is_in(side, leader) else ~side
    count = np.int64(0)
    if load(base, tt.AVOIDS) != ZERO:
        count = place_avoiding(base, frame, count, leader, cards)
    else:
        for suit in range(4):
            count = place_suit(base, frame, count, leader, team, cards, suit)
    if (hand & load(base, tt.JOKERS)) != ZERO:
        count = place_joker(base, frame, count, leader, team, cards)
    store(frame, tt.LEADS, np.uint64(count))
    return run_tops(base, hand)


@kernel()
def place(frame: Word, count: Int, card: Word, span: Word, score: Int) -> Int:
    """Insert one lead into the sorted list; returns the new count."""
    at = tt.LEADS + 1 + 3 * count
    while at > tt.LEADS + 1 and np.int64(load(frame, at - 1)) < score:
        for i in range(3):
            store(frame, at + i, load(frame, at - 3 + i))
        at -= 3
    store(frame, at, card)
    store(frame, at + 1, span)
    store(frame, at + 2, np.uint64(score))
    return count + 1


@kernel()
def winning_cards(
    base: Word, frame: Word, seat: Int, turn: Int, led: Word, best: Word, best_seat: Int
) -> Word:
    """Return the cards that a follower who wants the trick should win it with, 0 if he had best play low.

    That is so when his side is winning it anyway, or a partner behind him can; `turn` seats have played.
    """
    seats, side, strong = np.int64(load(base, tt.SEATS)), load(base, tt.COUNTED), led | load(base, tt.POWER)
    team = side if is_in(side, seat) else ~side
    hope, bar = ZERO, best
    other = seat
    for _ in range(turn + 1, seats):
        other = next_seat(base, other)
        hand = load(frame, tt.HANDS + other)
        threat = hand & led
        if threat == ZERO:
            threat = hand & strong
        if is_in(team, other):
            hope = max(hope, threat)
        else:
            bar = max(bar, threat)
    bar = top_bit(bar)
    if top_bit(hope) > bar or (is_in(team, best_seat) and top_bit(best) == bar):
        return ZERO
    return strong & above(bar)


@kernel()
def cards_to_shed(base: Word, seat: Int, turn: Int, led: Word, best: Word, best_seat: Int) -> Word:
    """Return the cards that an opponent of a misère had best play from the top, 0 if he had best play low.

    Low while a hand that wants no trick is still to play. After that he sheds: anything, or what lies under
    the card with which such a hand is winning.
    """
    side, other = load(base, tt.COUNTED), seat
    for _ in range(turn + 1, np.int64(load(base, tt.SEATS))):
        other = next_seat(base, other)
        if is_in(side, other):
            return ZERO
    return best - ONE if is_in(side, best_seat) else ~ZERO


@kernel()
def ducking_card(base: Word, candidates: Word, best: Word, led: Word) -> Word:
    """Return the card that a hand which wants no trick tries next: as high as it can under the best card.

    Void, it throws the card that lies highest in its suit.
    """
    follows = candidates & led
    if follows != ZERO:
        under = follows & ~above(best) if best != ZERO else ZERO
        return top_bit(under) if under != ZERO else low_bit(follows)
    return highest_in_suit(base, candidates)


@kernel()
def highest_in_suit(base: Word, candidates: Word) -> Word:
    """Return the candidate that lies highest in its suit."""
    chosen, height = ZERO, np.int64(-1)
    while candidates != ZERO:
        card = low_bit(candidates)
        candidates ^= card
        place_in_suit = popcount((card - ONE) & range_of(base, card))
        if place_in_suit >= height:
            chosen, height = card, place_in_suit
    return chosen


@kernel(forceinline=True)
def next_lead(frame: Word, candidates: Word, lead: Int) -> tuple[Word, Word, Int]:
    """Return (card, range, index after it) of the next lead listed that is still a candidate, or card 0."""
    while lead < np.int64(load(frame, tt.LEADS)):
        at = tt.LEADS + 1 + 3 * lead
        lead += 1
        if (load(frame, at) & candidates) != ZERO:
            return load(frame, at), load(frame, at + 1), lead
    return ZERO, ZERO, lead


@kernel(forceinline=True)
def preferred_cards(
    base: Word, frame: Word, seat: Int, turn: Int, led: Word, best: Word, best_seat: Int
) -> Word:
    """Return the cards that a follower had best play: see `winning_cards` and `cards_to_shed`."""
    if load(base, tt.AVOIDS) != ZERO:
        return cards_to_shed(base, seat, turn, led, best, best_seat)
    return winning_cards(base, frame, seat, turn, led, best, best_seat)


@kernel(forceinline=True)
def next_card(base: Word, candidates: Word, preferred: Word, wants: Int, best: Word, led: Word) -> Word:
    """Return the candidate that a follower tries next: the cheapest preferred one, else the lowest.

    In misère whoever does not want the side to take tricks ducks, and the others shed from the top.
    """
    chosen = candidates & preferred
    if load(base, tt.AVOIDS) != ZERO:
        if wants == 0:
            return ducking_card(base, candidates, best, led)
        if chosen != ZERO:
            return top_bit(chosen) if (candidates & led) != ZERO else highest_in_suit(base, chosen)
    return low_bit(chosen) if chosen != ZERO else low_bit(candidates)
