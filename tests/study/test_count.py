"""The count for the table: its columns, its fit and rounding, what is said of its bids, and whole answers."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import numpy as np
import pytest
import statsmodels.api as sm

from fivehundred_sim import load_rules, score_hand
from fivehundred_sim.cards import HAND_SIZE, NO_TRUMP, effective_suit, parse_card
from fivehundred_sim.rules.code import height
from fivehundred_sim.rules.hands import hand_code
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.wide import FIRST_SANS_KITTY
from fivehundred_sim.study import count_measure as measure
from fivehundred_sim.study.count import FEWEST, count
from fivehundred_sim.study.count_answer import BIDDING, NO_TRUMP_NAME, OURS, SUITS_NAME, UNROUNDED
from fivehundred_sim.study.count_deals import DEALS_EACH, draw_hands, play_hands
from fivehundred_sim.study.count_features import (
    NO_TRUMP_FEATURES,
    SUIT_FEATURES,
    best_suit,
    no_trump_columns,
    suit_columns,
    thinks_of_no_trump,
)
from fivehundred_sim.study.count_fit import LINE, fit
from fivehundred_sim.study.question import QuestionError
from fivehundred_sim.study.run import HEURISTIC, Task

AUSTRALIAN = load_rules("australian")
QUEBEC = load_rules("quebec")
HEARTS = 3


def hands_of(rules, *texts):
    cards = pack(rules)
    return np.array([[cards.index(parse_card(word)) for word in text.split()] for text in texts])


# --- what is counted ---


def test_what_a_suit_counts():
    hands = hands_of(AUSTRALIAN, "JK JD AH QH 5H AS KS 8C 6C 5D", "KH 9H 8H KS KC 9C 8C 7C AD KD")
    columns = suit_columns(hands, hand_code(AUSTRALIAN), HEARTS)
    assert list(columns) == [name for name in SUIT_FEATURES if name != "second_joker"]
    assert {name: column.tolist() for name, column in columns.items()} == {
        "trump": [5, 3],
        "joker": [1, 0],
        "right_bower": [0, 0],
        "left_bower": [1, 0],
        "ace": [1, 0],
        "king": [0, 1],
        "queen": [1, 0],
        "side_ace": [1, 1],
        "side_king": [1, 2],  # of the second hand KS is alone
        "void": [0, 0],
        "singleton": [1, 0],  # 5D is alone; KS is too, but three trumps are too few to ruff
    }


def test_what_no_trump_counts_with_two_jokers():
    hands = hands_of(QUEBEC, "RJ AS KS QS 9S 8S KC 5C QD 4D", "BJ AC AH KH 9H QD 8D 7D 10S 9S")
    columns = no_trump_columns(hands, hand_code(QUEBEC))
    assert list(columns) == list(NO_TRUMP_FEATURES)
    assert {name: column.tolist() for name, column in columns.items()} == {
        "joker": [0, 1],
        "second_joker": [1, 0],
        "ace": [1, 2],
        "king_with_ace": [1, 1],
        "guarded_king": [1, 0],
        "queen": [1, 0],
        "long_card": [1, 0],
        "open_suit": [2, 1],  # QD and one card, no heart; 10S 9S, while QD and two cards stop
    }
    assert thinks_of_no_trump(hands, hand_code(QUEBEC)).tolist() == [True, True]
    poor = hands_of(AUSTRALIAN, "JK KS KC KD KH QS QC QD QH 5D", "AS AC KS KC 9D 8D 7D 9H 8H 7H")
    assert thinks_of_no_trump(poor, hand_code(AUSTRALIAN)).tolist() == [False, False]


def test_the_best_suit_has_most_trumps_then_the_higher_ones():
    cards, hands = pack(AUSTRALIAN), draw_hands(43, 4, 0, 200)[:, :HAND_SIZE]
    for hand, found in zip(hands, best_suit(hands, hand_code(AUSTRALIAN)), strict=True):
        trumps = [
            sorted((height(cards[i], s) for i in hand if effective_suit(cards[i], s) == s), reverse=True)
            for s in range(NO_TRUMP)
        ]
        assert len(trumps[found]) == max(map(len, trumps))
        assert trumps[found] == max(each for each in trumps if len(each) == len(trumps[found]))
    red = hands_of(AUSTRALIAN, "AS KS QS 10S AH KH QH 10H 5D 6D")  # equal but for the height of the suit
    assert best_suit(red, hand_code(AUSTRALIAN)).tolist() == [0]


# --- the fit ---


def noisy(rng, n=400):
    columns = rng.integers(0, 3, (n, 4)).astype(float)
    columns[:, 3] = 1  # the same in every hand
    return columns, 2.2 + columns[:, :3] @ [0.8, 0.1, -0.3] + rng.normal(0, 0.5, n) * (1 + columns[:, 0])


def test_the_fit_is_least_squares_with_errors_for_unequal_spread():
    columns, tricks = noisy(np.random.default_rng(1))
    fitted = fit(columns, tricks, 0.25)
    oracle = sm.OLS(tricks, sm.add_constant(columns[:, :3])).fit(cov_type="HC0")
    assert fitted.exact[:4] == pytest.approx(oracle.params)
    assert fitted.error[:4] == pytest.approx(1.959964 * oracle.bse, rel=1e-5)
    assert [fitted.exact[4], fitted.error[4], fitted.rounded[4]] == [0, 0, 0]


def test_columns_that_always_come_together_share_what_they_explain():
    rng = np.random.default_rng(4)
    one = rng.integers(0, 3, 300).astype(float)
    fitted = fit(np.column_stack([one, one]), 1 + 0.5 * one, 0.25)
    assert fitted.exact == pytest.approx([1, 0.25, 0.25])
    assert fitted.rounded.sum() == 1.5


@pytest.mark.parametrize("unit", [0.25, 0.1])
def test_no_rounded_number_would_better_be_another(unit):
    """Squares of the residuals, and what each line costs, for every change of one or two numbers."""
    columns, tricks = noisy(np.random.default_rng(2))
    rounded = fit(columns, tricks, unit).rounded
    assert rounded / unit == pytest.approx(np.round(rounded / unit))
    design = np.column_stack([np.ones(len(columns)), columns])

    def cost(numbers):
        lines = sum(number != 0 for number in numbers[1:])
        return np.square(tricks - design @ numbers).mean() + LINE * lines

    least = cost(rounded)
    for first, second in itertools.product(range(4), repeat=2):
        for steps in itertools.product((-unit, 0, unit), repeat=2):
            moved = rounded + steps[0] * (np.arange(5) == first) + steps[1] * (np.arange(5) == second)
            assert cost(moved) >= least - 1e-12
    for k in range(1, 4):
        assert cost(rounded * (np.arange(5) != k)) >= least - 1e-12


def test_what_saves_too_little_is_no_line():
    rng = np.random.default_rng(3)
    columns = rng.integers(0, 2, (5000, 2)).astype(float)
    # Half the hands have the second thing: counting it saves its variance, 0.07 squared / 4 = 0.0012.
    tricks = 4 + columns @ [0.5, 0.07] + rng.normal(0, 0.1, 5000)
    assert fit(columns, tricks, 0.05).rounded.tolist() == pytest.approx([4.05, 0.5, 0.0])
    assert fit(columns, 4 + columns @ [0.5, 0.3], 0.05).rounded.tolist() == pytest.approx([4, 0.5, 0.3])


# --- the deals ---


def test_hands_are_played_as_the_engine_plays_them_on_one_set_of_deals():
    orders = draw_hands(43, 9, 5, 6)
    asked = np.array([1 << s | 1 << (FIRST_SANS_KITTY + s) for s in (0, 1, 2, 3, 4, 4)])
    with ThreadPoolExecutor(2) as pool:
        played = play_hands(AUSTRALIAN, 9, 5, orders, asked, pool, 2, lambda: None)
    engine = HEURISTIC.load()
    for i, (order, mask) in enumerate(zip(orders, asked, strict=True)):
        task = Task(AUSTRALIAN, order[:HAND_SIZE], order[HAND_SIZE:], 9)
        deal = (DEALS_EACH + 1) * (5 + i) + 1  # one number of the stream is the hand's own
        assert (played[i] == engine(task, deal, DEALS_EACH, int(mask))).all()
        assert sorted(order) == list(range(43))


# --- how good it is, once more by hand ---


def drawn(seed, n=30):
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(DEALS_EACH, np.full(11, 1 / 11), (n, 5)).astype(np.uint8)
    values = np.round(rng.normal(6.5, 1.5, (n, 5)) * 4) / 4
    values[rng.random((n, 5)) < 0.2] = measure.NEVER
    return values, counts


def tricks_of(row):
    return [tricks for tricks, deals in enumerate(row) for _ in range(deals)]


def test_accuracy_is_what_every_single_deal_says():
    values, counts = drawn(3)
    ours = np.full(30, 6.0)
    found = measure.accuracy(values[:, 0], ours, counts[:, 0], ("a", "b", "c"))
    told = [i for i in range(30) if values[i, 0] > measure.NEVER]
    off = np.array([values[i, 0] - t for i in told for t in tricks_of(counts[i, 0])])
    near = [abs(np.floor(values[i, 0] + 0.5) - t) <= 1 for i in told for t in tricks_of(counts[i, 0])]
    assert (found.deals, found.share) == (len(off), len(told) / 30)
    assert found.rmse == pytest.approx(np.sqrt(np.mean(off**2)))
    assert found.bias == pytest.approx(off.mean())
    assert found.within_one == pytest.approx(np.mean(near))
    means = [np.mean(tricks_of(counts[i, 0])) for i in told]
    luck = [np.var(tricks_of(counts[i, 0]), ddof=1) / DEALS_EACH for i in told]
    square = np.mean((values[told, 0] - means) ** 2) - np.mean(luck)
    assert found.hand_error == pytest.approx(np.sqrt(max(square, 0)))
    flat = np.array([6 - t for i in told for t in tricks_of(counts[i, 0])])
    assert found.rmse_ours == pytest.approx(np.sqrt(np.mean(flat**2)))
    assert measure.accuracy(np.full(30, measure.NEVER), ours, counts[:, 0], ("a", "b", "c")) is None


def test_a_hand_error_leaves_out_the_luck_of_the_deals():
    """A count that says each hand's true mean has none, however few its deals."""
    rng = np.random.default_rng(6)
    chances = rng.dirichlet(np.full(11, 0.7), 20_000)
    counts = rng.multinomial(DEALS_EACH, chances).astype(np.uint8)
    true = chances @ np.arange(11)
    assert measure.accuracy(true, true, counts, ("a", "b", "c")).hand_error < 0.1
    assert measure.accuracy(true + 0.5, true, counts, ("a", "b", "c")).hand_error == pytest.approx(
        0.5, abs=0.03
    )


