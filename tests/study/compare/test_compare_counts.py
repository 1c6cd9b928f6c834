"""House rules compared: counts redone by the referee, what must be nothing, and signs that are known."""

import pickle
from itertools import pairwise

import comparing
import numpy as np
import pytest
from comparing import compared_by, counted, plan_of, rules_of

from fivehundred_sim.cards import format_bid
from fivehundred_sim.game.auction import Auction
from fivehundred_sim.kernels.bidding.law import COUNT, LIST, STATE_WORDS
from fivehundred_sim.rules.scoring import is_made, score_hand, score_no_bid
from fivehundred_sim.rules.seats import side_count, side_of
from fivehundred_sim.study.bidding.house import LOWEST_LEVEL, House
from fivehundred_sim.study.bidding.inference import first_weights
from fivehundred_sim.study.compare import houses
from fivehundred_sim.study.compare.best import Change, best_contracts, contracts_of
from fivehundred_sim.study.compare.evaluations import law_of, lenders, shared_strains
from fivehundred_sim.study.compare.examples import examples
from fivehundred_sim.study.compare.measures import deal_quantities
from fivehundred_sim.study.compare.plan import labels_of
from fivehundred_sim.study.question import QuestionError


@pytest.fixture(autouse=True, scope="module")
def unlearnt():
    with comparing.unlearnt():
        yield


SCALES = {"level": 1, "tricks": 1_000, "points": 10}  # of what is counted; shares in 1/10,000

# --- against the referee ------------------------------------------------------------------------------------


def contract_of(house: House, dealer, listed):
    """Return (bid, seat) of an auction replayed by the referee, None where nobody bids."""
    auction = Auction(house.rules, dealer=int(dealer))
    for seat, call in listed:
        assert auction.turn == seat
        auction.call(format_bid(house.bidding.calls[call]))
    assert auction.over
    return auction.contract


def scored(house: House, bid, seat, taken, partner):
    """Return the referee's points by side if the contractor's side takes so many tricks.

    Who of several opponents takes the others is not known: the mean over each of them taking all.
    """
    others = [other for other in range(house.players) if other not in (seat, partner)]
    opponents = [other for other in others if side_of(house.rules, other) != side_of(house.rules, seat)]
    found = []
    for opponent in opponents:
        tricks = [0] * house.players
        tricks[seat], tricks[opponent] = taken, 10 - taken
        found.append(score_hand(house.rules, bid, seat, tricks, partner))
    return np.mean(found, axis=0)


def plain_sums(table, deals):
    """Return sums over deals by name, worked out one by one with the referee's auction and scores."""
    house, n = table.house, len(deals)
    dealers = np.arange(n) % house.players
    states = np.empty((n, STATE_WORDS), np.int64)
    _, worths = house.auctions(table.bidders, dealers, deals, states)
    sums: dict[str, int] = {}

    def add(name, value):
        sums[name] = sums.get(name, 0) + round(value * SCALES.get(name.partition(".")[0], 10_000))

    for row, (dealer, state) in enumerate(zip(dealers, states, strict=True)):
        contract = contract_of(house, dealer, state[LIST : LIST + 2 * state[COUNT]].reshape(-1, 2))
        mine = side_of(house.rules, int(dealer))
        if contract is None:
            if house.rules.auction.all_pass == "play_no_trump":
                eldest = (int(dealer) + 1) % house.players
                (taken,), _ = house.tricks(deals, np.array([[row, eldest, 14]]))
                add_points(add, house, nobodys(house, eldest, int(taken)), mine, None)
            continue
        call = next(i for i, bid in enumerate(house.bidding.calls) if format_bid(bid) == contract.bid)
        bid, strain = house.bidding.calls[call], int(house.bidding.table[call, 1])
        taken, partners = house.tricks(deals, np.array([[row, contract.seat, strain]]))
        partner = int(partners[0]) if partners[0] >= 0 else None
        (shares,) = house.shares(np.array([call]), taken, worths[row : row + 1])
        by_side, made = np.zeros(side_count(house.rules)), 0.0
        for tricks, share in enumerate(shares):
            if share:
                by_side += share * np.array(scored(house, bid, contract.seat, tricks, partner))
                made += share * is_made(bid, tricks)
        add(f"{contract.bid}.bid", 1)
        add(f"{contract.bid}.made", made)
        add("contracts.bid", 1)
        add("contracts.made", made)
        playing = {side_of(house.rules, seat) for seat in (contract.seat, partner) if seat is not None}
        add("dealer.bid", mine in playing)
        if not bid.is_misere:
            add("level", bid.level)
            add("tricks", shares @ np.arange(11))
        add_points(add, house, by_side, mine, playing)
    return sums


