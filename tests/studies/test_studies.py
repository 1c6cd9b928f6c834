"""Every study, at small counts: its page, table, chart and manifest are there and say something.

Whatever script matches scripts/study_*.py is run; no study needs a line here.
"""

import importlib
import json
import re
from pathlib import Path

import pandas as pd
import pytest
from studying import publish

SCRIPTS = sorted((Path(__file__).parents[2] / "scripts").glob("study_*.py"))
VERDICTS = ("confirmed", "refuted", "not shown", "depends", "safe")
INTERVAL = re.compile(r"±|\d %? ?\(.* to .*\)|\bto\b|exact", re.IGNORECASE)


def small_study(script: Path, folder: Path):
    """Run a study at its small counts and publish it; its name, the study, and the text of its page."""
    study = importlib.import_module(script.stem).study(True)
    name = script.stem.removeprefix("study_").replace("_", "-")
    publish(study, name, folder)
    return name, study, (folder / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_study_publishes_claims_figures_and_verdicts(script: Path, tmp_path: Path):
    name, study, page = small_study(script, tmp_path)

    assert study.findings, "a study states claims"
    for finding in study.findings:
        assert all((finding.claim, finding.source, finding.figure, finding.verdict)), finding
        assert re.search(r"\d", finding.figure), f"no figure: {finding}"
        assert INTERVAL.search(finding.figure), f"no interval: {finding}"
        asked = finding.claim.endswith("?")  # nobody's claim, so that the verdict is the answer
        assert asked or any(word in finding.verdict for word in VERDICTS), finding
        assert finding.claim.replace("|", "\\|") in page
    assert not re.search(r"\bnan\b|\binf\b", page, re.IGNORECASE)
    assert "heuristic" in page or "sampled" in page or "calibrated" in page, "which players?"

    table = pd.read_csv(tmp_path / f"{name}.csv")
    assert len(table)
    for column in (each for each in table if each.endswith("error")):
        known = table[column].dropna()
        assert len(known), f"{column} is empty"
        assert (known >= 0).all()

    if study.chart is not None:
        assert (tmp_path / f"{name}.svg").read_text("utf-8").rstrip().endswith("</svg>")
        assert f"({name}.svg)" in page
    made_from = json.loads((tmp_path / f"{name}.json").read_text("utf-8"))
    assert made_from["script"] == f"scripts/{script.name}"
    assert "kernel_hash" in made_from


def test_every_published_study_has_its_script_and_its_files():
    folder = Path(__file__).parents[2] / "results" / "studies"
    names = {script.stem.removeprefix("study_").replace("_", "-") for script in SCRIPTS}
    published = {path.stem for path in folder.glob("*.md")} - {"README"}
    assert published <= names, "a page without a script"
    for name in published:
        for suffix, most in ((".csv", 200_000), (".json", 20_000), (".svg", 300_000)):
            path = folder / f"{name}{suffix}"
            assert path.exists(), path.name
            assert 0 < path.stat().st_size < most, path.name
