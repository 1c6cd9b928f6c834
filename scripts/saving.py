"""How every measuring script keeps what it measured: a small CSV, and beside it what it was made from."""

import json
from pathlib import Path
from typing import Any

import pandas as pd

from fivehundred_sim.study.manifest import versions

RESULTS = Path(__file__).parents[1] / "results"


def save(frame: pd.DataFrame, name: str, script: str, **made_from: Any) -> None:
    """Print a frame and write it to results/NAME.csv, with its manifest in results/NAME.json."""
    print(frame.to_string(index=False))
    RESULTS.mkdir(exist_ok=True)
    frame.to_csv(RESULTS / f"{name}.csv", index=False)
    record = {"script": f"scripts/{Path(script).name}", **made_from, **versions()}
    (RESULTS / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
