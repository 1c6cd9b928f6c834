"""Plans of tables: counts against a slow loop over hands by the general players, whatever the chunks."""

import json
import pickle
from collections import defaultdict

import numpy as np
import pytest
from told_hands import told

from fivehundred_sim.cards import parse_hand
from fivehundred_sim.kernels.bidding.evaluate import evaluate
from fivehundred_sim.kernels.bidding.wide_deals import wide_tricks
from fivehundred_sim.kernels.table.tally import BESIDE, DEALS, HANDS, PER_VALUE, SQUARED, SUM, VALUES_AT
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.rules.scoring import hand_points, is_made
from fivehundred_sim.study.question import QuestionError
from fivehundred_sim.study.run import HEURISTIC, Task
from fivehundred_sim.study.runs import collect
from fivehundred_sim.study.table.groupings import KINDS, alike, as_text, groupings
from fivehundred_sim.study.table.plan import WIDE_CHUNK, looked_at, plan_of
from fivehundred_sim.study.table.worths import (
    PER_ENGINE,
    POINT_UNIT,
    POINTS,
    RATE,
    RATE_UNIT,
    TRICK_UNIT,
    TRICKS,
)

DEALS_PLAYED = 120
SUITS = "SCDH"


def plan(name="australian", deals=DEALS_PLAYED, **changes):
    return plan_of(load_rules(name, changes), seed=5, deals=deals)


@pytest.fixture(scope="module")
def counts():
    return plan().count(0, DEALS_PLAYED)


@pytest.fixture(scope="module")
def played():
    """Every hand in every strain: deal, strain, the hand, what is counted, tricks by the general players."""
    mine = plan()
    house = mine.setting.house
    deals = house.deals(mine.seed, 0, DEALS_PLAYED)
    cards = np.array(pack(mine.rules))
    asked = np.stack(np.meshgrid(range(len(deals)), range(4), range(7), indexing="ij"), axis=-1).reshape(
        -1, 3
    )
    tricks = wide_tricks(*house.task.wide, deals, asked)[:, 0]
    hands = (deals[deal, 10 * seat : 10 * seat + 10] for deal, seat, _ in asked)
    return [
        (deal, strain, hand, told(mine.rules, [int(card) for card in cards[hand]], strain), int(taken))
        for (deal, _, strain), hand, taken in zip(asked.tolist(), hands, tricks.tolist(), strict=True)
    ]


def cells_of(grouping, played):
    """The hands that a loop finds: by the cell's number a list of (deal, strain, hand, tricks)."""
    found = defaultdict(list)
    for block in grouping.blocks:
        names = {}
        for cell in range(block.first, block.first + block.cells):
            text = as_text(block.features(cell), block.strains[0], jokers=1)
            names[tuple(text[column] for column in block.columns)] = cell
        assert len(names) == block.cells
        for deal, strain, hand, features, tricks in played:
            if strain in block.strains:
                cell = names[tuple(features[column] for column in block.columns)]
                found[cell].append((deal, strain, hand, tricks))
    return found


@pytest.mark.parametrize("name", KINDS)
def test_cells_hold_the_hands_that_a_loop_finds(counts, played, name):
    grouping = plan().setting.groupings[name]
    expected = cells_of(grouping, played)
    assert set(np.flatnonzero(counts[name][:, HANDS])) == set(expected)
    for cell, hands in expected.items():
        by_deal = defaultdict(int)
        for deal, *_ in hands:
            by_deal[deal] += 1
        assert counts[name][cell, HANDS] == len(hands)
        assert counts[name][cell, DEALS] == len(by_deal)
        assert counts[name][cell, BESIDE] == sum(number * (number - 1) for number in by_deal.values())


def heuristic_worth(rules, bid, tricks):
    ours, theirs = hand_points(rules, bid, tricks)
    return round(POINT_UNIT * (ours - theirs)), RATE_UNIT * is_made(bid, tricks)


def test_heuristic_rates_and_points_are_those_of_the_deals_played_out(counts, played):
    mine = plan()
    setting = mine.setting
    model = setting.worths.engines.index("heuristic")
    bids = setting.house.bidding.calls
    for cell, hands in cells_of(setting.groupings["tops"], played).items():
        for place in setting.contracts.levels(hands[0][1]):
            sums, points = defaultdict(int), 0
            for deal, strain, _, tricks in hands:
                scored, made = heuristic_worth(
                    mine.rules, bids[setting.contracts.calls[strain, place]], tricks
                )
                points += scored
                sums[deal] += made
            at_rate = VALUES_AT + PER_VALUE * (PER_ENGINE * model + RATE + place)
            at_points = VALUES_AT + PER_VALUE * (PER_ENGINE * model + POINTS + place)
            row = counts["tops"][cell]
            assert row[at_rate + SUM] == sum(sums.values())
            assert row[at_rate + SQUARED] == sum(each**2 for each in sums.values())
            assert row[at_points + SUM] == points
        if hands[0][1] < 5:
            at_tricks = VALUES_AT + PER_VALUE * (PER_ENGINE * model + TRICKS)
            assert counts["tops"][cell, at_tricks + SUM] == TRICK_UNIT * sum(hand[-1] for hand in hands)


