"""Run a plan: what is there is read, what is missing is counted, a chunk is kept as soon as it is done."""

import shutil
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.kernels._cache import cache_root
from fivehundred_sim.study.interrupts import interrupts_kept, interrupts_wait
from fivehundred_sim.study.run import AHEAD, Progress, default_jobs
from fivehundred_sim.study.runs.errors import RunError, RunInterrupted, WorkersLostError
from fivehundred_sim.study.runs.folder import Folder, create, existing
from fivehundred_sim.study.runs.parts import Part, part_of
from fivehundred_sim.study.runs.plan import Plan

Ints = NDArray[np.int64]
Counter = Callable[[int, int], Part]


def collect(
    plan: Plan,
    *,
    folder: Path | None = None,
    resume: bool = False,
    jobs: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
    begun: Callable[[Path], None] | None = None,
    asked: Mapping[str, Any] | None = None,
) -> dict[str, Ints]:
    """Return the sums of a plan's counts over all its deals.

    folder: the run's directory, a new one or, to `resume`, one that holds a run of this very question.
    Without it the run is kept in the user's cache folder while it lasts. jobs: worker threads (None: one a
    processor). scheduler: address of a Dask scheduler ("tcp://host:8786") whose workers count instead.
    progress: called as (deals done, deals in all). asked: kept in the directory for whoever goes on.

    The sums do not depend on the workers, their number, chunks or interruptions. Raises RunError, and
    RunInterrupted where Ctrl-C came.
    """
    with _place(plan, folder, resume, asked or {}) as run:
        if begun is not None:
            begun(run.path)
        total: dict[str, Ints] = {}
        finished = set[int]()
        for part in run.done():
            part.add_to(total)
            finished.add(part.first)
        missing = [chunk for chunk in run.chunks() if chunk.start not in finished]
        done = sum(map(len, run.chunks())) - sum(map(len, missing))
        try:
            with closing(_counted(plan, missing, jobs, scheduler)) as counted:
                for part in counted:
                    with interrupts_wait():
                        run.add(part)
                        part.add_to(total)
                        done += part.n
                    if progress is not None:
                        progress(done, plan.deals)
        except KeyboardInterrupt as error:
            raise RunInterrupted(_kept(done, run)) from error
        except WorkersLostError as error:
            raise WorkersLostError(f"{error}; {_kept(done, run)}") from error
        if not run.complete:
            run.finish()
        return total


def _kept(done: int, run: Folder) -> str:
    return f"{done:,} of {run.question['deals']:,} deals are kept: --resume {run.path} goes on from there"


@contextmanager
def _place(plan: Plan, path: Path | None, resume: bool, asked: Mapping[str, Any]) -> Iterator[Folder]:
    """Give the directory of a run; one that nobody asked for goes when the run is complete."""
    if path is not None:
        if resume:
            run = existing(path)
            run.check(plan)
        else:
            run = create(path, plan, asked)
        yield run
        return
    if resume:
        raise RunError("which run shall go on? Name its folder")
    runs = cache_root() / "runs"
    try:
        runs.mkdir(parents=True, exist_ok=True)
        mine = Path(tempfile.mkdtemp(dir=runs, prefix=f"{plan.kind}-"))
    except OSError as error:
        raise RunError(f'cannot keep the run in "{runs}": {error.strerror or error}') from error
    run = create(mine, plan, asked)
    try:
        yield run
    except BaseException:
        if not (mine / "parts").exists():
            shutil.rmtree(mine, ignore_errors=True)
        raise
    shutil.rmtree(mine, ignore_errors=True)


def _counted(plan: Plan, chunks: list[range], jobs: int | None, scheduler: str | None) -> Generator[Part]:
    """Yield the parts of chunks as they are done."""
    if not chunks:
        return
    if scheduler is not None:
        from fivehundred_sim.study.runs.cluster import crew

        with crew(plan, scheduler) as (executor, counter, ahead):
            yield from as_done(executor, counter, chunks, ahead)
        return

    def count(first: int, n: int) -> Part:
        return part_of(first, n, plan.count(first, n))

    with interrupts_kept():  # compiles here, where Ctrl-C gets through
        plan.warm()
    threads = jobs or default_jobs()
    with ThreadPoolExecutor(threads, thread_name_prefix=plan.kind) as executor:
        yield from as_done(executor, count, chunks, AHEAD * threads)


def as_done(executor: Executor, counter: Counter, chunks: Iterable[range], ahead: int) -> Iterator[Part]:
    """Yield the parts of chunks in the order in which they are done, with up to `ahead` chunks submitted."""
    pending = set[Future[Part]]()
    waiting = iter(chunks)
    try:
        while True:
            for chunk in waiting:
                pending.add(executor.submit(counter, chunk.start, len(chunk)))
                if len(pending) >= ahead:
                    break
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=_failed):  # what is done is kept before a failure is told
                yield future.result()
    finally:
        for future in pending:
            future.cancel()


def _failed(future: Future[Part]) -> bool:
    return future.cancelled() or future.exception() is not None
