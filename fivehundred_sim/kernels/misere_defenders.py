"""The two defenders against a misère: what they believe of the contractor, what they lead, follow and throw.

Each chooses from his own cards and the public state alone; docs/players.md says it in words. Chances are
those of cards falling at random: each card that a player may hold is with him with the same chance.
"""

from fivehundred_sim.kernels._jit import Int, Real, Word, kernel, load, popcount
from fivehundred_sim.kernels.knowledge import DENIED, EXPOSED, LED, PLAYED, VOID, lane_mask
from fivehundred_sim.kernels.lanes import JOKER, ONE, ZERO, above, low_bit, top_bit

# Weights of a lead against an open hand (docs/players.md), fitted to games between these players.
_OPEN_CAUGHT = 1.0
_OPEN_NEXT = 0.347
_OPEN_LOOSER = 0.341
_OPEN_LEFT = 0.126
_OPEN_KEEPS_LEAD = 0.187
_OPEN_HIGH = -0.242
_OPEN_VOID = -0.241
_OPEN_THROWS = -0.245
_OPEN_AGAIN = -0.032
# The same against a closed hand.
_SOON = 0.85
_UNDER = 0.24
_OVER = -0.25
_VOID = -0.31
_OTHER_VOID = 1.0
_OTHER_LOWER = 0.34
_LOWER_OUT = -0.117
_NEXT_LOWER_OUT = -0.052
_LONG = -0.028
_CONTRACTOR_LED = -0.34
_HIGH = -0.17
_OTHER_HOLDS = 0.9
# A defender's discard: attack lost with the card, cards of the contractor above it, length, suit he lacks.
_LOSS = 2.0
_ABOVE = 0.3
_SHORT = 0.05
_USELESS = 0.45
_ROUNDS = 3  # how often a suit is led in the plans that weigh a discard
_DECAY = 1.5  # what a later round counts against the one before


@kernel()
def power(base: Real, n: Int) -> Real:
    """Return base ** n for small n, without the library call."""
    result = 1.0
    for _ in range(n):
        result *= base
    return result


@kernel()
def contractor_may(rest: Word, public: Word) -> Word:
    """Return what the contractor may hold as the defender at `seat` sees it, or does hold when he lies open.

    What he did not play is believed not to be there: he follows with the highest card that loses, and throws
    the top of a suit.
    """
    if load(public, EXPOSED):
        return load(public, EXPOSED) & ~load(public, PLAYED)
    believed = rest & ~load(public, VOID) & ~load(public, DENIED)
    return believed if believed else rest & ~load(public, VOID)


@kernel()
def _density(hand: Word, contractor: Word, public: Word) -> Real:
    """Return the chance that the contractor holds one given card of those he may hold."""
    if load(public, EXPOSED):
        return 1.0
    held = popcount(hand)
    possible = popcount(contractor)
    return min(1.0, held / possible) if possible else 0.0


@kernel()
def _at_most(n: Int, most: Int, chance: Real) -> Real:
    """Return the chance of at most `most` (0 to 3) successes in n trials."""
    miss = 1.0 - chance
    if n <= most:
        return 1.0
    if miss <= 0.0:
        return 0.0
    term = power(miss, n)
    total = term
    for k in range(1, most + 1):
        term *= chance * (n - k + 1) / (miss * k)
        total += term
    return total


@kernel()
def _loose(theirs: Word, mine: Word, others: Word, chance: Real) -> Real:
    """Return how loose an open suit of the contractor is: the gaps under his cards beyond those he covers.

    The other defender holds each of `others` with the same chance. A gap counts less under a card that has
    cards of his own below it.
    """
    loose = 0.0
    covered = 0.0
    while theirs:
        card = low_bit(theirs)
        theirs ^= card
        gaps = popcount(mine & (card - ONE)) + chance * popcount(others & (card - ONE)) - covered
        covered += 1.0
        if gaps > 0.0:
            loose += gaps / covered
    return loose