@pytest.mark.parametrize("margin", [0.0, 0.5])
def test_points_are_those_of_the_best_bid_played(margin):
    values, counts = drawn(4)
    gain = measure.gains(AUSTRALIAN)
    best, level = measure.best_bids(values, margin, gain)
    points = measure.hand_points(best, level, gain, counts)
    for i in range(30):
        top = max(values[i])
        suit = max(s for s in range(5) if values[i, s] == top)
        height = min(int(np.floor(top - margin)), 10)
        if height < 6:
            assert (level[i], points[i]) == (0, 0)
            continue
        bid = f"{height}{['S', 'C', 'D', 'H', 'NT'][suit]}"
        scores = [score_hand(AUSTRALIAN, bid, 0, (t, 10 - t, 0, 0)) for t in tricks_of(counts[i, suit])]
        assert (best[i], level[i]) == (suit, height)
        assert points[i] == pytest.approx(np.mean([ours - theirs for ours, theirs in scores]))
    rows = measure.bids_made(values, margin, gain, counts)
    assert sum(row.share for row in rows) == pytest.approx((level > 0).mean())
    assert sum(row.share * row.points for row in rows) == pytest.approx(points.mean())
    seven = next(row for row in rows if row.level == 7)
    taken = [t for i in range(30) if level[i] == 7 for t in tricks_of(counts[i, best[i]])]
    assert (seven.tricks, seven.made) == pytest.approx((np.mean(taken), np.mean(np.array(taken) >= 7)))


