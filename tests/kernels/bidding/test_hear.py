"""What calls say to the seat on turn, against a twin that reads the list of calls."""

import numpy as np
from hearing import Heard
from tables import borrowed, place_of, state_after
from test_law import choose

from fivehundred_sim.kernels.bidding import law
from fivehundred_sim.kernels.bidding import styles as at
from fivehundred_sim.kernels.bidding.hear import hear
from fivehundred_sim.rules.load import preset_names
from fivehundred_sim.study.bidding.styles import load_style, rows_of, style_names


def heard_by(house, state, seat, styles):
    row = np.full(at.HEARD, np.nan)
    rows, style_of = rows_of(tuple(styles)).rows, np.arange(len(styles))
    hear(house.bidding.table, house.bidding.options, state, np.int64(seat), rows, style_of, row)
    return row


def twin_of(house, state, seat, styles):
    """Return the same row from the readable list of calls."""
    listed = state[law.LIST : law.LIST + 2 * state[law.COUNT]].reshape(-1, 2).tolist()
    table = house.bidding.table
    calls = [(who, house.bidding.calls[call], bool(table[call, law.INKLE])) for who, call in listed]
    row = np.zeros(at.HEARD)
    for place, value in Heard(house.rules, seat, calls, styles).features().items():
        row[place] = value
    return row


def test_every_seat_hears_what_was_said():
    """Random auctions of random styles at every table: any legal call may come, likely or not."""
    rng = np.random.default_rng(41)
    met = np.zeros(at.HEARD, bool)
    for preset in preset_names():
        house = borrowed(preset)
        table, options = house.bidding.table, house.bidding.options
        for _ in range(8):
            styles = [load_style(str(name)) for name in rng.choice(style_names(), house.players)]
            state = state_after(house, dealer=int(rng.integers(house.players)))
            eager, reach = rng.choice([0.3, 0.6, 0.9]), rng.choice([1, 3, 12])
            while not state[law.OVER]:
                legal = [i for i in range(len(table)) if law.may_call(table, options, state, np.int64(i))]
                law.make_call(table, options, state, np.int64(choose(rng, legal, table, eager, reach)))
                for seat in range(house.players):
                    found = heard_by(house, state, seat, styles)
                    np.testing.assert_array_equal(found, twin_of(house, state, seat, styles))
                    met |= found != 0
    assert met.all(), f"never heard: {np.flatnonzero(~met)}"


def heard(auction, styles, seat=None, name="australian"):
    """Return what a seat (by default the one on turn) hears."""
    house = borrowed(name)
    state = state_after(house, auction)
    styles = [load_style(style) for style in styles]
    return heard_by(house, state, state[law.TURN] if seat is None else seat, styles)


def test_a_joker_shown_is_no_wish_for_no_trump():
    natural, shows = ["natural"] * 4, ["joker-six-nt"] * 4
    plain = heard("6NT P", natural)
    assert plain[at.WITH + 4] == plain[at.PARTNERS_BID] == 1
    assert plain[at.PARTNER_JOKER] == 0
    assert plain[at.OPPONENTS_PASSED] == 1
    said = heard("6NT P", shows)
    assert said[at.PARTNER_JOKER] == 1
    assert said[at.WITH + 4] == said[at.PARTNERS_BID] == said[at.PARTNERS_PASSED] == 0
    against = heard("6NT", shows)
    assert against[at.OPPONENT_JOKER] == 1
    assert against[at.OPPONENTS_BID] == 0


def test_a_later_bid_stands_beside_what_was_shown():
    found = heard("6NT 7S 7H P 8NT P", ["joker-six-nt"] * 4)
    assert found[at.PARTNER_JOKER] == 1
    assert found[at.WITH + 4] == 1
    assert found[at.LEVEL_WITH + 4] == 2
    assert found[at.OWN_BID] == 4


def test_only_the_caller_s_own_style_says_what_his_call_means():
    mixed = ["natural", "joker-six-nt", "natural", "natural"]
    assert heard("P 6NT P", mixed)[at.PARTNER_JOKER] == 1
    assert heard("6NT P", mixed)[at.PARTNER_JOKER] == 0


def test_aces_are_shown_to_partners_and_say_nothing_of_length():
    found = heard("6C P", ["aces-up-the-line"] * 4)
    assert found[at.PARTNER_ACES] == 0b0010
    assert found[at.WITH : at.WITH + 5].sum() == 0


def test_an_inkle_of_no_trump_shows_the_joker_and_one_of_a_suit_the_suit():
    inkles = ["inkle"] * 4
    joker = heard("6NT P", inkles, name="american")
    assert joker[at.PARTNER_JOKER] == 1
    assert joker[at.WITH + 4] == 0
    suit = heard("6C P", inkles, name="american")
    assert suit[at.WITH + 1] == 1
    assert suit[at.LEVEL_WITH + 1] == 0


def test_a_raise_is_heard_by_whoever_bid_first_only():
    house = borrowed()
    assert place_of(house, "7H") > place_of(house, "6H")
    natural = ["natural"] * 4
    raised = heard("6H P 7H P", natural)
    assert raised[at.OWN_BID] == 1 + 3
    assert raised[at.RAISED + 3] == 1
    assert raised[at.LEVEL_WITH + 3] == 1
    raiser = heard("6H P 7H P", natural, seat=2)
    assert raiser[at.RAISED + 3] == 0
