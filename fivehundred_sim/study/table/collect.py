"""A plan's counts summed up in threads."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from fivehundred_sim.study.run import Progress, default_jobs, spans
from fivehundred_sim.study.table.plan import TablePlan


def collect(
    plan: TablePlan, *, jobs: int | None = None, progress: Progress | None = None
) -> dict[str, NDArray[np.int64]]:
    """Return the sums of a plan's counts over all its deals; progress is told of deals done and in all."""
    plan.warm()
    total: dict[str, NDArray[np.int64]] = {}
    with ThreadPoolExecutor(jobs or default_jobs(), thread_name_prefix=plan.kind) as executor:
        chunks = list(spans(0, plan.deals, plan.chunk))
        parts = executor.map(lambda chunk: plan.count(chunk.start, len(chunk)), chunks)
        for chunk, part in zip(chunks, parts, strict=True):
            for name, counts in part.items():
                total[name] = total[name] + counts if name in total else counts
            if progress is not None:
                progress(chunk.stop, plan.deals)
    return total
