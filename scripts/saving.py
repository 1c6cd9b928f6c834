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


def merged(frame: pd.DataFrame, name: str, label: str) -> pd.DataFrame:
    """Return `frame` after the rows kept in results/NAME.csv whose label (a column) is another one."""
    path = RESULTS / f"{name}.csv"
    if not path.exists():
        return frame
    kept = pd.read_csv(path)
    return pd.concat([kept[~kept[label].isin(frame[label])], frame], ignore_index=True)
