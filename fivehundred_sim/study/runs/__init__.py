"""Runs of any size: a plan of deals becomes chunks, chunks become parts on disk, parts add up to counts.

`plan` says what a question must be able to do, `parts` what a finished chunk looks like on disk, `folder`
is a run's directory, `collect` runs a plan there, on threads or, through `cluster`, on a Dask cluster.
"""

from fivehundred_sim.study.runs.collect import collect
from fivehundred_sim.study.runs.errors import RunError, RunInterrupted
from fivehundred_sim.study.runs.plan import Plan

__all__ = ["Plan", "RunError", "RunInterrupted", "collect"]
