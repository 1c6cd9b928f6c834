"""Where compiled kernels are kept: by what they were made of, not by where the package lies.

numba checks only the file of a cached function, not the files of the functions it calls, and looks for it by
the path of that file. So each kernel's folder here is named by a hash of its module and of all kernel modules
that it rests on: else an edit in one file could leave another running old code, and a second clone, an update
or another virtual environment would compile everything again.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs

_IMPORTED = re.compile(r"^\s*from fivehundred_sim\.kernels((?:\.\w+)*) import", re.MULTILINE)


def source_hash() -> str:
    """A short hash of every kernel source and table and the numba version: what results were made with."""
    here = Path(__file__).parent
    return _digest(sorted(here.rglob("*.py")))


@cache
def module_hash(path: Path) -> str:
    """A short hash of a module, of all kernel modules it rests on, and of the numba version."""
    found = {path}
    waiting = [path]
    while waiting:
        new = set(_imported(waiting.pop())) - found
        found |= new
        waiting += new
    return _digest(sorted(found))


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    """Return the kernel modules that a module imports; a package stands for all that is in it."""
    return tuple(each for name in _IMPORTED.findall(path.read_text("utf-8")) for each in _files_of(name))


def _files_of(name: str) -> Iterator[Path]:
    place = Path(__file__).parent.joinpath(*name.split("."))
    return place.rglob("*.py") if place.is_dir() else iter((place.with_suffix(".py"),))


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in paths:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
        table = path.with_suffix(".npy")  # tables are compiled in
        if table.exists():
            digest.update(table.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled kernels are kept (`FIVEHUNDRED_CACHE_DIR`, or the user's cache folder)."""
    chosen = os.environ.get("FIVEHUNDRED_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("fivehundred-sim"))


def cache_folder(path: Path) -> Path:
    """Where the compiled kernels of a module are kept; a user's own `NUMBA_CACHE_DIR` is left alone.

    What was typed in, without a file, may rest on any kernel.
    """
    own = os.environ.get("NUMBA_CACHE_DIR")
    return (
        Path(own) if own else cache_root() / "kernels" / (module_hash(path) if path.exists() else KERNEL_HASH)
    )


KERNEL_HASH = source_hash()


class ByContent:
    """Tells numba where a function's compiled code is kept (what numba calls a cache locator)."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._path = Path(function.__code__.co_filename)
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "ByContent | None":
        """Return where a function is kept; None, and numba's own places follow, for a user's own
        `NUMBA_CACHE_DIR` and where our folder may not be written to.
        """
        if os.environ.get("NUMBA_CACHE_DIR"):
            return None
        place = cls(function)
        try:
            place.ensure_cache_path()
        except OSError:
            return None
        return place

    def ensure_cache_path(self) -> None:
        """Make the folder. Raises OSError where no file can be put into it."""
        folder = self.get_cache_path()
        os.makedirs(folder, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(cache_folder(self._path))

    def get_source_stamp(self) -> str:
        """Return what must be the same for kept code to be used: nothing more, the folder says it all."""
        return ""

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name in one module apart."""
        return str(self._line)


# What numba is told to try in turn (its option CACHE_LOCATOR_CLASSES).
LOCATORS = (
    f"{ByContent.__module__}.ByContent,UserProvidedCacheLocator,UserWideCacheLocator,IPythonCacheLocator"
)
