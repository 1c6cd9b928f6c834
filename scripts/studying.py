"""What every study ends with: a page that states claims, figures and verdicts, its table, chart and manifest.

A study is a script `study_NN_name.py` with a function `study(small: bool) -> Study`; `run` is its command
line. Files go to results/studies/NN-name.{md,csv,svg,json}; with --small, counts too small to publish, to a
folder that --to names (build/studies by default). The page and the table hold no times and no machine: the
same counts give the same bytes.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure
from saving import RESULTS

from fivehundred_sim.report.chart_theme import LIGHT, settings
from fivehundred_sim.report.records import markdown_table
from fivehundred_sim.study.manifest import versions

PUBLISHED = RESULTS / "studies"
TRIED = RESULTS.parent / "build" / "studies"


@dataclass(frozen=True)
class Finding:
    """What somebody says and what the cards say: the figure with its interval, a verdict in a few words."""

    claim: str
    source: str
    figure: str
    verdict: str


@dataclass(frozen=True)
class Study:
    """A study's results.

    question: one sentence. method: paragraphs of Markdown, naming the player models, rules and counts.
    table: what the CSV holds; shown: its rows and columns for the page, as text. made_from: seed, deals and
    whatever else decides the figures, for the manifest.
    """

    title: str
    question: str
    findings: Sequence[Finding]
    method: str
    table: pd.DataFrame
    shown: pd.DataFrame
    chart: Figure | None
    made_from: Mapping[str, Any] = field(default_factory=dict)


def interval(mean: float, half: float, digits: int = 1, unit: str = "") -> str:
    """Return an estimate with its 95 % interval as text: "+1.2 ± 0.3 points"."""
    sign = "−" if mean < 0 else "+"
    return f"{sign}{abs(mean):.{digits}f} ± {half:.{digits}f}{unit and ' ' + unit}"


def rate_text(rate: float, low: float, high: float, digits: int = 1) -> str:
    """Return a rate with its 95 % interval in per cent: "52.3 % (51.0 to 53.6)"; never a bare 0 or 100."""
    return f"{100 * rate:.{digits}f} % ({100 * low:.{digits}f} to {100 * high:.{digits}f})"


def page(study: Study, name: str) -> str:
    """Return a study's page as Markdown."""
    claims = markdown_table(
        ["claim", "who says so", "what we find (95 % intervals)", "verdict"],
        [(each.claim, each.source, each.figure, each.verdict) for each in study.findings],
    )
    chart = f"![{study.question}]({name}.svg)\n\n" if study.chart is not None else ""
    shown = markdown_table(list(study.shown.columns), study.shown.itertuples(index=False))
    return (
        f"# {study.title}\n\n{study.question}\n\n{claims}\n{chart}{shown}\n{study.method.strip()}\n\n"
        f"All rows: [{name}.csv]({name}.csv); made from: [{name}.json]({name}.json);"
        f" again with `python scripts/study_{name.replace('-', '_')}.py`.\n"
    )


def publish(study: Study, name: str, folder: Path) -> None:
    """Write a study's page, table, chart and manifest into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.md").write_text(page(study, name), "utf-8")
    study.table.to_csv(folder / f"{name}.csv", index=False)
    if study.chart is not None:
        with mpl.rc_context(settings(LIGHT)):  # paper, and the same bytes each time
            study.chart.savefig(folder / f"{name}.svg", metadata={"Date": None})
    record = {"script": f"scripts/study_{name.replace('-', '_')}.py", **study.made_from, **versions()}
    (folder / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")


def run(script: str, study: Callable[[bool], Study]) -> None:
    """Run a study's command line: `--small`, `--to FOLDER`."""
    name = Path(script).stem.removeprefix("study_").replace("_", "-")
    parser = argparse.ArgumentParser(description=(sys.modules["__main__"].__doc__ or "").partition("\n")[0])
    parser.add_argument("--small", action="store_true", help="counts too small to publish: does it run?")
    parser.add_argument("--to", type=Path, help="folder of the files")
    asked = parser.parse_args()
    folder = asked.to or (TRIED if asked.small else PUBLISHED)
    found = study(asked.small)
    publish(found, name, folder)
    print(page(found, name))