def nobodys(house, eldest, taken):
    """Return the points by side of a hand that nobody bid, the mean over each opponent taking the others."""
    found = []
    for opponent in range(house.players):
        if side_of(house.rules, opponent) != side_of(house.rules, eldest):
            tricks = [0] * house.players
            tricks[eldest], tricks[opponent] = taken, 10 - taken
            found.append(score_no_bid(house.rules, tricks))
    return np.mean(found, axis=0)


def add_points(add, house, by_side, mine, playing):
    number = side_count(house.rules)
    add("points.dealer", by_side[mine])
    add("points.others", (sum(by_side) - by_side[mine]) / (number - 1))
    if playing is not None:
        add("points.contractor", by_side[min(playing)])
        defenders = [side for side in range(number) if side not in playing]
        add("points.defenders", sum(by_side[side] for side in defenders) / len(defenders))


@pytest.mark.parametrize(
    "words",
    [
        ("australian", "australian misere.value=210 scoring.slam_250=false scoring.defender_points=never"),
        ("american", "quebec"),
        ("howstuffworks", "hoyle-1909"),
        ("six-handed", "two-handed"),
        ("six-handed-pairs", "five-handed"),
    ],
    ids=" and ".join,
)
def test_counts_are_those_of_the_referee_deal_by_deal(words):
    plan = plan_of(*words, deals=150, games=0)
    counts = counted(plan)
    tops = [measure.top for measure in plan.deal_measures]
    for place, table in enumerate(plan.tables):
        sums = plain_sums(table, table.house.deals(plan.seed, 0, plan.deals))
        assert sums["contracts.bid"] > 60 * 10_000
        for name, value in sums.items():
            found = counts["sums"][place, tops.index(name), 0]
            # Two ways to add the same shares may fall on either side of a half.
            assert found == pytest.approx(value, abs=2), name
        bids = [name for name in sums if name[0].isdigit() and name.endswith(".bid")]
        levels = {level: sum(sums[name] for name in bids if int(name[:-4].rstrip("SCDHNT/sk")) == level)
                  for level in range(LOWEST_LEVEL, 11)}  # fmt: skip
        for level, number in levels.items():
            assert counts["sums"][place, tops.index(f"level {level}.bid"), 0] == number


def test_kinds_levels_and_bids_add_up():
    plan = plan_of("australian", "new-zealand", deals=400, games=0)
    counts = counted(plan)
    sums = {measure.key: counts["sums"][:, row, 0] for row, measure in enumerate(plan.deal_measures)}
    for what in ("bid", "made", "set"):
        whole = sums[f"contracts.{what}"]
        kinds = ("suit", "no-trump", "misère", "open misère")
        assert (sum(sums[f"{kind}.{what}"] for kind in kinds) == whole).all()
        single = [name for name in sums if name.endswith(f".{what}") and name[0].isdigit()]
        assert (sum(sums[name] for name in (*single, f"M.{what}", f"OM.{what}")) == whole).all()
        levels = sum(sums[f"level {level}.{what}"] for level in range(6, 11))
        assert (levels == sums[f"suit.{what}"] + sums[f"no-trump.{what}"]).all()
    assert (sums["contracts.made"] + sums["contracts.set"] == sums["contracts.bid"]).all()
    best = [name for name in sums if name.startswith("best.")]
    assert (sum(sums[name] for name in best) == 400 * 10_000).all()


def test_the_best_contract_is_the_one_worth_most_looked_up_one_by_one():
    plan = plan_of("australian", "american", deals=30, games=0)
    for table in plan.tables:
        house = table.house
        deals = house.deals(1, 0, 30)
        calls, points = best_contracts(table, deals, np.arange(30) % house.players)
        for row, deal in enumerate(deals):
            seat = row % house.players
            assert (int(calls[row]), points[row]) == pytest.approx(plain_best(table, deal, seat))


