"""Players in suits and no-trump: each chooses a card from his own hand and the public state alone.

docs/players.md describes the same play in words. A choice is a comparison of sums of weights (`weights`), one
table a seat, so that contractor, partner and each defender have their own judgement in one set of rules. The
suitless joker of a no-trump contract is treated as a trump suit of one card, which it is in all but the lead.
"""

from fivehundred_sim.kernels import weights as w
from fivehundred_sim.kernels._jit import Flag, Int, Word, kernel, load, popcount
from fivehundred_sim.kernels.knowledge import LED, TRUMP, VOID, lane_mask, unseen
from fivehundred_sim.kernels.lanes import LANE_3, ONE, ZERO, above, lane_mask_of, low_bit, top_bit
from fivehundred_sim.kernels.weights import follow_weight, lead_weight

_NEVER = -(1 << 30)


@kernel(forceinline=True)
def row_of(seat: Int, trump: Word) -> Int:
    """Return the row of the weight tables for a seat: 0-3 with a trump suit, 4-7 without."""
    return seat if trump == LANE_3 else seat + 4


@kernel(forceinline=True)
def throw_off(row: Int, hand: Word, rest: Word, trump: Word) -> Word:
    """Return the card of `hand` that is missed least when it cannot win; `rest` are the cards not seen.

    Of each plain suit the lowest card is the candidate. It costs what it does for the suit: nothing much in a
    suit that can win no trick, little when it is spare, much when it is the last guard or a winner itself.
    Trumps are thrown only when there is nothing else.
    """
    best = ZERO
    best_cost = 1 << 30
    for lane in range(4):
        suit = lane_mask(lane)
        mine = hand & suit & ~trump
        if mine == ZERO:
            continue
        length = popcount(mine)
        out = rest & suit
        higher = popcount(out & above(top_bit(mine)))
        low = low_bit(mine)
        under = popcount(out & (low - ONE))
        cost = follow_weight(row, w.IDLE_RANK) * under + follow_weight(row, w.KEPT_OUT) * popcount(out)
        if higher == 0:
            cost += follow_weight(row, w.MASTER_ALONE if length == 1 else w.MASTER_SPARE)
        elif length > higher + 1:
            cost += follow_weight(row, w.GUARD_SPARE)
        elif length == higher + 1:
            cost += follow_weight(row, w.GUARD_LAST) + follow_weight(row, w.GUARD_STEP) * higher
        else:
            cost += follow_weight(row, w.IDLE_LENGTH) * length
        if cost < best_cost:
            best_cost = cost
            best = low
    if best == ZERO:
        best = low_bit(hand)
    return best


@kernel(forceinline=True)
def name_suit(seat: Int, hand: Word, lanes: Word, hidden: Word, public: Word) -> Word:
    """Return the lane to name for a suitless joker that is led: the one where the holder has most to gain.

    The others must follow the suit named, so the holder names the long suit whose top is missing.
    """
    rest = unseen(hand, hidden, public)
    best = ZERO
    best_score = _NEVER
    for lane in range(4):
        suit = lane_mask(lane)
        if suit & lanes == ZERO:
            continue
        mine = hand & suit
        out = rest & suit
        score = popcount(out)
        if mine:
            score += 4 * popcount(mine) - 3 * popcount(out & above(top_bit(mine)))
        if score > best_score:
            best_score = score
            best = suit
    return best


@kernel(forceinline=True)
def _trump_score(row: Int, mine: Word, rest: Word, foes: Word, partner: Word, public: Word) -> Int:
    """Return what leading the highest of the trumps `mine` (or the suitless joker) is worth."""
    trump = load(public, TRUMP)
    theirs = foes & trump
    beyond = above(top_bit(mine))
    higher = popcount(rest & trump & beyond)
    score = lead_weight(row, w.TRUMPS)
    score += lead_weight(row, w.TRUMP_LENGTH) * popcount(mine)
    score += lead_weight(row, w.TRUMP_FOES) * popcount(theirs)
    score += lead_weight(row, w.TRUMP_MASTER) * (higher == 0)
    score += lead_weight(row, w.TRUMP_HIGHER) * higher
    score += lead_weight(row, w.TRUMP_NO_PARTNER) * (partner & trump == ZERO)
    score += lead_weight(row, w.TRUMP_LED) * ((load(public, LED) | load(public, LED + 2)) & trump != ZERO)
    # Nothing is drawn when the opponents have no trump, or only higher ones.
    return score - 1000 * (trump == LANE_3 and theirs & ~beyond == ZERO)


