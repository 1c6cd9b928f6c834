"""Ctrl-C is neither lost nor does it cut a step in two."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from fivehundred_sim.study.interrupts import interrupts_kept, interrupts_wait


def press_ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)


@pytest.fixture
def plain_ctrl_c():
    """Ctrl-C as a foreground process has it: a suite that a script runs in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("plain_ctrl_c")
@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX does")
@pytest.mark.parametrize("fate", ["raised", "dropped", "another error"])
def test_ctrl_c_survives_compilers_that_lose_it(fate):
    def compile_a_kernel():
        try:
            press_ctrl_c()
        except KeyboardInterrupt:
            if fate == "raised":
                raise
            if fate == "another error":
                raise RuntimeError("no compiled object yet") from None

    with pytest.raises(KeyboardInterrupt), interrupts_kept():
        compile_a_kernel()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("plain_ctrl_c")
def test_other_errors_and_other_threads_are_left_alone():
    with pytest.raises(RuntimeError, match="broke"), interrupts_kept():
        raise RuntimeError("broke")

    def handler_inside():
        with interrupts_kept():
            return signal.getsignal(signal.SIGINT)

    assert handler_inside() is not signal.default_int_handler
    with ThreadPoolExecutor(1) as executor:
        assert executor.submit(handler_inside).result() is signal.default_int_handler


@pytest.mark.usefixtures("plain_ctrl_c")
@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX does")
def test_ctrl_c_waits_for_the_end_of_a_step():
    done = []

    def steps():
        for step in range(9):
            with interrupts_wait():
                if step == 2:
                    os.kill(os.getpid(), signal.SIGINT)
                done.append(step)

    with pytest.raises(KeyboardInterrupt):
        steps()
    assert done == [0, 1, 2]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("plain_ctrl_c")
def test_a_step_that_fails_says_why():
    with pytest.raises(RuntimeError, match="broke"), interrupts_wait():
        raise RuntimeError("broke")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
