"""How a style chooses: what it thinks calls are worth, its margins, its conventions, the published counts."""

import numpy as np
import pytest
from count_twins import Twin
from judging import Judge
from tables import alike, borrowed, call_of, decide, looked_at, mixed, words_of
from test_hear import heard_by, twin_of
from test_law import choose

from fivehundred_sim.cards import NO_TRUMP, OPEN_MISERE
from fivehundred_sim.kernels.bidding import law
from fivehundred_sim.kernels.bidding import styles as at
from fivehundred_sim.kernels.bidding.choose import HELD_BACK, NOT_A_CHOICE
from fivehundred_sim.study.bidding.styles import COUNTS, load_style, style_names

HAND = 10
METHODS = {name: {"mcg46": "mcg"}.get(name, name.replace("-", "_")) for name in COUNTS}
FITTED = [name for name in style_names() if load_style(name).fitted]


def decisions(house, rng, number):
    """Yield (state, hand) of seats on turn in random auctions of random deals."""
    table, options = house.bidding.table, house.bidding.options
    deals = house.deals(int(rng.integers(1 << 30)), 0, number)
    for deal in deals:
        state = np.empty(law.STATE_WORDS, np.int64)
        law.start_auction(options, np.int64(rng.integers(house.players)), state)
        eager = rng.choice([0.2, 0.5, 0.8])
        while not state[law.OVER]:
            seat = state[law.TURN]
            yield state, deal[HAND * seat : HAND * (seat + 1)]
            legal = [i for i in range(len(table)) if law.may_call(table, options, state, np.int64(i))]
            law.make_call(table, options, state, np.int64(choose(rng, legal, table, eager, 2)))


def twin_values(house, styles, bidders, state, hand):
    """Return what every call is worth by the twin, NaN for what is no choice."""
    seat, table, options = int(state[law.TURN]), house.bidding.table, house.bidding.options
    heard = heard_by(house, state, seat, styles)
    style, weights = styles[seat], bidders.weights[bidders.style_of[seat]]
    nobody, point = bidders.passing[seat]
    judge = Judge(heard, *looked_at(house, hand), style, weights, bidders.worth[seat])
    values = np.full(len(table), np.nan)
    may_pass = law.may_call(table, options, state, law.PASS_CALL)
    if may_pass:
        high, bidder = state[law.HIGH], state[law.HIGH_SEAT]
        ours = bidder % options[law.SIDES] == seat % options[law.SIDES]
        stands = judge.standing(high, house.bidding.calls[high], bidder == seat, ours) if high else nobody
        values[0] = stands + style.margin * point
    for call, bid in enumerate(house.bidding.calls):
        known = bid.denomination <= OPEN_MISERE and not bid.sans_kitty and not table[call, law.INKLE]
        if call and known and law.may_call(table, options, state, np.int64(call)):
            worth, made = judge.bid(call, bid, point)
            values[call] = worth - (HELD_BACK if may_pass and made < style.least_chance else 0)
    return values


@pytest.mark.parametrize("name", ["australian", "american", "hoyle-1909", "five-handed", "six-handed-pairs"])
def test_what_calls_are_worth(name):
    house, rng = borrowed(name), np.random.default_rng(51)
    held = 0
    for _ in range(4):
        styles, bidders = mixed(house, rng, FITTED)
        for state, hand in decisions(house, rng, 5):
            _, values = decide(house, bidders, state, hand)
            twin = twin_values(house, styles, bidders, state, hand)
            assert ((values == NOT_A_CHOICE) == np.isnan(twin)).all()
            np.testing.assert_allclose(values[~np.isnan(twin)], twin[~np.isnan(twin)], rtol=0, atol=1e-6)
            held += (twin < -HELD_BACK / 2).sum()
    assert held > 20


def test_the_call_worth_most_is_made_but_for_conventions():
    house, rng = borrowed(), np.random.default_rng(52)
    plain = [name for name in FITTED if not load_style(name).conventions]
    _, bidders = mixed(house, rng, plain)
    bids = 0
    for state, hand in decisions(house, rng, 60):
        call, values = decide(house, bidders, state, hand)
        assert call == values.argmax()
        bids += call > 0
    assert bids > 40


def changed(house, **settings):
    return alike(house, load_style("natural").model_copy(update=settings))


