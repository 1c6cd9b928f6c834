"""Deals that fit the calls: on auctions that a style produced, they are spread as the true deals are."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from auctions import HAND, australian, bidders_of, cases_of
from scipy.stats import chi2

from fivehundred_sim.cards import NO_TRUMP
from fivehundred_sim.kernels.bidding.rollout import shortfalls
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.bidding import fitting_deals as module
from fivehundred_sim.study.bidding.fitting_deals import fitting_deals
from fivehundred_sim.study.bidding.situation import situation_of

EACH = 40  # deals drawn for each question
JOKER = 42  # its place in the pack of 43
FAR = 4.0  # standard errors: one in fifteen thousand


@pytest.fixture(scope="module")
def executor():
    with ThreadPoolExecutor(2) as threads:
        yield threads


def drawn(case, executor, style="natural", wanted=EACH, **more):
    return fitting_deals(australian(), bidders_of(style), case.situation, wanted, 3, executor, **more)


def hands_of(deals, seat):
    return deals[..., HAND * seat : HAND * (seat + 1)]


def in_suit(deals, seat, strain):
    """Return how many cards of a strain's first class (its trumps) a seat holds in each deal."""
    code = australian().evaluation.code
    return (code[strain, hands_of(deals, seat), 0] == 0).sum(axis=-1)


def where_joker(deals, me):
    """Return who holds the joker as seen from a seat: 0 itself, then clockwise, 4 the kitty."""
    place = (deals == JOKER).argmax(axis=-1) // HAND
    return np.where(place == 4, 4, (place - me) % 4)


def features(case, deals):
    """Return what is looked at in deals, float64 (n, 10).

    Of partner and opponents: the cards of the suit that they bid last (without one the jacks and jokers that
    they hold), and their aces; then who holds the joker.
    """
    house, me = australian(), case.situation.seat
    last = {}
    for i, call in enumerate(case.situation.calls):
        strain = house.bidding.table[call, 1]
        if call and strain < NO_TRUMP:
            last[(case.situation.dealer + 1 + i) % 4] = strain
    ranks = np.array([card % 16 if card < 64 else 12 for card in pack(house.rules)])
    columns = []
    for seat in ((me + step) % 4 for step in (1, 2, 3)):
        held = ranks[hands_of(deals, seat)]
        columns.append(in_suit(deals, seat, last[seat]) if seat in last else (held == 12).sum(axis=-1))
        columns.append((held == 15).sum(axis=-1))
    columns += [where_joker(deals, me) == holder for holder in (1, 2, 3, 4)]
    return np.stack(columns, axis=-1).astype(float)


def distances(cases, deals_of):
    """Return, for each feature, how far the truth is from what was drawn, in standard errors."""
    gap, variance = 0.0, 0.0
    for case in cases:
        seen = features(case, deals_of(case))
        gap = gap + features(case, case.deal) - seen.mean(axis=0)
        # Both the true deal and the mean of those drawn are off the true mean.
        variance = variance + seen.var(axis=0, ddof=1) * (1 + 1 / len(seen))
    return gap / np.sqrt(variance)


AUCTIONS = {
    "partner opens, opponent passes": lambda calls, n: n == 2 and 0 < calls[0] < 11 and calls[1] == 0,
    "an opponent bids over a pass": lambda calls, n: n == 2 and calls[0] == 0 and 5 < calls[1] < 11,
    "three bids": lambda calls, n: n == 3 and 0 < calls[0] < calls[1] < calls[2] < 12,
    "second turn": lambda calls, n: n == 4 and calls[0] > 0 and 0 < calls[2] < 16,
}


def check_spread(name, number, executor):
    cases = cases_of("natural", 700, number, AUCTIONS[name])
    fittings = {}
    for case in cases:
        fittings[id(case)] = drawn(case, executor)
        assert fittings[id(case)].how == "exact"
    fit = distances(cases, lambda case: fittings[id(case)].deals)
    assert np.abs(fit).max() < FAR, fit
    # The same measure sees that deals drawn without the calls are others.
    house = australian()
    deaf = distances(cases, lambda case: house.deals(3, 0, EACH, case.situation.hand, case.situation.seat))
    assert np.abs(deaf).max() > 1.25 * FAR, deaf


@pytest.mark.parametrize("name", AUCTIONS)
def test_drawn_hands_are_spread_as_the_true_ones(name, executor):
    check_spread(name, 50, executor)


@pytest.mark.long
@pytest.mark.parametrize("name", AUCTIONS)
def test_many_drawn_hands_are_spread_as_the_true_ones(name, executor):
    check_spread(name, 1_000, executor)