def test_a_house_without_low_bids_passes_them():
    gain = measure.gains(load_rules("quebec-1000"))
    values = np.array([[7.5, 0, 0, 0, 0], [8.5, 0, 0, 0, 0]])
    assert measure.best_bids(values, 0.0, gain)[1].tolist() == [0, 8]


def test_counts_are_compared_on_the_same_hands():
    rng = np.random.default_rng(5)
    counts = rng.multinomial(DEALS_EACH, [0, 0, 0, 0, 0, 0.1, 0.2, 0.3, 0.2, 0.1, 0.1], (30, 5)).astype(
        np.uint8
    )
    values = counts @ np.arange(11) / DEALS_EACH
    gain = measure.gains(AUSTRALIAN)
    both = {"a": values, "b": values + 1}
    margins = [measure.best_margin(value, gain, counts) for value in both.values()]
    assert margins[1] == margins[0] + 1
    first, second = measure.points_of(both, (0.0, 0.0), "a", gain, counts)
    own = [measure.hand_points(*measure.best_bids(value, 0.0, gain), gain, counts) for value in both.values()]
    apart = own[1] - own[0]
    assert (first.difference, first.low, first.high) == (0, 0, 0)
    assert second.difference == pytest.approx(apart.mean())
    assert second.high - second.low == pytest.approx(2 * 1.959964 * apart.std(ddof=1) / 30**0.5, rel=1e-5)


