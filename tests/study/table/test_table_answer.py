"""The answer of a table: rows, columns, and what is left out of them."""

import json
import math

import pytest

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.study.table.groupings import held_names, shape_text
from fivehundred_sim.study.table.plan import plan_of
from fivehundred_sim.study.table.table import Table


@pytest.fixture(scope="module")
def table():
    plan = plan_of(load_rules("australian"), seed=2, deals=1500)
    return Table(plan, plan.count(0, plan.deals))


def test_every_cell_with_hands_is_a_row_for_each_model(table):
    frame = table.frame()
    assert list(frame.grouping.unique()) == ["strength", "tops", "shape", "pooled", "honours"]
    assert list(frame.engine.unique()) == ["calibrated", "heuristic"]
    for _, rows in frame.groupby(["grouping", "engine"]):
        assert rows.n.sum() == 1500 * 4 * 7
        assert (rows.n >= rows.deals).all()
    keys = list(frame.columns[: frame.columns.get_loc("n")])
    assert not frame.duplicated(keys).any()


def test_rates_lie_in_their_intervals_and_fall_with_the_level(table):
    frame = table.frame(["pooled"])
    suits = frame[frame.p_make_6.notna()]
    for level in range(6, 11):
        assert (suits[f"p_make_{level}_low"] <= suits[f"p_make_{level}"] + 1e-9).all()
        assert (suits[f"p_make_{level}"] <= suits[f"p_make_{level}_high"] + 1e-9).all()
        assert (suits[f"points_{level}_low"] <= suits[f"points_{level}"]).all()
        assert (suits[f"points_{level}"] <= suits[f"points_{level}_high"]).all()
    played = suits[suits.engine == "heuristic"]
    assert (played.p_make_6 >= played.p_make_7).all()


def test_the_best_level_is_the_highest_with_points_above_zero(table):
    for row in table.frame(["tops"]).query("best_level.notna()").to_dict("records"):
        paying = [level for level in range(6, 11) if row[f"points_{level}"] > 0]
        assert row["best_level"] == max(paying, default=0)
        if row["pays"] == "yes":
            assert row[f"points_{row['best_level']}_low"] > 0


def test_miseres_have_one_chance_and_no_level(table):
    frame = table.frame(["pooled"])
    miseres = frame[frame.denomination.isin(["M", "OM"])]
    assert miseres.p_make.between(0, 1).all()
    assert miseres.p_make_6.isna().all()
    assert miseres.best_level.isna().all()
    assert set(miseres.pays) <= {"yes", "no", "close"}


def test_rows_are_the_frame(table):
    (block,) = (block for block in table.blocks("tops") if block.denomination == "NT")
    rows = table.rows("tops", block, "heuristic")
    frame = table.frame(["tops"]).query("denomination == 'NT' and engine == 'heuristic'")
    assert [row["n"] for row in rows] == frame.n.tolist()
    assert [row["p_make_7"] for row in rows] == frame.p_make_7.tolist()


def test_json_has_the_promised_fields(table):
    answer = table.to_json_dict(["tops"])
    text = json.dumps(answer, allow_nan=False)
    assert json.loads(text) == answer
    assert answer["schema"] == "fivehundred.table/1"
    assert answer["deals"] == 1500
    assert {"denomination", "trumps", "tops", "n", "p_make_6", "p_make_10", "best_level"} <= answer["rows"][
        0
    ].keys()
    assert {row["grouping"] for row in answer["rows"]} == {"tops"}
    assert all(
        not (isinstance(value, float) and math.isnan(value))
        for row in answer["rows"]
        for value in row.values()
    )


def test_the_manifest_says_the_deals_and_nothing_of_workers(table):
    made = table.manifest.to_json_dict()
    assert [engine["name"] for engine in made["engines"]] == ["calibrated", "heuristic"]
    assert {engine["deals"] for engine in made["engines"]} == {1500}
    assert {engine["chunk"] for engine in made["engines"]} == {0}


@pytest.mark.parametrize(
    ("bits", "jokers", "tops", "text"),
    [
        (0b1011, 1, True, "J R A"),
        (0, 1, True, "-"),
        (0b10010, 2, True, "RJ A"),
        (0b11, 2, False, "BJ RJ"),
        (0b101, 0, True, "R A"),
        (0, 2, False, "-"),
    ],
)
def test_high_cards_as_text(bits, jokers, tops, text):
    assert held_names(bits, jokers, tops=tops) == text


def test_patterns_as_text():
    assert shape_text(0, 0) == "10:0-0-0"
    assert shape_text(0, 4) == "10-0-0-0"
    assert {shape_text(number, 4)[-3:] for number in (-1, -15)} == {" JJ"}