def test_a_margin_is_what_a_bid_must_bring_more_and_least_chance_how_often_it_must_be_made():
    house, rng = borrowed(), np.random.default_rng(53)
    plain, bold, shy = (changed(house, margin=margin) for margin in (0.0, -40.0, 40.0))
    sure, free = changed(house, least_chance=0.7), changed(house, least_chance=0.0)
    made = house.worth(house.points)[2]
    met = {"bold": 0, "shy": 0, "sure": 0, "free": 0}
    for state, hand in decisions(house, rng, 150):
        call, values = decide(house, plain, state, hand)
        for name, table, more in (("bold", bold, -40.0), ("shy", shy, 40.0)):
            other, theirs = decide(house, table, state, hand)
            assert theirs[0] == pytest.approx(values[0] + more)
            assert (theirs[1:] == values[1:]).all()
            met[name] += (other == 0) != (call == 0)
        assert not (call == 0 and decide(house, shy, state, hand)[0])
        strength, _ = looked_at(house, hand)
        for name, table, least in (("sure", sure, 0.7), ("free", free, 0.0)):
            other, theirs = decide(house, table, state, hand)
            chances = np.array([chance_alone(house, made, strength, i) for i in range(len(values))])
            assert ((theirs[1:] < -HELD_BACK / 2) == ((chances < least) | (values == NOT_A_CHOICE))[1:]).all()
            met[name] += other != call
    assert min(met.values()) > 3, met


def chance_alone(house, made, strength, call):
    """Return the chance that a bid is made, heard nothing; 1 for what is no contract."""
    strain = house.bidding.table[call, law.STRAIN]
    if not 0 <= strain <= OPEN_MISERE:
        return 1.0
    centres = 0.2 * np.arange(made.shape[2])
    return np.interp(strength[strain, 0], centres, made[call, int(strength[strain, 1])])


def test_a_misere_margin_is_taken_off_miseres_alone():
    house, rng = borrowed(), np.random.default_rng(54)
    plain, averse = changed(house), changed(house, misere_margin=70.0)
    miseres = np.array([bid.is_misere for bid in house.bidding.calls])
    seen = 0
    for state, hand in decisions(house, rng, 40):
        _, values = decide(house, plain, state, hand)
        _, theirs = decide(house, averse, state, hand)
        legal = values > NOT_A_CHOICE
        np.testing.assert_allclose((values - theirs)[legal], 70.0 * miseres[legal])
        seen += (legal & miseres).sum()
    assert seen > 20


# --- conventions, by examples -------------------------------------------------------------------------------

JOKER_AND_ACES = "JK AS AH JD KD QD 10D 7C 5H 6S"  # three top tricks and more: worth 7NT by itself
JOKER_ALONE = "JK JD KD QD 10D 7C 5H 6S 9H 8H"
TWO_ACES = "AC AH KD QD 9S 8S 7H 5H 6S 6D"


def test_the_joker_is_shown_while_partner_has_yet_to_speak():
    house = borrowed()
    shows, natural = alike(house, "joker-six-nt"), alike(house, "natural")
    for before in ("", "P"):
        assert call_of(house, natural, JOKER_AND_ACES, before) == "7NT"
        assert call_of(house, shows, JOKER_AND_ACES, before) == "6NT"
    for before in ("6H P", "P P", "7S", "6NT"):  # partner has spoken, or 6NT is gone
        assert call_of(house, shows, JOKER_AND_ACES, before) == call_of(
            house, natural, JOKER_AND_ACES, before
        )


def test_the_joker_asks_for_top_tricks_beside_it():
    house = borrowed()
    gate = load_style("joker-six-nt")
    assert gate.joker_gate == 3
    assert call_of(house, alike(house, gate), JOKER_ALONE) == "7H"
    free = gate.model_copy(update={"joker_gate": 1})
    assert call_of(house, alike(house, free), JOKER_ALONE) == "6NT"
    assert call_of(house, alike(house, gate), JOKER_ALONE.replace("9H 8H", "AS KS")) == "6NT"


@pytest.mark.parametrize(
    ("hand", "before", "call"),
    [
        (TWO_ACES, "", "6C"),
        (TWO_ACES, "6S", "6C"),
        (TWO_ACES, "P P P", "6C"),
        (TWO_ACES, "6C P", "6H"),  # partner has shown that one
        (JOKER_ALONE.replace("JD", "JS"), "6D", "6NT"),  # no ace but the joker
        (JOKER_ALONE.replace("JK", "4H"), "", "natural"),
        (TWO_ACES, "6D", "natural"),  # the lowest ace cannot be shown any more
        (TWO_ACES, "P 7S", "natural"),
    ],
)
def test_aces_are_shown_up_the_line(hand, before, call):
    house = borrowed()
    found = call_of(house, alike(house, "aces-up-the-line"), hand, before)
    if call == "natural":
        call = call_of(house, alike(house, "natural"), hand, before)
    assert found == call


