"""The wait for kernels that this machine has not compiled yet: told before it begins, and shortened."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fivehundred_sim.cli.screen import note


def missing(modules: dict[str, int]) -> dict[str, int]:
    """Return those kernels (with the seconds they take to compile) that are not in the cache.

    A kernel is named by the place of its module under kernels ("wide.chunks"), or of itself in there
    ("dense.solve.dense_makes").
    """
    from fivehundred_sim.kernels import _cache

    here = Path(_cache.__file__).parent

    def compiled(name: str) -> bool:
        place, function = here.joinpath(*name.split(".")), ""
        if not place.with_suffix(".py").exists():
            place, function = place.parent, f"{place.name}-"
        path = place.with_suffix(".py")
        return any(_cache.cache_folder(path).glob(f"**/{path.stem}.{function}*.nbi"))

    return {name: wait for name, wait in modules.items() if not compiled(name)}


def announce(seconds: int, quiet: bool) -> None:
    """Say on stderr what is waited for, if there is something."""
    if seconds:
        note(f"Compiling kernels for this machine, once: about {seconds} s.", quiet)


@contextmanager
def without_scipy() -> Iterator[None]:
    """Let numba load its functions without SciPy, where that is installed but not loaded yet.

    Numba imports SciPy's linear algebra on the chance that a kernel multiplies matrices: a tenth of a warm
    answer's time for what no kernel here does. Only in this program's own process, and only while inside.
    """
    name = "scipy.linalg"
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]  # how Python is told that an import shall fail
    try:
        yield
    finally:
        del sys.modules[name]


@contextmanager
def in_second_process(*command: str) -> Iterator[None]:
    """Run our own command line beside this process, for the kernels that it leaves in the cache.

    Numba compiles one function at a time in a process, so two engines take two processes to use two
    processors. Leaving waits for the other one; if it fails, this process just compiles for itself.
    """
    words = [sys.executable, "-m", "fivehundred_sim", *command]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet) as process:
        try:
            yield
            process.wait()
        finally:
            process.kill()