def test_the_joker_lies_where_it_truly_lies(executor):
    """A chi-square over holders: the joker's place in auctions opened by partner, over one's own hands."""
    cases = cases_of("natural", 800, 150, AUCTIONS["partner opens, opponent passes"])
    cases = [case for case in cases if JOKER not in case.situation.hand]
    truth = np.array([where_joker(case.deal, case.situation.seat) for case in cases])
    expected = np.zeros(5)
    for case in cases:
        places = where_joker(drawn(case, executor).deals, case.situation.seat)
        expected += np.bincount(places, minlength=5) / len(places)
    counts = np.bincount(truth, minlength=5)
    assert counts[0] == expected[0] == 0
    statistic = ((counts[1:] - expected[1:]) ** 2 / expected[1:]).sum()
    assert statistic < chi2.ppf(0.999, 3), (counts, expected)
    assert expected[2] > 1.5 * expected[1], "partner's opening says that he has it"


def test_every_deal_is_whole_fits_and_leaves_one_s_own_cards(executor):
    house = australian()
    for case in cases_of("natural", 900, 8, AUCTIONS["second turn"]):
        fitting = drawn(case, executor)
        me, hand = case.situation.seat, case.situation.hand
        assert (np.sort(hands_of(fitting.deals, me), axis=1) == hand).all()
        assert (np.sort(fitting.deals, axis=1) == np.arange(43)).all()
        assert len(np.unique(fitting.deals, axis=0)) == len(fitting.deals) == EACH
        assert (fitting.weights == 1).all()
        assert fitting.effective == EACH
        short = shortfalls(
            *(house.bidding.table, house.bidding.options, np.int64(case.situation.dealer)),
            *(np.array(case.situation.calls), np.int64(me), 0.0, fitting.deals),
            *(house.evaluation.code, house.evaluation.weights, *bidders_of().arguments()),
        )
        assert (short == 0).all()


def test_threads_do_not_change_what_is_drawn():
    case = cases_of("natural", 901, 1, AUCTIONS["three bids"])[0]
    found = []
    for threads in (1, 3):
        with ThreadPoolExecutor(threads) as executor:
            found.append(drawn(case, executor, wanted=300))
    assert (found[0].deals == found[1].deals).all()
    assert found[0].drawn == found[1].drawn


HAND_WITHOUT = "AS KS 10S 9C 8C 7D 6D KH 8H 5H"


def situation(auction, hand=HAND_WITHOUT):
    return situation_of(hand, australian().rules, australian().bidding, auction)


def test_before_anybody_else_has_called_every_deal_fits(executor):
    fitting = fitting_deals(australian(), bidders_of(), situation(""), 70, 3, executor)
    assert (fitting.how, len(fitting.deals), fitting.drawn) == ("all", 70, 70)


def test_calls_that_the_style_never_makes_are_taken_less_strictly(executor):
    """Nobody opens nine no-trump, but those who come nearest to it hold the joker."""
    asked = situation("9NT P")
    fitting = fitting_deals(australian(), bidders_of(), asked, 400, 3, executor, most_drawn=20_000)
    assert fitting.how == "near"
    assert fitting.drawn == 20_000
    assert fitting.weights.sum() == 400
    assert fitting.weights.min() >= 1
    assert 200 <= fitting.effective <= len(fitting.deals) <= 400
    assert fitting.tolerance in module.TOLERANCES
    weights = fitting.weights / fitting.weights.sum()
    holds = weights @ (where_joker(fitting.deals, asked.seat) == 2)
    assert holds > 0.4, "of any deals he holds it in 0.30: nine no-trump means the joker, if heard at all"
    assert (np.sort(hands_of(fitting.deals, asked.seat), axis=1) == asked.hand).all()


def test_deals_are_drawn_in_proportion_to_their_weights():
    """Whatever is asked of the deals, a few drawn ones say what all of them do by weight."""
    rng = np.random.default_rng(8)
    weights = rng.exponential(size=3000) ** 3
    chosen, times = module._resampled(weights, 600)
    assert times.sum() == 600
    assert (np.diff(chosen) > 0).all()
    assert abs(times - 600 * weights[chosen] / weights.sum()).max() < 1
    asked = rng.integers(0, 2, 3000)
    assert abs(times @ asked[chosen] / 600 - weights @ asked / weights.sum()) < 0.05
    light = weights < np.median(weights)
    assert 0 < times[light[chosen]].sum() / 600 < 0.1  # light ones are seldom drawn, but they are


def test_calls_that_say_nothing_are_left_out_of_account(executor):
    """A count that never bids no-trump has bid it: no deal is likelier than another."""
    fitting = fitting_deals(
        australian(), bidders_of("zh"), situation("8NT P"), 100, 3, executor, most_drawn=5_000
    )
    assert fitting.how == "any"
    assert (fitting.weights == 1).all()
    assert len(fitting.deals) == 100


def test_few_deals_are_enough_for_who_asks_for_few(executor):
    case = cases_of("natural", 902, 1, AUCTIONS["three bids"])[0]
    plenty = drawn(case, executor, wanted=100)
    few = drawn(case, executor, wanted=100, most_drawn=int(0.7 * plenty.drawn))
    assert few.how == "exact"
    assert 50 <= len(few.deals) < 100
    assert (few.deals == plenty.deals[: len(few.deals)]).all()
