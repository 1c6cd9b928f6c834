"""Ctrl-C at the right moment: not lost where compiled code calls back, not in the middle of a step."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def _ours_to_handle() -> bool:
    """Return whether Ctrl-C raises here: in the main thread, with Python's own handler."""
    main = threading.current_thread() is threading.main_thread()
    return main and signal.getsignal(signal.SIGINT) is signal.default_int_handler


@contextmanager
def interrupts_kept() -> Iterator[None]:
    """Make sure that Ctrl-C inside ends as KeyboardInterrupt.

    While a kernel compiles, the exception may be raised in a callback of llvmlite, where it is dropped or
    comes out as another error. Only the main thread gets signals; a handler that is not Python's own is left
    alone.
    """
    if not _ours_to_handle():
        yield
        return
    pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, press)
    try:
        yield
    except Exception:
        if not pressed:
            raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Put Ctrl-C off until the end of the block, so that what is done in it is done as a whole."""
    if not _ours_to_handle():
        yield
        return
    pressed = False

    def press(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True

    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if pressed:
        raise KeyboardInterrupt
