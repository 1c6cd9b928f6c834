"""One deal played out, card by card, by players who see only what players see.

`play_out` owns the hands and the course of the game; `law` says which cards are legal, and the choice
functions in `players` and `misere_players` own the judgement. The law is that of `game.play`, and the tests
replay every card through that referee.
"""

from typing import Any

import numpy as np

from fivehundred_sim.kernels._jit import (
    Flag,
    Int,
    Ints,
    Word,
    Words,
    apart,
    kernel,
    load,
    lowest,
    popcount,
    store,
)
from fivehundred_sim.kernels.codes import MISERE, NO_TRUMP, OPEN_MISERE
from fivehundred_sim.kernels.discard import nominated_mask
from fivehundred_sim.kernels.judgement import JUDGEMENT_TABLE
from fivehundred_sim.kernels.knowledge import (
    DENIED,
    EXPOSED,
    FULL,
    HANDS,
    JUDGEMENT,
    LANES_LED,
    LED,
    MISERE_JUDGEMENT,
    OPTIONS,
    PLAYED,
    PUBLIC_WORDS,
    TRICKS,
    TRUMP,
    VOID,
    nth,
)
from fivehundred_sim.kernels.lanes import (
    ALL_LANES,
    JOKER,
    LANE_3,
    LANE_BOTTOMS,
    ONE,
    ZERO,
    above,
    lane_mask_of,
    under,
)
from fivehundred_sim.kernels.law import may_follow, may_lead, nameable
from fivehundred_sim.kernels.misere_judgement import MISERE_TABLE
from fivehundred_sim.kernels.misere_players import misere_follow, misere_lead
from fivehundred_sim.kernels.options import MOST_OPTIONS, OPTION_WORDS
from fivehundred_sim.kernels.players import follow, lead, name_suit
from fivehundred_sim.kernels.stream import below, next_word

HEURISTIC = 0
RANDOM_LEGAL = 1
_RNG = OPTIONS + MOST_OPTIONS * OPTION_WORDS  # place of the random players' stream in the scratch array
SCRATCH_WORDS = _RNG + 1
_LOOK_FROM = 7  # with so many cards left, play looks whether the rest is settled; with more it hardly ever is


@kernel()
def new_scratch() -> Words:
    """Return the working memory of `play_out`, one a thread: uint64 (SCRATCH_WORDS,).

    Its last word is the state of the random players' stream.
    """
    scratch = np.zeros(SCRATCH_WORDS, np.uint64)
    scratch[JUDGEMENT] = np.uint64(JUDGEMENT_TABLE.ctypes.data)
    scratch[MISERE_JUDGEMENT] = np.uint64(MISERE_TABLE.ctypes.data)
    return scratch


@kernel()
def _random_card(legal: Word, base: Word) -> Word:
    """Return one of the legal cards, each as likely, drawing from the stream kept at `base`."""
    state, word = next_word(load(base, _RNG))
    store(base, _RNG, state)
    return nth(legal, below(word, popcount(legal)))


@kernel()
def _random_lane(lanes: Word, base: Word) -> Word:
    """Return one of the lanes in the mask, each as likely."""
    firsts = lanes & LANE_BOTTOMS
    return lane_mask_of(_random_card(firsts, base))


@kernel()
def start_play(base: Word, strain: Int, contractor: Int, hands: Words, nominated: Int, full: Word) -> None:
    """Write the public state and the hands by relative seat at `base`."""
    for i in range(PUBLIC_WORDS):
        store(base, i, ZERO)
    store(base, FULL, nominated_mask(full, nominated))
    if strain < NO_TRUMP:
        store(base, TRUMP, LANE_3)
    elif nominated < 0:
        store(base, TRUMP, JOKER & full)
    for i in range(4):
        store(base, HANDS + i, hands[(contractor + i) & 3])


