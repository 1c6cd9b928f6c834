"""Players in misère: the contractor who must take no trick, and the two defenders who want him to take one.

Each chooses from his own cards and the public state alone; docs/players.md says it in words. Chances are
those of cards falling at random: each card that a player may hold is with him with the same chance.
"""

from fivehundred_sim.kernels._jit import Flag, Int, Real, Word, kernel, load, popcount
from fivehundred_sim.kernels.knowledge import DENIED, EXPOSED, PLAYED, VOID, lane_mask, unseen
from fivehundred_sim.kernels.lanes import ALL_LANES, JOKER, ONE, ZERO, above, low_bit, top_bit
from fivehundred_sim.kernels.misere_discard import exposure

_DEFENDER = 1.0 / 3.0  # before the first trick each defender holds ten of the thirty cards not seen
_GAIN = 0.0007  # what a unit of exposure got rid of by the lead is worth, as a chance
_VOID_COST = 0.35  # what it costs the defenders to let the contractor throw a card, as a chance
_OTHER_VOID = 0.01
_RANK = 0.01
_OTHER_HOLDS = 0.9
# A defender's discard: attack lost with the card, cards of the contractor above it, length, suit he lacks.
_LOSS = 2.0
_OVER = 0.3
_SHORT = 0.05
_USELESS = 0.45
_ROUNDS = 3  # how often a suit is led in the defenders' plans
_DECAY = 1.5  # what a later round counts against the one before


@kernel()
def _power(base: Real, n: Int) -> Real:
    """Return base ** n for small n, without the library call."""
    result = 1.0
    for _ in range(n):
        result *= base
    return result


@kernel()
def _contractor_throws(legal: Word, rest: Word) -> Word:
    """Return the card whose loss makes the contractor's hand safest; `rest`, what a defender may hold."""
    if legal & JOKER:
        return JOKER
    best = ZERO
    best_gain = -1
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit
        if mine == ZERO:
            continue
        out = rest & suit
        high = top_bit(mine)
        gain = 64 * (exposure(mine, out) - exposure(mine ^ high, out)) + popcount(out & (high - ONE))
        if gain > best_gain:
            best_gain = gain
            best = high
    return best


@kernel()
def _contractor_leads(hand: Word, rest: Word) -> Word:
    """Return the lead to the first trick: most likely to lose, then ridding the hand of exposed cards.

    A defender takes the trick when he holds higher cards of the suit and no lower one.
    """
    best = ZERO
    best_score = -1e9
    for lane in range(4):
        suit = lane_mask(lane)
        mine = hand & suit
        out = rest & suit
        before = exposure(mine, out)
        while mine:
            card = top_bit(mine)
            mine ^= card
            under = popcount(out & (card - ONE))
            over = popcount(out) - under
            forced = _power(1.0 - _DEFENDER, under) * (1.0 - _power(1.0 - _DEFENDER, over))
            score = 1.0 - (1.0 - forced) * (1.0 - forced)
            score += _GAIN * (before - exposure((hand & suit) ^ card, out))
            if score > best_score:
                best_score = score
                best = card
    return best if best else hand


@kernel()
def _contractor_may(seat: Int, rest: Word, public: Word) -> Word:
    """Return what the contractor may hold as the defender at `seat` sees it, or does hold when he lies open.

    What he did not play is believed not to be there: he follows with the highest card that loses, and throws
    the top of a suit.
    """
    if load(public, EXPOSED):
        return load(public, EXPOSED) & ~load(public, PLAYED)
    believed = rest & ~load(public, VOID) & ~load(public, DENIED)
    return believed if believed else rest & ~load(public, VOID)


@kernel()
def _density(seat: Int, hand: Word, contractor: Word, public: Word) -> Real:
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
    term = _power(miss, n)
    total = term
    for k in range(1, most + 1):
        term *= chance * (n - k + 1) / (miss * k)
        total += term
    return total


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
        score += worth * _at_most(under, r, chance) * (1.0 - _power(1.0 - chance, over))
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
    return worth * (1.0 - _power(1.0 - _OTHER_HOLDS, popcount(others & (low_bit(theirs) - ONE))))