@kernel()
def _open_lead(card: Word, mine: Word, theirs: Word, others: Word, chance: Real) -> Real:
    """Return the worth of leading `card` of `mine` against the open cards `theirs` of the contractor.

    `others` and `chance` as in `_loose`.
    """
    under = theirs & (card - ONE)
    left = theirs
    score = 0.0
    if under:
        left = theirs ^ top_bit(under)  # he ducks as high as he can
        if left:
            score += _OPEN_LEFT * popcount(left)
            score += _OPEN_KEEPS_LEAD * power(1.0 - chance, popcount(others & above(card)))
            if (mine ^ card) & (low_bit(left) - ONE):
                score += _OPEN_NEXT
    elif theirs:
        over = low_bit(theirs)
        low = popcount(others & (over - ONE))
        saved = power(1.0 - chance, low) * (1.0 - power(1.0 - chance, popcount(others) - low))
        score += _OPEN_CAUGHT * (1.0 - saved)
    if card != low_bit(mine):
        score += _OPEN_HIGH
    return score + _OPEN_LOOSER * (
        _loose(left, mine ^ card, others, chance) - _loose(theirs, mine, others, chance)
    )


@kernel()
def _lead_open(seat: Int, hand: Word, legal: Word, rest: Word, public: Word) -> Word:
    """Return the lead against an open hand: of each suit the lowest and the highest card are compared."""
    contractor = contractor_may(rest, public)
    others = rest & ~load(public, VOID + (4 - seat)) & ~contractor
    chance = min(1.0, popcount(hand) / popcount(others)) if others else 0.0
    best = ZERO
    best_score = -1e9
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit
        if mine == ZERO:
            continue
        theirs = contractor & suit
        score = _OPEN_AGAIN if load(public, LED + seat) & suit else 0.0
        if theirs == ZERO:
            score += _OPEN_VOID + _OPEN_THROWS * _loose_hand(contractor, hand, others, chance)
        low, high = low_bit(mine), top_bit(mine)
        value = score + _open_lead(low, mine, theirs, others & suit, chance)
        if value > best_score:
            best_score = value
            best = low
        if high != low:
            value = score + _open_lead(high, mine, theirs, others & suit, chance)
            if value > best_score:
                best_score = value
                best = high
    return best if best else legal


@kernel()
def _loose_hand(theirs: Word, mine: Word, others: Word, chance: Real) -> Real:
    """Return how loose all suits of an open hand are together: what he may throw if he is let."""
    loose = 0.0
    for lane in range(4):
        suit = lane_mask(lane)
        loose += _loose(theirs & suit, mine & suit, others & suit, chance)
    return loose


@kernel()
def _closed_lead(card: Word, mine: Word, theirs: Word, chance: Real, others: Word, other: Real) -> Real:
    """Return the worth of leading `card` of `mine`, the contractor holding each of `theirs` with `chance`.

    The other defender holds each of `others` with the chance `other`.
    """
    under = popcount(theirs & (card - ONE))
    over = popcount(theirs) - under
    score = _UNDER * chance * under + _OVER * chance * over + _VOID * power(1.0 - chance, under + over)
    score += _SOON * _at_most(under, 1, chance) * (1.0 - power(1.0 - chance, over))
    score += _OTHER_VOID * power(1.0 - other, popcount(others))
    score += _OTHER_LOWER * other * popcount(others & (card - ONE))
    if card != low_bit(mine):
        score += _HIGH
    return score


@kernel()
def _low_cards(card: Word, mine: Word, out: Word) -> Real:
    """Return the worth of how low a card led is among those out, and the lowest card then left with it."""
    worth = _LOWER_OUT * popcount(out & (card - ONE))
    if mine != card:
        worth += _NEXT_LOWER_OUT * popcount(out & (low_bit(mine ^ card) - ONE))
    return worth


@kernel()
def _lead_closed(seat: Int, hand: Word, legal: Word, rest: Word, public: Word) -> Word:
    """Return the lead against a closed hand: of each suit the lowest and the highest card are compared."""
    contractor = contractor_may(rest, public)
    others = rest & ~load(public, VOID + (4 - seat))
    chance = _density(hand, contractor, public)
    other = min(1.0, popcount(hand) / popcount(others)) if others else 0.0
    best = ZERO
    best_score = -1e9
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit
        if mine == ZERO:
            continue
        score = _CONTRACTOR_LED if load(public, LED) & suit else 0.0
        theirs, out = contractor & suit, rest & suit
        score += _LONG * popcount(mine)
        low, high = low_bit(mine), top_bit(mine)
        value = score + _closed_lead(low, mine, theirs, chance, others & suit, other)
        value += _low_cards(low, mine, out)
        if value > best_score:
            best_score = value
            best = low
        if high != low:
            value = score + _closed_lead(high, mine, theirs, chance, others & suit, other)
            value += _low_cards(high, mine, out)
            if value > best_score:
                best_score = value
                best = high
    return best if best else legal


