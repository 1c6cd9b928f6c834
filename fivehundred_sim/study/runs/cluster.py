"""A plan on a Dask cluster: the one place that knows Dask (`pip install 'fivehundred-sim[cluster]'`).

Every worker, also one that joins later, gets the plan once, checks that it runs the same program and loads
its kernels; then it counts chunks as threads do here. A chunk whose worker is lost is counted by another
one.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from uuid import uuid4

from fivehundred_sim.study.run import AHEAD
from fivehundred_sim.study.runs.errors import RunError, WorkersLostError
from fivehundred_sim.study.runs.folder import differences, program
from fivehundred_sim.study.runs.parts import Part, part_of
from fivehundred_sim.study.runs.plan import Plan

RETRIES = 3  # of a chunk that failed
PATIENCE = 30.0  # seconds for the scheduler to answer, and for a first worker to come


@contextmanager
def crew(plan: Plan, address: str) -> Iterator[tuple[Executor, Callable[[int, int], Part], int]]:
    """Give who counts chunks of a plan at a Dask scheduler: executor, function, and how many to submit.

    Raises RunError where there is no such scheduler, no worker, or another program on a worker, and
    WorkersLostError where the cluster fails later on.
    """
    client = _client(address)
    name = f"fivehundred-{uuid4().hex}"
    try:
        _check(client, address)
        client.register_plugin(_crew_of(plan), name=name)
        threads = sum(
            worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values()
        )
        with _losses_told(address):
            executor = client.get_executor(pure=False, retries=RETRIES)
            yield executor, partial(count_there, name, program()), AHEAD * max(threads, 1)
    finally:
        with suppress(Exception):  # whatever ended the run says more than a cluster that is gone
            client.unregister_worker_plugin(name)
        with suppress(Exception):
            client.close(timeout=5)


def count_there(name: str, versions: Mapping[str, str], first: int, n: int) -> Part:
    """Return the part of a chunk; runs on a worker, with the plan that it has got as a plug-in."""
    from distributed import get_worker  # type: ignore[import-not-found,unused-ignore]

    worker = get_worker()
    if program() != dict(versions):
        raise RunError(_other_program(worker.address, program(), versions))
    plan = worker.plugins[name].plan_for(worker.address)
    return part_of(first, n, plan.count(first, n))


def _crew_of(plan: Plan) -> Any:
    """Return the worker plug-in that carries a plan."""
    from distributed import WorkerPlugin

    class Crew(WorkerPlugin):  # type: ignore[misc,unused-ignore]
        def __init__(self) -> None:
            self.plan, self.question, self.alike = plan, plan.question(), False

        async def setup(self, worker: Any) -> None:
            # In a thread: a worker that compiles for a minute must still answer its scheduler.
            await asyncio.to_thread(self.plan.warm)

        def plan_for(self, address: str) -> Plan:
            """Return the plan, where the worker understands by it what was meant."""
            if not self.alike:
                # What a machine has fitted for itself, such as what hands are worth, is part of a question.
                apart = "; ".join(differences(self.plan.question(), self.question))
                if apart:
                    raise RunError(f"the worker {address} would count something else: {apart}")
                self.alike = True
            return self.plan

    return Crew()


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise RunError(
            "--scheduler needs Dask, which is not installed: pip install 'fivehundred-sim[cluster]'"
        ) from None
    # A connection that is lost is told in our own words.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        _check_address(address)
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = "nobody answers" if isinstance(error, OSError) else " ".join(str(error).split())
        raise RunError(
            f'no Dask scheduler at "{address}" ({reason}): expected an address such as tcp://host:8786'
        ) from error


def _check_address(address: str) -> None:
    """Raise ValueError for what is no address: a client half made from it would wait a minute as it goes."""
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    scheme, place = parse_address(address)
    get_backend(scheme)
    if scheme in ("tcp", "tls"):
        parse_host_port(place)


def _check(client: Any, address: str) -> None:
    """Raise RunError unless there are workers, and all run this very program."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise RunError(
            f'the scheduler at "{address}" has no workers: start some with `dask worker {address}`'
        ) from None
    for worker, there in client.run(program, on_error="return").items():
        if isinstance(there, BaseException):
            raise RunError(f"the worker {worker} cannot run fivehundred-sim ({there})")
        if there != program():
            raise RunError(_other_program(worker, there, program()))


def _other_program(worker: str, there: Mapping[str, str], here: Mapping[str, str]) -> str:
    apart = [
        f"{name} is {json.dumps(there.get(name))} there and {json.dumps(here[name])} here"
        for name in here
        if there.get(name) != here[name]
    ]
    return f"the worker {worker} runs another fivehundred-sim: {'; '.join(apart)}"


@contextmanager
def _losses_told(address: str) -> Iterator[None]:
    """Turn what Dask raises when workers or the scheduler are gone into one sentence."""
    from distributed import KilledWorker
    from distributed.comm import CommClosedError

    try:
        yield
    except (KilledWorker, CommClosedError, CancelledError, TimeoutError, OSError) as error:
        reason = "workers died on one chunk" if isinstance(error, KilledWorker) else "the connection is lost"
        raise WorkersLostError(f'the cluster at "{address}" failed: {reason}') from error