def plain_best(table, deal, seat):
    """Return the best call of a hand and its points, from chances looked up by the kernel and scores."""
    from fivehundred_sim.kernels.bidding.evaluate import contract_chances, evaluate

    house, strength, chances = table.house, np.empty((7, 2)), np.empty(11)
    look = house.evaluation
    evaluate(deal[10 * seat : 10 * seat + 10], look.code, look.weights, strength)
    best = (0, 0.0)
    for call in contracts_of(house):
        level, strain = (int(word) for word in house.bidding.table[call, :2])
        row = int(strength[strain, 1])
        contract_chances(
            look.chances, np.int64(strain), np.int64(row), np.int64(level), strength[strain, 0], chances
        )
        own = side_of(house.rules, 0)
        points = 0.0
        for tricks in range(11):
            by_side = scored(house, house.bidding.calls[call], 0, tricks, None)
            points += chances[tricks] * (by_side[own] - by_side[1 - own])
        if points > best[1] + 1e-9:
            best = (int(call), points)
    return best


# --- what must be nothing -----------------------------------------------------------------------------------


def test_a_set_against_itself_differs_by_exactly_nothing():
    answer = compared_by("american", "american", deals=300, games=20)
    (other,) = answer.others
    assert other.same
    assert len(other.rows) > 60
    for row in other.rows:
        assert row.a == row.b
        assert (row.diff or 0.0, row.low or 0.0, row.high or 0.0) == (0.0, 0.0, 0.0)
        assert row.verdict == "same"
    assert not other.examples


def test_what_only_ends_games_changes_no_hand():
    answer = compared_by("australian", "australian match.floor=-250", deals=400, games=60)
    (other,) = answer.others
    assert not other.same
    for row in other.rows:
        if not row.measure.key.startswith("game."):
            assert (row.verdict, row.diff) == ("same", 0.0)
    assert other.row("game.hands").verdict == "less"


def test_without_a_known_reason_no_difference_seen_is_not_no_difference():
    # Fifty deals rarely show what the value of blind misère may change, which nobody calls.
    answer = compared_by("australian", "australian blind_misere.value=1000", deals=50, games=0)
    row = answer.others[0].row("contracts.bid")
    assert row.diff == 0
    assert row.low < 0 < row.high
    assert row.verdict == "close"


@pytest.mark.parametrize("words", [("australian", "new-zealand"), ("quebec", "american match.hands=3")])
def test_counts_do_not_depend_on_chunks(words):
    plan = plan_of(*words, deals=60, games=13, seed=3)
    whole = counted(plan)
    assert whole["units"].tolist() == [60, 13]
    for chunk in (1, 7, 59):
        parts = counted(plan, chunk)
        assert parts.keys() == whole.keys()
        for name, sums in whole.items():
            assert sums.dtype == np.int64
            np.testing.assert_array_equal(parts[name], sums)


def test_games_are_spread_over_the_deals():
    plan = plan_of("australian", "american", deals=100, games=7)
    starts = [plan.games_of(first, 1) for first in range(100)]
    assert np.concatenate(starts).tolist() == list(range(7))
    assert plan.games_of(0, 100).tolist() == list(range(7))
    assert plan_of("australian", "american", deals=100).whole_games == 5


# --- signs that are known -----------------------------------------------------------------------------------


def test_games_won_only_on_contracts_are_longer():
    free, bound = "australian match.must_win_on_contract=false", "australian match.must_win_on_contract=true"
    answer = compared_by(free, bound, deals=600, games=600)
    hands = answer.others[0].row("game.hands")
    assert hands.verdict == "more"
    assert answer.others[0].row("game.end.tricks").b == 0


def test_a_dearer_misere_is_bid_more_often():
    low, high = "australian misere.value=210", "australian misere.value=270"
    answer = compared_by(low, high, deals=3_000, games=0)
    (other,) = answer.others
    assert other.row("misère.bid").verdict == "more"
    assert other.row("best.misère").diff >= 0
    assert other.row("hand.elsewhere").diff > 0


def test_no_six_bids_push_hands_to_seven_or_to_pass():
    answer = compared_by("australian", "australian auction.minimum_level=7", deals=1_000, games=0)
    (other,) = answer.others
    assert other.row("best.level 6").b == 0
    assert other.row("best.level 7").verdict == "more"
    assert other.row("hand.higher").diff > 0.05
    assert other.row("hand.lower").diff == 0


# --- houses -------------------------------------------------------------------------------------------------


