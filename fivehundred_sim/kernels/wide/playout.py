"""One deal played out at any table: the hands, the turn, and what each card tells everybody.

`play_out` owns the hands; `law` says what may be played and what wins; `sight` lays out what the seat on turn
may see, and `players` choose.
"""

import numpy as np

from fivehundred_sim.kernels._jit import Flag, Int, Ints, Word, Words, kernel, load, lowest, popcount, store
from fivehundred_sim.kernels.judgement import JUDGEMENT_TABLE
from fivehundred_sim.kernels.lanes import ONE, ZERO, above
from fivehundred_sim.kernels.misere_judgement import MISERE_TABLE
from fivehundred_sim.kernels.stream import below, next_word
from fivehundred_sim.kernels.wide.law import (
    count_words,
    find_follows,
    find_leads,
    leads_lane,
    nth_place,
    strength,
    strength_of_lead,
)
from fivehundred_sim.kernels.wide.players import choose_name, follow_apart, lead_apart
from fivehundred_sim.kernels.wide.seats import meet, reveal
from fivehundred_sim.kernels.wide.sight import lay_open, look
from fivehundred_sim.kernels.wide.state import (
    ABOVE,
    AVOIDS,
    BEHIND,
    BEST,
    BEST_SEAT,
    BEST_TRUMP,
    CALLED,
    COUNTED_OUT,
    DENIED,
    FOLLOW,
    FRESH,
    FULL,
    HANDS,
    JUDGEMENT,
    LANES,
    LANES_LED,
    LED,
    LED_LANE,
    LEGAL,
    LEGAL_RECORD,
    MISERE_JUDGEMENT,
    NAMEABLE,
    NO_LANE,
    NOMINATE,
    NOMINATED,
    PLAYED,
    PLAYING,
    POSITION,
    RECORD,
    RENOUNCED,
    RULES,
    SCRATCH_WORDS,
    SEATS,
    SEATS_AT_TABLE,
    STRAIN_CODES,
    STREAM,
    SUITLESS,
    SUITS,
    TEAM,
    THROWN,
    TRICKS,
    TRUMP,
    TRUMP_LANE,
    VOID,
    add_word,
    card_of_place,
    has_lane,
    held,
    lane_bit,
    lane_of_place,
    rule,
)

_JOKER_BITS = np.uint64(3 << NOMINATED)
_NOMINATED = np.uint64(NOMINATED)
_EVERY_HOLDER = 2  # of the code NOMINATE


@kernel()
def new_scratch() -> Words:
    """Return the working memory of `play_out`, one a thread: uint64 (SCRATCH_WORDS,)."""
    scratch = np.zeros(SCRATCH_WORDS, np.uint64)
    scratch[JUDGEMENT] = np.uint64(JUDGEMENT_TABLE.ctypes.data)
    scratch[MISERE_JUDGEMENT] = np.uint64(MISERE_TABLE.ctypes.data)
    return scratch


@kernel()
def start_play(
    strain: Ints,
    players: Int,
    hands: Words,
    thrown: Words,
    full: Words,
    partner: Int,
    called: Int,
    base: Word,
) -> None:
    """Write a deal that is about to be played at an address; arguments as in `play_out`."""
    for i in range(RULES):
        store(base, i, ZERO)
    for i in range(STRAIN_CODES):
        store(base, RULES + i, np.uint64(strain[i]))
    store(base, SEATS_AT_TABLE, np.uint64(players))
    for i in range(SEATS):
        store(base, TRICKS + i, ZERO)
    for lane in range(LANES):
        store(base, FULL + lane, full[lane])
        store(base, THROWN + lane, thrown[lane])
        for seat in range(players):
            store(base, HANDS + LANES * seat + lane, hands[seat, lane])
    _announce_jokers(players, base)
    jokers_about = rule(base, TRUMP) == 0 and load(base, FULL + SUITLESS) != ZERO
    trump = np.uint64(3) if rule(base, TRUMP) == 1 else np.uint64(SUITLESS if jokers_about else NO_LANE)
    store(base, TRUMP_LANE, trump)
    meet(partner, called, base)
    lay_open(base)


