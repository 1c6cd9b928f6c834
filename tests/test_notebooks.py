"""Every notebook (percent-format source) runs from top to bottom, with few deals."""

import runpy
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.py"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs(path, monkeypatch, capsys):
    monkeypatch.setenv("FIVEHUNDRED_NOTEBOOK_DEALS", "20")
    names = runpy.run_path(str(path))
    assert names["answer"].asked.bid == "8H"
    assert names["figure"].axes
    assert names["tricks"].axes
    assert "8H" in capsys.readouterr().out


def test_there_are_some():
    assert NOTEBOOKS