def test_a_hand_fares_as_in_advise():
    """The hand of one seat held fast: on the same deals the tricks are those that `advise` counts."""
    mine = plan()
    house, n = mine.setting.house, 300
    cards = pack(mine.rules)
    hand = np.array(sorted(cards.index(card) for card in parse_hand("JK JD KH 9H 5H AS 8S 7C 6C 5D", cards)))
    task = Task(mine.rules, hand, np.setdiff1d(np.arange(len(cards)), hand), mine.seed)
    expected = HEURISTIC.load()(task, 0, n, (1 << 7) - 1)
    _, outcomes = looked_at(mine.setting, house.deals(mine.seed, 0, n, hand, seat=0))
    for strain in range(7):
        assert np.bincount(outcomes[:, 0, strain] % 11, minlength=11).tolist() == expected[strain].tolist()


def test_calibrated_rates_are_those_of_the_house(counts, played):
    """`House.shares` is what matches play contracts with."""
    setting = plan().setting
    house, model = setting.house, setting.worths.engines.index("calibrated")
    assert setting.worths.engines[0] == "calibrated"
    judged = np.empty((7, 2))
    for cell, hands in list(cells_of(setting.groupings["pooled"], played).items())[::7]:
        for place in setting.contracts.levels(hands[0][1]):
            rate = points = 0.0
            for _, strain, hand, tricks in hands:
                evaluate(hand, house.evaluation.code, house.evaluation.weights, judged)
                call = setting.contracts.calls[strain, place]
                shares = house.shares(np.array([call]), np.array([tricks]), judged[None, strain])[0]
                rate += shares @ house.made[call]
                points += shares @ house.points.results[0, call]
            row = counts["pooled"][cell]
            found = [
                row[VALUES_AT + PER_VALUE * (PER_ENGINE * model + first + place)] for first in (RATE, POINTS)
            ]
            # Each hand is rounded to half a unit.
            assert found[0] / RATE_UNIT == pytest.approx(rate, abs=0.6 * len(hands) / RATE_UNIT)
            assert found[1] / POINT_UNIT == pytest.approx(points, abs=0.6 * len(hands) / POINT_UNIT)


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_counts_do_not_depend_on_chunks_or_threads(counts, chunk):
    mine = plan()
    merged = collect(type(mine)(mine.rules, mine.seed, mine.deals, chunk), jobs=2)
    assert merged.keys() == counts.keys()
    for name, expected in counts.items():
        assert np.array_equal(merged[name], expected), name


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("american", 40),
        ("quebec", 40),
        ("five-handed", 20),
        ("six-handed", 20),
        ("two-handed", 40),
        ("hoyle-1909", 40),
    ],
)
def test_every_hand_is_in_one_cell_of_every_grouping(name, deals):
    mine = plan(name, deals)
    strains = mine.setting.contracts.strains
    counts = mine.count(0, deals)
    for found in counts.values():
        assert found[:, HANDS].sum() == deals * mine.rules.table.players * len(strains)
    assert mine.chunk == WIDE_CHUNK


def test_worst_cases_fit():
    """Squares of a deal's sums, for a billion deals as the busiest cells are: far from the end of int64."""
    for name in ("australian", "american", "six-handed"):
        mine = plan(name, 300)
        for found in mine.count(0, 300).values():
            assert np.abs(found).max() / 300 * 1e9 < 2**63 / 10


def test_only_the_strains_of_the_house_are_counted():
    mine = plan("quebec", 10)
    assert mine.setting.contracts.strains == (0, 1, 2, 3, 4)
    assert not any(block.denomination in ("M", "OM") for block in mine.setting.groupings["tops"].blocks)


def test_levels_below_the_lowest_bid_are_no_contracts():
    contracts = plan("american", 10).setting.contracts  # six bids are inkles
    assert contracts.levels(0) == (1, 2, 3, 4)
    assert plan("australian", 10).setting.contracts.levels(5) == (0,)


def test_suits_alike_stand_together():
    strains = tuple(range(7))
    assert alike(load_rules("australian"), strains) == ((0, 1), (2, 3))
    assert alike(load_rules("american"), strains) == ((0, 1, 2, 3),)
    pooled = groupings(load_rules("australian"), strains)["pooled"]
    assert [block.denomination for block in pooled.blocks] == ["SC", "DH", "NT", "M", "OM"]


def test_the_question_is_plain_and_says_all_that_decides():
    mine = plan()
    asked = mine.question()
    assert json.loads(json.dumps(asked)) == asked
    assert asked["deals"] == DEALS_PLAYED
    assert plan(**{"misere.value": 270}).question() != asked
    assert pickle.loads(pickle.dumps(mine)).question() == asked


def test_table_piles_are_refused():
    with pytest.raises(QuestionError, match="table piles"):
        plan("two-handed-tables")