@kernel()
def _announce_jokers(players: Int, base: Word) -> None:
    """Move the jokers that were given suits in the public picture of the pack.

    Where every holder must give his one, a joker that was given none is out of play.
    """
    for seat in range(players):
        for lane in range(SUITS):
            named = held(seat, lane, base) & _JOKER_BITS
            add_word(base, FULL + lane, named)
            store(base, FULL + SUITLESS, load(base, FULL + SUITLESS) & ~(named >> _NOMINATED))
    if rule(base, NOMINATE) == _EVERY_HOLDER:
        store(base, FULL + SUITLESS, ZERO)


@kernel()
def _only_place(base: Word) -> Int:
    """Return the place of the one legal card, -1 where there are more."""
    first = nth_place(LEGAL, np.int64(0), base)
    return first if count_words(LEGAL, base) == 1 else np.int64(-1)


@kernel()
def _random_place(base: Word) -> Int:
    """Return the place of one of the legal cards, each as likely, drawing from the stream."""
    state, word = next_word(load(base, STREAM))
    store(base, STREAM, state)
    return nth_place(LEGAL, below(word, count_words(LEGAL, base)), base)


@kernel()
def _random_lane(lanes: Word, base: Word) -> Int:
    """Return one of the lanes of a set, each as likely."""
    state, word = next_word(load(base, STREAM))
    store(base, STREAM, state)
    for _ in range(below(word, popcount(lanes))):
        lanes &= lanes - ONE
    return lowest(lanes)


@kernel()
def _show(seat: Int, place: Int, named: Int, base: Word, record: Ints) -> None:
    """Take a card out of a hand and show it; record it, if the array reaches so far."""
    lane, card = lane_of_place(place), card_of_place(place)
    number = count_words(PLAYED, base)
    if number < record.shape[0]:
        record[number, 0] = seat
        record[number, 1] = place
        record[number, 2] = named
        if record.shape[1] == LEGAL_RECORD:
            for i in range(LANES + 1):
                record[number, RECORD + i] = np.int64(load(base, LEGAL + i if i < LANES else NAMEABLE))
    add_word(base, PLAYED + lane, card)
    index = HANDS + LANES * seat + lane
    store(base, index, load(base, index) & ~card)
    if np.uint64(place) == load(base, CALLED):
        reveal(base)


@kernel()
def _lead(seat: Int, random: Flag, base: Word, record: Ints) -> Int:
    """Have a seat lead to a trick; return the strength of its card."""
    look(seat, base)
    find_leads(seat, base)
    place = _only_place(base)
    if place < 0:
        place = _random_place(base) if random else lead_apart(base)
    lane, card = lane_of_place(place), card_of_place(place)
    named = np.int64(-1)
    if lane == SUITLESS and leads_lane(lane, np.int64(0), base) != NO_LANE:
        named = _random_lane(load(base, NAMEABLE), base) if random else choose_name(base)
    led = leads_lane(lane, named, base)
    store(base, LED_LANE, np.uint64(led))
    if led != NO_LANE:
        store(base, FRESH, ONE - has_lane(load(base, LANES_LED), led))
        add_word(base, LANES_LED, lane_bit(led))
        add_word(base, LED + led, lane_bit(seat))
    power = strength_of_lead(lane, card, base)
    _now_wins(seat, lane, card if power > 0 else ZERO, base)
    _show(seat, place, named, base, record)
    return power


@kernel()
def _now_wins(seat: Int, lane: Int, card: Word, base: Word) -> None:
    """Note which card wins the trick so far."""
    led, trump = np.int64(load(base, LED_LANE)), np.int64(load(base, TRUMP_LANE))
    store(base, BEST_SEAT, np.uint64(seat))
    store(base, BEST, card if lane == led or card == ZERO else ABOVE)
    store(base, BEST_TRUMP, card if lane == trump else ZERO)


@kernel()
def _follow(seat: Int, random: Flag, best: Int, base: Word, record: Ints) -> Int:
    """Have a seat play to the trick on the table; return the strength that wins it now."""
    look(seat, base)
    find_follows(seat, base)
    place = _only_place(base)
    if place < 0:
        place = _random_place(base) if random else follow_apart(base)
    lane, card = lane_of_place(place), card_of_place(place)
    led = np.int64(load(base, LED_LANE))
    power = strength(seat, lane, card, base)
    if led != NO_LANE and lane != led:
        _tell(seat, lane, led, base)
    if seat == 0 and lane != SUITLESS and rule(base, AVOIDS) == 1:
        _deny(lane, card, led, base)
    _show(seat, place, np.int64(-1), base, record)
    if power > best:
        _now_wins(seat, lane, card, base)
        return power
    return best


