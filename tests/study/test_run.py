import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivehundred_sim.study import run
from fivehundred_sim.study.advise import FINEST
from fivehundred_sim.study.estimate import deals_needed


def marked(start, n):
    """Counts that tell which deals they come from: n deals, and the sum of their numbers."""
    counts = np.zeros((15, 11), np.int64)
    counts[0, 0], counts[0, 1] = n, sum(range(start, start + n))
    return counts


@given(st.integers(0, 50), st.integers(0, 300), st.integers(1, 40))
@settings(deadline=None)
def test_spans_hold_every_deal_once(first, more, size):
    chunks = list(run.spans(first, first + more, size))
    assert [deal for chunk in chunks for deal in chunk] == list(range(first, first + more))
    assert all(len(chunk) == size for chunk in chunks[:-1])


def test_chunks_come_back_in_the_order_of_their_deals():
    def slow_when_even(start, n):
        time.sleep(0.01 if start % 20 == 0 else 0)
        return marked(start, n)

    with ThreadPoolExecutor(4) as executor:
        parts = list(run.in_order(executor, slow_when_even, run.spans(0, 95, 10), ahead=8))
    assert [int(part[0, 1]) for part in parts] == [sum(chunk) for chunk in run.spans(0, 95, 10)]
    assert int(run.total(parts)[0, 1]) == sum(range(95))


def test_chunks_that_nobody_waits_for_are_not_counted():
    started = []
    gate = threading.Event()

    def blocked(start, n):
        started.append(start)
        if start:
            gate.wait(10)
        return marked(start, n)

    with ThreadPoolExecutor(1) as executor:
        parts = run.in_order(executor, blocked, run.spans(0, 1000, 1), ahead=50)
        next(parts)
        parts.close()
        gate.set()
    assert len(started) <= 3


def test_ctrl_c_leaves_promptly_and_drops_pending_chunks():
    done = []

    def chunk(start, n):
        time.sleep(0.02)
        done.append(start)
        return marked(start, n)

    def interrupted():
        with ThreadPoolExecutor(2) as executor:
            for part in run.in_order(executor, chunk, run.spans(0, 400, 1), ahead=100):
                if part[0, 1] >= 3:
                    raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert time.monotonic() - start < 2
    assert len(done) < 20


def test_a_failing_chunk_fails_the_run():
    def broken(start, n):
        raise RuntimeError("kernel broke")

    with ThreadPoolExecutor(2) as executor, pytest.raises(RuntimeError, match="kernel broke"):
        list(run.in_order(executor, broken, run.spans(0, 10, 1), ahead=4))


def test_stopping_looks_at_prefixes_only():
    seen = []

    def enough(counts):
        seen.append((int(counts[0, 0]), int(counts[0, 1])))
        return counts[0, 0] >= 25

    start = marked(0, 10)
    parts = (marked(chunk.start, len(chunk)) for chunk in run.spans(10, 1000, 10))
    counts = run.continue_until(start, parts, enough)
    assert seen == [(n, sum(range(n))) for n in (10, 20, 30)]
    assert (int(counts[0, 0]), int(counts[0, 1])) == (30, sum(range(30)))
    assert int(start[0, 0]) == 10  # the caller's counts are left alone


def test_stopping_before_any_more_work():
    def none_needed():
        raise AssertionError("no part was needed")
        yield

    counts = run.continue_until(marked(0, 10), none_needed(), lambda counts: True)
    assert int(counts[0, 0]) == 10


def test_engines_are_named_after_themselves():
    assert {name: engine.name for name, engine in run.ENGINES.items()} == {
        name: name for name in ("calibrated", "sampled", "heuristic", "double-dummy")
    }
    assert run.HEURISTIC.deals == 10_000
    assert run.DOUBLE_DUMMY.deals >= 100
    assert run.default_jobs() >= 1


def test_the_caps_leave_room_for_the_precisions_promised():
    # The least certain rate of all takes the most deals.
    assert run.DOUBLE_DUMMY.cap >= deals_needed(500, 1_000, 0.005)
    assert run.HEURISTIC.cap >= deals_needed(500, 1_000, FINEST)