@kernel(forceinline=True)
def _lead(seat: Int, random: Flag, lead_rule: Int, discards: Word, base: Word) -> Word:
    """Return the card that the seat on lead leads."""
    hand = load(base, HANDS + seat)
    hidden = discards if seat == 0 else ZERO
    legal = may_lead(hand, lead_rule, load(base, LANES_LED))
    if legal & (legal - ONE) == ZERO:
        return legal
    if random:
        return _random_card(legal, base)
    return lead(seat, hand, legal, hidden, base)


@kernel(forceinline=True)
def _follow(
    seat: Int,
    random: Flag,
    discards: Word,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
    base: Word,
) -> Word:
    """Return the card that the seat plays to the lane `led`."""
    hand = load(base, HANDS + seat)
    hidden = discards if seat == 0 else ZERO
    legal = may_follow(hand, led, False)
    if legal & (legal - ONE) == ZERO:
        return legal
    if random:
        return _random_card(legal, base)
    return follow(seat, hand, legal, hidden, base, led, best, best_seat, position)


@kernel(forceinline=True)
def _misere_lead(seat: Int, random: Flag, lead_rule: Int, discards: Word, base: Word) -> Word:
    """Return the card that the seat on lead leads in a misère."""
    hand = load(base, HANDS + seat)
    hidden = discards if seat == 0 else ZERO
    legal = may_lead(hand, lead_rule, load(base, LANES_LED))
    if legal & (legal - ONE) == ZERO:
        return legal
    if random:
        return _random_card(legal, base)
    return misere_lead(seat, hand, legal, hidden, base)


@kernel(forceinline=True)
def _misere_follow(
    seat: Int,
    random: Flag,
    forced: Flag,
    discards: Word,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
    base: Word,
) -> Word:
    """Return the card that the seat plays to the lane `led` in a misère."""
    hand = load(base, HANDS + seat)
    hidden = discards if seat == 0 else ZERO
    legal = may_follow(hand, led, forced)
    if legal & (legal - ONE) == ZERO:
        return legal
    if random:
        return _random_card(legal, base)
    return misere_follow(seat, hand, legal, hidden, base, led, best, best_seat, position)


@kernel()
def deny(card: Word, led: Word, best: Word, base: Word) -> None:
    """Note what a misère contractor's card says of the cards he did not play (see `misere_players`)."""
    if card & led == ZERO:
        denied = lane_mask_of(card) & above(card)
    elif card < best:
        denied = led & above(card) & (best - ONE)
    else:
        denied = led & (card - ONE)
    store(base, DENIED, load(base, DENIED) | denied)


@kernel(forceinline=True)
def show(seat: Int, card: Word, named: Int, contractor: Int, base: Word, record: Ints) -> None:
    """Take a card out of a hand and show it; record it, if the array reaches so far."""
    played = load(base, PLAYED)
    place = popcount(played)
    store(base, PLAYED, played | card)
    store(base, HANDS + seat, load(base, HANDS + seat) & ~card)
    if place < record.shape[0]:
        record[place, 0] = (seat + contractor) & 3
        record[place, 1] = lowest(card)
        record[place, 2] = named


@kernel(forceinline=True)
def open_trick(
    seat: Int,
    card: Word,
    random: Flag,
    lead_rule: Int,
    discards: Word,
    contractor: Int,
    base: Word,
    record: Ints,
) -> Word:
    """Lead a card and return the lane it leads; a suitless joker is given one here."""
    led, named = lane_mask_of(card), np.int64(-1)
    if card == JOKER:
        hand = load(base, HANDS + seat)
        lanes = nameable(hand, lead_rule, load(base, LANES_LED)) & ALL_LANES
        hidden = discards if seat == 0 else ZERO
        led = _random_lane(lanes, base) if random else name_suit(seat, hand, lanes, hidden, base)
        named = lowest(led) >> 4
    store(base, LED + seat, load(base, LED + seat) | led)
    store(base, LANES_LED, load(base, LANES_LED) | led)
    show(seat, card, named, contractor, base, record)
    return led


