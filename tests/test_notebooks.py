"""Every notebook (percent-format source) runs from top to bottom with few deals, and shows what it tells of.

The site runs them too, as notebooks and with full counts; here they run as scripts, in this process.
"""

import runpy
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

FOLDER = Path(__file__).parents[1] / "notebooks"
# Deals for each: as few as the pictures can be drawn from.
DEALS = {"bidding_table": 1_000, "first_question": 20, "house_rules": 100}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that runs a notebook and returns its names and what it printed."""

    def run_one(name: str) -> tuple[dict[str, Any], str]:
        monkeypatch.setenv("FIVEHUNDRED_NOTEBOOK_DEALS", str(DEALS[name]))
        monkeypatch.setenv("MPLBACKEND", "agg")
        names = runpy.run_path(str(FOLDER / f"{name}.py"))
        return names, capsys.readouterr().out

    return run_one


def pictures(names: dict[str, Any]) -> set[str]:
    """Return the names of the figures, each with something drawn in its panels."""
    found = {name: value for name, value in names.items() if isinstance(value, Figure)}
    for figure in found.values():
        assert any(panel.has_data() for panel in figure.axes)
    return set(found)


def test_all_are_tried() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == set(DEALS)


def test_first_question(run: Any) -> None:
    names, out = run("first_question")
    assert pictures(names) == {"figure", "tricks", "trumps_out", "narrowing", "calls"}
    assert names["answer"].asked.bid == "8H"
    assert set(names["asked"]) == {"calibrated", "heuristic", "double-dummy"}
    assert "8 trumps are out; at least one in the kitty: 57.8%" in out
    assert names["best"].call == "8H"
    assert names["best"].p_win_low > names["passing"].p_win_high
    for rows in names["widths"].values():
        wide = [row.p_make_high - row.p_make_low for row in rows]
        assert wide == sorted(wide, reverse=True)


def test_bidding_table(run: Any) -> None:
    names, out = run("bidding_table")
    assert pictures(names) == {"figure", "heat", "whiskers"}
    assert "1,000 deals, 4,000 hands" in out
    assert "Bid this with that" in out
    seven = names["seven"]
    assert (seven[5] > seven[3]).loc[seven[5].notna() & seven[3].notna()].all()  # two trumps more are better
    assert names["five"]["p_make_6"].gt(names["five"]["p_make_8"]).all()


def test_house_rules(run: Any) -> None:
    names, out = run("house_rules")
    assert pictures(names) == {"figure", "shares"}
    assert "100 deals and 5 whole games under each of 5 sets of rules" in out
    bid = names["bid"]
    assert list(bid.index) == ["misère 210", "misère 230", "misère 250", "misère 270"]
    assert (bid.sum(axis=1) <= 1).all()
    capped = names["rows"][names["rows"]["rules"] == "tricks to 490"]
    hands = capped[~capped["measure"].str.startswith("game")]
    assert set(hands["verdict"]) <= {"same", "close", "few"}  # the cap shows in games alone
    assert (hands["diff"].dropna() == 0).all()