@kernel(forceinline=True)
def _cash_score(row: Int, mine: Word, out: Word, ruffed: Flag, foes_trumps: Flag) -> Int:
    """Return what leading the highest card of a suit is worth when nothing out beats it."""
    outside = popcount(out)
    score = lead_weight(row, w.CASH) + lead_weight(row, w.CASH_OUT) * outside
    score += lead_weight(row, w.CASH_LENGTH) * popcount(mine)
    score += lead_weight(row, w.CASH_RUFFED) * ruffed
    score += lead_weight(row, w.CASH_RISK) * (8 - outside) * (not ruffed and foes_trumps)
    solid = out == ZERO or mine & above(top_bit(out)) != top_bit(mine)
    return score + lead_weight(row, w.CASH_MORE) * solid


@kernel(forceinline=True)
def _plain_score(
    row: Int,
    mine: Word,
    out: Word,
    own_trumps: Flag,
    partner_ruffs: Flag,
    left_ruffs: Flag,
    right_ruffs: Flag,
    led_us: Flag,
    led_foe: Flag,
    sequence: Flag,
) -> Int:
    """Return what leading a plain suit is worth in which others hold the best card."""
    higher = popcount(out & above(top_bit(mine)))
    length = popcount(mine)
    score = lead_weight(row, w.PLAIN) + lead_weight(row, w.HIGHER) * higher
    score += lead_weight(row, w.LENGTH) * length + lead_weight(row, w.OUT) * popcount(out)
    score += lead_weight(row, w.SINGLETON) * (length == 1 and own_trumps)
    score += lead_weight(row, w.LONG) * (length > higher)
    score += lead_weight(row, w.RUFF_PARTNER) * partner_ruffs
    score += lead_weight(row, w.LEFT_VOID) * left_ruffs
    score += lead_weight(row, w.RIGHT_VOID) * right_ruffs
    score += lead_weight(row, w.PARTNER_LED) * led_us
    score += lead_weight(row, w.FOE_LED) * led_foe
    return score + lead_weight(row, w.TOUCHING) * sequence


@kernel(forceinline=True)
def touching(mine: Word, out: Word) -> Flag:
    """Return whether the two highest cards of `mine` have no unseen card between them."""
    high = top_bit(mine)
    second = top_bit(mine ^ high)
    return second != ZERO and out & above(second) & (high - ONE) == ZERO


@kernel(forceinline=True)
def _can_ruff(cards: Word, suit: Word, trump: Word) -> Flag:
    """Return whether someone who may hold `cards` is known to be void in `suit` and may hold a trump."""
    return cards & suit == ZERO and cards & trump != ZERO


@kernel(forceinline=True)
def lead(seat: Int, hand: Word, legal: Word, hidden: Word, public: Word) -> Word:
    """Return the card to lead in a suit or no-trump contract."""
    trump = load(public, TRUMP)
    row = row_of(seat, trump)
    rest = unseen(hand, hidden, public)
    partner = rest & ~load(public, VOID + (seat ^ 2))
    left = rest & ~load(public, VOID + ((seat + 1) & 3))
    right = rest & ~load(public, VOID + ((seat + 3) & 3))
    foes = left | right
    led_us = load(public, LED + (seat ^ 2))
    led_foe = load(public, LED + ((seat + 1) & 3)) | load(public, LED + ((seat + 3) & 3))
    best = ZERO
    best_score = _NEVER
    if legal & trump:
        best = top_bit(legal & trump)
        best_score = _trump_score(row, legal & trump, rest, foes, partner, public)
    for lane in range(4):
        suit = lane_mask(lane)
        mine = legal & suit & ~trump
        if mine == ZERO:
            continue
        out = rest & suit
        card = top_bit(mine)
        left_ruffs = _can_ruff(left, suit, trump)
        right_ruffs = _can_ruff(right, suit, trump)
        if out & above(card) == ZERO:
            score = _cash_score(row, mine, out, left_ruffs or right_ruffs, foes & trump != ZERO)
        else:
            sequence = touching(mine, out)
            score = _plain_score(
                row,
                mine,
                out,
                hand & trump != ZERO,
                _can_ruff(partner, suit, trump),
                left_ruffs,
                right_ruffs,
                led_us & suit != ZERO,
                led_foe & suit != ZERO,
                sequence,
            )
            card = card if sequence else low_bit(mine)
        if score > best_score:
            best_score = score
            best = card
    return best


