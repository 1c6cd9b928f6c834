"""Runs: the same integers whatever the workers, chunks and interruptions, and nothing computed is lost."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from toy_plan import ToyPlan, contents, same, whole

from fivehundred_sim.study import whole_files
from fivehundred_sim.study.runs import RunError, RunInterrupted, collect, folder
from fivehundred_sim.study.runs import parts as part_files
from fivehundred_sim.study.runs.folder import existing

PLAN = ToyPlan()
SCRIPT = """
import os, sys
from pathlib import Path
import pandas, pyarrow.parquet, pyarrow.compute
from toy_plan import ToyPlan
from fivehundred_sim.study.runs import collect, folder
folder.program()  # what takes long the first time is over before a kill may come
print("ready", flush=True)
place = Path(sys.argv[1])
plan = ToyPlan(seconds=float(sys.argv[2]))
collect(plan, folder=place, resume=place.exists() and (place / "run.json").exists(), jobs=2)
os._exit(0)  # an interpreter takes its time to go
"""


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_neither_workers_nor_chunks_change_an_integer(jobs, chunk):
    plan = replace(PLAN, chunk=chunk, deals=300)
    assert same(collect(plan, jobs=jobs), whole(plan))


def test_progress_counts_deals():
    told = []
    collect(PLAN, jobs=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 1000) for done in range(50, 1001, 50)]


def test_a_directory_holds_what_is_asked_and_a_part_a_chunk(tmp_path):
    collect(PLAN, folder=tmp_path / "run", asked={"rules": "australian"})
    about = json.loads((tmp_path / "run" / "run.json").read_text("utf-8"))
    assert about["question"] == PLAN.question()
    assert about["asked"] == {"rules": "australian"}
    assert about["complete"] is True
    assert about["versions"].keys() == {"package_version", "kernel_hash", "stream_scheme"}
    names = sorted(path.name for path in (tmp_path / "run" / "parts").iterdir())
    assert names == [f"{first:012d}.parquet" for first in range(0, 1000, 50)]
    assert same(collect(PLAN, folder=tmp_path / "run", resume=True), whole(PLAN))


def test_parts_say_what_they_hold(tmp_path):
    collect(PLAN, folder=tmp_path / "run")
    part = part_files.read(tmp_path / "run" / "parts" / "000000000100.parquet")
    assert (part.first, part.n) == (100, 50)
    total = {}
    part.add_to(total)
    assert same(total, PLAN.count(100, 50))


def test_a_run_nobody_asked_to_keep_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("FIVEHUNDRED_CACHE_DIR", str(tmp_path))
    begun = []
    collect(PLAN, begun=begun.append)
    assert [path.parent for path in begun] == [tmp_path / "runs"]
    assert list((tmp_path / "runs").iterdir()) == []


def test_what_is_there_is_not_counted_again(tmp_path):
    failing = replace(PLAN, fails_at=777)
    with pytest.raises(RuntimeError, match="broke"):
        collect(failing, folder=tmp_path / "run", jobs=1)
    there = existing(tmp_path / "run")
    assert not there.complete
    kept = sum(part.n for part in there.done())
    assert 750 <= kept <= 950, "all before the chunk that failed, and perhaps some after it"
    told = []
    counts = collect(
        PLAN, folder=tmp_path / "run", resume=True, progress=lambda done, _total: told.append(done)
    )
    assert told == list(range(kept + 50, 1001, 50))
    assert same(counts, whole(PLAN))


def run_and_kill(place, after, seconds=0.0004):
    """Run the plan in a process of its own, kill it after so many seconds; return whether it was killed."""
    here = str(Path(__file__).parent)
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(place), str(seconds)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([here, *sys.path])},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    assert process.returncode == 0
    return False


@pytest.mark.parametrize("number", [2, pytest.param(20, marks=pytest.mark.long)])
def test_kills_at_random_moments_change_no_byte(tmp_path, number):
    collect(replace(PLAN, seconds=0.0004), folder=tmp_path / "whole")
    expected = contents(tmp_path / "whole")
    rng = random.Random(7)
    kills = runs = 0
    while kills < number:
        runs += 1
        place = tmp_path / f"run{runs}"
        while run_and_kill(place, rng.uniform(0, 0.25)):
            kills += 1
            left = [path.name for path in place.rglob(".*.new")]
            assert len(left) <= 3, "at most what was being written when the kill came"
        kept = {name: text for name, text in contents(place).items() if not name.endswith(".new")}
        assert kept == expected
    assert runs <= kills


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX does")
def test_ctrl_c_says_what_is_kept(tmp_path):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        told = []

        def press(done, _total):
            told.append(done)
            if done == 300:
                os.kill(os.getpid(), signal.SIGINT)

        with pytest.raises(RunInterrupted, match=r"of 1,000 deals are kept: --resume .*run goes on"):
            collect(replace(PLAN, seconds=0.001), folder=tmp_path / "run", jobs=1, progress=press)
    finally:
        signal.signal(signal.SIGINT, before)
    assert max(told) < 1000
    assert sum(part.n for part in existing(tmp_path / "run").done()) == max(told)
    assert same(collect(PLAN, folder=tmp_path / "run", resume=True), whole(PLAN))


def test_a_run_of_something_else_is_refused_and_the_difference_named(tmp_path, monkeypatch):
    place = tmp_path / "run"
    collect(PLAN, folder=place)
    with pytest.raises(RunError, match="seed is 1 there and 2 here; deals is 1000 there and 900 here"):
        collect(replace(PLAN, seed=2, deals=900), folder=place, resume=True)
    monkeypatch.setattr(
        ToyPlan, "question", lambda _self: {"rules": {"misere": {"value": 230}}, "seed": 1, "deals": 1000}
    )
    with pytest.raises(RunError, match=r"rules.misere.value is 250 there and 230 here"):
        collect(PLAN, folder=place, resume=True)
    monkeypatch.undo()
    monkeypatch.setattr(folder, "program", lambda: {**existing(place).versions, "kernel_hash": "another"})
    with pytest.raises(RunError, match=r'version.kernel_hash is ".*" there and "another" here'):
        collect(PLAN, folder=place, resume=True)


def test_a_run_is_not_begun_twice_and_not_in_a_folder_of_other_things(tmp_path):
    collect(PLAN, folder=tmp_path / "run")
    with pytest.raises(RunError, match=r"there is a run in .* already: --resume .* goes on with it"):
        collect(PLAN, folder=tmp_path / "run")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear", "utf-8")
    with pytest.raises(RunError, match="is not empty"):
        collect(PLAN, folder=tmp_path / "other")
    with pytest.raises(RunError, match="there is no run in"):
        collect(PLAN, folder=tmp_path / "nowhere", resume=True)


@pytest.mark.parametrize("damage", ["cut", "flipped", "other deals", "not Parquet"])
def test_a_damaged_part_is_named_and_the_others_stay(tmp_path, damage):
    place = tmp_path / "run"
    collect(PLAN, folder=place)
    expected = contents(place)
    part = place / "parts" / "000000000300.parquet"
    whole_part = part.read_bytes()
    if damage == "cut":
        part.write_bytes(whole_part[: len(whole_part) // 2])
    elif damage == "flipped":
        changed = part_files.read(part)
        changed.values["tricks"][0] += 1
        digest = part_files._digest
        part_files._digest = lambda _part: "as before"
        try:
            part.write_bytes(part_files.to_parquet(changed))
        finally:
            part_files._digest = digest
    elif damage == "other deals":
        part.write_bytes((place / "parts" / "000000000350.parquet").read_bytes())
    else:
        part.write_text("hello", "utf-8")
    with pytest.raises(RunError, match=r"000000000300.parquet\" is damaged .*the other 19 parts stay"):
        collect(PLAN, folder=place, resume=True)
    part.unlink()  # as the sentence says
    assert same(collect(PLAN, folder=place, resume=True), whole(PLAN))
    assert contents(place) == expected


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "fivehundred.run/1"}', '{"schema": "other"}'])
def test_a_damaged_description_is_named(tmp_path, text):
    collect(PLAN, folder=tmp_path / "run")
    (tmp_path / "run" / "run.json").write_text(text, "utf-8")
    with pytest.raises(RunError, match=r"run\.json"):
        collect(PLAN, folder=tmp_path / "run", resume=True)


def test_a_full_disk_costs_one_chunk(tmp_path, monkeypatch):
    place = tmp_path / "run"
    written = []
    replace_file = folder.replace_whole

    def full(path, content):
        if len(written) == 8:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(path)
        replace_file(path, content)

    monkeypatch.setattr(folder, "replace_whole", full)
    with pytest.raises(RunError, match="No space left on device; 7 of 20 parts are kept, and --resume"):
        collect(PLAN, folder=place, jobs=1)
    monkeypatch.undo()
    assert same(collect(PLAN, folder=place, resume=True), whole(PLAN))
    assert not list(place.rglob(".*"))


def test_a_file_that_cannot_be_finished_leaves_no_scrap(tmp_path, monkeypatch):
    def full(_source, _target):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(whole_files.os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        whole_files.replace_whole(tmp_path / "part", b"1")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(RunError, match=r"cannot make a run in .*file/run"):
        collect(PLAN, folder=tmp_path / "file" / "run")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(RunError, match="cannot make a run in"):
        collect(PLAN, folder=tmp_path / "run")
    tmp_path.chmod(0o700)
