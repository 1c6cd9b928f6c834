"""The studies' own tallies of hands, against the table's and against counting one hand at a time."""

from dataclasses import dataclass

import numpy as np
import pytest
from study_parts.hand_cells import (
    KITTY,
    MINE,
    OPPONENTS,
    PARTNER,
    CellsPlan,
    deal_share,
    rate_of,
    seen_of,
    shares,
)
from study_parts.no_trump_rows import NoTrumps
from study_parts.rule_rows import even_split

from fivehundred_sim.cards import NO_TRUMP
from fivehundred_sim.kernels.table.tally import BESIDE, DEALS, HANDS
from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.packs import pack
from fivehundred_sim.study.estimate import wilson
from fivehundred_sim.study.table.plan import plan_of, setting_of
from fivehundred_sim.study.table.table import Table

RULES = load_rules("australian")
SEED, FEW = 1, 400


@dataclass(frozen=True)
class OfJoker:
    """No-trump by where the joker is, and hands of a deal one by one."""

    sizes = {"place": 4, "holder": 1}  # noqa: RUF012

    def sort(self, seen):
        cells = np.full(seen.judged.shape[:3], -1)
        cells[..., NO_TRUMP] = seen.joker
        return {"place": cells, "holder": np.where(cells == MINE, 0, -1)}


def test_the_joker_is_found_where_it_lies():
    rows = setting_of(RULES).house.deals(SEED, 0, FEW)
    seen = seen_of(RULES, rows)
    joker = len(pack(RULES)) - 1
    for row, places in zip(rows, seen.joker, strict=True):
        hands = [set(row[10 * seat : 10 * seat + 10]) for seat in range(4)]
        for seat in range(4):
            if joker in hands[seat]:
                expected = MINE
            elif joker in hands[(seat + 2) % 4]:
                expected = PARTNER
            elif joker in hands[(seat + 1) % 4] | hands[(seat + 3) % 4]:
                expected = OPPONENTS
            else:
                expected = KITTY
            assert places[seat] == expected


def test_tallies_of_no_trump_are_those_of_the_table():
    counts = CellsPlan(RULES, NoTrumps(), SEED, FEW).count(0, FEW)
    plan = plan_of(RULES, seed=SEED, deals=FEW)
    rows = Table(plan, plan.count(0, FEW)).frame(["tops"])
    own = rows[(rows.denomination == "NT") & (rows.engine == "calibrated")]
    for has, joker in enumerate(("-", "J")):
        some = own[own.jokers == joker]
        assert counts["held"][has, HANDS] == some.n.sum()
        rate = rate_of(counts["held"], "calibrated", 7).mean[has]
        assert rate == pytest.approx((some.n * some.p_make_7).sum() / some.n.sum(), abs=1e-5)


def test_tallies_add_up_over_ranges_and_depend_on_the_deals_alone():
    plan = CellsPlan(RULES, NoTrumps(), SEED, FEW)
    whole, parts = plan.count(0, 60), [plan.count(0, 17), plan.count(17, 43)]
    for name, counts in whole.items():
        assert (counts == parts[0][name] + parts[1][name]).all()
        assert counts.sum() != 0


def test_a_share_knows_that_the_hands_of_a_deal_belong_together():
    number = np.where(np.random.default_rng(6).random(5_000) < 0.3, 4, 0)  # all four hands of a deal, or none
    counts = np.zeros((1, 3), np.int64)
    counts[0, [HANDS, DEALS, BESIDE]] = number.sum(), (number > 0).sum(), (number * (number - 1)).sum()
    share, deals = shares(counts, len(number), 4), deal_share(counts, len(number))
    assert share.mean[0] == deals.mean[0]
    assert share.low[0] == pytest.approx(deals.low[0], abs=1e-5)
    assert share.high[0] == pytest.approx(deals.high[0], abs=1e-5)


def test_a_share_is_no_better_known_than_its_hands_allow():
    counts = CellsPlan(RULES, OfJoker(), SEED, FEW).count(0, FEW)["holder"]
    held = int(counts[0, HANDS])  # one hand of a deal at most
    assert held == counts[0, DEALS]
    share = shares(counts, FEW, 4)
    low, high = wilson(held, 4 * FEW)
    assert (share.mean[0], share.low[0], share.high[0]) == pytest.approx(
        (held / (4 * FEW), float(low), float(high))
    )


def test_conditions_are_met():
    plan = CellsPlan(RULES, OfJoker(), SEED, FEW, where=("2: JK",))
    counts = plan.count(0, FEW)["place"]
    assert counts[:, HANDS].tolist() == [FEW, 0, 2 * FEW, FEW]


def test_six_trumps_lie_as_dealing_them_says():
    rng = np.random.default_rng(5)
    place = rng.permuted(np.tile(np.repeat([0, 1, 2, 3], [10, 10, 10, 3]), (40_000, 1)), axis=1)[:, :6]
    number = np.stack([(place == where).sum(axis=1) for where in range(4)], axis=1)
    even, long = even_split()
    assert (number[:, :3] == 2).all(axis=1).mean() == pytest.approx(even, abs=0.006)
    assert (number[:, 1:3].max(axis=1) >= 3).mean() == pytest.approx(long, abs=0.011)