# --- whole answers ---


@pytest.fixture(scope="module")
def answer():
    return count(deals=20_000)


def test_the_australian_count(answer):
    """Bounds wide enough for chance: five standard errors of 2,000 hands."""
    suits = {worth.name: worth for worth in answer.suits.worths}
    assert 0.3 < suits["trump"].exact < 0.65
    assert 0.6 < suits["joker"].exact < 1.0
    assert suits["joker"].exact > suits["right_bower"].exact > suits["ace"].exact > suits["queen"].exact
    assert 0.3 < suits["side_ace"].exact < 0.65
    assert 0.9 < answer.suits.kitty.exact < 1.1
    assert answer.suits.start.rounded == answer.suits.kitty.rounded + answer.suits.partner
    for card in answer.cards:
        assert all(worth.rounded % 0.25 == 0 for worth in (card.start, card.kitty, *card.worths))
        assert all(abs(worth.rounded - worth.exact) < 0.4 for worth in card.worths)


def test_how_it_fares(answer):
    by_name = {(row.count, row.contract): row for row in answer.accuracy if row.hands == BIDDING}
    ours, unrounded = by_name[OURS, SUITS_NAME], by_name[UNROUNDED, SUITS_NAME]
    assert ours.rmse == ours.rmse_ours < unrounded.rmse + 0.03
    assert abs(ours.bias) < 0.2
    for name in ("trick-bot", "zh", "hen"):
        assert by_name[name, SUITS_NAME].rmse > by_name[name, SUITS_NAME].rmse_ours
    assert by_name[OURS, NO_TRUMP_NAME].hand_error < 0.6
    points = {row.count: row for row in answer.points}
    assert points[OURS].difference == 0
    assert all(points[name].high < 0 for name in ("trick-bot", "mcg46", "hen", "zh", "ari", "patrick"))
    assert sum(row.share for row in answer.bids) == pytest.approx(points[OURS].bids)
    assert [row.level for row in answer.bids] == sorted(row.level for row in answer.bids)


def test_the_answer_does_not_depend_on_threads_and_has_rows(answer):
    again = count(AUSTRALIAN, deals=20_000, jobs=1)
    assert again == answer
    record = answer.to_json_dict()
    assert record["schema"] == "fivehundred.count/1"
    assert record["cards"][0]["partner"] == answer.suits.partner
    rows = answer.records()
    assert {row["about"] for row in rows} == {"worth", "accuracy", "bids", "points", "tuned points"}
    worth = next(row for row in rows if row.get("name") == "joker" and row["contract"] == SUITS_NAME)
    assert worth == {"about": "worth", "contract": "suits", **asdict(answer.suits.worths[1])}
    assert count(deals=FEWEST, seed=2) != count(deals=FEWEST, seed=3)


def test_a_pack_without_jokers_has_no_line_for_them():
    answer = count(load_rules("australian", {"pack.jokers": "0", "pack.kitty": "4"}), deals=10_000)
    assert all("joker" not in worth.name for card in answer.cards for worth in card.worths)
    assert {row.count for row in answer.accuracy if row.contract == NO_TRUMP_NAME} == {OURS, UNROUNDED, "hen"}


def test_two_jokers_are_two_lines_and_tables_without_partners_say_so():
    quebec = count("quebec", deals=FEWEST)
    assert [worth.name for worth in quebec.suits.worths][:3] == ["trump", "joker", "second_joker"]
    assert quebec.partners
    assert not count("hoyle-1909", deals=FEWEST).partners


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(QuestionError, match="1999 deals are too few"):
        count(deals=FEWEST - 1)
    no_joker = load_rules("australian", {"pack.jokers": "0", "pack.kitty": "4"})
    with pytest.raises(QuestionError, match=r"only \d+ of 200 hands think of no-trump: more deals"):
        count(no_joker, deals=FEWEST)
    with pytest.raises(QuestionError, match="table piles"):
        count("two-handed-tables")
