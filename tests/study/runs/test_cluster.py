"""Runs on Dask clusters, in this process and in others: the same integers as here, and workers may die."""

import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

import pytest
import toy_plan
from toy_plan import ToyPlan, contents, same, whole

from fivehundred_sim.study.runs import RunError, cluster, collect
from fivehundred_sim.study.runs.errors import WorkersLostError

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
cloudpickle = pytest.importorskip("cloudpickle")

PLAN = ToyPlan(seconds=0.0002)


@pytest.fixture(scope="module", autouse=True)
def plan_travels():
    """Send the plan's class with it: workers elsewhere do not have the tests."""
    cloudpickle.register_pickle_by_value(toy_plan)
    yield
    cloudpickle.unregister_pickle_by_value(toy_plan)


@pytest.fixture(scope="module")
def address():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as local:
        yield local.scheduler_address


def test_a_cluster_in_this_process_counts_the_same(address, tmp_path):
    told = []
    found = collect(
        PLAN,
        folder=tmp_path / "there",
        scheduler=address,
        progress=lambda done, total: told.append((done, total)),
    )
    assert same(found, whole(PLAN))
    assert told == [(done, 1000) for done in range(50, 1001, 50)]
    collect(PLAN, folder=tmp_path / "here")
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_a_run_goes_on_where_it_likes(address, tmp_path):
    with pytest.raises(RuntimeError, match="broke"):
        collect(replace(PLAN, fails_at=600), folder=tmp_path / "run", jobs=1)
    assert same(collect(PLAN, folder=tmp_path / "run", resume=True, scheduler=address), whole(PLAN))


def test_faults_of_a_chunk_come_home(address):
    with pytest.raises(RuntimeError, match="broke"):
        collect(replace(PLAN, fails_at=600), scheduler=address)


def test_another_program_on_a_worker_is_refused(address, monkeypatch):
    other = {"package_version": "0.0", "kernel_hash": "x", "stream_scheme": "y"}
    monkeypatch.setattr(cluster, "program", lambda: other)
    real = cluster._check
    monkeypatch.setattr(cluster, "_check", lambda client, where: real(_Strange(client), where))
    with pytest.raises(RunError, match=r'package_version is "9.9" there and "0.0" here'):
        collect(PLAN, scheduler=address)


class _Strange:
    """A client whose workers run another version."""

    def __init__(self, client):
        self.client = client

    def wait_for_workers(self, *args, **kwargs):
        self.client.wait_for_workers(*args, **kwargs)

    def run(self, function, on_error):
        there = self.client.run(function, on_error=on_error)
        return {worker: {**answer, "package_version": "9.9"} for worker, answer in there.items()}


def test_a_worker_that_joins_late_counts_with_its_own_plan_or_not_at_all(monkeypatch):
    worker = SimpleNamespace(address="tcp://10.0.0.9:1", plugins={"run": cluster._crew_of(PLAN)})
    monkeypatch.setattr(distributed, "get_worker", lambda: worker)
    total = {}
    cluster.count_there("run", cluster.program(), 100, 50).add_to(total)
    assert same(total, PLAN.count(100, 50))
    own = cluster._crew_of(PLAN)
    own.question = {**own.question, "worths": "fitted elsewhere"}
    worker.plugins["other"] = own
    with pytest.raises(RunError, match=r"would count something else: worths is null there"):
        cluster.count_there("other", cluster.program(), 100, 50)
    other = {**cluster.program(), "kernel_hash": "another"}
    with pytest.raises(RunError, match=r"worker tcp://10.0.0.9:1 runs another .*kernel_hash is"):
        cluster.count_there("run", other, 100, 50)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_nobody_there_and_nonsense_are_told_in_one_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(RunError, match=r"no Dask scheduler at .*expected an address such as tcp://host:8786"):
        collect(PLAN, scheduler=f"tcp://127.0.0.1:{free_port()}")
    with pytest.raises(RunError, match="no Dask scheduler at"):
        collect(PLAN, scheduler="gopher://there")
    # A client that fails half made would close itself for a minute at the program's end.
    monkeypatch.setattr("distributed.Client", None)
    with pytest.raises(RunError, match=r'no Dask scheduler at "nowhere" \(missing port number'):
        collect(PLAN, scheduler="nowhere")


def test_a_scheduler_without_workers_is_told(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        pytest.raises(RunError, match="has no workers: start some with `dask worker"),
    ):
        collect(PLAN, scheduler=empty.scheduler_address)


def test_without_dask_the_way_to_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RunError, match=r"pip install 'fivehundred-sim\[cluster\]'"):
        collect(PLAN, scheduler="tcp://127.0.0.1:1")


@contextmanager
def scheduler_and_workers(number):
    """Give a scheduler's address and real worker processes."""
    address = f"tcp://127.0.0.1:{free_port()}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    port = address.rpartition(":")[2]
    local = ["--host", "127.0.0.1"]
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", *local, "--port", port, "--no-dashboard"],
        **quiet,
    )
    worker = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        address,
        *local,
        "--nthreads",
        "1",
        "--no-nanny",
    ]
    workers = [subprocess.Popen([*worker, "--no-dashboard"], **quiet) for _ in range(number)]
    try:
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_a_killed_worker_costs_nothing_and_a_cluster_that_is_gone_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 3.0)
    plan = replace(PLAN, seconds=0.001, deals=2000)
    with scheduler_and_workers(2) as (address, workers):
        _wait_for(address, 2)

        def kill_one(done, _total):
            if done == 500:
                workers[0].send_signal(signal.SIGKILL)

        found = collect(plan, folder=tmp_path / "there", scheduler=address, progress=kill_one)
        assert workers[0].wait(10) == -signal.SIGKILL
        assert same(found, whole(plan))
        collect(plan, folder=tmp_path / "here")
        assert contents(tmp_path / "there") == contents(tmp_path / "here")

        def kill_the_other(done, _total):
            if done == 500:
                workers[1].send_signal(signal.SIGKILL)
                stop(address)

        with pytest.raises(WorkersLostError, match="of 2,000 deals are kept: --resume"):
            collect(plan, folder=tmp_path / "half", scheduler=address, progress=kill_the_other)
    assert same(collect(plan, folder=tmp_path / "half", resume=True), whole(plan))


def _wait_for(address, number):
    deadline = time.monotonic() + 60
    while True:
        try:
            with distributed.Client(address, timeout=5, set_as_default=False) as client:
                client.wait_for_workers(number, timeout=60)
                return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.2)


def stop(address):
    """End the scheduler at an address."""
    with distributed.Client(address, set_as_default=False) as client:
        client.shutdown()