def test_strains_played_alike_are_judged_alike():
    rules = rules_of("australian", "new-zealand", "quebec")
    lent = lenders(rules)
    assert lent[0] == (rules[0],) * 7
    assert lent[1] == (rules[0],) * 4 + (rules[1],) * 3  # the joker's law differs without trumps
    assert lent[2] == (rules[2],) * 7
    assert shared_strains(rules[:2]) == 0b1111
    assert shared_strains(rules) == 0
    plan = plan_of("australian", "new-zealand", deals=10)
    first, second = (table.house.evaluation for table in plan.tables)
    np.testing.assert_array_equal(first.chances[:4], second.chances[:4])
    assert not np.array_equal(first.chances[4], second.chances[4])
    # Where the calibration does not hold for both, both are played by rules of thumb.
    np.testing.assert_array_equal(first.quick[4:], np.broadcast_to(np.eye(11), first.quick[4:].shape))
    np.testing.assert_array_equal(first.chances[5, :, 0], first.heuristic[5])


def test_houses_with_the_same_hands_learn_together(monkeypatch):
    taught = []
    houses.table_of.cache_clear()
    monkeypatch.setattr(houses, "signals", lambda house, style: taught.append(house.rules) or first_weights())
    words = ("quebec", "quebec match.target=1000 scoring.trick_cap=490", "quebec scoring.slam_250=false")
    plan = plan_of(*words, deals=10)
    assert plan.like == (0, 0, 2)
    assert len(plan.tables) == 3
    assert taught == [plan.rules[0], plan.rules[0], plan.rules[2]]
    houses.table_of.cache_clear()


def test_the_law_of_a_strain_is_all_that_its_play_rests_on():
    base, open_first, joker = rules_of(
        "australian", "australian open_misere.exposed=before_lead", "australian joker.set=hsw"
    )
    differs = [
        [law_of(base, strain) != law_of(other, strain) for strain in range(7)]
        for other in (open_first, joker)
    ]
    assert differs == [[False] * 6 + [True], [False] * 4 + [True] * 3]


def test_examples_are_the_first_of_the_stream_and_true():
    plan = plan_of("australian", "australian auction.minimum_level=7", deals=1_500, games=0)
    found = examples(plan, 1)
    assert {example.change for example in found} >= {Change.HIGHER, Change.NOW_PASSES}
    for first, second in pairwise(found):
        assert first.change < second.change or first.deal < second.deal
    for example in found:
        assert len(example.hand) == 10
        assert (example.b.bid == "P") == (example.change is Change.NOW_PASSES)
        if example.change is Change.HIGHER:
            assert int(example.b.bid[0]) > int(example.a.bid[0])
    assert found == examples(
        plan_of("australian", "australian auction.minimum_level=7", deals=1_500, chunk=7), 1
    )
    assert examples(plan_of("australian", "american", deals=50), 1) == ()


def test_labels_are_told_apart():
    assert labels_of(["a", "b", "a"]) == ("a (A)", "b", "a (C)")


def test_the_question_holds_all_that_decides():
    plan = plan_of("australian", "american", deals=40, seed=9, chunk=11)
    question = plan.question()
    assert (question["seed"], question["deals"], question["games"]) == (9, 40, 2)
    assert [rules["name"] for rules in question["rules"]] == ["australian", "american"]
    assert question["style"]["name"] == "natural"
    assert "chunk" not in question
    assert (plan_of("australian", "american", "quebec", "australian").chunk, plan.chunk) == (1_000, 11)


def test_a_plan_travels():
    plan = plan_of("australian", "american", deals=40, games=2)
    plan.count(0, 3)
    there = pickle.loads(pickle.dumps(plan))
    assert there == plan
    here = plan.count(3, 9)
    for name, sums in there.count(3, 9).items():
        np.testing.assert_array_equal(sums, here[name])


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        ((), {}, "which sets of rules? (none given; expected 2 to 24"),
        (("australian",), {}, "(1 given"),
        (("australian",) * 25, {}, "(25 given"),
        (("australian", "two-handed-tables"), {}, "table piles"),
        (("australian", "american"), {"deals": 10, "games": 11}, "11 games with 10 deals: expected at most"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(words, options, message):
    with pytest.raises(QuestionError) as caught:
        plan_of(*words, **options)
    assert message in str(caught.value)


def test_sets_without_games_say_why_and_have_no_rows_of_games():
    answer = compared_by("howstuffworks", "hoyle-1909", deals=40, games=2)
    assert len(answer.why_no_games) == 2
    assert "between two sides, not 3" in answer.why_no_games[0]
    assert not any(row.measure.key.startswith("game.") for row in answer.others[0].rows)


def test_quantities_have_a_name_each():
    plan = plan_of("australian", "gamerules", deals=20, games=0)
    names = deal_quantities(plan.families)
    assert len(set(names)) == len(names)
    assert "7H/sk" in plan.families
    assert {measure.top for measure in plan.deal_measures} <= set(names)