@kernel(forceinline=True)
def add_to_trick(
    strain: Int, seat: Int, card: Word, led: Word, best: Word, contractor: Int, base: Word, record: Ints
) -> Flag:
    """Play a follower's card, note what it tells, and return whether it now wins the trick."""
    if card & led == ZERO:
        store(base, VOID + seat, load(base, VOID + seat) | led)
    if strain >= MISERE and seat == 0 and card != JOKER:
        deny(card, led, best, base)
    show(seat, card, -1, contractor, base, record)
    return card & (led | (JOKER if strain >= NO_TRUMP else LANE_3)) > best


@kernel(forceinline=True)
def _finish_trick(
    leader: Int,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
    strain: Int,
    contractor: Int,
    discards: Word,
    policies: Int,
    base: Word,
    record: Ints,
) -> Int:
    """Play the rest of a trick of a suit or no-trump contract (see `finish_trick`)."""
    while position < 4:
        seat = (leader + position) & 3
        random = (policies >> (seat & 1)) & 1
        card = _follow(seat, random, discards, led, best, best_seat, position, base)
        if add_to_trick(strain, seat, card, led, best, contractor, base, record):
            best = card
            best_seat = seat
        position += 1
    return best_seat


@kernel(forceinline=True)
def _finish_misere_trick(
    leader: Int,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
    contractor: Int,
    discards: Word,
    forced: Flag,
    policies: Int,
    base: Word,
    record: Ints,
) -> Int:
    """Play the rest of a trick of a misère, in which seat 2 has no card (see `finish_trick`)."""
    passed = np.int64(leader < 2 and leader + position >= 2)
    for step in range(position + passed, 4):
        seat = (leader + step) & 3
        if seat == 2:
            continue
        random = (policies >> (seat & 1)) & 1
        card = _misere_follow(seat, random, forced, discards, led, best, best_seat, position, base)
        if add_to_trick(np.int64(MISERE), seat, card, led, best, contractor, base, record):
            best = card
            best_seat = seat
        position += 1
    return best_seat


@kernel()
def finish_trick(
    strain: Int,
    leader: Int,
    led: Word,
    best: Word,
    best_seat: Int,
    position: Int,
    contractor: Int,
    discards: Word,
    play: Any,
    policies: Int,
    base: Word,
    record: Ints,
) -> Int:
    """Play the rest of a trick in which `position` (1-4) cards lie, and return who won it.

    Seats are relative to the contractor; the trick was led in lane `led`, `best` at `best_seat` is winning.
    """
    if strain >= MISERE:
        forced = play.misere_forced == 1
        return _finish_misere_trick(
            leader, led, best, best_seat, position, contractor, discards, forced, policies, base, record
        )
    return _finish_trick(
        leader, led, best, best_seat, position, strain, contractor, discards, policies, base, record
    )


@kernel(forceinline=True)
def _all_won(leader: Int, base: Word) -> Flag:
    """Return whether the side on lead takes every trick that is left, whatever anybody plays.

    Nobody on the other side may ruff, and the cards to be led lie above all that must be played to them:
    either all of the leader's lie above everybody else's, so that he stays on lead (his partner must not be
    able to ruff either), or all of the leader's and his partner's lie above those of the other side.
    """
    trump, mine = load(base, TRUMP), load(base, HANDS + leader)
    foes = load(base, HANDS + ((leader + 1) & 3)) | load(base, HANDS + ((leader + 3) & 3))
    if foes & trump or mine & under(foes):
        return False
    partner = load(base, HANDS + (leader ^ 2))
    return (partner & trump == ZERO and mine & under(partner) == ZERO) or partner & under(foes) == ZERO


@kernel(forceinline=True)
def _last_trick(leader: Int, base: Word) -> Int:
    """Return who wins the last trick, every hand one card."""
    best = load(base, HANDS + leader)
    counts = lane_mask_of(best) | (load(base, TRUMP) if best != JOKER else ZERO)
    winner = leader
    for step in range(1, 4):
        seat = (leader + step) & 3
        card = load(base, HANDS + seat)
        if card & counts > best:
            best = card
            winner = seat
    return winner