@kernel(forceinline=True)
def follow(
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
    """Return the card to play to a trick that was led in lane `led` and stands with `best` at `best_seat`.

    position: 1 to 3, how many cards lie on the table. At most one opponent is still to play, on the left.
    """
    trump = load(public, TRUMP)
    row = row_of(seat, trump)
    rest = unseen(hand, hidden, public)
    left = rest & ~load(public, VOID + ((seat + 1) & 3)) if position < 3 else ZERO
    threat = left & led
    if threat == ZERO:
        threat = left & trump
    threat &= above(best)
    partner_wins = (best_seat ^ seat) & 1 == 0
    winners = legal & (led | trump) & above(best)
    if winners == ZERO or (partner_wins and threat == ZERO):
        return low_bit(legal) if legal & led else throw_off(row, legal, rest, trump)
    sure = winners & above(top_bit(threat))
    card = low_bit(sure if sure else winners)
    if legal & led == ZERO:
        if partner_wins and best & trump:
            return throw_off(row, legal, rest, trump)
        if _ruff_score(row, hand, rest, public, led, best, card, sure, position, partner_wins) > 0:
            return card
        return throw_off(row, legal, rest, trump)
    if not sure and position > 1:
        card = top_bit(winners)
    if _high_score(row, rest, led & trump, best, card, sure, position, partner_wins) > 0:
        return card
    return low_bit(legal)


@kernel(forceinline=True)
def _ruff_score(
    row: Int,
    hand: Word,
    rest: Word,
    public: Word,
    led: Word,
    best: Word,
    card: Word,
    sure: Word,
    position: Int,
    partner_wins: Flag,
) -> Int:
    """Return whether to ruff with `card` (positive) rather than throw something off."""
    trump = load(public, TRUMP)
    score = follow_weight(row, w.RUFF) + follow_weight(row, w.RUFF_OWN) * popcount(hand & trump)
    if position == 1:
        partner = rest & ~load(public, VOID + ((row & 3) ^ 2))
        score += follow_weight(row, w.RUFF_BEATABLE) * popcount(partner & led & above(best))
    score += follow_weight(row, w.RUFF_UNSURE) * (sure == ZERO)
    score += follow_weight(row, w.RUFF_HIGHER) * popcount(rest & trump & above(card))
    return score + follow_weight(row, w.RUFF_PARTNER_ACE) * partner_wins


@kernel(forceinline=True)
def _high_score(
    row: Int,
    rest: Word,
    trump_led: Word,
    best: Word,
    card: Word,
    sure: Word,
    position: Int,
    partner_wins: Flag,
) -> Int:
    """Return whether to follow suit high with `card` (positive) rather than low."""
    if position == 3:
        return 1
    higher = popcount(rest & lane_mask_of(card) & above(card))
    if partner_wins:
        if rest & above(best) & (card - ONE) == ZERO:
            # Nothing unseen lies between partner's card and mine: mine wins no more than his.
            return 0
        score = follow_weight(row, w.OVER) + follow_weight(row, w.OVER_HIGHER) * higher
        return score + follow_weight(row, w.OVER_TRUMP) if trump_led else score
    if sure:
        if position == 2:
            return 1
        score = follow_weight(row, w.TAKE) + follow_weight(row, w.TAKE_OUT) * popcount(
            rest & lane_mask_of(card)
        )
        return score + follow_weight(row, w.TAKE_TRUMP) if trump_led else score
    if position == 1:
        score = follow_weight(row, w.TRY_SECOND) + follow_weight(row, w.TRY_HIGHER) * higher
        return score + follow_weight(row, w.TRY_TRUMP) if trump_led else score
    score = follow_weight(row, w.THIRD) + follow_weight(row, w.THIRD_HIGHER) * higher
    return score + follow_weight(row, w.THIRD_TRUMP) if trump_led else score