@kernel()
def defender_leads(seat: Int, hand: Word, legal: Word, rest: Word, public: Word) -> Word:
    """Return a defender's lead; `rest`, the cards he has not seen."""
    if load(public, EXPOSED):
        return _lead_open(seat, hand, legal, rest, public)
    return _lead_closed(seat, hand, legal, rest, public)


@kernel()
def before_contractor(legal: Word, theirs: Word, best: Word) -> Word:
    """Return the card of a defender who plays to a trick before the contractor.

    The higher the trick stands, the higher the card the contractor gets rid of: so the highest card that
    frees no more of what he may hold than the lowest would.
    """
    stands = max(best, low_bit(legal))
    choice = low_bit(legal)
    while legal:
        card = low_bit(legal)
        legal ^= card
        if theirs & (card - ONE) & above(stands) == ZERO:
            choice = card
    return choice


@kernel()
def _catch(mine: Word, theirs: Word, chance: Real) -> Real:
    """Return how promising it is to lead a suit low, again and again, against what the contractor may hold.

    He ducks the r-th lowest card of `mine` unless fewer than r of his cards lie below it and another above.
    """
    score = 0.0
    worth = 1.0
    for r in range(_ROUNDS):
        if mine == ZERO:
            break
        card = low_bit(mine)
        mine ^= card
        under = popcount(theirs & (card - ONE))
        over = popcount(theirs) - under
        score += worth * _at_most(under, r, chance) * (1.0 - power(1.0 - chance, over))
        worth *= _DECAY
    return score


@kernel()
def _plan_open(mine: Word, theirs: Word, others: Word) -> Real:
    """Return how promising a suit is against an open hand: led low again and again until a duck is missing.

    He ducks with the highest card that loses. When `mine` are spent the other defender goes on, who holds one
    of `others` that lies under all the contractor has left, perhaps.
    """
    worth = 1.0
    while mine and theirs:
        card = low_bit(mine)
        mine ^= card
        under = theirs & (card - ONE)
        if under == ZERO:
            return worth
        theirs ^= top_bit(under)
        worth *= _DECAY
    if theirs == ZERO:
        return 0.0
    return worth * (1.0 - power(1.0 - _OTHER_HOLDS, popcount(others & (low_bit(theirs) - ONE))))


@kernel()
def _attack(mine: Word, theirs: Word, others: Word, chance: Real) -> Real:
    """Return the worth of one suit for the defenders' attack, from `_plan_open` or `_catch`."""
    if chance >= 1.0:
        return _plan_open(mine, theirs, others)
    return _catch(mine, theirs, chance)


@kernel()
def defender_throws(seat: Int, hand: Word, legal: Word, rest: Word, public: Word) -> Word:
    """Return the defender's least useful card: high over what the contractor holds, or in a suit he lacks."""
    if legal & JOKER:
        return JOKER
    contractor = contractor_may(rest, public)
    other = rest & ~load(public, VOID + (4 - seat)) & ~contractor if load(public, EXPOSED) else rest
    chance = _density(hand, contractor, public)
    best = ZERO
    best_score = -1e9
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit
        if mine == ZERO:
            continue
        card = top_bit(mine)
        theirs = contractor & suit
        under = popcount(theirs & (card - ONE))
        lost = _attack(mine, theirs, other & suit, chance) - _attack(
            mine ^ card, theirs, other & suit, chance
        )
        score = -_LOSS * lost
        score += chance * (under - _ABOVE * (popcount(theirs) - under)) - _SHORT * popcount(mine)
        if theirs == ZERO:
            score += _USELESS
        if score > best_score:
            best_score = score
            best = card
    return best