@kernel()
def _tell(seat: Int, lane: Int, led: Int, base: Word) -> None:
    """Note what a card that does not follow says of its player.

    A joker says nothing where it may be played beside cards of the suit led.
    """
    if lane != SUITLESS:
        add_word(base, RENOUNCED + led, lane_bit(seat))
    if lane != SUITLESS or rule(base, FOLLOW) == 0:
        add_word(base, VOID + led, lane_bit(seat))


@kernel()
def _deny(lane: Int, card: Word, led: Int, base: Word) -> None:
    """Note what a misère contractor's card says of the cards he did not play (see `misere_players`)."""
    best = load(base, BEST)
    if lane != led:
        denied = above(card)
    elif card < best:
        denied = above(card) & (best - ONE)
    else:
        denied = card - ONE
    add_word(base, DENIED + lane, denied)


@kernel(inline="always")
def _play_trick(leader: Int, policies: Int, base: Word, record: Ints) -> Int:
    """Play one trick and return who won it."""
    players, team = np.int64(load(base, SEATS_AT_TABLE)), load(base, TEAM)
    playing = np.uint64(rule(base, PLAYING))
    best = _lead(leader, _random(leader, team, policies), base, record)
    waiting = playing & ~lane_bit(leader)
    position = ONE
    for step in range(1, players):
        seat = (leader + step) % players
        if has_lane(waiting, seat) == ZERO:
            continue
        waiting &= ~lane_bit(seat)
        store(base, BEHIND, waiting)
        store(base, POSITION, position)
        best = _follow(seat, _random(seat, team, policies), best, base, record)
        position += ONE
    return np.int64(load(base, BEST_SEAT))


@kernel(forceinline=True)
def _random(seat: Int, team: Word, policies: Int) -> Flag:
    """Return whether a seat plays random cards; policies: bit 0 the contractor's side, bit 1 the others."""
    return (policies >> np.int64(ONE - has_lane(team, seat))) & 1


@kernel(inline="always")
def play_on(leader: Int, policies: Int, base: Word, record: Ints) -> Int:
    """Play the tricks that are left, `leader` on lead, and return how many the contractor's side takes.

    A misère that its first trick fails stops there.
    """
    team, taken = load(base, TEAM), np.int64(0)
    for _ in range(count_words(HANDS, base)):
        leader = _play_trick(leader, policies, base, record)
        store(base, TRICKS + leader, load(base, TRICKS + leader) + ONE)
        lay_open(base)
        if has_lane(team, leader) == ONE:
            taken += 1
            if rule(base, COUNTED_OUT) == 1:
                break
    return taken


@kernel(inline="always")
def play_out(
    strain: Ints,
    players: Int,
    hands: Words,
    thrown: Words,
    full: Words,
    partner: Int,
    called: Int,
    leader: Int,
    policies: Int,
    scratch: Words,
    record: Ints,
) -> Int:
    """Return the tricks of the contractor's side.

    strain: a row of the strains' table. hands: uint64 (players, 5) by seat relative to the contractor, after
    the exchange, nominated jokers in their suits; all seats that play hold equally many cards. thrown, full:
    uint64 (5,), what the contractor threw and the whole pack. partner: the seat that plays with him in a
    five-handed game, -1 for none; called: the place of the card that shows him, -1 where he is known.
    leader: who leads first. policies: int64, bit 0 the contractor's side, bit 1 the others: 0 heuristic, 1
    random legal cards. scratch: `new_scratch`, its word STREAM the state of the random players' stream.
    record: int64 (cards, RECORD or LEGAL_RECORD) to be filled, or (0, 3). Nothing is checked.
    """
    base = np.uint64(scratch.ctypes.data)
    start_play(strain, players, hands, thrown, full, partner, called, base)
    return play_on(leader, policies, base, record)