@kernel()
def _attack(mine: Word, theirs: Word, others: Word, chance: Real) -> Real:
    """Return the worth of one suit for the defenders' attack, from `_plan_open` or `_catch`."""
    if chance >= 1.0:
        return _plan_open(mine, theirs, others)
    return _catch(mine, theirs, chance)


@kernel()
def _defender_leads(seat: Int, hand: Word, legal: Word, rest: Word, public: Word) -> Word:
    """Return the lowest card of the suit in which the contractor is most likely caught, now or later."""
    contractor = _contractor_may(seat, rest, public)
    other = rest & ~load(public, VOID + (4 - seat))
    if load(public, EXPOSED):
        other &= ~contractor
    chance = _density(seat, hand, contractor, public)
    best = ZERO
    best_score = -1e9
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit
        if mine == ZERO:
            continue
        theirs = contractor & suit
        score = _attack(mine, theirs, other & suit, chance) - _VOID_COST * _power(
            1.0 - chance, popcount(theirs)
        )
        score -= _RANK * popcount(rest & suit & (low_bit(mine) - ONE))
        if other & suit == ZERO:
            score += _OTHER_VOID
        if score > best_score:
            best_score = score
            best = low_bit(mine)
    return best if best else legal


@kernel()
def misere_lead(seat: Int, hand: Word, legal: Word, hidden: Word, public: Word) -> Word:
    """Return the card to lead in a misère."""
    rest = unseen(hand, hidden, public)
    if seat == 0:
        return _contractor_leads(legal & ALL_LANES, rest) if legal & ALL_LANES else legal
    return _defender_leads(seat, hand, legal, rest, public)


@kernel()
def misere_follow(
    seat: Int,
    hand: Word,
    legal: Word,
    hidden: Word,
    public: Word,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
) -> Word:
    """Return the card to play to a trick of a misère that stands with `best` at `best_seat`."""
    rest = unseen(hand, hidden, public)
    if legal & led == ZERO:
        if seat == 0:
            return _contractor_throws(legal, rest & ~(load(public, VOID + 1) & load(public, VOID + 3)))
        if legal != JOKER and (best_seat == 0 or not contractor_has_played(seat, position)):
            # The joker, where it need not be played, would take the trick and save the contractor.
            legal &= ~JOKER
        return _defender_throws(seat, hand, legal, rest, public)
    under = legal & (best - ONE)
    if seat == 0:
        return top_bit(under) if under else low_bit(legal)
    if best_seat == 0:
        return top_bit(under) if under else top_bit(legal)
    if contractor_has_played(seat, position):
        return top_bit(legal)
    if under:
        return top_bit(under)
    return _over(seat, hand, legal, rest, public, led)


@kernel()
def _over(seat: Int, hand: Word, legal: Word, rest: Word, public: Word, led: Word) -> Word:
    """Return the card of a defender who must go over before the contractor plays.

    The higher he goes, the higher the card the contractor gets rid of: so the highest card that frees no more
    of what the contractor may hold than the lowest would.
    """
    theirs = _contractor_may(seat, rest, public) & led
    low = low_bit(legal)
    best = low
    while legal:
        card = low_bit(legal)
        legal ^= card
        if theirs & (card - ONE) & above(low) == ZERO:
            best = card
    return best


@kernel()
def contractor_has_played(seat: Int, position: Int) -> Flag:
    """Return whether the contractor (seat 0) sits among the `position` players before `seat` in this trick.

    The turn goes 0, 1, 3: before seat 1 the contractor was the last to play, before seat 3 the one before.
    """
    return seat == 1 or position == 2


@kernel()
def _defender_throws(seat: Int, hand: Word, legal: Word, rest: Word, public: Word) -> Word:
    """Return the defender's least useful card: high over what the contractor holds, or in a suit he lacks."""
    if legal & JOKER:
        return JOKER
    contractor = _contractor_may(seat, rest, public)
    other = rest & ~load(public, VOID + (4 - seat)) & ~contractor if load(public, EXPOSED) else rest
    chance = _density(seat, hand, contractor, public)
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
        score += chance * (under - _OVER * (popcount(theirs) - under)) - _SHORT * popcount(mine)
        if theirs == ZERO:
            score += _USELESS
        if score > best_score:
            best_score = score
            best = card
    return best
