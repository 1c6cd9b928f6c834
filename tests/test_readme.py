"""The README's first screen shows what the program really answers."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def script():
    return runpy.run_path(str(ROOT / "scripts" / "update_readme.py"))


def test_the_output_in_the_readme_is_the_output_of_the_program(script, monkeypatch):
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = script["rendered"](readme, script["ask"]())
    assert readme == shown, "run scripts/update_readme.py"


@pytest.mark.parametrize("name", ["CHART", "DARK_CHART"])
def test_the_charts_are_there_and_were_made_by_the_program(script, name):
    path = script[name]
    chart = path.read_text("utf-8")
    assert chart.count("<svg") == 1
    assert "fivehundred" in chart
    assert f"results/{path.name}" in (ROOT / "README.md").read_text("utf-8")
