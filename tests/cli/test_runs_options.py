"""The options of large runs, --run, --resume and --scheduler, as `table` and `compare` have them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fivehundred_sim.cli import runs
from fivehundred_sim.cli.main import app

TABLE = ("table", "--deals", "12000", "--by", "pooled", "--format", "csv", "-q")
COMPARE = (
    "compare",
    "australian",
    "--option",
    "misere.value=250,230",
    "--style",
    "zh",
    "--deals",
    "6000",
    "--games",
    "50",
    "--json",
    "-q",
)


def run(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, [*args])
    assert result.exit_code == code, (result.stderr, result.exception)
    return result


def parts(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "parts").iterdir())


@pytest.mark.parametrize("command", [TABLE, COMPARE], ids=["table", "compare"])
def test_a_run_that_lost_parts_ends_with_the_same_bytes(command: tuple[str, ...], tmp_path: Path) -> None:
    place = tmp_path / "run"
    expected = run(*command).stdout
    assert run(*command, "--run", str(place)).stdout == expected
    about = (place / "run.json").read_bytes()
    names = parts(place)
    assert len(names) >= 2
    contents = {name: (place / "parts" / name).read_bytes() for name in names}
    for name in names[1:]:
        (place / "parts" / name).unlink()
    form = [word for word in command if word in ("--format", "csv", "--json", "-q", "--by", "pooled")]
    resumed = run(command[0], *form, "--resume", str(place), "--jobs", "1")
    assert resumed.stdout == expected
    assert (place / "run.json").read_bytes() == about
    assert {name: (place / "parts" / name).read_bytes() for name in parts(place)} == contents


def test_options_that_differ_are_refused_by_name(tmp_path: Path) -> None:
    place = str(tmp_path / "run")
    run("table", "--deals", "500", "-q", "--run", place)
    told = run("table", "--resume", place, "--seed", "2", code=2).stderr
    assert told == f'Error: the run in "{place}" cannot go on with this: seed is 1 there and 2 here.\n'
    told = run("table", "--resume", place, "--set", "misere.value=230", code=2).stderr
    assert "rules.misere.value is 250 there and 230 here" in told
    told = run("compare", "--resume", place, code=2).stderr
    assert told == f'Error: the run in "{place}" is one of `table`, and this is `compare`.\n'


def test_a_run_begins_or_goes_on(tmp_path: Path) -> None:
    place = str(tmp_path / "run")
    told = run("table", "--run", place, "--resume", place, code=2).stderr
    assert told == "Error: --run begins a run and --resume goes on with one: they exclude each other.\n"
    assert "there is no run in" in run("table", "--resume", place, code=2).stderr


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    from fivehundred_sim.study.runs import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    told = run("table", "--deals", "500", "-q", "--scheduler", "tcp://127.0.0.1:9", code=2).stderr
    assert told.startswith('Error: no Dask scheduler at "tcp://127.0.0.1:9"')
    assert told.count("\n") == 1


def test_a_cluster_gives_the_same_table() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as local:
        there = run(*TABLE, "--scheduler", local.scheduler_address).stdout
    assert there == run(*TABLE).stdout


def test_a_long_run_says_where_it_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(runs, "LONG", 0.0)
    words = ("compare", "australian", "--option", "misere.value=250,230", "--style", "zh", "--deals", "500")
    told = run(*words, "--games", "0", "--json").stderr.splitlines()
    kept = [line for line in told if line.startswith("While it lasts this run is kept in ")]
    assert len(kept) == 1
    assert not Path(kept[0].split()[8]).exists()
    named = run(*words, "--games", "0", "--json", "--run", str(tmp_path / "run")).stderr
    assert "While it lasts" not in named


def begun(command: tuple[str, ...], place: Path) -> subprocess.Popen[str]:
    """Return a process that counts, once its first part is there."""
    process = subprocess.Popen(
        [sys.executable, "-m", "fivehundred_sim", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 120
    while not list(place.glob("parts/*.parquet")) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return process


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX does")
def test_ctrl_c_and_kill_9_lose_nothing(tmp_path: Path) -> None:
    expected = run("table", "--deals", "40000", "--by", "pooled", "--json", "-q").stdout
    place = tmp_path / "run"
    with begun(("table", "--deals", "40000", "--run", str(place)), place) as process:
        process.send_signal(signal.SIGINT)
        output, told = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert told.endswith(f"of 40,000 deals are kept: --resume {place} goes on from there.\n")
    assert "Traceback" not in told
    with begun(("table", "--resume", str(place)), place) as process:
        time.sleep(0.5)
        process.kill()
        process.communicate()
    resumed = run("table", "--resume", str(place), "--by", "pooled", "--json", "-q").stdout
    assert json.loads(resumed) == json.loads(expected)
    assert resumed == expected