@kernel()
def play_tricks(
    strain: Int,
    leader: Int,
    contractor: Int,
    discards: Word,
    lead_rule: Int,
    policies: Int,
    base: Word,
    record: Ints,
) -> Int:
    """Play the tricks left of a suit or no-trump contract, and return those of the contractor's side.

    Where nothing is recorded and nobody draws random cards, play ends when what is left is settled.
    """
    tricks = np.int64(0)
    quiet = policies == 0 and record.shape[0] == 0
    for left in range(popcount(load(base, HANDS)), 0, -1):
        if quiet and left <= _LOOK_FROM:
            if left == 1:
                return tricks + ((_last_trick(leader, base) & 1) ^ 1)
            if _all_won(leader, base):
                return tricks + left * ((leader & 1) ^ 1)
        random = (policies >> (leader & 1)) & 1
        card = _lead(leader, random, lead_rule, discards, base)
        led = open_trick(leader, card, random, lead_rule, discards, contractor, base, record)
        # a literal 1 would have every function that takes it compiled twice
        leader = _finish_trick(
            leader, led, card, leader, np.int64(1), strain, contractor, discards, policies, base, record
        )
        won = (leader & 1) ^ 1
        tricks += won
        store(base, TRICKS, load(base, TRICKS) + np.uint64(won))
    return tricks


@kernel("int64(int64, int64, int64, uint64, int64, int64, int64, int64, uint64, int64[:, ::1])")
def _play_misere(
    strain: Int,
    leader: Int,
    contractor: Int,
    discards: Word,
    lead_rule: Int,
    forced: Int,
    exposed_after: Int,
    policies: Int,
    base: Word,
    record: Ints,
) -> Int:
    """Play the tricks left of a misère; return 1 as soon as the contractor takes one, else 0."""
    done = popcount(load(base, PLAYED)) // 3
    for trick in range(done, done + popcount(load(base, HANDS))):
        if strain == OPEN_MISERE and trick >= exposed_after:
            store(base, EXPOSED, load(base, HANDS))
        random = (policies >> (leader & 1)) & 1
        card = _misere_lead(leader, random, lead_rule, discards, base)
        led = open_trick(leader, card, random, lead_rule, discards, contractor, base, record)
        leader = _finish_misere_trick(
            leader, led, card, leader, np.int64(1), contractor, discards, forced == 1, policies, base, record
        )
        if leader & 1 == 0:
            return np.int64(1)
    return np.int64(0)


play_misere_apart = apart(_play_misere)


@kernel(inline="always")
def play_on(
    strain: Int,
    leader: Int,
    contractor: Int,
    discards: Word,
    play: Any,
    policies: Int,
    base: Word,
    record: Ints,
) -> Int:
    """Play the tricks that are left, `leader` on lead, and return how many the contractor's side takes."""
    if strain >= MISERE:
        law = play.lead, play.misere_forced, play.exposed_after
        return play_misere_apart(strain, leader, contractor, discards, *law, policies, base, record)
    return play_tricks(strain, leader, contractor, discards, play.lead, policies, base, record)


@kernel(inline="always")
def play_out(
    strain: Int,
    hands: Words,
    contractor: Int,
    discards: Word,
    nominated: Int,
    full: Word,
    play: Any,
    policies: Int,
    scratch: Words,
    record: Ints,
) -> Int:
    """Return the tricks of the contractor's side; in misère 0 or 1, play stopping at the first he takes.

    hands: uint64 (4,), by seat, in the lanes of `strain` (a nominated joker already in its suit), equally
    long; in misère the partner's cards are out of play. discards: what the contractor threw, known to him.
    nominated: lane of the joker or -1. full: all cards of the pack in these lanes. play: a PlayCode.
    policies: int64, two bits; bit 0 the contractor's side, bit 1 the defenders: 0 heuristic, 1 random legal
    cards. scratch: uint64 (SCRATCH_WORDS,), the last word the state of the random players' stream.
    record: int64 (cards, 3) to be filled with seat, lane bit and named lane (or -1), or (0, 3).
    Nothing is checked.
    """
    base = np.uint64(scratch.ctypes.data)
    start_play(base, strain, contractor, hands, nominated, full)
    return play_on(strain, np.int64(0), contractor, discards, play, policies, base, record)