def test_nobody_shows_an_ace_twice():
    house = borrowed()
    bidders = alike(house, "aces-up-the-line")
    assert call_of(house, bidders, TWO_ACES, "6C P P 6D") == call_of(
        house, alike(house, "natural"), TWO_ACES, "6C P P 6D"
    )


@pytest.mark.parametrize(
    ("hand", "before", "call"),
    [
        ("JK KS QS 9S 8H 7H 6D 5D 9C 7C", "", "6NT"),
        ("JH JD QH 9H 8S 7S 6D 5D 9C 7C", "", "6H"),
        ("JH JD QH 9H 8S 7S 6D 5D 9C 7C", "P", "6H"),
        ("JH JD QH 9H 8S 7S 6D 5D 9C 7C", "6NT", "P"),  # no higher inkle is left for hearts
        ("JH JD QH 9H 8S 7S 6D 5D 9C 7C", "P P", "P"),  # only the first two callers signal
        ("JH JD QH 9H 8S 7S 6D 5D 9C 7C", "7S", "natural"),
        ("9H 8H 7H 9S 8S 7S 6D 5D 9C 7C", "", "P"),
        ("JK JH JD AH KH QH 9H AS AD AC", "", "natural"),  # a hand with a bid bids
    ],
)
def test_inkles_signal_a_suit_or_the_joker(hand, before, call):
    house = borrowed("american")
    natural = call_of(house, alike(house, "natural"), hand, before)
    assert call_of(house, alike(house, "inkle"), hand, before) == (natural if call == "natural" else call)
    assert natural[0] != "6"


# --- published counts ---------------------------------------------------------------------------------------


def levels_of(twin, house, count, hand, state, seat, styles):
    """Return the level that a count bids in each denomination by its twin, -1 where it would not bid."""
    heard = twin_of(house, state, seat, styles)
    helped = [(heard[at.WITH + d], heard[at.AGAINST + d]) for d in range(NO_TRUMP + 1)]
    cards = tuple(twin.cards[place] for place in hand)
    found = getattr(twin, METHODS[count])(cards, helped, heard[at.PARTNERS_PASSED] > 0)
    return [-1 if level is None else level for level in found]


@pytest.mark.parametrize("count", COUNTS)
def test_a_count_bids_what_it_counts_and_tops_partner_only_with_more(count):
    house, rng = borrowed(), np.random.default_rng(56)
    bidders, styles = alike(house, count), [load_style(count)] * 4
    twin = Twin(house.rules)
    bids = topped = left = 0
    for state, hand in decisions(house, rng, 60):
        seat, high = int(state[law.TURN]), state[law.HIGH]
        call, _ = decide(house, bidders, state, hand)
        levels = levels_of(twin, house, count, hand, state, seat, styles)
        with_partner = high and state[law.HIGH_SEAT] % 2 == seat % 2
        least = house.bidding.calls[high].level + 1 if with_partner else 6
        bid = house.bidding.calls[call]
        open_to = [
            d for d, level in enumerate(levels) if level >= least and cheapest(house, state, d) <= level
        ]
        if call:
            assert bid.denomination in open_to
            assert levels[bid.denomination] == max(levels[d] for d in open_to)
            assert bid.level == cheapest(house, state, bid.denomination)
            bids, topped = bids + 1, topped + bool(with_partner)
        else:
            assert not open_to
            left += bool(with_partner)
    assert bids > (2 if count == "hen" else 15)
    assert left > 10


def cheapest(house, state, denomination):
    """Return the level of the lowest legal bid of a denomination, 99 for none."""
    table, options = house.bidding.table, house.bidding.options
    for call, bid in enumerate(house.bidding.calls):
        if bid.denomination == denomination and law.may_call(table, options, state, np.int64(call)):
            return bid.level
    return 99


def test_the_cheapest_call_of_a_forced_dealer():
    house = borrowed("australian", auction__all_pass="force_dealer")
    nothing = "4H 5H 5D 6D 5C 6C 7C 5S 6S 7S"
    for count in COUNTS:
        assert call_of(house, alike(house, count), nothing, "P P P") == words_of(house)[1] == "6S"
